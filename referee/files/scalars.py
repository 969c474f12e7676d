"""From a piece of text to a number, a word, a name: what reads as what."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from typing import Final

from referee.core.errors import BadAnswer
from referee.core.say import Say
from referee.core.shape import InFile, Number, Text
from referee.core.words import MOST_DIGITS, beginnings, plain
from referee.files.diagnostics import shown
from referee.files.nearest import guess

LONGEST_NAME: Final = 40
_SUM = re.compile(r"[0-9]+(?:\s*\+\s*[0-9]+)*")
_MINUS: Final = "-\u2212\u2013\uff0d"
# Signs that turn the direction of writing around: a name with one would garble every line.
_TURNS: Final = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
_YES_NO: Final = {"yes": True, "no": False, "true": True, "false": False}


class Unfit(Exception):  # noqa: N818 - the text is at fault
    """A text that does not fit; ``at`` is where in it, if that is known."""

    def __init__(self, code: str, message: Say, remedy: Say, at: int = 0) -> None:
        """Carry the parts of a diagnostic that do not depend on where the text stood."""
        super().__init__(code, message, remedy)
        self.code = code
        self.message = message
        self.remedy = remedy
        self.at = at


def number_for(shape: Number, text: str, *, may_be_wide: bool = False) -> int:
    """Read a number of a shape; what is printed on a piece is no sum. Raises Unfit.

    >>> number_for(Number(is_printed=True), "3")
    3
    """
    if shape.is_printed and "+" in plain(text):
        said = Say("“{word}” is a sum; here is what one piece shows.", word=shown(text.strip()))
        raise Unfit("NUMBER", said, Say("Write each by itself, as in [2, 1]."))
    return number_of(text, shape.least, may_be_wide=may_be_wide)


def number_of(text: str, least: int = 0, *, may_be_wide: bool = False) -> int:
    """Read a whole number in plain digits, or a sum of such. Raises Unfit.

    Only ``may_be_wide`` reads full-width digits: typed at a prompt they are meant, in a file
    they are a slip of the keyboard that other programs would trip over.

    >>> number_of("3"), number_of("2+1"), number_of("２", may_be_wide=True)
    (3, 3, 2)
    """
    word = text.strip()
    if word != plain(word):
        if not may_be_wide:
            raise _wide(word)
        word = plain(word)
    if not _SUM.fullmatch(word):
        raise _no_number(word)
    parts = [part.strip() for part in word.split("+")]
    for part in parts:
        if len(part) > 1 and part.startswith("0"):
            said = Say(
                "“{word}” begins with a zero, and programs read that in two ways.", word=shown(part)
            )
            raise Unfit(
                "NUMBER", said, Say("Write “{plain}”.", plain=shown(part.lstrip("0") or "0"))
            )
        if len(part) > MOST_DIGITS:
            said = Say("“{word}” has more than {n} digits.", word=shown(part), n=MOST_DIGITS)
            raise Unfit("NUMBER", said, Say("Nothing on a table is counted so far."))
    number = sum(map(int, parts))
    if number < least:
        raise Unfit(
            "BELOW-ZERO",
            Say("{number} is too few.", number=number),
            Say("Write {least} or more.", least=least),
        )
    return number


def word_of(text: str, words: Iterable[str]) -> str:
    """Read one of several words, or an unambiguous beginning of one. Raises Unfit.

    >>> word_of("Refused", ("refused", "swapped")), word_of("sw", ("refused", "swapped"))
    ('refused', 'swapped')
    """
    choices = tuple(words)
    found = beginnings(text.strip(), choices)
    if len(found) == 1:
        return found[0]
    if not text.strip():
        raise Unfit("WORD", _NOTHING, guess("", choices))
    if found:
        said = Say("“{word}” may be {found}.", word=shown(text), found=found)
        raise Unfit("WORD", said, Say("Write more of the word."))
    raise Unfit(
        "WORD", Say("“{word}” is not possible here.", word=shown(text)), guess(text, choices)
    )


def flag_of(text: str) -> bool:
    """Read yes or no. Raises Unfit.

    >>> flag_of("yes"), flag_of("false")
    (True, False)
    """
    found = _YES_NO.get(plain(text).casefold())
    if found is None:
        raise Unfit(
            "WORD",
            Say("“{word}” is neither yes nor no.", word=shown(text)),
            Say("Write yes or no."),
        )
    return found


def text_of(text: str) -> str:
    """Read any text that can be printed on a line. Raises Unfit.

    >>> text_of(" 1,0:EW ")
    '1,0:EW'
    """
    word = text.strip()
    if not word:
        raise Unfit("TEXT", _NOTHING, Say("Write the text, or leave the whole entry out."))
    if not _is_printable(word):
        raise Unfit("TEXT", Say("“{word}” holds a control character.", word=shown(word)), _RETYPE)
    return word


def room_text_of(text: str, shape: Text | InFile) -> str:
    """Read a text that means something to its room, which reads it again later. Raises Unfit.

    >>> room_text_of(" 1,0:EW ", Text(like="2,0:NS"))
    '1,0:EW'
    """
    word = text_of(text)
    try:
        shape.read(word)
    except BadAnswer as bad:
        raise Unfit("TEXT", bad.say, Say("Write it as in “{like}”.", like=shape.like)) from bad
    return word


def name_of(text: str) -> str:
    """Read a player's name: any text that can be seen, up to 40 characters. Raises Unfit.

    >>> name_of(" 007 "), name_of("no")
    ('007', 'no')
    """
    name = text.strip()
    if not any(unicodedata.category(sign)[0] in "LNPS" for sign in name):
        raise Unfit("NAME", Say("Here a name is empty, or cannot be seen."), Say("Write a name."))
    if len(name) > LONGEST_NAME:
        said = Say("“{name}” is longer than {n} characters.", name=shown(name), n=LONGEST_NAME)
        raise Unfit("NAME", said, Say("Shorten the name."))
    if not _is_printable(name) or not _TURNS.isdisjoint(name):
        raise Unfit("NAME", Say("“{name}” holds a control character.", name=shown(name)), _RETYPE)
    return name


def likeness(name: str) -> str:
    """Reduce a name to what people tell apart: full-width forms and capitals do not count.

    >>> likeness("ＡＮＡ") == likeness("ana")
    True
    """
    return unicodedata.normalize("NFKC", name).casefold()


def _is_printable(text: str) -> bool:
    return (text.isascii() and text.isprintable()) or not any(
        unicodedata.category(sign) in {"Cc", "Cs", "Zl", "Zp"} for sign in text
    )


def _wide(word: str) -> Unfit:
    return Unfit(
        "FULL-WIDTH",
        Say("“{word}” is written in full-width signs.", word=shown(word)),
        Say("Switch the keyboard to half-width and write “{plain}”.", plain=shown(plain(word))),
    )


def _no_number(word: str) -> Unfit:
    if word[:1] in _MINUS and word[1:].strip().isdecimal():
        said = Say("“{word}” is below zero.", word=shown(word))
        return Unfit(
            "BELOW-ZERO", said, Say("Nobody holds fewer than none: write 0, or leave it out.")
        )
    said = Say("“{word}” is no whole number.", word=shown(word)) if word else _NO_NUMBER
    return Unfit(
        "NUMBER", said, Say("Write it in the digits 0 to 9, such as 12, or as a sum, such as 10+2.")
    )


_NOTHING = Say("Here something is missing.")
_NO_NUMBER = Say("Here a number is missing.")
_RETYPE = Say("Delete it and type it again; it may have come along from another program.")
