"""Reading names: several on one line, an old and a new one, or a name in a sentence."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final, TypeAlias

from msgspec import Struct

from referee.core.answers.text_input import halfwidth, match_choice, match_key, nfc
from referee.core.say import BadAnswer, Say, spoken
from referee.core.table import Player

ReadName: TypeAlias = Callable[[str], str]
"""Reads what somebody may be called. Raises BadAnswer."""
_COMMAS: Final = "[,，、;；]"
_AND: Final = r"(?i)(?:\s*,)?\s+and\s+(?=[^\s,])|\s*[&＆]\s*"
_SPACES: Final = "[ \u3000]+"
_BETWEEN: Final = r"\s*(?:->|→|＝|=)\s*|\s+"
_OLD_FIRST: Final = frozenset(("to", "as", "=", "->", "→", "＝", "with", "by"))
_NEW_FIRST: Final = frozenset(("for",))


def names_in(words: str) -> tuple[str, ...]:
    """Split a line into names: at commas and words like “and”, or else at spaces.

    >>> names_in("Ana 小明　ゆうこ"), names_in("Bo Li、Di")
    (('Ana', '小明', 'ゆうこ'), ('Bo Li', 'Di'))
    """
    line = with_commas(words)
    parts = re.split(_COMMAS if re.search(_COMMAS, line) else _SPACES, line)
    return tuple(part.strip() for part in parts if part.strip())


def with_commas(words: str) -> str:
    """Write a comma for each ``and`` or ``&`` between two names, and for those of the language.

    Between commas the word is itself a name.

    >>> with_commas("Anna and Bob, Carl & dee"), with_commas("Ana, And, Bo, and Cy")
    ('Anna,Bob, Carl,dee', 'Ana, And, Bo,Cy')
    """
    words, language = re.sub(_AND, ",", words), spoken()
    for joint in sorted(language.noise("joints") if language else (), key=len, reverse=True):
        if joint.isascii():
            words = re.sub(rf"(?i)\s+{re.escape(joint)}\s+(?=[^\s,])", ",", words)
        else:
            if len(joint) > 1:
                words = re.sub(rf"(?<=[,，、])\s*{joint}(?=[^\s,，、;；])", "", words)
            between = rf"(?<=[^\s,，、;；])\s?{joint}\s?(?=[^\s,，、;；])"
            words = re.sub(between, _parting, words)
    return words


_KANA, _HAN = "[\u3041-\u3096]", "[\u3400-\u9fff]"
_HALF_A_NAME: Final = 2


def _parting(found: re.Match[str]) -> str:
    """Return a comma for a joint between two names; the joint if it may be part of one name."""
    joint = found[0]
    same = _KANA if re.match(_KANA, joint) else _HAN
    before = re.search(f"{same}*$", found.string[: found.start()])
    after = re.match(f"{same}*", found.string[found.end() :])
    least = min(len(side[0]) for side in (before, after) if side)
    is_apart = joint != joint.strip() or not least
    return "," if is_apart or (same == _HAN and least >= _HALF_A_NAME) else joint


def two_names(
    words: str, people: Sequence[Player], read_name: ReadName, usage: Say
) -> tuple[Player, Player]:
    """Read the name of somebody at the table and a new name; both may contain spaces.

    A word between them can say which is which: ``Bo to Bob``, ``Zoe for Bo``. Raises BadAnswer,
    with ``usage`` if there is only one name.

    >>> two_names("Zoe for Bo Li", (Player("Bo Li"),), str, Say(""))
    ('Bo Li', 'Zoe')
    """
    splits = [*_splits(words.strip())]
    if not splits:
        raise BadAnswer(usage)
    keys = {match_key(each) for each in people}
    exact = (each for each in splits if match_key(each[0].removeprefix("@")) in keys)
    old, new = next(exact, splits[0])
    return Player(match_choice(old, people)), Player(read_name(new.removeprefix("@")))


def _splits(words: str) -> Iterator[tuple[str, str]]:
    """Yield the splits into an old and a new name: at a word between, then the longest old one."""
    bounds = [found.span() for found in re.finditer(_BETWEEN, words)]
    bare: list[tuple[str, str]] = []
    for start, end in bounds:
        first, second = words[:start], words[end:]
        sign = words[start:end].strip()
        if not first or not second:
            continue
        if sign:
            yield first, second
            continue
        between, _, after = second.partition(" ")
        between = halfwidth(between).casefold()
        if after and between in _OLD_FIRST:
            yield first, after.strip()
        elif after and between in _NEW_FIRST:
            yield after.strip(), first
        else:
            bare.append((first, second))
    yield from reversed(bare)


POSSESSIVE: Final = r"(?i)['’]s(?=$|[\s:,.])"


class Named(Struct, frozen=True):
    """The player with whose name words begin, and the rest."""

    player: Player
    rest: str


def leading_name(words: str, people: Iterable[Player]) -> Named | None:
    """Split off the player's whole name with which words begin; None if they begin with none.

    >>> leading_name("Bo's hat", (Player("Bo"), Player("Bob")))
    Named(player='Bo', rest='hat')
    """
    text = words.strip().removeprefix("@")
    folded = text.casefold()
    for player in sorted(people, key=len, reverse=True):
        name = halfwidth(player).casefold()
        if folded.startswith(name) and not folded[len(name) : len(name) + 1].isalnum():
            rest = re.sub(POSSESSIVE, "", text[len(name) : len(name) + 2]) + text[len(name) + 2 :]
            return Named(player, rest.lstrip(" :,"))
    return None


_WORD_OR_SIGN: Final = re.compile(r"[a-z0-9'\u00df-\u024f]+|[^\W_]")


def words_or_signs(text: str) -> frozenset[str]:
    """List the words of a text; each character, where a language writes no spaces.

    >>> sorted(words_or_signs("Bo, 小明"))
    ['bo', '小', '明']
    """
    return frozenset(_WORD_OR_SIGN.findall(nfc(halfwidth(text)).casefold()))


def names_within(words: str, people: Iterable[Player]) -> tuple[tuple[Player, ...], frozenset[str]]:
    """List the players named anywhere in a line, and its other words.

    >>> names_within("first: Bo", (Player("Bo"), Player("Bo Li")))
    (('Bo',), frozenset({'first'}))
    """
    text = re.sub(POSSESSIVE, "", nfc(halfwidth(words))).casefold()
    named: list[Player] = []
    for player in sorted(people, key=len, reverse=True):
        name = re.escape(nfc(halfwidth(player)).casefold())
        text, found = re.subn(rf"(?<![a-z0-9]){name}(?![a-z0-9])", " ", text)
        named += [player] * bool(found)
    return tuple(named), words_or_signs(text)
