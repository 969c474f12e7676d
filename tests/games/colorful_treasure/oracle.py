"""The slow, obvious twin of Colorful Treasure: from the rules alone, it imports none of ours.

A card is the word for its kind. Where several are meant, they stand in the order of the kinds.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import combinations, product
from typing import Any, NamedTuple, TypeAlias

COLOURS = ("red", "yellow", "green", "blue", "purple")
SECRETS = ("key", "chest")
KINDS = (*COLOURS, "diamond", *SECRETS)
BOX = dict.fromkeys(COLOURS, 6) | {"diamond": 10, "key": 5, "chest": 5}
"""How many cards of each kind there are."""
TILES = (
    "no-plunder",
    "cards-safe",
    "peek-different",
    "peek-same",
    "no-secrets",
    "sixth-colour",
    "fourth-card",
    "four-points",
    "extra-kind",
    "any-token",
)
Cards: TypeAlias = tuple[str, ...]


def in_order(cards: Collection[str]) -> Cards:
    """Put cards into the order of the kinds."""
    return tuple(sorted(cards, key=KINDS.index))


# The cards on the field

WONDERS = range(1, 11)
GEMS_OF_A_WONDER = 3
Card: TypeAlias = tuple[int, str]
"""A wonder and a face; no two cards are alike."""


@lru_cache(maxsize=200_000)
def colours_can_be_spread(wonders: Sequence[frozenset[str]], unseen: Sequence[int]) -> bool:
    """Tell whether every wonder can be given its three colours, and every colour be used up.

    ``wonders`` are the colours seen at each, ``unseen`` how many gems of each colour nobody saw.
    """
    if not wonders:
        return not any(unseen)
    first, others = wonders[0], wonders[1:]
    for more in combinations(COLOURS, GEMS_OF_A_WONDER - len(first)):
        rest = tuple(
            number - (colour in more) for colour, number in zip(COLOURS, unseen, strict=True)
        )
        if first.isdisjoint(more) and min(rest) >= 0 and colours_can_be_spread(others, rest):
            return True
    return False


def is_a_box(seen: Collection[Card]) -> bool:
    """Tell whether some box has all these cards."""
    faces = {wonder: {face for where, face in seen if where == wonder} for wonder in WONDERS}
    known = [frozenset(own.intersection(COLOURS)) for own in faces.values()]
    if any(len(own) > GEMS_OF_A_WONDER for own in known):
        return False
    if any(own.issuperset(SECRETS) for own in faces.values()):
        return False
    if any([face for _, face in seen].count(kind) > BOX[kind] for kind in KINDS):
        return False
    unseen = tuple(BOX[colour] - sum(colour in own for own in known) for colour in COLOURS)
    return colours_can_be_spread(tuple(sorted(known, key=sorted)), unseen)


def may_be_flipped(
    cards: Sequence[Card],
    seen: Collection[Card],
    gone: Collection[Card],
    mode: str = "basic",
) -> bool:
    """Tell whether these cards can be flipped together; ``gone`` are those taken or lying open."""
    if len(set(cards)) < len(cards) or any(card in gone for card in cards):
        return False
    if mode == "simple" and any(face in SECRETS for _, face in cards):
        return False
    return is_a_box({*seen, *cards})


# What may be taken


def may_take(
    taken: Sequence[str], left: Sequence[str], tiles: Collection[str], takes: str = "must"
) -> bool:
    """Tell whether these of the revealed cards may be taken, and the others be left."""
    secrets_showing = any(card in SECRETS for card in (*taken, *left))
    takes_secrets = any(card in SECRETS for card in taken)
    if secrets_showing and "no-secrets" not in tiles:
        leaves_secrets = any(card in SECRETS for card in left)
        takes_gems = any(card not in SECRETS for card in taken)
        return takes_secrets and not leaves_secrets and not takes_gems
    if takes_secrets:
        return False
    splits_a_kind = any(card in left for card in taken)
    kinds = len(set(taken))
    most_kinds = 2 if "extra-kind" in tiles and not secrets_showing else 1
    nothing_to_take = all(card in SECRETS for card in left)
    if kinds == 0:
        return nothing_to_take or takes == "may"
    return kinds <= most_kinds and not splits_a_kind


def legal_takes(
    revealed: Sequence[str], tiles: Collection[str] = (), takes: str = "must"
) -> set[Cards]:
    """Try every way to take some of the revealed cards and to leave the others."""
    found = set()
    for choice in product((True, False), repeat=len(revealed)):
        taken = [card for card, is_taken in zip(revealed, choice, strict=True) if is_taken]
        left = [card for card, is_taken in zip(revealed, choice, strict=True) if not is_taken]
        if may_take(taken, left, tiles, takes):
            found.add(in_order(taken))
    return found


# Tokens and plunders

TOKENS_OF_A_KIND = 5


class Tokens(NamedTuple):
    """How many plunders a take brings, and the tokens that are left after them."""

    plunders: int
    keys: int
    chests: int


def tokens_after(
    taken: Sequence[str],
    keys: int,
    chests: int,
    tiles: Collection[str] = (),
    *,
    any_token: bool = False,
) -> Tokens | None:
    """Lay down the tokens of a take and discard pair after pair; None if the box has not so many.

    A tile that stands for any token is used last, on what is left over.
    """
    keys += taken.count("key")
    chests += taken.count("chest")
    if keys > TOKENS_OF_A_KIND or chests > TOKENS_OF_A_KIND:
        return None
    plunders = 0
    if "no-plunder" in tiles:
        return Tokens(plunders, keys, chests)
    while keys > 0 and chests > 0:
        keys, chests, plunders = keys - 1, chests - 1, plunders + 1
    if any_token and keys > 0:
        keys, plunders = keys - 1, plunders + 1
    elif any_token and chests > 0:
        chests, plunders = chests - 1, plunders + 1
    return Tokens(plunders, keys, chests)


# Bonuses, and the end

GEM_BONUS = {2: (5, 9), 3: (5, 9), 4: (4, 6)}
"""How many colours it takes, and the points, by number of players."""
EXPLORATION_WONDERS, EXPLORATION_POINTS = 8, 5
SECRET_POINTS = 7
FIELD_AT_LAST_ROUND = 10


def gem_bonus(players: int, colours: int, claimed: Collection[str]) -> int:
    """Give the points for colours, if the card still lies there."""
    needed, points = GEM_BONUS[players]
    return points if colours >= needed and "gem" not in claimed else 0


def exploration_bonus(wonders: int, claimed: Collection[str]) -> int:
    """Give the points for wonders, if the card still lies there."""
    free = "exploration" not in claimed
    return EXPLORATION_POINTS if wonders >= EXPLORATION_WONDERS and free else 0


def secret_shares(secrets: Mapping[str, int]) -> dict[str, Fraction]:
    """Share the points among all who have most; without any secret card nobody has most."""
    most = max(secrets.values())
    first = [name for name, number in secrets.items() if number == most and most > 0]
    return {
        name: Fraction(SECRET_POINTS, len(first)) if name in first else Fraction()
        for name in secrets
    }


class End(NamedTuple):
    """Whether the game is over after a turn, and whether it is the last round at least."""

    over: bool
    last_round: bool


def end_after_turn(
    field: int, players: int, seat: int, mode: str = "basic", *, last_round: bool = False
) -> End:
    """Tell how things stand when the player at a seat, counted from 1, has finished."""
    if mode == "simple":
        return End(over=field == 0, last_round=field == 0)
    last_round = last_round or field <= FIELD_AT_LAST_ROUND
    return End(over=last_round and seat == players, last_round=last_round)


# What is held


class Holding(NamedTuple):
    """The cards of one player by kind, the diamonds beside them, bonus cards and tiles."""

    cards: Mapping[str, int] = {}
    diamonds: int = 0
    bonuses: Sequence[str] = ()
    tiles: Sequence[str] = ()


class Points(NamedTuple):
    """What a player scores, part by part."""

    diamond_cards: Fraction
    diamonds: Fraction
    colours: Fraction
    gem: Fraction
    exploration: Fraction
    secret: Fraction
    tiles: Fraction


DIAMOND_WORTH = {"simple": 2, "basic": 2, "advanced": 3}
TILE_WORTH = {"sixth-colour": 1, "four-points": 4}


def colour_points(cards: Mapping[str, int], same_colour: Sequence[int]) -> int:
    """Look up each colour in the table; cards above the sixth find no place in it."""
    points = 0
    for colour in COLOURS:
        cards_that_count = min(cards.get(colour, 0), len(same_colour))
        if cards_that_count > 0:
            points += same_colour[cards_that_count - 1]
    return points


def points(
    table: Mapping[str, Holding], mode: str, same_colour: Sequence[int]
) -> dict[str, Points]:
    """Score everybody; in the simple game no bonus is given for anything."""
    secrets = {
        name: sum(held.cards.get(kind, 0) for kind in SECRETS) for name, held in table.items()
    }
    shares = secret_shares(secrets)
    scored = {}
    for name, held in table.items():
        gem = held.bonuses.count("gem") * GEM_BONUS[len(table)][1]
        exploration = held.bonuses.count("exploration") * EXPLORATION_POINTS
        is_simple = mode == "simple"
        scored[name] = Points(
            diamond_cards=Fraction(held.cards.get("diamond", 0)),
            diamonds=Fraction(held.diamonds * DIAMOND_WORTH[mode]),
            colours=Fraction(colour_points(held.cards, same_colour)),
            gem=Fraction(0 if is_simple else gem),
            exploration=Fraction(0 if is_simple else exploration),
            secret=Fraction(0) if is_simple else shares[name],
            tiles=Fraction(sum(TILE_WORTH.get(tile, 0) for tile in held.tiles)),
        )
    return scored


def winners(scored: Mapping[str, Points]) -> list[str]:
    """Name everybody who has the most points."""
    most = max(map(sum, scored.values()))
    return [name for name, parts in scored.items() if sum(parts) == most]


def ranks(scored: Mapping[str, Points]) -> dict[str, int]:
    """Rank everybody: one more than there are players with more points."""
    return {
        name: 1 + sum(sum(other) > sum(parts) for other in scored.values())
        for name, parts in scored.items()
    }


# A whole game

Move: TypeAlias = tuple[Any, ...]
"""What the table may do: a word and what belongs to it; several cards stand in order."""
SWITCHES = {
    "takes": "must",
    "no_victim": "discard",
    "tiles_a_turn": "one",
    "no_secrets_tile": "stays",
    "fourth_card_tile": "stays",
    "extra_kind_tile": "stays",
}
TILES_LAID_OUT = 5
CARDS_FOR_A_TILE = 3
PEEKED_AT_DIFFERENT = 2


class Table:
    """A table at which the game is played move by move; all is looked up anew each time.

    Who owns a card that was taken stands in ``owner``; ``showing`` are the cards that lie open
    on the field. ``due`` counts the discarded pairs whose plunder is to come.
    """

    def __init__(self, players: Sequence[str], mode: str, switches: Mapping[str, str]) -> None:
        self.players = list(players)
        self.mode = mode
        self.switches = {**SWITCHES, **switches}
        self.owner: dict[Card, str] = {}
        self.seen: set[Card] = set()
        self.showing: list[Card] = []
        self.diamonds = dict.fromkeys(players, 0)
        self.keys = dict.fromkeys(players, 0)
        self.chests = dict.fromkeys(players, 0)
        self.bonuses: dict[str, list[str]] = {name: [] for name in players}
        self.tiles: dict[str, list[str]] = {name: [] for name in players}
        self.armed = {name: set(COLOURS) for name in players}
        self.supply: list[str] | None = None if mode == "advanced" else []
        self.order: list[str] = []
        self.seat = 0
        self.due = 0
        self.no_more_flips = False
        self.has_taken = False
        self.has_answered_for_a_tile = False
        self.has_ended = False
        self.last_round = False
        self.over = False

    # What lies there

    @property
    def active(self) -> str:
        return self.order[self.seat]

    def cards_of(self, name: str, kind: str = "") -> list[Card]:
        """List the cards of a player, or those of one kind."""
        return [card for card, own in self.owner.items() if own == name and kind in ("", card[1])]

    def has(self, tile: str) -> bool:
        """Tell whether the active player has a tile."""
        return tile in self.tiles[self.active]

    def left_at(self, wonder: int) -> int:
        """Count the cards of a wonder on the field, open or not."""
        gone = [card for card in self.owner if card[0] == wonder]
        return (4 if self.mode == "simple" else 5) - len(gone)

    def covered_at(self, wonder: int) -> int:
        return self.left_at(wonder) - len([card for card in self.showing if card[0] == wonder])

    @property
    def field(self) -> int:
        return sum(map(self.left_at, WONDERS))

    @property
    def covered(self) -> int:
        return sum(map(self.covered_at, WONDERS))

    def holding(self, name: str) -> Holding:
        """Tell what a player holds, as at the end."""
        cards = {kind: len(self.cards_of(name, kind)) for kind in KINDS}
        return Holding(cards, self.diamonds[name], self.bonuses[name], self.tiles[name])

    # What may be done

    @property
    def asks(self) -> str:
        """Tell what is to be done next."""
        if self.over:
            return "nothing"
        if not self.order:
            return "start"
        if self.supply is None:
            return "lay out"
        if self.due:
            return "plunder"
        if not self.has_taken and self.field:
            return self._asks_before_taking()
        return "tile" if self._claims() else "end"

    def _asks_before_taking(self) -> str:
        if not self.showing:
            return "flip"
        most = 2 if self.mode == "simple" else 3
        if self.has("fourth-card"):
            most = 4
        is_done = self.no_more_flips or not self.covered or len(self.showing) >= most
        return "take" if is_done else "another"

    def moves(self) -> set[Move]:
        """List all that may be done next, but for the cards that may be flipped."""
        asks = self.asks
        if asks == "start":
            return {("start", name) for name in self.players}
        if asks == "lay out":
            return {("lay out", tiles) for tiles in combinations(TILES, TILES_LAID_OUT)}
        if asks == "plunder":
            return self._loot() | self._uses()
        found: set[Move] = set()
        if asks == "another":
            found = {("stop",)}
        if asks == "take":
            found = {("take", cards) for cards in self._takes()}
        if asks == "tile":
            colour = self._claims()[0]
            found = {("pick", colour, tile) for tile in self.supply or ()} | {("decline", colour)}
        if asks == "end":
            found = {("end",)}
        return found | self._uses()

    def may_flip(self, cards: Sequence[Card]) -> bool:
        """Tell whether these may be flipped next: two at first, then one and one."""
        at_once = min(2, self.covered) if self.asks == "flip" else 1
        is_time = self.asks in {"flip", "another"} and len(cards) == at_once
        gone = {*self.owner, *self.showing}
        return is_time and may_be_flipped(cards, self.seen, gone, self.mode)

    def _takes(self) -> set[tuple[Card, ...]]:
        faces = [face for _, face in self.showing]
        tiles = self.tiles[self.active]
        takes = self.switches["takes"]
        found = legal_takes(faces, tiles, takes)
        if self.has("no-secrets") and self.switches["no_secrets_tile"] == "once":
            # It is used by taking another card; whoever takes none has not used it.
            with_it = {cards for cards in found if cards}
            without_it = [tile for tile in tiles if tile != "no-secrets"]
            found = with_it | legal_takes(faces, without_it, takes)
        return {tuple(sorted(card for card in self.showing if card[1] in kinds)) for kinds in found}

    def _loot(self) -> set[Move]:
        found: set[Move] = set()
        for victim in self.players:
            if victim == self.active or "no-plunder" in self.tiles[victim]:
                continue
            if self.diamonds[victim]:
                found.add(("plunder diamond", victim))
            if "cards-safe" not in self.tiles[victim]:
                found |= {("plunder card", victim, card) for card in self.cards_of(victim)}
        return found

    def _claims(self) -> list[str]:
        """List the colours for which the active player may pick a tile now."""
        if not self.supply:
            return []
        if self.switches["tiles_a_turn"] == "one" and self.has_answered_for_a_tile:
            return []
        return [
            colour
            for colour in COLOURS
            if colour in self.armed[self.active]
            and len(self.cards_of(self.active, colour)) >= CARDS_FOR_A_TILE
        ]

    def _uses(self) -> set[Move]:
        """List how tiles that are spent with their use may be used now."""
        found: set[Move] = set()
        there = [wonder for wonder in WONDERS if self.covered_at(wonder)]
        if self.has("peek-same"):
            found |= {("peek", "peek-same", (wonder,)) for wonder in there}
        if self.has("peek-different") and there:
            number = min(PEEKED_AT_DIFFERENT, len(there))
            ways = combinations(there, number)
            # Where both would be told by one wonder, the other tile is meant.
            if number == PEEKED_AT_DIFFERENT or not self.has("peek-same"):
                found |= {("peek", "peek-different", wonders) for wonders in ways}
        has_token = self.keys[self.active] or self.chests[self.active]
        if self.has("any-token") and has_token and not self.has("no-plunder") and self._loot():
            found.add(("any token",))
        return found

    # What is done

    def play(self, move: Move) -> None:
        """Do it, and whatever follows by itself."""
        what, *facts = move
        getattr(self, f"_{what.replace(' ', '_')}")(*facts)
        while self.order and not self.over and self._follows():
            pass

    def _follows(self) -> bool:
        """Do one thing that follows by itself, if any does."""
        if self.due or self.supply is None:
            return False
        self._take_bonuses()
        if self.keys[self.active] and self.chests[self.active] and not self.has("no-plunder"):
            self.due = int(bool(self._loot()))
            if self.due or self.switches["no_victim"] == "discard":
                self.keys[self.active] -= 1
                self.chests[self.active] -= 1
                return True
        if self.asks == "end" and (self.has_ended or not self._uses()):
            self._pass_the_turn()
            return True
        return False

    def _take_bonuses(self) -> None:
        if self.mode == "simple":
            return
        name = self.active
        claimed = [bonus for own in self.bonuses.values() for bonus in own]
        colours = len([colour for colour in COLOURS if self.cards_of(name, colour)])
        colours += self.has("sixth-colour")
        if gem_bonus(len(self.players), colours, claimed):
            self.bonuses[name].append("gem")
        if exploration_bonus(len({wonder for wonder, _ in self.cards_of(name)}), claimed):
            self.bonuses[name].append("exploration")

    def _pass_the_turn(self) -> None:
        """Let lapse what was not picked for, and see whether it is the end."""
        for colour in COLOURS:
            if len(self.cards_of(self.active, colour)) >= CARDS_FOR_A_TILE:
                self.armed[self.active].discard(colour)
        seats = len(self.players)
        now = end_after_turn(
            self.field, seats, self.seat + 1, self.mode, last_round=self.last_round
        )
        self.over, self.last_round = now
        if not self.over:
            self.seat = (self.seat + 1) % seats
            self.no_more_flips = self.has_taken = False
            self.has_answered_for_a_tile = self.has_ended = False

    def _start(self, name: str) -> None:
        at = self.players.index(name)
        self.order = self.players[at:] + self.players[:at]

    def _lay_out(self, tiles: Sequence[str]) -> None:
        self.supply = list(tiles)

    def _flip(self, *cards: Card) -> None:
        self.showing += cards
        self.seen |= {*cards}

    def _another(self, card: Card) -> None:
        self._flip(card)
        is_fourth = len(self.showing) == 4
        if is_fourth and self.switches["fourth_card_tile"] == "once":
            self.tiles[self.active].remove("fourth-card")
            self.no_more_flips = True

    def _stop(self) -> None:
        self.no_more_flips = True

    def _take(self, cards: Sequence[Card]) -> None:
        name = self.active
        faces = [face for _, face in cards]
        shows_secret = any(face in SECRETS for _, face in self.showing)
        takes_secret = any(face in SECRETS for face in faces)
        for card in cards:
            self.owner[card] = name
        self.diamonds[name] += faces.count("diamond")
        self.keys[name] += faces.count("key")
        self.chests[name] += faces.count("chest")
        self.showing = []
        self.has_taken = True
        if self.has("no-secrets") and shows_secret and not takes_secret:
            self._spend("no-secrets", "no_secrets_tile")
        if self.has("extra-kind") and len(set(faces)) > 1 and not takes_secret:
            self._spend("extra-kind", "extra_kind_tile")

    def _spend(self, tile: str, switch: str) -> None:
        if self.switches[switch] == "once":
            self.tiles[self.active].remove(tile)

    def _plunder_card(self, victim: str, card: Card) -> None:
        self.owner[card] = self.active
        if len(self.cards_of(victim, card[1])) < CARDS_FOR_A_TILE and card[1] in COLOURS:
            self.armed[victim].add(card[1])
        self.due -= 1

    def _plunder_diamond(self, victim: str) -> None:
        self.diamonds[victim] -= 1
        self.diamonds[self.active] += 1
        self.due -= 1

    def _pick(self, colour: str, tile: str) -> None:
        assert self.supply is not None
        self.supply.remove(tile)
        self.tiles[self.active].append(tile)
        self._decline(colour)

    def _decline(self, colour: str) -> None:
        self.armed[self.active].discard(colour)
        self.has_answered_for_a_tile = True

    def _peek(self, tile: str, _wonders: Sequence[int]) -> None:
        self.tiles[self.active].remove(tile)

    def _any_token(self) -> None:
        name = self.active
        self.tiles[name].remove("any-token")
        if self.keys[name]:
            self.keys[name] -= 1
        else:
            self.chests[name] -= 1
        self.due += 1

    def _end(self) -> None:
        self.has_ended = True
