"""A package from elsewhere that fails is named, and takes no evening with it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import referee
from referee.core.say import Say, speak
from referee.core.words.language import Language
from tests.cli.running import call
from tests.elsewhere.packages import FRONT, changed, found_in, variation

SLIPS = {
    "judgement": ("least, most = min(1,", "_lft()\n        least, most = min(1,"),
    "effect": ("        basket = {kind: n +", "        _lft()\n        basket = {kind: n +"),
    "exit": ("least, most = min(1,", "raise SystemExit(4)\n        least, most = min(1,"),
    "recursion": ("least, most = min(1,", "self.judge(book, state)\n        least, most = min(1,"),
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


NAME = "NameError: name '_lft' is not defined"
RAISED = {"exit": "SystemExit: 4", "recursion": "RecursionError: maximum recursion depth exceeded"}


@pytest.fixture
def odd(tmp_path: Path) -> Iterator[Path]:
    """Install a game in the shape of Pebble Fair, whose files a test changes."""
    variation(tmp_path, "odd", FRONT)
    with found_in(tmp_path):
        yield tmp_path / "odd"


@pytest.mark.parametrize("slip", SLIPS)
def test_nothing_is_noted_and_the_evening_goes_on(slip: str, odd: Path) -> None:
    changed(odd / "stages.py", SLIPS[slip])
    lines = "1p\n1p\n1p\n"
    ran = call("play", "odd", "--players", "Ana,Bo", "--journal", "f.jsonl", heard=lines)
    told = " ".join(ran.err.split())
    assert ran.code == 70, told
    assert f"The package odd 1.0 has a fault: {RAISED.get(slip, NAME)}" in told
    assert re.search(r"\(odd/(stages|model).py, line \d+\)", told)
    assert (
        "Nothing was noted. Answer otherwise, or continue when it is fixed: "
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
    assert fault.value.file in {"odd/stages.py", "odd/model.py"}
    assert fault.value.line > 0
    assert len(referee.Journal.open("f.jsonl").log()) >= entries
    assert Path("f.jsonl").read_bytes().startswith(before[:20])


def answer_thrice(table: referee.Session) -> None:
    """Draw a plain pebble three times."""
    for _ in range(3):
        table.answer("1p")


def test_a_command_leaves_with_70_and_tells_programs(
    odd: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    changed(odd / "questions.py", ("muddy = facts", "muddy = 1 / 0 or facts"))
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

        def messages(self) -> tuple[()]:
            return ()

    language = Language("ja")
    language.add("wrong", Wrong())
    speak(language)
    try:
        assert str(Say("Round {n} is over.", n=2)) == "Round 2 is over."
    finally:
        speak(None)


FRUITLESS = {
    "stages.py": ("COURSE = Course", "COURSES = Course", "play", "has no attribute 'COURSE'"),
    "questions.py": ("QUESTIONS = (", "QUESTION = (", "ask", "has no attribute 'QUESTIONS'"),
    "final.py": ("HoldingsForm(fields=FIELDS)", "None", "new", "HoldingsForm"),
}
CALLS = {
    "play": ("play", "odd", "--players", "Ana,Bo", "--journal", "f.jsonl"),
    "ask": ("ask", "odd", "bust", "muddy=2"),
    "new": ("new", "odd", "--players", "Ana,Bo"),
}


@pytest.mark.parametrize("module", FRUITLESS)
def test_what_a_package_lacks_or_gives_wrongly_is_its_own_fault(module: str, odd: Path) -> None:
    sound, wrong, command, told = FRUITLESS[module]
    changed(odd / module, (sound, wrong))
    ran = call(*CALLS[command])
    said = " ".join(ran.err.split())
    assert ran.code == 70
    assert "The package odd 1.0 has a fault: " in said
    assert told in said
    assert f"(odd/{module}" in said


def test_a_journal_whose_game_fails_is_not_called_broken(odd: Path, tmp_path: Path) -> None:
    with found_in(tmp_path):
        call("play", "odd", "--players", "Ana,Bo", "--journal", "f.jsonl", heard="1p\n")
    slip = ("in_all = sum(", "in_all = _lft(")
    changed(odd / "stages.py", slip)
    with found_in(tmp_path):
        for command in ("log", "sheet", "score", "check"):
            ran = call(command, "f.jsonl")
            assert (ran.code, "The package odd 1.0 has a fault: NameError" in ran.err) == (70, True)
    changed(odd / "stages.py", slip[::-1])
    with found_in(tmp_path):
        assert call("log", "f.jsonl").code == 0


BROKEN_FILES = {
    "locale/ja/LC_MESSAGES/odd.mo": b"",
    "texts/ja.yaml": b"rules: [",
}


@pytest.mark.parametrize("name", BROKEN_FILES)
def test_a_broken_language_file_is_named_once_and_the_game_speaks_english(
    name: str, odd: Path
) -> None:
    path = odd / name
    path.parent.mkdir(parents=True)
    path.write_bytes(BROKEN_FILES[name])
    ran = call("--lang", "ja", "rules", "odd", "PEB-3.2")
    assert ran.code == 0
    assert "Two or more muddy pebbles spoil the whole basket." in ran.out
    assert ran.err.count(f"odd/{name}") == 1
    assert call("rules", "odd", "PEB-3.2").err == ""


def test_texts_of_another_game_are_left_aside(odd: Path) -> None:
    path = odd / "texts/ja.yaml"
    path.parent.mkdir()
    path.write_text("game: saboteur\nrules:\n  SAB-1.1:\n    title: 人数\n", encoding="utf-8")
    ran = call("--lang", "ja", "rules", "odd", "PEB-3.2")
    assert (ran.code, ran.err) == (0, "")
    assert "Two or more muddy pebbles spoil the whole basket." in ran.out
