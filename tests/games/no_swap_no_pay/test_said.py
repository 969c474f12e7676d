"""Each step of the printed sequence is said when it is due, in a sentence that ends in its rule."""

from __future__ import annotations

from functools import cache

import pytest

from referee.core.play.loop import GameLoop
from referee.core.play.session import Session
from tests.piped import told, told_again
from tests.recorded import Recorded
from tests.rooms import ROOMS

ROOM = ROOMS["no-swap-no-pay"]
FOUR = "four_players_a_missed_last_donation"
FIVE = "five_players_an_empty_bag"
GHOST = "three_players_the_ghost_wins"

SETUP = (
    "Setup Give each player a loot bag with 1 gold and 1 silver, and an aid card. (NSP-1.2)"
    " Lay 10 gold, 10 silver, 9 black and 2 purple in the middle, then put them into the treasure"
    " bag. (NSP-1.3) In turn, each player draws 1 coin from it into their own bag, unseen by the"
    " others. (NSP-1.4) A fourth loot bag with 1 gold and 1 silver belongs to Davy Jones. (NSP-7.1)"
    " One player draws 1 coin into Davy Jones's bag; nobody looks, not even that player. (NSP-7.1)"
    " The coins left over stay in the box. (NSP-1.3)"
    " You may look into your own bag at any time, never into another's. (NSP-1.6)"
    " [Round 1 of 6: captain]"
)

EACH_TIME = (
    (GHOST, SETUP, 1),
    (GHOST, "Put 1 coin into Davy Jones's bag, unseen. (NSP-7.2)", 6),
    (GHOST, "challenges Davy Jones, who always swaps. The bags change hands. (NSP-7.3)", 8),
    (GHOST, "Draw without looking, and lay the coins in the middle. (NSP-2.1)", 6),
    (GHOST, "That was the last round: turn out the bags, Davy Jones's too. (NSP-4.4)", 1),
    (FOUR, "Everyone puts their two coins into their bag. (NSP-2.3)", 4),
    (FOUR, "The captain's marker goes to Bo. (NSP-4.3)", 0),
    (FOUR, "The captain's marker goes to Cy. (NSP-4.3)", 1),
    (FOUR, "(NSP-4.3)", 3),
    (FOUR, "This is the last round. (NSP-4.4)", 1),
    (FOUR, "That was the last round: turn out the bags. (NSP-4.4)", 1),
    (FOUR, "Bo has nothing to donate. (NSP-4.2)", 1),
    (FOUR, "swaps bags with", 1),
    (FOUR, "Cy swaps bags with Bo. (NSP-3.4)", 1),
    (FOUR, "pays: Cy draws 1 coin from Bo's bag, without looking. (NSP-3.5)", 4),
    (FIVE, "The treasure bag holds only 9 coins: draw them all. (NSP-2.5)", 1),
    (FIVE, "(NSP-2.5)", 1),
    (FIVE, "Everyone puts their coins into their bag. (NSP-2.3)", 1),
)

ONCE = (
    "You may look into your own bag at any time, never into another's. (NSP-1.6)",
    "Keep your coins in sight until everyone has 2 coins. (NSP-2.3)",
    "Only Cy and Bo may look at what was drawn. (NSP-3.6)",
    "Clockwise from the captain, each chooses 1 coin from their own bag, unseen. (NSP-4.1)",
    "Each purple coin counts as gold, silver or black, as its owner declares. (NSP-5.5)",
    "Turn out the treasure bag too: it is counted to check, and not scored. (NSP-4.5)",
)

FORCED = (
    (GHOST, "Put 1 coin into Davy Jones's bag, unseen. (no choice, NSP-7.2)"),
    (GHOST, "Everyone donates 1 coin in secret. (no choice, NSP-4.1)"),
    (FOUR, "Cy takes black. (no choice, NSP-2.4)"),
    (FOUR, "Bo has nothing to donate. (no choice, NSP-4.2)"),
    (FOUR, "Bo's bag: no coin. (no choice, NSP-8.2)"),
    (FIVE, "Ana swaps bags with Ed. (no choice, NSP-3.7)"),
)


@cache
def heard_in(name: str) -> str:
    return told_again(ROOM.tests / f"scenarios/{name}.yaml")


@cache
def announced(name: str, entries: int = 999, *more: str) -> str:
    """Play so many entries of a scenario, announce what is forced, and type these lines then."""
    recorded = Recorded[object, object](ROOM, ROOM.tests / f"scenarios/{name}.yaml")
    setup = recorded.script.setup
    loop, lines = GameLoop(Session(ROOM.game, recorded.book, setup), announces=True), ""
    for step, words in recorded.answers[:entries]:
        loop.settle()
        if loop.session.step and loop.session.step.id == step:
            loop.feed_line(words)
            lines += f"{words}\n"
    players = ",".join(setup.seating)
    lines += "".join(f"{each}\n" for each in more)
    return told("no-swap-no-pay", players, lines, "--forced", "announce")


@pytest.mark.parametrize(("name", "said", "times"), EACH_TIME)
def test_what_is_due_is_said_each_time(name: str, said: str, times: int) -> None:
    assert heard_in(name).count(said) == times


@pytest.mark.parametrize("said", ONCE)
def test_what_a_table_knows_by_then_is_said_once(said: str) -> None:
    heard = heard_in(FOUR)
    assert heard.count(said) == 1
    assert heard.count(said.partition(".")[0]) == 1


@pytest.mark.parametrize(("name", "said"), FORCED)
def test_a_forced_step_names_the_rule_that_leaves_one_answer(name: str, said: str) -> None:
    assert said in announced(name)


def test_what_is_said_once_goes_before_the_first_forced_donation() -> None:
    heard = announced(GHOST)
    at = "each chooses 1 coin from their own bag, unseen. (NSP-4.1) 13-15 Everyone donates"
    assert heard.count(at) == 1
    assert heard.count("This is the last round. (NSP-4.4)") == 1
    assert "This is the last round. (NSP-4.4) 81 Put 1 coin" in heard


def test_steps_of_a_line_are_said_between_its_answers() -> None:
    heard = told("no-swap-no-pay", "Ana,Bo,Cy,Di", "1;3g2s3b;g\n")
    assert "first captain. Draw without looking, and lay the coins in the middle. (NSP-2.1) 2" in (
        heard
    )
    assert "(NSP-2.3) 3 Ana takes gold. [Round 1" in heard
    assert heard.count("(NSP-2.1)") == heard.count("(NSP-2.3)") == 1


def test_why_not_and_overrule_speak_of_the_step_that_was_forced_just_now() -> None:
    heard = announced(FIVE, 100, "/why-not pay", "/overrule we pay later", "fix 100 pay")
    assert "Forbidden: Ana has an empty bag and must swap. (NSP-3.7)" in heard
    assert (
        "Entry 100 was no choice (NSP-3.7). Note another answer with fix 100 ANSWER, then overrule"
        " its refusal." in heard
    )
    assert heard.count("No: Ana has an empty bag and must swap. (NSP-3.7)") == 1


def test_why_not_speaks_of_the_question_where_nothing_was_forced() -> None:
    heard = told("no-swap-no-pay", "Ana,Bo,Cy,Di", "1\n3g2s3b\n/why-not purple\n/overrule so\n")
    assert "Forbidden: There is no purple coin left." in heard
    assert "Nothing was refused, so there is nothing to overrule." in heard


def test_rounds_that_are_written_as_a_whole_are_told_as_well() -> None:
    rounds = "1\n3p 1s 2s\n" + "not noted\n" * 5
    heard = told("no-swap-no-pay", "Ana,Bo,Cy", rounds, "--by", "round")
    assert heard.count("Put 1 coin into Davy Jones's bag, unseen. (NSP-7.2) Draw without") == 6
    assert heard.count("(NSP-2.1)") == 6
    assert [heard.count(f"(NSP-{once})") for once in ("2.3", "4.1", "3.6")] == [1, 1, 1]
    assert (
        heard.count("[Round 6 of 6] Play the round with your coins. This is the last round.") == 1
    )
    assert heard.count("(NSP-4.3)") == 5
    assert heard.count("(NSP-4.4)") == 2
