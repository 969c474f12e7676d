"""Moves of cards between players, chests and the discard pile."""

import re
from collections.abc import Iterable, Mapping

from referee.api import Event, OneOf, Player, Rulebook, Ruling, Say, SheetCells, plural, replace
from referee.api.reading import match_key
from referee.games.aladdin import keys
from referee.games.aladdin.model.cards import GEMS, METALS, SORCERER, TREASURES
from referee.games.aladdin.model.drawing import next_cards, refuse_card
from referee.games.aladdin.model.holding import Holding, refuse_taking
from referee.games.aladdin.state import News, State


class SpokenChoices(OneOf, frozen=True):
    """Choices that can also be said in a sentence: ``sentences`` has a pattern for each."""

    sentences: Mapping[str, str] = {}

    @classmethod
    def of(cls, choices: OneOf, sentences: Mapping[str, str]) -> "SpokenChoices":
        """Return these choices with patterns of sentences."""
        return cls(choices.words, choices.offered, choices.terms, sentences)

    def parse(self, words: str) -> str:
        """Read a choice. Raises BadAnswer."""
        said = match_key(words).replace("\u2019", "'").rstrip("!. ")
        known = ((word, self.sentences.get(word)) for word in self.words)
        found = (word for word, pattern in known if pattern and re.fullmatch(pattern, said))
        return super().parse(next(found, words))


def is_offered(book: Rulebook, state: State, event: Event[State]) -> bool:
    """Whether an event does not stop play, so that it is offered."""
    return not event.judge(book, state).verdict.stops_play


def judge_taking(event: Event[State], state: State, said: Say, *lost: tuple[Player, str]) -> Ruling:
    """Rule on an event that takes these cards. Cites: ALA-3.5, ALA-4.3, ALA-6.1, ALA-9.5."""
    refusals = (
        refuse_taking(event.rule, state.names, state.holdings[owner], card) for owner, card in lost
    )
    return next(filter(None, refusals), None) or event.allowed(said)


def refuse_next_card(book: Rulebook, state: State, chest: str, card: str) -> Ruling | None:
    """Refuse a card that cannot be the next one of a chest. Cites: ALA-1.1, ALA-1.4."""
    number = state.drawn_from(chest) + 1
    return refuse_card(book, number, card, is_out=chest in state.sorcerers)


def possible_cards(book: Rulebook, state: State, chest: str) -> tuple[str, ...]:
    """List the possible next cards of a chest. Cites: ALA-1.4."""
    return next_cards(book, state.drawn_from(chest) + 1, is_out=chest in state.sorcerers)


def discard_pile(state: State) -> dict[str, int]:
    """Count cards that can be in the discard pile: an unnamed starting gem can be any gem."""
    return {
        card: state.discarded.get(card, 0) + (state.surplus if card in GEMS else 0)
        for card in TREASURES
    }


def with_holding(state: State, player: Player, held: Holding) -> State:
    """Set the holding of a player; a set completed, or a talisman left alone, is news.

    Cites: ALA-6.1, ALA-6.4.
    """
    before = state.holdings[player]
    news: list[News] = []
    if held.ornaments != before.ornaments:
        said = "{player}'s {metal} set is complete, and locked from now on."
        complete = [metal for metal in METALS if held.sets(metal) > before.sets(metal)]
        news += (News(keys.SETS, Say(said, player=player, metal=metal)) for metal in complete)
    if sum(held.talismans.values()) < sum(before.talismans.values()) and held.lone > before.lone:
        one = "{player}'s talisman lies alone now, for good."
        many = "{n} talismans of {player} lie alone now, for good."
        alone = plural(held.lone - before.lone, one, many, player=player)
        news.append(News(keys.LEFT_ALONE, alone))
    holdings = {**state.holdings, player: held}
    return replace(state, holdings=holdings, news=(*state.news, *news))


def moved(state: State, card: str, giver: Player, taker: Player) -> State:
    """Move a card from one player to another."""
    state = with_holding(state, giver, state.holdings[giver].without_card(card))
    return with_holding(state, taker, state.holdings[taker].with_card(card))


def drawn(state: State, chest: str, card: str) -> State:
    """Count a card drawn from a chest; if it is the Sorcerer, he is out."""
    count = {**state.drawn, chest: state.drawn_from(chest) + 1}
    if card != SORCERER or chest in state.sorcerers:
        return replace(state, drawn=count)
    return replace(state, drawn=count, sorcerers=(*state.sorcerers, chest))


def discarded(state: State, cards: Iterable[str]) -> State:
    """Lay cards on the discard pile."""
    pile = dict(state.discarded)
    for card in cards:
        pile[card] = pile.get(card, 0) + 1
    return replace(state, discarded=pile)


def recovered(state: State, player: Player, card: str) -> State:
    """Move a card from the discard pile to a player; an unnamed starting gem if need be."""
    state = with_holding(state, player, state.holdings[player].with_card(card))
    if known := state.discarded.get(card, 0):
        return replace(state, discarded={**state.discarded, card: known - 1})
    return replace(state, surplus=max(0, state.surplus - 1)) if card in GEMS else state


def cells(*lines: tuple[Player, str, str], state: State) -> SheetCells:
    """Return the cells of players, from a template such as ``+ {card}`` and a card each."""
    found: dict[str, tuple[Say, ...]] = {}
    for player, template, card in lines:
        said = Say(template, card=state.name_of(card))
        found[player] = (*found.get(player, ()), said)
    return found
