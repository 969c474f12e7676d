"""From a final count to the scoresheet: nuggets, whoever has most."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Final

from referee.core.rulebook import Rulebook, RuleRef
from referee.core.say import Say
from referee.core.score import Outcome, PlayerScore, ScoreLine, Scoresheet, decide
from referee.core.shape import Value
from referee.core.table import FinalCount, Player
from referee.games.saboteur import keys
from referee.games.saboteur.money import Cards, nuggets


def score(book: Rulebook, final: FinalCount) -> Scoresheet:
    """Count everybody's nuggets, and name the winners. Cites: SAB-9.1, SAB-9.2."""
    scores = tuple(
        PlayerScore(Player(owner), (*card_lines(book, entry), *owed_lines(book, entry)))
        for owner, entry in final.holdings.items()
    )
    return Scoresheet(scores, _outcome(book, scores))


def gold_of(entry: Mapping[str, Value]) -> Cards:
    """Take the gold cards of an entry, the highest first; what is left out is none.

    >>> gold_of({"gold": (1, 3)}), gold_of({})
    ((3, 1), ())
    """
    gold = entry.get("gold", ())
    cards = [card for card in gold if isinstance(card, int)] if isinstance(gold, tuple) else []
    return tuple(sorted(cards, reverse=True))


def owed_to(entry: Mapping[str, Value]) -> int:
    """Count the nuggets that the bank owes to whoever has this entry. Cites: SAB-7.8."""
    owed = entry.get("owed", 0)
    return owed if isinstance(owed, int) else 0


OWED: Final = Say("owed by the bank")


def label_of(value: int) -> Say:
    """Name what gold cards of this value score.

    >>> str(label_of(3))
    'nuggets on cards of 3'
    """
    return Say("nuggets on cards of {value}", value=value)


def rules_for_cards(book: Rulebook) -> tuple[RuleRef, ...]:
    """List the rules by which gold cards score."""
    return book.cite(keys.THE_WINNER, keys.NUGGETS)


def rules_for_owed(book: Rulebook) -> tuple[RuleRef, ...]:
    """List the rules by which owed nuggets score."""
    return book.cite(keys.THE_WINNER, keys.NOT_EXACTLY)


def card_lines(book: Rulebook, entry: Mapping[str, Value]) -> tuple[ScoreLine, ...]:
    """Count the gold cards, those of most nuggets first. Cites: SAB-1.4, SAB-9.1."""
    cards = gold_of(entry)
    cites = rules_for_cards(book)
    return tuple(
        ScoreLine(
            label_of(value),
            Fraction(value * cards.count(value)),
            Say("{n} x {value}", n=cards.count(value), value=value),
            cites,
        )
        for value in sorted(set(cards), reverse=True)
    )


def owed_lines(book: Rulebook, entry: Mapping[str, Value]) -> tuple[ScoreLine, ...]:
    """Count what the bank could not pay. Cites: SAB-7.8, SAB-9.1."""
    owed = owed_to(entry)
    if not owed:
        return ()
    return (ScoreLine(OWED, Fraction(owed), nuggets(owed), rules_for_owed(book)),)


def _outcome(book: Rulebook, scores: tuple[PlayerScore, ...]) -> Outcome:
    outcome = decide(scores, keys.THE_WINNER, worded=lambda total: nuggets(int(total)))
    if len(outcome.winners) == 1:
        return outcome
    return Outcome(outcome.winners, outcome.said, (*outcome.rules, *book.cite(keys.SHARED)))
