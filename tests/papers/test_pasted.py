"""Papers as people send them: pasted from a terminal or a mail, and codes of other evenings."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from referee.core.paper.code import BEGINNING, decode, encode, in_lines
from tests.cli.running import call
from tests.papers.test_check import (
    SABOTEUR,
    SAME,
    WHO_WON,
    code_in,
    digits_above_the_code,
    forged,
    of_another_version,
    printed,
)

PHOTO = "https://photos.example.com/album/2026-11-28/saboteur-evening/IMG_20261128_201533.jpg?share"


def quoted(text: str, before: str) -> str:
    return "".join(f"{before}{line}".rstrip(" ") + "\n" for line in text.split("\n"))


def with_code(text: str, change: Callable[[str], str]) -> str:
    at = text.index(BEGINNING)
    return text[:at] + change("".join(text[at:].split()))


PASTED: dict[str, Callable[[str], str]] = {
    "below its command": lambda text: f"ann@box:~$ referee sheet x{'x' * 90}.jsonl -f\n{text}",
    "above a prompt": lambda text: f"{text}ann@box:~$ ",
    "signed": lambda text: f"Hi,\n\n{text}\nBye for now\nAnn",
    "in a fence": lambda text: f"```\n{text}```\n",
    "quoted": lambda text: f"Ann wrote:\n{quoted(text, '> ')}\nThanks! Bo\n",
    "quoted twice": lambda text: quoted(text, ">> "),
    "indented": lambda text: quoted(text, "    "),
    "with other blanks": lambda text: quoted(text, "  ").replace(" ", "\N{NO-BREAK SPACE}"),
    "without empty lines": lambda text: text.replace("\n\n", "\n"),
    "in narrow lines": lambda text: with_code(text, lambda code: in_lines(code, 40)),
    "on one line, small": lambda text: with_code(text, str.lower) + " Ann\n",
}


def checked(text: str) -> tuple[int, list[str]]:
    told = call("check", "-", heard=text)
    return told.code, told.out.splitlines()[1:]


@pytest.mark.parametrize("how", PASTED)
def test_a_pasted_sheet_is_the_same(how: str) -> None:
    text = printed(None, SABOTEUR)
    assert checked(PASTED[how](text)) == (0, [SAME])
    assert call("score", "-", heard=PASTED[how](text)).out == call("score", SABOTEUR).out
    for at in digits_above_the_code(text)[::250]:
        changed = f"{text[:at]}{(int(text[at]) + 1) % 10}{text[at + 1 :]}"
        code, told = checked(PASTED[how](changed))
        assert code == 1, text[at - 30 : at + 10]
        assert told[0].startswith("Not the same.")


@pytest.mark.parametrize("how", PASTED)
def test_so_is_a_pasted_code(how: str) -> None:
    assert checked(PASTED[how](in_lines(code_in(SABOTEUR)) + "\n")) == (0, [WHO_WON])


def test_a_comment_above_a_page_is_none_of_it() -> None:
    page = printed(None, SABOTEUR, "--format", "html")
    assert checked(f'<?xml version="1.0"?>\n<!-- saved -->\n{page}') == (0, [SAME])
    assert checked("<!-- -->" * 20_000) == (3, [])


@pytest.mark.parametrize("columns", ["60", "72", "90", "100"])
def test_a_word_longer_than_the_line_is_no_measure(
    columns: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    code = forged(SABOTEUR, "\n@3\n", f"\n@3\n/note photo: {PHOTO}\n")
    assert checked(call("sheet", code).out) == (0, [SAME])


@pytest.mark.parametrize("version", [str, of_another_version])
@pytest.mark.parametrize(("fmt", "said"), [("html", ""), ("table", " Round 2 of 3 is not over.")])
def test_a_code_of_an_unfinished_evening_gives_no_sheet(
    fmt: str, said: str, version: Callable[[str], str]
) -> None:
    code = code_in(SABOTEUR)
    unfinished = encode(b"\n".join(decode(code).split(b"\n")[:60]) + b"\n")
    text = printed(None, SABOTEUR, "--format", fmt)
    text = text.replace(code, unfinished).replace(in_lines(code), in_lines(unfinished))
    status, told = checked(version(text))
    assert status == 1
    assert told[0].startswith("Not the same.")
    assert told[1].startswith("  paper     Cy wins with 7 nuggets")
    assert told[2] == f"  replayed  No score yet.{said}"


@pytest.mark.parametrize("fmt", ["html", "table", "plain", "markdown"])
def test_the_winner_is_compared_whatever_the_version(fmt: str) -> None:
    text = of_another_version(printed(None, SABOTEUR, "--format", fmt))
    assert checked(text.replace("wins", "has won", 1))[0] == 0
    for other in ("Eve", "Bo"):
        assert checked(re.sub(r"Cy(</b>)? wins", rf"{other}\1 wins", text))[0] == 1


def test_an_answer_that_cannot_be_names_the_player() -> None:
    status, told = checked(forged(SABOTEUR, "\n3211\n", "\n3111\n"))
    assert (status, told[1]) == (1, "  paper     3111")
    assert told[2].startswith("  replayed  Cy shows 3+1+1+1.")


def test_a_play_of_a_journal_is_that_of_its_paper(tmp_path: Path) -> None:
    paper = tmp_path / "paper.html"
    paper.write_text(printed(None, SABOTEUR, "--format", "html"), encoding="utf-8")
    uuids = {
        call("export", "--to", "bgstats", path).json["plays"][0]["uuid"]
        for path in (SABOTEUR, str(paper))
    }
    assert len(uuids) == 1
