"""The disputes that can be put without a session."""

from referee.games.saboteur.questions.actions import ACTION
from referee.games.saboteur.questions.gold import GOLD, PAYOUT
from referee.games.saboteur.questions.table import SETUP, STARTER
from referee.games.saboteur.questions.tunnel import PLACE, PLACES

QUESTIONS = (SETUP, PLACE, PLACES, ACTION, GOLD, PAYOUT, STARTER)
