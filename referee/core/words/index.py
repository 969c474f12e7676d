"""What a sentence is about: an index of all that is said of rules, cases and questions.

Each text is a unit of its own: a sentence of a table, a question of a case, a title, a clause. A
sentence is held against all units by the terms that both have, rare ones counting more. How well
something fits is told between 0 and 1: half by how much of the sentence it says anywhere, half by
the one unit that is most like it. Nothing is understood, only found.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from enum import IntEnum
from math import log, sqrt
from typing import Final

from msgspec import Raw, Struct, msgpack

from referee.core.words.terms import Slot, misspelt, phrase_key, slots_of, stem, words_of


class Kind(IntEnum):
    """What a text is to the rule, case or question that it belongs to; clauses count on."""

    SAID = 0
    ASKED = 1
    TITLE = 2
    SYNONYM = 3
    SHORT = 4
    READING = 5
    ABOUT = 6
    CLAUSE = 7


_WORTH: Final[Mapping[int, float]] = {
    Kind.SAID: 1.0,
    Kind.ASKED: 1.0,
    Kind.TITLE: 0.9,
    Kind.SYNONYM: 0.9,
    Kind.SHORT: 0.6,
    Kind.READING: 0.5,
    Kind.ABOUT: 0.9,
}
_CLAUSE_WORTH: Final = 0.8
"""What being like a text of each kind is worth."""
_COVERED: Final = 0.5
"""How much of the fit is that all is said somewhere, and not in one breath."""
_MISSPELT: Final = 0.8
_UNKNOWN: Final = 2.0
_UNKNOWN_WIDE: Final = 0.5
"""What a word that no text has counts, beside the rarest; two characters need be no word."""
_MOST_GUESSED: Final = 12
"""Unknown words in which a wrong letter is looked for: nobody mistypes more."""
_USUAL, _LENGTH = 8.0, 0.9
"""How long a text usually is, and how far a longer one is held to be: not quite so long."""
_SCALE: Final = 100
_DECODER: Final = msgpack.Decoder(dict[str, list[int]])


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


class Index(Struct, frozen=True):
    """The texts of one game, ready to be searched.

    ``units`` has for each text what it is about, its kind (``Kind.CLAUSE`` and on: which clause),
    and its length in hundredths. ``plain`` has for each term its rarity in hundredths, and then
    the units it is in; so has ``wide`` for those beyond ASCII, encoded, since few sentences are
    written so. ``words`` are the words as they are written, each on a line.
    """

    ids: list[str]
    groups: dict[str, list[int]]
    units: list[tuple[int, int, int]]
    plain: dict[str, list[int]]
    wide: Raw
    words: str

    def find(self, sentence: str) -> list[Found]:
        """List what has anything to do with a sentence, best first.

        >>> index = compiled_index([Text("PEB-3.2", Kind.SAID, "too much mud in the basket"),
        ...     Text("PEB-1.1", Kind.SAID, "how many stones does the sack hold")], ())
        >>> [found.id for found in index.find("Muddy baskets?")]
        ['PEB-3.2']
        """
        likeness: dict[int, float] = defaultdict(float)
        covered: dict[int, float] = defaultdict(float)
        length = mass = 0.0
        guesses = _MOST_GUESSED
        terms = self.plain if sentence.isascii() else self.plain | _DECODER.decode(self.wide)
        for slot in slots_of(sentence, self.groups):
            known = [(terms[term], worth) for term, worth in slot.terms if term in terms]
            if not known and slot.word and guesses:
                guesses -= 1
                known = self._guessed(slot.word)
            weight = slot.weight * self._rarity(slot, known)
            length += weight * weight
            mass += weight
            met: set[int] = set()
            within: dict[int, float] = {}
            for postings, worth in known:
                for unit in postings[1:]:
                    if unit not in met:
                        met.add(unit)
                        likeness[unit] += weight * weight * worth
                        about = self.units[unit][0]
                        within[about] = max(within.get(about, 0.0), worth)
            for about, worth in within.items():
                covered[about] += weight * worth
        return self._best(likeness, covered, sqrt(length), mass) if likeness else []

    def _guessed(self, word: str) -> list[tuple[list[int], float]]:
        meant = dict.fromkeys(map(stem, misspelt(word, self.words)))
        return [(self.plain[each], _MISSPELT) for each in meant if each in self.plain]

    def _rarity(self, slot: Slot, known: Sequence[tuple[list[int], float]]) -> float:
        if known:
            return known[0][0][0] / _SCALE
        if not slot.word and slot.terms[0][0].isdecimal():
            return 0.0
        return log(2 * len(self.ids)) * (_UNKNOWN if slot.word else _UNKNOWN_WIDE)

    def _best(
        self,
        likeness: Mapping[int, float],
        covered: Mapping[int, float],
        length: float,
        mass: float,
    ) -> list[Found]:
        alike: dict[int, float] = {}
        clauses: dict[int, tuple[float, int]] = {}
        for unit, shared in likeness.items():
            about, kind, size = self.units[unit]
            like = shared * _SCALE / (length * size) * _WORTH.get(kind, _CLAUSE_WORTH)
            alike[about] = max(alike.get(about, 0.0), like)
            if kind >= Kind.CLAUSE:
                clauses[about] = max(clauses.get(about, (0.0, 0)), (like, Kind.CLAUSE - kind))
        found = [
            Found(
                self.ids[about],
                _COVERED * covered[about] / mass + (1 - _COVERED) * min(like, 1.0),
                -clauses.get(about, (0.0, 0))[1],
            )
            for about, like in alike.items()
        ]
        return sorted(found, key=lambda each: -each.fit)


def compiled_index(texts: Iterable[Text], groups: Iterable[Sequence[str]]) -> Index:
    """Make an index of texts, with groups of words for one thing."""
    by_phrase: dict[str, list[int]] = {}
    for number, group in enumerate(groups):
        for phrase in dict.fromkeys(map(phrase_key, group)):
            by_phrase.setdefault(phrase, []).append(number)
    texts = [each for each in texts if each.text]
    ids = list(dict.fromkeys(each.about for each in texts))
    places = {name: place for place, name in enumerate(ids)}
    slots = [slots_of(each.text, by_phrase) for each in texts]
    units_of: dict[str, list[int]] = {}
    abouts_of: dict[str, set[int]] = defaultdict(set)
    for unit, (each, told) in enumerate(zip(texts, slots, strict=True)):
        for term in dict.fromkeys(term for slot in told for term, _ in slot.terms):
            units_of.setdefault(term, []).append(unit)
            abouts_of[term].add(places[each.about])
    rarity = {term: log(1 + len(ids) / len(abouts)) for term, abouts in abouts_of.items()}
    units = []
    for each, told in zip(texts, slots, strict=True):
        square = sum(
            weight * weight
            for weight in {s.terms[0][0]: s.weight * rarity[s.terms[0][0]] for s in told}.values()
        )
        size = max(round(_SCALE * _USUAL * (sqrt(square) / _USUAL) ** _LENGTH), 1)
        units.append((places[each.about], each.kind + each.clause, size))
    words = sorted({word for each in texts for word in words_of(each.text)})
    terms = {term: [round(_SCALE * rarity[term]), *found] for term, found in units_of.items()}
    wide = {term: terms.pop(term) for term in [*terms] if not term.isascii()}
    return Index(ids, by_phrase, units, terms, Raw(msgpack.encode(wide)), "\n".join(words))
