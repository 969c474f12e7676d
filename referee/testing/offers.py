"""Answers are offered if and only if they are allowed; and after any report play can continue."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from importlib import import_module
from itertools import combinations, product
from math import inf
from pkgutil import walk_packages
from random import Random
from types import UnionType
from typing import Any, Final, TypeAlias, get_args

import msgspec
from msgspec.structs import fields, replace

from referee.core.play.event import Event
from referee.core.play.reading.answer import ParsedAnswer
from referee.core.play.stage import Stage, Step
from referee.core.rulebook import Rulebook
from referee.core.ruling import Verdict
from referee.core.say import Vocabulary
from referee.core.table import FinalCount, Player, Setup
from referee.testing import play
from referee.testing.faults import CORRECT_STEP, NEVER_FORBIDDEN, fault, nothing
from referee.testing.play import AnySession
from referee.testing.room import Room, checks, per_table, some_tables, written
from referee.testing.sheets import each_in_one_row

CHECKS, check = checks("play")

MOST_TOLD = 8
"""How many of the answers that led to a position are named, the last ones."""
MOST_COMPARED = 4_000
"""If more answers are on offer, they are not compared."""
FEW_SAMPLED = 6
"""How many of the answers on offer are tried if all positions of a game are."""
MOST_POSITIONS = 12
"""About how many positions of a game are examined; the proof examines all."""


Field: TypeAlias = "tuple[type, str]"
Walk: TypeAlias = Callable[[Room, Setup, int], Iterator[AnySession]]
"""How a game is played."""
MOST_VALUES: Final = 40
"""How many values of a field are tried at a position, drawn among all."""
MOST_BASES: Final = 3
"""In how many events of a kind they are put."""


class Values:
    """All that the fields of a room's events have been, and what else is of their types."""

    def __init__(self, room: Room) -> None:
        self._seen = dict[Field, dict[bytes, Any]]()
        for number, seats in product(play.STRANGERS[::4], some_tables(room.game.players)):
            for event in play.played_out(room, room.setup(seats, number), number).log():
                self._see(event)
        self._words = tuple(dict.fromkeys(_words_of(room)))
        self._numbers = tuple(dict.fromkeys(_numbers_of(room)))

    def _see(self, event: Any) -> None:
        for each in fields(type(event)):
            value = getattr(event, each.name)
            known = self._seen.setdefault((type(event), each.name), {})
            known.setdefault(msgspec.json.encode(value), value)

    def of(self, kind: type, name: str, hint: Any, people: Iterable[Player]) -> list[Any]:
        """List what a field may be: what it was in any game, and others of its type."""
        values = list(self._seen.get((kind, name), {}).values())
        if isinstance(hint, UnionType):
            each_kind = (self.of(kind, name, each, people) for each in get_args(hint))
            return [each for some in each_kind for each in some]
        if hint is bool:
            return [False, True]
        if hint is int:
            known = [*values, *self._numbers]
            return [*dict.fromkeys(n + by for n in known for by in (0, 1, -1) if n + by >= 0)]
        if hint is Player:
            return [*people]
        if hint == tuple[Player, ...]:
            everybody = tuple(people)
            return [some for n in range(len(everybody) + 1) for some in combinations(everybody, n)]
        return [*values, *self._words] if hint is str else values

    def events(
        self,
        kinds: Iterable[type[Event[Any]]],
        bases: Iterable[Any],
        people: Iterable[Player],
        draw: Random,
    ) -> Iterator[tuple[Any, Any]]:
        """Yield events like those given, with one value changed each, and that value."""
        everybody = tuple(people)
        known = dict[type[Event[Any]], list[Any]]()
        for base in bases:
            if len(known.setdefault(type(base), [])) < MOST_BASES:
                known[type(base)].append(base)
        for kind in kinds:
            for base, each in product(known.get(kind, ()), fields(kind)):
                if each.type is Player and not kind.actor_field:
                    continue  # such events may be reported of anybody, in any order
                values = self.of(kind, each.name, each.type, everybody)
                if len(values) > MOST_VALUES:
                    values = draw.sample(values, MOST_VALUES)
                for value in values:
                    yield replace(base, **{each.name: value}), value


def values_of(room: Room) -> Values:
    """Collect the values of a room, once."""
    if "values" not in room.known:
        room.known["values"] = Values(room)
    known: Values = room.known["values"]
    return known


def _words_of(room: Room) -> Iterator[str]:
    """Yield the ids of the room's vocabularies, and the words of its rulebook."""
    package = import_module(room.game.package)
    for each in walk_packages(package.__path__, f"{package.__name__}."):
        for value in vars(import_module(each.name)).values():
            if isinstance(value, Vocabulary):
                yield from value
    for _, _, value in room.book.constants():
        if isinstance(value, Mapping):
            yield from (key for key in value if isinstance(key, str))
    for switch in room.book.options.values():
        yield from switch.values


def _numbers_of(room: Room) -> Iterator[int]:
    """Yield the numbers of the rulebook, and the keys of its tables."""
    for _, name, value in room.book.constants():
        if isinstance(value, int):
            yield value
        elif isinstance(value, Mapping):
            yield from (key for key in value if isinstance(key, int))
            yield from value.values()
        elif name:
            yield from value


def stages_at(room: Room, session: AnySession) -> list[Stage[Any]]:
    """List the stages that are due: the one that is asked, and what may be reported instead."""
    course, state = room.game.course, session.state
    due = course.due(state)
    if due is None:
        return []
    return [due, *(each for each in (*due.alternatives, *course.anytime) if each.when(state))]


def worded(value: Any) -> str:
    """Word a value of a field, as far as somebody could type it.

    >>> worded((Player("Ana"), Player("Bo"))), worded(17), worded(())
    ('Ana Bo', '17', 'none')
    """
    if isinstance(value, tuple | list):
        return " ".join(map(worded, value)) or "none"
    if isinstance(value, Mapping):
        return ", ".join(f"{worded(each)} {key}" for key, each in value.items()) or "none"
    if isinstance(value, msgspec.Struct):
        has_words = type(value).__str__ is not object.__str__
        return str(value) if has_words else play.mark_of(value).decode()
    return str(value)


def positions(
    room: Room,
    seats: int,
    seeds: Iterable[int],
    most: float = MOST_POSITIONS,
    walks: tuple[Walk, ...] = (play.random_player, play.rule_breaker),
) -> Iterator[AnySession]:
    """Yield positions of games that keep the rules, and of some that do not."""
    for seed in seeds:
        draw = Random(seed)
        for walk in walks:
            for session in walk(room, room.setup(seats, seed), seed):
                is_over = session.step is None
                if is_over or draw.random() * session.game.max_events < most:
                    yield session


def attempts_at(room: Room, session: AnySession) -> list[ParsedAnswer]:
    """Read and judge everything that can be tried at the current step."""
    step = session.step
    tried = [play.attempt(session, words) for words in room.attempts(step)] if step else []
    return [each for each in tried if each is not None]


def allowed(room: Room, session: AnySession, most: int = play.MOST_SAMPLED) -> None:
    """Check that the words on offer, ``most`` of them, can be read and are not forbidden."""
    step = session.step
    for words in play.sampled(step, most) if step else ():
        if why := play.refusal(session, words):
            said = f"“{words}” is offered at {play.step_of(session).id} and {why}"
            where = room.places.step(play.step_of(session).id)
            fault(said, where, f"{CORRECT_STEP} {played(session)}")


def played(session: AnySession) -> str:
    """Say which answers led to a position."""
    entries = [session.entry(number) for number in session.active]
    last = "; ".join(f"{each.step}: {each.words}" for each in entries[-MOST_TOLD:])
    return f"(After {'… ' * (len(entries) > MOST_TOLD)}{last or 'nothing'}.)"


@check(per_table, few=range(1), many=range(1, 6))
def what_is_offered_is_allowed(room: Room, seats: int, seeds: range) -> None:
    for session in positions(room, seats, seeds):
        allowed(room, session)


@check(per_table, few=range(1), many=range(100))
def a_table_with_a_house_rule_is_offered_what_is_allowed(
    room: Room, seats: int, seeds: range
) -> None:
    """Break one rule all through a game, another one in each game, until none is left."""
    known = set[str]()
    for seed in seeds:
        rules = len(known)
        for session in play.house_ruler(room, room.setup(seats, seed), seats + seed, known):
            allowed(room, session, FEW_SAMPLED)
        if seed and len(known) == rules:
            break
    if not known:
        nothing(NEVER_FORBIDDEN)


@check(per_table, few=range(2), many=range(2, 8))
def what_is_allowed_is_offered(room: Room, seats: int, seeds: range) -> None:
    compared = 0
    for session in positions(room, seats, seeds):
        step = session.step
        if step is None or play.size(step) > MOST_COMPARED or step.id in room.taken_anyway:
            continue
        tried = [each for each in attempts_at(room, session) if each.ruling.verdict in play.OPEN]
        hidden = {play.mark_of(each.event): each.words for each in tried}
        for event in events_on_offer(step) if tried else ():
            hidden.pop(play.mark_of(event), None)
            if not hidden:
                break
        for words in hidden.values():
            do = f"Offer it, or forbid it. {played(session)}"
            where = room.places.step(step.id)
            fault(f"“{words}” is allowed at {step.id} and not offered.", where, do)
        compared += len(tried)
    if not compared:
        nothing("No word of ATTEMPTS is ever allowed: nothing shows that it is offered.")


@check(per_table, few=range(1), many=range(1, 6))
def every_default_is_understood_and_allowed(room: Room, seats: int, seeds: range) -> None:
    for session in positions(room, seats, [seats + more for more in seeds], inf):
        step = session.step
        if step is None or not step.default:
            continue
        if why := play.refusal(session, step.default):
            said = f"The default “{step.default}” of {step.id} is {why}"
            do = f"Let the default be an answer that is offered. {played(session)}"
            fault(said, room.places.step(step.id), do)


@check(per_table, few=range(1), many=range(8))
def what_no_answer_names_is_not_allowed(room: Room, seats: int, seeds: range) -> None:
    """Judge events with values from anywhere: those that are allowed have to be on offer.

    Where a rule was broken the record may be wrong, and more is allowed than it can offer.
    """
    course, draw = room.game.course, Random(seats)
    tables = [seats + more for more in seeds]
    for session in positions(room, seats, tables, walks=(play.random_player,)):
        step = session.step
        if step is None or play.size(step) > MOST_COMPARED:
            continue
        offered = [*events_on_offer(step)]
        known = {play.mark_of(event) for event in offered}
        draw.shuffle(offered)
        people = [*course.people(session.state)]
        for stage in stages_at(room, session):
            if stage.id in room.taken_anyway:
                continue
            for event, value in values_of(room).events(stage.events, offered, people, draw):
                if play.mark_of(event) not in known and is_open(session, event, offered):
                    told = f"{type(event).__name__} with “{worded(value)}”"
                    do = "Offer it, or let judge forbid it, or work the field out in apply."
                    fault(
                        f"{told} is allowed at {stage.id} and not offered.",
                        room.places.step(stage.id),
                        f"{do} {played(session)}",
                    )


def is_open(session: AnySession, event: Any, offered: list[Any]) -> bool:
    """Return whether an event is allowed, and comes to something that none of these comes to."""
    course, state = session.game.course, session.state
    try:
        if course.judge(session.book, state, event).verdict not in play.OPEN:
            return False
        after = course.apply(state, event)
    except Exception:  # noqa: BLE001 - no words name such an event
        return False
    return all(course.apply(state, each) != after for each in offered)


@check(per_table, few=range(2), many=range(1_000))
def after_whatever_is_not_impossible_the_referee_goes_on(
    room: Room, seats: int, tried_at_most: range
) -> None:
    """Apply up to so many of the events that can be tried, each once per position.

    The length of a game is unknown in advance: each doubling has as many of the positions.
    """
    seen: set[Verdict] = set()
    draw, most = Random(seats), tried_at_most.stop
    for session in positions(room, seats, range(2), inf):
        if draw.random() * len(session.log()) >= most:
            continue
        step = session.step
        words = room.attempts(step) if step else []
        tried = dict[bytes, ParsedAnswer]()
        for each in draw.sample(words, len(words)):
            found = play.attempt(session, each)
            if found and found.ruling.verdict is not Verdict.IMPOSSIBLE:
                tried.setdefault(play.mark_of(found.event), found)
            if len(tried) == most:
                break
        for found in tried.values():
            seen.add(found.ruling.verdict)
            goes_on(room, session, found.event)
    if Verdict.FORBIDDEN not in seen:
        nothing(NEVER_FORBIDDEN)


def events_on_offer(step: Step, most: int = MOST_COMPARED) -> Iterator[Any]:
    """Yield the events of the answers on offer, at most ``most`` of each step."""
    for each in (step, *step.alternatives):
        for index in range(min(each.answers.size, most)):
            yield each.read(str(each.answers.offer(index)))


def can_be(room: Room, book: Rulebook, state: Any, step: Step) -> bool:
    """Return whether some answer on offer is possible, even if the rules forbid it."""
    course = room.game.course
    return any(
        course.judge(book, state, event).verdict is not Verdict.IMPOSSIBLE
        for event in events_on_offer(step, play.MOST_SAMPLED)
    )


def goes_on(room: Room, session: AnySession, event: Any) -> None:
    """Apply an event, whatever its ruling, and call everything that can be called then."""
    game, book = room.game, session.book
    state = game.course.apply(session.state, event)
    step = game.course.step(book, state)
    if step is not None:
        if not can_be(room, book, state, step):
            said = f"Nothing that {step.id} offers is possible after {type(event).__name__}."
            fault(said, room.places.step(step.id), f"{CORRECT_STEP} {played(session)}")
        written(step)
    for view in game.paper.views.values():
        written(view.show(book, state))
    log = session.log()
    if "paper" in game.modules and (len(log) % 5 == 0 or step is None):
        each_in_one_row(room, book, session.setup, (*log, event))
    if "score" not in game.parts:
        return
    final = game.final.count(state)
    if step is None and not isinstance(final, FinalCount):
        do = "Count whatever state a game can end in, overruled answers too."
        fault(f"A game is over and cannot be counted: {final}", room.places.part("final"), do)
    if isinstance(final, FinalCount):
        written(game.final.audit(book, final))
        written(game.final.scoresheet(book, final))
