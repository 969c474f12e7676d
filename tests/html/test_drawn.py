"""What is drawn on a page: the chart, the pictures, and how the columns lie."""

from __future__ import annotations

import re
from itertools import combinations, pairwise

import pytest

from referee.core.paper.diagram import Box, Diagram, Label, Line, Shade
from referee.core.paper.sheet_document import ScoreHistory
from referee.core.say import Say
from referee.html.axes import labels_that_fit, spread, ticks
from referee.html.chart import DASHES, LABEL_GAP, Chart, chart_of, sample_mark, segments
from referee.html.diagrams import LineShape, drawing_of, drawings_of
from referee.html.layout import BOX_WIDTH, LANDSCAPE, PORTRAIT, column_widths, layout_of
from referee.html.markup import language_of
from tests.html.documents import FIELD, blank, filled


def course(seats: int, moments: int) -> ScoreHistory:
    names = tuple(f"P{n}" for n in range(seats))
    numbers = tuple(tuple((n * m) % 23 for m in range(moments)) for n in range(seats))
    return ScoreHistory(Say("pebbles"), names, tuple(range(1, moments + 1)), numbers)


def drawn(of: ScoreHistory, width: float = PORTRAIT) -> Chart:
    chart = chart_of(of, width)
    assert chart is not None
    return chart


@pytest.mark.parametrize("seats", [1, 2, 10])
@pytest.mark.parametrize("moments", [2, 3, 25, 70])
def test_a_chart_keeps_within_its_frame_and_its_words_apart(seats: int, moments: int) -> None:
    chart = drawn(course(seats, moments))
    points = [map(float, at.split()) for c in chart.curves for at in re.split("[ML]", c.line)[1:]]
    for x, y in points:
        assert chart.left <= x <= chart.right
        assert chart.top <= y <= chart.bottom
    heights = sorted(curve.label[1] for curve in chart.curves)
    assert all(low - high >= LABEL_GAP - 0.02 for high, low in pairwise(heights))
    assert all(chart.top <= height <= chart.bottom for height in heights)
    assert chart.along[0].text == 1
    assert chart.along[-1].text == moments
    assert all(other.at - one.at > 4 for one, other in pairwise(chart.along))


def test_lines_are_told_apart_without_colour() -> None:
    curves = drawn(course(10, 5)).curves
    assert len({curve.dash for curve in curves}) == len(DASHES) == 10
    looks = {(sample_mark(key), key > 5) for key in range(1, 11)}
    assert len(looks) == 10


def test_what_nobody_knows_breaks_the_line() -> None:
    known = ScoreHistory(
        Say("pebbles"), ("Ana", "Bo"), (1, 2, 3), ((1, None, 3), (None, None, None))
    )
    (curve,) = drawn(known).curves
    assert (curve.key, curve.line.count("M"), curve.line.count("L")) == (1, 2, 0)
    assert chart_of(ScoreHistory(Say("pebbles"), ("Ana",), (1, 2), ((None, None),)), 90) is None


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


@pytest.mark.parametrize("moments", [2, 16, 17, 70])
def test_every_number_stands_in_one_stretch(moments: int) -> None:
    of = course(3, moments)
    cut = segments(of, PORTRAIT)
    assert tuple(m for each in cut for m in each.rounds) == of.rounds
    for seat, numbers in enumerate(of.numbers):
        assert tuple(n for each in cut for n in each.numbers[seat]) == numbers


def test_a_picture_keeps_its_order_and_its_paper() -> None:
    drawing = drawing_of(FIELD, 100)
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
    drawing = drawing_of(picture, PORTRAIT)
    assert drawing.width <= PORTRAIT
    assert drawing.height <= 150


def test_two_small_pictures_stand_beside_each_other_two_large_ones_do_not() -> None:
    small = Diagram(title=Say(""), told=Say(""), size=(12, 4), drawn=())
    large = Diagram(title=Say(""), told=Say(""), size=(30, 4), drawn=())
    assert sum(each.width for each in drawings_of([small, small], PORTRAIT)) < PORTRAIT
    assert [each.width for each in drawings_of([large, large], PORTRAIT)] == [PORTRAIT, PORTRAIT]


def test_letters_in_the_open_stand_on_no_patch() -> None:
    beside = Diagram(
        title=Say(""), told=Say(""), size=(3, 3),
        drawn=(Box((0, 0), tone=Shade.DARK), Line(((0, 3), (3, 3))), Label((1.5, 1.5), Say("S"))),
    )  # fmt: skip
    assert [shape.kind for shape in drawing_of(beside, 90).shapes] == ["box", "line", "text"]


@pytest.mark.parametrize("seats", range(1, 11))
def test_columns_fill_the_paper_and_boxes_are_wide_enough(seats: int) -> None:
    names = tuple("ABCDEFGHIJ")[:seats]
    for paper in (filled(names), blank(names)):
        layout = layout_of(paper)
        widths = column_widths(paper, layout)
        assert layout.width in {PORTRAIT, LANDSCAPE}
        assert sum(widths) == pytest.approx(layout.width - layout.sidebar, abs=0.1)
        assert paper.reference is None or min(widths[2:]) >= BOX_WIDTH
    assert layout_of(blank(names)).is_landscape == (seats > 3)
    assert bool(layout_of(blank(names)).sidebar) == (seats < 7)


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
