"""Disputes about the tunnel: may this card lie here, and where else."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from referee.api import (
    Answer,
    Choice,
    Facts,
    Field,
    ListOf,
    Question,
    Rulebook,
    Ruling,
    Say,
    Text,
    allowed,
    impossible,
    plural,
    replace,
)
from referee.games.saboteur import keys
from referee.games.saboteur.model.cards import (
    OPENINGS,
    PlacedCard,
    card_words,
    orientations,
    read_card,
    read_placed_card,
)
from referee.games.saboteur.model.cells import START, Cell, cell_words
from referee.games.saboteur.model.goals import GOALS, TREASURE, lies_as, still_hidden
from referee.games.saboteur.model.placement import Placement, reached_words
from referee.games.saboteur.model.tools import TOOLS
from referee.games.saboteur.questions import board as told
from referee.games.saboteur.questions.board import (
    Board,
    cannot_lie_so,
    hanging_in_the_air,
    round_over,
    too_many_copies,
)


def _place(book: Rulebook, facts: Facts) -> Answer:
    """Rule on a card at a cell, and tell which goals it turns up and how they lie then.

    Cites: SAB-3.1 to SAB-3.9, SAB-4.1 to SAB-4.5, SAB-5.1, SAB-5.8.
    """
    board = Board.of(book, facts)
    cell, card = placed = read_placed_card(facts.text("lay"))
    broken = [tool for tool in TOOLS if tool in facts.words("broken", ())]
    placement = Placement(placed, board.tunnel, board.goals, broken)
    refused = (
        cannot_lie_so(book, board)
        or _no_room(book, board, placed)
        or round_over(board)
        or placement.refusal(book)
    )
    doubts = hanging_in_the_air(book, board)
    if refused:
        doubted = replace(refused, because=(*refused.because, *doubts))
        return Answer.ruled(doubted, {"reveals": None, "lies_as": None})
    said = Say("{card} may lie at {cell}.", card=card_words(card), cell=cell_words(cell))
    rules, reached = placement.rules(), placement.reached()
    if reached:
        said = Say("{may} {reached}", may=said, reached=reached_words([at for at, _ in reached]))
        several = (keys.SEVERAL_GOALS,) if len(reached) > 1 else ()
        rules += [keys.TURNED_UP, *several, keys.HOW_A_STONE_LIES]
    lies = {cell_words(at): _lies(board, at, side) for at, side in reached}
    ruling = allowed(said, *rules, because=(*_because(lies), *doubts))
    return Answer.ruled(ruling, {"reveals": tuple(lies), "lies_as": lies})


def _lies(board: Board, at: Cell, side: int) -> dict[str, str]:
    """Tell how each goal that may be there would lie. Cites: SAB-4.3."""
    known = {goal.at: goal.shows for goal in board.told}
    others = [goal for cell, goal in known.items() if cell != at]
    possible = (known[at],) if at in known else still_hidden(others)
    return {goal: card_words(lies_as(goal, side)) for goal in GOALS if goal in possible}


def _because(lies: Mapping[str, Mapping[str, str]]) -> tuple[Say, ...]:
    return tuple(
        Say("At {cell} a {goal} lies as {card}.", cell=cell, goal=goal, card=card)
        for cell, goals in lies.items()
        for goal, card in goals.items()
        if goal != TREASURE
    )


def _no_room(book: Rulebook, board: Board, placed: PlacedCard) -> Ruling | None:
    """Stop a card on an occupied cell, and one beyond the box. Cites: SAB-3.2, SAB-3.9."""
    cell = cell_words(placed.at)
    if placed.at == START or placed.at in board.goals:
        return impossible("The start card or a goal lies at {cell}.", keys.FREE_CELL, cell=cell)
    lying = dict(board.laid).get(placed.at)
    if lying is not None:
        said, card = "{card} lies at {cell} already.", card_words(lying)
        return impossible(said, keys.FREE_CELL, card=card, cell=cell)
    return next(too_many_copies(book, board, placed.card), None)


def _places(book: Rulebook, facts: Facts) -> Answer:
    """List every cell where a card may lie, and how. Cites: SAB-3.1 to SAB-3.9, SAB-5.8."""
    board = Board.of(book, facts)
    card = read_card(facts.text("card"))
    refused = (
        cannot_lie_so(book, board)
        or next(too_many_copies(book, board, card), None)
        or round_over(board)
    )
    if refused:
        return Answer.ruled(refused, {"cells": None})
    cells: list[dict[str, Any]] = [
        {"at": cell_words(cell), "lies": card_words(lying)}
        for cell, fitting in board.tunnel.places()
        for lying in orientations(card)
        if fitting >> (lying & OPENINGS) & 1
    ]
    said = plural(
        len(cells),
        "{card} can be laid in 1 way.",
        "{card} can be laid in {n} ways.",
        card=card_words(card),
    )
    rules = (keys.SAME_WAY_UP, keys.SIDES_AGREE, keys.JOINED_TO_START)
    doubts = hanging_in_the_air(book, board)
    return Answer.answered(said, {"cells": tuple(cells)}, *rules, because=doubts)


PLACE: Final = Question(
    name="place",
    about=Say("May this card lie here, and which goals does it turn up?"),
    fields=(
        Field(name="lay", shape=told.PLACED, about=Say("the card and where"), required=True),
        told.LAID,
        told.GOALS,
        Field(
            name="broken",
            shape=ListOf(Choice(TOOLS)),
            about=Say("broken tools before who lays it"),
        ),
    ),
    answer=_place,
    example="lay=2,0:NESW laid=1,0:EW",
)
CARD: Final = Text(like="EW", read=read_card)
PLACES: Final = Question(
    name="places",
    about=Say("Where may this card lie?"),
    fields=(
        Field(name="card", shape=CARD, about=Say("the card, either way up"), required=True),
        told.LAID,
        told.GOALS,
    ),
    answer=_places,
    example="card=EW laid=1,0:EW",
)
