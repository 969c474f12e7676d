"""The forms of words in a language, and what people write next to them, ready to be found."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from functools import cache, cached_property
from itertools import product
from typing import Final

from msgspec import Struct

from referee.core.words.scripts import folded

WIDE: Final = "\u3005\u3007\u3400-\u9fff\u3041-\u3096\u309d-\u309f\u30a1-\u30fa\u30fc-\u30ff"
"""Characters that are written without spaces between words: ideographs and kana."""
FIRST_WIDE: Final = WIDE[0]
LONGEST_BEGUN: Final = 14
"""Characters of the beginning of a word."""
_TO_HIRAGANA: Final = {code: code - 0x60 for code in range(0x30A1, 0x30F7)}
_SPELT_OUT: Final = {"ä": "ae", "ö": "oe", "ü": "ue"}


def fold(text: str) -> str:
    """Fold what is compared, each character alone: kana, scripts of Chinese, capitals.

    >>> fold("ツルハシ"), fold("棄牌"), fold("Gold")
    ('つるはし', '弃牌', 'gold')
    """
    if text.isascii():
        return text.lower()
    plain = folded(text).translate(_TO_HIRAGANA) if max(text) >= FIRST_WIDE else text
    return "".join(low if len(low := sign.lower()) == 1 else sign for sign in plain)


def unaccented(word: str) -> str:
    """Drop capitals and accents of a word in Latin letters.

    >>> unaccented("Zurück"), unaccented("Straße"), unaccented("d’or")
    ('zuruck', 'strasse', "d'or")
    """
    word = word.replace("’", "'")
    if word.isascii():
        return word.lower()
    parts = unicodedata.normalize("NFD", word.casefold())
    return "".join(sign for sign in parts if not unicodedata.combining(sign))


def spellings(form: str) -> tuple[str, ...]:
    """List how a form is compared: folded, or in Latin letters without accents or spelt out.

    >>> spellings("zurück"), spellings("棄牌")
    (('zuruck', 'zurueck'), ('弃牌',))
    """
    if is_wide(form[:1]) or form[:1].isdecimal():
        return (fold(form),)
    plain = unaccented(form)
    out = unaccented("".join(_SPELT_OUT.get(sign, sign) for sign in form.casefold()))
    return (plain,) if out == plain else (plain, out)


@cache
def run() -> re.Pattern[str]:
    """Give the pattern of characters without spaces; to compile it costs more than a sentence."""
    return re.compile(f"[{WIDE}]+")


def is_wide(sign: str) -> bool:
    """Return whether a character is written without spaces around it."""
    return sign >= FIRST_WIDE and run().match(sign) is not None


_NONE: Final = frozenset(("no", "none", "nothing"))


class Noise(Struct, frozen=True):
    """What people write next to an answer and what means nothing.

    ``measures`` follow a number, ``particles`` are beside anything, ``joints`` between two answers,
    ``labels`` before a number. ``numbers`` are words for one, each with a space and its digits.
    """

    measures: frozenset[str] = frozenset()
    particles: frozenset[str] = frozenset()
    joints: frozenset[str] = frozenset()
    labels: frozenset[str] = frozenset()
    numbers: frozenset[str] = frozenset()


def _spelt(forms: Iterable[str]) -> frozenset[str]:
    return frozenset(each for form in forms for each in spellings(form))


def by_first_sign(forms: Iterable[str]) -> dict[str, list[str]]:
    """Gather forms by their first character, the longest first."""
    found: dict[str, list[str]] = {}
    for form in sorted(forms, key=len, reverse=True):
        found.setdefault(form[0], []).append(form)
    return found


class Table:
    """Forms of words, ready to be found: each has the English words that it may mean."""

    def __init__(self, forms: Iterable[tuple[str, str]], noise: Noise) -> None:
        """Take pairs of a form and its English; of two meanings the first is the usual one.

        A form that is a particle, too, may also mean nothing.
        """
        meant: dict[str, list[str]] = {}
        words: dict[str, list[str]] = {}
        for form, english in forms:
            is_word = not is_wide(form[:1]) and not form[:1].isdecimal()
            for key in spellings(form):
                known = (words if is_word else meant).setdefault(key, [])
                if english not in known:
                    known.append(english)
        none = [form for form in meant if not _NONE.isdisjoint(meant[form])]
        for label, form in product(_spelt(noise.labels), none):  # none of it
            meant.setdefault(form + label, ["0"])
            meant.setdefault(label + form, ["0"])
        self.meant: Final = meant
        self.words: Final = words
        self.noise: Final = noise
        self.by_sign: Final = by_first_sign(meant)
        noisy = (*noise.measures, *noise.particles, *noise.joints, *noise.labels)
        self.noise_by_sign: Final = by_first_sign({*map(fold, noisy)})
        self.measures: Final = _spelt(noise.measures)
        self.particles: Final = _spelt(noise.particles)
        self.bare_particles: Final = self.particles - meant.keys()
        for table in (meant, words):
            for form in self.particles & table.keys():
                table[form].append("")
        self.joints: Final = _spelt(noise.joints)
        self.labels: Final = _spelt(noise.labels)
        numbers = (each.rpartition(" ") for each in noise.numbers)
        self.numbers: Final = {unaccented(word): n for word, _, n in numbers if n.isdecimal()}

    @cached_property
    def begun(self) -> dict[str, list[str]]:
        """Map the beginnings of forms to the words meant, each once."""
        found: dict[str, list[str]] = {}
        for form, words in (*self.meant.items(), *self.words.items()):
            for end in range(1, min(len(form), LONGEST_BEGUN) + 1):
                meant = found.setdefault(form[:end], [])
                meant += [word for word in words if word and word not in meant]
        return found
