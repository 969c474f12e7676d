"""Rulings on setting up, flipping and taking."""

from __future__ import annotations

from itertools import combinations

from referee.core.rulebook import Rulebook
from referee.core.ruling import Ruling, allowed, forbidden, impossible
from referee.core.say import Say, plural
from referee.games.colorful_treasure import events as seen
from referee.games.colorful_treasure import keys
from referee.games.colorful_treasure.cards import DIAMOND, SECRETS, Card, kinds_of
from referee.games.colorful_treasure.field import cannot_be, cannot_lie
from referee.games.colorful_treasure.following import what_follows
from referee.games.colorful_treasure.state import SIMPLE, State
from referee.games.colorful_treasure.takes import Leave, legal_takes
from referee.games.colorful_treasure.tiles import NO_SECRETS, TILES


def judge_started(book: Rulebook, state: State, event: seen.StartPlayerNamed) -> Ruling:
    """Only the table knows who was abroad last. Cites: COL-1.7."""
    return allowed(Say("{player} begins.", player=event.player), keys.START_PLAYER)


def judge_laid_out(book: Rulebook, state: State, event: seen.TilesLaidOut) -> Ruling:
    """Whether these effects can lie up together. Cites: COL-5.1."""
    cites = book.cite(keys.TILES)
    strange = [tile for tile in event.tiles if tile not in TILES]
    if strange:
        return impossible(Say("No tile is called {tile}.", tile=strange[0]), *cites)
    twice = next((tile for tile in event.tiles if event.tiles.count(tile) > 1), None)
    if twice:
        return impossible(Say("No two tiles are {tile}.", tile=twice), *cites)
    due = book[keys.TILES]
    if len(event.tiles) != due:
        said = plural(
            due,
            "There is {n} tile, not {told}.",
            "There are {n} tiles, not {told}.",
            told=len(event.tiles),
        )
        return forbidden(said, *cites)
    return allowed(Say("On the tiles: {tiles}.", tiles=event.tiles), *cites)


def judge_flipped(book: Rulebook, state: State, event: seen.CardsFlipped) -> Ruling:
    """Whether so many cards are flipped, and whether they can lie there.

    Cites: COL-2.1, COL-2.8, COL-2.9.
    """
    strange = no_such_cards(book, state, event.cards)
    if strange:
        return strange
    due = min(state.terms.flips, state.field.face_down)
    if len(event.cards) != due:
        rule = keys.FLIPPED if due == state.terms.flips else keys.FEW_LEFT
        said = plural(
            due,
            "{n} card is flipped, not {told}.",
            "{n} cards are flipped, not {told}.",
            told=len(event.cards),
        )
        return forbidden(said, rule)
    field = state.field
    for card in event.cards:
        said_no = cannot_lie(field, card)
        if said_no:
            return forbidden(said_no, keys.STILL_THERE)
        field = field.flipped((card,))
    said = Say("{player} flips {cards}.", player=event.player, cards=names(event.cards))
    return allowed(said, keys.FLIPPED)


def no_such_cards(book: Rulebook, state: State, cards: tuple[Card, ...]) -> Ruling | None:
    """Stop cards that the box does not have, alone or together. Cites: COL-1.1, COL-1.6."""
    box = state.field.box
    for card in cards:
        said = cannot_be(box, card)
        if said:
            rule = keys.MODES if card.face in SECRETS and not box.has_secrets else keys.WONDERS
            return impossible(said, rule)
    for one, other in combinations(cards, 2):
        if one == other:
            said = Say("There is one card {card} only.", card=str(one))
            return impossible(said, keys.WONDERS)
        if one.wonder == other.wonder and {one.face, other.face} == {*SECRETS}:
            said = Say("Wonder {n} hides a key or a chest, not both.", n=one.wonder)
            return impossible(said, keys.WONDERS)
    return None


def names(cards: tuple[Card, ...]) -> tuple[str, ...]:
    """Name cards for a sentence.

    >>> names((Card(3, "red"), Card(5, "key")))
    ('red 3', 'key 5')
    """
    return tuple(map(str, cards))


def judge_another(book: Rulebook, state: State, event: seen.AnotherFlipped) -> Ruling:
    """Whether one more card can be flipped. Cites: COL-2.2, COL-2.9, COL-6.7."""
    strange = no_such_cards(book, state, (event.card,))
    if strange:
        return strange
    said_no = cannot_lie(state.field, event.card)
    if said_no:
        return forbidden(said_no, keys.STILL_THERE)
    is_fourth = len(state.field.shown) >= state.terms.flips + state.terms.thirds
    said = Say("{player} flips {card}.", player=event.player, card=str(event.card))
    return allowed(said, keys.FOURTH if is_fourth else keys.THIRD)


def judge_stopped(book: Rulebook, state: State, event: seen.FlippingStopped) -> Ruling:
    """Nobody has to flip more than the first cards. Cites: COL-2.2."""
    said = Say("{player} flips no further card.", player=event.player)
    return allowed(said, keys.THIRD)


def leave_of(book: Rulebook, state: State) -> Leave:
    """Work out what the active player may do when taking."""
    return Leave.of(book, state.setup.options, state.own.tiles)


def judge_taken(book: Rulebook, state: State, event: seen.CardsTaken) -> Ruling:
    """Whether these cards are what has to be, or may be, taken. Cites: COL-2.3 to COL-2.7."""
    refused = no_such_cards(book, state, event.cards)
    if refused:
        return refused
    shown = state.field.shown
    strange = [card for card in event.cards if card not in shown]
    if strange and state.terms.mode == SIMPLE and len(shown) == state.terms.flips:
        said = Say("In the simple game no third card is flipped.")
        return forbidden(said, keys.THIRD, keys.MODES)
    if strange:
        said = Say("{card} does not lie open.", card=str(strange[0]))
        return forbidden(said, keys.ONE_KIND)
    legal = legal_takes([card.face for card in shown], leave_of(book, state))
    kinds = kinds_of(card.face for card in event.cards)
    due = {card for card in shown if card.face in kinds}
    if kinds in legal and due == {*event.cards}:
        return _allowed_take(book, state, event)
    return _forbidden_take(book, state, event, legal)


def _forbidden_take(
    book: Rulebook, state: State, event: seen.CardsTaken, legal: tuple[tuple[str, ...], ...]
) -> Ruling:
    """Say what is wrong with a take, by the rule that decides it."""
    player = event.player
    faces = [card.face for card in state.field.shown]
    kinds = kinds_of(card.face for card in event.cards)
    secrets = tuple(kind for kind in kinds_of(faces) if kind in SECRETS)
    if kinds in legal and not {*kinds} & {*SECRETS}:
        said = Say("All {kinds} cards that show are taken.", kinds=kinds)
        return forbidden(said, keys.ONE_KIND)
    if secrets and legal[0] == secrets:
        said = Say("{player} takes every key and chest that shows, nothing else.", player=player)
        return forbidden(said, keys.SECRETS_FIRST)
    if {*kinds} & {*SECRETS}:
        said = Say("{player} takes no keys and chests: {tile}.", player=player, tile=NO_SECRETS)
        return forbidden(said, keys.NO_SECRETS)
    if not kinds:
        said = Say("{player} has to take something.", player=player)
        return forbidden(said, keys.MUST_TAKE)
    if leave_of(book, state).kinds > 1:
        said = Say("{player} takes no further kind where a key or chest shows.", player=player)
        if not secrets:
            said = Say(
                "{player} takes at most {n} kinds.", player=player, n=1 + book[keys.EXTRA_KIND]
            )
        return forbidden(said, keys.EXTRA_KIND)
    said = Say("{player} takes cards of one kind.", player=player)
    return forbidden(said, keys.ONE_KIND)


def _takes(event: seen.CardsTaken) -> Say:
    """Tell what is taken, and what comes along. Cites: COL-2.3, COL-2.5."""
    player, cards = event.player, names(event.cards)
    faces = {card.face for card in event.cards}
    along = "token" if faces & {*SECRETS} else "diamond" if DIAMOND in faces else ""
    if not along:
        return Say("{player} takes {cards}.", player=player, cards=cards)
    n = sum(card.face in {*SECRETS, DIAMOND} for card in event.cards)
    one, many = (
        "{player} takes {cards} with its {along}.",
        "{player} takes {cards} with their {along}s.",
    )
    return plural(n, one, many, player=player, cards=cards, along=along)


def _allowed_take(book: Rulebook, state: State, event: seen.CardsTaken) -> Ruling:
    said = Say("{player} takes nothing.", player=event.player)
    rules: list[object] = [keys.MUST_TAKE]
    if event.cards:
        said = _takes(event)
        takes_secrets = any(card.face in SECRETS for card in event.cards)
        rules = [keys.SECRETS_FIRST if takes_secrets else keys.ONE_KIND, keys.COVERED]
        if any(card.face == DIAMOND for card in event.cards):
            rules.append(keys.DIAMONDS_ALONG)
    elif state.field.shown and NO_SECRETS in state.own.tiles:
        rules = [keys.NO_SECRETS]
    return what_follows(book, state, event, said, rules)
