"""From a final count, as a file or a record tells it, to the table that the model looks at."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from referee.api import FinalCount, Options, Player, Rulebook
from referee.games.saboteur import keys
from referee.games.saboteur.model.gold import Cards, Variant, gold_in_box
from referee.games.saboteur.model.roles import saboteurs_possible
from referee.games.saboteur.model.three_rounds.hands import hand_of
from referee.games.saboteur.model.three_rounds.patterns import NOBODY, Rules, Seats, ToldRound
from referee.games.saboteur.model.three_rounds.table import Table, Taken
from referee.games.saboteur.model.tools import TOOLS, broken_card

DIGGERS, SABOTEURS = "diggers", "saboteurs"


def rules_of(book: Rulebook, options: Options, seats: int) -> Rules:
    """Read by which numbers and house rules so many players are paid."""
    fewest, most = saboteurs_possible(book, seats)
    broken = sum(book[keys.ACTION_CARDS][broken_card(tool)] for tool in TOOLS)
    return Rules(seats, Variant.of(book, options), fewest, most, broken)


def table_of(book: Rulebook, count: FinalCount) -> Table:
    """Take up what is told; what is left out is not known."""
    seating, box = count.setup.seating, gold_in_box(book)
    values = tuple(box)
    records: tuple[Mapping[str, Any], ...] = count.shared.get("rounds", ())  # type: ignore[assignment]
    numbers = range(1, book[keys.ROUNDS] + 1)
    entries = [count.holdings.get(player, {}) for player in seating]
    return Table(
        rules=rules_of(book, count.setup.options, len(seating)),
        values=values,
        box=tuple(box.values()),
        rounds=tuple(
            round_told(seating, _record(records, n), _noted(count, "last", n)) for n in numbers
        ),
        hands=tuple(hand_of(values, gold_of(own)) if "gold" in own else None for own in entries),
        owed=tuple(own.get("owed") for own in entries),
        taken=tuple(
            _taken(seating, values, *(_noted(count, what, n) for what in _TAKEN)) for n in numbers
        ),
    )


def gold_of(entry: Mapping[str, Any]) -> Cards:
    """Take the gold cards of an entry, the highest first; what is left out is none.

    >>> gold_of({"gold": (1, 3)}), gold_of({})
    ((3, 1), ())
    """
    return tuple(sorted(entry.get("gold", ()), reverse=True))


def round_told(
    seating: tuple[Player, ...], record: Mapping[str, Any], last: Player | None = None
) -> ToldRound:
    """Take up one of the ``rounds`` of a holdings file; ``last`` used the last card, by a record.

    Who is said to have joined the treasure tells that the diggers won.
    """
    connector, won, selfish = record.get("connector"), record.get("won"), record.get("selfish")
    return ToldRound(
        diggers_won=won == DIGGERS if won is not None else True if connector else None,
        saboteurs=_seats(seating, record.get("saboteurs")),
        connector=seating.index(connector) if connector else None,
        broken=_seats(seating, record.get("broken")),
        selfish=seating.index(selfish[0]) if selfish else None if selfish is None else NOBODY,
        last=seating.index(last) if last else None,
    )


def _seats(seating: tuple[Player, ...], named: Iterable[Player] | None) -> Seats | None:
    return None if named is None else frozenset(map(seating.index, named))


def _record(records: tuple[Mapping[str, Any], ...], number: int) -> Mapping[str, Any]:
    return records[number - 1] if number <= len(records) else {}


def _noted(count: FinalCount, what: str, number: int) -> Any:  # noqa: ANN401 - names, or by name
    by_round: Mapping[str, Any] = count.evidence.get(what, {})  # type: ignore[assignment]
    return by_round.get(str(number))


_TAKEN = ("taken", "taking", "unpaid")
"""What a record has of the gold of a round: all of it, or what was taken so far; who went short."""


def _taken(
    seating: tuple[Player, ...],
    values: tuple[int, ...],
    taken: Mapping[str, Cards] | None,
    taking: Mapping[str, Cards] | None,
    unpaid: Mapping[str, str] | None,
) -> Taken | None:
    if not taken and not taking and not unpaid:
        return None
    known = taken or taking or {}
    return Taken(
        cards=tuple(hand_of(values, known[who]) if who in known else None for who in seating),
        is_whole=bool(taken),
        unpaid=tuple((seating.index(Player(who)), how) for who, how in (unpaid or {}).items()),
    )
