"""Findings and table calls that need no search for a play: they only count pieces."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import lru_cache
from itertools import chain, combinations
from operator import gt
from typing import Any, TypeAlias

from referee import api
from referee.api import Player, Say
from referee.games.colorful_treasure import keys
from referee.games.colorful_treasure.model.cards import (
    ADVANCED,
    COLOURS,
    SIMPLE,
    Box,
    box_of,
    odd_table,
)
from referee.games.colorful_treasure.model.holding import BONUSES, EXPLORATION, GEM, Bonuses
from referee.games.colorful_treasure.model.tiles import SIXTH_COLOUR, TILES

CARDS = (*COLOURS, "diamond_cards", "keys", "chests")
"""The fields of an entry that count cards."""
_OF_WONDERS = (*CARDS, "wonders")
DIAMOND = CARDS.index("diamond_cards")
Piles: TypeAlias = tuple[int, ...]
"""Cards by kind, in the order of these fields."""
_DIAMONDS = ("diamonds", "diamond_cards")
_OF_DIAMONDS = (keys.DIAMONDS_MATCH, keys.DIAMONDS_ALONG)
PIECES_CALLED: Mapping[str, Say] = {
    **{colour: Say("{colour} gems", colour=colour) for colour in COLOURS},
    "diamond_cards": Say("diamond cards"),
    "diamonds": Say("diamonds"),
    "keys": Say("key cards"),
    "chests": Say("chest cards"),
    "bonuses": Say("bonus cards"),
    "tiles": Say("tiles"),
}
_FIELD: api.FieldPath = ("field",)
_MODE: api.FieldPath = ("options", "mode")
_RULES: Mapping[str, api.RuleLike] = {
    **dict.fromkeys(COLOURS, keys.OF_EACH_COLOUR),
    "diamond_cards": keys.WONDER_DIAMONDS,
    "diamonds": keys.WONDER_DIAMONDS,
    "keys": keys.ALL_KEYS,
    "chests": keys.ALL_CHESTS,
    "tiles": keys.TILES,
    GEM: keys.GEM_COLOURS,
    EXPLORATION: keys.EXPLORED,
}
"""The rule that gives how many pieces there are."""


class Counted(api.Struct, frozen=True):
    """The entry of one player; pieces that it leaves out are none."""

    entry: Mapping[str, Any]

    def count(self, name: str) -> int:
        """Count the pieces of a field."""
        return int(self.entry.get(name, 0))

    @property
    def cards(self) -> int:
        return sum(map(self.count, CARDS))

    @property
    def secrets(self) -> int:
        """Count key and chest cards. Cites: COL-4.3."""
        return self.count("keys") + self.count("chests")

    @property
    def bonuses(self) -> tuple[str, ...]:
        return tuple(self.entry.get("bonuses", ()))

    @property
    def tiles(self) -> tuple[str, ...]:
        return tuple(self.entry.get("tiles", ()))

    @property
    def colours(self) -> int:
        """Count the colours, the sixth one of a tile too. Cites: COL-4.1, COL-6.6."""
        return sum(self.count(colour) > 0 for colour in COLOURS) + (SIXTH_COLOUR in self.tiles)


class CountedTable:
    """A final count with the box it was played with."""

    def __init__(self, book: api.Rulebook, count: api.FinalCount) -> None:
        """Read the holdings, and the cards left on the field if they are given."""
        options, left = count.setup.options, count.shared.get("field")
        self.book, self.options = book, options
        self.held = all_counted(count)
        self.piles = {
            who: tuple([own.count(name) for name in CARDS]) for who, own in self.held.items()
        }
        """Cards of everybody, by kind."""
        self.cards = tuple(map(sum, zip(*self.piles.values(), strict=True)))
        """Cards of all together, by kind."""
        self.diamonds = sum([own.count("diamonds") for own in self.held.values()])
        self.mode = book.option(options, "mode")
        self.is_simple = self.mode == SIMPLE
        self.box = box_of(book, options)
        self.left = left if isinstance(left, int) else None
        self.same_colour = count.setup.numbers.get("same_colour", ())

    def places(
        self, names: Iterable[str], players: Collection[Player] | None = None
    ) -> list[api.FieldPath]:
        """List the places of these fields, of all players or some."""
        fields = tuple(names)
        return [
            ("holdings", str(player), name)
            for player in self.held
            if players is None or player in players
            for name in fields
        ]


def all_counted(count: api.FinalCount) -> dict[Player, Counted]:
    """Return the entry of every player, clockwise."""
    return {player: Counted(count.holdings.get(player, {})) for player in count.setup.seating}


def broken_sums(table: CountedTable) -> Iterator[api.Ruling]:
    """List the sums that are broken by themselves, each once. Cites: COL-9.1 to COL-9.7."""
    for part in (_too_many, _not_in_this_game, _more_diamonds, _cards_in_all, _wonders):
        yield from part(table)


def table_calls(table: CountedTable) -> Iterator[api.Ruling]:
    """List what the table has to be asked about. Cites: COL-9.2, COL-9.6, COL-9.8."""
    for part in (_fewer_diamonds, _missed_bonuses, _odd_table):
        yield from part(table)


def _too_many(table: CountedTable) -> Iterator[api.Ruling]:
    """Check every piece against the box. Cites: COL-9.1."""
    pieces = [*zip(CARDS, table.cards, table.box.piles, strict=True)]
    pieces.append(("diamonds", table.diamonds, table.box.wonders))
    if table.mode == ADVANCED:
        tiles = sum(len(own.tiles) for own in table.held.values())
        pieces.append(("tiles", tiles, table.book[keys.TILES]))
    for name, n, most in pieces:
        if n > most and (most or not table.is_simple):
            said, rules = "{n} {pieces}; the box has {most}.", (keys.PIECES_THERE_ARE, _RULES[name])
            found = api.impossible(said, *rules, n=n, pieces=PIECES_CALLED[name], most=most)
            yield found.concerning(table.places([name]))
    if table.mode == ADVANCED:
        for tile, n, places in _more_than_once(table, "tiles", TILES):
            said = "{n} tiles are {tile}; there is one."
            found = api.impossible(said, keys.PIECES_THERE_ARE, keys.TILES, n=n, tile=tile)
            yield found.concerning(places)
    if not table.is_simple:
        for bonus, n, places in _more_than_once(table, "bonuses", BONUSES):
            said = "The {bonus} bonus is held {n} times."
            found = api.impossible(said, keys.PIECES_THERE_ARE, _RULES[bonus], bonus=bonus, n=n)
            yield found.concerning(places)


def _more_than_once(
    table: CountedTable, name: str, pieces: Iterable[str]
) -> Iterator[tuple[str, int, list[api.FieldPath]]]:
    """List the pieces of a field that are held more than once, how often and where."""
    for piece in pieces:
        held = {who: own.entry.get(name, ()).count(piece) for who, own in table.held.items()}
        if (n := sum(held.values())) > 1:
            yield piece, n, table.places([name], [who for who in held if held[who]])


def _not_in_this_game(table: CountedTable) -> Iterator[api.Ruling]:
    """Find pieces that this way of playing leaves in the box. Cites: COL-9.7."""
    lacking = ("keys", "chests", "bonuses", "tiles") if table.is_simple else ("tiles",)
    for player, own in table.held.items() if table.mode != ADVANCED else ():
        for name in lacking:
            if own.entry.get(name):
                said = "{player} has {pieces}; the {mode} game has none."
                pieces, rules = PIECES_CALLED[name], (keys.NOT_IN_THIS_GAME, keys.MODES)
                found = api.impossible(said, *rules, player=player, pieces=pieces, mode=table.mode)
                yield found.concerning([*table.places([name], [player]), _MODE])


def _more_diamonds(table: CountedTable) -> Iterator[api.Ruling]:
    """Check diamonds against the cards that come with them. Cites: COL-9.2, COL-2.5.

    Diamonds beyond those of the box are a finding already.
    """
    n, cards = table.diamonds, table.cards[DIAMOND]
    if table.is_simple:
        said = "{player} holds {diamonds} and {cards}; no diamond comes alone in the simple game."
        for player, own in table.held.items():
            diamonds, due = own.count("diamonds"), own.count("diamond_cards")
            if diamonds > due:
                has = api.plural(diamonds, "{n} diamond", "{n} diamonds")
                brought = api.plural(due, "{n} diamond card", "{n} diamond cards")
                found = api.forbidden(
                    said, keys.DIAMONDS_ALONG, player=player, diamonds=has, cards=brought
                )
                yield found.concerning([*table.places(_DIAMONDS, [player]), _MODE])
    elif min(n, table.box.wonders) > cards:
        said = "{n} diamonds for {cards} diamond cards: each card comes with one."
        found = api.forbidden(said, *_OF_DIAMONDS, n=n, cards=cards)
        yield found.concerning(table.places(_DIAMONDS))


def _fewer_diamonds(table: CountedTable) -> Iterator[api.Ruling]:
    """Ask about diamonds that may have been left on the table. Cites: COL-9.2."""
    n, cards = table.diamonds, table.cards[DIAMOND]
    if n < min(cards, table.box.wonders):
        said = "{n} diamonds for {cards} diamond cards: were some left on the table?"
        found = api.table_call(said, *_OF_DIAMONDS, n=n, cards=cards)
        yield found.concerning(table.places(_DIAMONDS))


def _cards_in_all(table: CountedTable) -> Iterator[api.Ruling]:
    """Check all cards against the box, the field and the end. Cites: COL-9.3, COL-9.4.

    Cards of a kind beyond those of the box are a finding already, and not counted again.
    """
    cards, whole = sum(table.cards), table.box.cards
    in_the_box = sum(map(min, table.cards, table.box.piles))
    left = whole - cards if table.left is None else table.left
    exceeds_box = table.left is not None and in_the_box + left > whole
    has_excess = table.left is None and in_the_box < cards
    if found := _refuse_cards_left(table, left, exceeds_box=exceeds_box, has_excess=has_excess):
        yield found.concerning([_FIELD] if table.left is not None else table.places(CARDS))
    elif exceeds_box:
        said = "{n} cards are held and {left} are left; the game has {whole}."
        rules = (keys.CARDS_IN_ALL, keys.WONDERS)
        found = api.impossible(said, *rules, n=cards, left=left, whole=whole)
        yield found.concerning([*table.places(CARDS), _FIELD])
    if (missing := whole - left - cards) > 0:
        one = "{cards} cards are held and {left} are left: {n} of {whole} is missing."
        many = "{cards} cards are held and {left} are left: {n} of {whole} are missing."
        all_missing = api.plural(missing, one, many, cards=cards, left=left, whole=whole)
        found = api.forbidden(all_missing, keys.CARDS_IN_ALL)
        if table.is_simple and not left:
            found = _few_in_the_simple_game(cards, whole)
        yield found.concerning([*table.places(CARDS), _FIELD])


def _refuse_cards_left(
    table: CountedTable, left: int, *, exceeds_box: bool, has_excess: bool
) -> api.Ruling | None:
    """Refuse a number of cards left with which no game ends.

    It is impossible if the cards held and left are more than the box has, otherwise forbidden.
    """
    most, least = table.book[keys.LEFT], least_left(table.book, len(table.held), table.mode)
    ruled = api.impossible if exceeds_box else api.forbidden
    if table.is_simple and left > 0:
        if table.left is None:
            return _few_in_the_simple_game(table.box.cards - left, table.box.cards)
        one = "{n} card is not taken: the simple game continues."
        many = "{n} cards are not taken: the simple game continues."
        return ruled(api.plural(left, one, many), keys.CARDS_IN_ALL, keys.SIMPLE_END)
    if table.is_simple:
        return None
    if left > most:
        said = "{n} cards are not taken: the game continues while there are more than {most}."
        if table.left is not None:
            said = "{n} cards are left; {most} are the most."
        return ruled(said, keys.CARDS_IN_ALL, keys.LEFT, n=left, most=most)
    if 0 <= left < least and not exceeds_box and not has_excess:
        one = "{n} card is left; the last round leaves at least {least}."
        many = "{n} cards are left; the last round leaves at least {least}."
        return api.forbidden(api.plural(left, one, many, least=least), keys.MOST_TAKEN, keys.LEFT)
    return None


def _few_in_the_simple_game(cards: int, whole: int) -> api.Ruling:
    one = "{n} card is held; the simple game has {whole}."
    many = "{n} cards are held; the simple game has {whole}."
    return api.forbidden(
        api.plural(cards, one, many, whole=whole), keys.CARDS_IN_ALL, keys.SIMPLE_END
    )


def least_left(book: api.Rulebook, seats: int, mode: str) -> int:
    """Count the cards that the last round leaves at least. Cites: COL-9.4."""
    in_turn = book[keys.FLIPPED] + book[keys.THIRD]
    by_tile = book[keys.FOURTH] if mode == ADVANCED else 0
    return max(0, book[keys.LEFT] + 1 - seats * in_turn - by_tile)


def _wonders(table: CountedTable) -> Iterator[api.Ruling]:
    """Check the numbers of wonders against all cards. Cites: COL-9.5, COL-9.11."""
    box, rules = table.box, (keys.WONDERS_IN_HAND, keys.WONDERS)
    given = {who: own.count("wonders") for who, own in table.held.items() if "wonders" in own.entry}
    odd: list[tuple[Player, ...]] = []
    for player, n in given.items():
        if n > min(box.wonders, sum(table.piles[player])):
            odd.append((player,))
            yield _not_of(player, n, *rules).concerning(table.places(_OF_WONDERS, [player]))
    of_all = (keys.WONDERS_OF_ALL, *rules)
    for players in _all_sets(tuple(given)):
        n = sum([given[player] for player in players])
        fewest = _fewest_of(tuple([table.piles[player] for player in players]), box)
        if fewest > n and not any({*less} <= {*players} for less in odd):
            odd.append(players)
            found = _not_of(players[0], n, *rules, keys.WONDERS_OF_ALL)
            if len(players) > 1:
                said = "The cards of {players} are of {fewest} wonders at least, not of {n}."
                found = api.impossible(said, *of_all, players=players, fewest=fewest, n=n)
            yield found.concerning(table.places(_OF_WONDERS, players))
    if not odd and (players_and_others := _without_room(table, given)):
        players, others = players_and_others
        said = "With the cards of {players}, {others} cannot have so many wonders."
        found = api.impossible(said, *of_all, players=players, others=others)
        theirs = table.places(["wonders"], others)
        yield found.concerning([*table.places(_OF_WONDERS, players), *theirs])


def _not_of(player: Player, n: int, *rules: api.RuleLike) -> api.Ruling:
    one = "{player}'s cards cannot be of {n} wonder."
    many = "{player}'s cards cannot be of {n} wonders."
    return api.impossible(api.plural(n, one, many, player=player), *rules)


@lru_cache(maxsize=4096)
def _fewest_of(piles: tuple[Piles, ...], box: Box) -> int:
    """Count the fewest wonders of which these hands can be; none where the box has not so many."""
    own = tuple(map(sum, zip(*piles, strict=True)))
    if any(map(gt, own, box.piles)):
        return 0
    return fewest_wonders(own[:DIAMOND], max(own[DIAMOND], sum(own[DIAMOND + 1 :])), box)


def fewest_wonders(gems: Piles, others: int, box: Box) -> int:
    """Count the fewest wonders of which these gems can be, and so many cards of another kind.

    The other wonders have three gems each too, at most one of a colour: gems of a colour that find
    no place there are at the fewest wonders. Cites: COL-9.5, COL-9.11.

    >>> box = Box(10, 5, 3, 6, 5, 5)
    >>> fewest_wonders((3, 3, 3, 0, 0), 1, box), fewest_wonders((5, 5, 5, 0, 0), 0, box)
    (3, 7)
    """
    for n in range(max(others, *gems), box.wonders):
        at_others = box.wonders - n
        if sum(max(own, box.of_colour - at_others) for own in gems) <= n * box.gems:
            return n
    return box.wonders


def _without_room(
    table: CountedTable, given: Mapping[Player, int]
) -> tuple[tuple[Player, ...], tuple[Player, ...]] | None:
    """Find players, and others for whose wonders the cards of the first leave no room.

    All cards of the first are at their wonders. Another player who has more wonders than remain
    must have cards at wonders of the first, too.
    """
    box = table.box
    for players in _all_sets(tuple(given)):
        among = min(box.wonders, sum([given[player] for player in players]))
        free = among * box.of_wonder - sum([sum(table.piles[player]) for player in players])
        missing = box.wonders - among
        others = tuple([who for who, n in given.items() if n > missing and who not in players])
        if others and sum([given[player] - missing for player in others]) > free:
            return players, others
    return None


@lru_cache(maxsize=64)
def _all_sets(players: tuple[Player, ...]) -> list[tuple[Player, ...]]:
    sizes = range(1, len(players) + 1)
    return [*chain.from_iterable(combinations(players, n) for n in sizes)]


def _missed_bonuses(table: CountedTable) -> Iterator[api.Ruling]:
    """Ask about a bonus that somebody shows and nobody has. Cites: COL-9.6."""
    if table.is_simple:
        return
    needed = Bonuses.read(table.book, len(table.held))
    gone = {bonus for own in table.held.values() for bonus in own.bonuses}
    for player, own in table.held.items():
        for bonus in needed.earned(own.colours, own.count("wonders"), gone):
            gone.add(bonus)
            shown, names = Say("{n} colours", n=own.colours), [*COLOURS, "tiles"]
            if bonus == EXPLORATION:
                shown, names = Say("{n} wonders", n=own.count("wonders")), ["wonders"]
            said = "{player} shows {shown}, and nobody has the {bonus} bonus."
            rules = (keys.BONUS_MISSED, _RULES[bonus])
            found = api.table_call(said, *rules, player=player, shown=shown, bonus=bonus)
            yield found.concerning([*table.places(names, [player]), *table.places(["bonuses"])])


def _odd_table(table: CountedTable) -> Iterator[api.Ruling]:
    """Ask about what gems of one colour are worth. Cites: COL-9.8."""
    if said := odd_table(table.same_colour):
        found = api.table_call(said, keys.ODD_TABLE, keys.SAME_COLOUR)
        yield found.concerning([("numbers", "same_colour")])
