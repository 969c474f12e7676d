"""Rulings on plunder."""

from __future__ import annotations

from referee.core.rulebook import Rulebook
from referee.core.ruling import Ruling, allowed, forbidden, impossible
from referee.core.say import Say
from referee.games.colorful_treasure import events as seen
from referee.games.colorful_treasure import keys
from referee.games.colorful_treasure.field import cannot_be
from referee.games.colorful_treasure.following import what_follows
from referee.games.colorful_treasure.state import State
from referee.games.colorful_treasure.tiles import CARDS_SAFE, NO_PLUNDER


def judge_card_plundered(book: Rulebook, state: State, event: seen.CardPlundered) -> Ruling:
    """Whether the victim can lose this card. Cites: COL-3.2, COL-6.1, COL-6.2."""
    strange = cannot_be(state.field.box, event.card)
    if strange:
        return impossible(strange, keys.WONDERS, keys.MODES)
    refused = _protected(book, state, event)
    if refused:
        return refused
    held = state.holdings[event.victim]
    if CARDS_SAFE in held.tiles:
        said = Say("{victim}'s cards are safe; diamonds are not.", victim=event.victim)
        return forbidden(said, keys.CARDS_SAFE)
    if event.card not in held.cards:
        said = Say("{victim} does not have {card}.", victim=event.victim, card=str(event.card))
        return forbidden(said, keys.LOOT)
    return _plundered(book, state, event, Say("{card}", card=str(event.card)))


def judge_diamond_plundered(book: Rulebook, state: State, event: seen.DiamondPlundered) -> Ruling:
    """Whether the victim can lose a diamond. Cites: COL-3.2, COL-6.1."""
    refused = _protected(book, state, event)
    if refused:
        return refused
    if not state.holdings[event.victim].diamonds:
        said = Say("{victim} has no diamond.", victim=event.victim)
        return forbidden(said, keys.LOOT)
    return _plundered(book, state, event, Say("a diamond"))


def _protected(
    book: Rulebook, state: State, event: seen.CardPlundered | seen.DiamondPlundered
) -> Ruling | None:
    """Stop plunder of oneself, and of who has the tile against it."""
    if event.victim == event.player:
        said = Say("{player} plunders somebody else.", player=event.player)
        return forbidden(said, keys.LOOT)
    if NO_PLUNDER in state.holdings[event.victim].tiles:
        said = Say("Nobody plunders {victim}.", victim=event.victim)
        return forbidden(said, keys.NO_PLUNDER)
    return None


def _plundered(
    book: Rulebook, state: State, event: seen.CardPlundered | seen.DiamondPlundered, loot: Say
) -> Ruling:
    said = Say(
        "{player} plunders {loot} from {victim}.",
        player=event.player,
        loot=loot,
        victim=event.victim,
    )
    return what_follows(book, state, event, said, (keys.LOOT, keys.NOTHING_ALONG))


def judge_nothing_plundered(book: Rulebook, state: State, event: seen.NothingPlundered) -> Ruling:
    """A pair brings loot as long as anybody has some. Cites: COL-3.1, COL-3.2."""
    if state.loot():
        said = Say("{player} plunders a diamond or a card.", player=event.player)
        return forbidden(said, keys.PAIR, keys.LOOT)
    return allowed(Say("Nobody can be plundered."), keys.NO_VICTIM)
