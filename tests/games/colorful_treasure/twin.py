"""The slow twin of the audit: all statements about a final table as one problem for a solver.

Every number of the table is a variable, every sentence of the rules a constraint; the solver
(OR-tools, a development dependency) looks for a play. It imports nothing of ours.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations, pairwise
from typing import Any

import pytest

cp_model = pytest.importorskip("ortools.sat.python.cp_model", reason="the proofs bring the solver")

COLOURS = ("red", "yellow", "green", "blue", "purple")
KINDS = (*COLOURS, "diamond_cards", "keys", "chests")
BOX = dict.fromkeys(COLOURS, 6) | {"diamond_cards": 10, "keys": 5, "chests": 5}
WONDERS = range(10)
MOST = 60


class Twin:
    """One final table, with ``entries`` clockwise; what an entry lacks is unknown."""

    def __init__(
        self,
        entries: Sequence[Mapping[str, Any]],
        mode: str,
        switches: Mapping[str, str],
        field: int | None,
    ) -> None:
        self.m = cp_model.CpModel()
        self.entries, self.mode, self.switches = entries, mode, switches
        self.seats = range(len(entries))
        self.lost_tile = {
            tile: all(tile not in entry.get("tiles", ()) for entry in entries)
            for tile in ("any-token", "fourth-card", "extra-kind", "no-secrets", "sixth-colour")
        }
        self._pieces(field)
        self._plunders()
        self._owners()
        self._bonuses()
        self._third_gems()
        self._turns()
        self._wonders()

    def is_possible(self) -> bool:
        """Ask the solver, and where it takes long, in another way."""
        status = cp_model.UNKNOWN
        for level in (1, 2, 0):
            if status == cp_model.UNKNOWN:
                solver = cp_model.CpSolver()
                solver.parameters.num_workers = 1
                solver.parameters.linearization_level = level
                solver.parameters.max_time_in_seconds = 200
                status = solver.solve(self.m)
        assert status != cp_model.UNKNOWN, "the solver ran out of time"
        return bool(status != cp_model.INFEASIBLE)

    def _int(self, least: int = 0, most: int = MOST) -> Any:
        return self.m.new_int_var(least, most, "")

    def _bool(self) -> Any:
        return self.m.new_bool_var("")

    def _pieces(self, field: int | None) -> None:  # noqa: C901 - one line for each piece
        """Statement 1, and the sums of statement 2."""
        m, is_simple = self.m, self.mode == "simple"
        self.h = [{k: self._int(0, BOX[k]) for k in KINDS} for _ in self.seats]
        self.d = [self._int(0, 10) for _ in self.seats]
        for p, entry in enumerate(self.entries):
            for k in KINDS:
                if k in entry:
                    m.add(self.h[p][k] == entry[k])
            if "diamonds" in entry:
                m.add(self.d[p] == entry["diamonds"])
            if self.mode != "advanced" and entry.get("tiles"):
                m.add_bool_or([])
            if is_simple and entry.get("bonuses"):
                m.add_bool_or([])
        for k in KINDS:
            gone = is_simple and k in {"keys", "chests"}
            m.add(sum(own[k] for own in self.h) <= (0 if gone else BOX[k]))
        tiles = [tile for entry in self.entries for tile in entry.get("tiles", ())]
        if len(tiles) > 5 or len({*tiles}) < len(tiles):
            m.add_bool_or([])
        for bonus in ("gem", "exploration"):
            if sum(entry.get("bonuses", ()).count(bonus) for entry in self.entries) > 1:
                m.add_bool_or([])
        self.all = sum(own[k] for own in self.h for k in KINDS)
        whole = 40 if is_simple else 50
        self.left = self._int(0, 0 if is_simple else 10)
        m.add(self.all + self.left == whole)
        if field is not None:
            m.add(self.left == field)

    def _plunders(self) -> None:
        """Statement 5, but for the tile."""
        m = self.m
        self.moved = {
            (q, p, k): self._int(0, 6)
            for q in self.seats for p in self.seats if p != q for k in (*KINDS, "diamond")
        }  # fmt: skip
        if self.mode == "simple":
            m.add(sum(self.moved.values()) == 0)
        self.t, self.lost = [], []
        for p in self.seats:
            won = {k: sum(self.moved[p, v, k] for v in self.seats if v != p) for k in KINDS}
            lost = {k: sum(self.moved[q, p, k] for q in self.seats if q != p) for k in KINDS}
            taken = {k: self._int() for k in KINDS}
            for k in KINDS:
                m.add(taken[k] == self.h[p][k] + lost[k] - won[k])
            left_lying = self._int()
            m.add(left_lying <= taken["diamond_cards"])
            stones = sum(self.moved[p, v, "diamond"] for v in self.seats if v != p)
            stolen = sum(self.moved[q, p, "diamond"] for q in self.seats if q != p)
            m.add(self.d[p] == taken["diamond_cards"] - left_lying + stones - stolen)
            self.t.append(taken)
            self.lost.append(lost)

    def _owners(self) -> None:
        """Who may have had the tiles that lie before nobody, and whose tiles nobody told."""
        m = self.m
        self.had: dict[tuple[str, int], Any] = {}
        self.from_hand: list[list[Any]] = [[] for _ in self.seats]
        once = {
            tile
            for tile, name in (
                ("fourth-card", "fourth_card_tile"),
                ("extra-kind", "extra_kind_tile"),
            )
            if self.switches.get(name) == "once"
        }
        self.once = once
        for tile, is_lost in self.lost_tile.items():
            for p, entry in enumerate(self.entries):
                own = self._bool()
                self.had[tile, p] = own
                if self.mode != "advanced":
                    m.add(own == 0)
                elif not is_lost:
                    stays = tile not in once and tile in entry.get("tiles", ())
                    m.add(own == int(stays and tile != "any-token"))
                elif tile not in {"any-token", "fourth-card", *once} and "tiles" in entry:
                    m.add(own == 0)
                elif tile not in {"any-token", "fourth-card", *once}:
                    self.from_hand[p].append(own)
            m.add_at_most_one(self.had[tile, p] for p in self.seats)
        for p in self.seats:
            n = self._int(0, 12)
            m.add(
                n
                == sum(
                    self.moved[p, v, k] for v in self.seats if v != p for k in (*KINDS, "diamond")
                )
            )
            wild = self.had["any-token", p]
            m.add(n - wild <= self.t[p]["keys"])
            m.add(n - wild <= self.t[p]["chests"])
            some = self._bool()
            m.add(n >= 1).only_enforce_if(some)
            m.add(n == 0).only_enforce_if(some.negated())
            m.add(self.t[p]["keys"] + self.t[p]["chests"] >= 2 * n - 1).only_enforce_if(some)

    def _bonuses(self) -> None:
        """Statement 6, the wonders of it in ``_wonders``."""
        m = self.m
        for p, entry in enumerate(self.entries):
            if "gem" in entry.get("bonuses", ()):
                shown = []
                for k in COLOURS:
                    had = self._bool()
                    m.add(self.h[p][k] + self.lost[p][k] >= 1).only_enforce_if(had)
                    shown.append(had)
                asked = 4 if len(self.entries) == 4 else 5
                m.add(sum(shown) + self.had["sixth-colour", p] >= asked)
            if "exploration" in entry.get("bonuses", ()):
                m.add(sum(self.h[p][k] + self.lost[p][k] for k in KINDS) >= 8)

    def _third_gems(self) -> None:
        """Statement 7."""
        m = self.m
        for p, entry in enumerate(self.entries):
            events = []
            for k in COLOURS:
                n, is_third = self._int(0, 6), self._bool()
                ever = self.h[p][k] + self.lost[p][k]
                m.add(n == 0).only_enforce_if(is_third.negated())
                m.add(ever >= 3).only_enforce_if(is_third)
                m.add(n <= 1 + self.lost[p][k])
                m.add(n <= ever - 2).only_enforce_if(is_third)
                events.append(n)
            tiles = len(entry.get("tiles", ()))
            m.add(sum(events) >= tiles + self.had["any-token", p] + sum(self.from_hand[p]))

    def _turns(self) -> None:
        """Statements 2, 3 and 4: every take is of one of a few shapes."""
        m, is_simple = self.m, self.mode == "simple"
        rounds = self._int(0, MOST)
        lasts = []
        for p in self.seats:
            takes: list[tuple[dict[str, int], Any]] = []
            self._takes(p, takes)
            for k in (*COLOURS, "diamond_cards"):
                m.add(sum(n * shape.get(k, 0) for shape, n in takes) == self.t[p][k])
            secrets = self.t[p]["keys"] + self.t[p]["chests"]
            m.add(sum(n * shape.get("secret", 0) for shape, n in takes) == secrets)
            idle, extra = self._int(), self._int(0, 1)
            works_once = self.switches.get("no_secrets_tile") == "once"
            avoids = m.new_constant(0) if works_once else self.had["no-secrets", p]
            if self.switches.get("takes") != "may":
                m.add(idle == 0).only_enforce_if(avoids.negated())
            if not is_simple:
                m.add(extra == 0)
            m.add(sum(n for _, n in takes) + idle == rounds + extra)
            self.extra = [*getattr(self, "extra", []), extra]
            last, chosen = self._int(0, 4), []
            for shape, n in takes:
                is_last = self._bool()
                m.add(n >= 1).only_enforce_if(is_last)
                m.add(last == sum(shape.values())).only_enforce_if(is_last)
                chosen.append(is_last)
            nothing = self._bool()
            m.add(idle >= 1).only_enforce_if(nothing)
            m.add(last == 0).only_enforce_if(nothing)
            m.add_exactly_one([*chosen, nothing])
            lasts.append(last)
        if is_simple:
            n, rows = len(self.entries), []
            for first in self.seats:
                for more in range(n):
                    row = self._bool()
                    for p in self.seats:
                        is_in = int((p - first) % n < more)
                        m.add(self.extra[p] == is_in).only_enforce_if(row)
                    rows.append(row)
            m.add_bool_or(rows)
        else:
            m.add(rounds >= 1)
            m.add(sum(lasts) >= self.all - 39)

    def _takes(self, p: int, takes: list[tuple[dict[str, int], Any]]) -> None:
        """List the shapes of takes, each with the variable that counts them."""
        m, kinds = self.m, (*COLOURS, "diamond_cards")
        most = 2 if self.mode == "simple" else 3
        special = []
        for k in (*kinds, "secret"):
            takes += [({k: size}, self._int(0, 12)) for size in range(1, most + 1)]
            if self.mode == "advanced":
                four = self._int(0, 12)
                m.add(four <= 12 * self.had["fourth-card", p])
                takes.append(({k: 4}, four))
                special.append((four, 1, 0))
        if self.mode == "advanced":
            for one, two in combinations(kinds, 2):
                for size in (2, 3, 4):
                    for first in range(1, size):
                        n = self._int(0, 12)
                        m.add(n <= 12 * self.had["extra-kind", p])
                        if size == 4:
                            m.add(n <= 12 * self.had["fourth-card", p])
                        takes.append(({one: first, two: size - first}, n))
                        special.append((n, int(size == 4), 1))
        if "fourth-card" in self.once:
            m.add(sum(n for n, is_four, _ in special if is_four) <= 1)
        if "extra-kind" in self.once:
            m.add(sum(n for n, _, is_two in special if is_two) <= 1)

    def _wonders(self) -> None:  # noqa: C901 - one for each row
        """Statement 8, together with what the exploration bonus asks."""
        m = self.m
        rows = (*COLOURS, "diamond_cards", "secret")
        there = {(j, k): self._bool() for j in WONDERS for k in rows}
        for j in WONDERS:
            m.add(sum(there[j, k] for k in COLOURS) == 3)
            m.add(there[j, "diamond_cards"] == 1)
            m.add(there[j, "secret"] == 1)
        for k in COLOURS:
            m.add(sum(there[j, k] for j in WONDERS) == 6)
        own = {(p, j, k): self._bool() for p in self.seats for j in WONDERS for k in rows}
        for j in WONDERS:
            for k in rows:
                m.add(sum(own[p, j, k] for p in self.seats) <= there[j, k])
        for p, entry in enumerate(self.entries):
            for k in rows:
                held = self.h[p][k] if k != "secret" else self.h[p]["keys"] + self.h[p]["chests"]
                m.add(sum(own[p, j, k] for j in WONDERS) == held)
            shown = []
            for j in WONDERS:
                is_shown = self._bool()
                m.add_bool_or([own[p, j, k] for k in rows]).only_enforce_if(is_shown)
                for k in rows:
                    m.add_implication(own[p, j, k], is_shown)
                shown.append(is_shown)
            for one, other in pairwise(shown):
                if p == 0:
                    m.add_implication(
                        other, one
                    )  # wonders are alike: the first player's come first
            if "wonders" in entry:
                m.add(sum(shown) == entry["wonders"])
            if "exploration" in entry.get("bonuses", ()):
                m.add(sum(shown) + sum(self.lost[p].values()) >= 8)
