"""The disputes that can be put without a session."""

from referee.games.aladdin.questions.cards import DRAW, STEAL
from referee.games.aladdin.questions.dice import CHESTS, LAMP, SETUP

QUESTIONS = (SETUP, CHESTS, LAMP, DRAW, STEAL)
