"""The disputes that need no session."""

from referee.games.no_swap_no_pay.questions.challenges import BAGS, CHALLENGE, DRAFT
from referee.games.no_swap_no_pay.questions.coins import SETUP, VALUE

QUESTIONS = (SETUP, VALUE, DRAFT, CHALLENGE, BAGS)
