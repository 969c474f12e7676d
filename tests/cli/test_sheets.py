"""``referee sheet``: the page for the printer, and the browser that shows it."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

from tests.cli.running import FOUR, call, run
from tests.rooms import EVERY_ROOM, ROOMS, ROOT

TAKES = """\
import re
import sys
from pathlib import Path
from urllib.parse import urlsplit
from urllib.request import url2pathname

Path("shown.html").write_bytes(Path(url2pathname(urlsplit(sys.argv[1]).path)).read_bytes())
"""
"""A browser that keeps the page it was asked to show."""


@pytest.mark.parametrize("name", EVERY_ROOM)
def test_every_game_has_a_page_for_the_printer(name: str) -> None:
    seats = ",".join(
        ("小明", "</script>", "ゆうこ", "O'Neil", "Zoë")[: min(ROOMS[name].game.players)]
    )
    leader = ("--leader", "Zed") if ROOMS[name].game.setup else ()
    page = call("sheet", name, "--players", seats, *leader, "--format", "html").out
    assert page.startswith("<!DOCTYPE html>")
    assert page.rstrip().endswith("</html>")
    assert "<script" not in page
    assert "</script>" not in page
    assert "小明" in page


def test_a_page_holds_in_every_encoding() -> None:
    words = ("sheet", "no-swap", "--players", FOUR, "--format", "html")
    page = call(*words, encoding="ascii").out
    assert "&#23567;&#26126;" in page
    assert call(*words).out != page


def test_a_sheet_is_opened_in_the_browser() -> None:
    Path("browser.py").write_text(TAKES, encoding="utf-8")
    browser = f"{sys.executable} browser.py %s"
    ran = run("sheet", "no-swap", "--players", FOUR, "--open", env={"BROWSER": browser})
    assert (ran.code, ran.out) == (0, "")
    assert ran.err.startswith("The sheet is in ")
    kept = Path(ran.err.split(" in ")[1].strip().removesuffix("."))
    page = Path("shown.html").read_text(encoding="utf-8")
    assert page == kept.read_text(encoding="utf-8")
    assert page == call("sheet", "no-swap", "--players", FOUR, "--format", "html").out
    kept.unlink()


def test_where_no_browser_opens_the_file_is_named() -> None:
    ran = run("sheet", "no-swap", "--players", FOUR, "--open", env={"PATH": "", "BROWSER": ""})
    assert ran.code == 0
    assert ran.err.startswith("No browser could be opened; the sheet is in ")
    Path(ran.err.split(" in ")[1].strip().removesuffix(".")).unlink()


def test_only_a_page_can_be_opened() -> None:
    ran = call("sheet", "no-swap", "--players", FOUR, "--open", "--format", "csv")
    assert ran.code == 2
    assert "--open shows a web page" in ran.err


@pytest.mark.parametrize("name", EVERY_ROOM)
def test_a_pad_needs_no_names(name: str) -> None:
    ran = call("sheet", name)
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.startswith(ROOMS[name].game.title)
    assert ">#1<" not in call("sheet", name, "--format", "html").out


def test_where_you_played_stands_in_the_title_and_in_the_spreadsheet(played: str) -> None:
    assert "4 players · at Bo's\n" in call("sheet", played, "--place", "at Bo's").out
    assert ",Bo's," in call("sheet", played, "--place", "Bo's", "--format", "csv").out
    assert "place Bo's" in call("sheet", "no-swap", "--place", "Bo's").out


def test_the_lines_are_as_wide_as_columns_says(played: str) -> None:
    from wcwidth import wcswidth

    lines = run("sheet", played, env={"COLUMNS": "60"}).out.splitlines()
    assert 50 < max(map(wcswidth, lines)) <= 60


def test_house_rules_that_differ_stand_in_the_small_print_and_defaults_do_not() -> None:
    table = ("sheet", "no-swap", "--players", FOUR)
    assert "silver_sets" not in call(*table).out
    assert "silver_sets=once" in call(*table, "--set", "silver_sets=once").out


EVENING = "scoresheets/saboteur/evening.yaml"


@pytest.mark.parametrize("fmt", ["table", "plain", "markdown", "html", "csv", "json"])
def test_a_holdings_file_has_a_sheet_in_every_format(fmt: str) -> None:
    told = call("sheet", str(ROOT / EVENING), "--format", fmt)
    assert (told.code, told.err) == (0, "")
    assert "Cy" in told.out
    assert "Round by round" not in told.out
    assert "entry" not in told.out.replace("entries", "")


def test_the_page_of_a_score_is_that_of_the_sheet(played: str) -> None:
    for file in (played, str(ROOT / EVENING)):
        scored = call("score", file, "--format", "html")
        assert (scored.code, scored.out) == (0, call("sheet", file, "--format", "html").out)


def test_a_sheet_of_holdings_that_cannot_be_leaves_as_a_score_does(tmp_path: Path) -> None:
    text = (ROOT / EVENING).read_text(encoding="utf-8")
    wrong = tmp_path / "wrong.yaml"
    wrong.write_text(re.sub(r"gold: \[.*\]", "gold: [3, 3, 3, 3, 3, 3]", text), encoding="utf-8")
    told = [call(command, str(wrong)) for command in ("sheet", "score")]
    assert [each.code for each in told] == [1, 1]
    assert "Not confirmed" in told[0].out


def test_large_letters_are_for_the_page_alone(played: str) -> None:
    large = call("sheet", played, "--format", "html", "--large").out
    assert '<body class="sheet large">' in large
    assert "font-size: 125%" in large
    assert call("sheet", played, "--large").out == call("sheet", played).out
