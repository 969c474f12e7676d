"""The round sheet, the view of the table, and the quick reference next to a blank form."""

from collections.abc import Iterator, Sequence

from referee import api
from referee.api import Player, Say
from referee.api.drawing import (
    Chart,
    ChartMark,
    Diagram,
    Ink,
    MarkShape,
    counted_out,
    standing_chart,
)
from referee.api.pads import (
    Footnote,
    Pad,
    PadRow,
    PadTable,
    QuickReference,
    ScoringEntry,
    names_across,
    score_table,
)
from referee.api.rounds import RoundRows, RoundSheet, RoundSummary, StateChange, SummaryRow
from referee.games.no_swap_no_pay import keys
from referee.games.no_swap_no_pay.model import box, coins
from referee.games.no_swap_no_pay.stages import COURSE
from referee.games.no_swap_no_pay.stages.challenge import BagsSwapped, Challenged, CoinStolen
from referee.games.no_swap_no_pay.state import State

LETTERS = Say(
    "Coins by their letters: {letters}.",
    letters=tuple(
        Say("{letter} {colour}", letter=colour[0], colour=term)
        for colour, term in coins.COLOURS.items()
    ),
)


def _bag_counts(state: State) -> api.SheetCells:
    if not state.is_counted:
        return {}
    bags, treasure = state.ended or state.counts
    return {**{owner: bags[owner] for owner in state.bags}, api.SHARED: treasure}


BAGS = api.SheetLine("bags", Say("coins in the bag"), after_round=_bag_counts)


def _show_state(book: api.Rulebook, state: State) -> api.CardGrid:
    """Show what everyone may see: the number of coins in bags, open coins, who is to act."""
    owners, bags = state.bags, state.bags.values()
    rows: list[tuple[api.SheetCell, ...]] = [
        (Say("coins in the bag"), *(bag.count for bag in bags), state.treasure)
    ]
    if not state.is_counted:
        rows = [(Say("coins in the bag"), *(None for _ in owners), None)]
    if any(held.total for held in state.drafted.values()):
        lying = (state.drafted.get(owner, coins.Coins()) for owner in owners)
        rows.append((Say("in front"), *(c.say if c.total else None for c in lying), None))
    lines = [Say("Captain: {captain}.", captain=state.captain or "—")]
    if state.table.total:
        lines.append(Say("In the middle: {coins}.", coins=state.table.say))
    stage = COURSE.due(state)
    active = stage.actor(state) if stage else None
    if stage and active:
        lines.append(Say("To act: {player} ({stage}).", player=active, stage=stage.title))
    title = Say("Round {round} of {rounds}", round=state.round, rounds=state.rounds)
    if state.is_played:
        title = Say("After round {round}", round=state.rounds)
    names = (Say("{name}", name=owner) for owner in owners)
    return api.CardGrid(title, (Say(""), *names, box.TREASURE_BAG), tuple(rows), tuple(lines))


def _reference(book: api.Rulebook, setup: api.Setup) -> QuickReference:
    """Return the setup, the worth of coins at this table, and the rules that are asked most."""
    ghost = (keys.GHOST_SWAPS, keys.GHOST_WINS)
    others = (keys.WHO_SEES_IT, keys.NOTHING_TO_DONATE)
    asked_most = {
        *(keys.COINS_IN_SIGHT, keys.ANYONE, keys.EMPTY_MUST_ACCEPT),
        *(keys.SEVERAL_SILVER_SETS, keys.MOST_BLACK, keys.PURPLE_IN_TIES),
        *(ghost if box.ghost_of(book, setup.seating) else others),
    }
    return QuickReference(
        setup=_setup_grid(book),
        scoring=tuple(_scoring(book, setup.options)),
        rules_asked_most=book.in_order(asked_most),
    )


def _setup_grid(book: api.Rulebook) -> api.CardGrid:
    """Show the setup for each number of players. Cites: NSP-1.2 to NSP-1.4, NSP-1.7, NSP-7.1."""
    least, most = book.players
    columns = (
        *(Say("players"), Say("bags"), Say("in each bag"), box.TREASURE_BAG),
        *(Say("then drawn unseen"), Say("drawn face up each round"), Say("rounds")),
    )
    rows = tuple(
        (
            seats,
            box.bags_in_game(book, seats),
            coins.Coins.of(book[keys.BAG_AT_START]).short,
            box.treasure_at_start(book, seats).short,
            Say("{n} each", n=book[keys.UNSEEN_COINS][seats]),
            seats * book[keys.DRAWN_PER_PLAYER],
            book[keys.ROUNDS][seats],
        )
        for seats in range(least, most + 1)
    )
    ghost = api.plural(
        book[keys.GHOST_PLAYERS],
        "With {n} player {ghost} has a bag too, with {unseen} unseen, and {fed} more each round.",
        "With {n} players {ghost} has a bag too, with {unseen} unseen, and {fed} more each round.",
        ghost=box.GHOST,
        unseen=coins.n_coins(book[keys.GHOST_UNSEEN]),
        fed=book[keys.GHOST_FED],
    )
    return api.CardGrid(Say("Setup"), columns, rows, (ghost,))


def _scoring(book: api.Rulebook, options: api.Options) -> Iterator[ScoringEntry]:
    """List all lines of points in the rulebook's order. Cites: NSP-5.1 to NSP-5.6."""
    declared, each = keys.PURPLE_DECLARED, "{points} each"
    gold, silver = book[keys.GOLD_EACH], book[keys.SILVER_EACH]
    yield ScoringEntry(
        coins.GOLD_COINS, Say(each, points=gold), api.rule_refs((keys.GOLD_EACH, declared))
    )
    sets = "{worth} for every {size}"
    if coins.pays_silver_set_once(book, options):
        sets = "{worth} for {size}, once"
    of_silver = api.rule_refs((keys.SILVER_EACH, declared))
    yield ScoringEntry(
        coins.SILVER_SETS,
        Say(sets, worth=book[keys.SILVER_SET_WORTH], size=book[keys.SILVER_SET]),
        api.rule_refs((*of_silver, keys.SEVERAL_SILVER_SETS)),
    )
    yield ScoringEntry(coins.SILVER_COINS, Say(each, points=silver), of_silver)
    cursed = api.join_or([str(n) for n in coins.cursed_counts(book)])
    yield ScoringEntry(
        coins.CURSED_BAG,
        Say("with {n} black the whole bag is worth 0", n=cursed),
        api.rule_refs((keys.CURSE_LEAST, declared)),
    )
    least, worth = book[keys.BLACK_SET_LEAST], book[keys.BLACK_SET_WORTH]
    yield ScoringEntry(
        coins.BLACK_SET,
        Say("{worth} for {least} or more together", worth=worth, least=least),
        api.rule_refs((keys.BLACK_SET_LEAST, declared)),
    )


def _worth(book: api.Rulebook) -> Diagram:
    """Draw what coins and sets are worth. Cites: NSP-5.1, NSP-5.2, NSP-5.4."""
    worth = (
        (coins.GOLD_COINS, keys.GOLD_EACH),
        (coins.SILVER_SETS, keys.SILVER_SET_WORTH),
        (coins.SILVER_COINS, keys.SILVER_EACH),
        (coins.BLACK_SET, keys.BLACK_SET_WORTH),
    )
    return counted_out(Say("What everything is worth"), [(row, book[key]) for row, key in worth])


def _box_back(book: api.Rulebook, setup: api.Setup) -> tuple[api.Notice, ...]:
    """Return in a few lines who wins, what coins are worth, and how a round goes.

    >>> from referee.files.documents.rulebook import load_rulebook
    >>> said = _box_back(load_rulebook("no-swap-no-pay"), api.Setup((Player("Ana"),) * 4))
    >>> print(said[0].cited)
    After 4 rounds the bag with the most points wins. (NSP-1.7, NSP-6.3)
    """
    rounds, each = book[keys.ROUNDS][len(setup.seating)], coins.n_coins(book[keys.DONATED_COINS])
    wins = api.plural(
        rounds,
        "After {n} round the bag with the most points wins.",
        "After {n} rounds the bag with the most points wins.",
    )
    worth = Say(
        "Gold is worth {gold}, silver {silver}; {size} silver together {set}.",
        gold=book[keys.GOLD_EACH],
        silver=book[keys.SILVER_EACH],
        size=book[keys.SILVER_SET],
        set=book[keys.SILVER_SET_WORTH],
    )
    cursed = api.join_or([str(n) for n in coins.cursed_counts(book)])
    least, together = book[keys.BLACK_SET_LEAST], book[keys.BLACK_SET_WORTH]
    black = "{least} or more black coins are worth {points} together."
    drawn = coins.n_coins(book[keys.DRAWN_PER_PLAYER])
    draft = "Each round the captain draws, and all draft {coins} each."
    purple = "A purple coin is gold, silver or black, as its owner says at the end."
    swap = "Then each challenges someone, who swaps bags or pays {coins}."
    last = "Last, each puts {coins} of their own into the treasure bag, unseen."
    ghost = Say("{ghost} has a bag too, always swaps, and can win.", ghost=box.GHOST)
    by_ghost = (keys.GHOST_PLAYERS, keys.GHOST_SWAPS, keys.GHOST_WINS)
    tie = Say("On a tie the most black coins win, then the most silver.")
    return (
        api.Notice(wins, (keys.ROUNDS, keys.THE_WINNER)),
        api.Notice(tie, (keys.MOST_BLACK, keys.MOST_SILVER)),
        api.Notice(worth, (keys.GOLD_EACH, keys.SILVER_EACH)),
        api.Notice(Say("{n} black coins: the bag is worth nothing.", n=cursed), keys.CURSE_LEAST),
        api.Notice(Say(black, least=least, points=together), keys.BLACK_SET_LEAST),
        api.Notice(Say(purple), keys.PURPLE_DECLARED),
        api.Notice(Say(draft, coins=drawn), (keys.DRAWN_PER_PLAYER, keys.DRAFT_ORDER)),
        api.Notice(
            Say(swap, coins=coins.n_coins(book[keys.STOLEN_COINS])),
            (keys.ACCEPTING, keys.STOLEN_COINS),
        ),
        api.Notice(Say(last, coins=each), keys.DONATED_COINS),
        *((api.Notice(ghost, by_ghost),) if box.ghost_of(book, setup.seating) else ()),
    )


def _challenges(
    moments: Sequence[StateChange[State, api.Event[State]]],
) -> Iterator[tuple[Player, Player, bool]]:
    """Yield who challenged whom, and whether the bags changed hands or a coin was paid."""
    for moment in moments:
        event = moment.event
        if isinstance(event, BagsSwapped | CoinStolen):
            yield event.challenger, event.target, isinstance(event, BagsSwapped)
        elif isinstance(event, Challenged) and event.target == moment.before.ghost:
            yield event.challenger, event.target, True


def _round_in_short(
    rows: RoundRows, moments: Sequence[StateChange[State, api.Event[State]]]
) -> SummaryRow:
    """Return the coins in each bag after a round, and the outcomes of its challenges."""
    first, last = moments[0].before, moments[-1].after
    cells = [
        (by, Say("⇄ {name}", name=to)) if is_swap else (to, Say("paid {name}", name=by))
        for by, to, is_swap in _challenges(moments)
    ]
    is_over = last.round > first.round
    bags, treasure = (last.ended if is_over else None) or last.counts
    return SummaryRow(
        round=rows.round,
        before=(moments[0].after.captain or first.captain,),
        cells=tuple(
            _bag_cell(
                bags[owner] if last.is_counted else None,
                [said for who, said in cells if who == owner],
            )
            for owner in last.bags
        ),
        after=(treasure if last.is_counted else None,),
    )


def _bag_cell(n: int | None, challenges: Sequence[Say]) -> api.SheetCell:
    if not challenges:
        return n
    said = api.join(challenges, ", ")
    return said if n is None else Say("{n} {challenges}", n=n, challenges=said)


def _chart(
    sheet: RoundSheet, moments: Sequence[StateChange[State, api.Event[State]]]
) -> Chart | None:
    """Chart the coins in each bag, with a ring where bags changed hands."""
    marks = [
        ChartMark(seat, moment.before.round, MarkShape.RING)
        for moment in moments
        for by, to, is_swap in _challenges([moment])
        if is_swap
        for seat in (by, to)
    ]
    signs = ((MarkShape.RING, Say("swapped bags in this round")),)
    return standing_chart(Say("Coins in each bag"), sheet.seats, sheet.rows, marks, signs)


def _pad(book: api.Rulebook, setup: api.Setup, seats: Sequence[str]) -> Pad:
    """Return the pad: the score, then a row per round. Cites: NSP-1.7, NSP-5.1 to NSP-5.4."""
    least, most = book.players
    is_open = not any(seats)
    rounds = max(book[keys.ROUNDS].values()) if is_open else book[keys.ROUNDS][len(seats)]
    ghost = () if is_open or not box.ghost_of(book, setup.seating) else (str(box.GHOST),)
    names = (*seats, *ghost)
    across = (Say("captain"), *names_across(names))
    listed = tuple(
        Say("{seats} players: {rounds}", seats=n, rounds=book[keys.ROUNDS][n])
        for n in range(least, most + 1)
    )
    return Pad(
        (
            score_table(names, _scoring(book, setup.options)),
            PadTable(
                title=Say("Coins in each bag; with whom they swapped, or who paid"),
                corner=Say("round"),
                columns=across,
                rows=tuple(PadRow(Say("{n}", n=n)) for n in range(1, rounds + 1)),
            ),
            Footnote((Say("Rounds: {rounds}.", rounds=listed),) if is_open else ()),
        )
    )


PAPER = api.Paper(
    title=lambda state: Say(
        "No Swap No Pay!, {n} players, {rounds} rounds", n=len(state.players), rounds=state.rounds
    ),
    counts=Say("round"),
    first=BAGS,
    lines=(
        api.SheetLine("drafted", Say("drafted")),
        api.SheetLine("challenged", Say("challenged")),
        api.SheetLine("donated", Say("donated")),
        BAGS,
    ),
    last=(
        api.SheetLine("turned-out", Say("turned out")),
        api.SheetLine("declared", Say("purple as")),
    ),
    table=box.TREASURE_BAG,
    notes=lambda book, state: (*(each.say for each in box.setup_lines(book, state.setup)), LETTERS),
    views={"state": api.TableView(Say("the bags and the coins in the middle"), _show_state)},
    reference=_reference,
    in_short=RoundSummary(
        row=_round_in_short,
        before=(Say("captain"),),
        after=(Say("treasure"),),
        signs=(
            Say("⇄ swapped bags with"),
            Say("paid: refused the swap and paid one coin"),
            LETTERS,
        ),
    ),
    chart=_chart,
    pad=_pad,
    box_back=_box_back,
    in_booklet=_worth,
    ink=Ink("#2f4f8f", "#a9c1f5"),
)
