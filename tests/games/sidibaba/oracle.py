"""The slow, obvious twin of Sidibaba: from the rules alone, it imports none of ours.

A token is the word for what it shows: ``3``, ``1/5``, ``genie``, ``curse``. Who is in front
is first. Mazes have a twin of their own; a table takes its drawing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Generator, Mapping, Sequence
from random import Random
from typing import Any, TypeAlias

from tests.games.sidibaba import maze_oracle
from tests.games.sidibaba.maze_oracle import OUT, Drawing, Square

LAMPS, COINS, CHESTS, CURSES, EVENTS = 12, 3, 5, 5, 20
GENIE, CURSE, UNSEEN, NONE = "genie", "curse", "hidden", "none"
LAPS = {"chest": 1, "treasure": 2}
GENIES = ("light", "here", "treasure", "exit", "loot")
TURNS = {"f": 0, "fl": -1, "fr": 1, "l": -1, "r": 1, "b": 2}
"""How many quarters to the right each move turns the party."""
INSTEAD_TWO_SQUARES = ("illusion", "padlock", "combination", "landslide")
MOST_ARROWS = 9
"""More arrows than this are not read."""
FULL_PURSE, ALONE = 3, 1
"""What a second step costs, and what a jewel with two numbers is worth alone."""


# Disputes


def lamps_of_each(adventurers: int) -> list[int]:
    """Deal the lamps out one by one, round and round."""
    lamps = [0] * adventurers
    for number in range(LAMPS):
        lamps[number % adventurers] += 1
    return lamps


def share(order: Sequence[str], found: str, tokens: Sequence[str]) -> dict[str, Any] | None:
    """Deal with curses one by one, then let pick; None if more came than there are to come."""
    line, table, lost = list(order), list(tokens), 0
    if len(table) > len(line) * LAPS[found] or table.count(CURSE) > CURSES:
        return None
    while CURSE in table:
        table.remove(CURSE)
        line.append(line.pop(0))
        lost += 1
    picks = []
    for _ in range(LAPS[found]):
        for name in line:
            if table:
                table.pop()
                picks.append(name)
    draw = len(line) * LAPS[found]
    return {"draw": draw, "lamps_lost": lost, "order_after": line, "picks": picks}


def caught(order: Sequence[str], tokens: Mapping[str, int], lamps: int) -> dict[str, Any] | None:
    """Take two tokens of the first and one of each other; None if there are no such lamps."""
    if lamps + 1 > LAMPS:
        return None
    stolen = dict.fromkeys(order, 0)
    if lamps == 0:
        return {"stolen": stolen, "lamps": 0, "leader_wins": True}
    for name in (order[0], *order):
        if stolen[name] < tokens.get(name, 0):
            stolen[name] += 1
    return {"stolen": stolen, "lamps": lamps - 1, "leader_wins": False}


def lock(kind: str, order: Sequence[str], rolls: Sequence[int]) -> tuple[int, str, bool] | None:
    """Roll one by one: which roll opens it, whose it is, and whether it is the last; or None."""
    missing = [6] if kind == "small" else [6, 5, 4]
    line = list(order)
    for number, roll in enumerate(rolls, start=1):
        if roll in missing:
            missing.remove(roll)
        if not missing:
            return number, line[0], number == len(rolls)
        line.append(line.pop(0))
    return None


def jewels(values: Sequence[int], pairs: Mapping[str, int]) -> int:
    """Count jewels; of each kind with two numbers lay pairs aside until none is left."""
    points = sum(values)
    for kind, number in pairs.items():
        alone, together = map(int, kind.split("/"))
        left = number
        while left >= 2:
            points += together
            left -= 2
        points += alone * left
    return points


def vote(votes: Mapping[str, int], front: str | None) -> str | None:
    ahead = [what for what in votes if all(votes[what] >= other for other in votes.values())]
    return ahead[0] if len(ahead) == 1 else front if front in ahead else None


# The count

Held: TypeAlias = Sequence[str]
"""All tokens of an adventurer."""


def points(held: Held) -> int:
    ones = [int(token) for token in held if token.isdigit()]
    return jewels(ones, Counter(token for token in held if "/" in token))


def ranks(totals: Mapping[str, int]) -> dict[str, int]:
    """Rank everybody: one more than have more."""
    return {name: 1 + sum(n > own for n in totals.values()) for name, own in totals.items()}


def winners(totals: Mapping[str, int], outcome: str, leader: str) -> list[str]:
    """Tell who wins: the richest of those who escaped, or the Leader."""
    if outcome != "escaped":
        return [leader]
    return [name for name, own in totals.items() if own == max(totals.values())]


# What the robbed may have left

ANYTHING = "?"
"""A token that was kept unseen."""


class Worlds:
    """All that an adventurer may hold, set by set, for what the others have seen."""

    def __init__(self, tokens: Sequence[str]) -> None:
        self.sets = {tuple(sorted(tokens))}

    def gain(self, token: str) -> None:
        """Get a token that everybody sees, or ANYTHING."""
        self.sets = {tuple(sorted((*each, token))) for each in self.sets}

    def steal(self) -> None:
        """Lose a token unseen, if there is one."""
        self.sets = {less for each in self.sets for less in (_less_one(each) or {each})}

    def may_have(self, *tokens: str) -> bool:
        return any(_without(each, tokens) for each in self.sets)

    def lose(self, token: str) -> None:
        """Lose a token that everybody sees; the sets without it are none any more."""
        left = {less for each in self.sets for less in _without(each, (token,))}
        self.sets = left or {less for each in self.sets for less in _less_one(each)}


def _less_one(tokens: tuple[str, ...]) -> set[tuple[str, ...]]:
    return {tokens[:at] + tokens[at + 1 :] for at in range(len(tokens))}


def _without(tokens: tuple[str, ...], gone: Sequence[str]) -> set[tuple[str, ...]]:
    """Take these out of a set, each as itself or as a token that was kept unseen."""
    if not gone:
        return {tokens}
    return {
        rest
        for shown in {gone[0], ANYTHING} & {*tokens}
        for at in [tokens.index(shown)]
        for rest in _without((*tokens[:at], *tokens[at + 1 :]), gone[1:])
    }


# A whole game

Move: TypeAlias = tuple[Any, ...]
"""What happened: a word for it, and what belongs to it."""
Asking: TypeAlias = Generator[str, Move, Any]
"""A part of the game: it asks for something, gets it, and goes on."""


ON_LOOT = ("illusion", "padlock", "combination")
LEFT = {
    "treasure": ("treasure", "combination"),
    "chest": ("chest", "combination"),
    "padlock": ("chest", "padlock"),
}
"""What tells locked finds apart, where several kinds were left."""


class Over(Exception):  # noqa: N818 - nothing went wrong
    """The game is over."""


class Table:
    """A table with its tokens, also those that nobody has seen; it goes on with what it is given.

    ``asks`` is what it waits for. ``tokens`` are what everybody really has, ``seen`` what the
    others know of it.
    """

    def __init__(
        self,
        names: Sequence[str],
        switches: Mapping[str, str],
        drawing: Drawing | None,
        draw: Random,
    ) -> None:
        self.names = tuple(names)
        self.draw = draw
        self.drawing = drawing
        self.has_events = switches.get("events", "yes") == "yes"
        self.loses_burning = switches.get("caught_lamp", "unlit") == "burning"
        self.tokens = {name: ["1"] * COINS for name in names}
        self.seen = {name: ["1"] * COINS for name in names}
        dealt = lamps_of_each(len(names))
        self.is_even = dealt[0] == dealt[-1]
        self.lamps = dict(zip(names, dealt, strict=True)) if self.is_even else {}
        self.order: list[str] = []
        self.burns = self.has_just_changed = False
        self.owed: list[str] = []
        self.discarded = self.expired = self.lost = self.back = 0
        self.glass = self.played = self.genies_used = self.squares = 0
        self.events = 1 if self.has_events else 0
        self.drawn = self.events
        self.genie_used = self.genie_works = self.event_works = False
        self.voted: list[str] = []
        self.chests, self.treasure_found = 0, False
        self.party: Square | None = None
        self.facing: str | None = None
        self.leader: Square | None = None
        self.may_meet = False
        self.left: list[tuple[str, str, Square | None]] = []
        self.find_here: dict[str, Any] | None = None
        self.worlds = {name: Worlds(["1"] * COINS) for name in names}
        self.slid: list[Square] = []
        self.arrows: list[tuple[Square, str]] = []
        self.pool: list[str] = []
        self.purse: dict[str, list[str]] = {}
        self.due = ""
        self.among: list[str] = []
        self.outcome = ""
        self.running = self.game()
        self.asks = next(self.running)

    def play(self, move: Move) -> None:
        """Tell what happened; at the end nothing is asked."""
        try:
            self.asks = self.running.send(move)
        except StopIteration:
            self.asks = ""

    def unseen(self, name: str) -> list[str]:
        hidden = list(self.tokens[name])
        for token in self.seen[name]:
            hidden.remove(token)
        return hidden

    # How it goes

    def game(self) -> Asking:
        if not self.is_even:
            _, more = yield "setup.lamps"
            least = min(lamps_of_each(len(self.names)))
            self.lamps = {name: least + (name in more) for name in self.names}
        if self.drawing:
            _, self.party, self.facing = yield "setup.entrance"
        _, order = yield "setup.order"
        self.light(order)
        try:
            while True:
                yield from self.march()
        except Over as over:
            self.outcome = str(over)
        for name in self.names:
            if self.unseen(name):
                _, _, tokens = yield "end.tokens"
                assert sorted(tokens) == sorted(self.tokens[name])
                assert self.worlds[name].may_have(*tokens)
                self.seen[name] = list(tokens)

    def ask(self, what: str, of: str = "") -> Asking:
        """Ask while the sand runs; it, a genie or an event may come before the answer.

        Whoever has no token left when one is wanted of them is not asked any more.
        """
        while True:
            due = self.due
            move = yield what
            if not (yield from self.interrupted(move)):
                return move
            self.due = due
            if of and not self.tokens[of]:
                return None

    def interrupted(self, move: Move) -> Asking:
        """Deal with what comes at any time; tell whether it was such."""
        kind, *given = move
        self.has_just_changed = kind == "sand"
        if kind == "sand":
            self.burn_out()
            self.has_just_changed = True
            yield from self.settle()
            yield from self.new_lamp()
        elif kind == "genie":
            yield from self.genie(*given)
        elif kind == "event":
            self.events -= 1
            self.played += 1
            yield from self.event(*given)
        else:
            return False
        return True

    def lose_lamp(self, asks: str, number: int = 1) -> Asking:
        """Lose unlit lamps now, and then tell whose they were."""
        self.owed += [asks] * number
        self.discarded += number
        self.lost += number
        yield from self.settle()

    def settle(self) -> Asking:
        """Tell whose the lost lamps were; nobody is asked where all lamps of several go.

        The curses of one loot are one loss, and each catch is one.
        """
        while self.owed:
            asks, owners = self.owed[-1], [name for name in self.names if self.lamps[name]]
            if len(owners) > 1 and sum(self.lamps.values()) <= len(self.owed):
                gone = [name for name in self.order for _ in range(self.lamps[name])]
                gone = gone[: self.owed.count(asks) if asks == "loot.curse" else 1]
            else:
                move = yield asks
                if (yield from self.interrupted(move)):
                    continue
                gone = [move[1]]
            for owner in gone:
                self.owed.remove(asks)
                self.lamps[owner] -= 1

    def light(self, order: Sequence[str]) -> None:
        """Line up, and light the lamp of the one in front."""
        self.order = list(order)
        self.lamps[order[0]] -= 1
        self.burns = True
        self.glass = self.glass or 1

    def burn_out(self) -> None:
        """Put the burning lamp away; without another it is over."""
        if not self.burns:
            first = next(name for name in self.order if self.lamps[name])
            self.light([first, *(name for name in self.order if name != first)])
        self.burns = False
        self.discarded += 1
        self.expired += 1
        if sum(self.lamps.values()) <= len(self.owed):
            raise Over("lamps-out")
        self.glass += 1
        self.genie_used = False
        is_drawn = self.has_events and self.drawn < EVENTS
        self.events += is_drawn
        self.drawn += is_drawn

    def new_lamp(self) -> Asking:
        """Line up again; if the sand runs out before, the first one with a lamp has lit it."""
        while not self.burns:
            move = yield "lamp.order"
            if (yield from self.interrupted(move)):
                continue
            self.light(move[1])

    def march(self) -> Asking:
        """Go on until something has been dealt with."""
        what, *given = yield from self.ask("march.move")
        if what == "vote":
            most = max(n for _, n in given[0])
            self.voted = [move for move, n in given[0] if n == most]
        else:
            self.voted = []
            yield from self.go(given[0])

    def go(self, move: str) -> Asking:  # noqa: C901 - one for each thing that lies there
        if self.drawing is None:
            if move.startswith("f"):
                _, what, loot, which = yield from self.ask("march.square")
                if what == "exit":
                    raise Over("escaped")
                loot = loot if what == "leader" else what
                if loot in LAPS or loot == "locked":
                    yield from self.come_to(loot, which, meets=what == "leader")
                elif what == "leader":
                    yield from self.catch()
            return
        assert self.party
        assert self.facing
        there = self.drawing.beyond(self.party, self.facing)
        self.facing = "NESW"[("NESW".index(self.facing) + TURNS[move]) % 4]
        if not move.startswith("f"):
            return
        assert there is not None
        assert there not in self.slid
        if there == OUT:
            raise Over("escaped")
        self.party = there
        found = {"T": "treasure", "C": "chest"}.get(self.drawing.sign(there), "")
        if any(square == there for _, _, square in self.left):
            found = "locked"
        if found:
            yield from self.come_to(found, "", meets=self.leader == there)
        elif self.leader == there:
            yield from self.catch()

    def come_to(self, found: str, which: str, *, meets: bool) -> Asking:
        """Find loot, or find it locked as before; a catch is dealt with first."""
        if meets and not self.may_lose:
            raise Over("caught")
        lock = ""
        if found == "locked":
            here = [each for each in self.left if each[2] in (None, self.party)]
            left = next(each for each in here if not which or each[:2] == LEFT[which])
            self.left.remove(left)
            found, lock, _ = left
        else:
            self.note(found)
        find = {"found": found, "lock": lock, "rolls": [], "line": list(self.order), "gone": False}
        self.find_here = find
        if meets:
            yield from self.catch()
        yield from self.find(find)

    @property
    def may_lose(self) -> int:
        """Count the unlit lamps that are there to be lost."""
        return sum(self.lamps.values()) - len(self.owed) - (not self.burns)

    def find(self, here: dict[str, Any]) -> Asking:
        """Find loot; it may be charmed away, locked or left before it is shared."""
        while not here["gone"]:
            lock, line, rolls = here["lock"], here["line"], here["rolls"]
            self.due = line[len(rolls) % len(line)]
            move = yield "lock.rolled" if lock else "loot.drawn"
            if (yield from self.interrupted(move)):
                continue
            what, *given = move
            if what == "left":
                self.left.append((here["found"], lock, self.party))
                break
            if what == "rolled":
                rolls += given[0]
                opened = self.opens(here)
                if opened and lock == "padlock":
                    self.find_here = None
                    self.due = opened[1]
                    _, _, handed = yield from self.ask("lock.handed")
                    for name, token in handed.items():
                        self.gain(name, token)
                    return
                here["lock"] = "" if opened else lock
                here["rolls"] = [] if opened else rolls
                continue
            self.find_here = None
            yield from self.share(given[0], LAPS[here["found"]])
            return
        self.find_here = None

    def opens(self, here: dict[str, Any]) -> tuple[int, str, bool] | None:
        kind = "small" if here["lock"] == "padlock" else here["lock"]
        return lock(kind, here["line"], here["rolls"])

    def note(self, found: str) -> None:
        if self.drawing:
            assert self.party
            if self.drawing.sign(self.party) == " ":
                return
            self.drawing = without_sign(self.drawing, self.party)
        self.treasure_found |= found == "treasure"
        self.chests += found == "chest"

    def share(self, tokens: Sequence[str], laps: int) -> Asking:
        """Deal with the curses, then let pick from the front."""
        curses = tokens.count(CURSE)
        self.order = self.order[curses % len(self.order) :] + self.order[: curses % len(self.order)]
        pool = [token for token in tokens if token != CURSE]
        line = self.order * laps
        yield from self.lose_lamp("loot.curse", min(curses, self.may_lose))
        yield from self.pick(line, "loot.picked", pool)

    def pick(self, line: Sequence[str], asks: str, pool: list[str]) -> Asking:
        """Let one after the other take a token, as long as there are some."""
        for name in line:
            if pool:
                while True:
                    self.due, self.pool = name, pool
                    move = yield asks
                    if not (yield from self.interrupted(move)):
                        break
                pool.remove(move[2])
                self.gain(name, move[2])

    def catch(self) -> Asking:
        if self.may_lose <= 0:
            raise Over("caught")
        for name in (self.order[0], *self.order):
            self.rob(name)
        self.leader, self.may_meet = None, False
        if not self.loses_burning:
            yield from self.lose_lamp("march.lamp")
            return
        self.glass += 1
        self.genie_used = False
        if not self.burns:
            yield from self.lose_lamp("march.lamp")
            return
        self.burns = False
        self.discarded += 1
        self.lost += 1
        yield from self.settle()
        yield from self.new_lamp()

    def genie(self, owner: str, genie: str) -> Asking:
        """Let a genie do what it does; its owner keeps one of three tokens."""
        self.lose(owner, GENIE)
        self.genie_used = self.genie_works = True
        self.genies_used += 1
        if genie == "light":
            for _ in range(min(2, self.discarded)):
                self.discarded -= 1
                self.back += 1
                self.lamps[owner] += 1
        elif genie == "here":
            _, points = yield from self.ask("genie.arrow")
            if self.party and self.facing:
                turned = ("ahead", "right", "back", "left").index(points)
                facing = "NESW"[("NESW".index(self.facing) + turned) % 4]
                self.arrows.append((self.party, facing))
        else:
            yield from self.tell_the_way()
        _, _, token = yield from self.ask("genie.kept")
        self.genie_works = False
        if token == UNSEEN:
            self.tokens[owner].append(self.draw.choice(("1", "3", "1/5", GENIE)))
            self.worlds[owner].gain(ANYTHING)
        elif token != NONE:
            self.gain(owner, token)

    def tell_the_way(self) -> Asking:
        """Pay all together or not at all; without a maze the Leader tells a step, or two."""
        purse: dict[str, list[str]] = {}
        self.purse = purse
        is_paid = False
        while not is_paid:
            what, *given = yield from self.ask("genie.paid")
            self.purse = purse
            if what == "done":
                break
            for name in [name for name in purse if not self.worlds[name].may_have(*purse[name])]:
                del purse[name]  # stolen while it was put down
            name, jewel = given
            purse.setdefault(name, []).append(jewel)
            worth = 0
            for put in purse.values():
                ones = [int(each) for each in put if "/" not in each]
                worth += jewels(ones, Counter(each for each in put if "/" in each))
            is_paid = worth >= FULL_PURSE
        for name, put in purse.items() if is_paid else ():
            for jewel in put:
                self.lose(name, jewel)
        self.purse = {}
        for _ in range(0 if self.drawing else 2 if is_paid else 1):
            _, step = yield from self.ask("genie.told")
            if step == NONE:
                break

    def event(self, event: str, to_move: bool, arrows: int, square: Square | None) -> Asking:  # noqa: C901, FBT001, PLR0912 - one for each
        if event in ON_LOOT and not to_move:
            here = self.find_here
            assert here
            here.update(lock=event, line=list(self.order), rolls=[], gone=event == "illusion")
            if event == "illusion":
                self.find_here = None
            return
        self.event_works = True
        if to_move or event == "movement":
            self.squares = 2 if to_move else arrows
            if self.drawing:
                _, leader, _ = yield from self.ask("leader.at")
                self.leader = leader
                reaches = self.leader == self.party
            else:
                _, _, reaches = yield from self.ask("leader.reaches")
            self.may_meet = True
            self.event_works = False
            if reaches:
                yield from self.catch()
        elif event == "landslide":
            self.slid += [square] if square else []
        elif event == "thief":
            self.among = self.order[:2]
            if any(self.tokens[name] for name in self.among):
                among = self.among
                _, name, token = yield from self.ask("thief.stolen")
                self.among = among
                if token:
                    self.lose(name, token)
                else:
                    self.rob(name)
        elif event == "scheherazade":
            yield from self.tale()
        elif event == "merchant":
            yield from self.merchant()
        self.event_works = False

    def tale(self) -> Asking:
        """Roll one by one: give her something, or get all that she has."""
        hers: list[str] = []
        for name in list(self.order):
            self.due = name
            _, _, number = yield from self.ask("tale.rolled")
            if number in {5, 6}:
                for token in hers:
                    self.gain(name, token)
                hers = []
            elif self.tokens[name]:
                self.due = name
                if given := (yield from self.ask("tale.given", of=name)):
                    self.lose(name, given[2])
                    hers.append(given[2])

    def merchant(self) -> Asking:
        """Lay out a token of each who has one; then one after the other picks."""
        line = list(self.order)
        laid = []
        for name in [name for name in line if self.tokens[name]]:
            self.due = name
            given = (yield from self.ask("trade.laid", of=name)) if self.tokens[name] else None
            if given:
                self.lose(name, given[2])
                laid.append(given[2])
        yield from self.pick(line, "trade.picked", laid)

    # Tokens

    def gain(self, name: str, token: str) -> None:
        self.tokens[name].append(token)
        self.seen[name].append(token)
        self.worlds[name].gain(token)

    def lose(self, name: str, token: str) -> None:
        """Take a token that everybody sees now; it may be one that nobody had seen."""
        assert self.worlds[name].may_have(token)
        self.worlds[name].lose(token)
        self.tokens[name].remove(token)
        if token in self.seen[name]:
            self.seen[name].remove(token)

    def rob(self, name: str) -> None:
        """Take a token unseen, if there is one; what is left is unseen from now on."""
        if self.tokens[name]:
            self.tokens[name].remove(self.draw.choice(self.tokens[name]))
            self.seen[name] = []
            self.worlds[name].steal()

    # What may be

    def may(self) -> set[Move] | None:
        """List what may happen where few things may; None where anything may that is read."""
        listing: Callable[[], set[Move]] | None = {
            "setup.entrance": self.entrances,
            "march.move": self.moves,
            "march.square": self.contents,
            "march.lamp": lambda: {("lamp", name) for name in self.names if self.lamps[name]},
            "loot.curse": lambda: {("lamp", name) for name in self.names if self.lamps[name]},
            "loot.picked": lambda: {("picked", self.due, token) for token in self.pool},
            "trade.picked": lambda: {("picked", self.due, token) for token in self.pool},
            "tale.rolled": lambda: {("tale", self.due, n) for n in range(1, 7)},
            "leader.at": lambda: {("leader", square, False) for square in self.leader_may_be()},
            "leader.reaches": lambda: {("leader", None, is_so) for is_so in (True, False)},
        }.get(self.asks)
        return listing() if listing else None

    def entrances(self) -> set[Move]:
        """List how the party may come in: with its back to a gap."""
        assert self.drawing
        back = dict(zip("NESW", "SWNE", strict=True))
        return {("placed", square, back[side]) for square, side in self.drawing.gaps()}

    def moves(self) -> set[Move]:
        if self.drawing is None:
            return {("move", move) for move in TURNS}
        assert self.party
        assert self.facing
        there = self.drawing.beyond(self.party, self.facing)
        is_open = there is not None and there not in self.slid
        is_open &= there != OUT or self.treasure_found
        return {("move", move) for move in TURNS if is_open or not move.startswith("f")}

    def contents(self) -> set[Move]:
        """List what the Leader may say of a square."""
        new = set() if self.treasure_found else {"treasure"}
        new |= {"chest"} if self.chests < CHESTS else set()
        kinds = {each[:2] for each in self.left}
        left = {which if len(kinds) > 1 else "" for which, kind in LEFT.items() if kind in kinds}
        loot = {(each, "") for each in new} | {("locked", which) for which in left}
        what = {"nothing", "wall"} | ({"exit"} if self.treasure_found else set())
        alone = {("square", each, "", "") for each in what}
        alone |= {("square", each, "", which) for each, which in loot}
        both = {("square", "leader", *each) for each in (("", ""), *loot) if self.may_meet}
        return alone | both

    def leader_may_be(self) -> set[Square | None]:
        """List where the Leader token may be after all its squares; None is off the map.

        Each way is walked by itself: it ends on the party's square, or where it cannot go on.
        """
        assert self.drawing
        ends: set[Square | None] = set()
        ways: set[Square | None] = {self.leader}
        for _ in range(self.squares):
            further: set[Square | None] = set()
            for here in ways:
                near = set(self.neighbours(here))
                ends |= {here} if not near else set()
                ends |= near & {self.party}
                further |= near - {self.party}
            ways = further
        return ends | ways

    def neighbours(self, here: Square | None) -> Collection[Square]:
        """List the squares one step away; from off the map, the entrances."""
        assert self.drawing
        if here is None:
            return {square for square, _ in self.drawing.gaps() if square not in self.slid}
        steps = {self.drawing.beyond(here, direction) for direction in "NESW"}
        return {there for there in steps if there and there != OUT and there not in self.slid}

    def genies(self) -> set[Move]:
        """List which genies may be used, for all that is known."""
        if self.genie_used or self.genie_works or not self.order:
            return set()
        maybe = [name for name in self.names if self.worlds[name].may_have(GENIE)]
        return {("genie", name, genie) for name in maybe for genie in GENIES}

    def plots(self) -> set[Move]:
        if not self.events or self.event_works or not self.order:
            return set()
        may: set[Move] = set()
        if self.find_here:
            is_chest = self.find_here["found"] == "chest"
            locks = () if self.find_here["lock"] else ("padlock", "combination")
            names = ("illusion", *locks) if is_chest else locks[1:]
            may = {("event", event, False, 0, None) for event in names}
        arrows = {("event", "movement", False, n, None) for n in range(1, MOST_ARROWS + 1)}
        instead = {("event", event, True, 0, None) for event in INSTEAD_TWO_SQUARES}
        others = {("event", event, False, 0, None) for event in ("thief", "scheherazade")}
        slides: set[Move] = {("event", "landslide", False, 0, None)}
        if self.drawing:
            slides = {("event", "landslide", False, 0, square) for square in self.may_slide()}
        return may | arrows | instead | others | slides | {("event", "merchant", False, 0, None)}

    def may_slide(self) -> list[Square]:
        drawing, party = self.drawing, self.party
        assert drawing
        assert party
        return [
            square
            for square in drawing.squares()
            if maze_oracle.may_slide(drawing, square, party, self.leader, self.slid)
        ]


def without_sign(drawing: Drawing, square: Square) -> Drawing:
    """Draw a maze again without what was found on a square."""
    x, y = 2 * square[0] - 1, 2 * square[1] - 1
    lines = list(drawing.lines)
    lines[y] = lines[y][:x] + " " + lines[y][x + 1 :]
    return Drawing("\n".join(lines))
