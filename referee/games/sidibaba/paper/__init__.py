"""The lamp-by-lamp sheet, the quick reference of the blank form, and the views."""

from collections import Counter
from collections.abc import Iterator

from referee.api import SHARED, Paper, Say, SheetCells, SheetLine
from referee.api.drawing import Diagram, Ink
from referee.games.sidibaba.final import behind
from referee.games.sidibaba.model.tokens import Holding
from referee.games.sidibaba.paper.diagram import VIEWS, diagrams
from referee.games.sidibaba.paper.forms import (
    IN_SHORT,
    Moments,
    all_there_is,
    box_back,
    lamp_strip,
    pad,
    reference,
)
from referee.games.sidibaba.stages.setup import setup_steps
from referee.games.sidibaba.state import State

SEPARATOR = "; "


def _held(state: State) -> SheetCells:
    return {player: held.count for player, held in state.holdings.items()}


def _shown(state: State) -> SheetCells:
    """Show what everybody holds at the end, and how the game ended."""
    held = ((player, held.said) for player, held in state.holdings.items())
    return {SHARED: Say("{outcome}", outcome=state.outcome), **dict(held)}


def _won_and_lost(before: State, after: State) -> SheetCells:
    """Show which tokens came and went, and how many unseen ones."""
    return {
        player: tuple(_token_changes(before.holdings[player], held))
        for player, held in after.holdings.items()
        if held is not before.holdings[player]
    }


def _token_changes(was: Holding, held: Holding) -> Iterator[Say]:
    if held.hidden > was.hidden and len(held.tokens) < len(was.tokens):
        yield Say("-{n} unseen", n=was.count - held.count)
        return
    before, after = Counter(was.tokens), Counter(held.tokens)
    for sign, moved in (("-", before - after), ("+", after - before)):
        for token in moved.elements():
            yield Say("{sign}{token}", sign=sign, token=token)
    if more := held.hidden - was.hidden:
        yield Say("{sign}{n} unseen", sign="+" if more > 0 else "-", n=abs(more))


def _diagrams(moments: Moments) -> tuple[Diagram, ...]:
    """Draw the maze, or else the lamps; where no move is recorded there is nothing to draw."""
    if not moments or moments[-1].after.is_by_the_end:
        return ()
    return diagrams(moments) or (lamp_strip(moments),)


PAPER: Paper[State] = Paper(
    counts=Say("lamp"),
    first=SheetLine("deeds", Say("setup"), mark=SEPARATOR),
    lines=(
        SheetLine("deeds", Say("deeds"), mark=SEPARATOR),
        SheetLine("tokens", Say("won and lost"), changed=_won_and_lost, mark=SEPARATOR),
        SheetLine("held", Say("tokens held"), after_round=_held, mark=SEPARATOR),
    ),
    last=SheetLine("shown", Say("tokens shown"), after_round=_shown, mark=SEPARATOR),
    number=lambda state: state.glass,
    rounds=lambda state: state.all_lamps,
    is_over=lambda state: bool(state.outcome),
    table=Say("table"),
    title=lambda state: Say("Sidibaba, {n} adventurers", n=len(state.players)),
    notes=lambda book, state: tuple(each.say for each in setup_steps(book, state.setup)),
    views=VIEWS,
    diagrams=_diagrams,
    reference=reference,
    in_short=IN_SHORT,
    pad=pad,
    box_back=box_back,
    in_booklet=all_there_is,
    behind=behind,
    ink=Ink("#9a3b12", "#ffb08a"),
)
