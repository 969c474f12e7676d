"""All that a scoresheet tells, gathered once: every format prints the same."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from referee.core.paper.round_sheet import QuickReference, RoundSheet, SheetRow
from referee.core.paper.score_summary import Summary
from referee.core.paper.wording import text_of
from referee.core.rulebook import Rule, RuleRef
from referee.core.ruling import Verdict
from referee.core.say import Say


class LogItem(Struct, frozen=True, kw_only=True):
    """One mark of the record: what was answered when, what came of it, and what became of it.

    ``number`` is the place of an entry that counts; nothing else has one. Only entries answer a
    step and have a verdict; elsewhere ``step`` is empty.
    """

    number: int | None
    at: str
    step: str
    words: str
    said: Say
    verdict: Verdict | None = None
    rules: tuple[RuleRef, ...] = ()
    is_undone: bool = False
    overrule_reason: str = ""
    by_timer: bool = False
    note: str = ""


def remarks_on(item: LogItem) -> list[str]:
    """Word what became of an entry, and who noted it: undone, overruled, by the timer, a note.

    >>> item = LogItem(number=1, at="", step="", words="", said=Say(""), overrule_reason="agreed")
    >>> remarks_on(item)
    ['table decision: agreed']
    """
    said = [Say("taken back")] if item.is_undone else []
    said += (
        [Say("table decision: {reason}", reason=item.overrule_reason)]
        if item.overrule_reason
        else []
    )
    said += [Say("by the timer")] if item.by_timer else []
    said += [Say("note: {text}", text=item.note)] if item.note else []
    return [text_of(each) for each in said]


def time_text(at: str) -> str:
    """Leave the time zone and the ``T`` to programs.

    >>> time_text("2026-11-21T20:15:00+01:00")
    '2026-11-21 20:15:00'
    """
    return f"{at[:10]} {at[11:19]}" if at[10:11] == "T" else at


class Annotation(Struct, frozen=True):
    """What the table did beside playing: the how-manieth of these, and what it was.

    ``entry`` is the entry it hangs on, by its index from 0 among those in force.
    """

    number: int
    kind: Say
    text: str
    entry: int


class ScoreHistory(Struct, frozen=True):
    """How the players stood as the game went on.

    ``numbers`` has for each seat a number for each of ``rounds``; None where it was not known.
    """

    what: Say
    seats: tuple[str, ...]
    rounds: tuple[Say | int, ...]
    numbers: tuple[tuple[int | None, ...], ...]


class SheetDocument(Struct, frozen=True, kw_only=True):
    """A scoresheet as it is printed.

    ``head`` and ``foot`` are named facts. A blank form has a ``reference`` and nothing else beside
    the sheet. A filled one has the final score in ``score``, or says in ``hidden`` why there is
    none yet; ``score_today`` is the one by today's rulebook where that gives another. ``rules`` are
    all that the sheet cites, ``language`` is the one in which names of unclear script are read.
    """

    sheet: RoundSheet
    head: tuple[tuple[str, str], ...]
    foot: tuple[tuple[str, str], ...]
    language: str
    rules: tuple[Rule, ...]
    reference: QuickReference | None = None
    sitting: int | None = None
    """How many sit at the table of a blank form; a seat may be nobody's, such as a dummy's."""
    annotations: tuple[Annotation, ...] = ()
    rulings: tuple[LogItem, ...] = ()
    score: Summary | None = None
    score_today: Summary | None = None
    hidden: Say | None = None


def annotation_name(annotation: Annotation) -> str:
    """Call a mark by its kind and number, as it stands beside a row.

    >>> annotation_name(Annotation(7, Say("note"), "rain", 2))
    'note 7'
    """
    return text_of(Say("{kind} {n}", kind=annotation.kind, n=annotation.number))


def annotation_text(annotation: Annotation) -> str:
    """Tell a mark of the table in full.

    >>> annotation_text(Annotation(7, Say("note"), "rain", 2))
    'note 7: rain'
    """
    if not annotation.text:
        return annotation_name(annotation)
    mark = annotation_name(annotation)
    return text_of(Say("{mark}: {told}", mark=mark, told=annotation.text))


def annotations_beside(row: SheetRow, annotations: Sequence[Annotation]) -> list[Annotation]:
    """List the marks on the entries that a row tells.

    >>> annotation = Annotation(7, Say("note"), "rain", 2)
    >>> row = SheetRow(round=1, what=Say("drawn"), cells=(), entries=(2, 3))
    >>> annotations_beside(row, [annotation]) == [annotation]
    True
    """
    return [annotation for annotation in annotations if annotation.entry in row.entries]


def score_history(sheet: RoundSheet) -> ScoreHistory | None:
    """Tell how the players stood round by round; None where fewer than two rounds tell it.

    >>> rows = (SheetRow(round=n, what=Say("coins"), cells=(n, 4), is_standing=True)
    ...     for n in (1, 2))
    >>> history = score_history(RoundSheet(title=Say(""), counts=Say("round"), seats=("Ana",),
    ...     table=Say("sack"), rows=tuple(rows)))
    >>> history.rounds, history.numbers
    ((1, 2), ((1, 2),))
    """
    rows = [row for row in sheet.rows if row.is_standing]
    if len(rows) < len(("before", "after")):
        return None
    return ScoreHistory(
        what=rows[0].what,
        seats=sheet.seats,
        rounds=tuple(row.round for row in rows),
        numbers=tuple(
            tuple(cell if isinstance(cell, int) else None for cell in column)
            for column in list(zip(*(row.cells for row in rows), strict=True))[: len(sheet.seats)]
        ),
    )
