"""At a terminal a question asks for its facts, one after the other."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.cli.terminal import CTRL_D, Terminal

AGAIN = "To ask again: referee ask no-swap-no-pay captain players=A,B,C,D first=B round=3"


@pytest.fixture
def captain() -> Iterator[Terminal]:
    words = ("ask", "no-swap", "captain")
    with Terminal(*words, env={"TERM": "dumb", "NO_COLOR": "1"}) as terminal:
        yield terminal


def test_each_fact_is_asked_for_after_the_page_and_the_ruling_follows(captain: Terminal) -> None:
    captain.wait_for("players  the players clockwise, without the ghost (needed)")
    captain.answer(at="players (needed): ")
    captain.wait_for("“players” is needed: ")
    captain.answer("A,B,C,D", at="players (needed): ")
    captain.answer("B", at="first: ")
    captain.answer(at="now: ")
    captain.answer("many", at="round: ")
    captain.wait_for("not a whole number")
    captain.answer("3", at="round: ")
    captain.wait_for(AGAIN)
    captain.wait_for("Answer: D is captain, and A after that. (NSP-4.3)")
    captain.wait_for_all()
    assert captain.leave() == 0


def test_a_full_stop_rules_with_what_there_is(captain: Terminal) -> None:
    captain.answer("A,B,C,D", at="players (needed): ")
    captain.answer("B", at="first: ")
    captain.answer(".", at="now: ")
    captain.wait_for("To ask again: referee ask no-swap-no-pay captain players=A,B,C,D first=B")
    captain.wait_for_all()
    assert captain.leave() in {0, 2}


def test_ctrl_d_leaves_with_2(captain: Terminal) -> None:
    captain.wait_for("players (needed): ")
    captain.type(CTRL_D)
    captain.wait_for_all()
    assert captain.leave() == 2


def test_with_some_facts_given_only_missing_needed_ones_are_asked() -> None:
    with Terminal("ask", "saboteur", "action", "play=rockfall", "at=2,0") as terminal:
        terminal.answer("Ana", at="player (needed): ")
        terminal.wait_for(
            "To ask again: referee ask saboteur action play=rockfall at=2,0 player=Ana"
        )
        terminal.wait_for_all()
        assert terminal.leave() in {0, 1}
        assert "target" not in terminal.shown
