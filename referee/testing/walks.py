"""Every room can be played to its end at random, and recorded."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import reduce
from itertools import chain, islice, product
from pathlib import Path
from random import Random
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from referee.core.play.loop import GameLoop
from referee.core.play.record import Undo
from referee.core.play.stage import Step
from referee.core.rulebook import Rulebook
from referee.core.say import Say
from referee.core.table import ROUND, TURN
from referee.files.journal.lines import MarkReader, write_mark
from referee.testing import play
from referee.testing.faults import NEVER_FORBIDDEN, fault, nothing
from referee.testing.play import AnySession
from referee.testing.room import Given, Room, as_plain, checks, per_table, some_tables, written

CHECKS, check = checks("play")

SEEDS = 200
"""How many random games of a room are played, at all its tables together."""
STEP_IDS = "step_ids.txt"
"""The file of the tests that promises the ids of steps."""
FEW = 6
"""All answers to a step are followed, if they are at most this many."""


@check(per_table, few=play.STRANGERS, many=range(16, 200))
def random_games_come_to_an_end(room: Room, seats: int, tables: range) -> None:
    lengths = Counter[int]()
    seen: set[str] = set()
    for seed in tables[:: len(room.game.players)]:
        game = walked(room, seats, seed)
        seen |= game.asked
        if not game.is_through:
            said = f"A game of {seats} is not over after twice max_events, {room.game.max_events}."
            do = "Correct when the stages are due, or max_events of the Game."
            fault(said, room.places.part("stages"), do)
        lengths[game.length] += 1
    for step_id in sorted(seen - {*(room.step_ids or seen)}):
        said = f"{step_id} is asked, and is not promised."
        where = room.places.at(room.tests / STEP_IDS)
        fault(said, where, f"Add it to {STEP_IDS}.")
    longest = max(lengths)
    if longest > room.game.max_events:
        said = f"A game took {longest} events; max_events of the Game is {room.game.max_events}."
        fault(said, room.places.part("__init__"), "Count how long a game can be.")


class Walk(Struct, frozen=True):
    """A random game: the ids of the steps asked, whether it ended, its length."""

    asked: frozenset[str]
    is_through: bool
    length: int


def walked(room: Room, seats: int, seed: int) -> Walk:
    """Play a random game, once."""
    known: dict[tuple[int, int], Walk] = room.known.setdefault("walks", {})
    if (seats, seed) not in known:
        asked: set[str] = set()
        for session in play.random_player(room, room.setup(seats, seed), seed):
            asked |= ids_asked(session)
        known[seats, seed] = Walk(frozenset(asked), session.step is None, len(session.active))
    return known[seats, seed]


def ids_asked(session: AnySession) -> set[str]:
    """Return the ids of the step asked, and of its alternatives."""
    step = session.step
    return {each.id for each in (step, *step.alternatives)} if step else set()


def if_promised(room: Room) -> Given:
    """Run a check if the ids of the steps are promised."""
    if room.step_ids is None:
        nothing(f"There is no {STEP_IDS}: no id of a step is promised.")
    return [("", ())]


def asked_early(room: Room, seats: int, seed: int) -> frozenset[str]:
    """Play only the opening of a random game; return the ids of the steps asked."""
    session = play.begin(room, room.setup(seats, seed))
    led = (ids_asked(each) for each in play.opening(room, session, seed))
    return frozenset(ids_asked(session)).union(*led)


def asked_by_round(room: Room, seats: int, seed: int) -> frozenset[str]:
    """Play a random game by the round; return the ids of the steps asked."""
    asked: set[str] = set()
    session, draw = play.begin(room, replace(room.setup(seats, seed), by=ROUND)), Random(seed)
    while room.game.course.depth and play.still_going(session):
        asked |= ids_asked(session)
        play.taken(session, play.drawn(session, draw))
    return frozenset(asked)


@check(if_promised)
def the_ids_of_the_steps_are_those_that_were_promised(room: Room) -> None:
    """Play random games until each promised step was asked.

    First games that other checks play too, then each opening at each table, which soon leads to
    rare steps, then all others. That no other step is asked is checked where games are played to
    their ends.
    """
    promised = room.step_ids or []
    tables = room.game.players
    known = product(play.STRANGERS[:: len(tables)], some_tables(tables))
    games = [*product(range(SEEDS // len(tables) + 1), tables)]
    plays = (walked(room, seats, seed).asked for seed, seats in known)
    openings = {
        (seats, play.opening_words(room, room.setup(seats, seed), seed)): seed
        for seed, seats in games
    }
    begun = (asked_early(room, seats, seed) for (seats, _), seed in openings.items())
    rounds = (asked_by_round(room, seats, seed) for seed, seats in games if seed in play.STRANGERS)
    others = (walked(room, seats, seed).asked for seed, seats in games)
    seen: set[str] = set()
    for asked in chain(plays, rounds, begun, others):
        seen |= asked
        if seen >= set(promised):
            break
    where = room.places.at(room.tests / STEP_IDS)
    if missing := sorted({*promised} - seen):
        do = "Lead there by an opening in openings.py, or take the id out."
        fault(f"{missing[0]} is promised, and no game asked it.", where, do)
    if strange := sorted(seen - {*promised}):
        fault(f"{strange[0]} is asked, and is not promised.", where, f"Add it to {STEP_IDS}.")
    if promised != sorted(seen):
        fault("The ids are not in alphabetical order, each once.", where, "Sort them.")


@check(per_table, few=range(1), many=range(1, 9))
def everything_said_on_the_way_can_be_worded_and_sent(room: Room, seats: int, seeds: range) -> None:
    for seed in (seats + more for more in seeds):  # so that tables differ in their switches
        setup = room.setup(seats, seed)
        for session in play.rule_breaker(room, setup, seed):
            written(session.step)
            for name, view in room.game.paper.views.items():
                grid = as_plain(view.show(session.book, session.state))
                if not {len(row) for row in grid["rows"]} <= {len(grid["columns"])}:
                    said = f"A row of {name} has more or fewer cells than there are columns."
                    do = "Give each row a cell for every column, None where it is free."
                    fault(said, room.places.code(view.show, "paper"), do)
        written(room.game.sheet(session.book, setup, session.log()))


def cut(step: Step) -> list[Any]:
    """Return the events on offer if they are few; else the first, one between and the last."""
    count = play.size(step)
    chosen = range(count) if count <= FEW else (0, count // 2, count - 1)
    return [play.on_offer(step, index) for index in chosen]


def exhausted(
    room: Room, book: Rulebook, start: Any, deepest: int, most: int
) -> tuple[int, int, bool]:
    """Follow every answer to a depth, or until ``most`` positions have been seen.

    Returns the depth that was completed, the positions seen, and whether all lines ended.
    """
    course, ahead, seen = room.game.course, [start], 1
    for depth in range(deepest + 1):
        after: list[Any] = []
        for state in ahead:
            step = course.step(book, state)
            after += [course.apply(state, event) for event in cut(step)] if step else ()
        if not after:
            return depth, seen, True
        seen += len(after)
        if seen > most:
            return depth, seen, False
        ahead = after
    return deepest, seen, False


@check(per_table, few=range(400), many=range(3_000))
def every_line_from_the_start_goes_on(room: Room, seats: int, positions: range) -> None:
    start, most = play.begin(room, room.setup(seats)), positions.stop
    depth, seen, _ = exhausted(room, start.book, start.state, room.game.max_events, most)
    if depth < 2:
        nothing(f"Already {seen} positions can come of the first two answers.")


@check(per_table, few=range(30), many=range(2_000))
def every_line_from_near_the_end_reaches_it(room: Room, seats: int, positions: range) -> None:
    setup, most = room.setup(seats), positions.stop
    states = [session.state for session in play.random_player(room, setup, seats)]
    book = room.book.with_table_numbers(setup.numbers)
    for back in range(1, len(states)):
        left = room.game.max_events - (len(states) - 1 - back)
        _, seen, is_through = exhausted(room, book, states[-1 - back], left, most)
        if not is_through:
            if seen <= most:
                said = f"From {back} events before the end a game goes on for {left} more."
                do = "Correct when the stages are due, or max_events of the Game."
                fault(said, room.places.part("stages"), do)
            break


@check(per_table, proof=True)
def every_line_from_the_start_goes_on_for_long(room: Room, seats: int) -> None:
    start = play.begin(room, room.setup(seats))
    depth, seen, _ = exhausted(room, start.book, start.state, room.game.max_events, 300_000)
    if depth < 5:
        nothing(f"Already {seen} positions can come of the first {depth + 1} answers.")


@check(per_table, proof=True)
def thirty_thousand_random_games_come_to_an_end(room: Room, seats: int) -> None:
    tables = len(room.game.players)
    seeds = range(SEEDS // tables, (SEEDS + 30_000) // tables)
    for seed, session in zip(seeds, play.played_games(room, seats, seeds), strict=True):
        if session.step is not None or len(session.active) > room.game.max_events:
            said = f"A game of {seats} took {len(session.active)} events (seed {seed})."
            fault(said, room.places.part("__init__"), "Count how long a game can be.")


def misread(session: AnySession) -> Iterator[tuple[int, Any]]:
    """Yield the marks that come back from a journal as something else, with their lines."""
    reader = MarkReader(session.game)
    for number, mark in enumerate(session.record, start=1):
        line = write_mark(number, "20:15", mark)
        if reader.read(Path("fair.jsonl"), number, line) != ("20:15", mark):
            yield number, mark


@check()
def every_kind_of_event_is_seen_in_play_and_survives_the_journal(room: Room) -> None:
    """Play until each kind of event was seen.

    First games that other checks play too, then games with broken rules after each opening of the
    room in turn, at tables in turn: kinds that are met only by luck are no longer met once some
    other rule changes.
    """
    seen: set[type] = set()
    tables = room.game.players
    known = [*product(play.STRANGERS[:: len(tables)], some_tables(tables))]
    turns = range(1, len(tables) + 1)
    others = [
        (seed, tables[(seed + turn) % len(tables)]) for turn in turns for seed in play.STRANGERS
    ]
    walks = (*product((play.random_player,), known), *product((play.rule_breaker,), others))
    for walk, (seed, seats) in walks:
        *_, session = walk(room, room.setup(seats, seed), seed)
        for _, mark in misread(session):
            event = getattr(mark, "event", mark)
            said = f"{type(event).__name__} comes back from a journal as something else."
            do = "Give its fields types that a journal can keep."
            fault(said, room.places.event(type(event), "apply"), do)
        seen |= {type(event) for event in session.log()}
        if seen == set(room.game.course.events):
            break
    for kind in room.game.course.events:
        if kind not in seen:
            do = "Lead to it by an opening in openings.py, or take it out of its stage."
            fault(f"No game has seen {kind.__name__}.", room.places.event(kind, "judge"), do)


@check(per_table, few=range(2), many=range(16))
def a_log_replays_to_the_same_state(room: Room, seats: int, seeds: range) -> None:
    for session in play.played_games(room, seats, seeds):
        start = room.game.start(session.book, session.setup)
        if reduce(room.game.course.apply, session.log(), start) != session.state:
            said = "The same events lead to another state when they are applied again."
            do = "Let events depend on nothing but the state and themselves."
            fault(said, room.places.part("stages"), do)


@check(per_table, few=range(1), many=range(4))
def undo_after_any_event_gives_the_old_session(room: Room, seats: int, seeds: range) -> None:
    for seed in (seats + more for more in seeds):
        session, draw = play.begin(room, room.setup(seats, seed)), Random(seed)
        while play.still_going(session):
            before = (session.state, session.log(), as_plain(session.step))
            tried = play.drawn(session, draw)
            play.taken(session, tried)
            session.add(Undo((session.active[-1],)))
            if (session.state, session.log(), as_plain(session.step)) != before:
                said = f"After {type(tried.event).__name__} is taken back, not all is as before."
                do = "Let it change nothing but the state that it gives back."
                fault(said, room.places.event(type(tried.event), "apply"), do)
            play.taken(session, tried)
        while session.active:
            session.add(Undo(tuple(session.active[-3:])))
        if session.state != play.begin(room, room.setup(seats, seed)).state:
            said = "After everything is taken back the state is not that of the start."
            do = "Let events depend on nothing but the state and themselves."
            fault(said, room.places.part("state"), do)


@check(per_table, few=range(1), many=range(1, 12))
def broken_rules_are_on_record(room: Room, seats: int, seeds: range) -> None:
    overruled = 0
    for seed in seeds:
        *_, session = play.rule_breaker(room, room.setup(seats, seed), seed)
        entries = [session.entry(number) for number in session.active]
        overruled += sum(bool(entry.overrule_reason) for entry in entries)
    if not overruled:
        nothing(NEVER_FORBIDDEN)


def played_on(room: Room, session: AnySession, draw: Random) -> None:
    """Play a session to its end with answers on offer, and say what everybody can see."""
    while play.still_going(session):
        written(session.step)
        for view in session.game.paper.views.values():
            as_plain(view.show(session.book, session.state))
        play.taken(session, play.drawn(session, draw))
    if session.step is not None:
        said = f"A game by the round is still at {session.step.id} after many answers."
        fault(said, room.places.part("stages"), "Let what a round leaves end the round.")


def counted(room: Room, session: AnySession) -> None:
    """Check that a session at its end is scored, audited, printed, and read back from its lines."""
    game, book = session.game, session.book
    final = game.final.count(session.state)
    if isinstance(final, Say):
        do = "Let the count work with what a round leaves; all else is unknown."
        fault(f"A game by the round has no score: {final}", room.places.part("final"), do)
    written((game.final.audit(book, final), game.final.scoresheet(book, final)))
    written(game.final.unchecked(book, final))
    written(game.sheet(book, session.setup, session.log()))
    for number, _ in misread(session):
        said = f"Line {number} of a journal by the round comes back as something else."
        do = "Give the events of its stages types that a journal can keep."
        fault(said, room.places.part("stages"), do)


@check(per_table, few=range(2), many=range(60))
def a_game_by_the_round_comes_to_its_end(room: Room, seats: int, seeds: range) -> None:
    if room.game.course.depth is None:
        return
    for seed in seeds:
        session = play.begin(room, replace(room.setup(seats, seed), by=ROUND))
        played_on(room, session, Random(seed))
        counted(room, session)


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
        *_, session = islice(play.random_player(room, room.setup(seats, seed), seed), before + 1)
        for by in (ROUND, TURN, ROUND):
            if session.step is None:
                break
            response = GameLoop(session).feed(f"by {by}")
            is_so = response.is_taken or depth.now(session.state) == by
            if not is_so and by == ROUND:
                do = "Refuse no table that stops to write by the turn."
                fault(f"“by round” is not taken: {response.say}", room.places.part("stages"), do)
            if session.step is not None:
                play.taken(session, play.drawn(session, draw))
        played_on(room, session, draw)
        counted(room, session)


@check()
def every_kind_of_event_of_a_round_is_seen(room: Room) -> None:
    depth, seen = room.game.course.depth, set[type]()
    if depth is None:
        return
    wanted = {kind for stage in depth.stages for kind in stage.events} - {*room.game.course.events}
    for seed in range(60):
        seats = room.game.players[seed % len(room.game.players)]
        session = play.begin(room, replace(room.setup(seats, seed), by=ROUND))
        played_on(room, session, Random(seed))
        seen |= {type(event) for event in session.log()}
        if seen >= wanted:
            return
    for kind in wanted - seen:
        do = "Offer it where a round as a whole is asked for."
        fault(f"No game has seen {kind.__name__}.", room.places.event(kind, "judge"), do)
