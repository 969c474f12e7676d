"""Pairs of tokens, and the loot that each pair brings from another player."""

import re
from collections.abc import Sequence
from contextlib import suppress
from typing import TypeAlias

from referee import api
from referee.api import Player, Say
from referee.api.reading import is_none, match_choice, match_key, parse_pair, player_named
from referee.games.colorful_treasure import keys
from referee.games.colorful_treasure.model.cards import (
    DIAMOND,
    FACES,
    Card,
    as_typed,
    cards_as_typed,
    read_card,
    refuse_cards,
    singular,
)
from referee.games.colorful_treasure.model.holding import Holding, paired
from referee.games.colorful_treasure.model.tiles import CARDS_SAFE, NO_PLUNDER
from referee.games.colorful_treasure.state import State


class Plundered(api.Event[State], frozen=True):
    """Something was plundered from somebody."""

    rule = keys.PAIR
    sheet_line = "won"
    player: Player
    victim: Player

    def refuse_protected(self, state: State) -> api.Ruling | None:
        """Refuse plunder of oneself or of a protected player. Cites: COL-3.2, COL-6.1."""
        if self.victim == self.player:
            return self.forbidden("You cannot plunder yourself.", keys.LOOT)
        if NO_PLUNDER in state.holdings[self.victim].tiles:
            return self.forbidden("Nobody plunders {victim}.", keys.NO_PLUNDER)
        return None

    def allow_loot(self, loot: Say) -> api.Ruling:
        """Allow the plunder; the reason names the loot. Cites: COL-3.2, COL-3.3."""
        said = "{player} plunders {loot} from {victim}."
        return self.allowed(said, keys.LOOT, keys.NOTHING_ALONG, loot=loot)

    def cells(self, won: Say, lost: Say) -> api.SheetCells:
        """Return what each player writes; a player who plundered themselves writes both."""
        if self.victim == self.player:
            return {self.player: (won, lost)}
        return {self.player: won, self.victim: lost}

    def after_plunder(self, state: State, won: Holding, lost: Holding) -> State:
        """Return the state with both holdings and one plunder less to come."""
        after = state.with_holding(self.victim, lost).with_holding(self.player, won)
        return api.replace(after, plunders=max(0, after.plunders - 1))


class CardPlundered(Plundered, frozen=True):
    """A card was plundered."""

    verbs = "plunders"
    card: Card

    def judge(self, book: api.Rulebook, state: State) -> api.Ruling:
        held, card = state.holdings[self.victim], str(self.card)
        if refused := refuse_cards(state.field.box, (self.card,)):
            return self.impossible(refused.reason, keys.WONDERS, keys.MODES)
        if refused := self.refuse_protected(state):
            return refused
        if CARDS_SAFE in held.tiles:
            said = "{victim}'s cards are safe; diamonds are not."
            return self.forbidden(said, keys.CARDS_SAFE)
        if self.card not in held.cards:
            return self.forbidden("{victim} does not have {card}.", keys.LOOT, card=card)
        return self.allow_loot(Say("{card}", card=card))

    def apply(self, state: State) -> State:
        lost = state.holdings[self.victim].without_card(self.card, state.variant.third_gem)
        return self.after_plunder(state, state.holdings[self.player].with_cards((self.card,)), lost)

    def tell(self, state: State) -> api.SheetCells:
        card = as_typed(*self.card)
        won = self.say("+ {card} from {victim}", card=card)
        return self.cells(won, self.say("- {card}", card=card))


class DiamondPlundered(Plundered, frozen=True):
    """A diamond was plundered."""

    verbs = "plunders"

    def judge(self, book: api.Rulebook, state: State) -> api.Ruling:
        if refused := self.refuse_protected(state):
            return refused
        if not state.holdings[self.victim].diamonds:
            return self.forbidden("{victim} has no diamond.", keys.LOOT)
        return self.allow_loot(Say("a diamond"))

    def apply(self, state: State) -> State:
        victim, own = state.holdings[self.victim], state.holdings[self.player]
        lost = api.replace(victim, diamonds=max(0, victim.diamonds - 1))
        return self.after_plunder(state, api.replace(own, diamonds=own.diamonds + 1), lost)

    def tell(self, state: State) -> api.SheetCells:
        return self.cells(self.say("+ diamond from {victim}"), Say("- diamond"))


class NothingPlundered(api.Event[State], frozen=True, omit_defaults=True):
    """A pair of tokens brought nothing; ``wanted`` is the word for pieces that are no loot."""

    rule = keys.PAIR
    sheet_line = "won"
    tells_rule = True
    player: Player
    wanted: str = ""

    def judge(self, book: api.Rulebook, state: State) -> api.Ruling:
        if self.wanted:
            said = "Tokens, bonus cards and tiles cannot be plundered."
            return self.forbidden(said, keys.NEVER_LOOT)
        if state.has_loot:
            said = "{player} plunders a diamond or a card."
            return self.forbidden(said, keys.PAIR, keys.LOOT)
        return self.allowed("Nobody can be plundered.", keys.NO_VICTIM)

    def apply(self, state: State) -> State:
        return api.replace(state, plunders=max(0, state.plunders - 1))

    def tell(self, state: State) -> dict[str, Say]:
        return {self.player: Say("plunders nothing")}


_Loot: TypeAlias = tuple[Player, Card | None]
"""The victim, and a card, or None for a diamond."""
_LootRead: TypeAlias = tuple[Player, Card | str | None]
"""The same, or the word for pieces that are no loot."""


def _ask_plunder(book: api.Rulebook, state: State) -> api.Prompt[State]:
    player = state.active
    named = player_named(state.players)

    def event(read: _LootRead | None) -> api.Event[State]:
        if read is None:
            return NothingPlundered(player)
        victim, card = read
        if isinstance(card, str):
            return NothingPlundered(player, wanted=card)
        return CardPlundered(player, victim, card) if card else DiamondPlundered(player, victim)

    def read(words: str) -> _LootRead | None:
        if is_none(words):
            return None
        words = " ".join(word for word in words.split() if word != "one-card")
        words = re.sub(_TAKEN_FROM, r"\1 \2", words)
        unnamed = _read_without_name(words, state)
        if words[:1].isdecimal() and unnamed:
            return unnamed  # a card as the example shows it, and no seat
        if with_name := _read_with_name(words, state):
            return with_name
        if unnamed:
            return unnamed
        if loot and len(words.split()) == 1:
            said = "“{words}” does not say whom and what, such as {like}."
            victim, card = loot[0]
            like = api.join((victim, as_typed(*card) if card else DIAMOND), " ")
            raise api.BadAnswer(Say(said, words=words, like=like))
        with suppress(api.BadAnswer):  # the loot may come before the name
            card, victim = parse_pair(words, _read_loot, named)
            return victim, card
        return parse_pair(words, named, _read_loot)

    loot: list[_Loot] = [
        (victim, card)
        for victim, held in state.holdings.items()
        for card in (None, *held.cards)
        if not event((victim, card)).judge(book, state).verdict.stops_play
    ]
    offered = [f"@{victim} {card.short if card else DIAMOND}" for victim, card in loot]
    lines = [_loot_line(each, loot, state) for each in dict.fromkeys(victim for victim, _ in loot)]
    return api.Prompt(
        ask=Say("{player}, plunder someone.", player=player),
        answers=api.CustomAnswer(tuple(offered) or (api.NOTHING,), read, _hint(loot)),
        event=event,
        rules=(keys.PAIR, keys.LOOT, keys.NEVER_LOOT),
        context=(api.join(lines, " "),) if lines else (),
    )


_TAKEN_FROM = r"^from (.+) (?:plunder|take)s? (.+)"


def _loot_line(victim: Player, loot: Sequence[_Loot], state: State) -> Say:
    found = [card for who, card in loot if who == victim]
    cards, n = [card for card in found if card], state.holdings[victim].diamonds
    held: list[api.Fact] = [cards_as_typed(cards)] if cards else []
    if None in found:
        held.append(api.plural(n, "{n} diamond", "{n} diamonds"))
    return Say("{player}: {held}.", player=victim, held=api.join(held, ", "))


def _hint(loot: Sequence[_Loot]) -> Say:
    """Show how loot is typed: a card by itself, a diamond with its owner."""
    if not loot:
        return api.join_or([api.NOTHING])
    cards = [as_typed(*card) for _, card in loot if card]
    diamonds = [api.Example(f"{victim} {DIAMOND}") for victim, card in loot if not card]
    return Say("such as {loot}", loot=api.join_or([*cards[:1], *diamonds[:1]]))


def _read_loot(words: str) -> Card | None:
    """Read a card, or None from the word for a diamond. Raises BadAnswer."""
    if match_key(words) and DIAMOND.startswith(match_key(words)):
        return None
    return read_card(words)


def _read_with_name(words: str, state: State) -> _LootRead | None:
    """Read a name or a seat with a face, or with a word for pieces that are no loot.

    Raises BadAnswer if several cards of the player show the face.
    """
    head, _, rest = words.rpartition(" ")
    what = match_key(rest)
    if not head.strip() or not what:
        return None
    try:
        victim = Player(match_choice(head, state.players))
    except api.BadAnswer:
        return None
    for wanted in (what, singular(what)):
        if wanted in _NOT_LOOT:
            return victim, wanted
    if len(what) > 1 or what == DIAMOND[0]:
        if DIAMOND.startswith(what):
            return victim, None
        faces = [face for face in FACES if face.startswith(singular(what))]
        cards = [card for card in state.holdings[victim].cards if [card.face] == faces]
        if len(cards) > 1:
            said = "“{words}” could be {cards}. Which one?"
            several = api.join_or([as_typed(*card) for card in cards])
            raise api.BadAnswer(Say(said, words=words, cards=several), is_understood=True)
        if cards:
            return victim, cards[0]
    return None


_NOT_LOOT = frozenset(("token", "bonus", "tile", "key-token", "chest-token"))


def _read_without_name(words: str, state: State) -> _Loot | None:
    """Read loot without a name: a card, or a diamond if only one player has any."""
    try:
        loot = _read_loot(words)
    except api.BadAnswer:
        return None
    owners = [
        player
        for player, held in state.holdings.items()
        if player != state.active and (loot in held.cards if loot else held.diamonds)
    ]
    return (owners[0], loot) if len(owners) == 1 else None


PLUNDER = api.Stage(
    id="turn.plunder",
    has_values=True,
    title=Say("plundering"),
    when=lambda state: state.plunders > 0,
    actor=lambda state: state.active,
    ask=_ask_plunder,
    events=(CardPlundered, DiamondPlundered, NothingPlundered),
)


def _has_pair(state: State) -> bool:
    own = state.own
    return own.tokens.has_pair and own.may_plunder and not state.plunders


def _pair_discarded(state: State) -> State:
    own = state.own if state.has_tile_pair else state.own.without_pair()
    after = state.with_holding(state.active, own)
    return api.replace(after, plunders=after.plunders + 1, has_tile_pair=False)


def _pairs_lost(state: State) -> State:
    left = paired(state.own.tokens).left
    return state.with_holding(state.active, api.replace(state.own, tokens=left))


def _say_pair(state: State, discard: str) -> Say:
    plunders = Say("A pair of tokens: {player} plunders.", player=state.active)
    return api.join((plunders, Say(discard)), " ")


PAIR_BY_ANY_TOKEN: api.Consequence[State] = api.Consequence(
    when=lambda state: state.has_tile_pair,
    apply=_pair_discarded,
    say=lambda state: _say_pair(state, "Discard the token and the tile."),
    rule=(keys.PAIR, keys.USING),
)
PAIR_MADE: api.Consequence[State] = api.Consequence(
    when=lambda state: _has_pair(state) and state.has_loot,
    apply=_pair_discarded,
    say=lambda state: _say_pair(state, "Discard both tokens."),
    rule=keys.PAIR,
)
PAIR_LOST: api.Consequence[State] = api.Consequence(
    when=lambda state: not state.variant.keeps_pair and _has_pair(state),
    apply=_pairs_lost,
    say=lambda state: Say("Nobody can be plundered: the pair is discarded."),
    rule=keys.NO_VICTIM,
)
PAIR_WAITS: api.Consequence[State] = api.Consequence(
    when=lambda state: state.variant.keeps_pair and _has_pair(state) and not state.own.pair_waits,
    apply=lambda state: state.with_holding(state.active, api.replace(state.own, pair_waits=True)),
    say=lambda state: Say("Nobody can be plundered: the pair waits."),
    rule=keys.NO_VICTIM,
)
PAIRS = (PAIR_BY_ANY_TOKEN, PAIR_MADE, PAIR_LOST, PAIR_WAITS)
