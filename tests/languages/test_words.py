"""Words of a language among names: which is meant."""

from __future__ import annotations

import pytest

from referee.files.languages import from_any_language
from referee.registry import open_game
from tests.languages.spoken import speaking


@pytest.mark.parametrize(
    ("tag", "names", "typed", "read"),
    [
        ("zh-Hant", ("小明",), "金2、銀 1", "gold 2, silver 1"),
        ("zh-Hant", ("小明",), "2金1銀", "2 gold 1 silver"),
        ("zh-Hant", ("小明",), "金,金", "gold, gold"),
        ("zh-Hant", ("交",), "交換", "swap"),
        ("zh-Hant", ("金城武",), "金城武", "金城武"),
        ("zh-Hant", ("金城武",), "金城武 金2", "金城武 gold 2"),
        ("zh-Hant", ("金",), "@金", "@金"),
        ("zh-Hant", ("金",), "金", "gold"),
        ("zh-Hant", ("小明",), "小", "小"),
        ("ja", ("ゆうこ",), "払", "pay"),
        ("ja", ("払田",), "払", "払"),
        ("ja", ("ゆうこ",), "ゆ", "ゆ"),
        ("zh-Hans", ("阿华",), "gold 2；银１", "gold 2; silver １"),
    ],
)
def test_a_line_is_read(tag: str, names: tuple[str, ...], typed: str, read: str) -> None:
    with speaking(tag) as language:
        open_game("no-swap-no-pay")
        assert language.english(typed, names) == read


def test_people_are_called_by_their_names_whatever_these_mean() -> None:
    with speaking("zh-Hant") as language:
        open_game("no-swap-no-pay")
        assert language.word("gold") == "金"
        assert language.word("gold 2, black 1") == "金 2、黑 1"
        language.keep(("gold", "Red Li"))
        assert language.word("gold") == "gold"
        assert language.words("Red Li, silver") == "Red Li、銀"
        assert language.word("the gold was stolen") == "the gold was stolen"


def test_a_file_is_read_in_any_language_but_not_a_text_that_no_table_writes() -> None:
    open_game("no-swap-no-pay")
    assert from_any_language("金 2") == "gold 2"
    assert from_any_language("金 " * 3000) == "金 " * 3000
