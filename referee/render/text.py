"""Text as it may safely stand on a page, and how many cells of a terminal it fills."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from fractions import Fraction

from referee.core.say import Fact, Say
from referee.render.colours import unpainted

_JOINERS = {0x200C, 0x200D} | set(range(0xE0020, 0xE0080))
"""Unseen signs that names need: Persian letters, families of emoji, some flags."""
_UNSEEN = {"Cc", "Cf", "Cs", "Zl", "Zp"}
_IS_NO_SENTENCE = re.compile(r"\S  +\S|(?:^|: )referee \w")
"""A row of a grid or a drawing has blanks side by side; a command is there to be copied."""


def visible(text: str) -> str:
    r"""Show text that came from people so that no sign of it steers a terminal.

    Controls, line ends and other unseen signs are written as escapes; blanks are kept.

    >>> print(visible("\x1b[31mred"), visible("小明"))
    \x1b[31mred 小明
    """
    if text.isprintable():
        return text
    return "".join(_escaped(sign) if is_unseen(sign) else sign for sign in text)


def worded(say: Say, mark: Callable[[str], str] = str) -> str:
    r"""Word a sentence for people: its facts visible, fractions as mixed numbers.

    ``mark`` is given each fact that is text, and may paint it.

    >>> print(worded(Say("{who} has {n}.", who="Bo\x07", n=Fraction(97, 3))))
    Bo\x07 has 32 1/3.
    """
    return str(_shown(say, mark))


def mixed(points: Fraction) -> str:
    """Write points as players say them.

    >>> mixed(Fraction(97, 3)), mixed(Fraction(-1, 3)), mixed(Fraction(12))
    ('32 1/3', '-1/3', '12')
    """
    whole, rest = divmod(abs(points.numerator), points.denominator)
    parts = [str(whole)] if whole or not rest else []
    parts += [f"{rest}/{points.denominator}"] if rest else []
    return ("-" if points < 0 else "") + " ".join(parts)


def width(text: str) -> int:
    """Count the cells that visible text fills: wide signs two, combining ones none.

    >>> width("Ana"), width("小明"), width("e\u0301")
    (3, 4, 1)
    """
    if text.isascii():
        return len(text)
    from wcwidth import wcswidth  # its tables cost more than a whole dispute, and few need them

    return wcswidth(text)


def folded_to(text: str, cells: int) -> list[str]:
    """Break a line at its blanks so that it fits; what follows is set in as the line was.

    A word that is longer than the line stays whole.

    >>> folded_to("      No: 小明 must take a coin.", 20)
    ['      No: 小明 must', '      take a coin.']
    """
    first, *words = text.lstrip().split(" ")
    start = text[: len(text) - len(text.lstrip())]
    lines = [f"{start}{first}"]
    for word in words:
        longer = f"{lines[-1]} {word}"
        if width(unpainted(longer)) > cells:
            lines.append(f"{start}{word}")
        else:
            lines[-1] = longer
    return lines


def sentences_folded_to(text: str, cells: int) -> str:
    r"""Break the sentences of a page so that they fit.

    Rows, drawings and commands, which may be copied, stay as they are.

    >>> print(sentences_folded_to("player  coins\nAna wins with 12 coins.", 12))
    player  coins
    Ana wins
    with 12
    coins.
    """
    lines = (
        [line] if _IS_NO_SENTENCE.search(line) else folded_to(line, cells)
        for line in text.split("\n")
    )
    return "\n".join(part for parts in lines for part in parts)


def is_unseen(sign: str) -> bool:
    r"""Tell whether a terminal would obey a sign, or show nothing for it.

    >>> is_unseen("\x1b"), is_unseen("\u202e"), is_unseen(" "), is_unseen("小")
    (True, True, False, False)
    """
    return unicodedata.category(sign) in _UNSEEN and ord(sign) not in _JOINERS


def _escaped(sign: str) -> str:
    return sign.encode("unicode_escape").decode()


def _shown(fact: Fact, mark: Callable[[str], str]) -> Fact:
    match fact:
        case str():
            return mark(visible(fact))
        case Fraction():
            return mixed(fact)
        case Say():
            facts = {name: _shown(each, mark) for name, each in fact.facts.items()}
            return Say(fact.template, **facts)
        case tuple():
            return tuple(_shown(each, mark) for each in fact)
    return fact
