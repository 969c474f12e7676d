"""A program plays: the same judgement, the same journal, the same lock as at a table."""

from __future__ import annotations

import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from msgspec import json

import referee
from tests.cli.running import call, surroundings

NAMES = ["Ana", "Bo", "Cy", "Di", "Eve"]
TABLES: dict[str, tuple[int, dict[str, Any]]] = {
    "aladdin": (4, {}),
    "colorful-treasure": (3, {"same_colour": (1, 3, 6, 10, 15, 21)}),
    "no-swap-no-pay": (4, {}),
    "saboteur": (5, {}),
    "sidibaba": (4, {"leader": "Zed"}),
}


@pytest.mark.parametrize("game", TABLES)
def test_ten_lines_play_a_game_to_its_end_and_write_its_journal(game: str, tmp_path: Path) -> None:
    seats, options = TABLES[game]
    draw, path = random.Random(7), tmp_path / "bots.jsonl"
    with referee.start(game, NAMES[:seats], journal=path, **options) as table:
        while table.step:
            reply = table.answer(draw.choice(table.step.offered))
            assert reply.is_taken
            assert reply.verdict in {"allowed", "table-call"}
        scored = table.score()
    if game != "sidibaba":  # whose Leader may win, and has no points
        assert [each.player for each in scored.scores if each.rank == 1] == [*scored.winners]
    assert {each.player: each.total for each in scored.scores} == scored.totals
    for each in scored.scores:
        assert sum(line.points for line in each.lines) == each.total
    assert referee.Journal.open(path).score().to_dict() == scored.to_dict()
    assert str(scored) in call("score", str(path), "--format", "plain").out


def _undated(path: Path) -> list[Any]:
    lines = [json.decode(line) for line in path.read_bytes().splitlines()]
    for line in lines:
        for name in ("at", "sum"):
            line.pop(name, None)
    return lines


def test_the_journal_is_the_one_that_play_writes(tmp_path: Path) -> None:
    players = ["Ana", "小明", "ゆうこ", "Bo"]
    bots, typed = tmp_path / "bots.jsonl", tmp_path / "typed.jsonl"
    steps = []
    with referee.start("no-swap", players, journal=bots) as table:
        while table.step:
            steps.append(table.step.offered[0])
            table.answer(steps[-1])
    told = call(
        "play", "no-swap", "--players", ",".join(players), "--journal", str(typed),
        heard="\n".join(steps) + "\n",
    )  # fmt: skip
    assert told.code == 0
    assert _undated(bots) == _undated(typed)


def test_what_is_refused_is_not_taken_unless_the_table_overrules_it() -> None:
    table = referee.start("no-swap", ["Ana", "Bo", "Cy", "Di"])
    table.answer("Bo")
    assert table.step is not None
    asked = table.step.id
    refused = table.answer("9g 9s")
    assert (refused.verdict, refused.is_taken, table.step.id) == ("forbidden", False, asked)
    assert refused.rules
    with pytest.raises(referee.NotUnderstood):
        table.answer("lamp")
    with pytest.raises(referee.NotUnderstood):
        table.answer("undo")
    with pytest.raises(referee.RefereeError):
        table.undo(9)
    table.undo()
    assert len(table.log()) == 0
    table.answer("Bo")
    assert not table.answer("99g", overrule="the bag was shaken").is_taken  # no game shows it
    assert table.answer("1g", overrule="the rest fell down").is_taken
    drawn = table.log()[-1]
    assert (drawn.number, drawn.event, drawn.verdict) == (2, "CoinsDrawn", "forbidden")
    assert drawn.fields


def test_a_game_is_resumed_and_its_journal_is_locked(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    with referee.start("saboteur", ["Ana", "Bo", "Cy"], journal=path) as table:
        table.answer("Cy")
        with pytest.raises(referee.JournalError):
            referee.resume(path)
        with pytest.raises(referee.JournalError):
            referee.start("saboteur", ["Ana", "Bo", "Cy"], journal=path)
    with referee.resume(path) as again:
        assert [each.said for each in again.log()] == ["Cy begins."]
        assert again.players == ("Ana", "Bo", "Cy")


def test_offers_are_a_sequence_with_keywords() -> None:
    table = referee.start("saboteur", ["Ana", "Bo", "Cy", "Di"])
    table.answer("Cy")
    assert table.step is not None
    offered = table.step.offered
    assert offered[-1] == offered[len(offered) - 1]
    assert any(words.startswith("map ") for words in offered)
    with pytest.raises(IndexError):
        offered[len(offered)]
    assert [*offered[:2]] == [offered[0], offered[1]]


def test_errors_are_one_family_and_text_is_no_path() -> None:
    for kind in (referee.Unreadable, referee.JournalError, referee.NotUnderstood):
        assert issubclass(kind, referee.RefereeError)
    with pytest.raises(referee.RefereeError, match="Read it first"):
        referee.score("game: no-swap\nplayers: [A, B, C]\n")
    with pytest.raises(referee.RefereeError, match="no language"), referee.language("tlh"):
        pass


def test_a_finding_says_where_it_stands(tmp_path: Path) -> None:
    told = {
        "game": "no-swap-no-pay",
        "players": ["Ana", "Bo", "Cy", "Di"],
        "holdings": {"Ana": {"gold": 19}, "Bo": {}, "Cy": {}, "Di": {}},
    }
    found = referee.score(told).audit[0]
    assert str(found).startswith("Impossible: 19 gold coins; the box holds 16. (NSP-1.1; holdings.")
    path = tmp_path / "evening.yaml"
    path.write_text(
        "game: no-swap-no-pay\nplayers: [Ana, Bo, Cy, Di]\nholdings:\n  Ana: {gold: 19}\n"
        "  Bo: {gold: 0}\n  Cy: {gold: 0}\n  Di: {}\n"
    )
    assert "line" in str(referee.score(path).audit[0])


def test_the_language_ends_with_its_block() -> None:
    asked = referee.ask("no-swap", "value", gold=2)
    with referee.language("zh-TW"):
        assert str(asked) != str(asked).encode("ascii", "ignore").decode()
    assert str(asked).isascii()


def test_a_rulebook_is_a_mapping() -> None:
    book = referee.rules("no-swap")
    assert next(iter(book)) == "NSP-1.1"
    assert len(book) == len([*book.values()])
    assert book.get("NSP-99.9") is None


KILLED = """\
import os, sys
import referee
with referee.start("no-swap", ["Ana", "Bo", "Cy", "Di"], journal="killed.jsonl") as table:
    for _ in range(int(sys.argv[1])):
        table.answer(table.step.offered[0])
    os.kill(os.getpid(), 9)
"""


@pytest.mark.parametrize("answers", [0, 1, 7])
def test_a_kill_between_two_answers_loses_none(answers: int, tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", KILLED, str(answers)],
        cwd=tmp_path,
        env=surroundings(),
        check=False,
        timeout=60,
    )
    assert done.returncode == -9
    with referee.resume(tmp_path / "killed.jsonl") as table:
        assert len(table.log()) == answers
        assert table.step is not None
        assert table.answer(table.step.offered[0]).is_taken


def test_every_name_is_listed_before_anything_is_loaded(tmp_path: Path) -> None:
    shown = """import sys, referee, referee.api
print({*referee.__all__} <= {*dir(referee)}, {*referee.api.__all__} <= {*dir(referee.api)})
print('msgspec' in sys.modules)"""
    help_ = "import referee\nhelp(referee.list_games)\nimport referee.api\nhelp(referee.api.Game)"
    ran = [
        subprocess.run(
            [sys.executable, "-c", code],
            cwd=tmp_path,
            env=surroundings(),
            capture_output=True,
            text=True,
            check=True,
            timeout=60,
        ).stdout
        for code in (shown, help_)
    ]
    assert ran[0] == "True True\nFalse\n"
    assert "GameInfo" in ran[1]
    assert "What a package says of its game" in ran[1]
