"""What every room's record must bear: journals and undo."""

from __future__ import annotations

from functools import reduce
from itertools import product
from pathlib import Path
from random import Random

from referee.core.play.record import Undo
from referee.files.journal.lines import MarkReader, write_mark
from referee.testing.play import (
    STRANGERS,
    begin,
    drawn,
    played_out,
    random_player,
    rule_breaker,
    still_going,
    taken,
)
from referee.testing.room import Room, checks, per_table, some_tables
from referee.testing.telling import told

CHECKS, check = checks()


@check()
def every_kind_of_event_is_seen_in_play_and_survives_the_journal(room: Room) -> None:
    """Play on until each kind was seen.

    First come games that others play too, then, with rules broken, one after each opening of the
    room in turn, at tables in turn. What is met by luck alone is no longer met when some other
    rule is mended.
    """
    reader = MarkReader(room.game)
    seen: set[type] = set()
    tables = room.game.players
    known = [*product(STRANGERS[:: len(tables)], some_tables(tables))]
    turns = range(1, len(tables) + 1)
    others = [(seed, tables[(seed + turn) % len(tables)]) for turn in turns for seed in STRANGERS]
    walks = (*product((random_player,), known), *product((rule_breaker,), others))
    for walk, (seed, seats) in walks:
        *_, session = walk(room, room.setup(seats, seed), seed)
        for number, mark in enumerate(session.record, start=1):
            line = write_mark(number, "20:15", mark)
            assert reader.read(Path("fair.jsonl"), number, line) == ("20:15", mark)
        seen |= {type(event) for event in session.log()}
        if seen == set(room.game.course.events):
            break
    assert seen == set(room.game.course.events)


@check(per_table, few=range(2), many=range(16))
def a_log_replays_to_the_same_state(room: Room, seats: int, seeds: range) -> None:
    for seed in seeds:
        setup = room.setup(seats, seed)
        session = played_out(room, setup, seed)
        start = room.game.start(session.book, setup)
        assert reduce(room.game.course.apply, session.log(), start) == session.state


@check(per_table, few=range(1), many=range(4))
def undo_after_any_event_gives_the_old_session(room: Room, seats: int, seeds: range) -> None:
    for seed in (seats + more for more in seeds):
        session, draw = begin(room, room.setup(seats, seed)), Random(seed)
        while still_going(session):
            before = (session.state, session.log(), told(session.step))
            tried = drawn(session, draw)
            taken(session, tried)
            assert session.log() == (*before[1], tried.event)
            session.add(Undo((session.active[-1],)))
            assert (session.state, session.log(), told(session.step)) == before
            taken(session, tried)
        while session.active:
            session.add(Undo(tuple(session.active[-3:])))
        assert session.state == begin(room, room.setup(seats, seed)).state


@check(per_table, few=range(1), many=range(1, 12))
def who_does_not_keep_the_rules_is_on_record(room: Room, seats: int, seeds: range) -> None:
    overruled = 0
    for seed in seeds:
        *_, session = rule_breaker(room, room.setup(seats, seed), seed)
        entries = [session.entry(number) for number in session.active]
        overruled += sum(bool(entry.overrule_reason) for entry in entries)
    assert overruled >= 1, "the rule_breaker has found nothing that is forbidden"
