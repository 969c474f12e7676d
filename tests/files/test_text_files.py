"""Drawings in files of their own, in tables, and named by the facts of a dispute."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest

from referee.files.diagnostics import Diagnostic, Unreadable
from referee.files.documents.disputes import read_dispute
from referee.files.documents.facts import BadFacts, read_facts
from referee.files.documents.schemas.files import holdings_schema
from referee.files.documents.setup import BadSetup, make_setup, read_table
from referee.files.documents.texts import read_text_file, text_in_file
from referee.files.values.fields import wanted
from referee.files.yaml.loader import parse
from tests.files.pebble_fair import BOOK, GAME, HEDGES, QUESTIONS, faults

DRAWING = "## #\n#  #\n####\n"
GOOD = "game: pebble-fair\nmaze: |\n  ## #\n  #  #\n  ####\n"
BAD = GOOD.replace("#  #", "# x#")
WALK = next(each for each in QUESTIONS if each.name == "walk")


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    Path("maze.yaml").write_text(GOOD, encoding="utf-8")
    return tmp_path


def places(found: tuple[Diagnostic, ...]) -> list[tuple[str, int, int, str]]:
    return [(Path(each.path).name, each.line, each.column, each.code) for each in found]


def dispute(text: str, path: str) -> object:
    whole = f"game: pebble-fair\nquestion: walk\nfacts:\n{text}"
    return read_dispute(parse(whole.encode(), path), GAME, BOOK).facts.values


@pytest.mark.parametrize("path", ["maze.yaml", "./maze.yaml", "here/../maze.yaml"])
def test_a_fact_names_a_file_and_the_room_gets_what_is_drawn(path: str, folder: Path) -> None:
    (folder / "here").mkdir()
    assert read_facts(WALK, BOOK, [f"hedges={path}"]).values == {"hedges": DRAWING}
    assert read_facts(WALK, BOOK, [f"hedges={folder / path}"]).values == {"hedges": DRAWING}


@pytest.mark.parametrize("text", ["", "   ", "\x1b"])
def test_a_fact_that_names_no_file_is_no_fact(text: str) -> None:
    with pytest.raises(BadFacts, match="hedges"):
        read_facts(WALK, BOOK, [f"hedges={text}"])


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (None, [("other.yaml", 0, 0, "NO-FILE")]),
        ("", [("other.yaml", 0, 0, "EMPTY-FILE")]),
        ("+-+\n| |", [("other.yaml", 1, 1, "SHAPE")]),
        (BAD, [("other.yaml", 4, 5, "DRAWING")]),
        (
            BAD.replace("fair", "fare"),
            [("other.yaml", 1, 7, "GAME"), ("other.yaml", 4, 5, "DRAWING")],
        ),
        (GOOD + "mazes: 2\n", [("other.yaml", 6, 1, "UNKNOWN-KEY")]),
        (GOOD + "maze: x\n", [("other.yaml", 6, 1, "TWICE")]),
        (GOOD.replace("game: pebble-fair\n", ""), [("other.yaml", 1, 1, "MISSING")]),
        ("game: pebble-fair\nmaze: [x]\n", [("other.yaml", 2, 7, "SHAPE")]),
        ("game: pebble-fair\nquestion: walk\n", [("other.yaml", 0, 0, "KIND")]),
        ('{"referee": 1}', [("other.yaml", 0, 0, "KIND")]),
    ],
)
def test_what_is_wrong_with_the_file_is_told_in_the_file(
    text: str | None, told: list[tuple[str, int, int, str]]
) -> None:
    if text is not None:
        Path("other.yaml").write_text(text, encoding="utf-8")
    found = faults(lambda: read_facts(WALK, BOOK, ["hedges=other.yaml"]))
    assert sorted(places(found)) == sorted(told)
    assert all(str(each.remedy) for each in found)


def test_a_table_that_holds_a_drawing_will_do() -> None:
    Path("table.yaml").write_text(GOOD + "players: [Ana, Bo]\nwarden: Zed\n", encoding="utf-8")
    assert text_in_file("table.yaml", HEDGES, "pebble-fair") == DRAWING


def test_a_file_named_by_a_dispute_lies_beside_it_or_below(folder: Path) -> None:
    (folder / "cave").mkdir()
    in_cave = str(folder / "cave/dispute.yaml")
    for path in ("../maze.yaml", str(folder / "maze.yaml"), "link.yaml", "/etc/passwd"):
        (folder / "cave/link.yaml").unlink(missing_ok=True)
        (folder / "cave/link.yaml").symlink_to(folder / "maze.yaml")
        found = faults(partial(dispute, f"  hedges: {path}\n", in_cave))
        assert places(found) == [("dispute.yaml", 4, 11, "NO-FILE")]
        assert "is not in the folder" in str(found[0].message)
    above = str(folder / "dispute.yaml")
    (folder / "cave/maze.yaml").write_text(GOOD.replace("#  #", "#   "), encoding="utf-8")
    assert dispute("  hedges: maze.yaml\n", in_cave) == {"hedges": "## #\n#   \n####\n"}
    assert dispute("  hedges: cave/maze.yaml\n", above) == {"hedges": "## #\n#   \n####\n"}
    assert dispute("  hedges: maze.yaml\n", "dispute.yaml") == {"hedges": DRAWING}


def test_no_line_is_quoted_of_a_file_about_something_else() -> None:
    Path("secret.yaml").write_text("password: 1234\n: [\n", encoding="utf-8")
    found = faults(lambda: dispute("  hedges: secret.yaml\n", "dispute.yaml"))
    assert places(found) == [("dispute.yaml", 4, 11, "KIND")]
    assert "1234" not in "".join(map(str, found))


def test_a_dispute_may_hold_the_drawing_itself() -> None:
    text = "  spot: a1\n  hedges: |\n    ## #\n    #  #\n    ####\n"
    assert dispute(text, "x") == {"hedges": DRAWING, "spot": "a1"}


def test_faults_of_a_dispute_and_of_the_file_that_it_names_are_told_together(folder: Path) -> None:
    Path("bad.yaml").write_text(BAD, encoding="utf-8")
    text = "  hedges: bad.yaml\n  spot: 4b\n"
    found = faults(lambda: dispute(text, str(folder / "dispute.yaml")))
    assert places(found) == [("bad.yaml", 4, 5, "DRAWING"), ("dispute.yaml", 5, 9, "TEXT")]
    found = faults(lambda: dispute("  hedges: [bad.yaml]\n", "x"))
    assert places(found) == [("x", 4, 11, "SHAPE")]
    found = faults(lambda: dispute("  hedges:\n", "x"))
    assert places(found) == [("x", 4, 10, "DRAWING")]


def test_a_folder_named_by_a_dispute_is_told_where_it_is_named(folder: Path) -> None:
    (folder / "cave").mkdir()
    found = faults(lambda: dispute("  hedges: cave\n", "dispute.yaml"))
    assert places(found) == [("dispute.yaml", 4, 11, "NOT-A-FILE")]


@pytest.mark.parametrize(
    ("head", "indent", "place"),
    [
        ("maze: |", "  ", (5, 5)),
        ("maze: |", "          ", (5, 13)),
        ("maze:   |+", " ", (5, 4)),
        ("maze: |2-  # hedges", "  ", (5, 5)),
        ("maze: |\n", "  ", (6, 5)),
    ],
)
def test_the_place_in_a_drawing_is_the_place_in_its_file(
    head: str, indent: str, place: tuple[int, int]
) -> None:
    drawing = "".join(f"{indent}{line}\n" for line in ("####", "#", "# x#"))
    text = f"game: pebble-fair\n{head}\n{drawing}"
    found = faults(lambda: read_text_file(parse(text.encode(), "x"), GAME))
    (wrong,) = (each for each in found if "“x”" in str(each.message))
    assert (wrong.line, wrong.column) == place
    assert wrong.source[wrong.column - 1] == "x"


def test_a_drawing_is_read_with_carriage_returns_too() -> None:
    document = parse(GOOD.replace("\n", "\r\n").encode(), "x")
    assert read_text_file(document, GAME)[1] == DRAWING
    found = faults(lambda: read_text_file(parse(BAD.replace("\n", "\r\n").encode(), "x"), GAME))
    assert places(found) == [("x", 4, 5, "DRAWING")]


def test_a_drawing_on_a_line_with_a_hidden_character_is_not_told_twice() -> None:
    text = BAD.replace("# x#", "# \x07#")
    found = faults(lambda: read_text_file(parse(text.encode(), "x"), GAME))
    assert places(found) == [("x", 4, 5, "HIDDEN-CHARACTER")]


def test_the_table_of_the_command_line_takes_a_drawing() -> None:
    texts = {"maze": DRAWING, "map": "here be pebbles"}
    setup = make_setup(GAME, BOOK, ["A", "B"], fields=texts)
    assert setup.texts == {"map": "here be pebbles", "maze": DRAWING}
    with pytest.raises(BadSetup, match="Write a spot such as b4"):
        make_setup(GAME, BOOK, ["A", "B"], fields={"fairground": "4b"})


def test_a_table_file_holds_its_drawing() -> None:
    document = parse((GOOD + "players: [Ana, Bo]\n").encode(), "x")
    assert read_table(document, GAME, BOOK).texts == {"maze": DRAWING}


def test_a_file_with_another_key_than_the_game_asks_for_is_refused() -> None:
    document = parse(b"game: pebble-fair\nmoze: |\n  #\n", "x")
    assert places(faults(lambda: read_text_file(document, GAME))) == [("x", 2, 1, "UNKNOWN-KEY")]


def test_forms_and_schemas_know_texts() -> None:
    asked = holdings_schema(GAME, BOOK)["properties"]
    assert asked["maze"] == {"type": "string", "description": "the maze of hedges"}
    assert asked["warden"]["maxLength"] == 40
    assert str(wanted(HEDGES)) == "the path of a file with “maze:”"


def test_a_broken_file_is_unreadable_and_not_a_bad_fact() -> None:
    with pytest.raises(Unreadable):
        read_facts(WALK, BOOK, ["hedges=none.yaml", "spot=4b"])
