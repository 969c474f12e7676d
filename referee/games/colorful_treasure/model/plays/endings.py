"""From a final count to the hands that a play has to explain, whoever had which tile."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple, TypeAlias

from referee.api import FinalCount, Player, Rulebook
from referee.games.colorful_treasure import keys
from referee.games.colorful_treasure.model.box import ADVANCED, SIMPLE, box_of
from referee.games.colorful_treasure.model.cards import COLOURS
from referee.games.colorful_treasure.model.counts import CARDS, all_counted
from referee.games.colorful_treasure.model.plays.hands import (
    ASPECTS,
    CHEST,
    GEM_BONUS,
    KEY,
    LAST_ROUND,
    TILES_EARNED,
    TURNS,
    Hand,
    Hands,
    cards_alone,
)
from referee.games.colorful_treasure.model.plays.search import Searched, search
from referee.games.colorful_treasure.model.plays.turns import Taking
from referee.games.colorful_treasure.model.tiles import (
    EXTRA_KIND,
    FOURTH_CARD,
    NO_SECRETS,
    SIXTH_COLOUR,
    WILD,
)
from referee.games.colorful_treasure.model.tokens import EXPLORATION, GEM

FREE = (WILD, SIXTH_COLOUR, NO_SECRETS, FOURTH_CARD, EXTRA_KIND)
"""The tiles that change what can have been taken, plundered or shown."""
MOST_SEARCHED = 3_000
"""Where the ways to have used tiles take so many states together, they end unsettled too.

A third of them where counts of cards are unknown: of these something was found already.
"""
FEW_SEARCHED = 150
"""As many where only the blame hangs on it."""
_Owners: TypeAlias = Mapping[str, tuple[Player | None, ...]]
"""Who can have had each of these tiles; None is nobody."""


class _Rules(NamedTuple):
    """What the way of playing asks for and allows, read once."""

    mode: str
    once: frozenset[str]
    """The tiles that are used up at this table, though at most tables they stay."""
    may_idle: bool
    cards: int
    fourth: int
    colours: int
    wonders: int
    third: int


class Ending:
    """A final count, and every way in which the tiles that nobody shows can have been used.

    Two are equal that no play can tell apart.
    """

    def __init__(self, book: Rulebook, count: FinalCount, *, is_brief: bool = False) -> None:
        """Read what the table holds, and what its way of playing asks for.

        The search ends sooner where it ``is_brief``.
        """
        self._book, self._count, self.is_brief = book, count, is_brief
        options, seats = count.setup.options, len(count.holdings)
        self.held = all_counted(count)
        self.rules = _Rules(
            mode=book.option(options, "mode"),
            once=frozenset(
                tile
                for tile, option in (
                    (FOURTH_CARD, "fourth_card_tile"),
                    (EXTRA_KIND, "extra_kind_tile"),
                    (NO_SECRETS, "no_secrets_tile"),
                )
                if book.option(options, option) == "once"
            ),
            may_idle=book.option(options, "takes") == "may",
            cards=book[keys.FLIPPED]
            + (0 if book.option(options, "mode") == SIMPLE else book[keys.THIRD]),
            fourth=book[keys.FOURTH],
            colours=book[keys.GEM_COLOURS].get(seats, 0),
            wonders=book[keys.EXPLORED],
            third=book[keys.THIRD_GEM],
        )
        box = box_of(book, options)
        self.is_simple, left = self.rules.mode == SIMPLE, count.shared.get("field")
        gems = (box.of_colour,) * len(COLOURS)
        secrets = (0, 0) if self.is_simple else (box.keys, box.chests)
        self.room = (*gems, box.wonders, *secrets)
        most = box.cards - left if isinstance(left, int) else box.cards
        least = most if isinstance(left, int) or self.is_simple else box.cards - book[keys.LEFT]
        self.cards = (least, most)
        self.early = None if self.is_simple else box.cards - book[keys.LEFT] - 1
        self.told = {tile: player for player, own in self.held.items() for tile in own.tiles}
        self._piles = self._all_piles()
        self._key = (
            is_brief,
            self.rules,
            self.room,
            self.cards,
            self.early,
            tuple(
                (
                    self._piles[player],
                    own.entry.get("diamonds"),
                    own.entry.get("wonders") if EXPLORATION in own.bonuses else None,
                    frozenset(own.bonuses),
                    own.tells("tiles"),
                    frozenset(own.tiles).intersection(FREE),
                    len(own.tiles),
                )
                for player, own in self.held.items()
            ),
        )

    def __eq__(self, other: object) -> bool:
        """Compare what plays depend on; a number that can only be none is none."""
        return isinstance(other, Ending) and self._key == other._key

    def __hash__(self) -> int:
        """Agree with ``==``."""
        return hash(self._key)

    def _all_piles(self) -> dict[Player, tuple[int | None, ...]]:
        """Give everybody's cards by kind; of what is held whole nobody has more."""
        told = [[own.entry.get(name) for name in CARDS] for own in self.held.values()]
        whole = [
            sum(n or 0 for n in pile) >= there
            for pile, there in zip(zip(*told, strict=True), self.room, strict=True)
        ]
        return {
            player: tuple(
                0 if n is None and is_whole else n for n, is_whole in zip(own, whole, strict=True)
            )
            for player, own in zip(self.held, told, strict=True)
        }

    @property
    def aspects(self) -> list[str]:
        """List what the holdings are held against; a bonus or tile that nobody has asks nothing."""
        asked = {bonus for own in self.held.values() for bonus in own.bonuses}
        if self.rules.mode == ADVANCED:
            asked.add(TILES_EARNED)
        asking = {GEM_BONUS, EXPLORATION, TILES_EARNED}
        return [aspect for aspect in ASPECTS if aspect in asked or aspect not in asking]

    def can_be(self, aspects: Sequence[str] = ASPECTS) -> bool:
        """Tell whether nothing speaks against a play that agrees with these aspects."""
        return self.explained(aspects) is not False

    def explained(self, aspects: Sequence[str] = ASPECTS) -> bool | None:
        """Tell whether some play agrees with these aspects, whoever used which tile.

        None where the search has grown too long to say.
        """
        return self.searched(aspects).found

    def searched(self, aspects: Sequence[str] = ASPECTS) -> Searched:
        """Tell the same, with what it took to say."""
        return _explained(self, tuple(aspects))

    def briefly(self) -> Ending:
        """Give the same to be searched briefly."""
        return self if self.is_brief else Ending(self._book, self._count, is_brief=True)

    def search(self, asked: tuple[str, ...]) -> Searched:
        """Look for such a play."""
        states, alone = 0, cards_alone(asked)
        if 0 < len(alone) < len(asked):
            found, states = self.searched(alone)
            if found is False:
                return Searched(found, states)
        found, more = search(self._hands({}), asked)
        states += more
        anybody = {
            tile: owners
            for tile in (FREE if self.rules.mode == ADVANCED else ())
            if self._bears(tile, asked) and (owners := self._owners(tile))
        }
        if found is not False or not anybody:
            return Searched(found, states)
        is_told = all(None not in pile for pile in self._piles.values())
        most = FEW_SEARCHED if self.is_brief else MOST_SEARCHED // (1 if is_told else 3)
        found, more = _Tiles(self, asked, anybody, most).search()
        return Searched(found, states + more)

    def with_tiles(self, had: _Owners, asked: tuple[str, ...]) -> Searched:
        """Search with these tiles before whoever can have had them."""
        return search(self._hands(had), asked)

    def _bears(self, tile: str, aspects: Sequence[str]) -> bool:
        """Tell whether having had a tile can help to explain these aspects."""
        if tile == SIXTH_COLOUR:
            shown = [GEM in own.bonuses for own in self.held.values()]
            return GEM_BONUS in aspects and any(shown)
        if tile == NO_SECRETS and tile in self.rules.once:
            return False  # where it works once, nobody spends it on taking nothing
        return tile == WILD or TURNS in aspects or LAST_ROUND in aspects

    def _is_gone(self, tile: str) -> bool:
        """Tell whether a tile is shown by nobody once it was used."""
        return tile in {WILD, FOURTH_CARD} | self.rules.once

    def _owners(self, tile: str) -> tuple[Player | None, ...]:
        """List who can have had a tile that is shown by nobody, the likely ones first.

        Who used it up has it no more, and of some nobody has told the tiles. None is nobody, left
        out where the tile costs its owner nothing. Cites: COL-9.13.
        """
        if tile in self.told:
            return ()
        owners = [
            player
            for player, own in self.held.items()
            if self._is_gone(tile) or not own.tells("tiles")
            if tile != SIXTH_COLOUR or GEM in own.bonuses
        ]
        owners.sort(key=lambda player: self.held[player].cards, reverse=tile != NO_SECRETS)
        is_free = self._is_gone(tile) and tile != WILD
        return (*owners, *(() if is_free or not owners else (None,)))

    def _hands(self, had: _Owners) -> Hands:
        piles = self._piles.values()
        pairs = min(
            self.room[kind]
            if any(own[kind] is None for own in piles)
            else sum(own[kind] or 0 for own in piles)
            for kind in (KEY, CHEST)
        )
        return Hands(
            hands=tuple(self._hand(player, had) for player in self.held),
            room=self.room,
            held=self.cards,
            early=self.early,
            plunders=pairs + any(had.get(WILD, ())),
            third=self.rules.third,
            in_rows=self.is_simple,
            is_brief=self.is_brief,
        )

    def _hand(self, player: Player, owners: _Owners) -> Hand:
        own, rules = self.held[player], self.rules
        had = {tile for tile in owners if player in owners[tile]}
        sure = {tile for tile in had if owners[tile] == (player,)}
        stays = {tile for tile in {*own.tiles} | had if tile not in rules.once}
        spent = had & rules.once
        asks_colours = rules.colours - (SIXTH_COLOUR in stays) if GEM in own.bonuses else 0
        earned = sure & {WILD, EXTRA_KIND, NO_SECRETS, SIXTH_COLOUR} - rules.once
        return Hand(
            piles=self._piles[player],
            diamonds=own.entry.get("diamonds"),
            taking=Taking(
                cards=rules.cards + rules.fourth * (FOURTH_CARD in stays),
                kinds=1 + (EXTRA_KIND in stays),
                once_more=FOURTH_CARD in spent,
                once_kinds=EXTRA_KIND in spent,
                idles=rules.may_idle or NO_SECRETS in stays,
            ),
            colours=max(0, asks_colours),
            wonders=rules.wonders if EXPLORATION in own.bonuses else 0,
            shown=own.entry.get("wonders", self.room[5]),
            thirds=len(own.tiles) + len(earned),
            is_wild=WILD in had,
        )


class _Tiles:
    """A search for who had the tiles that lie before nobody.

    A tile goes to all who can have had it, and where a play comes of that, to fewer and fewer.
    """

    def __init__(self, ending: Ending, asked: tuple[str, ...], anybody: _Owners, most: int) -> None:
        """Keep what is asked for, and how many states may be looked at."""
        self._ending, self._asked, self._anybody = ending, asked, anybody
        self._most, self._states = most, 0

    def search(self) -> Searched:
        """Tell whether somebody had each of them; None where too many would have to be tried."""
        found, _ = self._with(self._anybody)
        return Searched(found, self._states)

    def _with(self, had: _Owners) -> tuple[bool | None, frozenset[str]]:
        """Search on; where nothing comes of it, give the tiles whose owners that hangs on."""
        found = self._relaxed(had)
        if found is False:
            return False, self._decisive(had)
        tile = next((tile for tile, owners in had.items() if len(owners) > 1), None)
        if tile is None or found is None or self._states > self._most:
            return found if tile is None else None, frozenset()
        likely, *others = had[tile]
        hangs_on = frozenset[str]()
        for owners in ((likely,), tuple(others)):
            found, why = self._with({**had, tile: owners})
            if found is not False or tile not in why:
                return found, why
            hangs_on |= why
        return False, hangs_on - {tile for tile in hangs_on if had[tile] == self._anybody[tile]}

    def _relaxed(self, had: _Owners) -> bool | None:
        found, states = self._ending.with_tiles(had, self._asked)
        self._states += states
        return found

    def _decisive(self, had: _Owners) -> frozenset[str]:
        """List the tiles that rule out a play, whoever had the other ones."""
        for tile, anybody in self._anybody.items():
            if had[tile] != anybody and self._relaxed({**had, tile: anybody}) is False:
                had = {**had, tile: anybody}
        return frozenset(tile for tile in had if had[tile] != self._anybody[tile])


@lru_cache(maxsize=1024)
def _explained(ending: Ending, asked: tuple[str, ...]) -> Searched:
    return ending.search(asked)
