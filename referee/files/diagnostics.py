"""What is wrong with a file, where, and what to do about it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from msgspec import Struct

from referee.core.say import Say

CODES: Final[Mapping[str, str]] = {
    # the file as a whole
    "NO-FILE": "there is no such file, or it may not be opened",
    "NOT-A-FILE": "the path is a folder, a device or a pipe",
    "TOO-LARGE": "the file is larger than anything a table writes",
    "NOT-UTF-8": "the bytes are not UTF-8 text",
    "EMPTY-FILE": "there is nothing in the file but blanks and comments",
    "KIND": "the file is none of the kinds that are read here",
    # characters
    "HIDDEN-CHARACTER": "a character that cannot be seen, such as a control character",
    "ODD-BLANK": "a wide or unbreakable blank where only a plain one counts",
    "TAB": "a tab at the beginning of a line",
    "FULL-WIDTH": "a full-width sign or digit where only a plain one counts",
    # YAML
    "QUOTE": "a quote that is not closed, or text behind a closed one",
    "ESCAPE": "a backslash in double quotes that means nothing",
    "BRACKET": "a bracket that is not closed, or closed without being opened",
    "COLON": "a colon without a blank behind it, or one colon too many or too few",
    "INDENT": "a line that stands too far in or out",
    "SIGN": "a text that begins with a sign which YAML keeps for itself",
    "SYNTAX": "anything else that is no YAML",
    "ANCHOR": "an anchor (&name)",
    "ALIAS": "an alias (*name)",
    "TAG": "a tag (!name)",
    "MERGE-KEY": "a merge key (<<)",
    "TWICE": "the same key or name twice",
    "DOCUMENTS": "more than one document in the file",
    "TOO-DEEP": "lists within lists beyond all use",
    "TOO-LONG": "more entries than anything a table writes",
    # values
    "SHAPE": "a list where a map belongs, a text where a list belongs, and the like",
    "NUMBER": "what is no whole number written in plain digits",
    "BELOW-ZERO": "a number below zero, or below the least that makes sense",
    "WORD": "a word that is not among those possible here",
    "TEXT": "a text that is empty, holds a control character, or means nothing to its game",
    "DRAWING": "a sign or a line of a drawing that its game cannot read",
    "UNKNOWN-KEY": "a key that means nothing here",
    "MISSING": "something that must be there is not",
    # the table
    "GAME": "a game that is not known, or not the one asked for",
    "PLAYER": "a name that nobody at the table has",
    "NAME": "a text that cannot be a player's name",
    "PLAYERS": "a number of players that the game is not made for",
    "LEADER": "somebody who does not sit among the players does",
    "ENTRY": "a player without an entry in the holdings",
    "SWITCH": "a switch that the rulebook does not have",
    "ASKED-NUMBER": "a number that only the table can read out is missing",
    "ASKED-COUNT": "more or fewer numbers than the table has to read out",
    # disputes, scenarios, rulebooks
    "QUESTION": "a question that cannot be put about this game",
    "ANSWER": "an entry of a scenario that is no answer",
    "RULE-ID": "a rule's id that does not fit its rulebook",
    "NO-RULE": "an id that no rule of the rulebook has",
    "SOURCE": "a rule that does not say what it rests on",
    "CONSTANT": "a constant of a rule that is no number, list or map of numbers",
    "MORE": "so many problems that the rest are not told",
}
"""Every code and what it means."""

MOST_SHOWN: Final = 40
_SHOWN: Final = {"\t": "→", "\u3000": "\u3000"}


class Diagnostic(Struct, frozen=True, kw_only=True):
    """One problem of a file.

    ``line`` and ``column`` count from 1, in lines as an editor shows them and in characters;
    line 0 means the file as a whole. ``source`` is the text of the line, made fit for a
    terminal character by character, so that the column stays true.
    """

    path: str
    line: int
    column: int
    code: str
    message: Say
    remedy: Say
    source: str = ""


class Unreadable(Exception):  # noqa: N818 - the interfaces' word; the file is at fault, not the program
    """A file that cannot be read as what it should be, with everything that is wrong with it."""

    def __init__(self, diagnostics: Iterable[Diagnostic]) -> None:
        """Keep the diagnostics, at least one, sorted by file and place."""
        self.diagnostics = tuple(sorted(diagnostics, key=lambda d: (d.path, d.line, d.column)))
        super().__init__(self.diagnostics)

    def __str__(self) -> str:
        """Show them one to a line, for tests and debuggers."""
        return "\n".join(
            f"{d.path}:{d.line}:{d.column}: {d.code} {d.message} {d.remedy}"
            for d in self.diagnostics
        )


def visible(text: str) -> str:
    r"""Make text fit for a terminal, character by character: what cannot be seen becomes ``�``.

    A tab becomes one ``→``, so that columns stay true.

    >>> visible("a\x1b[31mb")
    'a�[31mb'
    """
    if text.isprintable():
        return text
    return "".join(_SHOWN.get(sign, sign if sign.isprintable() else "�") for sign in text)


def shown(text: str) -> str:
    """Shorten text for a message and make it fit for a terminal.

    >>> len(shown("x" * 500))
    40
    """
    short = text if len(text) <= MOST_SHOWN else text[: MOST_SHOWN - 1] + "…"
    return visible(short)


def whole_file(path: str, code: str, message: Say, remedy: Say) -> Unreadable:
    """Make the refusal of a file as a whole.

    >>> whole_file("a.yaml", "EMPTY-FILE", Say("Nothing."), Say("Write.")).diagnostics[0].line
    0
    """
    found = Diagnostic(path=path, line=0, column=0, code=code, message=message, remedy=remedy)
    return Unreadable([found])
