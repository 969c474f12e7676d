"""From a piece of text to a number, a word, a player's name: what reads as what."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from contextlib import suppress
from os import fsencode
from typing import Final, TypeAlias

from referee.core.answers.choices import NOTHING
from referee.core.answers.text_input import MAX_DIGITS, halfwidth, match_choice, nfc, prefix_matches
from referee.core.fields import Boolean, Choice, FileText, Integer, PlayerName, Text
from referee.core.say import BadAnswer, Say, is_english
from referee.files.diagnostics import JOINERS, character_name, excerpt, suggest

_SUM: Final = r"[0-9]+(?:\s*\+\s*[0-9]+)*"
_MINUS: Final = "-\u2212\u2013\uff0d"
_YES_NO: Final = {
    **dict.fromkeys(("yes", "y", "ok", "true"), True),
    **dict.fromkeys(("no", "n", "false"), False),
}
_NONE: Final = frozenset(("none", "-", "empty"))
"""How a count of zero can be written, other than 0."""


class WrongType(Exception):  # noqa: N818 - the text is at fault
    """A text that does not fit; ``at`` is the index in it, if that is known."""

    def __init__(self, code: str, message: Say, remedy: Say, at: int = 0) -> None:
        super().__init__(code, message, remedy)
        self.code = code
        self.message = message
        self.remedy = remedy
        self.at = at


def _number_for(shape: Integer, text: str, *, may_be_wide: bool = False) -> int:
    """Read a number; one that is printed on a piece cannot be a sum. Raises WrongType."""
    if shape.is_face_value and "+" in halfwidth(text):
        said = Say(
            "“{word}” is a sum. Write the number on each piece here.", word=excerpt(text.strip())
        )
        raise WrongType("NUMBER", said, Say("Write each number separately, as in [2, 1]."))
    return number_of(text, shape.least, may_be_wide=may_be_wide)


def number_of(text: str, least: int = 0, *, may_be_wide: bool = False) -> int:
    """Read a whole number in ASCII digits, or a sum of such. Raises WrongType.

    With ``may_be_wide`` full-width digits count too. A prompt takes them; in a file they are an
    error, because other programs would not read them.

    >>> number_of("3"), number_of("2+1"), number_of("２", may_be_wide=True)
    (3, 3, 2)
    """
    word = text.strip()
    if least == 0 and to_english(word).casefold() in _NONE:
        return 0
    if word != halfwidth(word):
        if not may_be_wide:
            raise _refuse_full_width(word)
        word = halfwidth(word)
    if not word.isascii():  # a numeral, maybe with what it counts
        word = to_english(word)
    if not re.fullmatch(_SUM, word):
        raise _refuse_number(text.strip())
    parts = [part.strip() for part in word.split("+")]
    for part in parts:
        if len(part) > 1 and part.startswith("0"):
            said = Say(
                "“{word}” begins with a zero, which programs read in two ways.", word=excerpt(part)
            )
            raise WrongType(
                "NUMBER", said, Say("Write “{plain}”.", plain=excerpt(part.lstrip("0") or "0"))
            )
        if len(part) > MAX_DIGITS:
            said = Say("“{word}” has more than {n} digits.", word=excerpt(part), n=MAX_DIGITS)
            raise WrongType("NUMBER", said, Say("That is more than any game needs."))
    number = sum(map(int, parts))
    if number < least:
        said = Say("{number} is too few.", number=number)
        raise WrongType("BELOW-ZERO", said, Say("Write {least} or more.", least=least))
    return number


def word_of(text: str, words: Iterable[str]) -> str:
    """Read one of several words, or an unambiguous prefix of one. Raises WrongType.

    >>> word_of("Refused", ("refused", "swapped")), word_of("sw", ("refused", "swapped"))
    ('refused', 'swapped')
    """
    choices = tuple(words)
    found = (text,) if text in choices else prefix_matches(to_english(text.strip()), choices)
    if not found and not is_english(text):
        from referee.files.languages import other_readings  # few files need it

        found = next(filter(None, (prefix_matches(e, choices) for e in other_readings(text))), ())
    if len(found) == 1:
        return found[0]
    if not text.strip():
        raise WrongType("WORD", _NO_TEXT, suggest("", choices))
    if found:
        said = Say("“{word}” could be {found}.", word=excerpt(text), found=found)
        raise WrongType("WORD", said, Say("Write more of the word."))
    said = Say("“{word}” does not fit here.", word=excerpt(text))
    raise WrongType("WORD", said, suggest(text, choices))


def flag_of(text: str) -> bool:
    """Read yes or no. Raises WrongType.

    >>> flag_of("y"), flag_of("false")
    (True, False)
    """
    found = find_flag(text)
    if found is None:
        said = Say("“{word}” is not {yes} or {no}.", yes="yes", no="no", word=excerpt(text))
        raise WrongType("WORD", said, Say("Write {yes} or {no}.", yes="yes", no="no"))
    return found


def find_flag(text: str) -> bool | None:
    """Return whether a text means yes; None if it is neither yes nor no.

    >>> find_flag("ok"), find_flag("false"), find_flag("wet")
    (True, False, None)
    """
    return _YES_NO.get(halfwidth(to_english(text.strip())).casefold())


def printable_text(text: str) -> str:
    """Read any text that can be printed on a line. Raises WrongType.

    >>> printable_text(" 1,0:EW ")
    '1,0:EW'
    """
    word = text.strip()
    if not word:
        raise WrongType("TEXT", _NO_TEXT, Say("Write the text, or leave the whole entry out."))
    unseen = invisible_in(word)
    if unseen is not None:
        raise WrongType("TEXT", unseen, TYPE_AGAIN)
    return word


def room_text_of(text: str, shape: Text | FileText) -> str:
    """Read a text that its room can read; the room reads it again later. Raises WrongType.

    >>> room_text_of(" 1,0:EW ", Text(like="2,0:NS"))
    '1,0:EW'
    >>> room_text_of("[]", Text(like="gold-ring", none="none"))
    'none'
    """
    none = shape.none if isinstance(shape, Text) else ""
    word = none if none and text.strip() in _EMPTY else to_english(printable_text(text))
    try:
        shape.read(word)
    except BadAnswer as bad:
        raise WrongType("TEXT", bad.say, Say("Write it as in “{like}”.", like=shape.like)) from bad
    return word


def to_english(text: str, names: Iterable[str] = ()) -> str:
    """Translate text into English if it is in one of our languages.

    >>> to_english("gold"), to_english("Ana")
    ('gold', 'Ana')
    """
    if is_english(text):
        return text
    from referee.files.languages import from_any_language  # few files need it

    return from_any_language(text, names)


def invisible_in(text: str) -> Say | None:
    r"""Say which invisible or control character a text has, if it has one.

    >>> str(invisible_in("\x1b[31m")), invisible_in("小明")
    ('“�[31m” has a control character in it.', None)
    """
    if text.isprintable():
        return None
    for sign in text:
        category = unicodedata.category(sign)
        if category in {"Cc", "Cs", "Zl", "Zp"}:
            return Say("“{word}” has a control character in it.", word=excerpt(text))
        if category == "Cf" and sign not in JOINERS:
            said = Say("“{word}” has an invisible character in it", word=excerpt(text))
            return Say("{said}, {name}.", said=said, name=character_name(sign))
    return None


def _refuse_full_width(word: str) -> WrongType:
    return WrongType(
        "FULL-WIDTH",
        Say("“{word}” is written in full-width characters.", word=excerpt(word)),
        Say(
            "Switch the keyboard to half-width and write “{plain}”.", plain=excerpt(halfwidth(word))
        ),
    )


def _refuse_number(word: str) -> WrongType:
    if word[:1] in _MINUS and word[1:].strip().isdecimal():
        said = Say("“{word}” is below zero.", word=excerpt(word))
        return WrongType("BELOW-ZERO", said, Say("Write 0, or leave it out."))
    said = Say("“{word}” is not a whole number.", word=excerpt(word)) if word else _NUMBER_MISSING
    return WrongType(
        "NUMBER", said, Say("Write it in the digits 0 to 9, such as 12, or as a sum, such as 10+2.")
    )


_EMPTY = frozenset({"", "[]"})
_NO_TEXT = Say("Something is missing.")
_NUMBER_MISSING = Say("A number is missing.")
TYPE_AGAIN: Final = Say("Delete it and type it again. Another program may have added it.")


LONGEST_NAME: Final = 40
_BLANKS: Final = str.maketrans(dict.fromkeys("\u00a0\u1680\u202f\u205f\u3000", " "))
_BLANKS.update(dict.fromkeys(range(0x2000, 0x200B), " "))
_FILLERS: Final = frozenset("\u115f\u1160\u2800\u3164\uffa0")
"""Letters of their alphabets that look like spaces."""
# Invisible between letters: joiners, and selectors of a letter's variant.
_BETWEEN_LETTERS: Final = dict.fromkeys(
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
"""Invisible characters that only mean something in flags, such as that of Wales."""


def name_of(text: str) -> str:
    """Read a player's name: any visible text of up to 40 characters. Raises WrongType.

    >>> name_of(" 007 "), name_of("no")
    ('007', 'no')
    """
    name = cleaned(text)
    if not any(map(_is_visible, name)):
        raise WrongType("NAME", Say("This name is empty, or cannot be seen."), Say("Write a name."))
    if len(name) > LONGEST_NAME:
        said = Say("“{name}” is longer than {n} characters.", name=excerpt(name), n=LONGEST_NAME)
        raise WrongType("NAME", said, Say("Shorten the name."))
    unseen = invisible_in(name)
    is_tagged = _BLACK_FLAG not in name and any(ord(sign) in _TAGS for sign in name)
    if unseen is not None or is_tagged:
        raise WrongType("NAME", unseen or _TAGGED, TYPE_AGAIN)
    return name


def cleaned(text: str) -> str:
    r"""Normalize a name: composed letters, one ordinary space between words, none around them.

    So every keyboard and editor gives the same name. UTF-8 that the system has decoded as
    something else is decoded again.

    >>> cleaned(" Jose\u0301\u3000 P. ") == "Jos\u00e9 P."
    True
    """
    try:
        text.encode()
    except UnicodeEncodeError:
        with suppress(UnicodeError):  # surrogates of another origin are refused later
            text = fsencode(text).decode()
    return " ".join(filter(None, nfc(text).strip().translate(_BLANKS).split(" ")))


def confusable_key(name: str) -> str:
    """Return a key that is equal for names that differ only in case, width, or joiners.

    >>> confusable_key("ＡＮＡ") == confusable_key("ana")
    True
    >>> confusable_key("Аna") == confusable_key("Ana")
    False
    """
    if name.isascii():
        return name.casefold()
    bare = unicodedata.normalize("NFD", name.translate(_BETWEEN_LETTERS)).casefold()
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", bare).casefold())


def _is_visible(sign: str) -> bool:
    """Whether a character is visible, as far as this Python knows its category."""
    category = unicodedata.category(sign)
    return (category[0] in "LNPS" or category in {"Cn", "Co"}) and sign not in _FILLERS


_TAGGED: Final = Say("There is an invisible character here, outside of a flag.")


class Names:
    """The names given so far, in their order. Once ``closed``, no others are accepted.

    Once the players are ``seated``, clockwise, the number of a seat or an unambiguous prefix is
    read as a name, as at a prompt.

    >>> names = Names()
    >>> names.add("Ana"), names.find("Ana")
    ('Ana', 'Ana')
    >>> names.seated = ("Bo", "Margot")
    >>> names.find("2"), names.find("mar"), names.find("@bo"), names.find("Zed")
    ('Margot', 'Margot', 'Bo', 'Zed')
    """

    __slots__ = ("_by_key", "_given", "closed", "seated")

    def __init__(self, given: Iterable[str] = (), *, closed: bool = False) -> None:
        self._given = dict.fromkeys(given)
        self._by_key = {confusable_key(name): name for name in self._given}
        self.closed = closed
        self.seated: tuple[str, ...] = ()

    def __contains__(self, name: object) -> bool:
        return name in self._given

    @property
    def given(self) -> tuple[str, ...]:
        """All names."""
        return tuple(self._given)

    def add(self, text: str) -> str:
        """Add a name. Raises WrongType for what is not a name, or looks like another name."""
        name = name_of(text)
        other = self._by_key.setdefault(confusable_key(name), name)
        if other != name:
            said = Say(
                "“{name}” and “{other}” differ only in capitals, forms of a letter, or "
                "invisible characters.",
                name=excerpt(name),
                other=excerpt(other),
            )
            raise WrongType("TWICE", said, TWO_NAMES)
        self._given[name] = None
        return name

    def meant(self, words: str) -> str | None:
        """Return the seated player whom the words mean; None if it is nobody, or more than one."""
        if not self.seated:
            return None
        try:
            return match_choice(words, self.seated, numbers=self.seated)
        except BadAnswer:
            return None

    def find(self, text: str) -> str:
        """Read a name given before, or any while not closed. Raises WrongType.

        ``none`` means nobody, unless a player was given that name.
        """
        name = cleaned(text)
        if name in self or (name.casefold() == NOTHING and not self.closed):
            return name
        if (meant := self.meant(name)) is not None:
            return meant
        if not self.closed:
            return self.add(name)
        said = Say("A name is missing.")
        if name:
            said = Say("Nobody here is called “{name}”.", name=excerpt(name))
        raise WrongType("PLAYER", said, suggest(name, self.given))


Single: TypeAlias = Integer | Choice | Boolean | PlayerName | Text | FileText
"""A shape that is no list or map."""


def read_single(text: str, shape: Single, names: Names, *, wide: bool = False) -> int | str:
    """Read a text in a shape that is no list or map. Raises WrongType.

    >>> read_single("2+1", Integer(), Names()), read_single("w", Choice(("wet", "dry")), Names())
    (3, 'wet')
    """
    if isinstance(shape, Integer):
        return _number_for(shape, text, may_be_wide=wide)
    if isinstance(shape, Choice):
        return word_of(shape.read(text), shape.words)
    if isinstance(shape, Boolean):
        return flag_of(shape.read(text))
    if isinstance(shape, PlayerName):
        return names.add(text) if shape.new else names.find(text)
    return room_text_of(text, shape)


def refuse_repeated_name(name: str) -> WrongType:
    """Refuse a list of players that names somebody twice.

    >>> str(refuse_repeated_name("Ana").message)
    '“Ana” is named twice.'
    """
    return WrongType("TWICE", Say("“{name}” is named twice.", name=excerpt(name)), TWO_NAMES)


TWO_NAMES = Say("Two players need two names, such as “Ana M” and “Ana R”.")
