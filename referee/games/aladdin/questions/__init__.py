"""The disputes that can be put without a session."""

from referee.games.aladdin.questions.counting import MAJORITY, TALISMAN, TIE
from referee.games.aladdin.questions.dice import CHESTS, LAMP, SETUP
from referee.games.aladdin.questions.drawing import DRAW, END
from referee.games.aladdin.questions.taking import RING, STEAL
from referee.games.aladdin.questions.wishing import WISH

QUESTIONS = (SETUP, CHESTS, LAMP, DRAW, STEAL, WISH, TALISMAN, RING, MAJORITY, END, TIE)
