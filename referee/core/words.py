"""Reading what people type: full-width signs, names, beginnings, counts."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from referee.core.errors import BadAnswer
from referee.core.say import Say, either

# Full-width ASCII (U+FF01 to U+FF5E) and the signs that East Asian keyboards give.
_FULL_WIDTH = {0xFF01 + n: 0x21 + n for n in range(94)} | {0x3000: 0x20, 0x3001: 0x2C}
MOST_DIGITS = 9
_DIGITS = rf"[0-9]{{1,{MOST_DIGITS}}}"
# Blanks may stand around a plus, never inside a number.
_COUNT = re.compile(rf"{_DIGITS}(?: *\+ *{_DIGITS})*")


def plain(words: str) -> str:
    """Read full-width digits and signs as plain ones, and drop outer blanks.

    >>> plain(" 金３，銀２ ")
    '金3,銀2'
    """
    return words.translate(_FULL_WIDTH).strip()


def folded(word: str) -> str:
    """Fold a word for comparison: plain signs, no capitals, ``_`` as ``-``.

    >>> folded("Purple_As")
    'purple-as'
    """
    return plain(word).casefold().replace("_", "-")


def read_count(words: str) -> int | None:
    """Read a whole number, or a sum written out; None where it is neither.

    A number has at most nine digits: nothing on a table is counted further.

    >>> read_count("2 + 1"), read_count("７"), read_count("-1"), read_count("1 2")
    (3, 7, None, None)
    """
    text = plain(words)
    if not _COUNT.fullmatch(text):
        return None
    return sum(int(part) for part in text.split("+"))


def beginnings(word: str, choices: Iterable[str]) -> tuple[str, ...]:
    """Find the choices that a word may stand for: itself first, else its beginnings.

    >>> beginnings("s", ("silver", "gold")), beginnings("go", ("gold", "go"))
    (('silver',), ('go',))
    """
    known = tuple(choices)
    for same in (lambda choice: choice == word, lambda choice: folded(choice) == folded(word)):
        exact = tuple(filter(same, known))
        if exact:
            return exact
    start = folded(word)
    return tuple(choice for choice in known if start and folded(choice).startswith(start))


def choose(
    words: str, choices: Sequence[str], offered: Sequence[str] = (), *, numbered: bool = True
) -> str:
    """Decide which choice the words name: exact, then the number shown, then a beginning.

    ``offered`` are the choices on offer, shown with numbers counted from 1 where ``numbered``.
    A beginning is first sought among these, so that what is on offer wins over what is merely
    readable. Words after ``@`` are never a number. Raises BadAnswer when nothing or more than
    one fits.

    >>> choose("2", ("gold", "silver", "black"), ("gold", "black"))
    'black'
    """
    word = words.strip()
    named = word.startswith(("@", "＠"))  # the second is full-width
    word = word[1:].strip() if named else word
    for same in (str, folded):
        exact = [choice for choice in choices if same(choice) == same(word)]
        if len(exact) == 1:
            return exact[0]
    number = read_count(word) if numbered and not named else None
    if number is not None and 1 <= number <= len(offered):
        return offered[number - 1]
    for among in (offered, choices):
        found = beginnings(word, among)
        if len(found) == 1:
            return found[0]
        if found:
            raise BadAnswer(Say("“{word}” may be {found}: which?", word=word, found=either(found)))
    expected = tuple(offered or choices)
    if len(expected) == 1:
        raise BadAnswer(Say("“{word}”? Here only {only} fits.", word=word, only=expected[0]))
    raise BadAnswer(Say("“{word}” is none of {choices}.", word=word, choices=expected))
