"""The course of a game: its stages in order, what each asks, and its consequences.

No position is stored except the state: the first stage that is due is what the table does now, so
that undo, resume and replay cost nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache, cached_property, partial
from itertools import repeat
from typing import Any, Generic, TypeAlias, TypeVar, get_args

from msgspec import Struct
from msgspec.structs import fields, replace

from referee.core.answers.choices import OneOf
from referee.core.answers.each import EachPlayer
from referee.core.play.event import Event
from referee.core.play.marks.depth import Depth, DepthChosen
from referee.core.play.stage import Beside, Consequence, Prompt, Stage, Step, Timer
from referee.core.rulebook import Rulebook, rule_refs
from referee.core.ruling import Notice, Ruling
from referee.core.say import AsIs, GameFault, Say, Vocabulary, join, join_or, of_kind
from referee.core.table import Player

S = TypeVar("S")
OVER = Say("over")
MOST_FOLLOWING = 10_000
"""More consequences in a row than any game has: beyond it, one of them is always due."""


def _seating(state: Any) -> tuple[Player, ...]:  # noqa: ANN401 - see above
    seating: tuple[Player, ...] = state.setup.seating
    return seating


Followed: TypeAlias = tuple[S, tuple[Notice, ...]]
_PlayersIn: TypeAlias = Callable[[Any], Iterable[Player]]


class Course(Struct, Generic[S], frozen=True, kw_only=True, dict=True):
    """The stages of a game; the first one whose turn has come is what the table does now.

    ``anytime`` stages are alternatives to every other while their ``when`` holds. ``people`` are
    all whom an event may name. ``heading`` names the round and phase, ``context`` what is face up;
    ``depth`` has the stages of a table that does not write by the turn.

    >>> from referee.core.answers.choices import Number
    >>> from referee.core.play.stage import Prompt
    >>> from referee.core.rulebook import Edition
    >>> class BellRung(Event[int], frozen=True):  # the state is how often it has rung
    ...     rule, actor_field, times = "BEL-1", "", 1
    ...
    ...     def apply(self, state: int) -> int:
    ...         return state + 1
    >>> def ring(book: Rulebook, state: int) -> Prompt[int]:
    ...     return Prompt(ask=Say("Ring?"), answers=Number(1, 1), event=lambda _: BellRung())
    >>> course = Course(
    ...     stages=(Stage(id="ring", title=Say("the bell"), ask=ring, events=(BellRung,),
    ...         when=lambda state: state < 2),),
    ...     heading=lambda state, stage: stage.title, people=lambda state: ())
    >>> book = Rulebook(game="bell", version=1, digest="", prefix="BEL", players=(1, 4),
    ...     edition=Edition("", "", ""), rules={})
    >>> step = course.step(book, 0)
    >>> step.id, str(step.ask), [str(each) for each in step.rules], course.apply(0, step.read("1"))
    ('ring', 'Ring?', ['BEL-1'], 1)
    >>> course.step(book, 2) is None, str(course.judge(book, 2, BellRung()).reason)
    (True, 'It is time for over, not for the bell.')

    A consequence follows whatever event brings it about, and is announced with it.

    >>> cracks = Consequence(when=lambda state: state == 2, apply=lambda state: 9, rule="BEL-2",
    ...     say=lambda state: Say("The bell cracks at {n}.", n=state))
    >>> str(cracks.say(2))
    'The bell cracks at 2.'
    """

    stages: tuple[Stage[S], ...]
    heading: Callable[[S, Stage[S]], Say]
    anytime: tuple[Stage[S], ...] = ()
    consequences: tuple[Consequence[S], ...] = ()
    context: Callable[[S], tuple[Say, ...]] = lambda _: ()
    people: Callable[[S], Iterable[Player]] = _seating
    timer: Callable[[Rulebook, S], Timer | None] | None = None
    depth: Depth[S] | None = None

    @cached_property
    def by_turn(self) -> tuple[Stage[S], ...]:
        """List the stages of a game recorded by the turn, alternatives included."""
        beside = (each for stage in self.stages for each in stage.alternatives)
        return (*self.stages, *beside, *self.anytime)

    @cached_property
    def all_stages(self) -> tuple[Stage[S], ...]:
        """List all stages, alternatives included, and those of a game recorded by the round."""
        return (*self.by_turn, *(self.depth.stages if self.depth else ()))

    @cached_property
    def events(self) -> tuple[type[Event[S]], ...]:
        """List the kinds of event that are recorded by the turn, each once."""
        return tuple(dict.fromkeys(kind for stage in self.by_turn for kind in stage.events))

    @cached_property
    def recorded(self) -> tuple[type[Event[S]], ...]:
        """List all kinds of event that a record can hold, each once."""
        kinds = (kind for stage in self.all_stages for kind in stage.events)
        return tuple(dict.fromkeys((*kinds, *((self.depth.chosen,) if self.depth else ()))))

    @cached_property
    def _in_order(self) -> tuple[Stage[S], ...]:
        return (*(self.depth.stages if self.depth else ()), *self.stages)

    def _is_closed(self, state: S) -> bool:
        return self.depth is not None and self.depth.is_closed(state)

    def _others(self, stage: Stage[S], state: S) -> Iterator[Stage[S]]:
        """Yield the alternatives to a stage; those at any time only if turns are recorded."""
        open_now = () if self._is_closed(state) else self.anytime
        return (each for each in (*stage.alternatives, *open_now) if each.when(state))

    def due(self, state: S) -> Stage[S] | None:
        """Return the stage that is due, computed once for each state; None if the game is over."""
        known: tuple[S, Stage[S] | None] | None = self.__dict__.get("_due")
        if known is None or known[0] is not state:
            found = None
            in_order = self._in_order
            if self.depth and self.depth.is_closed(state):
                in_order = self.depth.stages
            for stage in in_order:  # a generator would make a replay twice as slow
                if stage.when(state):
                    found = stage
                    break
            known = self.__dict__["_due"] = (state, found)
        return known[1]

    def step(self, book: Rulebook, state: S) -> Step | None:
        """Return the next step, computed once for each state; None if the game is over."""
        known: tuple[S, Rulebook, Step | None] | None = self.__dict__.get("_step_asked")
        if known is None or known[0] is not state or known[1] is not book:
            known = self.__dict__["_step_asked"] = (state, book, self._make_step(book, state))
        return known[2]

    def _make_step(self, book: Rulebook, state: S) -> Step | None:
        stage = self.due(state)
        if stage is None:
            return None
        make = partial(self._step, book, state)
        others = tuple(Beside(each, make) for each in self._others(stage, state))
        timer = self.timer(book, state) if self.timer and not self._is_closed(state) else None
        ends = (each.step for each in others if timer and type(timer.expired) in each.stage.events)
        asked = self._step(book, state, stage)
        return replace(asked, besides=others, timer=timer, expiry=next(ends, None))

    def _step(self, book: Rulebook, state: S, stage: Stage[S]) -> Step:
        prompt = of_kind(Prompt, stage.ask(book, state), stage.ask)
        if prompt.sealed and not isinstance(prompt.answers, EachPlayer):
            raise GameFault(stage.ask, AsIs("seals answers that are not an EachPlayer"))
        rules = rule_refs(prompt.rules or tuple(kind.rule for kind in stage.events))
        return Step(
            id=stage.id,
            player=stage.actor(state),
            where=lambda: self.heading(state, stage),
            ask=prompt.ask,
            answers=prompt.answers,
            read=lambda words: prompt.event(prompt.answers.parse(words)),
            rules=rules,
            context=(*prompt.context, *self.context(state)),
            default=prompt.default,
            hides_answer=prompt.hides_answer,
            hides_rulings=prompt.hides_rulings,
            sealed=prompt.sealed,
            detail=prompt.detail,
            setup=prompt.setup,
            view=prompt.view,
            notices=prompt.notices,
            forced_by=rule_refs((prompt.forced_by,))[0] if prompt.forced_by else None,
            run=stage.run(state) if callable(stage.run) else stage.run,
            letters=stage.letters,
            is_observed=stage.is_observed,
            is_listed=stage.is_listed,
            keyword=stage.keyword,
            also=stage.also,
            verbs=stage.verbs,
            filler=stage.filler,
            turn=rules[:1] if stage.turn is None else rule_refs((stage.turn,)),
            stand_apart=stage.stand_apart,
            has_values=stage.has_values,
            may_pass=stage.may_pass,
            yields_to=stage.yields_to,
        )

    def judge(self, book: Rulebook, state: S, event: Event[S]) -> Ruling:
        """Rule on an event: its people, its time, its player, then the event itself."""
        unknown = players_not_seated(event, self.people, state)
        if unknown:
            said = "Nobody here is called {names}."
            return event.impossible(said, names=join_or(unknown))
        due, kind = self.due(state), type(event)
        if isinstance(event, DepthChosen):  # possible at any time
            return _ruled(book, state, event)
        stage = due
        if due and kind not in due.events:
            stage = next((each for each in self._others(due, state) if kind in each.events), None)
        if stage is None:
            now = due.title if due else OVER
            other = next(each.title for each in self.all_stages if kind in each.events)
            said = "It is time for {now}, not for {other}."
            return event.forbidden(said, now=now, other=other)
        actor = event.actor
        is_due = stage is due or stage not in self.anytime
        active = stage.actor(state) if actor and is_due else actor
        if actor and active and actor != active:
            said = "It is {active}'s turn, not {other}'s."
            return event.forbidden(said, active=active, other=actor)
        return _ruled(book, state, event)

    def mended(self, state: S, event: Event[S], *, is_moved: bool) -> Event[S]:
        """Adapt an event to a state that a correction has changed.

        One that ``is_moved``, because an entry was inserted or dropped before it, goes to the
        player who has the turn there; a count at the end stays with its player.
        """
        event = event.mended(state, is_moved=is_moved)
        due = self.due(state)
        if not is_moved or event.actor is None or event.counted or due is None:
            return event
        for each in (due, *due.alternatives):
            if type(event) in each.events and each.when(state):
                who = each.actor(state) or event.actor
                return event if who == event.actor else replace(event, **{event.actor_field: who})
        return event

    def rule_on(
        self, book: Rulebook, state: S, event: Event[S], *, is_overruled: bool = False
    ) -> Ruling:
        """Rule on an event; if it takes effect, its consequences are part of the reason."""
        return self.rule_in_parts(book, state, event, is_overruled=is_overruled)[0]

    def rule_in_parts(
        self, book: Rulebook, state: S, event: Event[S], *, is_overruled: bool = False
    ) -> tuple[Ruling, Say, tuple[Notice, ...]]:
        """Rule on an event; return also the sentence of it alone, and its consequences.

        A refused event has consequences only if the refusal ``is_overruled``.
        """
        ruling = self.judge(book, state, event)
        if ruling.verdict.stops_play and not is_overruled:
            return ruling, ruling.reason, ()
        followed = self.announcements(state, event)
        if not followed:
            return ruling, ruling.reason, ()
        reason = join((ruling.reason, *(each.say for each in followed)), " ")
        rules = rule_refs((*ruling.rules, *(rule for each in followed for rule in each.rules)))
        return replace(ruling, reason=reason, rules=rules), ruling.reason, followed

    def apply(self, state: S, event: Event[S]) -> S:
        """Return the state after an event and its consequences."""
        return self._followed(state, event)[0]

    def announcements(self, state: S, event: Event[S]) -> tuple[Notice, ...]:
        """Return the announcements of the consequences of an event, in order."""
        return self._followed(state, event)[1]

    def _followed(self, state: S, event: Event[S]) -> Followed[S]:
        """Apply an event and its consequences; the last result is cached."""
        known: tuple[S, Event[S], Followed[S]] | None = self.__dict__.get("_last")
        if known is None or known[0] is not state or known[1] is not event:
            known = self.__dict__["_last"] = (state, event, self.follow(event.apply(state)))
        return known[2]

    def follow(self, state: S) -> Followed[S]:
        """Apply consequences, always the first that is due, until none is."""
        notices: list[Notice] = []
        followed = 0
        while not self._is_closed(state):
            shared, is_open = None, True
            for due in self.consequences:
                if due.only is not shared:
                    shared, is_open = due.only, due.only(state)
                if is_open and due.when(state):
                    break
            else:
                return state, tuple(notices)
            if due.say:
                notices.append(Notice(due.say(state), due.rule))
            state = due.apply(state)
            followed += 1
            if followed > MOST_FOLLOWING:
                raise GameFault(due.when, AsIs("is true again and again, whatever follows"))
        return state, tuple(notices)


def _ruled(book: Rulebook, state: S, event: Event[S]) -> Ruling:
    return of_kind(Ruling, event.judge(book, state), event.judge)


def choices(
    book: Rulebook, state: S, events: Mapping[str, Event[S]], terms: Vocabulary | None = None
) -> OneOf:
    """Ask for one of these words, or ids of ``terms``; possible are those that ``judge`` allows."""
    offered = (
        word for word, event in events.items() if not _ruled(book, state, event).verdict.stops_play
    )
    return OneOf(tuple(events), tuple(offered), terms)


def players_not_seated(
    event: Event[S], people: Callable[[S], Iterable[Player]], state: S
) -> tuple[Player, ...]:
    """List the names in an event, in tuples and maps too, that are none of these people."""
    named = _players_named(type(event))
    if not named:
        return ()
    found: list[Player] = []
    for name, _, players_in in named:
        found += players_in(getattr(event, name))
    known = frozenset(people(state))
    if known.issuperset(found):
        return ()
    return tuple(dict.fromkeys(who for who in found if who not in known))


@cache
def _players_named(kind: type[Event[Any]]) -> tuple[tuple[str, Any, _PlayersIn], ...]:
    found = ((each.name, each.type) for each in fields(kind) if _is_of_players(each.type))
    return tuple((name, hint, _taken_from(hint)) for name, hint in found)


def _taken_from(hint: Any) -> _PlayersIn:  # noqa: ANN401 - whatever a field is typed as
    """Return a function that finds the players in a value; the usual types need no search."""
    if hint is Player:
        return lambda value: (value,)
    if hint == Player | None:
        return lambda value: () if value is None else (value,)
    if hint == tuple[Player, ...]:
        return tuple

    def players_in(value: object) -> Iterable[Player]:
        found: dict[Player, Player] = {}
        _named_by(lambda who: found.setdefault(who, who), hint, value)
        return found

    return players_in


def _is_of_players(hint: Any) -> bool:  # noqa: ANN401 - whatever a field is typed as
    return hint is Player or any(map(_is_of_players, get_args(hint)))


def with_names(event: Event[Any], names: Mapping[Player, Player]) -> Event[Any]:
    """Return an event with these players renamed, in tuples and maps too."""
    renamed = {
        name: _named_by(lambda who: names.get(who, who), hint, getattr(event, name))
        for name, hint, _ in _players_named(type(event))
    }
    return replace(event, **renamed) if renamed else event


def _named_by(name: Callable[[Player], Player], hint: Any, value: Any) -> Any:  # noqa: ANN401 - see above
    """Apply a function to the players in a value, where its type has any."""
    if value is None or not _is_of_players(hint):
        return value
    parts = get_args(hint)
    if isinstance(value, Mapping):
        named = partial(_named_by, name)
        return {named(parts[0], key): named(parts[1], each) for key, each in value.items()}
    if isinstance(value, tuple):
        each_alike = len(parts) == 2 and parts[1] is Ellipsis  # noqa: PLR2004 - tuple[X, ...]
        kinds = repeat(parts[0]) if each_alike else parts
        return tuple(_named_by(name, *each) for each in zip(kinds, value, strict=False))
    return name(Player(value)) if isinstance(value, str) else value
