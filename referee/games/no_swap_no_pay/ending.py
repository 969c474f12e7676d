"""Rulings on donations, and on what is turned out and declared at the end."""

from __future__ import annotations

from referee.core.rulebook import Rulebook, RuleRef
from referee.core.ruling import Ruling, allowed, forbidden, impossible
from referee.core.say import Say
from referee.core.seating import clockwise_from
from referee.games.no_swap_no_pay import events as seen
from referee.games.no_swap_no_pay import keys
from referee.games.no_swap_no_pay.coins import COLOURS, DECLARABLE, PURPLE, Coins, coins
from referee.games.no_swap_no_pay.knowledge import turned_out, unrevealed
from referee.games.no_swap_no_pay.state import State


def judge_donated(book: Rulebook, state: State, event: seen.CoinDonated) -> Ruling:
    """Whether the donation is what it has to be. Cites: NSP-4.1 to NSP-4.4."""
    if not state.bags[event.player].count:
        said = Say("{player}'s bag is empty by the record.", player=event.player)
        return forbidden(said, keys.NOTHING_TO_DONATE, keys.BAG_COUNTS)
    cites = book.cite(keys.DONATED_COINS)
    if event.coins != book[keys.DONATED_COINS]:
        return forbidden(
            Say("Exactly {coins} to donate.", coins=coins(book[keys.DONATED_COINS])), *cites
        )
    said = Say("{player} donates {coins}.", player=event.player, coins=coins(event.coins))
    return _donated(book, state, said, cites)


def judge_donation_missed(book: Rulebook, state: State, event: seen.DonationMissed) -> Ruling:
    """Only an empty bag donates nothing. Cites: NSP-4.1 to NSP-4.4."""
    if state.bags[event.player].count:
        said = Say(
            "{player} must donate {coins}.",
            player=event.player,
            coins=coins(book[keys.DONATED_COINS]),
        )
        return forbidden(said, keys.DONATED_COINS)
    said = Say("{player} has nothing to donate.", player=event.player)
    return _donated(book, state, said, book.cite(keys.NOTHING_TO_DONATE))


def _donated(book: Rulebook, state: State, said: Say, cites: tuple[RuleRef, ...]) -> Ruling:
    """Allow it, and after the last donation of a round tell what follows."""
    if len(state.donors) > 1:
        return allowed(said, *cites)
    if state.round >= state.rounds:
        said = Say("{donated} That was the last round: turn out the bags.", donated=said)
        return allowed(said, *(*cites, *book.cite(keys.THE_END)))
    captain = clockwise_from(state.players, state.captain or state.players[0])[1]
    said = Say("{donated} The marker goes on to {captain}.", donated=said, captain=captain)
    return allowed(said, *(*cites, *book.cite(keys.CAPTAIN_CHANGES)))


def judge_revealed(book: Rulebook, state: State, event: seen.BagRevealed) -> Ruling:
    """Whether the box can fill such a bag; the record may be wrong. Cites: NSP-1.1, NSP-4.4."""
    said = Say("{player}'s bag: {coins}.", player=event.player, coins=event.coins.say)
    too_many = _beyond_box(book, state, event.coins)
    if too_many:
        return too_many
    count = state.bags[event.player].count
    if event.coins.total != count:
        said = Say(
            "{bag} That is {n}; the record counts {count}.",
            bag=said,
            n=event.coins.total,
            count=count,
        )
        return allowed(said, keys.THE_END, keys.BAG_COUNTS)
    shown = turned_out(state) + event.coins
    for colour in COLOURS:
        if shown[colour] > state.coins[colour]:
            said = Say(
                "{bag} That makes {n} {colour}; this game has {game}.",
                bag=said,
                n=shown[colour],
                colour=colour,
                game=state.coins[colour],
            )
            return allowed(said, keys.THE_END, keys.COLOURS_IN_GAME)
    return allowed(said, keys.THE_END)


def judge_treasure(book: Rulebook, state: State, event: seen.TreasureRevealed) -> Ruling:
    """Whether the box can leave such coins; the record may be wrong. Cites: NSP-1.1, NSP-4.5."""
    said = Say("Left in the treasure bag: {coins}.", coins=event.coins.say)
    return _beyond_box(book, state, event.coins) or allowed(said, keys.MISSED_AT_THE_END)


def _beyond_box(book: Rulebook, state: State, coins: Coins) -> Ruling | None:
    left, box = unrevealed(book, state), book[keys.BOX]
    for colour in COLOURS:
        if coins[colour] > left[colour]:
            said = Say(
                "{n} {colour}? The box holds {box}, and the other bags show {shown}.",
                n=coins[colour],
                colour=colour,
                box=box[colour],
                shown=turned_out(state)[colour],
            )
            return impossible(said, keys.BOX)
    return None


def judge_declared(book: Rulebook, state: State, event: seen.PurpleDeclared) -> Ruling:
    """Whether the owner declared each purple coin, and as what it may be. Cites: NSP-5.5."""
    cites = book.cite(keys.PURPLE_DECLARED)
    held = state.revealed[event.player][PURPLE]
    if len(event.colours) != held:
        said = Say(
            "{player} has {held} to declare, not {n}.",
            player=event.player,
            held=coins(held),
            n=len(event.colours),
        )
        return forbidden(said, *cites)
    wrong = tuple(colour for colour in event.colours if colour not in DECLARABLE)
    if wrong:
        return impossible(Say("Purple cannot be {colours}.", colours=wrong), *cites)
    said = Say("{player} declares {colours}.", player=event.player, colours=event.colours)
    return allowed(said, keys.PURPLE_DECLARED, keys.WHO_DECLARES)
