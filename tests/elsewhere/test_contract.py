"""What the contract says of a package that does not keep it: what, where, and what to do."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import TypeAlias

import pytest
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo

from referee.core.words.language import LISTED, WORD
from referee.registry import open_game
from referee.testing import _failed, _listed, _runs, contract
from referee.testing.faults import fault
from referee.testing.room import WITHOUT, Check, Room
from tests.cli.running import call
from tests.elsewhere.packages import (
    FAIR,
    ROOT,
    changed,
    found_in,
    run_python,
    surroundings,
    variation,
    write_package,
)

FRONT = (FAIR / "pebble_fair/__init__.py").read_text(encoding="utf-8").replace("pebble-fair", "odd")
BASKETS = (
    '\n- name: "After a round the sheet says how many pebbles everybody has."\n'
    '  play: {players: [Ana, Bo], answers: ["turn.draw: 2p 1m", "turn.draw: 1p"]}\n'
    '  expect: {sheet: {baskets: {Ana: "3", Bo: "1"}}}\n'
)
HELD = ("tests/cases/fair.yaml", BASKETS, "")
"""The case that holds the line of the baskets, taken out."""
WIND = "PEB-2.9: {title: Wind, text: It may blow., enforced: code, source: page 9}"
IN_SHORT = (
    "def _row(rows, moments):\n"
    '    return rounds.SummaryRow(round=Say("end"), cells=(None, None))\n\n\n'
    "PAPER = Paper(\n    in_short=rounds.RoundSummary(row=_row),"
)

Slip: TypeAlias = tuple[str, str, str, str, *tuple[tuple[str, str, str], ...]]
"""A check, what it says, where and what to do; and the file, the text and the slip in its place."""
SLIPS: dict[str, Slip] = {
    "a wrong case": (
        "it is so",
        r"totals: expected {'Ana': 4, 'Bo': 0, 'Cy': 3}, got {'Ana': 3, 'Bo': 0, 'Cy': 3}",
        r"cases/baskets.yaml:\d+, “Plain pebbles count, .*”",
        "Correct the case, or odd/final.py.",
        ("tests/cases/baskets.yaml", "{Ana: 3, Bo: 0, Cy: 3}", "{Ana: 4, Bo: 0, Cy: 3}"),
    ),
    "a sheet that a case does not expect": (
        "it is so",
        r"sheet: expected {'baskets': {'Ana': '4', 'Bo': '1'}}, got {'baskets': {'Ana': '3'.*}}",
        r"cases/fair.yaml:\d+, “After a round the sheet says how many pebbles everybody has.”",
        "Correct the case, or odd/stages.py.",
        ("tests/cases/fair.yaml", 'baskets: {Ana: "3"', 'baskets: {Ana: "4"'),
    ),
    "a rule in force without a case": (
        "every rule in force is named by a case",
        r"No case names PEB-2\.9\.",
        r"odd/rulebook.yaml:32",
        "Write a case in cases/ whose expectation names it.",
        ("odd/rulebook.yaml", "  PEB-3.1:", f"  {WIND}\n  PEB-3.1:"),
    ),
    "a default that is not understood": (
        "every default is understood and allowed: 2 players",
        r"The default “everybody” of turn.draw is not understood.",
        r"odd/stages.py:67",
        r"Let the default be an answer that is offered. (After nothing.)",
        (
            "odd/stages.py",
            "PebblesDrawn(player, pebbles),",
            'PebblesDrawn(player, pebbles), default="everybody",',
        ),
    ),
    "words that are allowed and not offered": (
        "what is allowed is offered: 2 players",
        r"“.*” is allowed at turn.draw and not offered.",
        r"odd/stages.py:67",
        "Offer it, or forbid it.",
        ("odd/stages.py", "min(book[MOST_DRAWN], in_all)", "min(2, in_all)"),
    ),
    "a value that no answer names": (
        "what no answer names is not allowed",
        r"Rain\w* with “21” is allowed at any.rain and not offered.",
        r"odd/stages.py:\d+",
        "Offer it, or let judge forbid it",
        ("odd/stages.py", "    rule = SHOWER\n", "    rule = SHOWER\n    drops: int = 0\n"),
        ("odd/stages.py", "has_rained=True)", "has_rained=self.drops != 21)"),
        ("odd/stages.py", ' or book.option(state.setup.options, "rain") == "dry"', ""),
    ),
    "a number that nothing in the log is": (
        "every number on a sheet is one of the log: 2 players",
        r"“baskets” shows 10\d for .*, and nothing in the log is 10\d\.",
        r"odd/paper.py:7",
        "Correct it, or hold the line “pebbles in the basket” in a play case: ",
        ("odd/paper.py", "sum(basket.values())", "100 + sum(basket.values())"),
        HELD,
    ),
    "a check that raises": (
        "random games come to an end: 2 players",
        r"NameError: name '_lft' is not defined",
        r"odd/stages.py:34",
        "Correct judge, which raised it.",
        ("odd/stages.py", "least, most =", "_lft()\n        least, most ="),
    ),
    "cases that are no YAML": (
        "it is so",
        r"did not find expected .*\.",
        r"cases/baskets.yaml:\d+",
        "Correct the YAML.",
        ("tests/cases/baskets.yaml", "rules: [PEB-3.2]}", "rules: [PEB-3.2}"),
    ),
    "a case with a key that is not known": (
        "it is so",
        r"There is no “qestion” in ask. Did you mean “question”\?",
        r"cases/baskets.yaml:1, “Two muddy pebbles spoil a basket.”",
        "Correct the case, or odd/questions.py.",
        ("tests/cases/baskets.yaml", "{question: bust", "{qestion: bust"),
    ),
    "a case with a value of another shape": (
        "it is so",
        r"facts has to be a list.",
        r"cases/baskets.yaml:1, “Two muddy pebbles spoil a basket.”",
        "Correct the case, or odd/questions.py.",
        ("tests/cases/baskets.yaml", 'facts: ["muddy=2"]', "facts: 7"),
    ),
    "a step that asks nothing": (
        "random games come to an end: 2 players",
        r"GameFault: _ask_draw gives NoneType, and has to give Prompt",
        r"odd/stages.py:67",
        "Correct this line.",
        ("odd/stages.py", "return Prompt(", "Prompt("),
    ),
    "what follows again and again": (
        "random games come to an end: 2 players",
        r"GameFault: <lambda> is true again and again, whatever follows",
        r"odd/stages.py:\d+",
        "Correct this line.",
        ("odd/stages.py", "when=lambda state: not state.waiting,", "when=lambda state: True,"),
    ),
    "a module without its value": (
        "there is a question",
        r"AttributeError: module 'odd.questions' has no attribute 'QUESTIONS'",
        r"odd/questions.py",
        "Write what is missing.",
        ("odd/questions.py", "QUESTIONS = ", "QUESTION = "),
    ),
    "a game that ends the program": (
        "random games come to an end: 2 players",
        r"SystemExit: 3",
        r"odd/stages.py:34",
        "Correct judge, which raised it.",
        ("odd/stages.py", "least, most =", "raise SystemExit(3)\n        least, most ="),
    ),
    "a game that calls itself for ever": (
        "random games come to an end: 2 players",
        r"RecursionError: maximum recursion depth exceeded.*",
        r"odd/(stages.py:34|model.py:\d+)",
        "Correct ",
        ("odd/stages.py", "least, most =", "self.judge(book, state)\n        least, most ="),
    ),
    "an error that cannot be worded": (
        "the example is answered: bust",
        r"_Odd: \?",
        r"odd/questions.py:\d+",
        "Correct _bust, which raised it.",
        (
            "odd/questions.py",
            "def _bust(",
            "class _Odd(Exception):\n    def __str__(self): raise self\n\n\ndef _bust(",
        ),
        ("odd/questions.py", "    muddy = facts", "    raise _Odd\n    muddy = facts"),
    ),
    "a row of the first page that is of no round": (
        "a round has one row on the first page",
        "The first page has not one row for each round, in order, and then one of the end.",
        "odd/paper.py",
        "Let in_short make one row of each round; what comes after the last has its own.",
        ("odd/paper.py", "PAPER = Paper(", IN_SHORT),
        ("odd/paper.py", "import Paper", "import Paper, rounds"),
    ),
    "an opening that is not understood": (
        "random games come to an end: 2 players",
        r"“three” of OPENINGS is answered at turn.draw and not understood\.",
        r"openings.py",
        "Correct the opening.",
        ("tests/attempts.py", '"falls", "sun"', '"falls", "snow"'),
    ),
}


def copied(folder: Path, *slips: tuple[str, str, str]) -> Path:
    """Write the fair and its tests, with something else in some places; give its tests' folder."""
    variation(folder, "odd", FRONT)
    unseen = shutil.ignore_patterns("__pycache__")
    shutil.copytree(FAIR / "tests", folder / "tests", ignore=unseen)
    for path in (folder / "tests").rglob("*.*"):
        text = path.read_text(encoding="utf-8")
        path.write_text(text.replace("pebble-fair", "odd"), encoding="utf-8")
    for name, sound, wrong in slips:
        changed(folder / name, (sound, wrong))
    return folder / "tests"


def faults_in(tests: Path, name: str = "", game_id: str = "odd") -> list[str]:
    """Run the checks of a name; give the lines of each that fails."""
    return [each for each in said(tests, name, game_id) if each.startswith("What: ")]


def said(tests: Path, name: str, game_id: str = "odd") -> list[str]:
    """Run the checks of a name; give the lines of each that fails, or why it is skipped."""
    with found_in(tests.parent):
        game, book = open_game(game_id)
        found = Room(game, book, tests)
        told = []
        for param in _listed(found, proofs=False):
            if not str(param.id).startswith(name):
                continue
            if param.marks:
                told += [str(mark.args[0]) for mark in param.marks]
                continue
            try:
                failed = _failed(found, *param.values)
            except pytest.skip.Exception as skipped:
                told.append(str(skipped))
            else:
                told += [str(failed)] if failed else []
        return told


@pytest.mark.parametrize("slip", SLIPS)
def test_a_failure_says_what_where_and_what_to_do(slip: str, tmp_path: Path) -> None:
    name, what, where, do, *slips = SLIPS[slip]
    tests = copied(tmp_path, *slips)
    if "opening" in slip:
        (tests / "openings.py").write_text('OPENINGS = (("three",),)\n', encoding="utf-8")
    first, second, third = said(tests, name)[0].split("\n")
    assert re.fullmatch(f"What: {what}", first)
    assert re.fullmatch(f"Where: {where}", second)
    assert third.startswith(f"Do: {do}")


UNLOADED = {
    "a module that exits": (
        "SystemExit: 3",
        r"odd/stages.py:\d+",
        ("odd/stages.py", "class PebblesDrawn", "raise SystemExit(3)\n\n\nclass PebblesDrawn"),
    ),
    "a module that is no Python": (
        r"SyntaxError: .*",
        r"odd/stages.py:67",
        ("odd/stages.py", "def _ask_draw(", "def _ask_draw"),
    ),
    "a name that there is not": (
        "it asks referee.api for Consequense, which it does not have .*",
        "odd/stages.py:8",
        ("odd/stages.py", "    Consequence,\n", "    Consequense,\n"),
    ),
    "another id": (
        ".* its Game has another id, even.",
        "odd/__init__.py",
        ("odd/__init__.py", '"odd"', '"even"'),
    ),
    "a rulebook with a wrong key": (
        "“title” is missing .*",
        r"odd/rulebook.yaml:9",
        ("odd/rulebook.yaml", "    title: The sack", "    titel: The sack"),
    ),
}


@pytest.mark.parametrize("slip", UNLOADED)
def test_a_game_that_cannot_be_loaded_is_one_failure_of_three_lines(
    slip: str, tmp_path: Path
) -> None:
    what, where, change = UNLOADED[slip]
    tests = copied(tmp_path, change)
    with found_in(tmp_path):
        held = contract("odd", tests)
        with pytest.raises(pytest.fail.Exception) as failed:
            held()
    assert re.fullmatch(f"What: {what}\nWhere: {where}\nDo: .+", str(failed.value))
    assert not failed.value.pytrace


def test_a_game_that_is_not_installed_is_named(tmp_path: Path) -> None:
    with pytest.raises(pytest.fail.Exception, match="There is no game “oddity”") as failed:
        contract("oddity", tmp_path)()
    assert str(failed.value).endswith("Give contract the id of a game, and install its package.")


def test_a_newer_check_waits_until_a_package_asks_for_it(tmp_path: Path) -> None:
    tests = copied(tmp_path)
    red = Check(
        lambda _: fault("It is red.", "here", "Mend it."), lambda _, **__: [("", ())], "1.1"
    )
    new = 'This check is new in 1.1: contract(..., since="1.1")'
    with found_in(tmp_path):
        game, book = open_game("odd")
        found = Room(game, book, tests)
        (waiting,) = _runs(found, red, proofs=False, since="1.0")
        (runs,) = _runs(found, red, proofs=False, since="1.1")
        assert [mark.args for mark in waiting.marks] == [(new,)]
        assert str(_failed(found, *runs.values)).startswith("What: It is red.")


def test_a_sound_package_fails_in_nothing(tmp_path: Path) -> None:
    assert faults_in(copied(tmp_path)) == []


def test_pytest_shows_three_lines_and_none_of_the_source(tmp_path: Path) -> None:
    copied(tmp_path, *SLIPS["a check that raises"][4:])
    words = ("-m", "pytest", "-q", "-p", "no:cacheprovider", "--tb=auto", "tests", "--no-header")
    which = ("-k", "come and 2", f"--rootdir={tmp_path}")
    ran = run_python(*words, *which, env=surroundings(tmp_path), folder=tmp_path)
    assert ran.returncode == 1, ran.stdout + ran.stderr
    assert (
        "\nWhat: NameError: name '_lft' is not defined\nWhere: odd/stages.py:34\n"
        "Do: Correct judge, which raised it.\n=" in ran.stdout
    )
    assert "Traceback" not in ran.stdout
    assert "def " not in ran.stdout


def test_what_has_nothing_to_look_at_is_skipped_and_says_why(tmp_path: Path) -> None:
    tests = copied(tmp_path, ("tests/attempts.py", "ATTEMPTS", "NOTHING"))
    for name in ("cases", "scenarios"):
        shutil.rmtree(tests / name)
    (tests / "step_ids.txt").unlink()
    told = said(tests, "")
    numbers = "PEB-1.1, PEB-2.1, PEB-2.2, PEB-3.1, PEB-3.2"
    assert f"No cases lie in cases/: nothing holds the numbers of {numbers}." in told
    assert "No games lie in scenarios/: none is played as it was recorded." in told
    assert "There is no step_ids.txt: no id of a step is promised." in told
    assert "The package brings no language: nothing of it is translated." in told
    assert [each for each in told if each.startswith("What: ") and "baskets" not in each] == []


def test_attempts_that_are_never_forbidden_are_told(tmp_path: Path) -> None:
    tests = copied(
        tmp_path,
        ("odd/stages.py", "if not least <= sum(self.pebbles.values()) <= most:", "if False:"),
        ("odd/stages.py", "if n > left[kind]:", "if n > 10**9:"),
    )
    (tests / "attempts.py").write_text('ATTEMPTS = {"turn.draw": ("1p",)}\n', encoding="utf-8")
    never = "Nothing that ATTEMPTS tries is ever forbidden: no rule is broken."
    assert said(tests, "broken rules are on record") == [never, never]


def in_chinese(folder: Path, messages: dict[str, str], words: dict[str, str]) -> None:
    """Give the odd fair a catalogue."""
    catalogue = Catalog(locale="zh_Hans")
    for message, text in messages.items():
        catalogue.add(message, text)
    for word, forms in words.items():
        catalogue.add(word, forms, context=WORD)
    if words:
        catalogue.add(LISTED, "\n".join(words), context=WORD)
    write_catalogue(folder, "zh-Hans", catalogue)


def write_catalogue(folder: Path, tag: str, catalogue: Catalog) -> None:
    path = folder / f"odd/locale/{tag}/LC_MESSAGES/odd.mo"
    path.parent.mkdir(parents=True)
    with path.open("wb") as file:
        write_mo(file, catalogue)


CATALOGUE = "odd/locale/zh-Hans/LC_MESSAGES/odd.mo"
SOUND = {"Round {n} is over.": "第{n}轮结束。"}
TONGUES: dict[str, tuple[Callable[[Path], object], str, str, str, str]] = {
    "a field of another name": (
        lambda folder: in_chinese(folder, {"Round {n} is over.": "第{m}轮结束。"}, {}),
        "a translated message has the fields of the english",
        "“Round {n} is over.”: zh-Hans has {m}, English {n}.",
        CATALOGUE,
        "Give the translation the fields of the English, and compile it again.",
    ),
    "one form of two words": (
        lambda folder: in_chinese(folder, SOUND, {"plain": "石 / 素", "muddy": "泥 / 石"}),
        "no two words of a step are confused",
        "In zh-Hans “石” is both muddy and plain at turn.draw.",
        CATALOGUE,
        "Give each word forms of its own, and compile it again.",
    ),
    "a rule that is not there": (
        lambda folder: texts_of(folder, "rules:\n  PEB-9.9:\n    title: 风\n"),
        "texts are of rules that there are",
        "There is no rule “PEB-9.9”.",
        "odd/texts/zh-Hans.yaml:2",
        "Did you mean",
    ),
    "a key that is not known": (
        lambda folder: texts_of(folder, "rules:\n  PEB-3.2:\n    titel: 破\n"),
        "texts are of rules that there are",
        "“titel” is not a known key here.",
        "odd/texts/zh-Hans.yaml:3",
        "Did you mean",
    ),
}


def texts_of(folder: Path, text: str) -> None:
    """Give the odd fair texts of its rules."""
    (folder / "odd/texts").mkdir()
    (folder / "odd/texts/zh-Hans.yaml").write_text(text, encoding="utf-8")


@pytest.mark.parametrize("slip", TONGUES)
def test_a_fault_of_a_language_names_its_file(slip: str, tmp_path: Path) -> None:
    write, name, what, where, do = TONGUES[slip]
    tests = copied(tmp_path)
    write(tmp_path)
    (told,) = said(tests, name)
    assert told.startswith(f"What: {what}\nWhere: {where}\nDo: {do}")


OVER = "Round {n} is over."
BROKEN = {
    "a format code": "第{n:>9}轮结束。",
    "a number of its own": "第{0}轮结束。",
    "an attribute": "第{n.real}轮结束。",
    "a conversion": "第{n!r}轮结束。",
    "no field": "本轮结束。",
    "a field of another name": "第{m}轮结束。",
    "a brace that is open": "第{n}轮{结束。",
    "a brace too many": "第{n}轮}结束。",
}


@pytest.mark.parametrize("kind", BROKEN)
def test_a_package_with_a_broken_translation_is_played_and_its_contract_names_it(
    kind: str, tmp_path: Path
) -> None:
    tests = copied(tmp_path)
    in_chinese(tmp_path, {OVER: BROKEN[kind]}, {"plain": "素", "muddy": "泥"})
    (told,) = said(tests, "a translated message has the fields of the english")
    assert told.startswith(f"What: “{OVER}”: zh-Hans has "), told
    played = said(tests, "a game is played in each language")
    assert [each for each in played if not each.startswith("Not translated")] == []
    with found_in(tmp_path):
        ran = call(
            *("--lang", "zh-Hans", "play", "odd", "--players", "Ana,Bo"),
            *("--journal", str(tmp_path / "odd.jsonl")),
            heard="1素\n" * 9,
        )
    assert ran.code == 0
    assert ("本轮结束。" if kind == "no field" else "Round 1 is over.") in ran.out + ran.err


def test_a_form_of_a_plural_that_is_missing_is_named(tmp_path: Path) -> None:
    tests = copied(tmp_path)
    catalogue = Catalog(locale="pl")
    catalogue.add(("{n} round is over.", "{n} rounds are over."), ("{n} runda", "{n} rundy\0"))
    write_catalogue(tmp_path, "pl", catalogue)
    (told,) = said(tests, "a translated message has the fields of the english")
    missing = "What: “{n} round is over.”: pl has not every form that its rule counts."
    assert told.startswith(missing)


def test_what_is_not_translated_is_told(tmp_path: Path) -> None:
    tests = copied(tmp_path)
    in_chinese(tmp_path, SOUND, {"plain": "素", "muddy": "泥"})
    (told,) = said(tests, "a game is played in each language")
    assert re.fullmatch(r"Not translated in zh-Hans: “.*” and \d+ more\.", told)


def test_a_game_that_is_only_scored_passes_and_skips_the_rest(tmp_path: Path) -> None:
    unseen = shutil.ignore_patterns("__pycache__")
    shutil.copytree(ROOT / "tests/stone_night", tmp_path, ignore=unseen, dirs_exist_ok=True)
    write_package(tmp_path, "stone_night", {}, {"stone-night": "stone_night:GAME"})
    told = said(tmp_path / "tests", "", "stone-night")
    assert [each for each in told if each.startswith("What: ")] == []
    assert {*told} >= {*WITHOUT.values()} - {WITHOUT["score"], WITHOUT["paper"]}


def test_a_game_that_is_only_played_passes_and_skips_the_rest(tmp_path: Path) -> None:
    tests = copied(tmp_path)
    for name in ("final", "questions", "paper"):
        (tmp_path / f"odd/{name}.py").unlink()
    for name in ("cases", "scenarios"):
        shutil.rmtree(tests / name)
    told = said(tests, "")
    unread = [each for each in told if each.startswith("What: ")]
    assert [each for each in unread if "no such number in the rulebook" not in each] == []
    assert {*told} >= {*WITHOUT.values()} - {WITHOUT["play"]}
