"""The disputes that can be put without a session."""

from referee.games.colorful_treasure.questions.table import BONUS, END, SECRET_BONUS, SETUP
from referee.games.colorful_treasure.questions.turn import PLUNDER, TAKE

QUESTIONS = (SETUP, TAKE, PLUNDER, BONUS, SECRET_BONUS, END)
