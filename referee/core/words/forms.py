"""The forms of words in a language, and the noise next to them, indexed for the reader."""

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
"""The most characters of an abbreviation that is looked up."""
_TO_HIRAGANA: Final = {code: code - 0x60 for code in range(0x30A1, 0x30F7)}
_UMLAUTS: Final = {"ä": "ae", "ö": "oe", "ü": "ue"}


def fold(text: str) -> str:
    """Fold a text for comparison, character by character: kana, Chinese scripts, capitals.

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
    """List the keys of a form: folded, or in Latin letters without accents and with *ae*.

    >>> spellings("zurück"), spellings("棄牌")
    (('zuruck', 'zurueck'), ('弃牌',))
    """
    if is_wide(form[:1]) or form[:1].isdecimal():
        return (fold(form),)
    plain = unaccented(form)
    out = unaccented("".join(_UMLAUTS.get(sign, sign) for sign in form.casefold()))
    return (plain,) if out == plain else (plain, out)


@cache
def run() -> re.Pattern[str]:
    """Return the pattern of a run of wide characters, compiled when it is first needed."""
    return re.compile(f"[{WIDE}]+")


def is_wide(sign: str) -> bool:
    """Return whether a character is written without spaces around it."""
    return sign >= FIRST_WIDE and run().match(sign) is not None


_NONE: Final = frozenset(("no", "none", "nothing"))


class Noise(Struct, frozen=True):
    """Words that people write next to an answer and that mean nothing.

    ``measures`` come after a number, ``labels`` before one, ``joints`` between two answers, and
    ``particles`` anywhere. ``numbers`` are number words, each with a space and its digits.
    """

    measures: frozenset[str] = frozenset()
    particles: frozenset[str] = frozenset()
    joints: frozenset[str] = frozenset()
    labels: frozenset[str] = frozenset()
    numbers: frozenset[str] = frozenset()


def _spelt(forms: Iterable[str]) -> frozenset[str]:
    return frozenset(each for form in forms for each in spellings(form))


def by_first_character(forms: Iterable[str]) -> dict[str, list[str]]:
    """Gather forms by their first character, the longest first."""
    found: dict[str, list[str]] = {}
    for form in sorted(forms, key=len, reverse=True):
        found.setdefault(form[0], []).append(form)
    return found


class Table:
    """An index of the forms of words, each with the English words that it can mean."""

    def __init__(self, forms: Iterable[tuple[str, str]], noise: Noise) -> None:
        """Index pairs of a form and its English; the first of several meanings is the usual one.

        A form that is also a particle can mean nothing as well.
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
        self.by_character: Final = by_first_character(meant)
        noisy = (*noise.measures, *noise.particles, *noise.joints, *noise.labels)
        self.noise_by_character: Final = by_first_character({*map(fold, noisy)})
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
        """The words that each beginning of a form can mean."""
        found: dict[str, list[str]] = {}
        for form, words in (*self.meant.items(), *self.words.items()):
            for end in range(1, min(len(form), LONGEST_BEGUN) + 1):
                meant = found.setdefault(form[:end], [])
                meant += [word for word in words if word and word not in meant]
        return found
