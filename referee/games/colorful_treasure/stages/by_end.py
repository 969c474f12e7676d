"""A game of which only the end is recorded: what everybody holds then, and the cards left."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Final

from referee import api
from referee.api import Player, Say, depth
from referee.api.reading import halfwidth, is_none, parse_count, prefix_matches
from referee.games.colorful_treasure import keys
from referee.games.colorful_treasure.model.cards import (
    DIAMOND,
    FACES,
    KEY,
    SIMPLE,
    Card,
    as_typed,
    read_face,
    singular,
)
from referee.games.colorful_treasure.model.holding import BONUSES, GEM, Holding
from referee.games.colorful_treasure.model.tiles import FOUR_POINTS, SIXTH_COLOUR, TILES
from referee.games.colorful_treasure.stages.setup import setup_steps
from referee.games.colorful_treasure.state import State

TILES_WITH_POINTS: Final = (SIXTH_COLOUR, FOUR_POINTS)
UNKNOWN_WONDER: Final = 0
"""The wonder of a card if it is not recorded."""
_PIECE: Final = re.compile(r"([0-9]*)\s*([^\W\d_]+(?:-[^\W\d_]+)*)(?:\s*\+\s*([0-9]+)(?![\w]))?")
_BEGINS: Final = api.Notice(
    Say("The player who was abroad most recently begins; play continues clockwise."),
    keys.START_PLAYER,
)
_LEAST_LETTERS: Final = 3
"""A bonus or tile needs so many letters: one letter is a face, and two can be an article."""
_FILLERS: Final = re.compile(r"\b(?:and|an?|the) (?=\S)|(?<=[^\W\d]{3}) (?:cards?|bonus)(?![\w-])")
_DIAMONDS_IN_WORDS: Final = re.compile(r"\b([0-9]+) diamond cards?,?(?: and)? ([0-9]+) diamonds?\b")
_NUMBER_LAST: Final = re.compile(r"([^\W\d]+?) ?(?:x ?)?([0-9]+)(?=[ ,+]|$)")
"""A number after its face, as in other languages: ``red 3 diamond 2+1``."""


class DepthChosen(depth.DepthChosen[State], frozen=True):
    """From here on no turn is recorded."""

    def apply(self, state: State) -> State:
        return api.replace(state, is_by_end=True)


class GameEnded(api.Event[State], frozen=True):
    """The table says that the game is over."""

    rule = keys.THE_WINNER
    actor_field = ""

    def judge(self, book: api.Rulebook, state: State) -> api.Ruling:
        return self.allowed("The game is over.")

    def apply(self, state: State) -> State:
        return api.replace(state, uncounted=state.players)


class HandTold(api.Event[State], frozen=True):
    """All that a player has at the end: cards by face, diamonds, bonus cards, tiles."""

    verbs = "has"
    rule = keys.SAME_COLOUR
    sheet_line = "gems"
    player: Player
    cards: Mapping[str, int]
    diamonds: int = 0
    bonuses: tuple[str, ...] = ()
    tiles: tuple[str, ...] = ()

    @property
    def counted(self) -> tuple[api.FieldPath, ...]:
        return (("holdings", self.player),)

    @property
    def held(self) -> Holding:
        """Return it as a holding, whose cards have no recorded wonders."""
        cards = tuple(
            Card(UNKNOWN_WONDER, face) for face in FACES for _ in range(self.cards.get(face, 0))
        )
        return Holding(cards=cards, diamonds=self.diamonds, bonuses=self.bonuses, tiles=self.tiles)

    def judge(self, book: api.Rulebook, state: State) -> api.Ruling:
        pieces = tuple(_pieces(self))
        said = "{player} has {pieces}." if pieces else "{player} has nothing."
        return self.allowed(said, pieces=pieces)

    def apply(self, state: State) -> State:
        uncounted = tuple(player for player in state.uncounted or () if player != self.player)
        after = api.replace(state.with_holding(self.player, self.held), uncounted=uncounted)
        return api.replace(after, is_over=not uncounted and state.variant.mode == SIMPLE)

    def tell(self, state: State) -> Mapping[str, Say]:
        return {self.player: Say("{pieces}", pieces=tuple(_pieces(self)))}


class CardsLeftTold(api.Event[State], frozen=True):
    """How many cards were left on the table at the end."""

    rule = keys.LEFT
    actor_field = ""
    n: int

    @property
    def counted(self) -> tuple[api.FieldPath, ...]:
        return (("field",),)

    def judge(self, book: api.Rulebook, state: State) -> api.Ruling:
        if self.n > state.field.box.cards:
            said = "There are {most} cards, so {n} cannot be left."
            return self.impossible(said, keys.WONDERS, most=state.field.box.cards)
        return self.allowed("Cards left on the table: {n}.")

    def apply(self, state: State) -> State:
        return api.replace(state, cards_left=self.n, is_over=True)


def _pieces(hand: HandTold) -> Iterator[Say | str]:
    """Write the pieces as they are typed."""
    for face in FACES:
        n = hand.cards.get(face, 0)
        if face == DIAMOND and (n or hand.diamonds):
            yield Say("{one}{other}", one=as_typed(n, face), other=f"+{hand.diamonds}")
        elif n:
            yield as_typed(n, face)
    yield from (*hand.bonuses, *hand.tiles)


_EXAMPLE: Final = HandTold(
    Player(""), {"red": 3, "yellow": 2, "blue": 4, DIAMOND: 2, KEY: 1}, 2, (GEM,)
)
EXAMPLE_HAND: Final = api.in_a_row((*_pieces(_EXAMPLE),))


def read_hand(player: Player, words: str, tiles: Sequence[str] = TILES) -> HandTold:
    """Read cards by face, diamonds after their cards, bonus cards and tiles. Raises BadAnswer.

    >>> hand = read_hand(Player("Ana"), "3r2y 2d+1, a key and gem four-p")
    >>> dict(hand.cards), hand.diamonds, hand.bonuses, hand.tiles
    ({'red': 3, 'yellow': 2, 'diamond': 2, 'key': 1}, 1, ('gem',), ('four-points',))
    """
    text = _FILLERS.sub("", _DIAMONDS_IN_WORDS.sub(r"\1d+\2", halfwidth(words).casefold()))
    turned = _NUMBER_LAST.sub(r"\2\1", text) if text[:1].isalpha() else text
    with suppress(api.BadAnswer):
        return _read(player, words, text, tiles)
    return _read(player, words, turned, tiles)


def _read(player: Player, words: str, text: str, tiles: Sequence[str]) -> HandTold:
    text, at = text.replace(",", " "), 0
    cards, named, diamonds = Counter[str](), list[str](), 0
    for piece in () if is_none(text) else _PIECE.finditer(text):
        _raise_if_unclear(words, text[at : piece.start()])
        at = piece.end()
        kind = _read_kind(piece[2], tiles)
        is_card = kind in FACES
        if (kind == DIAMOND) != (piece[3] is not None) or (not is_card and piece[1]):
            _raise_if_unclear(words, piece[0])
        if is_card:
            cards[kind] += parse_count(piece[1] or "1") or 0
            diamonds += parse_count(piece[3] or "0") or 0
        else:
            named.append(kind)
    _raise_if_unclear(words, "" if is_none(text) else text[at:])
    return HandTold(
        player,
        cards={face: cards[face] for face in FACES if cards[face]},
        diamonds=diamonds,
        bonuses=tuple(each for each in BONUSES if each in named),
        tiles=tuple(each for each in named if each not in BONUSES),
    )


def _read_kind(word: str, tiles: Sequence[str]) -> str:
    """Read a face, a bonus card or a tile; tiles with points win over other tiles."""
    if len(singular(word)) >= _LEAST_LETTERS and singular(word) != "card":
        for known in (BONUSES, tiles and TILES_WITH_POINTS, tiles):
            found = prefix_matches(word, known)
            if len(found) == 1:
                return found[0]
    return read_face(word)


def _raise_if_unclear(words: str, rest: str) -> None:
    if rest.strip(" +"):
        said = "“{rest}” in “{words}” is not clear. Write the pieces such as {example}."
        if rest.strip() == words.strip():
            said = "“{words}” is not clear. Write the pieces such as {example}."
        raise api.BadAnswer(Say(said, rest=rest.strip(), words=words, example=EXAMPLE_HAND))


def _ask_hand(book: api.Rulebook, state: State) -> api.Prompt[State]:
    player = (state.uncounted or state.players)[0]
    return api.Prompt(
        ask=Say("{player}, what do you hold?", player=player),
        answers=api.CustomAnswer(
            ("2 red, 1 key", api.NOTHING),
            lambda words: read_hand(player, words, TILES if state.variant.has_tiles else ()),
            Say("such as {example}", example=EXAMPLE_HAND),
        ),
        event=lambda hand: hand,
        detail=Say("(2d+1: 2 diamond cards and 1 diamond)"),
        rules=(keys.SAME_COLOUR, keys.DIAMOND_CARD, keys.DIAMOND, keys.SECRET_WORTH),
    )


def _ask_left(book: api.Rulebook, state: State) -> api.Prompt[State]:
    return api.Prompt(
        ask=Say("How many cards are left on the table?"),
        answers=api.Number(0, state.field.box.cards),
        event=CardsLeftTold,
        rules=(keys.LEFT,),
    )


HELD: api.Stage[State] = api.Stage(
    id="end.held",
    title=Say("what everyone has"),
    when=lambda state: bool(state.uncounted),
    actor=lambda state: (state.uncounted or (None,))[0],
    ask=_ask_hand,
    events=(HandTold,),
    is_observed=True,
)
CARDS_LEFT: api.Stage[State] = api.Stage(
    id="end.left",
    title=Say("cards left"),
    when=lambda state: state.uncounted == () and not state.is_over,
    ask=_ask_left,
    events=(CardsLeftTold,),
    is_observed=True,
)
DEPTH: depth.Depth[State] = depth.Depth(
    chosen=DepthChosen,
    now=lambda state: depth.ROUND if state.is_by_end else depth.TURN,
    stages=(
        depth.playing(
            lambda state: state.is_by_end and state.uncounted is None,
            GameEnded,
            lambda book, state: () if state.order else (*setup_steps(book, state.setup), _BEGINS),
        ),
        HELD,
        CARDS_LEFT,
    ),
    is_closed=lambda state: state.is_by_end,
)
