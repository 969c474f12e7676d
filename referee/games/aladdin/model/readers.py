"""Reads cards and dice as players type them, at prompts and in disputes."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import lru_cache
from typing import Final, TypeAlias, TypeVar

from referee.api import NOTHING, BadAnswer, Example, OneOf, Player, Say, SomeOf, join_or
from referee.api.reading import (
    halfwidth,
    is_none,
    match_key,
    parse_count,
    player_named,
    prefix_matches,
)
from referee.games.aladdin.model.cards import METALS, ORNAMENTS, SORCERER
from referee.games.aladdin.model.dice import Die
from referee.games.aladdin.model.drawing import Drawn

T = TypeVar("T")
SORCERER_LETTERS = 3
"""Fewer letters do not name him, so that no slip of the finger does."""
MAX_WORDS = 24
"""The most words of an answer, however long its names are."""
MOST_PARTS = 3
"""A card drawn has at most two words and a number."""
_DRAWN: Final = Say("{kind}{n}", kind=Example("r", "red"), n=1)
"""An example of a card drawn, with its scorpions."""
_DIE: Final = re.compile(r"[^\W\d_]+\d")
_DICE: Final = re.compile(rf"(?:{_DIE.pattern})+")
_NEXT_BEGINS: Final = re.compile(r"(?<=\d)(?=[^\W\d_])")
_NUMBER_BEGINS: Final = re.compile(r"(?<=[^\W\d_])(?=\d)")


def card_named(words: str, readable: Mapping[str, str], example: Say | str = "") -> str:
    """Return the card that the words name: by its name, or by a beginning of each of its words.

    First letters name an ornament; a hyphen counts as a space. ``readable`` maps every name to its
    card. Raises BadAnswer, with an ``example``, if no card fits, or several.

    >>> known = {"red": "red", "silver ring": "silver ring", "silver necklace": "silver necklace"}
    >>> card_named("s-r", known), card_named("sn", known), card_named("R", known)
    ('silver ring', 'silver necklace', 'red')
    """
    parts = _split_words(words)
    found = {card for name, card in readable.items() if _is_abbreviation(parts, name)}
    exact = {card for name, card in readable.items() if parts == _split_name(name)}
    exact = exact or {card for card in readable.values() if parts == (_letters(card),)}
    if len(exact or found) != 1:
        said = Say("“{words}” is not a card here." if parts else "A card is missing.", words=words)
        if found:
            several = tuple(name for name, card in readable.items() if card in found)
            said = Say("“{words}” could be {cards}. Which one?", words=words, cards=several)
        elif example:
            missing = "A card is missing. Write one such as {example}."
            wrong = "“{words}” is not a card here. Write one such as {example}."
            said = Say(wrong if parts else missing, words=words, example=example)
        raise BadAnswer(said)
    return next(iter(exact or found))


def card_or_none(words: str, readable: Mapping[str, str]) -> str:
    """Read a card or *none*, also in a sentence. Raises BadAnswer.

    >>> card_or_none("-", {"red": "red"}), card_or_none("red, please", {"red": "red"})
    ('none', 'red')
    """
    if is_none(words) or re.fullmatch(_NO_CARD, match_key(words).replace("\u2019", "'")):
        return NOTHING
    return in_sentence(words, lambda said: card_named(said, readable))


def in_sentence(words: str, read: Callable[[str], T]) -> T:
    """Read words, or else only the part of a sentence that names a card. Raises BadAnswer.

    >>> in_sentence("I got the ruby, please", lambda words: card_named(words, {"red": "red"}))
    'red'
    """
    try:
        return read(words)
    except BadAnswer:
        plain = re.sub(_AFTER, r"\1", re.sub(_BEFORE, "", match_key(words), count=1), count=1)
        plain = re.sub(_OTHER_NAME, lambda found: _OTHER_NAMES[found[0]], plain)
        if plain in {"", match_key(words)} or plain.isdecimal():  # which would be a choice
            raise
        with suppress(BadAnswer):
            return read(plain)
        raise


class Kind(OneOf, frozen=True):
    """A kind of card on which something is laid, also in a sentence."""

    def parse(self, words: str) -> str:
        """Read it. Raises BadAnswer."""
        return in_sentence(re.sub(_PLACE, "", words), super().parse)


class Kinds(SomeOf, frozen=True):
    """Several kinds of card, also in a sentence."""

    def parse(self, words: str) -> tuple[str, ...]:
        """Read them. Raises BadAnswer."""
        return in_sentence(words, super().parse)


_NOT = "(?:do|does)(?:n't| not) (?:want|take|steal)"
_THANKS = "(?:,? (?:thanks|thank you))?"
_NO_CARD: Final = (
    rf"no(?:pe|thing)?{_THANKS}|(?:no(?:pe)?,? )?(?:i |we |he |she |they )?(?:leaves? it(?: alone| "
    rf"there)?|{_NOT}(?: (?:it|any|one|anything|(?:a|any) card))?){_THANKS}"
)
"""How people say that they take no card."""
_PILE = "(?:from )?(?:the )?(?:discard )?(?:pile|discards)"
_TAKES = "takes?|took|steals?|recover|draws?|drew|lays?"
_BEFORE: Final = (
    rf"^(?:(?:and|then|next|now|again|another|it's|it is|that's|this is|mine is|i|he|she|{_TAKES}|"
    rf"(?:(?:i|he|she) )?(?:was )?dealt|got|gets?|{_PILE}|(?:the )?talisman|a|an|the|first|last|"
    r"card)[ ,:]+)+"
)
_PLACE: Final = (
    r"(?i)^(?:lays? )?(?:it |(?:the )?talisman )?"
    r"(?:on top of|(?:right )?(?:next|close) to|beside|by|with|on|to|onto|give) "
)
_AFTER: Final = (
    r"(?:[ ,]+(?:gems?|ones?|cards?|please|thanks|thank you|i think|for me|it is|top|beside|dealt|"
    rf"done|{_TAKES}|{_PILE}))+( \d{{1,3}})?[.!]?$"
)
"""What people say after a card; ``_BEFORE`` is what they say before it."""
_OTHER_NAMES: Final = {
    "emerald": "green",
    "ruby": "red",
    "sapphire": "blue",
    "golden": "gold",
    "emeralds": "green",
    "rubies": "red",
    "sapphires": "blue",
    "greens": "green",
    "reds": "red",
    "blues": "blue",
    "chain": "necklace",
    "pendant": "necklace",
    "bangle": "bracelet",
    "armband": "bracelet",
}
"""Other names of cards."""
_OTHER_NAME: Final = rf"\b(?:{'|'.join(_OTHER_NAMES)})\b"


def _split_words(words: str) -> tuple[str, ...]:
    return tuple(match_key(words).replace("-", " ").split())


_split_name = lru_cache(maxsize=256)(_split_words)  # the same few cards are compared at each answer


@lru_cache(maxsize=16)
def _all_words(names: tuple[str, ...]) -> frozenset[str]:
    return frozenset(word for name in names for word in _split_name(name))


@lru_cache(maxsize=256)
def _letters(card: str) -> str | None:
    """Return the letters for an ornament, such as ``gr``; None for other cards."""
    return "".join(word[0] for word in card.split()) if card in ORNAMENTS else None


def _is_abbreviation(parts: Sequence[str], name: str) -> bool:
    words = _split_name(name)
    if name == SORCERER and len("".join(parts)) < SORCERER_LETTERS:
        return False
    return len(parts) == len(words) and all(map(str.startswith, words, parts))


def read_drawn(words: str, readable: Mapping[str, str]) -> Drawn:
    """Read a card and its scorpions, none without a number; in either order.

    Raises BadAnswer.

    >>> known = {"red": "red", "gold ring": "gold ring"}
    >>> read_drawn("r1", known), read_drawn("2 gold ring", known), read_drawn("gr", known)[1]
    (Drawn(card='red', scorpions=1), Drawn(card='gold ring', scorpions=2), 0)
    """
    names = _all_words(tuple(readable))
    parts = [
        part
        for word in words.split()
        for part in ((word,) if match_key(word) in names else _NUMBER_BEGINS.split(word))
    ]
    numbers = [parse_count(part) for part in parts]
    at = [i for i, number in enumerate(numbers) if number is not None]
    scorpions = numbers[at[0]] if at else 0
    if len(at) > 1 and at[0]:  # of several cards, report a first one that is wrong
        card_named(" ".join(parts[: at[0]]), readable, _DRAWN)
    if len(at) > 1 or scorpions is None:
        said = "“{words}” has more than one number. Write the scorpions once, such as {example}."
        raise BadAnswer(Say(said, words=words, example=_DRAWN))
    name = " ".join(part for i, part in enumerate(parts) if i not in at)
    return Drawn(card_named(name, readable, _DRAWN), scorpions)


def read_draws(words: str, readable: Mapping[str, str]) -> tuple[int | None, ...]:
    """Read the scorpions of cards drawn one after the other; None for the Sorcerer.

    A card is written as at the prompt, also run together, or as the number of its scorpions alone;
    ``S`` is the Sorcerer. Raises BadAnswer.

    >>> known = {"red": "red", "bronze ring": "bronze ring", "sorcerer": "sorcerer"}
    >>> read_draws("1 0 S 2", known), read_draws("r1br0 bronze ring 2", known)
    ((1, 0, None, 2), (1, 0, 2))
    """
    names = _all_words(tuple(readable))
    parts = [
        part
        for word in words.split()
        for part in ((word,) if match_key(word) in names else _NEXT_BEGINS.split(word))
    ]
    found: list[int | None] = []
    while parts:
        most = MOST_PARTS if len(parts[0]) <= _LONGEST_PART else 0
        for n in range(min(most, len(parts)), 0, -1):
            try:
                found.append(_one_draw(" ".join(parts[:n]), readable))
            except BadAnswer:
                continue
            del parts[:n]
            break
        else:
            found.append(_one_draw(parts[0][:1], readable))
            parts[0] = parts[0][1:]
    return tuple(found)


_LONGEST_PART: Final = 40
"""No card in any language, with its number, is longer; longer parts are read letter by letter."""


def _one_draw(words: str, readable: Mapping[str, str]) -> int | None:
    if match_key(words) == SORCERER[0]:
        return None
    number = parse_count(words)
    if number is not None:
        return number
    drawn = read_drawn(words, readable)
    return None if drawn.card == SORCERER else drawn.scorpions


def read_die(words: str) -> Die:
    """Read a chest and a number, as ``bronze 4``, ``b4``, ``b:4`` or ``4b``. Raises BadAnswer.

    >>> read_die("s5"), read_die("6 gold")
    (Die(chest='silver', number=5), Die(chest='gold', number=6))
    """
    text = match_key(words).replace(":", " ")
    digits = "".join(sign for sign in text if sign.isdigit())
    number = parse_count(digits) if digits else None
    letters = text.replace(digits, " ", 1).split() if digits else []
    found = prefix_matches(letters[0], METALS) if len(letters) == 1 else ()
    if number is None or len(found) != 1:
        raise BadAnswer(Say(_NOT_A_DIE, words=words, example=_DIE_EXAMPLE))
    return Die(found[0], number)


_DIE_EXAMPLE = Say("{kind}{n}", kind=Example("b", "bronze"), n=4)
"""An example of a die."""
_NOT_A_DIE = "“{words}” is not a die. Write chest and number, such as {example}."


def read_dice(words: str) -> tuple[Die, ...]:
    """Read one die or several, as ``b4``, ``b4s5`` or ``bronze 4, silver 5``. Raises BadAnswer.

    >>> read_dice("b4, s 5"), read_dice("b4+s5") == read_dice("b4s5")
    ((Die(chest='bronze', number=4), Die(chest='silver', number=5)), True)
    """
    text = re.sub(_AROUND_DICE, " ", halfwidth(words))
    parts: list[str] = []
    for part in _split_dice(text):
        if parts and _is_one_die(parts[-1], part):
            parts[-1] = f"{parts[-1]} {part}"
        else:
            parts.append(part)
    if not parts:
        raise BadAnswer(Say("Write chest and number, such as {example}.", example=_DIE_EXAMPLE))
    return tuple(map(read_die, parts))


_AROUND_DICE: Final = (
    r"(?i)[,+]|^=|\b(?:(?:my |the )?(?:die|dice)(?: is| was)?|ch(?:ose|ooses)|went|lays?|becomes|"
    r"numbers?|chests?)\b"
)
"""What people say before dice or between them."""


def _split_dice(text: str) -> Iterator[str]:
    """Yield the words; dice that are run together are split."""
    for word in text.split():
        yield from _DIE.findall(word) if _DICE.fullmatch(word) else (word,)


def _is_one_die(before: str, part: str) -> bool:
    return (before.isalpha() and part.isdigit()) or (before.isdigit() and part.isalpha())


_PartCache: TypeAlias = dict[tuple[Callable[[str], str], str], str | BadAnswer]
"""By reader and text: the result, or the error."""


def player_reader(players: Sequence[Player]) -> Callable[[str], str]:
    """Return a reader of a player's name; its result starts with @, which only names have.

    >>> player_reader([Player("Ana"), Player("Bo")])("b")
    '@Bo'
    """
    read = player_named(players)
    return lambda words: f"@{read(words)}"


def read_parts(
    words: str,
    readers: Sequence[Callable[[str], str]],
    *orders: Sequence[int],
    left_out: str = "",
) -> tuple[str, ...]:
    """Read words as several parts, in one of these orders; a part can have spaces.

    The parts are returned in the order of ``readers``; ``left_out`` stands for a part that an order
    lacks. Raises BadAnswer if no order fits, or if several do with different results.

    >>> read_parts("Bo red", (str.upper, str), (1, 0))
    ('RED', 'Bo')
    """
    parts = words.split()
    if len(parts) > MAX_WORDS:
        raise BadAnswer(Say("“{words}” has too many words.", words=words))
    found: dict[tuple[str, ...], None] = {}
    wrong: list[BadAnswer] = []
    known: _PartCache = {}
    for order in orders:
        for read in _read_in_order(parts, [readers[at] for at in order], known):
            if isinstance(read, BadAnswer):
                wrong.append(read)
            else:
                said = dict(zip(order, read, strict=True))
                found.setdefault(tuple(said.get(at, left_out) for at in range(len(readers))))
    if len(found) > 1:
        several = join_or([" ".join(each) for each in found])
        raise BadAnswer(
            Say("“{words}” could be {several}. Which one?", words=words, several=several)
        )
    if not found:
        raise wrong[0] if wrong else BadAnswer(Say("“{words}” is incomplete.", words=words))
    return next(iter(found))


def _read_in_order(
    parts: Sequence[str], readers: Sequence[Callable[[str], str]], known: _PartCache
) -> Iterator[tuple[str, ...] | BadAnswer]:
    """Yield the parts for every way to split the words, or the error of a way that fails.

    After a part that cannot be read, the rest is not read.
    """
    reader, *later = readers
    first = 1 if later else max(1, len(parts))
    for end in range(first, len(parts) - len(later) + 1):
        read = _read_once(reader, " ".join(parts[:end]), known)
        if isinstance(read, BadAnswer):
            yield read
        elif not later:
            yield (read,)
        else:
            for more in _read_in_order(parts[end:], later, known):
                yield more if isinstance(more, BadAnswer) else (read, *more)


def _read_once(reader: Callable[[str], str], text: str, known: _PartCache) -> str | BadAnswer:
    """Return a part or its error, cached: many ways to split the words share parts."""
    key = (reader, text)
    if key not in known:
        try:
            known[key] = reader(text)
        except BadAnswer as bad:
            known[key] = bad
    return known[key]
