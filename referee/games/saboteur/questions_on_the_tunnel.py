"""Disputes about the tunnel: may this card lie here, and where else."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

from msgspec.structs import replace

from referee.core.question import Answer, Facts
from referee.core.rulebook import Rulebook
from referee.core.ruling import Ruling, allowed, impossible
from referee.core.say import Say, plural
from referee.games.saboteur import keys
from referee.games.saboteur.board import (
    Board,
    cannot_lie_so,
    hanging_in_the_air,
    round_over,
    too_many_copies,
)
from referee.games.saboteur.cards import card_words, lies_of, read_card
from referee.games.saboteur.cells import START, Cell, cell_words
from referee.games.saboteur.goals import GOALS, TREASURE, lies_as, still_hidden
from referee.games.saboteur.laying import Hand, judge_laying, reached_words, rules_for_laying
from referee.games.saboteur.tools import TOOLS
from referee.games.saboteur.typed import Lying, read_lying


def answer_place(book: Rulebook, facts: Facts) -> Answer:
    """Rule on a card at a cell, and tell which goals it turns up and how they lie then.

    Cites: SAB-3.1 to SAB-3.9, SAB-4.1 to SAB-4.5, SAB-5.1, SAB-5.8.
    """
    board = Board.of(book, facts.values)
    cell, card = lying = read_lying(cast("str", facts.values["lay"]))
    unknown = {"reveals": None, "lies_as": None}
    broken = [
        tool for tool in TOOLS if tool in cast("tuple[str, ...]", facts.values.get("broken", ()))
    ]
    refused = (
        cannot_lie_so(book, board)
        or _no_room(book, board, lying)
        or round_over(book, board)
        or judge_laying(book, board.tunnel, board.goals, lying, Hand(broken))
    )
    doubts = hanging_in_the_air(book, board)
    if refused:
        doubted = replace(refused, because=(*refused.because, *doubts))
        return Answer.ruled(doubted, unknown)
    said = Say("{card} may lie at {cell}.", card=card_words(card), cell=cell_words(cell))
    rules = rules_for_laying(board.tunnel, board.goals, card, cell)
    reached = board.tunnel.lay(cell, card).reached()
    if reached:
        said = Say("{may} {reached}", may=said, reached=reached_words([at for at, _ in reached]))
        rules += [keys.TURNED_UP, *((keys.SEVERAL_GOALS,) if len(reached) > 1 else ())]
        rules += [keys.HOW_A_STONE_LIES]
    lies = {cell_words(at): _lies(board, at, side) for at, side in reached}
    answer = {"reveals": tuple(lies), "lies_as": lies}
    return Answer.ruled(
        allowed(
            said,
            *rules,
            because=(
                *_because(lies),
                *doubts,
            ),
        ),
        answer,
    )


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


def _no_room(book: Rulebook, board: Board, lying: Lying) -> Ruling | None:
    """Stop a card on an occupied cell, and one beyond the box. Cites: SAB-3.2, SAB-3.9."""
    cell = cell_words(lying.at)
    cites = book.cite(keys.FREE_CELL)
    if lying.at == START or lying.at in board.goals:
        said = Say("The start card or a goal lies at {cell}.", cell=cell)
        return impossible(said, *cites)
    lies = dict(board.laid).get(lying.at)
    if lies is not None:
        said = Say("{card} lies at {cell} already.", card=card_words(lies), cell=cell)
        return impossible(said, *cites)
    return next(too_many_copies(book, board, (lying.card,)), None)


def answer_places(book: Rulebook, facts: Facts) -> Answer:
    """List every cell where a card may lie, and how. Cites: SAB-3.1 to SAB-3.9, SAB-5.8."""
    board = Board.of(book, facts.values)
    card = read_card(cast("str", facts.values["card"]))
    refused = (
        cannot_lie_so(book, board)
        or next(too_many_copies(book, board, (card,)), None)
        or round_over(book, board)
    )
    if refused:
        return Answer.ruled(refused, {"cells": None})
    cells: list[dict[str, Any]] = [
        {"at": cell_words(cell), "lies": card_words(lie)}
        for cell, fitting in board.tunnel.places()
        for lie in lies_of(card)
        if fitting >> (lie & 15) & 1
    ]
    said = plural(
        len(cells),
        "{card} can be laid in 1 way.",
        "{card} can be laid in {n} ways.",
        card=card_words(card),
    )
    rules = (keys.SAME_WAY_UP, keys.SIDES_AGREE, keys.JOINED_TO_START)
    return Answer.answered(
        said, {"cells": tuple(cells)}, *rules, because=hanging_in_the_air(book, board)
    )
