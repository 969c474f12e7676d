"""From a final count to the hands that a play has to explain, whoever had which tile."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from types import MappingProxyType
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
from referee.games.colorful_treasure.model.plays.search import search
from referee.games.colorful_treasure.model.plays.turns import Taking
from referee.games.colorful_treasure.model.tiles import (
    EXTRA_KIND,
    FOURTH_CARD,
    NO_SECRETS,
    SIXTH_COLOUR,
    WILD,
)
from referee.games.colorful_treasure.model.tokens import EXPLORATION, GEM

FREE = (WILD, SIXTH_COLOUR, FOURTH_CARD, EXTRA_KIND, NO_SECRETS)
"""The tiles that change what can have been taken, plundered or shown."""
MOST_SEARCHED = 6_000
"""Where the ways to have used tiles take so many states together, they end unsettled too."""
FEW_SEARCHED = 300
"""As many where only the blame hangs on it, or counts of cards are unknown."""
_Owners: TypeAlias = Mapping[str, Sequence[Player]]
"""Who had each of these tiles: at most one, or everybody who can have had it."""


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
        self.is_brief = is_brief
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
        return _explained(self, tuple(aspects))

    def search(self, asked: tuple[str, ...]) -> bool | None:
        """Look for such a play."""
        alone = cards_alone(asked)
        if 0 < len(alone) < len(asked) and self.explained(alone) is False:
            return False
        tiles = [tile for tile in FREE if self._bears(tile, asked) and self._owners(tile)]
        nobody = self._hands({})
        found, _ = search(nobody, asked)
        if found is not False or self.rules.mode != ADVANCED or not tiles:
            return found
        most = MOST_SEARCHED if nobody.is_told and not self.is_brief else FEW_SEARCHED
        return self._explained_by({}, tiles, asked, [most])

    def _explained_by(
        self, decided: _Owners, tiles: list[str], asked: tuple[str, ...], left: list[int]
    ) -> bool | None:
        """Go on from who had some tiles: whoever can have had the other ones is given them all."""
        everybody = {tile: self._owners(tile) for tile in tiles}
        found, states = search(self._hands(decided, everybody), asked)
        left[0] -= states
        if not tiles or found is False:
            return found
        if left[0] < 0:
            return None
        tile, *others = tiles
        ways = [(player,) for player in everybody[tile]]
        for way in ways if self._is_gone(tile) and tile != WILD else [*ways, ()]:
            found = self._explained_by({**decided, tile: way}, others, asked, left)
            if found is not False:
                return found
        return False

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

    def _owners(self, tile: str) -> tuple[Player, ...]:
        """List who can have had a tile that is shown by nobody, where it helped them.

        Who used it up has it no more, and of some nobody has told the tiles. Cites: COL-9.13.
        """
        if tile in self.told:
            return ()
        return tuple(
            player
            for player, own in self.held.items()
            if self._is_gone(tile) or not own.tells("tiles")
            if tile != SIXTH_COLOUR or GEM in own.bonuses
        )

    def _hands(self, decided: _Owners, free: _Owners = MappingProxyType({})) -> Hands:
        piles = self._piles.values()
        pairs = min(
            self.room[kind]
            if any(own[kind] is None for own in piles)
            else sum(own[kind] or 0 for own in piles)
            for kind in (KEY, CHEST)
        )
        return Hands(
            hands=tuple(self._hand(player, decided, free) for player in self.held),
            room=self.room,
            held=self.cards,
            early=self.early,
            plunders=pairs + bool(decided.get(WILD) or free.get(WILD)),
            third=self.rules.third,
            in_rows=self.is_simple,
            is_brief=self.is_brief,
        )

    def _hand(self, player: Player, decided: _Owners, free: _Owners) -> Hand:
        own, rules = self.held[player], self.rules
        sure = {tile for tile in decided if player in decided[tile]}
        had = sure | {tile for tile in free if player in free[tile]}
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


@lru_cache(maxsize=1024)
def _explained(ending: Ending, asked: tuple[str, ...]) -> bool | None:
    return ending.search(asked)
