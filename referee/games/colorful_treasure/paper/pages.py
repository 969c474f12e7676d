"""The quick reference, the round sheet and what is shown of the table."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from referee import api
from referee.api import Say
from referee.api.drawing import Chart, ChartMark, MarkShape, standing_chart
from referee.api.pads import (
    BlankCell,
    BlankLine,
    Boxes,
    Checkbox,
    Pad,
    PadRow,
    QuickReference,
    ScoringEntry,
    score_table,
)
from referee.api.rounds import RoundRows, RoundSheet, RoundSummary, StateChange, SummaryRow
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
    box_of,
    in_signs,
)
from referee.games.colorful_treasure.model.holding import BONUSES, EXPLORATION, GEM, Holding
from referee.games.colorful_treasure.stages import COURSE
from referee.games.colorful_treasure.stages.setup import LAY_OUT, START
from referee.games.colorful_treasure.state import State


def reference(book: api.Rulebook, setup: api.Setup) -> QuickReference:
    """Say what is laid out, what scores in the way this table plays, and what is asked most.

    >>> from referee.files.documents.rulebook import load_rulebook
    >>> page = reference(load_rulebook("colorful-treasure"), api.Setup(tuple("AB")))
    >>> [f"{line.label}: {line.worth}" for line in page.scoring][4:6]
    ['purple: for 1 to 6 as on the help card', 'diamond cards: 1 each']
    """
    mode = book.option(setup.options, "mode")
    return QuickReference(
        setup=_setting_up(book, setup, mode),
        scoring=tuple(_worths(book.with_table_numbers(setup.numbers), mode, len(setup.seating))),
        rules_asked_most=_asked(book, mode),
    )


def _setting_up(book: api.Rulebook, setup: api.Setup, mode: str) -> api.CardGrid:
    """Say what is laid out with each number of players. Cites: COL-1.1, COL-1.6, COL-4.1."""
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


def _worths(book: api.Rulebook, mode: str, seats: int) -> Iterator[ScoringEntry]:
    """List what scores, in the order in which it is scored.

    Cites: COL-7.1 to COL-7.3, COL-4.1 to COL-4.3, COL-6.6, COL-6.8.
    """
    gems = _of_one_colour(book)
    for colour in COLOURS:
        yield ScoringEntry(Say("{colour}", colour=colour), gems, api.rule_refs((keys.SAME_COLOUR,)))
    card, diamond = _each(book[keys.DIAMOND_CARD]), _each(book[keys.DIAMOND][mode])
    yield ScoringEntry(DIAMOND_CARDS, card, api.rule_refs((keys.DIAMOND_CARD,)))
    yield ScoringEntry(DIAMONDS, diamond, api.rule_refs((keys.DIAMOND,)))
    if mode != SIMPLE:
        yield from _worths_of_bonuses(book, seats)
    if mode == ADVANCED:
        worths = [Say("{tile} {n}", tile=tile, n=book[key]) for tile, key in WORTH_OF_TILE.items()]
        yield ScoringEntry(
            TILE_POINTS, api.join(worths, ", "), api.rule_refs(WORTH_OF_TILE.values())
        )


def _of_one_colour(book: api.Rulebook) -> Say:
    """Say what gems of one colour are worth together, as far as the table has read it out."""
    try:
        worth = book[keys.SAME_COLOUR]
    except api.NumberMissing:
        return Say("for 1 to {most} as on the help card", most=book[keys.OF_EACH_COLOUR])
    return Say("{points} for 1 to {most}", points=tuple(map(str, worth)), most=len(worth))


def _worths_of_bonuses(book: api.Rulebook, seats: int) -> Iterator[ScoringEntry]:
    first = Say("{bonus}, to the first", bonus=_gem_bonus(book, seats))
    yield ScoringEntry(bonus_of(GEM), first, api.rule_refs((keys.GEM_WORTH,)))
    explored = Say(
        "{worth} for {wonders} wonders, to the first",
        worth=book[keys.EXPLORATION_WORTH],
        wonders=book[keys.EXPLORED],
    )
    yield ScoringEntry(bonus_of(EXPLORATION), explored, api.rule_refs((keys.EXPLORATION_WORTH,)))
    secrets = Say(
        "{worth} for most keys and chests, shared in a tie", worth=book[keys.SECRET_WORTH]
    )
    yield ScoringEntry(SECRET_BONUS, secrets, api.rule_refs((keys.SECRET_WORTH,)))


def _each(points: int) -> Say:
    return Say("{points} each", points=points)


def _asked(book: api.Rulebook, mode: str) -> tuple[api.RuleRef, ...]:
    taking = {keys.DIAMONDS_ALONG, keys.MUST_TAKE, keys.FEW_LEFT}
    plunder = {keys.SECRETS_FIRST, keys.NOTHING_ALONG, keys.NO_VICTIM, keys.BONUS_KEPT}
    tiles = {keys.THIRD_AGAIN, keys.SEVERAL_COLOURS, keys.MUST_TAKE, keys.LEFT.rule_id}
    chosen = {
        SIMPLE: taking | {keys.ONE_KIND, keys.SIMPLE_END},
        ADVANCED: plunder | tiles,
    }.get(mode, plunder | taking | {keys.LEFT.rule_id})
    return book.in_order(chosen)


def _row(rows: RoundRows, moments: Sequence[StateChange[State, api.Event[State]]]) -> SummaryRow:
    return SummaryRow(
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
    """Give the total, and what only the end decides."""
    secret = [line.points for line in score.lines if line.label == SECRET_BONUS]
    if not secret:
        return Say("{points}", points=score.total)
    return Say("{points} (+ {n} secret bonus)", points=score.total, n=secret[0])


IN_SHORT: RoundSummary[State] = RoundSummary(
    row=_row,
    after=(Say("cards left"),),
    signs=(
        Say("points so far; in brackets what came and went"),
        Say("6b blue 6"),
        Say("r red, y yellow, g green, b blue, p purple, d diamond, k key, c chest"),
    ),
    at_end=_at_end,
)


def chart(
    sheet: RoundSheet, moments: Sequence[StateChange[State, api.Event[State]]]
) -> Chart | None:
    """Chart the points, with a star where a bonus was won."""
    rounds = [row.round for row in sheet.rows if row.is_standing]
    marks = [
        ChartMark(player, rounds.index(moment.before.round), MarkShape.STAR)
        for moment in moments
        for player, held in moment.after.holdings.items()
        if len(held.bonuses) > len(moment.before.holdings[player].bonuses)
        and moment.before.round in rounds
    ]
    signs = ((MarkShape.STAR, Say("won a bonus")),)
    drawn = standing_chart(Say("Points so far"), sheet.seats, sheet.rows, marks, signs)
    return api.replace(drawn, of_points=True) if drawn else None


def pad(book: api.Rulebook, setup: api.Setup, seats: Sequence[str]) -> Pad:
    """Make the pad: the six numbers, and a row for all that scores in any way of playing.

    Cites: COL-7.1 to COL-7.3, COL-4.1 to COL-4.3, COL-6.6, COL-6.8.
    """
    book = book.with_table_numbers(setup.numbers)
    chosen = setup.options.get("mode", ("",))[0]
    modes = Checkbox(
        tuple(Say("{mode}", mode=mode) for mode in (SIMPLE, BASIC, ADVANCED)), Say("Game:")
    )
    score = score_table(seats, (), place=False)
    rows = (*_rows(book, chosen), *score.rows)
    return Pad(
        (
            Boxes(Say("From your help card: points for cards of one colour"), _numbers(book)),
            type(score)(corner=score.corner, columns=score.columns, rows=rows),
            BlankLine((modes, BlankCell(Say("Cards left at the end:")))),
        )
    )


def _numbers(book: api.Rulebook) -> tuple[api.SheetCell, ...]:
    """Give the numbers of the help card, or where they go. Cites: COL-7.1."""
    most = book[keys.OF_EACH_COLOUR]
    try:
        worth = book[keys.SAME_COLOUR]
    except api.NumberMissing:
        return tuple(range(1, most + 1))
    return tuple(Say("{n}: {worth}", n=n, worth=each) for n, each in enumerate(worth, start=1))


def _rows(book: api.Rulebook, chosen: str) -> Iterator[PadRow]:
    yield from (PadRow(Say("{colour}", colour=colour)) for colour in COLOURS)
    each = book[keys.DIAMOND]
    yield PadRow(DIAMOND_CARDS, Say("× {n}", n=book[keys.DIAMOND_CARD]))
    worth = Say("× {n}, advanced × {more}", n=each[SIMPLE], more=each[ADVANCED])
    yield PadRow(DIAMONDS, Say("× {n}", n=each[chosen]) if chosen else worth)
    if chosen != SIMPLE:
        yield from (PadRow(bonus_of(bonus), Say("to the first")) for bonus in BONUSES)
        most = Say("{n} for most keys and chests", n=book[keys.SECRET_WORTH])
        yield PadRow(SECRET_BONUS, most)
    if chosen in {"", ADVANCED}:
        tiles = tuple(
            Say("{tile} {points}", tile=tile, points=book[key])
            for tile, key in WORTH_OF_TILE.items()
        )
        yield PadRow(TILE_POINTS, Say("{tiles}", tiles=tiles))


def part_held(part: str, held: Holding) -> Say | None:
    """Say a part of a hand, as in ``3r 1b``; None where there is nothing."""
    return _PARTS[part](held)


def _signs(words: str) -> Say | None:
    return Say("{signs}", signs=words) if words else None


def _counted(counts: Mapping[str, int]) -> Say | None:
    held = [in_signs(n, face) for face, n in counts.items() if n]
    return api.join(held, " ") if held else None


def _diamonds(held: Holding) -> Say | None:
    cards, n = held.of(DIAMOND), held.diamonds
    hand = api.plural(cards, "{n} card, {diamonds}", "{n} cards, {diamonds}", diamonds=n)
    return hand if cards or n else None


_PARTS: Mapping[str, Callable[[Holding], Say | None]] = {
    "gems": lambda held: _counted({colour: held.of(colour) for colour in COLOURS}),
    "diamonds": _diamonds,
    "secrets": lambda held: _counted({face: held.of(face) for face in SECRETS}),
    "tokens": lambda held: _counted({KEY: held.tokens.keys, CHEST: held.tokens.chests}),
    "bonuses, tiles": lambda held: _signs(" ".join((*held.bonuses, *held.tiles))),
}
PARTS = {
    **{part: Say(part) for part in _PARTS},
    "gems": Say("gems"),
    "secrets": Say("secrets"),
}
"""The parts in which a hand is shown, and what each is called."""


def _show_state(book: api.Rulebook, state: State) -> api.CardGrid:
    rows: tuple[tuple[api.SheetCell, ...], ...] = tuple(
        (
            Say("{player}", player=player),
            len(held.cards),
            None if state.is_whole else held.wonders,
            *(part_held(part, held) for part in PARTS),
        )
        for player, held in state.holdings.items()
    )
    columns = (Say("player"), Say("cards"), Say("wonders"), *PARTS.values())
    title = Say("The game is over") if state.is_over else Say("Round {round}", round=state.round)
    return api.CardGrid(title, columns, rows, tuple(_state_lines(state)))


def _state_lines(state: State) -> Iterator[Say]:
    if state.is_whole:
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
    """Show how many cards of each wonder lie face down, and who has which that were taken.

    What a covered card is stays hidden.
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
