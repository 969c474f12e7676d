"""Mazes against their slow twin: first steps, landslides, and drawings read back."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from random import Random

import pytest

from referee.core.fields import Value
from referee.core.game import ANSWERED, Answer, Facts
from referee.core.ruling import Verdict
from referee.core.say import BadAnswer, BadText, Say
from referee.files.documents.rulebook import load_rulebook
from referee.games.sidibaba.model.drawing import LARGEST
from referee.games.sidibaba.model.maze import (
    Beyond,
    Direction,
    Maze,
    Square,
    read_maze,
    read_square,
)
from referee.games.sidibaba.model.ways import (
    Target,
    about_maze,
    first_steps,
    legal_squares,
    refuse_landslide,
    within_reach,
)
from referee.games.sidibaba.questions.mazes import EXAMPLE, LANDSLIDE, STEPS
from tests.games.sidibaba import maze_oracle as oracle
from tests.rooms import shown

BOOK = load_rulebook("sidibaba")
SMALL, LARGE = range(1, 4), range(4, 10)
"""Sides of the mazes: of the small ones every way is listed."""


def squares(twins: Collection[oracle.Square]) -> tuple[Square, ...]:
    return tuple(Square(*square) for square in twins)


class Comparison:
    """Draws mazes, and puts the same to the room and to the twin."""

    def __init__(self, seed: int) -> None:
        self.draw = Random(seed)
        self.seen: Counter[str] = Counter()

    def compare(self, sides: range) -> None:
        """Draw one maze and compare everything: reading, first steps, landslides."""
        self.drawing = drawing = oracle.drawn(self.draw, sides)
        self.maze = read_maze("\n".join(drawing.lines))
        self.seen["mazes"] += 1
        same_maze(self.maze, drawing)
        every = drawing.squares()
        self.party = party = self.draw.choice(every)
        others = [square for square in every if square != party and drawing.sign(square) != "T"]
        self.slid = self.draw.sample(others, min(len(others), self.draw.choice((0, 0, 1, 3))))
        free = (square for square in every if square not in self.slid)
        leader = self.draw.choice((None, *free))
        for target in Target:
            self.compare_steps(target)
        self.compare_landslides(leader)

    def compare_steps(self, target: Target) -> None:
        drawing, maze, party, slid = self.drawing, self.maze, self.party, self.slid
        for count in (1, 2):
            ours = first_steps(maze, Square(*party), target, slid=squares(slid), count=count)
            given = [[*map(str, ours.steps)], [*map(str, ours.ties)]]
            told_by_twin = oracle.first_steps(drawing, party, target.value, slid, count)
            assert given == [*told_by_twin], (drawing.lines, party, target, slid)
            assert ours.length == oracle.far(drawing, party, target.value, slid)
            assert bool(ours.steps) != bool(ours.why_none)
            if {drawing.width, drawing.height} <= {*SMALL}:
                ways = oracle.steps_of_all_ways(drawing, party, target.value, slid, count)
                assert given == [*ways], (drawing.lines, party, target, slid)
                self.seen["first steps of all ways"] += 1
        self.seen["first steps"] += 1
        self.seen["with ties"] += bool(ours.ties)
        self.seen["two steps"] += len(ours.steps) == 2
        self.seen["out of reach"] += ours.length is None
        self.seen["on the very square"] += ours.length == 0
        is_near = within_reach(maze, Square(*party), target, squares(slid))
        assert is_near == (ours.length is not None)

    def compare_landslides(self, leader: oracle.Square | None) -> None:
        drawing, maze, party, slid = self.drawing, self.maze, self.party, self.slid
        at_party, covered = Square(*party), squares(slid)
        at_leader = None if leader is None else Square(*leader)
        legal = legal_squares(maze, at_party, leader=at_leader, slid=covered)
        for square in drawing.squares():
            may = oracle.may_slide(drawing, square, party, leader, slid)
            said = refuse_landslide(maze, Square(*square), at_party, leader=at_leader, slid=covered)
            assert (said is None) == may == (square in legal), (drawing.lines, square, party, slid)
            self.seen["landslides"] += 1
            self.seen["landslides allowed"] += may
            self.seen["landslides that cut off"] += said is not None and "With a" in str(said)
        assert [*legal] == sorted(legal)


def same_maze(maze: Maze, drawing: oracle.Drawing) -> None:
    """Compare every square and every wall of a maze that was read with its drawing."""
    assert maze.squares == squares(drawing.squares())
    assert {*maze.chests} == {*squares(drawing.loot("C"))}
    assert {maze.treasure} - {None} == {*squares(drawing.loot("T"))}
    for square in drawing.squares():
        for direction in Direction:
            there = maze.step(Square(*square), direction)
            twin = drawing.beyond(square, direction.value)
            assert there == {None: Beyond.WALL, oracle.OUT: Beyond.OUTSIDE}.get(twin, twin)
            is_exit = (Square(*square), direction) in maze.exits
            assert is_exit == (twin == oracle.OUT)


def compare(seed: int, small: int, large: int) -> dict[str, int]:
    comparison = Comparison(seed)
    for sides, times in ((SMALL, small), (LARGE, large)):
        for _ in range(times):
            comparison.compare(sides)
    return shown("mazes", comparison.seen)


def test_ways_and_landslides_are_as_the_twin_has_them() -> None:
    assert compare(seed=1, small=80, large=40) == {
        "mazes": 120,
        "first steps of all ways": 480,
        "first steps": 360,
        "with ties": 45,
        "two steps": 113,
        "out of reach": 96,
        "on the very square": 74,
        "landslides": 1_925,
        "landslides allowed": 1_095,
        "landslides that cut off": 74,
    }


@pytest.mark.prove
def test_ways_and_landslides_of_many_more_mazes_are_as_the_twin_has_them() -> None:
    assert compare(seed=2, small=6_000, large=6_000) == {
        "mazes": 12_000,
        "first steps of all ways": 36_000,
        "first steps": 36_000,
        "with ties": 3_958,
        "two steps": 12_443,
        "out of reach": 10_571,
        "on the very square": 6_129,
        "landslides": 276_471,
        "landslides allowed": 159_450,
        "landslides that cut off": 8_626,
    }


@pytest.mark.parametrize("seed", range(20))
def test_a_drawing_is_read_also_where_an_editor_has_stripped_its_lines(seed: int) -> None:
    drawing = oracle.drawn(Random(seed), LARGE)
    whole = "\n".join(drawing.lines)
    stripped = "\n".join(line.rstrip() for line in drawing.lines)
    padded = "\n\n" + "\n".join(f"{line}   " for line in drawing.lines) + "\n \n"
    same_maze(read_maze(whole), drawing)
    assert read_maze(whole) == read_maze(stripped) == read_maze(padded)


def test_whatever_becomes_of_a_drawing_it_is_read_or_told_where_it_is_wrong() -> None:
    draw = Random(5)
    seen: Counter[str] = Counter()
    for _ in range(400):
        signs = list("\n".join(oracle.drawn(draw, LARGE).lines))
        for _ in range(draw.randint(1, 3)):
            at, other = draw.randrange(len(signs)), draw.choice("-|+ TCx\n")
            signs[at : at + draw.randint(0, 1)] = [other] * draw.randint(0, 1)
        lines = "".join(signs).split("\n")
        try:
            seen["read"] += bool(read_maze("\n".join(lines)).exits)
        except BadText as bad:
            seen["told"] += 1
            places = [(flaw.line, flaw.column) for flaw in bad.problems]
            assert places == sorted({*places})
            assert all(line <= len(lines) for line, _ in places)
            widest = max(map(len, lines))
            assert all(column <= widest for _, column in places)
    assert dict(seen) == {"read": 98, "told": 302}


@pytest.mark.parametrize(
    ("lines", "places", "said"),
    [
        ((), [(1, 1)], "missing"),
        (("",), [(1, 1)], "missing"),
        (("+ +",), [(1, 1)], "too small"),
        (("+", "|", "+"), [(1, 1)], "too small"),
        (("+-+", "|X|", "+ +"), [(2, 2)], "“X” is not a character"),
        (("", "+-+", "|X|", "+ +"), [(3, 2)], "“X” is not a character"),
        (("+-+", "|t|", "+ +"), [(2, 2)], "Write “T”"),
        (("+─+", "|T|", "+ +"), [(1, 2)], "Write “-”"),
        (("+-+", "|.|", "+ +"), [(2, 2)], "Write a space"),
        (("+-+", "|\t|", "+ +"), [(2, 2)], "an invisible character"),
        (("+-+", "|-|", "+ +"), [(2, 2)], "but this is a square"),
        (("+-+", "|+|", "+ +"), [(2, 2)], "but this is a square"),
        (("+T+", "| C", "+ C"), [(1, 2), (2, 3), (3, 3)], "a wall or a gap"),
        (("+-+-+", "|T T|", "+ +-+"), [(2, 4)], "already at 1,1"),
        (("+-+-+", "|T|T|", "+-+ +", "|C T|", "+-+-+"), [(1, 1), (2, 4), (4, 4)], "no way out"),
        (("+-+", "|T|", "+-+"), [(1, 1)], "no way out"),
        (("+--+", "|T |", "+  +"), [(1, 4)], "4 characters wide"),
        (("+-+", "| |", "| |", "+ +"), [(4, 1)], "4 lines high"),
        (("+-+", "|  |", "+ +"), [(2, 4)], "longer than the maze"),
        (("+-", "| |", "+ +"), [(1, 3)], "corner of the maze is missing"),
        (("+-+", "| |", "+ "), [(3, 2)], "corner of the maze is missing"),
        ((" -+", "| |", "+ +"), [(1, 1)], "corner of the maze is missing"),
        (("+-+", "| |", " -+"), [(3, 1)], "corner of the maze is missing"),
        (("+ " * LARGEST + "+ +", " ", "+ " * LARGEST + "+ +"), [(1, 122)], "60 by 60"),
        (("+ +", *("| |", "+ +") * (LARGEST + 1)), [(122, 1)], "60 by 60"),
    ],
)
def test_what_is_no_maze_is_told_at_its_place(
    lines: tuple[str, ...], places: list[tuple[int, int]], said: str
) -> None:
    with pytest.raises(BadText, match=r"\(Line \d+, column \d+ of the drawing.\)") as caught:
        read_maze("\n".join(lines))
    found = caught.value.problems
    assert [(flaw.line, flaw.column) for flaw in found] == places
    assert any(said in f"{flaw.message} {flaw.remedy}" for flaw in found)


@pytest.mark.parametrize("side", [1, LARGEST])
def test_the_smallest_and_the_largest_maze_can_be_read(side: int) -> None:
    maze = read_maze("\n".join(["+ " * side + "+", *("  " * side, "+ " * side + "+") * side]))
    assert (maze.width, maze.height, len(maze.exits)) == (side, side, 4 * side)


def test_walls_may_be_drawn_with_any_of_their_signs_and_posts_left_out() -> None:
    assert read_maze("+---+\n|T C \n+---+") == read_maze("+-+-+\n+T C\n|-+++")


@pytest.mark.parametrize("words", ["", "2", "2,", "a,1", "2,3,4", "-1,2", "2;3", "1000,1"])
def test_what_is_no_square_means_nothing(words: str) -> None:
    with pytest.raises(BadAnswer, match="column,row such as 2,3"):
        read_square(words)


def ruled(*facts: str, maze: str = EXAMPLE) -> Answer:
    """Put ``steps`` if the facts say where to, else ``landslide``."""
    given: dict[str, Value] = {"maze": maze}
    for fact in facts:
        name, _, value = fact.partition("=")
        given[name] = int(value) if name == "paid" else value
        if name == "slid":
            given[name] = tuple(value.split("+"))
    question = STEPS if "to" in given else LANDSLIDE
    return question.answer(BOOK, Facts(given))


def test_more_than_enough_jewels_give_two_steps_as_well() -> None:
    reply = ruled("from=1,1", "to=exit", "paid=9")
    assert (reply.verdict, reply.results) == (ANSWERED, {"steps": ("E", "S"), "ties": ()})


def test_equally_near_ways_are_told_the_first_in_the_order_of_the_compass() -> None:
    ring = "+-+-+ +\n|     |\n+ +-+ +\n|     |\n+ +-+-+"
    assert ruled("from=2,1", "to=exit", "paid=3", maze=ring).results == {
        "steps": ("E", "N"),
        "ties": (),
    }
    square = "+-+-+\n|  T|\n+ + +\n|   |\n+ +-+"
    reply = ruled("from=1,2", "to=treasure", "paid=3", maze=square)
    assert reply.results == {"steps": ("N", "E"), "ties": ("E",)}
    assert [str(each) for each in reply.because] == [
        "3 paid: two steps.",
        "Equally near: first east.",
    ]
    gaps = ruled("from=1,1", "to=exit", maze="+ +\n\n+ +")
    assert gaps.results == {"steps": ("N",), "ties": ("E", "S", "W")}


@pytest.mark.parametrize(
    ("facts", "said"),
    [
        (["from=0,1", "to=exit"], "0,1 is outside"),
        (["from=1,3", "to=exit"], "1,3 is outside"),
        (["from=2,1", "to=exit", "slid=1,2+1,2"], "There cannot be two landslides"),
        (["at=2,1", "party=4,1"], "4,1 is outside"),
        (["at=2,1", "party=1,1", "leader=9,9"], "9,9 is outside"),
        (["at=2,1", "party=1,1", "slid=3,3"], "3,3 is outside"),
        (["at=2,1", "party=3,2", "slid=3,2"], "The party cannot be on 3,2"),
        (["at=2,1", "party=3,2", "leader=1,2", "slid=1,2"], "The Leader cannot be on 1,2"),
    ],
)
def test_facts_that_cannot_be_are_impossible(facts: list[str], said: str) -> None:
    reply = ruled(*facts)
    assert reply.verdict == Verdict.IMPOSSIBLE
    assert said in str(reply.reason)
    assert set(reply.results.values()) <= {None}
    assert tuple(reply.results) == (("steps", "ties") if "to=exit" in facts else ())


@pytest.mark.parametrize(
    ("facts", "said"),
    [
        (["at=1,1", "party=3,2"], "The Treasure is on 1,1."),
        (["at=3,1", "party=3,2", "slid=2,2"], "No way leads to the Treasure even without it."),
    ],
)
def test_a_landslide_leaves_a_way_and_the_treasure(facts: list[str], said: str) -> None:
    reply = ruled(*facts)
    assert (reply.verdict, reply.results) == (Verdict.FORBIDDEN, {})
    assert said in str(reply.reason)


@pytest.mark.parametrize(
    ("drawn", "expected"),
    [
        ("+-+-+ +\n|T  | |\n+ + + +\n|C|   |\n+-+-+ +", []),
        ("+-+-+ +\n|T| |C|\n+-+-+-+", ["table-call"]),
        ("+-+-+ +\n|T|C| |\n+-+-+-+", ["table-call", "table-call"]),
        ("+-+-+-+-+-+-+ +\n|C C C C C C  |\n+-+-+-+-+-+-+-+", ["impossible"]),
        ("+-+\n|\n+-+", []),
    ],
)
def test_a_maze_is_looked_over(drawn: str, expected: list[str]) -> None:
    said, findings = about_maze(BOOK, drawn)
    assert isinstance(said, Say)
    assert [finding.verdict.value for finding in findings] == expected
    assert all(finding.rules for finding in findings)


def test_what_has_been_found_is_no_longer_sought() -> None:
    maze = read_maze(EXAMPLE).without_loot([Square(1, 1), Square(1, 2)])
    assert (maze.treasure, maze.chests, maze.loot) == (None, (), ())
    here = Square(2, 1)
    for target in (Target.TREASURE, Target.LOOT):
        assert first_steps(maze, here, target).length is None
    assert refuse_landslide(maze, Square(1, 1), here) is None
