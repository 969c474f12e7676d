"""The dispute about the end: who has won with these totals."""

from __future__ import annotations

from typing import Final

from referee.api import (
    Answer,
    Facts,
    Field,
    Integer,
    MapOf,
    Player,
    PlayerName,
    Question,
    Rulebook,
    Ruling,
    Say,
    impossible,
    plural,
    wrong_number_of_players,
)
from referee.games.saboteur import keys
from referee.games.saboteur.model.gold import gold_in_box, nuggets


def _tie(book: Rulebook, facts: Facts) -> Answer:
    """Name the winners; totals that no three rounds leave are none. Cites: SAB-9.1, SAB-9.2."""
    totals = {Player(who): n for who, n in facts.counts("totals").items()}
    if refused := wrong_number_of_players(book, len(totals), keys.SABOTEURS) or _never_left(
        book, facts, totals
    ):
        return Answer.ruled(refused, {"winners": None, "shared": None, "best": None})
    best = max(totals.values())
    winners = tuple(who for who, n in totals.items() if n == best)
    results = {"winners": winners, "shared": len(winners) > 1, "best": best}
    one, many = "{winners} wins with {best}.", "{winners} share the win with {best}."
    said = plural(len(winners), one, many, winners=winners, best=nuggets(best))
    rules = (keys.THE_WINNER, *((keys.SHARED,) if len(winners) > 1 else ()))
    return Answer.answered(said, results, *rules)


def _never_left(book: Rulebook, facts: Facts, totals: dict[Player, int]) -> Ruling | None:
    """Stop totals that no three rounds leave, one player's first. Cites: SAB-10.2, SAB-10.3."""
    # Three rounds are dear to load, and only this question of all asks what they can leave.
    from referee.games.saboteur.model.told import rules_of
    from referee.games.saboteur.model.totals import can_total

    rules, box = rules_of(book, facts.options, len(totals)), gold_in_box(book)
    values, cards = tuple(box), tuple(box.values())
    if can_total(rules, values, cards, tuple(totals.values())):
        return None
    for seat, (who, n) in enumerate(totals.items()):
        alone = [n if at == seat else None for at in range(len(totals))]
        if not can_total(rules, values, cards, alone):
            said = "No three rounds leave {player} with {total}."
            return impossible(said, keys.PAID_TO_ONE, player=who, total=nuggets(n))
    return impossible("No three rounds leave these totals.", keys.PAID_IN_ALL)


TIE: Final = Question(
    name="tie",
    about=Say("Who wins with these totals?"),
    fields=(
        Field(
            name="totals",
            shape=MapOf(PlayerName(new=True), Integer()),
            about=Say("everybody's nuggets after three rounds, clockwise"),
            required=True,
        ),
    ),
    answer=_tie,
    example="totals=A:9,B:9,C:4",
)
