"""Cards that a lamp card moves: from player to player, to the discard pile and back."""

from collections.abc import Callable, Iterator
from contextlib import suppress

from referee.api import (
    BadAnswer,
    Event,
    Player,
    Rulebook,
    Ruling,
    Say,
    SheetCells,
    Verdict,
    join,
    join_or,
    replace,
)
from referee.games.aladdin import keys
from referee.games.aladdin.model.cards import (
    CHEST_CARDS,
    GEMS,
    LONE,
    MAGIC_RING,
    TALISMAN,
    TREASURES,
)
from referee.games.aladdin.model.readers import WayToSay, card_named, player_reader, read_parts
from referee.games.aladdin.model.taking import (
    not_discarded,
    not_there,
    not_to_be_discarded,
)
from referee.games.aladdin.stages.transfers import (
    cells,
    discard_pile,
    discarded,
    moved,
    passes,
    recovered,
    taken,
    with_holding,
)
from referee.games.aladdin.stages.wishes import effect_stage, in_wish, wisher
from referee.games.aladdin.state import State


class CardMoved(Event[State], frozen=True):
    """By a wish a card went from one player to another."""

    rule = keys.PROTECTED
    actor_field = ""
    sheet_line = "lamp"
    card: str
    giver: Player
    taker: Player

    def judge(self, book: Rulebook, state: State) -> Ruling:
        if self.giver == self.taker:
            return self.forbidden("A card goes from one player to another.")
        said = self.say("{taker} takes {card} from {giver}.", card=state.called(self.card))
        return taken(self, state, said, (self.giver, self.card))

    def apply(self, state: State) -> State:
        return in_wish(moved(state, self.card, self.giver, self.taker), may_be_done=True)

    def tell(self, state: State) -> SheetCells:
        lost, won = (self.giver, "- {card}", self.card), (self.taker, "+ {card}", self.card)
        return cells(lost, won, state=state)


class CardsSwapped(Event[State], frozen=True):
    """By a wish two players exchanged two cards."""

    rule = keys.PROTECTED
    actor_field = ""
    sheet_line = "lamp"
    card: str
    player: Player
    other_card: str
    other: Player

    def judge(self, book: Rulebook, state: State) -> Ruling:
        if self.player == self.other:
            return self.forbidden("Cards are exchanged between two players.")
        said = self.say(
            "{player}'s {card} is exchanged for {other}'s {other_card}.",
            card=state.called(self.card),
            other_card=state.called(self.other_card),
        )
        return taken(self, state, said, (self.player, self.card), (self.other, self.other_card))

    def apply(self, state: State) -> State:
        """Exchange two cards: each arrives before the other leaves, so no kind is ever empty."""
        held = state.holdings
        first = held[self.player].with_card(self.other_card).without_card(self.card)
        second = held[self.other].with_card(self.card).without_card(self.other_card)
        state = with_holding(state, self.player, first)
        return in_wish(with_holding(state, self.other, second), may_be_done=True)

    def tell(self, state: State) -> SheetCells:
        return cells(
            (self.player, "- {card}", self.card),
            (self.other, "+ {card}", self.card),
            (self.other, "- {card}", self.other_card),
            (self.player, "+ {card}", self.other_card),
            state=state,
        )


class CardDiscarded(Event[State], frozen=True):
    """By a wish a card of a player went to the discard pile.

    ``place`` is where a talisman lay, where the player had some in several places.
    """

    rule = keys.PROTECTED
    actor_field = ""
    sheet_line = "lamp"
    card: str
    player: Player
    place: str = ""

    def judge(self, book: Rulebook, state: State) -> Ruling:
        held = state.holdings[self.player]
        if self.place and (self.card != TALISMAN or self.place not in held.talisman_places):
            return not_there(state.names, self.card)
        card: Say | str = state.called(self.card)
        if self.place:
            there = Say("talisman on {card}", card=state.called(self.place))
            card = Say("talisman alone") if self.place == LONE else there
        said = self.say("{player} discards {card}.", card=card)
        ruling = not_to_be_discarded(state.names, held, self.card)
        if ruling and ruling.verdict is Verdict.TABLE_CALL:
            return replace(ruling, reason=join((said, ruling.reason), " "))
        return ruling or self.allowed(said)

    def apply(self, state: State) -> State:
        held = state.holdings[self.player].without_card(self.card, self.place)
        after = discarded(with_holding(state, self.player, held), (self.card,))
        return in_wish(after, may_be_done=True)

    def tell(self, state: State) -> SheetCells:
        return cells((self.player, "- {card} discarded", self.card), state=state)


class CardRecovered(Event[State], frozen=True):
    """By a wish a player took a card from the discard pile."""

    rule = keys.PROTECTED
    actor_field = ""
    sheet_line = "lamp"
    card: str
    player: Player

    def judge(self, book: Rulebook, state: State) -> Ruling:
        said = "{player} takes {card} from the discard pile."
        refused = not_discarded(state.names, discard_pile(state), self.card)
        return refused or self.allowed(said, card=state.called(self.card))

    def apply(self, state: State) -> State:
        return in_wish(recovered(state, self.player, self.card), may_be_done=True)

    def tell(self, state: State) -> SheetCells:
        return cells((self.player, "+ {card} from the discards", self.card), state=state)


_MOVED = (*TREASURES, MAGIC_RING)
"""What a lamp card may be said to move, whether it can or not."""


def _card(state: State, cards: tuple[str, ...]) -> Callable[[str], str]:
    known = state.names.readable(cards)
    return lambda words: card_named(words, known)


def _summoner(state: State) -> str:
    return f"@{wisher(state)}"


def _player(word: str) -> Player:
    return Player(word.removeprefix("@"))


def _owned(state: State) -> list[tuple[str, Player]]:
    """Word every card that a wish may touch, each kind of each player once; and its owner."""
    return [
        (f"{state.called(card)} @{player}", player)
        for player, held in state.holdings.items()
        for card in held.unprotected()
    ]


def _read_move(state: State, words: str) -> CardMoved:
    card, who, summoner = _card(state, _MOVED), player_reader(state.players), _summoner(state)
    told, giver, taker = read_parts(
        words,
        WayToSay((card, who, who), lambda card, giver, taker: (card, giver, taker)),
        WayToSay((card, who), lambda card, giver: (card, giver, summoner)),
    )
    return CardMoved(told, _player(giver), _player(taker))


def _moves(book: Rulebook, state: State) -> Iterator[str]:
    for card, giver in _owned(state):
        yield from (f"{card} @{taker}" for taker in state.players if taker != giver)


def _read_swap(state: State, words: str) -> CardsSwapped:
    card, who, summoner = _card(state, _MOVED), player_reader(state.players), _summoner(state)
    one, player, other_card, other = read_parts(
        words,
        WayToSay((card, who, card, who), lambda *told: told),
        WayToSay((card, who, card), lambda *told: (*told, summoner)),
    )
    return CardsSwapped(one, _player(player), other_card, _player(other))


def _swaps(book: Rulebook, state: State) -> Iterator[str]:
    owned = _owned(state)
    for index, (card, player) in enumerate(owned):
        yield from (f"{card} {more}" for more, other in owned[index + 1 :] if player != other)


def _read_owned(state: State, words: str, card: Callable[[str], str]) -> tuple[str, Player]:
    """Read a card and a player, as in ``red Bo``; the summoner where nobody is named."""
    who, summoner = player_reader(state.players), _summoner(state)
    told, player = read_parts(
        words,
        WayToSay((card, who), lambda card, player: (card, player)),
        WayToSay((card,), lambda card: (card, summoner)),
    )
    return told, _player(player)


def _read_discard(state: State, words: str) -> CardDiscarded:
    """Read a card and a player; of talismans in several places where the one lies that goes."""
    named = _card(state, _MOVED)
    placed = _card(state, (*GEMS, LONE))

    def card(words: str) -> str:
        first, _, place = words.partition(" ")
        with suppress(BadAnswer):
            return named(words)
        if named(first) != TALISMAN:
            raise BadAnswer(Say("“{words}” is not a card here.", words=words))
        return f"{TALISMAN} {placed(place)}"

    told, player = _read_owned(state, words, card)
    kind, _, place = told.partition(" ") if told.startswith(TALISMAN) else (told, "", "")
    places = state.holdings[player].talisman_places
    if kind == TALISMAN and not place and len(places) > 1:
        said = "{player} has talismans in several places. Write one of these: {words}."
        choices = join_or([f"{TALISMAN} {state.called(each)}" for each in places])
        raise BadAnswer(Say(said, player=player, words=choices))
    return CardDiscarded(kind, player, "" if places == (place,) else place)


def _discards(book: Rulebook, state: State) -> Iterator[str]:
    for player, held in state.holdings.items():
        places = [f"{TALISMAN} {state.called(place)}" for place in held.talisman_places]
        for card in TREASURES:
            words = places if card == TALISMAN and len(places) > 1 else [state.called(card)]
            if passes(book, state, CardDiscarded(card, player)):
                yield from (f"{word} @{player}" for word in words)


def _recoveries(book: Rulebook, state: State) -> Iterator[str]:
    there = (state.called(card) for card, n in discard_pile(state).items() if n)
    yield from (f"{card} @{player}" for card in there for player in state.players)


MOVE = effect_stage(
    "move", CardMoved, "card, from whom, to whom, such as {example}", _read_move, _moves
)
SWAP = effect_stage(
    "swap", CardsSwapped, "card, player, card, player, such as {example}", _read_swap, _swaps
)
DISCARD = effect_stage(
    "discard",
    CardDiscarded,
    "card and player, such as {example}",
    _read_discard,
    _discards,
)
RECOVER = effect_stage(
    "recover",
    CardRecovered,
    "card and player, such as {example}",
    lambda state, words: CardRecovered(*_read_owned(state, words, _card(state, CHEST_CARDS))),
    _recoveries,
)
