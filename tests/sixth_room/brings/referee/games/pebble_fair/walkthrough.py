"""From where a fair stands to the next thing the referee asks."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from referee.core.answers import NONE, Answers, Number, OneOf, SomePlayer, YesNo
from referee.core.pieces import Pieces
from referee.core.rulebook import Rulebook
from referee.core.say import Say
from referee.core.several import EachPlayer, Several
from referee.core.step import Step
from referee.core.table import Player

from . import events as seen
from . import keys
from .keys import MUDDY, STALLS
from .rules import may_rain
from .state import State

Ask = Step[seen.Event]


def next_step(book: Rulebook, state: State) -> Ask | None:
    """Say what is asked next; None when the fair is over."""
    if not state.order:
        return _first(book, state)
    if not state.is_played:
        if not state.waiting:
            return _guesses(book, state)
        return _drawn(book, state) if state.is_at_stall else _stall(book, state)
    if state.is_clean is None:
        return _clean(book, state)
    return _ribbons(book, state, state.untied[0]) if state.untied else None


def _step(
    book: Rulebook,
    state: State,
    step_id: str,
    ask: Say,
    answers: Answers[object],
    read: Callable[[str], seen.Event],
    rule: Any,
    *,
    player: Player | None = None,
    besides: tuple[Ask, ...] = (),
    has_glass: bool = False,
) -> Ask:
    where = Say("Round {round} of {rounds}", round=state.round, rounds=state.rounds)
    return Step(
        id=step_id,
        player=player,
        where=Say("End of the fair") if state.is_played else where,
        ask=ask,
        answers=answers,
        read=read,
        rules=book.cite(rule),
        shows=(
            Say("The sack holds {plain} plain and {muddy} muddy.", **state.sack),
            *((_glass(book, state),) if has_glass else ()),
        ),
        besides=besides,
        glass=book[keys.SECONDS] if has_glass else None,
        glass_turn=state.turned,
    )


def _glass(book: Rulebook, state: State) -> Say:
    return Say(
        "Glass {n} of {most}, {seconds} seconds each.",
        n=state.run_out + 1,
        most=book[keys.FILLINGS],
        seconds=book[keys.SECONDS],
    )


def _first(book: Rulebook, state: State) -> Ask:
    players = state.setup.seating
    answers = SomePlayer(players, players)

    def read(words: str) -> seen.Event:
        return seen.FairOpened(answers.parse(words) or players[0])

    ask = Say("{judge}, who begins?", judge=state.setup.roles["judge"])
    return _step(book, state, "fair.first", ask, answers, read, keys.THE_JUDGE)


def _stall(book: Rulebook, state: State) -> Ask:
    player = state.waiting[0]
    answers = OneOf((*STALLS, NONE), tuple(stall for stall in STALLS if stall != state.stall))

    def read(words: str) -> seen.Event:
        return seen.StallChosen(player, answers.parse(words))

    ask = Say("{player} goes to which stall?", player=player)
    return _step(book, state, "turn.stall", ask, answers, read, keys.TWO_STALLS, player=player)


def _drawn(book: Rulebook, state: State) -> Ask:
    player = state.waiting[0]
    left = sum(state.sack.values())
    answers = Pieces(state.sack, min(1, left), min(book[keys.MOST_DRAWN], left))
    return _step(
        book,
        state,
        "turn.drawn",
        Say("{player} draws which pebbles?", player=player),
        answers,
        lambda words: seen.PebblesDrawn(player, answers.parse(words)),
        keys.MOST_DRAWN,
        player=player,
        besides=(_sand(book, state), *((_rain(book, state),) if may_rain(book, state) else ())),
        has_glass=True,
    )


def _sand(book: Rulebook, state: State) -> Ask:
    player, is_last = state.waiting[0], state.run_out + 1 >= book[keys.FILLINGS]
    answers = OneOf(("out",), ("out",))

    def read(words: str) -> seen.Event:
        answers.parse(words)
        return seen.SandRanOut(player, is_last)

    ask = Say("The sand has run out")
    return _step(book, state, "turn.sand", ask, answers, read, keys.FILLINGS)


def _rain(book: Rulebook, state: State) -> Ask:
    washed = book[keys.WASHED]
    answers = OneOf(("falls",), ("falls",))

    def read(words: str) -> seen.Event:
        answers.parse(words)
        return seen.RainFell(washed)

    return _step(
        book,
        state,
        "turn.rain",
        Say("It rains"),
        answers,
        read,
        keys.WASHED,
    )


def _guesses(book: Rulebook, state: State) -> Ask:
    each = Number(0, book[keys.SUPPLY][MUDDY])
    answers = EachPlayer(state.setup.seating, each, may_be_none=True)
    ask = Say("How many muddy pebbles will be left, in whispers?")

    def read(words: str) -> seen.Event:
        return seen.MudGuessed(answers.parse(words))

    return _step(book, state, "round.guesses", ask, answers, read, keys.GUESS_WORTH)


def _clean(book: Rulebook, state: State) -> Ask:
    answers = YesNo()

    def read(words: str) -> seen.Event:
        return seen.FairCalled(answers.parse(words))

    ask = Say("{judge}, is the fair clean?", judge=state.setup.roles["judge"])
    return _step(book, state, "end.clean", ask, answers, read, keys.CLEAN_WORTH)


def _ribbons(book: Rulebook, state: State, player: Player) -> Ask:
    colours = tuple(book[keys.RIBBON_WORTH])
    answers = Several(OneOf(colours, colours), 0, book[keys.MOST_RIBBONS])

    def read(words: str) -> seen.Event:
        return seen.RibbonsTied(player, answers.parse(words))

    ask = Say("Which ribbons for {player}?", player=player)
    return _step(book, state, "end.ribbons", ask, answers, read, keys.MOST_RIBBONS, player=player)
