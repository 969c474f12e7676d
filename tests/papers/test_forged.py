"""A code is foreign input: whatever somebody writes into it ends in an answer or a named error."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as some
from msgspec.structs import replace

from referee.core.paper.code import encode
from referee.files.journal.payload import Payload, PayloadHead, write_payload
from referee.operations.opening import open_journal
from referee.operations.papers.writing import payload_of
from tests.cli.running import ROOT, call

HEADS: dict[str, dict[str, Any]] = {
    "a name that fills the screen": {"players": tuple("x" * 80_000 + str(n) for n in range(5))},
    "a crowd": {"players": tuple(f"P{n}" for n in range(20_000))},
    "two of one name": {"players": ("Ana", "Ana", "Bo", "Cy", "Di")},
    "a strange part": {"aside": {"judge": "Zed"}},
    "a strange text": {"texts": {"maze": "T" * 200_000}},
    "a strange house rule": {"options": {"x": ("y",) * 30_000}},
    "a number beyond any box": {"constants": {"SAB-1.1": {"cards": 10**15}}},
    "another kind of number": {"constants": {"SAB-1.4": {"cards": (1, 2)}}},
}
LINES: dict[str, tuple[str, ...]] = {
    "an answer without end": ("a " * 120_000,),
    "the same for ever": ("@1", *("ew1,0", "/overrule so") * 9_000),
    "by the round and by the turn": ("/by round", "/by turn") * 9_000,
    "people without end": tuple(f"/substitute @{n} N{n}" for n in range(1, 5_000)),
    "a number that was": ("@1", "#1", "ew1,0"),
    "a command": ("/undo",),
    "an overruling of nothing": ("/overrule so",),
    "nobody": ("@99",),
}
PAGES: dict[str, str] = {
    "open": "<a " * 300_000,
    "deep": "<svg>" * 150_000,
    "remarks": "<!--" * 200_000,
    "unclosed": "<" * 600_000,
    "style": "<style>" + 'content: "' * 90_000,
}


@cache
def _payload() -> Payload:
    found = payload_of(open_journal(str(ROOT / "scoresheets/saboteur/saturday.jsonl")))
    assert found is not None
    return found


def _ends_well(text: str, *codes: int) -> None:
    told = call("check", "-", heard=text)
    assert told.code in codes, told.err
    assert len(told.out) < 2_000


@pytest.mark.parametrize("name", HEADS)
def test_a_table_that_cannot_sit_down_is_refused(name: str) -> None:
    payload = _payload()
    head = replace(payload.head, **HEADS[name])
    _ends_well(encode(write_payload(Payload(head, payload.lines))), 3)


@pytest.mark.parametrize("name", LINES)
def test_an_evening_that_cannot_be_is_named(name: str) -> None:
    head = _payload().head
    _ends_well(encode(write_payload(Payload(head, LINES[name]))), 1)


def test_holdings_of_any_shape_are_refused() -> None:
    deep: dict[str, Any] = {}
    for _ in range(900):
        deep = {"a": deep}
    for holdings in (deep, {}, {"players": [f"P{n}" for n in range(20_000)]}, {"game": "chess"}):
        head = PayloadHead(game="saboteur", rules=1, text="", holdings=holdings)
        _ends_well(encode(write_payload(Payload(head))), 3)


@pytest.mark.parametrize("name", PAGES)
def test_a_page_of_anything_is_read_to_its_end(name: str) -> None:
    code = encode(write_payload(_payload()))
    page = f'<!doctype html><meta name="referee" content="{code}">{PAGES[name]}'
    _ends_well(page, 0, 1)
    _ends_well(f"<!doctype html>{PAGES[name]}", 3)


CHANGES: tuple[Callable[[str], str], ...] = (
    lambda line: line[1:],
    lambda line: line * 2,
    lambda line: f"{line} {line}",
    lambda line: line.upper(),
    lambda line: "",
)


@settings(max_examples=40)
@given(
    at=some.integers(0, 171),
    change=some.sampled_from(range(len(CHANGES))),
    put=some.text(max_size=8),
)
def test_an_evening_with_another_line_is_another_evening_or_none(
    at: int, change: int, put: str
) -> None:
    payload = _payload()
    line = CHANGES[change](payload.lines[at]) or put.replace("\n", "")
    lines = (*payload.lines[:at], line.strip() or "-", *payload.lines[at + 1 :])
    _ends_well(encode(write_payload(Payload(payload.head, lines))), 0, 1)
