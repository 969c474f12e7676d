"""The sheet and what stands beside the blank form: what a table needs that has only the paper."""

from __future__ import annotations

import pytest

from referee.core.paper.round_sheet import RoundSheet, SheetCell
from referee.core.play.session import Session
from referee.core.table import Player, Setup
from referee.games.no_swap_no_pay.stages.draft import CaptainChosen, DraftMissed
from referee.testing.play import attempt, played_out, taken
from tests.games.no_swap_no_pay.test_counts import TREASURE
from tests.rooms import ROOMS

ROOM = ROOMS["no-swap-no-pay"]
GAME, BOOK = ROOM.game, ROOM.book
NAMES = tuple(map(Player, ("Ana", "Bo", "Cy", "Di", "Ed")))


def told(sheet: RoundSheet, round_: int, what: str) -> list[str]:
    """Word the cells of one row."""
    (row,) = (row for row in sheet.rows if (row.round, str(row.what)) == (round_, what))
    return ["" if cell is None else str(cell) for cell in row.cells]


def after(*answers: str, seats: int = 3, names: tuple[Player, ...] = NAMES) -> RoundSheet:
    """Play these answers, whatever the rules say of them, and give the sheet."""
    session: Session = Session(GAME, BOOK, Setup(names[:seats]))
    for words in answers:
        tried = attempt(session, words)
        assert tried is not None, words
        taken(session, tried)
    return GAME.sheet(BOOK, session.setup, session.log())


FED = ("Bo", "1", "3 gold 2 silver 1 black")
DRAFT = ("gold", "gold", "silver", "black", "gold", "silver")
CHALLENGES = ("Ana", "refuse", "@Davy Jones", "Bo", "accept")
DONATIONS = ("done", "done", "done")


def test_the_captain_and_the_order_of_the_draft_stand_on_the_sheet() -> None:
    assert told(after("Bo"), 1, "drafted") == ["", "captain:", "", "", ""]
    drawn = after(*FED, *DRAFT)
    assert told(drawn, 1, "drafted") == [
        *("silver, black", "captain: gold, silver", "gold, gold"),
        *("1 unseen", "3g 2s 1b drawn"),
    ]


def test_a_coin_that_nobody_took_stands_on_the_sheet() -> None:
    missed = after(*FED, "none", *DRAFT[:3], "none", "none")
    assert told(missed, 1, "drafted")[:3] == ["gold, silver", "captain: none, none", "gold, none"]


@pytest.mark.parametrize(("who", "before"), [(NAMES[0], "captain: "), (NAMES[1], "")])
def test_five_hundred_coins_that_nobody_took_fit_into_a_cell(who: Player, before: str) -> None:
    log = [CaptainChosen(NAMES[0]), *[DraftMissed(who)] * 500]
    drafted = told(GAME.sheet(BOOK, Setup(NAMES[:4]), log), 1, "drafted")
    assert drafted[NAMES.index(who)] == before + ", ".join(["none"] * 500)


def test_each_challenge_tells_whom_and_what_came_of_it() -> None:
    assert told(after(*FED, *DRAFT, "Ana"), 1, "challenged") == ["", "Ana: …", "", "", ""]
    sheet = after(*FED, *DRAFT, *CHALLENGES)
    assert told(sheet, 1, "challenged") == [
        *("Bo: swap", "Ana: pays 1", "Davy Jones: swap", "", ""),
    ]


def test_the_next_captain_sits_to_the_left_of_the_last() -> None:
    sheet = after(*FED, *DRAFT, *CHALLENGES, *DONATIONS, "1", "2 gold 4 silver")
    assert told(sheet, 2, "drafted") == ["", "", "captain:", "1 unseen", "2g 4s drawn"]


@pytest.mark.parametrize("seats", GAME.players)
def test_after_each_round_stand_the_coins_of_every_bag(seats: int) -> None:
    session = played_out(ROOM, Setup(NAMES[:seats]), seed=seats)
    standing = [
        row for row in GAME.sheet(BOOK, session.setup, session.log()).rows if row.is_standing
    ]
    treasure, rest = TREASURE[seats]
    assert [row.cells[-1] for row in standing] == [treasure, *rest[1::2]]
    assert {sum(map(int_of, row.cells)) for row in standing} == {session.state.coins.total}
    assert standing[-1].cells[:-1] == tuple(bag.count for bag in session.state.bags.values())


def int_of(cell: SheetCell) -> int:
    assert isinstance(cell, int)
    return cell


def test_a_round_that_goes_on_has_no_standing_yet() -> None:
    for donated, rounds in ((2, ["setup"]), (3, ["setup", 1])):
        sheet = after(*FED, *DRAFT, *CHALLENGES, *DONATIONS[:donated])
        standing = [row.round for row in sheet.rows if row.is_standing]
        assert [each if isinstance(each, int) else str(each) for each in standing] == rounds


def test_whoever_is_called_like_the_treasure_bag_has_a_column_of_their_own() -> None:
    names = (Player("treasure bag"), *NAMES[1:])
    assert told(after(*FED, *DRAFT, names=names), 1, "drafted") == [
        *("silver, black", "captain: gold, silver", "gold, gold"),
        *("1 unseen", "3g 2s 1b drawn"),
    ]


def margin_words(seats: int, **options: str) -> dict[str, str]:
    setup = Setup(NAMES[:seats], options={name: (word,) for name, word in options.items()})
    return {str(line.label): str(line.worth) for line in GAME.reference(BOOK, setup).scoring}


def test_beside_the_form_stands_what_goes_into_the_bags() -> None:
    setup = GAME.reference(BOOK, Setup(NAMES[:4])).setup
    assert [[str(cell) for cell in row] for row in setup.rows] == [
        ["3", "4", "1g 1s", "10g 10s 9b 2p", "1 each", "6", "6"],
        ["4", "4", "1g 1s", "9g 9s 8b 2p", "2 each", "8", "4"],
        ["5", "5", "1g 1s", "11g 11s 11b 2p", "1 each", "10", "5"],
    ]
    (ghost,) = map(str, setup.lines)
    assert ghost == (
        "With 3 players Davy Jones has a bag too, with 1 coin unseen, and 1 more each round."
    )


def test_beside_the_form_stands_what_coins_are_worth_at_this_table() -> None:
    assert margin_words(4) == {
        "gold coins": "3 each",
        "silver sets": "15 for every 5",
        "silver coins": "1 each",
        "cursed bag": "with 1 or 2 black the whole bag is worth 0",
        "black set": "10 for 3 or more together",
    }
    assert margin_words(4, silver_sets="once")["silver sets"] == "15 for 5, once"


@pytest.mark.parametrize("seats", GAME.players)
def test_what_the_ghost_does_is_asked_only_where_it_plays(seats: int) -> None:
    asked = [str(rule) for rule in GAME.reference(BOOK, Setup(NAMES[:seats])).rules_asked_most]
    assert ("NSP-7.3" in asked, "NSP-4.2" in asked) == (seats == 3, seats != 3)
    assert asked == [rule_id for rule_id in BOOK.rules if rule_id in asked]
