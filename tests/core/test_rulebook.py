"""Numbers are read through typed keys, and cited by the rule that holds them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from msgspec.structs import replace

from referee.core.rulebook import (
    Option,
    PerWord,
    Rule,
    RuleKey,
    RuleRef,
    TableNumber,
    per_count,
    per_players,
    rule_refs,
)
from referee.core.say import NumberMissing
from tests.core.pebble import BOOK, MOST_DRAWN, SUPPLY

# A kind may be abstract, which `type[...]` does not allow for.
PER_WORD: type[PerWord] = Mapping[str, int]  # type: ignore[type-abstract]
SIX = RuleKey("PEB-3.1", "six", tuple[int, ...])
EACH = RuleKey("PEB-3.1", "each", PER_WORD)
ASKED = RuleKey("PEB-3.1", "asked", int)
OTHER = Rule(
    rule_id="PEB-3.1",
    title="Other",
    text="",
    constants={SIX.name: (1, 2), EACH.name: {"plain": 3}},
    table_numbers={ASKED.name: TableNumber("what the card says")},
)
FULL = replace(
    BOOK,
    rules={**BOOK.rules, OTHER.rule_id: OTHER},
    options={"rain": Option("rain", ("dry", "wet"), "dry", OTHER.rule_id)},
)


def test_every_kind_of_number_is_read() -> None:
    assert (FULL[SUPPLY], FULL[SIX], FULL[EACH]) == (9, (1, 2), {"plain": 3})


@pytest.mark.parametrize(
    "key",
    [
        RuleKey("PEB-3.1", SIX.name, int),
        RuleKey("PEB-3.1", EACH.name, tuple[int, ...]),
        RuleKey("PEB-1.1", SUPPLY.name, PER_WORD),
    ],
)
def test_a_key_of_another_kind_is_a_bug(key: RuleKey[Any]) -> None:
    with pytest.raises(TypeError, match=key.rule_id):
        FULL[key]


def test_a_number_may_depend_on_how_many_of_anything_there_are() -> None:
    key = per_count("PEB-3.1", "worth")
    worth = {0: 0, 1: 4, 12: 2}
    other = replace(OTHER, constants={**OTHER.constants, "worth": worth})
    book = replace(FULL, rules={**FULL.rules, OTHER.rule_id: other})
    assert (book[key], book[key][0]) == (worth, 0)
    assert book.with_number(key, {0: 1})[key] == {0: 1}
    assert key == per_players("PEB-3.1", "worth")


def test_a_number_that_the_rulebook_lacks_is_a_bug() -> None:
    with pytest.raises(KeyError):
        FULL[RuleKey("PEB-1.1", "nothing", int)]
    with pytest.raises(KeyError):
        FULL[RuleKey("PEB-9.9", "supply", int)]


def test_a_number_that_only_the_table_knows_is_asked_for_until_given() -> None:
    with pytest.raises(NumberMissing, match=r"“asked” is missing \(what the card says\)\."):
        FULL[ASKED]
    assert FULL.with_number(ASKED, 4)[ASKED] == 4


def test_a_changed_number_leaves_the_old_rulebook_alone() -> None:
    assert FULL.with_number(SUPPLY, 10)[SUPPLY] == 10
    assert FULL[SUPPLY] == 9
    assert FULL.with_number(SUPPLY, 10)[MOST_DRAWN] == FULL[MOST_DRAWN]


def test_rules_are_cited_once_each_in_the_order_given() -> None:
    cited = rule_refs((MOST_DRAWN, SIX, "PEB-1.1", EACH, SUPPLY))
    assert cited == (RuleRef("PEB-2.1"), RuleRef("PEB-3.1"), RuleRef("PEB-1.1"))
    assert str(cited[0]) == "PEB-2.1"


def test_all_numbers_are_listed_in_the_order_of_the_rulebook() -> None:
    assert list(FULL.constants()) == [
        ("PEB-1.1", "supply", 9),
        ("PEB-2.1", "most_drawn", 2),
        ("PEB-3.1", "six", (1, 2)),
        ("PEB-3.1", "each", {"plain": 3}),
    ]


def test_a_switch_stands_at_its_default_until_the_table_sets_it() -> None:
    assert FULL.option({}, "rain") == "dry"
    assert FULL.option({"rain": ()}, "rain") == "dry"
    assert FULL.option({"rain": ("wet",)}, "rain") == "wet"
