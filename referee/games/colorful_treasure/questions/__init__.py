"""The disputes that can be put without a session."""

from referee.games.colorful_treasure.questions import plunder, points, tiles, turn

QUESTIONS = (
    *(points.SETUP, turn.FLIP, turn.TAKE, plunder.PLUNDER, plunder.LOOT, points.BONUS),
    *(tiles.CLAIM, tiles.PEEK, points.END, points.SECRET_BONUS, points.GEMS),
    *(points.TIE, points.WINNER),
)
