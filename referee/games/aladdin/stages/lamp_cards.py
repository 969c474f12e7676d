"""The effects of a lamp card: nothing that is recorded, or one of several changes."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from typing import cast

from referee import api
from referee.api import Player, Say
from referee.api.reading import match_choice
from referee.games.aladdin import keys
from referee.games.aladdin.model import cards
from referee.games.aladdin.model.dice import Die, refuse_change
from referee.games.aladdin.model.holding import refuse_absent, refuse_discarding, refuse_not_in_pile
from referee.games.aladdin.model.readers import (
    card_named,
    player_reader,
    read_die,
    read_drawn,
    read_parts,
)
from referee.games.aladdin.stages import transfers
from referee.games.aladdin.stages.wishes import effect_stage, wisher, with_wish
from referee.games.aladdin.state import State, Wish


class _Effect(api.Event[State], frozen=True):
    """An effect of a lamp card; anybody can report it."""

    rule = keys.PROTECTED
    actor_field = ""
    sheet_line = "lamp"


class CardMoved(_Effect, frozen=True):
    """By a wish a card went from one player to another."""

    verbs = "takes"
    card: str
    giver: Player
    taker: Player

    def judge(self, book: api.Rulebook, state: State) -> api.Ruling:
        if self.giver == self.taker:
            return self.forbidden("A card goes from one player to another.")
        said = self.say("{taker} takes {card} from {giver}.", card=state.name_of(self.card))
        return transfers.judge_taking(self, state, said, (self.giver, self.card))

    def apply(self, state: State) -> State:
        after = transfers.moved(state, self.card, self.giver, self.taker)
        return with_wish(after, may_be_done=True)

    def tell(self, state: State) -> api.SheetCells:
        lost, won = (self.giver, "- {card}", self.card), (self.taker, "+ {card}", self.card)
        return transfers.cells(lost, won, state=state)


class CardsSwapped(_Effect, frozen=True):
    """By a wish two players exchanged two cards."""

    verbs = "exchanged"
    filler = "is for"
    card: str
    player: Player
    other_card: str
    other: Player

    def judge(self, book: api.Rulebook, state: State) -> api.Ruling:
        if self.player == self.other:
            return self.forbidden("Cards are exchanged between two players.")
        said = self.say(
            "{player}'s {card} is exchanged for {other}'s {other_card}.",
            card=state.name_of(self.card),
            other_card=state.name_of(self.other_card),
        )
        return transfers.judge_taking(
            self, state, said, (self.player, self.card), (self.other, self.other_card)
        )

    def apply(self, state: State) -> State:
        """Add each card before the other is taken away, so that no kind is empty in between."""
        held = state.holdings
        first = held[self.player].with_card(self.other_card).without_card(self.card)
        second = held[self.other].with_card(self.card).without_card(self.other_card)
        state = transfers.with_holding(state, self.player, first)
        return with_wish(transfers.with_holding(state, self.other, second), may_be_done=True)

    def tell(self, state: State) -> api.SheetCells:
        return transfers.cells(
            (self.player, "- {card}", self.card),
            (self.other, "+ {card}", self.card),
            (self.other, "- {card}", self.other_card),
            (self.player, "+ {card}", self.other_card),
            state=state,
        )


class CardDiscarded(_Effect, frozen=True):
    """By a wish a card of a player went to the discard pile.

    ``place`` is the place of a talisman, if the player had talismans in several places.
    """

    verbs = "discards"
    card: str
    player: Player
    place: str = ""

    def judge(self, book: api.Rulebook, state: State) -> api.Ruling:
        held = state.holdings[self.player]
        if self.place and (self.card != cards.TALISMAN or self.place not in held.talisman_places):
            return refuse_absent(state.names, self.card)
        card: Say | str = state.name_of(self.card)
        if self.place:
            there = Say("talisman on {card}", card=state.name_of(self.place))
            card = Say("talisman alone") if self.place == cards.LONE else there
        said = self.say("{player} discards {card}.", card=card)
        ruling = refuse_discarding(state.names, held, self.card)
        if ruling and ruling.verdict is api.Verdict.TABLE_CALL:
            return api.replace(ruling, reason=api.join((said, ruling.reason), " "))
        return ruling or self.allowed(said)

    def apply(self, state: State) -> State:
        held = state.holdings[self.player].without_card(self.card, self.place)
        after = transfers.discarded(transfers.with_holding(state, self.player, held), (self.card,))
        return with_wish(after, may_be_done=True)

    def tell(self, state: State) -> api.SheetCells:
        return transfers.cells((self.player, "- {card} discarded", self.card), state=state)


class CardRecovered(_Effect, frozen=True):
    """By a wish a player took a card from the discard pile."""

    verbs = "takes"
    filler = "discard pile"
    card: str
    player: Player

    def judge(self, book: api.Rulebook, state: State) -> api.Ruling:
        said = "{player} takes {card} from the discard pile."
        refused = refuse_not_in_pile(state.names, transfers.discard_pile(state), self.card)
        return refused or self.allowed(said, card=state.name_of(self.card))

    def apply(self, state: State) -> State:
        return with_wish(transfers.recovered(state, self.player, self.card), may_be_done=True)

    def tell(self, state: State) -> api.SheetCells:
        return transfers.cells((self.player, "+ {card} from the discards", self.card), state=state)


_MOVABLE = (*cards.TREASURES, cards.MAGIC_RING)
"""Cards that people may say a lamp card moves, possible or not."""


def _card_reader(state: State, kinds: tuple[str, ...]) -> Callable[[str], str]:
    known = state.names.readable(kinds)
    return lambda words: card_named(words, known)


def _read_parts(
    state: State,
    words: str,
    readers: Sequence[Callable[[str], str] | None],
    *orders: Sequence[int],
) -> list[str]:
    """Read the parts of an effect; None reads a player, by default the summoner."""
    who, summoner = player_reader(state.players), f"@{wisher(state)}"
    each = [reader or who for reader in readers]
    return [part.removeprefix("@") for part in read_parts(words, each, *orders, left_out=summoner)]


def _owned_cards(state: State) -> list[tuple[str, Player]]:
    """List every card that a wish may take, as text, with its owner."""
    return [
        (f"{state.name_of(card)} @{player}", player)
        for player, held in state.holdings.items()
        for card in held.unprotected()
    ]


def _read_move(state: State, words: str) -> CardMoved:
    readers = (_card_reader(state, _MOVABLE), None, None)
    card, giver, taker = _read_parts(state, words, readers, (0, 1, 2), (0, 1))
    return CardMoved(card, Player(giver), Player(taker))


def _moves(book: api.Rulebook, state: State) -> Iterator[str]:
    for card, giver in _owned_cards(state):
        yield from (f"{card} @{taker}" for taker in state.players if taker != giver)


def _read_swap(state: State, words: str) -> CardsSwapped:
    card, orders = _card_reader(state, _MOVABLE), ((0, 1, 2, 3), (0, 1, 2), (1, 0, 3, 2))
    one, player, two, other = _read_parts(state, words, (card, None, card, None), *orders)
    return CardsSwapped(one, Player(player), two, Player(other))


def _swaps(book: api.Rulebook, state: State) -> Iterator[str]:
    owned = _owned_cards(state)
    for index, (card, player) in enumerate(owned):
        yield from (f"{card} {more}" for more, other in owned[index + 1 :] if player != other)


def _read_owned(state: State, words: str, card: Callable[[str], str]) -> tuple[str, Player]:
    """Read a card and a player, as in ``red Bo``; by default the summoner."""
    named, player = _read_parts(state, words, (card, None), (0, 1), (0,))
    return named, Player(player)


def _read_discard(state: State, words: str) -> CardDiscarded:
    """Read a card and a player; of talismans in several places, also the place."""
    named = _card_reader(state, _MOVABLE)
    placed = _card_reader(state, (*cards.GEMS, cards.LONE))

    def card(words: str) -> str:
        first, _, place = words.partition(" ")
        with suppress(api.BadAnswer):
            return named(words)
        if named(first) != cards.TALISMAN:
            raise api.BadAnswer(Say("“{words}” is not a card here.", words=words))
        return f"{cards.TALISMAN} {placed(place)}"

    given, player = _read_owned(state, words, card)
    kind, _, place = given.partition(" ") if given.startswith(cards.TALISMAN) else (given, "", "")
    places = state.holdings[player].talisman_places
    if kind == cards.TALISMAN and not place and len(places) > 1:
        said = "{player} has talismans in several places. Write one of these: {words}."
        choices = api.join_or([f"{cards.TALISMAN} {state.name_of(each)}" for each in places])
        raise api.BadAnswer(Say(said, player=player, words=choices))
    return CardDiscarded(kind, player, "" if places == (place,) else place)


def _discards(book: api.Rulebook, state: State) -> Iterator[str]:
    for player, held in state.holdings.items():
        places = [f"{cards.TALISMAN} {state.name_of(place)}" for place in held.talisman_places]
        for card in cards.TREASURES:
            words = places if card == cards.TALISMAN and len(places) > 1 else [state.name_of(card)]
            if transfers.is_offered(book, state, CardDiscarded(card, player)):
                yield from (f"{word} @{player}" for word in words)


def _recoveries(book: api.Rulebook, state: State) -> Iterator[str]:
    there = (state.name_of(card) for card, n in transfers.discard_pile(state).items() if n)
    yield from (f"{card} @{player}" for card in there for player in state.players)


class NothingWished(_Effect, frozen=True):
    """The wish changed nothing that the record holds."""

    verbs = "changes"
    rule = keys.AS_FAR_AS_POSSIBLE
    player: Player

    def judge(self, book: api.Rulebook, state: State) -> api.Ruling:
        said = "The wish changes nothing here."
        return self.allowed(said, self.rule, keys.LAMP_CARD_BACK)

    def apply(self, state: State) -> State:
        return state.settled(Wish)


class ChestCardTaken(_Effect, frozen=True):
    """By a wish a player drew the first card of a chest."""

    verbs = "draws"
    filler = "chest"
    rule = keys.DRAWN_BY_WISH
    player: Player
    chest: str
    card: str

    def judge(self, book: api.Rulebook, state: State) -> api.Ruling:
        if self.chest not in cards.METALS:
            return self.impossible("There is no {chest} chest.")
        if refused := transfers.refuse_next_card(book, state, self.chest, self.card):
            return refused
        said = "{player} draws from the {chest} chest: {card}."
        card = Say("the Sorcerer") if self.card == cards.SORCERER else state.name_of(self.card)
        return self.allowed(said, card=card)

    def apply(self, state: State) -> State:
        after = transfers.drawn(state, self.chest, self.card)
        if self.card == cards.SORCERER:
            return after
        held = after.holdings[self.player].with_card(self.card)
        return with_wish(transfers.with_holding(after, self.player, held), may_be_done=True)

    def tell(self, state: State) -> api.SheetCells:
        if self.card == cards.SORCERER:
            return {self.player: self.say("Sorcerer from {chest}")}
        return {self.player: self.say("+ {card} from {chest}", card=state.name_of(self.card))}


class DieChanged(_Effect, frozen=True):
    """By a wish a die of a player was changed from ``before`` to ``after``."""

    verbs = "now"
    filler = "is the lamp not touched again"
    rule = keys.CHANGED_DIE
    player: Player
    before: Die
    after: Die

    def judge(self, book: api.Rulebook, state: State) -> api.Ruling:
        if wrong := refuse_change(book, self.before, self.after):
            return wrong
        if self.before not in state.dice.get(self.player, ()):
            chest, n = self.before
            return self.forbidden("{player} has no die on {chest} {n}.", chest=chest, n=n)
        chest, n = self.after
        said = "{player}'s {before} is now {chest} {n}; the lamp is not touched again."
        before = Say("{chest} {n}", chest=self.before.chest, n=self.before.number)
        return self.allowed(said, before=before, chest=chest, n=n)

    def apply(self, state: State) -> State:
        own = list(state.dice.get(self.player, ()))
        if self.before in own:
            own[own.index(self.before)] = self.after
        changed = api.replace(state, dice={**state.dice, self.player: tuple(own)})
        return with_wish(changed, may_be_done=True)

    def tell(self, state: State) -> api.SheetCells:
        said = Say("die {before} to {after}", before=self.before.short, after=self.after.short)
        return {self.player: said}


def _ask_effect(book: api.Rulebook, state: State) -> api.Prompt[State]:
    events = {"nothing": NothingWished(cast("Player", wisher(state)))}
    return api.Prompt(
        ask=Say("What does the lamp card do?"),
        answers=api.choices(book, state, events),
        event=events.__getitem__,
        rules=(keys.AS_FAR_AS_POSSIBLE, keys.PROTECTED),
    )


def _read_draw(state: State, words: str) -> ChestCardTaken:
    """Read card, chest and player, or chest before card. Scorpions are ignored."""
    known = state.names.readable(cards.CHEST_CARDS)

    def card(said: str) -> str:
        return read_drawn(said, known).card

    def chest(said: str) -> str:
        return match_choice(said, cards.METALS)

    orders = (0, 1, 2), (0, 1), (1, 0, 2), (1, 0)
    drawn, metal, player = _read_parts(state, words, (card, chest, None), *orders)
    return ChestCardTaken(Player(player), metal, drawn)


def _draws(book: api.Rulebook, state: State) -> Iterator[str]:
    for chest in cards.METALS:
        for card in transfers.possible_cards(book, state, chest):
            yield f"{state.name_of(card)} {chest} @{wisher(state)}"


def _read_change(state: State, words: str) -> DieChanged:
    """Read a die, the die it becomes, and its owner, as in ``b4 s2 Bo``."""

    def die(said: str) -> str:
        return read_die(said).short

    orders = (0, 1, 2), (0, 1), (2, 0, 1)
    before, after, player = _read_parts(state, words, (die, die, None), *orders)
    return DieChanged(Player(player), read_die(before), read_die(after))


def _changes(book: api.Rulebook, state: State) -> Iterator[str]:
    ways = [Die(chest, n + 1) for chest in cards.METALS for n in range(state.variant.faces)]
    for player, own in state.dice_in_order.items():
        for die in own:
            others = (way.short for way in ways if way != die)
            yield from (f"{die.short} {other} @{player}" for other in others)


OVER_AT_ONCE: api.Consequence[State] = api.Consequence(
    when=lambda state: state.wish is not None and bool(state.sorcerers),
    apply=lambda state: api.replace(state, pending=None, is_over=True),
    say=lambda state: Say("The game is over at once: a lamp card has brought a Sorcerer."),
    rule=keys.THE_END,
)
EFFECT = api.Stage(
    id="wish.effect",
    title=Say("effect"),
    when=lambda state: state.wish is not None,
    actor=wisher,
    ask=_ask_effect,
    events=(NothingWished,),
    alternatives=(
        effect_stage(
            "draw", ChestCardTaken, "card, chest, whose, such as {example}", _read_draw, _draws
        ),
        effect_stage(
            "move", CardMoved, "card, from whom, to whom, such as {example}", _read_move, _moves
        ),
        effect_stage(
            "swap",
            CardsSwapped,
            "card, player, card, player, such as {example}",
            _read_swap,
            _swaps,
        ),
        effect_stage(
            "discard", CardDiscarded, "card and player, such as {example}", _read_discard, _discards
        ),
        effect_stage(
            "recover",
            CardRecovered,
            "card and player, such as {example}",
            lambda state, words: CardRecovered(
                *_read_owned(state, words, _card_reader(state, cards.CHEST_CARDS))
            ),
            _recoveries,
        ),
        effect_stage(
            "die",
            DieChanged,
            "the die, what it becomes, whose, such as {example}",
            _read_change,
            _changes,
        ),
    ),
)
