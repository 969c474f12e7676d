"""What is shown where a score cannot be given, or where today's rules give another."""

from __future__ import annotations

from collections.abc import Sequence

from referee.core.rulebook import RuleRef
from referee.core.say import Say
from referee.render.formats import Format, Style, as_json
from referee.render.pages import ids, prose
from referee.render.scorerecords import Told, for_programs
from referee.render.scores import show_scores
from referee.render.text import worded


def show_hidden(hidden: Say, *, game: str, fmt: Format) -> str:
    r"""Say what is still hidden; no total that rests on it is shown.

    >>> show_hidden(Say("Ana's basket is closed."), game="pebble-fair", fmt=Format.TABLE)
    "There is no score yet. Ana's basket is closed.\n"
    """
    if fmt is Format.JSON:
        return as_json({"schema": 1, "ok": False, "game": game, "scores": [], "hidden": hidden})
    said = Say("There is no score yet. {hidden}", hidden=hidden)
    return prose(worded(said), fmt) + "\n"


def show_rescored(
    then: Told, today: Told, changed: Sequence[RuleRef], fmt: Format, style: Style
) -> str:
    """Show a score by the rules it was played with, and the other one of today's rulebook.

    CSV holds the first alone. ``changed`` are the rules whose numbers are not the same.
    """
    if fmt is Format.JSON:
        other = {**for_programs(today), "changed_rules": changed}
        return as_json({**for_programs(then), "today": other})
    shown = _shown(then, fmt, style)
    if fmt is Format.CSV:
        return shown
    said = Say("Played by other numbers than today's; changed since: {rules}.", rules=ids(changed))
    return f"{shown}\n{prose(worded(said), fmt)}\n\n{_shown(today, fmt, style)}"


def _shown(told: Told, fmt: Format, style: Style) -> str:
    return show_scores(
        told.sheet,
        told.audit,
        game=told.game,
        book=told.book,
        lines=told.lines,
        fmt=fmt,
        style=style,
    )
