"""The casebook: found by id and by words, and the same for people and programs."""

from __future__ import annotations

import pytest

from tests.cli.running import call
from tests.rooms import EVERY_ROOM


@pytest.mark.parametrize("game", EVERY_ROOM)
def test_every_case_is_listed_and_can_be_read(game: str) -> None:
    cases = call("cases", game, "--format", "json").json["cases"]
    keys = {"id", "question", "facts", "verdict", "rules", "reading", "date", "status"}
    assert all(keys <= case.keys() for case in cases)
    ids = [case["id"] for case in cases]
    assert len(set(ids)) == len(ids)
    for fmt in ("table", "plain", "markdown", "csv"):
        out = call("cases", game, "--format", fmt).out
        assert [each for each in ids if each not in out] == []
    for case in cases[:3]:
        out = call("cases", game, case["id"].lower()).out
        assert out.startswith(f"{case['id']} {case['question']}")


def test_a_case_is_found_by_the_words_of_a_player() -> None:
    found = call("cases", "no-swap", "may I refuse with an EMPTY bag", "--format", "json").json
    assert found["cases"][0]["id"] == "NSP-C01"
    told = call("cases", "no-swap", "may I refuse with an EMPTY bag").out
    assert told.startswith(
        "NSP-C01  My bag is empty. May I refuse a challenge anyway?\n         No. "
    )
    assert "NSP-C01" not in call("rules", "no-swap", "refuse", "empty", "bag").out


def test_words_that_no_case_holds_are_told() -> None:
    ran = call("cases", "no-swap", "dragon")
    assert (ran.code, ran.out) == (2, "")
    assert "Nothing decided in No Swap No Pay! fits these words." in ran.err


def test_as_a_page_the_casebook_has_every_case_and_the_rules_it_cites() -> None:
    page = call("cases", "no-swap", "--format", "html").out
    cases = call("cases", "no-swap", "--format", "json").json["cases"]
    assert all(f'id="{case["id"]}"' in page for case in cases)
    assert all(f'<a href="#{rule}">' in page for case in cases for rule in case["rules"])
    assert '<p class="asked">players: 4; holds: 5; gives: 0</p>' in page
    assert page.count("<h1>") == 1
    assert "<script" not in page


def test_an_id_that_no_case_has_is_answered_with_the_nearest() -> None:
    for typed, near in (("SAB-C99", "SAB-C39"), ("c07", "SAB-C07")):
        ran = call("cases", "saboteur", typed)
        assert (ran.code, ran.out) == (2, "")
        assert f"Did you mean “{near}”?" in ran.err


def test_a_case_tells_its_facts_before_the_ruling_that_rests_on_them() -> None:
    told = call("cases", "no-swap", "NSP-C28").out
    assert "\n\nplayers: 4\nholds: 5\ngives: 0\n\n" in told.partition("(NSP-")[0]
    booklet = call("cases", "no-swap", "--format", "markdown").out
    for case in call("cases", "no-swap", "--format", "json").json["cases"]:
        whole = booklet.partition(f"## {case['id']} ")[2].partition("\n## ")[0]
        lines = whole.partition("(NSP-")[0].split("\n")
        known = [
            name.replace("_", " ") for name, value in case["facts"].items() if value is not None
        ]
        assert [name for name in known if not any(f"- {name}" in line for line in lines)] == []
