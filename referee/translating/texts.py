"""The rules of a game in another language: a YAML file, written whole with the English above.

They are compiled into the game's catalogue, which the build of a wheel does without a game.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from itertools import takewhile
from pathlib import Path
from typing import Any, Final

import yaml

from referee.core.rulebook import Clause, Rule, Rulebook
from referee.files.diagnostics import Unreadable
from referee.files.documents.rules import read_rulebook
from referee.files.languages import parts_of
from referee.files.tags import ENGLISH
from referee.files.yaml.loader import parse
from referee.translating import catalogues

_RULE: Final = re.compile(r"  ([A-Z]{2,5}-C?[\d.]+):")
"""The id of a rule, or of a case."""
_ABOVE: Final = re.compile(r"\s+# (.*)")
_DECIDES: Final = re.compile(
    r"    (?:  (?:- )?)?(?:title|text):|      - text:|    (?:asked|short|reading):"
)
"""Lines of what a translation is held against: a title, a clause, the texts of a case."""
_PARTS: Final = ("text", "source", "against")
_RULES, CASES = "rules", "cases"
_INDENT: Final = "    "
Cases = Mapping[str, Mapping[str, str]]
"""The texts of decided cases by their names, of each case by its id."""


def texts_at(path: Path) -> dict[str, Any]:
    """Read the wording of a rulebook in another language; an empty one where there is no file.

    Raises Unreadable.
    """
    raw = path.read_bytes() if path.is_file() else b""
    with suppress(yaml.YAMLError, UnicodeDecodeError):
        found = yaml.safe_load(raw.decode()) or {"rules": {}}
        if isinstance(found, dict):
            return found
    raise Unreadable(parse(raw, str(path)).faults)


def made_from(path: Path) -> dict[str, list[str]]:
    """Read from the comments which English each rule and case of a file was translated from."""
    found: dict[str, list[str]] = {}
    rule, above = "", ""
    for line in path.read_text(encoding="utf-8").splitlines() if path.is_file() else ():
        if begun := _RULE.fullmatch(line):
            rule = begun[1]
        elif rule and _DECIDES.match(line) and above:
            found.setdefault(rule, []).append(above)
        noted = _ABOVE.fullmatch(line)
        above = noted[1] if noted else ""
    return found


def renewed(path: Path, book: Rulebook, cases: Cases | None = None) -> str:
    """Write the texts of a rulebook again: all that is translated stays, the English is today's.

    A rule or case whose English changed gets ``was``, the English that it was translated from.
    """
    texts, before = texts_at(path), made_from(path)
    lines = [_head(path, book), *_text("", "title", book.edition.title, texts)]
    if book.sections:
        lines.append("sections:")
        told = [*texts.get("sections", ()), *[""] * len(book.sections)]
        for english, text in zip(book.sections, told, strict=False):
            lines += [f"  # {_line(english)}", f"  - {as_yaml(text)}"]
    lines += ["", "rules:"]
    for rule in book.rules.values():
        own = dict(texts["rules"].get(rule.rule_id) or {})
        today = [_line(rule.title), *(_line(clause.text) for clause in rule.clauses)]
        own |= _changed(own, before.get(rule.rule_id), today)
        lines += [f"  {rule.rule_id}:", *_of_rule(rule, own)]
    if cases:
        lines += ["", f"{CASES}:"]
    for case_id, case in (cases or {}).items():
        own = dict(texts.get(CASES, {}).get(case_id) or {})
        own |= _changed(own, before.get(case_id), list(case.values()))
        lines += [f"  {case_id}:", *_was(own)]
        for part, text in case.items():
            lines += _text(_INDENT, part, text, own)
    return "\n".join(lines) + "\n"


def cases_of(path: Path) -> Iterator[tuple[str, str]]:
    """Yield the English of each text about a case that is translated, and its translation.

    The English is what was translated: where it has changed since, it is found no longer.
    """
    before = made_from(path)
    for case_id, own in texts_at(path).get(CASES, {}).items():
        if own and "was" not in own:
            english, said = before.get(case_id, ()), (text or "" for text in own.values())
            yield from zip(english, said, strict=False)


def _changed(
    own: Mapping[str, Any], then: list[str] | None, now: list[str]
) -> Mapping[str, list[str]]:
    """Return the English that a translation was made from, if that is another now."""
    if not then or then == now or "was" in own or not _is_begun(own):
        return {}
    return {"was": [each for each in then if each not in now]}


def is_done(texts: Mapping[str, Any]) -> bool:
    """Return whether the title and every clause of a rule is translated, or all of a case."""
    if "asked" in texts:
        return all(texts.values())
    clauses = texts.get("clauses", [texts])
    return bool(texts.get("title")) and all(each.get("text") for each in clauses)


def _is_begun(texts: Mapping[str, Any]) -> bool:
    clauses = [each.get("text") for each in texts.get("clauses", [texts])]
    return any((*clauses, *(texts.get(part) for part in ("title", "asked", "short", "reading"))))


def counted(texts: Mapping[str, Any], kind: str = _RULES) -> tuple[int, int, int]:
    """Count the rules or cases of a file, those that are done, and those to look at again."""
    rules = [each or {} for each in texts.get(kind, {}).values()]
    looked = sum("was" in each for each in rules)
    return len(rules), sum(map(is_done, rules)) - looked, looked


def unlike(rule: Rule, told: Mapping[str, Any]) -> Iterator[str]:
    """Yield how the wording of a rule does not fit the English."""
    if "was" in told:
        yield f"{rule.rule_id}: the English has changed since it was translated"
    clauses = told.get("clauses", [told])
    if len(clauses) != len(rule.clauses):
        yield f"{rule.rule_id}: {len(rule.clauses)} clauses in English, {len(clauses)} here"
    for part in _PARTS:
        if [*(bool(getattr(each, part)) for each in rule.clauses)] != [
            bool(each.get(part)) for each in clauses
        ]:
            yield f"{rule.rule_id}: not each {part} of the English"
    if len(told.get("repairs", ())) != len(rule.repairs):
        yield f"{rule.rule_id}: not as many repairs as in English"
    if set(told.get("asks", {})) != set(rule.table_numbers):
        yield f"{rule.rule_id}: not the same questions as in English"


def _head(path: Path, book: Rulebook) -> str:
    """Keep the first comment of a file, or begin one; the English of the title is none of it."""
    old = path.read_text(encoding="utf-8").split("\n") if path.is_file() else []
    title = f"# {_line(book.edition.title)}"
    kept = [line for line in takewhile(lambda line: line.startswith("#"), old) if line != title]
    tag = path.stem if path.parent.name == "texts" else path.parent.name
    begun = f"# The rules of {book.game} in {tag}. Above each text is the English ({ENGLISH})."
    return "\n".join(kept or [begun])


def _was(own: Mapping[str, Any]) -> Iterator[str]:
    if own.get("was"):
        yield f"{_INDENT}was:"
        yield from (f"{_INDENT}  - {as_yaml(each)}" for each in own["was"])


def _of_rule(rule: Rule, own: Mapping[str, Any]) -> Iterator[str]:
    indent = _INDENT
    yield from _was(own)
    yield from _text(indent, "title", rule.title, own)
    clauses = own.get("clauses", [own])
    clauses = [*clauses, *[{}] * (len(rule.clauses) - len(clauses))]
    if len(rule.clauses) == 1:
        yield from _clause(indent, rule.clauses[0], clauses[0])
    else:
        yield f"{indent}clauses:"
        for clause, told in zip(rule.clauses, clauses, strict=False):
            above, text, *others = _clause(f"{indent}    ", clause, told)
            yield f"{indent}  {above.strip()}"
            yield f"{indent}  - {text.strip()}"
            yield from others
    if rule.repairs:
        yield f"{indent}repairs:"
        told = [*own.get("repairs", ()), *[""] * len(rule.repairs)]
        for english, text in zip(rule.repairs, told, strict=False):
            yield f"{indent}  # {_line(english)}"
            yield f"{indent}  - {as_yaml(text)}"
    if rule.table_numbers:
        yield f"{indent}asks:"
        for name, asked in rule.table_numbers.items():
            yield from _text(f"{indent}  ", name, asked.question, own.get("asks", {}))
    synonyms = own.get("synonyms") or ()
    if rule.synonyms:
        yield f"{indent}# {', '.join(rule.synonyms)}"
    if rule.synonyms or synonyms:
        yield f"{indent}synonyms: [{', '.join(map(as_yaml, synonyms))}]"


def _clause(indent: str, clause: Clause, own: Mapping[str, Any]) -> Iterator[str]:
    for name in _PARTS:
        if english := getattr(clause, name):
            yield from _text(indent, name, english, own)


def _text(indent: str, name: str, english: str, own: Mapping[str, Any]) -> Iterator[str]:
    yield f"{indent}# {_line(english)}"
    yield f"{indent}{name}: {as_yaml(own.get(name) or '')}".rstrip()


def _line(text: str) -> str:
    return " ".join(text.split())


def as_yaml(text: object) -> str:
    """Write a text as YAML reads it back, in a list between brackets too."""
    if not text:
        return ""
    written = str(yaml.safe_dump([str(text)], allow_unicode=True, width=1_000_000_000))
    flow = str(yaml.safe_dump([str(text)], allow_unicode=True, default_flow_style=True, width=1e9))
    bare = written[2:].rstrip("\n")
    return bare if flow.startswith(f"[{bare}]") else flow[1:].rstrip("\n").removesuffix("]")


PACKAGE: Final = Path(__file__).resolve().parents[1]
LOCALE: Final = PACKAGE / "locale"
RULEBOOKS: Final = PACKAGE.parent / "rulebooks"


def compile_all(into: Path = LOCALE) -> Iterator[Path]:
    """Compile every catalogue of a checkout; yield the files made, below ``into``."""
    for path in sorted(LOCALE.glob("*/LC_MESSAGES/*.po")):
        made = into / path.relative_to(LOCALE).with_suffix(".mo")
        compile_ours(path, made)
        yield made


def compile_ours(path: Path, made: Path) -> None:
    """Compile a catalogue, with the texts of its rules and cases if it is a game's."""
    book = RULEBOOKS / f"{path.stem}.yaml"
    told = RULEBOOKS / path.parts[-3] / book.name
    parts: list[tuple[str | None, str, str]] = []
    if told.is_file():
        prefix = read_rulebook(parse(book.read_bytes(), book.name)).prefix
        parts += parts_of(texts_at(told), prefix)
        parts += ((None, english, text) for english, text in cases_of(told))
    catalogues.compiled(made, catalogues.read(path), parts)
