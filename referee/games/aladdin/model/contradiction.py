"""What can be at the end of a game: by the box, by the rules, and as far as the print tells.

What the box or a rule rules out is certain, whatever the unknown lamp cards do. The rest
supposes that they do no more than the print says of them: draw the first card of a chest, steal,
exchange. A breach of that is a table call, for only a lamp card that does more explains it.
"""

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from referee.api import (
    FinalCount,
    Options,
    Player,
    Rulebook,
    Ruling,
    Say,
    forbidden,
    impossible,
    plural,
    table_call,
)
from referee.games.aladdin import keys
from referee.games.aladdin.model.cards import GEMS, LONE, METALS, Names, names_at
from referee.games.aladdin.model.holding import holdings_of
from referee.games.aladdin.model.setup import handed_out, has_ring


class Limits(NamedTuple):
    """The most cards that all players can hold, and the most among them that are not gems."""

    cards: int
    others: int


class Table(NamedTuple):
    """What lies before all players, as far as it is told.

    There may be more gems where one ``lacks_gems``, more cards where one ``lacks_cards``;
    ``sorcerers`` is None where nobody told how many came out, ``may_have_ring`` where somebody
    has the Magic Ring or can have it.
    """

    seats: int
    options: Options
    cards: int
    gems: int
    lacks_gems: bool
    lacks_cards: bool
    owners: tuple[Player, ...]
    may_have_ring: bool
    sorcerers: int | None

    @property
    def others(self) -> int:
        """Count the cards that are not gems."""
        return self.cards - self.gems


def contradiction(book: Rulebook, count: FinalCount) -> Ruling | None:
    """Say why no game can end so, the gravest first; what is left out is not known.

    Cites: ALA-7.5, ALA-9.1 to ALA-9.7.
    """
    names = names_at(book, count.setup.options)
    table = table_of(names, count)
    return (
        more_than_the_box(book, table.cards, table.others)
        or _several_rings(table)
        or _wrong_sorcerers(book, table)
        or _bare_talisman(names, count)
        or _ring_without_variant(book, table)
        or _too_many_drawn(book, table)
        or _too_few_gems(book, table)
        or _too_few_for_ring(book, table)
        or _miscounted(book, table, count)
    )


def table_of(names: Names, count: FinalCount) -> Table:
    """Add up what a count tells of all players."""
    held = holdings_of(names, count)
    kinds = tuple(names.readable(GEMS))
    entries = [count.holdings.get(player, {}) for player in count.setup.seating]
    lacks_gems = any(_lacks(entry, "gems", kinds) for entry in entries)
    lacks_others = any(
        _lacks(entry, "talismans", (*kinds, LONE)) or _lacks(entry, "ornaments", METALS)
        for entry in entries
    )
    return Table(
        seats=len(entries),
        options=count.setup.options,
        cards=sum(own.cards for own in held.values()),
        gems=sum(sum(own.gems.values()) for own in held.values()),
        lacks_gems=lacks_gems,
        lacks_cards=lacks_gems or lacks_others,
        owners=tuple(player for player, own in held.items() if own.ring),
        may_have_ring=any(entry.get("magic_ring", True) for entry in entries),
        sorcerers=_told_sorcerers(count),
    )


def _told_sorcerers(count: FinalCount) -> int | None:
    told = count.shared.get("sorcerers", count.evidence.get("sorcerers"))
    return told if isinstance(told, int) else None


def _lacks(entry: Mapping[str, Any], pile: str, kinds: Iterable[str]) -> bool:
    """Whether some kind of a pile is not told."""
    told = entry.get(pile, {})
    return any(kind not in told for kind in kinds)


def limits_of_box(book: Rulebook) -> Limits:
    """Count the cards of the box. Cites: ALA-9.1."""
    chests = book[keys.CHESTS] * book[keys.CHEST_CARDS]
    return Limits(chests + book[keys.STARTING_CARDS], chests)


def more_than_the_box(book: Rulebook, cards: int, others: int) -> Ruling | None:
    """Hold cards, and those among them that are not gems, against the box. Cites: ALA-9.1."""
    box, chests = limits_of_box(book)
    if cards > box:
        rules = (keys.CARDS_THERE_ARE, keys.CHEST_CARDS, keys.STARTING_CARDS)
        return impossible("That makes {n} cards; the box has {box}.", *rules, n=cards, box=box)
    if others > chests:
        said = "That makes {n} cards that are not gems; the chests hold {chests}."
        of_chests = (keys.CARDS_THERE_ARE, keys.CHEST_CARDS)
        return impossible(said, *of_chests, n=others, chests=chests)
    return None


def _several_rings(table: Table) -> Ruling | None:
    """Stop a second Magic Ring. Cites: ALA-9.4."""
    if len(table.owners) < 2:  # noqa: PLR2004 - several
        return None
    said = "{players} each have the Magic Ring; there is only one."
    return impossible(said, keys.ONE_RING, players=table.owners)


def _wrong_sorcerers(book: Rulebook, table: Table) -> Ruling | None:
    """Stop a game that no Sorcerer ended, or one with more of them than chests. Cites: ALA-7.5."""
    n, most = table.sorcerers, book[keys.CHESTS]
    if n is None or 1 <= n <= most:
        return None
    said = "A game ends with 1 to {most} Sorcerers out, not {n}."
    return impossible(said, keys.THE_END, keys.BELOW_SORCERER, most=most, n=n)


def _bare_talisman(names: Names, count: FinalCount) -> Ruling | None:
    """Stop talismans on a gem kind of which there is no gem. Cites: ALA-9.3."""
    for player, entry in count.holdings.items():
        gems, talismans = entry.get("gems", {}), entry.get("talismans", {})
        for kind in GEMS:
            words = {kind, names.of(kind)}
            n = _known(talismans, words)
            if not n or _known(gems, words) or not words <= gems.keys():
                continue
            said = plural(
                n,
                "{player} has 1 talisman on {kind} and no {kind} gem: it lies alone.",
                "{player} has {n} talismans on {kind} and no {kind} gem: they lie alone.",
            )
            rules = (keys.TALISMAN_ON_GEM, keys.LEFT_ALONE)
            return forbidden(said, *rules, player=player, kind=names.of(kind))
    return None


def _known(counts: Mapping[str, Any], words: Iterable[str]) -> int:
    return sum(counts.get(word, 0) for word in words)


def _ring_without_variant(book: Rulebook, table: Table) -> Ruling | None:
    """Stop the Magic Ring where it is not in play. Cites: ALA-8.1, ALA-9.4."""
    if not table.owners or has_ring(book, table.options):
        return None
    said = "{players} has the Magic Ring, which is only in the variant."
    return forbidden(said, keys.ONE_RING, keys.MAGIC_RING, players=table.owners)


def limits_of(book: Rulebook, table: Table) -> Limits:
    """Count what chests and discard pile can have given. Cites: ALA-9.2."""
    handed = handed_out(book, table.seats)
    has_recovered = has_ring(book, table.options) and table.may_have_ring
    gems = book[keys.STARTING_CARDS] if has_recovered else table.seats * handed.gems
    chests = most_from_chests(book, table)
    return Limits(gems + chests, chests)


def _too_many_drawn(book: Rulebook, table: Table) -> Ruling | None:
    """Hold cards against what can have come to the players. Cites: ALA-9.2."""
    most, chests = limits_of(book, table)
    if table.cards > most:
        said = (
            "That makes {n} cards; only a lamp card that does more than draw, steal and exchange"
            " explains more than {most}."
        )
        return table_call(said, keys.CARDS_DRAWN, n=table.cards, most=most)
    if table.others > chests:
        said = (
            "That makes {n} cards that are not gems; only a lamp card that does more than draw,"
            " steal and exchange explains more than {most}."
        )
        return table_call(said, keys.CARDS_DRAWN, n=table.others, most=chests)
    return None


def most_from_chests(book: Rulebook, table: Table) -> int:
    """Count the treasures that the chests can give, by the Sorcerers that came out.

    Above each Sorcerer lie 20; behind one come as many as the last draw allows him to be
    followed by, so all by exploring in one turn. Four dice are never three lone sixes: the one
    over shares a chest, and opens it with less or cancels a six. Where nobody has won the Ring,
    no six cards were drawn and kept. Cites: ALA-9.2.
    """
    chests, below, faces = book[keys.CHESTS], book[keys.BELOW_SORCERER], book[keys.FACES]
    out = chests if table.sorcerers is None else table.sorcerers
    longest = faces
    wins_ring = book.option(table.options, "ring_counts_sorcerer") == "yes"
    if has_ring(book, table.options) and wins_ring and not table.may_have_ring:
        longest = min(faces, book[keys.RING_DIE] - 1)
    behind = min(below, longest - 1)
    dice = table.seats * handed_out(book, table.seats).dice
    needs_lone_dice = out == chests and behind == faces - 1
    lost = 1 if needs_lone_dice and dice == chests + 1 else 0
    return chests * (book[keys.CHEST_CARDS] - below) + out * behind - lost


def _too_few_gems(book: Rulebook, table: Table) -> Ruling | None:
    """Look for the gems that were dealt: they pass from hand to hand. Cites: ALA-9.6."""
    dealt = table.seats * handed_out(book, table.seats).gems
    if table.lacks_gems or table.gems >= dealt:
        return None
    said = plural(
        table.gems,
        "That makes {n} gem of {dealt} dealt; only a lamp card that discards gems explains it.",
        "That makes {n} gems of {dealt} dealt; only a lamp card that discards gems explains it.",
        dealt=dealt,
    )
    return table_call(said, keys.GEMS_DEALT, keys.STARTING_EACH)


def _too_few_for_ring(book: Rulebook, table: Table) -> Ruling | None:
    """Look for the six draws that the Ring's owner has kept. Cites: ALA-8.3, ALA-9.7."""
    if table.lacks_cards or not table.owners:
        return None
    counts_sorcerer = book.option(table.options, "ring_counts_sorcerer") == "yes"
    kept = book[keys.RING_DIE] - (1 if counts_sorcerer else 0)
    least = table.seats * handed_out(book, table.seats).gems + kept
    if table.cards >= least:
        return None
    said = (
        "That makes {n} cards; with the Magic Ring won, only a lamp card that discards cards"
        " explains fewer than {least}."
    )
    return table_call(said, keys.KEPT_FOR_RING, keys.RING_DIE, n=table.cards, least=least)


def _miscounted(book: Rulebook, table: Table, count: FinalCount) -> Ruling | None:
    """Count the record's treasure cards: held, discarded and not drawn. Cites: ALA-9.5."""
    elsewhere = [count.evidence.get(place) for place in ("discarded", "undrawn")]
    if table.lacks_cards or None in elsewhere:
        return None
    box = limits_of_box(book).cards
    n = table.cards + sum(each for each in elsewhere if isinstance(each, int))
    if n == box:
        return None
    said = "The record has {n} cards held, discarded and not drawn; the box has {box}."
    return table_call(said, keys.ON_RECORD, keys.CARDS_THERE_ARE, n=n, box=box)


def unchecked(book: Rulebook, count: FinalCount) -> tuple[Say, ...]:
    """Name what no audit can check, and what would allow it. Cites: ALA-9.2."""
    if _told_sorcerers(count) is not None:
        return _NEVER_CHECKED
    said = "how many Sorcerers came out (sorcerers: 1 to {most} allows it)"
    return (*_NEVER_CHECKED, Say(said, most=book[keys.CHESTS]))


_NEVER_CHECKED = (
    Say("which cards lie in which chest (a list of the chest cards would allow it)"),
    Say("what lamp cards did (a list of the lamp cards would allow it)"),
)
