"""Rules to read: one whole, a list of them, the booklet, and the games that have a rulebook."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Final

from msgspec import Struct

from referee.core.game import PARTS
from referee.core.paper import booklet as booklets
from referee.core.paper.wording import cell_text, constant_text, escaped, text_of
from referee.core.rulebook import Clause, Rule, Rulebook
from referee.core.say import AsIs, Fact, Say, identifier, worded
from referee.render.formats import (
    Format,
    Style,
    as_json,
    fields_of,
    heading,
    named_list,
    page,
    prose,
)
from referee.render.grids import draw
from referee.render.text import Colour, coloured, wrapped

if TYPE_CHECKING:  # few booklets have a table
    from referee.core.paper.round_sheet import CardGrid

ENFORCERS: Final[Mapping[str, Say]] = {
    "code": Say("the referee checks it"),
    "table": Say("the players check it"),
}
"""Who enforces a rule, in a player's words."""


_ONLY: Final[Mapping[tuple[str, ...], Say]] = {
    ("score",): Say("scores only"),
    ("ask",): Say("questions only"),
}
"""What is said of a game that has one part alone."""


class GameLine(Struct, frozen=True):
    """One game in the list of games."""

    id: str
    title: str
    players: str
    edition: str
    source: str
    parts: tuple[str, ...] = (*PARTS,)


def render_rule(rule: Rule, book: Rulebook, fmt: Format, style: Style) -> str:
    """Show one rule in full: text, numbers, source, status, and how a damaged print reads."""
    if fmt is Format.JSON:
        return as_json({"schema": 1, "game": book.game, "rule": _rule_record(rule)})
    title = text_of(Say("{id} {title}", id=rule.rule_id, title=rule.title))
    title = coloured(title, Colour.BOLD, wanted=style.colour and fmt is Format.TABLE)
    return page([heading(title, fmt), *_texts(rule, fmt), named_list(rule_facts(rule), fmt)], fmt)


def render_rulebook(book: Rulebook, found: Sequence[Rule], fmt: Format, style: Style) -> str:
    """List rules by id, title and status, in the order given."""
    if fmt is Format.JSON:
        rulebook = {"version": book.version, "digest": book.digest}
        rules = [_rule_record(rule) for rule in found]
        return as_json({"schema": 1, "game": book.game, "rulebook": rulebook, "rules": rules})
    if fmt is Format.PLAIN:
        lines = (
            Say("{id} {title}: {status}", id=r.rule_id, title=r.title, status=worded(r.status))
            for r in found
        )
        return "".join(f"{text_of(line)}\n" for line in lines)
    rows = [(rule.rule_id, rule.title, worded(rule.status)) for rule in found]
    return draw(("id", "title", "status"), rows, fmt, within=style.width)


def render_games(rows: Sequence[GameLine], fmt: Format) -> str:
    """List the games, their player counts, editions, and where their rules come from.

    >>> line = GameLine("pebble-fair", "Pebble Fair", "2-4", "Fair 1999", "print in Japanese")
    >>> print(render_games([line], Format.PLAIN), end="")
    pebble-fair: Pebble Fair, 2-4 players, rules after Fair 1999 (print in Japanese)
    """
    if fmt is Format.JSON:
        return as_json({"schema": 1, "games": rows})
    if fmt is Format.PLAIN:
        return "".join(f"{text_of(_game_text(line))}\n" for line in rows)
    if fmt is Format.TABLE:
        # No grid: editions have long names, and five columns would be wider than a terminal.
        return page("\n  ".join(_game_block(line)) for line in rows)
    cells = [(line.id, line.title, line.players, line.edition, line.source) for line in rows]
    return draw(("id", "game", "players", "rules after", "source"), cells, fmt)


def rule_facts(rule: Rule) -> list[tuple[str, str]]:
    """Return what is known of a rule besides title and text, without what is empty.

    >>> rule_facts(Rule(rule_id="PEB-1.1", title="", text="", status="open", enforced="code"))
    [('status', 'open: the table decides'), ('enforced', 'the referee checks it')]
    """
    enforced = ENFORCERS.get(rule.enforced, Say("{who}", who=rule.enforced))
    facts = [(name, constant_text(value)) for name, value in rule.constants.items()]
    facts += [
        (name, text_of(Say("the table reports: {ask}", ask=asked.wanted)))
        for name, asked in rule.table_numbers.items()
    ]
    source = rule.source if len(rule.clauses) <= 1 else ""  # else each clause has its own
    facts += [(identifier("source"), source), (identifier("status"), _status(rule))]
    facts += [(identifier("against the letter"), rule.against)]
    facts += [(identifier("enforced"), text_of(enforced))]
    facts += [(identifier("explained in"), rule.argument)]
    facts += [(identifier("damaged print"), repair) for repair in rule.repairs]
    return [(escaped(name), escaped(fact.strip())) for name, fact in facts if fact]


def _texts(rule: Rule, fmt: Format) -> list[str]:
    """Return the clauses of a rule, each with its status and source unless it is the only one."""
    if len(rule.clauses) <= 1:
        return [prose(escaped(rule.text.strip()), fmt)]
    return [prose(escaped(text_of(_marked(clause))), fmt) for clause in rule.clauses]


def _marked(clause: Clause) -> Say:
    facts = {"text": clause.text, "status": worded(clause.status)}
    if not clause.source:
        return Say("{text} ({status})", **facts)
    return Say("{text} ({status}: {source})", **facts, source=clause.source)


def _status(rule: Rule) -> str:
    if rule.against:
        return text_of(Say("ruling: our ruling, against the letter"))
    return text_of(booklets.STATUSES.get(rule.status, Say("{status}", status=rule.status)))


def _game_block(line: GameLine) -> list[str]:
    said = "{id}: {title}, {players} players"
    if line.parts in _ONLY:
        said = "{id}: {title}, {players} players, {only}"
    first = Say(said, **_game_facts(line))
    edition = Say("rules after: {edition}", edition=line.edition)
    return [text_of(each) for each in (first, edition, Say("{source}", source=line.source))]


def _game_text(line: GameLine) -> Say:
    said = "{id}: {title}, {players} players, rules after {edition} ({source})"
    if line.parts in _ONLY:
        said = "{id}: {title}, {players} players, {only}, rules after {edition} ({source})"
    return Say(said, **_game_facts(line), edition=line.edition, source=line.source)


def _game_facts(line: GameLine) -> dict[str, Fact]:
    facts: dict[str, Fact] = {"title": line.title, "players": line.players}
    return {**facts, "id": AsIs(line.id), "only": _ONLY.get(line.parts, "")}


def _rule_record(rule: Rule) -> dict[str, object]:
    return {
        "id": rule.rule_id,
        **fields_of(rule, "title", "text", "status"),
        "clauses": [
            {**fields_of(each, "text", "status", "source"), "against": each.against or None}
            for each in rule.clauses
        ],
        **fields_of(rule, "synonyms", "enforced", "source", "argument"),
        "numbers": rule.constants,
        "asks": rule.table_numbers,
        "repairs": rule.repairs,
    }


MARGIN = 10
"""The indent of the text; ids are in the margin."""


def render_booklet(booklet: booklets.Booklet, fmt: Format, style: Style) -> str:
    """Show a rulebook as a booklet, in Markdown, or for any other format as text with a margin.

    >>> from referee.core.paper.booklet import Section
    >>> from referee.core.rulebook import Clause
    >>> text = (Clause("Too much mud."),)
    >>> rule = booklets.BookletRule(rule_id="PEB-3.2", title="Bust", clauses=text)
    >>> booklet = booklets.Booklet(game="fair", title="Fair", version=1, digest="d1", language="en",
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


def _text(booklet: booklets.Booklet, style: Style) -> Iterator[str]:
    cells = style.cells
    about = [line for said in booklet.about for line in wrapped(text_of(said), cells)]
    yield "\n".join([_bold(escaped(booklet.title), style), *about])
    for section in booklet.sections:
        if section.title:
            yield _bold(f"{section.number}. {escaped(section.title)}", style)
        for rule in section.rules:
            yield _rule_text(rule, cells, style)
    if booklet.house_rules:
        yield _bold(text_of(booklets.HOUSE_RULES), style)
        yield "\n".join(_with_margin(each.rule_id, text_of(Say("{name}: {said}.", name=each.name,
                        said=each.said)), cells) for each in booklet.house_rules)  # fmt: skip
    if booklet.left_open:
        yield _bold(text_of(booklets.LEFT_OPEN), style)
        for each in booklet.left_open:
            yield _with_margin(each.rule_id, escaped(each.reading), cells)
    if booklet.sources:
        yield _bold(text_of(booklets.SOURCES), style)
        statuses = map(text_of, booklets.STATUSES.values())
        yield "\n".join(part for line in statuses for part in wrapped(line, cells))
        yield "\n".join(_with_margin(rule, text_of(_source(status, source)), cells)
                        for rule, status, source in booklet.sources)  # fmt: skip
    yield text_of(Say("rulebook {n} ({digest})", n=booklet.version, digest=booklet.digest))


def _rule_text(rule: booklets.BookletRule, cells: int, style: Style) -> str:
    lines = [rule.rule_id.ljust(MARGIN) + _bold(escaped(rule.title), style)]
    clauses = (" ".join(escaped(clause.text).split()) for clause in rule.clauses)
    for said in (*clauses, *map(text_of, rule.read_out)):
        lines += wrapped(" " * MARGIN + said, cells)
    if rule.table:
        drawn = _grid(rule.table, Format.TABLE, cells - MARGIN).splitlines()
        lines += ["", *(" " * MARGIN + line for line in drawn)]
    return "\n".join(lines)


def _with_margin(rule_id: str, text: str, cells: int) -> str:
    first, *others = wrapped(" " * MARGIN + text, cells)
    return "\n".join([rule_id.ljust(MARGIN) + first[MARGIN:], *others])


def _grid(grid: CardGrid, fmt: Format, within: int | None) -> str:
    rows = [[cell_text(cell) for cell in row] for row in grid.rows]
    return draw([text_of(c) for c in grid.columns], rows, fmt, within=within).rstrip("\n")


def _markdown(booklet: booklets.Booklet) -> Iterator[str]:
    fmt = Format.MARKDOWN
    yield f"# {prose(escaped(booklet.title), fmt)}"
    yield "\n\n".join(prose(text_of(said), fmt) for said in booklet.about)
    for section in booklet.sections:
        if section.title:
            yield f"## {section.number}. {prose(escaped(section.title), fmt)}"
        for rule in section.rules:
            yield f"### {rule.rule_id} {prose(escaped(rule.title), fmt)}"
            yield "\n\n".join(prose(" ".join(escaped(c.text).split()), fmt) for c in rule.clauses)
            yield "\n\n".join(prose(text_of(asked), fmt) for asked in rule.read_out)
            yield _grid(rule.table, fmt, None) if rule.table else ""
    if booklet.house_rules:
        yield f"## {text_of(booklets.HOUSE_RULES)}"
        yield "\n".join(
            f"- `{each.name}`: {prose(text_of(each.said), fmt)} ({each.rule_id})"
            for each in booklet.house_rules
        )
    if booklet.left_open:
        yield f"## {text_of(booklets.LEFT_OPEN)}"
        yield "\n".join(
            f"- {each.rule_id} {prose(escaped(each.title), fmt)}:"
            f" {prose(escaped(each.reading), fmt)}"
            for each in booklet.left_open
        )
    if booklet.sources:
        yield f"## {text_of(booklets.SOURCES)}"
        yield "\n".join(f"- {prose(text_of(line), fmt)}" for line in booklets.STATUSES.values())
        rows = [[rule, status, source] for rule, status, source in booklet.sources]
        yield draw(("rule", "status", "source"), rows, fmt)
    yield text_of(Say("rulebook {n} ({digest})", n=booklet.version, digest=booklet.digest))


def _source(status: str, source: str) -> Say:
    if not source:
        return Say("{status}", status=status)
    return Say("{status}: {source}", status=status, source=source)


def _bold(text: str, style: Style) -> str:
    return coloured(text, Colour.BOLD, wanted=style.colour)
