"""A file with many problems is answered with ten; one of another encoding with one."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import product
from pathlib import Path

import pytest

from referee.files.decoding import UNKNOWN
from tests.cli.running import SHEETS, call

LINE = "game: no-swap-no-pay\n"
HEAD = """\
game: no-swap-no-pay
players: [Ana, Bo, Cy, Di]
holdings:
  Ana: {gold: 4}
  Bo: {gold: 4}
  Cy: {gold: 4}
  Di: {gold: 1}
"""
FLOODS: dict[str, Callable[[int], str]] = {
    "unknown keys": lambda n: HEAD + "".join(f"key{each}: 1\n" for each in range(n)),
    "unknown words": lambda n: HEAD.replace("1}", f"1, purple_as: [{', '.join('x' * n)}]}}"),
    "names of nobody": lambda n: HEAD + "".join(f"  P{each}: {{gold: 1}}\n" for each in range(n)),
    "entries twice": lambda n: HEAD + "treasure:\n" + "  gold: 1\n" * (n + 1),
    "invisible characters": lambda n: HEAD + "# \x07 a bell\n" * n,
    "shapes": lambda n: f"{LINE}players:\n" + "  - [Ana]\n" * n + "holdings: {}\n",
}
PLACE = re.compile(r"^flood\.yaml:(\d+):(\d+): [A-Z-]+ ", re.MULTILINE)
END = "Fix these first, then check again.\n"


def checked(text: str, *words: str) -> tuple[str, list[tuple[int, int]]]:
    """Check a file of this text; give what is printed and the places it names, in order."""
    Path("flood.yaml").write_text(text, encoding="utf-8", newline="\n")
    ran = call("check", "flood.yaml", *words)
    assert ran.code == 3
    return ran.err, [(int(line), int(column)) for line, column in PLACE.findall(ran.err)]


@pytest.mark.parametrize("words", [(), ("--format", "plain")], ids=["table", "plain"])
@pytest.mark.parametrize("kind", FLOODS)
def test_ten_problems_are_shown_and_the_rest_is_counted(kind: str, words: tuple[str, ...]) -> None:
    said, places = checked(FLOODS[kind](60), *words)
    assert len(places) == 10
    assert places == sorted(places)
    assert said.endswith(f"And 50 more problems in this file.\n{END}")
    assert len(call("check", "flood.yaml", "--format", "json").json["diagnostics"]) == 60


@pytest.mark.parametrize("kind", FLOODS)
def test_ten_problems_are_all(kind: str) -> None:
    said, places = checked(FLOODS[kind](10))
    assert len(places) == 10
    assert END not in said
    said, places = checked(FLOODS[kind](11))
    assert len(places) == 10
    assert said.endswith(f"And 1 more problem in this file.\n{END}")


def test_where_counting_stopped_it_says_so() -> None:
    said, places = checked(FLOODS["unknown keys"](300))
    assert len(places) == 10
    assert said.endswith(f"And more than 190 more problems in this file.\n{END}")
    last = call("check", "flood.yaml", "--format", "json").json["diagnostics"][-1]
    assert last["code"] == "MORE"


@pytest.mark.parametrize("tag", ["ja", "zh-Hans", "zh-Hant"])
def test_the_rest_is_counted_in_every_language(tag: str) -> None:
    said, _ = checked(FLOODS["unknown keys"](60), "--lang", tag)
    *_, more, end = said.splitlines()
    assert "50" in more
    assert not re.search("[A-Za-z]", more + end)


def test_findings_of_an_audit_are_all_shown() -> None:
    names = [f"P{n}" for n in range(10)]
    gold = "".join(f"  {name}: {{gold: [3, 3, 3, 3]}}\n" for name in names)
    Path("all.yaml").write_text(f"game: saboteur\nplayers: [{', '.join(names)}]\nholdings:\n{gold}")
    found = call("check", "all.yaml", "--format", "json").json["audit"]
    shown = call("check", "all.yaml").out
    assert found
    assert all(each["reason"] in shown for each in found)
    assert END not in shown


ENCODINGS = [*product(("UTF-16", "UTF-32"), ("marked", "bare"), ("le", "be"))]


@pytest.mark.parametrize("file", ["evening.yaml", "dispute.yaml", "names.yaml"])
@pytest.mark.parametrize(("name", "mark", "order"), ENCODINGS)
def test_a_file_of_another_encoding_is_named(name: str, mark: str, order: str, file: str) -> None:
    text = (
        "# 小明とゆうこの夜、金貨と銀貨\ngame: no-swap-no-pay\nplayers: [小明, ゆうこ, 박지민]\n"
        if file == "names.yaml"
        else (SHEETS / file).read_text(encoding="utf-8")
    )
    codec = f"{name}-{order}"
    raw = ("\N{ZERO WIDTH NO-BREAK SPACE}" if mark == "marked" else "").encode(codec)
    Path("windows.yaml").write_bytes(raw + text.replace("\n", "\r\n").encode(codec))
    ran = call("check", "windows.yaml")
    named = "UTF-16, which some editors call Unicode" if name == "UTF-16" else "UTF-32"
    assert ran.err == (
        f"windows.yaml: NOT-UTF-8 This file is {named}.\n"
        "    Save the file as UTF-8. Most editors offer it under “Save as”.\n"
    )
    assert ran.code == 3
    problems = call("check", "windows.yaml", "--format", "json").json["diagnostics"]
    assert [(each["code"], each["line"]) for each in problems] == [("NOT-UTF-8", 0)]


@pytest.mark.parametrize("codec", ["utf-16", "utf-16-be", "utf-32-le"])
def test_a_journal_of_another_encoding_is_named(codec: str) -> None:
    text = (SHEETS / "saturday.jsonl").read_text(encoding="utf-8")
    Path("saturday.jsonl").write_bytes(text.encode(codec))
    for command in ("play", "log", "sheet"):
        ran = call(command, "saturday.jsonl")
        assert f"This file is {codec[:6].upper()}" in ran.err
        assert ran.code in {3, 4}


@pytest.mark.parametrize(
    "raw",
    [
        *(b"game: no-swap-no-pay\n\0", b"\0" * 64, b"a: \0b\0c\0\n", "小明: 夜".encode("gbk")),
        b"\xff\xfe",
    ],
)
def test_what_is_none_of_these_is_not_called_so(raw: bytes) -> None:
    Path("odd.yaml").write_bytes(raw)
    said = call("check", "odd.yaml").err
    assert ("UTF-16" in said) == raw.startswith(b"\xff\xfe")
    assert UNKNOWN not in said.splitlines()[0]
