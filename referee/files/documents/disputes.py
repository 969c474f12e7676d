"""A dispute file: a question, its facts, the expected answer; and the casebook of decided ones."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping
from collections.abc import Sequence as Listed
from fractions import Fraction
from typing import Final, TypeAlias

from msgspec import Struct

from referee.core.answers.text_input import match_key
from referee.core.game import ANSWERED, Answer, Facts, Game, Question
from referee.core.rulebook import Rulebook
from referee.core.ruling import Verdict
from referee.core.say import Say, identifier, worded
from referee.files.diagnostics import Diagnostic, Unreadable, excerpt, suggest
from referee.files.documents.detect import check_game
from referee.files.documents.facts import facts_from
from referee.files.values.reader import Fields, Reader, read_line, read_lines, value_of
from referee.files.values.scalars import word_of
from referee.files.yaml.loader import parse
from referee.files.yaml.nodes import Document, Map, Node, Position, Scalar, Sequence, diagnose

Plain: TypeAlias = "str | tuple[Plain, ...] | Mapping[str, Plain]"
"""The answer that a file expects, as text: numbers, yes and no are compared as words."""
Result: TypeAlias = "int | str | bool | Fraction | Listed[Result] | Mapping[str, Result] | None"
VERDICTS: Final = (*(verdict.value for verdict in Verdict), ANSWERED)
_KEYS: Final = ("game", "question", "facts", "expect", "case")
_WORDS: Final = {"true": "yes", "false": "no", "~": "null", "": "null"}


class Expect(Struct, frozen=True):
    """The expected verdict, if any, the rules it cites, and the parts of the answer."""

    verdict: str | None
    answer: Mapping[str, Plain]
    rules: tuple[str, ...] = ()


class Dispute(Struct, frozen=True):
    """A question about a game, its facts, and their place in the file."""

    game: str
    question: Question
    facts: Facts
    expect: Expect | None
    at: Position


def read_dispute(document: Document, game: Game, book: Rulebook) -> Dispute:
    """Read a dispute file. Raises Unreadable."""
    reader = Reader(document)
    found = reader.keys(document.root, _KEYS)
    check_game(reader, found, game.id)
    question = _question(reader, found, game)
    key, node = found.get("facts", (document.root, Map((), document.root.position)))
    facts = facts_from(node, question, book, reader) if question else Facts({})
    expect = _expect(reader, found)
    return Dispute(game.id, reader.finished(question), facts, expect, key.position)


def unmet(expect: Expect, reply: Answer) -> tuple[Say, ...]:
    """Return how a reply differs from what is expected, one sentence for each difference.

    >>> reply = Answer("answered", Say("Three."), (), (), {"points": 3})
    >>> [str(each) for each in unmet(Expect("answered", {"points": "4"}), reply)]
    ['points: expected 4, but the answer is 3.']
    """
    said = []
    if expect.verdict is not None and expect.verdict != reply.verdict:
        said.append(("verdict", expect.verdict, reply.verdict))
    cited = tuple(str(rule) for rule in reply.rules)
    if set(expect.rules) - set(cited):
        said.append(("rules", ", ".join(expect.rules), ", ".join(cited)))
    for name, wanted in expect.answer.items():
        key = next((own for own in reply.results if match_key(own) == match_key(name)), None)
        actual = reply.results[key] if key is not None else None
        if key is None or not _agrees(wanted, actual):
            said.append((name, _as_text(wanted), "not given" if key is None else _as_text(actual)))
    template = "{name}: expected {wanted}, but the answer is {actual}."
    return tuple(Say(template, name=n, wanted=w, actual=a) for n, w, a in said)


def _question(reader: Reader, found: Fields, game: Game) -> Question | None:
    reader.need(reader.document.root, found, {"question": Say("what is asked")})
    name = value_of(found, "question")
    node = reader.scalar(name, Say("the name of a question")) if name else None
    if node is None:
        return None
    questions = {name: each for each in game.questions for name in (each.name, *each.aliases)}
    question = questions.get(match_key(node.text))
    if question is None:
        said = Say(
            "“{name}” is not a question about {title}.", name=excerpt(node.text), title=game.title
        )
        reader.report("QUESTION", node, said, suggest(node.text, questions))
    return question


def _expect(reader: Reader, found: Fields) -> Expect | None:
    if "expect" not in found:
        return None
    node = reader.map(found["expect"][1], Say("a map with verdict, rules and answer"))
    if node is None:
        return None
    parts = reader.keys(node, ("verdict", "rules", "answer"))
    verdict = None
    if "verdict" in parts:
        wanted = Say("one word")
        verdict = reader.value(parts["verdict"][1], wanted, lambda word: word_of(word, VERDICTS))
    answer = reader.entries(value_of(parts, "answer"), Say("a map with parts of the answer"))
    wanted_parts = {key.text: plain(value) for key, value in answer}
    return Expect(verdict, wanted_parts, read_lines(reader, parts, "rules"))


def plain(node: Node) -> Plain:
    """Return a tree without its positions, as texts, tuples and maps."""
    if isinstance(node, Scalar):
        return node.text
    if isinstance(node, Sequence):
        return tuple(map(plain, node.items))
    return {key.text: plain(value) for key, value in node.entries}


def _agrees(wanted: Plain, actual: Result) -> bool:
    if isinstance(wanted, Mapping):
        return (
            isinstance(actual, Mapping)
            and wanted.keys() == actual.keys()
            and all(_agrees(wanted[key], actual[key]) for key in wanted)
        )
    if isinstance(wanted, tuple):
        return (
            isinstance(actual, tuple | list)
            and len(wanted) == len(actual)
            and all(map(_agrees, wanted, actual))
        )
    if isinstance(actual, tuple | list | Mapping):
        return False
    word = wanted.strip()
    return word == _as_text(actual) or (
        not isinstance(actual, str) and _WORDS.get(word) == _as_text(actual)
    )


def _as_text(answer: Result) -> str:
    if answer is None:
        return "null"
    if isinstance(answer, bool):
        return "yes" if answer else "no"
    if isinstance(answer, tuple | list):
        return f"[{', '.join(map(_as_text, answer))}]"
    if isinstance(answer, Mapping):
        pairs = (f"{name}: {_as_text(value)}" for name, value in answer.items())
        return f"{{{', '.join(pairs)}}}"
    return str(answer)


_CASE: Final = ("id", "asked", "short", "reading", "date", "status")
_DATE: Final = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
_STATUS: Final = re.compile(r"current|superseded by (\S+)")
CURRENT: Final = identifier("current")


class Case(Struct, frozen=True):
    """A decided dispute: the question in a player's words, and the reading that decides it.

    ``short`` answers the question as it is asked; if it is empty, the reason of the ruling is shown
    instead. ``reading`` is empty if the printed rules decide. ``status`` is ``current`` or names
    the case that supersedes it; a case is never deleted.
    """

    case_id: str
    asked: str
    short: str
    reading: str
    date: str
    status: str
    dispute: Dispute
    document: Document


def read_case(document: Document, game: Game, book: Rulebook) -> Case:
    """Read a case from a dispute file. Raises Unreadable."""
    dispute = read_dispute(document, game, book)
    reader = Reader(document)
    root = {key.text: (key, node) for key, node in document.root.entries}
    wanted = Say("how the dispute was decided: id, asked, date")
    reader.need(document.root, root, {"case": wanted})
    node = reader.map(root["case"][1], wanted) if "case" in root else None
    parts = reader.keys(node, _CASE)
    given = {name: read_line(reader, parts, name) for name in _CASE}
    if node is not None:
        reader.need(node, parts, dict.fromkeys(("id", "asked", "date"), wanted))
    given["status"] = given["status"] or CURRENT
    forms = (("date", _DATE, "2026-11-22"), ("status", _STATUS, "superseded by NSP-C31"))
    for name, form, like in forms:
        if name in parts and not form.fullmatch(given[name]):
            said = Say("“{word}” does not fit here.", word=excerpt(given[name]))
            reader.report("TEXT", parts[name][1], said, Say("Write it as in “{like}”.", like=like))
        elif name == "date" and name in parts and not _is_day(given[name]):
            said = Say("There is no such day: {date}.", date=given[name])
            reader.report("TEXT", parts[name][1], said, Say("Write the day of the decision."))
    if dispute.expect is None or dispute.expect.verdict is None:
        reader.missing(document.root, "expect", Say("the verdict, and its rules"))
    reader.raise_if_any()
    return Case(
        given["id"],
        worded(given["asked"]),
        worded(given["short"]),
        worded(given["reading"]),
        given["date"],
        given["status"],
        dispute,
        document,
    )


def _is_day(date: str) -> bool:
    from datetime import date as day  # only cases have days

    try:
        day.fromisoformat(date)
    except ValueError:
        return False
    return True


def load_cases(game: Game, book: Rulebook) -> tuple[Case, ...]:
    """Read the casebook of a game, in order of ids; empty if it has none.

    Raises Unreadable, also if two cases share an id or a superseding case is missing.
    """
    found = [read_case(parse(raw, path), game, book) for path, raw in _casebook_files(game)]
    found.sort(key=lambda case: case.case_id)
    check_ids(found)
    return tuple(found)


def check_ids(cases: Listed[Case]) -> None:
    """Check that ids are unique and that superseding cases exist. Raises Unreadable."""
    ids = [case.case_id for case in cases]
    problems = []
    for number, case in enumerate(cases):
        status = _STATUS.fullmatch(case.status)
        successor = status and status[1]
        if case.case_id in ids[:number]:
            said = Say("There are two cases {id}.", id=case.case_id)
            problems.append(_problem_of(case, said, Say("Give this one an id of its own.")))
        if successor and (successor not in ids or successor == case.case_id):
            said = Say("There is no other case {id} in this casebook.", id=successor)
            remedy = Say("Name the case that replaces this one.")
            problems.append(_problem_of(case, said, remedy))
    if problems:
        raise Unreadable(problems)


def _problem_of(case: Case, said: Say, remedy: Say) -> Diagnostic:
    document = case.document
    position = next(node.position for key, node in document.root.entries if key.text == "case")
    return diagnose(document.path, document.lines, "TEXT", position, said, remedy)


def _casebook_files(game: Game) -> Iterator[tuple[str, bytes]]:
    """Yield the files of a game's casebook, from our wheel or checkout or from its package."""
    from importlib.resources import files
    from importlib.resources.abc import Traversable

    package = game.package.partition(".")[0]
    places: list[Traversable] = [files(package).joinpath("casebook")]
    if package == "referee":
        room = game.package.rpartition(".")[2]
        ours = files(package)
        above = ours.parent if hasattr(ours, "parent") else ours
        places = [each.joinpath("rulebooks", "casebook", room) for each in (ours, above)]
    for place in places:
        if place.is_dir():
            for each in sorted(place.iterdir(), key=lambda file: file.name):
                if each.name.endswith(".yaml"):
                    yield os.fspath(str(each)), each.read_bytes()
            return
