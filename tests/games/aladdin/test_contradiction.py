"""What a count leaves out is not known, and contradicts nothing; what is to blame is told."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

import pytest
from msgspec.structs import replace

from referee.core.ruling import FieldPath
from referee.core.table import FinalCount, Holdings, Player, Setup
from referee.files.documents.rulebook import load_rulebook
from referee.games.aladdin import GAME
from referee.games.aladdin.final import count_so_far
from referee.games.aladdin.model.contradiction import contradiction
from referee.testing.play import random_player
from tests.rooms import ROOMS

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
        ({"gems": {"red": 82}}, None),
        ({"gems": {"red": 83}}, "exchange explains more than 82."),
        ({"gems": {"red": 82}, "magic_ring": True}, None),
        ({"gems": {"red": 77}, "magic_ring": False}, None),
        ({"gems": {"red": 83}, "ornaments": {"gold": ("ring",)}}, "84 cards; the box has 83"),
        ({"talismans": {"lone": 75}}, "75 cards that are not gems"),
        ({}, None),
    ],
)
def test_only_what_is_known_contradicts(entry: Mapping[str, Any], said: str | None) -> None:
    ruling = contradiction(BOOK, count({ANA: entry}))
    assert (ruling is None) if said is None else (said in str(ruling and ruling.reason))


@pytest.mark.parametrize(
    ("evidence", "shared", "said"),
    [
        ({}, {}, None),
        ({"sorcerers": 3}, {}, None),
        ({"sorcerers": 2}, {}, "exchange explains more than 78."),
        ({}, {"sorcerers": 2}, "exchange explains more than 78."),
        ({}, {"sorcerers": 4}, "A game ends with 1 to 3 Sorcerers out, not 4."),
    ],
)
def test_cards_are_held_against_the_sorcerers_where_these_are_known(
    evidence: Mapping[str, Any], shared: Mapping[str, Any], said: str | None
) -> None:
    told = replace(count({ANA: {"gems": {"red": 79}}}, evidence), shared=shared)
    ruling = contradiction(BOOK, told)
    assert (ruling is None) if said is None else (said in str(ruling and ruling.reason))


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
            {ANA: {"magic_ring": True, "gems": {"red": 9}}, BO: {"magic_ring": True}},
            [[("holdings", "Ana", "magic_ring"), ("holdings", "Bo", "magic_ring")]],
        ),
    ],
)
def test_no_more_is_blamed_than_must_be(holdings: Holdings, blamed: list[list[FieldPath]]) -> None:
    findings = GAME.final.audit(BOOK, count(holdings))
    assert [list(each.fields) for each in findings] == blamed


def test_of_piles_the_largest_are_blamed_however_they_are_told() -> None:
    small = {"gems": {"red": 4}, "ornaments": {"gold": ("ring",), "silver": ("ring", "ring")}}
    held = {ANA: {**small, "gems": {"red": 80}}, BO: small}
    (first, *_) = GAME.final.audit(BOOK, count(held))
    assert first.fields == (("holdings", ANA, "gems", "red"), ("holdings", BO, "gems", "red"))


@pytest.mark.parametrize("seats", range(2, 6))
def test_a_record_counts_every_treasure_card_at_every_moment(seats: int) -> None:
    room = ROOMS["aladdin"]
    for session in random_player(room, room.setup(seats, seed=seats), seats):
        if session.state.drawing is None and len(session.state.dealt) == seats:
            held = [own.cards for own in session.state.holdings.values()]
            evidence = count_so_far(session.state).evidence
            elsewhere = [cast("int", evidence[place]) for place in ("discarded", "undrawn")]
            assert sum((*held, *elsewhere)) == 83
