"""The slow twin of what a final table can be: from the rules alone, it imports none of ours.

A table tells of each adventurer how many plain coins and how many other tokens there are. Whether
some play leaves it is worked out twice: `reached` plays every move of a small game, `is_possible`
tries how many coins each has kept. Tests hold the two against each other where both can be had.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import product
from random import Random
from typing import TypeAlias

COINS, CHESTS, BOX, PAYMENT = 3, 5, 62, 3
LAPS_OF_THE_TREASURE = 2
ESCAPED, LAMPS_OUT, CAUGHT = "escaped", "lamps-out", "caught"
Hand: TypeAlias = tuple[int, int]
"""Plain coins, and all other tokens."""


@dataclass(frozen=True)
class Told:
    """A final table as it may be told; None is not told."""

    hands: tuple[Hand, ...]
    outcome: str
    treasure: bool | None = None
    chests: int | None = None
    has_events: bool = True


def is_possible(told: Told) -> bool:
    """Tell whether some play of the rules leaves such a table."""
    if told.outcome == CAUGHT and not told.has_events:
        return False
    if told.outcome == ESCAPED and told.treasure is False:
        return False
    chests = range(CHESTS + 1) if told.chests is None else (told.chests,)
    treasures = (False, True) if told.treasure is None else (told.treasure,)
    if told.outcome == ESCAPED:
        treasures = (True,)
    if told.chests is not None and told.chests > CHESTS:
        return False
    if sum(map(sum, told.hands)) > BOX + COINS * len(told.hands):
        return False
    return any(
        _is_left(told.hands, found + LAPS_OF_THE_TREASURE * treasure, has_events=told.has_events)
        for found, treasure in product(chests, treasures)
    )


def _is_left(hands: tuple[Hand, ...], laps: int, *, has_events: bool) -> bool:
    """Try every number of coins that each can have kept, and what was picked beside them.

    With events everything can pass from hand to hand, so only the sums count.
    """
    if has_events:
        coins, others = map(sum, zip(*hands, strict=True))
        most = laps * len(hands)
        kept = range(min(coins, COINS * len(hands)) + 1)
        return any(coins - own + others <= most for own in kept)
    return any(
        _is_paid(hands, kept, laps)
        for kept in product(*(range(min(coins, COINS) + 1) for coins, _ in hands))
    )


def _is_paid(hands: tuple[Hand, ...], kept: Sequence[int], laps: int) -> bool:
    """Tell whether what each picked fits into the laps, and what is missing into payments."""
    spare = 0
    for (coins, others), own in zip(hands, kept, strict=True):
        left = laps - (coins - own) - others
        if left < 0:
            return False
        spare += left
    missing = COINS * len(hands) - sum(kept)
    if not missing:
        return True
    return laps > 0 and (missing >= PAYMENT or spare > 0)


# A small game, move by move

Tokens: TypeAlias = tuple[int, int, int]
"""Of one adventurer: coins, jewels worth more, genies."""
NOTHING: Tokens = (0, 0, 0)
GETS = (NOTHING, (1, 0, 0), (0, 1, 0), (0, 0, 1))
"""What a pick, or the reward of a genie, can give."""
WORTH = 2
"""What a jewel that is no coin is worth: two, so that a coin more makes a payment."""


def reached(adventurers: int, laps: int, *, has_events: bool) -> frozenset[tuple[Hand, ...]]:
    """Play every move from the start until nothing new is reached; give the tables."""
    begun = ((COINS, 0, 0),) * adventurers
    seen = {(begun, 0)}
    waiting = list(seen)
    while waiting:
        here = waiting.pop()
        for there in _moves(*here, laps, has_events=has_events):
            if there not in seen:
                seen.add(there)
                waiting.append(there)
    return frozenset(
        tuple((coins, jewels + genies) for coins, jewels, genies in table)
        for table, gone in seen
        if gone == laps
    )


Table: TypeAlias = tuple[Tokens, ...]


def _moves(table: Table, gone: int, laps: int, *, has_events: bool) -> Iterator[tuple[Table, int]]:
    if gone < laps:
        for picks in product(GETS, repeat=len(table)):
            yield tuple(map(_plus, table, picks)), gone + 1
    for owner, (coins, jewels, genies) in enumerate(table):
        if genies:
            used = _with(table, owner, (coins, jewels, genies - 1))
            for paid in _payments(used):
                for got in GETS:
                    yield _with(paid, owner, _plus(paid[owner], got)), gone
    if has_events:
        yield from ((after, gone) for after in _stolen(table))


def _payments(table: Table) -> Iterator[Table]:
    yield table
    for coins in product(*(range(own[0] + 1) for own in table)):
        for jewels in product(*(range(own[1] + 1) for own in table)):
            if sum(coins) + WORTH * sum(jewels) >= PAYMENT:
                yield tuple(
                    (own[0] - n, own[1] - m, own[2])
                    for own, n, m in zip(table, coins, jewels, strict=True)
                )


def _stolen(table: Table) -> Iterator[Table]:
    """Take a token away, as a thief does; or pass it on, as a tale does after all its rolls."""
    for owner, own in enumerate(table):
        for kind in range(3):
            if own[kind]:
                one = tuple(int(kind == each) for each in range(3))
                less = _with(table, owner, tuple(a - b for a, b in zip(own, one, strict=True)))
                yield less
                for other in range(len(table)):
                    if other != owner:
                        yield _with(less, other, _plus(less[other], one))


def _plus(own: Sequence[int], more: Sequence[int]) -> Tokens:
    coins, jewels, genies = (a + b for a, b in zip(own, more, strict=True))
    return coins, jewels, genies


def _with(table: Table, owner: int, own: Sequence[int]) -> Table:
    coins, jewels, genies = own
    return (*table[:owner], (coins, jewels, genies), *table[owner + 1 :])


@cache
def all_reached(adventurers: int, laps: int, *, has_events: bool) -> frozenset[tuple[Hand, ...]]:
    """Remember what was reached."""
    return reached(adventurers, laps, has_events=has_events)


# A large game at random


@dataclass
class Game:
    """A game played at random with all tokens; ``tokens`` are what each has, by what they show."""

    draw: Random
    adventurers: int
    has_events: bool
    tokens: list[list[str]] = field(default_factory=list)
    chests: int = 0
    treasure: bool = False
    outcome: str = LAMPS_OUT

    def play(self) -> None:
        """Play from the start to some end."""
        draw = self.draw
        self.tokens = [["1"] * COINS for _ in range(self.adventurers)]
        thieves, genies = draw.choice((0, 0.1, 0.6)), draw.choice((0.1, 0.5, 0.9))
        self.curses = draw.choice((0, 0, 0.2))
        self.coins = draw.choice((0, 0.2, 0.9))
        finds = ["chest"] * draw.choice((0, 1, CHESTS, CHESTS)) + ["treasure"] * draw.randint(0, 1)
        draw.shuffle(finds)
        for find in finds:
            self.find(find)
            for _ in range(draw.randint(0, 3)):
                if draw.random() < genies:
                    self.genie()
                if self.has_events and draw.random() < thieves:
                    draw.choice((self.rob, self.tale, self.trade))()
        ends = [LAMPS_OUT, *[ESCAPED] * 2 * self.treasure, *[CAUGHT] * self.has_events]
        self.outcome = draw.choice(ends)

    def token(self) -> str:
        """Draw a token from the bag."""
        if self.draw.random() < self.coins:
            return "1"
        return self.draw.choice(("1", "2", "3", "4", "1/3", "1/5", "genie"))

    def find(self, find: str) -> None:
        """Share a chest or the Treasure; curses make it fewer."""
        self.treasure |= find == "treasure"
        self.chests += find == "chest"
        for _ in range(1 + (find == "treasure")):
            for own in self.tokens:
                if self.draw.random() >= self.curses:
                    own.append(self.token())

    def genie(self) -> None:
        """Use a genie, pay for it or not, and keep the reward or not."""
        owners = [own for own in self.tokens if "genie" in own]
        if not owners:
            return
        owner = self.draw.choice(owners)
        owner.remove("genie")
        if self.draw.random() < 1 / 2:
            self.pay()
        if self.draw.random() < 2 / 3:
            owner.append(self.token())

    def pay(self) -> None:
        """Put jewels down until they are enough; else all goes back."""
        purse: list[tuple[list[str], str]] = []
        jewels = [(own, each) for own in self.tokens for each in own if each != "genie"]
        self.draw.shuffle(jewels)
        while jewels and sum(int(each.split("/")[0]) for _, each in purse) < PAYMENT:
            purse.append(jewels.pop())
        if sum(int(each.split("/")[0]) for _, each in purse) >= PAYMENT:
            for own, each in purse:
                own.remove(each)

    def rob(self) -> None:
        """Lose tokens to the thief, or to the Leader."""
        for own in self.draw.sample(self.tokens, self.draw.randint(1, len(self.tokens))):
            if own:
                own.remove(self.draw.choice(own))

    def tale(self) -> None:
        """Roll for Scheherazade, one after the other."""
        hers: list[str] = []
        for own in self.tokens:
            if self.draw.randint(1, 6) > 4:
                own.extend(hers)
                hers = []
            elif own:
                jewels = [each for each in own if each != "genie"] or own
                given = self.draw.choice(jewels)
                own.remove(given)
                hers.append(given)

    def trade(self) -> None:
        """Lay a token of each out, and pick from the front."""
        laid = []
        for own in self.tokens:
            if own:
                laid.append(self.draw.choice(own))
                own.remove(laid[-1])
        for own in self.tokens:
            if laid:
                own.append(laid.pop(self.draw.randrange(len(laid))))


def hands_of(tokens: Sequence[Sequence[str]]) -> tuple[Hand, ...]:
    """Count coins and others of each."""
    return tuple((own.count("1"), len(own) - own.count("1")) for own in tokens)


def told_by(game: Game) -> Told:
    """Tell how a game ended; some of it optional."""
    draw = game.draw
    return Told(
        hands_of(game.tokens),
        game.outcome,
        draw.choice((game.treasure, game.treasure, None)),
        draw.choice((game.chests, game.chests, None)),
        game.has_events,
    )


def without(told: Told, **changes: object) -> Told:
    """Tell something else in its place."""
    return replace(told, **changes)  # type: ignore[arg-type]
