"""Every game has a casebook worth reading; that each case holds is for the contract."""

from __future__ import annotations

import pytest

import referee
from referee.files.diagnostics import Unreadable
from referee.files.documents.disputes import Case, check_ids, load_cases, read_case
from referee.files.yaml.loader import parse
from referee.registry import open_game
from tests.cli.running import call
from tests.rooms import EVERY_ROOM, ROOT


@pytest.mark.parametrize("game", EVERY_ROOM)
def test_thirty_disputes_are_decided_in_the_words_of_players(game: str) -> None:
    cases = load_cases(*open_game(game))
    assert len(cases) >= 30
    asked = [case.asked for case in cases]
    assert len(set(asked)) == len(asked)
    assert [words for words in asked if not words.endswith("?")] == []
    assert len({case.dispute.question.name for case in cases}) >= 8


@pytest.mark.parametrize("game", EVERY_ROOM)
def test_what_another_program_is_told_of_a_case_it_can_ask_again(game: str) -> None:
    for case in call("cases", game, "--format", "json").json["cases"]:
        again = referee.ask(game, case["asks"], **case["facts"]).to_dict()
        told = {name: case[name] for name in ("verdict", "reason", "rules", "answer")}
        assert {name: again[name] for name in told} == told, case["id"]


CASE = (ROOT / "rulebooks/casebook/no_swap_no_pay/NSP-C01.yaml").read_text(encoding="utf-8")


def case(**changed: str) -> Case:
    text = CASE.replace("date: 2026-11-22", f"date: {changed.get('date', '2026-11-22')}")
    text = text.replace("NSP-C01", changed.get("id", "NSP-C01"))
    if "status" in changed:
        text += f"  status: {changed['status']}\n"
    return read_case(parse(text.encode(), "case.yaml"), *open_game("no-swap"))


@pytest.mark.parametrize("date", ["2026-19-39", "2026-02-29", "2026-13-01", "0000-01-01"])
def test_a_case_is_decided_on_a_day_that_there_is(date: str) -> None:
    assert case(date="2028-02-29").date == "2028-02-29"
    with pytest.raises(Unreadable, match=f"There is no such day: {date}"):
        case(date=date)


def test_what_supersedes_a_case_is_another_case_that_is_there() -> None:
    check_ids([case(status="superseded by NSP-C02"), case(id="NSP-C02")])
    for by in ("NSP-C99", "NSP-C01"):
        with pytest.raises(Unreadable, match=f"There is no other case {by} in this casebook"):
            check_ids([case(status=f"superseded by {by}"), case(id="NSP-C02")])
    with pytest.raises(Unreadable, match="There are two cases NSP-C01"):
        check_ids([case(), case()])


YES = """
NSP-C02 C04 C13 C16 C20 C24 C37 SAB-C03 C08 C10 C16 C24 C26 C28 C40 ALA-C09 C13 C17 C19 C21 C30 C32
COL-C05 C06 C28 SID-C01 C06 C09 C16 C20 C28 C35
"""
NEITHER = """
NSP-C10 C12 C14 C15 C18 C21 C26 C27 C30 C31 C34 SAB-C11 C12 C13 C22 C29 C30 C31 C35 C37 C38 C41
ALA-C01 C03 C06 C10 C22 C24 C29 C33 COL-C01 C10 C13 C19 C20 C22 C23 C26 C31 C33
SID-C03 C04 C07 C13 C18 C22 C23 C31 C33 C34 C36
"""
"""The cases whose question is answered yes, or neither yes nor no; all others are answered no."""


def ids(listed: str) -> set[str]:
    found, prefix = set[str](), ""
    for word in listed.split():
        prefix = word.partition("-")[0] if "-" in word else prefix
        found.add(f"{prefix}-{word.rpartition('-')[2]}")
    return found


@pytest.mark.parametrize("game", EVERY_ROOM)
def test_a_short_answer_answers_the_question_as_it_is_asked(game: str) -> None:
    yes, neither = ids(YES), ids(NEITHER)
    for case in load_cases(*open_game(game)):
        if case.short:
            begins = case.short.partition(" ")[0]
            wanted = "Yes." if case.case_id in yes else "No."
            is_thing = begins not in {"Yes.", "No."}
            assert is_thing if case.case_id in neither else begins == wanted, case.case_id
            assert len(case.short) <= 100
