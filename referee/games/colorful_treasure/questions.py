"""The disputes that can be put without a session: their names, their facts, who answers."""

from __future__ import annotations

from typing import Final

from referee.core.question import Question
from referee.core.say import Say
from referee.core.shape import Boolean, Choice, Field, Integer, ListOf, MapOf, PlayerName
from referee.games.colorful_treasure.answering import (
    answer_bonus,
    answer_end,
    answer_plunder,
    answer_secrets,
    answer_setup,
    answer_take,
)
from referee.games.colorful_treasure.bonuses import BONUSES
from referee.games.colorful_treasure.cards import FACES
from referee.games.colorful_treasure.tiles import TILES, WILD

PLAYERS: Final = Field(name="players", shape=Integer(), about=Say("how many play"), required=True)
OWN_TILES: Final = Field(name="tiles", shape=ListOf(Choice(TILES)), about=Say("the player's tiles"))

QUESTIONS: Final[tuple[Question, ...]] = (
    Question(
        name="setup",
        about=Say("How many cards are laid out, and what does the gem bonus ask for?"),
        fields=(PLAYERS,),
        answer=answer_setup,
        example="players=3",
    ),
    Question(
        name="take",
        about=Say("What may be taken of the cards that show?"),
        fields=(
            Field(
                name="revealed",
                shape=ListOf(Choice(FACES)),
                about=Say("the cards that show, by kind"),
                required=True,
            ),
            OWN_TILES,
        ),
        answer=answer_take,
        example="revealed=red,red,key tiles=no-secrets",
    ),
    Question(
        name="plunder",
        about=Say("How often does a player plunder after a take, and which tokens are left?"),
        fields=(
            Field(
                name="taken",
                shape=ListOf(Choice(FACES)),
                about=Say("the cards taken, by kind"),
                required=True,
            ),
            Field(
                name="keys",
                shape=Integer(),
                about=Say("key tokens before the take"),
                required=True,
            ),
            Field(
                name="chests",
                shape=Integer(),
                about=Say("chest tokens before the take"),
                required=True,
            ),
            OWN_TILES,
            Field(name="use", shape=Choice((WILD,)), about=Say("the tile that is used as a token")),
        ),
        answer=answer_plunder,
        example="taken=chest,chest,chest keys=2 chests=0",
    ),
    Question(
        name="bonus",
        about=Say("Which bonus cards does a player take now?"),
        fields=(
            PLAYERS,
            Field(
                name="colours",
                shape=Integer(),
                about=Say("gem colours of the player, the sixth one of a tile too"),
                required=True,
            ),
            Field(
                name="wonders",
                shape=Integer(),
                about=Say("wonders of which the player has cards"),
                required=True,
            ),
            Field(
                name="claimed", shape=ListOf(Choice(BONUSES)), about=Say("bonus cards taken before")
            ),
        ),
        answer=answer_bonus,
        example="players=4 colours=4 wonders=8 claimed=gem",
    ),
    Question(
        name="secrets",
        about=Say("Who gets how much of the secret bonus?"),
        fields=(
            Field(
                name="cards",
                shape=MapOf(PlayerName(new=True), Integer()),
                about=Say("key and chest cards of each player"),
                required=True,
                as_facts=True,
            ),
        ),
        answer=answer_secrets,
        example="Ana=3 Bo=3 Cy=2",
    ),
    Question(
        name="end",
        about=Say("Is the game over, and is this the last round?"),
        fields=(
            Field(
                name="field", shape=Integer(), about=Say("cards left on the field"), required=True
            ),
            PLAYERS,
            Field(
                name="seat",
                shape=Integer(),
                about=Say("seat of the player who has just finished, the start player's is 1"),
                required=True,
            ),
            Field(
                name="last_round",
                shape=Boolean(),
                about=Say("whether the last round was on before"),
            ),
        ),
        answer=answer_end,
        example="field=10 players=4 seat=4",
    ),
)
