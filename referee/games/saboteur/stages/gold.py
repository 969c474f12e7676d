"""Gold is handed out after a round, and counted at the end."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Final

from referee.api import (
    SHARED,
    Consequence,
    Event,
    FaceValues,
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
    GoldSupply,
    cards_words,
    exact_payments,
    holds,
    left,
    nuggets,
    rules_for_sharing,
    supply_words,
    ways_to_pay,
)
from referee.games.saboteur.stages.answers import paid_with
from referee.games.saboteur.state import State, next_round


class GoldHandedOut(Event[State], frozen=True):
    """The gold of a round was handed out: all in secret, or to be noted card by card."""

    rule = keys.SHARING
    sheet_line = "gold"
    in_secret: bool

    def judge(self, book: Rulebook, state: State) -> Ruling:
        said = "{pays} What each has is noted."
        if self.in_secret:
            said = "{pays} What each has stays secret."
        return self.allowed(said, *_rules(state), keys.GOLD_FACE_DOWN, pays=state.payout.said)

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

    def not_in_box(self, state: State, *cards: int) -> Ruling | None:
        """Stop cards that there are not. Cites: SAB-1.4."""
        if holds(state.box, cards):
            return None
        said = "{cards}? The box holds {box}."
        box = supply_words(state.box)
        return self.impossible(said, keys.GOLD_CARDS, cards=cards_words(cards), box=box)

    def gone(self, state: State, *cards: int) -> Ruling:
        """Stop cards that the bank has no more, by the record. Cites: SAB-10.1."""
        said = "No such card is left, by the record: the bank holds {bank}, not {cards}."
        bank = supply_words(state.bank)
        return self.forbidden(said, keys.SUPPLY, bank=bank, cards=cards_words(cards))


class GoldKept(GoldTaken, frozen=True):
    """A digger kept a gold card of this value and passed the rest on."""

    rule = keys.SHARING
    nuggets: int

    def judge(self, book: Rulebook, state: State) -> Ruling:
        if refused := self.not_in_box(state, self.nuggets):
            return refused
        bank = state.bank
        # Where the record leaves no card at all, the record is wrong.
        if any(bank.values()) and not holds(bank, (self.nuggets,)):
            return self.gone(state, self.nuggets)
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
        if refused := self.not_in_box(state, *self.cards):
            return refused
        each, taken = state.payout.each, sum(self.cards)
        if taken != each:
            rules = (keys.SABOTEURS_PAY, keys.EXACTLY)
            said = "{player} takes {due}, not {n}."
            return self.forbidden(said, *rules, due=nuggets(each), n=taken)
        if not holds(state.bank, self.cards):
            return self.gone(state, *self.cards)
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
        payout, bank = state.payout, state.bank
        waiting = len(payout.paid) - len(state.now.settled)
        if exact_payments(bank, waiting, payout.each) is None:
            return self.allowed(self.said, nuggets=nuggets(payout.each))
        said = "It can be paid exactly: the bank holds {bank}."
        return self.forbidden(said, keys.EXACTLY, bank=supply_words(bank))


class GoldChanged(NotPaidExactly, frozen=True):
    """A player was paid after changing money with others; which cards, nobody noted."""

    said = "{player} is paid {nuggets} by changing."

    def apply(self, state: State) -> State:
        return replace(self.settled(state), is_changed=True)

    def tell(self, state: State) -> Mapping[str, Say]:
        return {self.player: Say("changed")}


class GoldOwed(NotPaidExactly, frozen=True):
    """The bank could not pay a player, and owes it."""

    said = "{player} is owed {nuggets}."

    def apply(self, state: State) -> State:
        unpaid = state.unpaid.get(self.player, 0) + state.payout.each
        return replace(self.settled(state), unpaid={**state.unpaid, self.player: unpaid})

    def tell(self, state: State) -> Mapping[str, Say]:
        return {self.player: Say("owed")}


class GoldCounted(Event[State], frozen=True):
    """A player turned up all gold cards at the end."""

    rule = keys.THE_WINNER
    sheet_line = "count"
    player: Player
    cards: tuple[int, ...]

    def judge(self, book: Rulebook, state: State) -> Ruling:
        in_box, cards = _uncounted(state), cards_words(self.cards)
        if not holds(in_box, self.cards):
            said = "{cards}? The box leaves {stock}, after what the others show."
            rules = (keys.SUPPLY, keys.GOLD_CARDS)
            return self.impossible(said, *rules, cards=cards, stock=supply_words(in_box))
        said = "{player} turns up {cards}: {nuggets}." if self.cards else "{player} has no gold."
        gold = self.say(said, cards=cards, nuggets=nuggets(sum(self.cards)))
        known = state.noted_gold.get(self.player)
        if known is None or sorted(known) == sorted(self.cards):
            return self.allowed(gold)
        said = "{gold} The record has {known}."
        return self.allowed(said, gold=gold, known=cards_words(known))

    def apply(self, state: State) -> State:
        return replace(state, counted={**state.counted, self.player: self.cards})

    def tell(self, state: State) -> Mapping[str, Say]:
        return {self.player: Say("{cards}", cards=cards_words(self.cards))}


def _uncounted(state: State) -> GoldSupply:
    """Count what the box leaves beside the gold turned up at the end."""
    return left(state.box, (value for cards in state.counted.values() for value in cards))


def _next_uncounted(state: State) -> Player | None:
    return next((player for player in state.players if player not in state.counted), None)


def _ask_noted(book: Rulebook, state: State) -> Prompt[State]:
    events = {word: GoldHandedOut(in_secret=word == "secret") for word in ("secret", "open")}
    return Prompt(
        ask=Say("Is it noted what each has, or kept secret to the end?"),
        answers=choices(book, state, events),
        event=events.__getitem__,
        rules=(*_rules(state), keys.GOLD_FACE_DOWN),
        default="secret",
        context=(state.payout.said,),
    )


def _ask_kept(book: Rulebook, state: State) -> Prompt[State]:
    player = state.next_taker or state.players[0]
    events = {str(value): GoldKept(player, value) for value in state.box}
    return Prompt(
        ask=Say("{player} keeps a card of how many nuggets?", player=player),
        answers=choices(book, state, events),
        event=events.__getitem__,
        rules=(keys.SHARING, keys.GOLD_CARDS),
    )


def _ask_paid(book: Rulebook, state: State) -> Prompt[State]:
    player, each = state.next_taker or state.players[0], state.payout.each
    ways = ways_to_pay(each, tuple(state.box))
    instead = {"changed": GoldChanged(player), "owed": GoldOwed(player)}
    events = {**{cards_words(way): GoldPaid(player, way) for way in ways}, **instead}

    def event(paid: str | Cards) -> Event[State]:
        return instead[paid] if isinstance(paid, str) else GoldPaid(player, paid)

    return Prompt(
        ask=Say("{player} takes {nuggets}, as?", player=player, nuggets=nuggets(each)),
        answers=paid_with(tuple(instead), choices(book, state, events).offered),
        event=event,
        rules=(keys.SABOTEURS_PAY, keys.EXACTLY, keys.NOT_EXACTLY),
    )


def _ask_count(book: Rulebook, state: State) -> Prompt[State]:
    """Ask for a player's gold cards; Enter takes what was noted, where all of it was."""
    player = _next_uncounted(state) or state.players[0]
    in_box, noted = _uncounted(state), state.noted_gold.get(player)
    default = None
    if noted is not None and holds(in_box, noted):
        default = " ".join(map(str, noted)) or "none"
    return Prompt(
        ask=Say("{player} turns up which gold cards?", player=player),
        answers=FaceValues(in_box, 0, sum(in_box.values())),
        event=lambda cards: GoldCounted(player, cards),
        rules=(keys.THE_WINNER, keys.GOLD_CARDS),
        default=default,
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
COUNT: Final[Stage[State]] = Stage(
    id="end.gold",
    run="gold",
    title=Say("count"),
    when=lambda state: _next_uncounted(state) is not None,
    actor=_next_uncounted,
    ask=_ask_count,
    events=(GoldCounted,),
)
ROUND_OVER: Final[Consequence[State]] = Consequence(
    when=_is_settled, apply=next_round, rule=keys.ROUNDS
)
