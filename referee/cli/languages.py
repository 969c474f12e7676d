"""Choose the language before anything is said: by the option, a variable, or the locale."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterable
from gettext import gettext, ngettext
from typing import Final

import click

from referee.core.say import AsIs, Say, speak, spoken
from referee.files.tags import ENGLISH, VARIABLE, brought_tags, tag_of, tag_of_locale, tags

OPTION: Final = "--lang"
_AS_WRITTEN: Final = "\b"
"""Before a paragraph that click leaves as it is."""
_CELLS: Final = 76
_WIDE_JOINT: Final = r"(?<=[^\x00-\u2e7f])\n|\n(?=[^\x00-\u2e7f])"
_CLICK: Final = ("core", "decorators", "exceptions", "formatting", "parser", "types")


def speak_as_told(words: list[str]) -> list[str]:
    """Speak the language of the option, the environment or the locale; return the other words.

    Raises UsageError for an unknown language.
    """
    told, rest = _option(words)
    named = os.environ.get(VARIABLE, "")
    use_language(tag_of(named) or tag_of_locale(os.environ))  # a refusal is worded in it
    for name, value in ((OPTION, told), (VARIABLE, named)):
        if value or (name == OPTION and value is not None):
            tag = tag_of(value) or _brought(value)
            if tag is None:
                said = "There is no language “{tag}” ({name}). Choose from {tags}."
                raise click.UsageError(str(Say(said, tag=value, name=name, tags=tags())))
            use_language(tag)
            break
    _let_click_speak()
    return rest


def _brought(value: str) -> str | None:
    """Name the language of a package; ours are looked for before."""
    from referee.registry import brought_folders  # looks into what is installed

    return tag_of(value, brought_tags(brought_folders()))


def use_language(tag: str) -> None:
    """Speak a language from now on."""
    if tag == ENGLISH:
        speak(None)
        return
    from referee.files.languages import begin_to_speak  # catalogues are dear

    begin_to_speak(tag, _name_broken)


def _name_broken(said: Say) -> None:
    from referee.cli.output import talk  # few files are broken

    talk(Say("referee: {problem}", problem=said))


def _option(words: list[str]) -> tuple[str | None, list[str]]:
    """Take the option out, wherever it is before ``--``."""
    rest, told = list[str](), None
    left = iter(words)
    for word in left:
        if word == "--":
            return told, [*rest, word, *left]
        name, equals, value = word.partition("=")
        if name != OPTION:
            rest.append(word)
        elif equals:
            told = value
        else:
            told = next(left, None)
            if told is None:
                raise click.UsageError(str(Say("{option} needs a language.", option=OPTION)))
    return told, rest


def _let_click_speak() -> None:
    """Translate what click itself says by our catalogue, for click has none."""
    language = spoken()
    click.Context.formatter_class = HelpInCells if language else click.HelpFormatter
    words = (language.text, language.counted) if language else (gettext, ngettext)
    for name in _CLICK:
        module = sys.modules.get(f"click.{name}")
        for own, ours in zip(("_", "ngettext"), words, strict=True):
            if hasattr(module, own):
                setattr(module, own, ours)


class HelpInCells(click.HelpFormatter):
    """Sets a help page by the cells of its characters; click counts characters."""

    def write_usage(self, prog: str, args: str = "", prefix: str | None = None) -> None:
        """Write how a command is called."""
        usage = str(Say("Usage: {call}", call=AsIs(f"{prog} {args}".strip())))
        self.write("\n".join(_wrapped(usage, self.width)) + "\n")

    def write_heading(self, heading: str) -> None:
        """Write what a list is of."""
        self.write(f"{' ' * self.current_indent}{Say('{heading}:', heading=AsIs(heading))}\n")

    def write_dl(
        self, rows: Iterable[tuple[str, str]], col_max: int = 30, col_spacing: int = 2
    ) -> None:
        """Write words and what they mean, in two columns."""
        from referee.render.text import width

        known = list(rows)
        first = min(max((width(word) for word, _ in known), default=0), col_max) + col_spacing
        indent = self.current_indent
        for word, meaning in known:
            head = f"{' ' * indent}{word}"
            if width(word) > first - col_spacing:
                self.write(f"{head}\n")
                head = ""
            lines = _wrapped(meaning, max(self.width - first - indent, 10)) if meaning else []
            head += " " * (indent + first - width(head))
            for line in lines or [""]:
                self.write(f"{head}{line}".rstrip() + "\n")
                head = " " * (indent + first)


def _wrapped(text: str, cells: int) -> list[str]:
    from referee.render.text import wrapped

    return wrapped(text, cells)


def _set(text: str) -> str:
    """Break the paragraphs of a help page by cells; click counts letters, and needs blanks."""
    paragraphs = list[str]()
    for each in text.split("\n\n"):
        if not each.startswith(_AS_WRITTEN):
            line = re.sub(_WIDE_JOINT, "", each).replace("\n", " ")
            each = "\n".join((_AS_WRITTEN, *_wrapped(line, _CELLS)))  # noqa: PLW2901 - set anew
        paragraphs.append(each)
    return "\n\n".join(paragraphs)


def _as_written(command: click.Command) -> str | None:
    """Find the docstring of a command in its source: ``python -OO`` runs none."""
    import ast
    from inspect import getsource
    from textwrap import dedent

    if command.help or command.callback is None:
        return command.help
    function = ast.parse(dedent(getsource(command.callback))).body[0]
    return ast.get_docstring(function) if isinstance(function, ast.FunctionDef) else None


def help_in_language(command: click.Command) -> click.Command:
    """Word the help of a command and of its options, in a copy: the next call may be English."""
    if sys.flags.optimize > 1:
        command.help = _as_written(command)
    language = spoken()
    if language is None:
        return command
    from copy import copy
    from inspect import cleandoc  # a command that is called loads nothing for its help

    command = copy(command)
    command.params = [copy(each) for each in command.params]
    if command.help:
        command.help = _set(language.text(cleandoc(command.help)))
    command.epilog = command.epilog and language.text(command.epilog)
    for each in command.params:
        if isinstance(each, click.Option) and each.help:
            each.help = language.text(each.help)
    return command
