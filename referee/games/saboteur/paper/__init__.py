"""The round sheet of Saboteur: counts of cards, gold, and a drawing of each round's tunnel.

Up to ten players have cells side by side, so words are short. Tunnel cards are only counted: the
drawing shows where they lie, and the rockfall which one it removed.
"""

from __future__ import annotations

from collections.abc import Mapping

from referee.api import SHARED, Notice, Paper, Rulebook, Say, SheetLine
from referee.api.drawing import Ink
from referee.games.saboteur.model.deal import setup_lines
from referee.games.saboteur.paper.diagram import diagrams, start_and_goals
from referee.games.saboteur.paper.reference import box_back, reference
from referee.games.saboteur.paper.views import IN_SHORT, VIEWS, pad
from referee.games.saboteur.state import State


def _begins(state: State) -> Mapping[str, Say]:
    if state.is_played:
        return {}
    return {SHARED: Say("{player} begins", player=state.now.starter or "")}


def _nuggets_so_far(state: State) -> Mapping[str, int]:
    """Count everybody's nuggets, owed ones too, if all gold was recorded. Cites: SAB-7.8."""
    gold = state.recorded_gold.items()
    return {player: sum(cards) + state.unpaid.get(player, 0) for player, cards in gold}


def _notes(book: Rulebook, state: State) -> tuple[Say, ...]:
    lines = setup_lines(book, state.setup)
    return tuple(each.say if isinstance(each, Notice) else each for each in lines)


PAPER: Paper[State] = Paper(
    counts=Say("round"),
    title=lambda state: Say(
        "Saboteur, {n} players, {rounds} rounds", n=len(state.players), rounds=state.rounds
    ),
    table=Say("table"),
    lines=(
        SheetLine("laid", Say("tunnel cards"), next_round=_begins, mark="; ", adds_up=True),
        SheetLine("tools", Say("tools"), mark="; "),
        SheetLine("looks", Say("maps, rockfalls"), mark="; "),
        SheetLine("discarded", Say("discarded"), adds_up=True),
        SheetLine("role", Say("role"), mark="; "),
        SheetLine("gold", Say("gold"), mark="+"),
        SheetLine("nuggets", Say("nuggets so far"), after_round=_nuggets_so_far),
    ),
    last=SheetLine("count", Say("gold"), mark="+"),
    notes=_notes,
    views=VIEWS,
    diagrams=diagrams,
    reference=reference,
    in_short=IN_SHORT,
    pad=pad,
    box_back=box_back,
    in_booklet=start_and_goals,
    ink=Ink("#8a6100", "#f0c252"),
)
