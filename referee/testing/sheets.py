"""What every room's sheet must show, blank and filled, with its quick reference and pad."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from msgspec import json

from referee.core.paper.drawing import Box, Diagram, Label, Line, Point
from referee.core.paper.pad import PadTable
from referee.core.paper.sheet_document import SheetDocument
from referee.core.paper.wording import text_of
from referee.core.scoring.score import Scoresheet
from referee.core.table import FinalCount
from referee.files.journal.journal import Journal
from referee.operations.sheets import blank_sheet, filled_sheet
from referee.render.formats import Format, Style
from referee.render.sheets import render_sheet
from referee.render.text import width
from referee.testing.play import AnySession, begin, played_out, rule_breaker
from referee.testing.room import Given, Room, checks, per_table

CHECKS, check = checks()


def if_reference(room: Room) -> Given:
    """Run a check with each number of players, if the room has a quick reference of its own."""
    own = getattr(room.game.paper, "reference", room.game)
    return per_table(room) if own is not None else ()


def has_line(event: Any) -> bool:
    """Return whether an event is on a line of the sheet."""
    return bool(getattr(event, "sheet_line", True))


@check(per_table)
def the_sheet_of_an_empty_log_is_the_blank_form(room: Room, seats: int) -> None:
    setup = room.setup(seats)
    session = begin(room, setup)
    sheet = room.game.sheet(session.book, setup, ())
    assert len(sheet.rows) >= 2
    assert [row for row in sheet.rows if row.entries] == []
    assert {len(row.cells) for row in sheet.rows} == {len(sheet.columns)}
    assert any(None in row.cells for row in sheet.rows), "a form has empty boxes"
    words = [str(column) for column in sheet.columns]
    assert [name for name in setup.seating if name not in words] == []
    assert sheet.seats[:seats] == setup.seating
    assert (sheet.diagrams, sheet.chart, sheet.in_short.rows) == ((), None, ())


@check(per_table, few=range(1), many=range(1, 9))
def each_event_with_a_line_is_in_exactly_one_row(room: Room, seats: int, seeds: range) -> None:
    for seed in (seats + more for more in seeds):  # so that tables differ in their switches
        setup = room.setup(seats, seed)
        for session in rule_breaker(room, setup, seed):
            if len(session.active) % 19 and session.step is not None:
                continue
            log = session.log()
            sheet = room.game.sheet(session.book, setup, log)
            entries = [entry for row in sheet.rows for entry in row.entries]
            listed = [place for place, event in enumerate(log) if has_line(event)]
            assert sorted(entries) == listed
            assert {len(row.cells) for row in sheet.rows} == {len(sheet.columns)}


@check(per_table, few=range(1), many=range(1, 9))
def standings_are_numbers_of_one_kind(room: Room, seats: int, seeds: range) -> None:
    for seed in (seats + more for more in seeds):
        session = played_out(room, room.setup(seats, seed), seed)
        sheet = room.game.sheet(session.book, session.setup, session.log())
        standing = [row for row in sheet.rows if row.is_standing]
        assert len({row.what for row in standing}) <= 1
        assert len({row.round for row in standing}) == len(standing), "one for each round"
        for row in standing:
            cells = row.cells[: len(sheet.seats)]
            assert all(cell is None or isinstance(cell, int) for cell in cells)
            assert any(cell is not None for cell in cells)


@check(if_reference)
def the_reference_has_the_setup_of_every_table_and_existing_rules(room: Room, seats: int) -> None:
    for seed in (0, 1, 2):
        setup = room.setup(seats, seed)
        book = room.book.with_table_numbers(setup.numbers)
        margin = room.game.reference(book, setup)
        assert [row[0] for row in margin.setup.rows] == list(room.game.players)
        assert {len(row) for row in margin.setup.rows} == {len(margin.setup.columns)}
        cited = [ref for line in margin.scoring for ref in line.rules]
        assert [
            ref for ref in (*margin.rules_asked_most, *cited) if ref.rule_id not in book.rules
        ] == []
        assert all(line.rules and str(line.worth) for line in margin.scoring)
        assert len(set(margin.rules_asked_most)) == len(margin.rules_asked_most) >= 2


@check(if_reference, few=range(1), many=range(1, 20))
def each_line_of_a_score_is_in_the_reference(room: Room, seats: int, seeds: range) -> None:
    for seed in seeds:
        session = played_out(room, room.setup(seats, seed), seed)
        margin = room.game.reference(session.book, session.setup)
        known = {line.label for line in margin.scoring}
        lines = [line for score in _score(session).scores for line in score.lines]
        assert [line for line in lines if line.label not in known] == []


@check(few=range(1), many=range(1, 9))
def a_picture_keeps_to_its_frame_and_is_described_in_words(room: Room, seeds: range) -> None:
    for seats, seed in product(room.game.players, seeds):
        session = played_out(room, room.setup(seats, seed), seed)
        sheet = room.game.sheet(session.book, session.setup, session.log())
        for picture in sheet.diagrams:
            assert str(picture.told)
            assert picture.drawn
            assert [at for at in _points(picture) if not _is_within(at, picture.size)] == []


@check(per_table)
def a_round_has_one_row_on_the_first_page_and_a_chart_has_a_line_for_everybody(
    room: Room, seats: int
) -> None:
    session = played_out(room, room.setup(seats, seats), seats)
    sheet = room.game.sheet(session.book, session.setup, session.log())
    short = sheet.in_short
    rounds = [row.round for row in short.rows if isinstance(row.round, int)]
    assert rounds == sorted(set(rounds))
    assert len(rounds) == len(short.rows)
    for row in short.rows:
        assert len(row.cells) == len(sheet.seats)
        assert (len(row.before), len(row.after)) == (len(short.before), len(short.after))
    if sheet.chart is not None:
        assert sheet.chart.seats == sheet.seats
        assert {len(line) for line in sheet.chart.numbers} == {len(sheet.chart.rounds)}
        assert {mark.shape for mark in sheet.chart.marks} <= {s for s, _ in sheet.chart.signs}
        assert str(sheet.chart.told)


@check(per_table)
def a_pad_has_the_score_first_and_a_column_or_row_for_everybody(room: Room, seats: int) -> None:
    for named in (True, False):
        setup = room.setup(seats)
        names = setup.seating if named else ("",) * seats
        pad = room.game.pad(room.book.with_table_numbers(setup.numbers), setup, names)
        tables = [part for part in pad.parts if isinstance(part, PadTable)]
        first = [*map(str, tables[0].columns), *(str(row.label) for row in tables[0].rows)]
        assert [name for name in names if first.count(name) < names.count(name)] == []
        assert all(len(row.cells) <= len(t.columns) for t in tables for row in t.rows)


@check(per_table)
def every_line_of_a_sheet_keeps_to_eighty_cells(room: Room, seats: int) -> None:
    paper = paper_of(room, seats)
    setup = room.setup(seats, seats)
    blank = blank_sheet(room.game, room.book.with_table_numbers(setup.numbers), setup)
    for each in (paper, blank):
        shown = render_sheet(each, Format.TABLE, Style(why=True, width=80))
        assert [line for line in shown.splitlines() if width(line) > 80] == []


@check()
def whoever_has_the_paper_can_look_everything_up(room: Room) -> None:
    seats = max(room.game.players)
    paper = paper_of(room, seats)
    assert paper.score is not None
    book, score = paper.score.book, paper.score.sheet
    for fmt in _IN_LETTERS:
        text = " ".join(render_sheet(paper, fmt, Style(why=True)).replace("\\", "").split())
        assert " ".join(text_of(score.outcome.said).split()) in text
        for line in (line for each in score.scores for line in each.lines):
            assert f"({text_of(line.working)})" in text, fmt
            assert all(f"{ref} {book.rules[ref.rule_id].title}" in text for ref in line.rules)
        assert paper.provenance.digest in text
    read = json.decode(render_sheet(paper, Format.JSON, Style()))
    assert [each["player"] for each in read["score"]["scores"]][:seats] == [
        *room.setup(seats).seating
    ]
    assert {each["id"] for each in read["rules"]} >= {
        rule for each in read["score"]["scores"] for line in each["lines"] for rule in line["rules"]
    }


@check(per_table)
def a_spreadsheet_has_rows_of_players_and_a_total_of_each(room: Room, seats: int) -> None:
    paper = paper_of(room, seats)
    assert paper.sheet is not None
    text = render_sheet(paper, Format.CSV, Style())
    assert text.startswith("\N{ZERO WIDTH NO-BREAK SPACE}game,date,place,round,player,what,value,")
    rows = list(csv.reader(text.splitlines()))[1:]
    assert {len(row) for row in rows} == {8}
    assert {row[4].removeprefix("'") for row in rows} <= {*paper.sheet.seats}
    assert [row[5] for row in rows].count("total") == len(paper.sheet.seats)
    assert [row[5] for row in rows].count("rank") == len(paper.sheet.seats)


_IN_LETTERS = (Format.TABLE, Format.PLAIN, Format.MARKDOWN)


def _score(session: AnySession) -> Scoresheet:
    final = session.game.final.count(session.state)
    assert isinstance(final, FinalCount), final
    return session.game.final.scoresheet(session.book, final)


def paper_of(room: Room, seats: int) -> SheetDocument:
    """Write a random game to a journal, and return its sheet."""
    known: dict[int, SheetDocument] = room.known.setdefault("papers", {})
    if seats not in known:
        session = played_out(room, room.setup(seats, seats), seats)
        with TemporaryDirectory() as folder:
            path = Path(folder) / "evening.jsonl"
            at_a_table = room.game, session.book, session.setup
            with Journal.create(path, *at_a_table, lambda: "20:15") as journal:
                for mark in session.record:
                    journal.session.add(mark)
                known[seats] = filled_sheet(journal, path)
    return known[seats]


def _points(picture: Diagram) -> Iterator[Point]:
    """Yield the points of a picture: corners, ends and middles."""
    for drawn in picture.drawn:
        match drawn:
            case Box(at, size):
                yield from (at, (at[0] + size[0], at[1] + size[1]))
            case Line(through):
                yield from through
            case Label(at):
                yield at


def _is_within(at: Point, size: Point) -> bool:
    return 0 <= at[0] <= size[0] and 0 <= at[1] <= size[1]
