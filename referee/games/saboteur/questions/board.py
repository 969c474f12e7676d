"""The table as a dispute gives it, and whether it can lie so."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

from referee import api
from referee.api import Say
from referee.games.saboteur import keys
from referee.games.saboteur.model.board.cards import (
    CROSSING,
    OPENINGS,
    START,
    Card,
    Cell,
    PlacedCard,
    card_words,
    cell_words,
    goal_cells,
    is_dead_end,
    read_card,
    read_cell,
    read_placed_card,
    shape_of,
)
from referee.games.saboteur.model.board.tunnel import (
    SIDES,
    TREASURE,
    Goal,
    Tunnel,
    goal_orientations,
    read_goal,
)
from referee.games.saboteur.model.tools import ROCKFALL

PLACED: Final = api.Text(like="1,0:EW", read=read_placed_card)
LAID: Final = api.Field(
    name="laid",
    shape=api.ListOf(PLACED),
    about=Say("the tunnel cards on the table, one fact for each"),
)
GOALS_GIVEN: Final = api.Field(
    name="goal",
    shape=api.ListOf(api.Text(like="8,0:stone-a:SW", read=read_goal)),
    about=Say("goals that are face up, and which way round; goals not named are face down"),
)
CARD: Final = api.Text(like="EW", read=read_card)
GONE: Final = api.Field(
    "gone",
    api.ListOf(CARD),
    Say("tunnel cards of this round that a rockfall has removed, by shape"),
)
CELL: Final = api.Text(like="8,0", read=read_cell)


class Board(api.Struct, frozen=True):
    """What lies on the table, as far as it is given."""

    goals: tuple[Cell, ...]
    laid: tuple[PlacedCard, ...]
    known_goals: tuple[Goal, ...]
    tunnel: Tunnel
    gone: tuple[Card, ...] = ()
    """Cards that were laid in this round and removed since."""

    @classmethod
    def of(cls, book: api.Rulebook, facts: api.Facts) -> Board:
        """Read ``laid``, ``goal`` and ``gone``; goals that are not named are face down."""
        places = goal_cells(book)
        laid = tuple(map(read_placed_card, facts.words("laid", ())))
        known_goals = tuple(read_goal(words, places) for words in facts.words("goal", ()))
        gone = tuple(map(read_card, facts.words("gone", ())))
        cards = {START: CROSSING, **dict(laid)}
        up = {goal.at: goal.card for goal in known_goals if goal.card is not None}
        hidden = frozenset(at for at in places if at not in up)
        return cls(places, laid, known_goals, Tunnel.of({**cards, **up}, hidden), gone)

    @property
    def up(self) -> dict[Cell, str]:
        """The goals that are up, and what they show."""
        return {goal.at: goal.shows for goal in self.known_goals if goal.card is not None}


def cannot_lie_so(book: api.Rulebook, board: Board) -> api.Ruling | None:
    """Refuse a table that no game with this box could show, with the first reason.

    Cites: SAB-1.1, SAB-1.3, SAB-1.9, SAB-3.2, SAB-3.4, SAB-3.9, SAB-4.1, SAB-4.3.
    """
    checks = (
        _wrong_goals(board),
        _wrong_cells(board),
        _too_many_gone(book, board),
        too_many_copies(book, board),
        _misfits(board),
    )
    return next((found for check in checks for found in check), None)


def _wrong_goals(board: Board) -> Iterator[api.Ruling]:
    for goal in board.known_goals:
        if goal.at not in board.goals:
            goals = tuple(map(cell_words, board.goals))
            said = "There is no goal at {cell}. The goals are at {goals}."
            yield api.impossible(said, keys.TO_THE_GOALS, cell=cell_words(goal.at), goals=goals)
        if goal.card is not None and goal.card not in goal_orientations(goal.shows):
            said, card = "{goal} never lies as {card}.", card_words(goal.card)
            rules = (keys.START_AND_GOALS, keys.HOW_A_STONE_LIES)
            yield api.impossible(said, *rules, goal=goal.shows, card=card)
    for name in _twice([cell_words(goal.at) for goal in board.known_goals]):
        yield api.impossible("The goal at {cell} is given twice.", keys.START_AND_GOALS, cell=name)
    for name in _twice([goal.shows for goal in board.known_goals]):
        yield api.impossible("There is only one {goal}.", keys.START_AND_GOALS, goal=name)


def _wrong_cells(board: Board) -> Iterator[api.Ruling]:
    for cell, _ in board.laid:
        if cell == START or cell in board.goals:
            said = "There is no tunnel card at {cell}: the start or a goal is there."
            yield api.impossible(said, keys.FREE_CELL, cell=cell_words(cell))
    for name in _twice([cell_words(cell) for cell, _ in board.laid]):
        yield api.impossible("Two cards are given for {cell}.", keys.FREE_CELL, cell=name)


def _too_many_gone(book: api.Rulebook, board: Board) -> Iterator[api.Ruling]:
    """Refuse more cards gone than there are rockfalls. Cites: SAB-5.11."""
    gone, falls = len(board.gone), book[keys.ACTION_CARDS][ROCKFALL]
    if gone > falls:
        said = "{n} cards cannot be gone: the box holds {falls} rockfalls."
        yield api.impossible(said, keys.ACTIONS_LEFT, keys.ACTION_CARDS, n=gone, falls=falls)


def too_many_copies(book: api.Rulebook, board: Board, *also: Card) -> Iterator[api.Ruling]:
    """Refuse more cards of a shape, ``also`` included, than the box holds. Cites: SAB-3.9."""
    laid = [*(placed.card for placed in board.laid), *board.gone]
    for shape, n in Counter(map(shape_of, (*laid, *also))).items():
        copies = book[keys.COPIES][shape]
        if n > copies:
            said = api.plural(
                copies,
                "There cannot be {laid} cards of the shape {shape}: the box holds 1.",
                "There cannot be {laid} cards of the shape {shape}: the box holds {n}.",
                laid=n,
                shape=shape,
            )
            yield api.impossible(said, keys.COPIES_LEFT, keys.COPIES)


def _misfits(board: Board) -> Iterator[api.Ruling]:
    """Refuse neighbours that cannot have been laid side by side.

    A goal may misfit a neighbour that was there before it was turned up, unless that neighbour
    would have turned it up itself.
    """
    cards = board.tunnel.cards
    for (x, y), card in sorted(cards.items()):
        for dx, dy, side, met, _ in SIDES:
            beside = (x + dx, y + dy)
            opens = bool(card & side)
            if beside in board.tunnel.hidden and opens and not is_dead_end(card):
                said = "The card at {cell} opens to the goal at {goal}, which would be up."
                goal = cell_words(beside)
                yield api.impossible(said, keys.TURNED_UP, cell=cell_words((x, y)), goal=goal)
            other = cards.get(beside)
            if other is None or opens == bool(other & met) or (x, y) in board.goals:
                continue
            if beside not in board.goals:
                yield api.impossible(
                    "{card} at {cell} and {other} at {beside} do not fit each other.",
                    keys.SIDES_AGREE,
                    card=card_words(card),
                    cell=cell_words((x, y)),
                    other=card_words(other),
                    beside=cell_words(beside),
                )
            elif opens and not is_dead_end(card):
                yield api.impossible(
                    "The goal at {goal} would not lie as {card}: the card at {cell} opens to it.",
                    keys.HOW_A_STONE_LIES,
                    keys.SIDES_AGREE,
                    goal=cell_words(beside),
                    card=card_words(other),
                    cell=cell_words((x, y)),
                )


def hanging_in_the_air(book: api.Rulebook, board: Board) -> tuple[Say, ...]:
    """Name cards further from the tunnel than rockfalls can have cut them off.

    Every card was joined when it was laid; between it and the start no more cards can be gone
    than there are rockfalls. Most likely not all cards were given, so this stops nothing.
    Cites: SAB-3.6, SAB-5.7.
    """
    falls = book[keys.ACTION_CARDS][ROCKFALL]
    gone = _cards_gone(board, falls)
    cells = tuple(cell_words(cell) for cell in sorted(board.tunnel.cards) if cell not in gone)
    if not cells:
        return ()
    said = Say(
        "Are all cards reported? {falls} rockfalls cannot have cut off {cells} so far.",
        falls=falls,
        cells=cells,
    )
    return (said,)


def _cards_gone(board: Board, most: int) -> dict[Cell, int]:
    """Count for each card how many others must be gone between it and the start, up to ``most``.

    Any cell but a goal's may have held another card before, whatever lies there now.
    """
    cards, hidden = board.tunnel.cards, board.tunnel.hidden
    reached = {START: 0}
    gone: set[Cell] = set()
    ahead: list[tuple[Cell, bool]] = [(START, False)]
    for n in range(most + 1):
        rim: list[Cell] = []
        while ahead:
            cell, is_gone = ahead.pop()
            card = OPENINGS if is_gone else cards[cell]
            for dx, dy, side, met, _ in SIDES:
                beside = (cell[0] + dx, cell[1] + dy)
                if is_dead_end(card) or not card & side or beside in hidden:
                    continue
                if beside not in reached and cards.get(beside, 0) & met:
                    reached[beside] = n
                    ahead.append((beside, False))
                if beside != START and beside not in board.goals:
                    rim.append(beside)
        ahead = [(cell, True) for cell in dict.fromkeys(rim) if cell not in gone]
        gone.update(rim)
    return reached


def _twice(names: Sequence[str]) -> list[str]:
    return [name for name, n in Counter(names).items() if n > 1]


def round_over(board: Board) -> api.Ruling | None:
    """Refuse every play after the treasure was turned up. Cites: SAB-6.1."""
    if TREASURE not in board.up.values():
        return None
    return api.forbidden("The treasure is face up: the round is over.", keys.TREASURE)
