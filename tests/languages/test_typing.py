"""A table that types its own language, and what the record keeps of it."""

from __future__ import annotations

import pytest

from referee.core.play.loop import GameLoop
from referee.core.play.record import Entry
from referee.registry import open_game
from referee.testing.play import AnySession, begin, random_player
from tests.languages.pages import answers
from tests.languages.spoken import FOREIGN, speaking
from tests.rooms import EVERY_ROOM, ROOMS


def _played(name: str, seed: int) -> AnySession:
    room = ROOMS[name]
    setup = room.setup(room.game.players[len(room.game.players) // 2], seed)
    *_, session = random_player(room, setup, seed)
    return session


@pytest.mark.parametrize("tag", FOREIGN)
@pytest.mark.parametrize("name", EVERY_ROOM)
def test_a_game_typed_in_another_language_leaves_the_record_of_the_english_one(
    name: str, tag: str
) -> None:
    room, model = ROOMS[name], _played(name, 1)
    again = begin(room, model.setup)
    loop, foreign = GameLoop(again), 0
    with speaking(tag) as language:
        open_game(name)
        for entry in map(model.entry, model.active):
            typed = language.words(entry.words)
            foreign += typed != entry.words
            answer = loop.feed(loop.read(typed))
            assert answer.is_taken, (typed, str(answer.say))
    kept = [entry for entry in again.record if isinstance(entry, Entry)]
    told = [model.entry(number) for number in model.active]
    assert [(each.step, each.words, each.event) for each in kept] == [
        (each.step, each.words, each.event) for each in told
    ]
    assert foreign


def test_the_evenings_of_the_pages_are_typed_as_the_english_one_was() -> None:
    for path, typed in answers():
        assert path.read_text(encoding="utf-8") == typed, "run: make docs"
