"""What a count leaves out is not known, and contradicts nothing; what is to blame is told."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from referee.core.ruling import FieldPath
from referee.core.table import FinalCount, Holdings, Player, Setup
from referee.files.documents.rulebook import load_rulebook
from referee.games.aladdin import GAME
from referee.games.aladdin.model.contradiction import contradiction

BOOK = load_rulebook("aladdin")
ANA, BO = "Ana", "Bo"


def count(holdings: Holdings, evidence: Mapping[str, Any] | None = None) -> FinalCount:
    options = {"variant": ("my-precious",), "fourth_gem": ("purple",)}
    return FinalCount(
        Setup((Player(ANA), Player(BO)), options=options), holdings, evidence=evidence or {}
    )


@pytest.mark.parametrize(
    ("entry", "said"),
    [
        ({"talismans": {"red": 1}}, None),
        ({"talismans": {"red": 1}, "gems": {"blue": 0}}, None),
        ({"talismans": {"red": 1}, "gems": {"red": 0}}, "Ana has 1 talisman on red"),
        ({"talismans": {"fourth": 1}, "gems": {"purple": 0}}, None),
        ({"talismans": {"fourth": 1}, "gems": {"purple": 0, "fourth": 0}}, "talisman on purple"),
        ({"gems": {"red": 83}}, None),
        ({"gems": {"red": 83}, "ornaments": {"gold": ("ring",)}}, "84 cards are held"),
        ({}, None),
    ],
)
def test_only_what_is_known_contradicts(entry: Mapping[str, Any], said: str | None) -> None:
    ruling = contradiction(BOOK, count({ANA: entry}))
    assert (ruling is None) if said is None else (said in str(ruling and ruling.reason))


def test_cards_drawn_are_held_against_the_sorcerers_where_these_are_known() -> None:
    holdings = {ANA: {"gems": {"red": 79}}}
    assert contradiction(BOOK, count(holdings)) is None
    assert contradiction(BOOK, count(holdings, {"sorcerers": 3})) is None
    ruling = contradiction(BOOK, count(holdings, {"sorcerers": 2}))
    assert "with 2 Sorcerers out at most 78" in str(ruling and ruling.reason)


@pytest.mark.parametrize(
    ("holdings", "blamed"),
    [
        (
            {ANA: {"gems": {"blue": 3}, "talismans": {"red": 2}}, BO: {"gems": {"red": 1}}},
            [[("holdings", "Ana", "gems", "red"), ("holdings", "Ana", "talismans", "red")]],
        ),
        (
            {ANA: {"gems": {"red": 2, "blue": 90}}, BO: {"gems": {"red": 1}}},
            [[("holdings", "Ana", "gems", "blue")]],
        ),
        (
            {ANA: {"magic_ring": True}, BO: {"magic_ring": True}},
            [[("holdings", "Ana", "magic_ring"), ("holdings", "Bo", "magic_ring")]],
        ),
    ],
)
def test_no_more_is_blamed_than_must_be(holdings: Holdings, blamed: list[list[FieldPath]]) -> None:
    findings = GAME.final.audit(BOOK, count(holdings))
    assert [list(each.fields) for each in findings] == blamed
