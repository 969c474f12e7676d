"""The end of a game: the holdings, what is impossible, and the scores."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from functools import partial
from typing import Final, Generic, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from referee.core.rulebook import Rulebook
from referee.core.ruling import Correction, FieldPath, Ruling, Verdict
from referee.core.say import Say, of_kind
from referee.core.scoring import corrections
from referee.core.scoring.score import Scoresheet
from referee.core.table import FinalCount, HoldingsForm, Options

S = TypeVar("S")
_GRAVEST = (Verdict.IMPOSSIBLE, Verdict.FORBIDDEN, Verdict.TABLE_CALL, Verdict.ALLOWED)
MOST_DECISIONS: Final = 600
"""The most changed tables judged in one audit, unless a game says otherwise."""


class FinalScoring(Struct, Generic[S], frozen=True, kw_only=True):
    """From the last event, or from a typed file, to the scores.

    ``form`` shapes a holdings file. ``count`` gives the final count of a state, or says what is
    still hidden; it belongs to ``stages``, as does ``contradictions``. That lists why no game with
    this box and these facts can end so: every sum that is broken by itself, each once, or else the
    one contradiction of the table as a whole; what the count lacks is unknown. Each finding has in
    ``fields`` the places that its sentence adds up or compares. What costs most to find comes last:
    a changed table is judged no further than to the first finding that is new. ``score`` counts the
    points. ``unchecked`` names what was not given and so not checked, each with the fact that would
    allow it. ``decisions`` is how many changed tables may be judged in search of corrections; a
    room that judges slowly lowers it. ``rows`` are the labels of all lines that can occur, in the
    order of the rulebook; without it they are in the order in which somebody has them.

    >>> from referee.core.fields import Field, Integer
    >>> from referee.core.rulebook import Edition
    >>> from referee.core.ruling import forbidden
    >>> from referee.core.scoring.score import Outcome
    >>> from referee.core.table import Setup
    >>> book = Rulebook(game="bell", version=1, digest="", prefix="BEL", players=(1, 4),
    ...     edition=Edition("", "", ""), rules={})
    >>> rings = Field(name="rings", shape=Integer(), about=Say("rings"))
    >>> def too_often(book: Rulebook, count: FinalCount) -> tuple[Ruling, ...]:
    ...     n = sum(own["rings"] for own in count.holdings.values())
    ...     heard = [("holdings", who, "rings") for who in count.holdings]
    ...     found = forbidden("{n} rings; the bell rings three times at most.", "BEL-1", n=n)
    ...     return (found.concerning(heard),) if n > 3 else ()
    >>> final = FinalScoring[FinalCount](
    ...     form=lambda book, options: HoldingsForm(fields=(rings,)),
    ...     count=lambda state: state,
    ...     contradictions=too_often,
    ...     score=lambda book, count: Scoresheet((), Outcome((), Say(""), ())))
    >>> count = FinalCount(Setup(("Ana", "Bo")), {"Ana": {"rings": 1}, "Bo": {"rings": 4}})
    >>> (finding,) = final.audit(book, count)
    >>> str(finding.reason), [correction.changes[0].instead for correction in finding.corrections]
    ('5 rings; the bell rings three times at most.', [2, 1])
    """

    form: Callable[[Rulebook, Options], HoldingsForm]
    score: Callable[[Rulebook, FinalCount], Scoresheet]
    count: Callable[[S], FinalCount | Say] = lambda _: Say(
        "Nothing is counted of a game that is played."
    )
    contradictions: Callable[[Rulebook, FinalCount], Iterable[Ruling]] = lambda *_: ()
    unchecked: Callable[[Rulebook, FinalCount], tuple[Say, ...]] = lambda *_: ()
    decisions: int = MOST_DECISIONS
    rows: Callable[[Rulebook, Options], tuple[Say, ...]] = lambda *_: ()

    def form_for(self, book: Rulebook, options: Options) -> HoldingsForm:
        """Shape a holdings file. Raises GameFault where ``form`` gives something else."""
        return of_kind(HoldingsForm, self.form(book, options), self.form)

    def scoresheet(self, book: Rulebook, count: FinalCount) -> Scoresheet:
        """Score a count; pieces that a file leaves out of an entry are none."""
        form = self.form_for(book, count.setup.options)
        whole = corrections.completed(form, count)
        sheet = of_kind(Scoresheet, self.score(book, whole), self.score)
        rows = self.rows(book, count.setup.options)
        return sheet.in_order(rows) if rows else sheet

    def audit(
        self,
        book: Rulebook,
        count: FinalCount,
        counted: Collection[FieldPath] | None = None,
    ) -> tuple[Ruling, ...]:
        """Find everything impossible, the gravest first, each with corrections that repair it.

        ``counted`` are the places that were counted at the end of a session, and only those are
        tried; None for a typed file, of which every value is. A correction is a change after which
        its finding is gone and no other has come. Where no single value will do, slips of two are
        tried: pieces moved from one player to another, or values exchanged.
        """
        found = tuple(self._findings(book, count))
        if not found:
            return ()
        form = self.form_for(book, count.setup.options)
        search = _Search(partial(self._findings, book), count, found, self.decisions)
        search.add(corrections.single_changes(book, form, count, counted))
        search.add(corrections.paired_changes(form, count, counted))
        order = [each.path for each in corrections.places_given(form, count)]
        findings = (
            replace(
                each,
                fields=_places_shown(each.fields, count),
                corrections=tuple(search.repairs[each.reason]),
                tried_all=search.has_tried_all or not each.verdict.stops_play,
            )
            for each in found
        )
        return tuple(sorted(findings, key=lambda each: _sort_key(each, order)))

    def is_confirmed(self, book: Rulebook, count: FinalCount) -> bool:
        """Whether nothing in a count is impossible; no corrections are searched."""
        return not any(each.verdict.stops_play for each in self._findings(book, count))

    def _findings(self, book: Rulebook, count: FinalCount) -> Iterable[Ruling]:
        form = self.form_for(book, count.setup.options)
        return self.contradictions(book, corrections.completed(form, count))


class _Search:
    """The search for corrections of all findings of a count at once."""

    def __init__(
        self,
        judge: Callable[[FinalCount], Iterable[Ruling]],
        count: FinalCount,
        found: tuple[Ruling, ...],
        decisions: int,
    ) -> None:
        self._judge = judge
        self._count = count
        self._before = {each.reason for each in found}
        self._broken = [each.reason for each in found if each.verdict.stops_play]
        self._left = decisions
        self.repairs: dict[Say, list[Correction]] = {each.reason: [] for each in found}
        self.has_tried_all = True

    def add(self, tried: Iterable[Correction]) -> None:
        """Try changes for findings without a repair; stop when all decisions are used up."""
        wanted = [reason for reason in self._broken if not self.repairs[reason]]
        for correction in tried if wanted else ():
            if not self._left:
                self.has_tried_all = False
                return
            self._left -= 1
            after = set[Say]()
            for each in self._judge(corrections.corrected(self._count, correction)):
                after.add(each.reason)
                if each.reason not in self._before:
                    break
            else:
                for reason in wanted:
                    if reason not in after:
                        self.repairs[reason].append(correction)


def _places_shown(fields: tuple[FieldPath, ...], count: FinalCount) -> tuple[FieldPath, ...]:
    """Leave out places without a value, and those that add nothing unless all others do, too."""
    given = [(path, corrections.value_at(count, path)) for path in dict.fromkeys(fields)]
    given = [(path, value) for path, value in given if value is not None]
    adding = tuple(
        path
        for path, value in given  # a fact about the table is compared where it is "no", too
        if value not in (0, (), {}) or (isinstance(value, bool) and path[0] != "holdings")
    )
    return adding or tuple(path for path, _ in given)


def _sort_key(finding: Ruling, order: list[FieldPath]) -> tuple[int, int]:
    """Sort the gravest first, then in the order of the file."""
    places = [order.index(path) for path in finding.fields if path in order]
    return _GRAVEST.index(finding.verdict), min(places, default=0)
