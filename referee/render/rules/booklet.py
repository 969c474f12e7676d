"""The rule booklet in letters: to be read at a terminal, or as Markdown."""

from __future__ import annotations

from collections.abc import Iterator

from referee.core.paper.booklet import (
    HOUSE_RULES,
    LEFT_OPEN,
    SOURCES,
    STATUSES,
    Booklet,
    BookletRule,
)
from referee.core.paper.round_sheet import CardGrid
from referee.core.paper.wording import cell_text, escaped, text_of
from referee.core.say import Say, worded
from referee.render.formats import Format, Style
from referee.render.grids import draw
from referee.render.pages import page, prose
from referee.render.text import Colour, coloured, wrapped

MARGIN = 10
"""How far the text is set in; ids stand in the margin."""


def render_booklet(booklet: Booklet, fmt: Format, style: Style) -> str:
    """Show a rulebook as a booklet; ``fmt`` is Markdown, or else plain text with a margin.

    >>> from referee.core.paper.booklet import Section
    >>> from referee.core.rulebook import Clause
    >>> rule = BookletRule(rule_id="PEB-3.2", title="Bust", clauses=(Clause("Too much mud."),))
    >>> booklet = Booklet(game="fair", title="Fair", version=1, digest="d1", language="en",
    ...     about=(Say("For two."),), sections=(Section(3, "Your turn", (rule,)),), house_rules=(),
    ...     left_open=(), sources=())
    >>> print(render_booklet(booklet, Format.TABLE, Style(width=40)), end="")
    Fair
    For two.
    <BLANKLINE>
    3. Your turn
    <BLANKLINE>
    PEB-3.2   Bust
              Too much mud.
    <BLANKLINE>
    rulebook 1 (d1)
    """
    if fmt is Format.MARKDOWN:
        return page(_markdown(booklet))
    return page(_text(booklet, style))


def _text(booklet: Booklet, style: Style) -> Iterator[str]:
    cells = style.width or 80
    yield "\n".join([_bold(escaped(booklet.title), style), *_about(booklet, cells)])
    for section in booklet.sections:
        if section.title:
            yield _bold(f"{section.number}. {escaped(section.title)}", style)
        for rule in section.rules:
            yield _rule_text(rule, cells, style)
    if booklet.house_rules:
        yield _bold(text_of(HOUSE_RULES), style)
        yield "\n".join(_beside(each.rule_id, text_of(Say("{name}: {said}.", name=each.name,
                        said=each.said)), cells) for each in booklet.house_rules)  # fmt: skip
    if booklet.left_open:
        yield _bold(text_of(LEFT_OPEN), style)
        for each in booklet.left_open:
            said = Say("{text} ({status})", text=each.clause.text, status=each.clause.status)
            yield _beside(each.rule_id, text_of(said), cells)
    if booklet.sources:
        yield _bold(text_of(SOURCES), style)
        yield "\n".join(part for line in _status_lines() for part in wrapped(line, cells))
        yield "\n".join(_beside(rule, text_of(_source(status, source)), cells)
                        for rule, status, source in booklet.sources)  # fmt: skip
    yield text_of(Say("rulebook {n} ({digest})", n=booklet.version, digest=booklet.digest))


def _about(booklet: Booklet, cells: int) -> Iterator[str]:
    for said in booklet.about:
        yield from wrapped(text_of(said), cells)


def _rule_text(rule: BookletRule, cells: int, style: Style) -> str:
    title = rule.rule_id.ljust(MARGIN) + _bold(escaped(rule.title), style)
    lines = [title]
    for clause in rule.clauses:
        lines += wrapped(" " * MARGIN + " ".join(escaped(clause.text).split()), cells)
    for asked in rule.asked:
        lines += wrapped(" " * MARGIN + text_of(asked), cells)
    if rule.table:
        drawn = _grid(rule.table, Format.TABLE, cells - MARGIN).splitlines()
        lines += ["", *(" " * MARGIN + line for line in drawn)]
    return "\n".join(lines)


def _beside(rule_id: str, text: str, cells: int) -> str:
    """Put an id into the margin, and the text beside it."""
    first, *others = wrapped(" " * MARGIN + text, cells)
    return "\n".join([rule_id.ljust(MARGIN) + first[MARGIN:], *others])


def _grid(grid: CardGrid, fmt: Format, within: int | None) -> str:
    rows = [[cell_text(cell) for cell in row] for row in grid.rows]
    return draw([text_of(c) for c in grid.columns], rows, fmt, within=within).rstrip("\n")


def _markdown(booklet: Booklet) -> Iterator[str]:
    fmt = Format.MARKDOWN
    yield f"# {prose(escaped(booklet.title), fmt)}"
    yield "\n\n".join(prose(text_of(said), fmt) for said in booklet.about)
    for section in booklet.sections:
        if section.title:
            yield f"## {section.number}. {prose(escaped(section.title), fmt)}"
        for rule in section.rules:
            yield f"### {rule.rule_id} {prose(escaped(rule.title), fmt)}"
            yield "\n\n".join(prose(" ".join(escaped(c.text).split()), fmt) for c in rule.clauses)
            yield "\n\n".join(prose(text_of(asked), fmt) for asked in rule.asked)
            yield _grid(rule.table, fmt, None) if rule.table else ""
    if booklet.house_rules:
        yield f"## {text_of(HOUSE_RULES)}"
        yield "\n".join(
            f"- `{each.name}`: {prose(text_of(each.said), fmt)} ({each.rule_id})"
            for each in booklet.house_rules
        )
    if booklet.left_open:
        yield f"## {text_of(LEFT_OPEN)}"
        yield "\n".join(
            f"- {each.rule_id} {prose(escaped(each.title), fmt)}:"
            f" {prose(' '.join(escaped(each.clause.text).split()), fmt)}"
            f" ({worded(each.clause.status)})"
            for each in booklet.left_open
        )
    if booklet.sources:
        yield f"## {text_of(SOURCES)}"
        yield "\n".join(f"- {prose(line, fmt)}" for line in _status_lines())
        rows = [[rule, status, source] for rule, status, source in booklet.sources]
        yield draw(("rule", "status", "source"), rows, fmt)
    yield text_of(Say("rulebook {n} ({digest})", n=booklet.version, digest=booklet.digest))


def _source(status: str, source: str) -> Say:
    if not source:
        return Say("{status}", status=status)
    return Say("{status}: {source}", status=status, source=source)


def _status_lines() -> Iterator[str]:
    """Explain the words for what a rule rests on, once."""
    yield from map(text_of, STATUSES.values())


def _bold(text: str, style: Style) -> str:
    return coloured(text, Colour.BOLD, wanted=style.colour)
