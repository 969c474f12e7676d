"""A dispute file: a question with its facts, and perhaps the reply that is expected."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from collections.abc import Sequence as Listed
from fractions import Fraction
from typing import Final, TypeAlias

from msgspec import Struct

from referee.core.answers.text_input import match_key
from referee.core.game import ANSWERED, Answer, Facts, Game, Question
from referee.core.rulebook import Rulebook
from referee.core.ruling import Verdict
from referee.core.say import Say
from referee.files.diagnostics.diagnostic import shown
from referee.files.diagnostics.suggestions import suggest
from referee.files.documents.detect import check_game
from referee.files.documents.disputes.facts import facts_from
from referee.files.values.reader import Fields, Reader, read_lines
from referee.files.values.scalars import WrongType, word_of
from referee.files.yaml.tree import Document, Map, Mark, Node, Scalar, Sequence

Plain: TypeAlias = "str | tuple[Plain, ...] | Mapping[str, Plain]"
"""What a file says an answer is, as text: numbers, yes and no are compared by their words."""
Result: TypeAlias = "int | str | bool | Fraction | Listed[Result] | Mapping[str, Result] | None"
VERDICTS: Final = (*(verdict.value for verdict in Verdict), ANSWERED)
_KEYS: Final = ("game", "question", "facts", "expect", "case")
_WORDS: Final = {"true": "yes", "false": "no", "~": "null", "": "null"}


class Expect(Struct, frozen=True):
    """The verdict expected, if any, rules that are cited, and the parts of the answer that are."""

    verdict: str | None
    answer: Mapping[str, Plain]
    rules: tuple[str, ...] = ()


class Dispute(Struct, frozen=True):
    """A question about a game, with its facts, and where in the file these stand."""

    game: str
    question: Question
    facts: Facts
    expect: Expect | None
    at: Mark


def read_dispute(document: Document, game: Game, book: Rulebook) -> Dispute:
    """Read a dispute file. Raises Unreadable."""
    reader = Reader(document)
    found = reader.keys(document.root, _KEYS)
    check_game(reader, found, game.id)
    question = _question(reader, found, game)
    facts = Facts({})
    key, node = found.get("facts", (document.root, Map((), document.root.mark)))
    if question is not None:
        facts = facts_from(node, question, book, reader)
    expect = _expect(reader, found)
    reader.raise_if_any()
    if question is None:  # the reader knows why, and has raised
        raise AssertionError
    return Dispute(game.id, question, facts, expect, key.mark)


def unmet(expect: Expect, reply: Answer) -> tuple[Say, ...]:
    """Tell in which points a reply is not as expected; none if it is.

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
            said.append((name, _worded(wanted), "not given" if key is None else _worded(actual)))
    template = "{name}: expected {wanted}, but the answer is {actual}."
    return tuple(Say(template, name=n, wanted=w, actual=a) for n, w, a in said)


def _question(reader: Reader, found: Fields, game: Game) -> Question | None:
    if "question" not in found:
        reader.missing(reader.document.root, "question", Say("what is asked"))
        return None
    node = reader.scalar(found["question"][1], Say("the name of a question"))
    if node is None:
        return None
    questions = {name: each for each in game.questions for name in (each.name, *each.aliases)}
    question = questions.get(match_key(node.text))
    if question is None:
        said = Say(
            "“{name}” is not a question about {title}.", name=shown(node.text), title=game.title
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
        text = reader.scalar(parts["verdict"][1], Say("one word"))
        try:
            verdict = None if text is None else word_of(text.text, VERDICTS)
        except WrongType as unfit:
            reader.wrong_type(parts["verdict"][1], unfit)
    answer: Plain = {}
    if "answer" in parts:
        whole = reader.map(parts["answer"][1], Say("a map with parts of the answer"))
        answer = plain(whole) if whole else {}
    rules = read_lines(reader, parts, "rules")
    return Expect(verdict, answer if isinstance(answer, Mapping) else {}, rules)


def plain(node: Node) -> Plain:
    """Give a tree without its places: texts, tuples and maps."""
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
    return word == _worded(actual) or (
        not isinstance(actual, str) and _WORDS.get(word) == _worded(actual)
    )


def _worded(answer: Result) -> str:
    """Write an answer as a file would."""
    if answer is None:
        return "null"
    if isinstance(answer, bool):
        return "yes" if answer else "no"
    if isinstance(answer, tuple | list):
        return f"[{', '.join(map(_worded, answer))}]"
    if isinstance(answer, Mapping):
        return f"{{{', '.join(_pairs(answer))}}}"
    return str(answer)


def _pairs(answer: Mapping[str, Result]) -> Iterator[str]:
    for name, value in answer.items():
        yield f"{name}: {_worded(value)}"
