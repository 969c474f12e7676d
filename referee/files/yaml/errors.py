"""What is wrong with a file that is no YAML, in our own words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee.core.say import Say
from referee.files.yaml.keyboard import Repair, at_line, in_plain_text
from referee.files.yaml.tree import Mark, Problems

if TYPE_CHECKING:
    from yaml.error import MarkedYAMLError

_BRACKETS = "[]{}"


def repair_of(text: str, error: MarkedYAMLError) -> Repair | None:
    """Find the sign that made the text unreadable, if it can be read as what was meant."""
    index = error.problem_mark.index if error.problem_mark else 0
    if text[index : index + 1] in tuple("：，、｛｝［］"):
        return in_plain_text(text, index, index + 1, in_flow=True)[0]
    if error.context_mark is not None and "expected ':'" in (error.problem or ""):
        start = error.context_mark.index
        before = max(text.rfind("\n", 0, start), text.rfind("\r", 0, start)) + 1
        return at_line(text, before)
    return None


def describe(
    page: Problems, text: str, error: MarkedYAMLError, mark: Mark, opened: Mark | None
) -> None:
    """Keep the fault at ``mark``, or where that began which is not finished: ``opened``.

    Both marks are places of the file; ``text`` is what PyYAML was given.
    """
    problem, context = error.problem or "", error.context or ""
    index = error.problem_mark.index if error.problem_mark else len(text)
    sign = text[index : index + 1]
    line = page.lines[mark.line - 1] if mark.line <= len(page.lines) else ""
    if sign == "\t" or "\t" in line[: len(line) - len(line.lstrip())]:
        page.fault("TAB", Mark(mark.line, line.find("\t") + 1), *_TAB)
    elif "quoted scalar" in context and "end of stream" in problem:
        page.fault("QUOTE", opened or mark, *_OPEN_QUOTE)
    elif "escape" in problem or ("quoted scalar" in context and "hexdecimal" in problem):
        backslash = line.rfind("\\", 0, mark.column) + 1  # the parsers differ in what they point at
        page.fault("ESCAPE", Mark(mark.line, backslash or mark.column), *_ESCAPE)
    elif "flow" in context or (sign and sign in _BRACKETS):
        page.fault("BRACKET", _bracket(opened, mark, context), *_BRACKET)
    elif "cannot start" in problem and sign:
        page.fault("SIGN", mark, Say("Text cannot begin with “{sign}”.", sign=sign), _IN_QUOTES)
    elif "mapping values" in problem and ": " in line[: mark.column - 1]:
        page.fault("COLON", mark, *_SECOND_COLON)
    elif "expected ':'" in problem:
        page.fault("COLON", opened or mark, *_NO_COLON)
    elif mark.column > 1 and line[: mark.column - 1].rstrip().endswith(("'", '"')):
        page.fault("QUOTE", mark, *_BEHIND_QUOTE)
    elif any(known in problem for known in _INDENTS):
        page.fault("INDENT", mark, *_INDENT)
    else:
        page.fault("SYNTAX", mark, *_OTHER)


def _bracket(opened: Mark | None, mark: Mark, context: str) -> Mark:
    return opened if opened is not None and "flow" in context else mark


_INDENTS = ("mapping values", "expected key", "block end", "'-' indicator", "entries are not")
_IN_QUOTES = Say("Put the text in quotes.")
_TAB = (
    Say("The line begins with a tab. YAML counts only spaces."),
    Say("Use spaces instead, here and in other lines that begin with a tab."),
)
_OPEN_QUOTE = (
    Say("The quote opened here is never closed."),
    Say("Close it, or put text with a quote in it in the other kind of quotes."),
)
_BEHIND_QUOTE = (
    Say("The text continues here, after its closing quote."),
    Say("Put text with a quote in it in the other kind of quotes."),
)
_ESCAPE = (
    Say("In double quotes a backslash begins a special character. This one does not exist."),
    Say("Use single quotes, in which a backslash is a backslash."),
)
_BRACKET = (
    Say("A bracket is not closed, or was never opened."),
    Say("Check the brackets and commas after this place. [ goes with ], and {{ with }}."),
)
_SECOND_COLON = (
    Say("There is a second colon in this line, so the key is not clear."),
    Say("Put text with a colon in it in quotes, or begin a new line."),
)
_NO_COLON = (
    Say("This line has no colon, so it is not a key with a value."),
    Say("Write it as in “gold: 4”. A line of a list begins with a dash and a space."),
)
_INDENT = (
    Say("The line is indented too much or too little for the line above it."),
    Say("Start lines that belong together in the same column, with spaces."),
)
_OTHER = (
    Say("The file cannot be read as YAML after this place."),
    Say("Compare it with a file that “referee new” writes."),
)
