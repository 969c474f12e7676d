"""What a lamp card does: nothing that is recorded, or one of several changes."""

from collections.abc import Iterator
from typing import cast

from referee.api import (
    Consequence,
    Event,
    Player,
    Prompt,
    Rulebook,
    Ruling,
    Say,
    SheetCells,
    Stage,
    choices,
    replace,
)
from referee.api.reading import match_choice
from referee.games.aladdin import keys
from referee.games.aladdin.model.cards import CHEST_CARDS, METALS, SORCERER
from referee.games.aladdin.model.dice import Die, wrong_change
from referee.games.aladdin.model.readers import (
    WayToSay,
    player_reader,
    read_die,
    read_drawn,
    read_parts,
)
from referee.games.aladdin.stages import card_moves
from referee.games.aladdin.stages.transfers import (
    drawn,
    possible_cards,
    with_holding,
    wrong_next_card,
)
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
        said = "The wish changes nothing here."
        return self.allowed(said, self.rule, keys.LAMP_CARD_BACK)

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
        refused = wrong_next_card(book, state, self.chest, self.card)
        if refused:
            return refused
        said = "{player} draws from the {chest} chest: {card}."
        card = Say("the Sorcerer") if self.card == SORCERER else state.called(self.card)
        return self.allowed(said, card=card)

    def apply(self, state: State) -> State:
        after = drawn(state, self.chest, self.card)
        if self.card == SORCERER:
            return after
        held = after.holdings[self.player].with_card(self.card)
        return in_wish(with_holding(after, self.player, held), may_be_done=True)

    def tell(self, state: State) -> SheetCells:
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
        wrong = wrong_change(book, self.before, self.after)
        if wrong:
            return wrong
        if self.before not in state.dice.get(self.player, ()):
            chest, n = self.before
            return self.forbidden("{player} has no die on {chest} {n}.", chest=chest, n=n)
        chest, n = self.after
        said = "{player}'s die is now {chest} {n}; the lamp is not touched again."
        return self.allowed(said, chest=chest, n=n)

    def apply(self, state: State) -> State:
        own = list(state.dice.get(self.player, ()))
        if self.before in own:
            own[own.index(self.before)] = self.after
        changed = replace(state, dice={**state.dice, self.player: tuple(own)})
        return in_wish(changed, may_be_done=True)

    def tell(self, state: State) -> SheetCells:
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
    """Read card, chest and player; the chest came first once. Scorpions are passed over."""
    who, summoner = player_reader(state.players), f"@{wisher(state)}"
    known = state.names.readable(CHEST_CARDS)

    def card(said: str) -> str:
        return read_drawn(said, known).card

    def chest(said: str) -> str:
        return match_choice(said, METALS)

    told, metal, player = read_parts(
        words,
        WayToSay((card, chest, who), lambda *parts: parts),
        WayToSay((card, chest), lambda card, chest: (card, chest, summoner)),
        WayToSay((chest, card, who), lambda chest, card, player: (card, chest, player)),
        WayToSay((chest, card), lambda chest, card: (card, chest, summoner)),
    )
    return ChestCardTaken(Player(player.removeprefix("@")), metal, told)


def _draws(book: Rulebook, state: State) -> Iterator[str]:
    for chest in METALS:
        for card in possible_cards(book, state, chest):
            yield f"{state.called(card)} {chest} @{wisher(state)}"


def _read_change(state: State, words: str) -> DieChanged:
    """Read a die, what it becomes, and whose it is, as in ``b4 s2 Bo``."""
    summoner = f"@{wisher(state)}"

    def die(said: str) -> str:
        return read_die(said).short

    before, after, player = read_parts(
        words,
        WayToSay((die, die, player_reader(state.players)), lambda *told: told),
        WayToSay((die, die), lambda *told: (*told, summoner)),
    )
    return DieChanged(Player(player.removeprefix("@")), read_die(before), read_die(after))


def _changes(book: Rulebook, state: State) -> Iterator[str]:
    ways = [Die(chest, n + 1) for chest in METALS for n in range(state.variant.faces)]
    for player, own in state.dice_in_order.items():
        for die in own:
            others = (way.short for way in ways if way != die)
            yield from (f"{die.short} {other} @{player}" for other in others)


OVER_AT_ONCE: Consequence[State] = Consequence(
    when=lambda state: state.wish is not None and bool(state.sorcerers),
    apply=lambda state: replace(state, pending=None, is_over=True),
    say=lambda state: Say("The game is over at once: a lamp card has brought a Sorcerer."),
    rule=keys.THE_END,
)
DRAW = effect_stage(
    "draw", ChestCardTaken, "card, chest, whose, such as {example}", _read_draw, _draws
)
CHANGE = effect_stage(
    "die",
    DieChanged,
    "the die, what it becomes, whose, such as {example}",
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
