"""Every line that a table sees fits its terminal, breaks as late as it can, and never badly."""

from __future__ import annotations

import re
from contextlib import nullcontext

import pytest

from referee.cli.play.prompt import INDENT, Look, PromptLines, response_lines
from referee.core.play.loop import GameLoop
from referee.registry import open_game
from referee.render.text import Colour, units, width, wrapped
from referee.testing.play import begin
from tests.cli.running import call
from tests.languages.evenings import recorded
from tests.languages.spoken import FOREIGN, speaking
from tests.rooms import EVERY_ROOM, ROOMS

NOT_FIRST = set("、。，．・：；？！…」』）】》〉〕％ぁぃぅぇぉっゃゅょァィゥェォッャュョ")
NOT_LAST = set("「『（【《〈〔“‘")
COMMANDS = ("", "play", "ask", "rules", "score", "sheet", "log", "stats", "new", "check", "export")


def check(text: str, cells: int, lines: list[str]) -> None:
    """Check how a text was broken, against the rules of the language and against lateness."""
    indent = len(text) - len(text.lstrip())
    assert "".join(lines).replace(" ", "") == text.replace(" ", "")
    for line in lines:
        bare = line.strip()
        assert bare[0] not in NOT_FIRST, lines
        assert bare[-1] not in NOT_LAST, lines
        is_one = " " not in bare and bare.isascii()
        assert width(line) <= cells or is_one, lines
    waiting = [*units(text.lstrip(), cells - indent)]
    for number, line in enumerate(lines):
        gap, unit = waiting.pop(0)
        if number:
            room = cells - width(lines[number - 1])
            assert len(gap) + width(unit) > room, (lines[number - 1], line)
        rest = line.strip().removeprefix(unit)
        while rest:
            gap, unit = waiting.pop(0)
            assert rest.startswith(gap + unit)
            rest = rest.removeprefix(gap + unit)
    assert waiting == []


class Watched(Look):
    """Sets lines, and checks how each was broken."""

    texts = 0

    def broken(self, text: str) -> list[str]:
        self.texts += 1
        lines = super().broken(text)
        check(text, self.cells, lines)
        return lines

    def set_in(self, text: str, colour: Colour | None = None) -> list[str]:
        self.texts += 1
        lines = super().set_in(text, colour)
        check(f"{INDENT}{text}", self.cells, lines)
        return lines


@pytest.mark.parametrize("tag", ["en", *FOREIGN])
@pytest.mark.parametrize("name", EVERY_ROOM)
def test_an_evening_fits_the_terminal(name: str, tag: str) -> None:
    model = recorded(ROOMS[name])
    looks = [Watched(colour=False, cells=cells) for cells in (80, 60)]
    with nullcontext() if tag == "en" else speaking(tag):
        open_game(name)
        session = begin(ROOMS[name], model.setup)
        loop = GameLoop(session)
        prompts = PromptLines(loop)
        for entry in map(model.entry, model.active):
            for look in looks:
                for line in prompts.lines(look, sand=None, again=True):
                    assert width(line) <= look.cells, line
            response = loop.feed(entry.words)
            for look in looks:
                for line in response_lines(response, look, session.book):
                    assert width(line) <= look.cells, line
    assert all(look.texts for look in looks)


@pytest.mark.parametrize("tag", FOREIGN)
@pytest.mark.parametrize("command", COMMANDS)
def test_a_help_page_fits_and_its_columns_count_cells(command: str, tag: str) -> None:
    ran = call("--lang", tag, *command.split(), "--help")
    lines = ran.out.splitlines()
    assert lines
    for line in lines:
        assert width(line) <= 80 or "referee" in line, line
        assert line.strip()[:1] not in NOT_FIRST
    starts = {
        width(found[1])
        for line in lines
        if (found := re.match(r"(  \S(?:\S| (?! ))*  +)\S", line)) and line.startswith("  -")
    }
    assert len(starts) <= 1, lines


@pytest.mark.parametrize(
    ("text", "cells", "lines"),
    [
        ("請選擇  2 小明  3 阿華", 19, ["請選擇  2 小明", "3 阿華"]),
        ("EW 1,0 and EW 2,0", 14, ["EW 1,0 and", "EW 2,0"]),
        ("「戻す 2」と打ってください", 12, ["「戻す 2」と", "打ってくださ", "い"]),
        ("金は 2 x 1/5 です", 10, ["金は", "2 x 1/5 で", "す"]),
        ("☐ 地図 ☐ 落石", 11, ["☐ 地図", "☐ 落石"]),
        ("前進（左）へ", 6, ["前進", "（左）", "へ"]),
    ],
)
def test_what_is_never_broken(text: str, cells: int, lines: list[str]) -> None:
    assert wrapped(text, cells) == lines
