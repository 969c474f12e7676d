"""What every room's record must bear: journals and undo."""

from __future__ import annotations

from functools import reduce
from itertools import product
from pathlib import Path
from random import Random

import pytest

from referee.core.session import Strike
from referee.files.journal_lines import line_reader, read_mark, write_mark
from tests.contract.play import (
    begin,
    drawn,
    few_or_many,
    played_out,
    still_going,
    taken,
    troublemaker,
)
from tests.contract.telling import told
from tests.rooms import EVERY_ROOM, EVERY_TABLE, ROOMS

every_table = pytest.mark.parametrize(("name", "seats"), EVERY_TABLE)


@pytest.mark.parametrize("name", EVERY_ROOM)
def test_every_kind_of_event_is_seen_in_play_and_survives_the_journal(name: str) -> None:
    room = ROOMS[name]
    reader = line_reader(room.game)
    seen: set[type] = set()
    tables = product(room.game.players, range(1, 48 // len(room.game.players)))
    for seats, seed in (*product(room.game.players, (0,)), *tables):  # each table once, then on
        *_, session = troublemaker(room, room.setup(seats, seed), seed)
        for number, mark in enumerate(session.record, start=1):
            line = write_mark(number, "20:15", mark)
            assert read_mark(reader, Path("fair.jsonl"), number, line) == ("20:15", mark)
        seen |= {type(event) for event in session.log()}
        if seen == set(room.game.course.events):
            break
    assert seen == set(room.game.course.events)


@every_table
def test_a_log_replays_to_the_same_state(name: str, seats: int) -> None:
    room = ROOMS[name]
    for seed in range(4):
        setup = room.setup(seats, seed)
        session = played_out(room, setup, seed)
        start = room.game.start(session.book, setup)
        assert reduce(room.game.course.apply, session.log(), start) == session.state


@every_table
def test_undo_after_any_event_gives_the_old_session(name: str, seats: int) -> None:
    room = ROOMS[name]
    session, draw = begin(room, room.setup(seats, seats)), Random(seats)
    while still_going(session):
        before = (session.state, session.log(), told(session.step))
        tried = drawn(session, draw)
        taken(session, tried)
        assert session.log() == (*before[1], tried.event)
        session.add(Strike((session.in_force[-1],)))
        assert (session.state, session.log(), told(session.step)) == before
        taken(session, tried)
    while session.in_force:
        session.add(Strike(tuple(session.in_force[-3:])))
    assert session.state == begin(room, room.setup(seats, seats)).state


@few_or_many(range(3), range(3, 12))
@every_table
def test_who_does_not_keep_the_rules_is_on_record(name: str, seats: int, seeds: range) -> None:
    room = ROOMS[name]
    overruled = 0
    for seed in seeds:
        *_, session = troublemaker(room, room.setup(seats, seed), seed)
        entries = [session.entry(number) for number in session.in_force]
        overruled += sum(bool(entry.overruled) for entry in entries)
    assert overruled >= 1, "the troublemaker has found nothing that is forbidden"
