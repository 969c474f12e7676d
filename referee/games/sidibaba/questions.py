"""The disputes that can be put without a session: their names, their facts, who answers."""

from __future__ import annotations

from typing import Final

from referee.core.question import Question
from referee.core.say import Say
from referee.core.shape import Choice, Field, Integer, ListOf, MapOf, PlayerName, Text
from referee.games.sidibaba.answering import (
    answer_caught,
    answer_escape,
    answer_jewels,
    answer_lock,
    answer_setup,
    answer_share,
    answer_vote,
)
from referee.games.sidibaba.form import PAIRS
from referee.games.sidibaba.questions_on_mazes import LANDSLIDE, STEPS
from referee.games.sidibaba.state import CHEST, TREASURE

ORDER: Final = Field(
    name="order",
    shape=ListOf(PlayerName(new=True)),
    about=Say("the adventurers from the front"),
    required=True,
)

QUESTIONS: Final[tuple[Question, ...]] = (
    Question(
        name="setup",
        about=Say("Who gets how many lamps?"),
        fields=(
            Field(
                name="adventurers",
                shape=Integer(),
                about=Say("how many adventurers there are"),
                required=True,
            ),
        ),
        answer=answer_setup,
        example="adventurers=5",
    ),
    Question(
        name="share",
        about=Say("What do curses do, and who picks of the loot?"),
        fields=(
            ORDER,
            Field(
                name="found",
                shape=Choice((CHEST, TREASURE)),
                about=Say("what was found"),
                required=True,
            ),
            Field(
                name="tokens",
                shape=ListOf(Choice(("curse", "jewel", "genie"))),
                about=Say("the tokens drawn"),
                required=True,
            ),
        ),
        answer=answer_share,
        example="order=A,B,C,D found=chest tokens=curse,jewel,genie,jewel",
    ),
    Question(
        name="caught",
        about=Say("What does the Leader take when the party is caught?"),
        fields=(
            ORDER,
            Field(
                name="tokens",
                shape=MapOf(PlayerName(), Integer()),
                about=Say("how many tokens each has"),
                required=True,
            ),
            Field(
                name="lamps",
                shape=Integer(),
                about=Say("unlit lamps of the party before"),
                required=True,
            ),
        ),
        answer=answer_caught,
        example="order=A,B,C tokens=A:3,B:0,C:2 lamps=1",
    ),
    Question(
        name="lock",
        about=Say("Is the lock open, and who opened it?"),
        fields=(
            Field(
                name="kind",
                shape=Choice(("small", "combination")),
                about=Say("a small padlock or a combination lock"),
                required=True,
            ),
            ORDER,
            Field(
                name="rolls",
                shape=ListOf(Integer(is_face_value=True)),
                about=Say("the rolls in order"),
                required=True,
            ),
        ),
        answer=answer_lock,
        example="kind=small order=A,B,C,D rolls=5,4,3,6",
    ),
    Question(
        name="jewels",
        about=Say("What do jewels score?"),
        fields=(
            Field(
                name="values",
                shape=ListOf(Integer(is_face_value=True)),
                about=Say("the numbers on jewels that have one"),
            ),
            PAIRS,
        ),
        answer=answer_jewels,
        example="values=3,2 pairs=1/5:3",
    ),
    Question(
        name="escape",
        about=Say("May the party leave the cave?"),
        fields=(
            Field(
                name="treasure",
                shape=Choice(("found", "hidden")),
                about=Say("whether the Treasure is found"),
                required=True,
            ),
            Field(
                name="at",
                shape=Choice(("exit", "inside")),
                about=Say("where the party is"),
                required=True,
            ),
        ),
        answer=answer_escape,
        example="treasure=found at=exit",
    ),
    Question(
        name="vote",
        about=Say("What has the party decided?"),
        fields=(
            Field(
                name="votes",
                shape=MapOf(Text(like="left"), Integer()),
                about=Say("how many voted for what"),
                required=True,
            ),
            Field(name="front", shape=Text(like="left"), about=Say("what the one in front is for")),
        ),
        answer=answer_vote,
        example="votes=left:2,right:2 front=left",
    ),
    STEPS,
    LANDSLIDE,
)
