"""Disputes of every room through the command: each question with each verdict of its cases."""

from __future__ import annotations

import re
from typing import Any

import pytest

from referee.testing.cases import differences
from tests.cli.running import call
from tests.rooms import EVERY_ROOM, ROOMS, ROOT


def disputes(*, unreadable: bool) -> list[Any]:
    """One case of each question and verdict, or all whose facts cannot be read."""
    found: dict[Any, Any] = {}
    for name, room in ROOMS.items():
        for case in (each for each in room.cases if "ask" in each):
            expected = case["expect"]
            question, verdict = case["ask"]["question"], expected.get("verdict")
            key = str(case["name"]) if unreadable else (name, question, verdict)
            if ("unreadable" in expected) == unreadable and (unreadable or verdict):
                found.setdefault(key, pytest.param(name, case, id=f"{name}: {case['name']}"))
    return [*found.values()]


@pytest.fixture(autouse=True)
def at_home(monkeypatch: pytest.MonkeyPatch) -> None:
    """Cases name files of the checkout."""
    monkeypatch.chdir(ROOT)


def asked(game: str, case: Any, fmt: str) -> Any:
    facts = map(str, case["ask"]["facts"])
    return call("ask", game, case["ask"]["question"], *facts, "--format", fmt)


@pytest.mark.parametrize(("game", "case"), disputes(unreadable=False))
def test_a_dispute_is_answered_for_programs_and_for_people(game: str, case: Any) -> None:
    ran = asked(game, case, "json")
    said = ran.json
    assert (said["schema"], said["game"], ran.err) == (1, game, "")
    assert said["question"] in {each.name for each in ROOMS[game].game.questions}
    assert said["reason"]
    assert said["rules"]
    said["says"] = " ".join((said["reason"], *said["because"]))
    assert differences(case["expect"], said) == []
    assert ran.code == (1 if said["verdict"] in {"forbidden", "impossible"} else 0)
    first = {"answered": "Answer"}.get(said["verdict"], said["verdict"].capitalize())
    for fmt in ("table", "plain"):
        ran = asked(game, case, fmt)
        assert ran.out.startswith(f"{first.replace('-', ' ')}: ")
        assert said["rules"][0] in " ".join(ran.out.split("\n\n")[0].split())
        assert ran.err == ""


@pytest.mark.parametrize(("game", "case"), disputes(unreadable=True))
def test_what_is_missing_or_cannot_be_read_leaves_with_2(game: str, case: Any) -> None:
    said = case["expect"]["unreadable"]
    told = asked(game, case, "json")
    assert (told.code, told.json["ok"], told.err) == (2, False, "")
    assert said in told.json["diagnostics"][0]["message"]
    ran = asked(game, case, "table")
    if case["ask"]["facts"]:
        assert (ran.code, ran.out) == (2, "")
        assert said in ran.err
    else:  # a question by itself is looked up: its page names what it needs
        assert (ran.code, ran.err) == (0, "")
        for needed in said.removeprefix("Missing: ").split(" and "):
            assert re.search(rf"^{needed} ", ran.out, re.MULTILINE)


@pytest.mark.parametrize("game", EVERY_ROOM)
def test_every_question_is_listed_with_an_example_that_can_be_typed(game: str) -> None:
    *listed, last = call("ask", game).out.splitlines()
    index = call("ask", game, "--format", "json").json
    names = [each.name for each in ROOMS[game].game.questions]
    assert [line.split()[0] for line in listed] == names
    assert [each["name"] for each in index["questions"]] == names
    assert last == f"Facts and an example: referee ask {game} QUESTION"
    for each in index["questions"]:
        words = ("ask", game, each["name"], *each["example"].split())
        page = call(*words[:3]).out.splitlines()
        needs = any(fact["required"] for fact in each["facts"])
        if needs or page[0].startswith(f"{each['name']}: "):  # else it needs no fact: an answer
            assert page[-1] == " ".join(("referee", *words))
        assert call(*words).code in {0, 1}
