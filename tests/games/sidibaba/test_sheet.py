"""The sheet: what is told of a lamp, who holds how much, the maze as a picture, the margin."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest

from referee.core.paper.drawing import Diagram, Label, Line, LineStyle, Shade
from referee.core.paper.round_sheet import RoundSheet, SheetRow
from referee.core.table import Player, Setup
from referee.files.documents.rulebook import load_rulebook
from referee.games.sidibaba import GAME
from referee.games.sidibaba.model.maze import Direction, Square
from referee.games.sidibaba.paper.diagram import EDGE
from tests.games.sidibaba import maze_oracle as oracle
from tests.games.sidibaba import seen
from tests.recorded import run, scenarios
from tests.rooms import ROOMS, few_or_many

BOOK = load_rulebook("sidibaba")
ANA, BO, TABLE = Player("Ana"), Player("Bo"), Player("table")
PARTY = (ANA, BO, TABLE)
LAMPS = 12
MOVES = ("f", "f", "f", "f", "fl", "fr", "l", "r", "b")
SQUARE = re.compile(r"\d,\d")
QUICK = {"five_players_escape_from_a_maze", "two_players_lamps_out"}
"""Recorded games that are looked at in the quick run: with a maze, and without."""
each_game = pytest.mark.parametrize(
    "path",
    [
        pytest.param(path, id=path.stem, marks=[] if path.stem in QUICK else pytest.mark.prove)
        for path in scenarios(ROOMS["sidibaba"])
    ],
)


def setup(maze: str = "", **options: str) -> Setup:
    texts = {"maze": maze} if maze else {}
    chosen = {name: (value,) for name, value in options.items()}
    return Setup(PARTY, {"leader": Player("Zed")}, chosen, texts=texts)


def told(log: Sequence[seen.Event]) -> dict[tuple[str, str], list[str]]:
    rows = GAME.sheet(BOOK, setup(), log).rows
    return {(str(row.round), str(row.what)): words(row) for row in rows}


def words(row: SheetRow) -> list[str]:
    return ["" if cell is None else str(cell) for cell in row.cells]


LAMP: Sequence[seen.Event] = (
    seen.OrderTaken((BO, ANA, TABLE)),
    seen.VoteHeld((("f", 2), ("l", 1))),
    seen.MoveDeclared("f"),
    seen.SquareEntered("chest"),
    seen.EventPlayed("padlock"),
    seen.LockRolled((2, 6)),
    seen.TokensHanded(ANA, ((ANA, "2"), (BO, "genie"), (TABLE, "1/5"))),
    seen.GenieUsed(BO, "exit"),
    seen.PayingDone(),
    seen.StepTold("left"),
    seen.RewardKept(BO, "hidden"),
    seen.EventPlayed("illusion", to_move=True),
    seen.LeaderMoved(reaches=True),
    seen.LampGone(TABLE),
    seen.SandRanOut(),
)


TOGETHER = (
    *("vote: forward 2 and turn left 1", "chest", "padlock", "rolls 2 6", "named: left"),
    *("illusion to move", "caught", "sand"),
)


def test_a_lamp_tells_what_was_done_and_what_it_won() -> None:
    assert told(LAMP) == {
        ("setup", "setup"): ["", "lays out a lamp", "", "order: Bo, Ana and table"],
        ("1", "deeds"): ["opens the padlock", "genie exit", "lamp gone", "; ".join(TOGETHER)],
        ("1", "won and lost"): ["+2; -1 unseen", "+genie; -genie; +1 unseen; -2 unseen",
                                "+1/5; -1 unseen", ""],
        ("1", "tokens held"): ["3", "2", "3", ""],
    }  # fmt: skip


def test_curses_and_picks_stand_with_the_tokens_that_were_drawn() -> None:
    found = [*LAMP[:1], seen.MoveDeclared("f"), seen.SquareEntered("treasure")]
    picked: list[seen.Event] = [
        seen.LootDrawn(("3", "curse", "genie")),
        seen.LampGone(BO),
        seen.TokenPicked(ANA, "3"),
        seen.NothingPicked(TABLE),
    ]
    rows = told([*found, *picked])
    assert rows["1", "won and lost"] == ["+3", "", "picks nothing", "drawn: 3, curse and genie"]
    assert rows["1", "deeds"] == ["", "lamp gone", "", "Treasure"]


def test_the_blank_form_has_boxes_for_every_lamp() -> None:
    blank = GAME.sheet(BOOK, setup(), ()).rows
    assert [row.round for row in blank if row.is_standing] == [*range(1, 13)]
    assert all(cell is None for row in blank for cell in row.cells)
    assert len(blank) == 1 + 12 * 3 + 1


def test_five_hundred_things_of_one_kind_fit_into_a_cell() -> None:
    rolled = [seen.LockRolled((1,))] * 500
    assert told([*LAMP[:1], *rolled])["1", "deeds"][-1].count("rolls 1") == 500


@each_game
def test_how_many_tokens_each_holds_is_told_after_every_lamp(path: Path) -> None:
    played = run(path)
    sheet = GAME.sheet(played.book, played.session.setup, played.session.log())
    ends = {
        each.before.glass: each.after
        for each in played.moments
        if each.before.glass
        and (each.after.glass, each.after.outcome) != (each.before.glass, each.before.outcome)
    }
    standing = {row.round: row.cells[:-1] for row in sheet.rows if row.is_standing}
    assert standing == {
        lamp: tuple(held.count for held in state.holdings.values()) for lamp, state in ends.items()
    }


@each_game
def test_no_square_of_the_maze_is_told_before_the_game_is_over(path: Path) -> None:
    played = run(path)
    moments, log = played.moments, played.session.log()
    over = next(n for n, each in enumerate(moments, 1) if each.after.outcome)
    for length in {0, 1, 2, 3, *range(9, over, 13), over - 1, over, len(log)}:
        sheet = GAME.sheet(played.book, played.session.setup, log[:length])
        has_picture = length >= over and played.session.state.maze is not None
        mazes = [each for each in sheet.diagrams if "maze" in str(each.title)]
        assert len(mazes) == has_picture
        assert SQUARE.search(" ".join(told_words(sheet))) is None


def told_words(sheet: RoundSheet) -> Iterator[str]:
    yield from map(str, sheet.lines)
    for row in sheet.rows:
        yield from words(row)


class Walk:
    """A party that walks at random through a maze, and what the twin knows of it."""

    def __init__(self, seed: int, sides: range = range(1, 6)) -> None:
        self.draw = Random(seed)
        self.maze = oracle.drawn(self.draw, sides)
        self.here, out = self.draw.choice(self.maze.gaps())
        self.facing = opposite(out)
        self.spots = [neighbour(self.here, out), self.here]
        placed = seen.PartyPlaced(Square(*self.here), Direction(self.facing))
        self.log: list[seen.Event] = [placed, seen.OrderTaken(PARTY)]
        self.is_over = False

    def go(self, most: int) -> None:
        """Move at most so often, with the sand now and then, until party or light is out."""
        lamps = LAMPS
        for _ in range(most):
            if self.draw.random() < 1 / 25 and lamps > 1:
                self.log.append(seen.SandRanOut())
                lamps -= 1
            self.move(self.draw.choice(MOVES))
            if self.is_over:
                return
        self.log += [seen.SandRanOut()] * lamps

    def move(self, move: str) -> None:
        """Declare a move, and do on the drawing what it says."""
        self.log.append(seen.MoveDeclared(move))
        there = self.maze.beyond(self.here, self.facing)
        if "f" in move and there is not None:
            self.is_over = there == oracle.OUT
            self.spots.append(neighbour(self.here, self.facing))
            self.here = self.here if self.is_over else there
        turns = {"l": 3, "r": 1, "b": 2}.get(move[-1], 0)
        self.facing = "NESW"[("NESW".index(self.facing) + turns) % 4]

    def picture(self) -> Diagram:
        (picture,) = GAME.sheet(BOOK, setup("\n".join(self.maze.lines)), self.log).diagrams
        return picture


def opposite(side: str) -> str:
    return "SWNE"["NESW".index(side)]


def neighbour(square: oracle.Square, side: str) -> oracle.Square:
    across, down = oracle.ACROSS[side]
    return square[0] + across, square[1] + down


def strokes(picture: Diagram, pen: LineStyle) -> list[Line]:
    return [each for each in picture.drawn if isinstance(each, Line) and each.pen is pen]


def unit_walls(picture: Diagram) -> Counter[tuple[float, float]]:
    """Count the walls of one square each, by their middles in the drawing's signs."""
    found: Counter[tuple[float, float]] = Counter()
    for stroke in strokes(picture, LineStyle.WALL):
        (left, top), (right, bottom) = stroke.through
        assert (left == right) != (top == bottom), "walls run along the squares"
        for n in range(int(right - left + bottom - top)):
            across = (left - EDGE) * 2 + (2 * n + 1) * (top == bottom)
            down = (top - EDGE) * 2 + (2 * n + 1) * (left == right)
            found[across, down] += 1
    return found


def walls_of(maze: oracle.Drawing) -> list[tuple[float, float]]:
    return [
        (column, row)
        for row, line in enumerate(maze.lines)
        for column, sign in enumerate(line)
        if (row + column) % 2 and sign != " "
    ]


def squares_along(picture: Diagram) -> list[oracle.Square]:
    """Tell the squares that the way runs over, from one lamp to the next."""
    found: list[oracle.Square] = []
    for stroke in strokes(picture, LineStyle.WAY):
        assert stroke.points
        for (left, top), (right, bottom) in pairwise(stroke.through):
            assert left == right or top == bottom
            samples = 1 + int(16 * (abs(right - left) + abs(bottom - top)))
            for n in range(samples + 1):
                across = left + (right - left) * n / samples - EDGE
                down = top + (bottom - top) * n / samples - EDGE
                square = (int(across // 1) + 1, int(down // 1) + 1)
                if found[-1:] != [square]:
                    found.append(square)
    return found


def compare_picture(walk: Walk) -> None:
    """Hold the picture of a walk against the drawing and the walk."""
    picture = walk.picture()
    assert unit_walls(picture) == Counter(walls_of(walk.maze))
    along = squares_along(picture)
    assert along == walk.spots
    for here, there in pairwise(along):
        inside, other = (here, there) if here in walk.maze.squares() else (there, here)
        side = next(side for side in "NESW" if neighbour(inside, side) == other)
        assert walk.maze.wall(inside, side) == " "
    letters = Counter(
        str(each.text)
        for each in picture.drawn
        if isinstance(each, Label) and not str(each.text).isdigit()
    )
    signs = Counter(walk.maze.sign(square) for square in walk.maze.squares())
    assert letters == Counter({sign: signs[sign] for sign in "TC" if signs[sign]})


@few_or_many(range(40), range(40, 1500))
def test_a_picture_shows_every_wall_once_and_the_way_passes_none(seeds: range) -> None:
    for seed in seeds:
        walk = Walk(seed)
        walk.go(most=60)
        compare_picture(walk)


def test_a_maze_of_sixty_by_sixty_squares_is_drawn() -> None:
    walk = Walk(5, range(60, 61))
    walk.go(most=200)
    compare_picture(walk)
    numbers = [str(each.text) for each in walk.picture().drawn if isinstance(each, Label)]
    assert numbers.count("60") == 2
    assert len(walk.spots) > 10


def test_there_and_back_lie_side_by_side() -> None:
    log: list[seen.Event] = [
        seen.PartyPlaced(Square(1, 1), Direction.EAST),
        seen.OrderTaken(PARTY),
        *map(seen.MoveDeclared, ("f", "b", "f", "f")),
    ]
    (picture,) = GAME.sheet(BOOK, setup("+-+-+\n   T|\n+-+-+"), log).diagrams
    (way,) = strokes(picture, LineStyle.WAY)
    assert len({down for _, down in way.through}) == 2
    assert [str(line) for line in picture.lines][-1] == "Lamp 1: outside 1,1 2,1 1,1 outside."
    assert str(picture.told) == (
        "A maze of 2 by 1 squares; the party took 4 steps, from the entrance at 1,1 "
        "to the exit at 1,1."
    )


def test_a_game_without_a_maze_shows_its_lamps() -> None:
    over: list[seen.Event] = [*LAMP[:1], *[seen.SandRanOut()] * LAMPS]
    (strip,) = GAME.sheet(BOOK, setup(), over).diagrams
    assert str(strip.told) == f"{LAMPS} of {LAMPS} lamps were lit."
    assert [str(step.label) for step in strip.steps] == [str(n + 1) for n in range(LAMPS)]
    assert {step.tone for step in strip.steps} == {Shade.DARK}


def test_the_margin_tells_what_is_set_out_for_every_table() -> None:
    beside_it = GAME.reference(BOOK, setup())
    assert [[*map(str, row)] for row in beside_it.setup.rows] == [
        ["2", "6", "3", "2", "4"],
        ["3", "4", "3", "3", "6"],
        ["4", "3", "3", "4", "8"],
        ["5", "2 or 3", "3", "5", "10"],
        ["6", "2", "3", "6", "12"],
    ]


def test_without_events_nothing_is_asked_of_them() -> None:
    with_them, without = (GAME.reference(BOOK, setup(events=word)) for word in ("yes", "no"))
    assert {str(ref) for ref in {*with_them.rules_asked_most} - {*without.rules_asked_most}} == {
        "SID-6.11",
        "SID-7.3",
    }
    assert "event" in str(with_them.setup.lines[-1])
    assert "event" not in str(without.setup.lines[-1])
