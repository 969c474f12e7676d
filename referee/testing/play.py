"""Playing any room: what a step offers, and games that keep the rules or break them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from random import Random
from typing import Any, TypeAlias

from msgspec import json

from referee.core.play.loop import GameLoop
from referee.core.play.reading.answer import ParsedAnswer
from referee.core.play.record import Entry
from referee.core.play.session import Session
from referee.core.play.stage import Step
from referee.core.ruling import Verdict
from referee.core.say import BadAnswer
from referee.core.table import Setup
from referee.testing.faults import StepFault, fault
from referee.testing.room import Room

AnySession: TypeAlias = Session
MOST_SAMPLED = 64
"""How many of the answers on offer are tried, if there are more."""
STRANGERS = range(16)
"""The seeds of the games of every run, at all tables together."""
MOST_KEPT = 250
"""How many games of a room are kept for other checks."""
KEPT_TO = 3 / 4
"""How often a table plays by its house rule if it can; always might never end."""
MOST_TRIED = 16
"""How many attempts such a table makes at a step."""
Choice: TypeAlias = Callable[[AnySession, Random], ParsedAnswer]
"""Chooses the next answer."""
OPEN = {Verdict.ALLOWED, Verdict.TABLE_CALL}


def begin(room: Room, setup: Setup) -> AnySession:
    """Begin a session of a room."""
    return Session(room.game, room.book.with_table_numbers(setup.numbers), setup)


def size(step: Step) -> int:
    """Count the answers on offer, including those to alternative steps."""
    return sum(each.answers.size for each in (step, *step.alternatives))


def offer(step: Step, index: int) -> str:
    """Return the index-th answer on offer; those to alternative steps come last."""
    asked, words = _offered(step, index)
    return words if asked is step else f"{asked.keyword} {words}".strip()


def on_offer(step: Step, index: int) -> Any:
    """Read the index-th answer on offer, as ``offer`` counts them."""
    asked, words = _offered(step, index)
    return asked.read(words)


def _offered(step: Step, index: int) -> tuple[Step, str]:
    for each in (step, *step.alternatives):
        if index < each.answers.size:
            return each, str(each.answers.offer(index))
        index -= each.answers.size
    raise IndexError(index)


def sampled(step: Step, most: int = MOST_SAMPLED) -> list[str]:
    """Return the answers on offer, or ``most`` of them including the first and the last."""
    count = size(step)
    if count <= most:
        return [offer(step, index) for index in range(count)]
    draw = Random(count)
    indexes = {0, count - 1, *(draw.randrange(count) for _ in range(most - 2))}
    return [offer(step, index) for index in sorted(indexes)]


def attempt(session: AnySession, words: str) -> ParsedAnswer | None:
    """Read and judge words at the current step; None if they mean nothing there."""
    try:
        return GameLoop(session).parse(words.strip())
    except BadAnswer:
        return None


def refusal(session: AnySession, words: str) -> str:
    """Say why words are no answer to the current step that is taken at once; empty if they are."""
    tried = attempt(session, words)
    if tried is None:
        return "not understood."
    return "" if tried.ruling.verdict in OPEN else f"not allowed: {tried.ruling.reason}"


def taken(session: AnySession, tried: ParsedAnswer) -> None:
    """Record an answer; a forbidden one is overruled. Raises ValueError for an impossible one."""
    if tried.ruling.verdict is Verdict.IMPOSSIBLE:
        raise ValueError(str(tried.ruling.reason))
    why = "" if tried.ruling.verdict in OPEN else "the table says so"
    step, words, event = tried.step.id, tried.words, tried.event
    session.add(Entry(step=step, words=words, event=event, overrule_reason=why))


def mark_of(event: Any) -> bytes:
    """Encode an event so that it can be compared and put into a set."""
    return json.encode(event)


def drawn(session: AnySession, draw: Random) -> ParsedAnswer:
    """Draw among the answers on offer; each can be read, and at least one is possible."""
    step = step_of(session)
    tried = None
    for index in _some_of(draw, size(step)):
        words = offer(step, index).strip()
        try:
            tried = GameLoop(session).parse(words)
        except BadAnswer as bad:
            message = f"“{words}” is offered at {step.id} and not understood: {bad}"
            raise StepFault(message, step.id) from bad
        if tried.ruling.verdict is not Verdict.IMPOSSIBLE:
            return tried
    why = f": {tried.ruling.reason}" if tried else "."
    message = f"Nothing that {step.id} offers is possible{why}"
    raise StepFault(message, step.id)


def step_of(session: AnySession) -> Step:
    """Return the step of a session that is not over. Raises ValueError."""
    if session.step is None:
        message = "the game is over"
        raise ValueError(message)
    return session.step


def _some_of(draw: Random, count: int) -> Iterator[int]:
    """Draw numbers below a count: all of them, or as many as are tried."""
    if count > MOST_SAMPLED:
        yield from (draw.randrange(count) for _ in range(MOST_SAMPLED))
    else:
        left = list(range(count))
        while left:
            yield left.pop(draw.randrange(len(left)))


def still_going(session: AnySession) -> bool:
    """Return whether to play on, for at most twice the length of the longest game."""
    return session.step is not None and len(session.active) <= 2 * session.game.max_events


def opening_words(room: Room, setup: Setup, seed: int) -> tuple[str, ...]:
    """Return answers that lead where random play seldom does; seed 0 has none.

    A room may have them as ``OPENINGS`` in openings.py: tuples of answers, or a function that
    returns them for a setup.
    """
    known: Any = room.brings("openings", "OPENINGS", ())
    brought: tuple[tuple[str, ...], ...] = known(setup) if callable(known) else known
    return ((), *brought)[seed % (len(brought) + 1)]


def opening(room: Room, session: AnySession, seed: int) -> Iterator[AnySession]:
    """Play an opening of the room; yield the session after each answer."""
    for words in opening_words(room, session.setup, seed):
        tried = attempt(session, words)
        if tried is None or tried.ruling.verdict not in OPEN:
            why = refusal(session, words)
            asked = session.step.id if session.step else "the end"
            said = f"“{words}” of OPENINGS is answered at {asked} and {why}"
            fault(said, room.places.at(room.tests / "openings.py"), "Correct the opening.")
        taken(session, tried)
        yield session


def random_player(room: Room, setup: Setup, seed: int) -> Iterator[AnySession]:
    """Play random answers on offer; yield the session before each and at the end."""
    return _played(room, setup, seed, drawn)


def rule_breaker(room: Room, setup: Setup, seed: int) -> Iterator[AnySession]:
    """Play at random, but do something forbidden a third of the time, which is overruled."""

    def chosen(session: AnySession, draw: Random) -> ParsedAnswer:
        words = room.attempts(step_of(session)) if draw.random() < 1 / 3 else []
        for each in draw.sample(words, len(words)):
            tried = attempt(session, each)
            if tried and tried.ruling.verdict is Verdict.FORBIDDEN:
                return tried
        return drawn(session, draw)

    return _played(room, setup, seed, chosen)


def house_ruler(room: Room, setup: Setup, seed: int, known: set[str]) -> Iterator[AnySession]:
    """Play at random, but mostly break one rule wherever possible, as a house rule.

    It is the first one met that is not ``known`` yet, and is added there.
    """
    rule = ""

    def chosen(session: AnySession, draw: Random) -> ParsedAnswer:
        nonlocal rule
        words = room.attempts(step_of(session)) if draw.random() < KEPT_TO else []
        for each in draw.sample(words, min(len(words), MOST_TRIED)):
            tried = attempt(session, each)
            if not tried or tried.ruling.verdict is not Verdict.FORBIDDEN:
                continue
            broken = str(tried.ruling.rules[0])
            if not rule and broken not in known:
                rule = broken
                known.add(rule)
            if broken == rule:
                return tried
        return drawn(session, draw)

    session, draw = begin(room, setup), Random(seed)
    yield session
    while still_going(session):
        taken(session, chosen(session, draw))
        yield session


def _played(room: Room, setup: Setup, seed: int, choose: Choice) -> Iterator[AnySession]:
    """Play a game; one that was played to its end before is repeated."""
    kept: dict[bytes, tuple[list[Entry], Any]] = room.known.setdefault("played", {})
    key = json.encode((choose.__qualname__, setup, seed))
    session, draw = begin(room, setup), Random(seed)
    yield session
    if key in kept:
        entries, end = kept[key]
        for entry in entries:
            session.add(entry)
            yield session
        if session.state != end:
            said = "The same answers lead to another state when they are given again."
            do = "Let events depend on nothing but the state and themselves."
            fault(said, room.places.part("stages"), do)
        return
    yield from opening(room, session, seed)
    while still_going(session):
        taken(session, choose(session, draw))
        yield session
    if len(kept) < MOST_KEPT:
        kept[key] = ([session.entry(number) for number in session.active], session.state)


def played_games(room: Room, seats: int, seeds: Iterable[int]) -> Iterator[AnySession]:
    """Yield random games of a number of players at their ends."""
    for seed in seeds:
        yield played_out(room, room.setup(seats, seed), seed)


def played_out(room: Room, setup: Setup, seed: int) -> AnySession:
    """Return the session of a random game at its end, for all who only look at it."""
    ends: dict[bytes, AnySession] = room.known.setdefault("ends", {})
    key = json.encode((setup, seed))
    if key in ends:
        return ends[key]
    *_, session = random_player(room, setup, seed)
    if len(ends) < MOST_KEPT:
        ends[key] = session
    return session
