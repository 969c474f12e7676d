"""The course of a fair: everyone draws in turn, and it may rain at any time."""

from collections.abc import Mapping

from pebble_fair.keys import MOST_DRAWN, ROUNDS, SACK, SHOWER
from pebble_fair.model import left_in_sack
from pebble_fair.state import KINDS, State
from referee.api import (
    Consequence,
    Course,
    Event,
    PieceCounts,
    Player,
    Prompt,
    Rulebook,
    Ruling,
    Say,
    Stage,
    choices,
    replace,
)  # fmt: skip


class PebblesDrawn(Event[State], frozen=True):
    """A player drew these pebbles from the sack."""

    rule = MOST_DRAWN
    sheet_line = "drawn"
    player: Player
    pebbles: Mapping[str, int]

    def judge(self, book: Rulebook, state: State) -> Ruling:
        left = left_in_sack(book, state.baskets)
        least, most = min(1, sum(left.values())), book[MOST_DRAWN]
        if not least <= sum(self.pebbles.values()) <= most:
            return self.forbidden("Draw 1 to {most} pebbles.", most=most)
        for kind, n in self.pebbles.items():
            if n > left[kind]:  # the record may be wrong: not impossible
                said = "The sack holds {n} {kind} pebbles."
                return self.forbidden(said, SACK, n=left[kind], kind=KINDS[kind])
        return self.allowed("{player} draws {plain} plain, {muddy} muddy.", **self.pebbles)

    def apply(self, state: State) -> State:
        basket = {kind: n + self.pebbles[kind] for kind, n in state.baskets[self.player].items()}
        baskets = {**state.baskets, self.player: basket}
        return replace(state, baskets=baskets, waiting=state.waiting[1:])

    def tell(self, state: State) -> Mapping[str, Say]:
        return {self.player: self.say("{plain} plain, {muddy} muddy", **self.pebbles)}


class RainFell(Event[State], frozen=True):
    """It rained, and all mud went back into the sack."""

    rule = SHOWER

    def judge(self, book: Rulebook, state: State) -> Ruling:
        if state.has_rained or book.option(state.setup.options, "rain") == "dry":
            return self.forbidden("It can rain only once, and only in a wet fair.")
        return self.allowed("It rains. All mud goes back into the sack.")

    def apply(self, state: State) -> State:
        baskets = {player: {**basket, "muddy": 0} for player, basket in state.baskets.items()}
        return replace(state, baskets=baskets, has_rained=True)


def _ask_draw(book: Rulebook, state: State) -> Prompt[State]:
    player, left = state.waiting[0], left_in_sack(book, state.baskets)
    in_all = sum(left.values())
    return Prompt(
        ask=Say("{player}, which pebbles?", player=player),
        answers=PieceCounts(left, min(1, in_all), min(book[MOST_DRAWN], in_all)),
        event=lambda pebbles: PebblesDrawn(player, pebbles),
    )


def _ask_rain(book: Rulebook, state: State) -> Prompt[State]:
    events = {"falls": RainFell()}  # a word is on offer if and only if judge lets its event pass
    answers = choices(book, state, events)
    return Prompt(ask=Say("Rain"), answers=answers, event=events.__getitem__)


DRAW = Stage(
    id="turn.draw",
    title=Say("drawing"),
    when=lambda state: state.round <= state.rounds,
    actor=lambda state: state.waiting[0],
    ask=_ask_draw,
    events=(PebblesDrawn,),
)
RAIN = Stage(id="any.rain", title=Say("rain"), ask=_ask_rain, events=(RainFell,))
ROUND_OVER: Consequence[State] = Consequence(
    when=lambda state: not state.waiting,
    apply=lambda state: replace(state, round=state.round + 1, waiting=state.setup.seating),
    say=lambda state: Say("Round {n} is over.", n=state.round),
    rule=ROUNDS,
)
COURSE = Course(
    stages=(DRAW,),
    anytime=(RAIN,),
    consequences=(ROUND_OVER,),
    heading=lambda state, stage: Say("Round {n} of {all}", n=state.round, all=state.rounds),
)
