"""A rulebook to be read from the first page to the last, and the cases decided by it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby
from typing import Any, Final

from msgspec import Struct

from referee.core.fields import Value
from referee.core.game import Answer
from referee.core.paper.drawing import PLAIN_INK, Diagram, Ink
from referee.core.paper.lines import Paper
from referee.core.paper.round_sheet import CardGrid, SheetCell
from referee.core.paper.wording import in_a_line
from referee.core.rulebook import Clause, Option, Rule, Rulebook
from referee.core.say import Say, worded

LANGUAGES: Final[Mapping[str, Say]] = {
    "en": Say("English"),
    "de": Say("German"),
    "ja": Say("Japanese"),
    "zh-Hans": Say("Chinese in simplified characters"),
    "zh-Hant": Say("Chinese in traditional characters"),
}
"""The name of each language; any other is called by its tag."""
STATUSES: Final[Mapping[str, Say]] = {
    "printed": Say("printed"),
    "public": Say("public: reported by others, not printed in the rules"),
    "inferred": Say("inferred: it follows from the printed rules"),
    "ruling": Say("ruling: our ruling; the printed rules do not say"),
    "open": Say("open: the table decides"),
}
"""How certain a rule is, in a player's words."""
HOUSE_RULES, LEFT_OPEN, SOURCES = (
    Say("House rules"),
    Say("What the rules leave open, and how we read it"),
    Say("The source of each rule"),
)
"""The titles of the parts at the end."""
_OURS: Final = ("ruling", "open", "inferred")
"""The statuses of what the printed rules do not say."""


class DecidedCase(Struct, frozen=True, kw_only=True):
    """A case as it is shown: the question, and the answer by today's rules.

    ``short`` answers the question in the words in which it is ``asked``; the verdict need not.
    ``facts`` include the house rules, because the answer depends on them.
    """

    case_id: str
    asked: str
    short: str
    reading: str
    date: str
    status: str
    question: str
    facts: Mapping[str, Value]
    answer: Answer


class BookletRule(Struct, frozen=True, kw_only=True):
    """A rule as a player reads it: clauses, its numbers by players, numbers that are read out."""

    rule_id: str
    title: str
    clauses: tuple[Clause, ...]
    table: CardGrid | None = None
    read_out: tuple[Say, ...] = ()


class Section(Struct, frozen=True):
    """A part of the booklet; the ids of its rules begin with its ``number``."""

    number: int
    title: str
    rules: tuple[BookletRule, ...]


class HouseRule(Struct, frozen=True):
    """A house rule: its name, its values and the default, and the rule that it belongs to."""

    name: str
    said: Say
    rule_id: str


class LeftOpen(Struct, frozen=True):
    """A rule that leaves something open, and how we read it: in one sentence."""

    rule_id: str
    title: str
    reading: str


class Booklet(Struct, frozen=True, kw_only=True):
    """The whole rulebook as a booklet."""

    game: str
    title: str
    version: int
    digest: str
    language: str
    about: tuple[Say, ...]
    sections: tuple[Section, ...]
    house_rules: tuple[HouseRule, ...]
    left_open: tuple[LeftOpen, ...]
    sources: tuple[tuple[str, str, str], ...]
    """For each clause the rule's id, its status, and its source."""
    picture: Diagram | None = None
    ink: Ink = PLAIN_INK


def booklet_of(book: Rulebook, title: str, paper: Paper[Any] | None = None) -> Booklet:
    """Make the booklet of a rulebook; ``title`` is the game's, and so is ``paper``, if it has one.

    >>> from referee.core.rulebook import Edition
    >>> rule = Rule(rule_id="PEB-1.1", title="Baskets", text="Each has some.",
    ...     constants={"baskets": {2: 4, 3: 5}})
    >>> book = Rulebook(game="fair", version=1, digest="", prefix="PEB", players=(2, 3),
    ...     edition=Edition("Fair 1999", "en", ""), rules={"PEB-1.1": rule}, sections=("Setup",))
    >>> made = booklet_of(book, "Fair")
    >>> made.sections[0].title, made.sections[0].rules[0].table.rows
    ('Setup', ((2, 4), (3, 5)))
    """
    least, most = book.players
    return Booklet(
        game=book.game,
        title=worded(title),
        version=book.version,
        digest=book.digest,
        language=book.edition.language,
        about=(
            Say("For {least} to {most} players.", least=least, most=most),
            Say("After {edition}, in our own words.", edition=book.edition.title),
        ),
        sections=tuple(_sections(book)),
        house_rules=tuple(map(_house_rule, book.options.values())),
        left_open=tuple(
            LeftOpen(rule.rule_id, rule.title, reading)
            for rule in book.rules.values()
            if (reading := _reading(rule))
        ),
        sources=tuple(
            (rule.rule_id, clause.status, clause.source)
            for rule in book.rules.values()
            for clause in _clauses(rule)
        ),
        picture=paper.in_booklet(book) if paper and paper.in_booklet else None,
        ink=paper.ink if paper else PLAIN_INK,
    )


def edition_text(book: Rulebook) -> Say:
    """Word the language of the printed rules and the version of the rulebook.

    >>> from referee.core.rulebook import Edition
    >>> book = Rulebook(game="fair", version=2, digest="", prefix="PEB", players=(2, 3),
    ...     edition=Edition("Fair 1999", "ja", "000.txt"), rules={})
    >>> str(edition_text(book))
    'printed in Japanese, rulebook 2'
    """
    tag = book.edition.language
    language = LANGUAGES.get(tag, Say("{tag}", tag=tag))
    return Say("printed in {language}, rulebook {n}", language=language, n=book.version)


def _sections(book: Rulebook) -> Iterator[Section]:
    parts: dict[int, list[Rule]] = {}
    for rule in book.rules.values():
        parts.setdefault(_part(rule.rule_id), []).append(rule)
    for part, rules in parts.items():
        is_named = 0 < part <= len(book.sections)
        title = book.sections[part - 1] if is_named else ""
        yield Section(part, title, tuple(_rule(rule, book) for rule in rules))


def _part(rule_id: str) -> int:
    number = rule_id.partition("-")[2].partition(".")[0]
    return int(number) if number.isdecimal() else 0


def _rule(rule: Rule, book: Rulebook) -> BookletRule:
    return BookletRule(
        rule_id=rule.rule_id,
        title=rule.title,
        clauses=_clauses(rule),
        table=_by_players(rule, range(book.players[0], book.players[1] + 1)),
        read_out=tuple(
            Say("The table reads out {ask}.", ask=number.wanted)
            for number in rule.table_numbers.values()
        ),
    )


def _clauses(rule: Rule) -> tuple[Clause, ...]:
    return rule.clauses or (Clause(rule.text, rule.status, rule.source),)


_SENTENCES: Final = re.compile(r"(?<=[.!?])\s+(?=[A-Z“\"])|(?<=[。！？])(?=.)")
_FULL_STOP: Final = re.compile("[.。]$")
_SMALL_WORDS: Final = re.compile(
    "(?:A|After|All|An|And|Any|Both|Each|Everyone|If|In|It|No|Nobody|Nothing|On|One|Only|So|That|The"
    "|Then|There|They|This|Those|To|When|Where|Who|Whoever|With|You) "
)


def _reading(rule: Rule) -> str:
    """Return how we read a rule: the first sentence of each clause that is ours.

    >>> ours = (Clause("Talk is free. Lie.", "ruling"), Clause("So is mud.", "open"))
    >>> _reading(Rule(rule_id="PEB-2.4", title="Talk", text="", clauses=ours))
    'Talk is free; so is mud.'
    """
    own = [_SENTENCES.split(" ".join(each.text.split()))[0]
           for each in _clauses(rule) if each.status in _OURS]  # fmt: skip
    parts = own[:1] + [_inside(each) for each in own[1:]]
    return in_a_line([*(_FULL_STOP.sub("", each) for each in parts[:-1]), *parts[-1:]])


def _inside(sentence: str) -> str:
    """Begin a sentence in lower case, as after a semicolon, unless it may begin with a name."""
    return sentence[:1].lower() + sentence[1:] if _SMALL_WORDS.match(sentence) else sentence


def _by_players(rule: Rule, seats: Iterable[int]) -> CardGrid | None:
    """Return the numbers that depend on how many play, in a row for each; None if none do."""
    seats = tuple(seats)
    found = {
        name: numbers
        for name, numbers in rule.constants.items()
        if isinstance(numbers, Mapping) and all(n in numbers for n in seats)
    }
    if not found:
        return None
    names = [rule.title] if len(found) == 1 else [name.replace("_", " ") for name in found]
    columns = (Say("players"), *(Say("{name}", name=name) for name in names))
    tables = [{int(n): number for n, number in each.items()} for each in found.values()]
    alike = groupby(seats, lambda n: tuple(numbers[n] for numbers in tables))
    rows = tuple((_from_to(tuple(those)), *numbers) for numbers, those in alike)
    return CardGrid(Say(""), columns, rows)


def _from_to(seats: tuple[int, ...]) -> SheetCell:
    least, most = seats[0], seats[-1]
    return least if least == most else Say("{least}-{most}", least=least, most=most)


def _house_rule(option: Option) -> HouseRule:
    others = tuple(value for value in option.values if value != option.default)
    said = Say("{default} unless you agree otherwise", default=option.default)
    if option.free:
        said = Say("{default}, or any other word", default=option.default)
    elif others:
        either = "{default} unless you agree otherwise; or {others}"
        said = Say(either, default=option.default, others=others)
    return HouseRule(option.name, said, option.rule_id)
