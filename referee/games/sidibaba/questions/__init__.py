"""The disputes that need no session."""

from referee.games.sidibaba.questions import events, loot, mazes, party

QUESTIONS = (
    *(party.SETUP, mazes.ENTER, mazes.MOVE, party.VOTE, party.SAND, party.LEAD),
    *(loot.FIND, loot.SHARE, party.DISCARD, loot.PICK, loot.LOCK, loot.HAND),
    *(loot.GENIE, loot.LIGHT, loot.PAY, loot.KEEP, mazes.STEPS),
    *(events.EVENT, mazes.LEADER, events.THIEF, events.TALE, events.GIFT, events.MERCHANT),
    *(mazes.LANDSLIDE, party.CAUGHT, party.LEFT, party.WHEN, party.JEWELS, party.ESCAPE),
    party.TIE,
)
