"""The form of a final count and its scores: whoever has the most nuggets wins."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from referee import api
from referee.api import Player, Say
from referee.games.saboteur import keys
from referee.games.saboteur.model.count import (
    DIGGERS,
    SABOTEURS,
    contradictions,
    gold_of,
    unchecked,
)
from referee.games.saboteur.model.gold import gold_in_box, nuggets, read_gold
from referee.games.saboteur.model.record import count_so_far

if TYPE_CHECKING:  # a score of gold needs no tunnel
    from referee.games.saboteur.state import State

GOLD = api.Field(
    "gold",
    api.ListOf(api.Integer(least=1, is_face_value=True)),
    Say("the nuggets printed on each gold card, as in [3, 1, 1]"),
    called=Say("gold cards"),
)
OWED = api.Field(
    "owed",
    api.Integer(),
    Say("nuggets that the bank could not pay exactly and owes"),
    called=Say("owed nuggets"),
    rare=True,
)
RESULT = api.Record(
    (
        api.Field(
            "won",
            api.Choice((DIGGERS, SABOTEURS)),
            Say("who won the round: diggers or saboteurs"),
            called=Say("winners"),
        ),
        api.Field(
            "saboteurs",
            api.ListOf(api.PlayerName()),
            Say("who was a saboteur; none if nobody"),
            called=Say("saboteurs"),
        ),
        api.Field(
            "connector",
            api.PlayerName(),
            Say("who joined the treasure, where the diggers won"),
            called=Say("connector"),
        ),
        api.Field(
            "broken",
            api.ListOf(api.PlayerName()),
            Say("who had a broken tool when the round ended; none if nobody"),
            called=Say("broken tools"),
        ),
        api.Field(
            "selfish",
            api.ListOf(api.PlayerName()),
            Say("the selfish dwarf; none if he was the card left over"),
            called=Say("selfish dwarf"),
        ),
    ),
    separators=(":", ":", ":", ":"),
)
ROUNDS = api.Field(
    "rounds",
    api.ListOf(RESULT),
    Say("how the three rounds came out, for the check"),
    called=Say("round {n}"),
)


def _read_holding(words: str) -> dict[str, Any]:
    """Read a player's gold on one line: ``3+2+1+1`` or ``3 1 owed 3``. Raises BadAnswer."""
    gold, owed = read_gold(words)
    return {"gold": gold, "owed": owed} if owed else {"gold": gold}


FORM = api.HoldingsForm(fields=(GOLD, OWED), shared=(ROUNDS,), entry_line=_read_holding)

UNPAID = Say("owed by the bank")
RULES_FOR_CARDS: tuple[api.RuleLike, ...] = (keys.THE_WINNER, keys.NUGGETS)
RULES_FOR_UNPAID: tuple[api.RuleLike, ...] = (keys.THE_WINNER, keys.NOT_EXACTLY)


def label_of(value: int) -> Say:
    """Return the label of the score line for gold cards of this value.

    >>> str(label_of(3))
    'nuggets on cards of 3'
    """
    return Say("nuggets on cards of {value}", value=value)


def _count(state: State) -> api.FinalCount | Say:
    if not state.is_played:
        return Say("Round {round} of {rounds} is not over.", round=state.round, rounds=state.rounds)
    if hidden := tuple(player for player in state.players if player not in state.counted):
        return Say("The gold of {players} is still face down.", players=hidden)
    return count_so_far(state)


def _score(book: api.Rulebook, count: api.FinalCount) -> api.Scoresheet:
    """Count everybody's nuggets, and name the winners. Cites: SAB-9.1, SAB-9.2."""
    scores = tuple(
        api.PlayerScore(Player(owner), tuple(_lines(holding)))
        for owner, holding in count.holdings.items()
    )
    outcome = api.decide(scores, keys.THE_WINNER, worded=lambda total: nuggets(int(total)))
    if len(outcome.winners) > 1:
        outcome = api.replace(outcome, rules=api.rule_refs((*outcome.rules, keys.SHARED)))
    return api.Scoresheet(scores, outcome)


def _lines(holding: Mapping[str, Any]) -> Iterator[api.ScoreLine]:
    """Yield a score line for each value of gold cards, and one for what the bank owes."""
    cards = gold_of(holding)
    for value in sorted({*cards}):
        n = cards.count(value)
        working = Say("{n} × {value}", n=n, value=value)
        line = api.score_line(label_of(value), n * value, working, *RULES_FOR_CARDS)
        yield api.replace(line, short=Say("on cards of {value}", value=value))
    if unpaid := holding.get("owed"):
        yield api.score_line(UNPAID, unpaid, nuggets(unpaid), *RULES_FOR_UNPAID)


def rows_of(book: api.Rulebook) -> tuple[Say, ...]:
    """List the labels of all score lines, in the order of the rulebook."""
    return (*map(label_of, sorted(gold_in_box(book))), UNPAID)


FINAL: api.FinalScoring[State] = api.FinalScoring(
    form=lambda book, options: FORM,
    count=_count,
    contradictions=contradictions,
    score=_score,
    unchecked=unchecked,
    decisions=400,
    rows=lambda book, options: rows_of(book),
)
