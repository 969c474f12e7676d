"""What an audit says: each broken sum with its places, what to count again, and how soon."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from referee.core.ruling import Ruling
from referee.core.table import FinalCount, Player, Setup
from referee.files.documents.rulebook import load_rulebook
from referee.games.saboteur import GAME
from referee.games.saboteur.model.count import contradictions
from tests.games.saboteur.test_recorded import PATHS
from tests.recorded import run

BOOK = load_rulebook("saboteur")
NAMES = tuple(map(Player, "ABCDEFGHIJ"))
NOBODY_WON = {"won": "saboteurs", "saboteurs": ()}


def table(
    *gold: tuple[int, ...], rounds: tuple[Any, ...] = (), owed: dict[str, int] | None = None
) -> FinalCount:
    """Tell a table as a file does; ``owed`` by name."""
    entries: dict[str, dict[str, Any]] = {
        who: {"gold": cards} for who, cards in zip(NAMES, gold, strict=False)
    }
    for who, n in (owed or {}).items():
        entries[who]["owed"] = n
    return FinalCount(Setup(NAMES[: len(entries)]), entries, {"rounds": rounds} if rounds else {})


def found(count: FinalCount) -> dict[str, list[str]]:
    """Audit a table: each sentence with the places it is about, as in ``A.gold``."""
    audit = GAME.final.audit(BOOK, count)
    said = {
        str(each.reason): [".".join(path[path[0] == "holdings" :]) for path in each.fields]
        for each in audit
    }
    assert len(said) == len(audit)
    return said


def tried(finding: Ruling) -> list[str]:
    """Word the corrections of a finding, as in ``A.gold 3+2``."""
    return [
        "; ".join(
            f"{'.'.join(change.path[1:])} {change.instead}".replace(", ", "+")
            for change in correction.changes
        )
        for correction in finding.corrections
    ]


@pytest.mark.parametrize(
    ("count", "expected"),
    [
        (
            table((3, 3, 3, 2, 2, 2, 2), (3, 3, 3, 2, 2, 2, 2), (2, 4)),
            {
                "6 gold cards of 3 nuggets; the box holds 4.": ["A.gold", "B.gold"],
                "9 gold cards of 2 nuggets; the box holds 8.": ["A.gold", "B.gold", "C.gold"],
                "1 gold card of 4 nuggets; the box holds 0.": ["C.gold"],
                "A holds 3+3+3+2+2+2+2; no three rounds can pay one player these cards.": [
                    "A.gold"
                ],
                "B holds 3+3+3+2+2+2+2; no three rounds can pay one player these cards.": [
                    "B.gold"
                ],
            },
        ),
        (
            table((1,) * 10, (), ()),
            {
                "A, B and C hold 10 of 1, 10 nuggets in all; no three rounds can pay this.": [
                    "A.gold"
                ],
            },
        ),
        (
            table((2, 1), (), (), rounds=({"connector": "B", "saboteurs": ("C",)}, {}, NOBODY_WON)),
            {
                "B holds none; these three rounds cannot pay B these cards.": [
                    "rounds.0.connector", "rounds.0.saboteurs", "rounds.2.won",
                ],
            },
        ),
        (
            table((), (3, 1), (), rounds=(NOBODY_WON, NOBODY_WON)),
            {"2 rounds are reported; the game has 3.": ["rounds"]},
        ),
        (
            table(
                (), (), (),
                rounds=(
                    {"won": "saboteurs", "saboteurs": ("A", "B"), "connector": "C"},
                    {"connector": "A", "broken": ("A", "B"), "selfish": ("C",)},
                    {"won": "diggers", "broken": ("A", "B", "C")},
                ),
            ),
            {
                "Round 1: 2 saboteurs. With 3 players there are 0 or 1.": ["rounds.0.saboteurs"],
                "Round 1: the saboteurs won, so C has not joined the treasure.": [
                    "rounds.0.won", "rounds.0.connector",
                ],
                "Round 2: A has a broken tool and cannot have laid the last card.": [
                    "rounds.1.connector", "rounds.1.broken",
                ],
                "Round 2: this table plays without the selfish dwarf.": ["rounds.1.selfish"],
                "Round 3: somebody joined the treasure, so not everybody can have a broken tool.": [
                    "rounds.2.won", "rounds.2.broken",
                ],
            },
        ),
        (
            table((), (3, 1), (), owed={"A": 3, "C": 2}),
            {
                "5 nuggets cannot be owed: the bank can pay exactly in such a game.": [
                    "A.owed", "C.owed",
                ],
            },
        ),
        (
            table(
                *((1, 1, 1), (1, 1, 1), (), (3, 3, 1, 1), (1, 1), (3, 3, 1, 1), (1, 1, 1, 1)),
                rounds=({"won": "diggers"}, {"won": "diggers"}, {"saboteurs": ("A", "B", "C")}),
                owed={"D": 3},
            ),
            {
                "D cannot be owed 3 nuggets in such a game.": [
                    "D.owed", "rounds.0.won", "rounds.1.won", "rounds.2.saboteurs",
                ],
            },
        ),
        (
            table(
                *((1, 1, 1), (1, 1, 1), (), (3, 3, 1, 1), (1,), (3, 3, 1, 1), (1, 1, 1, 1)),
                rounds=({}, {}, {"saboteurs": ("A", "B", "C")}),
                owed={"C": 3},
            ),
            {
                "A, B, C, D, E, F and G hold 4 of 3 and 15 of 1, 27 nuggets in all, and are owed "
                "3 nuggets; these three rounds cannot leave this.": [
                    *("A.gold", "B.gold", "D.gold", "E.gold", "F.gold", "G.gold"),
                    *("C.owed", "rounds.2.saboteurs"),
                ],
            },
        ),
    ],
)  # fmt: skip
def test_each_broken_sum_is_said_once_with_the_places_it_is_about(
    count: FinalCount, expected: dict[str, list[str]]
) -> None:
    assert found(count) == expected


@pytest.mark.parametrize(
    ("count", "expected"),
    [
        (
            table((3, 3, 3), (3, 3, 1), ()),
            [
                "A.gold (3+3)",
                "A.gold (2+3+3)",
                "B.gold (2+3+1)",
                "A.gold (1+3+3)",
                "B.gold (1+3+1)",
            ],
        ),
        (table((), (3,), (1,), ()), ["B.gold (); C.gold (1+3)", "C.gold (); B.gold (3+1)"]),
        (
            table((2, 1), (), (), rounds=({"connector": "B", "saboteurs": ("C",)}, {}, NOBODY_WON)),
            [],
        ),
        (
            table((), (3, 1), (), rounds=({"won": "diggers"}, NOBODY_WON, NOBODY_WON)),
            ["A.gold (1,)", "A.gold (3,)", "C.gold (1,)", "C.gold (3,)", "0.won saboteurs"],
        ),
    ],
)
def test_what_to_count_again(count: FinalCount, expected: list[str]) -> None:
    (finding,) = GAME.final.audit(BOOK, count)
    assert tried(finding) == expected


def less(draw: Random, count: FinalCount) -> FinalCount:
    """Leave out some of the gold and some of what is reported of the rounds."""

    def some(entry: Any) -> dict[str, Any]:
        return {key: value for key, value in entry.items() if draw.random() < 1 / 2}

    holdings = {who: some(entry) for who, entry in count.holdings.items()}
    rounds: Any = count.shared.get("rounds", ())
    shared = {"rounds": tuple(map(some, rounds))} if draw.random() < 3 / 4 else {}
    return FinalCount(count.setup, holdings, shared)


def drawn(draw: Random, seats: int) -> FinalCount:
    """Draw a count that may well be: a little gold for each, rounds told or not."""
    players = NAMES[:seats]
    setup = Setup(players, options={"gold": (draw.choice(("players", "miners")),)})
    most = draw.randint(0, 3)
    holdings: dict[str, dict[str, Any]] = {
        player: {"gold": tuple(draw.choices((3, 2, 1), (1, 2, 4), k=draw.randint(0, most)))}
        for player in players
    }
    if draw.random() < 1 / 5:
        holdings["A"]["owed"] = draw.randint(0, 3)
    rounds = tuple(played(draw, players) for _ in range(draw.choice((0, 0, 3, 3, 3, 2))))
    return FinalCount(setup, holdings, {"rounds": rounds})


def played(draw: Random, players: tuple[Player, ...]) -> dict[str, Any]:
    told: dict[str, Any] = {
        "won": draw.choice(("diggers", "saboteurs")),
        "saboteurs": tuple(draw.sample(players, draw.randint(0, min(4, len(players))))),
    }
    if told["won"] == "diggers" and draw.random() < 1 / 2:
        told["connector"] = draw.choice(players)
    return told


@pytest.mark.parametrize("times", [10, pytest.param(100, id="same_seed", marks=pytest.mark.prove)])
@pytest.mark.parametrize("path", PATHS, ids=[path.stem for path in PATHS])
def test_an_honest_game_can_be_told_in_part(path: Any, times: int) -> None:
    count, draw = run(path).final, Random(1)
    for _ in range(times):
        assert contradictions(run(path).book, less(draw, count)) == ()


def test_what_could_be_still_can_with_less_told() -> None:
    draw, possible = Random(2), 0
    for seed in range(1200):
        count = drawn(draw, 3 + seed % 8)
        if not contradictions(BOOK, count):
            possible += 1
            for _ in range(5):
                part = less(draw, count)
                assert contradictions(BOOK, part) == (), (count, part)
    assert possible > 40  # an exact model leaves few of the tables that are drawn at random
