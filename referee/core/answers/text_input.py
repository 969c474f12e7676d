"""Reading what people type: full-width characters, names, abbreviations, counts."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from functools import lru_cache
from itertools import islice, product
from typing import Final

from referee.core.say import BadAnswer, Choices, Say, Vocabulary, join_or, spoken

# Full-width ASCII (U+FF01 to U+FF5E) and the signs that East Asian keyboards give.
_FULL_WIDTH = {0xFF01 + n: 0x21 + n for n in range(94)} | {0x3000: 0x20, 0x3001: 0x2C}
MAX_DIGITS = 9
NOT_A_CHOICE: Final = "Not understood: “{word}”. Choose from {choices}."
_LONGEST = 60
_MOST_COMPARED = 200
"""The most choices compared, more than any game has: thousands would take minutes."""
_DIGITS = rf"[0-9]{{1,{MAX_DIGITS}}}"
# Spaces can surround a plus, but never split a number.
_COUNT: Final = rf"{_DIGITS}(?: *\+ *{_DIGITS})*"
# What separates several answers on one line; East Asian keyboards type the wide one.
_SEPARATOR: Final = "[;；]"


def halfwidth(words: str) -> str:
    """Turn full-width digits and characters into plain ones, and strip outer spaces.

    >>> halfwidth(" 金３，銀２ ")
    '金3,銀2'
    """
    return (words if words.isascii() else words.translate(_FULL_WIDTH)).strip()


def in_english(words: str, names: Iterable[str] = ()) -> str:
    """Translate words of the current language into English; names stay as they are.

    >>> in_english("gold 2")
    'gold 2'
    """
    language = spoken()
    return words if language is None else language.english(words, names)


def reads(read: Callable[[str], object], words: str) -> bool:
    """Return whether a reader accepts words, and does not raise BadAnswer.

    >>> reads(lambda word: match_choice(word, ("gold",)), "silver")
    False
    """
    with suppress(BadAnswer):
        read(words)
        return True
    return False


def nfc(words: str) -> str:
    r"""Compose each letter with its accents: some keyboards type them one by one.

    >>> nfc("Jose\u0301") == "Jos\u00e9"
    True
    """
    return words if words.isascii() else unicodedata.normalize("NFC", words)


def match_key(word: str) -> str:
    """Fold a word for comparison: plain characters, single spaces, no capitals, ``_`` as ``-``.

    >>> match_key("Purple_As"), match_key("Bo  LI")
    ('purple-as', 'bo li')
    """
    return _short_key(word) if len(word) <= _LONGEST else _key(word)


def _key(word: str) -> str:
    return " ".join(nfc(halfwidth(word)).casefold().replace("_", "-").split())


_short_key = lru_cache(maxsize=1024)(_key)  # the same few choices are compared at every answer


@lru_cache(maxsize=256)
def _keys(choices: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(map(match_key, choices))


def split_answers(line: str, names: Iterable[str] = ()) -> list[str]:
    """Split a line into answers at each ``;``; a name that contains one stays whole.

    >>> split_answers("gold; Bo"), split_answers("@A;B;Bo", ("A;B", "Bo"))
    (['gold', ' Bo'], ['@A;B', 'Bo'])
    """
    held = sorted((name for name in names if re.search(_SEPARATOR, name)), key=len, reverse=True)
    if not held:
        return re.split(_SEPARATOR, line)
    line = nfc(line)
    whole = "|".join(re.sub(_SEPARATOR, "[;；]", re.escape(name)) for name in held)
    found = re.finditer(
        rf"(?<![^\s@＠,;；])(?:{whole})(?![^\s,;；:=])|([;；])", line, re.IGNORECASE
    )
    signs = [each.span() for each in found if each[1]]
    starts, stops = (0, *(end for _, end in signs)), (*(start for start, _ in signs), len(line))
    return [line[start:stop] for start, stop in zip(starts, stops, strict=True)]


NUMBERS: Final = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
"""Numbers below ten as a table says them."""


def parse_count(words: str) -> int | None:
    """Read a whole number or a sum; None if the words are neither.

    A number has at most nine digits, which is enough for any table.

    >>> parse_count("2 + 1"), parse_count("７"), parse_count("-1"), parse_count("1 2")
    (3, 7, None, None)
    """
    text = halfwidth(words)
    if not text[:1].isdecimal() or not re.fullmatch(_COUNT, text):
        return None
    return sum(int(part) for part in text.split("+"))


def prefix_matches(word: str, choices: Iterable[str]) -> tuple[str, ...]:
    """Find the choices that a word can mean: the one it equals, or else those it begins.

    >>> prefix_matches("s", ("silver", "gold")), prefix_matches("go", ("gold", "go"))
    (('silver',), ('go',))
    """
    known = tuple(choices)
    if word in known:
        return tuple(choice for choice in known if choice == word)
    start, keys = match_key(word), _keys(known)
    if start in keys:
        return tuple(choice for choice, key in zip(known, keys, strict=True) if key == start)
    return tuple(
        choice
        for choice, key in zip(known, keys, strict=True)
        if start and start != _NOT and key.startswith(start)
    )


_NOT: Final = "not"
"""No abbreviation of *nothing*, because it negates the next word."""


def nearest(word: str, choices: Iterable[str]) -> str | None:
    """Guess the one choice that a mistyped word meant; None if nothing is near.

    >>> nearest("sliver", ("gold", "silver")), nearest("lamp", ("gold", "silver"))
    ('silver', None)
    """
    known = {match_key(choice): choice for choice in islice(choices, _MOST_COMPARED)}
    meant = match_key(word)[:_LONGEST]
    if meant in known:
        return known[meant]
    begun = [choice for choice in known if meant and choice.startswith(meant)]
    if len(begun) == 1:
        return known[begun[0]]
    from difflib import get_close_matches  # needed only after a mistake

    near = get_close_matches(meant, known, n=1)
    return known[near[0]] if near else None


def match_choice(
    words: str,
    choices: Sequence[str] | Vocabulary,
    offered: Sequence[str] = (),
    *,
    numbers: Sequence[str] | None = None,
) -> str:
    """Find the choice that the words name: by its full text, its number, or its beginning.

    Every choice has its number for the whole game, counted from 1 in the order of ``numbers``,
    which are the ``choices`` themselves unless others are given; with none nothing has a number.
    What is on offer (``offered``) comes before what is merely readable. ``@`` is followed by a
    name or a number, and nothing else; a choice that begins with ``@`` itself may be named
    without another. Raises BadAnswer when nothing or more than one fits.

    Of a ``Vocabulary`` every word of every term is read, in the language that is spoken and in
    English, and the id is given; ``offered`` are ids then, too.

    >>> match_choice("3", ("gold", "silver", "black"), ("gold", "black"))
    'black'
    >>> match_choice("leave", Vocabulary("stay", go_home=("go", "leave")))
    'go-home'
    """
    if isinstance(choices, Vocabulary):
        return _matched_term(words, choices, offered)
    word = words.strip()
    named = word.startswith(("@", "＠"))  # the second is full-width
    wholes = (word[1:].strip(), word) if named else (word,)
    exact = _exact(wholes, offered, choices)
    if exact is not None:
        return exact
    word = wholes[0]
    counted = _numbered(word, choices if numbers is None else numbers)
    if counted is not None and (named or not offered or counted in offered):
        return counted
    for among in (offered, choices):
        found = prefix_matches(word, among)
        if len(found) == 1:
            return found[0]
        if found and counted is None:
            said = "“{word}” could be {found}. Which one?"
            raise BadAnswer(Say(said, word=word, found=join_or(found)))
    if counted is not None:  # not possible now; the ruling on the event says why
        return counted
    expected = tuple(offered or choices)
    if len(expected) == 1:
        said = "Not understood: “{word}”. The only answer is “{only}”."
        raise BadAnswer(Say(said, word=word, only=expected[0]))
    raise BadAnswer(Say(NOT_A_CHOICE, word=word, choices=Choices(expected)))


def _matched_term(words: str, terms: Vocabulary, offered: Sequence[str]) -> str:
    """Find the id of the term that the words name or abbreviate, in any of its words."""
    language = spoken()
    meant: dict[str, str] = {}
    for term in terms.values():
        for english in term.english:
            for form in (*(language.forms(english) if language else ()), english):
                meant.setdefault(form, term.id)
    found = {meant[form] for form in prefix_matches(words.strip(), meant)}
    for ids in (found.intersection(offered), found):
        if len(ids) == 1:
            return ids.pop()
    first = {str(term): each for each, term in terms.items()}
    shown = [str(terms[each]) for each in offered or terms]
    return (meant | first)[match_choice(words, tuple(meant), shown, numbers=tuple(first))]


def _exact(wholes: Sequence[str], *known: Sequence[str]) -> str | None:
    """Find a choice by its exact text, and only then without capitals and dashes."""
    for whole, among in product(wholes, known):
        if whole in among:
            return whole
    for whole, among in product(map(match_key, wholes), known):
        keys = _keys(tuple(among))
        exact = [choice for choice, key in zip(among, keys, strict=True) if key == whole]
        if len(exact) == 1:
            return exact[0]
    return None


def _numbered(word: str, choices: Sequence[str]) -> str | None:
    number = None if word.startswith("0") else parse_count(word)  # 007 is somebody's name
    return choices[number - 1] if number is not None and 1 <= number <= len(choices) else None


THINGS: Final = frozenset(
    f"{thing}{s}" for thing in ("card", "coin", "gem", "nugget", "tile") for s in ("", "s")
)
"""Words for a piece, which can follow its kind."""
_NOBODY: Final = ("none", "-", "0", "nobody", "no one", "no-one", "nothing")
_NONE: Final = frozenset((*_NOBODY, *(f"no {thing}" for thing in THINGS)))


def is_none(words: str) -> bool:
    """Return whether the words mean “none”.

    >>> is_none("None"), is_none("－"), is_none("0"), is_none("no one"), is_none("no")
    (True, True, True, True, False)
    """
    return match_key(words) in _NONE


def with_name(words: str, old: str, new: str) -> str:
    """Replace a name wherever it is a whole word.

    >>> with_name("@Ana 3, Anabel 2", "Ana", "Eva")
    '@Eva 3, Anabel 2'
    """
    return re.sub(rf"(?<!\w){re.escape(old)}(?!\w)", lambda _: new, words, flags=re.IGNORECASE)
