"""Which statements to blame for too many cards: as few as can be."""

from collections.abc import Callable, Collection, Iterator, Sequence
from functools import partial
from itertools import chain, combinations
from typing import NamedTuple, TypeAlias

from referee.api import FieldPath, FinalCount, Rulebook, Ruling
from referee.games.aladdin import keys
from referee.games.aladdin.model.cards import names_at
from referee.games.aladdin.model.contradiction import (
    Limits,
    Table,
    limits_of,
    limits_of_box,
    table_of,
)

_Paths: TypeAlias = tuple[FieldPath, ...]


class _Pile(NamedTuple):
    """A number of cards that is stated."""

    path: FieldPath
    cards: int
    is_gem: bool


class _Lowering(NamedTuple):
    """Statements that together lower a limit, and the tables that can be without them."""

    paths: _Paths
    without: Callable[[Table], list[Table]]


def suspects(
    book: Rulebook, count: FinalCount, free: frozenset[str], ruling: Ruling
) -> Collection[FieldPath]:
    """Find the fewest statements that make too many cards; among equals the largest piles.

    ``free`` are the house rules that were taken back, of which any value may hold. Nothing is
    found for another rule than those on too many cards. Cites: ALA-9.1, ALA-9.2.

    >>> from referee.api import Setup
    >>> from referee.files.documents.rulebook import load_rulebook
    >>> from referee.games.aladdin.model.contradiction import contradiction
    >>> book = load_rulebook("aladdin")
    >>> gems = {"Ana": {"red": 60}, "Bo": {"red": 20}, "Cy": {"red": 30}}
    >>> held = {player: {"gems": kinds} for player, kinds in gems.items()}
    >>> count = FinalCount(Setup(tuple(gems)), held)
    >>> found = suspects(book, count, frozenset(), contradiction(book, count))
    >>> sorted(player for _, player, *_ in found)
    ['Ana', 'Cy']
    """
    limits: list[tuple[_Paths, Limits]] = []
    if ruling.rules[0].rule_id == keys.CARDS_THERE_ARE:
        limits = [((), limits_of_box(book))]
    if ruling.rules[0].rule_id == keys.CARDS_DRAWN:
        limits = list(_limits(book, count, free))
    piles = sorted(_piles(count), key=lambda pile: -pile.cards)
    others = [pile for pile in piles if not pile.is_gem]
    told = [
        (paths, pile)
        for paths, limit in limits
        for pile in (_above(limit.cards, piles), _above(limit.others, others))
        if pile
    ]
    paths, pile = min(told, key=_size, default=((), ()))
    return {*paths, *(each.path for each in pile)}


def _size(told: tuple[_Paths, Sequence[_Pile]]) -> tuple[int, list[int]]:
    """Weigh statements: fewer first, then those with the larger piles."""
    paths, piles = told
    return len(paths) + len(piles), [-pile.cards for pile in piles] + [0] * len(paths)


def _limits(
    book: Rulebook, count: FinalCount, free: frozenset[str]
) -> Iterator[tuple[_Paths, Limits]]:
    """Give each limit with the statements that make it so low."""
    table = table_of(names_at(book, count.setup.options), count)
    lowering = list(_lowering(book, count, free, table))
    stated = [table]
    for name in free:
        stated = [looser for known in stated for looser in _any(book, name, known)]
    for n in range(len(lowering) + 1):
        for told in combinations(lowering, n):
            tables = stated
            for each in lowering:
                if each not in told:
                    tables = [looser for known in tables for looser in each.without(known)]
            found = [limits_of(book, looser) for looser in tables]
            most = Limits(max(each.cards for each in found), max(each.others for each in found))
            yield tuple(chain.from_iterable(each.paths for each in told)), most


def _lowering(
    book: Rulebook, count: FinalCount, free: frozenset[str], table: Table
) -> Iterator[_Lowering]:
    for name in ("variant", "ring_counts_sorcerer"):
        if name in count.setup.options and name not in free:
            yield _Lowering((("options", name),), partial(_any, book, name))
    if not table.may_have_ring:
        rings = tuple(("holdings", player, "magic_ring") for player in count.holdings)
        yield _Lowering(rings, lambda known: [known._replace(may_have_ring=True)])
    if table.sorcerers is not None:
        path = ("sorcerers",) if "sorcerers" in count.shared else ("evidence", "sorcerers")
        yield _Lowering((path,), lambda known: [known._replace(sorcerers=None)])


def _any(book: Rulebook, name: str, known: Table) -> list[Table]:
    """Give the table with each value of a house rule."""
    values = book.options[name].values
    return [known._replace(options={**known.options, name: (value,)}) for value in values]


def _piles(count: FinalCount) -> Iterator[_Pile]:
    """List the piles, in the order of the file."""
    for player, entry in count.holdings.items():
        for field in ("gems", "talismans"):
            for kind, n in entry.get(field, {}).items():
                yield _Pile(("holdings", player, field, kind), n, is_gem=field == "gems")
        for metal, kinds in entry.get("ornaments", {}).items():
            yield _Pile(("holdings", player, "ornaments", metal), len(kinds), is_gem=False)


def _above(limit: int, piles: Sequence[_Pile]) -> Sequence[_Pile]:
    """Take the fewest piles that make more than the limit; none where all do not."""
    made = 0
    for n, pile in enumerate(piles, start=1):
        made += pile.cards
        if made > limit:
            return piles[:n]
    return ()
