"""The disputes that can be put without a session: their names, their facts, who answers."""

from __future__ import annotations

from typing import Final

from referee.core.question import Question
from referee.core.say import Say
from referee.core.shape import Choice, Field, Integer, ListOf, MapOf, PlayerName, Record
from referee.games.no_swap_no_pay.coins import DECLARABLE
from referee.games.no_swap_no_pay.form import COIN_FIELDS
from referee.games.no_swap_no_pay.questions_on_coins import answer_setup, answer_value
from referee.games.no_swap_no_pay.questions_on_turns import (
    ANSWERS,
    answer_bags,
    answer_challenge,
    answer_draft,
)

PLAYERS: Final = Field(
    name="players",
    shape=ListOf(PlayerName(new=True)),
    about=Say("the players clockwise, the ghost left out"),
    required=True,
)
COUNTS: Final = Field(
    name="counts",
    shape=MapOf(PlayerName(new=True), Integer()),
    about=Say("how many coins each bag holds"),
    required=True,
)

QUESTIONS: Final[tuple[Question, ...]] = (
    Question(
        name="setup",
        about=Say("What goes into the bags before the first round?"),
        fields=(Field(name="players", shape=Integer(), about=Say("how many play"), required=True),),
        answer=answer_setup,
        example="players=4",
    ),
    Question(
        name="value",
        about=Say("What is a bag worth, and as what should its purple coins count?"),
        fields=(
            *COIN_FIELDS,
            Field(
                name="purple_as",
                shape=ListOf(Choice(DECLARABLE)),
                about=Say("what the owner declares, coin by coin"),
            ),
        ),
        answer=answer_value,
        example="gold=2 silver=4 black=0 purple=1",
    ),
    Question(
        name="draft",
        about=Say("Who drafts, coin by coin?"),
        fields=(
            PLAYERS,
            Field(name="captain", shape=PlayerName(), about=Say("who is captain"), required=True),
        ),
        answer=answer_draft,
        example="players=A,B,C,D captain=B",
    ),
    Question(
        name="challenge",
        about=Say("May this challenge be made, and may it be refused?"),
        fields=(
            PLAYERS,
            Field(
                name="challenger", shape=PlayerName(), about=Say("who challenges"), required=True
            ),
            Field(name="target", shape=PlayerName(), about=Say("who is challenged"), required=True),
            COUNTS,
            Field(
                name="already",
                shape=ListOf(PlayerName()),
                about=Say("who has challenged this round"),
            ),
        ),
        answer=answer_challenge,
        example="players=A,B,C,D challenger=A target=B counts=A:4,B:0,C:5,D:7",
    ),
    Question(
        name="bags",
        about=Say("How many coins does each bag hold after these challenges?"),
        fields=(
            COUNTS,
            Field(
                name="challenges",
                shape=ListOf(
                    Record(
                        (
                            Field(
                                name="by",
                                shape=PlayerName(),
                                about=Say("who challenges"),
                                required=True,
                            ),
                            Field(
                                name="to",
                                shape=PlayerName(),
                                about=Say("who is challenged"),
                                required=True,
                            ),
                            Field(
                                name="answer",
                                shape=Choice(ANSWERS),
                                about=Say("how it was answered"),
                                required=True,
                            ),
                        ),
                        separators=("-", ":"),
                    )
                ),
                about=Say("the challenges of the round, in order"),
                required=True,
            ),
        ),
        answer=answer_bags,
        example="counts=A:6,B:6,C:6,D:6 challenges=A-B:refused,B-A:swapped",
    ),
)
