"""How many placements of Saboteur's tunnel cards are judged in a second, in one process.

Random tables of 5 to 35 tunnel cards, 50 yes-or-no questions about each, asked of the room and of
the tests' twin, which floods the table from the start for every question. Keeping the net is in
the room's figures, both ways: laying card after card, and taking up each table as it lies.
Median of 5 runs, on a machine that does nothing else.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from random import Random
from statistics import median
from time import perf_counter
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).parents[2]))  # tables and twin live among the tests

from msgspec.structs import replace

from referee.core.rulebook import Rulebook
from referee.core.ruling import Verdict
from referee.core.table import Player, Setup
from referee.files.documents.rulebook import load_rulebook
from referee.games.saboteur.model.board.cards import (
    OPENINGS,
    Card,
    Cell,
    card_words,
    orientations,
    read_card,
)
from referee.games.saboteur.model.board.tunnel import Tunnel
from referee.games.saboteur.stages.turn import CardLaid
from referee.games.saboteur.state import State, start
from tests.games.saboteur import boards, oracle

FEWEST, MOST = 5, 35
"""Tunnel cards on the tables that are asked about."""
GAMES = 30
QUESTIONS = 50
HAND = 6
RUNS = 5
BUDGETS = {"answers": 550_000, "rulings": 20_000}
"""Answers and rulings a second, at least."""
MOST_MS = 5
"""Time to list a hand's places, at most."""
PLAYERS = (Player("Ana"), Player("Bo"), Player("Cy"))


class Asked(NamedTuple):
    """One table as it lies, and what is asked about it, for the room and for the twin."""

    change: tuple[Cell, Card | None]
    """What has happened since the table before; nothing is asked in between."""
    cards: dict[Cell, Card]
    hidden: frozenset[Cell]
    questions: list[tuple[Card, Cell]]
    board: oracle.Board
    asked_of_twin: list[tuple[oracle.Card, Cell]]


def card_of(card: oracle.Card) -> Card:
    """Give the room's card for the twin's."""
    return read_card("x" * card.dead_end + card.openings)


def grown(draw: Random) -> list[Asked]:
    """Grow one table to the end of its deck, with questions once it is large enough."""
    table = boards.Table(draw)
    stages = []
    for change in table.grow():
        is_asked = FEWEST <= len(table.laid) <= MOST
        twin = [boards.question(draw, table.board) for _ in range(QUESTIONS * is_asked)]
        stages.append(
            Asked(
                (change.cell, change.card and card_of(change.card)),
                {cell: card_of(card) for cell, card in table.board.items()},
                frozenset(table.hidden),
                [(card_of(card), cell) for card, cell in twin],
                dict(table.board),
                twin,
            )
        )
    return stages


def growing(games: list[list[Asked]]) -> int:
    """Lay card after card, and answer what is asked about each table; give the number of yes."""
    start = {cell: card_of(card) for cell, card in oracle.EMPTY_BOARD.items()}
    yes = 0
    for stages in games:
        tunnel = Tunnel.of(start, frozenset(oracle.GOALS))
        for stage in stages:
            cell, card = stage.change
            tunnel = tunnel.without(cell) if card is None else tunnel.lay(cell, card)
            takes = tunnel.takes
            for question in stage.questions:
                yes += takes(*question)
    return yes


def taking_up(games: list[list[Asked]]) -> int:
    """Take up each table as it lies, and answer what is asked; give the number of yes."""
    yes = 0
    for stages in games:
        for stage in stages:
            if stage.questions:
                takes = Tunnel.of(stage.cards, stage.hidden).takes
                for question in stage.questions:
                    yes += takes(*question)
    return yes


def flooding(games: list[list[Asked]]) -> int:
    """Answer every question by plain flood fill; give the number of yes."""
    yes = 0
    for stages in games:
        for stage in stages:
            hidden = set(stage.hidden)
            for question in stage.asked_of_twin:
                yes += oracle.may_lie(stage.board, hidden, *question)
    return yes


def seconds(work: Callable[[], int], yes: int) -> float:
    """Time one piece of work, which must count so many."""
    started = perf_counter()
    if work() != yes:
        sys.exit("The room and its twin do not agree: run the tests.")
    return perf_counter() - started


def say(what: str, found: str, budget: int, rate: float) -> None:
    """Print one rate, and whether it holds its budget."""
    held = "within" if rate >= budget else "under"
    print(f"  {what:<22} {found}   {held} the budget of {budget:,}")


def rate(work: Callable[[], int], yes: int, count: int) -> float:
    """Give how many there are in a second: the median of several runs."""
    return count / median(seconds(work, yes) for _ in range(RUNS))


def report_answers(games: list[list[Asked]]) -> int:
    """Print yes-or-no answers a second beside the twin's; give the number of yes."""
    count = sum(len(stage.questions) for stages in games for stage in stages)
    yes = growing(games)
    print(f"{count:,} questions on {count // QUESTIONS:,} tables, {yes / count:.0%} yes")
    twin = rate(partial(flooding, games), yes, count)
    for what, work in (("laying card after card", growing), ("taking up each table", taking_up)):
        ours = rate(partial(work, games), yes, count)
        found = f"{ours:10,.0f} answers a second, {ours / twin:.1f} times the twin's"
        say(what, found, BUDGETS["answers"], ours)
    print(f"  {'plain flood fill':<22} {twin:10,.0f} answers a second")
    return yes


def ruled(states: list[tuple[State, list[CardLaid]]], book: Rulebook) -> int:
    """Rule on each card as in a session, reasons and rules included; give the number of yes."""
    return sum(
        event.judge(book, state).verdict is Verdict.ALLOWED
        for state, events in states
        for event in events
    )


def report_rulings(games: list[list[Asked]], yes: int) -> None:
    """Print full rulings a second."""
    book = load_rulebook("saboteur")
    fresh = start(book, Setup(PLAYERS))
    states = []
    for stage in (stage for stages in games for stage in stages if stage.questions):
        now = replace(fresh.now, tunnel=Tunnel.of(stage.cards, stage.hidden))
        events = [CardLaid(PLAYERS[0], card_words(card), cell) for card, cell in stage.questions]
        states.append((replace(fresh, now=now), events))
    found = rate(partial(ruled, states, book), yes, sum(len(events) for _, events in states))
    say("full rulings", f"{found:10,.0f} a second", BUDGETS["rulings"], found)


def listed(tunnel: Tunnel, hand: list[Card]) -> list[tuple[Card, Cell, Card]]:
    """List all places for each card of a hand, and how it lies there."""
    places = tuple(tunnel.places())
    return [
        (card, cell, lies)
        for card in hand
        for cell, fitting in places
        for lies in orientations(card)
        if fitting >> (lies & OPENINGS) & 1
    ]


def report_hands(games: list[list[Asked]], draw: Random) -> None:
    """Print how long it takes to list a hand's places on a table as it lies."""
    times = []
    deck = [card_of(card) for card, copies in oracle.DECK.items() for _ in range(copies)]
    for stage in (stage for stages in games for stage in stages if stage.questions):
        hand = draw.sample(deck, HAND)
        started = perf_counter()
        listed(Tunnel.of(stage.cards, stage.hidden), hand)
        times.append((perf_counter() - started) * 1000)
    worst = max(times)
    held = "within" if worst <= MOST_MS else "over"
    print(
        f"  places of {HAND} cards      {median(times):10.3f} ms, at worst {worst:.3f} ms", end=""
    )
    print(f"   {held} the budget of {MOST_MS} ms")


def main() -> None:
    """Print answers, rulings and lists of places."""
    draw = Random(1)  # noqa: S311 - tables need no secrets
    games = [grown(draw) for _ in range(GAMES)]
    yes = report_answers(games)
    report_rulings(games, yes)
    report_hands(games, draw)


if __name__ == "__main__":
    main()
