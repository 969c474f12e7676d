"""The disputes that can be put without a session: their names, their facts, who answers."""

from __future__ import annotations

from typing import Final

from referee.core.question import Question
from referee.core.say import Say
from referee.core.shape import Choice, Field, Integer, ListOf, MapOf, PlayerName, Record, Text
from referee.games.aladdin.answering import (
    answer_chests,
    answer_draw,
    answer_lamp,
    answer_setup,
    answer_steal,
    read_scorpions,
)
from referee.games.aladdin.form import ORNAMENTS
from referee.games.aladdin.treasures import METALS

DICE: Final = Field(
    name="dice",
    shape=MapOf(
        PlayerName(new=True),
        ListOf(
            Record(
                (
                    Field(
                        name="chest", shape=Choice(METALS), about=Say("the chest"), required=True
                    ),
                    Field(name="number", shape=Integer(), about=Say("the number"), required=True),
                ),
                separators=(":",),
            )
        ),
    ),
    about=Say("the dice of each player, in order of seating"),
    required=True,
    as_facts=True,
)
_KIND: Final = Text(like="red")

QUESTIONS: Final[tuple[Question, ...]] = (
    Question(
        name="setup",
        about=Say("What does everyone get?"),
        fields=(Field(name="players", shape=Integer(), about=Say("how many play"), required=True),),
        answer=answer_setup,
        example="players=4",
    ),
    Question(
        name="chests",
        about=Say("Who opens which chest, and who may rub the lamp?"),
        fields=(DICE,),
        answer=answer_chests,
        example="Maya=bronze:3 Margot=bronze:3 Maurice=bronze:5",
    ),
    Question(
        name="lamp",
        about=Say("Who summons the genie, and whose hand was wrong?"),
        fields=(
            DICE,
            Field(
                name="touched",
                shape=ListOf(PlayerName()),
                about=Say("the hands on the lamp, in their order"),
                required=True,
            ),
        ),
        answer=answer_lamp,
        example="Maya=bronze:3 Margot=silver:3 Maurice=gold:5 touched=Margot,Maya",
    ),
    Question(
        name="draw",
        about=Say("Is it a bust, and may another card be drawn?"),
        fields=(
            Field(name="die", shape=Integer(), about=Say("the number of the die"), required=True),
            Field(
                name="scorpions",
                shape=ListOf(Text(like="1", read=read_scorpions)),
                about=Say("the scorpions card by card; S for the Sorcerer"),
                required=True,
            ),
        ),
        answer=answer_draw,
        example="die=4 scorpions=1,0,S,0",
    ),
    Question(
        name="steal",
        about=Say("What may be stolen after a wrong rub?"),
        fields=(
            Field(name="gems", shape=MapOf(_KIND, Integer()), about=Say("gems by kind")),
            Field(
                name="talismans",
                shape=MapOf(_KIND, Integer()),
                about=Say("on which gem each talisman lies, or lone"),
            ),
            ORNAMENTS,
        ),
        answer=answer_steal,
        example="gems=red:2,green:1 talismans=red:1 ornaments=silver:bracelet+ring+ring+necklace",
    ),
)
