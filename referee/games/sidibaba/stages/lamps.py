"""Lamps and sand: who leads, and what the end of the sand brings."""

from collections.abc import Iterator
from itertools import permutations

from referee.api import (
    SHARED,
    CustomAnswer,
    LazySequence,
    OneOf,
    Ordering,
    Player,
    Prompt,
    Rulebook,
    RuleLike,
    Ruling,
    Say,
    SheetCells,
    Stage,
    join,
    plural,
    replace,
)
from referee.games.sidibaba import keys
from referee.games.sidibaba.model.pending import Relighting
from referee.games.sidibaba.stages.base import Seen, during, is_running
from referee.games.sidibaba.stages.votes import ORDER_VOTE
from referee.games.sidibaba.state import LAMPS_OUT, State

OUT, AGAIN = "out", "again"


class OrderTaken(Seen, frozen=True):
    """The adventurers stand in this order, the first in front; its lamp is lit."""

    rule = keys.ORDER
    sheet_line = "deeds"
    order: tuple[Player, ...]

    def judge(self, book: Rulebook, state: State) -> Ruling:
        if sorted(self.order) != sorted(state.players):
            return self.impossible("Each adventurer has one place in the order.")
        front = self.order[0]
        rule = keys.NEW_LAMP if state.order else keys.ORDER
        if not state.lamps[front]:
            return self.forbidden("{player} has no lamp and cannot lead.", rule, player=front)
        said = plural(
            sum(state.lamps.values()) - 1,
            "{player} leads and puts one lamp next to the piece; {n} lamp is left.",
            "{player} leads and puts one lamp next to the piece; {n} lamps are left.",
        )
        return self.allowed(said, rule, keys.SAND, player=front)

    def apply(self, state: State) -> State:
        lit = state.done(Relighting).with_lamps(self.order[0], -1)
        return replace(lit, order=self.order, is_lit=True, glass=max(1, state.glass), leads=())

    def tell(self, state: State) -> SheetCells:
        leads: SheetCells = {self.order[0]: Say("leads")}
        if self.order == state.order:
            return leads
        return {**leads, SHARED: Say("order: {players}", players=self.order)}


class SandRanOut(Seen, frozen=True):
    """The sand ran out; ``again`` if it did so twice with nothing between."""

    rule = keys.SAND
    sheet_line = "deeds"
    again: bool = False

    def judge(self, book: Rulebook, state: State) -> Ruling:
        if state.has_just_changed_lamps and not self.again:
            said = "The lamp was changed just now. If the new one is out too, type sand again."
            return self.forbidden(said)
        after = self.apply(state)
        leader = state.leader_name
        if after.outcome == LAMPS_OUT:
            said = "The last lamp is out: {leader} wins."
            return self.allowed(said, keys.SAND, keys.NO_LAMP_LEFT, leader=leader)
        rules: list[RuleLike] = [keys.SAND, keys.NEW_LAMP]
        told = [Say("The lamp goes out. Turn the timer.")]
        if after.order != state.order:
            told.append(Say("{player} led while you talked.", player=after.front))
        if after.events_held > state.events_held:
            rules.append(keys.EVENTS)
            said = "{leader} draws an event and puts it behind the screen, unseen."
            told.append(Say(said, leader=leader))
        elif state.variant.has_events:
            rules.append(keys.EVENTS_THERE_ARE)
            said = "All {n} events are drawn, so {leader} draws none."
            told.append(Say(said, n=state.variant.all_events, leader=leader))
        return self.allowed(join(told, " "), *rules)

    def apply(self, state: State) -> State:
        if not state.is_lit:  # while a new lamp was talked about, that of the first one burned
            front = state.lamp_owners[0]
            others = (player for player in state.order if player != front)
            state = replace(state.with_lamps(front, -1), order=(front, *others))
        dark = replace(state, is_lit=False, discarded=state.discarded + 1, leads=())
        if sum(dark.lamps.values()) <= dark.owed:
            return replace(dark, outcome=LAMPS_OUT)
        variant = dark.variant
        drawn = int(variant.has_events and dark.events_drawn < variant.all_events)
        turned = replace(
            dark,
            glass=dark.glass + 1,
            genie_used=False,
            events_held=dark.events_held + drawn,
            events_drawn=dark.events_drawn + drawn,
        )
        return turned.relighting(is_by_sand=True)

    def tell(self, state: State) -> SheetCells:
        return {SHARED: Say("sand")}


def ask_order(
    book: Rulebook, state: State, rule: RuleLike, context: tuple[Say, ...]
) -> Prompt[State]:
    """Ask for the order; who is not named follows as before."""
    now = state.order or state.players
    named = Ordering(state.players)

    def read(words: str) -> tuple[Player, ...]:
        first = named.parse(words)
        return (*first, *(player for player in now if player not in first))

    def offered() -> Iterator[str]:
        orders = (order for order in permutations(now) if state.lamps[order[0]])
        return (" ".join(f"@{player}" for player in order) for order in orders)

    lead = state.leads if len(state.leads) == 1 else (now[0],)
    first = (*lead, *(player for player in now if player not in lead))
    return Prompt(
        ask=Say("Who walks in front?"),
        answers=CustomAnswer(LazySequence(offered), read, Say("a name, or all from the front")),
        event=OrderTaken,
        rules=(rule,),
        default=", ".join(first) if state.lamps[first[0]] else None,
        context=context,
    )


def _ask_new_lamp(book: Rulebook, state: State) -> Prompt[State]:
    lamps = tuple(
        Say("{player} {n}", player=player, n=state.lamps[player]) for player in state.order
    )
    return ask_order(book, state, keys.NEW_LAMP, (Say("Unlit lamps: {lamps}.", lamps=lamps),))


def _ask_sand(book: Rulebook, state: State) -> Prompt[State]:
    is_second = state.has_just_changed_lamps
    return Prompt(
        ask=Say("The sand runs out."),
        answers=OneOf((OUT, AGAIN), (AGAIN if is_second else OUT,)),
        event=lambda word: SandRanOut(again=is_second and word == AGAIN),
        default=OUT,
    )


NEW_LAMP = Stage(
    id="lamp.order",
    title=Say("a new lamp"),
    when=during(Relighting),
    ask=_ask_new_lamp,
    events=(OrderTaken,),
    alternatives=(ORDER_VOTE,),
)
SAND = Stage(
    id="lamp.sand",
    title=Say("a new lamp"),
    when=is_running,
    ask=_ask_sand,
    events=(SandRanOut,),
    letters=3,
)
