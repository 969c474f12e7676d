"""Tokens from the bag: jewels with one number or two, genies, curses.

Which numbers are printed no source tells, so any are read; up to twenty they are on offer.
"""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from referee.api import (
    NOTHING,
    BadAnswer,
    Rulebook,
    Ruling,
    Say,
    forbidden,
    identifier,
    impossible,
    join,
    table_call,
)
from referee.api.reading import halfwidth, parse_count, prefix_matches
from referee.games.sidibaba import keys

GENIE, CURSE, HIDDEN = identifier("genie"), identifier("curse"), identifier("hidden")
HIGHEST: Final = 20
"""The highest number that is on offer; the real ones are a few."""

ONE_VALUE: Final = tuple(str(n) for n in range(1, HIGHEST + 1))
TWO_VALUES: Final = tuple(
    f"{left}/{right}" for left in range(1, HIGHEST + 1) for right in range(1, HIGHEST + 1)
)
JEWELS: Final = (*ONE_VALUE, *TWO_VALUES)
"""Every jewel that is on offer: a number, or two with a stroke between."""
KEPT: Final = (*JEWELS, GENIE)
"""Every token that somebody may hold."""
DRAWN: Final = (*KEPT, CURSE)
"""Every token that may come out of the bag."""
FORM: Final = Say("a number, two such as 1/5, or g for a genie")

_JEWEL: Final = re.compile(r"[0-9]{1,9}(?:/[0-9]{1,9})?")
_WORDS: Final = (GENIE, CURSE, HIDDEN, NOTHING)
_PARTS: Final = re.compile(r"[\s,+]+")


def read_token(words: str) -> str:
    """Read a token: a jewel by its number, ``g``, ``c``, ``hidden`` or ``none``. Raises BadAnswer.

    >>> read_token("3"), read_token("1/5"), read_token("G"), read_token("-")
    ('3', '1/5', 'genie', 'none')
    """
    plain = halfwidth(words)
    if plain == "-":
        return NOTHING
    if _JEWEL.fullmatch(plain):
        return "/".join(str(int(number)) for number in plain.split("/"))
    found = prefix_matches(plain, _WORDS)
    if len(found) != 1:
        said = "“{words}” is not a token: {form}." if words else "A token is missing: {form}."
        raise BadAnswer(Say(said, words=words, form=FORM))
    return found[0]


def read_tokens(words: str) -> tuple[str, ...]:
    """Read several tokens, with blanks, commas or plus signs between. Raises BadAnswer.

    >>> read_tokens("3+1/5 g"), read_tokens("none")
    (('3', '1/5', 'genie'), ())
    """
    parts = [part for part in _PARTS.split(halfwidth(words)) if part]
    tokens = tuple(map(read_token, parts))
    return () if tokens == (NOTHING,) else tokens


def in_order(tokens: Iterable[str]) -> tuple[str, ...]:
    """Sort tokens: jewels by their numbers, then genies and curses.

    >>> in_order(["genie", "1/5", "3", "2"])
    ('2', '3', '1/5', 'genie')
    """
    return tuple(sorted(tokens, key=_place))


def _place(token: str) -> tuple[int, tuple[int, ...]]:
    if not is_jewel(token):
        return 2 + (_WORDS.index(token) if token in _WORDS else len(_WORDS)), ()
    numbers = tuple(map(int, token.split("/")))
    return len(numbers) - 1, numbers


def is_jewel(token: str) -> bool:
    """Whether a token is a jewel.

    >>> is_jewel("1/5"), is_jewel("genie")
    (True, False)
    """
    return _JEWEL.fullmatch(token) is not None


def numbers_of(kind: str) -> tuple[int, int]:
    """Give the two numbers of a jewel: alone, and two together.

    >>> numbers_of("1/5")
    (1, 5)
    """
    left, _, right = kind.partition("/")
    return int(left), int(right)


def points_of(jewels: Mapping[str, int], alike: int) -> int:
    """Count what jewels are worth: of two numbers ``alike`` count the right one. Cites: SID-8.2.

    >>> points_of({"3": 2, "1/5": 3}, alike=2)
    12
    """
    points = 0
    for kind, n in jewels.items():
        if "/" in kind:
            alone, together = numbers_of(kind)
            sets, over = divmod(n, alike)
            points += sets * together + over * alone
        else:
            points += n * int(kind)
    return points


def value_of_payment(paid: Sequence[tuple[str, str]], alike: int) -> int:
    """Tell what jewels are worth that several pay: alike ones only of one payer. Cites: SID-5.3.

    >>> value_of_payment([("Bo", "1/5"), ("Bo", "1/5")], alike=2)
    5
    >>> value_of_payment([("Bo", "1/5"), ("Ana", "1/5")], alike=2)
    2
    """
    counted = Counter(each for each in paid if is_jewel(each[1]))
    by_payer: dict[str, dict[str, int]] = {}
    for (payer, jewel), n in counted.items():
        by_payer.setdefault(payer, {})[jewel] = n
    return sum(points_of(jewels, alike) for jewels in by_payer.values())


def read_pair(words: str) -> str:
    """Read a jewel with two numbers, such as ``1/5``. Raises BadAnswer.

    >>> read_pair("１／5")
    '1/5'
    """
    left, stroke, right = halfwidth(words).partition("/")
    numbers = [parse_count(part) for part in (left, right)]
    if not stroke or None in numbers:
        raise BadAnswer(Say("“{words}” is not two numbers, such as 1/5.", words=words))
    return "/".join(map(str, numbers))


def jewel_words(tokens: Iterable[str]) -> tuple[str, ...]:
    """Name tokens for a sentence, equal ones together.

    >>> jewel_words(["1", "genie", "1"])
    ('2 x 1', 'genie')
    """
    return tuple(f"{n} x {token}" if n > 1 else token for token, n in Counter(tokens).items())


def no_such_token(book: Rulebook, *tokens: str) -> Ruling | None:
    """Stop what no token shows, and a curse, which nobody holds. Cites: SID-4.2, SID-9.6."""
    for token in tokens:
        if token == CURSE:
            return nobody_keeps_curses()
        if refused := no_such_face(book, token):
            return refused
    return None


def nobody_keeps_curses() -> Ruling:
    """Stop a curse in somebody's hand. Cites: SID-4.2."""
    return forbidden("Nobody keeps a curse.", keys.CURSES)


def no_such_face(book: Rulebook, token: str) -> Ruling | None:
    """Stop what no token shows: a number on a jewel is at least 1. Cites: SID-9.6."""
    if token in (GENIE, CURSE):
        return None
    if not is_jewel(token):
        return impossible("“{token}” is not a jewel or a genie.", keys.LEAST, token=token)
    least = book[keys.LEAST]
    if min(map(int, token.split("/"))) < least:
        said = "There is no jewel {token}: its numbers are {least} or more."
        return impossible(said, keys.LEAST, token=token, least=least)
    return None


def is_doubtful(book: Rulebook, token: str) -> bool:
    """Whether a number is so high that the table is asked about it. Cites: SID-9.6."""
    return is_jewel(token) and max(map(int, token.split("/"))) > book[keys.LIKELY]


def asked_about(book: Rulebook, said: Say, tokens: Iterable[str]) -> Ruling | None:
    """Take tokens that were not seen before, but ask about high numbers. Cites: SID-9.6."""
    doubtful = tuple(dict.fromkeys(token for token in tokens if is_doubtful(book, token)))
    if not doubtful:
        return None
    most = book[keys.LIKELY]
    question = Say("Is {tokens} right? A number above {most} is rare.", tokens=doubtful, most=most)
    return table_call(join((said, question), " "), keys.LEAST)
