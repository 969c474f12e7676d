"""Values of the core in words that are safe to show on a terminal or a page."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from functools import cache
from typing import TYPE_CHECKING, Final

from referee.core.rulebook import Constant, Rulebook, RuleRef
from referee.core.ruling import Verdict
from referee.core.say import AsIs, Example, Fact, Say, join, word_of

if TYPE_CHECKING:  # the words of a dispute need no sheet
    from referee.core.paper.round_sheet import SheetCell

_JOINERS = {0x200C, 0x200D} | set(range(0xE0020, 0xE0080))
"""Invisible characters that names need: Persian letters, families of emoji, some flags."""
_INVISIBLE = {"Cc", "Cf", "Cs", "Zl", "Zp"}
_RAISED: Final = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")
_LOWERED: Final = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")
VERDICT_WORDS: Final[Mapping[str, Say]] = {
    Verdict.ALLOWED: Say("Allowed"),
    Verdict.FORBIDDEN: Say("Forbidden"),
    Verdict.IMPOSSIBLE: Say("Impossible"),
    Verdict.TABLE_CALL: Say("Table call"),
}
"""The name of each verdict, as it is printed before the reason."""


def escaped(text: str) -> str:
    r"""Escape text that people typed, so that no character of it controls a terminal.

    Control characters, line ends and other invisible ones become escapes; spaces stay.

    >>> print(escaped("\x1b[31mred"), escaped("小明"))
    \x1b[31mred 小明
    """
    return text if text.isprintable() else text.translate(_ESCAPES)


def text_of(say: Say, style: Callable[[str], str] = str) -> str:
    r"""Word a sentence for people: its facts escaped, fractions as mixed numbers.

    ``style`` is called with each fact that is text, and can colour it.

    >>> print(text_of(Say("{who} has {n}.", who="Bo\x07", n=Fraction(97, 3))))
    Bo\x07 has 32⅓.
    """
    return str(_safe(say, style))


def mixed_text(points: Fraction) -> str:
    """Write points as players write them: a fraction is one character, or small digits.

    >>> mixed_text(Fraction(75, 2)), mixed_text(Fraction(-1, 3)), mixed_text(Fraction(12))
    ('37½', '-⅓', '12')
    >>> mixed_text(Fraction(25, 11))
    '2³⁄₁₁'
    """
    whole, rest = divmod(abs(points.numerator), points.denominator)
    digits = str(whole) if whole or not rest else ""
    return ("-" if points < 0 else "") + digits + _fraction(rest, points.denominator)


@cache
def _fraction(over: int, under: int) -> str:
    if not over:
        return ""
    small = f"{str(over).translate(_RAISED)}\N{FRACTION SLASH}{str(under).translate(_LOWERED)}"
    signs = {unicodedata.normalize("NFKC", sign): sign for sign in "½⅓⅔¼¾⅕⅖⅗⅘⅙⅚⅐⅛⅜⅝⅞⅑⅒"}
    return signs.get(f"{over}\N{FRACTION SLASH}{under}", small)


def decimal_text(points: Fraction) -> str:
    """Write points as a spreadsheet reads them.

    >>> decimal_text(Fraction(75, 2)), decimal_text(Fraction(1, 3)), decimal_text(Fraction(12))
    ('37.5', '0.3333333333333333', '12')
    """
    return str(points.numerator if points.denominator == 1 else float(points))


def rank_text(rank: int) -> Say:
    """Word a rank.

    >>> str(rank_text(1)), str(rank_text(4)), str(rank_text(11))
    ('1st', '4th', '11th')
    """
    return Say({1: "1st", 2: "2nd", 3: "3rd"}.get(rank, "{n}th"), n=rank)


def as_text(value: object) -> str:
    """Word one value of an answer or a rulebook; a map as its names, each with its value.

    >>> as_text((1, 2, 3)), as_text({"gold": 2, "black": 0}), as_text(None), as_text(())
    ('1, 2 and 3', 'gold 2, black 0', 'none', 'none')
    """
    match value:
        case None | ():
            return word_of("none")
        case bool():
            return word_of("yes" if value else "no")
        case Mapping():
            pairs = (Say("{name} {value}", name=str(n), value=as_text(v)) for n, v in value.items())
            return text_of(join(tuple(pairs), ", ")) or word_of("none")
        case tuple() | list():
            return text_of(Say("{all}", all=tuple(map(as_text, value))))
    return word_of(escaped(str(value)))


def constant_text(value: Constant) -> str:
    """Word a number of the rulebook; a whole number before a colon counts players.

    >>> constant_text({3: 10, 4: 9}), constant_text({"gold": 16}), constant_text((1, 3))
    ('3 players: 10, 4 players: 9', 'gold 16', '1 and 3')
    """
    if isinstance(value, Mapping) and value and all(isinstance(key, int) for key in value):
        pairs = (Say("{n} players: {value}", n=int(n), value=each) for n, each in value.items())
        return text_of(join(tuple(pairs), ", "))
    return as_text(value)


def cell_text(cell: SheetCell) -> str:
    """Word a cell; a box left free is empty.

    >>> cell_text(Say("{n} unseen", n=1)), cell_text(4), cell_text(None)
    ('1 unseen', '4', '')
    """
    if cell is None:
        return ""
    return text_of(cell) if isinstance(cell, Say) else escaped(str(cell))


def in_a_line(parts: Iterable[str], separator: str = "; ") -> str:
    """Join texts that are worded already, with the separator as the language writes it.

    >>> in_a_line(["taken back", "", "PEB-1.1"])
    'taken back; PEB-1.1'
    """
    return str(join(tuple(map(AsIs, filter(None, parts))), separator))


def rule_cell(rules: Iterable[RuleRef]) -> str:
    """Name rules in a cell that programs read, the same in every language.

    >>> rule_cell([RuleRef("PEB-1.1"), RuleRef("PEB-2.1")])
    'PEB-1.1, PEB-2.1'
    """
    return ", ".join(map(str, rules))


def rule_ids(rules: Iterable[RuleRef]) -> str:
    """Name rules by their ids, as they are cited.

    >>> rule_ids([RuleRef("PEB-1.1"), RuleRef("PEB-2.1")])
    'PEB-1.1, PEB-2.1'
    """
    return in_a_line(map(str, rules), ", ")


def rules_cited(rules: Iterable[RuleRef], book: Rulebook) -> str:
    """Cite rules by their ids, marking rulings that contradict the printed text.

    >>> from referee.core.rulebook import Clause, Edition, Rule
    >>> clause = Clause("Draw.", "ruling", against="The print says that you may.")
    >>> rule = Rule(rule_id="PEB-2.1", title="Drawing", text="Draw.", clauses=(clause,))
    >>> book = Rulebook(game="pebble-fair", version=1, digest="", prefix="PEB", players=(2, 4),
    ...     edition=Edition("Pebble Fair", "en", ""), rules={"PEB-2.1": rule})
    >>> rules_cited([RuleRef("PEB-2.1")], book)
    'PEB-2.1: our ruling, against the letter'
    """
    refs = tuple(rules)
    ours = {ref for ref in refs if (rule := book.rules.get(ref.rule_id)) and rule.against}
    if not ours:
        return rule_ids(refs)
    marked = Say("{rule}: our ruling, against the letter")
    named = (marked.again({"rule": str(ref)}) if ref in ours else str(ref) for ref in refs)
    return str(join(tuple(named), "; "))


def cited(sentence: str, where: str) -> str:
    """Append the rules, or other places, to a sentence, if there are any.

    >>> cited("Ana has drawn.", "PEB-3.2"), cited("Ana has drawn.", "")
    ('Ana has drawn. (PEB-3.2)', 'Ana has drawn.')
    """
    return str(Say("{sentence} ({where})", sentence=sentence, where=where)) if where else sentence


def is_invisible(character: str) -> bool:
    r"""Return whether a terminal would obey a character, or show nothing for it.

    >>> is_invisible("\x1b"), is_invisible("\u202e"), is_invisible(" "), is_invisible("小")
    (True, True, False, False)
    """
    return unicodedata.category(character) in _INVISIBLE and ord(character) not in _JOINERS


class _Escapes(dict[int, str]):
    """The text shown for each character, by its code point; computed when it is first met."""

    def __missing__(self, number: int) -> str:
        char = chr(number)
        shown = char.encode("unicode_escape").decode() if is_invisible(char) else char
        return self.setdefault(number, shown)


_ESCAPES: Final = _Escapes()


def _safe(fact: Fact, style: Callable[[str], str]) -> Fact:
    match fact:
        case Example():  # ours, and worded as it is typed
            return fact
        case str():
            return AsIs(style(escaped(fact if type(fact) is AsIs else word_of(fact))))
        case Fraction():
            return mixed_text(fact)
        case Say():
            return fact.again({name: _safe(each, style) for name, each in fact.facts.items()})
        case tuple():
            return tuple(_safe(each, style) for each in fact)
    return fact
