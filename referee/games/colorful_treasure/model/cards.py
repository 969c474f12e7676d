"""Wonder cards, each one of a kind by its wonder and its face, and the box that they come from."""

import re
from collections.abc import Iterable, Sequence
from itertools import combinations, pairwise
from typing import NamedTuple

from referee import api
from referee.api import Say
from referee.api.reading import halfwidth, parse_count, prefix_matches
from referee.games.colorful_treasure import keys

COLOURS = ("red", "yellow", "green", "blue", "purple")
DIAMOND, KEY, CHEST = "diamond", "key", "chest"
SECRETS = (KEY, CHEST)
FACES = (*COLOURS, DIAMOND, *SECRETS)
"""Every face, and so every kind, of a card; they begin with different letters."""

_WORD_OR_NUMBER = re.compile(r"[0-9]+|[^0-9\s,:+/-]+")
_FILLERS = frozenset(
    ("a", "and", "at", "card", "column", "from", "gem", "in", "is", "of", "shows", "the")
).union(("wonder", "pile"))


def as_typed(n: int, face: str) -> Say:
    """Return a number and a face as they are typed at the shortest, such as ``3r``."""
    return Say("{n}{kind}", n=n, kind=api.Example(face[0], face))


EXAMPLE_CARD = as_typed(3, COLOURS[0])


class Card(NamedTuple):
    """A card of a wonder, which has a number from 1, and its face."""

    wonder: int
    face: str

    def __str__(self) -> str:
        """Name the card as players read it out, such as ``red 3``."""
        return f"{self.face} {self.wonder}"

    @property
    def short(self) -> str:
        """Name the card as it is typed at the shortest, such as ``3r``."""
        return f"{self.wonder}{self.face[0]}"


def in_order(cards: Iterable[Card]) -> tuple[Card, ...]:
    """Sort cards by wonder, then by face.

    >>> [card.short for card in in_order([Card(10, "red"), Card(3, "key"), Card(3, "blue")])]
    ['3b', '3k', '10r']
    """
    return tuple(sorted(cards, key=lambda card: (card.wonder, FACES.index(card.face))))


def kinds_of(faces: Iterable[str]) -> tuple[str, ...]:
    """List the kinds among faces, each once, in their order.

    >>> kinds_of(["key", "red", "red"])
    ('red', 'key')
    """
    there = frozenset(faces)
    return tuple(face for face in FACES if face in there)


def short_names(cards: Sequence[Card]) -> str:
    """Name cards as they are typed at the shortest.

    >>> short_names((Card(3, "red"), Card(5, "key")))
    '3r 5k'
    """
    return " ".join(card.short for card in cards)


def cards_as_typed(cards: Iterable[Card]) -> Say:
    """Return cards as they are typed at the shortest."""
    return api.join([as_typed(*card) for card in cards], " ")


def split_words(words: str) -> tuple[str, ...]:
    """Split an answer into words and numbers; commas and words such as "and" are left out.

    >>> split_words("3r, 5 keys and a blue from wonder 7")
    ('3', 'r', '5', 'keys', 'blue', '7')
    """
    parts = _WORD_OR_NUMBER.findall(halfwidth(words))
    return tuple(part for part in parts if part.casefold() not in _FILLERS)


def is_plural(word: str) -> bool:
    """Whether a word is a plural.

    >>> is_plural("keys"), is_plural("key"), is_plural("s")
    (True, False, False)
    """
    return singular(word) != word


def singular(word: str) -> str:
    """Return a word without the ``s`` of its plural.

    >>> singular("keys"), singular("chest")
    ('key', 'chest')
    """
    return word[:-1] if len(word) > 1 and word[-1] in "sS" else word


def read_face(word: str) -> str:
    """Read a face by its name or a beginning of it. Raises BadAnswer.

    >>> read_face("P")
    'purple'
    """
    found = prefix_matches(singular(word), FACES)
    if len(found) != 1:
        said = "Not understood: “{word}”. Choose from {faces}."
        raise api.BadAnswer(Say(said, word=word, faces=FACES))
    return found[0]


def read_cards(words: str) -> tuple[Card, ...]:
    """Read cards by wonder and face: ``3r 5k``, ``3 red, 5 key`` or ``r3 k5``. Raises BadAnswer.

    >>> [card.short for card in read_cards("３r 10 Purple")]
    ['3r', '10p']
    """
    found = list[Card]()
    for wonder, word in read_numbered(words):
        found.append(Card(wonder, read_face(word)))
        if is_plural(word):
            said = "“{words}” is a number of cards. Name each card by its wonder, such as {like}."
            raise api.BadAnswer(Say(said, words=words, like=EXAMPLE_CARD))
    return tuple(found)


def read_numbered(words: str) -> list[tuple[int, str]]:
    """Read numbers, each with a word before or after it. Raises BadAnswer.

    A number that begins with 0 is taken for a name, not for a number.

    >>> read_numbered("3 red, k5, 2 chests")
    [(3, 'red'), (5, 'k'), (2, 'chests')]
    """
    parts, found = split_words(words), list[tuple[int, str]]()
    for pair in zip(parts[::2], parts[1::2], strict=False):
        number, word = pair if pair[0].isdigit() else pair[::-1]
        count = None if re.match("0.", number) else parse_count(number)
        if count is None:
            break
        found.append((count, word))
    is_question = words.casefold().startswith("is ")
    if is_question or not parts or 2 * len(found) < len(parts):
        raise _not_cards(words)
    return found


def _not_cards(words: str) -> api.BadAnswer:
    said = "“{words}” is not a wonder and a face, such as {like}."
    return api.BadAnswer(Say(said, words=words, like=EXAMPLE_CARD))


_NEXT_TO_DIGIT = re.compile(r"(?<=\d)[^\W\d_]{2,}|[^\W\d_]{2,}(?=\d)")


def read_flipped(words: str) -> tuple[Card, ...]:
    """Read flipped cards: each is a number with one letter of its face, or with the whole face.

    Other letters next to a number are not a card. Raises BadAnswer.

    >>> [card.short for card in read_flipped("3r10g")]
    ['3r', '10g']
    """
    if any(found.casefold() not in FACES for found in _NEXT_TO_DIGIT.findall(halfwidth(words))):
        raise _not_cards(words)
    return read_cards(words)


def read_card(words: str) -> Card:
    """Read one card. Raises BadAnswer if there is none, or more than one.

    >>> read_card("red 4")
    Card(wonder=4, face='red')
    """
    cards = read_cards(words)
    if len(cards) != 1:
        said = "“{words}” is not one card, such as {like}."
        raise api.BadAnswer(Say(said, words=words, like=EXAMPLE_CARD))
    return cards[0]


_THIRD_IS = r"(?i)^\s*(?:yes,? )?(?:(?:the |a )?(?:third|next)(?: card)?|then)(?: is)?\s*[:,]?\s+"


def read_next_card(words: str) -> Card:
    """Read one more flipped card, also after words such as "the third card is". Raises BadAnswer.

    >>> read_next_card("third card: 4r").short
    '4r'
    """
    card = re.sub(_THIRD_IS, "", words)
    read_flipped(card)
    return read_card(card)


SIMPLE, BASIC, ADVANCED = "simple", "basic", "advanced"


class Box(api.Struct, frozen=True):
    """The cards of the box: how many wonders, and how many cards of each face."""

    wonders: int
    of_wonder: int
    """Cards of a wonder."""
    gems: int
    """Gem colours of a wonder."""
    of_colour: int
    keys: int
    chests: int

    @property
    def cards(self) -> int:
        return self.wonders * self.of_wonder

    @property
    def has_secrets(self) -> bool:
        """Whether keys and chests are in the game at all."""
        return self.keys + self.chests > 0

    def count(self, face: str) -> int:
        if face in COLOURS:
            return self.of_colour
        return {DIAMOND: self.wonders, KEY: self.keys, CHEST: self.chests}[face]

    @property
    def piles(self) -> tuple[int, ...]:
        return tuple(map(self.count, FACES))


def box_of(book: api.Rulebook, options: api.Options) -> Box:
    """Count the cards in the game. Cites: COL-1.1 to COL-1.3, COL-1.6."""
    gems, open_faces = book[keys.WONDER_GEMS], book[keys.WONDER_GEMS] + book[keys.WONDER_DIAMONDS]
    box = Box(
        wonders=book[keys.WONDERS],
        of_wonder=open_faces + book[keys.WONDER_SECRETS],
        gems=gems,
        of_colour=book[keys.OF_EACH_COLOUR],
        keys=book[keys.ALL_KEYS],
        chests=book[keys.ALL_CHESTS],
    )
    if book.option(options, "mode") == SIMPLE:
        return api.replace(box, of_wonder=open_faces, keys=0, chests=0)
    return box


def refuse_cards(
    box: Box, cards: tuple[Card, ...], seen: tuple[Card, ...] = ()
) -> api.Ruling | None:
    """Refuse cards that the box does not have, alone or together. Cites: COL-1.1, COL-1.6.

    Cards that were ``seen`` together are there, even if the table has overruled the record.
    """
    for card in cards:
        if not 1 <= card.wonder <= box.wonders:
            said = "The wonders are 1 to {most}, not {n}."
            return api.impossible(said, keys.WONDERS, most=box.wonders, n=card.wonder)
        if card.face in SECRETS and not box.has_secrets:
            return api.impossible("The simple game has no keys and chests.", keys.MODES)
    for one, other in combinations(cards, 2):
        if one == other:
            return api.impossible("There is only one {card}.", keys.WONDERS, card=str(one))
        are_secrets = one.wonder == other.wonder and {one.face, other.face} == {*SECRETS}
        if are_secrets and not {one, other} <= {*seen}:
            said = "Wonder {n} hides a key or a chest, not both."
            return api.impossible(said, keys.WONDERS, n=one.wonder)
    return None


def odd_table(numbers: Sequence[int]) -> Say | None:
    """Ask about a table of gems with an unlikely step; None if there is none. Cites: COL-9.8.

    >>> odd_table((1, 3, 6, 10, 15, 21)) is None, str(odd_table((1, 3, 2, 10, 15, 21)))
    (True, 'Are gems of one colour really worth 1, 3, 2, 10, 15 and 21? 3 score less than 2.')
    """
    steps = [after - before for before, after in pairwise((0, *numbers))]
    for n, (before, more) in enumerate(zip((*steps[:1], *steps), steps, strict=False), start=1):
        said = "Are gems of one colour really worth {numbers}? Gem {n} adds less than gem {fewer}."
        if more < 0:
            said = "Are gems of one colour really worth {numbers}? {n} score less than {fewer}."
        if more < max(0, before):
            return Say(said, numbers=tuple(map(str, numbers)), n=n, fewer=n - 1)
    return None
