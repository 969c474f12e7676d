"""What is drawn on a page: the chart, the pictures, and how a pad lies on the paper."""

from __future__ import annotations

import re
from itertools import combinations, pairwise

import pytest

from referee.core.paper.drawing import Box, Chart, ChartMark, Diagram, Label, Line, MarkShape, Shade
from referee.core.paper.pad import Pad, PadRow, PadTable
from referee.core.say import Say
from referee.html.chart import (
    DASHES,
    INKS,
    LABEL_GAP,
    TOP,
    DrawnChart,
    drawn_chart,
    labels_that_fit,
    spread,
    ticks,
)
from referee.html.diagrams import LineShape, drawing_of, drawings_of
from referee.html.markup import language_of
from referee.html.sheet import HALF, PAGE, ROW_LEAST, WIDTH, column_widths, pad_layout
from tests.html.documents import FIELD


def course(seats: int, moments: int) -> Chart:
    names = tuple(f"P{n}" for n in range(seats))
    numbers = tuple(tuple((n * m) % 23 for m in range(moments)) for n in range(seats))
    rounds = tuple(range(1, moments + 1))
    return Chart(title=Say("pebbles"), seats=names, rounds=rounds, numbers=numbers)


def drawn(of: Chart, width: float = WIDTH) -> DrawnChart:
    chart = drawn_chart(of, width)
    assert chart is not None
    return chart


@pytest.mark.parametrize("seats", [1, 2, 10])
@pytest.mark.parametrize("moments", [2, 3, 25, 70])
def test_a_chart_keeps_within_its_frame_and_its_words_apart(seats: int, moments: int) -> None:
    chart = drawn(course(seats, moments))
    points = [map(float, at.split()) for c in chart.curves for at in re.split("[ML]", c.line)[1:]]
    for x, y in points:
        assert chart.left <= x <= chart.right
        assert TOP <= y <= chart.bottom
    heights = sorted(curve.label[1] for curve in chart.curves)
    assert all(low - high >= LABEL_GAP - 0.02 for high, low in pairwise(heights))
    assert all(TOP <= height <= chart.bottom for height in heights)
    assert chart.along[0].text == 1
    assert chart.along[-1].text == moments
    assert all(other.at - one.at > 4 for one, other in pairwise(chart.along))


def test_lines_are_told_apart_without_colour() -> None:
    curves = drawn(course(10, 5)).curves
    assert len({curve.dash for curve in curves}) == len(DASHES) == 10
    assert len({curve.ink for curve in curves}) == INKS


def test_names_stand_at_the_ends_of_their_lines_with_the_last_number() -> None:
    chart = drawn(course(3, 4))
    assert [(curve.seat, curve.last) for curve in chart.curves] == [("P0", 0), ("P1", 3), ("P2", 6)]
    assert all(curve.label[0] > chart.right for curve in chart.curves)


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
    assert drawn_chart(unknown, 90) is None


@pytest.mark.parametrize(
    ("lowest", "highest"), [(0, 0), (0, 1), (-7, 3), (99, 101), (0, 123456), (-5, -5)]
)
def test_a_scale_holds_all_numbers_and_is_short(lowest: int, highest: int) -> None:
    scale = ticks(lowest, highest)
    assert scale[0] <= lowest
    assert scale[-1] >= highest
    assert 2 <= len(scale) <= 6


def test_words_without_room_are_left_out() -> None:
    assert labels_that_fit([0, 1, 2, 100], [3, 3, 3, 3], 1) == [0, 3]
    assert labels_that_fit([0, 50, 100], [3, 200, 3], 1) == [0, 2]
    assert labels_that_fit([], [], 1) == []


def test_marks_are_moved_no_more_than_they_must() -> None:
    assert spread([5, 40], 4, 0, 50) == [5, 40]
    assert spread([], 4, 0, 50) == []
    moved = spread([50.0] * 10, 4, 0, 50)
    assert sorted(moved) == [14.0 + 4 * n for n in range(10)]


def test_a_picture_keeps_its_order_and_its_paper() -> None:
    drawing = drawing_of(FIELD, 9)
    kinds = [(shape.kind, getattr(shape, "look", "")) for shape in drawing.shapes]
    assert kinds == [
        ("box", "plain"),
        ("box", "dark"),
        ("line", "way"),
        ("box", "patch"),
        ("text", ""),
        ("text", ""),
    ]
    assert (drawing.width, drawing.height) == (38.0, 20.0)
    assert all(shape.head for shape in drawing.shapes if isinstance(shape, LineShape))


@pytest.mark.parametrize("size", [(1, 1), (100, 3), (3, 100), (100, 100), (0, 0)])
def test_a_picture_of_any_size_fits_the_page(size: tuple[float, float]) -> None:
    picture = Diagram(title=Say(""), told=Say(""), size=size, drawn=(Box((0, 0), size),))
    (drawing,) = drawings_of([picture], WIDTH)
    assert drawing.width <= WIDTH
    assert drawing.height <= 90


@pytest.mark.parametrize("sizes", [((12, 4), (9, 6), (11, 5)), ((30, 4), (12, 9), (40, 2))])
def test_pictures_are_all_at_one_scale(sizes: tuple[tuple[int, int], ...]) -> None:
    pictures = [
        Diagram(title=Say(""), told=Say(""), size=size, drawn=(Box((0, 0)),)) for size in sizes
    ]
    drawings = drawings_of(pictures, WIDTH)
    assert len({shape.width for each in drawings for shape in each.shapes}) == 1  # type: ignore[union-attr]
    is_narrow = max(across for across, _ in sizes) < 20
    assert (sum(each.width for each in drawings) <= WIDTH) == is_narrow
    assert all(each.width <= WIDTH for each in drawings)


def test_letters_in_the_open_stand_on_no_patch() -> None:
    beside = Diagram(
        title=Say(""), told=Say(""), size=(3, 3),
        drawn=(Box((0, 0), tone=Shade.DARK), Line(((0, 3), (3, 3))), Label((1.5, 1.5), Say("S"))),
    )  # fmt: skip
    assert [shape.kind for shape in drawing_of(beside, 9).shapes] == ["box", "line", "text"]


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
        ("Ana", ""),
        ("Zoë", ""),
        ("محمد", ""),
        ("小明", ""),
        ("カタカナ", "ja"),
        ("ｶﾀｶﾅ", "ja"),
        ("田中ひろ", "ja"),
        ("김민수", "ko"),
        ("金민", "ko"),
        ("ㄅㄆㄇ", "zh-Hant"),
        ("刘", "zh-Hans"),
        ("黃", "zh-Hant"),
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


def test_the_dashes_differ() -> None:
    assert all(one != other for one, other in combinations(DASHES, 2))
