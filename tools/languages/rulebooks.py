"""The rules of a game in another language: read from YAML, held against the English, compiled."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import yaml
from babel.messages.catalog import Catalog

from referee.core.rulebook import Rule, Rulebook, digest_of
from referee.files.documents.rules import read_rulebook
from referee.files.languages import parts_of
from referee.files.yaml.loader import parse


def english(path: Path) -> Rulebook:
    """Read a rulebook as it is, whatever language is spoken."""
    return read_rulebook(parse(path.read_bytes(), path.name))


def texts_at(path: Path) -> Mapping[str, Any]:
    """Read the wording of a rulebook in another language."""
    found: Mapping[str, Any] = yaml.safe_load(path.read_text(encoding="utf-8"))
    return found


def add_rules(catalog: Catalog, book: Rulebook, texts: Mapping[str, Any]) -> None:
    """Put the wording of the rules into a catalogue, each part under the id of its rule."""
    for context, part, text in parts_of(texts, book.prefix):
        catalog.add(part, text, context=context)


def unlike(rule: Rule, told: Mapping[str, Any]) -> Iterator[str]:
    """Tell how the wording of a rule does not fit the English."""
    if told.get("of") != digest_of(rule):
        yield f"{rule.rule_id}: the English has changed since it was translated"
    clauses = told.get("clauses", [told])
    if len(clauses) != len(rule.clauses):
        yield f"{rule.rule_id}: {len(rule.clauses)} clauses in English, {len(clauses)} here"
    if len(told.get("repairs", ())) != len(rule.repairs):
        yield f"{rule.rule_id}: not as many repairs as in English"
    if set(told.get("asks", {})) != set(rule.table_numbers):
        yield f"{rule.rule_id}: not the same questions as in English"


def stamp(path: Path, book: Rulebook) -> None:
    """Mark each rule that bears no mark yet with the English it was translated from."""
    texts = texts_at(path)["rules"]
    lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
    marked = list[str]()
    for line in lines:
        marked.append(line)
        rule_id = line.strip().removesuffix(":")
        if line.startswith("  ") and rule_id in texts and "of" not in texts[rule_id]:
            marked.append(f"    of: '{digest_of(book.rules[rule_id])}'\n")
    path.write_text("".join(marked), encoding="utf-8")
