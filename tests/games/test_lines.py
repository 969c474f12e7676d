"""A line is read whole or not at all: whatever the referee prints of an entry can be typed."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

import pytest
from msgspec.structs import replace

from referee.core.play.loop import GameLoop
from referee.core.play.reading.answer import ParsedAnswer
from referee.core.play.reading.line import LineReader
from referee.core.play.record import Entry
from referee.core.play.session import Session
from referee.core.ruling import Verdict
from referee.files.journal.journal import Journal
from referee.testing.play import begin, random_player
from tests.journals.printed import journals
from tests.rooms import ROOMS, ROOT

SCORESHEETS = ROOT / "scoresheets"
ALA, COL, NSP, SAB, SID = sorted(ROOMS)
FEW = range(1, 2)
"""The seeds of the random games of each room."""


def replayed(entries: list[Entry], fresh: Session) -> Iterator[tuple[Session, Entry]]:
    """Play entries again; each with the session before it."""
    for entry in entries:
        yield fresh, entry
        fresh.add(replace(entry, rest=None))


def recorded(name: str) -> Iterator[tuple[Session, Entry]]:
    """Give all entries of the journals of a game that somebody typed, and of some random games."""
    room = ROOMS[name]
    for path in journals():
        if path.parent.name != room.tests.name:
            continue
        journal = Journal.open(path, lambda _: (room.game, room.book), lambda: "", write=False)
        done = journal.session
        entries = [done.entry(number) for number in done.active]
        fresh = Session(room.game, done.book, done.setup)
        yield from replayed(entries, fresh)
    for seed in FEW:
        setup = room.setup(room.game.players[0] + seed % 2, seed)
        *_, done = random_player(room, setup, seed)
        entries = [done.entry(number) for number in done.active]
        yield from replayed(entries, begin(room, setup))


def printed(session: Session, entry: Entry) -> ParsedAnswer | None:
    """Judge an entry as it would be printed; None where its echo does not hold the answer."""
    course = session.game.course
    if entry.secret or entry.overrule_reason or entry.by_timer:
        return None
    ruling, reason, followed = course.rule_in_parts(session.book, session.state, entry.event)
    step = session.step
    if step is None or step.hides_answer or ruling.verdict is not Verdict.ALLOWED:
        return None
    if type(entry.event).__name__ == "DepthChosen":  # a command, and no answer to a question
        return None
    if getattr(entry.event, "square", None) is not None:  # of the Leader, and no part of the echo
        return None
    after = course.apply(session.state, entry.event)
    return ParsedAnswer(
        step, entry.words, entry.event, ruling, reason, followed, session.state, after
    )


def read_again(session: Session, line: str) -> list[object]:
    plan = LineReader(session, announces=False).plan(line)
    if plan.said is not None:
        return [str(plan.said)]
    if plan.refused is not None:
        return [str(plan.refused.attempt.reason)]
    return [each.attempt.event for each in plan.answers]


def is_told_by_what_follows(session: Session) -> bool:
    """Return whether an entry's first sentence says less: the Leader, and not what lies there."""
    return session.step is not None and session.step.id == "march.square"


def wrongly_read(name: str) -> Iterator[str]:
    for session, entry in recorded(name):
        found = printed(session, entry)
        if found is None:
            continue
        place = len(session.active) + 1
        whole = " ".join(map(str, found.told))
        first = str(found.reason).split(". ")[0].rstrip(".")
        ids = "".join(f" ({rule})" for rule in found.ruling.rules[:1])
        lines = (f"{place:4}  {whole}{ids}", first)
        for line in lines[:1] if is_told_by_what_follows(session) else lines:
            read = read_again(session, line)
            if read != [entry.event]:
                yield f"{session.step and session.step.id} {line!r} -> {read}"
                break


@pytest.mark.parametrize("name", sorted(ROOMS))
def test_what_is_printed_of_an_entry_can_be_typed(name: str) -> None:
    assert [*wrongly_read(name)] == []


def lines_of(name: str) -> Iterator[tuple[Session, str]]:
    """Give pieces of several answers of recorded games, each with the session before it."""
    room = ROOMS[name]
    for path in sorted(SCORESHEETS.glob(f"{name}/s*day.jsonl")):
        done = Journal.open(path, lambda _: (room.game, room.book), lambda: "", write=False).session
        setup, book = done.begun
        loop = GameLoop(Session(room.game, book, setup), announces=name == NSP)
        for line in path.with_suffix(".answers").read_text(encoding="utf-8").splitlines():
            loop.settle()
            step = loop.session.step
            if " " in line.strip() and ";" not in line and step is not None and step.run:
                yield loop.session, line
            loop.feed_line(line)


def events_of(session: Session, line: str, *, announces: bool) -> list[object] | None:
    """Read a piece; None where it is not read, or not all of it is allowed."""
    plan = LineReader(session, announces=announces).plan(line)
    return None if plan.said or plan.refused else [each.attempt.event for each in plan.answers]


@pytest.mark.parametrize("name", sorted(ROOMS))
def test_what_follows_never_changes_what_came_before(name: str) -> None:
    changed = []
    for session, line in lines_of(name):
        events = events_of(session, line, announces=name == NSP) or []
        words = line.split()
        for end in range(1, len(words)):
            begun = events_of(session, " ".join(words[:end]), announces=name == NSP)
            if begun is None or begun == events[: len(begun)]:
                continue
            if type(begun[-1]).__name__ not in GROWING:
                changed.append((line, words[:end], begun))
    assert changed == []


GROWING = {"CardDrawn", "SquareEntered", "LootDrawn", "TokensShown", "LockRolled", "TokenStolen"}
"""What may be told with more words: a card and its scorpions, the Leader and loot beside him."""


@pytest.mark.parametrize("name", sorted(ROOMS))
def test_with_a_foreign_word_nothing_is_noted(name: str) -> None:
    for session, line in islice(lines_of(name), 8):
        words = line.split()
        for at in range(len(words) + 1):
            typed = " ".join((*words[:at], "xylophone", *words[at:]))
            plan = LineReader(session, announces=name == NSP).plan(typed)
            assert (plan.answers, plan.refused) == ((), None), typed
            assert plan.said is not None
            assert "xylophone" in str(plan.said), typed


NOBODY = ("nobody", "none", "pass", "skip", "-")
SWAP = ("swap", "swaps", "accept", "accepts", "yes", "y", "ok", "dee swaps")
PAY = ("pay", "pays", "refuse", "refuses", "no", "n", "dee pays")
TO_DEE = ("dee", "bob dee", "bob to dee", "bob vs dee", "challenges dee", "11 Bob challenges Dee.")
DISCARD = ("pass", "skip", "discard a card", "d", "ana discards a card")
BREAK = ("break bob lamp", "break lamp bob", "breaks bob's lamp", "bl2", "Ana breaks Bob's lamp.")
REPAIR = ("repair cy lamp", "mend lamp cy", "repairs Cy's lamp", "rl3")
STOP = (".", "no", "pass", "stop", "none", "-")
BOTH = ("red and green", "all", "both")
DRAFTED = ("Bob", "gggssbbp", "gggssbbp")
TURN = ("Ana",)
DRAWING = ("rgb", "b6s1g2", "-")
FOUR, THREE = "Anna,Bob,Carl,Dee", "Ana,Bob,Cy"


def played(name: str, players: str, *lines: str) -> list[str]:
    """Type lines one after the other; give what was said to the last one."""
    room = ROOMS[name]
    seating = tuple(players.split(","))
    setup = room.setup(len(seating), names=seating)
    book = room.book.with_table_numbers(setup.numbers)
    loop = GameLoop(Session(room.game, book, setup), announces=True)
    said: list[str] = []
    for line in lines:
        said = [
            " ".join((str(each.say), *(map(str, each.ruling.rules) if each.ruling else ())))
            for each in loop.feed_line(line)
        ]
    return said


@pytest.mark.parametrize(
    ("name", "before", "typed", "said"),
    [
        (NSP, ("Bob",), "gggssbbp", ["Bob draws 3 gold, 2 silver, 2 black and 1 purple."]),
        (NSP, DRAFTED, "bob challenges dee, pay", ["Bob challenges Dee.", "Dee pays:"]),
        (NSP, (*DRAFTED, "4p"), "anna challenges dee", ["It is Carl's turn. NSP-3.1"]),
        (NSP, DRAFTED, "dee please", ["Not understood: “please” in “dee please”. Nothing was"]),
        (NSP, DRAFTED, "bye", ["Not understood: “bye”. Choose from Anna, Carl and Dee."]),
        *((NSP, DRAFTED, word, ["You must challenge someone. NSP-3.1"]) for word in NOBODY),
        *((NSP, (*DRAFTED, "dee"), word, ["Dee swaps bags with Bob."]) for word in SWAP),
        *((NSP, (*DRAFTED, "dee"), word, ["Dee pays: Bob draws 1 coin"]) for word in PAY),
        *((NSP, DRAFTED, each, ["Bob challenges Dee."]) for each in TO_DEE),
        (NSP, DRAFTED, "dee or anna", ["Not understood: “or” in “dee or anna”."]),
        *((SAB, TURN, word, ["Ana discards a card."]) for word in DISCARD),
        (SAB, TURN, "discard face up", ["Cards are discarded face down. SAB-2.2"]),
        (SAB, TURN, "cross 1", ["Ana lays NESW at 1,0."]),
        (SAB, TURN, "cross at 1,0", ["Ana lays NESW at 1,0."]),
        (SAB, (*TURN, "ew1"), "EW 2.0", ["Bob lays EW at 2,0."]),
        (SAB, TURN, "ana EW 1,0", ["Ana lays EW at 1,0."]),
        (SAB, TURN, "bob lays EW at 1,0", ["It is Ana's turn. SAB-1.10"]),
        *((SAB, TURN, each, ["Ana breaks Bob's lamp."]) for each in BREAK),
        *((SAB, (*TURN, "bl3"), each, ["Bob repairs Cy's lamp."]) for each in REPAIR),
        (SAB, TURN, "repair bob", ["Not understood: “repair bob” is incomplete: which tool?"]),
        (SAB, TURN, "d d d", ["“d d” answers another question. Put ; before it. Nothing was"]),
        (ALA, ("rgb",), "Cy gold 4, Bob b4", ["Cy sets gold 4.", "Bob sets bronze 4."]),
        *((ALA, DRAWING[:2], word, ["Nobody touches the lamp."]) for word in ("nobody", "no one")),
        (ALA, DRAWING, "g r", ["Ana draws green:", "Ana draws red:"]),
        (ALA, DRAWING, "b b .", ["Ana draws blue:", "Ana draws blue:", "Ana stops with 2"]),
        (ALA, DRAWING, "gr", ["Ana draws gold ring: 0"]),
        (ALA, DRAWING, "bb", ["Ana draws bronze bracelet: 0"]),
        (ALA, DRAWING, "r1br0t1", ["Ana draws red:", "Ana draws bronze ring:", "Ana draws tal"]),
        (ALA, DRAWING, "r1 g b2", ["Ana draws red: 1", "Ana draws green: 1", "Ana draws blue: 3"]),
        (ALA, DRAWING, "rgr", ["“rgr” is not a card here."]),
        (ALA, DRAWING, "green ring", ["Not understood: “ring” in “green ring”."]),
        (ALA, DRAWING, "red 1.", ["Not understood: “red 1.” Is the . a stop? Then put a space"]),
        (ALA, (*DRAWING, "r1"), "enough", ["Ana stops with 1 card."]),
        (COL, TURN, "3r10gr", ["Ana flips red 3 and green 10.", "Ana stops", "Ana takes red 3."]),
        (COL, TURN, "1k2cs", ["Ana flips key 1 and chest 2.", "Ana stops", "Ana takes key 1 and"]),
        *((COL, (*TURN, "3r10g"), word, ["Ana stops flipping."]) for word in STOP),
        *((COL, (*TURN, "3r10g", "."), word, ["Ana takes cards of one kind."]) for word in BOTH),
        (COL, (*TURN, "3r10g", "."), "3", ["Ana takes green 10."]),
        (COL, TURN, "4k 5k.", ["Ana flips key 4 and key 5.", "Ana stops flipping."]),
        (SID, ("Ana",), "vote Ana f, Bob l, Cy f", ["Votes: forward 2 and left 1."]),
        (SID, ("Ana",), "vote f 2 r 1", ["Votes: forward 2 and right 1."]),
        (SID, ("Ana",), "6,1", ["Not understood: “6,1”."]),
    ],
)
def test_words_of_the_tables(
    name: str, before: tuple[str, ...], typed: str, said: list[str]
) -> None:
    found = played(name, FOUR if name == NSP else THREE, *before, typed)
    starts = zip(found, said, strict=False)
    assert len(found) >= len(said), found
    assert all(each.startswith(start) for each, start in starts), found
