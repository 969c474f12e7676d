"""The sheet and what is printed with the blank form: what a table needs that has only the paper."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from referee.core.paper.round_sheet import RoundSheet
from referee.core.play.session import Session
from referee.core.table import FinalCount, Player, Setup
from referee.games.aladdin.stages.wishes import WishAccepted
from referee.testing.play import attempt, played_out, taken
from tests.rooms import ROOMS

ROOM = ROOMS["aladdin"]
GAME, BOOK = ROOM.game, ROOM.book
NAMES = tuple(map(Player, ("Ana", "Bo", "Cy", "Di", "Ed")))
DICE = ("red", "blue", "red", "b2", "b4", "s1", "none")
"""Three players: Ana opens bronze, Cy silver, and nobody touches the lamp."""


def told(sheet: RoundSheet, round_: int, what: str) -> list[str]:
    """Word the cells of one row."""
    (row,) = (row for row in sheet.rows if (row.round, str(row.what)) == (round_, what))
    return ["" if cell is None else str(cell) for cell in row.cells]


def after(*answers: str, names: tuple[Player, ...] = NAMES[:3], **options: str) -> RoundSheet:
    """Play these answers, whatever the rules say of them, and give the sheet."""
    setup = Setup(names, options={name: (word,) for name, word in options.items()})
    session: Session = Session(GAME, BOOK, setup)
    for words in answers:
        tried = attempt(session, words)
        assert tried is not None, words
        taken(session, tried)
    return GAME.sheet(BOOK, setup, session.log())


@pytest.mark.parametrize(
    ("drawn", "ana"),
    [
        (("stop",), "b2: nothing"),
        (("red 0",), "b2: red"),
        (("red 1", "stop"), "b2: red (1)"),
        (("red 1", "talisman 0", "red"), "b2: red (1), talisman, talisman on red"),
        (("red 2",), "b2: red (2), bust"),
        (("sorcerer 1", "gold ring 1"), "b2: Sorcerer (1), gold ring (1), bust"),
    ],
)
def test_each_card_stands_with_its_scorpions_behind_the_die(
    drawn: tuple[str, ...], ana: str
) -> None:
    assert told(after(*DICE, *drawn), 1, "explored") == [ana, "", "", ""]


def test_two_chests_of_one_player_stand_in_their_order() -> None:
    dice = ("red blue", "red blue", "b2 s1", "g5 b3", "none")
    sheet = after(*dice, "green 0", "green 0", "stop", "stop", names=NAMES[:2])
    assert told(sheet, 1, "explored") == ["b2: green, green, s1: nothing", "g5: nothing", ""]


LAMP = (*DICE[:3], "b2", "b2", "s1", "Cy, Ana", "Bo", "red", "refuse", "accept")
"""Cy touches wrongly, Bo steals; then Ana refuses one wish and accepts another."""


def test_at_the_lamp_stands_who_touched_it_who_was_wrong_and_what_changed_hands() -> None:
    assert told(after(*LAMP, "draw gold green"), 1, "lamp") == [
        "refuses, accepts, + green from gold",
        *("+ red", "wrong, chooses Bo, - red", "Cy and Ana"),
    ]


@pytest.mark.parametrize(
    ("wish", "ana", "bo"),
    [
        ("draw silver sorcerer", "Sorcerer from silver", ""),
        ("discard red Ana", "- red discarded", ""),
        ("recover green Ana", "+ green from the discards", ""),
        ("die b2 g6 Ana", "die b2 to g6", ""),
        ("move red Bo Ana", "+ red", "- red"),
        ("swap red Ana blue Bo", "- red, + blue", "+ red, - blue"),
    ],
)
def test_what_a_wish_did_stands_with_whom_it_changed(wish: str, ana: str, bo: str) -> None:
    lamp = told(after(*LAMP, wish), 1, "lamp")
    assert lamp[0] == f"refuses, accepts, {ana}"
    assert lamp[1] == ", ".join(filter(None, ("+ red", bo)))


def test_five_hundred_things_told_at_the_lamp_fit_into_a_cell() -> None:
    accepted = [WishAccepted(NAMES[0])] * 500
    sheet = GAME.sheet(BOOK, Setup(NAMES[:3]), accepted)
    assert told(sheet, 1, "lamp")[0] == ", ".join(["accepts"] * 500)


@pytest.mark.parametrize("variant", ["none", "my-precious"])
@pytest.mark.parametrize("seats", GAME.players)
def test_the_points_so_far_end_as_the_final_ones(seats: int, variant: str) -> None:
    setup = replace(ROOM.setup(seats), options={"variant": (variant,)})
    session = played_out(ROOM, setup, seed=seats)
    sheet = GAME.sheet(BOOK, setup, session.log())
    standing = [row for row in sheet.rows if row.is_standing]
    assert [row.round for row in standing] == [*range(1, session.state.turn + 1)]
    final = GAME.final.count(session.state)
    assert isinstance(final, FinalCount)
    totals = [score.total for score in GAME.final.score(BOOK, final).scores]
    assert list(standing[-1].cells[:-1]) == totals
    assert all(isinstance(cell, int) for row in standing for cell in row.cells[:-1])


def test_points_so_far_count_cards_sets_and_sole_majorities() -> None:
    """Two red gems, and one with a talisman on it, are as many."""
    sheet = after(*DICE, "red 0", "gold ring 0", "talisman 0", "red")
    assert told(sheet, 1, "points so far") == ["3", "6", "2", "2b 1s 0g drawn"]


def test_whoever_is_called_table_has_a_column_of_their_own() -> None:
    names = (Player("table"), *NAMES[1:3])
    assert told(after(*DICE, names=names), 1, "lamp") == ["", "", "", "nobody"]


def test_beside_the_form_stands_what_everyone_gets() -> None:
    setup = GAME.reference(BOOK, Setup(NAMES)).setup
    assert setup.rows == ((2, 2, 2, 4), (3, 1, 1, 5), (4, 1, 1, 4), (5, 1, 1, 3))


def test_beside_the_form_stands_what_scores_under_the_names_of_the_table() -> None:
    options = {"fourth_gem": ("purple",), "variant": ("my-precious",)}
    scoring = GAME.reference(BOOK, Setup(NAMES, options=options)).scoring
    assert {str(line.label): str(line.worth) for line in scoring} == {
        "cards": "1 each",
        "bronze sets": "6 each, in addition to its cards",
        "silver sets": "8 each, in addition to its cards",
        "gold sets": "10 each, in addition to its cards",
        **dict.fromkeys(
            ("most green", "most red", "most blue", "most purple"), "5, nothing in a tie"
        ),
        "the Ring": "5",
    }
    plain = GAME.reference(BOOK, Setup(NAMES)).scoring
    assert "Magic Ring" not in [str(line.label) for line in plain]


@pytest.mark.parametrize("seats", GAME.players)
@pytest.mark.parametrize("variant", ["none", "my-precious"])
def test_what_is_asked_most_fits_the_table(seats: int, variant: str) -> None:
    setup = Setup(NAMES[:seats], options={"variant": (variant,)})
    asked = [str(rule) for rule in GAME.reference(BOOK, setup).rules_asked_most]
    assert ("ALA-3.2" in asked, "ALA-3.3" in asked) == (seats == 2, seats != 2)
    assert ("ALA-8.3" in asked) == (variant == "my-precious")
    assert asked == [rule_id for rule_id in BOOK.rules if rule_id in asked]
