"""Disputes about the tunnel: may a card lie here, or where, what is joined, how a goal lies."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import chain
from typing import Final

from referee import api
from referee.api import Say
from referee.games.saboteur import keys
from referee.games.saboteur.model.board.cards import (
    CROSSING,
    LETTERS,
    OPENINGS,
    SIDE_NAMES,
    START,
    Card,
    Cell,
    PlacedCard,
    card_words,
    cell_words,
    goal_cells,
    is_dead_end,
    orientations,
    read_card,
    read_cell,
    read_placed_card,
    shape_of,
)
from referee.games.saboteur.model.board.placement import Placement
from referee.games.saboteur.model.board.tunnel import (
    GOALS,
    LEADS,
    SIDES,
    STONES,
    TREASURE,
    Goal,
    Tunnel,
    goal_named,
    goal_orientations,
    is_open_end,
    leads,
    lies_as,
    read_goal,
    side_named,
)
from referee.games.saboteur.model.tools import ROCKFALL, TOOLS

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
    """The table, as far as it is given."""

    goals: tuple[Cell, ...]
    laid: tuple[PlacedCard, ...]
    known_goals: tuple[Goal, ...]
    tunnel: Tunnel
    gone: tuple[Card, ...] = ()
    """The cards that were laid in this round and then removed."""

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


# What is refused of a table, and what is doubted


def refuse_table(book: api.Rulebook, board: Board) -> api.Ruling | None:
    """Refuse a table that no game with this box could show; the first reason found counts.

    Cites: SAB-1.1, SAB-1.3, SAB-1.9, SAB-3.2, SAB-3.4, SAB-3.9, SAB-4.1, SAB-4.3.
    """
    checks = (
        _wrong_goals(board),
        _wrong_cells(board),
        _too_many_gone(book, board),
        _too_many_copies(book, board),
        _misfits(board),
    )
    return next(chain.from_iterable(checks), None)


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
    for name in _named_twice([cell_words(goal.at) for goal in board.known_goals]):
        yield api.impossible("The goal at {cell} is given twice.", keys.START_AND_GOALS, cell=name)
    for name in _named_twice([goal.shows for goal in board.known_goals]):
        yield api.impossible("There is only one {goal}.", keys.START_AND_GOALS, goal=name)


def _wrong_cells(board: Board) -> Iterator[api.Ruling]:
    for cell, _ in board.laid:
        if cell == START or cell in board.goals:
            said = "There is no tunnel card at {cell}: the start or a goal is there."
            yield api.impossible(said, keys.FREE_CELL, cell=cell_words(cell))
    for name in _named_twice([cell_words(cell) for cell, _ in board.laid]):
        yield api.impossible("Two cards are given for {cell}.", keys.FREE_CELL, cell=name)


def _too_many_gone(book: api.Rulebook, board: Board) -> Iterator[api.Ruling]:
    """Yield a refusal if more cards are gone than there are rockfalls. Cites: SAB-5.11."""
    gone, falls = len(board.gone), book[keys.ACTION_CARDS][ROCKFALL]
    if gone > falls:
        said = "{n} cards cannot be gone: the box holds {falls} rockfalls."
        yield api.impossible(said, keys.ACTIONS_LEFT, keys.ACTION_CARDS, n=gone, falls=falls)


def _too_many_copies(book: api.Rulebook, board: Board, *also: Card) -> Iterator[api.Ruling]:
    """Yield a refusal of each shape with more cards, ``also`` included, than the box holds.

    Cites: SAB-3.9.
    """
    laid = [*(placed.card for placed in board.laid), *board.gone]
    for shape, n in Counter(map(shape_of, (*laid, *also))).items():
        copies = book[keys.COPIES][shape]
        if n > copies:
            one = "There cannot be {laid} cards of the shape {shape}: the box holds 1."
            many = "There cannot be {laid} cards of the shape {shape}: the box holds {n}."
            said = api.plural(copies, one, many, laid=n, shape=shape)
            yield api.impossible(said, keys.COPIES_LEFT, keys.COPIES)


def _misfits(board: Board) -> Iterator[api.Ruling]:
    """Yield a refusal of each pair of neighbours that cannot have been laid side by side.

    A goal may misfit a neighbour that was there before it was turned up, unless that neighbour
    would have turned it up itself.
    """
    cards = board.tunnel.cards
    for (x, y), card in sorted(cards.items()):
        cell = cell_words((x, y))
        for dx, dy, side, met, _ in SIDES:
            beside = (x + dx, y + dy)
            opens, there = bool(card & side), cell_words(beside)
            if beside in board.tunnel.hidden and opens and not is_dead_end(card):
                said = "The card at {cell} opens to the goal at {goal}, which would be up."
                yield api.impossible(said, keys.TURNED_UP, cell=cell, goal=there)
            other = cards.get(beside)
            if other is None or opens == bool(other & met) or (x, y) in board.goals:
                continue
            lies = card_words(other)
            if beside not in board.goals:
                said = "{card} at {cell} and {other} at {beside} do not fit each other."
                facts = {"card": card_words(card), "cell": cell, "other": lies, "beside": there}
                yield api.impossible(Say(said, **facts), keys.SIDES_AGREE)
            elif opens and not is_dead_end(card):
                said = "The goal at {goal} would not lie as {card}: the card at {cell} opens to it."
                rules = (keys.HOW_A_STONE_LIES, keys.SIDES_AGREE)
                yield api.impossible(said, *rules, goal=there, card=lies, cell=cell)


def _doubts_about_cards(book: api.Rulebook, board: Board) -> tuple[Say, ...]:
    """Return a doubt that names cards further from the tunnel than rockfalls can have cut off.

    Every card was joined when it was laid, so between it and the start no more cards can be gone
    than there are rockfalls. Most likely not all cards were given, so this refuses nothing.
    Cites: SAB-3.6, SAB-5.7.
    """
    falls = book[keys.ACTION_CARDS][ROCKFALL]
    near = _fewest_gone(board, falls)
    cells = tuple(cell_words(cell) for cell in sorted(board.tunnel.cards) if cell not in near)
    said = "Are all cards reported? {falls} rockfalls cannot have cut off {cells} so far."
    return (Say(said, falls=falls, cells=cells),) if cells else ()


def _fewest_gone(board: Board, most: int) -> dict[Cell, int]:
    """Return for each card the fewest cards gone between it and the start, up to ``most``.

    Any cell except a goal's may have held another card before, whatever lies there now.
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


def _named_twice(names: Sequence[str]) -> list[str]:
    return [name for name, n in Counter(names).items() if n > 1]


def refuse_after_treasure(board: Board) -> api.Ruling | None:
    """Refuse any play after the treasure was turned up. Cites: SAB-6.1."""
    if TREASURE not in board.up.values():
        return None
    return api.forbidden("The treasure is face up: the round is over.", keys.TREASURE)


def _refuse_card(book: api.Rulebook, board: Board, card: Card) -> api.Ruling | None:
    """Refuse a card that can lie nowhere on this table."""
    return (
        refuse_table(book, board)
        or next(_too_many_copies(book, board, card), None)
        or refuse_after_treasure(board)
    )


# The answers


def _place(book: api.Rulebook, facts: api.Facts) -> api.Answer:
    """Rule on a card at a cell, and return which goals it turns up and how they lie then.

    Cites: SAB-3.1 to SAB-3.9, SAB-4.1 to SAB-4.5, SAB-5.1, SAB-5.8.
    """
    board = Board.of(book, facts)
    cell, card = placed = read_placed_card(facts.text("lay"))
    broken = [tool for tool in TOOLS if tool in facts.words("broken", ())]
    placement = Placement(placed, board.tunnel, board.goals, broken)
    doubts = _doubts_about_cards(book, board)
    if refused := _refuse_card(book, board, card) or placement.refusal(book):
        doubted = api.replace(refused, because=(*refused.because, *doubts))
        return api.Answer.ruled(doubted, {"reveals": None, "lies_as": None})
    rules = placement.rules()
    lies = {cell_words(at): _goals_lie_as(board, at, side) for at, side in placement.reached()}
    if lies:
        several = (keys.SEVERAL_GOALS,) if len(lies) > 1 else ()
        rules += [keys.TURNED_UP, *several, keys.HOW_A_STONE_LIES]
    stones = tuple(
        Say("At {cell} a {goal} lies as {card}.", cell=at, goal=goal, card=lying)
        for at, goals in lies.items()
        for goal, lying in goals.items()
        if goal != TREASURE
    )
    said = _placed_words(card_words(card), cell_words(cell), tuple(lies))
    ruling = api.allowed(said, *rules, because=(*stones, *doubts))
    return api.Answer.ruled(ruling, {"reveals": tuple(lies), "lies_as": lies})


def _placed_words(card: str, cell: str, goals: tuple[str, ...]) -> Say:
    if not goals:
        return Say("{card} may lie at {cell}.", card=card, cell=cell)
    return api.plural(
        len(goals),
        "{card} may lie at {cell}. The goal at {goals} is turned up.",
        "{card} may lie at {cell}. The goals at {goals} are turned up.",
        card=card,
        cell=cell,
        goals=goals,
    )


def _goals_lie_as(board: Board, at: Cell, side: int) -> dict[str, str]:
    """Return how each goal that may be there would lie. Cites: SAB-1.3, SAB-4.3."""
    known = {goal.at: goal.shows for goal in board.known_goals}
    left = [known[at]] if at in known else [goal for goal in GOALS if goal not in known.values()]
    return {goal: card_words(lies_as(goal, side)) for goal in left}


def _places(book: api.Rulebook, facts: api.Facts) -> api.Answer:
    """Return every cell where a card may lie, and how. Cites: SAB-3.1 to SAB-3.9, SAB-5.8."""
    board = Board.of(book, facts)
    card = read_card(facts.text("card"))
    if refused := _refuse_card(book, board, card):
        return api.Answer.ruled(refused, {"cells": None})
    cells = tuple(
        {"at": cell_words(cell), "lies": card_words(lying)}
        for cell, fitting in board.tunnel.places()
        for lying in orientations(card)
        if fitting >> (lying & OPENINGS) & 1
    )
    one, many = "{card} can be laid in 1 way.", "{card} can be laid in {n} ways."
    said = api.plural(len(cells), one, many, card=card_words(card))
    rules = (keys.SAME_WAY_UP, keys.SIDES_AGREE, keys.JOINED_TO_START)
    doubts = _doubts_about_cards(book, board)
    return api.Answer.answered(said, {"cells": cells}, *rules, because=doubts)


def _joined(book: api.Rulebook, facts: api.Facts) -> api.Answer:
    """Return which cards are joined to the start, which are cut off, and where to continue.

    Cites: SAB-3.6, SAB-3.7, SAB-4.5, SAB-5.8.
    """
    board = Board.of(book, facts)
    at, tunnel = facts.text("at", None), board.tunnel
    cell = None if at is None else read_cell(at, board.goals)
    refused = refuse_table(book, board)
    if refused is None and cell is not None and cell not in tunnel.cards:
        said = "No card is face up at {cell}."
        refused = api.impossible(said, keys.JOINED_TO_START, cell=cell_words(cell))
    if refused:
        unknown = ("joined", "cut_off", "open_ends", "is_joined")
        return api.Answer.ruled(refused, dict.fromkeys(unknown))
    cut_off = tuple(each for each in sorted(tunnel.cards) if tunnel.is_loose(each))
    joined = (each for each in sorted(tunnel.cards) if each not in cut_off)
    ends = (each for each, asked in sorted(tunnel.asked.items()) if is_open_end(asked))
    loose = tuple(map(cell_words, cut_off))
    results = {
        "joined": tuple(map(cell_words, joined)),
        "cut_off": loose,
        "open_ends": tuple(map(cell_words, ends)),
        "is_joined": None if cell is None else cell not in cut_off,
    }
    if cell in cut_off:
        worded = Say("The card at {cell} is cut off from the start.", cell=cell_words(cell))
    elif cell is not None:
        worded = Say("The card at {cell} is joined to the start.", cell=cell_words(cell))
    elif cut_off:
        worded = Say("Cut off from the start: {cells}.", cells=loose)
    else:
        worded = Say("Nothing is cut off from the start.")
    rules = (keys.JOINED_TO_START, keys.DEAD_ENDS, *((keys.LOOSE_PARTS,) if cut_off else ()))
    return api.Answer.answered(worded, results, *rules)


def _stone(book: api.Rulebook, facts: api.Facts) -> api.Answer:
    """Return how a goal lies that the tunnel reaches from a side. Cites: SAB-1.3, SAB-4.3."""
    shows, side = facts.word("shows"), LETTERS[facts.word("from")]
    rules = (keys.HOW_A_STONE_LIES, keys.START_AND_GOALS)
    if shows in LEADS:
        ways = {leads(stone, side): stone for stone in STONES}
        if shows not in ways:
            said = "Reached from the {side}, a stone leads {ways}, not {way}."
            side_name, possible = SIDE_NAMES[side], api.join_or(tuple(ways))
            refused = api.impossible(said, *rules, side=side_name, ways=possible, way=shows)
            return api.Answer.ruled(refused, {"lies": None})
        shows = ways[shows]
    lies = card_words(lies_as(shows, side))
    worded = Say("It lies as {card}, the only way that fits the tunnel.", card=lies)
    if shows == TREASURE:
        worded = Say("The treasure is open on all four sides.")
    return api.Answer.answered(worded, {"lies": lies}, *rules)


# The questions

PLACE: Final = api.Question(
    name="place",
    about=Say("May this card lie here, and which goals does it turn up?"),
    fields=(
        api.Field("lay", PLACED, Say("the card and where"), required=True),
        LAID,
        GOALS_GIVEN,
        api.Field(
            "broken",
            api.ListOf(api.Choice(TOOLS)),
            Say("broken tools in front of the player who lays it"),
        ),
        GONE,
    ),
    answer=_place,
    example="lay=2,0:NESW laid=1,0:EW",
)
PLACES: Final = api.Question(
    name="places",
    about=Say("Where may this card lie?"),
    fields=(
        api.Field("card", CARD, Say("the card, either way up"), required=True),
        LAID,
        GOALS_GIVEN,
        GONE,
    ),
    answer=_places,
    example="card=EW laid=1,0:EW",
)
JOINED: Final = api.Question(
    name="joined",
    about=Say("Is this card still connected to the start, and where can the tunnel continue?"),
    fields=(
        api.Field("at", CELL, Say("the cell that is asked about")),
        LAID,
        GOALS_GIVEN,
    ),
    answer=_joined,
    example="at=3,0 laid=1,0:EW laid=3,0:EW",
)
STONE: Final = api.Question(
    name="stone",
    about=Say("How does a goal lie once it is turned up?"),
    fields=(
        api.Field(
            name="shows",
            shape=api.Choice((*GOALS, *LEADS), goal_named),
            about=Say("what it shows; for a stone, the sides it leads to are enough"),
            required=True,
        ),
        api.Field(
            "from",
            api.Choice(tuple(LETTERS), side_named),
            Say("the side of the goal that the tunnel reaches: N, E, S or W"),
            required=True,
        ),
    ),
    answer=_stone,
    example="shows=stone-a from=W",
)
