"""The step that calls a genie, beside the march."""

from __future__ import annotations

from referee.core.phrase import CustomAnswer, LazySequence, parse_pair, player_named
from referee.core.rulebook import Rulebook
from referee.core.say import Say
from referee.core.step import Step
from referee.core.words import match_choice
from referee.games.sidibaba import events as seen
from referee.games.sidibaba import keys
from referee.games.sidibaba.asked import step
from referee.games.sidibaba.plots import GENIES
from referee.games.sidibaba.state import State
from referee.games.sidibaba.tokens import GENIE


def genie(book: Rulebook, state: State) -> Step[seen.Event]:
    """Ask who calls which genie. Cites: SID-5.1."""
    named = player_named(state.players)

    def offered() -> list[str]:
        if state.genie_used:
            return []
        owners = [player for player, held in state.holdings.items() if held.may_have(GENIE)]
        return [f"@{player} {genie}" for player in owners for genie in GENIES]

    return step(
        book,
        state,
        "march.genie",
        Say("Who calls which genie?"),
        CustomAnswer(
            LazySequence(offered),
            lambda words: parse_pair(words, named, lambda rest: match_choice(rest, GENIES)),
            Say("a name and light, here, treasure, exit or loot"),
        ),
        lambda called: seen.GenieUsed(*called),
        keys.GENIE,
    )
