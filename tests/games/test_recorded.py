"""The recorded games of every room: no audit speaks against them, and what all of them have."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from referee.core.play.record import Entry, Note, Undo
from tests.recorded import Recorded, every, run, scenarios
from tests.rooms import EVERY_ROOM, ROOMS

GAMES = [path for name in EVERY_ROOM for path in scenarios(ROOMS[name])]


def runs(name: str) -> list[Recorded[Any, Any]]:
    return [run(path) for path in scenarios(ROOMS[name])]


@every(GAMES)
def test_nothing_speaks_against_a_recorded_game(path: Path) -> None:
    game = run(path)
    assert game.room.game.final.audit(game.book, game.final) == ()
    overruled = [each for each in game.session.record if getattr(each, "overrule_reason", "")]
    is_refused = len(game.script.answers) > len(game.session.record)
    has_slips = path.stem.endswith("with_corrections")
    assert (is_refused, bool(overruled)) == (has_slips, has_slips)


@every([path for name in ("saboteur", "sidibaba") for path in scenarios(ROOMS[name])])
def test_a_line_of_a_score_rests_on_the_rules_that_the_margin_names(path: Path) -> None:
    game = run(path)
    margin = game.room.game.reference(game.book, game.session.setup)
    known = {line.label: line.rules for line in margin.scoring}
    lines = [line for score in game.sheet.scores for line in score.lines]
    assert [line for line in lines if known.get(line.label) != line.rules] == []


@pytest.mark.parametrize("name", EVERY_ROOM)
def test_every_size_of_table_every_switch_and_every_correction_is_recorded(name: str) -> None:
    games, game = runs(name), ROOMS[name].game
    assert {len(each.session.state.players) for each in games} == {*game.players}
    turned = {switch for each in games for switch in each.script.setup.options}
    assert turned == set(ROOMS[name].book.options)
    marks = {type(mark) for each in games for mark in each.session.record}
    assert marks >= {Entry, Note, Undo}
