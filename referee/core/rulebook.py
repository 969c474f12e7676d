"""A numbered rulebook, and the typed keys through which code reads its numbers."""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, Final, Generic, TypeAlias, TypeVar, cast

from msgspec import Struct
from msgspec.structs import replace

from referee.core.answers.text_input import MAX_DIGITS, halfwidth, parse_count
from referee.core.say import BadAnswer, NumberMissing, Say, identifier, plural

_TOO_LARGE = 10**MAX_DIGITS
_PLUS: Final = r"\s*\+\s*"
_BETWEEN: Final = r"\s*,\s*|\s+"


class TableNumber(Struct, frozen=True):
    """A list of numbers that only the table can read out.

    ``count`` is how many numbers there must be, or None where any will do but none at all.
    ``by`` names the switch on whose setting they depend, as on the two sides of a card.
    """

    question: str
    count: int | None = None
    by: str = ""

    @property
    def wanted(self) -> Say:
        """Word what is wanted: the question, how many numbers, what they depend on.

        >>> str(TableNumber("what the card says", 6, "mode").wanted)
        'what the card says (6 numbers, by mode)'
        """
        if self.count is None and not self.by:
            return Say("{question}", question=self.question)
        about = Say("by {switch}", switch=self.by)
        if self.count is not None:
            many = plural(self.count, "1 number", "{n} numbers")
            about = Say("{many}, by {switch}", many=many, switch=self.by) if self.by else many
        return Say("{question} ({about})", question=self.question, about=about)

    def wrong_count(self, numbers: Sequence[object]) -> Say | None:
        """Say that there are too few or too many numbers; None if there are enough.

        >>> str(TableNumber("what the card says", 6).wrong_count((1, 3, 6)))
        '6 numbers are needed, not 3.'
        """
        if self.count is None:
            return None if numbers else Say("There are no numbers here.")
        if len(numbers) == self.count:
            return None
        one, many = "1 number is needed, not {told}.", "{n} numbers are needed, not {told}."
        return plural(self.count, one, many, told=len(numbers))

    def read(self, words: str) -> tuple[int, ...]:
        """Read numbers as people type them, with commas or spaces between. Raises BadAnswer.

        >>> TableNumber("what the card says", 4).read("1, 3 6，2 + 8")
        (1, 3, 6, 10)
        """
        text = re.sub(_PLUS, "+", " ".join(halfwidth(words).split()))
        numbers = tuple(_number(part) for part in re.split(_BETWEEN, text)) if text else ()
        wrong = self.wrong_count(numbers)
        if wrong is not None:
            raise BadAnswer(wrong)
        return numbers


def _number(part: str) -> int:
    number = parse_count(part)
    if number is None and not part:
        raise BadAnswer(Say("A number is missing next to a comma."))
    if number is not None and number < _TOO_LARGE:
        return number
    if number is not None or (part.isascii() and part.isdecimal()):
        raise BadAnswer(Say("“{word}” has more than {n} digits.", word=part, n=MAX_DIGITS))
    raise BadAnswer(Say("“{word}” is not a whole number of 0 or more.", word=part))


Numbers: TypeAlias = tuple[int, ...]
PerWord: TypeAlias = Mapping[str, int]
"""A number for each word, such as coins by colour."""
PerPlayers: TypeAlias = Mapping[int, int]
"""A number for each number of players, or of whatever else is counted."""
Constant: TypeAlias = "int | Numbers | PerWord | PerPlayers"
T = TypeVar("T", int, Numbers, PerWord, PerPlayers)

STATUSES: Final = (
    *(identifier("printed"), identifier("public"), identifier("inferred")),
    *(identifier("ruling"), identifier("open")),
)
ENFORCERS: Final = ("code", "table")


class RuleRef(Struct, frozen=True, order=True):
    """A pointer to one rule, such as ``NSP-5.1``."""

    rule_id: str

    def __str__(self) -> str:
        return self.rule_id


class RuleKey(Struct, Generic[T], frozen=True):
    """The name of one number in one rule, and the kind of number it is."""

    rule_id: str
    name: str
    kind: type[T]

    @property
    def ref(self) -> RuleRef:
        """Point to the rule that holds the number."""
        return RuleRef(self.rule_id)


def per_players(rule_id: str, name: str) -> RuleKey[PerPlayers]:
    """Name a number that depends on the number of players.

    >>> per_players("PEB-1.1", "baskets").name
    'baskets'
    """
    return RuleKey(rule_id, name, cast("type[PerPlayers]", Mapping))


def per_count(rule_id: str, name: str) -> RuleKey[PerPlayers]:
    """Name a number that depends on how many of something there are.

    >>> per_count("PEB-4.1", "worth_by_pebbles").rule_id
    'PEB-4.1'
    """
    return per_players(rule_id, name)


RuleLike: TypeAlias = RuleKey[Any] | RuleRef | str
"""A pointer to a rule: the key of a number in it, a reference, or its id."""


def rule_refs(rules: Iterable[RuleLike]) -> tuple[RuleRef, ...]:
    """Point to rules by key, reference or id: each once, in the order given.

    >>> rule_refs(("PEB-5.1", RuleKey("PEB-1.1", "supply", dict[str, int]), RuleRef("PEB-5.1")))
    (RuleRef(rule_id='PEB-5.1'), RuleRef(rule_id='PEB-1.1'))
    """
    return _refs(tuple(rules))


@lru_cache(maxsize=4096)
def _refs(rules: tuple[RuleLike, ...]) -> tuple[RuleRef, ...]:
    """Cached, because every ruling cites rules."""
    ids = dict.fromkeys(rule if isinstance(rule, str) else rule.rule_id for rule in rules)
    return tuple(map(RuleRef, ids))


class Clause(Struct, frozen=True):
    """A part of a rule that rests on one source: its text, one of ``STATUSES``, and the source.

    ``against`` says what the printed rules say, where a ruling of ours goes against its letter.
    """

    text: str
    status: str = "printed"
    source: str = ""
    against: str = ""


def weakest(clauses: Iterable[Clause]) -> str:
    """Return the weakest status of several clauses; an unknown one does not count.

    >>> weakest((Clause("Draw.", "public"), Clause("Or not.", "printed")))
    'public'
    """
    found = [clause.status for clause in clauses if clause.status in STATUSES]
    return max(found, key=STATUSES.index, default=STATUSES[0])


class Rule(Struct, frozen=True, kw_only=True):
    """One rule in our own words, with its numbers and where it comes from.

    ``status`` says on what it rests: the printed rules, a public source, our inference, or our own
    ruling where the rules are silent; ``argument`` then names the page that argues it. Where its
    clauses rest on different things it is that of the weakest; a rulebook that was read has at
    least one clause in every rule. ``synonyms`` are other words that find it. ``enforced`` says
    who checks it: the code or the table.
    """

    rule_id: str
    title: str
    text: str
    source: str = ""
    status: str = "printed"
    clauses: tuple[Clause, ...] = ()
    synonyms: tuple[str, ...] = ()
    enforced: str = "table"
    argument: str = ""
    repairs: tuple[str, ...] = ()
    """What a damaged print says instead, and why we differ."""
    constants: Mapping[str, Constant] = {}
    table_numbers: Mapping[str, TableNumber] = {}
    """Numbers that only the table can read out, by name."""

    @property
    def against(self) -> str:
        """What the printed rules say, where the rule goes against its letter; else empty."""
        return next((each.against for each in self.clauses if each.against), "")


class Option(Struct, frozen=True):
    """A point on which tables differ: its values, the default, the rule that says so.

    A ``free`` option takes any word, such as a name that the source lost.
    """

    name: str
    values: tuple[str, ...]
    default: str
    rule_id: str
    free: bool = False

    @property
    def is_yes_or_no(self) -> bool:
        """Whether its values are yes and no, in either order."""
        return sorted(self.values) == ["no", "yes"]


class Edition(Struct, frozen=True):
    """The edition of the printed rules that the rulebook follows."""

    title: str
    language: str
    source: str


class Rulebook(Struct, frozen=True, kw_only=True):
    """The rules of one game: texts, numbers, switches; no logic.

    ``digest`` is of the file the rulebook was read from, so that a journal can show whether
    today's rules are those it was played by. ``sections`` name the parts of the booklet: the first
    holds the rules whose number begins with 1.
    """

    game: str
    version: int
    digest: str
    prefix: str
    edition: Edition
    players: tuple[int, int]
    rules: Mapping[str, Rule]
    options: Mapping[str, Option] = {}
    sections: tuple[str, ...] = ()

    def __getitem__(self, key: RuleKey[T]) -> T:
        """Read a number. Raises NumberMissing if only the table can say it.

        A key that the rulebook lacks, or of another kind, is a bug: KeyError, TypeError.
        """
        rule = self.rules[key.rule_id]
        if key.name not in rule.constants:
            if key.name in rule.table_numbers:
                ask = rule.table_numbers[key.name].wanted
                raise NumberMissing(
                    Say("“{name}” is missing ({ask}).", name=key.name, ask=ask, rule=key.rule_id)
                )
            raise KeyError(key)
        value = rule.constants[key.name]
        if type(value) is not key.kind and not isinstance(value, _plain_kind(key.kind)):
            message = f"{key.rule_id} {key.name} is not {key.kind}, but {value!r}"
            raise TypeError(message)
        return cast("T", value)

    def in_order(self, ids: Container[str]) -> tuple[RuleRef, ...]:
        """Point to those of these rules that the rulebook has, in its order."""
        return tuple(RuleRef(rule_id) for rule_id in self.rules if rule_id in ids)

    def with_number(self, key: RuleKey[T], value: T) -> Rulebook:
        """Return the same rulebook with one number changed: the table's word, or a test's nudge."""
        rule = self.rules[key.rule_id]
        changed = replace(rule, constants={**rule.constants, key.name: value})
        return replace(self, rules={**self.rules, key.rule_id: changed})

    def with_constants(self, constants: Mapping[str, Mapping[str, Constant]]) -> Rulebook:
        """Return the same rulebook with these numbers over its own: rule id to name to value.

        Numbers that are not named stay. A rule that the rulebook lacks joins it without a text.
        """
        rules = dict(self.rules)
        for rule_id, own in constants.items():
            rule = rules.get(rule_id) or Rule(rule_id=rule_id, title="", text="")
            rules[rule_id] = replace(rule, constants={**rule.constants, **own})
        return replace(self, rules=rules)

    def table_numbers(self) -> Iterator[tuple[str, str, TableNumber]]:
        """List the numbers that only the table can read out: rule id, name, what is asked."""
        for rule_id, rule in self.rules.items():
            for name, asked in rule.table_numbers.items():
                yield rule_id, name, asked

    def with_table_numbers(self, numbers: Mapping[str, Numbers]) -> Rulebook:
        """Return the same rulebook with what the table read out, each a list of numbers."""
        book = self
        for rule_id, name, _ in self.table_numbers():
            if name in numbers:
                book = book.with_number(RuleKey(rule_id, name, tuple[int, ...]), numbers[name])
        return book

    def constants(self) -> Iterator[tuple[str, str, Constant]]:
        """List every number: rule id, name, value, in the order of the rulebook."""
        for rule_id, rule in self.rules.items():
            for name, value in rule.constants.items():
                yield rule_id, name, value

    def option(self, options: Mapping[str, tuple[str, ...]], name: str) -> str:
        """Return the value of a house rule at this table: as the table set it, or its default."""
        chosen = options.get(name)
        return chosen[0] if chosen else self.options[name].default


def _plain_kind(kind: object) -> type:
    """Reduce ``tuple[int, ...]`` and the mappings to what isinstance can check."""
    origin = getattr(kind, "__origin__", kind)
    return Mapping if origin not in {int, tuple} else cast("type", origin)
