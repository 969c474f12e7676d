"""Why no game can end so: by the box, by the rules, and by what is printed about lamp cards.

What the box or a rule excludes is certain, whatever the unknown lamp cards do. The rest assumes
that they only draw the first card of a chest, steal and exchange, as is printed. Holdings that
contradict this are a table call: a lamp card that does more could explain them.
"""

from collections.abc import Iterator, Mapping

from referee import api
from referee.api import Player, Say
from referee.games.aladdin import keys
from referee.games.aladdin.model.cards import GEMS, Names, names_at
from referee.games.aladdin.model.drawing import handed_out, has_ring
from referee.games.aladdin.model.holding import Holding, holdings_of

_OTHER_PILES = ("talismans", "ornaments")
_PILES = ("gems", *_OTHER_PILES)


class _Table(api.Struct, frozen=True):
    """The cards of all players together; ``sorcerers`` is None if their number is unknown.

    ``dealt`` are the starting gems, ``owners`` the players who say that they have the Magic Ring.
    """

    count: api.FinalCount
    names: Names
    held: Mapping[Player, Holding]
    cards: int
    gems: int
    dealt: int
    owners: tuple[Player, ...]
    ring_in_play: bool
    sorcerers: int | None

    @property
    def others(self) -> int:
        """Count the cards that are not gems."""
        return self.cards - self.gems

    def places(self, *piles: str) -> list[api.FieldPath]:
        """List the places of the final count that belong to these piles."""
        return [
            ("holdings", player, pile, kind)
            for player, entry in self.count.holdings.items()
            for pile in piles
            for kind in entry.get(pile, ())
        ]

    @property
    def place_of_sorcerers(self) -> api.FieldPath:
        """The place of the number of Sorcerers: in the file, or in the evidence of a record."""
        is_in_file = "sorcerers" in self.count.shared
        return ("sorcerers",) if is_in_file else ("evidence", "sorcerers")


def contradictions(book: api.Rulebook, count: api.FinalCount) -> tuple[api.Ruling, ...]:
    """Return why no game can end so, and anything that only an unknown lamp card explains.

    Cites: ALA-7.5, ALA-9.1 to ALA-9.7.
    """
    names = names_at(book, count.setup.options)
    held = holdings_of(names, count)
    table = _Table(
        count=count,
        names=names,
        held=held,
        cards=sum(own.cards for own in held.values()),
        gems=sum(sum(own.gems.values()) for own in held.values()),
        dealt=len(held) * handed_out(book, len(held)).gems,
        owners=tuple(player for player, own in held.items() if own.ring),
        ring_in_play=has_ring(book, count.setup.options),
        sorcerers=_stated_sorcerers(count),
    )
    too_many = [*_beyond_the_box(book, table)] or [*_too_many_drawn(book, table)]
    wrong_number = [*too_many, *_too_few(book, table)] or [*_miscounted(book, table)]
    return (
        *wrong_number,
        *_several_rings(table),
        *_ring_without_variant(table),
        *_wrong_sorcerers(book, table),
        *_bare_talismans(table),
    )


def _stated_sorcerers(count: api.FinalCount) -> int | None:
    stated = count.shared.get("sorcerers", count.evidence.get("sorcerers"))
    return stated if isinstance(stated, int) else None


def refuse_beyond_box(book: api.Rulebook, cards: int, others: int) -> api.Ruling | None:
    """Refuse more cards than the box has; ``others`` are those other than gems. Cites: ALA-9.1."""
    return _refuse_cards(book, cards) or _refuse_others(book, others)


def _refuse_cards(book: api.Rulebook, cards: int) -> api.Ruling | None:
    box = _cards_in_box(book)
    rules = (keys.CARDS_THERE_ARE, keys.CHEST_CARDS, keys.STARTING_CARDS)
    said = "That makes {n} cards; the box has {box}."
    return api.impossible(said, *rules, n=cards, box=box) if cards > box else None


def _refuse_others(book: api.Rulebook, others: int) -> api.Ruling | None:
    chests = book[keys.CHESTS] * book[keys.CHEST_CARDS]
    rules = (keys.CARDS_THERE_ARE, keys.CHEST_CARDS)
    said = "That makes {n} cards that are not gems; the chests hold {chests}."
    return api.impossible(said, *rules, n=others, chests=chests) if others > chests else None


def _cards_in_box(book: api.Rulebook) -> int:
    return book[keys.CHESTS] * book[keys.CHEST_CARDS] + book[keys.STARTING_CARDS]


def _beyond_the_box(book: api.Rulebook, table: _Table) -> Iterator[api.Ruling]:
    """Compare all cards, and those that are not gems, with the box. Cites: ALA-9.1."""
    if found := _refuse_cards(book, table.cards):
        yield found.concerning(table.places(*_PILES))
    if found := _refuse_others(book, table.others):
        yield found.concerning(table.places(*_OTHER_PILES))


def _several_rings(table: _Table) -> Iterator[api.Ruling]:
    """Refuse a second Magic Ring. Cites: ALA-9.4."""
    if len(table.owners) > 1:
        said = "{players} each have the Magic Ring; there is only one."
        found = api.impossible(said, keys.ONE_RING, players=table.owners)
        yield found.concerning(("holdings", each, "magic_ring") for each in table.owners)


def _ring_without_variant(table: _Table) -> Iterator[api.Ruling]:
    """Refuse the Magic Ring if it is not in play. Cites: ALA-8.1, ALA-9.4."""
    owners = () if table.ring_in_play else table.owners
    for player in owners:
        said = "{players} has the Magic Ring, which is only in the variant."
        found = api.forbidden(said, keys.ONE_RING, keys.MAGIC_RING, players=player)
        yield found.concerning([("holdings", player, "magic_ring"), ("options", "variant")])


def _wrong_sorcerers(book: api.Rulebook, table: _Table) -> Iterator[api.Ruling]:
    """Refuse a game without a Sorcerer, or with more of them than chests. Cites: ALA-7.5."""
    n, most = table.sorcerers, book[keys.CHESTS]
    if n is not None and not 1 <= n <= most:
        said = "A game ends with 1 to {most} Sorcerers out, not {n}."
        found = api.impossible(said, keys.THE_END, keys.BELOW_SORCERER, most=most, n=n)
        yield found.concerning([table.place_of_sorcerers])


def _bare_talismans(table: _Table) -> Iterator[api.Ruling]:
    """Refuse talismans on a gem kind of which the player has no gem. Cites: ALA-9.3."""
    for player, own in table.held.items():
        for kind in GEMS:
            n = own.talismans.get(kind, 0)
            if not n or own.gem(kind):
                continue
            said = api.plural(
                n,
                "{player} has 1 talisman on {kind} and no {kind} gem: it lies alone.",
                "{player} has {n} talismans on {kind} and no {kind} gem: they lie alone.",
            )
            rules = (keys.TALISMAN_ON_GEM, keys.LEFT_ALONE)
            name = table.names.of(kind)
            found = api.forbidden(said, *rules, player=player, kind=name)
            yield found.concerning(
                ("holdings", player, pile, word)
                for pile in ("talismans", "gems")
                for word in dict.fromkeys((name, kind))
            )


def _too_many_drawn(book: api.Rulebook, table: _Table) -> Iterator[api.Ruling]:
    """Compare the cards with the most that chests and discard pile can give. Cites: ALA-9.2."""
    is_ring_won = table.ring_in_play and table.owners
    chests = _most_from_chests(book, table)
    most = chests + (book[keys.STARTING_CARDS] if is_ring_won else table.dealt)
    if table.cards > most:
        said = (
            "That makes {n} cards; only a lamp card that does more than draw, steal and exchange"
            " explains more than {most}."
        )
        found = api.table_call(said, keys.CARDS_DRAWN, n=table.cards, most=most)
        yield found.concerning([*table.places(*_PILES), table.place_of_sorcerers])
    elif table.others > chests:
        said = (
            "That makes {n} cards that are not gems; only a lamp card that does more than draw,"
            " steal and exchange explains more than {most}."
        )
        found = api.table_call(said, keys.CARDS_DRAWN, n=table.others, most=chests)
        yield found.concerning([*table.places(*_OTHER_PILES), table.place_of_sorcerers])


def _most_from_chests(book: api.Rulebook, table: _Table) -> int:
    """Count the treasures that the chests can give, by the Sorcerers that came out.

    There are 20 above each Sorcerer; after him come as many as the same drawing allows, in the
    last turn. Four dice are never three lone sixes: the fourth shares a chest, and opens it with
    less or cancels a six. If nobody won the Ring, nobody drew and kept six cards. Cites: ALA-9.2.
    """
    chests, below, faces = book[keys.CHESTS], book[keys.BELOW_SORCERER], book[keys.FACES]
    is_known = table.sorcerers in range(1, chests + 1)
    out = table.sorcerers if is_known and table.sorcerers else chests
    longest = faces
    if table.ring_in_play and _counts_sorcerer(book, table) and not table.owners:
        longest = min(faces, book[keys.RING_DIE] - 1)
    behind = min(below, longest - 1)
    dice = len(table.held) * book[keys.DICE_EACH][len(table.held)]
    needs_lone_dice = out == chests and behind == faces - 1
    lost = 1 if needs_lone_dice and dice == chests + 1 else 0
    return chests * (book[keys.CHEST_CARDS] - below) + out * behind - lost


def _counts_sorcerer(book: api.Rulebook, table: _Table) -> bool:
    return book.option(table.count.setup.options, "ring_counts_sorcerer") == "yes"


def _too_few(book: api.Rulebook, table: _Table) -> Iterator[api.Ruling]:
    """Check that nobody lost the gems dealt, nor the cards of the draw that won the Ring.

    Cites: ALA-8.3, ALA-9.6, ALA-9.7.
    """
    least = table.dealt + book[keys.RING_DIE] - int(_counts_sorcerer(book, table))
    if table.gems < table.dealt:
        said = api.plural(
            table.gems,
            "That makes {n} gem of {dealt} dealt; only a lamp card that discards gems explains it.",
            "That makes {n} gems of {dealt} dealt; only a lamp card that discards gems explains"
            " it.",
            dealt=table.dealt,
        )
        found = api.table_call(said, keys.GEMS_DEALT, keys.STARTING_EACH)
        yield found.concerning(table.places("gems"))
    elif table.ring_in_play and table.owners and table.cards < least:
        said = Say(
            "That makes {n} cards; with the Magic Ring won, only a lamp card that discards cards"
            " explains fewer than {least}."
        )
        rules = (keys.KEPT_FOR_RING, keys.RING_DIE)
        found = api.table_call(said, *rules, n=table.cards, least=least)
        rings = [("holdings", player, "magic_ring") for player in table.owners]
        yield found.concerning([*table.places(*_PILES), *rings])


def _miscounted(book: api.Rulebook, table: _Table) -> Iterator[api.Ruling]:
    """Add up the record's treasure cards: held, discarded and not drawn. Cites: ALA-9.5."""
    discarded, undrawn = map(table.count.evidence.get, ("discarded", "undrawn"))
    if not isinstance(discarded, int) or not isinstance(undrawn, int):
        return
    n, box = table.cards + discarded + undrawn, _cards_in_box(book)
    if n != box:
        said = "The record has {n} cards held, discarded and not drawn; the box has {box}."
        found = api.table_call(said, keys.ON_RECORD, keys.CARDS_THERE_ARE, n=n, box=box)
        yield found.concerning(table.places(*_PILES))


def unchecked(book: api.Rulebook, count: api.FinalCount) -> tuple[Say, ...]:
    """List what no audit can check, and what would allow it. Cites: ALA-9.2."""
    always = (
        Say("which cards lie in which chest (a list of the chest cards would allow it)"),
        Say("what the lamp cards did (that needs a list of the lamp cards)"),
    )
    if _stated_sorcerers(count) is not None:
        return always
    said = "how many Sorcerers came out (add sorcerers: 1 to {most})"
    return (*always, Say(said, most=book[keys.CHESTS]))
