"""The tunnel against plain flood fill, on tables grown at random."""

from __future__ import annotations

from abc import abstractmethod
from collections import Counter
from collections.abc import Mapping
from random import Random

import pytest

from referee.core.fields import Value
from referee.core.game import Facts
from referee.files.documents.rulebook import load_rulebook
from referee.games.saboteur.model.board.cards import Card, Cell, read_card
from referee.games.saboteur.model.board.tunnel import Tunnel
from referee.games.saboteur.questions import QUESTIONS
from tests.games.saboteur import boards, oracle
from tests.rooms import shown

BOOK = load_rulebook("saboteur")
PLACE, PLACES = (
    next(each for each in QUESTIONS if each.name == name) for name in ("place", "places")
)
SIDES = {side: read_card("x" + side) & 15 for side in "NESW"}


def words(card: oracle.Card) -> str:
    return ("x" if card.dead_end else "") + card.openings


CARDS: Mapping[oracle.Card, Card] = {card: read_card(words(card)) for card in boards.LYING}
"""Each card of the twin as ours."""


def lying(board: oracle.Board) -> dict[Cell, Card]:
    return {cell: CARDS[card] for cell, card in board.items()}


class Twins:
    """Compares the room with its twin, and counts what was seen."""

    def __init__(self, seed: int) -> None:
        self.draw = Random(seed)
        self.seen: Counter[str] = Counter()

    @abstractmethod
    def grow(self, asked: int) -> None:
        """Grow a table, with so many questions after every change."""
        raise NotImplementedError

    def compare(self, tables: int, asked: int) -> dict[str, int]:
        """Grow so many tables; return what was seen, and how often."""
        for _ in range(tables):
            self.grow(asked)
        return shown("placements", self.seen)


class Comparison(Twins):
    """Grows tables in the room and in the twin, and compares them after every change."""

    def grow(self, asked: int) -> None:
        """Grow a table to the end of its deck, with so many questions after every change."""
        table = boards.Table(self.draw, self.draw.choice((0, 0, 0, 0.2)), rockfalls=9)
        tunnel = Tunnel.of(lying(table.board), frozenset(table.hidden))
        self.seen["tables"] += 1
        for change in table.grow():
            tunnel = self.follow(tunnel, change, table)
            self.compare_tables(tunnel, table)
            for _ in range(asked):
                self.ask(tunnel, table)
            if self.draw.random() < 1 / 10:
                self.compare_places(tunnel, table)

    def follow(self, tunnel: Tunnel, change: boards.Change, table: boards.Table) -> Tunnel:
        """Make the same change in the room."""
        if change.card is None:
            self.seen["rockfalls"] += 1
            after = tunnel.without(change.cell)
            self.seen["rockfalls that cut something off"] += len(tunnel.joined - after.joined) > 1
            return after
        after = tunnel.lay(change.cell, CARDS[change.card])
        closed = len(after.joined - tunnel.joined) > 1
        if change.reached_at:
            self.seen[f"goals reached from {change.reached_at}"] += 1
            self.seen["goals that do not fit"] += oracle.misfits(table.board, change.cell) > 0
            assert table.has_strays or not closed, "no loose part is open to a hidden goal"
        else:
            self.seen["cards laid"] += 1
            self.seen["dead ends laid"] += change.card.dead_end
            self.seen["gaps closed"] += closed
            self.seen["cards laid beyond the middle"] += not (
                0 <= change.cell[0] <= 8 and -2 <= change.cell[1] <= 2
            )
            if not table.has_strays:
                self.compare_reached(after, change, table)
        return after

    def compare_reached(self, tunnel: Tunnel, change: boards.Change, table: boards.Table) -> None:
        """The goals that are open to the tunnel are those that the card just laid turns up."""
        assert change.card
        is_passed = not change.card.dead_end
        expected = oracle.turned_up(table.board, table.hidden, change.cell) if is_passed else []
        found = [(goal, side) for goal, side in tunnel.reached()]
        assert found == [(goal, SIDES[side]) for goal, side in expected], table.board
        self.seen["two goals at once"] += len(found) == 2

    def compare_tables(self, tunnel: Tunnel, table: boards.Table) -> None:
        """A tunnel as it grew is the tunnel taken up from the table, and the twin's."""
        board, hidden = table.board, table.hidden
        assert tunnel == Tunnel.of(lying(board), frozenset(hidden)), board
        assert tunnel.joined == oracle.joined(board), board
        loose = oracle.loose(board)
        assert {cell for cell in board if tunnel.is_loose(cell)} == loose, board
        open_to = oracle.opened_to(board, hidden)
        assert tunnel.reached() == tuple((goal, SIDES[side]) for goal, side in open_to), board
        assert table.has_strays or open_to or not open_doors(table), board
        self.seen["tables compared"] += 1
        self.seen["tables with loose parts"] += bool(loose)
        self.seen["tables with strays"] += table.has_strays
        self.seen["tables with a goal that does not fit"] += any(
            oracle.misfits(board, goal) for goal in table.up
        )

    def ask(self, tunnel: Tunnel, table: boards.Table) -> None:
        """Put one yes-or-no question to both."""
        card, cell = boards.question(self.draw, table.board)
        objection = oracle.objection(table.board, table.hidden, card, cell)
        assert tunnel.takes(CARDS[card], cell) is (not objection), (table.board, card, cell)
        self.seen["questions"] += 1
        self.seen[f"no: {objection}" if objection else "yes"] += 1
        if not objection:
            around = [oracle.beside(cell, side) for side in "NESW"]
            self.seen["yes beside a hidden goal"] += any(each in table.hidden for each in around)
            self.seen["yes beside a goal that is up"] += any(each in table.up for each in around)

    def compare_places(self, tunnel: Tunnel, table: boards.Table) -> None:
        """All cells for one card, both ways."""
        card = self.draw.choice(list(oracle.DECK))
        found = {
            (cell, way)
            for cell, fitting in tunnel.places()
            for way in (card, oracle.half_turn(card))
            if fitting >> (CARDS[way] & 15) & 1
        }
        expected = oracle.places(table.board, table.hidden, card)
        assert found == set(expected), (table.board, card)
        self.seen["lists of places"] += 1
        self.seen["places listed"] += len(expected)


def open_doors(table: boards.Table) -> list[Cell]:
    """List what can be passed and is open to a goal that is still face down."""
    return [
        cell
        for cell, card in table.board.items()
        if not card.dead_end
        and any(oracle.beside(cell, side) in table.hidden for side in card.openings)
    ]


class Disputes(Twins):
    """Puts tables as disputes, in the words that players use."""

    def grow(self, asked: int) -> None:
        """Grow a table by the rules, with so many disputes after every change."""
        table = boards.Table(self.draw)
        for _ in table.grow():
            if open_doors(table):
                continue  # a goal has just been reached, and is not up yet
            if "treasure" in table.up.values() and self.draw.random() < 1 / 4:
                break
            for _ in range(asked):
                self.compare_place(table)
            if self.draw.random() < 1 / 4:
                self.compare_places(table)

    def told(self, table: boards.Table) -> dict[str, Value]:
        """Tell a table, its cards and goals in any order."""
        laid = [placed(cell, table.board[cell]) for cell in sorted(table.laid)]
        goals = [
            f"{spot(goal)}:{shows}:{words(table.board[goal])}" for goal, shows in table.up.items()
        ]
        return {
            "laid": tuple(self.draw.sample(laid, len(laid))),
            "goal": tuple(self.draw.sample(goals, len(goals))),
        }

    def compare_place(self, table: boards.Table) -> None:
        """Put one placement, sometimes with a broken tool."""
        bold = table.bold() if self.draw.random() < 1 / 4 else None
        card, cell = bold or boards.question(self.draw, table.board)
        broken = self.draw.random() < 1 / 10
        facts = self.told(table) | {"lay": placed(cell, card)}
        reply = PLACE.answer(BOOK, Facts(facts | ({"broken": ("lamp",)} if broken else {})))
        objection = oracle.objection(table.board, table.hidden, card, cell)
        expected = self.verdict(table, card, objection, broken=broken)
        assert reply.verdict == expected, (facts, str(reply.reason))
        self.seen["placements"] += 1
        self.seen[f"placements {expected}"] += 1
        if expected == "allowed":
            lies = self.turned_up(table, card, cell)
            assert list(reply.results["reveals"]) == list(lies), facts
            assert reply.results["lies_as"] == lies, facts
            self.seen["placements that turn goals up"] += bool(lies)
            self.seen["placements that turn two goals up"] += len(lies) == 2

    def verdict(
        self, table: boards.Table, card: oracle.Card, objection: str, *, broken: bool
    ) -> str:
        if not self.is_left(table, card):
            return "impossible"
        is_over = "treasure" in table.up.values()
        return "forbidden" if is_over or broken or objection else "allowed"

    def is_left(self, table: boards.Table, card: oracle.Card) -> bool:
        """Tell whether the box holds one more of the shape than lie on the table."""
        ways = {card, oracle.half_turn(card)}
        lying = sum(table.board[cell] in ways for cell in table.laid)
        return lying < sum(oracle.DECK.get(way, 0) for way in ways)

    def turned_up(
        self, table: boards.Table, card: oracle.Card, cell: Cell
    ) -> dict[str, dict[str, str]]:
        """Tell how each goal that the card turns up would lie, for all that it may show."""
        if card.dead_end:
            return {}
        reached = oracle.turned_up({**table.board, cell: card}, table.hidden, cell)
        names = {"stone-a", "stone-b", "treasure"} - set(table.up.values())
        return {
            spot(goal): {name: words(oracle.lies_as(name, side)) for name in names}
            for goal, side in reached
        }

    def compare_places(self, table: boards.Table) -> None:
        """Ask for all places of one card."""
        card = self.draw.choice(list(oracle.DECK))
        reply = PLACES.answer(BOOK, Facts(self.told(table) | {"card": words(card)}))
        self.seen["lists of places"] += 1
        if self.verdict(table, card, "", broken=False) != "allowed":
            assert reply.results["cells"] is None
            self.seen["lists refused"] += 1
            return
        found = [(each["at"], each["lies"]) for each in reply.results["cells"]]
        expected = oracle.places(table.board, table.hidden, card)
        assert sorted(found) == sorted((spot(at), words(way)) for at, way in expected), table.board
        assert [at for at, _ in found] == [spot(at) for at, _ in expected], "by x, and then by y"
        self.seen["places listed"] += len(found)


def spot(cell: Cell) -> str:
    return f"{cell[0]},{cell[1]}"


def placed(cell: Cell, card: oracle.Card) -> str:
    return f"{spot(cell)}:{words(card)}"


FEW_PLACEMENTS = {
    "tables": 20,
    "cards laid": 791,
    "dead ends laid": 173,
    "gaps closed": 25,
    "cards laid beyond the middle": 336,
    "two goals at once": 2,
    "tables compared": 895,
    "tables with loose parts": 505,
    "tables with strays": 293,
    "tables with a goal that does not fit": 39,
    "questions": 13_425,
    "yes": 3_677,
    "yes beside a hidden goal": 66,
    "yes beside a goal that is up": 173,
    "no: alone": 2_263,
    "no: not joined": 3_559,
    "no: does not fit": 3_036,
    "no: occupied": 890,
    "rockfalls": 75,
    "rockfalls that cut something off": 39,
    "goals reached from W": 12,
    "goals that do not fit": 2,
    "lists of places": 99,
    "places listed": 688,
    "goals reached from N": 8,
    "goals reached from S": 7,
    "goals reached from E": 2,
}
FEW_DISPUTES = {
    "placements": 648,
    "placements forbidden": 393,
    "placements allowed": 117,
    "placements that turn goals up": 8,
    "placements that turn two goals up": 2,
    "lists of places": 93,
    "places listed": 416,
    "placements impossible": 138,
    "lists refused": 24,
}
"""What the quick runs see, and how often; the long ones see all of it more often."""


def test_placements_are_as_plain_flood_fill_has_them() -> None:
    assert Comparison(seed=1).compare(tables=20, asked=15) == FEW_PLACEMENTS


def test_disputes_about_placements_are_answered_as_the_twin_says() -> None:
    assert Disputes(seed=8).compare(tables=12, asked=2) == FEW_DISPUTES


@pytest.mark.prove
def test_a_million_placements_are_as_plain_flood_fill_has_them() -> None:
    seen = Comparison(seed=2).compare(tables=650, asked=40)
    assert seen["questions"] > 10**6
    assert {kind for kind, n in seen.items() if n > FEW_PLACEMENTS[kind]} == {*FEW_PLACEMENTS}


@pytest.mark.prove
def test_many_more_disputes_are_answered_as_the_twin_says() -> None:
    seen = Disputes(seed=4).compare(tables=400, asked=4)
    assert seen["placements"] > 50_000
    assert {kind for kind, n in seen.items() if n > FEW_DISPUTES[kind]} == {*FEW_DISPUTES}


def test_a_card_behind_a_dead_end_that_has_replaced_another_can_lie_so() -> None:
    told: dict[str, Value] = {"laid": ("1,0:xEW", "2,0:EW"), "lay": "0,1:NS"}
    assert PLACE.answer(BOOK, Facts(told)).verdict == "allowed"


@pytest.mark.parametrize("at", ["0,0", "8,2", "8,0", "1,0"])
def test_a_card_on_an_occupied_cell_is_forbidden_also_after_the_treasure(at: str) -> None:
    laid = tuple(f"{x},0:{'EW' if x <= 3 else 'NESW'}" for x in range(1, 8))
    told: dict[str, Value] = {"laid": laid, "goal": ("8,0:treasure:NESW",), "lay": f"{at}:NS"}
    assert PLACE.answer(BOOK, Facts({**told, "lay": "4,1:NS"})).verdict == "forbidden"
    assert PLACE.answer(BOOK, Facts(told)).verdict == "forbidden"
