"""The course of a night: everyone goes to a stall and draws while the sand runs."""

from collections.abc import Iterable

from pebble_night.keys import FILLINGS, MOST_DRAWN, ROUNDS, SACK, SECONDS, THE_JUDGE, TWO_STALLS
from pebble_night.state import STALLS, State
from referee import api
from referee.api import Player, Rulebook, Say


def left_in_sack(book: Rulebook, drawn: Iterable[int]) -> int:
    """Count what the sack holds beside what was drawn. Cites: PEN-1.1."""
    return max(0, book[SACK]["plain"] - sum(drawn))


class NightOpened(api.Event[State], frozen=True):
    """The judge named who begins."""

    rule = THE_JUDGE
    actor_field = ""
    player: Player

    def judge(self, book: Rulebook, state: State) -> api.Ruling:
        return self.allowed("{player} begins.")

    def apply(self, state: State) -> State:
        order = api.clockwise_from(state.setup.seating, self.player)
        return api.replace(state, order=order, waiting=order)


class StallChosen(api.Event[State], frozen=True):
    """A player went to a stall, and the glass was turned."""

    rule = TWO_STALLS
    player: Player
    stall: str

    def judge(self, book: Rulebook, state: State) -> api.Ruling:
        if self.stall == state.stall:
            return self.forbidden("The player before went to the {stall}.")
        return self.allowed("{player} goes to the {stall}.")

    def apply(self, state: State) -> State:
        turned = state.turned + 1
        return api.replace(state, stall=self.stall, is_at_stall=True, turned=turned, run_out=0)


class PebblesDrawn(api.Event[State], frozen=True):
    """A player drew pebbles from the sack."""

    rule = MOST_DRAWN
    player: Player
    pebbles: int

    def judge(self, book: Rulebook, state: State) -> api.Ruling:
        left = left_in_sack(book, state.drawn.values())
        most = min(book[MOST_DRAWN], left)
        if not min(1, left) <= self.pebbles <= most:
            return self.forbidden("1 to {most} pebbles are drawn, not {pebbles}.", most=most)
        words = ("{player} draws {n} pebble.", "{player} draws {n} pebbles.")
        return self.allowed(api.plural(self.pebbles, *words, player=self.player))

    def apply(self, state: State) -> State:
        drawn = {**state.drawn, self.player: state.drawn[self.player] + self.pebbles}
        return api.replace(state, drawn=drawn, waiting=state.waiting[1:], is_at_stall=False)


class SandRanOut(api.Event[State], frozen=True):
    """The glass ran out; it was turned again, or the player draws nothing."""

    rule = FILLINGS
    player: Player
    is_last: bool

    def judge(self, book: Rulebook, state: State) -> api.Ruling:
        if self.is_last:
            return self.allowed("{player} draws nothing: too late.")
        return self.allowed("The sand has run out; the glass is turned.")

    def apply(self, state: State) -> State:
        if self.is_last:
            return api.replace(state, waiting=state.waiting[1:], is_at_stall=False)
        return api.replace(state, turned=state.turned + 1, run_out=state.run_out + 1)


def _sand(book: Rulebook, state: State) -> SandRanOut:
    return SandRanOut(state.waiting[0], state.run_out + 1 >= book[FILLINGS])


def _ask_first(book: Rulebook, state: State) -> api.Prompt[State]:
    return api.Prompt(
        ask=Say("{judge}, who begins?", judge=state.setup.roles["judge"]),
        answers=api.SomePlayer(state.setup.seating, state.setup.seating),
        event=NightOpened,
    )


def _ask_stall(book: Rulebook, state: State) -> api.Prompt[State]:
    player = state.waiting[0]
    events = {stall: StallChosen(player, stall) for stall in STALLS}
    return api.Prompt(
        ask=Say("{player} goes to which stall?", player=player),
        answers=api.choices(book, state, events, STALLS),
        event=events.__getitem__,
    )


def _ask_draw(book: Rulebook, state: State) -> api.Prompt[State]:
    player, left = state.waiting[0], left_in_sack(book, state.drawn.values())
    return api.Prompt(
        ask=Say("{player} draws how many pebbles?", player=player),
        answers=api.PieceCounts({"plain": left}, min(1, left), min(book[MOST_DRAWN], left)),
        event=lambda pebbles: PebblesDrawn(player, pebbles["plain"]),
    )


def _ask_sand(book: Rulebook, state: State) -> api.Prompt[State]:
    out = api.OneOf(("out",), ("out",))
    sand = _sand(book, state)
    return api.Prompt(ask=Say("The sand has run out"), answers=out, event=lambda _: sand)


def _timer(book: Rulebook, state: State) -> api.Timer | None:
    if not state.is_at_stall:
        return None
    return api.Timer(book[SECONDS], state.turned, _sand(book, state))


FIRST = api.Stage(
    id="night.first",
    title=Say("who begins"),
    when=lambda state: not state.order,
    ask=_ask_first,
    events=(NightOpened,),
)
SAND = api.Stage(id="turn.sand", title=Say("sand"), ask=_ask_sand, events=(SandRanOut,))
DRAW = api.Stage(
    id="turn.drawn",
    title=Say("drawing"),
    when=lambda state: state.is_at_stall,
    actor=lambda state: state.waiting[0],
    ask=_ask_draw,
    events=(PebblesDrawn,),
    alternatives=(SAND,),
)
STALL = api.Stage(
    id="turn.stall",
    title=Say("choosing a stall"),
    when=lambda state: state.round <= state.rounds,
    actor=lambda state: state.waiting[0],
    ask=_ask_stall,
    events=(StallChosen,),
)
ROUND_OVER: api.Consequence[State] = api.Consequence(
    when=lambda state: bool(state.order) and not state.waiting,
    apply=lambda state: api.replace(state, round=state.round + 1, waiting=state.order),
    rule=ROUNDS,
)
COURSE = api.Course(
    stages=(FIRST, DRAW, STALL),
    consequences=(ROUND_OVER,),
    heading=lambda state, stage: Say("Round {n} of {all}", n=state.round, all=state.rounds),
    timer=_timer,
)
