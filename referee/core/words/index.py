"""Finding the subject of a sentence: an index of the texts about rules, cases and questions.

Each text is a unit: a sentence of a table, the question of a case, a title, a clause. A sentence is
compared with all units by their common terms, of which rare ones count more. The fit of a rule,
case or question is between 0 and 1: about half is how much of the sentence its units cover, half
how like the sentence its best units are. Nothing is understood, only found.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from enum import IntEnum
from itertools import pairwise
from math import log, sqrt
from typing import Final

from msgspec import Raw, Struct, msgpack

from referee.core.words.small_words import common
from referee.core.words.terms import (
    ELSEWHERE,
    Slot,
    elsewhere_key,
    misspelt,
    phrase_key,
    plain_of,
    slots_of,
    stem,
    words_of,
)


class Kind(IntEnum):
    """The kind of a text; the clauses of a rule have the numbers from CLAUSE on."""

    SAID = 0
    ASKED = 1
    TITLE = 2
    SYNONYM = 3
    SHORT = 4
    ABOUT = 5
    CLAUSE = 6


_WORTH: Final[Mapping[int, float]] = {Kind.SHORT: 0.6, Kind.ABOUT: 0.9}
_CLAUSE_WORTH: Final = 0.8
"""The worth of likeness to a text of a kind; 1 for all other kinds."""
_COVERED: Final = 0.58
"""The share of coverage in the fit; the rest is likeness."""
_REPETITION: Final = 0.4
"""How much less a single unit covers a slot than many units do."""
_MOST_UNITS, _OTHERS_WORTH = 4, 0.5
"""The most units whose likeness counts, and the worth of all but the first."""
_MISSPELT: Final = 0.8
_UNKNOWN: Final = 2.0
_UNKNOWN_WIDE: Final = 0.5
"""The weight of an unknown word, next to the rarest known one; of two wide characters less."""
_UNKNOWN_COMMON, _FOREIGN = 0.3, 4.0
"""The weight of an unknown everyday word, and of a word about other things."""
_NAME: Final = r"(?<=[\w,;:] )[A-Z][a-z]+"
"""A capital within a sentence."""
_MOST_GUESSED: Final = 12
"""The most unknown words for which a typing error is tried."""
_USUAL, _LENGTH = 8.0, 0.9
"""The usual length of a text, and the exponent by which longer ones count as shorter."""
_EVERYWHERE, _EVERYWHERE_WIDE = 0.6, 0.3
"""The share of rules and cases above which a term distinguishes none and keeps no units."""
_MANY: Final = 3
_RARELY: Final[Mapping[str, int]] = {"words": 3, "kana": 3, "signs": 2}
"""The fewest units of a pair of words, of kana, or of other wide characters that is kept: a pair in
one text is mostly the end of one word and the beginning of the next."""
_SHORTER: Final = 0.2
"""How much a short clause is preferred to a long one that says as much."""
_SCALE: Final = 10
_HIGH: Final = 0x80
"""The bit of a byte that says that its number continues in the next byte."""
_BLOCK: Final = 32
"""Terms in one block."""
_LAST: Final = "\U0010ffff"
"""The last of all characters."""


class Text(Struct, frozen=True):
    """A text about something; ``clause`` counts the clauses of a rule."""

    about: str
    kind: Kind
    text: str
    clause: int = 0


class Found(Struct, frozen=True):
    """A rule, case or question that fits: its id, the fit from 0 to 1, and its best clause."""

    id: str
    fit: float
    clause: int = 0


class Terms(Struct, frozen=True):
    """Sorted terms, each with the numbers of its units, packed to keep the wheel small.

    They are in blocks, so that only the blocks of a sentence's few terms are unpacked. In a block,
    each term has a line in ``terms``. In ``units`` are the steps from one of its units to the next,
    seven bits to a byte, and a zero after the last; most terms take two bytes.
    """

    terms: list[str]
    units: list[bytes]

    def get(self, term: str) -> bytes | None:
        """Return the packed units of a term; None if no text has it."""
        block = bisect_right(self.terms, f"{term}\n{_LAST}") - 1
        if block < 0 or term not in self.terms[block]:
            return None
        lines = self.terms[block].split("\n")
        return self.units[block].split(b"\0")[lines.index(term)] if term in lines else None


_DECODER: Final = msgpack.Decoder(Terms)


def _packed(units_of: Mapping[str, Sequence[int]]) -> Terms:
    """Pack the units of terms, which are sorted because neighbours compress well."""
    terms = sorted(units_of)
    blocks = [terms[at : at + _BLOCK] for at in range(0, len(terms), _BLOCK)]
    return Terms(
        ["\n".join(block) for block in blocks],
        [b"\0".join(_packed_steps(units_of[term]) for term in block) for block in blocks],
    )


def _packed_steps(units: Iterable[int]) -> bytes:
    packed = bytearray()
    for last, unit in pairwise((-1, *units)):
        step = unit - last
        while step >= _HIGH:
            packed.append(step % _HIGH | _HIGH)
            step //= _HIGH
        packed.append(step)
    return bytes(packed)


def _unpacked(packed: bytes) -> Iterator[int]:
    unit, step, factor = -1, 0, 1
    for byte in packed:
        if byte >= _HIGH:
            step += (byte - _HIGH) * factor
            factor *= _HIGH
        else:
            unit += step + byte * factor
            yield unit
            step, factor = 0, 1


class Index(Struct, frozen=True):
    """The searchable texts of one game.

    ``abouts``, ``kinds`` and ``sizes`` have for each unit the place of its subject in ``ids``, its
    kind (from ``Kind.CLAUSE`` on: which clause), and its length in tenths. ``plain`` has the ASCII
    terms, ``wide`` the others, which are decoded only for a sentence that needs them. ``words`` are
    the written words, one on a line; ``owned`` are those that are also words about other things.
    """

    ids: list[str]
    groups: dict[str, list[int]]
    abouts: list[int]
    kinds: bytes
    sizes: list[int]
    plain: Terms
    wide: Raw
    words: str
    owned: list[str]

    def find(self, sentence: str, elsewhere: Collection[str] = frozenset()) -> list[Found]:
        """List the rules, cases and questions that share terms with a sentence, best first.

        ``elsewhere`` has the keys of words about other things.

        >>> index = compiled_index([Text("PEB-3.2", Kind.SAID, "too much mud in the basket"),
        ...     Text("PEB-1.1", Kind.SAID, "how many stones does the sack hold")], ())
        >>> [found.id for found in index.find("Muddy baskets?")]
        ['PEB-3.2']
        """
        likeness: dict[int, float] = defaultdict(float)
        covered: dict[int, float] = defaultdict(float)
        length = mass = 0.0
        guesses = _MOST_GUESSED
        wide = None if sentence.isascii() else _DECODER.decode(self.wide)
        named = frozenset(map(str.casefold, re.findall(_NAME, sentence)))
        foreign = frozenset(elsewhere).difference(self.owned)
        for slot in slots_of(sentence, self.groups, foreign):
            known = [*self._known(slot.terms, wide)]
            if not known and slot.word and guesses:
                guesses -= 1
                meant = dict.fromkeys(map(stem, misspelt(slot.word, self.words)))
                known = [*self._known(((each, _MISSPELT) for each in meant), wide)]
            met: dict[int, float] = {}
            for packed, worth in reversed(known):
                met |= dict.fromkeys(_unpacked(packed), worth)
            if known and not met:
                continue  # so common that it distinguishes nothing
            within: dict[int, float] = defaultdict(float)
            for unit, worth in met.items():
                within[self.abouts[unit]] += worth
            weight = slot.weight * self._rarity(slot, len(within), named)
            length += weight * weight
            mass += weight
            for unit, worth in met.items():
                likeness[unit] += weight * weight * worth
            for about, often in within.items():
                covered[about] += weight * often / (often + _REPETITION)
        return self._best(likeness, covered, sqrt(length), mass) if likeness else []

    def _known(
        self, terms: Iterable[tuple[str, float]], wide: Terms | None
    ) -> Iterator[tuple[bytes, float]]:
        """Yield the packed units of the known terms, each with its worth."""
        for term, worth in terms:
            place = self.plain if term.isascii() else wide
            units = place.get(term) if place else None
            if units is not None:
                yield units, worth

    def _rarity(self, slot: Slot, spread: int, named: Collection[str]) -> float:
        """Return the weight of a slot whose term so many things have, or none.

        Names of players, which no text has, weigh nothing.
        """
        if spread:
            return _rarity(len(self.ids), spread)
        return 0.0 if slot.word in named else log(2 * len(self.ids)) * _unknown_weight(slot)

    def _best(
        self,
        likeness: Mapping[int, float],
        covered: Mapping[int, float],
        length: float,
        mass: float,
    ) -> list[Found]:
        alike: dict[int, list[float]] = defaultdict(list)
        clauses: dict[int, tuple[float, int]] = {}
        for unit, shared in likeness.items():
            about, kind = self.abouts[unit], self.kinds[unit]
            worth = _CLAUSE_WORTH if kind >= Kind.CLAUSE else _WORTH.get(kind, 1.0)
            alike[about].append(shared / self.sizes[unit] * worth)
            if kind >= Kind.CLAUSE:
                density = shared / self.sizes[unit] ** _SHORTER
                clauses[about] = max(clauses.get(about, (0.0, 0)), (density, Kind.CLAUSE - kind))
        scale = _SCALE / length
        found = [
            Found(
                self.ids[about],
                _COVERED * covered[about] / mass
                + (1 - _COVERED) * min(scale * _average_of_best(likes), 1.0),
                -clauses.get(about, (0.0, 0))[1],
            )
            for about, likes in alike.items()
        ]
        return sorted(found, key=lambda each: -each.fit)


def _unknown_weight(slot: Slot) -> float:
    """Return the weight of a slot that the game does not know at all."""
    if slot.terms[0][0] == ELSEWHERE:
        return _FOREIGN
    if slot.word:
        is_common = not common().isdisjoint((slot.word, stem(slot.word)))
        return _UNKNOWN_COMMON if is_common else _UNKNOWN
    return 0.0 if slot.terms[0][0].isascii() else _UNKNOWN_WIDE


def _pair_of(term: str) -> str:
    """Return the kind of a pair: words, characters with Hiragana, or others; empty for no pair."""
    if " " in term:
        return "words"
    if len(term) == 1 or term.isascii():
        return ""
    return "kana" if any("\u3040" <= s <= "\u309f" for s in term) else "signs"


def _average_of_best(likes: list[float]) -> float:
    """Return the weighted likeness of the best units, of which the first counts most."""
    likes.sort(reverse=True)
    first, *others = likes[:_MOST_UNITS]
    return (first + _OTHERS_WORTH * sum(others)) / (1 + _OTHERS_WORTH * (_MOST_UNITS - 1) / 2)


def _rarity(things: int, spread: int) -> float:
    """Return the rarity of a term that so many of all things have."""
    return log(1 + things / spread)


def compiled_index(
    texts: Iterable[Text], groups: Iterable[Sequence[str]], elsewhere: Iterable[str] = ()
) -> Index:
    """Make an index of texts, with groups of words for one thing.

    ``elsewhere`` has the keys of words about other things; those in a text become its own.
    """
    by_phrase: dict[str, list[int]] = {}
    for number, group in enumerate(groups, 1):
        for phrase in dict.fromkeys(map(phrase_key, group)):
            by_phrase.setdefault(phrase, []).append(number)
    texts = [*{(e.about, e.kind + e.clause, plain_of(e.text)): e for e in texts if e.text}.values()]
    own = f" {' '.join(elsewhere_key(each.text) for each in texts)} "
    owned = sorted(k for k in elsewhere if (f" {k} " if k.isascii() else k) in own)
    ids = list(dict.fromkeys(each.about for each in texts))
    places = {name: place for place, name in enumerate(ids)}
    slots = [slots_of(each.text, by_phrase) for each in texts]
    units_of: dict[str, list[int]] = {}
    abouts_of: dict[str, set[int]] = defaultdict(set)
    for unit, (each, own_slots) in enumerate(zip(texts, slots, strict=True)):
        for term in dict.fromkeys(term for slot in own_slots for term, _ in slot.terms):
            units_of.setdefault(term, []).append(unit)
            abouts_of[term].add(places[each.about])
    for term, units in [*units_of.items()]:
        share = _EVERYWHERE if term.isascii() else _EVERYWHERE_WIDE
        if len(abouts_of[term]) > max(share * len(ids), _MANY):
            units_of[term] = []
        elif len(units) < _RARELY.get(_pair_of(term), 0):
            del units_of[term]
    rarity = {
        term: _rarity(len(ids), len(abouts_of[term])) if units else 0.0
        for term, units in units_of.items()
    }
    sizes = []
    for own_slots in slots:
        weights = {s.terms[0][0]: s.weight * rarity.get(s.terms[0][0], 0) for s in own_slots}
        square = sum(weight * weight for weight in weights.values())
        sizes.append(max(round(_SCALE * _USUAL * (sqrt(square) / _USUAL) ** _LENGTH), 1))
    words = sorted({word for each in texts for word in words_of(each.text)})
    wide = {term: units_of.pop(term) for term in [*units_of] if not term.isascii()}
    return Index(
        ids,
        by_phrase,
        [places[each.about] for each in texts],
        bytes(each.kind + each.clause for each in texts),
        sizes,
        _packed(units_of),
        Raw(msgpack.encode(_packed(wide))),
        "\n".join(words),
        owned,
    )
