"""Problems of a file: place, message and remedy, and suggestions for unknown words."""

from __future__ import annotations

import os  # not shlex, which quotes every name that is not English
from collections.abc import Iterable
from typing import Final

from msgspec import Struct

from referee.core.answers.text_input import nearest
from referee.core.say import AsIs, RefereeError, Say, is_english, join, join_or

MAX_SHOWN: Final = 40
JOINERS: Final = frozenset("\u200c\u200d") | frozenset(map(chr, range(0xE0020, 0xE0080)))
"""Invisible characters that text needs: for Persian and Indic letters, emoji families, flags."""
_PLAIN: Final = frozenset("@%+=:,./_-" + ("\\" if os.name == "nt" else ""))
"""Characters of a path, other than letters and digits, that mean nothing to a shell."""
_SHOWN: Final = {"\t": "→", "\u3000": "\u3000"}


class Diagnostic(Struct, frozen=True, kw_only=True):
    """One problem of a file.

    ``line`` and ``column`` count from 1, in lines as an editor shows them and in characters;
    line 0 means the file as a whole. ``source`` is the text of the line, made safe for a
    terminal character by character, so that the column remains correct. Where no file was read,
    but a map, ``place`` has the keys that lead to it, and indexes from 0; ``line`` is 0 then.
    """

    path: str
    line: int
    column: int
    code: str
    message: Say
    remedy: Say
    source: str = ""
    place: tuple[str | int, ...] = ()

    @property
    def where(self) -> str:
        """The place in a map, or else the path."""
        return ".".join(map(str, self.place)) or self.path


class Unreadable(RefereeError):  # noqa: N818 - the interfaces' word; the file is at fault
    """A file that cannot be read as what it should be, with every problem found in it."""

    def __init__(self, diagnostics: Iterable[Diagnostic]) -> None:
        self.diagnostics = tuple(sorted(diagnostics, key=lambda d: (d.path, d.line, d.column)))
        said = (part for each in self.diagnostics for part in (each.message, each.remedy))
        super().__init__(join(tuple(said), " "))

    def __str__(self) -> str:
        return "\n".join(
            f"{d.where}{f':{d.line}:{d.column}' * (not d.place)}: {d.code} {d.message} {d.remedy}"
            for d in self.diagnostics
        )


def visible(text: str) -> str:
    r"""Make text safe for a terminal, character by character: what is invisible becomes ``�``.

    A tab becomes one ``→``, so that columns remain correct.

    >>> visible("a\x1b[31mb")
    'a�[31mb'
    """
    if text.isprintable():
        return text
    return "".join(_SHOWN.get(sign, sign if _is_fit(sign) else "�") for sign in text)


def _is_fit(sign: str) -> bool:
    import unicodedata  # only where there is more than plain text

    # Cn: perhaps an emoji that is newer than this Python.
    return sign.isprintable() or sign in JOINERS or unicodedata.category(sign) in {"Cn", "Co"}


def excerpt(text: str) -> AsIs:
    """Cut a user's text to 40 characters for a message, safe for a terminal and untranslated.

    >>> len(excerpt("x" * 500))
    40
    """
    return AsIs(_short(text))


def _short(text: str) -> str:
    return visible(text if len(text) <= MAX_SHOWN else text[: MAX_SHOWN - 1] + "…")


def for_shell(path: object) -> AsIs:
    r"""Write a path as a shell reads it: in quotes unless it is plain, and on one line.

    >>> print(for_shell("小明.yaml"), for_shell("-x.yaml"), for_shell("Bo's $1.yaml"))
    小明.yaml ./-x.yaml 'Bo'"'"'s $1.yaml'
    >>> print(for_shell("two\nlines"))
    "$(printf 'two\012lines')"
    """
    text = str(path)
    text = f"./{text}" if text.startswith("-") else text
    if text.isprintable():
        if text and all(not s.isascii() or s.isalnum() or s in _PLAIN for s in text):
            return AsIs(text)
        return AsIs(_quoted(text))
    from referee.core.paper.wording import is_invisible  # few paths have such characters

    if not any(map(is_invisible, text)):
        return AsIs(_quoted(text))
    inside = text.replace("\\", "\\\\").replace("%", "%%")
    octal = "".join(_octal(sign) if is_invisible(sign) else sign for sign in inside)
    return AsIs(f'"$(printf {_quoted(octal)})"')


def _quoted(text: str) -> str:
    return f'"{text}"' if os.name == "nt" else "'" + text.replace("'", "'\"'\"'") + "'"


def _octal(sign: str) -> str:
    try:
        raw = os.fsencode(sign)
    except UnicodeEncodeError:  # half a character, which no file name has
        raw = sign.encode(errors="surrogatepass")
    return "".join(f"\\{byte:03o}" for byte in raw)


def character_name(sign: str) -> str:
    r"""Name an invisible character by its code point and, if it has one, its Unicode name.

    >>> character_name("\u200b"), character_name("\x1b")
    ('U+200B ZERO WIDTH SPACE', 'U+001B')
    """
    import unicodedata  # only where something is wrong

    return f"U+{ord(sign):04X} {unicodedata.name(sign, '')}".rstrip()


def whole_file(path: str, code: str, message: Say, remedy: Say) -> Unreadable:
    """Build the refusal of a file as a whole.

    >>> whole_file("a.yaml", "EMPTY-FILE", Say("Nothing."), Say("Write.")).diagnostics[0].line
    0
    """
    found = Diagnostic(path=path, line=0, column=0, code=code, message=message, remedy=remedy)
    return Unreadable([found])


_MOST_LISTED = 12


def suggest(word: str, choices: Iterable[str]) -> Say:
    """Return the remedy for an unknown word: the nearest choice, else the choices.

    >>> str(suggest("sliver", ("gold", "silver"))), str(suggest("lamp", ("gold", "silver")))
    ('Did you mean “silver”?', 'Choose from gold or silver.')
    """
    known = tuple(choices)
    if not is_english(word):
        from referee.files.languages import from_any_language  # few files need it

        if (meant := from_any_language(word)) in known:
            return Say("Write {wanted}.", wanted=AsIs(meant))
    near = nearest(word, known)
    if near is not None:
        return Say("Did you mean “{near}”?", near=_excerpt_of(near))
    if not known:
        return Say("Leave it out.")
    listed = tuple(_excerpt_of(each) for each in known[:_MOST_LISTED])
    if len(known) > _MOST_LISTED:
        return Say("Choose from {known} and others.", known=join(listed, ", "))
    return Say("Choose from {known}.", known=join_or(listed))


def _excerpt_of(choice: str) -> str:
    return excerpt(choice) if isinstance(choice, AsIs) else _short(choice)
