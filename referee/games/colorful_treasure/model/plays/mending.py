"""What is wrong with a state of the search, and which plunders could mend it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from referee.games.colorful_treasure.model.plays.hands import (
    CHEST,
    COLOURS,
    DIAMOND,
    DIAMONDS,
    EXPLORATION,
    KEY,
    LOOT,
    OF_TURNS,
    Counts,
    Hands,
)
from referee.games.colorful_treasure.model.plays.rounds import Plunder, Rounds
from referee.games.colorful_treasure.model.plays.turns import ENDLESS
from referee.games.colorful_treasure.model.plays.unknown import Unknown


class Start(NamedTuple):
    """How many plunders of gems and diamond cards the keys and chests left to everybody.

    There are ``most`` of them together. ``lost`` are the keys and chests that each player lost,
    ``held`` those that each holds though nobody told, and ``secrets`` all that were taken;
    ``ways`` are who took how many of them. Not ``is_settled`` where these can be anybody's.
    """

    left: Counts
    most: int
    lost: Counts
    held: Counts
    secrets: int
    ways: Sequence[Counts]
    is_settled: bool


class State(NamedTuple):
    """What gems and diamond cards everybody took, what they lost, how often they can plunder.

    ``gained`` are those plundered that are held though nobody told how many of their kind.
    """

    taken: tuple[Counts, ...]
    lost: tuple[Counts, ...]
    left: Counts
    gained: tuple[Counts, ...]


class Mending:
    """Hands as the search looks at them, from one start after the other."""

    def __init__(self, told: Hands, aspects: tuple[str, ...]) -> None:
        """Read once what does not differ from state to state."""
        self.told, self.hands, self.aspects = told, told.hands, aspects
        self.seats = range(len(told.hands))
        loot = [hand.piles[:KEY] for hand in told.hands]
        known = [sum(piles[kind] or 0 for piles in loot) for kind in LOOT]
        self._loot_left = tuple(max(0, told.room[kind] - known[kind]) for kind in LOOT)
        self._loot_known = sum(known)
        self._loot_unknown = [
            tuple(kind for kind in LOOT if piles[kind] is None and self._loot_left[kind])
            for piles in loot
        ]
        self._loot_taken = tuple([tuple([n or 0 for n in piles]) for piles in loot])
        seats = len(loot)
        nothing = (0,) * len(LOOT)
        self._nothing = (nothing,) * seats
        self._first = State(self._loot_taken, self._nothing, (0,) * seats, self._nothing)
        self._state, self._is_open = self._first, any(self._loot_unknown)
        self._rounds_of: dict[tuple[int, Counts, int], Rounds | None] = {}
        self._asks = [bool(hand.colours or hand.wonders or hand.thirds) for hand in self.hands]
        """Of whom anything is asked that they can have lost; of others it is not remembered."""
        self._asked = [(p, self.hands[p]) for p in self.seats if self._asks[p]]
        self._absent = [
            tuple(
                kind
                for kind in COLOURS
                if not piles[kind] and (piles[kind] == 0 or not self._loot_left[kind])
            )
            for piles in loot
        ]
        """Colours of which a player can have no gem now."""
        open_to = [hand.piles[DIAMOND] is None for hand in self.hands]
        self._diamonds = [
            (p, hand.diamonds)
            for p, hand in enumerate(self.hands)
            if hand.diamonds is not None and DIAMONDS in aspects
        ]
        """Whose diamonds are told, and how many."""
        of_open = sum(hand.diamonds or 0 for hand in self.hands if hand.piles[DIAMOND] is None)
        is_open = DIAMONDS in aspects and any(open_to)
        self._open_to = [p for p in self.seats if open_to[p]] if is_open else []
        self._shared = of_open - self._loot_left[DIAMOND] if is_open else 0
        """Diamonds of hands whose diamond cards are unknown, and which no card can have brought."""
        self._none = (0,) * seats
        self._asks_of_turns = not OF_TURNS.isdisjoint(aspects)

    def begin(self, start: Start) -> State | None:
        """Go on from who took which keys and chests; None where nothing can come of it."""
        first = self._state = self._first._replace(left=start.left)
        most = start.most
        self._start, self._beyond = start, sum(start.left) - most
        self._secrets_lost, self._secrets_held = start.lost, start.held
        room = max(0, self.told.room[KEY] + self.told.room[CHEST] - start.secrets)
        is_open = not start.is_settled and room > 0
        self._unknown = [(*kinds, KEY) if is_open else kinds for kinds in self._loot_unknown]
        self._room = room
        self._look_at_rest(first)
        if self._of_diamonds(self._without_cards()) == []:
            return None
        if self._asks_of_turns:
            taken, rounds = self._rounds_of_state(first)
            if rounds is None:
                return None
            self._ways = [
                way for way in start.ways if rounds.is_near(piles_of(taken, way), start.left, most)
            ]
            if not self._ways:
                return None
        return first

    def _look_at_rest(self, state: State) -> bool:
        """Count of each kind what nobody is known to hold, keys and chests together last.

        Tell whether there is so much of it as was plundered and is held.
        """
        left = self._loot_left
        self._used: Counts = self._nothing[0]
        if self._is_open and state.gained is not self._nothing:
            self._used = tuple(map(sum, zip(*state.gained, strict=True)))
            left = tuple([n - used for n, used in zip(left, self._used, strict=True)])
        self._rest = (*left, self._room)
        return min(left) >= 0

    def _rounds_with(self, due: int) -> Rounds | None:
        """Give the rounds of this start, None where none can be; so many diamonds ask for cards."""
        secrets, key = self._start.secrets, (self._start.secrets, self._used, due)
        if key not in self._rounds_of:
            rest = _with(self._rest, DIAMOND, -due)
            known = self._loot_known + secrets + sum(self._used) + due
            unknown = Unknown(rest, self._unknown, known)
            fits = rest[DIAMOND] >= 0 and unknown.fits(self.told.held)
            self._rounds_of[key] = Rounds(self.told, self.aspects, unknown) if fits else None
        return self._rounds_of[key]

    def _rounds_of_state(self, state: State) -> tuple[Sequence[Counts], Rounds | None]:
        """Give what everybody took at least, and the rounds that it is held against."""
        taken = self._with_cards_due(state)
        due = sum([own[DIAMOND] for own in taken]) - sum([own[DIAMOND] for own in state.taken])
        return taken, self._rounds_with(due)

    def _with_cards_due(self, state: State) -> list[Counts]:
        """Give what everybody took, with the unknown diamond cards that told diamonds ask for.

        Whoever took no card for a diamond plundered the diamond itself. Cites: COL-2.5.
        """
        taken = [*state.taken]
        for p, told in self._diamonds if self._open_to else ():
            more = told - state.left[p] - taken[p][DIAMOND]
            if p in self._open_to and more > 0:
                taken[p] = _with(taken[p], DIAMOND, more)
        return taken

    def after(self, state: State, by: int, victim: int, kind: int) -> State:
        """Give the state in which there was this plunder too."""
        taken, lost, left = list(state.taken), state.lost, list(state.left)
        gained = state.gained
        taken[victim] = _with(taken[victim], kind, 1)
        if self.hands[by].piles[kind] is not None or taken[by][kind]:
            taken[by] = _with(taken[by], kind, -1)
        else:
            gained = (*gained[:by], _with(gained[by], kind, 1), *gained[by + 1 :])
        if self._asks[victim]:
            of_victim = _with(lost[victim], kind, 1)
            lost = (*lost[:victim], of_victim, *lost[victim + 1 :])
        left[by] -= 1
        return State(tuple(taken), lost, tuple(left), gained)

    def mends(self, state: State) -> list[Plunder] | None:
        """List plunders one of which must have been, None where nothing is wrong."""
        self._state, self._has_spare = state, True
        if self._is_open and not self._look_at_rest(state):
            return []
        for p, taken in enumerate(state.taken):
            if (fewest := min(taken)) < 0:
                return self._losses(p, (taken.index(fewest),))
        plunders, diamonds = self._plunders, self._without_cards()
        wrong = self._of_diamonds(diamonds)
        if wrong is None and self._asked:
            wrong = self._wrong_cards(diamonds, plunders)
        if wrong is not None or not self._asks_of_turns:
            return wrong
        found: dict[Plunder, None] = {}
        cards, rounds = self._rounds_of_state(state)
        if rounds is None:
            return []
        for way in self._ways:
            of_turns = rounds.mends(piles_of(cards, way), state.left, plunders)
            if of_turns is None:
                return None
            found |= dict.fromkeys(of_turns)
        return list(found)

    def can_be(self, plunder: Plunder) -> bool:
        """Tell whether a player can still plunder so in the state just looked at.

        What the player does not hold in the end was plundered again by somebody else. Where every
        plunder that is left explains a diamond, cards can be plundered with their diamonds only.
        """
        by, victim, kind = plunder
        left = self._state.left
        if (
            not left[by]
            or not self._plunders
            or not (self._has_spare or (kind == DIAMOND and victim in self._brought))
        ):
            return False
        others = min(self._plunders - 1, sum(left) - left[by])
        return self._likely(by, kind) > 0 or others > 0

    @property
    def _plunders(self) -> int:
        """Count the plunders that there can be beyond those of the state just looked at."""
        return sum(self._state.left) - self._beyond

    def likelihood(self, plunder: Plunder) -> tuple[bool, bool]:
        """Tell whether the plunderer of the state just looked at has the card, and the victim."""
        by, victim, kind = plunder
        return self._likely(by, kind) > 0, self._likely(victim, kind) > 0

    def _of_diamonds(self, diamonds: Sequence[int]) -> list[Plunder] | None:
        """List what can mend that somebody has more diamonds than cards and plunders."""
        if not self._diamonds:
            return None
        left = self._state.left
        plunders, due = self._plunders, self._diamonds_due(diamonds)
        if due > plunders:
            return []
        if due == plunders:
            self._has_spare = False
            self._brought = {p for p in self.seats if diamonds[p]}.union(self._open_to)
        for p, _ in self._diamonds:
            if diamonds[p] > left[p]:
                return self._losses(p, (DIAMOND,)) if self._can_be_lost() else []
        return None

    def _without_cards(self) -> Sequence[int]:
        """Count everybody's diamonds that came without their cards. Cites: COL-2.5, COL-3.3."""
        if not self._diamonds:
            return self._none
        found = [0] * len(self.seats)
        for p, told in self._diamonds:
            of_unknown = self._rest[DIAMOND] if p in self._open_to else 0
            found[p] = max(0, told - of_unknown - self._state.taken[p][DIAMOND])
        return found

    def _diamonds_due(self, diamonds: Sequence[int]) -> int:
        """Count the plunders that diamonds without their cards ask for; unknown cards serve one.

        Cites: COL-2.5, COL-3.3.
        """
        shared = self._shared + self._used[DIAMOND]
        shared -= sum([self._state.taken[p][DIAMOND] for p in self._open_to])
        of_open = sum(diamonds[p] for p in self._open_to)
        return sum(diamonds) - of_open + max(of_open, shared)

    def _can_be_lost(self) -> bool:
        """Tell whether others can have plundered the diamond cards that must have been lost.

        Who has more diamonds without a card than plunders lost a card for each. Whoever plundered
        that still has it, and has a diamond less to account for or plundered another diamond too.
        """
        told, lost, free = dict(self._diamonds), 0, 0
        for p, left in enumerate(self._state.left):
            cards, most = self._state.taken[p][DIAMOND], left
            if p in told:
                own = told[p] - cards - (self._rest[DIAMOND] if p in self._open_to else 0)
                lost += max(0, own - left)
                most = left - max(0, own) if p in self._open_to else min(left, (left - own) // 2)
            free += max(0, most if p in self._open_to else min(most, cards))
        return lost <= free

    def _losses(self, p: int, kinds: Iterable[int]) -> list[Plunder]:
        return [(by, p, kind) for kind in kinds for by in self.seats if by != p]

    def _any_loss(self, p: int) -> list[Plunder]:
        """List what gems and diamond cards a player can have lost.

        Gems of all colours are alike where nothing else asks for gems.
        """
        if not {*self.aspects} <= {EXPLORATION, DIAMONDS}:
            return self._losses(p, LOOT)
        gems = [
            (by, p, max(COLOURS, key=lambda kind: self._likely(by, kind)))
            for by in self.seats
            if by != p
        ]
        return [*self._losses(p, (DIAMOND,)), *gems]

    def _likely(self, by: int, kind: int) -> int:
        return ENDLESS if self.hands[by].piles[kind] is None else self._state.taken[by][kind]

    def _wrong_cards(self, diamonds: Sequence[int], plunders: int) -> list[Plunder] | None:
        """Hold bonus cards and tiles against the cards that were ever had."""
        wrong: list[Plunder] | None = None
        due = sum(diamonds)
        for p, hand in self._asked:
            lost, of_player = self._state.lost[p], 0
            if hand.colours:
                missing = [kind for kind in self._absent[p] if not lost[kind]]
                colours = hand.colours - (len(COLOURS) - len(missing))
                if colours > 0:
                    wrong = wrong or self._losses(p, missing)
                    of_player = colours
            if hand.thirds:
                thirds = hand.thirds - self._thirds(p, lost)
                if thirds > 0:
                    missing = self._missing_for_third(p, lost)
                    most = min(plunders, sum(self._state.left) - self._state.left[p]) - thirds + 1
                    kinds = [kind for kind in COLOURS if missing[kind] <= most]
                    wrong = wrong or self._losses(p, kinds)
                    of_player = max(of_player, thirds - 1 + min(missing))
            if hand.wonders:
                cards = hand.wonders - self._ever_shown(p)
                if cards > 0:
                    wrong = wrong or self._any_loss(p)
                    of_player = max(of_player, cards - diamonds[p])
            due += of_player
            if of_player > min(plunders, sum(self._state.left) - self._state.left[p]):
                return []
        return [] if due > plunders else wrong

    def _ever_shown(self, p: int) -> int:
        """Count the wonders that a player can have had cards of, at most. Cites: COL-9.12."""
        hand = self.hands[p]
        held = sum(n or 0 for n in hand.piles)
        held += sum(self._most_of(p, kind) for kind in self._unknown[p] if kind in LOOT)
        held += self._secrets_held[p]
        return min(hand.shown, held) + sum(self._state.lost[p]) + self._secrets_lost[p]

    def _thirds(self, p: int, lost: Counts) -> int:
        """Count how often a colour came to its third gem, at most. Cites: COL-5.2, COL-5.3."""
        third, found = self.told.third, 0
        for kind in COLOURS:
            had = self._most_of(p, kind) + lost[kind]
            if had >= third:
                found += 1 + min(lost[kind], had - third)
        return found

    def _most_of(self, p: int, kind: int) -> int:
        """Count the cards of a kind that a player can have now, at most."""
        own = self.hands[p].piles[kind]
        return self._rest[kind] + self._state.gained[p][kind] if own is None else own

    def _missing_for_third(self, p: int, lost: Counts) -> list[int]:
        """Count of each colour the gems that must have been lost for one more third gem."""
        third = self.told.third
        return [max(1, third - self._most_of(p, kind) - lost[kind]) for kind in COLOURS]


def piles_of(taken: Sequence[Counts], secrets: Counts) -> list[Counts]:
    """Give what everybody took, keys and chests together last. Cites: COL-2.3."""
    return [(*own, n) for own, n in zip(taken, secrets, strict=True)]


def _with(counts: Counts, kind: int, more: int) -> Counts:
    return (*counts[:kind], counts[kind] + more, *counts[kind + 1 :])
