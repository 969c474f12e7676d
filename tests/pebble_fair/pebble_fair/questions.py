"""The disputes that need no session."""

from pebble_fair.keys import BUST_AT
from pebble_fair.model import contradictions, is_spoiled
from referee.api import Answer, Facts, Field, FinalCount, Integer, Question, Rulebook, Say, Setup


def _bust(book: Rulebook, facts: Facts) -> Answer:
    muddy = facts.integer("muddy")
    for ruling in contradictions(book, FinalCount(Setup(()), {"one basket": {"muddy": muddy}})):
        return Answer.ruled(ruling, {"spoiled": None})
    spoiled = is_spoiled(book, muddy)
    said = Say("The basket is spoiled.") if spoiled else Say("The basket counts.")
    return Answer.answered(said, {"spoiled": spoiled}, BUST_AT)


MUDDY = Field(name="muddy", shape=Integer(), about=Say("muddy pebbles in it"), required=True)
ABOUT = Say("Is a basket with so many muddy pebbles spoiled?")
QUESTIONS = (Question(name="bust", about=ABOUT, fields=(MUDDY,), answer=_bust, example="muddy=2"),)
