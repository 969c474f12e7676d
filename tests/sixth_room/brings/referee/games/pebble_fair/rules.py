"""What the rules say about each event."""

from __future__ import annotations

from referee.core.rulebook import Rulebook
from referee.core.ruling import Ruling, allowed, forbidden, impossible, table_call
from referee.core.say import Say, plural

from . import events as seen
from . import keys
from .keys import KINDS, MUDDY
from .state import State


def judge(book: Rulebook, state: State, event: seen.Event) -> Ruling:  # noqa: PLR0911 - one each
    """Rule on an event where the fair stands."""
    match event:
        case seen.FairOpened(player):
            return allowed(Say("{player} begins.", player=player), keys.THE_JUDGE)
        case seen.StallChosen():
            return judge_stall(book, state, event)
        case seen.PebblesDrawn():
            return judge_drawn(book, state, event)
        case seen.SandRanOut():
            return judge_sand(book, event)
        case seen.RainFell():
            return judge_rain(book, state)
        case seen.MudGuessed():
            return judge_guesses(book, state, event)
        case seen.FairCalled(is_clean):
            said = (
                Say("The judge calls the fair clean.") if is_clean else Say("There is mud about.")
            )
            return table_call(said, keys.CLEAN_WORTH)
        case seen.RibbonsTied():
            return judge_ribbons(book, event)


def judge_stall(book: Rulebook, state: State, event: seen.StallChosen) -> Ruling:
    """A player must go to a stall, and not to that of the player before. Cites: PEB-2.1."""
    cites = book.cite(keys.TWO_STALLS)
    if event.stall not in keys.STALLS:
        return forbidden(Say("{player} must go to a stall.", player=event.player), *cites)
    if event.stall == state.stall:
        return forbidden(Say("The player before went to the {stall}.", stall=event.stall), *cites)
    return allowed(Say("{player} goes to the {s}.", player=event.player, s=event.stall), *cites)


def judge_drawn(book: Rulebook, state: State, event: seen.PebblesDrawn) -> Ruling:
    """Whether so many pebbles may be drawn, and can be. Cites: PEB-1.1, PEB-2.2."""
    for kind in KINDS:
        n, box = event.pebbles[kind], book[keys.SUPPLY][kind]
        if n > box:
            said = Say("{n} {kind}? There are {box}.", n=n, kind=kind, box=box)
            return impossible(said, keys.SUPPLY)
        if n > state.sack[kind]:
            said = Say("The sack holds {n} {kind}.", n=state.sack[kind], kind=kind)
            return forbidden(said, keys.SUPPLY)
    n, left = sum(event.pebbles.values()), sum(state.sack.values())
    if not min(1, left) <= n <= book[keys.MOST_DRAWN]:
        said = Say("1 to {most} pebbles are drawn, not {n}.", most=book[keys.MOST_DRAWN], n=n)
        return forbidden(said, keys.MOST_DRAWN)
    drawn = plural(n, "{player} draws {n} pebble.", "{player} draws {n}.", player=event.player)
    return allowed(drawn, keys.MOST_DRAWN)


def judge_sand(book: Rulebook, event: seen.SandRanOut) -> Ruling:
    """Who has not drawn when the glass has run out for good draws nothing. Cites: PEB-2.4."""
    cites = book.cite(keys.FILLINGS)
    if event.is_last:
        return allowed(Say("{player} draws nothing: too late.", player=event.player), *cites)
    return allowed(Say("The sand has run out; the glass is turned."), *cites)


def judge_rain(book: Rulebook, state: State) -> Ruling:
    """It rains in wet fairs only, and once. Cites: PEB-4.1."""
    cites = book.cite(keys.WASHED)
    if not may_rain(book, state):
        return forbidden(Say("It cannot rain now."), *cites)
    return allowed(Say("It rains, and some mud goes back into the sack."), *cites)


def may_rain(book: Rulebook, state: State) -> bool:
    """Tell whether a shower may come. Cites: PEB-4.1."""
    return book.option(state.setup.options, "rain") == "wet" and not state.has_rained


def judge_guesses(book: Rulebook, state: State, event: seen.MudGuessed) -> Ruling:
    """Everyone must guess, and no more mud than there is. Cites: PEB-2.3."""
    cites = book.cite(keys.GUESS_WORTH)
    silent = tuple(player for player in state.setup.seating if player not in event.guesses)
    if silent:
        return forbidden(Say("No guess of {players}.", players=silent), *cites)
    mud = book[keys.SUPPLY][MUDDY]
    if max(event.guesses.values()) > mud:
        return forbidden(Say("There are {mud} muddy pebbles.", mud=mud), *cites)
    said = Say("All have guessed: round {n} is over.", n=state.round)
    return allowed(said, keys.GUESS_WORTH, keys.ROUNDS)


def judge_ribbons(book: Rulebook, event: seen.RibbonsTied) -> Ruling:
    """A basket has room for so many ribbons. Cites: PEB-3.3."""
    cites, most = book.cite(keys.MOST_RIBBONS), book[keys.MOST_RIBBONS]
    if len(event.ribbons) > most:
        return forbidden(Say("At most {most} ribbons each.", most=most), *cites)
    said = Say("{player}: {ribbons}.", player=event.player, ribbons=event.ribbons or ("none",))
    return allowed(said, *cites)
