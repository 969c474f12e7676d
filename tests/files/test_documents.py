"""Which kind of file is which, and the table that is asked for."""

from __future__ import annotations

from pathlib import Path

import pytest

from referee.files.decoding import MAX_BYTES
from referee.files.documents.detect import (
    DocumentKind,
    as_source,
    as_text_source,
    detect,
    game_named,
)
from referee.files.documents.setup import BadSetup, make_setup, read_table, split_players
from referee.files.yaml.loader import parse
from tests.files.pebble_fair import BOOK, GAME, codes, faults


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("holdings: {}", DocumentKind.HOLDINGS),
        ("question: worth", DocumentKind.DISPUTE),
        ("answers: []", DocumentKind.SCENARIO),
        ("rules: {}\nprefix: PEB", DocumentKind.RULEBOOK),
        ("rules: {}", DocumentKind.TABLE),
        ("maze: x", DocumentKind.TABLE),
        ("maze: x\nplayers: [A]", DocumentKind.TABLE),
        ("players: [A, B]", DocumentKind.TABLE),
    ],
)
def test_a_file_is_known_by_its_keys(text: str, kind: DocumentKind, tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("game: pebble-fair\n" + text, encoding="utf-8")
    opened = detect(tmp_path / "a.txt")
    assert (opened.kind, opened.game) == (kind, "pebble-fair")


@pytest.mark.parametrize("length", [10, MAX_BYTES * 2])
def test_a_journal_is_known_by_its_first_bytes_however_long(length: int, tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").write_bytes(b'{"referee": 1}\n' + b"x" * length)
    assert detect(tmp_path / "a.jsonl").kind is DocumentKind.JOURNAL


@pytest.mark.parametrize(
    ("text", "called"),
    [
        ("maze: x", "maze"),
        ("maze: |\n  #\n  #", "maze"),
        ("maze:", "maze"),
        ("map: |\n  #\n  #", "map"),
        ("map: x\nmaze: y", "maze"),
        ("map: x", "table"),
        ("maze: x\nplayers: [A]", "table"),
        ("maze: x\nholdings: {}", "holdings"),
        ("players: |\n  A\n  B", "table"),
    ],
)
def test_a_file_about_a_text_is_called_by_its_key(text: str, called: str) -> None:
    opened = as_text_source(as_source(parse(f"game: pebble-fair\n{text}".encode(), "x")), ["maze"])
    assert opened.called == called


def test_the_game_of_a_file_must_be_known() -> None:
    known = ["pebble-fair", "marble-fair"]
    assert game_named(as_source(parse(b"game: marble-fair", "x")), known) == "marble-fair"
    (found,) = faults(lambda: game_named(as_source(parse(b"\ngame: pebbel-fair", "x")), known))
    assert (found.code, found.line, found.column) == ("GAME", 2, 7)
    assert str(found.remedy) == "Did you mean “pebble-fair”?"
    assert codes(lambda: game_named(as_source(parse(b"a: 1", "x")), known)) == ["GAME"]
    twice = parse(b"game: x\ngame: y", "x")
    assert codes(lambda: game_named(as_source(twice), known)) == ["GAME", "TWICE"]


def test_a_table_file_may_leave_out_what_can_be_asked() -> None:
    document = parse(b"game: pebble-fair\nplayers: [A, B]\n", "x")
    setup = read_table(document, GAME, BOOK)
    assert (setup.seating, setup.roles, setup.numbers) == (("A", "B"), {}, {})


def test_a_table_can_be_made_of_words() -> None:
    options = ["rain=wet", "steps=1,2,3", "late-start=yes"]
    fields = {"warden": "Zed", "map": "+-+", "fee": "2+1", "music": "l", "fenced": "Yes"}
    setup = make_setup(GAME, BOOK, ["A", "Smith, Jr"], options, fields)
    assert setup.seating == ("A", "Smith, Jr")
    assert setup.options == {"rain": ("wet",), "late_start": ("yes",)}
    assert setup.numbers == {"steps": (1, 2, 3)}
    assert setup.roles == {"warden": "Zed"}
    assert setup.texts == {"map": "+-+", "fee": "3", "music": "loud", "fenced": "yes"}


@pytest.mark.parametrize(
    ("players", "options", "fields", "said"),
    [
        (["A"], [], {}, "Pebble Fair is for 2 to 4"),
        (["A", "B", "C", "D", "E"], [], {}, "There are 5 players"),
        ([], [], {}, "There are 0 players"),
        (["A", "a"], [], {}, "only in capitals"),
        (["A", "A"], [], {}, "named twice"),
        (["A", ""], [], {}, "Write a name"),
        (["A", "the heron"], [], {}, "an entry of its own"),
        (["A", "B"], ["rain=hail"], {}, "Choose from dry or wet"),
        (["A", "B"], ["rian=wet"], {}, "Did you mean “rain”?"),
        (["A", "B"], ["rain"], {}, "NAME=VALUE"),
        (["A", "B"], ["rain=wet", "rain=dry"], {}, "set twice"),
        (["A", "B"], ["steps=1,x"], {}, "not a whole number"),
        (["A", "B"], [], {"warden": "B"}, "cannot be a player too"),
        (["A", "B"], [], {"fee": "x"}, "not a whole number"),
        (["A", "B"], [], {"music": "slow"}, "Choose from loud or soft"),
        (["A", "B"], [], {"fenced": "half"}, "not yes or no"),
        (["A", "B"], [], {"fairground": "4b"}, "no spot"),
    ],
)
def test_a_table_that_cannot_be_is_refused_with_its_remedy(
    players: list[str], options: list[str], fields: dict[str, str], said: str
) -> None:
    with pytest.raises(BadSetup) as caught:
        make_setup(GAME, BOOK, players, options, fields)
    assert said in str(caught.value)


def test_names_are_split_at_commas_that_are_no_letters() -> None:
    assert split_players(r"Ana,Bo\, Jr, Anna-Lena:x ") == ("Ana", "Bo, Jr", "Anna-Lena:x")
    with pytest.raises(BadSetup):
        split_players("Ana,,Bo")
