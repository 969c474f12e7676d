"""What is drawn on a page: the chart, the pictures, and how a pad lies on the paper."""

from __future__ import annotations

import re
from fractions import Fraction
from itertools import pairwise

import pytest
from msgspec.structs import replace

from referee.core.paper.drawing import Box, Chart, ChartMark, Diagram, Label, Line, MarkShape, Shade
from referee.core.paper.pad import Pad, PadRow, PadTable
from referee.core.paper.wording import text_of
from referee.core.say import Say
from referee.html import chart as charts
from referee.html.diagrams import ALONE, MOST_TALL, LineShape, drawing_of, drawings_of
from referee.html.markup import language_of
from referee.html.pads import HALF, PAGE, ROW_LEAST, column_widths, pad_layout
from tests.html.documents import FIELD


def course(seats: int, moments: int) -> Chart:
    names = tuple(f"P{n}" for n in range(seats))
    numbers = tuple(tuple((n * m) % 23 for m in range(moments)) for n in range(seats))
    rounds = tuple(range(1, moments + 1))
    return Chart(title=Say("pebbles"), seats=names, rounds=rounds, numbers=numbers)


def picture(size: tuple[float, float], *shapes: Box | Line | Label) -> Diagram:
    return Diagram(title=Say(""), told=Say(""), size=size, drawn=shapes)


def drawn(of: Chart, *winners: str) -> charts.DrawnChart:
    chart = charts.drawn_chart(of, winners)
    assert chart is not None
    return chart


@pytest.mark.parametrize("seats", [1, 2, 10])
@pytest.mark.parametrize("moments", [2, 3, 25, 70])
def test_a_chart_keeps_within_its_frame_and_its_words_apart(seats: int, moments: int) -> None:
    chart = drawn(course(seats, moments))
    points = [map(float, at.split()) for c in chart.curves for at in re.split("[ML]", c.line)[1:]]
    for x, y in points:
        assert 0 <= x <= 100
        assert 0 <= y <= 100
    heights = sorted(curve.label * chart.height / 100 for curve in chart.curves)
    assert all(low - high >= charts.LABEL_GAP - 0.02 for high, low in pairwise(heights))
    assert all(0 <= height <= chart.height for height in heights)
    for ticks_shown in (chart.along, [tick for tick in chart.along if not tick.sparse]):
        assert ticks_shown[0].text == 1
        assert ticks_shown[-1].text == moments
        assert all(other.at > one.at for one, other in pairwise(ticks_shown))


def test_a_narrow_plot_has_fewer_numbers_along_its_foot() -> None:
    along = drawn(course(2, 70)).along
    assert 2 <= sum(not tick.sparse for tick in along) < len(along) < 70


def test_lines_are_told_apart_without_colour() -> None:
    curves = drawn(course(10, 5), "P3").curves
    assert [curve.dash for curve in curves if curve.wins] == ["none"]
    assert len({curve.dash for curve in curves}) == len(charts.DASHES) == 10


def test_the_winner_of_a_chart_of_points_ends_at_the_total() -> None:
    chart = replace(course(2, 3), of_points=True).ended({"P0": Fraction(75, 2), "P1": Fraction(2)})
    assert str(chart.rounds[-1]) == "end"
    assert [curve.last for curve in drawn(chart).curves] == [Fraction(75, 2), 2]
    assert "P0 37½" in text_of(chart.told)


def test_names_stand_at_the_ends_of_their_lines_with_the_last_number() -> None:
    chart = drawn(course(3, 4))
    assert [(curve.seat, curve.last) for curve in chart.curves] == [("P0", 0), ("P1", 3), ("P2", 6)]
    assert chart.names > 3


def test_the_axis_begins_at_nothing() -> None:
    chart = Chart(title=Say(""), seats=("Ana",), rounds=(1, 2), numbers=((91, 99),))
    assert drawn(chart).up[0].text == 0


def test_what_nobody_knows_breaks_the_line() -> None:
    known = Chart(
        title=Say("pebbles"),
        seats=("Ana", "Bo"),
        rounds=(1, 2, 3),
        numbers=((1, None, 3), (None, None, None)),
        marks=(ChartMark("Ana", 0, MarkShape.RING), ChartMark("Ana", 1, MarkShape.CROSS)),
    )
    (curve,) = drawn(known).curves
    assert (curve.seat, curve.line.count("M"), curve.line.count("L")) == ("Ana", 2, 0)
    assert [shape for shape, _ in curve.marks] == [MarkShape.RING]
    unknown = Chart(title=Say(""), seats=("Ana",), rounds=(1, 2), numbers=((None, None),))
    assert charts.drawn_chart(unknown) is None


@pytest.mark.parametrize(
    ("lowest", "highest"), [(0, 0), (0, 1), (-7, 3), (99, 101), (0, 123456), (-5, -5)]
)
def test_a_scale_holds_all_numbers_and_is_short(lowest: int, highest: int) -> None:
    scale = charts.ticks(lowest, highest)
    assert scale[0] <= lowest
    assert scale[-1] >= highest
    assert 2 <= len(scale) <= 6


def test_words_without_room_are_left_out() -> None:
    assert charts.labels_that_fit([0, 1, 2, 100], [3, 3, 3, 3], 1) == [0, 3]
    assert charts.labels_that_fit([0, 50, 100], [3, 200, 3], 1) == [0, 2]
    assert charts.labels_that_fit([], [], 1) == []


def test_marks_are_moved_no_more_than_they_must() -> None:
    assert charts.spread([5, 40], 4, 0, 50) == [5, 40]
    assert charts.spread([], 4, 0, 50) == []
    moved = charts.spread([50.0] * 10, 4, 0, 50)
    assert sorted(moved) == [14.0 + 4 * n for n in range(10)]


def test_a_picture_keeps_its_order_and_its_paper() -> None:
    drawing = drawing_of(FIELD)
    kinds = [(shape.kind, shape.look) for shape in drawing.shapes]
    assert kinds == [("box", "plain"), ("box", "dark"), ("line", "way")]
    assert [(str(each.text), each.halo) for each in drawing.texts] == [("M", True), ("46", False)]
    assert (drawing.width, drawing.height) == (4.24, 2.24)
    assert all(shape.head for shape in drawing.shapes if isinstance(shape, LineShape))
    assert all(0 < each.x < 100 and 0 < each.y < 100 for each in drawing.texts)


@pytest.mark.parametrize("size", [(1, 1), (100, 3), (3, 100), (100, 100), (0, 0)])
def test_a_picture_of_any_size_fits_the_page(size: tuple[float, float]) -> None:
    (drawing,) = drawings_of([picture(size, Box((0, 0), size))])
    assert drawing.tall <= MOST_TALL
    assert drawing.tall * drawing.width / drawing.height <= ALONE + 0.01


@pytest.mark.parametrize("sizes", [((12, 4), (9, 6), (11, 5)), ((30, 4), (12, 9), (40, 2))])
def test_pictures_are_all_at_one_scale(sizes: tuple[tuple[int, int], ...]) -> None:
    drawings = drawings_of([picture(size, Box((0, 0))) for size in sizes])
    assert len({each.tall / each.height for each in drawings}) == 1
    assert {each.most for each in drawings} == {max(each.width for each in drawings)}
    assert {each.highest for each in drawings} == {max(each.height for each in drawings)}
    assert {each.is_small for each in drawings} == {sizes[0][0] > 20}


def test_letters_in_the_open_stand_on_no_patch() -> None:
    shapes = (Box((0, 0), tone=Shade.DARK), Line(((0, 3), (3, 3))), Label((1.5, 1.5), Say("S")))
    assert [each.halo for each in drawing_of(picture((3, 3), *shapes)).texts] == [False]


@pytest.mark.parametrize("rows", range(1, 36))
def test_the_rows_of_a_pad_fill_the_page_and_never_more(rows: int) -> None:
    table = PadTable(
        corner=Say("round"),
        columns=(Say("Ana"),),
        rows=tuple(PadRow(Say("{n}", n=n)) for n in range(rows)),
    )
    layout = pad_layout(Pad((table,)))
    high = layout.row * (rows + 1)
    assert layout.row >= ROW_LEAST
    assert high <= (HALF if layout.copies == 2 else PAGE) or layout.row == ROW_LEAST
    assert layout.copies == 1 or rows < 13
    assert sum(column_widths(table)) == pytest.approx(100, abs=0.1)


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("", ""),
        ("Zoë", ""),
        ("محمد", ""),
        ("小明", ""),
        ("カタカナ", "ja"),
        ("ｶﾀｶﾅ", "ja"),
        ("田中ひろ", "ja"),
        ("김민수", "ko"),
        ("金민", "ko"),
        ("峠", "ja"),
        ("国學", "ja"),
        ("刘黃", ""),
    ],
)
def test_a_text_is_set_in_the_language_that_it_shows(text: str, language: str) -> None:
    assert language_of(text) == language


def test_where_the_signs_leave_it_open_the_paper_decides() -> None:
    assert [language_of("小明", other) for other in ("ja", "zh-Hans", "de", "")] == [
        "ja", "zh-Hans", "", "",
    ]  # fmt: skip
    assert language_of("刘", "ja") == "zh-Hans"
    assert all(language_of("Ana", other) == "" for other in ("ja", "ko"))
