"""What an audit found, in words: the sentence, its lines, and which number to count again."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final

from referee.core.paper.wording import VERDICT_WORDS, cited, rule_ids, text_of
from referee.core.ruling import Change, Correction, CorrectionKind, FieldPath, Ruling
from referee.core.say import Fact, Say, join, plural

_SHOWN: Final = 4
"""So many corrections are shown unless all are asked for."""


def lines_about(finding: Ruling, lines: Mapping[FieldPath, int]) -> list[int]:
    """Find the lines of the file that a finding concerns, from the first to the last.

    A place that the file does not spell out is on the line of what it is part of.

    >>> from referee.core.ruling import impossible
    >>> finding = impossible("Too much gold.").concerning([("holdings", "Ana", "gold")])
    >>> lines_about(finding, {("holdings", "Ana"): 7, ("holdings",): 5})
    [7]
    """
    found = {place_of(path, lines) for path in finding.fields}
    return sorted(line for line in found if line is not None)


def place_of(path: FieldPath, places: Mapping[FieldPath, int]) -> int | None:
    """Find the line or entry of a value, or of what it is part of."""
    starts = (path[:size] for size in range(len(path), 0, -1))
    return next((places[start] for start in starts if start in places), None)


def finding_text(
    finding: Ruling, lines: Mapping[FieldPath, int], mark: Callable[[str], str] = str
) -> str:
    """Tell a finding in one line; ``mark`` is given the verdict, and may colour it.

    >>> from referee.core.ruling import impossible
    >>> finding_text(impossible("The box holds 16."), {})
    'Impossible: The box holds 16.'
    """
    word = mark(text_of(VERDICT_WORDS[finding.verdict]))
    said = str(Say("{verdict}: {reason}", verdict=word, reason=text_of(finding.reason)))
    numbers = lines_about(finding, lines)
    listed = tuple(map(str, numbers))
    where = str(plural(len(numbers), "line {lines}", "lines {lines}", lines=listed))
    return cited(said, "; ".join(filter(None, (rule_ids(finding.rules), where if numbers else ""))))


def correction_text(
    finding: Ruling, entries: Mapping[FieldPath, int], *, everything: bool = False
) -> str:
    """Say which number to count again; empty where the table has to be asked.

    A value is named once with what fits best, at most four of them; ``everything`` names all.
    ``entries`` are the numbers of the entries in which a session counted the values.
    """
    if not finding.verdict.stops_play:
        return ""
    said = []
    alone = [each for each in finding.corrections if each.kind is CorrectionKind.MISCOUNTED]
    if alone:
        shown = list(_counted_again(alone, entries, everything=everything))
        said.append(Say("Count again: {what}.", what=_shortened(shown, everything=everything)))
    elif finding.corrections:
        shown = [_slip(each) for each in finding.corrections]
        said.append(Say("Perhaps {what}.", what=_shortened(shown, everything=everything)))
    elif finding.tried_all:
        said.append(Say("No single number explains it."))
    if not finding.tried_all:
        said.append(Say("Not all corrections were tried."))
    return text_of(join(said, " "))


def _shortened(shown: Sequence[Say], *, everything: bool) -> Say:
    more = 0 if everything else max(0, len(shown) - _SHOWN)
    listed = join(shown[: len(shown) - more], ", ")
    return Say("{listed}, and {n} more", listed=listed, n=more) if more else listed


def _counted_again(
    corrections: Sequence[Correction], entries: Mapping[FieldPath, int], *, everything: bool
) -> Iterator[Say]:
    """Name each value once, with what fits; the same field of the next player is not repeated."""
    fits: dict[FieldPath, list[Change]] = {}
    for correction in corrections:
        fits.setdefault(correction.changes[0].path, []).append(correction.changes[0])
    before = None
    for path, changes in fits.items():
        first = changes[0]
        others = changes if everything else changes[:1]
        facts: dict[str, Fact] = {
            "name": first.owner,
            "field": first.label,
            "told": _value(first.told),
            "fits": _either([_value(each.instead) for each in others]),
        }
        is_same = bool(first.owner) and first.label == before
        said = "{name}'s {field} ({told}; {fits} fits)"
        if not first.owner:
            said = "{field} ({told}; {fits} fits)"
        elif is_same:
            said = "{name}'s ({told}; {fits} fits)"
        entry = place_of(path, entries)
        before = first.label
        one = Say(said, **facts)
        yield one if entry is None else Say("entry {entry}, {what}", entry=entry, what=one)


def _slip(correction: Correction) -> Say:
    """Say what two values may have been moved or exchanged."""
    one, other = correction.changes
    facts: dict[str, Fact] = {
        "name": one.owner,
        "other": other.owner,
        "field": one.label,
        "first": _value(one.instead),
        "second": _value(other.instead),
    }
    if correction.kind is CorrectionKind.MOVED:
        n = one.told - one.instead if isinstance(one.told, int) else 1
        return plural(
            n,
            "{n} of {name}'s {field} belongs to {other} ({first} and {second} fit)",
            "{n} of {name}'s {field} belong to {other} ({first} and {second} fit)",
            **facts,
        )
    if isinstance(one.told, Mapping):
        return Say("the entries of {name} and {other} are exchanged", **facts)
    if one.owner == other.owner:
        said = "{name}'s {field} and {field2} are exchanged ({first} and {second} fit)"
        return Say(said, field2=other.label, **facts)
    said = "the {field} of {name} and {other} are exchanged ({first} and {second} fit)"
    return Say(said, **facts)


def _value(value: Any) -> Fact:  # noqa: ANN401 - of any shape
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, tuple):
        return join([_value(each) for each in value], "+") if value else "none"
    return value if isinstance(value, int) else str(value)


def _either(values: Sequence[Fact]) -> Fact:
    if len(values) == 1:
        return values[0]
    return Say("{word} or {rest}", word=join(values[:-1], ", "), rest=values[-1])
