"""How a result may be shown: formats, the blocks of a page, and JSON for other programs."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum
from fractions import Fraction
from typing import Any, Final

from msgspec import Struct, json

from referee.core.paper.wording import escaped, is_invisible, text_of
from referee.core.rulebook import Rule, Rulebook, RuleRef
from referee.core.say import AsIs, Say, worded
from referee.render.text import is_utf8


class Format(StrEnum):
    """The formats in which a result can be shown."""

    TABLE = "table"
    PLAIN = "plain"
    """One fact per line, no borders, readable aloud."""
    JSON = "json"
    CSV = "csv"
    MARKDOWN = "markdown"
    HTML = "html"
    TEXT = "text"
    """To be read from beginning to end."""


class Style(Struct, frozen=True):
    """What a player wants to see: ``colour`` on a terminal, ``why`` for the reasons.

    ``width`` is the most cells of a line; None if the output is not a terminal.
    """

    colour: bool = False
    why: bool = False
    width: int | None = None

    @property
    def cells(self) -> int:
        """The most cells of a line of a table, in a pipe too."""
        return self.width or _PIPE_WIDTH


_PIPE_WIDTH: Final = 80


def json_for(encoding: str, text: str) -> str:
    r"""Escape, as JSON does, whatever is not ASCII, unless the encoding is UTF-8.

    >>> print(json_for("cp1252", '"José"'), json_for("utf-8", '"José"'))
    "Jos\u00e9" "José"
    """
    if text.isascii() or is_utf8(encoding):
        return text
    return "".join(sign if sign.isascii() else _escape(sign) for sign in text)


def as_json(value: object) -> str:
    """Write a value as JSON: names as they are; fractions, sentences and rules as text.

    Lone surrogates, as in a file name that is not UTF-8, are escaped, and so are characters that
    JSON allows but a terminal would obey or hide.

    >>> print(as_json({"player": "小明", "exact": Fraction(97, 3)}), end="")
    {
      "player": "小明",
      "exact": "97/3"
    }
    """
    written = json.format(json.encode(_plain(value)), indent=2).decode() + "\n"
    if written.replace("\n", "").isprintable():
        return written
    return "".join(_escape(s) if is_invisible(s) and s != "\n" else s for s in written)


def fields_of(value: object, *names: str) -> dict[str, object]:
    """Return these fields of a value, for a record.

    >>> fields_of(Style(), "why", "width")
    {'why': False, 'width': None}
    """
    return {name: getattr(value, name) for name in names}


def json_number(points: int | Fraction) -> int | float:
    """Return points as a number, an integer if they are whole.

    >>> json_number(Fraction(25)), json_number(Fraction(1, 2))
    (25, 0.5)
    """
    return points.numerator if points.denominator == 1 else float(points)


def _escape(sign: str) -> str:
    units = sign.encode("utf-16-be")
    return "".join(f"\\u{units[at]:02x}{units[at + 1]:02x}" for at in range(0, len(units), 2))


def _plain(value: Any) -> Any:  # noqa: ANN401 - what JSON can carry
    """Convert what JSON does not know, at every level."""
    match value:
        case str():
            return value.encode(errors="backslashreplace").decode()
        case Fraction() | RuleRef() | Say():
            return _plain(str(value))
        case Mapping():
            return {str(_plain(key)): _plain(each) for key, each in value.items()}
        case tuple() | list():
            return [_plain(each) for each in value]
        case Struct():
            return {name: _plain(getattr(value, name)) for name in value.__struct_fields__}
    return value


_MARKDOWN_SIGN: Final = r"[\\|<&`*~_\[\]]"
_BLOCK_START: Final = r"^\d+(?=[.)])|^(?=[#>+-])"


def page(blocks: Iterable[str], fmt: Format = Format.TABLE) -> str:
    r"""Join the blocks that are not empty, with a blank line between them but in plain format.

    A page without blocks is empty; any other ends with one line end.

    >>> page(["Title", "", "one\ntwo"]), page(["Title", "one"], Format.PLAIN)
    ('Title\n\none\ntwo\n', 'Title\none\n')
    """
    filled = [block.strip("\n") for block in blocks if block]
    return ("\n" if fmt is Format.PLAIN else "\n\n").join(filled) + "\n" if filled else ""


def markdown_escaped(text: str) -> str:
    r"""Escape text so that Markdown shows it as it is, in tables too.

    >>> print(markdown_escaped("a|b *c* purple_as"))
    a\|b \*c\* purple\_as
    """
    return re.sub(_MARKDOWN_SIGN, lambda found: "\\" + found[0], text)


def prose(text: str, fmt: Format) -> str:
    r"""Write one line of escaped text for the format.

    >>> print(prose("a|b", Format.TABLE), prose("a|b", Format.MARKDOWN))
    a|b a\|b
    """
    if fmt is not Format.MARKDOWN:
        return text
    return re.sub(_BLOCK_START, lambda found: found[0] + "\\", markdown_escaped(text))


def heading(text: str, fmt: Format) -> str:
    """Write a heading, if it is not empty.

    >>> print(heading("Rules", Format.MARKDOWN))
    ### Rules
    """
    text = prose(text, fmt)
    return f"### {text}" if text and fmt is Format.MARKDOWN else text


def titled_list(title: str, lines: Sequence[str], fmt: Format) -> str:
    r"""Write a heading and its lines; only the lines in plain format, nothing without lines.

    >>> titled_list("Because", ["A did."], Format.TABLE), titled_list("Because", [], Format.TABLE)
    ('Because\n  A did.', '')
    """
    if not lines or fmt is Format.PLAIN:
        return "\n".join(lines)
    title = worded(title)
    if fmt is Format.MARKDOWN:
        items = "\n".join(  # an indented line continues the item above it
            f"  {prose(line.strip(), fmt)}" if line.startswith(" ") else f"- {prose(line, fmt)}"
            for line in lines
        )
        return f"{heading(title, fmt)}\n\n{items}"
    return "\n".join([title, *(f"  {line}" for line in lines)])


def named_list(facts: Sequence[tuple[str, str]], fmt: Format) -> str:
    r"""Write named facts, one per line.

    >>> facts = [("points", "12")]
    >>> named_list(facts, Format.TABLE), named_list(facts, Format.MARKDOWN)
    ('points: 12', '- points: 12')
    """
    lines = [
        text_of(Say("{name}: {fact}", name=worded(name), fact=AsIs(fact))) for name, fact in facts
    ]
    if fmt is Format.MARKDOWN:
        return "\n".join(f"- {prose(line, fmt)}" for line in lines)
    return "\n".join(lines)


def rule_texts(rules: Iterable[RuleRef], book: Rulebook) -> list[str]:
    """Return each rule once, in the order cited; just the id of one that the book lacks.

    >>> from referee.core.rulebook import Edition
    >>> rule = Rule(rule_id="PEB-1.1", title="The box", text="It holds 28 pebbles.")
    >>> book = Rulebook(game="pebble-fair", version=1, digest="", prefix="PEB", players=(2, 4),
    ...     edition=Edition("Pebble Fair", "en", ""), rules={"PEB-1.1": rule})
    >>> rule_texts([RuleRef("PEB-1.1"), RuleRef("PEB-1.1")], book)
    ['PEB-1.1 The box (printed): It holds 28 pebbles.']
    """
    found = ((ref, book.rules.get(str(ref))) for ref in dict.fromkeys(rules))
    return [rule_text(rule) if rule else escaped(str(ref)) for ref, rule in found]


def rule_text(rule: Rule) -> str:
    """Return id, title, status and text of a rule, as a line.

    >>> rule_text(Rule(rule_id="PEB-1.1", title="The box", text="It holds 28 pebbles."))
    'PEB-1.1 The box (printed): It holds 28 pebbles.'
    """
    said = Say(
        "{id} {title} ({status}): {text}",
        id=rule.rule_id,
        title=rule.title,
        status=_OUR_RULINGS[bool(rule.against)] if rule.status == "ruling" else rule.status,
        text=rule.text,
    )
    return text_of(said)


_OUR_RULINGS: Final = (Say("our ruling"), Say("our ruling, against the letter"))
"""What the status of a ruling is called: one that the print leaves open, one against its letter."""


def basis_record(rules: Iterable[RuleRef], book: Rulebook) -> list[dict[str, object]]:
    """Return on what each rule of a ruling rests, for programs: its status, what the print says."""
    found = ((ref, book.rules.get(ref.rule_id)) for ref in rules)
    return [
        {"id": ref, "status": rule and rule.status, "against": (rule and rule.against) or None}
        for ref, rule in found
    ]
