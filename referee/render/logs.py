"""What happened, entry by entry, with rulings and the table's own notes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from referee.core.paper.sheet_document import LogItem, remarks_on, time_text
from referee.core.paper.wording import escaped, in_a_line, rule_cell, rule_ids, text_of
from referee.core.say import Say, to_json
from referee.render.formats import Format, Style, as_json, fields_of
from referee.render.text import wrapped


def render_log(items: Sequence[LogItem], fmt: Format, style: Style) -> str:
    """Show a log, oldest first; ``why`` adds what was typed at which step, and the rules.

    >>> from referee.core.rulebook import RuleRef
    >>> item = LogItem(number=1, at="2026-11-22T20:15:03+01:00", step="fair.take", words="4",
    ...     said=Say("Ana takes 4."), rules=(RuleRef("PEB-2.1"),))
    >>> print(render_log([item], Format.TABLE, Style()), end="")
    2026-11-22
       1  20:15  Ana takes 4.
    >>> print(render_log([item], Format.PLAIN, Style(why=True)), end="")
    1, 2026-11-22 20:15, fair.take, “4”: Ana takes 4. (PEB-2.1)
    """
    if fmt is Format.JSON:
        return as_json({"schema": 1, "entries": [item_record(item) for item in items]})
    if fmt is Format.PLAIN:
        return "".join(f"{_one_line(item, style)}\n" for item in items)
    if fmt is Format.TABLE:
        return "".join(f"{line}\n" for line in _lines(items, style))
    from referee.render.grids import draw  # a log in lines needs no grid

    columns = {
        "no.": [_number(item) for item in items],
        "time": [time_text(item.at) for item in items],
        "what happened": [text_of(item.happened) for item in items],
    }
    if style.why or fmt is Format.CSV:
        columns["step"] = [item.step for item in items]
        columns["answer"] = [item.words for item in items]
        columns["rules"] = [rule_cell(item.rules) for item in items]
    if any(map(remarks_on, items)) or fmt is Format.CSV:
        columns["notes"] = [in_a_line(remarks_on(item)) for item in items]
    return draw([*columns], [*zip(*columns.values(), strict=True)], fmt, within=style.width)


def _lines(items: Sequence[LogItem], style: Style) -> Iterator[str]:
    """Write a log in lines: each new date, then number, time and what happened."""
    date = ""
    for item in items:
        at = time_text(item.at)
        if at[:10] != date and item.at[10:11] == "T":
            date = at[:10]
            yield date
        head = f"{_number(item):>4}  {at[11:16] if item.at[10:11] == 'T' else at}"
        indent = " " * (len(head) + 2)
        first, *others = wrapped(f"{indent}{_what(item, style)}", style.cells)
        yield f"{head}{first[len(head) :]}".rstrip()
        yield from others


def _number(item: LogItem) -> str:
    return "" if item.number is None else str(item.number)


def _what(item: LogItem, style: Style) -> str:
    """Say what happened and what became of it; with ``why`` also step, words and rules."""
    remarks = remarks_on(item)
    if style.why:
        typed = text_of(Say("“{words}”", words=item.words)) if item.words else ""
        remarks += [each for each in (item.step, typed, rule_ids(item.rules)) if each]
    line = text_of(item.happened)
    if not remarks:
        return line
    marks = in_a_line(remarks)
    return str(Say("{line} ({marks})", line=line, marks=marks)) if line else marks


def _one_line(item: LogItem, style: Style) -> str:
    words = str(Say("“{words}”", words=escaped(item.words))) if item.words and style.why else ""
    step = escaped(item.step) if style.why else ""
    at = escaped(time_text(item.at))[:16]
    head = in_a_line((_number(item), at, step, words), ", ")
    said = text_of(item.happened)
    line = Say("{place}: {said}", place=head, said=said) if said else Say("{head}", head=head)
    remarks = [*remarks_on(item), *([rule_ids(item.rules)] if style.why and item.rules else [])]
    return str(Say("{line} ({marks})", line=line, marks=in_a_line(remarks)) if remarks else line)


def item_record(item: LogItem) -> dict[str, object]:
    """Return a mark of the record for other programs; only entries have a verdict.

    >>> item_record(LogItem(number=3, at="", step="", words="/note", said=Say("")))["verdict"]
    """
    return {
        **fields_of(item, "number", "at", "step", "words", "said"),
        "facts": to_json(item.said),
        **fields_of(item, "verdict", "rules"),
        "struck": item.is_undone,
        "overruled": item.overrule_reason,
        "by_clock": item.by_timer,
        "note": item.note,
    }
