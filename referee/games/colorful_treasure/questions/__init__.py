"""The disputes that can be put without a session."""

from referee.games.colorful_treasure.questions.plunder import LOOT, PLUNDER
from referee.games.colorful_treasure.questions.points import (
    BONUS,
    END,
    GEMS,
    SECRET_BONUS,
    SETUP,
    TIE,
    WINNER,
)
from referee.games.colorful_treasure.questions.tiles import CLAIM, PEEK
from referee.games.colorful_treasure.questions.turn import FLIP, TAKE

QUESTIONS = (
    *(SETUP, FLIP, TAKE, PLUNDER, LOOT, BONUS, CLAIM, PEEK, END, SECRET_BONUS, GEMS, TIE, WINNER),
)
