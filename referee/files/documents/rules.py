"""A rulebook file: the rules, numbers and options of one game."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from referee.core.rulebook import (
    ENFORCERS,
    STATUSES,
    Clause,
    Constant,
    Edition,
    Option,
    Rule,
    Rulebook,
    TableNumber,
    weakest,
)
from referee.core.say import Say
from referee.files.decoding import digest_of
from referee.files.diagnostics import excerpt, suggest
from referee.files.values.reader import Fields, Reader, read_line, read_lines, read_prose, value_of
from referee.files.values.scalars import number_of
from referee.files.yaml.nodes import Document, Map, Node, Scalar, Sequence

_KEYS: Final = ("game", "version", "prefix", "edition", "players", "sections", "options", "rules")
_EDITION: Final = ("title", "language", "source")
_PREFIX: Final = r"[A-Z]{2,5}"
_NAME: Final = r"[a-z][a-z0-9_]*"
_COUNT: Final = r"0|[1-9][0-9]?"
_WORD: Final = r"[A-Za-z][A-Za-z0-9_-]*"
_NUMBER: Final = Say("a whole number")


def read_rulebook(document: Document) -> Rulebook:
    """Read a rulebook. Raises Unreadable with all its problems."""
    reader = Reader(document)
    root = document.root
    found = reader.keys(root, _KEYS)
    reader.need(root, found, _REQUIRED)
    prefix = _prefix(reader, found)
    rules = read_rules(reader, found, prefix)
    book = Rulebook(
        game=read_line(reader, found, "game"),
        version=read_number(reader, found["version"][1], 1) if "version" in found else 0,
        digest=digest_of(document.raw),
        prefix=prefix,
        edition=_edition(reader, found),
        players=_players(reader, found),
        rules=rules,
        options=read_options(reader, found, rules),
        sections=_sections(reader, found),
    )
    reader.raise_if_any()
    return book


def _prefix(reader: Reader, found: Fields) -> str:
    prefix = read_line(reader, found, "prefix")
    if prefix and not re.fullmatch(_PREFIX, prefix):
        said = Say("“{prefix}” cannot begin the ids of rules.", prefix=excerpt(prefix))
        reader.report("RULE-ID", found["prefix"][1], said, Say("Use two to five capital letters."))
        return ""
    return prefix


def _sections(reader: Reader, found: Fields) -> tuple[str, ...]:
    node = value_of(found, "sections")
    items = node.items if isinstance(node, Sequence) else (node,) if node else ()
    names = [reader.scalar(item, Say("the name of a section")) for item in items]
    return tuple(name.text.strip() for name in names if name is not None)


def _edition(reader: Reader, found: Fields) -> Edition:
    node = reader.map(found["edition"][1], _REQUIRED["edition"]) if "edition" in found else None
    parts = reader.keys(node, _EDITION)
    if node:
        wanted = Say("which printed rules are followed")
        reader.need(node, parts, dict.fromkeys(_EDITION, wanted))
    return Edition(*(read_line(reader, parts, name) for name in _EDITION))


def _players(reader: Reader, found: Fields) -> tuple[int, int]:
    node = reader.list(found["players"][1], _REQUIRED["players"]) if "players" in found else None
    if node is None:
        return (0, 0)
    bounds = [read_number(reader, item, 1) for item in node.items]
    if len(bounds) != 2 or bounds[0] > bounds[1]:  # noqa: PLR2004 - the fewest and the most
        said = Say("The fewest and the most players are missing.")
        reader.report("PLAYERS", node, said, Say("Write two numbers, as in [2, 4]."))
        return (0, 0)
    return (bounds[0], bounds[1])


def read_constants(reader: Reader, node: Node) -> Mapping[str, Constant]:
    """Read the constants of a rule by name. The reader records what is wrong."""
    constants: dict[str, Constant] = {}
    for key, value in reader.entries(node, Say("a map of numbers by name")):
        if not re.fullmatch(_NAME, key.text):
            said = Say("“{name}” cannot name a number.", name=excerpt(key.text))
            reader.report("CONSTANT", key, said, Say("Use small letters, digits and _."))
        constant = _constant(reader, value)
        if constant is not None:
            constants[key.text] = constant
    return constants


def _constant(reader: Reader, node: Node) -> Constant | None:
    if isinstance(node, Scalar):
        return reader.value(node, _NUMBER, number_of)
    if isinstance(node, Sequence):
        numbers = [reader.value(item, _NUMBER, number_of) for item in node.items]
        read: Constant = tuple(n for n in numbers if n is not None)
    else:
        counts = {key.text: reader.value(value, _NUMBER, number_of) for key, value in node.entries}
        read = {word: n for word, n in counts.items() if n is not None}
        if counts and all(re.fullmatch(_COUNT, word) for word in counts):
            return {int(word): n for word, n in read.items()}
        if not all(re.fullmatch(_WORD, word) for word in counts):
            said = Say("The keys of a map of numbers are either all words or all numbers.")
            remedy = Say("Write {{gold: 3, silver: 1}} or {{3: 6, 4: 4}}.")
            reader.report("CONSTANT", node, said, remedy)
            return None
    if not read:
        said, remedy = Say("There are no numbers here."), Say("Write some, or leave the entry out.")
        reader.report("CONSTANT", node, said, remedy)
    return read or None


def read_word(
    reader: Reader, parts: Fields, name: str, words: tuple[str, ...], default: str = ""
) -> str:
    """Read one of a few words, written in full; if it is missing, ``default`` or the first."""
    if name not in parts:
        return default or words[0]
    node = parts[name][1]
    scalar = reader.scalar(node, Say("one of {words}", words=words))
    if scalar is None:
        return words[0]
    if scalar.text not in words:
        said = Say("“{word}” does not fit here.", word=excerpt(scalar.text))
        reader.report("WORD", node, said, suggest(scalar.text, words))
    return scalar.text


def read_number(reader: Reader, node: Node, least: int) -> int:
    """Read a whole number; 0 for anything else, which the reader records."""
    return reader.value(node, _NUMBER, lambda text: number_of(text, least)) or 0


_OPTION: Final = ("values", "default", "rule", "free")
_CLAUSE: Final = ("text", "source", "status", "against")
_OF_ALL_CLAUSES: Final = ("synonyms", "enforced", "argument", "repairs", "constants", "asks")
_RULE: Final = ("title", *_CLAUSE, "clauses", *_OF_ALL_CLAUSES)
_TABLE_NUMBER: Final = ("ask", "count", "by")
_RULING: Final = "ruling"
_WANTED_IN_RULE: Final = {
    "title": Say("the rule in a few words"),
    "text": Say("the rule in our own words"),
}
_WANTED_SOURCE: Final = {
    "source": Say("where it is printed or published"),
    "argument": Say("the page that argues it"),
}


def read_rules(reader: Reader, found: Fields, prefix: str) -> dict[str, Rule]:
    """Read the rules by id. The reader records what is wrong."""
    rules: dict[str, Rule] = {}
    options = _option_names(found)
    well_formed = re.compile(rf"{prefix}-[1-9][0-9]*(\.[1-9][0-9]*)*")
    for key, value in reader.entries(value_of(found, "rules"), Say("a map of rules by id")):
        if prefix and not well_formed.fullmatch(key.text):
            said = Say("“{id}” is not an id of this rulebook.", id=excerpt(key.text))
            remedy = Say(
                "Write it as {prefix}-3.2: the prefix, a dash, numbers with points.", prefix=prefix
            )
            reader.report("RULE-ID", key, said, remedy)
        body = reader.map(value, Say("a map with title, text and the rest"))
        if body is not None:
            rules[key.text] = _rule(reader, key, body, options)
    return rules


def read_options(reader: Reader, found: Fields, rules: Mapping[str, Rule]) -> dict[str, Option]:
    """Read the options by name; each must cite an existing rule."""
    wanted = Say("a map of house rules by name, or {{}}")
    entries = reader.entries(value_of(found, "options"), wanted, may_be_blank=True)
    bodies = [(key, reader.map(value, Say("a map"))) for key, value in entries]
    return {key.text: _option(reader, key, body, rules) for key, body in bodies if body is not None}


def _rule(reader: Reader, key: Scalar, body: Map, options: tuple[str, ...]) -> Rule:
    """Read a rule; one without clauses is a single clause."""
    parts = reader.keys(body, _RULE)
    for name, about in _WANTED_IN_RULE.items():
        if name not in parts and not (name == "text" and "clauses" in parts):
            reader.missing(key, name, about)
    clauses = _clauses(reader, key, parts)
    return Rule(
        rule_id=key.text,
        title=read_line(reader, parts, "title"),
        text=" ".join(clause.text for clause in clauses),
        source="; ".join(dict.fromkeys(clause.source for clause in clauses if clause.source)),
        status=weakest(clauses),
        clauses=clauses,
        synonyms=read_lines(reader, parts, "synonyms"),
        enforced=read_word(reader, parts, "enforced", ENFORCERS, "table"),
        argument=read_line(reader, parts, "argument"),
        repairs=read_lines(reader, parts, "repairs"),
        constants=read_constants(reader, parts["constants"][1]) if "constants" in parts else {},
        table_numbers=_table_numbers(reader, parts, options),
    )


def _clauses(reader: Reader, key: Scalar, parts: Fields) -> tuple[Clause, ...]:
    """Read the clauses of a rule, each with its own text, source and status."""
    if "clauses" not in parts:
        return (_clause(reader, key, key, parts, parts),)
    for name in _CLAUSE:
        if name in parts:
            said = Say("A rule with clauses has no “{name}” of its own.", name=name)
            reader.report("SHAPE", parts[name][0], said, Say("Write it in each of the clauses."))
    items = reader.items(parts["clauses"][1], Say("a list of clauses"))
    wanted = Say("a map with text, source and status")
    bodies = [(item, reader.map(item, wanted)) for item in items]
    found = [
        _clause(reader, key, item, reader.keys(body, _CLAUSE), parts)
        for item, body in bodies
        if body
    ]
    return tuple(found) or (Clause(""),)


def _clause(reader: Reader, key: Scalar, at: Node, own: Fields, rule: Fields) -> Clause:
    """Read a clause, which needs a source of its own or the argument of its rule."""
    if own is not rule and "text" not in own:
        reader.missing(at, "text", _WANTED_IN_RULE["text"])
    status = read_word(reader, own, "status", STATUSES)
    is_ours = status == _RULING
    has_source = "source" in own and not (is_ours and own is rule)
    if not has_source and not (status in {_RULING, "open"} and "argument" in rule):
        wanted = "argument" if is_ours else "source"
        said = Say("{id} does not name its source.", id=excerpt(key.text))
        remedy = Say("Add “{wanted}”: {about}.", wanted=wanted, about=_WANTED_SOURCE[wanted])
        reader.report("SOURCE", at, said, remedy)
    if "against" in own and not is_ours:
        said = Say("Only a ruling goes against the letter; this is “{status}”.", status=status)
        reader.report("SOURCE", own["against"][0], said, Say("Write “status: ruling”."))
    against, text, source = (read_line(reader, own, n) for n in ("against", "text", "source"))
    return Clause(text, status, source, against)


def _table_numbers(
    reader: Reader, parts: Fields, options: tuple[str, ...]
) -> dict[str, TableNumber]:
    wanted = Say("a map of questions by the name of the number")
    entries = reader.entries(value_of(parts, "asks"), wanted)
    return {key.text: _table_number(reader, key, value, options) for key, value in entries}


def _table_number(reader: Reader, key: Scalar, node: Node, options: tuple[str, ...]) -> TableNumber:
    """Read a table number: its question alone, or a map with more."""
    if not isinstance(node, Map):
        return TableNumber(read_prose(reader, node))
    parts = reader.keys(node, _TABLE_NUMBER)
    reader.need(key, parts, {"ask": Say("what the table is asked")})
    count = read_number(reader, parts["count"][1], 1) if "count" in parts else None
    by = read_line(reader, parts, "by")
    if by and by not in options:
        said = Say("The rulebook has no house rule “{key}”.", key=excerpt(by))
        reader.report("SWITCH", parts["by"][1], said, suggest(by, options))
    return TableNumber(read_line(reader, parts, "ask"), count, by)


def _option_names(found: Fields) -> tuple[str, ...]:
    node = value_of(found, "options")
    return tuple(key.text for key, _ in node.entries) if isinstance(node, Map) else ()


def _option(reader: Reader, key: Scalar, body: Map, rules: Mapping[str, Rule]) -> Option:
    parts = reader.keys(body, _OPTION)
    free = read_word(reader, parts, "free", ("no", "yes", "true", "false")) in {"yes", "true"}
    needed = ("default", "rule", *(() if free else ("values",)))
    wanted = Say("a house rule needs values, a default and its rule")
    reader.need(key, parts, dict.fromkeys(needed, wanted))
    values = read_lines(reader, parts, "values")
    default, rule = read_line(reader, parts, "default"), read_line(reader, parts, "rule")
    if rule and rule not in rules:
        said = Say("No rule has the id {id}.", id=excerpt(rule))
        reader.report("NO-RULE", parts["rule"][1], said, suggest(rule, rules))
    if default and values and not free and default not in values:
        said = Say("The default “{default}” is not among the values.", default=excerpt(default))
        reader.report("WORD", parts["default"][1], said, suggest(default, values))
    return Option(key.text, values, default, rule, free)


_REQUIRED: Final = {
    "game": Say("the name of the game"),
    "version": Say("a number that grows with every change"),
    "prefix": Say("what the ids of the rules begin with"),
    "edition": Say("title, language and source of the printed rules that are followed"),
    "players": Say("the fewest and the most players"),
    "rules": Say("the rules by id"),
}
