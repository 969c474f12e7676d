"""The round sheet, line by line, and what stands below it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress

from referee.api import (
    SHARED,
    NumberMissing,
    Paper,
    Rulebook,
    Say,
    SheetCell,
    SheetCells,
    SheetLine,
)
from referee.api.drawing import Ink
from referee.games.colorful_treasure.final import behind, count_so_far, points_so_far
from referee.games.colorful_treasure.model.cards import SIMPLE, box_of
from referee.games.colorful_treasure.paper.box_back import all_cards, box_back
from referee.games.colorful_treasure.paper.pages import (
    IN_SHORT,
    PARTS,
    VIEWS,
    chart,
    pad,
    part_held,
    reference,
)
from referee.games.colorful_treasure.stages.setup import worth_lines
from referee.games.colorful_treasure.state import State

SIGNS = Say("3r is the red card of wonder 3: r y g b p gems, d diamond, k key, c chest.")
AT_THE_END = Say("At the end 3r are three red gems; tokens are those left over.")
NO_SECRET_BONUS = Say("Points so far: without the secret bonus, which the end decides.")


def _cards_left(state: State) -> SheetCells:
    if state.is_whole:
        return {}
    return {SHARED: state.field.size}


def _bonuses_won(before: State, after: State) -> SheetCells:
    return {
        player: tuple(
            Say("{bonus} bonus", bonus=bonus)
            for bonus in held.bonuses
            if bonus not in before.holdings[player].bonuses
        )
        for player, held in after.holdings.items()
    }


def _points(book: Rulebook, state: State) -> SheetCells:
    """Say what everybody's own pieces are worth by now.

    Where it is not given what gems of one colour are worth, the points are left blank.
    """
    if state.is_whole:
        return {}
    with suppress(NumberMissing):
        numbers = state.setup.numbers
        return points_so_far(book.with_table_numbers(numbers), count_so_far(state))
    return {}


def _line_of(part: str) -> SheetLine[State]:

    def held(state: State) -> dict[str, SheetCell]:
        return {player: part_held(part, own) for player, own in state.holdings.items()}

    return SheetLine(part, Say(part), after_round=held)


def _most_rounds(state: State) -> int:
    """Count the rounds of a game in which nobody ever takes more than one card."""
    variant = state.variant
    left = 0 if variant.mode == SIMPLE else variant.last_round_at
    return -(-(state.field.box.cards - left) // len(state.players))


def _notes(book: Rulebook, state: State) -> Iterator[Say]:
    mode, box = state.variant.mode, box_of(book, state.setup.options)
    above = "a diamond above each"
    if mode != SIMPLE:
        above = "a diamond above and a token below each"
    yield Say(
        "The {mode} game: {cards} cards in columns 1 to {wonders}, from left to right; {above}.",
        mode=mode,
        cards=box.cards,
        wonders=box.wonders,
        above=Say(above),
    )
    yield from (each.say for each in worth_lines(book, state.setup))
    if state.laid_out:
        yield Say("Tiles laid out: {tiles}.", tiles=state.laid_out)
        yield Say("Tiles not picked: {tiles}.", tiles=state.tiles or Say("none"))
    yield from (SIGNS, AT_THE_END)
    if mode != SIMPLE:
        yield NO_SECRET_BONUS


PAPER: Paper[State] = Paper(
    counts=Say("round"),
    table=Say("cards left"),
    rounds=_most_rounds,
    first=SheetLine("start", Say("start player"), after_round=_cards_left),
    lines=(
        SheetLine("won", Say("won and lost"), changed=_bonuses_won),
        SheetLine("points", Say("points so far"), after_round=_cards_left, points=_points),
    ),
    last=tuple(map(_line_of, PARTS)),
    notes=lambda book, state: tuple(_notes(book, state)),
    views=VIEWS,
    reference=reference,
    in_short=IN_SHORT,
    chart=chart,
    box_back=box_back,
    in_booklet=all_cards,
    pad=pad,
    behind=behind,
    ink=Ink("#7a1f5c", "#f3a6d6"),
)
