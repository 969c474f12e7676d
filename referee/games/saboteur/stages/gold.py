"""Gold handed out after a round, then all gold turned up at the end."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import ClassVar, Final

from referee import api
from referee.api import Player, Say
from referee.games.saboteur import keys
from referee.games.saboteur.model.count import paid_by_round
from referee.games.saboteur.model.gold import (
    CHANGED,
    OWED,
    Cards,
    GoldSupply,
    cards_words,
    exact_payments,
    holds,
    left,
    nuggets,
    read_gold,
    read_payment,
    rules_for_sharing,
    supply_words,
    ways_to_pay,
)
from referee.games.saboteur.model.record import makes_impossible, table_so_far
from referee.games.saboteur.model.three_rounds.hands import cards_of
from referee.games.saboteur.model.three_rounds.possible import possible_hands
from referee.games.saboteur.state import State, next_round


class GoldHandedOut(api.Event[State], frozen=True):
    """The gold of a round was handed out: all in secret, or to be recorded card by card."""

    rule = keys.SHARING
    sheet_line = "gold"
    in_secret: bool

    def judge(self, book: api.Rulebook, state: State) -> api.Ruling:
        said = state.payout.worded("secret" if self.in_secret else "open")
        return self.allowed(said, *_rules(state), keys.GOLD_FACE_DOWN)

    def ends_in(self, ruling: api.Ruling) -> tuple[api.RuleRef, ...]:
        how = tuple(rule for rule in ruling.rules if rule.rule_id == keys.SHARING)
        return how or ruling.rules[:1]

    def first_time(self, state: State) -> api.Notice:
        said = "Keep your gold cards secret, face down until the end."
        return api.Notice(Say(said), keys.GOLD_FACE_DOWN)

    def apply(self, state: State) -> State:
        return state.in_round(in_secret=self.in_secret)

    def tell(self, state: State) -> Mapping[str, Say]:
        return {api.SHARED: Say("secret") if self.in_secret else Say("open")}


def _rules(state: State) -> tuple[str, ...]:
    now = state.now
    if now.connector is None:
        return (keys.SABOTEURS_PAY.rule_id, keys.IN_PLAY, keys.EXACTLY)
    if state.payout.paid:
        return (keys.SELFISH_NUGGETS.rule_id, keys.EXACTLY)
    return rules_for_sharing(state.variant, now.roles, now.connector, now.broken_players)


class GoldTaken(api.Event[State], frozen=True):
    """A player's turn to get gold was settled."""

    sheet_line = "gold"
    player: Player

    def settle(self, state: State, cards: Cards = ()) -> State:
        """Return the state after the player got these cards."""
        return state.in_round(settled=(*state.now.settled, (self.player, cards)))

    def settle_otherwise(self, state: State, how: str) -> State:
        """Return the state after the player was owed or changed money, by ``how``."""
        return self.settle(state).in_round(unpaid={**state.now.unpaid, self.player: how})

    def refuse_cards(self, book: api.Rulebook, state: State, *cards: int) -> api.Ruling | None:
        """Refuse cards that the box does not have, or by the record the bank no longer has.

        After a round with secret gold the bank is unknown; then the model decides whether the
        rounds before can have left these cards. Cites: SAB-1.4, SAB-10.1.
        """
        words = cards_words(cards)
        if not holds(state.box, cards):
            said = "There cannot be gold cards {cards}: the box holds {box}."
            box = supply_words(state.box)
            return self.impossible(said, keys.GOLD_CARDS, cards=words, box=box)
        if state.is_changed:
            return None
        if not holds(state.bank, cards) and any(state.bank.values()):  # else the record is wrong
            said = "According to the record the bank holds {bank}, not {cards}."
            bank = supply_words(state.bank)
            return self.forbidden(said, keys.SUPPLY, bank=bank, cards=words)
        if not state.knows_bank and self.contradicts_record(book, state):
            said = "With {cards} here, the rounds before cannot have been paid."
            return self.forbidden(said, keys.SUPPLY, cards=words)
        return None

    def contradicts_record(self, book: api.Rulebook, state: State) -> bool:
        """Whether no legal play leads to the record with this event, but one did without it."""
        return makes_impossible(book, state, self.apply(state))


class GoldKept(GoldTaken, frozen=True):
    """A digger kept a gold card of this value and passed the rest on."""

    verbs = "keeps"
    filler = "card nugget nuggets of"
    rule = keys.SHARING
    nuggets: int

    def judge(self, book: api.Rulebook, state: State) -> api.Ruling:
        if refused := self.refuse_cards(book, state, self.nuggets):
            return refused
        return self.allowed("{player} keeps a card of {nuggets}.", nuggets=nuggets(self.nuggets))

    def apply(self, state: State) -> State:
        return self.settle(state, (self.nuggets,))

    def tell(self, state: State) -> Mapping[str, Say]:
        return {self.player: self.say("{n}", n=self.nuggets)}


class GoldPaid(GoldTaken, frozen=True):
    """A player took gold cards of these values."""

    rule = keys.SABOTEURS_PAY
    cards: tuple[int, ...]

    def judge(self, book: api.Rulebook, state: State) -> api.Ruling:
        each, taken = state.payout.each, sum(self.cards)
        if taken != each and holds(state.box, self.cards):
            rules = (keys.SABOTEURS_PAY, keys.EXACTLY)
            said = "{player} takes {due}, not {n}."
            return self.forbidden(said, *rules, due=nuggets(each), n=taken)
        if refused := self.refuse_cards(book, state, *self.cards):
            return refused
        cards = cards_words(self.cards)
        return self.allowed("{player} takes {cards}.", keys.EXACTLY, cards=cards)

    def apply(self, state: State) -> State:
        return self.settle(state, self.cards)

    def tell(self, state: State) -> Mapping[str, Say]:
        return {self.player: Say("{cards}", cards=cards_words(self.cards))}


class NotPaidExactly(GoldTaken, frozen=True):
    """A player could not be paid exactly."""

    rule = keys.NOT_EXACTLY
    said: ClassVar[str]

    def judge(self, book: api.Rulebook, state: State) -> api.Ruling:
        if self._may_fall_short(book, state):
            return self.allowed(self.said, nuggets=nuggets(state.payout.each))
        if state.knows_bank:
            said = "The bank can pay everyone who is waiting exactly: it holds {bank}."
            return self.forbidden(said, keys.NOT_EXACTLY, bank=supply_words(state.bank))
        said = "The bank can pay everyone who is waiting exactly."
        return self.forbidden(said, keys.NOT_EXACTLY)

    def _may_fall_short(self, book: api.Rulebook, state: State) -> bool:
        """Whether the bank may be unable to pay; after money was changed nobody knows the bank."""
        if state.is_changed:
            return True
        if not state.knows_bank:
            return not self.contradicts_record(book, state)
        payout = state.payout
        waiting = len(payout.paid) - len(state.now.settled)
        return exact_payments(state.bank, waiting, payout.each) is None


class GoldChanged(NotPaidExactly, frozen=True):
    """A player was paid after changing money with others; which cards, nobody recorded."""

    said = "{player} is paid {nuggets} by changing."

    def apply(self, state: State) -> State:
        return api.replace(self.settle_otherwise(state, CHANGED), is_changed=True)

    def tell(self, state: State) -> Mapping[str, Say]:
        return {self.player: Say("changed")}


class GoldOwed(NotPaidExactly, frozen=True):
    """The bank could not pay a player, and owes it."""

    said = "{player} is owed {nuggets}."

    def apply(self, state: State) -> State:
        unpaid = state.unpaid.get(self.player, 0) + state.payout.each
        after = self.settle_otherwise(state, OWED)
        return api.replace(after, unpaid={**state.unpaid, self.player: unpaid})

    def tell(self, state: State) -> Mapping[str, Say]:
        return {self.player: Say("owed")}


_WHETHER_NOTED: Final = api.Vocabulary(
    secret=("secret", "no", "n", "secretly"), open=("open", "yes", "y", "openly")
)


def _ask_noted(book: api.Rulebook, state: State) -> api.Prompt[State]:
    events = {word: GoldHandedOut(in_secret=word == "secret") for word in ("secret", "open")}
    return api.Prompt(
        ask=Say("Note who takes which gold card?"),
        answers=api.choices(book, state, events, _WHETHER_NOTED),
        event=events.__getitem__,
        rules=(*_rules(state), keys.GOLD_FACE_DOWN),
        default="secret",
    )


def _ask_kept(book: api.Rulebook, state: State) -> api.Prompt[State]:
    player = state.next_taker or state.players[0]
    events = {str(value): GoldKept(player, value) for value in state.box}
    return api.Prompt(
        ask=Say("{player}, keep a card. How many nuggets?", player=player),
        answers=api.choices(book, state, events),
        event=events.__getitem__,
        rules=(keys.SHARING, keys.GOLD_CARDS),
    )


def _ask_paid(book: api.Rulebook, state: State) -> api.Prompt[State]:
    player, each = state.next_taker or state.players[0], state.payout.each
    ways = ways_to_pay(each, tuple(state.box))
    instead = {CHANGED: GoldChanged(player), OWED: GoldOwed(player)}
    events = {**{cards_words(way): GoldPaid(player, way) for way in ways}, **instead}
    offered = api.choices(book, state, events).offered

    def event(paid: str | Cards) -> api.Event[State]:
        return instead[paid] if isinstance(paid, str) else GoldPaid(player, paid)

    return api.Prompt(
        ask=Say("{player}, take {nuggets}. Which cards?", player=player, nuggets=nuggets(each)),
        answers=api.CustomAnswer(offered, read_payment, api.join_or),
        event=event,
        rules=(keys.SABOTEURS_PAY, keys.EXACTLY, keys.NOT_EXACTLY),
    )


NOTED: Final[api.Stage[State]] = api.Stage(
    id="gold.noted",
    is_observed=True,
    title=Say("gold"),
    when=lambda state: not state.is_played and state.now.in_secret is None,
    ask=_ask_noted,
    events=(GoldHandedOut,),
)
KEPT: Final[api.Stage[State]] = api.Stage(
    id="gold.kept",
    run="kept",
    is_observed=True,
    title=Say("sharing"),
    when=lambda state: not state.is_played and bool(state.payout.order),
    actor=lambda state: state.next_taker,
    ask=_ask_kept,
    events=(GoldKept,),
)
PAID: Final[api.Stage[State]] = api.Stage(
    id="gold.paid",
    is_observed=True,
    title=Say("paying"),
    when=lambda state: not state.is_played,
    actor=lambda state: state.next_taker,
    ask=_ask_paid,
    events=(GoldPaid, GoldChanged, GoldOwed),
)
ROUND_OVER: Final[api.Consequence[State]] = api.Consequence(
    when=lambda state: (
        state.are_roles_up and (bool(state.now.in_secret) or state.next_taker is None)
    ),
    apply=next_round,
    rule=keys.ROUNDS,
)


class GoldCounted(api.Event[State], frozen=True):
    """A player turned up all gold cards at the end, and said what the bank owes."""

    verbs = "turns"
    filler = "up"
    rule = keys.THE_WINNER
    sheet_line = "count"
    player: Player
    cards: tuple[int, ...]
    owed: int = 0

    @property
    def counted(self) -> tuple[api.FieldPath, ...]:
        own = ("holdings", self.player)
        return ((*own, "gold"), (*own, "owed")) if self.owed else ((*own, "gold"),)

    def judge(self, book: api.Rulebook, state: State) -> api.Ruling:
        in_box, cards = _uncounted(state), cards_words(self.cards)
        if not holds(in_box, self.cards):
            said = (
                "The others show so many that {stock} are left in the box, so there cannot be "
                "{cards}."
            )
            rules = (keys.SUPPLY, keys.GOLD_CARDS)
            return self.impossible(said, *rules, cards=cards, stock=supply_words(in_box))
        known = state.recorded_gold.get(self.player)
        is_as_recorded = known is None or sorted(known) == sorted(self.cards)
        if makes_impossible(book, state, self.apply(state)):
            return self._refuse_shown(book, state, known)
        shown = "owed" if self.owed else "gold" if self.cards else "none"
        return self.allowed(
            (_AS_RECORDED if is_as_recorded else _NOT_AS_RECORDED)[shown],
            cards=cards,
            nuggets=nuggets(sum(self.cards)),
            debt=nuggets(self.owed),
            known=cards_words(known or ()),
        )

    def _refuse_shown(self, book: api.Rulebook, state: State, known: Cards | None) -> api.Ruling:
        """Refuse gold that contradicts the record and what the others have shown."""
        cards = cards_words(self.cards)
        if self.owed:
            said = "{owed} cannot be owed: the bank could pay everybody exactly."
            return self.forbidden(said, keys.NOT_EXACTLY, owed=nuggets(self.owed))
        if known is not None:
            said = "{player} shows {cards}; the record has {known}."
            known_words = cards_words(known)
            return self.forbidden(said, keys.PAID_TO_ONE, cards=cards, known=known_words)
        seat = state.players.index(self.player)
        paid = paid_by_round(table_so_far(book, state), seat, self.player)
        if paid is not None:
            said = "{player} shows {cards}. {paid}"
            return self.forbidden(said, keys.PAID_TO_ONE, cards=cards, paid=paid)
        said = "These three rounds cannot have paid {player} these cards: {cards}."
        return self.forbidden(said, keys.PAID_TO_ONE, cards=cards)

    def apply(self, state: State) -> State:
        debts = {**state.stated_debts, self.player: self.owed} if self.owed else state.stated_debts
        counted = {**state.counted, self.player: self.cards}
        return api.replace(state, counted=counted, stated_debts=debts)

    def tell(self, state: State) -> Mapping[str, Say]:
        cards = cards_words(self.cards)
        if self.owed:
            return {self.player: self.say("{cards} owed {n}", cards=cards, n=self.owed)}
        return {self.player: Say("{cards}", cards=cards)}


_AS_RECORDED: Final = {
    "gold": "{player} turns up {cards}: {nuggets}.",
    "owed": "{player} turns up {cards}: {nuggets}, and is owed {debt}.",
    "none": "{player} has no gold.",
}
_NOT_AS_RECORDED: Final = {
    "gold": "{player} turns up {cards}: {nuggets}. The record has {known}.",
    "owed": "{player} turns up {cards}: {nuggets}, and is owed {debt}. The record has {known}.",
    "none": "{player} has no gold. The record has {known}.",
}


def _uncounted(state: State) -> GoldSupply:
    return left(state.box, (value for cards in state.counted.values() for value in cards))


def _next_uncounted(state: State) -> Player | None:
    return next((player for player in state.players if player not in state.counted), None)


def _typed_gold(cards: Sequence[int], owed: int = 0) -> str:
    gold = " ".join(map(str, cards)) or "none"
    return f"{gold} owed {owed}" if owed else gold


def _answers(book: api.Rulebook, state: State, player: Player) -> Iterator[str]:
    """List all gold that the player can show; if the record is impossible, all that is left."""
    table, known_debt = table_so_far(book, state), state.unpaid.get(player, 0)
    is_possible = False
    for hand, owed in possible_hands(table, state.players.index(player)):
        is_possible = True
        yield _typed_gold(cards_of(table.values, hand), owed - known_debt)
    if not is_possible:
        all_cards = api.CardValues(_uncounted(state), 0, sum(_uncounted(state).values()))
        yield from map(all_cards.offer, range(all_cards.size))


def _ask_count(book: api.Rulebook, state: State) -> api.Prompt[State]:
    """Ask for a player's gold cards; Enter takes the recorded gold if all of it was recorded.

    Some answer is always possible, so the list is computed only when it is needed.
    """
    player = _next_uncounted(state) or state.players[0]
    in_box, recorded = _uncounted(state), state.recorded_gold.get(player)
    return api.Prompt(
        ask=Say("{player}, show your gold.", player=player),
        answers=api.CustomAnswer(
            api.LazySequence(lambda: _answers(book, state, player), some=lambda: (player,)),
            read_gold,
            Say("the numbers, such as 3 2 1; or {none}", none="none"),
        ),
        event=lambda gold: GoldCounted(player, *gold),
        rules=(keys.THE_WINNER, keys.GOLD_CARDS),
        default=_typed_gold(recorded) if recorded is not None and holds(in_box, recorded) else None,
        notices=() if state.counted else (_GOLD_UP,),
    )


_GOLD_UP: Final = api.Notice(
    Say("Everyone turns their gold up; the most nuggets win."), keys.THE_WINNER
)


COUNT: Final[api.Stage[State]] = api.Stage(
    id="end.gold",
    is_observed=True,
    run="gold",
    title=Say("count"),
    when=lambda state: _next_uncounted(state) is not None,
    actor=_next_uncounted,
    ask=_ask_count,
    events=(GoldCounted,),
)
