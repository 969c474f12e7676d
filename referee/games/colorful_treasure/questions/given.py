"""Facts of several questions: cards and kinds, tiles, and the way of playing."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TypeAlias

from referee import api
from referee.api import Say
from referee.api.reading import halfwidth, parse_count
from referee.games.colorful_treasure import keys
from referee.games.colorful_treasure.model.cards import (
    ADVANCED,
    COLOURS,
    DIAMOND,
    EXAMPLE_CARD,
    FACES,
    SECRETS,
    SIMPLE,
    Card,
    box_of,
    is_plural,
    read_cards,
    read_face,
    read_numbered,
    refuse_cards,
    split_words,
)
from referee.games.colorful_treasure.model.field import Field as Table
from referee.games.colorful_treasure.model.field import why_no_flip
from referee.games.colorful_treasure.model.tiles import FOURTH_CARD, read_tile

Piece: TypeAlias = Card | str
"""A card, or its kind if the wonder is not given."""
MOST_OF_A_KIND = 99
"""More than any box has: larger counts are read as this one."""


def read_pieces(words: str) -> tuple[Piece, ...]:
    """Read cards as at the prompt, or kinds, also with a count. Raises BadAnswer.

    >>> read_pieces("3r 5k"), read_pieces("reds key"), read_pieces("red:2")
    ((Card(wonder=3, face='red'), Card(wonder=5, face='key')), ('red', 'key'), ('red', 'red'))
    >>> read_pieces("2 reds, 5 key")
    ('red', 'red', Card(wonder=5, face='key'))
    """
    kind, colon, given = halfwidth(words).partition(":")
    if colon and (n := parse_count(given)) is not None and not any(map(str.isdigit, kind)):
        return (read_face(kind),) * min(n, MOST_OF_A_KIND)
    if any(map(str.isdigit, halfwidth(words))):
        return tuple(piece for n, word in read_numbered(words) for piece in _counted(n, word))
    found = tuple(map(read_face, split_words(words)))
    if not found:
        said = "“{words}” is not a card such as {like}."
        raise api.BadAnswer(Say(said, words=words, like=EXAMPLE_CARD))
    return found


def _counted(n: int, word: str) -> tuple[Piece, ...]:
    """Return ``n`` of a kind if the word is a plural, otherwise the card of wonder ``n``."""
    face = read_face(word)
    return (face,) * min(n, MOST_OF_A_KIND) if is_plural(word) else (Card(n, face),)


def pieces_in(facts: api.Facts, name: str) -> tuple[Piece, ...]:
    """Return the cards and kinds of a fact; none if it is left out."""
    return tuple(each for text in facts.words(name, ()) for each in read_pieces(text))


def cards_in(facts: api.Facts, name: str) -> tuple[Card, ...]:
    """Return the cards of a fact that asks for cards only; none if it is left out."""
    return tuple(card for text in facts.words(name, ()) for card in read_cards(text))


def face_of(piece: Piece) -> str:
    """Name the kind of a card or kind."""
    return piece if isinstance(piece, str) else piece.face


def named(piece: Piece) -> str:
    """Write a card or kind as it is typed."""
    return piece if isinstance(piece, str) else piece.short


def by_face(piece: Piece) -> tuple[int, int]:
    """Return a sort key: by kind, and cards of a kind by wonder."""
    return FACES.index(face_of(piece)), 0 if isinstance(piece, str) else piece.wonder


def tiles_in(facts: api.Facts, name: str = "tiles") -> tuple[str, ...]:
    """Return the tiles of a fact; none if it is left out."""
    return tuple(tile for text in facts.words(name, ()) for tile in _read_tiles(text))


def _read_tiles(words: str) -> tuple[str, ...]:
    """Read tiles separated by spaces, as at the prompt, or a letter each. Raises BadAnswer."""
    return tuple(map(read_tile, words.split()))


def refuse_tiles(book: api.Rulebook, *hands: Sequence[str]) -> api.Ruling | None:
    """Refuse tiles that nobody can have: one twice, or too many. Cites: COL-5.1."""
    tiles = [tile for hand in hands for tile in hand]
    for tile in tiles:
        if tiles.count(tile) > 1:
            return api.impossible("There is only one tile {tile}.", keys.TILES, tile=tile)
    if len(tiles) > book[keys.TILES]:
        said = "{n} tiles; there are {most}."
        return api.impossible(said, keys.TILES, n=len(tiles), most=book[keys.TILES])
    return None


def mode_of(book: api.Rulebook, facts: api.Facts) -> str:
    """Return the way of playing. Cites: COL-1.6."""
    return book.option(facts.options, "mode")


def refuse_mode(facts: api.Facts) -> api.Ruling | None:
    """Refuse a fact of the advanced game if another mode is given. Cites: COL-9.7."""
    mode = facts.options.get("mode", (ADVANCED,))[0]
    if mode == ADVANCED:
        return None
    said = "Only the advanced game has tiles; this is the {mode} game."
    return api.impossible(said, keys.NOT_IN_THIS_GAME, keys.MODES, mode=mode)


def of_advanced(facts: api.Facts) -> api.Facts:
    """Return the facts of an advanced game, which one of them implies."""
    return api.Facts(facts.values, {**facts.options, "mode": (ADVANCED,)})


def most_flipped(book: api.Rulebook, facts: api.Facts, tiles: Sequence[str]) -> int:
    """Count the cards that may be flipped in a turn. Cites: COL-2.1, COL-2.2, COL-6.7."""
    thirds = 0 if mode_of(book, facts) == SIMPLE else book[keys.THIRD]
    fourths = book[keys.FOURTH] if FOURTH_CARD in tiles else 0
    return book[keys.FLIPPED] + thirds + fourths


def refuse_pieces(
    book: api.Rulebook, facts: api.Facts, cards: Iterable[Card], kinds: Iterable[str] = ()
) -> api.Ruling | None:
    """Refuse pieces that no box has, alone or together. Cites: COL-1.1 to COL-1.3, COL-1.6."""
    box, known = box_of(book, facts.options), tuple(cards)
    if refused := refuse_cards(box, known):
        return refused
    table = Table.laid_out(box)
    for card in known:
        if why := why_no_flip(table, card):
            return api.impossible(why, keys.WONDERS, keys.OF_EACH_COLOUR, keys.ALL_KEYS)
        table = table.flipped((card,))
    faces = [*(card.face for card in known), *kinds]
    for face in faces:
        if (n := faces.count(face)) > (most := box.count(face)):
            if face in SECRETS and not box.has_secrets:
                return api.impossible("The simple game has no keys and chests.", keys.MODES)
            rule = keys.OF_EACH_COLOUR if face in COLOURS else keys.ALL_KEYS
            rule = keys.WONDERS if face == DIAMOND else rule
            said = "{n} {face} cards; the box has {most}."
            return api.impossible(said, rule, n=n, face=face, most=most)
    return None


def refuse_gems(book: api.Rulebook, *hands: Mapping[str, int]) -> api.Ruling | None:
    """Refuse more gems of a colour than the box has. Cites: COL-1.2."""
    most = book[keys.OF_EACH_COLOUR]
    for colour in COLOURS:
        if (n := max(gems.get(colour, 0) for gems in hands)) > most:
            said = "{n} {colour} gems; the box has {most}."
            return api.impossible(said, keys.OF_EACH_COLOUR, n=n, colour=colour, most=most)
    return None


def _listing(what: api.Text) -> Callable[..., api.Field]:
    def field(name: str, about: str, *, required: bool = False) -> api.Field:
        return api.Field(name, api.ListOf(what), Say(about), required=required)

    return field


pieces, cards = _listing(api.Text("3r", read_pieces)), _listing(api.Text("3r", read_cards))
tiles = _listing(api.Text("four-points", _read_tiles))


def number(name: str, about: str, *, required: bool = True) -> api.Field:
    """Make a field for a number."""
    return api.Field(name, api.Integer(), Say(about), required=required)
