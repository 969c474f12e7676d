"""Whether any play leads to a final count, whoever had the tiles that nobody shows."""

from collections.abc import Iterator, Mapping, Sequence
from typing import TypeAlias

from referee.api import FieldPath, FinalCount, Player, Rulebook, RuleLike, Ruling, Say, forbidden
from referee.games.colorful_treasure import keys
from referee.games.colorful_treasure.model.audit import plunders
from referee.games.colorful_treasure.model.audit.sums import (
    CARDS,
    CountedTable,
    broken_sums,
    table_calls,
)
from referee.games.colorful_treasure.model.audit.turns import Taking
from referee.games.colorful_treasure.model.cards import ADVANCED, COLOURS
from referee.games.colorful_treasure.model.holding import BONUSES, EXPLORATION, GEM
from referee.games.colorful_treasure.model.tiles import (
    ANY_TOKEN,
    EXTRA_KIND,
    FOURTH_CARD,
    NO_SECRETS,
    SIXTH_COLOUR,
    single_use_tiles,
)

TILES_OF_PLAY = (ANY_TOKEN, SIXTH_COLOUR, NO_SECRETS, FOURTH_CARD, EXTRA_KIND)
"""The tiles that change what can have been taken, plundered or shown."""
MOST_SEARCHED = 3_000
"""A search for the owners of tiles that has looked at more states ends undecided."""
_Owners: TypeAlias = Mapping[str, tuple[Player | None, ...]]
"""Who can have had each of these tiles; None is nobody."""

_CALLED: Mapping[str, Say] = {
    plunders.DIAMONDS: Say("diamonds"),
    GEM: Say("the gem bonus"),
    EXPLORATION: Say("the exploration bonus"),
    plunders.TILES_EARNED: Say("tiles"),
    plunders.TURNS: Say("turns"),
    plunders.LAST_ROUND: Say("the last round"),
}
_RULES_OF: Mapping[str, tuple[RuleLike, ...]] = {
    plunders.DIAMONDS: (keys.DIAMONDS_MATCH,),
    GEM: (keys.WHO_HAD_BONUS, keys.GEM_COLOURS),
    EXPLORATION: (keys.WHO_HAD_BONUS, keys.EXPLORED),
    plunders.TILES_EARNED: (keys.TILES_EARNED, keys.THIRD_GEM),
    plunders.TURNS: (keys.EQUAL_TURNS, keys.ONE_KIND),
    plunders.LAST_ROUND: (keys.MOST_TAKEN, keys.LEFT),
}
_SAID: Mapping[str, Say] = {
    plunders.DIAMONDS: Say(
        "Diamonds and diamond cards differ by more plunders than there were pairs."
    ),
    plunders.TILES_EARNED: Say("There cannot have been so many third gems to earn tiles."),
    plunders.TURNS: Say("The players cannot all have had as many turns as the rules give them."),
    plunders.LAST_ROUND: Say("The last round cannot have taken so many cards."),
}
_PAIRS = ("keys", "chests")
_FIELDS_OF: Mapping[str, tuple[str, ...]] = {
    plunders.DIAMONDS: ("diamonds", "diamond_cards", *_PAIRS),
    GEM: ("bonuses", *COLOURS, *_PAIRS),
    EXPLORATION: ("bonuses", "wonders", *CARDS),
    plunders.TILES_EARNED: ("tiles", *COLOURS, *_PAIRS),
    plunders.TURNS: CARDS,
    plunders.LAST_ROUND: CARDS,
}
"""The fields of an entry that an aspect is about."""


def contradictions(book: Rulebook, count: FinalCount) -> Iterator[Ruling]:
    """List why no game can end like this, and what the table has to be asked about.

    Broken sums come first. If there are none, a search for a play follows last, because it costs
    most. Cites: COL-9.1 to COL-9.13.
    """
    table = CountedTable(book, count)
    is_sound = True
    for each in broken_sums(table):
        is_sound = False
        yield each
    yield from table_calls(table)
    if is_sound and (found := refuse_unplayable(Ending(table))):
        yield found


def is_undecided(book: Rulebook, count: FinalCount) -> bool:
    """Whether the search for a play ended undecided."""
    table = CountedTable(book, count)
    return not any(broken_sums(table)) and Ending(table).has_play() is None


class Ending:
    """A final count, and every way in which the tiles that nobody shows can have been used."""

    def __init__(self, table: CountedTable) -> None:
        """Read the holdings, and what the rules in force allow."""
        book, box, options = table.book, table.box, table.options
        self.held, self.is_simple = table.held, table.is_simple
        self._piles = table.piles
        self._is_advanced = table.mode == ADVANCED
        self._once = single_use_tiles(book, options)
        self._may_idle = book.option(options, "takes") == "may"
        self._cards = book[keys.FLIPPED] + (0 if self.is_simple else book[keys.THIRD])
        self._fourth = book[keys.FOURTH]
        self._colours = book[keys.GEM_COLOURS].get(len(self.held), 0)
        self._wonders, self._most_wonders = book[keys.EXPLORED], box.wonders
        self._third = book[keys.THIRD_GEM]
        self._in_box = (box.keys, box.chests)
        before_last_round = box.cards - book[keys.LEFT] - 1
        self._last_sum = 0 if self.is_simple else max(0, sum(table.cards) - before_last_round)
        """The least that the last takes of all players add up to. Cites: COL-8.1, COL-9.4."""
        self._shown = {tile for own in self.held.values() for tile in own.tiles}
        self._plays: dict[tuple[str, ...], bool | None] = {}

    @property
    def aspects(self) -> list[str]:
        """List what to check: a bonus only if somebody has it, tiles only in the advanced game."""
        needless = {GEM, EXPLORATION, plunders.TILES_EARNED}
        needless -= {bonus for own in self.held.values() for bonus in own.bonuses}
        if self._is_advanced:
            needless.remove(plunders.TILES_EARNED)
        return [aspect for aspect in plunders.ASPECTS if aspect not in needless]

    def is_possible(self, aspects: Sequence[str] = plunders.ASPECTS) -> bool:
        """Whether a play that agrees with these aspects is found, or at least not ruled out."""
        return self.has_play(aspects) is not False

    def has_play(self, aspects: Sequence[str] = plunders.ASPECTS) -> bool | None:
        """Whether some play agrees with these aspects, whoever used which tile.

        None if the search reached its bound before it could say.
        """
        key = tuple(aspects)
        if key not in self._plays:
            self._plays[key] = self._search(key)
        return self._plays[key]

    def _search(self, aspects: tuple[str, ...]) -> bool | None:
        of_cards = plunders.of_cards_alone(aspects)
        if 0 < len(of_cards) < len(aspects) and self.has_play(of_cards) is False:
            return False
        found = self.with_tiles({}, aspects).found
        possible = {
            tile: owners
            for tile in (TILES_OF_PLAY if self._is_advanced and found is False else ())
            if self._can_explain(tile, aspects) and (owners := self._owners(tile))
        }
        return _OwnerSearch(self, aspects, possible).search() if possible else found

    def with_tiles(self, had: _Owners, aspects: tuple[str, ...]) -> plunders.Searched:
        """Look for a play as if every possible owner had had these tiles."""
        return plunders.search(self._hands(had), aspects)

    def _can_explain(self, tile: str, aspects: Sequence[str]) -> bool:
        """Whether having had a tile can help to explain these aspects."""
        if tile == SIXTH_COLOUR:
            shown = [GEM in own.bonuses for own in self.held.values()]
            return GEM in aspects and any(shown)
        if tile == NO_SECRETS and tile in self._once:
            return False  # where it works once, nobody spends it on taking nothing
        return tile == ANY_TOKEN or plunders.TURNS in aspects or plunders.LAST_ROUND in aspects

    def _is_discarded(self, tile: str) -> bool:
        """Whether a tile is discarded when it is used."""
        return tile in {ANY_TOKEN, FOURTH_CARD} | self._once

    def _owners(self, tile: str) -> tuple[Player | None, ...]:
        """List who can have had a tile that nobody shows, the likely ones first.

        A player who used it up shows it no more, and some players' tiles are not given. None is
        nobody, left out where the tile costs its owner nothing. Cites: COL-9.13.
        """
        if tile in self._shown:
            return ()
        owners = [
            player
            for player, own in self.held.items()
            if self._is_discarded(tile) or "tiles" not in own.entry
            if tile != SIXTH_COLOUR or GEM in own.bonuses
        ]
        owners.sort(key=lambda player: self.held[player].cards, reverse=tile != NO_SECRETS)
        is_free = self._is_discarded(tile) and tile != ANY_TOKEN
        return (*owners, *(() if is_free or not owners else (None,)))

    def _hands(self, had: _Owners) -> plunders.Hands:
        return plunders.Hands(
            hands=tuple(self._hand(player, had) for player in self.held),
            in_box=self._in_box,
            last_sum=self._last_sum,
            third=self._third,
            in_rows=self.is_simple,
        )

    def _hand(self, player: Player, owners: _Owners) -> plunders.Hand:
        own = self.held[player]
        had = {tile for tile in owners if player in owners[tile]}
        sure = {tile for tile in had if owners[tile] == (player,)}
        stays = {tile for tile in {*own.tiles} | had if tile not in self._once}
        spent = had & self._once
        asks_colours = self._colours - (SIXTH_COLOUR in stays) if GEM in own.bonuses else 0
        earned = sure & {ANY_TOKEN, EXTRA_KIND, NO_SECRETS, SIXTH_COLOUR} - self._once
        return plunders.Hand(
            piles=self._piles[player],
            diamonds=own.count("diamonds"),
            taking=Taking(
                cards=self._cards + self._fourth * (FOURTH_CARD in stays),
                kinds=1 + (EXTRA_KIND in stays),
                once_more=FOURTH_CARD in spent,
                once_kinds=EXTRA_KIND in spent,
                idles=self._may_idle or NO_SECRETS in stays,
            ),
            colours=max(0, asks_colours),
            wonders=self._wonders if EXPLORATION in own.bonuses else 0,
            shown=own.entry.get("wonders", self._most_wonders),
            thirds=len(own.tiles) + len(earned),
            any_token=ANY_TOKEN in had,
        )


class _OwnerSearch:
    """A search for who had the tiles that nobody shows.

    Each tile first belongs to all its possible owners; while a play is found, to fewer of them.
    """

    def __init__(self, ending: Ending, aspects: tuple[str, ...], possible: _Owners) -> None:
        self._ending, self._aspects, self._possible = ending, aspects, possible
        self._states = 0

    def search(self) -> bool | None:
        """Find whether somebody had each of them; None if there are too many ways to try."""
        return self._search_from(self._possible)[0]

    def _search_from(self, had: _Owners) -> tuple[bool | None, frozenset[str]]:
        """Search on; if there is no play, also return the tiles whose owners rule it out."""
        found = self._found(had)
        if found is False:
            return False, self._decisive(had)
        tile = next((tile for tile, owners in had.items() if len(owners) > 1), None)
        if tile is None or found is None or self._states > MOST_SEARCHED:
            return found if tile is None else None, frozenset()
        likely, *others = had[tile]
        decisive = frozenset[str]()
        for owners in ((likely,), tuple(others)):
            found, why = self._search_from({**had, tile: owners})
            if found is not False or tile not in why:
                return found, why
            decisive |= why
        return False, decisive - {tile for tile in decisive if had[tile] == self._possible[tile]}

    def _found(self, had: _Owners) -> bool | None:
        found, states = self._ending.with_tiles(had, self._aspects)
        self._states += states
        return found

    def _decisive(self, had: _Owners) -> frozenset[str]:
        """List the tiles whose owners rule out a play, whoever had the other ones."""
        if len(had) == 1:
            return frozenset(had)
        for tile, possible in self._possible.items():
            if had[tile] != possible and self._found({**had, tile: possible}) is False:
                had = {**had, tile: possible}
        return frozenset(tile for tile in had if had[tile] != self._possible[tile])


def refuse_unplayable(ending: Ending) -> Ruling | None:
    """Refuse holdings that no play leads to; name as few aspects as are quickly found.

    Cites: COL-9.2, COL-9.4, COL-9.9, COL-9.10, COL-9.12, COL-9.13.
    """
    if ending.is_possible():
        return None
    aspects = ending.aspects
    alone = next((aspect for aspect in aspects if not ending.is_possible((aspect,))), None)
    together = _together(ending, aspects) if alone is None else [alone]
    rules = dict.fromkeys(rule for aspect in together for rule in _RULES_OF[aspect])
    of_plunders = () if ending.is_simple else (keys.PLUNDERS_AND_PAIRS,)
    said = Say(
        "No game ends with these holdings: {what} contradict each other.",
        what=tuple(_CALLED[aspect] for aspect in together),
    )
    if alone is not None:
        said = _say_against(ending, alone)
    return forbidden(said, *rules, *of_plunders).concerning(_places(ending, together))


def _together(ending: Ending, aspects: list[str]) -> list[str]:
    of_cards = [*plunders.of_cards_alone(aspects)]
    if not ending.is_possible(of_cards):
        together = of_cards
        for aspect in of_cards:
            rest = [each for each in together if each != aspect]
            if not ending.is_possible(rest):
                together = rest
        return together
    with_turns = [*of_cards, plunders.TURNS]
    return aspects if ending.is_possible(with_turns) else with_turns


def _say_against(ending: Ending, aspect: str) -> Say:
    if aspect not in BONUSES:
        return _SAID[aspect]
    player = next(who for who, own in ending.held.items() if aspect in own.bonuses)
    said = "{player} cannot have the {bonus} bonus: no game gives them enough for it."
    return Say(said, player=player, bonus=aspect)


def _places(ending: Ending, aspects: Sequence[str]) -> list[FieldPath]:
    """List the fields that these aspects are about; of a bonus or tile, those of its owner."""
    found: list[FieldPath] = [("field",)] if plunders.LAST_ROUND in aspects else []
    for player, own in ending.held.items():
        for aspect in aspects:
            fields = _FIELDS_OF[aspect]
            is_owner = own.tiles if aspect == plunders.TILES_EARNED else aspect in own.bonuses
            if aspect in {*BONUSES, plunders.TILES_EARNED} and not is_owner:
                fields = _PAIRS
            found += [("holdings", str(player), name) for name in fields]
    return found
