"""The words of a sentence in a form in which they are compared: stems, groups and pairs.

A sentence becomes slots, one for each thing that it says. A slot has the terms that match it, each
with its worth: the word itself, or the group of words for one thing to which it belongs. In Chinese
and Japanese, which are written without spaces, a slot is a pair of characters.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import groupby, pairwise
from typing import Final, TypeAlias

from msgspec import Struct

from referee.core.answers.text_input import halfwidth, nfc
from referee.core.words.scripts import DIGITS, folded
from referee.core.words.small_words import FILLERS

_PLAIN_PART: Final = "[a-z0-9]+(?:'[a-z]+)*"
_ANY_PART: Final = r"[^\W_]+(?:'[^\W\d_]+)*"
"""A word, or a run of characters without spaces; the first pattern is for ASCII only."""
_FIRST_WIDE, _LAST_WIDE = "\u3005", "\u9fff"
_LONGEST: Final = 2_000
_MOST_SLOTS: Final = 120
"""The most characters and slots of a sentence; nobody says more at a table."""

_COUNTING: Final = (
    "zero.one.two.three.four.five.six.seven.eight.nine.ten.eleven.twelve.thirteen.fourteen."
    "fifteen.sixteen.seventeen.eighteen.nineteen.twenty"
)
_NUMBERS: Final[Mapping[str, str]] = {
    word: str(number) for number, word in enumerate(_COUNTING.split("."))
} | {"dozen": "12", "both": "2", "twice": "2", "once": "1"}
_NUMERALS: Final = "一二三四五六七八九十两兩"
_COUNTED: Final = (
    r"(?<!第)(?P<tens>[一二三四五六七八九]?十)?(?P<ones>[一二两兩三四五六七八九])?"
    r"(?=[个個枚張张人位轮輪回次分点點つ本名粒顆颗組组盞盏格步])"
)
_FORMS: Final = (
    "dig.dug/steal.stole.stolen/take.took.taken/give.gave.given/draw.drew.drawn/hide.hid."
    "hidden/break.broke.broken/lose.lost.loser/win.won/find.found/hold.held/lay.laid.lain/"
    "keep.kept/sell.sold/pay.paid/go.went.gone/get.got.gotten/run.ran/see.saw.seen/feed.fed/"
    "choose.chose.chosen.choice/begin.began.begun/throw.threw.thrown/fall.fell.fallen/meet."
    "met/blow.blew.blown/light.lit/buy.bought/bring.brought/catch.caught/stand.stood/send."
    "sent/dice.die.dies.dying.died/child.children/knife.knives/thief.thieves/man.men/woman."
    "women/foot.feet/shut.shutting/spend.spent/lend.lent/build.built/fight.fought/hit."
    "hitting/forget.forgot.forgotten/know.knew.known/grow.grew.grown/speak.spoke.spoken/"
    "swear.swore/tie.tying.tied.ties/lie.lied.lying/shoot.shot/leave.leaving/rob.robber."
    "robbery/put.putting/reveal.revealed.revelation/second.2nd/third.3rd/first.1st"
)
_IRREGULAR: Final[Mapping[str, str]] = {
    form: forms.partition(".")[0] for forms in _FORMS.split("/") for form in forms.split(".")
}
"""Irregular forms, and words that the table of endings would cut wrongly."""
_ENDINGS: Final = (
    ("isation", "iz"), ("ization", "iz"), ("ational", ""), ("ations", ""), ("ation", ""),
    ("ating", ""), ("ated", ""), ("ator", ""), ("ates", ""), ("ate", ""), ("ement", ""),
    ("ment", ""), ("ness", ""), ("fully", ""), ("ful", ""), ("less", "les"), ("able", ""),
    ("ible", ""), ("ising", "iz"), ("izing", "iz"), ("ised", "iz"), ("ized", "iz"), ("ise", "iz"),
    ("ize", "iz"), ("ing", ""), ("ied", "i"), ("ed", ""), ("tion", "t"), ("sion", "s"),
    ("ance", ""), ("ence", ""), ("ery", ""), ("lry", "l"), ("er", ""), ("ally", ""), ("ly", ""),
    ("al", ""),
)  # fmt: skip
"""Endings and their replacements, the first that fits; at least three letters stay before it."""
_BRITISH: Final = r"(?<=[a-z]{3})our(?=(?:s|ed|ing|ful|able|less|ite|ites)?$)"
_STAYS: Final = 3
_SHORT: Final = 3
_LONG: Final = 5
_TOO_LONG: Final = 24
"""The fewest and most letters of a word in which one wrong letter is forgiven."""


@lru_cache(maxsize=8192)
def stem(word: str) -> str:
    """Return the common stem of the forms of an English word; it need not be a word.

    >>> [stem(word) for word in ("genies", "genie", "digging", "dug", "colour", "colors")]
    ['geni', 'geni', 'dig', 'dig', 'color', 'color']
    """
    if word in _IRREGULAR:
        return _IRREGULAR[word]
    if len(word) <= _SHORT or not word.isascii() or not word.isalpha():
        return word
    word = _singular(re.sub(_BRITISH, "or", word) if "our" in word else word)
    word = f"{word[:-3]}ter" if word.endswith("tre") else word
    if word in _IRREGULAR:
        return _IRREGULAR[word]
    for ending, left in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= _STAYS:
            word = word[: -len(ending)] + left
            break
    word = word.removesuffix("e") if len(word) > _SHORT else word
    if len(word) > _SHORT and word[-1] == word[-2] and word[-1] not in "aeiou":
        word = word[:-1]
    if len(word) >= _SHORT and word[-1] == "y" and word[-2] not in "aeiou":
        word = word[:-1] + "i"
    return _IRREGULAR.get(word, word)


def _singular(word: str) -> str:
    if word.endswith(("sses", "shes", "ches", "xes", "zes", "ies")):
        return word[:-2]
    if word.endswith("s") and not word.endswith(("ss", "us", "is")):
        return word[:-1]
    return word


Groups: TypeAlias = Mapping[str, Sequence[int]]


class Slot(Struct, frozen=True):
    """One thing that a sentence says: the terms that match it, each with its worth.

    ``weight`` is how much it matters; ``word`` is the typed word, in which a letter can be wrong.
    Fillers and pairs have no ``word``, because no text needs to have them.
    """

    terms: tuple[tuple[str, float], ...]
    weight: float = 1.0
    word: str = ""


def phrase_key(words: str) -> str:
    """Return the key of the words of a group.

    >>> phrase_key("Say no"), phrase_key("搶")
    ('say no', '抢')
    """
    return " ".join(wide or stem(_base(word)) for wide, word in _parts(plain_of(words)))


ELSEWHERE: Final = "=0"
"""The term of a word about something else than the games; no text has it."""


def elsewhere_key(words: str) -> str:
    """Return the key of words about other things: only the plural is cut.

    >>> elsewhere_key("Checkers"), phrase_key("Checkers"), elsewhere_key("天氣")
    ('checker', 'check', '天气')
    """
    return " ".join(wide or _singular(_base(word)) for wide, word in _parts(plain_of(words)))


def slots_of(text: str, groups: Groups, elsewhere: Collection[str] = frozenset()) -> list[Slot]:
    """Return the slots of a sentence; ``groups`` has the numbers of groups by phrase key.

    ``elsewhere`` has the keys of words about other things.

    >>> [slot.terms for slot in slots_of("Two genies?", {"geni": [4]})]
    [(('2', 1.0),), (('geni', 1.0), ('=4', 0.8)), (('2 geni', 1.0),)]
    >>> [slot.terms[0][0] for slot in slots_of("落石", {})]
    ['落石', '落', '石']
    """
    found: list[Slot] = []
    run: list[str] = []
    for wide, word in _parts(plain_of(text)[:_LONGEST]):
        if word:
            run.append(_base(word))
        else:
            found += (*_word_slots(run, groups, elsewhere), *_wide_slots(wide, groups, elsewhere))
            run = []
        if len(found) + len(run) > _MOST_SLOTS:
            break
    return [*found, *_word_slots(run, groups, elsewhere)][:_MOST_SLOTS]


def tokens_of(text: str) -> list[str]:
    """List the words of a sentence, and its runs of wide characters, in one width and case.

    >>> tokens_of("Six of us: what's 3 gold?")
    ['six', 'of', 'us', 'what', '3', 'gold']
    """
    return [wide or _base(word) for wide, word in _parts(plain_of(text)[:_LONGEST])]


def in_digits(text: str) -> str:
    """Write Chinese numerals with a measure word as digits.

    >>> in_digits("三枚金幣")
    '3枚金幣'
    """
    return text if text.isascii() else _counted(halfwidth(text)[:_LONGEST])


def number_in(word: str) -> str | None:
    """Return a number word as digits; None if it is none.

    >>> number_in("six"), number_in("12"), number_in("stone")
    ('6', '12', None)
    """
    return _NUMBERS.get(word) or (word if word.isdecimal() and word.isascii() else None)


def says_something(text: str) -> bool:
    """Return whether a sentence has any word except fillers.

    >>> says_something("may I?"), says_something("may I pass?")
    (False, True)
    """
    return any(
        wide or (word not in FILLERS and (len(word) > 1 or word.isdecimal()))
        for wide, whole in _parts(plain_of(text)[:_LONGEST])
        for word in [_base(whole)]
    )


def plain_of(text: str) -> str:
    """Write a sentence in one width and one case, in Simplified characters, with plain apostrophes.

    >>> plain_of("Ａ CART，壞了"), plain_of("壞了") == plain_of("坏了")
    ('a cart,坏了', True)
    """
    plain = folded(nfc(halfwidth(text)).casefold())
    return plain if plain.isascii() else _counted(plain.replace("’", "'").replace("ʼ", "'"))


def _counted(plain: str) -> str:
    """Write numerals with a measure word as digits."""
    if not any(map(plain.__contains__, _NUMERALS)):
        return plain  # the pattern is slow to compile
    return re.sub(_COUNTED, _digits, plain)


def _parts(plain: str) -> Iterator[tuple[str, str]]:
    """Yield pairs of a run of wide characters and a word, of which one is empty."""
    if plain.isascii():
        yield from (("", word) for word in re.findall(_PLAIN_PART, plain))
        return
    for part in re.findall(_ANY_PART, plain):
        for is_wide, signs in groupby(part, lambda sign: _FIRST_WIDE <= sign <= _LAST_WIDE):
            text = "".join(signs)
            yield (text, "") if is_wide else ("", text)


def _digits(found: re.Match[str]) -> str:
    tens, ones = found["tens"], found["ones"]
    ten = 10 * DIGITS.get(tens[0], 1) if tens else 0
    return str(ten + DIGITS.get(ones, 0)) if tens or ones else ""


def _base(word: str) -> str:
    """Cut off an apostrophe and the rest, as in *Ana's* and *it's*."""
    return word.partition("'")[0]


def _word_slots(words: Sequence[str], groups: Groups, elsewhere: Collection[str]) -> Iterator[Slot]:
    stems = [_NUMBERS.get(word) or stem(word) for word in words]
    plain = [_singular(word) for word in words]
    at = 0
    while at < len(words):
        foreign = next((n for n in (3, 2, 1) if " ".join(plain[at : at + n]) in elsewhere), 0)
        if foreign:
            yield Slot(((ELSEWHERE, 1.0),))
            at += foreign
            continue
        sizes = (n for n in (3, 2) if at + n <= len(stems))
        size = next((n for n in sizes if " ".join(stems[at : at + n]) in groups), 1)
        key = " ".join(stems[at : at + size])
        numbers = groups.get(key, ())
        concepts = tuple((f"={n}", 1.0 if size > 1 else _GROUP_WORTH) for n in numbers)
        if size > 1:
            yield Slot(concepts)
        elif words[at] in FILLERS:
            yield Slot(((stems[at], 1.0),), _FILLER_WORTH)
            if concepts:
                yield Slot(concepts)
        elif len(words[at]) > 1 or words[at].isdecimal():
            is_number = stems[at].isdecimal()
            weight = _NUMBER_WORTH if is_number else 1.0
            yield Slot(((stems[at], 1.0), *concepts), weight, "" if is_number else words[at])
        at += size
    yield from (Slot(((f"{a} {b}", 1.0),), _PAIR_WORTH) for a, b in pairwise(stems))


def _wide_slots(run: str, groups: Groups, elsewhere: Collection[str]) -> Iterator[Slot]:
    """Yield the slots of a run: pairs, single Chinese characters, and words of groups."""
    if len(run) == 1:
        yield Slot(((run, 1.0),), _HAN_WORTH if run >= _FIRST_HAN else _KANA_WORTH)
    for first, second in pairwise(run):
        pair = first + second
        is_word = pair >= _FIRST_HAN or all(
            "\u30a0" <= sign <= "\u30ff" for sign in pair
        )  # Katakana
        yield Slot(((pair, 1.0),), 1.0 if is_word else _KANA_WORTH)
    if len(run) > 1:
        yield from (Slot(((sign, 1.0),), _HAN_WORTH) for sign in run if sign >= _FIRST_HAN)
    for size in range(min(len(run), _LONGEST_PHRASE), 0, -1):
        for at in range(len(run) - size + 1):
            part = run[at : at + size]
            if part in elsewhere:
                yield Slot(((ELSEWHERE, 1.0),))
            for n in groups.get(part, ()):
                yield Slot(((f"={n}", 1.0),))


_GROUP_WORTH: Final = 0.8
"""The worth of another word of the group, next to the word itself."""
_NUMBER_WORTH: Final = 0.5
_FILLER_WORTH: Final = 0.5
"""The weight of a filler: *who* and *when* distinguish questions."""
_PAIR_WORTH: Final = 0.3
"""The weight of two neighbouring words: *say no*, *who begins*."""
_KANA_WORTH: Final = 0.4
"""The weight of two Hiragana, which are an ending more often than a word."""
_HAN_WORTH: Final = 0.5
_FIRST_HAN: Final = "\u3400"
_LONGEST_PHRASE: Final = 6


def words_of(text: str) -> Iterator[str]:
    """List the words of a text that are long enough for a forgiven typing error.

    >>> list(words_of("Ana's lantern and a 2nd coin"))
    ['lantern', 'coin']
    """
    for _, whole in _parts(plain_of(text)):
        word = _base(whole)
        if len(word) >= _LONG - 1 and word.isascii() and word.isalpha() and word not in FILLERS:
            yield word


def misspelt(word: str, known: str) -> list[str]:
    r"""Find the known words that differ by one letter from a word of at least five letters.

    ``known`` are words, each on a line of its own.

    >>> misspelt("peblbe", "pebble\nstone"), misspelt("seal", "deal")
    (['pebble'], [])
    """
    if not _LONG <= len(word) <= _TOO_LONG or not word.isascii():
        return []
    parts = [(word[:at], word[at:]) for at in range(len(word) + 1)]
    forms = [rf"{a}.?{b[1:]}" for a, b in parts if b]
    forms += [rf"{a}.{b}" for a, b in parts]
    forms += [rf"{a}{b[1]}{b[0]}{b[2:]}" for a, b in parts if len(b) > 1]
    return re.findall(rf"^(?:{'|'.join(forms)})$", known, re.MULTILINE)
