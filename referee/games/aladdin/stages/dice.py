"""The steps before the lamp: starting gems once, and dice in every turn."""

from typing import cast

from referee import api
from referee.api import Player, Say
from referee.games.aladdin import keys
from referee.games.aladdin.model.cards import GEMS, METALS
from referee.games.aladdin.model.dice import Die, refuse_dice
from referee.games.aladdin.model.drawing import refuse_deal, whole_setup
from referee.games.aladdin.model.readers import Kinds, read_dice
from referee.games.aladdin.stages.transfers import with_holding
from referee.games.aladdin.state import State


class GemsDealt(api.Event[State], frozen=True):
    """A player was dealt these starting gems."""

    verbs = "starts"
    rule = keys.STARTING_EACH
    actor_field = ""  # reported in any order
    sheet_line = "gems"
    player: Player
    gems: tuple[str, ...]

    def judge(self, book: api.Rulebook, state: State) -> api.Ruling:
        strange = next((gem for gem in self.gems if gem not in GEMS), None)
        if strange is not None:
            return self.impossible("{card} is not a gem.", keys.KINDS, card=strange)
        if self.player in state.dealt:
            return self.forbidden("{player}'s starting gems are already entered.")
        if wrong := refuse_deal(book, len(state.players), len(self.gems)):
            return wrong
        gems = tuple(map(state.name_of, self.gems))
        return self.allowed("{player} starts with {gems}.", self.rule, keys.KINDS, gems=gems)

    def apply(self, state: State) -> State:
        held = state.holdings[self.player]
        for gem in self.gems:
            held = held.with_card(gem)
        dealt = tuple(dict.fromkeys((*state.dealt, self.player)))
        return api.replace(with_holding(state, self.player, held), dealt=dealt)

    def tell(self, state: State) -> api.SheetCells:
        return {self.player: self.say("{gems}", gems=tuple(map(state.name_of, self.gems)))}


class DiceShown(api.Event[State], frozen=True):
    """A player's dice were uncovered."""

    verbs = "sets"
    rule = keys.SETTING
    actor_field = ""  # reported in any order
    sheet_line = "dice"
    player: Player
    dice: tuple[Die, ...]

    def judge(self, book: api.Rulebook, state: State) -> api.Ruling:
        if wrong := refuse_dice(book, len(state.players), self.player, self.dice):
            return wrong
        if self.player in state.dice:
            return self.forbidden("{player} has already set the dice.")
        dice = tuple(Say("{chest} {n}", chest=die.chest, n=die.number) for die in self.dice)
        return self.allowed("{player} sets {dice}.", dice=dice)

    def apply(self, state: State) -> State:
        return api.replace(state, dice={**state.dice, self.player: self.dice})

    def tell(self, state: State) -> api.SheetCells:
        return {self.player: self.say("{dice}", dice=tuple(die.short for die in self.dice))}


_SET_DICE = api.Notice(
    Say("Set your dice behind your hands. Count to three and lift them."), keys.SETTING, once=True
)
_LIKE = (("bronze", 4), ("silver", 3), ("bronze", 5), ("gold", 4), ("silver", 2))
"""Dice for the example in a prompt."""


def _next_dealt(state: State) -> Player | None:
    return next((player for player in state.players if player not in state.dealt), None)


def _next_shown(state: State) -> Player | None:
    return next((player for player in state.players if player not in state.dice), None)


def _ask_gems(book: api.Rulebook, state: State) -> api.Prompt[State]:
    player, due = cast("Player", _next_dealt(state)), state.variant.gems_each
    readable = state.names.readable(GEMS)
    one = "{player}, which gem were you dealt?"
    many = "{player}, which {n} gems were you dealt?"
    return api.Prompt(
        ask=Say(one if due == 1 else many, player=player, n=due),
        answers=Kinds(api.OneOf(tuple(readable), state.names.gems), due, due),
        event=lambda gems: GemsDealt(player, tuple(readable[gem] for gem in gems)),
        rules=(keys.STARTING_EACH, keys.KINDS),
        setup=() if state.dealt else whole_setup(book, state.setup),
    )


def _ask_dice(book: api.Rulebook, state: State) -> api.Prompt[State]:
    player, due = cast("Player", _next_shown(state)), state.variant.dice_each
    ask = api.plural(due, "{player}, set your die.", "{player}, set your {n} dice.", player=player)
    if not state.dice:
        ask = Say("Type the dice, clockwise from {player}.", player=player)
        due *= len(state.players)
    like = [Say("{kind}{n}", kind=api.Example(each[0], each), n=n) for each, n in _LIKE[:due]]
    form = Say("such as {example}", example=api.in_a_row(like))
    return api.Prompt(
        ask=ask,
        answers=api.CustomAnswer(api.LazySequence(lambda: _ways_to_set(state)), read_dice, form),
        event=lambda shown: DiceShown(
            player, tuple(sorted(shown, key=lambda die: METALS.index(die.chest)))
        ),
        rules=(keys.SETTING, keys.DICE_EACH),
        notices=(_SET_DICE,),
        view="state",
    )


def _ways_to_set(state: State) -> tuple[str, ...]:
    """List every way to set all dice of a player, two of them on different chests."""
    faces = range(1, state.variant.faces + 1)
    dice = [Die(chest, n) for chest in METALS for n in faces]
    if state.variant.dice_each == 1:
        return tuple(f"{die.chest} {die.number}" for die in dice)
    return tuple(
        f"{one.chest} {one.number}, {other.chest} {other.number}"
        for one in dice
        for other in dice
        if one.chest < other.chest
    )


GEMS_DEALT = api.Stage(
    id="setup.gems",
    run="gems",
    is_observed=True,
    title=Say("starting gems"),
    when=lambda state: len(state.dealt) < len(state.players) and not state.is_over,
    actor=_next_dealt,
    ask=_ask_gems,
    events=(GemsDealt,),
)
DICE = api.Stage(
    id="dice.shown",
    run="dice",
    is_observed=True,
    title=Say("dice"),
    when=lambda state: len(state.dice) < len(state.players) and not state.is_over,
    actor=_next_shown,
    ask=_ask_dice,
    events=(DiceShown,),
)
