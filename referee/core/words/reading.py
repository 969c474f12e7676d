"""Reading a line of another language as English, the language of records.

A text is read from left to right as words of the game, names, numbers and noise. A run of
characters without spaces is either read to its end or stays as it is, so that no word is found
inside a longer one. Second meanings are kept, for callers that know the step and try both.
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_right
from collections.abc import Iterator
from itertools import islice, product
from typing import Final, NamedTuple, TypeAlias

from msgspec import Struct

from referee.core.words import forms
from referee.core.words.forms import Table, fold, is_wide
from referee.core.words.scripts import DIGITS

_NUMBER: Final = re.compile(r"\d+")
_SPACES: Final = re.compile(" +")
_AT: Final = r"[@＠][^\s,、，;；:：]+"
_NUMERAL: Final = "([一二三四五六七八九])?(十)([一二三四五六七八九])?|[零〇一二两三四五六七八九]"
_NUMERAL_SIGNS: Final = frozenset("零〇一二两三四五六七八九十")
_BEFORE_NUMBER: Final = r"\s*[\d零〇一二两三四五六七八九十]"
_SIGNS: Final = str.maketrans("、，：；。", ",,:;.")
_HALF_KANA: Final = "[\uff66-\uff9d][\uff9e\uff9f]?"
"""These patterns are compiled when needed, because that takes longer than reading a line."""
_FIRST_HALF: Final = "\uff66"
_WIDE_COMMAS: Final = frozenset("、，")
_ENDS: Final = frozenset("。！｡")
"""The full stops that input methods put at the end of a line."""
_MOST_WORDS = 4
"""The most words of one form, which are separated by spaces."""
_MOST_VARIANTS: Final = 16
_NOTHING: Final = ("",)
"""The second meaning of a number one: nothing."""


class _Piece(NamedTuple):
    """A part of the line, from ``start`` to ``end``, and the text that it is read as."""

    start: int
    end: int
    text: str
    kind: str
    others: tuple[str, ...] = ()


_RAW, _WORDS, _NAME, _COUNT, _NOISE, _JOINT, _MEASURE = "raw", "word", "name", "n", "", ",", "m"
_ANY, _SOMETHING, _NUMBER_BEFORE, _NO_NUMBER = "any", "something", "number", "not-number"
"""What must come before a token in a run."""
_START: Final = "start"
_HAS_MEANING: Final = frozenset((_WORDS, _NAME))
_DENIALS: Final = frozenset(("no", "none", "nothing"))


_Token: TypeAlias = tuple[int, _Piece, str]
"""A possible reading at a place: its cost, the piece, and what must come before it."""
_Way: TypeAlias = tuple[int, int, str, _Piece]
_Ways: TypeAlias = dict[int, dict[str, _Way]]
"""The cheapest way to each place by the last kind: cost, last place, kind before, piece."""


def _extend(ways: _Ways, at: int, tokens: Iterator[_Token]) -> None:
    """Extend the ways to a place by every token that can be read there."""
    here = ways[at]
    for cost, piece, after in tokens:
        known, kind = ways.setdefault(piece.end, {}), piece.kind
        for state, way in here.items():
            if after is _ANY or _fits(state, after):
                total = way[0] + cost
                if kind not in known or known[kind][0] > total:
                    known[kind] = (total, at, state, piece)


def _path_to(ways: _Ways, start: int, end: int, kind: str) -> list[_Piece]:
    found = list[_Piece]()
    while end > start:
        _, end, kind, token = ways[end][kind]
        found.append(token)
    return found[::-1]


def _denies(pieces: list[_Piece]) -> bool:
    """Return whether a run denies something, as “no gold” does."""
    said = [each for each in pieces if each.kind in _HAS_MEANING]
    return len(said) > 1 and any(not _DENIALS.isdisjoint((e.text, *e.others)) for e in said)


class Read(Struct, frozen=True):
    """A line as it was ``typed`` and the ``english`` that it was read as.

    ``marks`` has the start and end of each part in the English and in the typed line, in order.
    ``doubts`` are the parts of the English with other meanings, each with these.
    """

    typed: str
    english: str
    marks: tuple[tuple[int, int, int, int], ...] = ()
    doubts: tuple[tuple[int, int, tuple[str, ...]], ...] = ()
    is_whole: bool = True
    """Whether every run of characters without spaces was read."""

    def quoted(self, part: str) -> str | None:
        """Return the typed words of a part of the English; None if it is no part of it.

        >>> Read("地圖 貓", "map 貓", ((0, 3, 0, 2), (3, 5, 2, 4))).quoted("map 貓")
        '地圖 貓'
        """
        bare = part.strip()
        at = self.english.find(bare)
        at = self.english.lower().find(bare.lower()) if at < 0 else at
        if at < 0 or not bare:
            return None
        start, end = self._typed_at(at), self._typed_at(at + len(bare) - 1, is_end=True)
        return self.typed[start:end].strip()

    def _typed_at(self, place: int, *, is_end: bool = False) -> int:
        found = bisect_right(self.marks, (place, len(self.english) + 1, 0, 0)) - 1
        if found < 0:
            return place + is_end
        start, end, first, last = self.marks[found]
        if end - start == last - first and self.english[start:end] == self.typed[first:last]:
            return first + place - start + is_end
        return last if is_end else first

    def variants(self, part: str) -> Iterator[str]:
        """Yield a part of the English with other meanings of its doubtful words."""
        at = self.english.find(part)
        inside = [each for each in self.doubts if at <= each[0] and each[1] <= at + len(part)]
        if at < 0 or not inside:
            return
        known = {self.english[start:end]: others for start, end, others in inside}
        known = dict(sorted(known.items(), key=lambda each: not each[0].isdecimal()))  # go last
        for chosen in islice(product(*((own, *known[own]) for own in known)), 1, _MOST_VARIANTS):
            meant = dict(zip(known, chosen, strict=True))
            text, done = "", at
            for start, end, _ in inside:
                text += self.english[done:start] + meant[self.english[start:end]]
                done = end
            text += self.english[done : at + len(part)]
            if text.strip():
                yield text

    def without_ones(self, part: str) -> str:
        """Leave the doubtful ones out of a part of the English: *1 coin* as *coin*."""
        at = self.english.find(part)
        ones = [(a - at, b - at) for a, b, others in self.doubts if self.english[a:b] == "1"]
        for start, end in reversed(ones):
            if at >= 0 <= start and end <= len(part):
                part = part[:start] + part[end:]
        return part

    def with_before(self, other: Read, joint: str) -> Read:
        """Return this line with another one and a joint before it."""
        by, shift = len(other.english) + len(joint), len(other.typed) + len(joint)
        return Read(
            other.typed + joint + self.typed,
            other.english + joint + self.english,
            (
                *other.marks,
                (len(other.english), by, len(other.typed), shift),
                *((a + by, b + by, c + shift, d + shift) for a, b, c, d in self.marks),
            ),
            (*other.doubts, *((a + by, b + by, others) for a, b, others in self.doubts)),
        )


def as_is(typed: str) -> Read:
    """Return a text as its own reading."""
    return Read(typed, typed, ((0, len(typed), 0, len(typed)),))


def read(typed: str, table: Table, names: frozenset[str]) -> Read:
    """Read words by a table of forms; ``names`` stay as they are, and so do words after ``@``.

    >>> from referee.core.words.forms import Noise
    >>> words = Table([("金", "gold"), ("銀", "silver")], Noise(frozenset("枚")))
    >>> read("三金2枚銀", words, frozenset()).english
    '3 gold 2 silver'
    """
    return _Reader(typed, table, names).read()


class _Reader:
    """Reads one text."""

    def __init__(self, typed: str, table: Table, names: frozenset[str]) -> None:
        self._typed = typed
        self._plain, self._places = _in_full_kana(typed)
        self._folded = fold(self._plain)
        self._table = table
        self._names = names
        self._foreign_names = forms.by_first_character(name for name in names if not name.isascii())
        self._own_words = {word for name in names for word in _word_in(name).findall(name)}
        self._word = _word_in(self._plain)

    def read(self) -> Read:
        return self._joined(self._cleaned(self._pieces()))

    def _pieces(self) -> list[_Piece]:
        plain, at, found = self._plain, 0, list[_Piece]()
        signs = forms.run() if _has_wide(plain) else None
        while at < len(plain):
            wide = signs.match(plain, at) if signs else None
            more = self._in_run(at, wide.end(), found) if wide else self._outside_run(at)
            found += more
            at = more[-1].end
        return found

    def _outside_run(self, at: int) -> list[_Piece]:
        """Read one piece outside a run: a name, a number, a word, a character."""
        plain, sign = self._plain, self._plain[at]
        named = re.compile(_AT).match(plain, at) if sign in "@＠" else None
        if named:
            return [_Piece(at, named.end(), named[0], _RAW)]
        for name in self._foreign_names.get(sign, ()):
            if plain.startswith(name, at) and self._is_whole(at, at + len(name)):
                return [_Piece(at, at + len(name), name, _NAME)]
        for form in self._table.by_character.get(self._folded[at], ()):
            end = at + len(form)
            if self._folded.startswith(form, at) and self._is_whole(at, end):
                return [self._word_piece(at, end, self._table.meant[form])]
        number = _NUMBER.match(plain, at) if sign.isdecimal() else None
        if number:
            return [_Piece(at, number.end(), number[0], _COUNT)]
        word = self._word.match(plain, at) if sign.isalpha() else None
        if word:
            return [self._latin(word) or _Piece(at, word.end(), word[0], _RAW)]
        return [_Piece(at, at + 1, sign, _RAW)]

    def _latin(self, word: re.Match[str]) -> _Piece | None:
        """Read a form of one or more words in letters, the longest first, or an abbreviation."""
        table = self._table
        if not table.words or word[0] in self._own_words:
            return None
        ends, key = [(word.end(), forms.unaccented(word[0]))], forms.unaccented(word[0])
        more = self._word_after(word.end())
        while more and len(ends) < _MOST_WORDS:
            key = f"{key} {forms.unaccented(more[0])}"
            ends.append((more.end(), key))
            more = self._word_after(more.end())
        first = ends[0][1]
        for end, each in reversed(ends):
            if meant := table.words.get(each):
                return self._word_piece(word.start(), end, meant)
        is_between = self._plain[: word.start()].strip() and self._plain[word.end() :].strip()
        if (is_joint := first in table.joints and is_between) or first in table.particles:
            return _Piece(word.start(), word.end(), *((",", _JOINT) if is_joint else ("", _NOISE)))
        number = table.numbers.get(first, "")
        if number or first in table.measures:
            return _Piece(word.start(), word.end(), number, _COUNT if number else _MEASURE)
        begun = table.begun.get(first, [])
        is_sign = len(word[0]) > 1 and word[0].isupper()  # such as SW, two directions
        if is_sign or not begun or any(each.casefold().startswith(key) for each in self._own_words):
            return None
        return self._begun(word.start(), word.end(), begun)

    def _word_after(self, at: int) -> re.Match[str] | None:
        """Return the next word, if only spaces are before it."""
        gap = _SPACES.match(self._plain, at)
        return self._word.match(self._plain, gap.end()) if gap else None

    def _word_piece(self, start: int, end: int, meant: list[str]) -> _Piece:
        return _Piece(start, end, meant[0], _WORDS, tuple(meant[1:]))

    def _is_whole(self, start: int, end: int) -> bool:
        """Return whether neither end is inside a number or a word in letters."""
        plain = self._plain
        return not any(
            _is_same_word(plain[at - 1 : at], plain[at : at + 1]) for at in (start, end) if at
        )

    def _in_run(self, start: int, stop: int, before: list[_Piece]) -> list[_Piece]:
        """Read a run of characters without spaces to its end, or leave it as it is."""
        last = next((each for each in reversed(before) if each.text.strip()), None)
        kind = _START if last is None else last.kind or _RAW
        whole, plain = self._folded[start:stop], self._plain[start:stop]
        if whole in self._table.meant and not self._is_longer(start, len(whole)):
            return [self._word_piece(start, stop, self._table.meant[whole])]
        if whole in self._table.measures and kind == _COUNT:
            return [_Piece(start, stop, "", _MEASURE)]
        ways: _Ways = {start: {kind: (0, start, "", _Piece(start, start, "", _NOISE))}}
        for tokens in (self._tokens, self._begun_at):
            for at in range(start, stop):
                if at in ways:
                    _extend(ways, at, tokens(at, stop))
            ends = [(w[0], -end, k) for end in ways if end >= stop for k, w in ways[end].items()]
            if ends:
                _, back, kind = min(ends)
                found = _path_to(ways, start, -back, kind)
                return [_Piece(start, stop, plain, _RAW)] if _denies(found) else found
        return [_Piece(start, stop, plain, _RAW)]

    def _is_longer(self, at: int, size: int) -> bool:
        """Return whether a longer form begins here, which continues after the run."""
        text = self._folded
        known = self._table.by_character[text[at]]
        return any(len(form) > size and text.startswith(form, at) for form in known)

    def _tokens(self, at: int, stop: int) -> Iterator[_Token]:
        """Yield the tokens that can be read at a place of a run."""
        plain, text, table = self._plain, self._folded, self._table
        sign = text[at]
        for form in table.by_character.get(sign, ()):
            if text.startswith(form, at):
                end = at + len(form)
                if end <= stop or self._is_whole(at, end):
                    yield 10, self._word_piece(at, end, table.meant[form]), _ANY
        for name in self._foreign_names.get(plain[at], ()):
            end = at + len(name)
            if plain.startswith(name, at) and (end <= stop or self._is_whole(at, end)):
                yield 11, _Piece(at, end, name, _NAME), _ANY
        is_numeral = sign in _NUMERAL_SIGNS
        numeral = re.compile(_NUMERAL).match(text, at, stop) if is_numeral else None
        if numeral:
            yield 12, _Piece(at, numeral.end(), str(_value(numeral)), _COUNT), _NO_NUMBER
        if sign in table.noise_by_character:
            yield from self._noise(at, stop)

    def _begun_at(self, at: int, stop: int) -> Iterator[_Token]:
        plain, text, table = self._plain, self._folded, self._table
        part = plain[at:stop]
        is_ending = len(part) == 1 and at > 0 and is_wide(plain[at - 1])
        meant = table.begun.get(text[at:stop]) if len(part) <= forms.LONGEST_BEGUN else None
        if meant and not is_ending and not any(name.startswith(part) for name in self._names):
            yield 40, self._begun(at, stop, meant), _ANY

    def _begun(self, start: int, end: int, meant: list[str]) -> _Piece:
        """Read an abbreviation; of several words the text stays, and each is a second meaning."""
        if len(meant) == 1:
            return _Piece(start, end, meant[0], _WORDS)
        return _Piece(start, end, self._plain[start:end], _WORDS, tuple(meant))

    def _noise(self, at: int, stop: int) -> Iterator[_Token]:
        plain, text, table = self._plain, self._folded, self._table
        for noise in table.noise_by_character[text[at]]:
            end = at + len(noise)
            if end > stop or not text.startswith(noise, at):
                continue
            if noise in table.measures:
                yield 1, _Piece(at, end, "", _MEASURE), _NUMBER_BEFORE
            if noise in table.bare_particles and plain[at:end] not in self._names:
                yield 2, _Piece(at, end, "", _NOISE), _ANY
            if noise in table.joints and plain[end:].strip():
                yield 3, _Piece(at, end, ",", _JOINT), _SOMETHING
            if noise in table.labels and re.compile(_BEFORE_NUMBER).match(text, end):
                yield 4, _Piece(at, end, "", _NOISE), _ANY

    def _cleaned(self, pieces: list[_Piece]) -> list[_Piece]:
        """Restore numerals that no word of the game is next to; drop a 。 at the end."""
        shown = [n for n, each in enumerate(pieces) if each.text.strip()]
        if not shown:  # noise alone is not Enter
            return [e._replace(text=self._plain[e.start : e.end], kind=_RAW) for e in pieces]
        last = pieces[shown[-1]]
        is_end = last.text in _ENDS and self._plain[last.start - 1 : last.start].strip()
        if len(shown) > 1 and is_end:
            pieces[shown.pop()] = last._replace(text="", kind=_NOISE)
        for place, n in enumerate(shown):
            each = pieces[n]
            if each.kind != _COUNT:
                continue
            typed = self._plain[each.start : each.end]
            behind = (e.kind for e in pieces[n + 1 : n + 3] if e.text != " ")
            is_counted = next(behind, _RAW) == _MEASURE
            if each.text == "1" and (is_counted or typed != "1"):
                pieces[n] = each = each._replace(others=_NOTHING)
            if each.text == typed:
                continue
            near = [pieces[shown[p]] for p in (place - 1, place + 1) if 0 <= p < len(shown)]
            if near and not is_counted and not any(e.kind in _HAS_MEANING for e in near):
                pieces[n] = each._replace(text=typed, kind=_RAW, others=())
        return pieces

    def _is_between_digits(self, each: _Piece) -> bool:
        before = self._plain[max(each.start - 1, 0) : each.start]
        return before.isdecimal() and self._plain[each.end : each.end + 1].isdecimal()

    def _joined(self, pieces: list[_Piece]) -> Read:
        """Join the pieces: spaces around those that were read, none before a comma."""
        parts, marks = list[str](), list[tuple[int, int, int, int]]()
        doubts = list[tuple[int, int, tuple[str, ...]]]()
        size, last, gap = 0, "", 0
        is_whole = True
        for each in pieces:
            start, end = self._places[each.start], self._places[each.end]
            typed = self._typed[start:end]
            own = typed.translate(_SIGNS) if each.kind == _RAW else each.text
            if not own.strip():
                gap = max(gap, _TYPED_GAP if each.kind == _RAW else _ADDED_GAP)
                continue
            is_read = each.kind == _NAME or own != typed
            around = _ADDED_GAP if is_read and each.kind != _RAW else 0
            gap = max(gap, around)
            if last and own[0] not in ",;:" and _is_space_needed(gap, last, own[0]):
                parts.append(" ")
                size += 1
            marks.append((size, size + len(own), start, end))
            if each.others:
                doubts.append((size, size + len(own), each.others))
            is_whole = is_whole and not (each.kind == _RAW and is_wide(own[0]))
            parts.append(own)
            size += len(own)
            is_comma = typed in _WIDE_COMMAS and not self._is_between_digits(each)
            last, gap = own[-1], _ADDED_GAP if is_comma else around
        return Read(self._typed, "".join(parts), tuple(marks), tuple(doubts), is_whole)


_ADDED_GAP: Final = 1
_TYPED_GAP: Final = 2
"""A space that is added around a word, and one that was typed."""


def _is_space_needed(gap: int, last: str, sign: str) -> bool:
    if gap != _ADDED_GAP:
        return gap == _TYPED_GAP
    return (last.isalnum() or last in ",;:.)!?”") and (sign.isalnum() or sign in "@(“")


def _fits(state: str, after: str) -> bool:
    """Return whether a token that needs something before it can follow the last kind."""
    if after == _NUMBER_BEFORE:
        return state == _COUNT
    if after == _NO_NUMBER:
        return state != _COUNT
    return after == _ANY or state != _START


def _is_same_word(before: str, sign: str) -> bool:
    """Return whether two characters belong to one number, or to one word in letters."""
    if not before or not sign or is_wide(before) or is_wide(sign):
        return False
    return (before.isdecimal() and sign.isdecimal()) or (before.isalpha() and sign.isalpha())


def _has_wide(text: str) -> bool:
    return not text.isascii() and max(text) >= forms.FIRST_WIDE


def _word_in(text: str) -> re.Pattern[str]:
    """Return the pattern of a word in letters other than ideographs and kana."""
    letter = rf"(?![{forms.WIDE}])[^\W\d_]" if _has_wide(text) else r"[^\W\d_]"
    return re.compile(rf"{letter}(?:{letter}|['’-](?=[^\W\d_]))*")


def _value(numeral: re.Match[str]) -> int:
    """Return the value of a numeral up to ninety-nine."""
    tens, ten, ones = numeral.groups()
    return 10 * DIGITS.get(tens, 1) + DIGITS.get(ones, 0) if ten else DIGITS[numeral[0]]


def _in_full_kana(typed: str) -> tuple[str, range | list[int]]:
    """Write half-width kana in full width; return also the typed place of each character."""
    if max(typed, default="") < _FIRST_HALF or not re.search(_HALF_KANA, typed):
        return typed, range(len(typed) + 1)
    text, places, at = list[str](), list[int](), 0
    for found in re.finditer(_HALF_KANA, typed):
        places += range(at, found.start())
        text.append(typed[at : found.start()])
        whole = unicodedata.normalize("NFKC", found[0])
        text.append(whole)
        places += [found.start()] * len(whole)
        at = found.end()
    places += range(at, len(typed) + 1)
    return "".join((*text, typed[at:])), places
