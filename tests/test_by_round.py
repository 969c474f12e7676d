"""Games of which only what a round leaves is written down, held against those by the turn."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final

import pytest

from referee.core.play.loop import GameLoop
from referee.core.play.response import ResponseKind
from referee.core.play.session import Session
from referee.core.scoring.score import Scoresheet
from referee.core.table import ROUND, FinalCount, Player, Setup
from referee.operations.opening import open_journal
from referee.testing.play import step_of
from tests.cli.running import call
from tests.examples import FOLDER
from tests.rooms import EVERY_ROOM, ROOMS

KEYS: Final = {
    "aladdin": 110,
    "colorful-treasure": 110,
    "no-swap-no-pay": 80,
    "saboteur": 55,
    "sidibaba": 45,
}
"""The most keys that a recorded evening takes by the round; Enter is one, and a name is three."""
WITHOUT_CHALLENGES: Final = 40
WAITS: Final = ("aladdin", "colorful-treasure", "sidibaba")
"""Whose rounds leave nothing."""
every_room = pytest.mark.parametrize("name", EVERY_ROOM)
each_that_waits = pytest.mark.parametrize("name", WAITS)


def heard(name: str) -> str:
    """Read what was typed, without the numbers of a help card: those were asked before."""
    typed = (FOLDER / name / "by-round.answers").read_text(encoding="utf-8")
    return typed.partition("\n")[2] if name == "colorful-treasure" else typed


def begun(name: str, by: str = ROUND, typed: str | None = None) -> GameLoop:
    """Sit down at the table of the recorded evening, and type some lines."""
    setup = open_journal(str(FOLDER / name / "by-round.jsonl")).session.setup
    book = ROOMS[name].book.with_table_numbers(setup.numbers)
    table = Setup(setup.seating, setup.roles, setup.options, setup.numbers, setup.texts, by)
    loop = GameLoop(Session(ROOMS[name].game, book, table))
    if typed is not None:
        fed(loop, typed)
    return loop


def fed(loop: GameLoop, typed: str) -> list[str]:
    """Type lines; nothing of them may be refused."""
    said: list[str] = []
    for line in typed.removesuffix("\n").split("\n"):
        responses = loop.feed_line(line)
        assert responses
        assert all(each.is_taken for each in responses), (line, str(responses[-1].say))
        said += [str(each.say) for each in responses]
    return said


def scored(session: Session) -> Scoresheet:
    count = session.game.final.count(session.state)
    assert isinstance(count, FinalCount), count
    assert session.game.final.audit(session.book, count) == ()
    return session.game.final.scoresheet(session.book, count)


def totals(sheet: Scoresheet) -> dict[Player, Any]:
    return {score.player: score.total for score in sheet.scores}


@every_room
def test_the_score_is_that_of_the_evening_by_the_turn(name: str) -> None:
    by_turn = scored(open_journal(str(FOLDER / name / "saturday.jsonl")).session)
    loop = begun(name, typed=heard(name))
    by_round = scored(loop.session)
    assert totals(by_round) == totals(by_turn)
    assert by_round.outcome == by_turn.outcome
    assert [score.lines for score in by_round.scores] == [score.lines for score in by_turn.scores]


@every_room
def test_the_keys_stay_below_their_ceiling(name: str) -> None:
    typed = (FOLDER / name / "by-round.answers").read_text(encoding="utf-8")
    assert typed.isascii()
    assert len(typed) <= KEYS[name]


def test_no_swap_takes_half_the_keys_without_the_challenges() -> None:
    lines = heard("no-swap-no-pay").split("\n")
    typed = "\n".join((lines[0], *[""] * 4, *lines[5:]))
    assert len(typed) <= WITHOUT_CHALLENGES
    loop = begun("no-swap-no-pay")
    said = fed(loop, typed)
    assert "The challenges of round 1 are not noted. The captain's marker goes to 小明." in said
    by_turn = open_journal(str(FOLDER / "no-swap-no-pay/saturday.jsonl")).session
    assert totals(scored(loop.session)) == totals(scored(by_turn))


@every_room
def test_a_game_by_the_round_is_played_from_a_pipe_and_printed(name: str, tmp_path: Path) -> None:
    head = json.loads((FOLDER / name / "by-round.jsonl").read_text("utf-8").partition("\n")[0])
    assert head["setup"]["by"] == ROUND
    table = ("--players", ",".join(head["setup"]["seating"]))
    leaders = [word for who in head["setup"]["aside"].values() for word in ("--leader", who)]
    path = str(tmp_path / "j.jsonl")
    typed = (FOLDER / name / "by-round.answers").read_text(encoding="utf-8")
    ran = call("play", name, *table, *leaders, "--by", "round", "--journal", path, heard=typed)
    assert (ran.code, "Not understood" in ran.out + ran.err) == (0, False)
    sheet = call("sheet", path).out
    assert " players · Noted by the round.\n" in sheet
    assert " players · Noted by the round.</p>" in call("sheet", path, "--format", "html").out
    assert call("sheet", path, "--format", "json").json["noted"] == "Noted by the round."
    assert call("check", path).code == 0
    assert call("stats", path).code == 0


@every_room
def test_a_journal_by_the_turn_says_nothing_of_it(name: str) -> None:
    head = (FOLDER / name / "saturday.jsonl").read_text(encoding="utf-8").partition("\n")[0]
    assert '"by"' not in head
    assert "Noted by" not in call("sheet", str(FOLDER / name / "saturday.jsonl")).out


@every_room
def test_a_game_that_goes_on_is_where_it_was(name: str, tmp_path: Path) -> None:
    path = tmp_path / "j.jsonl"
    lines = (FOLDER / name / "by-round.jsonl").read_text(encoding="utf-8").splitlines(keepends=True)
    path.write_text("".join(lines[:4]), encoding="utf-8")
    session = open_journal(str(path)).session
    whole = open_journal(str(FOLDER / name / "by-round.jsonl")).session
    assert session.state == whole.states.at(3)
    assert session.step is not None
    assert "Continuing" in call("play", str(path), heard="", merged=True).out


@every_room
def test_all_that_was_typed_can_be_taken_back_and_noted_again(name: str) -> None:
    loop = begun(name, typed=heard(name))
    end, n = loop.session.state, len(loop.session.active)
    assert loop.feed("undo to 0").kind is ResponseKind.UNDONE
    assert loop.session.active == []
    loop.feed("redo")
    assert (len(loop.session.active), loop.session.state) == (n, end)


FIRST_TURNS: Final = {
    "aladdin": "rgbr\nb4s3b5g4",
    "colorful-treasure": "2\n3r5yr1r",
    "no-swap-no-pay": "2\n3g2s3b\ng",
    "saboteur": "2\new1",
    "sidibaba": "1 2 3\nf",
}
"""The beginning of a game by the turn, which is then in the midst of a round."""
LAST_ROUNDS: Final = {
    "no-swap-no-pay": "\n\n\n\n4g5s\n2g1s1b2p\n3g5s1b\n4g1s3b\n\n\n",
    "saboteur": "5\ndddsd\n\n-\nsdsdd\n\n-\ndsdds\n\n211 211 32 - 3211",
}


@every_room
def test_by_round_leaves_the_rest_of_a_round(name: str) -> None:
    loop = begun(name, "turn", f"{FIRST_TURNS[name]}\nby round")
    fed(loop, LAST_ROUNDS.get(name, heard(name)))
    assert loop.session.step is None
    assert {score.player for score in scored(loop.session).scores} >= {*loop.session.setup.seating}
    session = loop.session
    assert session.game.sheet(session.book, session.setup, session.log()).rows


@each_that_waits
def test_there_is_no_way_back_to_turns_that_nobody_noted(name: str) -> None:
    loop = begun(name)
    refused = loop.feed("by turn")
    assert refused.kind is ResponseKind.REFUSED
    assert str(refused.say) == "What happened since is not noted."
    assert loop.feed("/overrule we remember").kind is ResponseKind.REFUSED
    assert loop.session.active == []


@each_that_waits
def test_nothing_but_the_end_is_asked(name: str) -> None:
    loop = begun(name)
    step = step_of(loop.session)
    assert (str(step.heading), str(step.ask)) == ("Playing", "Type end when the game is over.")
    assert (step.timer, step.alternatives) == (None, ())
    for words in ("", "e", "en", "over"):
        assert loop.feed(words).kind is ResponseKind.NOT_UNDERSTOOD
    fed(loop, "END")


def test_the_prompt_of_such_a_game_is_one_line() -> None:
    ran = call("play", "aladdin", "--players", "Ana,Bo", "--by", "round", heard="", merged=True)
    assert "\n[Playing] Type end when the game is over.\n" in ran.out


def test_by_turn_counts_from_the_next_round() -> None:
    loop = begun("saboteur", typed="by turn\n5\ndddsd\n\n")
    step = step_of(loop.session)
    assert (str(step.ask), step.on_empty) == ("Who begins?", "@Ana"), "to the left of the fifth"
    assert str(step.heading) == "Round 2 of 3: starter"
    fed(loop, "\new1")
    assert loop.session.state.active_player == loop.session.setup.seating[1]


def test_in_no_swap_the_bags_are_counted_on_if_all_challenges_are_noted() -> None:
    loop = begun("no-swap-no-pay", typed="1\nby turn\n3s1s1s2s")
    step = step_of(loop.session)
    assert str(step.heading) == "Round 2 of 4: draw"
    assert [bag.count for bag in loop.session.state.bags.values()] == [5, 5, 5, 5]
    fed(loop, "4g2s2b")


def test_the_last_round_leaves_nothing_to_go_back_to() -> None:
    loop = begun("saboteur", typed="5\ndddsd\n\n-\nsdsdd\n\n")
    assert str(loop.feed("by turn").say) == "What happened since is not noted."


@pytest.mark.parametrize("words", ["by card", "by", "/by card"])
def test_there_are_two_ways_to_write(words: str) -> None:
    assert str(begun("saboteur").feed(words).say) == "Write by round or by turn."


def test_what_is_so_already_is_no_entry() -> None:
    loop = begun("saboteur")
    assert str(loop.feed("by round").say) == "The game is written by the round already."
    assert str(begun("saboteur", "turn").feed("by turn").say).endswith("by the turn already.")
    assert loop.session.active == []


def test_a_choice_is_an_entry_like_any_other() -> None:
    loop = begun("saboteur", "turn", "1\new1\nby round\n5")
    assert loop.feed("fix 4 3").kind is ResponseKind.CORRECTED
    assert loop.session.state.now.connector == loop.session.setup.seating[2]
    fed(loop, "undo\nundo\nnesw2")
    assert not loop.session.state.now.is_result_only


def test_whose_tools_are_broken_is_asked_where_it_costs_a_share() -> None:
    room = ROOMS["saboteur"]
    options = {"broken_go_empty": ("yes",)}
    players = tuple(map(Player, ("Ana", "Bo", "Cy", "Di", "Eve")))
    loop = GameLoop(Session(room.game, room.book, Setup(players, options=options, by=ROUND)))
    fed(loop, "5")
    assert str(step_of(loop.session).ask) == "Who has a broken tool?"
    assert loop.feed("5").kind is ResponseKind.REFUSED, "Eve has laid the last card"
    fed(loop, "1 2\ndddsd")
    assert "Ana" not in loop.session.state.payout.order
    fed(loop, "\n-")
    assert str(step_of(loop.session).ask) == "Ana, show your role."


@pytest.mark.parametrize(
    ("typed", "found"), [("4g6s", "Ana's bag holds 10 coins; the record counts 9."), ("", None)]
)
def test_bags_are_held_against_a_record_that_has_all_challenges(
    typed: str, found: str | None
) -> None:
    """Without the challenges a bag of ten coins is nothing that a file could not say either."""
    lines = heard("no-swap-no-pay").split("\n")
    if not typed:
        lines[1:5] = [""] * 4
    lines[5], lines[6] = "4g6s", "2g1b2p"
    session = begun("no-swap-no-pay", typed="\n".join(lines)).session
    count = session.game.final.count(session.state)
    assert isinstance(count, FinalCount)
    said = [str(each.reason) for each in session.game.final.audit(session.book, count)]
    assert (said[0] if said else None) == found
    unchecked = [str(each) for each in session.game.final.unchecked(session.book, count)]
    drafts = "which coins were drawn and taken in rounds 1, 2, 3 and 4"
    bags = "how many coins each bag holds: the challenges of rounds 1, 2, 3 and 4 are not noted"
    assert unchecked == ([drafts] if typed else [drafts, bags])


def test_what_nobody_noted_is_not_checked() -> None:
    ran = call("check", str(FOLDER / "saboteur/by-round.jsonl"))
    assert "Not checked: whose tools were broken in round 1 (broken)" in " ".join(ran.out.split())


@pytest.mark.parametrize("words", ["2d", "3r 2d", "3 r+2", "gem 2", "3r %", "r+1"])
def test_diamonds_are_told_with_their_cards(words: str) -> None:
    loop = begun("colorful-treasure", typed="end")
    assert loop.feed(words).kind is ResponseKind.NOT_UNDERSTOOD


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("3g2rtr", "Ana holds 3 green and 2 red + 1 talisman."),
        ("2 red, talisman red, gold ring", "Ana holds 2 red + 1 talisman and gold ring."),
        ("t br bn magic ring", "Ana holds bronze ring, bronze necklace, 1 talisman alone and "),
        ("none", "Ana holds nothing."),
    ],
)
def test_a_holding_of_aladdin_is_typed_in_few_signs(typed: str, said: str) -> None:
    loop = begun("aladdin", typed="end")
    response = loop.feed(typed)
    if typed == "3g2rtr":
        assert response.kind is ResponseKind.NOT_UNDERSTOOD, "letters of two cards need a space"
    else:
        assert str(response.say).startswith(said)


def test_a_game_that_knows_only_turns_says_so() -> None:
    journal = str(FOLDER / "saboteur/saturday.jsonl")
    assert call("play", journal, "--by", "month", heard="").code == 2


@pytest.mark.parametrize(
    ("words", "example"),
    [
        ((), "(such as 3g 2r tr t br bn)"),
        (("--set", "variant=my-precious"), "(such as 3g 2r tr t br bn ring)"),
    ],
)
def test_the_ring_is_an_example_only_where_it_is_played(
    words: tuple[str, ...], example: str
) -> None:
    table = ("aladdin", "--players", "Ana,Bo", "--by", "round", *words)
    assert example in call("play", *table, heard="end\n", merged=True).out


def test_no_card_is_left_in_words() -> None:
    loop = begun("colorful-treasure")
    fed(loop, "end\n" + "none\n" * len(loop.session.setup.seating))
    assert loop.feed("nothing").kind is ResponseKind.RECORDED
