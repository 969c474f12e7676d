"""A package from elsewhere that fails is named, and takes no evening with it."""

from __future__ import annotations

from pathlib import Path

import pytest

import referee
from referee.core.say import Say, speak
from referee.core.words.language import Language
from tests.cli.running import call
from tests.elsewhere.packages import found_in, variation

FRONT = (
    "from referee.api import Game\n"
    'GAME = Game("odd", "Odd", players=range(2, 5), package=__name__, max_events=9)\n'
)
SLIPS = {
    "judgement": ("least, most = min(1,", "_lft()\n        least, most = min(1,"),
    "effect": ("        basket = {kind: n +", "        _lft()\n        basket = {kind: n +"),
    "consequence": ('say=lambda state: Say("Round', 'say=lambda state: _lft() or Say("Round'),
    "heading": (
        "heading=lambda state, stage: Say(",
        "heading=lambda state, stage: (state.waiting[0] != 'Bo' or _lft()) and Say(",
    ),
    "prompt": (
        "in_all = sum(left.values())",
        "in_all = sum(left.values()) if player == 'Ana' else _lft()",
    ),
}
"""What stands in the stages of Pebble Fair, and a slip in its place."""


def broken(folder: Path, slip: str) -> None:
    """Write a game in the shape of Pebble Fair that fails at one place."""
    variation(folder, "odd", FRONT)
    sound, wrong = SLIPS[slip]
    path = folder / "odd/stages.py"
    text = path.read_text(encoding="utf-8")
    assert sound in text
    path.write_text(text.replace(sound, wrong, 1), encoding="utf-8")


@pytest.mark.parametrize("slip", SLIPS)
def test_nothing_is_noted_and_the_evening_goes_on(slip: str, tmp_path: Path) -> None:
    broken(tmp_path, slip)
    lines = "1p\n1p\n1p\n"
    with found_in(tmp_path):
        ran = call("play", "odd", "--players", "Ana,Bo", "--journal", "f.jsonl", heard=lines)
        told = " ".join(ran.err.split())
        assert ran.code == 70, told
        assert "The package odd 1.0 has a fault: NameError: name '_lft' is not defined" in told
        assert "(odd/stages.py, line " in told
        assert (
            "Nothing was noted. Answer otherwise, or go on when it is mended: "
            "referee play f.jsonl" in told
        )
        assert "The referee itself has a fault" not in told
        before = Path("f.jsonl").read_bytes()
        assert referee.Journal.open("f.jsonl").players == ("Ana", "Bo")
        with referee.resume("f.jsonl") as table:
            entries = len(table.log())
            with pytest.raises(referee.PackageFault) as fault:
                answer_thrice(table)
        assert (fault.value.package, fault.value.version) == ("odd", "1.0")
        assert (fault.value.file, fault.value.line > 0) == ("odd/stages.py", True)
        assert len(referee.Journal.open("f.jsonl").log()) >= entries
        assert Path("f.jsonl").read_bytes().startswith(before[:20])


def answer_thrice(table: referee.Session) -> None:
    """Draw a plain pebble three times."""
    for _ in range(3):
        table.answer("1p")


def test_a_command_leaves_with_70_and_tells_programs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    variation(tmp_path, "odd", FRONT)
    path = tmp_path / "odd/questions.py"
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace("muddy = facts", "muddy = 1 / 0 or facts"), encoding="utf-8")
    with found_in(tmp_path):
        ran = call("ask", "odd", "bust", "muddy=2")
        assert (ran.code, ran.out) == (70, "")
        assert "The package odd 1.0 has a fault: ZeroDivisionError" in " ".join(ran.err.split())
        told = call("ask", "odd", "bust", "muddy=2", "--format", "json")
        assert told.code == 70
        (problem,) = told.json["diagnostics"]
        assert (problem["code"], problem["path"]) == ("PACKAGE-FAULT", "odd/questions.py")
        with pytest.raises(referee.PackageFault):
            referee.ask("odd", "bust", muddy=2)
        monkeypatch.setenv("REFEREE_TRACE", "1")
        with pytest.raises(AssertionError):  # a call that shows a traceback is none that passes
            call("ask", "odd", "bust", "muddy=2")


def test_a_message_with_wrong_fields_is_said_in_english() -> None:
    class Wrong:
        def gettext(self, message: str) -> str:
            return message.replace("{n}", "{m}")

        def ngettext(self, one: str, many: str, n: int) -> str:
            return self.gettext(one if n == 1 else many)

        def pgettext(self, context: str, message: str) -> str:
            return message

    language = Language("ja")
    language.add("wrong", Wrong())
    speak(language)
    try:
        assert str(Say("Round {n} is over.", n=2)) == "Round 2 is over."
    finally:
        speak(None)
