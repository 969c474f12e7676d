"""What every room's sheet must show, empty and filled, with its quick reference and pad."""

from __future__ import annotations

import csv
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Any, Final

from msgspec import Struct, json

from referee.core.paper.drawing import Box, Diagram, Label, Line, Point
from referee.core.paper.lines import END, SheetLine
from referee.core.paper.pad import PadTable
from referee.core.paper.round_sheet import RoundSheet, SheetCell, SheetCells
from referee.core.paper.sheet_document import SheetDocument, grouped
from referee.core.paper.wording import text_of
from referee.core.play.state_cache import StateChange, state_changes
from referee.core.rulebook import Rulebook
from referee.core.say import Say
from referee.core.table import Setup
from referee.files.journal.journal import Journal
from referee.operations.sheets import blank_sheet, filled_sheet
from referee.render.formats import Format, Style
from referee.render.sheets import render_sheet
from referee.render.text import width
from referee.testing.faults import fault, nothing
from referee.testing.play import begin, played_games, played_out, rule_breaker
from referee.testing.room import NAMES, Given, Room, checks, per_table
from referee.testing.scores import counted

CHECKS, check = checks("play", "score", "paper")


def if_reference(room: Room) -> Given:
    """Run a check with each number of players, if the room has a quick reference of its own."""
    if getattr(room.game.paper, "reference", room.game) is None:
        nothing("The game has no quick reference of its own: it is made of the rulebook.")
    return per_table(room)


@check(per_table, needs=("play", "paper"))
def the_sheet_of_an_empty_log_is_the_blank_form(room: Room, seats: int) -> None:
    setup = room.setup(seats)
    session = begin(room, setup)
    sheet = room.game.sheet(session.book, setup, ())
    paper, do = room.places.part("paper"), "Let an empty log have rows with empty boxes alone."
    if len(sheet.rows) < 2 or any(row.entries for row in sheet.rows):
        fault(f"The blank form has {len(sheet.rows)} rows, or entries in them.", paper, do)
    cells_for_all(room, sheet)
    if not any(None in row.cells for row in sheet.rows):
        fault("The blank form has no empty boxes.", paper, do)
    if sheet.seats[:seats] != setup.seating:
        said = f"The columns are {', '.join(sheet.seats)}, the players {', '.join(setup.seating)}."
        fault(said, paper, "Give each player a column, clockwise.")
    if (sheet.diagrams, sheet.chart, sheet.in_short.rows) != ((), None, ()):
        fault("The blank form has a picture, or rounds in short.", paper, do)


def cells_for_all(room: Room, sheet: RoundSheet) -> None:
    """Check that each row of a sheet has a cell for every column."""
    for row in sheet.rows:
        if len(row.cells) != len(sheet.columns):
            said = f"“{row.what}” has {len(row.cells)} cells for {len(sheet.columns)} columns."
            fault(said, room.places.part("paper"), "Give each row a cell for every column.")


def each_in_one_row(room: Room, book: Rulebook, setup: Setup, log: tuple[Any, ...]) -> None:
    """Check that each event with a line is in exactly one row of the sheet."""
    sheet = room.game.sheet(book, setup, log)
    cells_for_all(room, sheet)
    entries = [entry for row in sheet.rows for entry in row.entries]
    for place, event in enumerate(log):
        if entries.count(place) != bool(getattr(event, "sheet_line", True)):
            kind = type(event)
            said = f"{kind.__name__} is in {entries.count(place)} rows of the sheet."
            do = f"Let its sheet_line be the id of a line in {room.places.part('paper')}, or empty."
            fault(said, room.places.event(kind, "tell"), do)


@check(per_table, few=range(1), many=range(1, 9), needs=("play", "paper"))
def each_event_with_a_line_is_in_exactly_one_row(room: Room, seats: int, seeds: range) -> None:
    for seed in (seats + more for more in seeds):  # so that tables differ in their switches
        setup = room.setup(seats, seed)
        for session in rule_breaker(room, setup, seed):
            if len(session.active) % 19 and session.step is not None:
                continue
            each_in_one_row(room, session.book, setup, session.log())


@check(per_table, few=range(1), many=range(1, 9), needs=("play", "paper"))
def standings_are_numbers_of_one_kind(room: Room, seats: int, seeds: range) -> None:
    paper = room.places.part("paper")
    for session in played_games(room, seats, (seats + more for more in seeds)):
        sheet = room.game.sheet(session.book, session.setup, session.log())
        standing = [row for row in sheet.rows if row.is_standing]
        if len({row.what for row in standing}) > 1:
            what = " and ".join(f"“{each}”" for each in {str(row.what) for row in standing})
            said = f"{what} both say how everybody stands after a round."
            fault(said, paper, "Keep after_round in one line; let the others count what changed.")
        if len({row.round for row in standing}) != len(standing):
            fault("A round says twice how everybody stands.", paper, "Let it do so once.")
        for row in standing:
            cells = row.cells[: len(sheet.seats)]
            if not all(cell is None or isinstance(cell, int) for cell in cells):
                said = f"“{row.what}” has a cell that is not a number."
                fault(said, paper, "Let after_round and points give numbers.")
            if all(cell is None for cell in cells):
                said = f"“{row.what}” has no number at all."
                fault(said, paper, "Leave the line out where nobody knows.")


@check(if_reference)
def the_reference_has_the_setup_of_every_table_and_existing_rules(room: Room, seats: int) -> None:
    for seed in (0, 1, 2):
        setup = room.setup(seats, seed)
        book = room.book.with_table_numbers(setup.numbers)
        margin, where = room.game.reference(book, setup), room.places.part("paper")
        if [row[0] for row in margin.setup.rows] != list(room.game.players):
            said = "The quick reference has no row for each number of players."
            fault(said, where, "Give its setup a row for each, in order, the number first.")
        if {len(row) for row in margin.setup.rows} != {len(margin.setup.columns)}:
            said = "A row of the quick reference has more or fewer cells than there are columns."
            fault(said, where, "Give each row a cell for every column.")
        cited = [ref for line in margin.scoring for ref in line.rules]
        for ref in (*margin.rules_asked_most, *cited):
            if ref.rule_id not in book.rules:
                said = f"The quick reference cites {ref}, which is not in the rulebook."
                fault(said, where, "Cite a rule of the rulebook.")
        for line in margin.scoring:
            if not (line.rules and str(line.worth)):
                said = f"“{line.label}” of the quick reference has no rule, or no worth."
                fault(said, where, "Say what it is worth, and by which rule.")
        asked = margin.rules_asked_most
        if len(set(asked)) != len(asked) or len(asked) < 2:
            said = "The rules asked most are fewer than two, or one is there twice."
            fault(said, where, "Name two at least, each once.")


@check(if_reference, few=range(1), many=range(1, 20))
def each_line_of_a_score_is_in_the_reference(room: Room, seats: int, seeds: range) -> None:
    for session in played_games(room, seats, seeds):
        margin = room.game.reference(session.book, session.setup)
        known = {line.label for line in margin.scoring}
        sheet = room.game.final.scoresheet(session.book, counted(room, session))
        for line in (line for score in sheet.scores for line in score.lines):
            if line.label not in known:
                said = f"“{line.label}” can be in a score, and is not in the quick reference."
                fault(said, room.places.part("paper"), "Add it to the scoring of the reference.")


@check(few=range(1), many=range(1, 9), needs=("play", "paper"))
def a_picture_keeps_to_its_frame_and_is_described_in_words(room: Room, seeds: range) -> None:
    for seats, seed in product(room.game.players, seeds):
        session = played_out(room, room.setup(seats, seed), seed)
        sheet = room.game.sheet(session.book, session.setup, session.log())
        for picture in sheet.diagrams:
            where, (right, bottom) = room.places.part("paper"), picture.size
            if not str(picture.told) or not (picture.drawn or picture.steps):
                fault("A picture shows nothing, or does not say what.", where, "Word it in told.")
            points = _points(picture)
            if outside := [(x, y) for x, y in points if not (0 <= x <= right and 0 <= y <= bottom)]:
                said = f"A picture of size {picture.size} draws at {outside[0]}."
                fault(said, where, "Let it keep to its frame.")


@check(per_table, needs=("play", "paper"))
def a_round_has_one_row_on_the_first_page_and_a_chart_has_a_line_for_everybody(
    room: Room, seats: int
) -> None:
    session = played_out(room, room.setup(seats, seats), seats)
    sheet = room.game.sheet(session.book, session.setup, session.log())
    short = sheet.in_short
    rounds: list[Say | int] = [*sorted({r.round for r in short.rows if isinstance(r.round, int)})]
    by_score = room.game.paper.in_short and room.game.paper.in_short.at_end  # a row of its own then
    at_end = [cell for row in sheet.rows if row.round == END for cell in row.cells]
    if not by_score and any(cell is not None for cell in at_end):
        rounds.append(END)
    where = room.places.part("paper")
    if [row.round for row in short.rows] != rounds:
        said = "The first page has not one row for each round, in order, and then one of the end."
        do = "Let in_short make one row of each round; what comes after the last has its own."
        fault(said, where, do)
    for row in short.rows:
        counts = (len(row.before), len(row.cells), len(row.after))
        if counts != (len(short.before), len(sheet.seats), len(short.after)):
            said = f"Round {row.round} has {counts} cells before, in and after the columns."
            fault(said, where, "Give each row of in_short a cell for every column.")
    if sheet.chart is not None:
        chart = sheet.chart
        lengths = {len(line) for line in chart.numbers}
        if chart.seats != sheet.seats or lengths != {len(chart.rounds)}:
            said = "The chart has not a line for everybody, with a number for each round."
            fault(said, where, "Give every player a line, and it a number for each round.")
        unsaid = {mark.shape for mark in chart.marks} - {shape for shape, _ in chart.signs}
        if unsaid or not str(chart.told):
            said = "The chart has a mark that no sign explains, or does not say what it shows."
            fault(said, where, "Explain each mark in signs, and word the chart in told.")


@check(per_table)
def a_pad_has_the_score_first_and_a_column_or_row_for_everybody(room: Room, seats: int) -> None:
    for named in (True, False):
        setup = room.setup(seats)
        names = setup.seating if named else ("",) * seats
        pad = room.game.pad(room.book.with_table_numbers(setup.numbers), setup, names)
        tables = [part for part in pad.parts if isinstance(part, PadTable)]
        first = [*map(str, tables[0].columns), *(str(row.label) for row in tables[0].rows)]
        where = room.places.part("paper")
        if any(first.count(name) < names.count(name) for name in names):
            said = "The first table of the pad has no column or row for everybody."
            fault(said, where, "Let the score come first, with everybody in it.")
        if any(len(row.cells) > len(table.columns) for table in tables for row in table.rows):
            said = "A row of the pad has more cells than there are columns."
            fault(said, where, "Give it a cell for every column at most.")


@check(per_table)
def every_line_of_a_sheet_keeps_to_eighty_cells(room: Room, seats: int) -> None:
    paper = paper_of(room, seats)
    setup = room.setup(seats, seats)
    blank = blank_sheet(room.game, room.book.with_table_numbers(setup.numbers), setup)
    for each in (paper, blank):
        shown = render_sheet(each, Format.TABLE, Style(why=True, width=80))
        if wide := [line for line in shown.splitlines() if width(line) > 80]:
            said = f"A line of the sheet has {width(wide[0])} cells: {wide[0]}"
            fault(said, room.places.part("paper"), "Shorten what it says.")


@check()
def whoever_has_the_paper_can_look_everything_up(room: Room) -> None:
    seats = max(room.game.players)
    paper = paper_of(room, seats)
    if paper.score is None:
        said = "The sheet of a game that is over has no score."
        fault(said, room.places.part("final"), "Count every state in which a game ends.")
    book, score = paper.score.book, paper.score.sheet
    wanted = [" ".join(text_of(score.outcome.said).split()), grouped(paper.provenance.evening)]
    for line in (line for each in score.scores for line in each.lines):
        wanted.append(f"({text_of(line.working)})")
        wanted += [f"{ref} {book.rules[ref.rule_id].title}" for ref in line.rules]
    for fmt in _IN_LETTERS:
        text = " ".join(render_sheet(paper, fmt, Style(why=True)).replace("\\", "").split())
        if missing := [words for words in wanted if words not in text]:
            said = f"The sheet as {fmt} does not show “{missing[0]}”."
            fault(said, room.places.part("final"), "Say it in one sentence without line breaks.")
    read = json.decode(render_sheet(paper, Format.JSON, Style()))
    named = [each["player"] for each in read["score"]["scores"]][:seats]
    if named != [*room.setup(seats).seating]:
        said = f"The score lists {', '.join(named)}."
        fault(said, room.places.part("final"), "Score the players in the order of the table.")


@check(per_table)
def a_spreadsheet_has_rows_of_players_and_a_total_of_each(room: Room, seats: int) -> None:
    paper = paper_of(room, seats)
    known = {*(paper.sheet.seats if paper.sheet else ())}
    rows = list(csv.reader(render_sheet(paper, Format.CSV, Style()).splitlines()))[1:]
    where = room.places.part("final")
    if strange := {row[4].removeprefix("'") for row in rows} - known:
        said = f"A row of the spreadsheet is about {min(strange)}, who has no column."
        fault(said, where, "Score those who have a column.")
    is_ranked = paper.score is None or paper.score.is_ranked
    for what in ("total", "rank") if is_ranked else ("total",):
        if [row[5] for row in rows].count(what) != len(known):
            said = f"The spreadsheet has not one {what} for each of {', '.join(sorted(known))}."
            fault(said, where, "Score everybody who has a column.")


_IN_LETTERS = (Format.TABLE, Format.PLAIN, Format.MARKDOWN)


def paper_of(room: Room, seats: int) -> SheetDocument:
    """Play a random game, and return the sheet of its journal."""
    known: dict[int, SheetDocument] = room.known.setdefault("papers", {})
    if seats not in known:
        session = played_out(room, room.setup(seats, seats), seats)
        journal = Journal.in_memory(room.game, session.book, session.setup, lambda: "20:15")
        for mark in session.record:
            journal.session.add(mark)
        known[seats] = filled_sheet(journal, Path("evening.jsonl"))
    return known[seats]


def _points(picture: Diagram) -> Iterator[Point]:
    for drawn in picture.drawn:
        match drawn:
            case Box(at, size):
                yield from (at, (at[0] + size[0], at[1] + size[1]))
            case Line(through):
                yield from through
            case Label(at):
                yield at


_NUMBER: Final = re.compile(r"\d+")
_NAMED: Final = re.compile("|".join(map(re.escape, sorted(NAMES, key=len, reverse=True))))


def numbers_of(value: Any) -> dict[tuple[Any, ...], int]:
    """Return the whole numbers in a value by their places: lengths and those in texts, too."""
    found = dict[tuple[Any, ...], int]()
    left: list[tuple[tuple[Any, ...], Any]] = [((), value)]
    while left:
        at, part = left.pop()
        if isinstance(part, bool) or part is None:
            continue
        if isinstance(part, int):
            found[at] = part
        elif isinstance(part, Fraction):
            found[at, "of"], found[at, "by"] = part.numerator, part.denominator
        elif isinstance(part, str):
            digits = _NUMBER.findall(_NAMED.sub(" ", part))
            found.update({(*at, place): int(number) for place, number in enumerate(digits)})
        elif isinstance(part, Say):
            left.append(((*at, "facts"), part.facts))
        elif isinstance(part, Struct):
            left += [((*at, name), getattr(part, name)) for name in part.__struct_fields__]
        elif isinstance(part, Mapping):
            found[*at, "len"] = len(part)
            left += [((*at, "key", key), key) for key in part]
            left += [((*at, key), each) for key, each in part.items()]
        elif isinstance(part, Sequence | frozenset | set):
            found[*at, "len"] = len(part)
            left += [((*at, place), each) for place, each in enumerate(part)]
    return found


def _known(*values: Any) -> set[int]:
    """Return the numbers in a moment, and by how much one of the state has changed."""
    numbers = [numbers_of(value) for value in values]
    before, after = numbers[:2]
    both = {*before, *after}
    changed = {abs(after.get(at, 0) - before.get(at, 0)) for at in both}
    return changed.union(*(each.values() for each in numbers))


def _several(lines: Any) -> tuple[SheetLine[Any], ...]:
    return lines if isinstance(lines, tuple) else (lines,) if lines else ()


def _each(cells: SheetCells) -> Iterator[tuple[str, SheetCell]]:
    for who, told in cells.items():
        for cell in told if isinstance(told, tuple) else (told,):
            if cell is not None:
                yield who, cell


def _written(
    room: Room, lines: Sequence[SheetLine[Any]], moment: StateChange[Any, Any]
) -> Iterator[tuple[str, SheetCells, Callable[..., Any]]]:
    """Yield what a moment writes on each line of a sheet, and by which function."""
    event, before, after = moment.event, moment.before, moment.after
    yield event.sheet_line, event.tell(before), type(event).tell
    for line in lines:
        if line.changed:
            yield line.id, line.changed(before, after), line.changed
        for told in (line.after_round, line.next_round):
            if told:
                yield line.id, told(after), told
        if line.points:
            yield line.id, line.points(room.book, after), line.points


def held_lines(room: Room) -> set[str]:
    """Return the ids of the lines of a sheet that a play case holds."""
    expected = (case.get("expect") or {} for case in room.cases if "play" in case)
    return {line for each in expected for line in each.get("sheet", {})}


@check(per_table, few=range(1), many=range(1, 9), needs=("play", "paper"))
def every_number_on_a_sheet_is_one_of_the_log(room: Room, seats: int, seeds: range) -> None:
    paper, course = room.game.paper, room.game.course
    lines = (*_several(paper.first), *paper.lines, *_several(paper.last))
    titles, held = {line.id: line.title for line in lines}, held_lines(room)
    for seed in (seats + more for more in seeds):
        setup = room.setup(seats, seed)
        *_, session = rule_breaker(room, setup, seed)
        start = room.game.start(session.book, setup)
        for moment in state_changes(course.apply, start, session.log()):
            ruling = course.judge(session.book, moment.before, moment.event)
            said = course.announcements(moment.before, moment.event)
            known: set[int] | None = None
            for line, cells, told_by in _written(room, lines, moment):
                if line in held:
                    continue
                for who, cell in _each(cells):
                    if known is None:
                        known = _known(moment.before, moment.after, moment.event, ruling, said)
                    if strange := {*numbers_of(str(cell)).values()} - known:
                        number, title = min(strange), titles.get(line, line)
                        shown = f"“{line}” shows {number}{f' for {who}' if who else ''}"
                        fault(
                            f"{shown}, and nothing in the log is {number}.",
                            room.places.code(told_by, "paper"),
                            f"Correct it, or hold the line “{title}” in a play case: "
                            f"expect: {{sheet: {{{line}: {{{who or 'SHARED'}: ...}}}}}}.",
                        )
