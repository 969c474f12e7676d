"""The disputes that can be put without a session: their names, their facts, who answers."""

from __future__ import annotations

from typing import Final

from referee.core.question import Question
from referee.core.say import Say
from referee.core.shape import Choice, Field, Integer, ListOf, PlayerName, Record
from referee.games.saboteur.questions_on_actions import answer_action
from referee.games.saboteur.questions_on_gold import (
    answer_gold,
    answer_payout,
    answer_setup,
    answer_starter,
)
from referee.games.saboteur.questions_on_the_tunnel import answer_place, answer_places
from referee.games.saboteur.tools import ACTIONS, TOOLS
from referee.games.saboteur.typed import CARD, CELL, GOAL, LYING

PLAYERS: Final = Field(
    name="players",
    shape=ListOf(PlayerName(new=True)),
    about=Say("the players clockwise"),
    required=True,
)
SABOTEURS: Final = Field(
    name="saboteurs",
    shape=ListOf(PlayerName()),
    about=Say("who really was a saboteur; [] if nobody"),
    required=True,
)
LAID: Final = Field(
    name="laid", shape=ListOf(LYING), about=Say("the tunnel cards that lie, one fact for each")
)
GOALS: Final = Field(
    name="goal",
    shape=ListOf(GOAL),
    about=Say("goals that are up, and how they lie; those not named lie face down"),
)

QUESTIONS: Final[tuple[Question, ...]] = (
    Question(
        name="setup",
        about=Say("What is shuffled and dealt?"),
        fields=(Field(name="players", shape=Integer(), about=Say("how many play"), required=True),),
        answer=answer_setup,
        example="players=7",
    ),
    Question(
        name="place",
        about=Say("May this card lie here, and which goals does it turn up?"),
        fields=(
            Field(name="lay", shape=LYING, about=Say("the card and where"), required=True),
            LAID,
            GOALS,
            Field(
                name="broken",
                shape=ListOf(Choice(TOOLS)),
                about=Say("broken tools before who lays it"),
            ),
        ),
        answer=answer_place,
        example="lay=2,0:NESW laid=1,0:EW",
    ),
    Question(
        name="places",
        about=Say("Where may this card lie?"),
        fields=(
            Field(name="card", shape=CARD, about=Say("the card, either way up"), required=True),
            LAID,
            GOALS,
        ),
        answer=answer_places,
        example="card=EW laid=1,0:EW",
    ),
    Question(
        name="action",
        about=Say("May this action card be played?"),
        fields=(
            Field(name="play", shape=Choice(ACTIONS), about=Say("the action card"), required=True),
            Field(
                name="player", shape=PlayerName(new=True), about=Say("who plays it"), required=True
            ),
            Field(name="target", shape=PlayerName(new=True), about=Say("before whom it is played")),
            Field(
                name="mends",
                shape=Choice(TOOLS),
                about=Say("which tool a repair for two kinds mends"),
            ),
            Field(name="at", shape=CELL, about=Say("the cell of a rockfall, the goal of a map")),
            Field(
                name="broken",
                shape=ListOf(
                    Record(
                        (
                            Field(
                                name="player",
                                shape=PlayerName(new=True),
                                about=Say("before whom it lies"),
                                required=True,
                            ),
                            Field(
                                name="tool",
                                shape=Choice(TOOLS),
                                about=Say("the tool"),
                                required=True,
                            ),
                        ),
                        separators=(":",),
                    )
                ),
                about=Say("the broken tools that lie"),
            ),
            LAID,
            GOALS,
        ),
        answer=answer_action,
        example="play=broken-lamp player=A target=B broken=B:cart",
    ),
    Question(
        name="gold",
        about=Say("The treasure was reached: who gets gold, and in which order?"),
        fields=(
            PLAYERS,
            SABOTEURS,
            Field(
                name="connector",
                shape=PlayerName(),
                about=Say("who joined the treasure"),
                required=True,
            ),
            Field(
                name="drawn",
                shape=ListOf(Integer(least=1, is_face_value=True)),
                about=Say("the nuggets on the cards drawn"),
            ),
            Field(
                name="broken",
                shape=ListOf(PlayerName()),
                about=Say("who had a broken tool at the end of the round"),
            ),
            Field(name="selfish", shape=PlayerName(), about=Say("who was the selfish dwarf")),
        ),
        answer=answer_gold,
        example="players=A,B,C,D,E saboteurs=B,D connector=A drawn=3,2,2,1,1",
    ),
    Question(
        name="payout",
        about=Say("The treasure was missed: what do the saboteurs take?"),
        fields=(
            PLAYERS,
            SABOTEURS,
            Field(
                name="bank",
                shape=ListOf(Integer()),
                about=Say("gold cards left of 1, of 2 and of 3 nuggets; the whole box if left out"),
            ),
        ),
        answer=answer_payout,
        example="players=A,B,C,D,E saboteurs=B,D bank=16,8,4",
    ),
    Question(
        name="starter",
        about=Say("Who begins the next round?"),
        fields=(
            PLAYERS,
            Field(
                name="last", shape=PlayerName(), about=Say("who used the last card"), required=True
            ),
        ),
        answer=answer_starter,
        example="players=A,B,C last=B",
    ),
)
