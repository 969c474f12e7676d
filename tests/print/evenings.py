"""The papers that are proved to print: every game, blank and filled, smallest and largest table.

Call it as ``python -m tests.print.evenings FOLDER``: it writes each as HTML. The filled ones come
from journals, played by those who break the rules now and then; the booklets are there too.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from fractions import Fraction
from pathlib import Path
from random import Random

from msgspec import Struct
from msgspec.structs import replace

from referee.core.paper import statistics as many
from referee.core.paper.booklet import booklet_of
from referee.core.paper.sheet_document import SheetDocument
from referee.core.play.record import Note
from referee.core.ruling import Verdict
from referee.core.say import speak, worded
from referee.core.table import Setup
from referee.files.documents.rulebook import load_rulebook
from referee.files.journal.journal import Journal
from referee.files.languages import begin_to_speak
from referee.html.reading import (
    render_booklet_page,
    render_casebook_page,
    render_statistics_page,
)
from referee.operations.asking import decided, find_cases
from referee.operations.sheets import blank_sheet, filled_sheet, render_document, sheet_of
from referee.render.formats import Format, Style
from referee.render.rulings import case_facts
from referee.testing.play import AnySession, attempt, begin, drawn, step_of, still_going, taken
from tests.rooms import EVERY_ROOM, ROOMS, ROOT, Room

HARD_NAMES = (
    "Maximiliana-Friederike von Habenichtsen",
    "W" * 40,
    "寿限無寿限無五劫の擦り切れ海砂利水魚の水行末雲来末風来末食う寝る処に住む",
    "محمد بن عبد الله",
    "</script><b>&amp;\"'",
    "\U0001f468\u200d\U0001f469\u200d\U0001f467 Zoe\u0308",
    "黃麗" * 12,
    "=SUM(A1)",
    "민수",
    "张伟",
    "Zed",
)
"""Long and wide names; the last is the Leader's."""
LONG_NAMES = (
    "Maximiliana-Friederike von Habenichtsen",
    "寿限無寿限無五劫の擦り切れ海砂利水魚の水",
    "Александра Константиновна Преображенска",
    "محمد بن عبد الله بن عبد الرحمن الهاشمي",
    "김수한무거북이와두루미삼천갑자동방삭치치",
    "歐陽黃麗歐陽黃麗歐陽黃麗歐陽黃麗歐陽黃麗",
    "Bartholomäusmaximiliansebastianfriedrich",
    "Zo\u0308e",
    "ゆうこ",
    "Αικατερίνη Παπαδοπούλου-Κωνσταντινίδου",
    "Ed",
)
"""Of up to forty cells, in six scripts; the last is the Leader's."""
OTHER_LANGUAGES = ("zh-Hant", "zh-Hans", "ja")
NOTES = (
    "The cat went over the table; all agree on where things lay, and on what she took away.",
    "雨が降った。" * 9,
)
RASHNESS = 0.05
SEEDS = range(4)
"""Of so many evenings the longest is printed."""
PADS = {"pad", "long", "nameless", "regulars"}
"""Blank papers: for people with hard names and long ones, for nobody, and for those of everyday."""
AT = "2026-11-21T20:15:00+01:00"
FOLDER = ROOT / "build/print"
"""Where the pages that the browser looks at are."""
REGULARS = (
    *("Ana", "小明", "Bo", "ゆうこ", "Cy", "민수"),
    *("Dora", "张伟", "Maximilian", "Zoe", "Emil", "黃麗"),
)
"""Twelve people, who meet in eighteen evenings."""


class Evening(Struct, frozen=True):
    """One paper: which game, how many sit down, what it is, and in which language."""

    game: str
    seats: int
    kind: str
    language: str = "en"

    @property
    def name(self) -> str:
        other = "" if self.language == "en" else f"-{self.language}"
        return f"{self.game}-{self.kind}-{self.seats}{other}"

    @property
    def room(self) -> Room:
        return ROOMS[self.game]


def file_of(evening: Evening) -> Path:
    path = FOLDER / f"{evening.name}.html"
    assert path.is_file(), "not written yet; call `make prove-print`"
    return path


def evenings() -> Iterator[Evening]:
    for game in EVERY_ROOM:
        players = ROOMS[game].game.players
        for seats in (min(players), max(players)):
            yield Evening(game, seats, "pad")
            yield Evening(game, seats, "filled")
        for seats in players:
            yield Evening(game, seats, "named")
        yield Evening(game, max(players), "regulars")
        yield Evening(game, max(players), "long")
        yield Evening(game, max(players), "overruled")
        for language in ("en", *OTHER_LANGUAGES):
            yield Evening(game, 0, "booklet", language)
            yield Evening(game, 0, "casebook", language)
            yield Evening(game, max(players), "nameless", language)
        with saturday(game).open(encoding="utf-8") as journal:
            seats = len(json.loads(next(journal))["setup"]["seating"])
        yield Evening(game, seats, "saturday")
        yield Evening(game, seats, "large")
        yield Evening(game, 0, "holdings")
        for language in OTHER_LANGUAGES:
            yield Evening(game, seats, "saturday", language)
    for language in ("en", *OTHER_LANGUAGES):
        yield Evening("saboteur", len(REGULARS), "statistics", language)


def saturday(game: str) -> Path:
    return ROOT / "scoresheets" / game / "saturday.jsonl"


def filled_from(path: Path, room: Room) -> SheetDocument:
    journal = Journal.open(path, lambda _: (room.game, room.book), lambda: AT, write=False)
    return filled_sheet(journal, path)


def paper_of(evening: Evening, folder: Path) -> SheetDocument:
    """Gather what the sheet tells, from a journal on disk where there is one."""
    room = evening.room
    if evening.kind in {"saturday", "large"}:
        return replace(filled_from(saturday(evening.game), room), large=evening.kind == "large")
    if evening.kind == "holdings":
        return sheet_of(str(saturday(evening.game).with_name("evening.yaml")))
    hard = HARD_NAMES if evening.kind in {"filled", "pad", "nameless"} else LONG_NAMES
    names: tuple[str, ...] = REGULARS if evening.kind == "regulars" else hard
    seed = 0 if evening.kind in PADS else evening.seats
    setup = room.setup(evening.seats, seed=seed, names=names)
    if evening.kind in PADS:
        blank = [""] * evening.seats if evening.kind == "nameless" else None
        return blank_sheet(room.game, room.book, setup, blank)
    path = folder / f"{evening.name}.jsonl"
    path.unlink(missing_ok=True)
    rashness = 0.5 if evening.kind == "overruled" else RASHNESS
    seeds = SEEDS if evening.kind == "filled" else SEEDS[:1]
    played = max((played_by_people(room, setup, seed, rashness) for seed in seeds), key=entries_of)
    book = room.book.with_table_numbers(setup.numbers)
    with Journal.create(path, room.game, book, setup, lambda: AT) as journal:
        for number, mark in enumerate(played.record):
            journal.session.add(mark)
            if number in {3, 9}:
                journal.session.add(Note(NOTES[number % 2]))
    return filled_from(path, room)


def entries_of(session: AnySession) -> int:
    return len(session.record)


def played_by_people(room: Room, setup: Setup, seed: int, rashness: float) -> AnySession:
    """Play among the answers on offer; now and then the table does what is forbidden."""
    session, draw = begin(room, setup), Random(seed)
    while still_going(session):
        tried = None
        if draw.random() < rashness:
            found = [attempt(session, words) for words in room.attempts(step_of(session))]
            wrong = [each for each in found if each and each.ruling.verdict is Verdict.FORBIDDEN]
            tried = draw.choice(wrong) if wrong else None
        taken(session, tried or drawn(session, draw))
    return session


def eighteen_evenings() -> Iterator[many.Evening]:
    """Play eighteen evenings: each game in turn, at tables of every size."""
    draw = Random(18)
    for n in range(18):
        room = ROOMS[EVERY_ROOM[n % len(EVERY_ROOM)]]
        sizes = room.game.players
        seated = tuple(draw.sample(REGULARS, min(len(REGULARS), sizes[n % len(sizes)])))
        totals = tuple(Fraction(draw.randrange(40)) for _ in seated)
        ranks = tuple(1 + sum(other > own for other in totals) for own in totals)
        yield many.Evening(
            game=room.game.id,
            title=room.game.title,
            path=f"{n}.jsonl",
            players=seated,
            totals=totals,
            ranks=ranks,
            winners=tuple(who for who, rank in zip(seated, ranks, strict=True) if rank == 1),
            at=f"2026-10-{n + 1:02}T20:15:00+02:00",
            minutes=40 + n,
            identity=str(n),
            disputed=tuple((each, 1) for each in draw.sample(sorted(room.book.rules), 2)),
            overruled=tuple((each, 1) for each in draw.sample(sorted(room.book.rules), 1)),
        )


def write(evening: Evening, folder: Path) -> None:
    room = evening.room
    if evening.language != "en":
        begin_to_speak(evening.language)
    try:
        if evening.kind == "booklet":
            book = load_rulebook(evening.game)
            page = render_booklet_page(booklet_of(book, room.game.title, room.game.paper))
        elif evening.kind == "casebook":
            book = load_rulebook(evening.game)
            told = [decided(case, room.game, book) for case in find_cases(room.game, book, "")]
            facts = [(each, case_facts(each)) for each in told]
            page = render_casebook_page(facts, book, worded(room.game.title))
        elif evening.kind == "statistics":
            played = tuple(eighteen_evenings())
            games, players = many.game_tallies(played), many.player_tallies(played)
            found = many.Statistics(evenings=len(played), games=games, players=players)
            page = render_statistics_page(found)
        else:
            page = render_document(paper_of(evening, folder), Format.HTML, Style())
    finally:
        speak(None)
    (folder / f"{evening.name}.html").write_text(page, encoding="utf-8")


def main(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    with ProcessPoolExecutor() as processes:
        for done in [processes.submit(write, evening, folder) for evening in evenings()]:
            done.result()


if __name__ == "__main__":
    main(Path(sys.argv[1]))
