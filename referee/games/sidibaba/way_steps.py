"""What is asked when a genie has been called: payment, the way, the arrow, the reward."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from referee.core.answers import NONE, OneOf
from referee.core.phrase import CustomAnswer, LazySequence, parse_pair, player_named
from referee.core.rulebook import Rulebook
from referee.core.say import Say
from referee.core.step import Step
from referee.games.sidibaba import events as seen
from referee.games.sidibaba import keys
from referee.games.sidibaba.asked import step
from referee.games.sidibaba.compass import RELATIVE
from referee.games.sidibaba.doing import AskingTheWay, LayingArrow, Rewarding
from referee.games.sidibaba.state import State
from referee.games.sidibaba.summoning import RULES
from referee.games.sidibaba.token_answers import one_token, read_token
from referee.games.sidibaba.tokens import HIDDEN, JEWELS, KEPT
from referee.games.sidibaba.turn import Phase

DONE = "done"


def _paying(book: Rulebook, state: State) -> Step[seen.Event]:
    asking = state.doing if isinstance(state.doing, AskingTheWay) else None
    named = player_named(state.players)

    def offered() -> list[str]:
        return [
            f"@{player} {jewel}"
            for player, held in state.holdings.items()
            for jewel in (JEWELS if held.hidden else dict.fromkeys(held.jewels))
        ]

    done = step(
        book,
        state,
        "genie.done",
        Say("Nobody pays more."),
        OneOf((DONE,), (DONE,)),
        lambda _: seen.PayingDone(),
        keys.WAY_PAID,
        enter=DONE,
    )
    return step(
        book,
        state,
        "genie.paid",
        Say(
            "Who pays a jewel for a second step? ({paid} of {enough})",
            paid=asking.paid or 0 if asking else 0,
            enough=state.terms.enough_paid,
        ),
        CustomAnswer(
            LazySequence(offered),
            lambda words: parse_pair(words, named, read_token),
            Say("a name and a jewel, such as {player} 2", player=state.players[0]),
        ),
        lambda paid: seen.JewelPaid(*paid),
        keys.WAY_PAID,
        enter=DONE,
        besides=(done,),
    )


def _told(book: Rulebook, state: State) -> Step[seen.Event]:
    asking = state.doing if isinstance(state.doing, AskingTheWay) else None
    target = asking.target if asking else "exit"
    return step(
        book,
        state,
        "genie.told",
        Say("{leader}: which step leads to the {target}?", leader=state.leader_name, target=target),
        OneOf((*RELATIVE, NONE), (*RELATIVE, NONE)),
        seen.StepTold,
        RULES[target],
        player=state.leader_name,
    )


def _arrow(book: Rulebook, state: State) -> Step[seen.Event]:
    owner = state.doing.player if isinstance(state.doing, LayingArrow) else state.front
    return step(
        book,
        state,
        "genie.arrow",
        Say("Where does the arrow point, as you face?"),
        OneOf(RELATIVE, RELATIVE),
        seen.ArrowLaid,
        keys.WE_WERE_HERE,
        player=owner,
    )


def _reward(book: Rulebook, state: State) -> Step[seen.Event]:
    owner = state.doing.player if isinstance(state.doing, Rewarding) else state.front
    return step(
        book,
        state,
        "genie.kept",
        Say(
            "{player} draws {n} and keeps? (hidden if nobody sees it)",
            player=owner,
            n=book[keys.GENIE],
        ),
        one_token((*KEPT, HIDDEN, NONE), Say("a jewel by its number, g, hidden or none")),
        lambda token: seen.RewardKept(owner, token),
        keys.GENIE,
        player=owner,
    )


WAY_STEPS: Final[Mapping[Phase, Callable[[Rulebook, State], Step[seen.Event]]]] = {
    Phase.WAY: _paying,
    Phase.TOLD: _told,
    Phase.ARROW: _arrow,
    Phase.REWARD: _reward,
}
