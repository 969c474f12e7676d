"""The disputes that need no session."""

from referee.games.sidibaba.questions.mazes import LANDSLIDE, STEPS
from referee.games.sidibaba.questions.party import CAUGHT, ESCAPE, JEWELS, LOCK, SETUP, SHARE, VOTE

QUESTIONS = (SETUP, SHARE, CAUGHT, LOCK, JEWELS, ESCAPE, VOTE, STEPS, LANDSLIDE)
