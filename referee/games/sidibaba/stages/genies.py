"""Genies: who calls one, what is paid, the way that is told, the arrow, the reward."""

from typing import Any, Final

from referee.api import (
    NONE,
    SHARED,
    Cells,
    CustomAnswer,
    LazySequence,
    OneOf,
    Player,
    Prompt,
    Rulebook,
    Ruling,
    Say,
    Stage,
    join,
    match_choice,
    parse_pair,
    player_named,
    plural,
    replace,
)
from referee.games.sidibaba import keys
from referee.games.sidibaba.model.compass import RELATIVE, as_faced, on_the_map
from referee.games.sidibaba.model.paths import Target, first_steps
from referee.games.sidibaba.model.pending import AskingTheWay, LayingArrow, Rewarding
from referee.games.sidibaba.model.tokens import (
    GENIE,
    HIDDEN,
    JEWELS,
    KEPT,
    is_jewel,
    no_such_token,
    value_when_paid,
)
from referee.games.sidibaba.stages.base import Seen, during
from referee.games.sidibaba.stages.token_answers import one_token, read_token
from referee.games.sidibaba.state import Arrow, State

LIGHT, HERE = "light", "here"
RULES: Final[dict[str, Any]] = {
    LIGHT: keys.LIGHT,
    HERE: keys.WE_WERE_HERE,
    Target.TREASURE.value: keys.WAY_TO_TREASURE,
    Target.EXIT.value: keys.WAY_TO_EXIT,
    Target.LOOT.value: keys.WAY_TO_LOOT,
}
"""What genies do - give lamps back, lay an arrow, tell a way - and the rule of each."""
GENIES: Final = tuple(RULES)
DONE: Final = "done"


class GenieUsed(Seen, frozen=True):
    """An adventurer used a genie."""

    rule = keys.GENIE
    sheet_line = "deeds"
    player: Player
    genie: str

    def judge(self, book: Rulebook, state: State) -> Ruling:
        if self.genie not in GENIES:
            return self.impossible("No genie is {genie}.")
        if state.genie_used:
            return self.forbidden("A genie has been used while this lamp burns.")
        if not state.holdings[self.player].may_have(GENIE):
            return self.forbidden("{player} has no genie.")
        said: str | Say = "{player} calls a genie: {genie}."
        if self.genie == LIGHT:
            one, many = "{player} gets {n} lamp back.", "{player} gets {n} lamps back."
            said = plural(min(state.variant.light, state.discarded), one, many)
        return self.allowed(said, keys.GENIE, RULES[self.genie])

    def apply(self, state: State) -> State:
        state = replace(state.without(self.player, GENIE), genie_used=True)
        if self.genie == LIGHT:
            back = min(state.variant.light, state.discarded)
            after = replace(state, discarded=state.discarded - back)
            return replace(after.with_lamps(self.player, back), pending=Rewarding(self.player))
        if self.genie == HERE:
            return replace(state, pending=LayingArrow(self.player))
        return replace(state, pending=AskingTheWay(self.player, self.genie))

    def tell(self, state: State) -> Cells:
        return {self.player: self.say("genie {genie}")}


class _Paying(Seen, frozen=True):
    """Somebody pays for a second step, or nobody does; then the way is told."""

    rule = keys.WAY_PAID

    def way_told(self, state: State, steps: int, said: Say) -> Ruling:
        """Tell the way where the maze is known; else the Leader does. Cites: SID-5.3 to SID-5.5."""
        target = state.current(AskingTheWay).target
        rules = (keys.WAY_PAID, RULES[target])
        if state.maze is None or state.party is None or state.facing is None:
            return self.allowed(said, *rules)
        maze = state.maze.without_loot(state.emptied)
        found = first_steps(maze, state.party, Target(target), slid=state.slid, count=steps)
        if found.none:
            return self.allowed(join((said, found.none), " "), *rules)
        faced = (state.facing, *found.steps)
        told = map(as_faced, faced, found.steps)
        way = Say("The way: {steps}.", steps=" then ".join(told))
        return self.allowed(join((said, way), " "), *rules)

    def told(self, state: State, steps: int) -> State:
        """Have the way told: with a maze it is already, else by the Leader, step by step."""
        asking = state.current(AskingTheWay)
        if state.maze:
            return replace(state, pending=Rewarding(asking.player))
        return replace(state, pending=replace(asking, paid=None, steps=steps))


class JewelPaid(_Paying, frozen=True):
    """An adventurer paid a jewel for a second step."""

    sheet_line = "tokens"
    player: Player
    jewel: str

    def judge(self, book: Rulebook, state: State) -> Ruling:
        if refused := no_such_token(self.jewel):
            return refused
        if not is_jewel(self.jewel):
            return self.forbidden("Genies are not paid with.")
        if not state.holdings[self.player].may_have(self.jewel):
            return self.forbidden("{player} has no {jewel}.")
        paid, enough = self._paid(state), state.variant.enough_paid
        if paid < enough:
            return self.allowed("{n} of {enough} are paid.", n=paid, enough=enough)
        return self.way_told(state, 2, Say("{n} are paid: two steps.", n=paid))

    def apply(self, state: State) -> State:
        after, paid = state.without(self.player, self.jewel), self._paid(state)
        if paid >= state.variant.enough_paid:
            return self.told(after, 2)
        return replace(after, pending=replace(state.current(AskingTheWay), paid=paid))

    def _paid(self, state: State) -> int:
        return (state.current(AskingTheWay).paid or 0) + value_when_paid(self.jewel)


class PayingDone(_Paying, frozen=True):
    """Nobody paid a further jewel."""

    sheet_line = "deeds"

    def judge(self, book: Rulebook, state: State) -> Ruling:
        return self.way_told(state, 1, Say("One step."))

    def apply(self, state: State) -> State:
        return self.told(state, 1)


class StepTold(Seen, frozen=True):
    """The Leader told a step on the way, as the party faces: ahead, right, back, left; or none."""

    rule = keys.WAY_TO_TREASURE
    sheet_line = "deeds"
    step: str

    def judge(self, book: Rulebook, state: State) -> Ruling:
        rule = RULES[state.current(AskingTheWay).target]
        if self.step == NONE:
            return self.allowed("The Leader has no step to tell.", rule)
        if self.step not in RELATIVE:
            return self.impossible("No direction is {step}.", rule)
        return self.allowed("The way: {step}.", rule)

    def apply(self, state: State) -> State:
        asking = state.current(AskingTheWay)
        if asking.steps > 1 and self.step != NONE:
            return replace(state, pending=replace(asking, steps=asking.steps - 1))
        return replace(state, pending=Rewarding(asking.player))

    def tell(self, state: State) -> Cells:
        return {SHARED: self.say("told: {step}")}


class ArrowLaid(Seen, frozen=True):
    """An arrow was laid where the party stands, pointing that way as it faces."""

    rule = keys.WE_WERE_HERE
    sheet_line = "deeds"
    points: str

    def judge(self, book: Rulebook, state: State) -> Ruling:
        if self.points not in RELATIVE:
            return self.impossible("No direction is {points}.")
        return self.allowed("An arrow is laid, pointing {points}.")

    def apply(self, state: State) -> State:
        arrows = state.arrows
        if state.party and state.facing:
            arrows = (*arrows, Arrow(state.party, on_the_map(state.facing, self.points)))
        owner = state.current(LayingArrow).player
        return replace(state, arrows=arrows, pending=Rewarding(owner))

    def tell(self, state: State) -> Cells:
        return {SHARED: self.say("arrow {points}")}


class RewardKept(Seen, frozen=True):
    """After a genie its owner kept this token; ``none`` where there was none to keep."""

    rule = keys.GENIE
    sheet_line = "tokens"
    player: Player
    token: str

    def judge(self, book: Rulebook, state: State) -> Ruling:
        if self.token == NONE:
            return self.allowed("{player} keeps nothing.")
        if self.token == HIDDEN:
            one = "{player} keeps the token drawn, unseen."
            return self.allowed(
                plural(book[keys.GENIE], one, "{player} keeps one of {n} tokens, unseen.")
            )
        return no_such_token(self.token) or self.allowed("{player} keeps {token}.")

    def apply(self, state: State) -> State:
        if self.token != NONE:
            state = state.having(self.player, self.token)
        return replace(state, pending=None)


def _ask_genie(book: Rulebook, state: State) -> Prompt[State]:
    named = player_named(state.players)

    def offered() -> list[str]:
        return [
            f"@{player} {genie}"
            for player in state.players
            for genie in GENIES
            if not GenieUsed(player, genie).judge(book, state).verdict.stops_play
        ]

    return Prompt(
        ask=Say("Who calls which genie?"),
        answers=CustomAnswer(
            LazySequence(offered),
            lambda words: parse_pair(words, named, lambda rest: match_choice(rest, GENIES)),
            Say("a name and light, here, treasure, exit or loot"),
        ),
        event=lambda called: GenieUsed(*called),
    )


def _ask_paid(book: Rulebook, state: State) -> Prompt[State]:
    named = player_named(state.players)

    def offered() -> list[str]:
        return [
            f"@{player} {jewel}"
            for player, held in state.holdings.items()
            for jewel in (JEWELS if held.hidden else dict.fromkeys(held.jewels))
        ]

    return Prompt(
        ask=Say(
            "Who pays a jewel for a second step? ({paid} of {enough})",
            paid=state.current(AskingTheWay).paid or 0,
            enough=state.variant.enough_paid,
        ),
        answers=CustomAnswer(
            LazySequence(offered),
            lambda words: parse_pair(words, named, read_token),
            Say("a name and a jewel, such as {player} 2", player=state.players[0]),
        ),
        event=lambda paid: JewelPaid(*paid),
        default=DONE,
    )


def _ask_done(book: Rulebook, state: State) -> Prompt[State]:
    return Prompt(
        ask=Say("Nobody pays more."),
        answers=OneOf((DONE,), (DONE,)),
        event=lambda _: PayingDone(),
        default=DONE,
    )


def _ask_told(book: Rulebook, state: State) -> Prompt[State]:
    target, leader = state.current(AskingTheWay).target, state.leader_name
    return Prompt(
        ask=Say("{leader}: which step leads to the {target}?", leader=leader, target=target),
        answers=OneOf((*RELATIVE, NONE), (*RELATIVE, NONE)),
        event=StepTold,
        rules=(RULES[target],),
    )


def _ask_arrow(book: Rulebook, state: State) -> Prompt[State]:
    return Prompt(
        ask=Say("Where does the arrow point, as you face?"),
        answers=OneOf(RELATIVE, RELATIVE),
        event=ArrowLaid,
    )


def _ask_kept(book: Rulebook, state: State) -> Prompt[State]:
    owner = state.current(Rewarding).player
    ask = "{player} draws {n} and keeps? (hidden if nobody sees it)"
    syntax = Say("a jewel by its number, g, hidden or none")
    return Prompt(
        ask=Say(ask, player=owner, n=book[keys.GENIE]),
        answers=one_token((*KEPT, HIDDEN, NONE), syntax),
        event=lambda token: RewardKept(owner, token),
    )


CALL = Stage(id="march.genie", title=Say("the march"), ask=_ask_genie, events=(GenieUsed,))
NO_MORE = Stage(id="genie.done", title=Say("paying"), ask=_ask_done, events=(PayingDone,))
PAY = Stage(
    id="genie.paid",
    title=Say("paying"),
    when=during(AskingTheWay, lambda now: now.paid is not None),
    ask=_ask_paid,
    events=(JewelPaid,),
    alternatives=(NO_MORE,),
)
WAY = Stage(
    id="genie.told",
    title=Say("the way"),
    when=during(AskingTheWay),
    actor=lambda state: state.leader_name,
    ask=_ask_told,
    events=(StepTold,),
)
ARROW = Stage(
    id="genie.arrow",
    title=Say("an arrow"),
    when=during(LayingArrow),
    actor=lambda state: state.current(LayingArrow).player,
    ask=_ask_arrow,
    events=(ArrowLaid,),
)
REWARD = Stage(
    id="genie.kept",
    title=Say("a genie's reward"),
    when=during(Rewarding),
    actor=lambda state: state.current(Rewarding).player,
    ask=_ask_kept,
    events=(RewardKept,),
)
