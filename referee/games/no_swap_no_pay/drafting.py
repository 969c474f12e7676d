"""Rulings on the captain, the draw and the draft."""

from __future__ import annotations

from referee.core.rulebook import Rulebook
from referee.core.ruling import Ruling, allowed, forbidden, impossible
from referee.core.say import Say
from referee.games.no_swap_no_pay import events as seen
from referee.games.no_swap_no_pay import keys
from referee.games.no_swap_no_pay.coins import COLOURS, Coins, coins
from referee.games.no_swap_no_pay.knowledge import coins_to_draw, drawable, ghost_due
from referee.games.no_swap_no_pay.state import State


def judge_captain(book: Rulebook, state: State, event: seen.CaptainChosen) -> Ruling:
    """Whether this player may be the first captain. Cites: NSP-1.5, NSP-7.4."""
    cites = book.cite(keys.FIRST_CAPTAIN)
    if event.player == state.ghost:
        # Not merely forbidden: a round that begins at an empty seat has no order to go by.
        return impossible(Say("{ghost} is never captain.", ghost=event.player), keys.GHOST_RESTS)
    return allowed(Say("{player} is the first captain.", player=event.player), *cites)


def judge_fed(book: Rulebook, state: State, event: seen.GhostFed) -> Ruling:
    """Whether the ghost got what it is due. Cites: NSP-7.2."""
    cites = book.cite(keys.GHOST_FED)
    due = ghost_due(book, state)
    if event.coins != due:
        said = Say("The ghost is fed {due}, not {coins}.", due=coins(due), coins=coins(event.coins))
        return forbidden(said, *cites)
    return allowed(
        Say("{ghost} is fed {coins}, unseen.", ghost=state.ghost or "", coins=coins(due)), *cites
    )


def judge_drawn(book: Rulebook, state: State, event: seen.CoinsDrawn) -> Ruling:
    """Whether these coins can have been drawn. Cites: NSP-1.1, NSP-2.1, NSP-2.5, NSP-2.6."""
    drawn = event.coins
    box = Coins.of(book[keys.BOX])
    for colour in COLOURS:
        if drawn[colour] > box[colour]:
            said = Say(
                "{drawn} {colour}? The box holds {box}.",
                drawn=drawn[colour],
                colour=colour,
                box=box[colour],
            )
            return impossible(said, keys.BOX)
    due = coins_to_draw(state)
    full = state.laps * len(state.players)
    cites = book.cite(keys.DRAWN_PER_PLAYER, *((keys.SHORT_DRAFT,) if due < full else ()))
    if drawn.total != due:
        said = Say("{due} to draw, not {drawn}.", due=coins(due), drawn=drawn.total)
        return forbidden(
            said,
            *cites,
            because=(Say("The treasure bag holds {coins}.", coins=coins(state.treasure)),),
        )
    bound = drawable(book, state)
    for colour in COLOURS:
        if drawn[colour] > bound[colour]:
            return _cannot_be_left(book, state, colour, bound[colour])
    said = Say("{captain} draws {coins}.", captain=state.captain or "", coins=drawn.say)
    if due < full:
        said = Say("{drawn} The draft is {short} short.", drawn=said, short=coins(full - due))
    return allowed(said, *cites)


def _cannot_be_left(book: Rulebook, state: State, colour: str, bound: int) -> Ruling:
    held = state.coins[colour] - bound
    return forbidden(
        Say("At most {n} {colour} can be left to draw.", n=bound, colour=colour),
        keys.COLOUR_ELSEWHERE,
        keys.COLOURS_IN_GAME,
        because=(
            Say("{all} {colour} are in the game.", all=state.coins[colour], colour=colour),
            Say("{held} of them must lie in the bags, by what was seen.", held=held),
        ),
    )


def judge_drafted(book: Rulebook, state: State, event: seen.CoinDrafted) -> Ruling:
    """Whether such a coin was there to be taken. Cites: NSP-2.2, NSP-2.3."""
    table = state.table or Coins()
    if not table[event.colour]:
        said = Say(
            "No {colour} coin lies in the middle; there: {coins}.",
            colour=event.colour,
            coins=table.say,
        )
        return forbidden(said, keys.DRAFT_ORDER)
    said = Say("{player} takes {colour}.", player=event.player, colour=event.colour)
    if len(state.order) > 1:
        return allowed(said, keys.DRAFT_ORDER)
    said = Say("{drafted} All that was drafted goes into the bags.", drafted=said)
    return allowed(said, keys.DRAFT_ORDER, keys.COINS_IN_SIGHT)


def judge_draft_missed(book: Rulebook, state: State, event: seen.DraftMissed) -> Ruling:
    """Whether a player may go without a coin. Cites: NSP-2.4, NSP-2.5."""
    table = state.table or Coins()
    said = Say("{player} must take a coin; there: {coins}.", player=event.player, coins=table.say)
    if not table.total:
        return allowed(
            Say("Nothing is left for {player} to take.", player=event.player),
            keys.SHORT_DRAFT,
        )
    return forbidden(said, keys.NO_PASSING)
