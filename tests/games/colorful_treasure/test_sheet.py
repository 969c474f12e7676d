"""The sheet and what stands beside the blank form: what a table needs that has only the paper."""

from __future__ import annotations

import re

import pytest
from msgspec.structs import replace

from referee.core.paper.round_sheet import RoundSheet
from referee.core.play.session import Session
from referee.core.table import FinalCount, Player, Setup
from referee.games.colorful_treasure.stages.flip_and_take import CardsTaken
from referee.games.colorful_treasure.stages.tiles import TileDeclined
from referee.testing.play import attempt, played_out, taken
from tests.rooms import ROOMS

ROOM = ROOMS["colorful-treasure"]
GAME, BOOK = ROOM.game, ROOM.book
NAMES = tuple(map(Player, ("Ana", "Bo", "Cy", "Di")))
NUMBERS = {"same_colour": (1, 3, 6, 10, 15, 21)}
MODES = ("basic", "simple", "advanced")


def table(*names: Player, **options: str) -> Setup:
    told_ = {name: (word,) for name, word in options.items()}
    return Setup(names, options=told_, numbers=NUMBERS)


def told(sheet: RoundSheet, round_: int, what: str) -> list[str]:
    """Word the cells of one row."""
    (row,) = (row for row in sheet.rows if (row.round, str(row.what)) == (round_, what))
    return ["" if cell is None else str(cell) for cell in row.cells]


def after(setup: Setup, *answers: str) -> RoundSheet:
    """Play these answers, whatever the rules say of them, and give the sheet."""
    session: Session = Session(GAME, BOOK.with_table_numbers(setup.numbers), setup)
    for words in answers:
        tried = attempt(session, words)
        assert tried is not None, words
        taken(session, tried)
    return GAME.sheet(session.book, setup, session.log())


KEYS = ("Bo", "1k 2r", "stop", "key", "3r 4r", "5r", "red", "6d 7d", "8d", "diamond")
"""Bo takes a key, Cy three red gems, Ana three diamonds."""
CHESTS = ("2c 9b", "stop", "chest")


def test_who_plundered_whom_of_what_stands_with_both() -> None:
    three = table(*NAMES[:3])
    card = after(three, *KEYS, *CHESTS, "Cy 5r")
    assert told(card, 2, "won and lost") == ["", "+ 2c, + 5r from Cy", "- 5r", ""]
    diamond = after(three, *KEYS, *CHESTS, "Ana d")
    assert told(diamond, 2, "won and lost") == ["- diamond", "+ 2c, + diamond from Ana", "", ""]


def test_five_hundred_things_told_in_a_round_fit_into_a_cell() -> None:
    declined = [TileDeclined(NAMES[0], "red")] * 500
    sheet = GAME.sheet(BOOK, table(*NAMES[:3]), declined)
    assert told(sheet, 1, "won and lost")[0] == ", ".join(["no tile for red"] * 500)


def test_points_so_far_and_the_cards_left_stand_after_each_round() -> None:
    sheet = after(table(*NAMES[:3]), *KEYS)
    assert told(sheet, 1, "points so far") == ["9", "0", "6", "43"]
    (setup,) = (row for row in sheet.rows if str(row.round) == "setup")
    assert [str(cell) for cell in setup.cells if cell is not None] == ["begins", "50"]
    assert [row.round for row in sheet.rows if row.is_standing] == [1]


def test_without_the_six_numbers_the_points_are_left_free() -> None:
    sheet = after(replace(table(*NAMES[:3]), numbers={}), *KEYS)
    assert told(sheet, 1, "points so far") == ["", "", "", "43"]


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("seats", GAME.players)
def test_the_points_so_far_end_as_the_final_ones_without_the_secret_bonus(
    seats: int, mode: str
) -> None:
    setup = replace(ROOM.setup(seats), options={"mode": (mode,)})
    session = played_out(ROOM, setup, seed=seats)
    sheet = GAME.sheet(session.book, setup, session.log())
    standing = [row for row in sheet.rows if row.is_standing]
    assert [row.round for row in standing] == [*range(1, session.state.round + 1)]
    final = GAME.final.count(session.state)
    assert isinstance(final, FinalCount)
    scores = GAME.final.score(session.book, final).scores
    own = [
        sum(line.points for line in score.lines if str(line.label) != "secret bonus")
        for score in scores
    ]
    assert standing[-1].cells == (*own, session.state.field.size)
    assert any("secret bonus" in str(line) for line in sheet.lines) == (mode != "simple")


@pytest.mark.parametrize("mode", MODES)
def test_a_card_that_was_covered_again_stands_nowhere(mode: str) -> None:
    setup = replace(ROOM.setup(3), options={"mode": (mode,)})
    session = played_out(ROOM, setup, seed=1)
    log = session.log()
    won = {
        card.short
        for event in log
        for card in (event.cards if isinstance(event, CardsTaken) else ())
    }
    rounds = (
        row for row in GAME.sheet(session.book, setup, log).rows if isinstance(row.round, int)
    )
    shown = re.findall(r"\b\d+[a-z]\b", " ".join(str(cell) for row in rounds for cell in row.cells))
    assert set(shown) == won


TILES = ("Bo", "peek-s four-p no-s fourth any", "1r 2r", "3r", "red")


def test_tiles_stand_with_the_colour_that_earned_them_and_with_their_use() -> None:
    three = table(*NAMES[:3], mode="advanced")
    picked = after(three, *TILES, "four-p")
    assert told(picked, 1, "won and lost")[1] == "+ 1r 2r 3r, four-points for red"
    lines = [str(line) for line in picked.lines]
    assert "Tiles laid out: peek-same, no-secrets, fourth-card, four-points and any-token." in lines
    assert "Tiles not picked: peek-same, no-secrets, fourth-card and any-token." in lines
    declined = after(three, *TILES, "none")
    assert told(declined, 1, "won and lost")[1] == "+ 1r 2r 3r, no tile for red"
    used = after(three, *TILES, "peek-s", "peek 3 3")
    assert "peek-same for red, peek-same at 3" in told(used, 1, "won and lost")[1]


def test_whoever_is_called_like_the_cards_left_has_a_column_of_their_own() -> None:
    sheet = after(table(Player("cards left"), *NAMES[1:3]), *KEYS)
    assert told(sheet, 1, "points so far") == ["9", "0", "6", "43"]


def scoring(mode: str, seats: int = 3, *, is_told: bool = False) -> dict[str, str]:
    setup = Setup(NAMES[:seats], {}, {"mode": (mode,)}, NUMBERS if is_told else {})
    return {str(line.label): str(line.worth) for line in GAME.reference(BOOK, setup).scoring}


GEMS = ("red", "yellow", "green", "blue", "purple")


def test_what_gems_are_worth_stands_there_once_the_table_has_read_it_out() -> None:
    unknown, known = scoring("basic"), scoring("basic", is_told=True)
    assert {unknown[gem] for gem in GEMS} == {"for 1 to 6 as on the help card"}
    assert {known[gem] for gem in GEMS} == {"1, 3, 6, 10, 15 and 21 for 1 to 6"}


@pytest.mark.parametrize(
    ("mode", "diamonds", "besides"),
    [
        ("simple", "2 each", ()),
        ("basic", "2 each", ("gem bonus", "exploration bonus", "secret bonus")),
        (
            *("advanced", "3 each"),
            ("gem bonus", "exploration bonus", "secret bonus", "tiles"),
        ),
    ],
)
def test_what_scores_depends_on_the_way_of_playing(
    mode: str, diamonds: str, besides: tuple[str, ...]
) -> None:
    found = scoring(mode)
    assert tuple(found) == (*GEMS, "diamond cards", "diamonds", *besides)
    assert (found["diamond cards"], found["diamonds"]) == ("1 each", diamonds)


def test_bonuses_are_told_for_this_number_of_players() -> None:
    for seats, gem in ((2, "9 for 5 colours"), (3, "9 for 5 colours"), (4, "6 for 4 colours")):
        found = scoring("advanced", seats)
        assert found["gem bonus"] == f"{gem}, to the first"
        assert found["exploration bonus"] == "5 for 8 wonders, to the first"
        assert found["secret bonus"] == "7 for most keys and chests, shared in a tie"
        assert found["tiles"] == "sixth-colour 1, four-points 4"


@pytest.mark.parametrize(
    ("mode", "row"),
    [
        ("simple", ["4", "40", "10"]),
        ("basic", ["4", "50", "10", "6 for 4 colours"]),
        ("advanced", ["4", "50", "10", "5", "6 for 4 colours"]),
    ],
)
def test_beside_the_form_stands_what_is_laid_out(mode: str, row: list[str]) -> None:
    margin = GAME.reference(BOOK, table(*NAMES[:2], mode=mode))
    assert [str(cell) for cell in margin.setup.rows[-1]] == row
    asked = [str(rule) for rule in margin.rules_asked_most]
    assert ("COL-8.2" in asked, "COL-8.1" in asked) == (mode == "simple", mode != "simple")
    assert ("COL-5.3" in asked) == (mode == "advanced")
    assert asked == [rule_id for rule_id in BOOK.rules if rule_id in asked]
