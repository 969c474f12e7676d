"""What the screen shows can be typed: choices, defaults, words beside them, examples."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from referee.cli.play.prompt import choices
from referee.core.answers.custom import is_any
from referee.core.play.loop import GameLoop
from referee.core.play.reading.commands import command_in
from referee.core.play.reading.line import LineReader
from referee.core.play.stage import Step
from referee.core.say import Example, Say, as_typed, speak, word_of
from referee.registry import open_game
from referee.testing.play import AnySession, sampled
from tests.languages.evenings import different_steps
from tests.languages.spoken import FOREIGN, speaking
from tests.rooms import EVERY_ROOM, ROOMS

SAMPLED = 6
ASKED_ON = {"setup.entrance"}
"""Where the example may be a corner, which asks for the way out of it."""
_EXAMPLE = re.compile(r"(?:例如|如|例：)([^；。，、（]+)")


def meant(session: AnySession, typed: str, *, announces: bool) -> tuple[object, ...]:
    """Read a line; give the events that it names, or the sentence that it is not understood."""
    loop = GameLoop(session, announces=announces)
    reader = LineReader(session, announces=announces)
    plan = loop.typed.plan(loop.read(typed), reader)
    found = (*plan.answers, *((plan.refused,) if plan.refused else ()))
    return tuple(each.attempt.event for each in found) or (str(plan.said),)


def menu(step: Step) -> Iterator[tuple[str, str]]:
    """Give each choice as it is shown, and its number."""
    for part in choices(step.answers, is_all=False).split("  ") if step.answers.numbered else ():
        number, _, shown = part.partition(" ")
        if shown:
            yield shown, number


@pytest.mark.parametrize("often", [1, pytest.param(3, marks=pytest.mark.prove)])
@pytest.mark.parametrize("name", EVERY_ROOM)
def test_every_answer_is_read_as_it_is_shown(name: str, often: int) -> None:
    """At every step that asks something else; the proof comes to each three times."""
    room, read = ROOMS[name], 0
    for session in different_steps(room, often):
        step = session.step
        assert step is not None
        english = list(sampled(step, SAMPLED))
        english += [GameLoop(session).default_said] if step.on_empty else []  # type: ignore[list-item]
        for announces in (False, True):
            wanted = [meant(session, words, announces=announces) for words in english]
            for tag in FOREIGN:
                with speaking(tag):
                    open_game(name)
                    shown = [as_typed(words) for words in english]
                    found = [meant(session, typed, announces=announces) for typed in shown]
                    assert found == wanted, (tag, step.id, shown)
                    for typed, number in menu(step):
                        by_word, by_number = (
                            meant(session, each, announces=announces) for each in (typed, number)
                        )
                        assert by_word == by_number, (tag, step.id, typed)
                        read += 1
    assert read


@pytest.mark.parametrize("tag", FOREIGN)
@pytest.mark.parametrize("name", EVERY_ROOM)
def test_every_word_beside_an_answer_and_of_the_banner_is_read(name: str, tag: str) -> None:
    room = ROOMS[name]
    with speaking(tag):
        open_game(name)
        for session in different_steps(room, often=1):
            step, loop = session.step, GameLoop(session)
            assert step is not None
            for each in step.alternatives:
                shown = word_of(each.keyword)
                assert loop.read(shown) == each.keyword, (step.id, shown)
            assert command_in(loop.read(as_typed("? all")), room.game, step) == ("help", "all")
            for word in ("undo", "quit", "help", "note", "fix", "insert", "drop", "seats"):
                command = command_in(loop.read(word_of(word)), room.game, step)
                assert command is not None
                assert command.name == word


@pytest.mark.parametrize("tag", FOREIGN)
@pytest.mark.parametrize("name", EVERY_ROOM)
def test_every_example_is_read(name: str, tag: str) -> None:
    room, read = ROOMS[name], 0
    for session in different_steps(room, often=1):
        step = session.step
        assert step is not None
        with speaking(tag):
            open_game(name)
            for each in (step, *step.alternatives):
                if each.id in ASKED_ON or not is_any(each.answers):
                    continue
                for typed in examples(each.answers.hint()):
                    before = "" if each is step else f"{word_of(each.keyword)} "
                    found = meant(session, before + typed, announces=False)
                    assert not isinstance(found[0], str), (step.id, each.id, typed, found)
                    read += 1
    speak(None)
    assert read


def examples(hint: Say) -> Iterator[str]:
    """Give the examples in a hint: facts that are examples, or what follows “such as”."""
    facts = [fact for name, fact in hint.facts.items() if name in {"example", "loot", "coins", "g"}]
    for fact in facts:
        said = str(Say("{it}", it=fact))
        yield from re.split("或|または", said) if not isinstance(fact, Example) else [said]
    if not facts and "…" not in hint.template:
        yield from (found[1].strip() for found in _EXAMPLE.finditer(str(hint)))
