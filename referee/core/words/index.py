"""What a sentence is about: an index of all that is said of rules, cases and questions.

Each text is a unit of its own: a sentence of a table, a question of a case, a title, a clause. A
sentence is compared with all units by the terms that both have, rare ones counting more. How well
something fits is between 0 and 1: half by how much of the sentence it says anywhere, half by
the one unit that is most like it. Nothing is understood, only found.
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
    """What a text is to the rule, case or question that it belongs to; clauses count on."""

    SAID = 0
    ASKED = 1
    TITLE = 2
    SYNONYM = 3
    SHORT = 4
    ABOUT = 5
    CLAUSE = 6


_WORTH: Final[Mapping[int, float]] = {Kind.SHORT: 0.6, Kind.ABOUT: 0.9}
_CLAUSE_WORTH: Final = 0.8
"""What being like a text of a kind is worth, next to all other kinds."""
_COVERED: Final = 0.58
"""How much of the fit is that all is said somewhere, and not in one breath."""
_OFTEN: Final = 0.4
"""How much saying a thing once misses of saying it over and over."""
_LIKEST, _OTHERS = 4, 0.5
"""Units that something is judged by, and what those behind the first count."""
_MISSPELT: Final = 0.8
_UNKNOWN: Final = 2.0
_UNKNOWN_WIDE: Final = 0.5
"""What a word that no text has counts, next to the rarest; two characters need be no word."""
_UNKNOWN_COMMON, _FOREIGN = 0.3, 4.0
"""And a word that is said everywhere, or of other things alone."""
_NAME: Final = r"(?<=[\w,;:] )[A-Z][a-z]+"
"""A capital within a sentence."""
_MOST_GUESSED: Final = 12
"""Unknown words in which a wrong letter is looked for: nobody mistypes more."""
_USUAL, _LENGTH = 8.0, 0.9
"""How long a text usually is, and how far a longer one is held to be: not quite so long."""
_EVERYWHERE, _EVERYWHERE_WIDE = 0.6, 0.3
"""A term that is said of so many of all things distinguishes none; its units are not kept."""
_MANY: Final = 3
_RARELY: Final[Mapping[str, int]] = {"words": 3, "kana": 3, "signs": 2}
"""Units that have two words side by side, two signs with an ending, or two others, for the pair to
be kept: what one text alone has is mostly the end of a word and the beginning of the next."""
_SHORTER: Final = 0.2
"""How much a short clause is preferred to a long one that says as much."""
_SCALE: Final = 10
_HIGH: Final = 0x80
"""This bit of a byte says that the number continues in the next one."""
_BLOCK: Final = 32
"""Terms that lie together."""
_LAST: Final = "\U0010ffff"
"""The last of all characters."""


class Text(Struct, frozen=True):
    """A text about something; ``clause`` counts the clauses of a rule."""

    about: str
    kind: Kind
    text: str
    clause: int = 0


class Found(Struct, frozen=True):
    """Something that fits: its id, how well between 0 and 1, and the clause most like it."""

    id: str
    fit: float
    clause: int = 0


class Terms(Struct, frozen=True):
    """Terms in their order, and the units each is in; packed, for a wheel has to be small.

    They lie in blocks: a sentence has few terms, and only their blocks are taken apart. In a block
    each term has its line in ``terms``. Of its units the steps from one to the next stand in
    ``units``, seven bits to a byte, and a zero behind the last: most terms take two bytes.
    """

    terms: list[str]
    units: list[bytes]

    def get(self, term: str) -> bytes | None:
        """Give the packed units of a term; None where no text has it."""
        block = bisect_right(self.terms, f"{term}\n{_LAST}") - 1
        if block < 0 or term not in self.terms[block]:
            return None
        lines = self.terms[block].split("\n")
        return self.units[block].split(b"\0")[lines.index(term)] if term in lines else None


_DECODER: Final = msgpack.Decoder(Terms)


def _packed(units_of: Mapping[str, Sequence[int]]) -> Terms:
    """Pack the units that terms are in, in the order of the terms: neighbours look alike."""
    terms = sorted(units_of)
    blocks = [terms[at : at + _BLOCK] for at in range(0, len(terms), _BLOCK)]
    return Terms(
        ["\n".join(block) for block in blocks],
        [b"\0".join(_steps(units_of[term]) for term in block) for block in blocks],
    )


def _steps(units: Iterable[int]) -> bytes:
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
    """The texts of one game, ready to be searched.

    ``abouts``, ``kinds`` and ``sizes`` have for each text what it is about, its kind
    (``Kind.CLAUSE`` and on: which clause), and its length in tenths. ``plain`` has the terms and
    where they are, ``wide`` those beyond ASCII, encoded, since few sentences are written so.
    ``words`` are the words as they are written, each on a line, and ``owned`` those that are said
    of other things, too.
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
        """List what has anything to do with a sentence, best first.

        ``elsewhere`` has the keys of words that are said of other things.

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
                continue  # said of so many things that it distinguishes none
            within: dict[int, float] = defaultdict(float)
            for unit, worth in met.items():
                within[self.abouts[unit]] += worth
            weight = slot.weight * self._rarity(slot, len(within), named)
            length += weight * weight
            mass += weight
            for unit, worth in met.items():
                likeness[unit] += weight * weight * worth
            for about, often in within.items():
                covered[about] += weight * often / (often + _OFTEN)
        return self._best(likeness, covered, sqrt(length), mass) if likeness else []

    def _known(
        self, terms: Iterable[tuple[str, float]], wide: Terms | None
    ) -> Iterator[tuple[bytes, float]]:
        """Yield the packed units of the terms that are there, each with what it is worth."""
        for term, worth in terms:
            place = self.plain if term.isascii() else wide
            units = place.get(term) if place else None
            if units is not None:
                yield units, worth

    def _rarity(self, slot: Slot, spread: int, named: Collection[str]) -> float:
        """Return how much a slot says whose term is said of so many things, or of none.

        Names of players, which no text has, say nothing.
        """
        if spread:
            return _rarity(len(self.ids), spread)
        return 0.0 if slot.word in named else log(2 * len(self.ids)) * _strangeness(slot)

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
                told = shared / self.sizes[unit] ** _SHORTER
                clauses[about] = max(clauses.get(about, (0.0, 0)), (told, Kind.CLAUSE - kind))
        scale = _SCALE / length
        found = [
            Found(
                self.ids[about],
                _COVERED * covered[about] / mass + (1 - _COVERED) * min(scale * _few(likes), 1.0),
                -clauses.get(about, (0.0, 0))[1],
            )
            for about, likes in alike.items()
        ]
        return sorted(found, key=lambda each: -each.fit)


def _strangeness(slot: Slot) -> float:
    """Return how much speaks against a game that it has nothing of a slot."""
    if slot.terms[0][0] == ELSEWHERE:
        return _FOREIGN
    if slot.word:
        is_common = not common().isdisjoint((slot.word, stem(slot.word)))
        return _UNKNOWN_COMMON if is_common else _UNKNOWN
    return 0.0 if slot.terms[0][0].isascii() else _UNKNOWN_WIDE


def _pair_of(term: str) -> str:
    """Return what a term is a pair of: words, signs one of which is of an ending, or others."""
    if " " in term:
        return "words"
    if len(term) == 1 or term.isascii():
        return ""
    return "kana" if any("\u3040" <= s <= "\u309f" for s in term) else "signs"


def _few(likes: list[float]) -> float:
    """Return how like the few likest units are, the first counting most."""
    likes.sort(reverse=True)
    first, *others = likes[:_LIKEST]
    return (first + _OTHERS * sum(others)) / (1 + _OTHERS * (_LIKEST - 1) / 2)


def _rarity(things: int, spread: int) -> float:
    """Return how rare a term is that is said of so many of all things."""
    return log(1 + things / spread)


def compiled_index(
    texts: Iterable[Text], groups: Iterable[Sequence[str]], elsewhere: Iterable[str] = ()
) -> Index:
    """Make an index of texts, with groups of words for one thing.

    A word of other things, ``elsewhere`` by its key, that a text has is one of its own.
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
    for unit, (each, told) in enumerate(zip(texts, slots, strict=True)):
        for term in dict.fromkeys(term for slot in told for term, _ in slot.terms):
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
    for told in slots:
        weights = {s.terms[0][0]: s.weight * rarity.get(s.terms[0][0], 0) for s in told}
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
