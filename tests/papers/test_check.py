"""A paper is played again: it is the same, or the first difference is named."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from referee.core.paper.code import BEGINNING, decode, encode
from tests.cli.running import ROOT, Ran, call
from tests.journals.printed import journals
from tests.rooms import EVERY_ROOM

SHEETS = ROOT / "scoresheets"
SABOTEUR = str(SHEETS / "saboteur/saturday.jsonl")
EVERY = sorted([*journals(), *SHEETS.glob("*/*.jsonl")])
SAME = "The same: its code gives this sheet again."
WHO_WON = "Cy wins with 7 nuggets: Cy 7, ゆうこ 5, Ana 4, 小明 4 and Bo 0."
every_evening = pytest.mark.parametrize(
    "path", EVERY, ids=[f"{path.parent.name}/{path.stem}" for path in EVERY]
)


@pytest.fixture(autouse=True)
def _in_a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("COLUMNS", raising=False)


@cache
def printed(columns: str | None, *words: str) -> str:
    """Print a sheet in a window of that width, once."""
    return call("sheet", *words).out


def saved(journal: str, fmt: str = "html", *more: str) -> str:
    """Print the sheet of a journal into a file; its name is given."""
    name = f"saved.{fmt}"
    text = printed(os.environ.get("COLUMNS"), journal, "--format", fmt, *more)
    Path(name).write_text(text, encoding="utf-8")
    return name


def stated(journal: str, what: str) -> Any:
    """Give what the sheet of a journal states for programs."""
    return json.loads(printed(None, journal, "--format", "json"))[what]


def code_in(journal: str) -> str:
    return str(stated(journal, "code"))


def forged(journal: str, old: str, new: str, *, count: int = 1) -> str:
    """Write the code of an evening with another payload."""
    raw = decode(code_in(journal)).decode()
    assert old in raw
    return encode(raw.replace(old, new, count).encode())


@pytest.mark.parametrize(
    ("fmt", "tag"),
    [
        *(("html", "zh-Hant"), ("html", "ja"), ("table", "ja"), ("table", "en")),
        *(("plain", "zh-Hans"), ("markdown", "zh-Hant")),
    ],
)
def test_it_is_compared_in_the_language_of_the_paper(fmt: str, tag: str) -> None:
    name = saved(SABOTEUR, fmt, "--lang", tag)
    said = f"{name}: a sheet of saboteur, 172 entries, evening {_evening(SABOTEUR)}."
    assert call("check", name) == Ran(0, f"{said}\n{SAME}\n", "")


def _evening(journal: str) -> str:
    digits = str(stated(journal, "evening"))
    return f"{digits[:4]} {digits[4:8]} {digits[8:]}"


@pytest.mark.parametrize("columns", ["60", "100", "132"])
def test_letters_are_compared_as_wide_as_they_are(
    columns: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    name = saved(SABOTEUR, "table")
    monkeypatch.setenv("COLUMNS", "77")
    assert call("check", name).out.endswith(f"{SAME}\n")


def test_a_forged_number_is_named() -> None:
    page = printed(None, SABOTEUR, "--format", "html")
    page = re.sub(r"7(</b>)? nuggets", r"8\g<1> nuggets", page, count=1)
    Path("forged.html").write_text(page, encoding="utf-8")
    told = call("check", "forged.html")
    assert told.code == 1
    assert told.out.splitlines()[1:] == [
        "Not the same. The first difference, in line 2:",
        "  paper     Cy wins with 8 nuggets",
        "  replayed  Cy wins with 7 nuggets",
    ]
    found = call("check", "forged.html", "--format", "json").json
    assert (found["ok"], found["kind"], found["compared"]) == (False, "paper", "everything")
    assert found["difference"]["paper"].startswith("Cy wins with 8 nuggets")
    assert found["difference"]["replayed"].startswith("Cy wins with 7 nuggets")


@pytest.mark.parametrize("fmt", ["html", "plain"])
def test_each_visible_digit_that_is_changed_is_named(fmt: str) -> None:
    """Some of the digits that people see on one sheet; the printer's proof tries them all."""
    page = printed(None, str(SHEETS / "sidibaba/by-round.jsonl"), "--format", fmt)
    places = visible_digits(page) if fmt == "html" else digits_above_the_code(page)
    assert len(places) > 20
    _check_named(page, places[:: max(1, len(places) // 12)])


@pytest.mark.prove
@pytest.mark.parametrize("game", EVERY_ROOM)
def test_every_visible_digit_of_a_saved_sheet_that_is_changed_is_named(game: str) -> None:
    page = printed(None, str(SHEETS / game / "saturday.jsonl"), "--format", "html")
    _check_named(page, visible_digits(page))


def _check_named(page: str, places: Sequence[int]) -> None:
    for at in places:
        told = call("check", _changed(page, at))
        assert told.code == 1, page[at - 30 : at + 10]
        assert "The first difference, in line" in told.out


def _changed(page: str, at: int) -> str:
    digit = str((int(page[at]) + 1) % 10)
    Path("forged").write_text(page[:at] + digit + page[at + 1 :], encoding="utf-8")
    return "forged"


def visible_digits(page: str) -> list[int]:
    """Find the digits between the tags of the body, but for those of the program's version.

    A sheet of another version is another sheet: it is compared by other lines, and says so.
    """
    body = page.index("<body")
    versions = [found.span() for found in re.finditer(r"referee (?:<bdi>)?[0-9.]+", page)]
    return [
        found.start()
        for found in re.finditer(r"\d", page)
        if found.start() > body
        and page.rfind("<", 0, found.start()) < page.rfind(">", 0, found.start())
        and not re.search(r"&#?\w*$", page[found.start() - 8 : found.start()])
        and not any(first <= found.start() < last for first, last in versions)
    ]


def of_another_version(paper: str) -> str:
    return re.sub(r"(referee (?:<bdi>)?)[0-9.]+", r"\g<1>9.9.9", paper)


def digits_above_the_code(text: str) -> list[int]:
    foot = re.search(r"^referee [0-9]", text, re.MULTILINE)
    assert foot is not None
    return [match.start() for match in re.finditer(r"\d", text[: foot.start()])]


@pytest.mark.parametrize(
    ("put", "into"),
    [
        ("<script>1</script></body>", "</body>"),
        ("<p>Bo won.</p></body>", "</body>"),
        ('content: "forged" </style>', "</style>"),
    ],
)
def test_what_is_put_in_is_a_difference(put: str, into: str) -> None:
    page = printed(None, SABOTEUR, "--format", "html")
    Path("forged.html").write_text(page.replace(into, put, 1), encoding="utf-8")
    assert call("check", "forged.html").code == 1


def test_a_code_alone_tells_who_won() -> None:
    code = code_in(SABOTEUR)
    said = f"the code of an evening of saboteur, 172 entries, evening {_evening(SABOTEUR)}."
    for words, heard, name in (
        ((code,), "", f"{code[:39]}…"),
        (("-",), f"{code[:90]}\r\n  {code[90:].lower()}\n", "(standard input)"),
    ):
        told = call("check", *words, heard=heard)
        assert (told.code, told.out) == (0, f"{name}: {said}\n{WHO_WON}\n")
    found = call("check", code, "--format", "json").json
    assert (found["ok"], found["compared"], found["difference"]) == (True, "nothing", None)
    assert found["evening"] == _evening(SABOTEUR).replace(" ", "")


def test_an_answer_that_cannot_be_is_named_with_its_line() -> None:
    at = 2
    code = forged(SABOTEUR, "\n@3\nnesw1,0\n", "\n@3\nbreak lamp @9\n")
    told = call("check", code)
    assert told.code == 1
    assert f"An answer in the code cannot be, in its line {at + 1}:" in told.out
    found = call("check", code, "--format", "json").json["difference"]
    assert (found["line"], found["paper"]) == (at + 1, "break lamp @9")
    assert found["replayed"]
    scored = call("score", code)
    assert (scored.code, "BAD-CODE" in scored.err) == (3, True)


def test_a_paper_will_do_for_a_journal() -> None:
    page, code = saved(SABOTEUR), code_in(SABOTEUR)
    score = call("score", SABOTEUR).out
    known = call("log", SABOTEUR, "--format", "json").json["entries"]
    for paper, heard in ((page, ""), (code, ""), ("-", code)):
        assert call("score", paper, heard=heard).out == score
        log = call("log", paper, "--format", "json", heard=heard).json["entries"]
        assert [each["said"] for each in log] == [each["said"] for each in known]
    assert call("sheet", "-", heard=code).out == call("sheet", SABOTEUR).out


@every_evening
def test_a_sheet_is_the_same_again_and_that_of_its_code_to_the_byte(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = Path(saved(str(path)))
    text = page.read_text(encoding="utf-8")
    assert call("check", str(page)).out.splitlines()[1] == SAME
    code = re.search(rf'"({BEGINNING}1/[^"]+)"', text)
    assert code is not None
    monkeypatch.setenv("TZ", "Asia/Tokyo")
    monkeypatch.setenv("LANG", "ja_JP.UTF-8")
    assert call("sheet", code[1], "--format", "html", "--lang", "en").out == text


@every_evening
def test_programs_miss_four_things_in_the_sheet_of_a_code(path: Path) -> None:
    """A code holds minutes as the paper does, and comes from no file."""
    known = call("sheet", str(path), "--format", "json").json
    known |= {name: known[name][:16] for name in ("begun", "ended")}
    known["provenance"] |= {"journal": "", "digest": ""}
    again = call("sheet", known["code"], "--format", "json").json
    assert json.dumps(again) == json.dumps(known)


def test_a_spreadsheet_of_a_code_is_that_of_the_journal() -> None:
    for fmt in ("csv", "markdown"):
        again = call("sheet", code_in(SABOTEUR), "--format", fmt)
        assert again == call("sheet", SABOTEUR, "--format", fmt)


def test_a_game_that_is_not_over_has_no_code() -> None:
    call("play", "no-swap", "--players", "A,B,C,D", "--journal", "j.jsonl", heard="A\n3g3s2b\n")
    told = call("sheet", "j.jsonl", "--format", "json").json
    assert (told["code"], told["evening"]) == (None, None)
    assert "REFEREE/" not in call("sheet", "j.jsonl", "--format", "html").out
    assert "REFEREE/" not in call("sheet", "j.jsonl").out
    Path("j.html").write_text(call("sheet", "j.jsonl", "--format", "html").out, encoding="utf-8")
    checked = call("check", "j.html")
    assert (checked.code, "NO-CODE" in checked.err) == (3, True)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("REFEREE/1/", "BAD-CODE"),
        ("REFEREE/1/ABC", "BAD-CODE"),
        ("REFEREE/7/ABC", "NEW-CODE"),
        ("<!doctype html><title>Fair</title><p>1", "NO-CODE"),
        ("Saboteur\n\nreferee 1.0.0 · Saboteur rulebook 1\n", "NO-CODE"),
        (encode(b'{"game":"chess","rules":1,"text":"","seats":2}\n'), "NEW-CODE"),
        (encode(b'{"game":"saboteur","rules":99,"text":"","seats":5}\n'), "NEW-CODE"),
        (encode(b'{"game":"saboteur","rules":1,"text":"","seats":1}\n'), "BAD-CODE"),
        (encode(b'{"game":"saboteur","rules":1,"text":"","seats":5,"x":1}\n'), "BAD-CODE"),
    ],
)
def test_what_is_no_code_is_refused_by_name(text: str, code: str) -> None:
    Path("paper").write_text(text, encoding="utf-8")
    for command in ("check", "score", "sheet", "log"):
        told = call(command, "./paper" if command == "sheet" else "paper")
        assert (told.code, code in told.err) == (3, True), command
    assert call("explain", code).out.startswith(code)


def test_a_longer_file_of_a_page_is_still_read() -> None:
    page = printed(None, SABOTEUR, "--format", "html")
    Path("long").write_text(page.replace("</body>", "<!--" + "x" * 300_000 + "--></body>"))
    assert call("check", "long").code == 0
    Path("long").write_text("<!doctype html>" + "x" * 3_000_000)
    assert "TOO-LARGE" in call("check", "long").err


def test_by_another_version_places_totals_and_rows_are_compared() -> None:
    page = printed(None, SABOTEUR, "--format", "html")
    later = of_another_version(page).replace("Round by round", "Rounds")
    Path("later.html").write_text(later, encoding="utf-8")
    told = call("check", "later.html")
    assert (told.code, "Places, totals and rows are the same." in told.out) == (0, True)
    assert call("check", "later.html", "--format", "json").json["compared"] == "points"
    at = later.index('<td class="n">2', later.index('class="card"')) + len('<td class="n">')
    told = call("check", _changed(later, at))
    assert told.code == 1
    assert "  paper     nuggets on cards of 1 3\n  replayed  nuggets on cards of 1 2" in told.out


@pytest.mark.parametrize("fmt", ["table", "plain", "markdown"])
def test_so_are_letters_by_another_version(fmt: str) -> None:
    text = printed(None, SABOTEUR, "--format", fmt)
    later = of_another_version(text).replace("Round by round", "Rounds")
    Path("later").write_text(later, encoding="utf-8")
    assert call("check", "later", "--format", "json").json["compared"] == "points"
    assert call("check", "later").code == 0
    total = re.search(r"total\W+4|Ana: 4", later)
    assert total is not None
    assert call("check", _changed(later, total.end() - 1)).code == 1


def test_stats_count_an_evening_once() -> None:
    page = saved(SABOTEUR)
    code = code_in(SABOTEUR)
    once = call("stats", SABOTEUR, "--format", "json").json
    assert once["evenings"] == 1
    for papers in ((page,), (code,), (SABOTEUR, page), (SABOTEUR, page, code)):
        told = call("stats", *papers, "--format", "json").json
        assert told["evenings"] == 1, papers
        assert told["players"] == once["players"]
    assert call("stats", ".", "--format", "json").json["evenings"] == 0
    assert [path.name for path in Path().iterdir()] == [page]
    exported = call("export", "--to", "csv", page).out
    assert exported == call("export", "--to", "csv", SABOTEUR).out
