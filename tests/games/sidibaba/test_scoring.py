"""Final counts against their slow twin: points, ranks, winners, and what an audit finds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

import pytest

from referee.core.ruling import Ruling, Verdict
from referee.core.score import ranks
from referee.core.table import FinalCount, Player, Setup
from referee.files.documents.rulebook import load_rulebook
from referee.games.sidibaba import GAME
from tests.games.sidibaba import oracle

BOOK = load_rulebook("sidibaba")
NAMES = ("Maya", "Bo", "Ana", "Cy", "小明", "Di")
"""In order of seating, which is no order of the alphabet."""
LEADER = "Zed"
OUTCOMES = ("escaped", "escaped", "lamps-out", "caught")
KINDS = ("1", "1", "2", "3", "4", "1/3", "1/5", "1/5", "genie")
STRANGE = ("2/5", "3/4")
"""Jewels whose left number is not 1."""
VERDICTS = ("impossible", "forbidden", "table-call")
FINDINGS = {
    "SID-9.1": "more tokens than there are",
    "SID-9.2": "out without the Treasure",
    "SID-9.3": "asked about",
    "SID-9.5": "more tokens than can be won",
}


def entry_of(draw: Random, held: Sequence[str]) -> dict[str, Any]:
    """Tell tokens as a holdings file does; what is none is often left out."""
    entry: dict[str, Any] = {
        "jewels": tuple(int(token) for token in held if token.isdigit()),
        "pairs": dict(Counter(token for token in held if "/" in token)),
        "genies": held.count("genie"),
    }
    if draw.random() < 1 / 4:
        entry["pairs"].setdefault("1/7", 0)
        entry["pairs"].setdefault("2/7", 0)
    return {name: told for name, told in entry.items() if told or draw.random() < 1 / 4}


def some_tokens(draw: Random, most: int) -> dict[str, list[str]]:
    """Give everybody tokens; at some tables there are strange ones."""
    kinds = (*KINDS, *STRANGE) if draw.random() < 1 / 10 else KINDS
    names = NAMES[: draw.randint(2, len(NAMES))]
    return {name: draw.choices(kinds, k=draw.randint(0, most)) for name in names}


def final_count(
    draw: Random, table: Mapping[str, Sequence[str]], outcome: str, *, treasure_found: bool
) -> FinalCount:
    """Make the final count; that the Treasure was not found may be left out."""
    besides: dict[str, Any] = {"outcome": outcome}
    if treasure_found or draw.random() < 1 / 2:
        besides["treasure_found"] = treasure_found
    return FinalCount(
        Setup(tuple(map(Player, table)), roles={"leader": Player(LEADER)}),
        {name: entry_of(draw, held) for name, held in table.items()},
        besides,
    )


def compare_counts(times: int, seed: int) -> dict[str, int]:
    """Compare random final counts, from hardly any tokens to more than there are."""
    seen: Counter[str] = Counter()
    draw = Random(seed)
    for _ in range(times):
        table = some_tokens(draw, draw.choice((2, 6, 10, 14, 25)))
        outcome, treasure_found = draw.choice(OUTCOMES), draw.random() < 2 / 3
        final = final_count(draw, table, outcome, treasure_found=treasure_found)
        compare_scores(seen, table, outcome, final)
        found = GAME.final.audit(BOOK, final)
        compare_findings(found, table, outcome, treasure_found=treasure_found)
        for each in found:
            seen[FINDINGS[each.rules[0].rule_id]] += 1
    return shown("final counts", seen)


def compare_findings(
    found: Sequence[Ruling],
    table: Mapping[str, Sequence[str]],
    outcome: str,
    *,
    treasure_found: bool,
) -> None:
    """Hold an audit against what the twin finds in all, and in all that is not to blame.

    Who is out, but without the Treasure, is told that alone as long as all else fits with it.
    """
    verdicts = [each.verdict.value for each in found]
    assert verdicts[:1] == oracle.findings(table, outcome, treasure_found)[:1], found
    assert verdicts == sorted(verdicts, key=VERDICTS.index), found
    rules = [each.rules[0].rule_id for each in found]
    is_out = outcome == "escaped" and not treasure_found
    assert rules.count("SID-9.2") == is_out, found
    may_have_it = treasure_found or is_out
    twin = {*oracle.findings(table, "caught", may_have_it)}
    assert bool({"SID-9.1", "SID-9.5"} & {*rules}) == bool({*VERDICTS[:2]} & twin), found
    blamed = {path for each in found if each.rules[0].rule_id != "SID-9.3" for path in each.fields}
    rest = {name: [t for t in held if path(name, t) not in blamed] for name, held in table.items()}
    may_have_it |= ("treasure_found",) in blamed
    asked = [verdict for verdict in verdicts if verdict == "table-call"]
    assert asked == oracle.findings(rest, "caught", may_have_it), found


def path(name: str, token: str) -> tuple[str, ...]:
    """Tell where a token stands in a holdings file."""
    of_its_kind = ("pairs", token) if "/" in token else ("jewels",)
    return ("holdings", name, *(("genies",) if token == oracle.GENIE else of_its_kind))


def compare_scores(
    seen: Counter[str], table: Mapping[str, Sequence[str]], outcome: str, final: FinalCount
) -> None:
    """Compare totals, ranks and winners."""
    sheet = GAME.final.score(BOOK, final)
    totals = {name: oracle.points(held) for name, held in table.items()}
    assert {each.player: each.total for each in sheet.scores} == totals, final
    assert [each.player for each in sheet.scores] == [*table], final
    placed = dict(zip(table, ranks(sheet.scores), strict=True))
    assert placed == oracle.ranks(totals), final
    won = oracle.winners(totals, outcome, LEADER)
    assert list(sheet.outcome.winners) == won, final
    seen["final counts"] += 1
    seen["points"] += sum(totals.values())
    seen["won by the Leader"] += won == [LEADER]
    seen["shared victories"] += len(won) > 1


def shown(what: str, seen: Mapping[str, int]) -> dict[str, int]:
    print(what, *seen.items(), sep="\n")  # noqa: T201 - pytest -s shows it
    return dict(seen)


def test_final_counts_are_scored_and_audited_as_the_twin_does() -> None:
    assert compare_counts(600, seed=1) == {
        "final counts": 600,
        "points": 26_418,
        "won by the Leader": 300,
        "shared victories": 28,
        "out without the Treasure": 101,
        "more tokens than can be won": 100,
        "asked about": 147,
        "more tokens than there are": 21,
    }


@pytest.mark.prove
def test_a_hundred_thousand_final_counts_are_scored_and_audited_as_the_twin_does() -> None:
    assert compare_counts(100_000, seed=2) == {
        "final counts": 100_000,
        "points": 4_184_403,
        "won by the Leader": 50_131,
        "shared victories": 4_802,
        "asked about": 23_428,
        "out without the Treasure": 16_759,
        "more tokens than can be won": 15_336,
        "more tokens than there are": 2_550,
    }


@pytest.mark.parametrize("seats", range(2, 7))
def test_one_token_more_than_there_can_be_is_found(seats: int) -> None:
    """Cites: SID-9.1, SID-9.5."""
    draw = Random(seats)
    for treasure_found, each in ((True, 10), (False, 8)):
        for more in (0, 1):
            assert audited(draw, seats, each * seats + more, treasure_found=treasure_found) == (
                ["SID-9.5"] if more else []
            )
        box = 62 + 3 * seats
        assert audited(draw, seats, box, treasure_found=treasure_found) == ["SID-9.5"]
        assert audited(draw, seats, box + 1, treasure_found=treasure_found) == ["SID-9.1"]


def audited(draw: Random, seats: int, tokens: int, *, treasure_found: bool) -> list[str]:
    """Spread so many tokens at random, and give the rules behind what is found."""
    table: dict[str, list[str]] = {name: [] for name in NAMES[:seats]}
    for _ in range(tokens):
        table[draw.choice(NAMES[:seats])].append(draw.choice(KINDS))
    final = final_count(draw, table, "caught", treasure_found=treasure_found)
    found = GAME.final.audit(BOOK, final)
    compare_findings(found, table, "caught", treasure_found=treasure_found)
    return [each.rules[0].rule_id for each in found][:1]


def test_an_escape_without_the_treasure_is_found() -> None:
    """Cites: SID-9.2."""
    table = {"Maya": ["1"], "Bo": ["3"]}
    for told in ({}, {"treasure_found": False}, {"treasure_found": True}):
        final = FinalCount(
            Setup(tuple(map(Player, table)), roles={"leader": Player(LEADER)}),
            {name: {"jewels": tuple(map(int, held))} for name, held in table.items()},
            {"outcome": "escaped", **told},
        )
        found = [(each.verdict, each.rules[0].rule_id) for each in GAME.final.audit(BOOK, final)]
        assert found == ([] if told.get("treasure_found") else [(Verdict.FORBIDDEN, "SID-9.2")])
        assert list(GAME.final.score(BOOK, final).outcome.winners) == ["Bo"]


def test_the_twin_counts_as_the_rules_have_it() -> None:
    assert oracle.points(["3", "2", "1/5", "1/5", "1/5", "1/3", "genie"]) == 3 + 2 + 6 + 1
    assert oracle.ranks({"Maya": 5, "Bo": 7, "Ana": 7, "Cy": 1}) == {
        "Maya": 3,
        "Bo": 1,
        "Ana": 1,
        "Cy": 4,
    }
    assert oracle.winners({"Maya": 5, "Bo": 7, "Ana": 7}, "escaped", "Zed") == ["Bo", "Ana"]
    assert oracle.winners({"Maya": 5, "Bo": 7, "Ana": 7}, "caught", "Zed") == ["Zed"]
