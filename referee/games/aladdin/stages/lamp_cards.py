"""What a lamp card does: nothing that is recorded, or one of several changes."""

from collections.abc import Iterator
from typing import cast

from referee.api import (
    Cells,
    Event,
    Player,
    Prompt,
    Rulebook,
    Ruling,
    Say,
    Stage,
    choices,
    match_choice,
    parse_count,
    parse_pair,
    player_named,
    replace,
)
from referee.games.aladdin import keys
from referee.games.aladdin.model.cards import CHEST_CARDS, METALS, SORCERER
from referee.games.aladdin.model.dice import Die, wrong_die
from referee.games.aladdin.stages import card_moves
from referee.games.aladdin.stages.readers import card_named, read_die
from referee.games.aladdin.stages.talismans import placed_alone
from referee.games.aladdin.stages.transfers import drawn, next_cards, not_that_card, with_holding
from referee.games.aladdin.stages.wishes import (
    effect_stage,
    in_wish,
    wish_over,
    wisher,
)
from referee.games.aladdin.state import State


class NothingWished(Event[State], frozen=True):
    """The wish changed nothing that the record holds."""

    rule = keys.AS_FAR_AS_POSSIBLE
    actor_field = ""  # what a lamp card does, may be anybody's
    sheet_line = "lamp"
    player: Player

    def judge(self, book: Rulebook, state: State) -> Ruling:
        return self.allowed("The wish changes nothing here.")

    def apply(self, state: State) -> State:
        return wish_over(state)


class ChestCardTaken(Event[State], frozen=True):
    """By a wish a player drew the first card of a chest."""

    rule = keys.DRAWN_BY_WISH
    actor_field = ""
    sheet_line = "lamp"
    player: Player
    chest: str
    card: str

    def judge(self, book: Rulebook, state: State) -> Ruling:
        refused = not_that_card(book, state, self.chest, self.card)
        if refused:
            return refused
        if self.card == SORCERER:
            said = "{player} draws the Sorcerer: the game is over at once."
            return self.allowed(said, self.rule, keys.THE_END)
        said = "{player} draws {card} from the {chest} chest."
        return self.allowed(said, card=state.called(self.card))

    def apply(self, state: State) -> State:
        """Draw a card by a wish; a Sorcerer ends the game at once. Cites: ALA-4.4, ALA-7.5."""
        after = drawn(state, self.chest, self.card)
        if self.card == SORCERER:
            return replace(after, pending=None, is_over=True)
        held = after.holdings[self.player].with_card(self.card)
        return in_wish(placed_alone(with_holding(after, self.player, held)), may_be_done=True)

    def tell(self, state: State) -> Cells:
        if self.card == SORCERER:
            return {self.player: self.say("Sorcerer from {chest}")}
        return {self.player: self.say("+ {card} from {chest}", card=state.called(self.card))}


class DieChanged(Event[State], frozen=True):
    """By a wish a die of a player was changed from ``before`` to ``after``."""

    rule = keys.CHANGED_DIE
    actor_field = ""
    sheet_line = "lamp"
    player: Player
    before: Die
    after: Die

    def judge(self, book: Rulebook, state: State) -> Ruling:
        wrong = wrong_die(book, self.after)
        if wrong:
            return wrong
        if self.before == self.after:
            return self.forbidden("The die lies so already.")
        if self.before not in state.dice.get(self.player, ()):
            chest, n = self.before
            return self.forbidden("{player} shows no die {chest} {n}.", chest=chest, n=n)
        chest, n = self.after
        said = "{player}'s die is now {chest} {n}; the lamp is not touched again."
        return self.allowed(said, chest=chest, n=n)

    def apply(self, state: State) -> State:
        own = list(state.dice.get(self.player, ()))
        if self.before in own:
            own[own.index(self.before)] = self.after
        changed = replace(state, dice={**state.dice, self.player: tuple(own)})
        return in_wish(changed, may_be_done=True)

    def tell(self, state: State) -> Cells:
        said = Say("die {before} to {after}", before=self.before.short, after=self.after.short)
        return {self.player: said}


def _ask_effect(book: Rulebook, state: State) -> Prompt[State]:
    events = {"nothing": NothingWished(cast("Player", wisher(state)))}
    return Prompt(
        ask=Say("What does the lamp card do?"),
        answers=choices(book, state, events),
        event=events.__getitem__,
        rules=(keys.AS_FAR_AS_POSSIBLE, keys.PROTECTED),
    )


def _read_draw(state: State, words: str) -> ChestCardTaken:
    head, *rest = words.split() or [""]
    named = [word for word in rest if parse_count(word) is None]  # scorpions do not matter
    chest, known = match_choice(head, METALS), state.names.readable(CHEST_CARDS)
    player = cast("Player", wisher(state))
    return ChestCardTaken(player, chest, card_named(" ".join(named), known))


def _draws(book: Rulebook, state: State) -> Iterator[str]:
    for chest in METALS:
        yield from (f"{chest} {state.called(card)}" for card in next_cards(book, state, chest))


def _read_change(state: State, words: str) -> DieChanged:
    """Read a die and what it becomes, as in ``b4 s2 Bo``: the player stands last."""
    (before, after), player = parse_pair(words, _two_dice, player_named(state.players))
    return DieChanged(player, before, after)


def _two_dice(words: str) -> tuple[Die, Die]:
    return parse_pair(words, read_die, read_die)


def _changes(book: Rulebook, state: State) -> Iterator[str]:
    ways = [Die(chest, n + 1) for chest in METALS for n in range(state.variant.faces)]
    for player, own in state.dice_in_order.items():
        for die in own:
            others = (way.short for way in ways if way != die)
            yield from (f"{die.short} {other} @{player}" for other in others)


DRAW = effect_stage(
    "draw", ChestCardTaken, "chest and card, such as bronze red", _read_draw, _draws
)
CHANGE = effect_stage(
    "die",
    DieChanged,
    "the die, what it becomes, whose, such as b4 s2 Bo",
    _read_change,
    _changes,
)
EFFECT = Stage(
    id="wish.effect",
    title=Say("effect"),
    when=lambda state: state.wish is not None,
    actor=wisher,
    ask=_ask_effect,
    events=(NothingWished,),
    alternatives=(
        *(DRAW, card_moves.MOVE, card_moves.SWAP, card_moves.DISCARD, card_moves.RECOVER),
        CHANGE,
    ),
)
