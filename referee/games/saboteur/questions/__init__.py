"""The kinds of disputes that can be settled without a session."""

from referee.games.saboteur.questions.actions import ACTION
from referee.games.saboteur.questions.gold import GOLD, PAYOUT, TIE
from referee.games.saboteur.questions.rounds import END, HANDS, ROLES, SETUP, STARTER, TALK, TURN
from referee.games.saboteur.questions.tunnel import JOINED, PLACE, PLACES, STONE

QUESTIONS = (
    *(SETUP, PLACE, PLACES, ACTION, GOLD, PAYOUT, STARTER, TURN, HANDS),
    *(JOINED, STONE, ROLES, END, TALK, TIE),
)
