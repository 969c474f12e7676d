"""What can be a player's name, how it is kept, and which names nobody tells apart."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from contextlib import suppress
from os import fsencode
from typing import Final

from referee.core.answers.choices import NOTHING
from referee.core.answers.text_input import match_choice, nfc
from referee.core.say import BadAnswer, Say
from referee.files.diagnostics.diagnostic import shown
from referee.files.diagnostics.suggestions import suggest
from referee.files.values.scalars import TYPE_AGAIN, WrongType, invisible_in

LONGEST_NAME: Final = 40
_BLANKS: Final = str.maketrans(dict.fromkeys("\u00a0\u1680\u202f\u205f\u3000", " "))
_BLANKS.update(dict.fromkeys(range(0x2000, 0x200B), " "))
_FILLERS: Final = frozenset("\u115f\u1160\u2800\u3164\uffa0")
"""Letters of their alphabets that are drawn as blanks."""
# What stands between letters without being seen: joiners, and the choice of how one is drawn.
_UNCOUNTED: Final = dict.fromkeys(
    (
        0x034F,
        *range(0x180B, 0x1810),
        0x200C,
        0x200D,
        *range(0xFE00, 0xFE10),
        *range(0xE0100, 0xE01F0),
    )
)
_BLACK_FLAG: Final = "\U0001f3f4"
_TAGS: Final = range(0xE0020, 0xE0080)
"""Unseen signs that tell the flag of Wales from that of Scotland, and mean nothing elsewhere."""


def name_of(text: str) -> str:
    """Read a player's name: any text that can be seen, up to 40 characters. Raises Unfit.

    >>> name_of(" 007 "), name_of("no")
    ('007', 'no')
    """
    name = cleaned(text)
    if not any(map(_is_seen, name)):
        raise WrongType("NAME", Say("This name is empty, or cannot be seen."), Say("Write a name."))
    if len(name) > LONGEST_NAME:
        said = Say("“{name}” is longer than {n} characters.", name=shown(name), n=LONGEST_NAME)
        raise WrongType("NAME", said, Say("Shorten the name."))
    unseen = invisible_in(name)
    is_tagged = _BLACK_FLAG not in name and any(ord(sign) in _TAGS for sign in name)
    if unseen is not None or is_tagged:
        raise WrongType("NAME", unseen or _TAGGED, TYPE_AGAIN)
    return name


def cleaned(text: str) -> str:
    r"""Write a name as it is kept: letters composed, one plain blank between words, none around.

    So a name is the same whichever keyboard or editor it comes from. Where the system took
    UTF-8 for something else, it is read as what it is.

    >>> cleaned(" Jose\u0301\u3000 P. ") == "Jos\u00e9 P."
    True
    """
    try:
        text.encode()
    except UnicodeEncodeError:
        with suppress(UnicodeError):  # then they came from elsewhere, and are refused as such
            text = fsencode(text).decode()
    return " ".join(filter(None, nfc(text).strip().translate(_BLANKS).split(" ")))


def confusable_key(name: str) -> str:
    """Reduce a name to what people tell apart: not capitals, wide or joined letters, or joiners.

    >>> confusable_key("ＡＮＡ") == confusable_key("ana")
    True
    >>> confusable_key("Аna") == confusable_key("Ana")
    False
    """
    if name.isascii():
        return name.casefold()
    bare = unicodedata.normalize("NFD", name.translate(_UNCOUNTED)).casefold()
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", bare).casefold())


def _is_seen(sign: str) -> bool:
    """Whether a sign leaves a mark; one too new for this Python, or of one's own, may."""
    category = unicodedata.category(sign)
    return (category[0] in "LNPS" or category in {"Cn", "Co"}) and sign not in _FILLERS


_TAGGED: Final = Say("There is an invisible character here, outside of a flag.")


class Names:
    """The names given so far, in their order. Once ``closed``, no other counts.

    Once it is known who is ``seated``, clockwise, the number of a seat and the beginning of one
    name alone stand for it, as at a prompt.

    >>> names = Names()
    >>> names.add("Ana"), names.find("Ana")
    ('Ana', 'Ana')
    >>> names.seated = ("Bo", "Margot")
    >>> names.find("2"), names.find("mar"), names.find("@bo"), names.find("Zed")
    ('Margot', 'Margot', 'Bo', 'Zed')
    """

    __slots__ = ("_given", "_like", "closed", "seated")

    def __init__(self, given: Iterable[str] = (), *, closed: bool = False) -> None:
        """Begin with the names given."""
        self._given = dict.fromkeys(given)
        self._like = {confusable_key(name): name for name in self._given}
        self.closed = closed
        self.seated: tuple[str, ...] = ()

    def __contains__(self, name: object) -> bool:
        """Tell whether exactly this name was given."""
        return name in self._given

    @property
    def given(self) -> tuple[str, ...]:
        """List the names."""
        return tuple(self._given)

    def add(self, text: str) -> str:
        """Take a name. Raises Unfit for what is no name, or is only like one given before."""
        name = name_of(text)
        other = self._like.setdefault(confusable_key(name), name)
        if other != name:
            said = Say(
                "“{name}” and “{other}” differ only in capitals, forms of a letter, or "
                "invisible characters.",
                name=shown(name),
                other=shown(other),
            )
            raise WrongType("TWICE", said, TWO_NAMES)
        self._given[name] = None
        return name

    def meant(self, words: str) -> str | None:
        """Tell who of the seated is meant; None where that is nobody, or not one alone."""
        if not self.seated:
            return None
        try:
            return match_choice(words, self.seated, numbers=self.seated)
        except BadAnswer:
            return None

    def find(self, text: str) -> str:
        """Read a name given before, or any while not closed. Raises Unfit.

        Nobody stays nobody: ``none`` becomes a name only where it is given as one.
        """
        name = cleaned(text)
        if name in self or (name.casefold() == NOTHING and not self.closed):
            return name
        if (meant := self.meant(name)) is not None:
            return meant
        if not self.closed:
            return self.add(name)
        said = (
            Say("Nobody here is called “{name}”.", name=shown(name))
            if name
            else Say("A name is missing.")
        )
        raise WrongType("PLAYER", said, suggest(name, self.given))


def named_twice(name: str) -> WrongType:
    """Tell that a list of players names somebody twice.

    >>> str(named_twice("Ana").message)
    '“Ana” is named twice.'
    """
    return WrongType("TWICE", Say("“{name}” is named twice.", name=shown(name)), TWO_NAMES)


TWO_NAMES = Say("Two players need two names, such as “Ana M” and “Ana R”.")
