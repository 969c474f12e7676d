"""A slip in whatever a room says is found when its recording is replayed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any, TypeAlias, cast

import pytest
from msgspec import Struct, json
from msgspec.structs import replace

from referee.core.answers.choices import Answers
from referee.core.game import Answer, Facts, Game, Question
from referee.core.paper.round_sheet import QuickReference
from referee.core.play.stage import Step
from referee.core.rulebook import Rulebook
from referee.core.ruling import Ruling, Verdict, allowed
from referee.core.say import Say
from referee.core.scoring.score import Scoresheet
from tests.record.asked import given_of_room, seen_of_room, setup_of
from tests.record.comparing import Difference, difference_of, first_difference
from tests.record.games import Played, recorded_game
from tests.record.telling import Seen
from tests.rooms import EVERY_ROOM, ROOMS, Room

Slip: TypeAlias = Callable[[Game], Game]


class Fewer(Struct, frozen=True):
    """Answers of which the last is no longer offered."""

    answers: Answers[object]

    @property
    def size(self) -> int:
        return self.answers.size - 1

    @property
    def numbered(self) -> tuple[str, ...]:
        return self.answers.numbered

    def parse(self, words: str) -> object:
        return self.answers.parse(words)

    def offer(self, index: int) -> str:
        return self.answers.offer(index)

    def hint(self) -> Say:
        return self.answers.hint()


def reworded(said: Say) -> Say:
    return Say("{said}!", said=str(said)[:-1])


class Slipped:
    """Something in which some parts have slipped; all others are as they were."""

    def __init__(self, whole: Any, **parts: Any) -> None:
        self._whole = whole
        self.__dict__ |= parts

    def __getattr__(self, name: str) -> Any:
        return getattr(self._whole, name)


def slipped(game: Game, **parts: Any) -> Game:
    """Let parts of a game slip."""
    whole: Any = Slipped(game, **parts)
    return cast("Game", whole)


def with_steps(change: Callable[[Step], Step]) -> Slip:
    """Let every step slip."""

    def slip(game: Game) -> Game:
        def step_of(book: Any, state: Any) -> Step | None:
            step = game.course.step(book, state)
            return step and change(step)

        return slipped(game, course=Slipped(game.course, step=step_of))

    return slip


def with_rulings(change: Callable[[Ruling], Ruling]) -> Slip:
    """Let every ruling slip."""

    def slip(game: Game) -> Game:
        def rule_on(book: Any, state: Any, event: Any) -> Ruling:
            return change(game.course.rule_on(book, state, event))

        return slipped(game, course=Slipped(game.course, rule_on=rule_on))

    return slip


def with_sheets(change: Callable[[Any], Any]) -> Slip:
    """Let the last row of every sheet slip."""

    def slip(game: Game) -> Game:
        def sheet(book: Any, setup: Any, log: Any) -> Any:
            drawn = game.sheet(book, setup, log)
            *rows, last = drawn.rows
            return replace(drawn, rows=(*rows, change(last)))

        return slipped(game, sheet=sheet)

    return slip


def lenient(ruling: Ruling) -> Ruling:
    """Allow what the rules forbid."""
    is_wrong = ruling.verdict is Verdict.FORBIDDEN
    return replace(ruling, verdict=Verdict.ALLOWED) if is_wrong else ruling


SLIPS: dict[str, tuple[Slip, str]] = {
    "a verdict": (with_rulings(lenient), "verdict"),
    "a rule": (with_rulings(lambda ruling: replace(ruling, rules=ruling.rules[1:])), "rules"),
    "a sentence": (
        with_rulings(lambda ruling: replace(ruling, reason=reworded(ruling.reason))),
        "text",
    ),
    "an offer": (with_steps(lambda step: replace(step, answers=Fewer(step.answers))), "answers"),
    "a question": (with_steps(lambda step: replace(step, ask=reworded(step.ask))), "question"),
    "a secret": (
        with_steps(lambda step: replace(step, hides_answer=not step.hides_answer)),
        "is_secret",
    ),
}
"""Each slip by what it is in, and a part of the path where it is met."""


SOME_ROOMS = {"aladdin", "no-swap-no-pay"}
"""The recorder knows no game; with the others it is tried by the proofs."""
every_room = pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=() if name in SOME_ROOMS else pytest.mark.prove)
        for name in EVERY_ROOM
    ],
)
LONG = 20
"""Answers of a game that will do where a slip is met early."""
WHOLE = 300
"""Answers that a whole game may have."""
ODD = allowed("This is odd.")
EVERY = 23
"""One of so many questions, tables and counts is put here."""


@cache
def rows_of_game(name: str, most: int = LONG) -> tuple[Seen, ...]:
    """Record a game in which rules are broken, or its beginning, at the smallest table."""
    room = ROOMS[name]
    setup = room.setup(room.game.players[0])
    return as_kept(recorded_game(room, setup, seed=1, breaks_rules=True, most=most))


@cache
def rows_of_room(name: str) -> tuple[Seen, ...]:
    """Record something of what a room says beside its games."""
    room = ROOMS[name]
    head = {"given": {"kind": "room", "game": name}, "seen": {}}
    given = given_of_room(room, EVERY)
    return as_kept((head, *({"given": each, "seen": seen_of_room(room, each)} for each in given)))


def as_kept(rows: Any) -> tuple[Seen, ...]:
    """Write and read rows as a file does."""
    return tuple(json.decode(json.encode(row)) for row in rows)


def found(room: Room, rows: Sequence[Seen]) -> Difference | None:
    """Replay rows in a room that may have slipped."""
    return difference_of(rows, {room.game.id: room})


def slip_found(room: Room, rows: Sequence[Seen], part: str = "") -> Difference:
    """Replay rows in a room that has slipped, in this part of what is seen."""
    difference = found(room, rows)
    assert difference is not None, part
    assert part in difference.path
    return difference


@every_room
def test_what_is_as_it_was_does_not_differ(name: str) -> None:
    assert found(ROOMS[name], rows_of_game(name)) is None
    assert found(ROOMS[name], rows_of_room(name)) is None


@every_room
def test_a_slip_at_the_table_is_found(name: str) -> None:
    room = ROOMS[name]
    for change, part in SLIPS.values():
        slip_found(replace(room, game=change(room.game)), rows_of_game(name), part)


@every_room
def test_a_slip_in_the_rows_of_a_sheet_is_found(name: str) -> None:
    room, rows = ROOMS[name], rows_of_game(name)
    slips: list[Callable[[Any], Any]] = [
        lambda row: replace(row, what=reworded(row.what)),
        lambda row: replace(row, cells=("?", *row.cells[1:])),
        lambda row: replace(row, entries=row.entries[1:] or (99,)),
    ]
    for slip in slips:
        difference = slip_found(replace(room, game=with_sheets(slip)(room.game)), rows)
        assert difference.path.startswith("sheet.rows[")
        assert difference.row == len(rows) - 1


@every_room
def test_a_slip_at_the_end_of_a_game_is_found(name: str) -> None:
    played = played_out(name)
    game, (*_, recorded) = played.session.game, rows_of_game(name, WHOLE)
    given, seen = recorded["given"], recorded["seen"]
    few = {**given, "counts": given["counts"][:1]}
    seen = {**seen, "scored": seen["scored"][:2]}
    final = game.final
    ends: dict[str, dict[str, Any]] = {
        "audit": {"audit": lambda book, count: (*final.audit(book, count), ODD)},
        "outcome": {"scoresheet": lambda book, count: other_end(final.scoresheet(book, count))},
        "scores": {"scoresheet": lambda book, count: fewer_lines(final.scoresheet(book, count))},
    }
    for part, slip in ends.items():
        played.session.game = slipped(game, final=Slipped(final, **slip))
        (now,) = as_kept((played.end(few),))
        difference = first_difference(seen, now)
        assert difference is not None, part
        assert part in difference[0]


def test_a_slip_at_the_end_is_found_where_the_whole_game_is_replayed() -> None:
    room, rows = ROOMS[EVERY_ROOM[0]], rows_of_game(EVERY_ROOM[0], WHOLE)
    final = room.game.final
    odd = Slipped(final, audit=lambda book, count: (*final.audit(book, count), ODD))
    whole = slip_found(replace(room, game=slipped(room.game, final=odd)), rows)
    assert whole.row == len(rows) - 1


def played_out(name: str) -> Played:
    """Give the answers of a recorded game, and look at nothing on the way."""
    head, *positions, _ = (row["given"] for row in rows_of_game(name, WHOLE))
    played = Played(ROOMS[name], setup_of(head))
    for position in positions:
        played.take(position["answer"])
    return played


def other_end(sheet: Scoresheet) -> Scoresheet:
    return replace(sheet, outcome=replace(sheet.outcome, said=reworded(sheet.outcome.said)))


def fewer_lines(sheet: Scoresheet) -> Scoresheet:
    return replace(
        sheet, scores=tuple(replace(score, lines=score.lines[1:]) for score in sheet.scores)
    )


@every_room
def test_a_slip_beside_the_games_is_found(name: str) -> None:
    room, rows = ROOMS[name], rows_of_room(name)
    game = room.game

    def reference(book: Any, setup: Any) -> QuickReference:
        drawn: QuickReference = game.reference(book, setup)
        return replace(drawn, rules_asked_most=drawn.rules_asked_most[1:])

    questions = tuple(replace(each, answer=other_answer(each)) for each in game.questions)
    for slip, part in (
        (slipped(game, questions=questions), "rules"),
        (slipped(game, reference=reference), "margin.asked"),
        (slipped(game, title=game.title[1:]), "title"),
    ):
        slip_found(replace(room, game=slip), rows, part)


def other_answer(question: Question) -> Callable[[Rulebook, Facts], Answer]:
    def answer(book: Rulebook, facts: Facts) -> Answer:
        said = question.answer(book, facts)
        return replace(said, rules=said.rules[1:])

    return answer


@every_room
def test_a_number_that_is_nudged_is_found(name: str) -> None:
    """Nudge the first three; all of them together need all games."""
    room = ROOMS[name]
    numbers = [each for each in room.book.constants() if isinstance(each[2], int)]
    nudged = [
        replace(room, book=room.book.with_constants({rule: {number: value + 1}}))
        for rule, number, value in numbers[:3]
        if isinstance(value, int)
    ]
    assert any(found(each, rows_of_room(name)) for each in nudged)


@every_room
def test_an_answer_that_means_nothing_any_more_is_a_difference(name: str) -> None:
    first, second, *rest = rows_of_game(name)
    lost = {**second, "given": {**second["given"], "answer": "“"}}
    difference = slip_found(ROOMS[name], (first, lost, *rest))
    assert (difference.row, difference.path, difference.old) == (1, "answer", "“")


def test_a_game_that_is_gone_is_a_difference() -> None:
    difference = difference_of(rows_of_game(EVERY_ROOM[0]), {})
    assert difference is not None
    assert difference.old == EVERY_ROOM[0]
