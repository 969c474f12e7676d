"""Lamps and sand: who leads, what the end of the sand brings, and being caught."""

from itertools import permutations

from referee.api import (
    SHARED,
    Cells,
    CustomAnswer,
    InOrder,
    LazySequence,
    OneOf,
    Player,
    Prompt,
    Rulebook,
    RuleLike,
    Ruling,
    Say,
    Stage,
    plural,
    replace,
)
from referee.games.sidibaba import keys
from referee.games.sidibaba.model.pending import LosingLamp
from referee.games.sidibaba.stages.base import Seen, is_running
from referee.games.sidibaba.state import CAUGHT, LAMPS_OUT, State

OUT = "out"


class OrderTaken(Seen, frozen=True):
    """The adventurers stand in this order, the first in front; its lamp is lit."""

    rule = keys.ORDER
    sheet_line = "deeds"
    order: tuple[Player, ...]

    def judge(self, book: Rulebook, state: State) -> Ruling:
        if sorted(self.order) != sorted(state.players):
            return self.impossible("Each adventurer stands in the order once.")
        front = self.order[0]
        rule = keys.NEW_LAMP if state.order else keys.ORDER
        if not state.lamps[front]:
            return self.forbidden("{player} has no lamp and cannot lead.", rule, player=front)
        said = plural(
            state.unlit - 1,
            "{player} leads and lights a lamp; {n} lamp is left.",
            "{player} leads and lights a lamp; {n} lamps are left.",
        )
        return self.allowed(said, rule, keys.SAND, player=front)

    def apply(self, state: State) -> State:
        after = replace(state, order=self.order, is_lit=True, glass=max(1, state.glass))
        return after.with_lamps(self.order[0], -1)

    def tell(self, state: State) -> Cells:
        leads: Cells = {self.order[0]: Say("leads")}
        if self.order == state.order:
            return leads
        return {**leads, SHARED: Say("order: {players}", players=self.order)}


class SandRanOut(Seen, frozen=True):
    """The sand ran out."""

    rule = keys.SAND
    sheet_line = "deeds"

    def judge(self, book: Rulebook, state: State) -> Ruling:
        after = self.apply(state)
        leader = state.leader_name
        if after.outcome == LAMPS_OUT:
            said = "The last lamp is out: {leader} wins."
            return self.allowed(said, keys.SAND, keys.NO_LAMP_LEFT, leader=leader)
        if after.events_held > state.events_held:
            said = "The lamp is out; turn the timer. {leader} draws an event."
            return self.allowed(said, keys.SAND, keys.NEW_LAMP, keys.EVENTS, leader=leader)
        return self.allowed("The lamp is out; turn the timer.", keys.SAND, keys.NEW_LAMP)

    def apply(self, state: State) -> State:
        if not state.is_lit:  # while a new lamp was talked about, that of the first one burned
            front = state.lamp_owners[0]
            others = (player for player in state.order if player != front)
            state = OrderTaken((front, *others)).apply(state)
        dark = replace(state, is_lit=False, discarded=state.discarded + 1)
        if not dark.unlit:
            return replace(dark, outcome=LAMPS_OUT)
        held = dark.events_held + (1 if dark.variant.has_events else 0)
        return replace(dark, glass=dark.glass + 1, genie_used=False, events_held=held)

    def tell(self, state: State) -> Cells:
        return {SHARED: Say("sand")}


def caught(state: State) -> State:
    """Rob the party, or end the game if it has no unlit lamp. Cites: SID-7.1 to SID-7.3."""
    if not state.unlit:
        return replace(state, outcome=CAUGHT)
    front, variant = state.front, state.variant
    stolen = {
        player: variant.stolen_in_front if player == front else variant.stolen_of_others
        for player in state.players
    }
    holdings = {
        player: held.robbed(min(held.count, stolen[player]))
        for player, held in state.holdings.items()
    }
    robbed = replace(state, holdings=holdings, leader=None, pending=None)
    if not variant.catch_takes_burning:
        return replace(robbed, pending=LosingLamp())
    dark = replace(robbed, is_lit=False, discarded=robbed.discarded + 1)
    return replace(dark, glass=dark.glass + 1, genie_used=False)


def caught_words(before: State, after: State) -> Say:
    """Tell what the Leader takes of the party."""
    if after.outcome == CAUGHT:
        return Say("Caught without a lamp: {leader} wins.", leader=before.leader_name)
    stolen = tuple(
        Say("{n} of {player}", n=held.count - after.holdings[player].count, player=player)
        for player, held in before.holdings.items()
        if held.count > after.holdings[player].count
    )
    if not stolen:
        return Say("Caught; nobody has a token.")
    return Say("Caught: the Leader takes {stolen}, unseen.", stolen=stolen)


def met(before: State, after: State) -> Cells:
    """Tell what the party, or the Leader token, came to, for the round sheet."""
    is_dark = after.outcome == CAUGHT or after.glass > before.glass
    told = {
        "caught": is_dark or isinstance(after.pending, LosingLamp),
        "Treasure": after.treasure_found and not before.treasure_found,
        "chest": after.chests_found > before.chests_found,
    }
    return {SHARED: tuple(Say(what) for what, is_so in told.items() if is_so)}


def ask_order(
    book: Rulebook, state: State, rule: RuleLike, context: tuple[Say, ...]
) -> Prompt[State]:
    """Ask for the order; who is not named follows as before."""
    now = state.order or state.players
    named = InOrder(state.players)

    def read(words: str) -> tuple[Player, ...]:
        first = named.parse(words)
        return (*first, *(player for player in now if player not in first))

    def offered() -> list[str]:
        orders = (order for order in permutations(now) if state.lamps[order[0]])
        return [" ".join(f"@{player}" for player in order) for order in orders]

    return Prompt(
        ask=Say("In which order do you march?"),
        answers=CustomAnswer(LazySequence(offered), read, Say("who leads, or all from the front")),
        event=OrderTaken,
        rules=(rule,),
        default=", ".join(now) if state.lamps[now[0]] else None,
        context=context,
    )


def _ask_new_lamp(book: Rulebook, state: State) -> Prompt[State]:
    lamps = tuple(
        Say("{player} {n}", player=player, n=state.lamps[player]) for player in state.order
    )
    return ask_order(book, state, keys.NEW_LAMP, (Say("Unlit lamps: {lamps}.", lamps=lamps),))


def _ask_sand(book: Rulebook, state: State) -> Prompt[State]:
    return Prompt(
        ask=Say("The sand runs out."), answers=OneOf((OUT,), (OUT,)), event=lambda _: SandRanOut()
    )


NEW_LAMP = Stage(
    id="lamp.order",
    title=Say("a new lamp"),
    when=lambda state: is_running(state) and not state.is_lit,
    ask=_ask_new_lamp,
    events=(OrderTaken,),
)
SAND = Stage(
    id="lamp.sand",
    title=Say("a new lamp"),
    when=is_running,
    ask=_ask_sand,
    events=(SandRanOut,),
    letters=3,
)
