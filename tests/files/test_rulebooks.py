"""Rulebooks: what they must say, and what is refused."""

from __future__ import annotations

import hashlib
from pathlib import Path

import pytest

from referee.core.rulebook import Rulebook, RuleKey, TableNumber
from referee.files.decoding import digest_of
from referee.files.documents.rulebook import (
    compiled,
    load_rulebook,
    load_rulebook_at,
    read_compiled,
)
from referee.files.documents.rules import read_rulebook
from referee.files.yaml.loader import parse
from tests.files.pebble_fair import BOOK, PLAIN, RULES, codes, faults
from tests.rooms import ROOT

LAST = "    asks: {steps: {ask: what the steps are worth on your board, count: 3, by: rain}}\n"


def read(text: str) -> Rulebook:
    return read_rulebook(parse(text.encode(), "fair.yaml"))


def test_a_rulebook_is_read_whole() -> None:
    assert (BOOK.game, BOOK.version, BOOK.prefix, BOOK.players) == ("pebble-fair", 1, "PEB", (2, 4))
    assert BOOK.edition.title == "Pebble Fair"
    assert list(BOOK.rules) == ["PEB-1.1", "PEB-6.1", "PEB-7.1"]
    first = BOOK.rules["PEB-1.1"]
    assert first.text == "The box holds 20 plain and 8 muddy pebbles."
    assert (first.status, first.enforced) == ("printed", "code")
    assert first.repairs == ("The print says 70.",)
    asked = TableNumber("what the steps are worth on your board", 3, "rain")
    assert BOOK.rules["PEB-7.1"].table_numbers == {"steps": asked}
    assert BOOK.options["late_start"].values == ("no", "yes")
    assert BOOK.options["nickname"].free


def test_a_constant_is_one_number_or_several_in_three_ways() -> None:
    constants = BOOK.rules["PEB-1.1"].constants
    assert BOOK[PLAIN] == 20
    assert constants == {
        "plain": 20,
        "prices": (1, 3, 6),
        "worth": {"plain": 1, "muddy": 0},
        "rounds": {2: 6, 3: 4, 4: 3},
    }
    assert BOOK[RuleKey("PEB-1.1", "prices", tuple[int, ...])] == (1, 3, 6)


def test_the_digest_is_of_the_bytes() -> None:
    assert BOOK.digest == hashlib.sha256(RULES).hexdigest()[:12]
    assert digest_of(RULES + b" ") != BOOK.digest


@pytest.mark.parametrize(
    ("old", "new", "wrong"),
    [
        ("version: 1", "version: 0", ["BELOW-ZERO"]),
        ("version: 1\n", "", ["MISSING"]),
        ("prefix: PEB", "prefix: peb", ["RULE-ID"]),
        ("players: [2, 4]", "players: [4, 2]", ["PLAYERS"]),
        ("players: [2, 4]", "players: [2]", ["PLAYERS"]),
        ("players: [2, 4]", "players: [3, 3]", []),
        ("source: invented}", "sauce: invented}", ["MISSING", "UNKNOWN-KEY"]),
        ("default: dry", "default: hail", ["WORD"]),
        ("rule: PEB-1.1}", "rule: PEB-9.9}", ["NO-RULE"]),
        ("values: [dry, wet], ", "", ["MISSING"]),
        ("  PEB-1.1:", "  PEB-1.1a:", ["NO-RULE", "RULE-ID"]),
        ("  PEB-1.1:", "  PEB-01:", ["NO-RULE", "RULE-ID"]),
        ("    title: Rain\n", "", ["MISSING"]),
        ("    argument: docs/decisions/0007.md\n", "", ["SOURCE"]),
        ("    source: page 3\n", "", ["SOURCE"]),
        ("    source: page 3\n", "    status: open\n    argument: x.md\n", []),
        ("status: ruling", "status: ruled", ["SOURCE", "WORD"]),
        ("enforced: code", "enforced: nobody", ["WORD"]),
        ("plain: 20", "plain: -20", ["BELOW-ZERO"]),
        ("[1, 3, 6]", "[]", ["CONSTANT"]),
        ("{plain: 1, muddy: 0}", "{plain: 1, 3: 0}", ["CONSTANT"]),
        ("{plain: 1, muddy: 0}", "{0: 1, 3: 0, 99: 1}", []),
        ("{plain: 1, muddy: 0}", "{0: 1, 100: 0}", ["CONSTANT"]),
        ("{plain: 1, muddy: 0}", "{00: 1, 1: 0}", ["CONSTANT"]),
        ("{plain: 1, muddy: 0}", "{xNS: 1, Plain_2: 0, EW: 1}", []),
        ("{plain: 1, muddy: 0}", "{_x: 1}", ["CONSTANT"]),
        ("title: Rain", "tilte: Rain", ["MISSING", "UNKNOWN-KEY"]),
        ("game: pebble-fair", "game: pebble-fair\nsupply: {plain: 20}", ["UNKNOWN-KEY"]),
        ("title: Rain", 'title: "R\\u0007"', ["TEXT"]),
        (LAST, LAST + "    asks: {}\n", ["TWICE"]),
        ("count: 3", "count: 1", []),
        ("count: 3", "count: 0", ["BELOW-ZERO"]),
        ("count: 3", "count: three", ["NUMBER"]),
        ("count: 3", "most: 3", ["UNKNOWN-KEY"]),
        ("by: rain", "by: nickname", []),
        ("{ask: what the steps are worth on your board, ", "{", ["MISSING"]),
        ("{ask: what the steps are worth on your board, count: 3, by: rain}", "[6]", ["SHAPE"]),
    ],
)
def test_both_sides_of_every_demand(old: str, new: str, wrong: list[str]) -> None:
    text = RULES.decode()
    assert old in text
    changed = text.replace(old, new, 1)
    assert sorted(codes(lambda: read(changed))) == wrong


def test_a_question_alone_asks_for_any_number_of_numbers() -> None:
    told = "{ask: what the steps are worth on your board, count: 3, by: rain}"
    book = read(RULES.decode().replace(told, "what the board says"))
    assert book.rules["PEB-7.1"].table_numbers == {"steps": TableNumber("what the board says")}
    book = read(RULES.decode().replace(told, "{ask: what the board says}"))
    assert book.rules["PEB-7.1"].table_numbers == {"steps": TableNumber("what the board says")}


def test_a_switch_that_is_not_there_is_told_at_its_place() -> None:
    (found,) = faults(lambda: read(RULES.decode().replace("by: rain", "by: rian")))
    assert (found.code, found.line) == ("SWITCH", 30)
    assert "Did you mean “rain”?" in str(found.remedy)


def test_every_rulebook_that_travels_with_the_program_can_be_read() -> None:
    files = sorted((ROOT / "rulebooks").glob("*.yaml"))
    assert files
    for file in files:
        book = load_rulebook(file.stem.replace("_", "-"))
        assert book.game == file.stem.replace("_", "-")
        assert book.rules
        assert len(book.digest) == 12


def test_a_game_without_a_rulebook_is_told_so() -> None:
    assert codes(lambda: load_rulebook("no-such-game")) == ["NO-FILE"]


def test_a_package_has_its_rulebook_where_it_is(tmp_path: Path) -> None:
    (tmp_path / "rulebook.yaml").write_bytes(RULES)
    assert load_rulebook_at(str(tmp_path / "rulebook.yaml")).prefix == "PEB"


CLAUSES = """\
    clauses:
      - {text: Draw three., source: section 2, status: printed}
      - {text: Look at them., source: a review, status: public}
    synonyms: [pull, take out]
"""


def with_clauses(clauses: str) -> str:
    """Write the rulebook with clauses in place of the text of its first rule."""
    before, _, rest = RULES.decode().partition("    text:")
    return before + clauses + rest[rest.index("    enforced:") :]


def test_a_rule_of_several_clauses_rests_on_the_weakest() -> None:
    rule = read(with_clauses(CLAUSES)).rules["PEB-1.1"]
    assert rule.text == "Draw three. Look at them."
    assert (rule.status, rule.source) == ("public", "section 2; a review")
    assert [clause.status for clause in rule.clauses] == ["printed", "public"]
    assert rule.synonyms == ("pull", "take out")


@pytest.mark.parametrize(
    ("part", "wrong"),
    [
        ("{text: Draw three.}", ["SOURCE"]),
        ("{source: section 2}", ["MISSING"]),
        ("{text: Draw three., status: ruling}", ["SOURCE"]),
        ("{text: Draw three., status: ruling, source: ours}", []),
        ("{text: Draw three., source: section 2, against: Draw two.}", ["SOURCE"]),
        ("{text: Draw three., status: ruling, source: ours, against: Draw two.}", []),
        ("[Draw three.]", ["SHAPE"]),
    ],
)
def test_each_clause_says_what_it_rests_on(part: str, wrong: list[str]) -> None:
    changed = with_clauses(f"    clauses: [{part}]\n")
    assert codes(lambda: read(changed)) == wrong
    if not wrong:
        assert read(changed).rules["PEB-1.1"].status == "ruling"


def test_a_rule_with_clauses_has_no_text_beside_them() -> None:
    changed = RULES.decode().replace("    enforced:", CLAUSES + "    enforced:", 1)
    assert {*codes(lambda: read(changed))} == {"SHAPE"}


def test_a_compiled_rulebook_is_the_one_that_was_read() -> None:
    made = compiled(BOOK)
    assert repr(read_compiled(made, BOOK.digest)) == repr(BOOK)
    assert read_compiled(made, digest_of(b"another file")) is None


@pytest.mark.parametrize("raw", [b"", b"\x01", b"\x80", b"[]", b"\x81\xa6digest\xa1x"])
def test_a_damaged_compiled_rulebook_gives_way_to_its_source(raw: bytes) -> None:
    assert read_compiled(raw, "x") is None


def test_every_shortened_compiled_rulebook_gives_way() -> None:
    made = compiled(BOOK)
    assert [n for n in range(len(made)) if read_compiled(made[:n], BOOK.digest) is not None] == []
