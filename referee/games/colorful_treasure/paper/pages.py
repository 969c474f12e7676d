"""The quick reference, the short round sheet, the chart, the pad, and the views of the table."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TypeAlias

from referee import api
from referee.api import Say, drawing, pads, rounds
from referee.games.colorful_treasure import keys
from referee.games.colorful_treasure.final import (
    DIAMOND_CARDS,
    DIAMONDS,
    SECRET_BONUS,
    TILE_POINTS,
    WORTH_OF_TILE,
    bonus_of,
)
from referee.games.colorful_treasure.model.cards import (
    ADVANCED,
    BASIC,
    CHEST,
    COLOURS,
    DIAMOND,
    FACES,
    KEY,
    SECRETS,
    SIMPLE,
    Card,
    as_typed,
    box_of,
)
from referee.games.colorful_treasure.model.holding import BONUSES, EXPLORATION, GEM, Holding
from referee.games.colorful_treasure.stages import COURSE
from referee.games.colorful_treasure.stages.setup import LAY_OUT, START
from referee.games.colorful_treasure.state import State


def reference(book: api.Rulebook, setup: api.Setup) -> pads.QuickReference:
    """Return the setup, what scores in the way this table plays, and the rules asked most.

    >>> from referee.files.documents.rulebook import load_rulebook
    >>> page = reference(load_rulebook("colorful-treasure"), api.Setup(tuple("AB")))
    >>> [f"{line.label}: {line.worth}" for line in page.scoring][4:6]
    ['purple: for 1 to 6 as on the help card', 'diamond cards: 1 each']
    """
    mode = book.option(setup.options, "mode")
    return pads.QuickReference(
        setup=_setting_up(book, setup, mode),
        scoring=tuple(_worths(book.with_table_numbers(setup.numbers), mode, len(setup.seating))),
        rules_asked_most=_rules_asked_most(book, mode),
    )


def _setting_up(book: api.Rulebook, setup: api.Setup, mode: str) -> api.CardGrid:
    """List what is laid out with each number of players. Cites: COL-1.1, COL-1.6, COL-4.1."""
    least, most = book.players
    box = box_of(book, setup.options)
    columns = [Say("players"), Say("cards"), Say("columns")]
    tail: list[api.SheetCell] = [box.cards, box.wonders]
    if mode == ADVANCED:
        columns.append(Say("tiles"))
        tail.append(book[keys.TILES])
    if mode != SIMPLE:
        columns.append(Say("gem bonus"))
    return api.CardGrid(
        title=Say("Setup"),
        columns=tuple(columns),
        rows=tuple(
            (seats, *tail, *(() if mode == SIMPLE else (_gem_bonus(book, seats),)))
            for seats in range(least, most + 1)
        ),
    )


def _gem_bonus(book: api.Rulebook, seats: int) -> Say:
    worth, colours = book[keys.GEM_WORTH][seats], book[keys.GEM_COLOURS][seats]
    return Say("{worth} for {colours} colours", worth=worth, colours=colours)


def _worths(book: api.Rulebook, mode: str, seats: int) -> Iterator[pads.ScoringEntry]:
    """List what scores, in the order in which it is scored.

    Cites: COL-7.1 to COL-7.3, COL-4.1 to COL-4.3, COL-6.6, COL-6.8.
    """
    gems = _of_one_colour(book)
    for colour in COLOURS:
        yield _entry(Say("{colour}", colour=colour), gems, keys.SAME_COLOUR)
    yield _entry(DIAMOND_CARDS, _each(book[keys.DIAMOND_CARD]), keys.DIAMOND_CARD)
    yield _entry(DIAMONDS, _each(book[keys.DIAMOND][mode]), keys.DIAMOND)
    if mode != SIMPLE:
        yield from _worths_of_bonuses(book, seats)
    if mode == ADVANCED:
        worths = [Say("{tile} {n}", tile=tile, n=book[key]) for tile, key in WORTH_OF_TILE.items()]
        yield _entry(TILE_POINTS, api.join(worths, ", "), *WORTH_OF_TILE.values())


def _entry(label: Say, worth: Say, *rules: api.RuleLike) -> pads.ScoringEntry:
    return pads.ScoringEntry(label, worth, api.rule_refs(rules))


def _of_one_colour(book: api.Rulebook) -> Say:
    """Say what gems of one colour are worth together, or that the help card says it."""
    try:
        worth = book[keys.SAME_COLOUR]
    except api.NumberMissing:
        return Say("for 1 to {most} as on the help card", most=book[keys.OF_EACH_COLOUR])
    return Say("{points} for 1 to {most}", points=tuple(map(str, worth)), most=len(worth))


def _worths_of_bonuses(book: api.Rulebook, seats: int) -> Iterator[pads.ScoringEntry]:
    first = Say("{bonus}, to the first", bonus=_gem_bonus(book, seats))
    yield _entry(bonus_of(GEM), first, keys.GEM_WORTH)
    worth, wonders = book[keys.EXPLORATION_WORTH], book[keys.EXPLORED]
    explored = Say("{worth} for {wonders} wonders, to the first", worth=worth, wonders=wonders)
    yield _entry(bonus_of(EXPLORATION), explored, keys.EXPLORATION_WORTH)
    said = "{worth} for most keys and chests, shared in a tie"
    yield _entry(SECRET_BONUS, Say(said, worth=book[keys.SECRET_WORTH]), keys.SECRET_WORTH)


def _each(points: int) -> Say:
    return Say("{points} each", points=points)


def _rules_asked_most(book: api.Rulebook, mode: str) -> tuple[api.RuleRef, ...]:
    taking = {keys.DIAMONDS_ALONG, keys.MUST_TAKE, keys.FEW_LEFT}
    plunder = {keys.SECRETS_FIRST, keys.NOTHING_ALONG, keys.NO_VICTIM, keys.BONUS_KEPT}
    tiles = {keys.THIRD_AGAIN, keys.SEVERAL_COLOURS, keys.MUST_TAKE, keys.LEFT.rule_id}
    chosen = {
        SIMPLE: taking | {keys.ONE_KIND, keys.SIMPLE_END},
        BASIC: plunder | taking | {keys.LEFT.rule_id},
        ADVANCED: plunder | tiles,
    }
    return book.in_order(chosen[mode])


_Moments: TypeAlias = Sequence[rounds.StateChange[State, api.Event[State]]]


def _row(rows: rounds.RoundRows, moments: _Moments) -> rounds.SummaryRow:
    return rounds.SummaryRow(
        round=rows.round,
        cells=tuple(
            _cell(rows.cell("points", player), rows.cell("won", player))
            for player in moments[0].after.players
        ),
        after=(moments[-1].after.field.size,),
    )


def _cell(points: api.SheetCell, won: api.SheetCell) -> api.SheetCell:
    if points is None or won is None:
        return won if points is None else points
    return Say("{points} ({won})", points=points, won=won)


def _at_end(score: api.PlayerScore) -> api.SheetCell:
    """Return the total, and the secret bonus that only the end decides."""
    for line in score.lines:
        if line.label == SECRET_BONUS:
            return Say("{points} (+ {n} secret bonus)", points=score.total, n=line.points)
    return Say("{points}", points=score.total)


IN_SHORT: rounds.RoundSummary[State] = rounds.RoundSummary(
    row=_row,
    after=(Say("cards left"),),
    signs=(
        Say("points so far; in brackets what came and went"),
        Say("6b blue 6"),
        Say("r red, y yellow, g green, b blue, p purple, d diamond, k key, c chest"),
    ),
    at_end=_at_end,
)


def chart(sheet: rounds.RoundSheet, moments: _Moments) -> drawing.Chart | None:
    """Chart the points, with a star where a bonus was won."""
    standing = [row.round for row in sheet.rows if row.is_standing]
    marks = [
        drawing.ChartMark(player, standing.index(moment.before.round), drawing.MarkShape.STAR)
        for moment in moments
        for player, held in moment.after.holdings.items()
        if len(held.bonuses) > len(moment.before.holdings[player].bonuses)
        and moment.before.round in standing
    ]
    signs = ((drawing.MarkShape.STAR, Say("won a bonus")),)
    drawn = drawing.standing_chart(Say("Points so far"), sheet.seats, sheet.rows, marks, signs)
    return api.replace(drawn, of_points=True) if drawn else None


def pad(book: api.Rulebook, setup: api.Setup, seats: Sequence[str]) -> pads.Pad:
    """Make the pad: the six numbers, and a row for all that scores in any way of playing.

    Cites: COL-7.1 to COL-7.3, COL-4.1 to COL-4.3, COL-6.6, COL-6.8.
    """
    book = book.with_table_numbers(setup.numbers)
    chosen = setup.options.get("mode", ("",))[0]
    modes = pads.Checkbox(
        tuple(Say("{mode}", mode=mode) for mode in (SIMPLE, BASIC, ADVANCED)), Say("Game:")
    )
    return pads.Pad(
        (
            pads.Boxes(Say("From your help card: points for cards of one colour"), _numbers(book)),
            pads.score_table(seats, (), *_rows(book, chosen), place=False),
            pads.BlankLine((modes, pads.BlankCell(Say("Cards left at the end:")))),
        )
    )


def _numbers(book: api.Rulebook) -> tuple[api.SheetCell, ...]:
    """Return the numbers of the help card, or the places for them. Cites: COL-7.1."""
    most = book[keys.OF_EACH_COLOUR]
    try:
        worth = book[keys.SAME_COLOUR]
    except api.NumberMissing:
        return tuple(range(1, most + 1))
    return tuple(Say("{n}: {worth}", n=n, worth=each) for n, each in enumerate(worth, start=1))


def _rows(book: api.Rulebook, chosen: str) -> Iterator[pads.PadRow]:
    yield from (pads.PadRow(Say("{colour}", colour=colour)) for colour in COLOURS)
    each = book[keys.DIAMOND]
    yield pads.PadRow(DIAMOND_CARDS, Say("× {n}", n=book[keys.DIAMOND_CARD]))
    worth = Say("× {n}, advanced × {more}", n=each[SIMPLE], more=each[ADVANCED])
    yield pads.PadRow(DIAMONDS, Say("× {n}", n=each[chosen]) if chosen else worth)
    if chosen != SIMPLE:
        yield from (pads.PadRow(bonus_of(bonus), Say("to the first")) for bonus in BONUSES)
        most = Say("{n} for most keys and chests", n=book[keys.SECRET_WORTH])
        yield pads.PadRow(SECRET_BONUS, most)
    if chosen in {"", ADVANCED}:
        points = {tile: book[key] for tile, key in WORTH_OF_TILE.items()}
        tiles = tuple(Say("{tile} {points}", tile=tile, points=n) for tile, n in points.items())
        yield pads.PadRow(TILE_POINTS, Say("{tiles}", tiles=tiles))


def _said_or_none(words: str) -> Say | None:
    return Say("{signs}", signs=words) if words else None


def _counts_as_typed(counts: Mapping[str, int]) -> Say | None:
    held = [as_typed(n, face) for face, n in counts.items() if n]
    return api.join(held, " ") if held else None


def _diamonds(held: Holding) -> Say | None:
    cards, n = held.count(DIAMOND), held.diamonds
    hand = api.plural(cards, "{n} card, {diamonds}", "{n} cards, {diamonds}", diamonds=n)
    return hand if cards or n else None


PARTS: Mapping[str, Callable[[Holding], Say | None]] = {
    "gems": lambda held: _counts_as_typed({colour: held.count(colour) for colour in COLOURS}),
    "diamonds": _diamonds,
    "secrets": lambda held: _counts_as_typed({face: held.count(face) for face in SECRETS}),
    "tokens": lambda held: _counts_as_typed({KEY: held.tokens.keys, CHEST: held.tokens.chests}),
    "bonuses, tiles": lambda held: _said_or_none(" ".join((*held.bonuses, *held.tiles))),
}
"""How to write each part of a hand, as in ``3r 1b``; None if there is nothing."""
PARTS_CALLED = {
    **{part: Say(part) for part in PARTS},
    "gems": Say("gems"),
    "secrets": Say("secrets"),
}


def _show_state(book: api.Rulebook, state: State) -> api.CardGrid:
    rows: tuple[tuple[api.SheetCell, ...], ...] = tuple(
        (
            Say("{player}", player=player),
            len(held.cards),
            None if state.is_by_end else held.wonders,
            *(said(held) for said in PARTS.values()),
        )
        for player, held in state.holdings.items()
    )
    columns = (Say("player"), Say("cards"), Say("wonders"), *PARTS_CALLED.values())
    title = Say("The game is over") if state.is_over else Say("Round {round}", round=state.round)
    return api.CardGrid(title, columns, rows, tuple(_state_lines(state)))


def _state_lines(state: State) -> Iterator[Say]:
    if state.is_by_end:
        yield Say("The turns are not noted.")
        return
    yield Say("Cards left on the table: {n}.", n=state.field.size)
    if state.field.shown:
        yield state.field.open_line
    if state.tiles is not None:
        yield Say("Tiles not picked: {tiles}.", tiles=state.tiles or Say("none"))
    if state.is_last_round and not state.is_over:
        yield Say("This is the last round; {last} has the last turn.", last=state.order[-1])
    now = COURSE.due(state)
    if now not in {None, START, LAY_OUT}:
        yield Say("To act: {player} ({phase}).", player=state.active, phase=now.title)


def _show_field(book: api.Rulebook, state: State) -> api.CardGrid:
    """Show how many cards of each wonder are face down, and who has which of the others.

    The faces of covered cards are not shown.
    """
    owners = {card: player for player, held in state.holdings.items() for card in held.cards}
    rows: list[tuple[api.SheetCell, ...]] = []
    for wonder in range(1, state.field.box.wonders + 1):
        taken = tuple(
            Say("{face} {player}", face=face, player=owners[Card(wonder, face)])
            for face in FACES
            if Card(wonder, face) in owners
        )
        shown = Say("{taken}", taken=taken) if taken else Say("nothing")
        rows.append((wonder, state.field.left_at(wonder), shown))
    columns = (Say("wonder"), Say("face down"), Say("taken"))
    return api.CardGrid(Say("The table"), columns, tuple(rows))


VIEWS: Mapping[str, api.TableView[State]] = {
    "state": api.TableView(Say("what everyone has, and whose turn it is"), _show_state),
    "field": api.TableView(Say("the cards that are left of each wonder"), _show_field),
}
