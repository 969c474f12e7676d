"""The disputes that can be put without a session."""

from referee.games.aladdin.questions.cards import RING, STEAL, WISH
from referee.games.aladdin.questions.chests import CHESTS, DRAW, END, LAMP, SETUP
from referee.games.aladdin.questions.counting import MAJORITY, TALISMAN, TIE

QUESTIONS = (SETUP, CHESTS, LAMP, DRAW, STEAL, WISH, TALISMAN, RING, MAJORITY, END, TIE)
