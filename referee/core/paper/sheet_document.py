"""The contents of a scoresheet, gathered once, so that every format prints the same."""

from __future__ import annotations

import re
from collections.abc import Mapping
from itertools import compress
from typing import TYPE_CHECKING, Final

from msgspec import Struct

from referee.core.paper.wording import escaped, text_of
from referee.core.rulebook import Rule, RuleRef
from referee.core.ruling import Verdict
from referee.core.say import AsIs, Fact, Say, join, plural

if TYPE_CHECKING:  # a log needs none of these
    from referee.core.paper.drawing import Ink
    from referee.core.paper.pad import Pad
    from referee.core.paper.round_sheet import RoundSheet
    from referee.core.paper.score_summary import Summary

_TIME: Final = re.compile(r"([0-9]{4})-(0[1-9]|1[0-2])-([0-3][0-9])T[0-9]{2}:[0-9]{2}")
_WEEKDAYS: Final = (
    *(Say("Sunday"), Say("Monday"), Say("Tuesday"), Say("Wednesday"), Say("Thursday")),
    *(Say("Friday"), Say("Saturday")),
)
_MONTHS: Final = (
    *(Say("January"), Say("February"), Say("March"), Say("April"), Say("May"), Say("June")),
    *(Say("July"), Say("August"), Say("September"), Say("October"), Say("November")),
    Say("December"),
)
_MARCH: Final = 3
_SHIFTS: Final = (0, 3, 2, 5, 0, 3, 5, 1, 4, 6, 2, 4)
"""The shift in weekdays of the first of each month, after Sakamoto."""


DOT: Final = " · "
"""Separates the facts of one line; a language can have its own separator."""


class LogItem(Struct, frozen=True, kw_only=True):
    """One mark of the record: when and how it was typed, its sentence, and its fate.

    Only a current entry has a ``number``, which is its place; only entries have a ``step`` and a
    verdict.
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
    done: Say | None = None
    """The event that happened anyway, if ``said`` is a refusal that was overruled."""
    by_timer: bool = False
    note: str = ""

    @property
    def happened(self) -> Say:
        """The sentence of the event, with the refusal that was overruled."""
        if self.done is None:
            return self.said
        return Say("{done}. Refused: {said}", done=self.done, said=self.said)


def remarks_on(item: LogItem) -> list[str]:
    """Word the remarks on an entry: taken back, overruled, by the timer, a note.

    >>> item = LogItem(number=1, at="", step="", words="", said=Say(""), overrule_reason="agreed")
    >>> remarks_on(item)
    ['table decision: agreed']
    """
    said = (
        Say("taken back"),
        Say("table decision: {reason}", reason=item.overrule_reason),
        Say("by the timer"),
        Say("note: {text}", text=AsIs(item.note)),
    )
    is_so = (item.is_undone, item.overrule_reason, item.by_timer, item.note)
    return [*map(text_of, compress(said, is_so))]


def time_text(at: str) -> str:
    r"""Write a time without time zone and ``T``, escaped, because a journal can be forged.

    >>> time_text("2026-11-21T20:15:00+01:00")
    '2026-11-21 20:15:00'
    >>> print(time_text("\x1b[31mnever"))
    \x1b[31mnever
    """
    return escaped(f"{at[:10]} {at[11:19]}" if at[10:11] == "T" else at)


def minute_of(at: str) -> str:
    """Return a local time to the minute, as on paper; empty if it is none.

    >>> minute_of("2026-11-21T20:14:07+01:00"), minute_of("noon")
    ('2026-11-21T20:14', '')
    """
    found = _TIME.match(at)
    return found[0] if found else ""


class Occasion(Struct, frozen=True, kw_only=True):
    """When, where and by how many a game was played; times are those of the journal.

    With ``by_round``, not all turns were recorded.

    >>> str(Occasion(players=4, begun="2026-11-21T20:14:00+01:00",
    ...     ended="2026-11-21T20:51:07+01:00").when)
    'Saturday 21 November 2026, 20:14 to 20:51'
    >>> str(Occasion(players=4, place="at Bo's").line)
    "4 players · at Bo's"
    >>> str(Occasion(players=3, former={"Eva": ("Di", "Cy")}).line)
    '3 players · Di, then Cy, then Eva'
    """

    players: int
    former: Mapping[str, tuple[str, ...]] = {}
    begun: str = ""
    ended: str = ""
    place: str = ""
    by_round: bool = False

    @property
    def line(self) -> Say:
        """Say all of it on one line; the place as it was typed."""
        place = (Say("{place}", place=AsIs(self.place)),) if self.place else ()
        parts = (self.when, self.seats, *place, *self.substitutes, self.noted)
        return join([part for part in parts if part is not None], DOT)

    @property
    def noted(self) -> Say | None:
        """Say that not every turn was recorded; None otherwise."""
        return Say("Noted by the round.") if self.by_round else None

    @property
    def date(self) -> str:
        """Return the ISO date; empty if unknown."""
        return self.begun[:10] if _TIME.match(self.begun) else ""

    @property
    def when(self) -> Say | None:
        """Word the day, and the times of beginning and end; None if unknown."""
        facts = self._date_facts
        if not facts:
            return None
        facts |= {"begun": self.begun[11:16], "ended": self.ended[11:16]}
        if not self.ended or self.ended[:16] == self.begun[:16]:
            return Say("{weekday} {day} {month} {year}, {begun}", **facts)
        return Say("{weekday} {day} {month} {year}, {begun} to {ended}", **facts)

    @property
    def day(self) -> Say | None:
        """Word the day alone; None if unknown."""
        facts = self._date_facts
        return Say("{day} {month} {year}", **facts) if facts else None

    @property
    def _date_facts(self) -> dict[str, Fact]:
        found = _TIME.match(self.begun)
        if found is None:
            return {}
        year, month, day = map(int, found.groups()[:3])
        return {
            "weekday": _WEEKDAYS[_weekday(year, month, day)],
            "day": day,
            "month": _MONTHS[month - 1],
            "year": str(year),
        }

    @property
    def seats(self) -> Say:
        """Say how many played."""
        return plural(self.players, "{n} player", "{n} players")

    @property
    def substitutes(self) -> tuple[Say, ...]:
        """Name the players of each seat that changed hands, in order."""
        return tuple(_then(before, now) for now, before in self.former.items())


def _then(before: tuple[str, ...], now: str) -> Say:
    *earlier, last = before
    said: Fact = _then(tuple(earlier), last) if earlier else last
    return Say("{before}, then {now}", before=said, now=now)


def _weekday(year: int, month: int, day: int) -> int:
    """Return the day of the week, 0 for Sunday, of any date in the Gregorian calendar."""
    shifted = year - (month < _MARCH)
    leaps = shifted // 4 - shifted // 100 + shifted // 400
    return (shifted + leaps + _SHIFTS[month - 1] + day) % 7


class Decision(Struct, frozen=True, kw_only=True):
    """A decision or note of the table: its round, its sentences and its rules."""

    when: Say | None = None
    said: tuple[Say, ...]
    rules: tuple[RuleRef, ...] = ()


class Provenance(Struct, frozen=True, kw_only=True):
    """The sources of a sheet. ``house_rules`` are those that differ from the defaults.

    ``journal`` and ``digest`` are for programs; on paper ``evening`` identifies the record.
    """

    program: str
    game: str
    rulebook: int
    rulebook_digest: str
    package: str = ""
    """The third-party package and its version; empty for a game of ours."""
    journal: str = ""
    digest: str = ""
    evening: str = ""
    entries: int = 0
    corrections: int = 0
    house_rules: tuple[tuple[str, str], ...] = ()

    @property
    def footer(self) -> tuple[Say, ...]:
        """Word it in the order of the small print.

        >>> made = Provenance(program="1.0", game="Fair", rulebook=2, rulebook_digest="4e",
        ...     evening="7e27d8ca36f2", corrections=2, house_rules=(("rain", "wet"),))
        >>> [str(each) for each in made.footer][1:]
        ['Fair rulebook 2 (4e)', 'evening 7e27 d8ca 36f2', 'rain=wet', '2 corrections']
        """
        said, digest = "{game} rulebook {n} ({digest})", self.rulebook_digest
        lines = [
            Say("referee {version}", version=self.program),
            *([Say("{package}", package=AsIs(self.package))] if self.package else []),
            Say(said, game=self.game, n=self.rulebook, digest=digest),
        ]
        if self.evening:
            lines.append(Say("evening {digits}", digits=grouped(self.evening)))
        lines += [Say("{name}={value}", name=name, value=value) for name, value in self.house_rules]
        if self.corrections:
            lines.append(plural(self.corrections, "{n} correction", "{n} corrections"))
        return tuple(lines)


class SheetCode(Struct, frozen=True):
    """The code of an evening: all current answers as one ``text``, and its twelve digits."""

    text: str
    evening: str


def grouped(evening: str) -> str:
    """Write the digits of an evening in groups of four.

    >>> grouped("7e27d8ca36f2")
    '7e27 d8ca 36f2'
    """
    return " ".join(evening[at : at + 4] for at in range(0, len(evening), 4))


class SheetDocument(Struct, frozen=True, kw_only=True):
    """A scoresheet as it is printed: the evening, the proof, and what it was made from.

    A blank form has a ``pad`` and nothing other than title and provenance. A filled one has the
    final score in ``score``, or says in ``hidden`` why there is none yet; ``score_today`` is the
    one by today's rulebook where that gives another. ``decided`` is what the table decided.
    ``unchecked`` says what could not be checked. ``rules`` are all that the sheet cites,
    ``row_order`` are all rows that a score can have, in the order of the rulebook; ``language`` is
    the one in which names of unclear script are read. ``ink`` is the colour of the game; one that
    is ``large`` has letters for those who see badly. ``code`` holds the whole evening; there is
    none before its end, nor where the table wants none.
    """

    game: str
    title: str
    language: str
    occasion: Occasion
    provenance: Provenance
    sheet: RoundSheet | None = None
    pad: Pad | None = None
    seats: tuple[str, ...] = ()
    decided: tuple[Decision, ...] = ()
    score: Summary | None = None
    score_today: Summary | None = None
    hidden: Say | None = None
    unchecked: tuple[Say, ...] = ()
    rules: tuple[Rule, ...] = ()
    row_order: tuple[Say, ...] = ()
    ink: Ink | None = None
    large: bool = False
    code: SheetCode | None = None

    @property
    def footer(self) -> tuple[Say, ...]:
        """Word the sources of the sheet for the small print."""
        return self.provenance.footer

    @property
    def tab(self) -> Say:
        """Word the title of a browser tab: the game, the day, and the winners with their points."""
        day = self.occasion.day
        what = Say("{title}", title=AsIs(self.title))
        if day is not None:
            what = Say("{title}, {day}", title=AsIs(self.title), day=day)
        if self.score is None or not self.score.sheet.outcome.winners:
            return what
        sheet, said = self.score.sheet, "{player} {n}"
        won = {each.player: Say(said, player=each.player, n=each.total) for each in sheet.scores}
        winners = tuple(won.get(who, Say("{who}", who=who)) for who in sheet.outcome.winners)
        return Say("{what}: {winners}", what=what, winners=winners)
