"""Sentences keep their facts, and are worded late."""

from fractions import Fraction

import pytest

from referee.core.say import Fact, Say, join, plural, to_json


@pytest.mark.parametrize(
    ("fact", "words"),
    [
        ((), ""),
        (("a",), "a"),
        (("a", "b"), "a and b"),
        (("a", "b", "c"), "a, b and c"),
        ((Say("{n} coins", n=2), 3), "2 coins and 3"),
        (Fraction(7, 3), "7/3"),
        (Fraction(4), "4"),
        ("{not} a {field}", "{not} a {field}"),
    ],
)
def test_a_fact_is_read_out(fact: Fact, words: str) -> None:
    assert str(Say("[{fact}]", fact=fact)) == f"[{words}]"


def test_equal_means_the_same_template_and_facts() -> None:
    assert Say("{n}", n=1) == Say("{n}", n=1)
    assert hash(Say("{n}", n=1)) == hash(Say("{n}", n=1))
    assert Say("{n}", n=1) != Say("{n}", n=2)
    assert Say("1") != "1"


def test_a_missing_fact_is_a_bug() -> None:
    with pytest.raises(KeyError):
        str(Say("{n}"))


@pytest.mark.parametrize(("n", "words"), [(0, "0 coins"), (1, "1 coin"), (2, "2 coins")])
def test_one_is_singular_and_nothing_else_is(n: int, words: str) -> None:
    assert str(plural(n, "{n} coin", "{n} coins")) == words


@pytest.mark.parametrize(
    ("facts", "words"),
    [
        ((), ""),
        ((Say("a"),), "a"),
        ((Say("a"), Say("{n}", n=2)), "a; 2"),
        ((3, "{told0}", ()), "3; {told0}; "),
    ],
)
def test_things_are_joined_by_a_mark(facts: tuple[Fact, ...], words: str) -> None:
    assert str(join(facts, "; ")) == words


def test_however_many_are_joined_none_stands_inside_another() -> None:
    said = join([Say("{n}", n=n) for n in range(5000)], "+")
    assert str(said) == "+".join(map(str, range(5000)))


def test_json_carries_the_facts_whole() -> None:
    said = Say("{a} {b}", a=(1, Fraction(1, 2)), b=Say("x"))
    assert to_json(said) == {
        "template": "{a} {b}",
        "facts": {"a": [1, "1/2"], "b": {"template": "x", "facts": {}}},
    }


def test_a_fact_may_be_called_template() -> None:
    assert str(Say("{template}", template="t")) == "t"
