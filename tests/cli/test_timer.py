"""``--timer``: the toy room's glass is kept by the referee; from pipes, so that nobody waits."""

from __future__ import annotations

import sys
from pathlib import Path
from threading import Event

import pytest

from referee.cli.play.timer import Alarm
from tests.cli.fair import stopped
from tests.cli.running import at_play, call, entries

PLAY = ("play", "pebble", "--players", "Ana,Bo", "--journal", "j.jsonl")
AT_A_STALL = "Zed\n1,3,6,10\nAna\nshore\n"
RANG = "\aThe sand has run out.\n"
TURNED = "The sand has run out; the glass is turned."
GOING = (("00:10", "Ana"), ("00:20", "shore"))
"""At 20:00:20 the glass was turned; it takes thirty seconds, twice."""
pytestmark = pytest.mark.usefixtures("fair")


def words(journal: str = "j.jsonl", *more: str) -> list[str]:
    return [entry["words"] for entry in entries(journal, *more)]


def test_what_is_left_stands_at_every_prompt_while_a_glass_runs() -> None:
    ran = call(*PLAY, "--timer", heard=f"{AT_A_STALL}?\nnonsense\n1p\n")
    assert ran.code == 0
    assert ran.err.count("Sand 0:30.") == 2
    assert "Sand " not in ran.err.partition("Ana goes to which stall?")[0]
    assert "Sand " not in ran.err.rpartition("Bo goes to which stall?")[2]
    assert "\a" not in ran.err


def test_without_the_timer_no_time_is_shown_and_the_table_says_sand() -> None:
    ran = call(*PLAY, heard=f"{AT_A_STALL}sand\n/pause\n1p\n/resume\nsand\n")
    assert "Sand " not in ran.err
    assert "Also: sand" in ran.err
    assert "   3  " + TURNED in ran.out
    assert ran.out.count("The timer is paused. Type /resume first.") == 1
    assert "The timer is paused. Type /resume first." in ran.err
    assert "   4  Ana draws nothing: too late." in ran.out
    assert words("j.jsonl", "--all") == ["Ana", "shore", "sand", "/pause", "/resume", "sand"]
    assert not any(entry["by_clock"] for entry in entries())


def test_sand_that_ran_out_is_noted_before_the_line_that_was_typed() -> None:
    stopped(Path("j.jsonl"), *GOING, ("00:50", "/note tea"))
    ran = call("play", "j.jsonl", "--timer", heard="1p\n")
    assert "Sand 0:00." in ran.err
    assert ran.err.count(RANG) == 1
    assert f"   3  {TURNED}\n   4  Ana draws 1 pebble.\n" in ran.out
    assert words() == ["Ana", "shore", "note", "sand", "1p"]
    assert [entry["by_clock"] for entry in entries()] == [False] * 3 + [True, False]


@pytest.mark.parametrize("line", ["/quit\n", "?\n", "/log\n", ""])
def test_it_is_noted_whatever_comes_next_also_when_the_table_leaves(line: str) -> None:
    stopped(Path("j.jsonl"), *GOING, ("00:50", "/note tea"))
    ran = call("play", "j.jsonl", "--timer", heard=line)
    assert ran.err.count(RANG) == 1
    assert TURNED in ran.out
    assert [entry["step"] for entry in entries() if entry["by_clock"]] == ["turn.sand"]


def test_pauses_and_the_clocks_words_stand_in_log_and_sheet() -> None:
    stopped(Path("j.jsonl"), *GOING, ("00:50", "/note tea"))
    call("play", "j.jsonl", "--timer", heard="/pause\n/note the door\n/resume\n/undo sand\n1p\n")
    log = call("log", "j.jsonl", "--all", "--why", "--format", "plain").out
    assert f"turn.sand, “sand”: {TURNED} (taken back; by the timer; " in log
    assert ", “/pause”: The timer is paused.\n" in log
    assert ", “/resume”: The timer is running.\n" in log
    assert ": The game continues. The time in between does not count.\n" in log
    sheet = call("sheet", "j.jsonl").out
    assert "\n  round 1: Note: tea\n  round 1: Note: the door\n\n" in sheet
    assert "· 1 correction\n" in sheet
    for kept_out in ("paused", "resumed", "timer is", "goes on"):
        assert kept_out not in sheet


def test_what_the_clock_noted_is_passed_over_by_undo() -> None:
    stopped(Path("j.jsonl"), *GOING, ("00:50", "/note tea"))
    ran = call("play", "j.jsonl", "--timer", heard="1p\n/undo\n/undo\n")
    assert "Taken back: 4 Ana draws 1 pebble.\n" in ran.out
    assert "Taken back: 2 entries, 2 to 3.\n" in ran.out, "the glass was turned for her"
    assert [entry["words"] for entry in entries("j.jsonl", "--all") if entry["struck"]] == [
        "shore",
        "sand",
        "1p",
    ]


def test_a_journal_is_gone_on_with_without_the_timer_and_with_it_again() -> None:
    stopped(Path("j.jsonl"), *GOING, ("00:40", "/note tea"))
    assert "Sand " not in call("play", "j.jsonl").err
    assert words("j.jsonl", "--all")[3:] == [""], (
        "the time between is nobody's, whoever keeps the glass"
    )
    assert "Sand 0:10." in call("play", "j.jsonl", "--timer").err


def test_no_time_has_passed_where_no_glass_runs_or_the_table_has_paused() -> None:
    stopped(Path("a.jsonl"), ("00:10", "Ana"))
    stopped(Path("b.jsonl"), *GOING, ("00:29", "/pause"))
    for name, length in (("a.jsonl", 2), ("b.jsonl", 4)):
        ran = call("play", name, "--timer")
        assert len(entries(name, "--all")) == length, "that a timer runs is noted, and nothing else"
    assert "Sand 0:21.\nThe timer is paused. Type /resume first.\n" in ran.err


def test_a_killed_program_gives_back_what_was_left_at_its_last_line(fair: Path) -> None:
    stopped(Path("j.jsonl"), *GOING, ("00:29", "/note tea"))
    for _ in range(2):
        program = (sys.executable, str(fair))
        prompt = "[Round 1 of 2] Sand 0:21.\n"
        with at_play("j.jsonl", "--timer", until=prompt, program=program) as playing:
            playing.kill()
    assert words("j.jsonl", "--all") == ["Ana", "shore", "note", "", "", ""]
    assert "Sand 0:21." in call("play", "j.jsonl", "--timer").err


def test_a_question_lists_what_a_glass_brings_along() -> None:
    listed = call(*PLAY, "--timer", heard=f"{AT_A_STALL}?\n/pause\n?\n").out
    first, paused = [" ".join(each.split()) for each in listed.split("The timer is paused.")][:2]
    assert "quit /pause judge;" in first
    assert "/resume" not in first
    assert "quit /resume judge;" in paused


def test_a_game_without_a_glass_knows_no_pause(begun: str) -> None:
    listed = call("play", begun, heard="?\n/pause\n").out
    assert "No timer is running." in listed
    assert "/resume" not in listed
    ran = call("play", begun, "--timer")
    assert (ran.code, ran.out) == (2, "")
    assert "no-swap-no-pay has no sand timer. Leave out --timer." in ran.err


def test_an_alarm_fires_by_itself_and_counts_how_often() -> None:
    fired = Event()
    alarm = Alarm(fired.set)
    alarm.start([0.0, 3600.0])
    assert fired.wait(30)
    assert alarm.stop() == 1
    alarm.start([3600.0])
    assert alarm.stop() == 0
    alarm.start([])
    assert (alarm.stop(), alarm.stop()) == (0, 0)
