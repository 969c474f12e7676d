"""Finding a rule, or a case, by the words that a table uses for it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from difflib import SequenceMatcher
from functools import lru_cache
from typing import Final, TypeVar

from referee.core.answers.text_input import match_key
from referee.core.rulebook import Rule, Rulebook

T = TypeVar("T")
SMALL_WORDS: Final = frozenset(
    re.findall(
        r"\w+",
        "a an the of in on to is are do does did can could may might must how what who whom when"
        " where which why i me my we our you your it be or and if",
    )
)
"""Words that find nothing by themselves."""
_WORD: Final = re.compile(r"\w+(?:[.'’]\w+)*")
_SHORT: Final = 3
NEAREST: Final = 3
_MOST_WORDS: Final = 50
_LONGEST: Final = 100
"""Words that are looked for, and signs that are compared; nobody types as many."""


def stems(text: str) -> list[str]:
    """Give the words of a text, less small ones, in one case and width and without a plural.

    >>> stems("How many Sets of Bodies?")
    ['many', 'set', 'body']
    """
    words = (word.partition("'")[0].partition("’")[0] for word in _WORD.findall(match_key(text)))
    return [_singular(word) for word in words if word not in SMALL_WORDS]


def find_rules(book: Rulebook, words: str) -> tuple[Rule, ...]:
    """Find the rule of this id, or those that hold any of the words: most of them first.

    Among as many, those come first that hold them in title or synonyms, and whole. Without any
    word all rules are found; where no rule holds one, none.

    >>> from referee.core.rulebook import Edition
    >>> sack = Rule(rule_id="PEB-1.1", title="The sack", text="It holds 28.", synonyms=("bag",))
    >>> bust = Rule(rule_id="PEB-3.2", title="Bust", text="Two muddy pebbles spoil the basket.")
    >>> book = Rulebook(game="pebble-fair", version=1, digest="", prefix="PEB", players=(2, 4),
    ...     edition=Edition("", "", ""), rules={"PEB-1.1": sack, "PEB-3.2": bust})
    >>> [rule.rule_id for rule in find_rules(book, "muddy BAGS")]
    ['PEB-1.1', 'PEB-3.2']
    >>> [rule.rule_id for rule in find_rules(book, "3.2")]
    ['PEB-3.2']
    """
    rules = tuple(book.rules.values())
    key = match_key(words)
    exact = [rule for rule in rules if key in _names_of(rule, book)]
    sought = tuple(dict.fromkeys(stems(words)))
    if not sought and not exact:
        exact = [rule for rule in rules if key in map(match_key, rule.synonyms)]
    if exact or not sought or key.startswith(match_key(f"{book.prefix}-")):
        return tuple(exact) or (() if key else rules)
    return best_first(
        rules,
        words,
        names=lambda rule: (rule.title, *rule.synonyms),
        texts=lambda rule: (rule.text, *rule.repairs),
    )


def best_first(
    items: Sequence[T],
    words: str,
    *,
    names: Callable[[T], Iterable[str]],
    texts: Callable[[T], Iterable[str]],
) -> tuple[T, ...]:
    """Give those that hold any of the words, most of them first, as in ``find_rules``."""
    sought = tuple(dict.fromkeys(stems(words)))[:_MOST_WORDS]
    merits = [(_merit(names(each), texts(each), sought), each) for each in items]
    found = [(merit, each) for merit, each in merits if merit[0]]
    return tuple(each for _, each in sorted(found, key=lambda pair: pair[0], reverse=True))


def nearest_rules(book: Rulebook, words: str) -> tuple[Rule, ...]:
    """Give the three rules whose id, title or synonyms look most like the words."""
    key = match_key(words)[:_LONGEST]

    def likeness(rule: Rule) -> float:
        names = map(match_key, (rule.rule_id, rule.title, *rule.synonyms))
        return max(SequenceMatcher(None, key, name).ratio() for name in names)

    return tuple(sorted(book.rules.values(), key=likeness, reverse=True)[:NEAREST])


def _names_of(rule: Rule, book: Rulebook) -> tuple[str, str]:
    whole = match_key(rule.rule_id)
    return whole, whole.removeprefix(match_key(f"{book.prefix}-"))


def _merit(
    names: Iterable[str], texts: Iterable[str], sought: Sequence[str]
) -> tuple[int, int, int]:
    """Count the words that something holds at all; in its names; and there as they are."""
    named = _stems_of(*names)
    told = _stems_of(*texts) | named
    return (
        sum(_holds(told, word) for word in sought),
        sum(_holds(named, word) for word in sought),
        len(named.intersection(sought)),
    )


@lru_cache(maxsize=512)  # the same rules are searched for one word after the other
def _stems_of(*texts: str) -> frozenset[str]:
    return frozenset(stems(" ".join(texts)))


def _holds(words: Iterable[str], sought: str) -> bool:
    """Return whether a word begins so; in scripts without blanks, whether it occurs in one."""
    if not sought.isascii():
        return any(sought in word for word in words)
    if len(sought) < _SHORT:
        return sought in words
    return any(word.startswith(sought) for word in words)


def _singular(word: str) -> str:
    if len(word) > _SHORT and word.endswith("ies"):
        return word[:-3] + "y"
    if len(word) > _SHORT and word.endswith("s") and not word.endswith(("ss", "us", "is")):
        return word[:-1]
    return word
