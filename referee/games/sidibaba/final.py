"""The end: what a holdings file tells, what jewels score, and who wins."""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from referee.api import (
    NOTHING,
    BadAnswer,
    Boolean,
    Choice,
    Fact,
    Field,
    FinalCount,
    FinalScoring,
    HoldingsForm,
    Integer,
    ListOf,
    MapOf,
    Outcome,
    Player,
    PlayerScore,
    Rulebook,
    Say,
    ScoreLine,
    Scoresheet,
    Text,
    decide,
    join,
    replace,
    rule_refs,
    score_line,
)
from referee.games.sidibaba import keys
from referee.games.sidibaba.model.contradiction import contradiction, unchecked
from referee.games.sidibaba.model.tokens import (
    CURSE,
    GENIE,
    HIDDEN,
    numbers_of,
    points_of,
    read_pair,
    read_tokens,
)
from referee.games.sidibaba.state import CAUGHT, ESCAPED, OUTCOMES, State, leader_of

JEWELS = Field(
    name="jewels",
    shape=ListOf(Integer(is_face_value=True)),
    about=Say("the numbers on jewels that have one"),
)
PAIRS = Field(
    name="pairs",
    shape=MapOf(Text(like="1/5", read=read_pair), Integer()),
    about=Say("how many jewels there are of each kind with two numbers"),
)
GENIES = Field(name="genies", shape=Integer(), about=Say("genies that were not used"))
OUTCOME = Field(
    name="outcome", shape=Choice(OUTCOMES), about=Say("how the game ended"), required=True
)
TREASURE_FOUND = Field(
    name="treasure_found", shape=Boolean(), about=Say("whether the Treasure was found")
)
CHESTS_FOUND = Field(
    name="chests_found",
    shape=Integer(),
    about=Say("how many chests were found, from 0 to 5"),
    unknown=True,
)
ONE_NUMBER = Say("jewels")
TWO_NUMBERS = Say("jewels with two numbers")
"""The labels of a score."""


def count(state: State) -> FinalCount | Say:
    """Give the final count, or say that the march goes on or whose tokens are hidden."""
    if not state.outcome:
        return Say("The party is still in the cave.")
    if state.unseen:
        return Say("The tokens of {players} are hidden.", players=state.unseen)
    return FinalCount(
        setup=state.setup,
        holdings={player: held.as_entry() for player, held in state.holdings.items()},
        shared={
            "outcome": state.outcome,
            "treasure_found": state.treasure_found,
            "chests_found": state.chests_found,
        },
    )


def read_entry(line: str) -> dict[str, Any]:
    """Read what somebody has from one line. Raises BadAnswer.

    >>> read_entry("3+1/5+1/5+g")
    {'jewels': (3,), 'pairs': {'1/5': 2}, 'genies': 1}
    """
    tokens = read_tokens(line)
    if {CURSE, HIDDEN, NOTHING} & {*tokens}:
        raise BadAnswer(Say("Nobody has a curse. Write jewels and genies, such as 3+1/5+g."))
    jewels = [token for token in tokens if token != GENIE]
    return {
        "jewels": tuple(int(token) for token in jewels if "/" not in token),
        "pairs": dict(Counter(token for token in jewels if "/" in token)),
        "genies": len(tokens) - len(jewels),
    }


def score(book: Rulebook, final: FinalCount) -> Scoresheet:
    """Count everybody's jewels, and name the winner. Cites: SID-8.1 to SID-8.3."""
    scores = tuple(
        PlayerScore(Player(player), tuple(jewel_lines(book, entry)))
        for player, entry in final.holdings.items()
    )
    outcome, leader = final.shared.get("outcome"), leader_of(final.setup)
    if outcome == ESCAPED:
        richest = decide(scores, keys.THE_WINNER, keys.ESCAPE)
        escaped = Say("The adventurers escaped from {leader}.", leader=leader)
        told = join((richest.said, escaped), " ")
        return Scoresheet(scores, replace(richest, said=told))
    said, rule = "The last lamp went out: {leader} wins.", keys.NO_LAMP_LEFT
    if outcome == CAUGHT:
        said, rule = "Caught without a lamp: {leader} wins.", keys.CAUGHT
    rules = rule_refs((keys.THE_WINNER, rule))
    return Scoresheet(scores, Outcome((leader,), Say(said, leader=leader), rules))


def jewel_lines(book: Rulebook, entry: Mapping[str, Any]) -> Iterator[ScoreLine]:
    """Count jewels with one number, then those with two, kind by kind. Cites: SID-8.2."""
    values = entry.get("jewels", ())
    if values:
        working = Say("{sum}", sum=" + ".join(map(str, values)))
        yield score_line(ONE_NUMBER, sum(values), working, keys.ALIKE)
    counted = [_of_a_kind(book, kind, n) for kind, n in entry.get("pairs", {}).items() if n]
    if counted:
        working = join([working for _, working in counted], "; ")
        yield score_line(TWO_NUMBERS, sum(points for points, _ in counted), working, keys.ALIKE)


def _of_a_kind(book: Rulebook, kind: str, n: int) -> tuple[int, Say]:
    """Count the jewels of a kind with two numbers, and tell how. Cites: SID-8.2."""
    alone, together = numbers_of(kind)
    pairs, over = divmod(n, book[keys.ALIKE])
    points = points_of({kind: n}, book[keys.ALIKE])
    facts: dict[str, Fact] = {"kind": kind, "n": pairs, "together": together, "alone": over * alone}
    working = "{kind}: {alone}"
    if pairs:
        working = "{kind}: {n} x {together} + {alone}" if over else "{kind}: {n} x {together}"
    return points, Say(working, **facts)


FINAL = FinalScoring(
    form=lambda book, options: HoldingsForm(
        fields=(JEWELS, PAIRS, GENIES),
        shared=(OUTCOME, TREASURE_FOUND, CHESTS_FOUND),
        entry_line=read_entry,
    ),
    count=count,
    contradictions=lambda book, count: tuple(filter(None, [contradiction(book, count)])),
    score=score,
    unchecked=unchecked,
)
