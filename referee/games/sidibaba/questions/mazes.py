"""Disputes about the maze: which way it is, and where a landslide may lie."""

from collections import Counter
from collections.abc import Collection, Mapping
from typing import Final

from referee.api import (
    Answer,
    Choice,
    Facts,
    Field,
    FileText,
    Integer,
    ListOf,
    Question,
    Rulebook,
    Ruling,
    Say,
    Text,
    allowed,
    forbidden,
    impossible,
    plural,
)
from referee.games.sidibaba import keys
from referee.games.sidibaba.model.landslides import may_not_slide
from referee.games.sidibaba.model.maze import Direction, Maze, Square, read_maze, read_square
from referee.games.sidibaba.model.paths import FirstSteps, Target, first_steps

_RULES: Final[Mapping[Target, str]] = {
    Target.TREASURE: keys.WAY_TO_TREASURE,
    Target.EXIT: keys.WAY_TO_EXIT,
    Target.LOOT: keys.WAY_TO_LOOT,
}
_WHERE: Final[Mapping[Target, Say]] = {
    Target.TREASURE: Say("to the Treasure"),
    Target.EXIT: Say("to the nearest exit"),
    Target.LOOT: Say("to the nearest loot"),
}


def _steps(book: Rulebook, facts: Facts) -> Answer:
    """Tell the first step, or for enough jewels the first two. Cites: SID-5.3 to SID-5.5."""
    maze, slid = read_maze(facts.text("maze")), _slid(facts)
    start, target = read_square(facts.text("from")), Target(facts.word("to"))
    if refused := _no_such_ground(maze, slid, {"The party": start}):
        return Answer.ruled(refused, {"steps": None, "ties": None})
    paid, enough = facts.integer("paid", 0), book[keys.WAY_PAID]
    found = first_steps(maze, start, target, slid=slid, count=2 if paid >= enough else 1)
    because: tuple[Say, ...] = ()
    if paid >= enough:
        because += (Say("{paid} paid: two steps.", paid=paid),)
    elif paid:
        said = "{paid} paid, and {enough} are needed: one step."
        because += (Say(said, paid=paid, enough=enough),)
    if found.ties:
        because += (Say("As near: first {ties}.", ties=_words(found.ties)),)
    rules = (*((keys.WAY_PAID,) if paid else ()), _RULES[target])
    results = {
        "steps": tuple(step.value for step in found.steps),
        "ties": tuple(step.value for step in found.ties),
    }
    return Answer.answered(_steps_words(found, target), results, *rules, because=because)


def _landslide(book: Rulebook, facts: Facts) -> Answer:
    """Rule on a landslide at a square. Cites: SID-6.8."""
    maze, slid = read_maze(facts.text("maze")), _slid(facts)
    at, party = read_square(facts.text("at")), read_square(facts.text("party"))
    told = facts.text("leader", None)
    leader = read_square(told) if told else None
    stand = {"The party": party, **({"The Leader": leader} if leader else {})}
    if refused := _no_such_ground(maze, slid, stand) or _outside(maze, at):
        return Answer.ruled(refused)
    if stop := may_not_slide(maze, at, party, leader=leader, slid=slid):
        return Answer.ruled(forbidden(stop, keys.LANDSLIDE))
    kept = ("an exit",) if maze.treasure is None else ("the Treasure", "an exit")
    stays = Say("From {party} there is still a way to {kept}.", party=str(party), kept=kept)
    said = Say("A landslide may lie on {square}.", square=str(at))
    return Answer.ruled(allowed(said, keys.LANDSLIDE, because=(stays,)))


def _slid(facts: Facts) -> tuple[Square, ...]:
    return tuple(map(read_square, facts.words("slid", ())))


def _no_such_ground(
    maze: Maze, slid: tuple[Square, ...], stand: Mapping[str, Square]
) -> Ruling | None:
    """Stop squares that the maze has not, and landslides that cannot lie so. Cites: SID-6.8."""
    for square in (*stand.values(), *slid):
        if refused := _outside(maze, square):
            return refused
    for who, square in stand.items():
        if square in slid:
            said = "{who} cannot stand on {at}, under a landslide."
            return impossible(said, keys.LANDSLIDE, who=who, at=str(square))
    if maze.treasure in slid:
        said = "No landslide lies on {square}, on the Treasure."
        return impossible(said, keys.LANDSLIDE, square=str(maze.treasure))
    twice = next((square for square, n in Counter(slid).items() if n > 1), None)
    if twice is not None:
        said = "Two landslides cannot both lie on {square}."
        return impossible(said, keys.LANDSLIDE, square=str(twice))
    return None


def _outside(maze: Maze, square: Square) -> Ruling | None:
    """Stop a square that the maze has not. Cites: SID-1.6."""
    if square in maze:
        return None
    said = "{square} lies outside: the maze has {columns} by {rows} squares."
    where = str(square)
    return impossible(said, keys.MAZE, square=where, columns=maze.width, rows=maze.height)


def _steps_words(found: FirstSteps, target: Target) -> Say:
    if found.none:
        return found.none
    return plural(
        len(found.steps),
        "The first step {where}: {steps}.",
        "The first steps {where}: {steps}.",
        where=_WHERE[target],
        steps=", then ".join(_words(found.steps)),
    )


def _words(directions: Collection[Direction]) -> tuple[str, ...]:
    return tuple(direction.word for direction in directions)


EXAMPLE: Final = """\
+-+-+ +
|T  | |
+ + + +
|C|   |
+-+-+ +
"""
MAZE = Field(
    name="maze",
    shape=FileText("maze", EXAMPLE, read_maze),
    about=Say("the file that holds the maze"),
    required=True,
)
SQUARE = Text(like="2,1", read=read_square)
SLID = Field(
    name="slid", shape=ListOf(SQUARE), about=Say("where landslides lie already, if any do")
)
STEPS = Question(
    name="steps",
    about=Say("Which way is it, the first step or two?"),
    fields=(
        MAZE,
        Field(name="from", shape=SQUARE, about=Say("where the party stands"), required=True),
        Field(
            name="to",
            shape=Choice(tuple(target.value for target in Target)),
            about=Say("the Treasure, the nearest exit, or the nearest loot"),
            required=True,
        ),
        Field(name="paid", shape=Integer(), about=Say("the value of the jewels paid")),
        SLID,
    ),
    answer=_steps,
    example="maze=scoresheets/sidibaba/maze.yaml from=2,3 to=treasure paid=3",
)
LANDSLIDE = Question(
    name="landslide",
    about=Say("May a landslide fall there?"),
    fields=(
        MAZE,
        Field(name="at", shape=SQUARE, about=Say("where it is to fall"), required=True),
        Field(name="party", shape=SQUARE, about=Say("where the party stands"), required=True),
        Field(name="leader", shape=SQUARE, about=Say("where the Leader stands, if on the map")),
        SLID,
    ),
    answer=_landslide,
    example="maze=scoresheets/sidibaba/maze.yaml at=4,2 party=2,3 leader=5,5",
)
