"""A table that does not write by the turn: its games end too, and are counted, kept and printed."""

from __future__ import annotations

from itertools import islice
from pathlib import Path
from random import Random

from msgspec.structs import replace

from referee.core.play.loop import GameLoop
from referee.core.table import ROUND, TURN, FinalCount
from referee.files.journal.lines import MarkReader, write_mark
from referee.testing.play import AnySession, begin, drawn, random_player, still_going, taken
from referee.testing.room import Room, as_plain, checks, per_table, written

CHECKS, check = checks()


def played_on(session: AnySession, draw: Random) -> None:
    """Play a session to its end with answers on offer, and say what everybody can see meanwhile."""
    while still_going(session):
        assert written(session.step) != ""
        for view in session.game.paper.views.values():
            assert as_plain(view.show(session.book, session.state))
        taken(session, drawn(session, draw))
    assert session.step is None


def counted(session: AnySession) -> None:
    """Check that a session at its end is scored, audited, printed, and read back from its lines."""
    game, book = session.game, session.book
    final = game.final.count(session.state)
    assert isinstance(final, FinalCount)
    for told in (
        game.final.audit(book, final),
        game.final.scoresheet(book, final),
        game.final.unchecked(book, final),
        game.sheet(book, session.setup, session.log()),
    ):
        assert written(told) != ""
    reader = MarkReader(game)
    for number, mark in enumerate(session.record, start=1):
        line = write_mark(number, "20:15", mark)
        assert reader.read(Path("fair.jsonl"), number, line) == ("20:15", mark)


@check(per_table, few=range(3), many=range(60))
def a_game_by_the_round_comes_to_its_end(room: Room, seats: int, seeds: range) -> None:
    if room.game.course.depth is None:
        return
    for seed in seeds:
        session = begin(room, replace(room.setup(seats, seed), by=ROUND))
        played_on(session, Random(seed))
        counted(session)


@check(per_table, few=range(2), many=range(40))
def whoever_stops_to_write_by_the_turn_comes_to_the_end(
    room: Room, seats: int, seeds: range
) -> None:
    """Write some turns, then by the round; by the turn again wherever that is not refused."""
    depth = room.game.course.depth
    if depth is None:
        return
    for seed in seeds:
        draw = Random(seed)
        before = draw.randrange(40)
        *_, session = islice(random_player(room, room.setup(seats, seed), seed), before + 1)
        for by in (ROUND, TURN, ROUND):
            if session.step is None:
                break
            response = GameLoop(session).feed(f"by {by}")
            is_so = not response.is_taken and depth.now(session.state) == by
            assert response.is_taken or is_so or by == TURN, response.say
            if session.step is not None:
                taken(session, drawn(session, draw))
        played_on(session, draw)
        counted(session)


@check()
def every_kind_of_event_of_a_round_is_seen(room: Room) -> None:
    depth, seen = room.game.course.depth, set[type]()
    if depth is None:
        return
    wanted = {kind for stage in depth.stages for kind in stage.events}
    for seed in range(60):
        seats = room.game.players[seed % len(room.game.players)]
        session = begin(room, replace(room.setup(seats, seed), by=ROUND))
        played_on(session, Random(seed))
        seen |= {type(event) for event in session.log()}
        if seen >= wanted:
            break
    assert wanted - seen <= {*room.game.course.events}, "what only a round leaves can be told"
