"""Rulings on exploring: cards drawn, stopping, talismans placed, the Magic Ring's card."""

from __future__ import annotations

from msgspec.structs import replace

from referee.core.rulebook import Rulebook
from referee.core.ruling import Ruling, allowed, forbidden
from referee.core.say import Say, plural
from referee.games.aladdin import events as seen
from referee.games.aladdin import keys
from referee.games.aladdin.exploring import Drawing, Drawn
from referee.games.aladdin.state import State
from referee.games.aladdin.treasures import LONE, SORCERER
from referee.games.aladdin.wishing import not_discarded, not_that_card


def judge_drawn(book: Rulebook, state: State, event: seen.CardDrawn) -> Ruling:
    """Whether this card can come now, and what it brings. Cites: ALA-5.2 to ALA-5.4, ALA-8.2."""
    drawing = state.drawing
    if drawing is None:
        said = Say("No chest is open.")
        return forbidden(said, keys.OPENING)
    refused = not_that_card(book, state, drawing.chest, event.card)
    if refused:
        return refused
    after = replace(drawing, cards=(*drawing.cards, Drawn(event.card, event.scorpions)))
    said = Say(
        "{player} draws {card}: {scorpions} of {limit}.",
        player=event.player,
        card=Say("the Sorcerer") if event.card == SORCERER else state.called(event.card),
        scorpions=scorpions_words(after.scorpions),
        limit=after.limit,
    )
    rules = [keys.DRAWING, keys.SCORPIONS]
    if event.card == SORCERER:
        said = Say("{said} The game ends after this turn.", said=said)
        rules.append(keys.SORCERER)
    for more, rule in _what_follows(state, after):
        said = Say("{said} {more}", said=said, more=more)
        rules.append(rule)
    return allowed(said, *rules)


def _what_follows(state: State, after: Drawing) -> list[tuple[Say, str]]:
    """Tell of a bust, of the last card, and of the Magic Ring."""
    if after.is_bust:
        said = Say("A bust: all cards of this draw are discarded.")
        return [(said, keys.SCORPIONS)]
    if after.left:
        return []
    said = Say("That was the last card.")
    found = [(said, keys.DRAWING)]
    terms = state.terms
    wins = after.wins_ring(terms.ring_die, counts_sorcerer=terms.ring_counts_sorcerer)
    if terms.has_ring and wins:
        rule = keys.RING_AND_SORCERER if after.brings_sorcerer else keys.RING_DIE.rule_id
        found.append((Say("The Magic Ring is {player}'s.", player=after.player), rule))
    return found


def scorpions_words(n: int) -> Say:
    """Word a number of scorpions.

    >>> str(scorpions_words(1)), str(scorpions_words(0))
    ('1 scorpion', '0 scorpions')
    """
    return plural(n, "{n} scorpion", "{n} scorpions")


def judge_stopped(book: Rulebook, state: State, event: seen.DrawingStopped) -> Ruling:
    """Stopping is allowed before any card. Cites: ALA-5.2."""
    kept = len(state.drawing.treasures) if state.drawing else 0
    said = plural(
        kept, "{player} stops with 1 card.", "{player} stops with {n} cards.", player=event.player
    )
    return allowed(said, keys.DRAWING)


def judge_placed(book: Rulebook, state: State, event: seen.TalismanPlaced) -> Ruling:
    """Whether a talisman may be laid there. Cites: ALA-6.2, ALA-6.3."""
    owned = state.holdings[event.player].owned_kinds()
    cites = book.cite(keys.PLACING)
    if event.on == LONE:
        if owned:
            said = Say("{player} has a gem to lay it on.", player=event.player)
            return forbidden(said, *cites)
        return allowed(Say("{player}'s talisman lies alone.", player=event.player), *cites)
    kind = state.called(event.on)
    if event.on not in owned:
        said = Say("{player} has no {kind} gem.", player=event.player, kind=kind)
        return forbidden(said, *cites)
    said = Say("{player} lays the talisman on {kind}.", player=event.player, kind=kind)
    return allowed(said, keys.PLACING, keys.TALISMAN_COUNTS)


def judge_ring_card(book: Rulebook, state: State, event: seen.RingCardTaken) -> Ruling:
    """Whether the Ring can bring this card from the discard pile. Cites: ALA-8.2, ALA-8.4."""
    said = Say(
        "{player} takes {card} from the discard pile.",
        player=event.player,
        card=state.called(event.card),
    )
    return not_discarded(book, state, event.card) or allowed(said, keys.RING_DIE)


def judge_ring_left(book: Rulebook, state: State, event: seen.RingCardLeft) -> Ruling:
    """Only an empty discard pile gives no card. Cites: ALA-8.2, ALA-8.4."""
    if state.surplus or any(state.discarded.values()):
        said = Say("{player} takes a card from the discard pile.", player=event.player)
        return forbidden(said, keys.RING_DIE)
    said = Say("The discard pile is empty: {player} takes no card.", player=event.player)
    return allowed(said, keys.EMPTY_DISCARD)
