"""After a drawing: talismans to place, and the card that the Magic Ring brings."""

from typing import cast

from referee import api
from referee.api import Player, Say
from referee.games.aladdin import keys
from referee.games.aladdin.model.cards import CHEST_CARDS, GEMS, LONE, TALISMAN
from referee.games.aladdin.model.dice import opener_of
from referee.games.aladdin.model.holding import refuse_place, refuse_ring_card
from referee.games.aladdin.model.readers import Kind, card_or_none
from referee.games.aladdin.stages import transfers
from referee.games.aladdin.state import RingCard, RingTalisman, State


def next_to_place(state: State) -> Player | None:
    """Return the player to lay a talisman: after their last chest, or each. Cites: ALA-6.2.

    The Ring's card comes before, and a talisman that it brings is laid at once. Cites: ALA-8.6.
    """
    if state.drawing is not None or state.is_over:
        return None
    if isinstance(state.pending, RingTalisman):
        return state.pending.player
    if isinstance(state.pending, RingCard):
        return None
    at_once = state.variant.places_at_once or state.wish is not None
    return next(
        (
            player
            for player, held in state.holdings.items()
            if held.to_place and (at_once or not _opens_later(state, player))
        ),
        None,
    )


def _opens_later(state: State, player: Player) -> bool:
    openers = (opener_of(state.dice_in_order, chest) for chest in state.chests)
    return any(opener and opener.player == player for opener in openers)


def _lies_alone(state: State) -> bool:
    """Whether the next talisman has to lie alone: its owner has no gem. Cites: ALA-6.2."""
    player = next_to_place(state)
    return player is not None and not state.holdings[player].owned_kinds()


def _laid(state: State, player: Player, on: str) -> State:
    held = state.holdings[player].with_talisman_on(on)
    return transfers.with_holding(state, player, held).settled(RingTalisman)


class TalismanPlaced(api.Event[State], frozen=True):
    """A player laid a talisman on a gem kind, or ``lone``."""

    verbs = "lays"
    rule = keys.PLACING
    sheet_line = "explored"
    player: Player
    on: str

    def judge(self, book: api.Rulebook, state: State) -> api.Ruling:
        if refused := refuse_place(state.names, state.holdings[self.player], self.on):
            return refused
        if self.on == LONE:
            return self.allowed("{player}'s talisman lies alone.")
        kind = state.name_of(self.on)
        said = "{player} lays the talisman on {kind}."
        return self.allowed(said, self.rule, keys.TALISMAN_COUNTS, kind=kind)

    def apply(self, state: State) -> State:
        return _laid(state, self.player, self.on)

    def tell(self, state: State) -> api.SheetCells:
        if self.on == LONE:
            return {self.player: Say("talisman alone")}
        return transfers.cells((self.player, "talisman on {card}", self.on), state=state)


class RingCardTaken(api.Event[State], frozen=True):
    """With the Magic Ring a player took a card from the discard pile."""

    rule = keys.RING_DIE
    sheet_line = "explored"
    player: Player
    card: str

    def judge(self, book: api.Rulebook, state: State) -> api.Ruling:
        refused = refuse_ring_card(state.names, transfers.discard_pile(state), self.card)
        said = "{player} takes {card} from the discard pile."
        return refused or self.allowed(said, card=state.name_of(self.card))

    def apply(self, state: State) -> State:
        after = transfers.recovered(state, self.player, self.card).settled(RingCard)
        if self.card == TALISMAN and isinstance(state.pending, RingCard):
            return api.replace(after, pending=RingTalisman(self.player))
        return after

    def tell(self, state: State) -> api.SheetCells:
        return transfers.cells((self.player, "Magic Ring, + {card}", self.card), state=state)


class RingCardLeft(api.Event[State], frozen=True):
    """With the Magic Ring a player took no card."""

    rule = keys.RING_DIE
    sheet_line = "explored"
    player: Player

    def judge(self, book: api.Rulebook, state: State) -> api.Ruling:
        if any(transfers.discard_pile(state).values()):
            return self.allowed("{player} takes no card from the discard pile.")
        said = "The discard pile is empty: {player} takes no card."
        return self.allowed(said, keys.EMPTY_DISCARD)

    def apply(self, state: State) -> State:
        return state.settled(RingCard)

    def tell(self, state: State) -> api.SheetCells:
        return {self.player: Say("Magic Ring")}


def _ring_winner(state: State) -> Player | None:
    return state.pending.player if isinstance(state.pending, RingCard) else None


def _ask_place(book: api.Rulebook, state: State) -> api.Prompt[State]:
    player = cast("Player", next_to_place(state))
    readable = state.names.readable((*GEMS, LONE))
    events = {state.name_of(on): TalismanPlaced(player, on) for on in (*GEMS, LONE)}
    offered = tuple(
        word for word, event in events.items() if transfers.is_offered(book, state, event)
    )
    return api.Prompt(
        ask=Say("{player}, lay a talisman on a gem.", player=player),
        answers=Kind(tuple(readable), offered),
        event=lambda word: TalismanPlaced(player, readable[word]),
        rules=(keys.PLACING, keys.TALISMAN_COUNTS),
    )


_CARD_FIRST = api.Notice(
    Say("The Ring's card comes first; talismans of this draw are laid after it."),
    keys.RING_CARD_FIRST,
)


def _ask_ring(book: api.Rulebook, state: State) -> api.Prompt[State]:
    player = cast("Player", _ring_winner(state))
    readable = state.names.readable(CHEST_CARDS)
    events: dict[str, api.Event[State]] = {
        card: RingCardTaken(player, card) for card in CHEST_CARDS
    }
    events[api.NOTHING] = RingCardLeft(player)
    offered = tuple(
        state.name_of(card) for card in events if transfers.is_offered(book, state, events[card])
    )
    return api.Prompt(
        ask=Say("{player}, take a card from the discard pile, or none.", player=player),
        answers=api.CustomAnswer(
            offered, lambda words: card_or_none(words, readable), Say("{cards}", cards=offered)
        ),
        event=events.__getitem__,
        rules=(keys.RING_DIE, keys.RING_CARD_FIRST, keys.EMPTY_DISCARD),
        notices=(_CARD_FIRST,) if state.holdings[player].to_place else (),
    )


PLACE = api.Stage(
    id="talisman.placed",
    title=Say("talisman"),
    when=lambda state: next_to_place(state) is not None,
    actor=next_to_place,
    ask=_ask_place,
    events=(TalismanPlaced,),
)
LAID_ALONE: api.Consequence[State] = api.Consequence(
    when=_lies_alone,
    apply=lambda state: _laid(state, cast("Player", next_to_place(state)), LONE),
    say=lambda state: Say(
        "{player} has no gem: the talisman lies alone, for good.",
        player=cast("Player", next_to_place(state)),
    ),
    rule=keys.PLACING,
)
RING = api.Stage(
    id="ring.card",
    title=Say("Magic Ring"),
    when=lambda state: _ring_winner(state) is not None,
    actor=_ring_winner,
    ask=_ask_ring,
    events=(RingCardTaken, RingCardLeft),
)
