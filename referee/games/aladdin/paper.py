"""The turn-by-turn sheet and its short form, the chart, the pad, and the view of the table."""

from collections.abc import Iterator, Sequence

from referee import api
from referee.api import Player, Say
from referee.api.drawing import Chart, ChartMark, Diagram, Ink, MarkShape, counted_out
from referee.api.pads import (
    Pad,
    PadRow,
    PadTable,
    QuickReference,
    ScoringEntry,
    names_across,
    score_table,
)
from referee.api.rounds import RoundRows, RoundSheet, RoundSummary, StateChange, SummaryRow
from referee.games.aladdin import final, keys
from referee.games.aladdin.model.cards import METALS, n_cards, names_at
from referee.games.aladdin.model.drawing import (
    MY_PRECIOUS,
    Drawing,
    fourth_lines,
    handed_out,
    has_ring,
    setup_steps,
)
from referee.games.aladdin.stages import COURSE
from referee.games.aladdin.stages.exploring import CardDrawn
from referee.games.aladdin.state import State

Moments = Sequence[StateChange[State, api.Event[State]]]


def _explored(moments: Moments) -> list[tuple[int, Drawing]]:
    """List the drawings with their turns, in the order of their first cards."""
    found: dict[tuple[int, Player, str], Drawing] = {}
    for moment in moments:
        drawing = moment.before.drawing
        if drawing is not None and isinstance(moment.event, CardDrawn):
            key = (moment.before.turn, drawing.player, drawing.chest)
            found[key] = drawing.with_card(moment.event.card, moment.event.scorpions)
    return [(turn, drawing) for (turn, *_), drawing in found.items()]


def _row(rows: RoundRows, moments: Moments) -> SummaryRow:
    """Return who summoned the genie, the points so far, and in brackets the cards drawn."""
    players = moments[0].after.players
    chests: dict[Player, list[Say]] = {player: [] for player in players}
    for _, drawing in _explored(moments):
        facts: dict[str, Say | int | str] = {"chest": drawing.chest, "die": drawing.limit}
        said = Say("{chest} {die}: +{n}", n=len(drawing.treasures), **facts)
        if drawing.is_bust:
            said = Say("{chest} {die}: bust", **facts)
        chests[drawing.player].append(said)
    lamp = rows.cell("lamp", api.SHARED)
    cells = tuple(_cell(rows.cell("points", player), chests[player]) for player in players)
    return SummaryRow(round=rows.round, before=(lamp,), cells=cells)


def _cell(points: api.SheetCell, chests: Sequence[Say]) -> api.SheetCell:
    if not chests:
        return points
    said = api.join(chests, ", ")
    if points is None:
        return said
    so_far = points if isinstance(points, Say) else Say("{cell}", cell=points)
    return Say("{points} ({chests})", points=so_far, chests=said)


IN_SHORT: RoundSummary[State] = RoundSummary(
    row=_row,
    before=(Say("touched the lamp"),),
    signs=(Say("points so far; in brackets the die and the treasure cards kept"),),
)


def chart(sheet: RoundSheet, moments: Moments) -> Chart | None:
    """Chart gems and ornaments by turns; a ring is a draw with scorpions, a cross is a bust."""
    turns = list(dict.fromkeys(moment.before.turn for moment in moments))
    if len(turns) < 2:  # noqa: PLR2004 - before and after
        return None
    ends = {moment.before.turn: moment.after for moment in moments}
    marks = tuple(
        ChartMark(
            drawing.player,
            turns.index(turn),
            MarkShape.CROSS if drawing.is_bust else MarkShape.RING,
        )
        for turn, drawing in _explored(moments)
        if drawing.scorpions
    )
    held = [[ends[turn].holdings[Player(seat)] for turn in turns] for seat in sheet.seats]
    return Chart(
        title=Say("Gems and ornaments"),
        seats=sheet.seats,
        rounds=tuple(turns),
        numbers=tuple(
            tuple(sum((*own.gems.values(), *own.ornaments.values())) for own in seat)
            for seat in held
        ),
        marks=marks,
        signs=(
            (MarkShape.RING, Say("met scorpions")),
            (MarkShape.CROSS, Say("bust by scorpions")),
        ),
    )


def pad(book: api.Rulebook, setup: api.Setup, seats: Sequence[str]) -> Pad:
    """Return the pad: the points, and below the cards of everyone.

    If the table has not said whether it plays with the Ring, there is a row for it.
    """
    options = {"variant": (MY_PRECIOUS,), **setup.options}
    held = [PadRow(Say("{gem} gems", gem=gem)) for gem in names_at(book, options).gems]
    pieces = Say("bracelets, rings, necklaces")
    held += [PadRow(Say("{metal} ornaments", metal=metal), pieces) for metal in METALS]
    held.append(PadRow(Say("talismans"), Say("on which gem")))
    if has_ring(book, options):
        held.append(PadRow(Say("Magic Ring"), Say("My Precious")))
    table = PadTable(
        title=Say("What everyone holds"),
        corner=Say("player"),
        columns=names_across(seats),
        rows=tuple(held),
    )
    return Pad((score_table(seats, _scoring(book, options)), table))


BLANK_TURNS = 8
"""How many turns a blank form has room for; the game has no fixed number."""
SIGNS = (
    Say("Chests by their letters: {letters}.", letters=tuple(f"{m[0]} {m}" for m in METALS)),
    Say("Explored: the die that opened the chest, then the cards drawn, (1) their scorpions."),
    Say("Points so far: as if the game had ended with that turn."),
)


def _points(book: api.Rulebook, state: State) -> api.SheetCells:
    """Return the points of everyone if the game ended here, and the cards drawn from chests."""
    if state.is_whole:
        return {}
    scores = final.score(book, final.count_so_far(state)).scores
    drawn = " ".join(f"{state.drawn_from(metal)}{metal[0]}" for metal in METALS)
    return {
        **{each.player: int(each.total) for each in scores},
        api.SHARED: Say("{cards} drawn", cards=drawn),
    }


def _show_state(book: api.Rulebook, state: State) -> api.CardGrid:
    rows: tuple[tuple[api.SheetCell, ...], ...] = tuple(
        (player, held.cards, held.said(state.names)) for player, held in state.holdings.items()
    )
    columns = (Say("player"), Say("cards"), Say("holds"))
    title = Say("The game is over") if state.is_over else Say("Turn {turn}", turn=state.turn)
    return api.CardGrid(title, columns, rows, tuple(_state_lines(book, state)))


def _state_lines(book: api.Rulebook, state: State) -> Iterator[Say]:
    if state.is_whole:
        yield Say("The turns are not noted.")
        return
    whole = book[keys.CHEST_CARDS] + 1
    drawn = tuple(
        Say("{chest} {n} of {whole}", chest=chest, n=state.drawn_from(chest), whole=whole)
        for chest in METALS
    )
    yield Say("Cards drawn: {drawn}.", drawn=drawn)
    if state.sorcerers:
        yield Say("The Sorcerer is out: {chests}.", chests=state.sorcerers)
    known = tuple(n_cards(state.names, card, n) for card, n in state.discarded.items() if n)
    surplus = api.plural(state.surplus, "{n} unnamed starting gem", "{n} unnamed starting gems")
    yield Say("Discard pile: {cards}.", cards=(surplus, *known))
    if state.dice:
        dice = tuple(
            Say("{player} {dice}", player=player, dice=tuple(die.said for die in own))
            for player, own in state.dice_in_order.items()
        )
        yield Say("Dice: {dice}.", dice=dice)
    stage = COURSE.due(state)
    active = stage.actor(state) if stage else None
    if stage and active:
        yield Say("To act: {player} ({stage}).", player=active, stage=stage.title)


def _reference(book: api.Rulebook, setup: api.Setup) -> QuickReference:
    least, most = book.players
    columns = (
        *(Say("players"), Say("starting gems each"), Say("dice each")),
        Say("starting gems discarded"),
    )
    rows = tuple((seats, *handed_out(book, seats)) for seats in range(least, most + 1))
    has_two_dice = handed_out(book, len(setup.seating)).dice > 1
    asked_most = {
        *(keys.WRONG_RUB, keys.PROTECTED, keys.OPENING, keys.SCORPIONS, keys.SORCERER),
        keys.LEFT_ALONE,
        keys.OWN_DOUBLES if has_two_dice else keys.FIRST_HAND,
        *((keys.RING_AND_SORCERER,) if has_ring(book, setup.options) else ()),
    }
    return QuickReference(
        setup=api.CardGrid(title=Say("Setup"), columns=columns, rows=rows),
        scoring=tuple(_scoring(book, setup.options)),
        rules_asked_most=book.in_order(asked_most),
    )


def _scoring(book: api.Rulebook, options: api.Options) -> Iterator[ScoringEntry]:
    """List all lines of points in the rulebook's order. Cites: ALA-7.1 to ALA-7.3, ALA-8.5."""
    cards = Say("{points} each", points=book[keys.CARD_EACH])
    yield ScoringEntry(final.CARDS, cards, api.rule_refs((keys.CARD_EACH,)))
    for metal in METALS:
        worth = Say("{points} each, in addition to its cards", points=book[keys.SET_WORTH][metal])
        yield ScoringEntry(final.sets_of(metal), worth, api.rule_refs((keys.SET_WORTH, keys.SETS)))
    majority = Say("{points}, nothing in a tie", points=book[keys.MAJORITY_WORTH])
    rules = api.rule_refs((keys.MAJORITY_WORTH, keys.TALISMAN_COUNTS))
    for kind in names_at(book, options).gems:
        yield ScoringEntry(final.most_of(kind), majority, rules)
    if has_ring(book, options):
        ring = Say("{points}", points=book[keys.RING_WORTH])
        yield ScoringEntry(final.RING, ring, api.rule_refs((keys.RING_WORTH,)))


def _worth(book: api.Rulebook) -> Diagram:
    """Draw what cards, sets and the most gems are worth. Cites: ALA-7.1 to ALA-7.3."""
    sets = [(final.sets_of(metal), book[keys.SET_WORTH][metal]) for metal in METALS]
    most = [(final.most_of(kind), book[keys.MAJORITY_WORTH]) for kind in names_at(book, {}).gems]
    cards = (final.CARDS, book[keys.CARD_EACH])
    return counted_out(Say("What everything is worth"), [cards, *sets, *most])


def box_back(book: api.Rulebook, setup: api.Setup) -> tuple[api.Notice, ...]:
    """Return in a few lines who wins, what everything is worth, and how a turn goes.

    >>> from referee.files.documents.rulebook import load_rulebook
    >>> said = box_back(load_rulebook("aladdin"), api.Setup((Player("Ana"),) * 3))
    >>> print(said[2].cited)
    A set of three adds 6 in bronze, 8 in silver, 10 in gold. (ALA-6.1, ALA-7.2)
    """
    aim = "Gather treasures until a Sorcerer comes; the most points win."
    card = api.plural(
        book[keys.CARD_EACH],
        "Every card is worth {n} point, a Sorcerer nothing.",
        "Every card is worth {n} points, a Sorcerer nothing.",
    )
    sets = "A set of three adds {bronze} in bronze, {silver} in silver, {gold} in gold."
    most = "The most of a kind of gem adds {points}; in a tie nobody scores it."
    talisman = "A talisman on a gem counts as one more of its kind."
    dice = api.plural(
        handed_out(book, len(setup.seating)).dice,
        "A turn: in secret each sets {n} die from 1 to {faces} on a chest.",
        "A turn: in secret each sets {n} dice from 1 to {faces} on two chests.",
        faces=book[keys.FACES],
    )
    lamp = "If two show the same number, the first hand on the lamp has a wish."
    draw = "In each chest the lowest die that is alone draws, up to its number."
    bust = "Stop at any time: scorpions that reach the die lose the draw."
    ring = Say("The Magic Ring adds {points} at the end.", points=book[keys.RING_WORTH])
    return (
        api.Notice(Say(aim), (keys.THE_WINNER, keys.THE_END)),
        api.Notice(card, keys.CARD_EACH),
        api.Notice(Say(sets, **book[keys.SET_WORTH]), (keys.SETS, keys.SET_WORTH)),
        api.Notice(Say(most, points=book[keys.MAJORITY_WORTH]), keys.MAJORITY_WORTH),
        api.Notice(Say(talisman), keys.TALISMAN_COUNTS),
        api.Notice(dice, keys.SETTING),
        api.Notice(Say(lamp), keys.FIRST_HAND),
        api.Notice(Say(draw), keys.OPENING),
        api.Notice(Say(bust), (keys.DRAWING, keys.SCORPIONS)),
        *((api.Notice(ring, keys.RING_WORTH),) if has_ring(book, setup.options) else ()),
    )


PAPER = api.Paper(
    counts=Say("turn"),
    first=api.SheetLine("gems", Say("starting gems")),
    lines=(
        api.SheetLine("dice", Say("dice")),
        api.SheetLine("lamp", Say("lamp")),
        api.SheetLine("explored", Say("explored")),
        api.SheetLine("points", Say("points so far"), points=_points),
    ),
    last=api.SheetLine(
        "held",
        Say("held"),
        after_round=lambda state: {
            player: held.said(state.names) for player, held in state.holdings.items()
        },
    ),
    number=lambda state: state.turn,
    rounds=lambda state: BLANK_TURNS,
    table=Say("table"),
    notes=lambda book, state: (
        *(each.say for each in setup_steps(book, state.setup)),
        *fourth_lines(book, state.setup),
        *SIGNS,
    ),
    views={"state": api.TableView(Say("what everyone holds, and the chests"), _show_state)},
    reference=_reference,
    in_short=IN_SHORT,
    chart=chart,
    box_back=box_back,
    in_booklet=_worth,
    behind=final.behind,
    ink=Ink("#00625f", "#7fd6cf"),
    pad=pad,
)
