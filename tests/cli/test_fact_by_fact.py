"""At a terminal a question asks for its facts, one after the other."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.cli.terminal import CTRL_D, ENTER, Terminal

AGAIN = "To ask again: referee ask no-swap-no-pay captain players=A,B,C,D first=B round=3"


@pytest.fixture
def captain() -> Iterator[Terminal]:
    terminal = Terminal("ask", "no-swap", "captain", env={"TERM": "dumb", "NO_COLOR": "1"})
    yield terminal
    terminal.close()


def say(terminal: Terminal, prompt: str, answer: str) -> None:
    terminal.wait_for(prompt)
    terminal.type(f"{answer}{ENTER}")


def test_each_fact_is_asked_for_after_the_page_and_the_ruling_follows(captain: Terminal) -> None:
    captain.wait_for("players  the players clockwise, without the ghost (needed)")
    say(captain, "players (needed): ", "")
    captain.wait_for("“players” is needed: ")
    say(captain, "players (needed): ", "A,B,C,D")
    say(captain, "first: ", "B")
    say(captain, "now: ", "")
    say(captain, "round: ", "many")
    captain.wait_for("not a whole number")
    say(captain, "round: ", "3")
    captain.wait_for(AGAIN)
    captain.wait_for("Answer: D is captain, and A after that. (NSP-4.3)")
    captain.wait_for_all()
    assert captain.leave() == 0


def test_a_full_stop_rules_with_what_there_is(captain: Terminal) -> None:
    say(captain, "players (needed): ", "A,B,C,D")
    say(captain, "first: ", "B")
    say(captain, "now: ", ".")
    captain.wait_for("To ask again: referee ask no-swap-no-pay captain players=A,B,C,D first=B")
    captain.wait_for_all()
    assert captain.leave() in {0, 2}


def test_ctrl_d_leaves_with_2(captain: Terminal) -> None:
    captain.wait_for("players (needed): ")
    captain.type(CTRL_D)
    captain.wait_for_all()
    assert captain.leave() == 2


def test_with_some_facts_given_only_missing_needed_ones_are_asked() -> None:
    terminal = Terminal(
        *("ask", "saboteur", "action", "play=rockfall", "at=2,0"), env={"TERM": "dumb"}
    )
    try:
        say(terminal, "player (needed): ", "Ana")
        terminal.wait_for(
            "To ask again: referee ask saboteur action play=rockfall at=2,0 player=Ana"
        )
        terminal.wait_for_all()
        assert terminal.leave() in {0, 1}
        assert "target" not in terminal.shown
    finally:
        terminal.close()
