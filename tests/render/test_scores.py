from __future__ import annotations

from fractions import Fraction
from itertools import permutations
from typing import Any

import pytest
from msgspec import json
from msgspec.structs import replace

from referee.core.paper.score_summary import Summary, row_order, tie_rows
from referee.core.ruling import FieldPath, Ruling, Verdict, impossible, table_call
from referee.core.say import Say
from referee.core.scoring.score import Outcome, Scoresheet
from referee.core.table import Player
from referee.render.formats import Format, Style
from referee.render.scores import render_scores
from tests.render.pebbles import BOOK, cells, line, read_csv, score, sheet

ANA = score("Ana", line("gold", 12, "4 x 3"), line("silver", 3, "3 x 1"), ties=(3, 0))
BO = score("Bo", line("gold", 6, "2 x 3"), line("moss", 4), line("silver", 5, "5 x 1"), ties=(3, 2))
CY = score("Cy", ties=(0, 0))
PLACE: FieldPath = ("holdings", "Ana", "gold")
WRONG = replace(impossible("The box holds {n}.", "PEB-1.1", n=16), fields=(PLACE,))
UNSURE = table_call(Say("Nobody saw the rain."), "PEB-1.1")


def shown(
    what: Scoresheet,
    *audit: Ruling,
    fmt: Format = Format.TABLE,
    colour: bool = False,
    why: bool = False,
    lines: dict[FieldPath, int] | None = None,
) -> str:
    style = Style(colour=colour, why=why)
    summary = Summary(sheet=what, audit=audit, game="pebble-fair", book=BOOK, lines=lines or {})
    return render_scores(summary, fmt, style)


def as_read(*args: Any, **more: Any) -> Any:
    return json.decode(shown(*args, fmt=Format.JSON, **more))


def test_players_stand_across_and_lines_down() -> None:
    assert shown(sheet(ANA, BO, CY)) == (
        "pebble-fair: final scores\n"
        "\n"
        "                     Ana  Bo  Cy\n"
        "-------------------  ---  --  --\n"
        "gold                  12   6\n"
        "moss                       4\n"
        "silver                 3   5\n"
        "total                 15  15   0\n"
        "rank                   2   1   3\n"
        "tie: mud               3   3\n"
        "tie: moss (decided)    0   2\n"
        "\n"
        "Bo wins with 15 points. Ana had as many points; moss decided, 2 to 0."
        " (PEB-6.1, PEB-6.2)\n"
    )


def test_plain_tells_one_fact_a_line() -> None:
    assert shown(sheet(ANA, BO, CY), fmt=Format.PLAIN).splitlines() == [
        "Ana, gold: 12 points (4 x 3) PEB-5.1",
        "Ana, silver: 3 points (3 x 1) PEB-5.1",
        "Ana: 15 points, rank 2",
        "Bo, gold: 6 points (2 x 3) PEB-5.1",
        "Bo, moss: 4 points PEB-5.1",
        "Bo, silver: 5 points (5 x 1) PEB-5.1",
        "Bo: 15 points, rank 1",
        "Cy: 0 points, rank 3",
        "Ana, tie: mud 3 PEB-6.2",
        "Bo, tie: mud 3 PEB-6.2",
        "Ana, tie: moss 0, decided PEB-6.2",
        "Bo, tie: moss 2, decided PEB-6.2",
        "Bo wins with 15 points. Ana had as many points; moss decided, 2 to 0. (PEB-6.1, PEB-6.2)",
    ]


def test_without_a_tie_no_tie_breaker_is_shown() -> None:
    assert "tie" not in shown(sheet(ANA, CY))


def test_a_tie_that_nothing_breaks_shows_all_that_was_compared_and_marks_none() -> None:
    twin = replace(ANA, player=Player("Bo"))
    text = shown(sheet(ANA, twin, CY))
    assert "tie: mud " in text
    assert "tie: moss" in text
    assert "(decided)" not in text


def test_a_tie_for_a_lower_rank_counts_too() -> None:
    low = [score(name, line("gold", 1), ties=(mud, 0)) for name, mud in (("Bo", 1), ("Cy", 2))]
    rows = tie_rows([ANA, *low])
    assert [(str(row.label), row.has_decided) for row in rows] == [("mud", True)]
    assert list(rows[0].values) == [None, 1, 2]


def test_a_later_tie_breaker_concerns_only_who_is_still_equal() -> None:
    three = [
        score(n, line("gold", 1), ties=t) for n, t in (("A", (1, 5)), ("B", (2, 5)), ("C", (2, 6)))
    ]
    mud, moss = tie_rows(three)
    assert list(mud.values) == [1, 2, 2]
    assert list(moss.values) == [None, 5, 6]
    assert mud.has_decided
    assert moss.has_decided


def test_rows_keep_the_order_of_every_player() -> None:
    for order in permutations(["ab", "bc", "cd", "d", "ad", ""]):
        labels = [str(label) for label, _ in row_order([score(n, *map(one, n)) for n in order])]
        assert labels == ["a", "b", "c", "d"], order


def one(label: str) -> Any:
    return line(label, 1)


def test_orders_that_contradict_each_other_lose_no_row() -> None:
    rows = row_order([score("A", one("a"), one("b")), score("B", one("b"), one("a"))])
    assert [str(label) for label, _ in rows] == ["a", "b"]


def test_two_lines_of_one_label_stand_in_two_rows() -> None:
    text = shown(sheet(score("Ana", one("set"), line("set", 7)), score("Bo", line("set", 5))))
    assert [row.split() for row in text.splitlines()[4:6]] == [["set", "1", "5"], ["set", "7"]]


def test_labels_with_other_facts_are_other_rows() -> None:
    rows = row_order([score("Ana", one("red")), score("Bo", one("blue"))])
    assert len(rows) == 2


@pytest.mark.parametrize("wrong", [WRONG, replace(WRONG, verdict=Verdict.FORBIDDEN)])
def test_what_the_audit_stops_is_unconfirmed_everywhere(wrong: Ruling) -> None:
    for fmt in (Format.TABLE, Format.MARKDOWN):
        text = shown(sheet(ANA, CY), wrong, fmt=fmt)
        assert "total (not confirmed)" in text
        assert "Not confirmed: Ana wins" in text
    plain = shown(sheet(ANA, CY), wrong, fmt=Format.PLAIN).splitlines()
    assert "Ana: 15 points, rank 1 (not confirmed)" in plain
    assert "Not confirmed: Ana wins with 15 points. (PEB-6.1)" in plain
    records = read_csv(shown(sheet(ANA, CY), wrong, fmt=Format.CSV))
    assert {record[-1] for record in records} == {"confirmed", "no"}
    assert as_read(sheet(ANA, CY), wrong)["ok"] is False


def test_a_mere_warning_confirms() -> None:
    text = shown(sheet(ANA, CY), UNSURE)
    assert "ot confirmed" not in text
    assert "Problems found\n  Table call: Nobody saw the rain. (PEB-1.1)\n" in text
    assert as_read(sheet(ANA, CY), UNSURE)["ok"] is True


@pytest.mark.parametrize(
    ("lines", "where", "numbers"),
    [
        ({PLACE: 7, PLACE[:2]: 6}, "PEB-1.1; line 7", [7]),
        ({PLACE[:2]: 6, ("holdings",): 5}, "PEB-1.1; line 6", [6]),
        ({("holdings", "Bo"): 9}, "PEB-1.1", []),
        ({}, "PEB-1.1", []),
    ],
)
def test_a_finding_names_the_line_of_the_file(
    lines: dict[FieldPath, int], where: str, numbers: list[int]
) -> None:
    assert f"Impossible: The box holds 16. ({where})\n" in shown(sheet(ANA), WRONG, lines=lines)
    assert as_read(sheet(ANA), WRONG, lines=lines)["audit"][0]["lines"] == numbers


def test_a_finding_on_several_lines_names_each_once() -> None:
    both = replace(WRONG, fields=(("a",), ("b",), ("a",), ("c",)))
    text = shown(sheet(ANA), both, lines={("a",): 12, ("b",): 3, ("c",): 9})
    assert "(PEB-1.1; lines 3, 9 and 12)" in text


def test_why_shows_workings_and_each_rule_text_once() -> None:
    assert "4 x 3" not in shown(sheet(ANA, CY))
    text = shown(sheet(ANA, BO), why=True)
    assert "  Ana, gold: 12 points (4 x 3) PEB-5.1\n" in text
    assert text.count("PEB-5.1 Plain pebbles (inferred): A plain pebble is worth 3 points.") == 1
    assert text.count("PEB-6.2 Ties (our ruling): Then the most mud.") == 1
    assert "PEB-6.1 The winner (printed): Most points win." in text
    assert "28 pebbles" not in text


def test_json_has_the_keys_that_programs_rely_on() -> None:
    third = score("小明", line("gold", Fraction(97, 3), "a third"), ties=(1,))
    read = as_read(sheet(ANA, third), WRONG, lines={PLACE: 7}, why=True, colour=True)
    assert list(read) == [
        "schema", "ok", "game", "rulebook", "row_order", "scores",
        "winners", "outcome", "outcome_rules", "audit",
            "not_checked",
    ]  # fmt: skip
    assert read["rulebook"] == {"version": 3, "digest": "d1"}
    assert read["scores"][0] == {
        "player": "Ana",
        "rank": 2,
        "total": 15,
        "exact": "15",
        "lines": [
            {
                "label": "gold",
                "points": 12,
                "exact": "12",
                "working": "4 x 3",
                "rules": ["PEB-5.1"],
            },
            {
                "label": "silver",
                "points": 3,
                "exact": "3",
                "working": "3 x 1",
                "rules": ["PEB-5.1"],
            },
        ],
        "tie_breakers": [
            {"label": "mud", "value": 3, "rules": ["PEB-6.2"]},
            {"label": "moss", "value": 0, "rules": ["PEB-6.2"]},
        ],
    }
    assert read["scores"][1]["exact"] == "97/3"
    assert read["scores"][1]["total"] == pytest.approx(97 / 3)
    assert (read["winners"], read["outcome_rules"]) == (["小明"], ["PEB-6.1"])
    assert read["audit"] == [
        {
            "verdict": "impossible",
            "reason": "The box holds 16.",
            "rules": ["PEB-1.1"],
            "basis": [{"id": "PEB-1.1", "status": "printed", "against": None}],
            "lines": [7],
            "corrections": [],
            "tried_all": True,
        }
    ]


def test_people_read_fractions_as_mixed_numbers_in_sentences_too() -> None:
    text = shown(sheet(score("Ana", line("gold", Fraction(97, 3))), CY))
    assert "97/3" not in text
    assert "gold   32⅓\n" in text
    assert "Ana wins with 32⅓ points." in text


def test_json_ranks_equals_alike_in_order_of_seating() -> None:
    twins = [replace(ANA, player=Player(name)) for name in ("Di", "Bo")]
    read = as_read(sheet(CY, *twins, score("Ed", line("gold", 1), ties=(0, 0))))
    assert [(s["player"], s["rank"]) for s in read["scores"]] == [
        ("Cy", 4), ("Di", 1), ("Bo", 1), ("Ed", 3),
    ]  # fmt: skip
    assert read["winners"] == ["Di", "Bo"]


def test_the_winner_may_be_nobody_in_the_table() -> None:
    said = Say("{leader} caught them.", leader="Zed")
    what = Scoresheet((ANA, CY), Outcome((Player("Zed"),), said, ()))
    assert as_read(what)["winners"] == ["Zed"]
    assert shown(what).endswith("\n\nZed caught them.\n")


def test_csv_has_a_record_for_each_line_and_one_for_who_has_none() -> None:
    head, *records = read_csv(shown(sheet(ANA, BO, CY), fmt=Format.CSV))
    assert [(r[0], r[3], r[4]) for r in records] == [
        ("Ana", "gold", "12"), ("Ana", "silver", "3"),
        ("Bo", "gold", "6"), ("Bo", "moss", "4"), ("Bo", "silver", "5"), ("Cy", "", ""),
    ]  # fmt: skip
    assert ",".join(head) == "player,rank,total,line,points,exact,working,rules,confirmed"
    assert ",".join(records[0]) == "Ana,2,15,gold,12,12,4 x 3,PEB-5.1,yes"


def test_the_name_of_a_winner_reaches_no_terminal_raw() -> None:
    text = shown(sheet(score("\x1b[31mred", line("gold", 1000))), colour=True)
    assert "\x1b[31mred" not in text


def test_ten_players_with_short_names_fit_100_columns() -> None:
    names = ["小明", "ゆう", "Zoe\u0308", "007", "Maya", "Margo", "Ana", "Bo", "Cy", "Di"]
    lines = (line("different wonders", 12), line("same colours", Fraction(97, 3)))
    scores = [score(name, *lines, ties=(n % 2, n % 3)) for n, name in enumerate(names)]
    grid = shown(sheet(*scores), WRONG).split("\n\n")[1]
    assert "Margo" in grid
    assert max(map(cells, grid.splitlines())) <= 100


def test_colour_is_for_winner_and_verdict_alone() -> None:
    painted = shown(sheet(ANA, CY), WRONG, colour=True)
    assert "\x1b[32mAna\x1b[0m wins" in painted
    assert "\x1b[31mImpossible\x1b[0m: " in painted
    assert "\x1b[31mNot confirmed\x1b[0m: " in painted
    assert painted.count("\x1b[0m") == 3
    bare = painted
    for code in ("\x1b[32m", "\x1b[31m", "\x1b[0m"):
        bare = bare.replace(code, "")
    assert bare == shown(sheet(ANA, CY), WRONG)


@pytest.mark.parametrize("fmt", [f for f in Format if f is not Format.TABLE])
def test_only_the_table_is_ever_coloured(fmt: Format) -> None:
    assert "\x1b" not in shown(sheet(ANA, CY), WRONG, fmt=fmt, colour=True)


def test_markdown_is_a_table_a_sentence_and_a_list() -> None:
    text = shown(sheet(score("a|b", line("gold", 1)), CY), WRONG, fmt=Format.MARKDOWN)
    assert text.startswith("### pebble-fair: final scores\n\n|")
    assert "| a\\|b |" in text
    assert "\n\nNot confirmed: a\\|b wins with 1 point. (PEB-6.1)\n\n" in text
    assert text.endswith(
        "### Problems found\n\n- Impossible: The box holds 16. (PEB-1.1)\n"
        "  No single number explains it.\n"
    )


def test_a_game_nobody_scored_in_is_shown() -> None:
    nobody = Scoresheet((), Outcome((), Say("Nobody played."), ()))
    assert shown(nobody).endswith("Nobody played.\n")
    assert as_read(nobody)["scores"] == []
