"""The turn-by-turn sheet, the view of the table, and what stands beside a blank form."""

from collections.abc import Iterator

from referee.api import (
    SHARED,
    CardGrid,
    Options,
    Paper,
    Rulebook,
    RuleRef,
    Say,
    Setup,
    SheetCell,
    SheetCells,
    SheetLine,
    TableView,
    plural,
    rule_refs,
)
from referee.api.pads import QuickReference, ScoringEntry
from referee.games.aladdin import final, keys
from referee.games.aladdin.model.cards import METALS, names_at
from referee.games.aladdin.model.setup import handed_out, has_ring, setup_lines
from referee.games.aladdin.paper.rounds import IN_SHORT, chart, pad
from referee.games.aladdin.stages import COURSE
from referee.games.aladdin.state import State

BLANK_TURNS = 8
"""How many turns a blank form has room for; the game has no fixed number."""
SIGNS = (
    Say("Chests by their letters: {letters}.", letters=tuple(f"{m[0]} {m}" for m in METALS)),
    Say("Explored: the die that opened the chest, then the cards drawn, (1) their scorpions."),
    Say("Points so far: as if the game had ended with that turn."),
)


def _points(book: Rulebook, state: State) -> SheetCells:
    """Tell what everyone would score if the game ended here, and how much is drawn."""
    scores = final.score(book, final.count_so_far(state)).scores
    drawn = " ".join(f"{state.drawn_from(metal)}{metal[0]}" for metal in METALS)
    return {
        **{each.player: int(each.total) for each in scores},
        SHARED: Say("{cards} drawn", cards=drawn),
    }


def _held(state: State) -> SheetCells:
    return {player: held.said(state.names) for player, held in state.holdings.items()}


def _show_state(book: Rulebook, state: State) -> CardGrid:
    """Show what lies before the players, what the chests have given, and whose turn it is."""
    rows: tuple[tuple[SheetCell, ...], ...] = tuple(
        (player, held.cards, held.said(state.names)) for player, held in state.holdings.items()
    )
    columns = (Say("player"), Say("cards"), Say("holds"))
    title = Say("The game is over") if state.is_over else Say("Turn {turn}", turn=state.turn)
    return CardGrid(title, columns, rows, tuple(_state_lines(book, state)))


def _state_lines(book: Rulebook, state: State) -> Iterator[Say]:
    whole = book[keys.CHEST_CARDS] + 1
    drawn = tuple(
        Say("{chest} {n} of {whole}", chest=chest, n=state.drawn_from(chest), whole=whole)
        for chest in METALS
    )
    yield Say("Cards drawn: {drawn}.", drawn=drawn)
    if state.sorcerers:
        yield Say("The Sorcerer is out: {chests}.", chests=state.sorcerers)
    known = tuple(
        Say("{n} {card}", n=n, card=state.called(card)) for card, n in state.discarded.items() if n
    )
    surplus = plural(state.surplus, "{n} unnamed starting gem", "{n} unnamed starting gems")
    yield Say("Discard pile: {cards}.", cards=(surplus, *known))
    if state.dice:
        dice = tuple(
            Say("{player} {dice}", player=player, dice=tuple(die.short for die in own))
            for player, own in state.dice_in_order.items()
        )
        yield Say("Dice: {dice}.", dice=dice)
    stage = COURSE.due(state)
    active = stage.actor(state) if stage else None
    if stage and active:
        yield Say("To act: {player} ({stage}).", player=active, stage=stage.title)


def _reference(book: Rulebook, setup: Setup) -> QuickReference:
    """Tell what everyone gets, what scores at this table, and what is asked most."""
    least, most = book.players
    columns = (
        *(Say("players"), Say("starting gems each"), Say("dice each")),
        Say("starting gems discarded"),
    )
    rows = tuple((seats, *handed_out(book, seats)) for seats in range(least, most + 1))
    return QuickReference(
        setup=CardGrid(title=Say("Setup"), columns=columns, rows=rows),
        scoring=tuple(_scoring(book, setup.options)),
        rules_asked_most=_asked_most(book, setup),
    )


def _scoring(book: Rulebook, options: Options) -> Iterator[ScoringEntry]:
    """List what scores, in the order of the rulebook. Cites: ALA-7.1 to ALA-7.3, ALA-8.5."""
    cards = Say("{points} each", points=book[keys.CARD_EACH])
    yield ScoringEntry(final.CARDS, cards, rule_refs((keys.CARD_EACH,)))
    for metal in METALS:
        worth = Say("{points} each, besides its cards", points=book[keys.SET_WORTH][metal])
        yield ScoringEntry(final.sets_of(metal), worth, rule_refs((keys.SET_WORTH, keys.SETS)))
    majority = Say("{points}, nothing in a tie", points=book[keys.MAJORITY_WORTH])
    rules = rule_refs((keys.MAJORITY_WORTH, keys.TALISMAN_COUNTS))
    for kind in names_at(book, options).gems:
        yield ScoringEntry(final.most_of(kind), majority, rules)
    if has_ring(book, options):
        ring = Say("{points}", points=book[keys.RING_WORTH])
        yield ScoringEntry(final.RING, ring, rule_refs((keys.RING_WORTH,)))


def _asked_most(book: Rulebook, setup: Setup) -> tuple[RuleRef, ...]:
    """Point to what tables dispute most: of the lamp, the chests, and what is safe."""
    has_two_dice = handed_out(book, len(setup.seating)).dice > 1
    chosen = {
        *(keys.WRONG_RUB, keys.PROTECTED, keys.OPENING, keys.SCORPIONS, keys.SORCERER),
        keys.LEFT_ALONE,
        keys.OWN_DOUBLES if has_two_dice else keys.FIRST_HAND,
        *((keys.RING_AND_SORCERER,) if has_ring(book, setup.options) else ()),
    }
    return book.in_order(chosen)


PAPER = Paper(
    counts=Say("turn"),
    first=SheetLine("gems", Say("starting gems")),
    lines=(
        SheetLine("dice", Say("dice")),
        SheetLine("lamp", Say("lamp")),
        SheetLine("explored", Say("explored")),
        SheetLine("points", Say("points so far"), points=_points),
    ),
    last=SheetLine("held", Say("held"), after_round=_held),
    number=lambda state: state.turn,
    rounds=lambda state: BLANK_TURNS,
    table=Say("table"),
    notes=lambda book, state: (*setup_lines(book, state.setup), *SIGNS),
    views={"state": TableView(Say("what everyone holds, and the chests"), _show_state)},
    reference=_reference,
    in_short=IN_SHORT,
    chart=chart,
    pad=lambda book, setup, seats: pad(book, setup, seats, _scoring(book, setup.options)),
)
