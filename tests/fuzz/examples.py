"""What there is to start from: every example of the repository, by what it is."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final

import yaml

from referee.registry import game_ids, open_game
from tests.fuzz.inputs import Kind
from tests.fuzz.trees import Node, tree_of

ROOT: Final = Path(__file__).parent.parent.parent
_KINDS: Final = (
    ("question", Kind.DISPUTE),
    ("answers", Kind.SCENARIO),
    ("prefix", Kind.RULEBOOK),
    ("holdings", Kind.HOLDINGS),
    ("players", Kind.TABLE),
    ("maze", Kind.MAZE),
)
_BESIDES: Final = {"players", "options", "numbers", "aside", "texts", "holdings", "besides"}
Plain = dict[str, Any]


@cache
def trees(kind: Kind) -> tuple[Node, ...]:
    """Give the examples of a kind as trees."""
    return tuple(tree_of(each) for each in _plain()[kind])


@cache
def texts() -> tuple[str, ...]:
    """Give every example that is a file of its own, and every broken one, as it is written."""
    found = _files("scoresheets/**/*.yaml", "tests/games/*/scenarios/*.yaml", "tests/errors/*")
    return tuple(path.read_text(encoding="utf-8") for path in found if path.is_file())


@cache
def journals() -> tuple[tuple[bytes, ...], ...]:
    """Give the lines of every recorded game."""
    return tuple(tuple(path.read_bytes().splitlines()) for path in _files("scoresheets/**/*.jsonl"))


def body_of(line: bytes) -> bytes:
    """Take the checksum off a line of a journal."""
    return line.rpartition(b',"sum"')[0] + b"}"


@cache
def asked() -> tuple[tuple[str, ...], ...]:
    """Give every dispute among the cases as words of a command line."""
    return tuple(
        (game, str(case["ask"]["question"]), *map(str, case["ask"]["facts"]))
        for game, case in _cases()
        if "ask" in case
    )


@cache
def evenings() -> tuple[tuple[Plain, tuple[str, ...]], ...]:
    """Give the tables of all scenarios, and what was answered there as it would be typed."""
    return tuple((plain, tuple(_typed(plain["answers"]))) for plain in _plain()[Kind.SCENARIO])


@cache
def numbers() -> Mapping[str, Plain]:
    """Give, by game, the numbers that only a table knows, as some example has them."""
    known: dict[str, Plain] = {game: {} for game in game_ids()}
    for plain in _plain()[Kind.SCENARIO]:
        if plain.get("numbers"):
            known[plain["game"]] = plain["numbers"]
    return known


@cache
def _plain() -> dict[Kind, list[Plain]]:
    """Read all examples, and turn cases into the files that a table would have written."""
    found: dict[Kind, list[Plain]] = {kind: [] for kind in Kind}
    for path in _files("scoresheets/**/*.yaml", "tests/games/*/scenarios/*.yaml", "rulebooks/*"):
        if path.suffix == ".yaml":
            _sort(_read(path), found)
    for game, case in _cases():
        _sort(_file_of(game, case), found)
    for each in (*found[Kind.HOLDINGS], *found[Kind.SCENARIO]):
        found[Kind.TABLE].append({k: v for k, v in each.items() if k in _TABLE})
    found[Kind.SETTINGS] += _settings()
    return found


_TABLE: Final = ("game", "players", "options", "numbers", "leader", "maze")


def _sort(plain: Plain, found: dict[Kind, list[Plain]]) -> None:
    kind = next((kind for key, kind in _KINDS if key in plain), None)
    if kind is not None:
        found[kind].append(plain)


def _settings() -> Iterator[Plain]:
    for mode, worth in (("advanced", "5"), ("basic", "3"), ("simple", "1")):
        kept = [str(int(worth) * n) for n in range(1, 7)]
        yield {"colorful-treasure": {"same_colour": {mode: kept}}}
        yield {"colorful-treasure": {"same_colour": kept}, "aladdin": {"a": {"b": ["1"]}}}


def _cases() -> Iterator[tuple[str, Plain]]:
    for path in _files("tests/games/*/cases/*.yaml"):
        game = path.parent.parent.name.replace("_", "-")
        for case in _read(path):
            yield game, case


def _file_of(game: str, case: Plain) -> Plain:
    """Turn a case into the file with which a table would put the same to the referee."""
    if "ask" in case:
        question, facts = case["ask"]["question"], case["ask"]["facts"]
        own = _own_facts(game, question)
        return {"game": game, "question": question, "facts": _facts(facts, own)}
    told = case.get("score") or case["play"]
    table = {"game": game, **{key: told[key] for key in _TABLE if key in told}}
    table |= {**told.get("aside", {}), **told.get("texts", {})}
    if "score" in case:
        return {**table, "holdings": told["holdings"], **told.get("besides", {})}
    return {**table, "answers": [_given(str(each)) for each in told["answers"]]}


def _given(answer: str) -> str | Plain:
    if answer.startswith("/"):
        return answer
    step, _, words = answer.partition(":")
    return {step: words.strip()}


def _facts(facts: Iterable[Any], own: str) -> Plain:
    told: Plain = {}
    for fact in facts:
        name, _, value = str(fact).partition("=")
        if own and name[:1].isupper():
            told.setdefault(own, {})[name] = value
        elif name in told:
            before = told[name]
            told[name] = [*(before if isinstance(before, list) else [before]), value]
        else:
            told[name] = value
    return told


@cache
def _own_facts(game: str, question: str) -> str:
    """Name the fact under which YAML puts the players that are facts of their own."""
    asked = {each.name: each for each in open_game(game)[0].questions}
    fields = asked[question].fields if question in asked else ()
    return next((field.name for field in fields if field.as_facts), "")


def _typed(answers: Iterable[Any]) -> Iterator[str]:
    for each in answers:
        ((step, words),) = each.items() if isinstance(each, dict) else (("", each),)
        text = ", ".join(words) if isinstance(words, list) else str(words)
        yield f"{step} {text}" if step.startswith("/") else text


def _files(*patterns: str) -> list[Path]:
    return sorted(path for pattern in patterns for path in ROOT.glob(pattern))


def _read(path: Path) -> Any:
    """Read a file of ours as texts, lists and maps, without a thought for what they mean."""
    return yaml.load(path.read_text(encoding="utf-8"), Loader=_LOADER)  # noqa: S506


_LOADER: Final[Any] = getattr(yaml, "CBaseLoader", yaml.BaseLoader)
