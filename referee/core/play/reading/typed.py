"""What was typed last: read as English, and quoted as it was typed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final

from referee.core.answers.text_input import halfwidth, split_answers
from referee.core.play.reading.commands import OF_PEOPLE, is_question
from referee.core.say import AsIs, Say, spoken

if TYPE_CHECKING:
    from referee.core.play.reading.plan import Plan
    from referee.core.words.language import Language
    from referee.core.words.reading import Read

NOT_NOTED: Final = "Not noted: {rest}"


class Typed:
    """The last line of a table, in the language that is spoken."""

    def __init__(self) -> None:
        self._line: Read | None = None

    def read(self, line: str, names: Sequence[str]) -> str:
        """Read a line as English, part by part."""
        language = spoken()
        self._line = None
        if language is None:
            return line
        for part in split_answers(line, names):
            each = _read_part(part, names, language)
            self._line = each.with_before(self._line, ";") if self._line else each
        return self._line.english if self._line else line

    def plan(self, part: str, plan: Callable[[str], Plan]) -> Plan:
        """Read part of the line; a word of two meanings is what can be read, and then allowed."""
        best = plan(part)
        if self._line is None:
            return best
        if best.said is None and best.refused is None:
            if len(best.answers) > 1:  # *one gold coin* is no first choice, and gold after it
                found = plan(self._line.without_ones(part))
                is_shorter = found.said is None and len(found.answers) < len(best.answers)
                return found if is_shorter and found.refused is None else best
            return best
        for other in self._line.variants(part):
            found = plan(other)
            if found.said is None and (best.said is not None or found.refused is None):
                best = found
        return best

    def quoted(self, said: Say) -> Say:
        """Let a sentence quote the line as it was typed, wherever it quotes part of it."""
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


def _is_quoted(name: str, said: Say) -> bool:
    """Return whether a fact of a sentence is what somebody typed."""
    return f"“{{{name}}}”" in said.template or said.template == NOT_NOTED


def _read_part(line: str, names: Sequence[str], language: Language) -> Read:
    """Read one part of a line; people's own text stays as it is."""
    from referee.core.words.reading import Read, as_is  # English needs none of it

    text = line.strip()
    first, *rest = text.split(maxsplit=1) or [""]
    slash = first[:1] if halfwidth(first).startswith("/") else ""
    word = language.read(first.removeprefix(slash), names)
    if slash:
        word = word.with_before(Read(slash, "/"), "")
    if word.english.removeprefix("/") in OF_PEOPLE:
        return as_is(rest[0]).with_before(word, " ") if rest else word
    if is_question(text):
        return as_is(text)
    if slash:
        return language.read(rest[0], names).with_before(word, " ") if rest else word
    return language.read(text, names)
