"""The sheet: what is told of a round, who stands where, the tunnel as a picture, the margin."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import pytest

from referee.core.paper.drawing import Box, Drawing, Label, Line, LineStyle, Point, Shade
from referee.core.paper.round_sheet import SheetRow
from referee.core.play.event import Event
from referee.core.table import Player, Setup
from referee.files.documents.rulebook import load_rulebook
from referee.games.saboteur import GAME
from referee.games.saboteur.model.board.cards import Cell
from referee.games.saboteur.model.board.tunnel import Tunnel
from referee.games.saboteur.paper.diagram import EDGE, LETTER_SIZE, MANY, TALL, draw, drawn_tunnel
from referee.games.saboteur.stages.cards import (
    CardDiscarded,
    GoalLookedAt,
    RockFell,
    ToolBroken,
    ToolRepaired,
)
from referee.games.saboteur.stages.ending import GoalTurnedUp, RoleTurnedUp
from referee.games.saboteur.stages.gold import GoldHandedOut, GoldKept
from referee.games.saboteur.stages.turn import CardLaid, StarterChosen
from referee.games.saboteur.state import State
from tests.games.saboteur import boards, oracle
from tests.games.saboteur.test_placement import lying
from tests.games.saboteur.test_recorded import PATHS
from tests.recorded import run
from tests.rooms import few_or_many

BOOK = load_rulebook("saboteur")
ANA, BO, TABLE = Player("Ana"), Player("Bo"), Player("table")
THREE = Setup((ANA, BO, TABLE))
ROUND: Sequence[Event[State]] = (
    StarterChosen(BO),
    CardLaid(BO, "NESW", (1, 0)),
    ToolBroken(TABLE, ANA, "lamp"),
    ToolRepaired(ANA, ANA, "lamp", "lamp-cart"),
    RockFell(BO, (1, 0)),
    GoalLookedAt(TABLE, (8, -2)),
    CardDiscarded(ANA),
    CardDiscarded(BO),
    ToolBroken(TABLE, TABLE, "cart"),
    ToolRepaired(ANA, TABLE, "cart", "cart"),
    GoalTurnedUp((8, 0), "treasure"),
    *(RoleTurnedUp(player, "digger") for player in THREE.seating),
)
CARD = (15 / 16, TALL - 1 / 16)
"""The size of a card's box."""
QUICK = {"ten_players_the_bank_owes", "five_players_share_the_victory"}
"""Recorded games that are looked at in the quick run: with all gold noted, and with some."""
each_game = pytest.mark.parametrize(
    "path",
    [
        pytest.param(path, id=path.stem, marks=[] if path.stem in QUICK else pytest.mark.prove)
        for path in PATHS
    ],
)


def rows(log: Sequence[Event[State]], setup: Setup = THREE) -> dict[tuple[str, str], SheetRow]:
    sheet = GAME.sheet(BOOK, setup, log)
    return {(str(row.round), str(row.what)): row for row in sheet.rows}


def cells(row: SheetRow) -> list[str]:
    return ["" if cell is None else str(cell) for cell in row.cells]


def test_a_round_tells_who_did_what_to_whom() -> None:
    told = {what: cells(row) for (_, what), row in rows(ROUND).items()}
    assert told == {
        "tunnel cards": ["", "1", "", "Bo begins; treasure at 8,0 by Ana"],
        "tools": [
            "repaired own lamp (lamp-cart); repaired cart of table",
            "",
            "broke lamp of Ana; broke own cart",
            "",
        ],
        "maps, rockfalls": ["", "rockfall 1,0 (NESW)", "map 8,-2", ""],
        "discarded": ["1", "1", "", ""],
        "role": ["digger", "digger", "digger", "diggers won"],
    }


def test_gold_in_the_open_is_told_card_by_card_and_added_up() -> None:
    kept = [GoldKept(player, n) for player, n in ((ANA, 3), (TABLE, 1), (BO, 2))]
    told = rows([*ROUND, GoldHandedOut(in_secret=False), *kept])
    assert cells(told["1", "gold"]) == ["3", "2", "1", "open"]
    standing = told["1", "nuggets so far"]
    assert (standing.cells, standing.is_standing, standing.entries) == ((3, 2, 1, None), True, ())
    assert cells(told["2", "tunnel cards"])[-1] == "Bo begins"


def test_two_cards_kept_in_a_round_are_added_with_a_plus() -> None:
    roles = [
        RoleTurnedUp(ANA, "digger"),
        RoleTurnedUp(BO, "saboteur"),
        RoleTurnedUp(TABLE, "digger"),
    ]
    kept = [GoldKept(player, n) for player, n in ((ANA, 2), (TABLE, 1), (ANA, 1))]
    told = rows([*ROUND[:-3], *roles, GoldHandedOut(in_secret=False), *kept])
    assert cells(told["1", "gold"]) == ["2+1", "", "1", "open"]
    assert told["1", "nuggets so far"].cells == (3, 0, 1, None)


@pytest.mark.parametrize(
    ("event", "what", "cell"),
    [
        (ToolBroken(ANA, BO, "lamp"), "tools", "; ".join(["broke lamp of Bo"] * 500)),
        (CardDiscarded(ANA), "discarded", "500"),
    ],
)
def test_five_hundred_cards_used_fit_into_a_cell(event: Event[State], what: str, cell: str) -> None:
    assert cells(rows([event] * 500)["1", what]) == [cell, "", "", ""]


def test_gold_in_secret_gives_no_standing() -> None:
    told = rows([*ROUND, GoldHandedOut(in_secret=True)])
    assert cells(told["1", "gold"]) == ["", "", "", "secret"]
    assert [row for row in told.values() if row.is_standing] == []


def test_the_blank_form_has_boxes_for_nuggets_in_every_round() -> None:
    blank = GAME.sheet(BOOK, THREE, ()).rows
    assert [row.round for row in blank if row.is_standing] == [1, 2, 3]
    assert all(cell is None for row in blank for cell in row.cells)
    assert len(blank) == 3 * 7 + 1


@each_game
def test_nuggets_stand_there_as_long_as_all_gold_was_noted(path: Path) -> None:
    played = run(path)
    sheet = GAME.sheet(played.book, played.session.setup, played.session.log())
    standing = {row.round: row.cells for row in sheet.rows if row.is_standing}
    rounds = [each.after for each in played.moments if each.after.round > each.before.round]
    assert set(standing) == {n for n, state in enumerate(rounds, 1) if state.recorded_gold}
    if len(standing) == len(rounds):
        totals = [score.total for score in played.sheet.scores]
        assert [*standing[len(rounds)][:-1]] == totals


@each_game
def test_there_is_a_picture_of_every_tunnel_that_was_begun(path: Path) -> None:
    played = run(path)
    moments, log = played.moments, played.session.log()
    for length in {0, 1, 2, *range(11, len(log), 41), len(log)}:
        state: State = moments[length].before if length < len(log) else played.session.state
        pictures = GAME.sheet(played.book, played.session.setup, log[:length]).diagrams
        begun = state.round if state.now.turns and not state.is_played else state.round - 1
        titles = [f"The tunnel of round {n}" for n in range(1, begun + 1)]
        assert [str(picture.title) for picture in pictures] == titles


class Read:
    """A picture read back: what lies where, by the numbers at its edges."""

    def __init__(self, drawn: Iterator[Drawing]) -> None:
        self.drawn = list(drawn)
        self.cards_drawn = [
            each for each in self.drawn if isinstance(each, Box) and each.size == CARD
        ]
        self.labels = [each for each in self.drawn if isinstance(each, Label)]
        self.columns = {
            each.at[0]: int(str(each.text)) for each in self.labels if each.at[1] < EDGE
        }
        self.rows = {each.at[1]: int(str(each.text)) for each in self.labels if each.at[0] < EDGE}
        self.cells: dict[Point, Cell] = {
            (across, down): (x, y)
            for across, x in self.columns.items()
            for down, y in self.rows.items()
        }
        """By where their middles are."""

    def cards(self, *tones: Shade) -> Counter[Cell]:
        """Count the cards on each cell, those of these tones."""
        return Counter(
            self.cells[each.at[0] + CARD[0] / 2, each.at[1] + CARD[1] / 2]
            for each in self.cards_drawn
            if each.tone in (tones or Shade)
        )

    def sides(self, cell: Cell) -> tuple[str, bool]:
        """Tell at which sides tunnels come in, and whether they get to the middle."""
        across, down = next(middle for middle, each in self.cells.items() if each == cell)
        at_side = {
            (across, down - TALL / 2): "N",
            (across + 0.5, down): "E",
            (across, down + TALL / 2): "S",
            (across - 0.5, down): "W",
        }
        lines = [each for each in self.drawn if isinstance(each, Line)]
        assert {each.pen for each in lines} <= {LineStyle.TUNNEL}
        own = [
            each.through
            for each in lines
            if all(abs(x - across) <= 0.5 and abs(y - down) <= TALL / 2 for x, y in each.through)
        ]
        ends = [at_side[point] for points in own for point in points if point in at_side]
        assert len(ends) == len(set(ends)), "no tunnel is drawn twice"
        through = {(across, down) in points for points in own}
        assert len(through) <= 1
        return "".join(side for side in "NESW" if side in ends), True in through

    def signs(self) -> dict[Cell, str]:
        """Tell which sign stands in the middle of a cell."""
        inside = (each for each in self.labels if each.at in self.cells)
        return {self.cells[each.at]: str(each.text) for each in inside}


def signs_of(table: boards.Table) -> dict[Cell, str]:
    """Tell which signs a picture of this table has, from the rules alone."""
    letters = {"treasure": "$", "stone-a": "A", "stone-b": "B"}
    up = {cell: letters[shows] for cell, shows in table.up.items()}
    ends = {cell: "×" for cell, card in table.board.items() if card.dead_end}
    return {**ends, **dict.fromkeys(table.hidden, "?"), oracle.START: "S", **up}


@few_or_many(range(3), range(3, 120))
def test_a_picture_shows_every_card_once_as_it_lies(seeds: range) -> None:
    loose = 0
    for seed in seeds:
        table = boards.Table(Random(seed), strays=seed % 3 / 40)
        for count, _ in enumerate(table.grow()):
            if count % 25 == 24:
                loose += compare_picture(table)
    assert loose


def compare_picture(table: boards.Table) -> int:
    """Hold the picture of a table against the table; count the cards that are cut off."""
    tunnel = Tunnel.of(lying(table.board), frozenset(table.hidden))
    read = Read(drawn_tunnel(tunnel, table.up))
    assert read.cards() == Counter([*table.board, *table.hidden])
    for cell, card in table.board.items():
        assert read.sides(cell) == (
            "".join(sorted(card.openings, key="NESW".index)),
            not card.dead_end,
        )
    assert read.signs() == signs_of(table)
    pale = {*read.cards(Shade.PALE)} - table.hidden
    assert pale == {cell for cell in table.board if tunnel.is_loose(cell)}
    return len(pale)


def test_a_card_that_a_rockfall_took_is_gone_from_the_picture() -> None:
    before, after = (GAME.sheet(BOOK, THREE, ROUND[:n]).diagrams[-1] for n in (4, 5))
    assert str(before.told) == "1 tunnel card lies. No goal was turned up."
    assert str(after.told) == "0 tunnel cards lie. No goal was turned up."
    assert Read(iter(before.drawn)).cards() - Read(iter(after.drawn)).cards() == {(1, 0): 1}


def tunnel_with(*cells: Cell) -> Tunnel:
    """Lay a straight card on each of these cells, besides the start."""
    cards = dict.fromkeys(cells, oracle.Card("EW"))
    return Tunnel.of(lying(cards | dict(oracle.EMPTY_BOARD)), frozenset(oracle.GOALS))


def test_a_tunnel_of_sixty_cards_in_a_row_is_drawn() -> None:
    read = Read(drawn_tunnel(tunnel_with(*((x, 1) for x in range(1, 61))), {}))
    assert len(read.cards_drawn) == 61 + 3
    numbered = [*read.columns.items()]
    assert [column for _, column in numbered] == [*range(0, 61, 1 + 61 // MANY)]
    apart = {after - before for (before, _), (after, _) in pairwise(numbered)}
    assert len(apart) == 1, "a number is over its column"
    assert LETTER_SIZE < 1 < TALL


@pytest.mark.parametrize(("far", "columns"), [(18, range(19)), (19, (*range(9), 18, 19))])
def test_a_card_far_off_is_drawn_without_the_way_there(far: int, columns: Iterable[int]) -> None:
    drawn = Read(drawn_tunnel(tunnel_with((far, 0)), {}))
    assert [*drawn.columns.values()] == [*columns]


def test_no_card_is_too_far_off_to_be_drawn() -> None:
    tunnel = tunnel_with((10**30, -(10**30)))
    assert sum(Read(drawn_tunnel(tunnel, {})).cards().values()) == 2 + 3
    assert len(draw(tunnel, oracle.GOALS, {})) < 40


DEALT: Mapping[int, tuple[int, ...]] = {
    3: (1, 3, 6, 49, 3),
    4: (1, 4, 6, 43, 4),
    5: (2, 4, 6, 37, 5),
    6: (2, 5, 5, 37, 6),
    7: (3, 5, 5, 32, 7),
    8: (3, 6, 4, 35, 8),
    9: (3, 7, 4, 31, 9),
    10: (4, 7, 4, 27, 9),
}


def shared(**options: str) -> list[Any]:
    """List the gold cards of the diggers for every number of players."""
    setup = Setup(THREE.seating, options={name: (value,) for name, value in options.items()})
    return [str(row[-1]) for row in GAME.reference(BOOK, setup).setup.rows]


def test_the_margin_tells_what_is_dealt_to_every_table() -> None:
    beside = GAME.reference(BOOK, THREE)
    assert [row[0] for row in beside.setup.rows] == [*GAME.players]
    assert {row[0]: row[1:] for row in beside.setup.rows} == DEALT
    assert "4 with 1 saboteur, 3 with 2 saboteurs" in str(beside.setup.lines[0])


def test_the_margin_goes_by_the_switches() -> None:
    ranges = ("2 to 3", "3 to 4", "3 to 4", "4 to 5", "4 to 5", "5 to 6", "6 to 7", "6 to 7")
    assert shared(gold="miners") == [*ranges]
    assert shared(selfish_dwarf="yes")[:2] == ["2 to 3", "3 to 4"]
