"""Names that are hard to read, to show or to tell apart, through every command."""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Sequence
from html.parser import HTMLParser
from pathlib import Path
from random import Random

import pytest
import yaml
from msgspec import Struct

from referee.core.paper.wording import escaped
from referee.core.play.loop import GameLoop
from referee.files.values.scalars import Names, WrongType, name_of
from referee.render.text import width
from referee.testing.play import begin, offer, size
from tests.cli import hard_names as hard
from tests.cli.running import Ran, call
from tests.rooms import EVERY_ROOM, ROOMS

FORMATS = ("table", "plain", "json", "markdown", "csv")
LISTS = (hard.SCRIPTS, hard.PICTURES, hard.YAML, hard.PROMPT, hard.WORDS, hard.PAGES)
TABLES = [tuple(names[at : at + 10]) for names in LISTS for at in range(0, len(names), 10)]
"""Ten to a table: the most that a game takes."""
MIXED = tuple(table[at % 2 + 1] for at, table in enumerate(TABLES[:-6]))
"""Some of each kind, for the quick run."""
JOINERS = {"\u200c", "\u200d", *map(chr, range(0xE0020, 0xE0080))}
SIGNS = str.maketrans({sign: f"\\{sign}" for sign in ",:=-+\\"})


def kept(name: str) -> str:
    """Give a name as it is kept."""
    return " ".join(unicodedata.normalize("NFC", name).split())


def obeyed(text: str) -> set[str]:
    """Find what a terminal would obey or hide in what was printed."""
    found = {s for s in set(text) - {"\n"} if unicodedata.category(s) in {"Cc", "Cf", "Zl", "Zp"}}
    return found - JOINERS


class Table(Struct, frozen=True):
    """A table of Saboteur with names of this kind; each command that is given goes well."""

    names: tuple[str, ...]

    @property
    def seats(self) -> list[str]:
        return [word for name in self.names for word in ("--player", name)]

    @property
    def listed(self) -> str:
        return ",".join(name.translate(SIGNS) for name in self.names)

    def called(self, *words: str, heard: str = "", code: int = 0) -> Ran:
        ran = call(*words, heard=heard)
        assert (ran.code, obeyed(ran.out.removeprefix("\ufeff") + ran.err)) == (code, set()), (
            words,
            ran,
        )
        return ran

    def shown(self, *words: str, code: int = 0) -> dict[str, Ran]:
        """Give a result in every format; no column of a table leans."""
        shown = {fmt: self.called(*words, "--format", fmt, code=code) for fmt in FORMATS}
        assert leaning(shown["table"].out) == []
        for row in shown["csv"].rows:
            assert not any(cell.startswith(("=", "@", "＝")) for cell in row)
            assert all(cell[1:].isdigit() for cell in row if cell[:1] in {"+", "-"})
        assert uneven(shown["markdown"].out) == []
        return shown

    def sheet(self, *words: str) -> None:
        """Print a sheet in every format; on the page no name is anything but text."""
        self.shown("sheet", *words)
        page = self.called("sheet", *words, "--format", "html").out
        texts = Texts()
        texts.feed(page)
        assert texts.tags & {"script", "img", "iframe", "object"} == set()
        for name in self.names:
            assert escaped(kept(name)) in texts.told


class Texts(HTMLParser):
    """Reads a page as a browser does: the elements there are, and the text in them."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.told = ""

    def handle_starttag(self, tag: str, attrs: object) -> None:  # the parser calls it so
        self.tags.add(tag)

    def handle_data(self, data: str) -> None:
        self.told += data


def leaning(page: str) -> list[str]:
    """List the rows of a drawn table that do not stand under its headings, cell by cell."""
    wrong: list[str] = []
    begins: list[int] = []
    for line in page.splitlines():
        if line and not line.replace("-", "").replace(" ", ""):
            begins = [at for at in range(2, len(line)) if line[at - 2 : at + 1] == "  -"]
            begins.append(len(line) + 2)
        elif not line:
            begins = []
        filled = line + " " * (begins[-1] - width(line) if begins else 0)
        apart = {width(filled[:end]) for end in range(2, len(filled) + 1) if blank(filled, end)}
        if not apart.issuperset(begins):
            wrong.append(line)
    return wrong


def blank(line: str, end: int) -> bool:
    """Whether two blanks stand before a place."""
    return line[end - 2 : end] == "  "


def bars(line: str) -> int:
    """Count the bars of Markdown that part cells."""
    return line.replace("\\\\", "").replace("\\|", "").count("|")


def uneven(page: str) -> list[str]:
    """List the rows of Markdown that have not as many cells as their table's first row."""
    wrong, wanted = [], 0
    for line in page.splitlines():
        wanted = (wanted or bars(line)) if line.startswith("|") else 0
        if wanted and bars(line) != wanted:
            wrong.append(line)
    return wrong


def test_a_column_that_leans_is_found() -> None:
    assert leaning("a   b\n--  -\n小  2\nx   3\n\nEnd of it.\n") == []
    assert leaning("a   b\n--  -\n小   2\nx  3\n") == ["小   2", "x  3"]
    assert uneven("|a|b|\n|-|-|\n|x\\|y|2|\n\n|c|\n|-|\n") == []
    assert uneven("|a|b|\n|-|-|\n|x|y|2|\n") == ["|x|y|2|"]


@pytest.fixture(
    params=[MIXED, *(pytest.param(names, marks=pytest.mark.prove) for names in TABLES)],
    ids=lambda names: ascii(names[0]),
)
def table(request: pytest.FixtureRequest) -> Table:
    return Table(request.param)


def test_a_blank_file_is_filled_in_and_scored(table: Table) -> None:
    new = table.called("new", "saboteur", *table.seats).out
    told = yaml.safe_load(new)
    wanted = [kept(name) for name in table.names]
    assert told["players"] == list(told["holdings"]) == wanted
    filled = new
    for gold in range(1, len(wanted) + 1):
        filled = filled.replace("{gold: []}", f"{{gold: [{gold % 3 + 1}, 1]}}", 1)
    Path("f.yaml").write_text(filled, encoding="utf-8")
    shown = table.shown("score", "f.yaml")
    scores = shown["json"].json["scores"]
    assert [(each["player"], each["total"]) for each in scores] == [
        (name, gold % 3 + 2) for gold, name in enumerate(wanted, start=1)
    ]
    assert shown["json"].json["winners"] == [wanted[at] for at in range(1, len(wanted), 3)]
    spread = dict.fromkeys(row[0] for row in shown["csv"].rows[1:])
    assert [cell.removeprefix("'") for cell in spread] == [n.removeprefix("'") for n in wanted]
    again = table.called("new", "saboteur", "--from", "f.yaml").out
    assert yaml.safe_load(again)["players"] == wanted
    table.sheet("saboteur", *table.seats)


def test_at_the_sign_everybody_can_be_named_at_a_prompt(table: Table) -> None:
    lines = [line for name in table.names for line in (f"@{name}", "/undo")]
    # A name on its own counts before numbers and beginnings; only commands count before it.
    plain = [name for name in table.names if name[0] not in "/?？@" or name == "@Ana"]
    lines += [line for name in plain for line in (name, "/undo")]
    lines += ["@" + table.names[-1], "/note " + " ".join(table.names), "/state", "/sheet", "/log"]
    heard = "".join(f"{line}\n" for line in lines)
    ran = table.called("play", "saboteur", *table.seats, "--journal", "j.jsonl", heard=heard)
    assert leaning(ran.out) == []
    shown = table.shown("log", "j.jsonl", "--all")
    begun = [e["said"] for e in shown["json"].json["entries"] if e["step"]]
    meant = [*table.names, *plain, table.names[-1]]
    assert begun == [f"{kept(name)} begins." for name in meant]
    assert shown["json"].json["entries"][-1]["note"].split() == " ".join(table.names).split()
    table.sheet("j.jsonl")
    table.called("score", "j.jsonl", code=1)
    table.called("check", "j.jsonl")


def test_a_dispute_names_everybody(table: Table) -> None:
    for last in table.names:
        after = table.names[(table.names.index(last) + 1) % len(table.names)]
        facts = (f"players={table.listed}", f"last={last.translate(SIGNS)}")
        told = table.called("ask", "saboteur", "starter", *facts, "--format", "json").json
        assert told["answer"] == {"starter": kept(after)}
    facts = (f"players={table.listed}", f"last={table.names[0].translate(SIGNS)}")
    for fmt in ("table", "plain"):
        said = table.called("ask", "saboteur", "starter", *facts, "--format", fmt, "--why").out
        assert f"Answer: {kept(table.names[1])} begins" in said
    dispute = {"players": list(table.names), "last": table.names[0]}
    file = {"game": "saboteur", "question": "starter", "facts": dispute}
    Path("d.yaml").write_text(json.dumps(file, ensure_ascii=False), encoding="utf-8")
    told = table.called("ask", "--file", "d.yaml", "--format", "json").json
    assert told["answer"] == {"starter": kept(table.names[1])}


def test_a_scenario_is_replayed(table: Table) -> None:
    scenario = {
        "game": "saboteur",
        "players": list(table.names),
        "answers": [
            {"setup.starter": f"@{table.names[0]}"},
            "/undo",
            {"setup.starter": f"@{table.names[-1]}"},
        ],
        "expect": {"said": [f"{kept(table.names[-1])} begins."]},
    }
    Path("s.yaml").write_text(json.dumps(scenario, ensure_ascii=False), encoding="utf-8")
    assert table.called("replay", "s.yaml").out.endswith("As expected.\n")
    assert table.called("replay", "s.yaml", "--format", "json").json["ok"]


@pytest.mark.parametrize("name", ["@", "@?", "a;b"])
def test_a_name_of_signs_is_played_and_asked(name: str) -> None:
    seats = ("--player", name, "--player", "Bo", "--player", "Cy")
    lines = (f"@{name}", f"{name} discards a card", f"break @{name} lamp; d; repair lamp @{name}")
    ran = call("play", "saboteur", *seats, "--journal", "j.jsonl", heard="\n".join(lines))
    noted = [line[6:] for line in ran.out.splitlines() if line[:4].strip().isdigit()]
    assert [each.split(" (")[0] for each in noted] == [
        f"{name} begins.",
        f"{name} discards a card.",
        f"Bo breaks {name}'s lamp.",
        "Cy discards a card.",
        f"{name} repairs their lamp.",
    ]
    dispute = {"players": [name, "Bo", "Cy"], "last": name}
    file = {"game": "saboteur", "question": "starter", "facts": dispute}
    Path("d.yaml").write_text(json.dumps(file), encoding="utf-8")
    told = call("ask", "--file", "d.yaml").out
    assert f"Answer: Bo begins, to the left of {name}." in told


@pytest.mark.parametrize("name", hard.UNSEEN, ids=ascii)
def test_what_cannot_be_seen_or_is_obeyed_is_no_name(name: str) -> None:
    ran = call("new", "no-swap", "--player", "Ana", "--player", "Bo", "--player", name)
    assert (ran.code, ran.out, obeyed(ran.err)) == (2, "", set())
    assert any(word in ran.err for word in ("empty", "character", "cannot be seen", "longer"))
    Path("f.yaml").write_text(
        f"game: no-swap-no-pay\nplayers: [Ana, Bo, {json.dumps(name)}]\nholdings: {{}}\n",
        encoding="utf-8",
    )
    for fmt in ("table", "json"):
        ran = call("score", "f.yaml", "--format", fmt)
        assert (ran.code, obeyed(ran.out + ran.err)) == (3, set())


@pytest.mark.parametrize(("name", "other"), hard.ALIKE, ids=ascii)
def test_names_that_nobody_would_tell_apart_are_refused(name: str, other: str) -> None:
    for first, second in ((name, other), (other, name)):
        names = Names([first])
        with pytest.raises(WrongType, match="differ only in"):
            names.add(second)


@pytest.mark.parametrize(("name", "other"), hard.SAME, ids=ascii)
def test_however_a_name_is_typed_it_is_the_same(name: str, other: str) -> None:
    for first, second in ((name, other), (other, name)):
        seats = ("--player", first, "--player", "Cy", "--player", "Di")
        assert yaml.safe_load(call("new", "no-swap", *seats).out)["players"][0] == name
        heard = f"@{second}\n/undo\n{second}\n"
        ran = call(
            "play", "no-swap", *seats, "--journal", f"{len(first.encode())}.jsonl", heard=heard
        )
        assert ran.out.count(f"{name} is the first captain.") == 3
        facts = (f"players={first},Cy,Di", f"captain={second}", "--format", "json")
        assert call("ask", "no-swap", "draft", *facts).json["answer"]["order"][0] == name
        Path("f.yaml").write_text(
            f"game: no-swap-no-pay\nplayers: [{json.dumps(first)}, Cy, Di, Ed]\n"
            f"holdings: {{{json.dumps(second)}: {{gold: 1}}, Cy: {{}}, Di: {{}}, Ed: {{}}}}\n",
            encoding="utf-8",
        )
        assert call("score", "f.yaml", "--format", "json").json["winners"] == [name]


@pytest.mark.parametrize(("name", "other"), hard.APART, ids=ascii)
def test_other_letters_make_another_name(name: str, other: str) -> None:
    names = Names()
    assert [names.add(name), names.add(other)] == [name, other]
    heard = f"{other}\n/undo\n{name}\n"
    seats = ("--players", f"Cy,{name},{other}")
    ran = call("play", "no-swap", *seats, "--journal", "j.jsonl", heard=heard)
    assert ran.out.startswith(f"   1  {other} is")
    assert ran.out.endswith(f"   1  {name} is the first captain.\n")


TABLE = "game: no-swap-no-pay\nplayers: [Ana, Bo, Cy]\n"
HOSTILE = "a\x1b[31m\x07\x9b\u202e\u2028b"


@pytest.mark.parametrize(
    "words",
    [
        (HOSTILE,),
        (f"--{HOSTILE}",),
        ("score", HOSTILE),
        ("check", HOSTILE, "--format", "json"),
        ("score", "--format", HOSTILE),
        ("log", f"{HOSTILE}.jsonl"),
        ("play", f"{HOSTILE}.jsonl"),
        ("play", "no-swap", "--players", "A,B,C", "--journal", f"{HOSTILE}/j.jsonl"),
        ("play", "no-swap", "--players", "A,B,C", "--journal", f"{HOSTILE}.jsonl"),
        ("rules", HOSTILE),
        ("rules", "no-swap", HOSTILE),
        ("ask", "no-swap", HOSTILE),
        ("ask", "no-swap", "value", HOSTILE),
        ("ask", "no-swap", "value", f"{HOSTILE}=1"),
        ("ask", "no-swap", "value", f"gold={HOSTILE}"),
        ("ask", "no-swap", "value", f"gold={HOSTILE}", "--format", "json"),
        ("ask", "--file", HOSTILE),
        ("new", "no-swap", "--players", f"A,B,{HOSTILE}"),
        ("new", "no-swap", "--players", "A,B,C", "--set", HOSTILE),
        ("new", "no-swap", "--players", "A,B,C", "--set", f"{HOSTILE}=1"),
        ("new", "no-swap", "--players", "A,B,C", "--set", f"silver_sets={HOSTILE}"),
        ("new", "aladdin", "--players", "A,B,C", "--set", f"fourth_gem={HOSTILE}"),
        ("new", "no-swap", "--players", "A,B,C", "--leader", HOSTILE),
        ("new", "sidibaba", "--players", "A,B,C", "--leader", HOSTILE),
        ("sheet", "sidibaba", "--players", "A,B,C", "--maze", HOSTILE),
        ("new", "no-swap", "--from", HOSTILE),
        ("sheet", f"{HOSTILE}.jsonl"),
        ("replay", HOSTILE),
        ("schema", HOSTILE),
        ("completion", HOSTILE),
    ],
    ids=lambda words: " ".join(words).encode("unicode_escape").decode(),
)
def test_no_word_of_the_command_line_is_obeyed(words: tuple[str, ...]) -> None:
    ran = call(*words)
    assert ran.out or ran.err
    assert obeyed(ran.out + ran.err) == set()


def test_no_text_of_the_table_is_obeyed() -> None:
    heard = "\n".join(
        [
            f"/note {HOSTILE}",
            HOSTILE,
            f"@{HOSTILE}",
            f"/{HOSTILE}",
            f"/why-not {HOSTILE}",
            f"/undo {HOSTILE}",
            f"/rules {HOSTILE}",
            f"/state {HOSTILE}",
            "Ana",
            "9g",
            f"/overrule {HOSTILE}",
            "/sheet",
            "/log",
            "/why",
        ]
    )
    path = f"{HOSTILE}.jsonl"
    seats = ("--players", "Ana,Bo,Cy", "--journal", path)
    table = Table(("Ana", "Bo", "Cy"))
    table.called("play", "no-swap", *seats, heard=f"{heard}\n")
    entries = table.shown("log", path)["json"].json["entries"]
    # The line separator ends no line of ours, as it ends none of an editor.
    assert entries[0]["note"] == HOSTILE
    table.sheet(path)
    table.called("check", path)
    table.called("score", path, code=1)
    table.called("play", path, heard="/quit\n")


def test_no_text_of_a_file_is_obeyed() -> None:
    text = json.dumps(HOSTILE)
    files = (
        f"game: {text}\nplayers: [Ana]\n",
        f"game: no-swap-no-pay\nplayers: [Ana, Bo, {text}]\n",
        f"{TABLE}options: {{{text}: {text}}}\n",
        f"{TABLE}holdings: {{{text}: {{{text}: {text}}}}}\n",
        f"game: no-swap-no-pay\nquestion: {text}\nfacts: {{}}\n",
        f"game: no-swap-no-pay\nquestion: value\nfacts: {{gold: {text}}}\n",
        f"{TABLE}answers: [{text}, /note {HOSTILE}]\n",
        f"{TABLE}answers:\n  - setup.captain: {text}\n  - /note: {text}\n  - /undo: {text}\n",
        f"{TABLE}answers: [/note: {text}]\nexpect:\n  said: [{text}]\n",
        f"game: sidibaba\nmaze: {text}\n",
    )
    for file in files:
        Path("f.yaml").write_text(file, encoding="utf-8")
        for words in (("check",), ("score",), ("replay",), ("check", "--format", "json")):
            ran = call(*words, "f.yaml")
            assert ran.code in {0, 1, 3}, ran
            assert obeyed(ran.out + ran.err) == set(), (file, words)


def test_no_word_of_the_surroundings_is_obeyed(monkeypatch: pytest.MonkeyPatch) -> None:
    home = Path(HOSTILE).absolute()
    (home / "referee").mkdir(parents=True)
    (home / "referee/settings.yaml").write_text("[", encoding="utf-8")
    monkeypatch.setenv("XDG_CONFIG_HOME", str(home))
    ran = call("new", "colorful", "--players", "Ana,Bo")
    assert (ran.code, obeyed(ran.out + ran.err)) == (0, set())
    assert "The settings were not read" in ran.err


def words_at_play(game: str, names: Sequence[str], seed: int) -> list[str]:
    """Play with these names by drawing among the answers on offer, typed as they are offered."""
    room = ROOMS[game]
    most = room.game.players[-1]
    session = begin(room, room.setup(most, seed, [*names[:most], *names[most:][:1]]))
    drive, draw, typed = GameLoop(session), Random(seed), list[str]()
    while session.step is not None and len(typed) <= 2 * room.game.max_events:
        typed.append(offer(session.step, draw.randrange(size(session.step))).strip())
        assert drive.feed_line(typed[-1])[-1].is_taken, (session.step, typed[-1])
    assert session.step is None
    return typed


@pytest.mark.prove
@pytest.mark.parametrize("game", EVERY_ROOM)
@pytest.mark.parametrize("names", TABLES, ids=lambda names: ascii(names[0]))
def test_a_whole_game_is_played_with_such_names(game: str, names: tuple[str, ...]) -> None:
    most = ROOMS[game].game.players[-1]
    for seed, at in enumerate(range(0, 10, most)):
        turned = tuple(map(kept, (*names[at:], *names[:at], "Zed", "Ida")))[: most + 1]
        words_at_play(game, turned, seed)


def test_what_is_offered_can_be_typed_with_such_names() -> None:
    for game in ("aladdin", "no-swap-no-pay"):
        names = ("A;B", "none", "；x", "Bo 2", "2", "@Ana", "Ana")
        assert words_at_play(game, names, 3)
    assert [name_of(name) for name in names] == list(names)
