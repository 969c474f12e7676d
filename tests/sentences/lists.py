"""The lists of sentences, and how many of them find what they should."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path

from msgspec import Struct

from referee.operations.sentences import Decided, about
from referee.registry import open_game, own_ids

HERE = Path(__file__).parent


class Said(Struct, frozen=True):
    """A sentence, and what may be first; nothing where nothing that is decided fits."""

    game: str
    part: str
    sentence: str
    wanted: tuple[str, ...]


class Figures(Struct, frozen=True):
    """Of so many sentences, by the hundred: found first, in three, and told that nothing fits."""

    n: int
    first: float
    in_three: float
    nothing: float


@cache
def lists() -> tuple[Said, ...]:
    """Read the lists of all games, once."""
    return tuple(_read())


def _read() -> Iterator[Said]:
    for game in own_ids():
        part = ""
        lines = (HERE / f"{game.replace('-', '_')}.txt").read_text(encoding="utf-8").splitlines()
        for line in lines:
            if line.startswith("== "):
                part = line[3:]
            elif line and not line.startswith("#"):
                wanted, _, sentence = line.partition(": ")
                ids = tuple(each for each in wanted.split() if each != "-")
                yield Said(game, part, sentence, ids)


@cache
def found(said: Said) -> Decided:
    """Find what a sentence is about, in its game."""
    return about(*open_game(said.game), said.sentence)


def is_among(said: Said, first: int) -> bool:
    """Whether what is wanted is among the first so many rules or cases that are found."""
    decided = found(said)
    ids = {*decided.rules[:first], *(case_id for case_id, _ in decided.cases[:first])}
    return decided.fits and not ids.isdisjoint(said.wanted)


def figures(part: str, game: str | None = None) -> Figures:
    chosen = [s for s in lists() if s.part == part and game in {None, s.game}]
    counts = (
        sum(is_among(said, 1) for said in chosen),
        sum(is_among(said, 3) for said in chosen),
        sum(not found(said).fits for said in chosen),
    )
    return Figures(len(chosen), *(100 * count / max(len(chosen), 1) for count in counts))
