"""The disputes about a maze: their facts."""

from __future__ import annotations

from typing import Final

from referee.core.question import Question
from referee.core.say import Say
from referee.core.shape import Choice, Field, FileText, Integer, ListOf, Text
from referee.games.sidibaba.answering_mazes import answer_landslide, answer_steps
from referee.games.sidibaba.maze import read_maze, read_square
from referee.games.sidibaba.ways import Target

EXAMPLE: Final = """\
+-+-+ +
|T  | |
+ + + +
|C|   |
+-+-+ +
"""
MAZE: Final = Field(
    name="maze",
    shape=FileText("maze", EXAMPLE, read_maze),
    about=Say("the file that holds the maze"),
    required=True,
)
SQUARE: Final = Text(like="2,1", read=read_square)
SLID: Final = Field(
    name="slid", shape=ListOf(SQUARE), about=Say("where landslides lie already, if any do")
)

STEPS: Final = Question(
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
    answer=answer_steps,
    example="maze=scoresheets/sidibaba/maze.yaml from=2,3 to=treasure paid=3",
)
LANDSLIDE: Final = Question(
    name="landslide",
    about=Say("May a landslide fall there?"),
    fields=(
        MAZE,
        Field(name="at", shape=SQUARE, about=Say("where it is to fall"), required=True),
        Field(name="party", shape=SQUARE, about=Say("where the party stands"), required=True),
        Field(name="leader", shape=SQUARE, about=Say("where the Leader stands, if on the map")),
        SLID,
    ),
    answer=answer_landslide,
    example="maze=scoresheets/sidibaba/maze.yaml at=4,2 party=2,3 leader=5,5",
)
