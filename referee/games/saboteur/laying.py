"""Rulings on laying a tunnel card, and on what a goal shows that it reaches."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple, TypeAlias

from referee.core.rulebook import Rulebook
from referee.core.ruling import Ruling, Verdict, allowed, forbidden, impossible
from referee.core.say import Say, plural
from referee.games.saboteur import events as seen
from referee.games.saboteur import keys
from referee.games.saboteur.cards import (
    SIDE_NAMES,
    Card,
    card_words,
    is_dead_end,
    read_card,
    shape_of,
)
from referee.games.saboteur.cells import START, Cell, cell_words
from referee.games.saboteur.goals import GOALS, TREASURE, lies_as, still_hidden
from referee.games.saboteur.last_card import all_used_words, with_end
from referee.games.saboteur.state import State
from referee.games.saboteur.tunnel import FREE, JOINED, LOOSE, SIDES, WALL, Tunnel, asked_at
from referee.games.saboteur.typed import Lying

Told: TypeAlias = tuple[str, tuple[str, ...]]
"""A sentence about a cell, and the rules behind it."""


class Reason(NamedTuple):
    """One reason against a card, and the rule behind it."""

    verdict: Verdict
    said: Say
    rules: tuple[str, ...]


class Hand(NamedTuple):
    """What counts against a player before it is looked where the card would lie."""

    broken: Sequence[str] = ()
    """The broken tools before the player."""
    laid: Mapping[str, int] = {}
    """How often each shape was laid in this round."""


def judge_laying(
    book: Rulebook, tunnel: Tunnel, goals: Sequence[Cell], lying: Lying, hand: Hand
) -> Ruling | None:
    """Rule against a card, or give None where it may lie there.

    The reason is the first in the order of the rules, or what cannot be at all; the others
    stand in ``because``.
    Cites: SAB-3.2 to SAB-3.7, SAB-3.9, SAB-5.1, SAB-5.8.
    """
    cell, card = lying
    if not hand.broken and tunnel.takes(card, cell) and not _no_copy_left(book, card, hand):
        return None
    reasons = [*_against_player(book, card, hand), *_against_cell(tunnel, goals, card, cell)]
    first, *others = sorted(reasons, key=lambda reason: reason.verdict is not Verdict.IMPOSSIBLE)
    because = tuple(
        Say("{reason} ({rules})", reason=other.said, rules=other.rules) for other in others
    )
    return Ruling(first.verdict, first.said, book.cite(*first.rules), because)


def _against_player(book: Rulebook, card: Card, hand: Hand) -> Iterator[Reason]:
    if hand.broken:
        said = Say("No tunnel card may be laid with a broken {tools}.", tools=tuple(hand.broken))
        yield Reason(Verdict.FORBIDDEN, said, (keys.BROKEN_TOOL,))
    if _no_copy_left(book, card, hand):
        said = plural(
            book[keys.COPIES][shape_of(card)],
            "The box holds 1 card {card}, either way up, and it was laid.",
            "The box holds {n} cards {card}, either way up, and all were laid.",
            card=card_words(card),
        )
        yield Reason(Verdict.FORBIDDEN, said, (keys.COPIES_LEFT, keys.COPIES.rule_id))


def _no_copy_left(book: Rulebook, card: Card, hand: Hand) -> bool:
    shape = shape_of(card)
    return hand.laid.get(shape, 0) >= book[keys.COPIES][shape]


def _against_cell(
    tunnel: Tunnel, goals: Sequence[Cell], card: Card, cell: Cell
) -> Iterator[Reason]:
    occupied = _occupied(tunnel, goals, cell)
    if occupied:
        yield occupied
        return
    asked = tunnel.asked.get(cell, FREE)
    yield from _misfits(tunnel, goals, card, cell, asked)
    unjoined = _unjoined(tunnel, card, cell, asked)
    if unjoined:
        yield unjoined


def _occupied(tunnel: Tunnel, goals: Sequence[Cell], cell: Cell) -> Reason | None:
    if cell == START:
        return Reason(Verdict.IMPOSSIBLE, Say("The start card lies there."), (keys.FREE_CELL,))
    if cell in goals:
        said = Say("A goal lies at {cell}.", cell=cell_words(cell))
        return Reason(Verdict.IMPOSSIBLE, said, (keys.FREE_CELL,))
    if cell in tunnel.cards:
        lying = card_words(tunnel.cards[cell])
        said = Say("{card} lies at {cell} already.", card=lying, cell=cell_words(cell))
        return Reason(Verdict.FORBIDDEN, said, (keys.FREE_CELL,))
    return None


def _misfits(
    tunnel: Tunnel, goals: Sequence[Cell], card: Card, cell: Cell, asked: int
) -> Iterator[Reason]:
    """List the sides that do not agree."""
    x, y = cell
    for dx, dy, side, _, _ in SIDES:
        wants = asked_at(asked, side)
        if wants == FREE or bool(card & side) == (wants != WALL):
            continue
        beside = (x + dx, y + dy)
        template = (
            "To the {side} its opening meets a wall of {other} at {cell}."
            if wants == WALL
            else "To the {side} its wall meets an opening of {other} at {cell}."
        )
        said = Say(
            template,
            side=SIDE_NAMES[side],
            other=card_words(tunnel.cards[beside]),
            cell=cell_words(beside),
        )
        rules = (keys.SIDES_AGREE, *((keys.STONE_MISFITS,) if beside in goals else ()))
        yield Reason(Verdict.FORBIDDEN, said, rules)


def _unjoined(tunnel: Tunnel, card: Card, cell: Cell, asked: int) -> Reason | None:
    """Say why nothing joins the card to the start, if nothing does."""
    wants = {side: asked_at(asked, side) for _, _, side, _, _ in SIDES}
    met = [side for side in wants if card & side and wants[side] in (LOOSE, JOINED)]
    if any(wants[side] == JOINED for side in met):
        return None
    said, rules = _NOTHING_JOINS
    x, y = cell
    beside = {side: (x + dx, y + dy) for dx, dy, side, _, _ in SIDES}
    if not any(at in tunnel.cards or at in tunnel.hidden for at in beside.values()):
        said, rules = _NOTHING_BESIDE
    elif any(is_dead_end(tunnel.cards[beside[side]]) for side in met):
        said, rules = _DEAD_END_JOINS
    elif met:
        said, rules = _LOOSE_PART_JOINS
    return Reason(Verdict.FORBIDDEN, Say(said, cell=cell_words(cell)), rules)


_NOTHING_BESIDE: Final[Told] = ("No card lies beside {cell}.", (keys.BESIDE_A_CARD,))
_NOTHING_JOINS: Final[Told] = (
    "None of its openings meets the tunnel from the start.",
    (keys.JOINED_TO_START,),
)
_DEAD_END_JOINS: Final[Told] = (
    "It meets only a dead end, and nothing passes through that.",
    (keys.JOINED_TO_START, keys.DEAD_ENDS),
)
_LOOSE_PART_JOINS: Final[Told] = (
    "It meets only a part that is cut off from the start.",
    (keys.JOINED_TO_START, keys.LOOSE_PARTS),
)


def rules_for_laying(tunnel: Tunnel, goals: Sequence[Cell], card: Card, cell: Cell) -> list[str]:
    """List the rules that let a card lie there, those that matter at this place last."""
    x, y = cell
    beside = [(x + dx, y + dy) for dx, dy, _, _, _ in SIDES]
    column, height = goals[0]
    matters = {
        keys.DEAD_ENDS: is_dead_end(card),
        keys.BESIDE_HIDDEN_GOAL: any(at in tunnel.hidden for at in beside),
        keys.THROUGH_A_STONE: any(
            at in goals
            and at in tunnel.net
            and tunnel.asked.get(cell, 0)
            and asked_at(tunnel.asked[cell], side) == JOINED
            for at, (_, _, side, _, _) in zip(beside, SIDES, strict=True)
        ),
        keys.BEYOND_THE_MIDDLE: not (0 <= x <= column and abs(y) <= height),
    }
    return [keys.SIDES_AGREE, keys.JOINED_TO_START, *(rule for rule, so in matters.items() if so)]


def judge_laid(book: Rulebook, state: State, event: seen.CardLaid) -> Ruling:
    """Whether the card may be laid there by this player now. Cites: SAB-2.1, SAB-3.1 to SAB-3.9."""
    now = state.now
    card = read_card(event.card)
    hand = Hand(now.broken.get(event.player, ()), now.laid)
    refused = judge_laying(book, now.tunnel, state.goals, Lying(event.at, card), hand)
    if refused:
        return refused
    said = Say(
        "{player} lays {card} at {cell}.",
        player=event.player,
        card=event.card,
        cell=cell_words(event.at),
    )
    rules = rules_for_laying(now.tunnel, state.goals, card, event.at)
    reached = now.tunnel.lay(event.at, card).reached()
    if not reached:
        return with_end(book, state, event.player, allowed(said, *rules))
    said = Say("{laid} {reached}", laid=said, reached=reached_words([at for at, _ in reached]))
    several = (keys.SEVERAL_GOALS,) if len(reached) > 1 else ()
    return allowed(said, *rules, keys.TURNED_UP, *several)


def reached_words(cells: Sequence[Cell]) -> Say:
    """Word which goals are turned up."""
    return plural(
        len(cells),
        "The goal at {cells} is turned up.",
        "The goals at {cells} are turned up.",
        cells=tuple(map(cell_words, cells)),
    )


def judge_turned_up(book: Rulebook, state: State, event: seen.GoalTurnedUp) -> Ruling:
    """Whether the goal can show this, and how it lies then.

    Cites: SAB-1.3, SAB-4.1, SAB-4.3, SAB-4.4, SAB-6.1.
    """
    now = state.now
    cell = cell_words(event.at)
    sides = dict(now.tunnel.reached())
    if event.at not in state.goals or event.shows not in GOALS:
        return impossible(Say("No goal lies at {cell}.", cell=cell), keys.TO_THE_GOALS)
    if event.shows not in still_hidden(now.up.values()):
        said = Say("The {goal} is up already; there is only one.", goal=event.shows)
        return impossible(said, keys.START_AND_GOALS)
    if event.at not in sides:
        said = Say("Nothing has reached the goal at {cell}.", cell=cell)
        return forbidden(said, keys.TURNED_UP)
    if event.shows == TREASURE:
        said = Say(
            "The treasure! {player} has joined it: the diggers win round {round}.",
            player=now.last or "",
            round=state.round,
        )
        return allowed(said, keys.TURNED_UP, keys.TREASURE)
    card = lies_as(event.shows, sides[event.at])
    said = Say("A stone; it lies as {card}.", card=card_words(card))
    rules: tuple[str, ...] = (keys.TURNED_UP, keys.HOW_A_STONE_LIES)
    if stone_misfits(now.tunnel, event.at, card):
        said = Say("{stone} Not every neighbour fits, and that is so.", stone=said)
        rules = (*rules, keys.STONE_MISFITS)
    if now.all_used:
        said = Say("{stone} {used}", stone=said, used=all_used_words(state))
        rules = (*rules, keys.CARDS_USED)
    return allowed(said, *rules)


def stone_misfits(tunnel: Tunnel, cell: Cell, card: Card) -> bool:
    """Whether a stone that lies so meets a wall with an opening, or the other way round."""
    x, y = cell
    return any(
        bool(card & side) != bool(tunnel.cards[x + dx, y + dy] & met)
        for dx, dy, side, met, _ in SIDES
        if (x + dx, y + dy) in tunnel.cards
    )


def judge_starter(book: Rulebook, state: State, event: seen.StarterChosen) -> Ruling:
    """Anybody may begin; the table knows who is youngest. Cites: SAB-1.10."""
    said = Say("{player} begins.", player=event.player)
    return allowed(said, keys.FIRST_STARTER)
