"""The disputes that need no session."""

from referee.games.no_swap_no_pay.questions.bags import BAGS
from referee.games.no_swap_no_pay.questions.challenges import CHALLENGE
from referee.games.no_swap_no_pay.questions.coins import SETUP, TABLE, TIE, VALUE
from referee.games.no_swap_no_pay.questions.course import CAPTAIN, DONATE, END, LOOK, TURN
from referee.games.no_swap_no_pay.questions.drafting import DRAFT, DRAW, TREASURE

QUESTIONS = (
    *(SETUP, VALUE, DRAFT, CHALLENGE, BAGS, DRAW, TREASURE),
    *(DONATE, CAPTAIN, TURN, END, TIE, TABLE, LOOK),
)
