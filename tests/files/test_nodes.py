"""The places of nodes in a file, and what is refused before any meaning is read."""

from __future__ import annotations

import sys
import time

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.files.diagnostics import Diagnostic, Unreadable
from referee.files.yaml.builder import DEEPEST, MAX_EVENTS
from referee.files.yaml.loader import parse
from referee.files.yaml.nodes import Document, Map, Position, Scalar, Sequence

BOTH = pytest.mark.parametrize("pure", [False, True], ids=["c", "python"])


def read(text: str, *, pure: bool = False) -> Document:
    return parse(text.encode(), "x.yaml", pure=pure)


def told(text: str, *, pure: bool = False) -> tuple[Diagnostic, ...]:
    try:
        return read(text, pure=pure).faults
    except Unreadable as unreadable:
        return unreadable.diagnostics


def places(text: str, *, pure: bool = False) -> list[tuple[str, int, int]]:
    return [(found.code, found.line, found.column) for found in told(text, pure=pure)]


def value(document: Document, key: str) -> Scalar:
    node = document.root.get(key)
    assert isinstance(node, Scalar)
    return node


def test_the_c_parser_is_the_one_that_is_tested() -> None:
    is_hidden = sys.modules.get("yaml._yaml", yaml) is None  # as in the environment without it
    assert yaml.__with_libyaml__ or is_hidden


@BOTH
@pytest.mark.parametrize(
    "text",
    ["no", "3.10", "010", "1:30", "007", "1e5", "null", "0x1F", "~", "2001-01-01", "1_000", ".inf"],
)
def test_a_plain_scalar_stays_text(text: str, *, pure: bool) -> None:
    assert value(read(f"a: {text}", pure=pure), "a").text == text


@BOTH
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_lines_count_as_an_editor_counts_them(end: str, *, pure: bool) -> None:
    document = read(end.join(["# x", "a: 1", "", "  ", "b: 2"]), pure=pure)
    assert value(document, "b").position == Position(5, 4)
    assert len(document.lines) == 5


@BOTH
@pytest.mark.parametrize("before", ["e\u0301", "😀", "金", "\U00020000"])
def test_columns_count_characters(before: str, *, pure: bool) -> None:
    document = read(f"{before}: [{before}, x]", pure=pure)
    items = document.root.entries[0][1]
    assert isinstance(items, Sequence)
    width = len(before)
    assert items.items[1].position == Position(1, width + 2 + 1 + width + 2 + 1)


@BOTH
def test_a_byte_order_mark_takes_no_column(*, pure: bool) -> None:
    assert value(read("\ufeffa: b", pure=pure), "a").position == Position(1, 4)


@pytest.mark.parametrize(
    "sign", ["\x85", "\u2028", "\u2029", "\ufeff", "\x00", "\x1b", "\x7f", "\x9b", "\u202e"]
)
def test_what_cannot_be_seen_is_told_where_it_stands(sign: str) -> None:
    assert places(f"a: 1\nb: x{sign}y\nc: 3") == [("HIDDEN-CHARACTER", 2, 5)]
    assert value(read(f"a: 1\nb: x{sign}y\nc: 3"), "c").position == Position(3, 4)


def test_the_line_of_a_diagnostic_cannot_drive_a_terminal() -> None:
    (found,) = told("a: \x1b[31mred")
    assert found.source == "a: �[31mred"


@BOTH
def test_every_fault_of_the_text_is_told_in_one_run(*, pure: bool) -> None:
    text = "a：1\na: &x 2\nb: *x\nc: {d： 1，e: 2}\n<<: 3\nf: !t 4\n"
    assert sorted(places(text, pure=pure), key=lambda each: each[1:]) == [
        ("FULL-WIDTH", 1, 2),
        ("TWICE", 2, 1),
        ("ANCHOR", 2, 4),
        ("ALIAS", 3, 4),
        ("FULL-WIDTH", 4, 6),
        ("FULL-WIDTH", 4, 9),
        ("MERGE-KEY", 5, 1),
        ("TAG", 6, 4),
    ]


@BOTH
def test_what_was_put_right_keeps_the_places_of_the_file(*, pure: bool) -> None:
    document = read("a：1\nb：｛c：2，d: 3｝\n", pure=pure)
    inner = document.root.get("b")
    assert isinstance(inner, Map)
    positions = [(key.text, key.position) for key, _ in inner.entries]
    assert positions == [("c", Position(2, 4)), ("d", Position(2, 8))]


@pytest.mark.parametrize(
    "text",
    [
        'a: "一：二"',
        "a: 一：二",
        "a: '“x”'",
        "a: |\n  一：二\n  三：四\n",
        "a: x  # 一：二",
        "a: >-\n  \u3000一\n",
        "A:B: {gold: 1}",
        "a: http://x",
        "a:\n  - 1,0:EW\n  - A-B:refused\n",
        "a: “x” and y",
    ],
)
def test_signs_that_belong_to_a_text_are_left_alone(text: str) -> None:
    assert told(text) == ()


@BOTH
def test_lists_may_stand_so_deep_and_no_deeper(*, pure: bool) -> None:
    def lists(depth: int) -> str:
        return "a: " + "[" * depth + "]" * depth  # the map around them is one more

    assert told(lists(DEEPEST - 1), pure=pure) == ()
    assert [each.code for each in told(lists(DEEPEST), pure=pure)] == ["TOO-DEEP"]


def test_a_file_may_be_so_long_and_no_longer() -> None:
    items = MAX_EVENTS - 9  # stream, document, map, list: begin and end each, and the key
    assert told("a: [" + "1," * items + "]") == ()
    assert [each.code for each in told("a: [" + "1," * (items + 1) + "]")] == ["TOO-LONG"]


@BOTH
@pytest.mark.parametrize(
    "text", ["- " * 50_000, "[" * 100_000, "{" * 100_000, "? " * 50_000, "a:\n" * 30_000]
)
def test_a_file_made_to_do_harm_is_refused_at_once(text: str, *, pure: bool) -> None:
    begun = time.process_time()
    assert told(text, pure=pure)
    assert time.process_time() - begun < 2


@pytest.mark.parametrize("line", ["a：1\n", "a:1\n", "“a”: ：\n", "a: ，\n"])
def test_a_file_full_of_wrong_signs_is_refused_in_time(line: str) -> None:
    begun = time.process_time()
    assert told("x: 1\n" + line * 4_000)
    assert time.process_time() - begun < 4


@BOTH
@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("a:\n\tb: c\n", ("TAB", 2, 1)),
        ("a: x\n \tb: c\n", ("TAB", 2, 2)),
        ('a: "x\nb: c\n', ("QUOTE", 1, 4)),
        ("a: 'x'y\n", ("QUOTE", 1, 7)),
        ("a: [b\nc: d\n", ("BRACKET", 1, 4)),
        ("a: {b: c]\n", ("BRACKET", 1, 4)),
        ("a: ]\n", ("BRACKET", 1, 4)),
        ("a: b: c\n", ("COLON", 1, 5)),
        ("a: b\n  c: d\n", ("INDENT", 2, 4)),
        ("a:\n    b: c\n  d: e\n", ("INDENT", 3, 3)),
        ("a: `b`\n", ("SIGN", 1, 4)),
        ("a: b\n---\nc: d\n", ("DOCUMENTS", 2, 1)),
        ("gold:4\nb: 2\n", ("COLON", 1, 5)),
        ("a: {gold:4}\n", ("COLON", 1, 9)),
        ("a:\u3000b\n", ("ODD-BLANK", 1, 3)),
        ("\u00a0a: b\n", ("ODD-BLANK", 1, 1)),
        ("? [a]\n: b\n", ("SHAPE", 1, 3)),
        ("- a\n", ("SHAPE", 1, 1)),
        ("", ("EMPTY-FILE", 0, 0)),
        ("# only a remark\n", ("EMPTY-FILE", 0, 0)),
    ],
)
def test_both_parsers_of_pyyaml_lead_to_the_same_words(
    text: str, place: tuple[str, int, int], *, pure: bool
) -> None:
    assert places(text, pure=pure) == [place]


@settings(max_examples=80, deadline=None)
@given(st.text(alphabet="ab:：，{}[]\"'“”-#&*!|>%@\t \n\r\u3000\u00a0é4?,\\", max_size=40))
def test_no_text_makes_the_reader_stumble(text: str) -> None:
    for pure in (False, True):
        lines = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n").split("\n")
        for found in told(text, pure=pure):
            assert str(found.message)
            assert str(found.remedy)
            if found.line:
                assert 1 <= found.line <= len(lines)
                assert 1 <= found.column <= len(lines[found.line - 1]) + 1


@settings(max_examples=80, deadline=None)
@given(st.binary(max_size=60))
def test_no_bytes_make_the_reader_stumble(raw: bytes) -> None:
    found: tuple[Diagnostic, ...] | None = None
    try:
        parse(raw, "x.yaml")
    except Unreadable as unreadable:
        found = unreadable.diagnostics
    assert found is None or len(found) > 0
