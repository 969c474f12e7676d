"""The first part of a turn: two cards are flipped, then a third one, or with a tile a fourth."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from functools import cached_property
from itertools import accumulate
from typing import overload

from referee.api import (
    NOTHING,
    CustomAnswer,
    Event,
    LazySequence,
    OneOf,
    Player,
    Prompt,
    Rulebook,
    RuleLike,
    Ruling,
    Say,
    Stage,
    plural,
    replace,
)
from referee.api.reading import match_key
from referee.games.colorful_treasure import keys
from referee.games.colorful_treasure.model.box import no_such_cards
from referee.games.colorful_treasure.model.cards import (
    LIKE,
    Card,
    in_order,
    names,
    read_card,
    read_cards,
    short_names,
)
from referee.games.colorful_treasure.model.field import (
    Field,
    can_be_flipped,
    cannot_be_flipped,
    pairs_that_can_lie,
)
from referee.games.colorful_treasure.model.holding import holding_line
from referee.games.colorful_treasure.model.tiles import FOURTH_CARD
from referee.games.colorful_treasure.state import State

STOP, DONE = "stop", "done"


class CardsFlipped(Event[State], frozen=True):
    """The active player flipped cards at the same time."""

    rule = keys.FLIPPED
    sheet_line = "won"
    player: Player
    cards: tuple[Card, ...]

    def judge(self, book: Rulebook, state: State) -> Ruling:
        field, flips = state.field, state.variant.flips
        if strange := no_such_cards(field.box, self.cards):
            return strange
        due = min(flips, field.face_down)
        rule: RuleLike = keys.FLIPPED if due == flips else keys.FEW_LEFT
        if len(self.cards) != due:
            one, many = "Flip {n} card, not {told}.", "Flip {n} cards, not {told}."
            return self.forbidden(plural(due, one, many, told=len(self.cards)), rule)
        if why := cannot_be_flipped(field, self.cards):
            return self.forbidden(why, keys.STILL_THERE)
        return self.allowed("{player} flips {cards}.", rule, cards=names(self.cards))

    def apply(self, state: State) -> State:
        """Turn cards up; where none was flipped the turn goes on without."""
        field = state.field.flipped(self.cards)
        return replace(state, field=field, is_flipped=state.is_flipped or not self.cards)


class AnotherFlipped(Event[State], frozen=True):
    """The active player flipped one more card."""

    rule = keys.THIRD
    sheet_line = "won"
    player: Player
    card: Card

    def judge(self, book: Rulebook, state: State) -> Ruling:
        if strange := no_such_cards(state.field.box, (self.card,)):
            return strange
        if why := cannot_be_flipped(state.field, (self.card,)):
            return self.forbidden(why, keys.STILL_THERE)
        rule = keys.FOURTH if _is_fourth(state) else keys.THIRD
        return self.allowed("{player} flips {card}.", rule, card=str(self.card))

    def apply(self, state: State) -> State:
        after = replace(state, field=state.field.flipped((self.card,)))
        is_spent = state.variant.fourth_is_once and _is_fourth(state)
        return after.without_tile(FOURTH_CARD) if is_spent else after


class FlippingStopped(Event[State], frozen=True):
    """The active player flipped no further card."""

    rule = keys.THIRD
    sheet_line = "won"
    player: Player

    def judge(self, book: Rulebook, state: State) -> Ruling:
        return self.allowed("{player} stops flipping.")

    def apply(self, state: State) -> State:
        return replace(state, is_flipped=True)


def _is_fourth(state: State) -> bool:
    """Whether the next card is one that only the tile allows."""
    return len(state.field.shown) >= state.variant.flips + state.variant.thirds


class _Pairs(Sequence[str]):
    """All that may be flipped together, worded only where somebody looks: there are thousands."""

    def __init__(self, field: Field) -> None:
        self._field = field

    @cached_property
    def _rows(self) -> list[tuple[Card, Sequence[Card]]]:
        rows = pairs_that_can_lie(self._field)
        if any(others for _, others in rows):
            return rows
        return [(one, (other,)) for one, other in can_be_flipped(self._field, 2)]

    @cached_property
    def _ends(self) -> list[int]:
        return list(accumulate(len(others) for _, others in self._rows))

    def __len__(self) -> int:
        """Count the pairs."""
        return self._ends[-1] if self._ends else 0

    @overload
    def __getitem__(self, index: int) -> str: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[str, ...]: ...
    def __getitem__(self, index: int | slice) -> str | tuple[str, ...]:
        """Word a pair by its place, in order of the cards."""
        if isinstance(index, slice):
            return tuple(self[at] for at in range(*index.indices(len(self))))
        place = range(len(self))[index]
        row = bisect_right(self._ends, place)
        one, others = self._rows[row]
        return short_names((one, others[place - self._ends[row]]))


def _offered(field: Field, n: int) -> Sequence[str]:
    """Word all that may be flipped together."""
    if n > 1:
        return _Pairs(field)
    return LazySequence(lambda: map(short_names, can_be_flipped(field, n)))


def _ask_flip(book: Rulebook, state: State) -> Prompt[State]:
    player, field = state.active, state.field
    due = min(state.variant.flips, field.face_down)

    def read(words: str) -> tuple[Card, ...]:
        """Read cards that are flipped at the same time: their order tells nothing."""
        return () if match_key(words) == NOTHING else in_order(read_cards(words))

    example = "such as 3r5k; then a third or . and what you take"
    if not state.variant.thirds:
        example = "such as 3r5k; then what you take"
    one, many = "{player}, flip a card.", "{player}, flip {n} cards."
    left = plural(field.size, "{n} card on the table.", "{n} cards on the table.")
    return Prompt(
        ask=plural(due, one, many, player=player),
        answers=CustomAnswer(_offered(field, due), read, Say(example if due > 1 else "such as 3r")),
        event=lambda cards: CardsFlipped(player, cards),
        rules=(keys.FLIPPED, keys.STILL_THERE),
        context=(left, holding_line(player, state.own)),
    )


def _ask_more(book: Rulebook, state: State) -> Prompt[State]:
    player, field = state.active, state.field
    is_fourth = _is_fourth(state)
    ask = "{player}, flip a third card or stop."
    if is_fourth:
        ask = "{player}, flip a fourth card or stop."
    return Prompt(
        ask=Say(ask, player=player),
        answers=CustomAnswer(
            _offered(field, 1),
            read_card,
            Say("such as {like}; . to stop", like=LIKE),
        ),
        event=lambda card: AnotherFlipped(player, card),
        rules=(keys.FOURTH if is_fourth else keys.THIRD, keys.STILL_THERE),
        default=STOP,
        context=(field.open_line,),
    )


def _ask_stop(book: Rulebook, state: State) -> Prompt[State]:
    return Prompt(
        ask=Say("{player} stops flipping.", player=state.active),
        answers=OneOf((DONE,), (DONE,)),
        event=lambda _: FlippingStopped(state.active),
    )


def _is_flipping(state: State) -> bool:
    return not (state.is_flipped or state.is_taken or state.is_over) and state.field.face_down > 0


FLIP = Stage(
    id="turn.flip",
    run="turn",
    is_observed=True,
    title=Say("flipping"),
    when=lambda state: _is_flipping(state) and not state.field.shown,
    actor=lambda state: state.active,
    ask=_ask_flip,
    events=(CardsFlipped,),
)
_STOPPING = Stage(
    id="turn.stop",
    title=Say("flipping more"),
    actor=lambda state: state.active,
    ask=_ask_stop,
    events=(FlippingStopped,),
)
MORE = Stage(
    id="turn.more",
    run="turn",
    is_observed=True,
    title=Say("flipping more"),
    when=lambda state: _is_flipping(state) and 0 < len(state.field.shown) < state.most_flips,
    actor=lambda state: state.active,
    ask=_ask_more,
    events=(AnotherFlipped,),
    alternatives=(_STOPPING,),
)
