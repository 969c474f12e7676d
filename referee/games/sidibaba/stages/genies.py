"""Genies: who calls one, what is paid, the way that is named, the arrow."""

import re
from collections.abc import Iterator
from typing import Any, Final

from referee import api
from referee.api import Player, Say
from referee.api.reading import halfwidth, match_choice, parse_pair, player_named, prefix_matches
from referee.games.sidibaba import keys
from referee.games.sidibaba.model.maze import RELATIVE, as_faced, on_the_map
from referee.games.sidibaba.model.tokens import (
    GENIE,
    JEWELS,
    is_jewel,
    read_token,
    refuse_unholdable,
    value_of_payment,
)
from referee.games.sidibaba.model.ways import Target, first_steps
from referee.games.sidibaba.stages.base import Report, during, is_running, refuse_unheld, showable
from referee.games.sidibaba.state import (
    GENIES_UNDER_WAY,
    Arrow,
    AskingTheWay,
    LayingArrow,
    Rewarding,
    State,
)

LIGHT, HERE = "light", "here"
GENIE_RULES: Final[dict[str, Any]] = {
    LIGHT: keys.LIGHT,
    HERE: keys.WE_WERE_HERE,
    Target.TREASURE.value: keys.WAY_TO_TREASURE,
    Target.EXIT.value: keys.WAY_TO_EXIT,
    Target.LOOT.value: keys.WAY_TO_LOOT,
}
"""The genies by what they do (give lamps back, lay an arrow, show a way), with their rules."""
GENIES: Final = tuple(GENIE_RULES)
DONE, PAYS = "done", "pays"


class GenieUsed(Report, frozen=True):
    """An adventurer used a genie."""

    verbs = "calls"
    filler = "genie"
    rule = keys.GENIE
    player: Player
    genie: str

    def judge(self, book: api.Rulebook, state: State) -> api.Ruling:
        if self.genie not in GENIES:
            return self.impossible("There is no genie {genie}.")
        if state.genie_used:
            return self.forbidden("A genie has been used while this lamp burns.")
        if state.pending_of(*GENIES_UNDER_WAY):
            return self.forbidden("The genie before is not finished.")
        if refused := refuse_unheld(self, state, self.player, GENIE):
            return refused
        said: str | Say = "{player} calls a genie: {genie}."
        if self.genie == LIGHT:
            one, many = "{player} gets {n} lamp back.", "{player} gets {n} lamps back."
            n = min(state.variant.light, state.discarded)
            back = api.plural(n, one, many, player=self.player)
            said = api.join((self.say(said), back), " ")
        return self.allowed(said, keys.GENIE, GENIE_RULES[self.genie])

    def apply(self, state: State) -> State:
        state = api.replace(state.without(self.player, GENIE), genie_used=True)
        if self.genie == LIGHT:
            back = min(state.variant.light, state.discarded)
            is_last = state.has_last_lamp and not back
            after = api.replace(state, discarded=state.discarded - back, has_last_lamp=is_last)
            return after.with_lamps(self.player, back).begun(Rewarding(self.player))
        if self.genie == HERE:
            return state.begun(LayingArrow(self.player))
        return state.begun(AskingTheWay(self.player, self.genie))

    def first_time(self, state: State) -> api.Notice:
        """Return how often a genie can be used, and what its user gets. Cites: SID-5.1."""
        said = "One genie for each lamp. Afterwards its user draws tokens and may keep one."
        return api.Notice(Say(said), keys.GENIE)

    def tell(self, state: State) -> api.SheetCells:
        return {self.player: self.say("genie {genie}")}


class _Paying(Report, frozen=True):
    """Somebody pays for a second step, or nobody does; then the way is named."""

    rule = keys.WAY_PAID

    def naming_the_way(self, state: State, steps: int, said: Say) -> api.Ruling:
        """Allow it, with the way if the maze is known. Cites: SID-5.3 to SID-5.5."""
        target = state.current(AskingTheWay).target
        rules = (keys.WAY_PAID, GENIE_RULES[target])
        if state.maze is None or state.party is None or state.facing is None:
            return self.allowed(said, *rules)
        maze = state.maze.without_loot(state.emptied)
        found = first_steps(maze, state.party, Target(target), slid=state.slid, count=steps)
        if found.why_none:
            return self.allowed(api.join((said, found.why_none), " "), *rules)
        faced = (state.facing, *found.steps)
        named = tuple(map(as_faced, faced, found.steps))
        way = Say("The way: {steps}.", steps=api.join(named, " then "))
        return self.allowed(api.join((said, way), " "), *rules)

    def with_steps(self, state: State, steps: int) -> State:
        """Return the state where the Leader names so many steps; with a maze they are named."""
        asking = state.current(AskingTheWay)
        if state.maze:
            return state.instead(asking, Rewarding(asking.player))
        return state.instead(asking, api.replace(asking, paid=None, steps=steps, put=()))


class JewelPaid(_Paying, frozen=True):
    """An adventurer put down a jewel for a second step; once there is enough, all are spent."""

    verbs = "puts"
    filler = "down"
    sheet_line = "tokens"
    player: Player
    jewel: str

    def judge(self, book: api.Rulebook, state: State) -> api.Ruling:
        if refused := refuse_unholdable(book, self.jewel):
            return refused
        if not is_jewel(self.jewel):
            return self.forbidden("Genies cannot be used to pay.")
        own = (jewel for player, jewel in _still_put(state) if player == self.player)
        if refused := refuse_unheld(self, state, self.player, *own, self.jewel):
            return refused
        paid, enough = _value(state, self._put(state)), state.variant.enough_paid
        down = self.say("{player} puts down {jewel}.")
        if paid < enough:
            said = "{n} of {enough} are put down; less than {enough} is not a payment."
            return self.allowed(api.join((down, Say(said, n=paid, enough=enough)), " "))
        named = Say("{n} paid: the Leader names two steps.", n=paid)
        return self.naming_the_way(state, 2, api.join((down, named), " "))

    def apply(self, state: State) -> State:
        put = self._put(state)
        paid = _value(state, put)
        if paid >= state.variant.enough_paid:
            for player, jewel in put:
                state = state.without(player, jewel)
            return self.with_steps(state, 2)
        asking = state.current(AskingTheWay)
        return state.instead(asking, api.replace(asking, paid=paid, put=put))

    def _put(self, state: State) -> tuple[tuple[Player, str], ...]:
        return (*_still_put(state), (self.player, self.jewel))


def _value(state: State, put: tuple[tuple[Player, str], ...]) -> int:
    return value_of_payment(put, state.variant.alike)


def _still_put(state: State) -> tuple[tuple[Player, str], ...]:
    """List the jewels put down and whose they are, without those stolen meanwhile."""
    put = state.current(AskingTheWay).put
    owners = dict.fromkeys(player for player, _ in put)
    theirs = {who: tuple(jewel for player, jewel in put if player == who) for who in owners}
    kept = {who for who, jewels in theirs.items() if state.holdings[who].may_have(*jewels)}
    return tuple(each for each in put if each[0] in kept)


class PayingDone(_Paying, frozen=True):
    """Nobody paid a further jewel; what was put down goes back to its owners."""

    def judge(self, book: api.Rulebook, state: State) -> api.Ruling:
        owners = tuple(dict.fromkeys(player for player, _ in _still_put(state)))
        if not owners:
            return self.naming_the_way(state, 1, Say("One step."))
        one = "The Leader names one step. {players} takes back what they put down."
        many = "The Leader names one step. {players} take back what they put down."
        return self.naming_the_way(state, 1, api.plural(len(owners), one, many, players=owners))

    def apply(self, state: State) -> State:
        return self.with_steps(state, 1)


class StepTold(Report, frozen=True):
    """The Leader named a step on the way, as the party faces: ahead, right, back, left; or none."""

    rule = keys.WAY_TO_TREASURE
    step: str

    def judge(self, book: api.Rulebook, state: State) -> api.Ruling:
        rule = GENIE_RULES[state.current(AskingTheWay).target]
        if self.step == api.NOTHING:
            return self.allowed("The Leader has no step to name.", rule)
        if self.step not in RELATIVE:
            return self.impossible("There is no direction {step}.", rule)
        return self.allowed("The way: {step}.", rule)

    def apply(self, state: State) -> State:
        asking = state.current(AskingTheWay)
        if asking.steps > 1 and self.step != api.NOTHING:
            return state.instead(asking, api.replace(asking, steps=asking.steps - 1))
        return state.instead(asking, Rewarding(asking.player))

    def tell(self, state: State) -> api.SheetCells:
        return {api.SHARED: self.say("named: {step}")}


class ArrowLaid(Report, frozen=True):
    """An arrow was laid where the party is, pointing that way as it faces."""

    verbs = "lays"
    filler = "arrow map pointing"
    rule = keys.WE_WERE_HERE
    points: str
    colour: str = ""

    def judge(self, book: api.Rulebook, state: State) -> api.Ruling:
        if self.points not in RELATIVE:
            return self.impossible("There is no direction {points}.")
        said = "{leader} lays an arrow on the map, pointing {points}, and names its colour."
        if self.colour:
            said = "{leader} lays a {colour} arrow on the map, pointing {points}."
        return self.allowed(said, leader=state.leader_name)

    def apply(self, state: State) -> State:
        arrows = state.arrows
        if state.party and state.facing:
            points = on_the_map(state.facing, self.points)
            arrows = (*arrows, Arrow(state.party, points, self.colour))
        laying = state.current(LayingArrow)
        return api.replace(state.instead(laying, Rewarding(laying.player)), arrows=arrows)

    def tell(self, state: State) -> api.SheetCells:
        said = "{colour} arrow {points}" if self.colour else "arrow {points}"
        return {api.SHARED: self.say(said)}


_COLON_BEFORE_GENIE: Final = r":(?= \S+$)"


def _ask_genie(book: api.Rulebook, state: State) -> api.Prompt[State]:
    named = player_named(state.players)

    def named_genie(words: str) -> str:
        return match_choice(words, GENIES, numbers=())

    def offered() -> Iterator[str]:
        return (
            f"@{player} {genie}"
            for player in state.players
            if not GenieUsed(player, LIGHT).judge(book, state).verdict.stops_play  # as any other
            for genie in GENIES
        )

    return api.Prompt(
        ask=Say("Who calls which genie?"),
        answers=api.CustomAnswer(
            api.LazySequence(offered),
            lambda words: parse_pair(re.sub(_COLON_BEFORE_GENIE, "", words), named, named_genie),
            lambda words: Say(
                "a name and one of {genies}, such as {example}",
                genies=GENIES,
                example=api.Example(words[0].replace("@", "")),
            ),
        ),
        event=lambda called: GenieUsed(*called),
    )


_PAYS: Final = r"(?i) +pays +(?:(?:an?|the|his|her|their) +)?"


def _ask_paid(book: api.Rulebook, state: State) -> api.Prompt[State]:
    named = player_named(state.players)

    def offered() -> Iterator[str]:
        put = _still_put(state)
        return (
            f"@{player} {jewel}"
            for player, held in state.holdings.items()
            for jewel in showable(held, JEWELS)
            if is_jewel(jewel)
            and held.may_have(*(own for payer, own in put if payer == player), jewel)
        )

    return api.Prompt(
        ask=Say(
            "Who pays jewels for a second step? {paid} of {enough} are put down.",
            paid=_value(state, _still_put(state)),
            enough=state.variant.enough_paid,
        ),
        answers=api.CustomAnswer(
            api.LazySequence(offered),
            lambda words: parse_pair(re.sub(_PAYS, " ", words), named, read_token),
            Say("a name and a jewel, such as {player} 2", player=state.players[0]),
        ),
        event=lambda paid: JewelPaid(*paid),
        default=DONE,
    )


def _ask_done(book: api.Rulebook, state: State) -> api.Prompt[State]:
    return api.Prompt(
        ask=Say("Nobody pays more."),
        answers=api.OneOf((DONE, PAYS), (DONE,)),
        event=lambda _: PayingDone(),
        default=DONE,
    )


_ASK_WAY: Final = {
    Target.TREASURE.value: "{leader}, which way is the Treasure?",
    Target.EXIT.value: "{leader}, which way is the exit?",
    Target.LOOT.value: "{leader}, which way is the loot?",
}
_WAY_WORDS: Final = api.Vocabulary(
    *("right", "left", api.NOTHING),
    ahead=("ahead", "straight", "straight on", "straight ahead", "forward"),
    back=("back", "behind"),
)


def _ask_step(book: api.Rulebook, state: State) -> api.Prompt[State]:
    target = state.current(AskingTheWay).target
    return api.Prompt(
        ask=Say(_ASK_WAY[target], leader=state.leader_name),
        answers=api.OneOf((*RELATIVE, api.NOTHING), (*RELATIVE, api.NOTHING), _WAY_WORDS),
        event=StepTold,
        rules=(GENIE_RULES[target],),
    )


_TOWARDS = {"to", "the", "it", "is", "points", "pointing"}
"""Words around a direction; none of them is a colour."""


def read_arrow(words: str) -> tuple[str, str]:
    """Read which way an arrow points, and its colour, if it is named. Raises BadAnswer.

    >>> read_arrow("back red"), read_arrow("It points to the left")
    (('back', 'red'), ('left', ''))
    """
    words = " ".join(each for each in halfwidth(words).split() if each.casefold() not in _TOWARDS)
    way, _, colour = words.partition(" ")
    if not prefix_matches(way, RELATIVE) and prefix_matches(colour.strip(), RELATIVE):
        way, colour = colour.strip(), way
    if len(colour.split()) > 1:
        said = "“{words}” is not one colour, such as {example}."
        raise api.BadAnswer(Say(said, example=api.Example("red"), words=colour.strip()))
    return match_choice(way, RELATIVE, RELATIVE), colour.strip(" ,、.。")


def _ask_arrow(book: api.Rulebook, state: State) -> api.Prompt[State]:
    return api.Prompt(
        ask=Say("Which way does the arrow point, and what is its colour?"),
        answers=api.CustomAnswer(
            RELATIVE,
            read_arrow,
            Say("a way as you face, such as {example}", example=api.Example("back red")),
        ),
        event=lambda arrow: ArrowLaid(*arrow),
    )


CALL = api.Stage(
    id="march.genie", title=Say("a genie"), when=is_running, ask=_ask_genie, events=(GenieUsed,)
)
NO_MORE = api.Stage(
    id="genie.done",
    title=Say("paying"),
    ask=_ask_done,
    events=(PayingDone,),
    also=("nobody", "none", "no", "stop", "enough", "-"),
)
PAY = api.Stage(
    id="genie.paid",
    has_values=True,
    run="payments",
    title=Say("paying"),
    when=during(AskingTheWay, lambda now: now.paid is not None),
    ask=_ask_paid,
    events=(JewelPaid,),
    alternatives=(NO_MORE,),
)
WAY = api.Stage(
    id="genie.told",
    title=Say("the way"),
    when=during(AskingTheWay),
    actor=lambda state: state.leader_name,
    ask=_ask_step,
    events=(StepTold,),
)
ARROW = api.Stage(
    id="genie.arrow",
    title=Say("an arrow"),
    when=during(LayingArrow),
    actor=lambda state: state.current(LayingArrow).player,
    ask=_ask_arrow,
    events=(ArrowLaid,),
)
