"""What happened, entry by entry, with the rulings and the table's own marks."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from referee.core.paper.sheet_document import LogItem, remarks_on, time_text
from referee.core.paper.wording import escaped, rule_ids, text_of
from referee.core.say import Say, to_json
from referee.render.formats import Format, Style, as_json
from referee.render.grids import draw


def render_log(items: Sequence[LogItem], fmt: Format, style: Style) -> str:
    """Show a log, oldest first; ``why`` adds the rules.

    >>> from referee.core.rulebook import RuleRef
    >>> item = LogItem(number=1, at="20:15", step="fair.take", words="4", said=Say("Ana takes 4."),
    ...     rules=(RuleRef("PEB-2.1"),), is_undone=True)
    >>> print(render_log([item], Format.PLAIN, Style()), end="")
    1, 20:15, fair.take, “4”: Ana takes 4. (struck)
    """
    if fmt is Format.JSON:
        return as_json({"schema": 1, "entries": [item_record(item) for item in items]})
    if fmt is Format.PLAIN:
        return "".join(f"{_one_line(item, style)}\n" for item in items)
    columns = ["no.", "time", "step", "answer", "what happened"]
    rows = [[str(i.number), time_text(i.at), i.step, i.words, text_of(i.said)] for i in items]
    if style.why or fmt is Format.CSV:
        _add(columns, rows, "rules", (rule_ids(item.rules) for item in items))
    if any(map(remarks_on, items)) or fmt is Format.CSV:
        _add(columns, rows, "marks", ("; ".join(remarks_on(item)) for item in items))
    return draw(columns, rows, fmt, within=style.width)


def _add(columns: list[str], rows: list[list[str]], name: str, cells: Iterable[str]) -> None:
    columns.append(name)
    for row, cell in zip(rows, cells, strict=True):
        row.append(cell)


def _one_line(item: LogItem, style: Style) -> str:
    words = str(Say("“{words}”", words=escaped(item.words))) if item.words else ""
    head = ", ".join(
        filter(None, (str(item.number), escaped(time_text(item.at)), escaped(item.step), words))
    )
    said = text_of(item.said)
    line = Say("{head}: {said}", head=head, said=said) if said else Say("{head}", head=head)
    behind = [*remarks_on(item), *([rule_ids(item.rules)] if style.why and item.rules else [])]
    return str(Say("{line} ({marks})", line=line, marks="; ".join(behind)) if behind else line)


def item_record(item: LogItem) -> dict[str, object]:
    """Give a mark of the record to other programs; only entries have a verdict.

    >>> item_record(LogItem(number=3, at="", step="", words="/note", said=Say("")))["verdict"]
    """
    return {
        "number": item.number,
        "at": item.at,
        "step": item.step,
        "words": item.words,
        "said": item.said,
        "facts": to_json(item.said),
        "verdict": item.verdict,
        "rules": item.rules,
        "struck": item.is_undone,
        "overruled": item.overrule_reason,
        "by_clock": item.by_timer,
        "note": item.note,
    }
