"""Recorded evenings: every way that the game can end, as people answered."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from referee.core.play.loop import GameLoop
from referee.core.play.record import Entry, Note, Undo
from referee.core.play.session import Session
from referee.core.scoring.score import Scoresheet
from referee.core.table import FinalCount
from referee.files.decoding import read_bytes
from referee.files.documents.scenarios import Scenario, read_scenario
from referee.files.yaml.loader import parse
from referee.games.no_swap_no_pay.model.box import GHOST
from tests.rooms import ROOMS

ROOM = ROOMS["no-swap-no-pay"]
PATHS = sorted((Path(__file__).parent / "scenarios").glob("*.yaml"))
every_evening = pytest.mark.parametrize("path", PATHS, ids=[path.stem for path in PATHS])


class Run:
    """A scenario run to its end: what was said, and what it came to."""

    def __init__(self, path: Path) -> None:
        self.script: Scenario = read_scenario(
            parse(read_bytes(str(path)), str(path)), ROOM.game, ROOM.book
        )
        self.session: Session = Session(ROOM.game, ROOM.book, self.script.setup)
        drive = GameLoop(self.session)
        self.said: list[str] = []
        for given in self.script.answers:
            step = self.session.step
            asked = step.id if step else "nothing"
            assert given.step in {"", asked}, f"line {given.line}: {asked} was asked"
            self.said += [str(echo.say) for echo in drive.feed_line(given.words)]
        final = ROOM.game.final.count(self.session.state)
        assert isinstance(final, FinalCount), final
        self.final = final
        self.sheet: Scoresheet = ROOM.game.final.score(ROOM.book, final)
        self.said.append(str(self.sheet.outcome.said))


@cache
def run(path: Path) -> Run:
    return Run(path)


def way_of_ending(sheet: Scoresheet) -> str:
    """Tell what decided, and between whom."""
    most = max(score.total for score in sheet.scores)
    tied = [score for score in sheet.scores if score.total == most]
    if len(sheet.outcome.winners) > 1:
        return "shared"
    if len(tied) == 1:
        return "points"
    black = [score.tie_breakers[0].value for score in tied]
    return "black" if black.count(max(black)) == 1 else "silver"


@every_evening
def test_an_evening_comes_out_as_recorded(path: Path) -> None:
    evening = run(path)
    expect = evening.script.expect
    assert expect.said
    rest = iter(evening.said)
    missing = [words for words in expect.said if not any(words in line for line in rest)]
    assert missing == [], "not said, or not in this order"
    assert expect.totals == {score.player: score.total for score in evening.sheet.scores}
    assert expect.winners == evening.sheet.outcome.winners


@every_evening
def test_nothing_speaks_against_an_honest_evening(path: Path) -> None:
    evening = run(path)
    assert ROOM.game.final.audit(ROOM.book, evening.final) == ()


def test_every_way_to_end_is_recorded() -> None:
    assert len(PATHS) == 12
    runs = [run(path) for path in PATHS]
    assert {way_of_ending(each.sheet) for each in runs} == {"points", "black", "silver", "shared"}
    assert {len(each.script.setup.seating) for each in runs} == {3, 4, 5}
    winners = [each.sheet.outcome.winners for each in runs]
    assert (GHOST,) in winners
    assert any(GHOST in each and len(each) > 1 for each in winners)
    assert any(all(not score.total for score in each.sheet.scores) for each in runs)


def test_an_empty_bag_is_recorded() -> None:
    evening = next(run(path) for path in PATHS if path.stem == "five_players_an_empty_bag")
    forced = [
        number
        for number in evening.session.active
        if evening.session.entry(number).step == "challenge.answer"
        and not _challenged_bag(evening.session, number)
    ]
    assert forced
    rounds = [round_ for round_, _ in evening.session.state.missed]
    assert rounds
    assert max(rounds) < 5


def _challenged_bag(session: Session, number: int) -> int:
    state = session.state_before(number)
    return int(state.bags[state.pending[-1].target].count)


def test_corrections_are_recorded() -> None:
    path = next(path for path in PATHS if path.stem == "four_players_with_corrections")
    record = run(path).session.record
    assert sorted(len(mark.entries) for mark in record if isinstance(mark, Undo)) == [1, 2]
    assert len([mark for mark in record if isinstance(mark, Note)]) == 1
    overruled = [mark.step for mark in record if isinstance(mark, Entry) and mark.overrule_reason]
    assert overruled == ["donate.coin"]
