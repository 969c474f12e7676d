"""Answers that all give at the same time: out of sight, as one entry, in play and from Python."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

import referee
from tests.cli.running import call
from tests.cli.terminal import ENTER, Terminal
from tests.elsewhere.packages import changed, found_in, surroundings, write_package

RULES = """\
game: fist
version: 1
prefix: FIS
edition: {title: Fist, language: en, source: made up}
players: [3, 4]
rules:
  FIS-1.1: {title: Hands, text: All show a hand at once., source: page 1, enforced: code}
  FIS-1.2: {title: Rain, text: Rain may fall at any time., source: page 1, enforced: code}
"""
STAGES = """\
from referee.api import Course, EachPlayer, Event, OneOf, Player, Prompt, Say, Stage, replace
from collections.abc import Mapping
HANDS = OneOf(("flat", "fist"), ("flat", "fist"))
class HandsShown(Event, frozen=True):
    rule, actor_field = "FIS-1.1", ""
    hands: Mapping[Player, str]
    def judge(self, book, state):
        if {*self.hands.values()} == {"fist"}:
            return self.forbidden("Not all may show a fist.")
        return self.allowed("{flat} show a flat hand.",
            flat=tuple(who for who, hand in self.hands.items() if hand == "flat"))
    def apply(self, state):
        return replace(state, round=state.round + 1)
class RainFell(Event, frozen=True):
    rule, actor_field = "FIS-1.2", ""
    def judge(self, book, state):
        return self.allowed("It rains.")
    def apply(self, state):
        return replace(state, rained=state.rained + 1)
def ask(book, state):
    return Prompt(ask=Say("Which hand?"), answers=EachPlayer(state.setup.seating, HANDS),
        event=HandsShown, sealed=True)
def rain(book, state):
    falls = OneOf(("falls",), ("falls",))
    return Prompt(ask=Say("Rain"), answers=falls, event=lambda _: RainFell())
COURSE = Course(stages=(Stage(id="show", title=Say("hands"), ask=ask, events=(HandsShown,),
    when=lambda state: state.round < 3),),
    anytime=(Stage(id="any.rain", title=Say("rain"), ask=rain, events=(RainFell,)),),
    heading=lambda state, stage: Say("Round {n}", n=state.round))
"""
STATE = """\
from referee.api import Setup, Struct
class State(Struct, frozen=True, kw_only=True):
    setup: Setup
    round: int = 1
    rained: int = 0
def start(book, setup):
    return State(setup=setup)
"""
FRONT = (
    "from referee.api import Game\n"
    'GAME = Game("fist", "Fist", players=range(3, 5), package=__name__, max_events=9)\n'
)
BEGIN = ("play", "fist", "--players", "Ana,Bo,Cy", "--journal", "f.jsonl")


@pytest.fixture(autouse=True)
def _fist(tmp_path: Path) -> Iterator[None]:
    """Install a game in which all show a hand at once."""
    files = {"__init__": FRONT, "state": STATE, "stages": STAGES}
    told = {f"fist/{name}.py": text for name, text in files.items()}
    write_package(tmp_path, "fist", {**told, "fist/rulebook.yaml": RULES}, {"fist": "fist:GAME"})
    with found_in(tmp_path):
        yield


def entries() -> list[str]:
    """Read what was answered to the steps of the journal."""
    return [entry.words for entry in referee.Journal.open("f.jsonl").log()]


def test_a_pipe_answers_line_by_line_and_all_of_it_is_one_entry() -> None:
    ran = call(*BEGIN, heard="fist\n2\n")
    assert ran.code == 0
    assert "Which hand? Cy, out of sight:" in ran.err
    assert entries() == []  # nothing is written before the last
    assert "fist" not in ran.out
    ran = call("play", "f.jsonl", heard="fist\nfist\nflat\nBo flat, Ana flat, Cy fist\n")
    assert entries() == ["@Ana fist, @Bo fist, @Cy flat", "Bo flat, Ana flat, Cy fist"]
    assert "1  Cy show a flat hand." in ran.out


def test_undo_hands_back_and_what_is_misspelt_is_asked_again() -> None:
    ran = call(*BEGIN, heard="fist\nflat\nundo\nhand\nfist\nflat\n")
    assert "Bo answers again." in ran.out
    assert "“hand”. Choose from flat and fist." in " ".join(ran.out.split())
    assert entries() == ["@Ana fist, @Bo fist, @Cy flat"]


def test_something_else_may_be_reported_meanwhile() -> None:
    call(*BEGIN, heard="flat\nrain falls\nflat\nfist\nfist\n")
    assert entries() == ["rain falls", "@Ana flat, @Bo fist, @Cy fist"]


def test_what_is_forbidden_may_be_overruled_once_all_is_shown() -> None:
    ran = call(*BEGIN, heard="fist\nfist\nfist\n/overrule we agreed\n")
    assert "No: Not all may show a fist. (FIS-1.1)" in ran.out
    assert entries() == ["@Ana fist, @Bo fist, @Cy fist"]


def test_each_types_behind_a_screen_of_their_own(tmp_path: Path) -> None:
    table = Terminal(*BEGIN, env={**surroundings(tmp_path), "TERM": "xterm"})
    for name, hand in (("Ana", "fist"), ("Bo", "flat"), ("Cy", "fist")):
        table.wait_for(f"Hand the keyboard to {name}.")
        table.type(ENTER)
        table.wait_for(f"{name}> ")
        table.type(f"{hand}{ENTER}")
        table.wait_for("\x1b[?1049l")  # the screen is cleared behind it
    table.wait_for("Bo show a flat hand.")
    table.wait_for("Hand the keyboard to Ana.")
    table.close()


def test_a_program_gives_all_at_once_or_one_after_the_other() -> None:
    with referee.start("fist", ["Ana", "Bo", "Cy"]) as table:
        first = table.step
        assert first is not None
        assert table.answer(first.offered[0]).is_taken
        for name, is_taken in (("Ana", False), ("Bo", False), ("Cy", True)):
            step = table.step
            assert step is not None
            assert step.player == (None if name == "Ana" else name)
            reply = table.answer("flat" if name == "Ana" else step.offered[0])
            assert reply.is_taken == is_taken
        assert (table.step, len(table.log())) == (None, 2)


def test_only_answers_of_each_player_can_be_sealed(tmp_path: Path) -> None:
    changed(tmp_path / "fist/stages.py", ("EachPlayer(state.setup.seating, HANDS)", "HANDS"))
    with pytest.raises(referee.PackageFault, match="that are not an Each"):
        _ = referee.start("fist", ["Ana", "Bo", "Cy"]).step


def test_a_game_that_is_only_played_is_played_to_its_end() -> None:
    hands = "Ana flat, Bo flat, Cy fist\n"
    ran = call(*BEGIN, heard=f"{hands}{hands}score\nsheet\n")
    assert (ran.code, "Fist is not scored here." in ran.out) == (0, True)
    for command in ("log", "sheet", "check", "replay"):
        assert call(command, "f.jsonl").code == 0, command
    assert call("sheet", "fist").code == 0
    for line in ("score f.jsonl", "new fist --players Ana,Bo,Cy"):
        told = call(*line.split())
        said = "referee: Fist is not scored here. Try: referee rules fist\n"
        assert (told.code, told.err) == (2, said)
    told = call("stats", "f.jsonl")
    assert (told.code, "f.jsonl: Fist is not scored here." in told.err) == (3, True)
