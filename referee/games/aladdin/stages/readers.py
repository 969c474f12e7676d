"""How players type cards and dice."""

from collections.abc import Mapping, Sequence

from referee.api import BadAnswer, Say, halfwidth, match_key, parse_count, prefix_matches
from referee.games.aladdin.model.cards import METALS
from referee.games.aladdin.model.dice import Die


def card_named(words: str, readable: Mapping[str, str]) -> str:
    """Find the card that the words name: its name, or a beginning of each of its words.

    ``readable`` maps every name to its card. Raises BadAnswer where none fits, or several.

    >>> known = {"red": "red", "silver ring": "silver ring", "silver necklace": "silver necklace"}
    >>> card_named("s r", known), card_named("R", known)
    ('silver ring', 'red')
    """
    parts = [part for part in match_key(words).split() if part]
    found = {card for name, card in readable.items() if _begins(parts, name.split())}
    exact = {card for name, card in readable.items() if parts == match_key(name).split()}
    if len(exact or found) != 1:
        cards = tuple(readable)
        said = Say("“{words}” is no card here." if parts else "Which card?", words=words)
        if found:
            several = tuple(name for name in cards if readable[name] in found)
            said = Say("“{words}” may be {cards}: which?", words=words, cards=several)
        raise BadAnswer(said)
    return next(iter(exact or found))


def _begins(parts: Sequence[str], name: Sequence[str]) -> bool:
    return len(parts) == len(name) and all(
        match_key(word).startswith(part) for part, word in zip(parts, name, strict=True)
    )


def read_die(words: str) -> Die:
    """Read a chest and a number, as ``bronze 4``, ``b4`` or ``4 bronze``. Raises BadAnswer.

    >>> read_die("s5"), read_die("6 gold")
    (Die(chest='silver', number=5), Die(chest='gold', number=6))
    """
    text = match_key(words).replace(":", " ")
    digits = "".join(sign for sign in text if sign.isdigit())
    number = parse_count(digits) if digits else None
    letters = text.replace(digits, " ", 1).split() if digits else []
    found = prefix_matches(letters[0], METALS) if len(letters) == 1 else ()
    if number is None or len(found) != 1:
        raise BadAnswer(Say("“{words}”: write chest and number, such as b4.", words=words))
    return Die(found[0], number)


def read_dice(words: str) -> tuple[Die, ...]:
    """Read one die or several, as ``b4``, ``b4 s5`` or ``bronze 4, silver 5``. Raises BadAnswer.

    >>> read_dice("b4, s 5")
    (Die(chest='bronze', number=4), Die(chest='silver', number=5))
    """
    text = halfwidth(words).replace(",", " ").replace("+", " ")
    parts: list[str] = []
    for part in text.split():
        joined = parts and not (_has_digit(parts[-1]) and not _is_word(parts[-1]))
        if parts and joined and _is_one(parts[-1], part):
            parts[-1] = f"{parts[-1]} {part}"
        else:
            parts.append(part)
    if not parts:
        raise BadAnswer(Say("Write chest and number, such as b4."))
    return tuple(map(read_die, parts))


def _is_one(before: str, part: str) -> bool:
    """Whether two words make up one die: a chest and a number, in either order."""
    return (before.isalpha() and part.isdigit()) or (before.isdigit() and part.isalpha())


def _has_digit(word: str) -> bool:
    return any(sign.isdigit() for sign in word)


def _is_word(word: str) -> bool:
    return word.isalpha() or word.isdigit()
