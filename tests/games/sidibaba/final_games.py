"""Games of Sidibaba played at random with all tokens, and their final tables as they are reported.

From the rules alone: it imports none of ours but the shape of a final count.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

from referee.core.table import FinalCount, Player, Setup

COINS, CHESTS, PAYMENT = 3, 5, 3
ESCAPED, LAMPS_OUT, CAUGHT = "escaped", "lamps-out", "caught"
NAMES = ("Maya", "Bo", "Ana", "Cy", "小明", "ゆうこ")


@dataclass(frozen=True)
class Table:
    """A final table as it is reported: the tokens of each, by what they show; None is left out."""

    tokens: tuple[tuple[str, ...], ...]
    outcome: str
    treasure: bool | None = None
    chests: int | None = None
    has_events: bool = True

    @property
    def count(self) -> FinalCount:
        """The table as a holdings file gives it."""
        shared: dict[str, Any] = {"outcome": self.outcome}
        if self.treasure is not None:
            shared["treasure_found"] = self.treasure
        if self.chests is not None:
            shared["chests_found"] = self.chests
        options = {} if self.has_events else {"events": ("no",)}
        names = tuple(map(Player, NAMES[: len(self.tokens)]))
        holdings = dict(zip(names, map(entry_of, self.tokens), strict=True))
        return FinalCount(Setup(names, {"leader": Player("Zed")}, options), holdings, shared)

    @property
    def facts(self) -> str:
        """The table as ``possible.lp`` reads it."""
        said = [f"outcome({self.outcome.replace('-', '_')})."]
        if self.treasure is not None:
            said.append(f"said_treasure({'found' if self.treasure else 'hidden'}).")
        if self.chests is not None:
            said.append(f"said_chests({self.chests}).")
        if self.has_events:
            said.append("events.")
        for who, own in enumerate(self.tokens):
            coins = own.count("1")
            said.append(
                f"adventurer({who}). plain({who},{coins}). other({who},{len(own) - coins})."
            )
            said += [f"number({n})." for each in own for n in each.split("/") if n.isdecimal()]
        return "\n".join(said)


def entry_of(tokens: Sequence[str]) -> dict[str, Any]:
    """Write the tokens of an adventurer as an entry of a holdings file."""
    return {
        "jewels": tuple(int(token) for token in tokens if token.isdecimal()),
        "pairs": dict(Counter(token for token in tokens if "/" in token)),
        "genies": tokens.count("genie"),
    }


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

    @property
    def table(self) -> Table:
        """The final table, with what was found left out at times."""
        return Table(
            tuple(map(tuple, self.tokens)),
            self.outcome,
            self.draw.choice((self.treasure, self.treasure, None)),
            self.draw.choice((self.chests, self.chests, None)),
            self.has_events,
        )
