"""Reading a printed sentence of another language back: by its message, as the English."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from functools import cached_property
from itertools import islice, pairwise, product
from typing import Final, NamedTuple, TypeAlias

Message: TypeAlias = tuple[str, str]
"""The English template of a message, and its translation."""
ReadPart: TypeAlias = Callable[[str], tuple[str, ...]]
"""Returns the English readings of a part of a text; none if it cannot be read whole."""
_Found: TypeAlias = "tuple[_Pattern, dict[str, str], int]"
_FIELD: Final = re.compile(r"\{(\w+)\}")
_FRAMES: Final = ("{said} (inserted)", "{said} (was: {was})")
"""The frames around the sentence of a corrected entry."""
_WITHIN: Final = "[^。！;；]"
"""The characters of a fact, which contains neither a whole sentence nor two answers."""
_WORD: Final = re.compile(r"[\w'-]+")
_STOPS: Final = "。．.!！"
_IS_SAID: Final = (".", "!", ")")
_LONGEST: Final = 400
_LONGEST_PART: Final = 80
_MOST_NESTED: Final = 3
_MOST_READINGS: Final = 16
_MOST_MEANT: Final = 5
"""How many readings of a sentence, or of a part of one, are tried."""
_MOST_PARTS: Final = 100
_MOST_WAYS: Final = 300
"""How many ways to align the fixed parts of a sentence with a text are tried."""
_APART: Final = r"(?:(?<=\d)(?=\D)|(?<=\D)(?=\d)|(?<=\s))"
"""Where two facts without a separator meet: at a number or a space."""
_FIRST: Final = re.compile(r"[.!;](?:\s|$)")
_GAPS: Final = re.compile(r"[\s;；,，]+")
_CLOSED: Final = re.compile(r"(?<=[^\x00-\u2e7f]) +(?=[^\x00-\u2e7f])")
_PLACE: Final = re.compile(r"\s*\d+[.:)]?\s+")
_RULES: Final = re.compile(r"\s*[(（][^()（）]*[A-Z]{2,4}-\d[^()（）]*[)）]")
_SUBJECT: Final = re.compile(r"\{(\w+)\}(?:[がは]|(?=[^\s{、，：]))")
_POLITE: Final = "ます"
_IS: Final = "です"
_LAST_SOUND: Final = str.maketrans("いきぎしちにびみり", "うくぐすつぬぶむる")


class Printed(NamedTuple):
    """A printed sentence with which a text begins: its English, and whether it is all of the text.

    ``text`` is the typed text without number and brackets. The sentence ``is_less`` if only its
    beginning was typed, or no player who acts.
    """

    english: str
    text: str
    is_all: bool
    is_less: bool = False


class Sentences:
    """An index of the printed sentences of a language, by which typed ones are found.

    A player at the beginning of a sentence can be left out, and a Japanese verb at its end can be
    in its plain form.

    >>> known = Sentences([("{who} takes {coin}.", "{who}が{coin}を取ります。")])
    >>> words = {"金": ("gold",), "Ana": ("Ana",)}
    >>> read = lambda part: words.get(part, ())
    >>> [*known.matches("3  Anaが金を取ります。", read)]
    [Printed(english='3  Ana takes gold.', text='Anaが金を取ります。', is_all=True, is_less=False)]
    >>> [*known.matches("金を取る", read)]
    [Printed(english='takes gold.', text='金を取る', is_all=True, is_less=True)]
    """

    def __init__(self, messages: Iterable[Message], marks: Iterable[str] = ()) -> None:
        """Index all messages of a language, with the separators of its lists.

        A message that is no sentence can be part of one.
        """
        messages = [each for each in messages if each[0] != each[1]]
        self.marks: Final = re.compile("|".join(map(re.escape, marks)) or "(?!)")
        self.said: Final = _Known(
            each
            for english, text in messages
            if english.endswith(_IS_SAID)
            and english not in _FRAMES
            and len(text) < _LONGEST
            and any(map(str.isalnum, _FIELD.sub("", text)))
            for each in _with_less(english, text)
        )
        self.parts: Final = _Known(
            (english, text, False)
            for english, text in messages
            if len(text) < _LONGEST_PART and any(map(str.isalnum, _FIELD.sub("", english + text)))
        )
        self._frames: Final = [
            _Pattern(english, text, field=".") for english, text in messages if english in _FRAMES
        ]

    def matches(
        self, text: str, read: ReadPart, verbs: frozenset[str] = frozenset()
    ) -> Iterator[Printed]:
        """Yield each sentence with which a text can begin, with the number of its entry.

        Sentences with one of the ``verbs`` come first, then those with the most fixed characters.
        """
        if len(text) > _LONGEST:
            return
        text = _CLOSED.sub("", _RULES.sub("", text)).strip()
        numbered = _PLACE.match(text)
        number = numbered[0] if numbered else ""
        said = text[len(number) :]
        for each in self._frames:
            if (found := each.match(said)) and found[1] == len(said):
                said = found[0]["said"]
        for english, end, is_less in _Reading(self, read, verbs).begun(said, _MOST_NESTED):
            yield Printed(number + english, said, end == len(said), is_less)


class _Reading:
    """Reads one line, each part of it only once."""

    def __init__(self, known: Sentences, read: ReadPart, verbs: frozenset[str]) -> None:
        self._known = known
        self._plain = read
        self._verbs = verbs
        self._read: dict[tuple[str, int], tuple[str, ...]] = {}

    def begun(self, text: str, depth: int) -> Iterator[tuple[str, int, bool]]:
        """Yield the English of sentences at the start of a text, their end, and ``is_less``."""
        known = self._known.said.beginning(text)
        known.sort(key=lambda found: (self._verbs.isdisjoint(found[0].words), found[0].is_less))
        for english, end, is_less in self._matched(known, depth):
            yield english, end, is_less
            if end < len(text) and depth:
                for more, then, _ in self.begun(text[end:], depth - 1):
                    yield f"{english} {more}", end + then, is_less

    def _matched(self, found: list[_Found], depth: int) -> Iterator[tuple[str, int, bool]]:
        for each, names, end in found:
            parts = names.values()
            unread = parts if depth == _MOST_NESTED and not each.is_less else ()
            facts = [self._part(part, depth) or (part,) * (part in unread) for part in parts]
            for chosen in islice(product(*facts), _MOST_READINGS):
                english = each.english.format_map(dict(zip(names, chosen, strict=True)))
                yield english, end, each.is_less

    def _part(self, part: str, depth: int) -> tuple[str, ...]:
        """Read a fact of a sentence: a message itself, a list, or words."""
        found = self._read.get((part, depth))
        if found is None:
            found = self._read[part, depth] = tuple(dict.fromkeys(self._part_of(part, depth)))
        return found

    def _part_of(self, part: str, depth: int) -> Iterator[str]:
        plain = self._plain(part)
        if part in plain or not any(map(str.isdecimal, part)):  # no count of things
            yield from filter(_WORD.fullmatch, plain)
        if depth and len(self._read) < _MOST_PARTS:
            things = self._known.marks.split(part)
            if len(things) > 1 and all(things):
                each = (self._part(thing, depth - 1) for thing in things)
                yield from map(", ".join, islice(product(*each), _MOST_MEANT))
            whole = [each for each in self._known.parts.beginning(part) if each[2] == len(part)]
            yield from islice((text for text, *_ in self._matched(whole, depth - 1)), _MOST_MEANT)
        yield from plain


class _Known:
    """An index of messages by a pair of neighbouring characters in each."""

    def __init__(self, messages: Iterable[tuple[str, str, bool]]) -> None:
        known = [_Pattern(e, t, is_less=less) for e, t, less in dict.fromkeys(messages)]
        self._by_signs: dict[str, list[tuple[int, _Pattern]]] = {}
        most = sorted((each for each in known if each.size), key=lambda each: -each.size)
        for n, each in enumerate(most):
            self._by_signs.setdefault(each.key, []).append((n, each))

    def beginning(self, text: str) -> list[_Found]:
        """List the messages with which a text can begin, those with most fixed characters first."""
        keys = {*text, *map("".join, pairwise(text))}
        near = sorted(each for key in keys for each in self._by_signs.get(key, ()))
        found = ((each, each.match(text)) for _, each in near)
        return [(each, *read) for each, read in found if read is not None]


class _Pattern:
    """The pattern of one sentence: its fixed parts, and the facts between them."""

    def __init__(
        self, english: str, text: str, *, is_less: bool = False, field: str = _WITHIN
    ) -> None:
        self.is_less: Final = is_less
        self._field: Final = field
        parts = _FIELD.split(text.rstrip(_STOPS))
        self.english: Final = english
        self._names: Final = parts[1::2]
        self._between: Final = parts[::2]
        self._signs: Final = [sign for part in self._sought for sign in _GAPS.split(part) if sign]
        self.key: Final = max(self._signs, key=len, default="")[:2]
        self.words: Final = frozenset(english.lower().rstrip(_STOPS).split())
        self.size = sum(each.isalnum() or each in "（）" for each in "".join(self._between))
        if not {*self._names} >= {*_FIELD.findall(english)} or "{" in "".join(self._between):
            self.size = 0  # it lacks a fact of the English

    @property
    def _sought(self) -> list[str]:
        """The fixed parts that a text must contain; of a verb at the end only the stem."""
        *others, last = self._between
        stem = last.removesuffix(_POLITE)
        return [*others, stem[:-1] if stem != last else last.removesuffix(_IS)]

    def match(self, text: str) -> tuple[dict[str, str], int] | None:
        """Return the facts of this sentence at the start of a text, and its end; else None."""
        at, ways = 0, 1
        for sign in self._signs:
            at = text.find(sign, at) + len(sign)
            ways *= text.count(sign)
            if at < len(sign) or ways > _MOST_WAYS:
                return None
        found = self._pattern.match(text)
        return (found.groupdict(), found.end()) if found else None

    @cached_property
    def _pattern(self) -> re.Pattern[str]:
        found, known = _escaped(self._between[0]), set[str]()
        for name, sign in zip(self._names, self._between[1:], strict=True):
            found += f"(?P={name})" if name in known else f"(?P<{name}>{self._field}+?)"
            known.add(name)
            found += (_escaped(sign) or _APART) if sign is not self._between[-1] else ""
        last = self._between[-1] if self._names else ""
        ends = (last, *_plain_forms(last)) if self._names else ("",)
        return re.compile(rf"{found}(?:{'|'.join(map(_escaped, ends))})\s*(?:[{_STOPS}]\s*|$)")


def _escaped(text: str) -> str:
    """Return a pattern of a text with any spaces, and any comma in place of a semicolon."""
    parts = (r"\s*".join(map(re.escape, each.split())) for each in re.split("[;；]", text))
    lead, trail = r"\s*" if text[:1].isspace() else "", r"\s*" if text[-1:].isspace() else ""
    return lead + "[;；,，]".join(parts) + trail


def _with_less(english: str, text: str) -> Iterator[tuple[str, str, bool]]:
    """Yield a message whole, and as ``less`` its first sentence, and both without the actor."""
    yield english, text, False
    yield from _without_subject(english, text)
    first, *more = re.split("[。！；]", text.rstrip(_STOPS))
    if more:
        begun = f"{_FIRST.split(english)[0]}."
        yield begun, first, True
        yield from _without_subject(begun, first)


def _without_subject(english: str, text: str) -> Iterator[tuple[str, str, bool]]:
    subject = _SUBJECT.match(text)
    if subject is not None and english.startswith(f"{{{subject[1]}}} "):
        rest = english.removeprefix(f"{{{subject[1]}}} ")
        if subject[1] not in _FIELD.findall(text[subject.end() :] + rest):
            yield rest, text[subject.end() :], True


def _plain_forms(last: str) -> tuple[str, ...]:
    """Return the possible plain forms of a Japanese verb at the end of a sentence.

    >>> _plain_forms("を取ります"), _plain_forms("をやめます"), _plain_forms("交換します")
    (('を取る', 'を取りる'), ('をやめる',), ('交換す', '交換しる', '交換する'))
    """
    stem = last.removesuffix(_POLITE)
    if last.endswith(_IS):
        return (last.removesuffix(_IS),)
    if stem == last or not stem:
        return ()
    sound = stem[-1].translate(_LAST_SOUND)
    if sound == stem[-1]:
        return (f"{stem}る",)
    forms = (stem[:-1] + sound, f"{stem}る")
    return (*forms, f"{stem[:-1]}する") if stem[-1] == "し" else forms
