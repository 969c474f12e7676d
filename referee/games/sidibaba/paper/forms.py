"""A lamp of Sidibaba in one row, the strip of the lamps, and the pad with what is around it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from referee import api
from referee.api import Notice, Rulebook, Say, Setup, plural
from referee.api.drawing import Diagram, Shade, Step, counted_out
from referee.api.pads import (
    BlankCell,
    BlankLine,
    Boxes,
    Checkbox,
    Pad,
    PadRow,
    PadTable,
    QuickReference,
    ScoringEntry,
    names_across,
)
from referee.api.rounds import RoundRows, RoundSummary, StateChange, SummaryRow
from referee.games.sidibaba import keys
from referee.games.sidibaba.final import ONE_NUMBER, ROWS, TWO_NUMBERS
from referee.games.sidibaba.state import State, leader_of, plays_events, shares_of_lamps

DEEDS = "deeds"
VALUES = (1, 2, 3)
"""The jewels that have a column for how many; no source says which numbers there are."""
MOST_LETTERS = 13
"""What is longer, such as a vote, has no room below a lamp; the table has it."""
_EVERYDAY = ("sand", "lays out a lamp", "order: {players}", "vote: {votes}")
"""What happens with every lamp, is in the columns of the table, or moved the party."""
Moments = Sequence[StateChange[State, api.Event[State]]]


def _row(rows: RoundRows, moments: Moments) -> SummaryRow:
    """Show who laid the lamp out, how many tokens everyone holds, and what happened."""
    players = moments[0].after.players
    laid = (each.after.front for each in moments if each.after.is_lit and not each.before.is_lit)
    happened = _happened(rows.cell(DEEDS, api.SHARED))
    return SummaryRow(
        round=rows.round,
        before=(next(laid, moments[0].before.front),),
        cells=tuple(rows.cell("held", player) for player in players),
        after=(api.join(happened, ", ") if happened else None,),
    )


def _happened(deeds: api.SheetCell) -> tuple[Say, ...]:
    """Leave out what happens with every lamp."""
    if not isinstance(deeds, Say):
        return ()
    several = [fact for name, fact in deeds.facts.items() if name.startswith("told")]
    told = [each for each in several or [deeds] if isinstance(each, Say)]
    return tuple(each for each in told if each.template not in _EVERYDAY)


IN_SHORT: RoundSummary[State] = RoundSummary(
    row=_row,
    before=(Say("laid out by"),),
    after=(Say("what happened"),),
    signs=(Say("tokens held when the lamp went out"),),
)


def lamp_strip(moments: Moments) -> Diagram:
    """Draw the lamps side by side, what happened with each below it. Cites: SID-1.2."""
    last = moments[-1].after
    deeds = {lamp: _words(own) for lamp, own in groupby(moments, lambda each: each.before.glass)}
    return Diagram(
        title=Say("The lamps"),
        told=Say("{n} of {all} lamps were lit.", n=last.glass, all=last.all_lamps),
        steps=tuple(
            Step(Say("{n}", n=lamp), _shade(last, lamp), deeds.get(lamp, ()))
            for lamp in range(1, last.all_lamps + 1)
        ),
        signs=(Say("dark: the lamp went out"),),
    )


def _shade(last: State, lamp: int) -> Shade:
    """Shade lamps that are out, the one that burned last, and those left over."""
    if lamp > last.glass:
        return Shade.PLAIN
    return Shade.PALE if lamp == last.glass and last.is_lit else Shade.DARK


def _words(own: Iterable[StateChange[State, api.Event[State]]]) -> tuple[Say, ...]:
    """Return in short words what happened while a lamp burned."""
    words: list[Say] = []
    for moment in own:
        cell = moment.event.tell(moment.before).get(api.SHARED)
        if moment.event.sheet_line == DEEDS:
            for one in cell if isinstance(cell, tuple) else (cell,):
                words += _happened(one)
    return tuple(word for word in words if len(str(word)) <= MOST_LETTERS)


def all_there_is(book: Rulebook) -> Diagram:
    """Draw how many lamps burn, and what lies in the maze. Cites: SID-1.2, SID-1.4."""
    counts = (
        (Say("lamps"), keys.LAMPS),
        (Say("chests to find"), keys.CHESTS),
        (Say("Treasure"), keys.TREASURES),
    )
    title = Say("What there is to find, and the lamps to find it by")
    return counted_out(title, [(said, book[key]) for said, key in counts])


def pad(book: api.Rulebook, setup: api.Setup, seats: Sequence[str]) -> Pad:
    """Make the pad: lamps to cross off, jewels, a line for each lamp. Cites: SID-1.2, SID-1.3."""
    lamps = range(1, book[keys.LAMPS] + 1)
    values = (*(Say("jewels {n}", n=n) for n in VALUES), Say("higher"))
    named = setup.roles.get("leader") if any(seats) else None
    name = Say("{name}", name=named) if named else None
    leader = BlankCell(Say("Leader of the Thieves"), name)
    found = Checkbox((Say("Treasure found"),))
    ends = Checkbox((Say("escaped"), Say("lamps out"), Say("caught")))
    return Pad(
        (
            BlankLine((leader, found, ends)),
            Boxes(
                Say("Lamps"),
                tuple(lamps),
                Say("cross one off each time the sand runs out"),
                is_round=True,
            ),
            PadTable(
                corner=Say("adventurer"),
                columns=(*values, *ROWS, Say("total")),
                rows=tuple(PadRow(name) for name in names_across(seats)),
            ),
            PadTable(
                title=Say("What happened"),
                corner=Say("lamp"),
                columns=(Say("laid out by"), Say("found, event, thief, caught")),
                rows=tuple(PadRow(Say("{n}", n=n)) for n in lamps),
                wide=(1,),
            ),
        )
    )


ASKED_MOST = (keys.INTO_A_WALL, keys.NEW_LAMP, keys.CURSES, keys.PICKING, keys.GENIE, keys.ESCAPE)
"""What tables argue about: walls, who leads, curses, picking, how many genies, when to leave."""
ASKED_OF_EVENTS = (keys.ON_WHAT_WAS_FOUND, keys.LAMP_THAT_GOES)
"""The same where events are played: locks and illusions, and being caught."""


def reference(book: api.Rulebook, setup: api.Setup) -> QuickReference:
    """Show the setup by number of adventurers, what scores, and which rules are asked for most.

    Cites: SID-1.2 to SID-1.4, SID-4.1, SID-6.1, SID-8.2.

    >>> from referee.api import Player
    >>> from referee.files.documents.rulebook import load_rulebook
    >>> shown = reference(load_rulebook("sidibaba"), api.Setup((Player("Ana"),) * 2))
    >>> [str(cell) for cell in shown.setup.rows[3]]
    ['5', '2 or 3', '3', '5', '10']
    """
    asked = (*ASKED_MOST, *(ASKED_OF_EVENTS if plays_events(book, setup.options) else ()))
    return QuickReference(
        setup=_setup(book, setup),
        scoring=tuple(_scoring(book)),
        rules_asked_most=tuple(sorted(api.rule_refs(asked))),
    )


def _setup(book: api.Rulebook, setup: api.Setup) -> api.CardGrid:
    least, most = book.players
    return api.CardGrid(
        Say("What is set out (the Leader is not counted)"),
        (
            Say("adventurers"),
            Say("lamps each"),
            Say("gold coins each"),
            Say("tokens of a chest"),
            Say("tokens of the Treasure"),
        ),
        tuple(
            (
                seats,
                _lamps(shares_of_lamps(book[keys.LAMPS], seats)),
                book[keys.STARTING_JEWELS],
                book[keys.FROM_CHEST] * seats,
                book[keys.FROM_TREASURE] * seats,
            )
            for seats in range(least, most + 1)
        ),
        tuple(_lines(book, setup)),
    )


def _lamps(shares: tuple[int, ...]) -> api.SheetCell:
    """Show how many lamps each has: one number, or the fewest and the most."""
    least, most = min(shares), max(shares)
    return least if least == most else Say("{least} or {most}", least=least, most=most)


def _lines(book: api.Rulebook, setup: api.Setup) -> Iterator[Say]:
    yield api.plural(
        book[keys.CHESTS],
        "The Leader hides the Treasure and {n} chest.",
        "The Leader hides the Treasure and {n} chests.",
    )
    yield Say("A lamp burns for {seconds} seconds.", seconds=book[keys.SAND])
    if plays_events(book, setup.options):
        yield api.plural(
            book[keys.EVENTS],
            "The Leader begins with {n} event, and draws one whenever the sand runs out.",
            "The Leader begins with {n} events, and draws one whenever the sand runs out.",
        )


def _scoring(book: api.Rulebook) -> Iterator[ScoringEntry]:
    rules = api.rule_refs((keys.ALIKE,))
    yield ScoringEntry(ONE_NUMBER, Say("their numbers"), rules)
    said = "{alike} alike: the right number once; one over: the left one, which is {alone}"
    worth = Say(said, alike=book[keys.ALIKE], alone=book[keys.ALONE])
    yield ScoringEntry(TWO_NUMBERS, worth, rules)


def box_back(book: Rulebook, setup: Setup) -> tuple[Notice, ...]:
    """Return in a few lines the aim, who wins, what everything is worth, and how a turn goes.

    >>> from referee.api import Player
    >>> from referee.files.documents.rulebook import load_rulebook
    >>> said = box_back(load_rulebook("sidibaba"), Setup((Player("Ana"), Player("Bo"))))
    >>> print(said[0].cited)
    Find the Treasure and leave by an exit before 12 lamps are used up. (SID-8.1)
    """
    return tuple(_on_the_back(book, setup))


def _on_the_back(book: Rulebook, setup: Setup) -> Iterator[Notice]:
    leader = leader_of(setup)
    aim = plural(
        book[keys.LAMPS],
        "Find the Treasure and leave by an exit before {n} lamp is used up.",
        "Find the Treasure and leave by an exit before {n} lamps are used up.",
    )
    yield Notice(aim, keys.ESCAPE)
    wins = Say("The richest adventurer who escapes wins, otherwise {leader}.", leader=leader)
    yield Notice(wins, keys.THE_WINNER)
    worth = "A jewel is worth its number, a gold coin {coin}, a genie nothing."
    yield Notice(Say(worth, coin=book[keys.COIN]), keys.ALIKE)
    two = "A jewel with two numbers is worth {alone}, two alike the right number."
    yield Notice(Say(two, alone=book[keys.ALONE]), keys.ALONE)
    yield Notice(Say("A turn: talk, and the one in front declares the move."), keys.MOVES)
    view = Say("{leader} shows the view, and says what is ahead and what is there.", leader=leader)
    yield Notice(view, keys.WHAT_LIES_THERE)
    loot = plural(
        book[keys.FROM_CHEST],
        "A chest has {n} token for each adventurer, the Treasure {more}.",
        "A chest has {n} tokens for each adventurer, the Treasure {more}.",
        more=book[keys.FROM_TREASURE],
    )
    yield Notice(loot, keys.FROM_CHEST)
    sand = plural(
        book[keys.SAND],
        "A lamp burns for {n} second; then lay out the next one.",
        "A lamp burns for {n} seconds; then lay out the next one.",
    )
    yield Notice(sand, (keys.SAND, keys.NEW_LAMP))
    if plays_events(book, setup.options):
        caught = Say("The events of {leader} hinder you, and a catch costs tokens.", leader=leader)
        yield Notice(caught, (keys.EVENTS, keys.STOLEN_IN_FRONT))
