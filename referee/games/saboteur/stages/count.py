"""At the end all gold is turned up and counted."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from referee.api import (
    CardValues,
    CustomAnswer,
    Event,
    FieldPath,
    LazySequence,
    Player,
    Prompt,
    Rulebook,
    Ruling,
    Say,
    Stage,
    replace,
)
from referee.games.saboteur import keys
from referee.games.saboteur.model.gold import (
    Cards,
    GoldSupply,
    cards_words,
    holds,
    left,
    nuggets,
    read_gold,
    supply_words,
)
from referee.games.saboteur.model.record import speaks_against, table_so_far
from referee.games.saboteur.model.three_rounds.hands import cards_of
from referee.games.saboteur.model.three_rounds.possible import possible_hands
from referee.games.saboteur.state import State


class GoldCounted(Event[State], frozen=True):
    """A player turned up all gold cards at the end, and said what the bank owes."""

    rule = keys.THE_WINNER
    sheet_line = "count"
    player: Player
    cards: tuple[int, ...]
    owed: int = 0

    @property
    def counted(self) -> tuple[FieldPath, ...]:
        own = ("holdings", self.player)
        return ((*own, "gold"), (*own, "owed")) if self.owed else ((*own, "gold"),)

    def judge(self, book: Rulebook, state: State) -> Ruling:
        in_box, cards = _uncounted(state), cards_words(self.cards)
        if not holds(in_box, self.cards):
            said = "After what the others show, the box leaves {stock}, so {cards} cannot be."
            rules = (keys.SUPPLY, keys.GOLD_CARDS)
            return self.impossible(said, *rules, cards=cards, stock=supply_words(in_box))
        known = state.noted_gold.get(self.player)
        is_noted = known is None or sorted(known) == sorted(self.cards)
        if speaks_against(book, state, self.apply(state)):
            return self._against(known)
        shown = "owed" if self.owed else "gold" if self.cards else "none"
        return self.allowed(
            (_AS_NOTED if is_noted else _NOT_AS_NOTED)[shown],
            cards=cards,
            nuggets=nuggets(sum(self.cards)),
            debt=nuggets(self.owed),
            known=cards_words(known or ()),
        )

    def _against(self, known: Cards | None) -> Ruling:
        """Say why this cannot be shown, by the record and what the others showed."""
        cards = cards_words(self.cards)
        if self.owed:
            said = "{owed} cannot be owed: the bank could pay everybody exactly."
            return self.forbidden(said, keys.NOT_EXACTLY, owed=nuggets(self.owed))
        if known is not None:
            said = "{player} shows {cards}; the record has {known}."
            known_words = cards_words(known)
            return self.forbidden(said, keys.PAID_TO_ONE, cards=cards, known=known_words)
        said = "These three rounds cannot have paid {player} these cards: {cards}."
        return self.forbidden(said, keys.PAID_TO_ONE, cards=cards)

    def apply(self, state: State) -> State:
        debts = {**state.debts_told, self.player: self.owed} if self.owed else state.debts_told
        counted = {**state.counted, self.player: self.cards}
        return replace(state, counted=counted, debts_told=debts)

    def tell(self, state: State) -> Mapping[str, Say]:
        cards = cards_words(self.cards)
        if self.owed:
            return {self.player: self.say("{cards} owed {n}", cards=cards, n=self.owed)}
        return {self.player: Say("{cards}", cards=cards)}


_AS_NOTED: Final = {
    "gold": "{player} turns up {cards}: {nuggets}.",
    "owed": "{player} turns up {cards}: {nuggets}, and is owed {debt}.",
    "none": "{player} has no gold.",
}
_NOT_AS_NOTED: Final = {
    "gold": "{player} turns up {cards}: {nuggets}. The record has {known}.",
    "owed": "{player} turns up {cards}: {nuggets}, and is owed {debt}. The record has {known}.",
    "none": "{player} has no gold. The record has {known}.",
}


def _uncounted(state: State) -> GoldSupply:
    """Count what the box leaves beside the gold turned up at the end."""
    return left(state.box, (value for cards in state.counted.values() for value in cards))


def _next_uncounted(state: State) -> Player | None:
    return next((player for player in state.players if player not in state.counted), None)


def _shown(cards: Sequence[int], owed: int = 0) -> str:
    """Write gold as it may be typed."""
    gold = " ".join(map(str, cards)) or "none"
    return f"{gold} owed {owed}" if owed else gold


def _offered(book: Rulebook, state: State, player: Player) -> Iterator[str]:
    """List what the player can show; all that the box leaves where the record is wrong."""
    table, noted = table_so_far(book, state), state.unpaid.get(player, 0)
    is_right = False
    for hand, owed in possible_hands(table, state.players.index(player)):
        is_right = True
        yield _shown(cards_of(table.values, hand), owed - noted)
    if not is_right:
        all_cards = CardValues(_uncounted(state), 0, sum(_uncounted(state).values()))
        yield from map(all_cards.offer, range(all_cards.size))


def _ask_count(book: Rulebook, state: State) -> Prompt[State]:
    """Ask for a player's gold cards; Enter takes what was noted, where all of it was.

    Something can always be shown, which has not to be found to be known.
    """
    player = _next_uncounted(state) or state.players[0]
    in_box, noted = _uncounted(state), state.noted_gold.get(player)
    return Prompt(
        ask=Say("{player}, show your gold.", player=player),
        answers=CustomAnswer(
            LazySequence(lambda: _offered(book, state, player), some=lambda: (player,)),
            read_gold,
            Say("the numbers, such as 3 2 1; or none"),
        ),
        event=lambda gold: GoldCounted(player, *gold),
        rules=(keys.THE_WINNER, keys.GOLD_CARDS),
        default=_shown(noted) if noted is not None and holds(in_box, noted) else None,
    )


COUNT: Final[Stage[State]] = Stage(
    id="end.gold",
    is_observed=True,
    run="gold",
    title=Say("count"),
    when=lambda state: _next_uncounted(state) is not None,
    actor=_next_uncounted,
    ask=_ask_count,
    events=(GoldCounted,),
)
