"""Running a case: a sentence, the input of the referee, and what is expected of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import Any, Final, TypeAlias, TypeVar

from msgspec import Struct
from msgspec.structs import asdict

from referee.core.answers.text_input import halfwidth
from referee.core.game import Game, Question
from referee.core.play.loop import GameLoop
from referee.core.play.response import Response, ResponseKind
from referee.core.play.session import Session
from referee.core.play.stage import Step
from referee.core.rulebook import Numbers, PerPlayers, PerWord, Rulebook, RuleKey
from referee.core.ruling import Notice, Ruling
from referee.core.say import RefereeError, Say
from referee.core.scoring.score import Scoresheet, ranks
from referee.core.table import FinalCount, Player, Setup
from referee.files.decoding import read_bytes
from referee.files.diagnostics import Unreadable
from referee.files.documents.facts import read_facts
from referee.files.documents.scenarios import read_scenario
from referee.files.journal.errors import JournalError
from referee.files.yaml.loader import parse
from referee.operations.checking import first_difference, run_scenario
from referee.operations.opening import open_journal
from referee.testing.faults import fault, nothing
from referee.testing.room import (
    CaseError,
    Given,
    Room,
    checks,
    cites_in,
    if_cases,
    typed_fields,
    wrong_in_case,
)

CHECKS, check = checks()
Case: TypeAlias = Mapping[str, Any]
Shown: TypeAlias = "dict[str, Any]"
Cited: TypeAlias = "set[str]"
T = TypeVar("T", int, Numbers, PerWord, PerPlayers)


def run_case(game: Game, book: Rulebook, case: Case, cited: Cited | None = None) -> list[str]:
    """List what differs from the expectation of a case.

    All rules cited on the way are added to ``cited``.
    """
    kind = kind_of(case)
    seen: Cited = set() if cited is None else cited
    try:
        shown = RUNNERS[kind](game, book, case, seen)
    except (CaseError, RefereeError) as wrong:
        return [str(wrong)]
    return differences(case["expect"], shown)


def kind_of(case: Case) -> str:
    """Return what a case puts: ask, score or play; an empty text if that is not clear."""
    kinds = RUNNERS.keys() & case.keys()
    return next(iter(kinds)) if len(kinds) == 1 else ""


def _ask(game: Game, book: Rulebook, case: Case, cited: Cited) -> Shown:
    put = case["ask"]
    question = question_named(game, put["question"])
    try:
        facts = read_facts(question, book, [str(fact) for fact in put["facts"]])
        reply = question.answer(book, facts)
    except RefereeError as unreadable:
        return {"unreadable": str(unreadable), "hidden": str(unreadable)}
    cited |= cites_in(reply)
    return {
        "verdict": str(reply.verdict),
        "answer": reply.results,
        "rules": _ids(reply.rules),
        "says": " ".join(map(str, (reply.reason, *reply.because))),
    }


def question_named(game: Game, name: str) -> Question:
    """Return the question of this name or alias. Raises CaseError."""
    for each in game.questions:
        if name in {each.name, *each.aliases}:
            return each
    message = f"there is no question “{name}”: {', '.join(each.name for each in game.questions)}"
    raise CaseError(message)


def setup_of(case: Case) -> Setup:
    """Set up the table of a case; switches may be yes and no."""
    switched = {"True": "yes", "False": "no"}
    options = {
        name: (switched.get(str(value), str(value)),)
        for name, value in case.get("options", {}).items()
    }
    numbers = {name: tuple(value) for name, value in case.get("numbers", {}).items()}
    aside = {part: Player(name) for part, name in case.get("aside", {}).items()}
    seating = tuple(Player(str(name)) for name in case["players"])
    return Setup(seating, aside, options, numbers, case.get("texts", {}))


def count_of(game: Game, book: Rulebook, case: Case) -> tuple[Rulebook, FinalCount]:
    """Return the final count of a case, and the rulebook with the numbers of its table."""
    setup = setup_of(case)
    book = book.with_table_numbers(setup.numbers)
    form = game.final.form_for(book, setup.options)
    holdings = {
        str(owner): typed_fields(entry, form.fields) for owner, entry in case["holdings"].items()
    }
    shared = typed_fields(case.get("besides", {}), form.shared)
    return book, FinalCount(setup, holdings, shared)


def _score(game: Game, book: Rulebook, case: Case, cited: Cited) -> Shown:
    return _final(game, *count_of(game, book, case["score"]), cited)


def _final(game: Game, book: Rulebook, final: FinalCount, cited: Cited) -> Shown:
    sheet, findings = game.final.scoresheet(book, final), game.final.audit(book, final)
    cited |= cites_in(sheet) | cites_in(findings)
    return {**_scored(sheet), "audit": [_ruled(finding) for finding in findings]}


def _scored(sheet: Scoresheet) -> Shown:
    placed = zip(sheet.scores, ranks(sheet.scores), strict=True)
    return {
        "totals": {score.player: score.total for score in sheet.scores},
        "ranks": {score.player: rank for score, rank in placed},
        "winners": list(sheet.outcome.winners),
        "outcome": str(sheet.outcome.said),
        "outcome_rules": _ids(sheet.outcome.rules),
        "tie_breakers": {
            score.player: {str(each.label): each.value for each in score.tie_breakers}
            for score in sheet.scores
        },
        "lines": {
            score.player: [[str(x.label), x.points, _ids(x.rules)] for x in score.lines]
            for score in sheet.scores
        },
    }


def _play(game: Game, book: Rulebook, case: Case, cited: Cited) -> Shown:
    put = case["play"]
    setup = setup_of(put)
    session: Session = Session(game, book.with_table_numbers(setup.numbers), setup)
    drive: GameLoop = GameLoop(session, confirms=put.get("confirms", False))
    echo: Response | None = None
    for number, line in enumerate(put["answers"], start=1):
        step_id, _, words = str(line).partition(":")
        is_command = halfwidth(line).startswith("/")
        # A command may overrule a refusal, and what is not confirmed may be answered again.
        if echo and not (echo.is_taken or is_command or echo.kind is ResponseKind.UNCONFIRMED):
            return {"answers": f"answer {number - 1} was not taken: {echo.say}"}
        if not is_command:
            typed = session.step.typed(step_id, words) if session.step else None
            if typed is None:
                return {"answers": f"answer {number}, {line}: {_id(session.step)} was asked"}
            words = typed
        cited |= cites_in(session.step)
        echo = drive.feed(line if is_command else words)
        cited |= cites_in(echo.ruling)
    shown = {**_position(session, echo, cited), **_over(session, cited)}
    if "sheet" in case["expect"]:
        shown["sheet"] = _last_cells_of(session)
    if put.get("looks") is not None:
        shown["seen"] = _seen(session, put["looks"])
    return shown


def _last_cells_of(session: Session) -> Mapping[str, Mapping[str, str]]:
    """Return the last cells of each line of a sheet, by player or ``SHARED``."""
    found = dict[str, dict[str, str]]()
    sheet = session.game.sheet(session.book, session.setup, session.log())
    for row in sheet.rows:
        cells = zip((*sheet.seats, "SHARED"), row.cells, strict=False)
        found.setdefault(row.line, {}).update(
            {who: str(cell) for who, cell in cells if cell is not None}
        )
    return found


def _last_cells(
    expected: Mapping[str, Mapping[str, Any]], shown: Mapping[str, Mapping[str, str]]
) -> bool:
    return all(
        shown.get(line, {}).get(str(who)) == str(cell)
        for line, cells in expected.items()
        for who, cell in cells.items()
    )


def _seen(session: Session, view: str) -> str:
    grid = session.game.paper.views[view].show(session.book, session.state)
    rows = [" | ".join(map(str, row)) for row in grid.rows]
    return "\n".join((*rows, *map(str, grid.lines)))


def _position(session: Session, echo: Response | None, cited: Cited) -> Shown:
    """Return the state of a session: the last response, and what is asked now."""
    step = session.step
    cited |= cites_in(step)
    parts = (
        (step.heading, step.ask, *step.context, *step.notices, *step.setup, step.detail)
        if step
        else ()
    )
    lines = [each.cited if isinstance(each, Notice) else each for each in parts if each is not None]
    shown: Shown = {
        "step": _id(step),
        "player": step.player if step else None,
        "offered": [word for word in step.answers.numbered if word] if step else [],
        "shows": "\n".join(map(str, lines)),
        "rules": _ids(step.rules) if step else [],
        "seconds": step.timer.seconds if step and step.timer else None,
    }
    if echo is None:
        return shown
    ruled = _ruled(echo.ruling) if echo.ruling else {"verdict": None, "rules": []}
    return {**shown, "last": {**ruled, "kind": str(echo.kind), "says": str(echo.say)}}


def _over(session: Session, cited: Cited) -> Shown:
    """Return the scores of a session that can be counted, or what is still hidden."""
    if "score" not in session.game.parts:
        return {}
    final = session.game.final.count(session.state)
    if isinstance(final, Say):
        return {"hidden": str(final)}
    return _final(session.game, session.book, final, cited)


def _ruled(ruling: Ruling) -> Shown:
    said = " ".join(map(str, (ruling.reason, *ruling.because)))
    return {"verdict": str(ruling.verdict), "rules": _ids(ruling.rules), "says": said}


def _id(step: Step | None) -> str | None:
    return step.id if step else None


def _ids(cites: Any) -> list[str]:
    return [ref.rule_id for ref in cites]


Runner: TypeAlias = Callable[[Game, Rulebook, Case, Cited], Shown]
RUNNERS: Final[Mapping[str, Runner]] = {"ask": _ask, "score": _score, "play": _play}


class Run(Struct, frozen=True):
    """The result of a case: what differs, the rules cited, the numbers read."""

    differs: list[str]
    cited: frozenset[str]
    read: frozenset[tuple[str, str]]


class _Watched(Rulebook, frozen=True, kw_only=True):
    """A rulebook that records which of its numbers are read, by rule id and name."""

    read: set[tuple[str, str]]

    def __getitem__(self, key: RuleKey[T]) -> T:
        self.read.add((key.rule_id, key.name))
        return super().__getitem__(key)


def ran(room: Room, case: Case) -> Run:
    """Run a case of a room by its rulebook, once."""
    known: dict[str, Run] = room.known.setdefault("cases", {})
    name = str(case.get("name"))
    if name not in known:
        book, cited = _Watched(**asdict(room.book), read=set()), set[str]()
        wrong = wrong_in_case(case)
        differs = [wrong] if wrong else run_case(room.game, book, case, cited)
        known[name] = Run(differs, frozenset(cited), frozenset(book.read))
    return known[name]


def named_rules(case: Any) -> set[str]:
    """Return the rules that the expectation of a case names."""
    if isinstance(case, Mapping):
        return {rule for part in case.values() for rule in named_rules(part)}
    if isinstance(case, list | tuple):
        return {rule for part in case for rule in named_rules(part)}
    return {case} if isinstance(case, str) else set()


def per_case(room: Room) -> Given:
    """Run a check with each case, named by its sentence."""
    if not room.cases:
        nothing("No cases lie in cases/: nothing says what the game answers.")
    return ((case.get("name", "a case without a name"), (case,)) for case in room.cases)


@check(if_cases("none has a sentence."))
def each_case_has_a_sentence_of_its_own(room: Room) -> None:
    known = set[str]()
    for case in room.cases:
        words = str(case.get("name", ""))
        if words in known:
            where = room.places.case(case)
            fault(f"Two cases say “{words}”.", where, "Give each case a sentence of its own.")
        if not words.endswith((".", "?", "!")):
            where = room.places.case(case) if words else room.places.at(room.tests / "cases")
            fault(f"“{words}” is no sentence.", where, "Let the name of a case be a sentence.")
        known.add(words)


MODULES: Final = {"ask": "questions", "score": "final", "play": "stages"}
"""The module behind each kind of case."""


@check(per_case)
def it_is_so(room: Room, case: Case) -> None:
    if differs := ran(room, case).differs:
        module = room.places.part(MODULES.get(kind_of(case), "stages"))
        fault("; ".join(differs), room.places.case(case), f"Correct the case, or {module}.")


def per_scenario(room: Room) -> Given:
    """Run a check with each recorded game."""
    paths = [p for end in ("yaml", "jsonl") for p in sorted(room.tests.glob(f"scenarios/*.{end}"))]
    if not paths:
        nothing("No games lie in scenarios/: none is played as it was recorded.")
    return ((path.stem, (path,)) for path in paths)


@check(per_scenario)
def a_recorded_game_ends_as_recorded(room: Room, path: Path) -> None:
    stages = room.places.part("stages")
    if path.suffix == ".jsonl":
        try:
            other = first_difference(open_journal(str(path)))
        except JournalError as problem:
            other = problem.say
        if other:
            fault(str(other), room.places.at(path), f"Play it again, or correct {stages}.")
        return
    try:
        script = read_scenario(parse(read_bytes(str(path)), str(path)), room.game, room.book)
    except Unreadable as unreadable:
        first = unreadable.diagnostics[0]
        fault(str(first.message), room.places.at(path, first.line), str(first.remedy))
    book = room.book.with_table_numbers(script.setup.numbers)
    if differs := run_scenario(script, room.game, book)[1]:
        said = "; ".join(map(str, differs))
        fault(said, room.places.at(path), f"Correct the recorded game, or {stages}.")


def differences(expected: Mapping[str, Any], shown: Mapping[str, Any]) -> list[str]:
    """List what differs; only what is expected is compared."""
    if "answers" in shown:
        return [shown["answers"]]
    found = []
    for key, value in expected.items():
        if key not in shown:
            instead = shown.get("hidden", "there is no such thing here")
            found.append(f"{key}: {instead}")
        elif not COMPARED.get(key, _equal)(value, shown[key]):
            got = as_written(_as_far(value, shown[key]))
            found.append(f"{key}: expected {as_written(value)!r}, got {got!r}")
    return found


def _as_far(expected: Any, shown: Any) -> Any:
    """Return what is shown of the keys that are expected."""
    if not isinstance(expected, Mapping) or not isinstance(shown, Mapping):
        return shown
    known = {str(key): key for key in shown}
    named = ((key, known[str(key)]) for key in expected if str(key) in known)
    return {key: _as_far(expected[key], shown[own]) for key, own in named}


def _equal(expected: Any, shown: Any) -> bool:
    return bool(as_written(expected) == as_written(shown))


def as_written(value: Any) -> Any:
    """Convert a value to what a case may write: lists for tuples, integers, plain words.

    >>> as_written({"each": (Fraction(4), Fraction(1, 3))})
    {'each': [4, '1/3']}
    """
    if isinstance(value, Mapping):
        return {str(key): as_written(each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [as_written(each) for each in value]
    if isinstance(value, Fraction):
        return int(value) if value.denominator == 1 else str(value)
    return str(value) if isinstance(value, str) else value


def _parts(expected: Mapping[str, Any], shown: Mapping[str, Any]) -> bool:
    known, found = as_written(expected), as_written(shown)
    return all(name in found and found[name] == value for name, value in known.items())


def _parts_of_each(
    expected: Mapping[str, Mapping[str, Any]], shown: Mapping[str, Mapping[str, Any]]
) -> bool:
    return all(str(n) in shown and _parts(own, shown[str(n)]) for n, own in expected.items())


def _among(expected: list[str], shown: list[str]) -> bool:
    return bool(expected) and set(expected) <= set(shown)


def _within(expected: str, shown: str) -> bool:
    return bool(expected) and expected in shown


def _one_by_one(same: Callable[[Any, Any], bool], expected: list[Any], shown: list[Any]) -> bool:
    return len(expected) == len(shown) and all(map(same, expected, shown))


def _lines(expected: Mapping[str, list[Any]], shown: Mapping[str, list[Any]]) -> bool:
    return all(
        _one_by_one(_line, lines, shown.get(str(player), [])) for player, lines in expected.items()
    )


def _line(expected: list[Any], shown: list[Any]) -> bool:
    label, points, *rules = expected
    own_label, own_points, own_rules = shown
    is_same = (label, as_written(points)) == (own_label, as_written(own_points))
    return is_same and (not rules or _among(rules[0], own_rules))


def _ruling(expected: Mapping[str, Any], shown: Mapping[str, Any]) -> bool:
    return not differences(expected, shown)


COMPARED: Final[Mapping[str, Callable[[Any, Any], bool]]] = {
    "rules": _among,
    "outcome_rules": _among,
    "answer": _parts,
    "totals": _parts,
    "ranks": _parts,
    "tie_breakers": _parts_of_each,
    "lines": _lines,
    "audit": partial(_one_by_one, _ruling),
    "last": _ruling,
    "says": _within,
    "unreadable": _within,
    "shows": _within,
    "seen": _within,
    "outcome": _within,
    "sheet": _last_cells,
}
"""How each key is compared; all others must be equal."""
