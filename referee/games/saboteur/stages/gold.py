"""Gold is handed out after a round."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Final

from referee.api import (
    SHARED,
    Consequence,
    Event,
    Player,
    Prompt,
    Rulebook,
    Ruling,
    Say,
    Stage,
    choices,
    replace,
)
from referee.games.saboteur import keys
from referee.games.saboteur.model.gold import (
    Cards,
    cards_words,
    exact_payments,
    holds,
    nuggets,
    rules_for_sharing,
    supply_words,
    ways_to_pay,
)
from referee.games.saboteur.model.record import speaks_against
from referee.games.saboteur.model.shortfall.blocks import CHANGED, OWED
from referee.games.saboteur.stages.answers import paid_with
from referee.games.saboteur.state import State, next_round


class GoldHandedOut(Event[State], frozen=True):
    """The gold of a round was handed out: all in secret, or to be noted card by card."""

    rule = keys.SHARING
    sheet_line = "gold"
    in_secret: bool

    def judge(self, book: Rulebook, state: State) -> Ruling:
        said = state.payout.said("secret" if self.in_secret else "open")
        return self.allowed(said, *_rules(state), keys.GOLD_FACE_DOWN)

    def apply(self, state: State) -> State:
        return state.in_round(in_secret=self.in_secret)

    def tell(self, state: State) -> Mapping[str, Say]:
        return {SHARED: Say("secret") if self.in_secret else Say("open")}


def _rules(state: State) -> tuple[str, ...]:
    """List the rules by which this round's gold is handed out."""
    now = state.now
    if now.connector is None:
        return (keys.SABOTEURS_PAY.rule_id, keys.IN_PLAY, keys.EXACTLY)
    if state.payout.paid:
        return (keys.SELFISH_NUGGETS.rule_id, keys.EXACTLY)
    return rules_for_sharing(state.variant, now.roles, now.connector, now.broken_players)


class GoldTaken(Event[State], frozen=True):
    """A player got what was due."""

    sheet_line = "gold"
    player: Player

    def settled(self, state: State, cards: Cards = ()) -> State:
        """Note what the player got."""
        return state.in_round(settled=(*state.now.settled, (self.player, cards)))

    def unsettled(self, state: State, how: str) -> State:
        """Note that the player was not paid exactly."""
        return self.settled(state).in_round(unpaid={**state.now.unpaid, self.player: how})

    def not_there(self, book: Rulebook, state: State, *cards: int) -> Ruling | None:
        """Stop cards that the box has not, or the bank has no more according to the record.

        Where the gold of a round was kept secret, the bank is not known; then the model tells
        whether those rounds can have paid something else. Cites: SAB-1.4, SAB-10.1.
        """
        words = cards_words(cards)
        if not holds(state.box, cards):
            said = "Gold cards {cards} cannot be: the box holds {box}."
            box = supply_words(state.box)
            return self.impossible(said, keys.GOLD_CARDS, cards=words, box=box)
        if state.is_changed:
            return None
        if not holds(state.bank, cards) and any(state.bank.values()):  # else the record is wrong
            said = "According to the record the bank holds {bank}, not {cards}."
            bank = supply_words(state.bank)
            return self.forbidden(said, keys.SUPPLY, bank=bank, cards=words)
        if not state.knows_bank and self.cannot_be(book, state):
            said = "With {cards} here, the rounds before cannot have been paid."
            return self.forbidden(said, keys.SUPPLY, cards=words)
        return None

    def cannot_be(self, book: Rulebook, state: State) -> bool:
        """Whether no play of the rules can leave the record so, where one could before."""
        return speaks_against(book, state, self.apply(state))


class GoldKept(GoldTaken, frozen=True):
    """A digger kept a gold card of this value and passed the rest on."""

    rule = keys.SHARING
    nuggets: int

    def judge(self, book: Rulebook, state: State) -> Ruling:
        if refused := self.not_there(book, state, self.nuggets):
            return refused
        return self.allowed("{player} keeps a card of {nuggets}.", nuggets=nuggets(self.nuggets))

    def apply(self, state: State) -> State:
        return self.settled(state, (self.nuggets,))

    def tell(self, state: State) -> Mapping[str, Say]:
        return {self.player: self.say("{n}", n=self.nuggets)}


class GoldPaid(GoldTaken, frozen=True):
    """A player took gold cards of these values."""

    rule = keys.SABOTEURS_PAY
    cards: tuple[int, ...]

    def judge(self, book: Rulebook, state: State) -> Ruling:
        each, taken = state.payout.each, sum(self.cards)
        if taken != each and holds(state.box, self.cards):
            rules = (keys.SABOTEURS_PAY, keys.EXACTLY)
            said = "{player} takes {due}, not {n}."
            return self.forbidden(said, *rules, due=nuggets(each), n=taken)
        if refused := self.not_there(book, state, *self.cards):
            return refused
        cards = cards_words(self.cards)
        return self.allowed("{player} takes {cards}.", keys.EXACTLY, cards=cards)

    def apply(self, state: State) -> State:
        return self.settled(state, self.cards)

    def tell(self, state: State) -> Mapping[str, Say]:
        return {self.player: Say("{cards}", cards=cards_words(self.cards))}


class NotPaidExactly(GoldTaken, frozen=True):
    """A player could not be paid exactly."""

    rule = keys.NOT_EXACTLY
    said: ClassVar[str]

    def judge(self, book: Rulebook, state: State) -> Ruling:
        if self._can_be(book, state):
            return self.allowed(self.said, nuggets=nuggets(state.payout.each))
        if state.knows_bank:
            said = "The bank can pay everybody who waits exactly: it holds {bank}."
            return self.forbidden(said, keys.NOT_EXACTLY, bank=supply_words(state.bank))
        said = "The bank can pay everybody who waits exactly."
        return self.forbidden(said, keys.NOT_EXACTLY)

    def _can_be(self, book: Rulebook, state: State) -> bool:
        """Whether the bank may be blocked now; after money was changed nobody knows it."""
        if state.is_changed:
            return True
        if not state.knows_bank:
            return not self.cannot_be(book, state)
        payout = state.payout
        waiting = len(payout.paid) - len(state.now.settled)
        return exact_payments(state.bank, waiting, payout.each) is None


class GoldChanged(NotPaidExactly, frozen=True):
    """A player was paid after changing money with others; which cards, nobody noted."""

    said = "{player} is paid {nuggets} by changing."

    def apply(self, state: State) -> State:
        return replace(self.unsettled(state, CHANGED), is_changed=True)

    def tell(self, state: State) -> Mapping[str, Say]:
        return {self.player: Say("changed")}


class GoldOwed(NotPaidExactly, frozen=True):
    """The bank could not pay a player, and owes it."""

    said = "{player} is owed {nuggets}."

    def apply(self, state: State) -> State:
        unpaid = state.unpaid.get(self.player, 0) + state.payout.each
        after = self.unsettled(state, OWED)
        return replace(after, unpaid={**state.unpaid, self.player: unpaid})

    def tell(self, state: State) -> Mapping[str, Say]:
        return {self.player: Say("owed")}


def _ask_noted(book: Rulebook, state: State) -> Prompt[State]:
    events = {word: GoldHandedOut(in_secret=word == "secret") for word in ("secret", "open")}
    return Prompt(
        ask=Say("Note who takes which gold card?"),
        answers=choices(book, state, events),
        event=events.__getitem__,
        rules=(*_rules(state), keys.GOLD_FACE_DOWN),
        default="secret",
        context=(state.payout.said(),),
    )


def _ask_kept(book: Rulebook, state: State) -> Prompt[State]:
    player = state.next_taker or state.players[0]
    events = {str(value): GoldKept(player, value) for value in state.box}
    return Prompt(
        ask=Say("{player}, keep a card. How many nuggets?", player=player),
        answers=choices(book, state, events),
        event=events.__getitem__,
        rules=(keys.SHARING, keys.GOLD_CARDS),
    )


def _ask_paid(book: Rulebook, state: State) -> Prompt[State]:
    player, each = state.next_taker or state.players[0], state.payout.each
    ways = ways_to_pay(each, tuple(state.box))
    instead = {CHANGED: GoldChanged(player), OWED: GoldOwed(player)}
    events = {**{cards_words(way): GoldPaid(player, way) for way in ways}, **instead}

    def event(paid: str | Cards) -> Event[State]:
        return instead[paid] if isinstance(paid, str) else GoldPaid(player, paid)

    return Prompt(
        ask=Say("{player}, take {nuggets}. Which cards?", player=player, nuggets=nuggets(each)),
        answers=paid_with(tuple(instead), choices(book, state, events).offered),
        event=event,
        rules=(keys.SABOTEURS_PAY, keys.EXACTLY, keys.NOT_EXACTLY),
    )


def _is_settled(state: State) -> bool:
    """Whether all gold of the round is handed out, or there is none."""
    now = state.now
    if not now.is_over or state.is_played or len(now.roles) < len(state.players):
        return False
    is_secret, takers = now.in_secret, state.payout.takers
    return bool(is_secret) or not takers or len(now.settled) >= len(takers)


NOTED: Final[Stage[State]] = Stage(
    id="gold.noted",
    is_observed=True,
    title=Say("gold"),
    when=lambda state: not state.is_played and state.now.in_secret is None,
    ask=_ask_noted,
    events=(GoldHandedOut,),
)
KEPT: Final[Stage[State]] = Stage(
    id="gold.kept",
    run="kept",
    is_observed=True,
    title=Say("sharing"),
    when=lambda state: not state.is_played and bool(state.payout.order),
    actor=lambda state: state.next_taker,
    ask=_ask_kept,
    events=(GoldKept,),
)
PAID: Final[Stage[State]] = Stage(
    id="gold.paid",
    is_observed=True,
    title=Say("paying"),
    when=lambda state: not state.is_played,
    actor=lambda state: state.next_taker,
    ask=_ask_paid,
    events=(GoldPaid, GoldChanged, GoldOwed),
)
ROUND_OVER: Final[Consequence[State]] = Consequence(
    when=_is_settled, apply=next_round, rule=keys.ROUNDS
)
