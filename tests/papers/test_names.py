"""Sheets without names, and evenings of people whose names look like answers."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from referee.core.paper.code import decode
from referee.files.journal.journal import Journal
from referee.files.journal.payload import read_payload
from referee.operations.papers.writing import code_of
from referee.testing.play import played_out
from tests.cli.running import ROOT, call
from tests.journals.printed import FOLDER
from tests.papers.evenings import BEGAN, totals
from tests.rooms import ROOMS

SHEETS = ROOT / "scoresheets"


@pytest.mark.parametrize("fmt", ["html", "plain", "json", "csv"])
def test_a_sheet_without_names_tells_nobody_who_played(fmt: str) -> None:
    journal = str(FOLDER / "colorful_treasure/two_players.jsonl")
    told = call("sheet", journal, "--format", fmt, "--no-names").out
    known = call("sheet", journal, "--format", "plain").out
    for private in ("Zoë", "Boris", "Ana", "kitchen", "we play it so", "the lamp was moved"):
        assert private not in told
        assert private in known
    assert "Player 1" in told


def test_its_code_tells_nobody_either() -> None:
    journal = str(FOLDER / "sidibaba/three_players.jsonl")
    told = call("sheet", journal, "--format", "json", "--no-names").json
    payload = read_payload(decode(told["code"]))
    assert (payload.head.players, payload.head.seats) == ((), 3)
    assert payload.head.aside == {"leader": ""}
    assert payload.head.place == ""
    assert not any(line.startswith("/note") for line in payload.lines)
    assert {line for line in payload.lines if line.startswith("/overrule")} <= {"/overrule -"}
    assert {line for line in payload.lines if line.startswith("/sub")} == {"/substitute @1"}
    named = call("sheet", journal, "--format", "json").json
    points = [[each["total"] for each in sheet["score"]["scores"]] for sheet in (told, named)]
    assert points[0] == points[1]
    answers = [n for n in read_payload(decode(named["code"])).lines if n[:1] != "/"]
    assert [n for n in payload.lines if n[:1] != "/"] == answers


def test_it_is_checked_like_any_other(tmp_path: Path) -> None:
    page = tmp_path / "sheet.html"
    for paper in (FOLDER / "aladdin/three_players.jsonl", SHEETS / "sidibaba/evening.yaml"):
        told = call("sheet", str(paper), "--format", "html", "--no-names").out
        page.write_text(told, encoding="utf-8")
        assert call("check", str(page)).out.splitlines()[1].startswith("The same:")


def test_no_code_leaves_code_and_evening_out() -> None:
    journal = str(SHEETS / "saboteur/saturday.jsonl")
    for fmt in ("html", "table", "plain", "markdown"):
        told = call("sheet", journal, "--format", fmt, "--no-code").out
        assert "REFEREE/" not in told
        assert not re.search(r"evening [0-9a-f]{4} ", told)
    told = call("sheet", journal, "--format", "json", "--no-code").json
    assert (told["code"], told["evening"]) == (None, None)


@pytest.mark.parametrize("seed", range(3))
def test_an_evening_of_people_who_are_called_like_answers_is_read_again(seed: int) -> None:
    room = ROOMS["no-swap-no-pay"]
    odd = ("gold", "Player 1", "none", "A;B")
    setup = room.setup(4, seed, odd)
    session = played_out(room, setup, seed)
    journal = Journal.in_memory(room.game, room.book, setup, lambda: BEGAN, room.book)
    for number in session.active:
        journal.session.add(session.entry(number))
    written = code_of(journal)
    assert written is not None
    again = call("sheet", written.text, "--format", "json").json
    assert [each["player"] for each in again["score"]["scores"]] == list(odd)
    assert [each["exact"] for each in again["score"]["scores"]] == totals(journal)
