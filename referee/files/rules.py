"""The rules and switches of a rulebook, one by one."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from referee.core.rulebook import ENFORCERS, STATUSES, Option, Rule, TableNumber
from referee.core.say import Say
from referee.files.constants import read_constants
from referee.files.diagnostics import shown
from referee.files.nearest import guess
from referee.files.prose import read_line, read_lines, read_number, read_prose, read_word
from referee.files.reader import Found, Reader
from referee.files.tree import Map, Node, Scalar

_OPTION: Final = ("values", "default", "rule", "free")
_RULE: Final = (
    "title",
    "text",
    "source",
    "status",
    "enforced",
    "argument",
    "repairs",
    "constants",
    "asks",
)
_ASKED: Final = ("ask", "count", "by")
_RULING: Final = "ruling"
_IN_A_RULE: Final = {
    "title": Say("the rule in a few words"),
    "text": Say("the rule in our own words"),
}
_RESTS: Final = {
    "source": Say("where it is printed or told"),
    "argument": Say("the page that argues it"),
}


def read_rules(reader: Reader, found: Found, prefix: str) -> dict[str, Rule]:
    """Read the rules by id. What is wrong, the reader knows afterwards."""
    rules: dict[str, Rule] = {}
    node = reader.map(found["rules"][1], Say("a map of rules by id")) if "rules" in found else None
    switches = _names_of_switches(found)
    well_formed = re.compile(rf"{prefix}-[1-9][0-9]*(\.[1-9][0-9]*)*")
    for key, value in node.entries if node else ():
        if prefix and not well_formed.fullmatch(key.text):
            said = Say("“{id}” is no id of this rulebook.", id=shown(key.text))
            remedy = Say(
                "Write it as {prefix}-3.2: the prefix, a dash, numbers with points.", prefix=prefix
            )
            reader.fault("RULE-ID", key, said, remedy)
        body = reader.map(value, Say("a map with title, text and the rest"))
        if body is not None:
            rules[key.text] = _rule(reader, key, body, switches)
    return rules


def read_switches(reader: Reader, found: Found, rules: Mapping[str, Rule]) -> dict[str, Option]:
    """Read the switches by name; each points to a rule that there is."""
    wanted = Say("a map of switches by name, or {{}}")
    if "options" not in found:
        return {}
    node = reader.map(found["options"][1], wanted, may_be_blank=True)
    bodies = [
        (key, reader.map(value, Say("a map"))) for key, value in (node.entries if node else ())
    ]
    return {key.text: _switch(reader, key, body, rules) for key, body in bodies if body is not None}


def _rule(reader: Reader, key: Scalar, body: Map, switches: tuple[str, ...]) -> Rule:
    parts = reader.keys(body, _RULE)
    for name, about in _IN_A_RULE.items():
        if name not in parts:
            reader.missing(key, name, about)
    status = read_word(reader, parts, "status", STATUSES)
    wanted = "argument" if status == _RULING else "source"
    if wanted not in parts and not (status == "open" and "argument" in parts):
        said = Say("{id} does not say what it rests on.", id=shown(key.text))
        reader.fault(
            "SOURCE",
            key,
            said,
            Say("Add “{wanted}”: {about}.", wanted=wanted, about=_RESTS[wanted]),
        )
    return Rule(
        rule_id=key.text,
        title=read_line(reader, parts, "title"),
        text=read_line(reader, parts, "text"),
        source=read_line(reader, parts, "source"),
        status=status,
        enforced=read_word(reader, parts, "enforced", ENFORCERS, "table"),
        argument=read_line(reader, parts, "argument"),
        repairs=read_lines(reader, parts, "repairs"),
        constants=read_constants(reader, parts["constants"][1]) if "constants" in parts else {},
        table_numbers=_asks(reader, parts, switches),
    )


def _asks(reader: Reader, parts: Found, switches: tuple[str, ...]) -> dict[str, TableNumber]:
    wanted = Say("a map of questions by the name of the number")
    node = reader.map(parts["asks"][1], wanted) if "asks" in parts else None
    entries = node.entries if node else ()
    return {key.text: _asked(reader, key, value, switches) for key, value in entries}


def _asked(reader: Reader, key: Scalar, node: Node, switches: tuple[str, ...]) -> TableNumber:
    """Read what is asked: the question alone, or a map that tells more."""
    if not isinstance(node, Map):
        return TableNumber(read_prose(reader, node))
    parts = reader.keys(node, _ASKED)
    if "ask" not in parts:
        reader.missing(key, "ask", Say("what the table is asked"))
    count = read_number(reader, parts["count"][1], 1) if "count" in parts else None
    by = read_line(reader, parts, "by")
    if by and by not in switches:
        said = Say("The rulebook has no switch “{key}”.", key=shown(by))
        reader.fault("SWITCH", parts["by"][1], said, guess(by, switches))
    return TableNumber(read_line(reader, parts, "ask"), count, by)


def _names_of_switches(found: Found) -> tuple[str, ...]:
    """List the switches by name; whether each is sound is seen when they are read."""
    node = found["options"][1] if "options" in found else None
    return tuple(key.text for key, _ in node.entries) if isinstance(node, Map) else ()


def _switch(reader: Reader, key: Scalar, body: Map, rules: Mapping[str, Rule]) -> Option:
    parts = reader.keys(body, _OPTION)
    free = read_word(reader, parts, "free", ("no", "yes", "true", "false")) in {"yes", "true"}
    for name in ("default", "rule", *(() if free else ("values",))):
        if name not in parts:
            reader.missing(
                key, name, Say("a switch needs values, a default and the rule that tells it")
            )
    values = read_lines(reader, parts, "values")
    default, rule = read_line(reader, parts, "default"), read_line(reader, parts, "rule")
    if rule and rule not in rules:
        reader.fault(
            "NO-RULE",
            parts["rule"][1],
            Say("There is no rule {id}.", id=shown(rule)),
            guess(rule, rules),
        )
    if default and values and not free and default not in values:
        said = Say("The default “{default}” is not among the values.", default=shown(default))
        reader.fault("WORD", parts["default"][1], said, guess(default, values))
    return Option(key.text, values, default, rule, free)
