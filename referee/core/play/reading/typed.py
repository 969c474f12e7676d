"""The last line typed: read as English, and quoted in the words that were typed."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import islice, pairwise
from typing import TYPE_CHECKING, Final

from referee.core.answers.choices import SomePlayer
from referee.core.answers.text_input import NUMBERS, THINGS, halfwidth, split_answers
from referee.core.play.reading.commands import (
    EXIT,
    OF_PEOPLE,
    asks_whose_turn,
    has_asked,
    is_question,
)
from referee.core.play.reading.names import names_within, words_or_signs
from referee.core.play.reading.plan import NOT_READ, Plan
from referee.core.play.reading.verbs import ARTICLES, fold, in_digits, verbs_of
from referee.core.say import AsIs, Say, in_plain_english, spoken

if TYPE_CHECKING:
    from referee.core.play.reading.line import LineReader
    from referee.core.words.language import Language
    from referee.core.words.reading import Read

_UNSAID: Final = re.compile(r"[\s;；,，、。.]|[(（][^()（）]*[A-Z]{2,4}-\d[^()（）]*[)）]")
"""Parts of a printed sentence that can be left out or typed differently."""
_COUNTED: Final = re.compile(
    r"(?<![\d,;/.] )\b[1-9] ?x? [^\W\d_]{2,}|[^\W\d_]{2,} [1-9](?![\d/])\b"
)
"""A number next to a word, which it counts."""
_PIECES: Final = re.compile(rf"(?i)\b(?:[1-9]|{'|'.join(NUMBERS[1:])}) (?:{'|'.join(THINGS)})\b")
_MOST_TOLD: Final = 40
"""How many printed sentences with which a line may begin are tried."""
_ENDS: Final = tuple("。！!")
"""The ends of a sentence in a language without spaces."""
_LONGEST_STEP: Final = 2
"""Longer words before a number count with it; ``fl 3`` are two steps and a choice."""
NOT_NOTED: Final = "Not noted: {rest}"
_ASKING_FIRST: Final = ("is ", "was ", "ist ", "war ")


class Typed:
    """The last line of a table, in the language that is spoken."""

    def __init__(self) -> None:
        self._line: Read | None = None
        self._names: Sequence[str] = ()
        self._parts: dict[str, str] = {}

    def read(self, line: str, names: Sequence[str]) -> str:
        """Read a line as English, part by part."""
        language = spoken()
        self._line, self._names, self._parts = None, names, {}
        if language is None:
            return line
        for part in _parts(line, names, language):
            each = _read_part(part, names, language)
            self._parts[each.english.strip()] = part
            self._line = each.with_before(self._line, ";") if self._line else each
        return self._line.english if self._line else line

    def plan(self, part: str, reader: LineReader) -> Plan:
        """Read part of the line; of several meanings, one that can be read and is allowed wins.

        A sentence that is printed for an entry is read, too.
        """
        typed = self._parts.get(part, "")
        step, language = reader.step, spoken()
        has_numbers = step is not None and bool(step.answers.numbered)
        if has_numbers and part.isdecimal() and typed and not typed.strip().isdecimal():
            part = typed  # a number of pieces is not the number of a choice
        pieces = language.pieces_in(typed) if language is not None and step is not None else ""
        if language is not None and step is not None and pieces and step.has_values:
            return self._of_values(typed, reader, language)
        if has_numbers and not pieces and (listed := _as_listed(part, reader)) is not None:
            return listed
        best = self._plan(part, typed, reader)
        if language is not None and pieces and not has_numbers:
            from referee.core.words import terms  # English needs none of it

            times = language.as_multiples(terms.in_digits(typed))
            if times and (found := reader.plan(times)).said is None:
                best = found
        word = (pieces or _counted_in(part)) if has_numbers else ""
        if word and _miscounts(best, in_digits(part), has_pieces=bool(pieces)):
            word = word if word in part else part
            refused = Plan(said=Say(NOT_READ, word=word, line=typed or part))
            return (None if pieces else _of_one_piece(part, reader)) or refused
        if best.said is None or (typed or part).lstrip().casefold().startswith(_ASKING_FIRST):
            return best
        return _naming(typed, reader) or _naming(part, reader) or best

    def _of_values(self, typed: str, reader: LineReader, language: Language) -> Plan:
        """Read pieces with numbers on them, of which one or several are counted."""
        bare, line = Typed(), language.without_a_piece(typed)
        if (told := self._told(typed, reader)) is not None:
            return told
        if not line.strip() or language.pieces_in(line):
            return reader.plan(typed)
        return bare.plan(bare.read(line, self._names), reader)

    def _plan(self, part: str, typed: str, reader: LineReader) -> Plan:
        told = self._told(typed, reader) if typed.rstrip()[-1:] in _ENDS else None
        if told is not None and told.refused is None and len(told.answers) == 1:
            return told  # of more than one, the first may be the number of coins
        best = reader.plan(part)
        if self._line is None:
            return best if best.said is None else reader.plan_as_said(part) or best
        if best.said is None and best.refused is None:
            bare = part if len(best.answers) <= 1 else self._line.without_ones(part)
            if bare == part:
                return best
            found = reader.plan(bare)  # *one gold coin* is no first choice, and gold after it
            is_shorter = found.said is None and len(found.answers) < len(best.answers)
            return found if is_shorter and found.refused is None else best
        for other in self._line.variants(part):
            found = reader.plan(other)
            is_better = best.said is not None or (best.refused is not None and not found.refused)
            if found.said is None and is_better:
                best = found
        if best.said is None and best.refused is None:
            return best
        told = told or self._told(typed, reader)
        if told is None and best.said is not None:
            each = map(reader.plan_as_said, (part, *self._line.variants(part)))
            told = next(filter(None, each), None)
        return told or best

    def _told(self, typed: str, reader: LineReader) -> Plan | None:
        """Read part of the line as a printed sentence; an allowed reading comes first."""
        language = spoken()
        refused: Plan | None = None
        verbs = verbs_of(reader.step) if reader.step else frozenset[str]()
        known = language.read_printed(typed, self._names, verbs) if language else ()
        for told in islice(known, _MOST_TOLD):
            if refused is not None and told.is_less:
                break  # the player named in it may not act
            found = reader.plan(told.english)
            if found.said is not None or not (told.is_all or _is_printed(found, told.text)):
                continue
            if found.refused is None:
                return found
            refused = refused or found
        return refused

    def quoted(self, said: Say) -> Say:
        """Return a sentence with its quotes of the English replaced by what was typed."""
        if self._line is None:
            return said
        facts = dict(said.facts)
        for name, fact in said.facts.items():
            if isinstance(fact, Say):
                facts[name] = self.quoted(fact)
            elif isinstance(fact, str) and _is_quoted(name, said):
                typed = self._line.quoted(fact.removesuffix("…"))
                if typed is not None:
                    facts[name] = AsIs(f"{typed}…" if fact.endswith("…") else typed)
        return said.again(facts)


def _miscounts(plan: Plan, line: str, *, has_pieces: bool) -> bool:
    """Return whether a plan reads a number of pieces or squares as another answer."""
    ids = [each.attempt.step.id for each in plan.answers]
    if has_pieces:
        return len({*ids}) < len(ids)
    planned = (*plan.answers, plan.refused) if plan.refused is not None else plan.answers
    typed = [each for each in planned if each.words in line]
    if _PIECES.search(line) and any(
        each.words[:1].isdecimal() and each.attempt.step.answers.numbered for each in typed
    ):
        return True
    for before, each in pairwise(typed):
        asked, step = before.attempt.step, each.attempt.step
        is_number = each.words[:1].isdecimal()
        if asked.id == step.id and is_number != before.words[:1].isdecimal():
            return True
        is_behind = is_number and len(before.words) > _LONGEST_STEP and bool(step.answers.numbered)
        if is_behind and step.is_observed:
            return True
    return False


def _as_listed(words: str, reader: LineReader) -> Plan | None:
    """Read a choice after its own number, as the prompt shows them; else None."""
    number, _, word = words.strip().partition(" ")
    if not (number.isdecimal() and word):
        return None
    plans = reader.plan(number), reader.plan(word)
    first, last = ([each.attempt.event for each in plan.answers] for plan in plans)
    is_counted = fold(word.split()[-1]) in THINGS
    is_meant = number == "1" if is_counted else first == last
    return plans[1] if is_meant and len(first) == len(last) == 1 else None


def _of_one_piece(words: str, reader: LineReader) -> Plan | None:
    """Read an answer without the one piece that it counts, as in *pay 1 coin*; else None."""
    if in_digits(words).count(" 1 ") != 1:
        return None
    plan = reader.plan(_PIECES.sub("", words, count=1))
    return plan if plan.said is None and len(plan.answers) == 1 else None


def _counted_in(words: str) -> str:
    """Return a number with the word that it may count, or an empty text."""
    texts = ((_COUNTED, words), (_COUNTED, in_digits(words)), (_PIECES, words))
    found = next(filter(None, (form.search(text) for form, text in texts)), None)
    return found[0] if found else ""


def _naming(words: str, reader: LineReader) -> Plan | None:
    """Read the one name in a line whose other words are those of the question or its sentence.

    So *Bo is the youngest* if the step asks who that is; None for any other line.
    """
    step = reader.step
    if step is None or step.player is not None or not isinstance(step.answers, SomePlayer):
        return None
    named, rest = names_within(words, step.answers.players)
    if len(named) != 1:
        return None
    plan = reader.plan(f"@{named[0]}")
    told = (each for entry in plan.answers for each in entry.attempt.told)
    said = [*filter(None, (step.ask, step.detail, *told))]
    known = words_or_signs(" ".join((*map(str, said), *map(in_plain_english, said))))
    known |= step.verbs | step.filler | ARTICLES
    return plan if rest <= known and not has_asked("who", " ".join(rest)) else None


def _is_printed(plan: Plan, typed: str) -> bool:
    """Return whether the printed sentences of a plan begin with the typed text."""
    said = "".join(str(each) for entry in plan.answers for each in entry.attempt.told)
    typed, said = (_UNSAID.sub("", each) for each in (typed, said))
    return said.startswith(typed)


def _parts(line: str, names: Sequence[str], language: Language) -> list[str]:
    """Split a line at each ``;``, except within a sentence that is printed."""
    parts = split_answers(line, names)
    if len(parts) > 1 and any(told.is_all for told in language.read_printed(line, names)):
        return [",".join(parts)]
    return parts


def _is_quoted(name: str, said: Say) -> bool:
    """Return whether a sentence quotes this fact as something typed."""
    return f"“{{{name}}}”" in said.template or said.template == NOT_NOTED


def _read_part(line: str, names: Sequence[str], language: Language) -> Read:
    """Read one part of a line as English; notes, names and questions stay as they are."""
    from referee.core.words.reading import Read, as_is  # English needs none of it

    text = line.strip()
    first, *rest = text.split(maxsplit=1) or [""]
    slash = first[:1] if halfwidth(first).startswith("/") else ""
    word = language.read(first.removeprefix(slash), names)
    if slash:
        word = word.with_before(Read(slash, "/"), "")
    elif word.english == EXIT and not first.isascii():
        return word.with_before(Read("", "the"), " ")  # a way out of a cave, not the command
    if word.english.removeprefix("/") in OF_PEOPLE:
        return as_is(rest[0]).with_before(word, " ") if rest else word
    if is_question(text) or asks_whose_turn(text):
        return as_is(text)
    if slash:
        return language.read(rest[0], names).with_before(word, " ") if rest else word
    return language.read(text, names)
