"""The disputes that need no session."""

from referee.games.sidibaba.questions.end import CAUGHT, ESCAPE, JEWELS, LEFT, TIE
from referee.games.sidibaba.questions.events import EVENT, GIFT, MERCHANT, TALE, THIEF
from referee.games.sidibaba.questions.genies import GENIE, KEEP, LIGHT, PAY
from referee.games.sidibaba.questions.loot import FIND, HAND, LOCK, PICK, SHARE
from referee.games.sidibaba.questions.mazes import ENTER, LANDSLIDE, LEADER, MOVE, STEPS
from referee.games.sidibaba.questions.party import DISCARD, LEAD, SAND, SETUP, VOTE, WHEN

QUESTIONS = (
    *(SETUP, ENTER, MOVE, VOTE, SAND, LEAD),
    *(FIND, SHARE, DISCARD, PICK, LOCK, HAND),
    *(GENIE, LIGHT, PAY, KEEP, STEPS),
    *(EVENT, LEADER, THIEF, TALE, GIFT, MERCHANT, LANDSLIDE),
    *(CAUGHT, LEFT, WHEN, JEWELS, ESCAPE, TIE),
)
