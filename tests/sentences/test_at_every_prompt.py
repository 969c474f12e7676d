"""What is asked of the referee in the middle of anything: it answers, and nothing is noted."""

from __future__ import annotations

from itertools import islice
from pathlib import Path

import pytest

from referee.core.play.loop import GameLoop
from referee.core.play.reading.commands import ASK, CASES, RULES, command_in
from referee.testing.play import AnySession, random_player
from tests.cli.running import call
from tests.rooms import EVERY_ROOM, ROOMS

ASKED = (
    *("may I pass?", "gold?", "yes?", "A?", "2?", "3,0?", "a?", "; ?x?", "must I take it？"),
    *("why may I not pass?", "score of whom?", "state of play?", "log of what?", "sheet or not?"),
    *("fix 1 or not?", "insert 1 may I?", "drop it?", "undo all of it?", "redo what?", "quit now?"),
    *("by what rule?", "by round?", "timer on?", "teach whom?", "forced or not?", "bell on?"),
    *("leader may look?", "help me?", "可以放棄嗎？", "パスできますか?", "event landslide at 3,2?"),
)
TYPED = {"ask may I pass": ASK, "cases pass": CASES, "rules pass again?": RULES, "ask so?": ASK}
"""With what each looks up."""


@pytest.mark.parametrize("name", EVERY_ROOM)
def test_at_every_step_of_a_game_a_question_is_looked_up(name: str) -> None:
    room, seen = ROOMS[name], set[str]()
    for seats in room.game.players:
        for session in random_player(room, room.setup(seats, 3), 3):
            step = session.step
            if (step.id if step else "") in seen:
                continue
            seen.add(step.id if step else "")
            for line in ASKED:
                found = command_in(line, room.game, step)
                assert found == (ASK, line), (step and step.id, line)
            for line, name_of_it in TYPED.items():
                found = command_in(line, room.game, step)
                assert found is not None
                assert found.name == name_of_it, (step and step.id, line)
    assert "" in seen
    assert len(seen) >= 3, seen


@pytest.mark.parametrize("name", EVERY_ROOM)
def test_a_correction_in_between_is_no_phase_of_its_own(name: str) -> None:
    room = ROOMS[name]
    session: AnySession = next(
        islice(random_player(room, room.setup(max(room.game.players)), 1), 4, None)
    )
    loop = GameLoop(session)
    for opened in ("insert 2", "fix 2"):
        loop.feed_line(opened)
        assert session.open_fix is not None or session.inserts
        assert all(command_in(line, room.game, session.step) == (ASK, line) for line in ASKED)
        loop.feed_line("undo")


def test_a_player_or_an_answer_that_ends_in_a_question_mark_is_meant(tmp_path: Path) -> None:
    ran = call(
        *("play", "no-swap", "--journal", str(tmp_path / "j.jsonl")),
        heard="Ana, Bo, Cy, Who?\nWho?\nwho is captain?\nrename Who? Why?\nquit\n",
        merged=True,
    ).out
    assert "4 Who?" in ran
    assert "   1  Who? " in ran
    assert "\n      NSP-" in ran
    assert "Why?" in ran


@pytest.mark.parametrize(
    ("game", "heard", "found"),
    [
        ("colorful", "A,B,C\nadvanced\ndo jewels of one colour count more?\n", "      COL-"),
        ("colorful", "A,B,C\nadvanced\n1 2 3 4 5 6?\n", "      "),
        ("colorful", "A,B,C\nadvanced\nask can five of us play\n", "      COL-C02  "),
        ("colorful", "can five of us play?\n", "      COL-C02  "),
        ("colorful", "A,B,C\ncan five of us play here\n", "      COL-C02  "),
        ("no-swap", "how many coins has each bag?\n", "      NSP-1."),
        ("saboteur", "cases map goal\n", "      SAB-C"),
        ("sidibaba", "A,B,C\nmay the Leader look at the map?\n", "      SID-"),
        ("", "in saboteur may a rockfall take the start card?\n", "      SAB-"),
    ],
)
def test_what_is_asked_before_a_game_is_answered_and_asked_again(
    game: str, heard: str, found: str
) -> None:
    ran = call("play", *filter(None, [game]), heard=heard)
    assert found in ran.out
    assert "No game was started. Missing: " in ran.err
    asked = ran.err.splitlines()[-3:-1]
    assert ran.err.count(asked[-1]) >= 2
