"""Each step of the printed sequence is said when it is due, in a sentence that ends in its rule."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from referee.core.play.loop import GameLoop
from referee.core.play.session import Session
from referee.core.table import Player, Setup
from tests.cli.running import ROOT, call
from tests.rooms import ROOMS

MAZE = ROOT / "scoresheets/sidibaba/maze.yaml"
TWO, FIVE = "Ana,Bo", "Ana,Bo,Cy,Di,Eve"
BURN = ("sand", "")
"""A lamp burns down, and the order stays."""
ANA_BURNS_ALL = BURN * 5
"""All six lamps of Ana's are laid out; six of Bo's are left."""
CURSED = ("", "l", "f", "c", "c 3")
WITH_GENIES = ("", "f", "t", "g 2 1/5 3", "g", "1/5", "2", "3")


def told(*lines: str, players: str = TWO, options: tuple[str, ...] = ()) -> str:
    """Play these lines in a pipe; what is printed comes back with its lines joined."""
    table = ("--players", players, "--leader", "Zed", "--journal", "j.jsonl")
    ran = call("play", "sidibaba", *table, *options, heard="\n".join((*lines, "")), merged=True)
    Path("j.jsonl").unlink(missing_ok=True)
    return " ".join(ran.out.split())


EVERY_TIME = {
    "Leader: Zed. (SID-1.1)": ("",),
    "Share the lamps: 6 6. (SID-1.2)": ("",),
    "Each adventurer takes 3 gold coins. (SID-1.3)": ("",),
    "The Treasure and 5 chests are hidden in the maze. (SID-1.4)": ("",),
    "Zed draws 1 event. (SID-6.1)": ("",),
    "Ana leads and puts one lamp next to the piece; 11 lamps are left. (SID-1.5)": ("",),
    "Draw 1 token for each adventurer, and turn the chest over on the map. (SID-4.1)": (
        *("", "f", "c"),
    ),
    "Draw 2 tokens for each adventurer, and turn the Treasure over on the map. (SID-4.1)": (
        *("", "f", "t"),
    ),
    "1 curse: Ana goes to the rear. 1 unlit lamp is discarded. (SID-4.2)": CURSED,
    "Bo loses a lamp; 10 are left. (SID-4.2)": (*CURSED, "bo"),
    "Draw curses again. (SID-6.5)": ("", "f", "c", "event padlock", "6"),
    "The lamp goes out. Turn the timer. Zed draws an event and puts it behind the screen, "
    "unseen. (SID-3.1)": ("", "sand"),
    "Talk about who leads; the time of the new lamp is running. (SID-3.2)": ("", "sand"),
    "Ana leads and puts one lamp next to the piece; 10 lamps are left. (SID-3.2)": ("", *BURN),
    "This is the last lamp. (SID-3.3)": ("", *ANA_BURNS_ALL, "sand", "bo", *BURN * 5),
    "The last lamp is out: Zed wins. (SID-3.3)": (
        *("", *ANA_BURNS_ALL, "sand", "bo", *BURN * 5, "sand"),
    ),
    "Zed plays a movement event: the Leader moves 2 squares. (SID-6.2)": ("", "event movement 2"),
    "Zed plays padlock to move: the Leader moves 2 squares. (SID-6.3)": ("", "event padlock move"),
    "An illusion: take the chest off the map. (SID-6.4)": ("", "f", "c", "event illusion"),
    "it is locked. Ana rolls first. (SID-6.5)": ("", "f", "c", "event padlock"),
    "it is locked. Ana rolls first. (SID-6.6)": ("", "f", "t", "event combination"),
    "A thief among Ana and Bo. (SID-6.7)": ("", "event thief"),
    "A landslide. Lay the token; the Treasure and an exit can still be reached. (SID-6.8)": (
        *("", "event landslide"),
    ),
    "Scheherazade: Ana rolls first. (SID-6.9)": ("", "event scheherazade"),
    "What she still has goes back into the bag: 1 and 1. (SID-6.9)": (
        *("", "event scheherazade", "1", "1", "2", "1"),
    ),
    "A merchant: the Leader lays out a token of each. (SID-6.10)": ("", "event merchant"),
    "Caught! The Leader takes 2 from Ana and 1 from Bo, unseen. (SID-7.2)": (
        *("", "event movement 2", "y"),
    ),
    "Take the Leader token off the map. (SID-7.3)": ("", "event movement 2", "y"),
    "Ana loses a lamp; 10 are left. (SID-7.3)": ("", "event movement 2", "y", "ana"),
    "Found: a chest. (SID-4.4)": (*("", "event movement 2", "n", "f", "leader chest"),),
    "Caught without a lamp: Zed wins. (SID-7.1)": (
        *("", *ANA_BURNS_ALL, "sand", "bo", *BURN * 5, "event movement 2", "y"),
    ),
    "The adventurers escape with the Treasure. (SID-8.1)": (*WITH_GENIES, "f", "e"),
}


@pytest.mark.parametrize(("sentence", "lines"), EVERY_TIME.items())
def test_a_step_is_said_when_it_is_due(sentence: str, lines: tuple[str, ...]) -> None:
    assert told(*lines[:-1]).count(sentence) == 0 or lines == ("",)
    assert told(*lines).count(sentence) == 1


ONCE = {
    "Zed, show the view card of that number and say what is one square ahead. (SID-2.4)": (
        *("", "l"),
    ),
    "From the front, each takes one token. Only the one who takes a genie looks at it. (SID-4.3)": (
        "",
        "f",
        "c",
        "1 2",
    ),
    "One genie for each lamp. Afterwards its user draws tokens and may keep one. (SID-5.1)": (
        *(*WITH_GENIES, "genie Ana light"),
    ),
}


@pytest.mark.parametrize(("sentence", "lines"), ONCE.items())
def test_what_helps_once_is_said_the_first_time(sentence: str, lines: tuple[str, ...]) -> None:
    more = ("none", "1", "2", "b", "f", "", "f", "c", "g g", "g", "g", *BURN, "genie Bo exit")
    assert told(*lines[:-1]).count(sentence) == 0
    assert told(*lines).count(sentence) == 1
    assert told(*lines, *more).count(sentence) == 1


def test_events_are_not_told_of_where_there_are_none() -> None:
    said = told("", "sand", options=("--set", "events=no"))
    assert "No events in this game. (SID-6.1)" in said
    assert "The lamp goes out. Turn the timer. (SID-3.1)" in said


def test_what_burns_goes_where_the_table_plays_so() -> None:
    said = told("", "event movement 2", "y", options=("--set", "caught_lamp=burning"))
    assert "The lamp goes out. Turn the timer; no event is drawn. (SID-7.3)" in said


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        (("f", "c", "c 1"), "Bo loses a lamp; 5 are left. (no choice, SID-4.2)"),
        (("event movement 2", "y"), "Bo loses a lamp; 5 are left. (no choice, SID-7.3)"),
    ],
)
def test_a_lamp_that_one_alone_can_lose_is_asked_in_a_pipe(
    lines: tuple[str, ...], said: str
) -> None:
    asked = told("", *ANA_BURNS_ALL, *lines)
    assert asked.endswith(f"{WHOSE} Saved in j.jsonl. To continue: referee play j.jsonl")
    assert said not in asked
    assert said in told("", *ANA_BURNS_ALL, *lines, options=("--forced", "announce"))


def test_journals_of_an_older_rulebook_lose_such_a_lamp_unasked() -> None:
    room = ROOMS["sidibaba"]
    setup = Setup((Player("Ana"), Player("Bo")), roles={"leader": Player("Zed")})
    loop = GameLoop(Session(room.game, replace(room.book, version=2), setup))
    for line in ("", *ANA_BURNS_ALL, "f", "c"):
        assert loop.feed(line).is_taken
    *_, gone = loop.feed("c 1").sentences
    assert str(gone) == "Bo discards 1 unlit lamp; nobody else has one. (SID-4.2)"
    assert loop.session.step is not None
    assert loop.session.step.id == "loot.picked"


WHOSE = "Whose unlit lamp is discarded? 2 Bo Enter: Bo Also: event, sand"


def test_lamps_that_all_go_are_said_at_once() -> None:
    """Two of the last two lamps: nobody chooses, and no answer can tell them apart."""
    said = told("", *BURN * 4, "sand", "bo", *BURN * 4, "f", "c", "c c")
    assert "Every unlit lamp is discarded, those of Bo and Ana. (SID-4.2)" in said


def test_no_square_is_told_to_the_party() -> None:
    said = told("4,1", "", "l", "event landslide 2,2", options=("--maze", str(MAZE)))
    assert "The referee knows the maze. (SID-1.6)" in said
    assert "Zed, move the triangle and show the view card of that number. (SID-2.4)" in said
    assert "A landslide. The Treasure and an exit can still be reached. (SID-6.8)" in said
    assert "4,1" not in said
    assert "2,2" not in said


@pytest.mark.parametrize("options", [(), ("--maze", str(MAZE))])
def test_the_set_up_is_told_once_where_lamps_are_shared_unevenly(options: tuple[str, ...]) -> None:
    """Five share twelve lamps: who has one more is asked first, then the way in, then the order."""
    said = told("", *(("4,1",) if options else ()), "", players=FIVE, options=options)
    assert said.count("Each adventurer takes 3 gold coins. (SID-1.3)") == 1
    assert "(2 names) Enter: Ana, Bo" in said
    assert "Ana, move." in said
