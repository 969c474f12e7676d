"""From the last gold turned up, or a typed file, to the scores: nuggets, whoever has most."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from referee.api import (
    Choice,
    Field,
    Final,
    FinalCount,
    Form,
    Integer,
    ListOf,
    Outcome,
    Player,
    PlayerName,
    PlayerScore,
    Record,
    Rulebook,
    RuleLike,
    Say,
    ScoreLine,
    Scoresheet,
    decide,
    refs,
    score_line,
)
from referee.games.saboteur import keys
from referee.games.saboteur.model.count import contradiction, gold_of
from referee.games.saboteur.model.gold import nuggets
from referee.games.saboteur.model.roles import saboteurs_in

if TYPE_CHECKING:  # a score of gold needs no tunnel
    from referee.games.saboteur.state import RoundResult, State

DIGGERS, SABOTEURS = "diggers", "saboteurs"
GOLD = Field(
    name="gold",
    shape=ListOf(Integer(least=1, is_face_value=True)),
    about=Say("the nuggets printed on each gold card, as in [3, 1, 1]"),
)
OWED = Field(
    name="owed",
    shape=Integer(),
    about=Say("nuggets that the bank could not pay exactly and owes"),
    rare=True,
)
RESULT = Record(
    (
        Field(
            name="won",
            shape=Choice((DIGGERS, SABOTEURS)),
            about=Say("who won the round: diggers or saboteurs"),
            required=True,
        ),
        Field(
            name="saboteurs",
            shape=ListOf(PlayerName()),
            about=Say("who was a saboteur; [] if nobody"),
            required=True,
        ),
        Field(
            name="connector",
            shape=PlayerName(),
            about=Say("who joined the treasure, where the diggers won"),
        ),
    ),
    separators=(":", ":"),
)
ROUNDS = Field(
    name="rounds",
    shape=ListOf(RESULT),
    about=Say("how the three rounds came out, for the audit"),
)
FORM = Form(fields=(GOLD, OWED), shared=(ROUNDS,))

UNPAID = Say("owed by the bank")
RULES_FOR_CARDS: tuple[RuleLike, ...] = (keys.THE_WINNER, keys.NUGGETS)
RULES_FOR_UNPAID: tuple[RuleLike, ...] = (keys.THE_WINNER, keys.NOT_EXACTLY)


def label_of(value: int) -> Say:
    """Name what gold cards of this value score.

    >>> str(label_of(3))
    'nuggets on cards of 3'
    """
    return Say("nuggets on cards of {value}", value=value)


def _count(state: State) -> FinalCount | Say:
    """Give the final count; its evidence is the gold noted card by card, where all of it was."""
    if not state.is_played:
        return Say("Round {round} of {rounds} is not over.", round=state.round, rounds=state.rounds)
    hidden = tuple(player for player in state.players if player not in state.counted)
    if hidden:
        return Say("Still face down: the gold of {players}.", players=hidden)
    unpaid = {player: {"owed": n} for player, n in state.unpaid.items()}
    return FinalCount(
        setup=state.setup,
        holdings={
            player: {"gold": state.counted[player], **unpaid.get(player, {})}
            for player in state.players
        },
        shared={"rounds": tuple(_told(state, result) for result in state.past)},
        evidence={"gold": dict(state.noted_gold.items())},
    )


def _told(state: State, result: RoundResult) -> dict[str, Any]:
    """Tell a round as a holdings file does."""
    saboteurs = saboteurs_in(state.players, result.roles)
    if result.connector is None:
        return {"won": SABOTEURS, "saboteurs": saboteurs}
    return {"won": DIGGERS, "saboteurs": saboteurs, "connector": result.connector}


def _score(book: Rulebook, count: FinalCount) -> Scoresheet:
    """Count everybody's nuggets, and name the winners. Cites: SAB-9.1, SAB-9.2."""
    scores = tuple(
        PlayerScore(Player(owner), tuple(_lines(entry))) for owner, entry in count.holdings.items()
    )
    outcome = decide(scores, keys.THE_WINNER, worded=lambda total: nuggets(int(total)))
    if len(outcome.winners) > 1:
        rules = refs((*outcome.rules, keys.SHARED))
        outcome = Outcome(outcome.winners, outcome.said, rules)
    return Scoresheet(scores, outcome)


def _lines(entry: Mapping[str, Any]) -> Iterator[ScoreLine]:
    """Count the gold cards, those of most nuggets first, and what the bank could not pay."""
    cards = gold_of(entry)
    for value in dict.fromkeys(cards):
        n = cards.count(value)
        working = Say("{n} x {value}", n=n, value=value)
        yield score_line(label_of(value), n * value, working, *RULES_FOR_CARDS)
    if unpaid := entry.get("owed"):
        yield score_line(UNPAID, unpaid, nuggets(unpaid), *RULES_FOR_UNPAID)


FINAL: Final[State] = Final(
    form=lambda book, options: FORM, count=_count, contradiction=contradiction, score=_score
)
