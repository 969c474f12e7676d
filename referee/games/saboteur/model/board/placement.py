"""Whether a tunnel card may lie at a cell, by which rules, and why not."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from referee.api import Rulebook, Ruling, Say, Verdict, plural, rule_refs
from referee.games.saboteur import keys
from referee.games.saboteur.model.board.cards import (
    SIDE_NAMES,
    START,
    Cell,
    PlacedCard,
    card_words,
    cell_words,
    is_dead_end,
    shape_of,
)
from referee.games.saboteur.model.board.tunnel import (
    FREE,
    JOINED,
    LOOSE,
    SIDES,
    WALL,
    Tunnel,
    asked_at,
    next_to,
)


class Reason(NamedTuple):
    """One reason that forbids a card, and the rules behind it."""

    said: Say
    rules: tuple[str, ...]


class Placement(NamedTuple):
    """A card and a cell, the table, and what could forbid the player to lay the card anywhere."""

    placed: PlacedCard
    tunnel: Tunnel
    goals: Sequence[Cell]
    broken: Sequence[str] = ()
    """The broken tools in front of the player."""
    laid: Mapping[str, int] = {}
    """How often each shape was laid in this round."""

    def refusal(self, book: Rulebook) -> Ruling | None:
        """Return the refusal of the card, or None if it may lie there.

        The reason is the first in the order of the rules; the others are in ``because``,
        and their rules ``beside`` its own.
        Cites: SAB-3.2 to SAB-3.7, SAB-3.9, SAB-5.1, SAB-5.8.
        """
        cell, card = self.placed
        if not self.broken and self.tunnel.takes(card, cell) and self._has_copy_left(book):
            return None
        in_order = tuple(book.rules)
        reasons = (*self._against_player(book), *self._against_cell())
        first, *others = sorted(reasons, key=lambda each: in_order.index(each.rules[0]))
        because = tuple(other.said for other in others)
        beside = rule_refs(rule for other in others for rule in other.rules)
        return Ruling(Verdict.FORBIDDEN, first.said, rule_refs(first.rules), because, beside=beside)

    def rules(self) -> list[str]:
        """List the rules by which the card may lie there, those of special places last."""
        cell, card = self.placed
        (x, y), (column, height) = cell, self.goals[0]
        found = [keys.SIDES_AGREE, keys.JOINED_TO_START]
        if is_dead_end(card):
            found.append(keys.DEAD_ENDS)
        if cell in next_to(self.tunnel.hidden):
            found.append(keys.BESIDE_HIDDEN_GOAL)
        if cell in next_to(frozenset(self.goals)) and self._leads_through_a_stone():
            found.append(keys.THROUGH_A_STONE)
        if not (0 <= x <= column and abs(y) <= height):
            found.append(keys.BEYOND_THE_MIDDLE)
        return found

    def _leads_through_a_stone(self) -> bool:
        (x, y), tunnel = self.placed.at, self.tunnel
        asked = tunnel.asked.get((x, y), 0)
        return any(
            at in self.goals and at in tunnel.joined and asked_at(asked, side) == JOINED
            for at, side in (((x + dx, y + dy), side) for dx, dy, side, _, _ in SIDES)
        )

    def reached(self) -> tuple[tuple[Cell, int], ...]:
        """Return the goals that the card would turn up, each with the side that it reaches."""
        tunnel, near = self.tunnel, next_to(self.tunnel.hidden)
        if self.placed.at not in near and near.isdisjoint({*tunnel.cards}):
            return ()  # no card would touch a hidden goal
        return tunnel.lay(*self.placed).reached()

    def _has_copy_left(self, book: Rulebook) -> bool:
        shape = shape_of(self.placed.card)
        return self.laid.get(shape, 0) < book[keys.COPIES][shape]

    def _against_player(self, book: Rulebook) -> Iterator[Reason]:
        if self.broken:
            tools = tuple(self.broken)
            said = Say("You cannot lay a card with a broken {tools}.", tools=tools)
            yield Reason(said, (keys.BROKEN_TOOL,))
        if not self._has_copy_left(book):
            said = plural(
                book[keys.COPIES][shape_of(self.placed.card)],
                "The box holds 1 {card} card, either way up, and it has been laid.",
                "The box holds {n} {card} cards, either way up, and all have been laid.",
                card=card_words(self.placed.card),
            )
            yield Reason(said, (keys.COPIES_LEFT, keys.COPIES.rule_id))

    def _against_cell(self) -> Iterator[Reason]:
        cell = self.placed.at
        if cell not in self.goals and cell not in self.tunnel.cards:
            asked = self.tunnel.asked.get(cell, FREE)
            yield from self._misfits(asked)
            yield from self._unjoined(asked)
            return
        said = "There is already a card at {cell}."
        if cell == START:
            said = "The start card is at {cell}."
        elif cell in self.goals:
            said = "A goal is at {cell}."
        yield Reason(Say(said, cell=cell_words(cell)), (keys.FREE_CELL,))

    def _misfits(self, asked: int) -> Iterator[Reason]:
        """Yield a reason for each side that does not agree with its neighbour."""
        (x, y), card = self.placed
        for dx, dy, side, _, _ in SIDES:
            wants = asked_at(asked, side)
            if wants == FREE or bool(card & side) == (wants != WALL):
                continue
            beside = (x + dx, y + dy)
            said = "To the {side} its wall meets an opening of {other} at {cell}."
            if wants == WALL:
                said = "To the {side} its opening meets a wall of {other} at {cell}."
            other, cell = card_words(self.tunnel.cards[beside]), cell_words(beside)
            rules = (keys.SIDES_AGREE, *((keys.STONE_MISFITS,) if beside in self.goals else ()))
            yield Reason(Say(said, side=SIDE_NAMES[side], other=other, cell=cell), rules)

    def _unjoined(self, asked: int) -> Iterator[Reason]:
        """Yield the reason why nothing joins the card to the start, if nothing does."""
        ((x, y), card), tunnel = self.placed, self.tunnel
        beside = {side: (x + dx, y + dy) for dx, dy, side, _, _ in SIDES}
        wants = {side: asked_at(asked, side) for side in beside if card & side}
        if JOINED in wants.values():
            return
        if not any(at in tunnel.cards or at in tunnel.hidden for at in beside.values()):
            said = Say("No card is next to {cell}.", cell=cell_words((x, y)))
            yield Reason(said, (keys.BESIDE_A_CARD,))
            return
        met = [tunnel.cards[beside[side]] for side, want in wants.items() if want == LOOSE]
        ends = sum(map(is_dead_end, met))
        yield _why_unjoined(ends, len(met) - ends)


def _why_unjoined(ends: int, loose: int) -> Reason:
    """Return what the openings of an unjoined card meet: dead ends, cards cut off, or nothing.

    Cites: SAB-3.6, SAB-3.7, SAB-5.8.
    """
    if ends and loose:
        said = "It meets a dead end, which nothing passes, and a card cut off from the start."
        return Reason(Say(said), (keys.JOINED_TO_START, keys.DEAD_ENDS, keys.LOOSE_PARTS))
    if ends:
        one = "It meets only a dead end, and nothing passes a dead end."
        many = "It meets only dead ends, and nothing passes a dead end."
        return Reason(plural(ends, one, many), (keys.JOINED_TO_START, keys.DEAD_ENDS))
    if loose:
        one = "It meets only a card that is cut off from the start."
        many = "It meets only cards that are cut off from the start."
        return Reason(plural(loose, one, many), (keys.JOINED_TO_START, keys.LOOSE_PARTS))
    said = "None of its openings meets an opening of a card that is face up."
    return Reason(Say(said), (keys.JOINED_TO_START,))
