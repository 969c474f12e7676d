"""Rules to read: one whole, a list of them, and the games that have a rulebook."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from msgspec import Struct

from referee.core.paper.booklet import STATUSES
from referee.core.paper.wording import constant_text, escaped, text_of
from referee.core.rulebook import Clause, Rule, Rulebook
from referee.core.say import AsIs, Say, identifier, worded
from referee.render.formats import Format, Style, as_json
from referee.render.grids import draw
from referee.render.pages import heading, named_list, page, prose
from referee.render.text import Colour, coloured

ENFORCERS: Final[Mapping[str, Say]] = {
    "code": Say("the referee checks it"),
    "table": Say("the players check it"),
}
"""Who sees to a rule, in a player's words."""


class GameLine(Struct, frozen=True):
    """One game in the list of games."""

    id: str
    title: str
    players: str
    edition: str
    source: str


def render_rule(rule: Rule, book: Rulebook, fmt: Format, style: Style) -> str:
    """Show one rule whole: text, numbers, source, status, and what a damaged print says.

    >>> from referee.core.rulebook import Edition
    >>> rule = Rule(rule_id="PEB-3.2", title="Bust", text="Too much mud.", constants={"bust_at": 2})
    >>> book = Rulebook(game="pebble-fair", version=1, digest="", prefix="PEB", players=(2, 4),
    ...     edition=Edition("Pebble Fair", "en", ""), rules={"PEB-3.2": rule})
    >>> print(render_rule(rule, book, Format.TABLE, Style()), end="")
    PEB-3.2 Bust
    <BLANKLINE>
    Too much mud.
    <BLANKLINE>
    bust_at: 2
    status: printed
    enforced: the players check it
    """
    if fmt is Format.JSON:
        return as_json({"schema": 1, "game": book.game, "rule": _rule_record(rule)})
    facts = rule_facts(rule)
    if fmt is Format.CSV:
        first = [("id", rule.rule_id), ("title", rule.title), ("text", rule.text)]
        return draw(("name", "value"), [*first, *facts], fmt)
    title = text_of(Say("{id} {title}", id=rule.rule_id, title=rule.title))
    title = coloured(title, Colour.BOLD, wanted=style.colour and fmt is Format.TABLE)
    blocks = [heading(title, fmt), *_texts(rule, fmt), named_list(facts, fmt)]
    if fmt is Format.PLAIN:
        return "".join(f"{block}\n" for block in blocks if block)
    return page(blocks)


def render_rulebook(book: Rulebook, found: Sequence[Rule], fmt: Format, style: Style) -> str:
    """List rules by id, title and status, in the order given.

    >>> from referee.core.rulebook import Edition
    >>> rule = Rule(rule_id="PEB-3.2", title="Bust", text="Too much mud.")
    >>> book = Rulebook(game="pebble-fair", version=1, digest="", prefix="PEB", players=(2, 4),
    ...     edition=Edition("Pebble Fair", "en", ""), rules={"PEB-3.2": rule})
    >>> print(render_rulebook(book, [rule], Format.PLAIN, Style()), end="")
    PEB-3.2 Bust: printed
    """
    if fmt is Format.JSON:
        rulebook = {"version": book.version, "digest": book.digest}
        rules = [_rule_record(rule) for rule in found]
        return as_json({"schema": 1, "game": book.game, "rulebook": rulebook, "rules": rules})
    if fmt is Format.PLAIN:
        return "".join(f"{_one_line(rule)}\n" for rule in found)
    is_read = fmt is not Format.CSV
    rows = [
        (rule.rule_id, rule.title, worded(rule.status) if is_read else rule.status)
        for rule in found
    ]
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
    """Name all that is known of a rule beside title and text; what is empty is left out.

    >>> rule_facts(Rule(rule_id="PEB-1.1", title="", text="", status="open", enforced="code"))
    [('status', 'open: the table decides'), ('enforced', 'the referee checks it')]
    """
    enforced = ENFORCERS.get(rule.enforced, Say("{who}", who=rule.enforced))
    facts = [(name, constant_text(value)) for name, value in rule.constants.items()]
    facts += [
        (name, text_of(Say("the table reports: {ask}", ask=asked.wanted)))
        for name, asked in rule.table_numbers.items()
    ]
    source = rule.source if len(rule.clauses) <= 1 else ""  # else each clause tells its own
    facts += [(identifier("source"), source), (identifier("status"), _status(rule))]
    facts += [(identifier("enforced"), text_of(enforced))]
    facts += [(identifier("argued in"), rule.argument)]
    facts += [(identifier("damaged print"), repair) for repair in rule.repairs]
    return [(escaped(name), escaped(fact.strip())) for name, fact in facts if fact]


def _texts(rule: Rule, fmt: Format) -> list[str]:
    """Show the clauses of a rule, each with what it rests on; one alone needs no such mark."""
    if len(rule.clauses) <= 1:
        return [prose(escaped(rule.text.strip()), fmt)]
    marked = [
        Say("{text} ({status}: {source})", text=each.text, status=_called(each), source=each.source)
        if each.source
        else Say("{text} ({status})", text=each.text, status=_called(each))
        for each in rule.clauses
    ]
    return [prose(escaped(text_of(each)), fmt) for each in marked]


def _called(clause: Clause) -> str:
    """Call what a clause rests on in one word."""
    return worded(clause.status)


def _status(rule: Rule) -> str:
    return text_of(STATUSES.get(rule.status, Say("{status}", status=rule.status)))


def _one_line(rule: Rule) -> str:
    facts = {"id": rule.rule_id, "title": rule.title, "status": worded(rule.status)}
    return text_of(Say("{id} {title}: {status}", **facts))


def _game_block(line: GameLine) -> list[str]:
    first = Say(
        "{id}: {title}, {players} players", id=AsIs(line.id), title=line.title, players=line.players
    )
    edition = Say("rules after: {edition}", edition=line.edition)
    return [text_of(each) for each in (first, edition, Say("{source}", source=line.source))]


def _game_text(line: GameLine) -> Say:
    return Say(
        "{id}: {title}, {players} players, rules after {edition} ({source})",
        id=AsIs(line.id),
        title=line.title,
        players=line.players,
        edition=line.edition,
        source=line.source,
    )


def _rule_record(rule: Rule) -> dict[str, object]:
    return {
        "id": rule.rule_id,
        "title": rule.title,
        "text": rule.text,
        "status": rule.status,
        "clauses": [
            {"text": each.text, "status": each.status, "source": each.source}
            for each in rule.clauses
        ],
        "synonyms": rule.synonyms,
        "enforced": rule.enforced,
        "source": rule.source,
        "argument": rule.argument,
        "numbers": rule.constants,
        "asks": rule.table_numbers,
        "repairs": rule.repairs,
    }
