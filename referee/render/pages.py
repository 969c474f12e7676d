"""What stands around a grid: paragraphs, headings, lists of named facts."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Final

from referee.core.paper.wording import escaped, text_of
from referee.core.rulebook import Rule, Rulebook, RuleRef
from referee.core.say import AsIs, Say, worded
from referee.render.formats import Format

_MARKDOWN_SIGN: Final = r"[\\|<&`*~_\[\]]"
_BLOCK_START: Final = r"^\d+(?=[.)])|^(?=[#>+-])"


def page(blocks: Iterable[str]) -> str:
    r"""Put the blocks that hold anything one below the other, a blank line between them.

    Without any the page is empty; else it ends with one line end.

    >>> page(["Title", "", "one\ntwo"])
    'Title\n\none\ntwo\n'
    """
    filled = [block.strip("\n") for block in blocks if block]
    return "\n\n".join(filled) + "\n" if filled else ""


def markdown_escaped(text: str) -> str:
    r"""Write escaped text so that Markdown shows it as it is, in a table too.

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
    """Write a heading; an empty one is none.

    >>> print(heading("Rules", Format.MARKDOWN))
    ### Rules
    """
    text = prose(text, fmt)
    return f"### {text}" if text and fmt is Format.MARKDOWN else text


def titled_list(title: str, lines: Sequence[str], fmt: Format) -> str:
    r"""Write a heading and its lines; in plain only the lines, without lines nothing.

    >>> titled_list("Because", ["A did."], Format.TABLE), titled_list("Because", [], Format.TABLE)
    ('Because\n  A did.', '')
    """
    if not lines or fmt is Format.PLAIN:
        return "\n".join(lines)
    title = worded(title)
    if fmt is Format.MARKDOWN:
        items = "\n".join(f"- {prose(line, fmt)}" for line in lines)
        return f"{heading(title, fmt)}\n\n{items}"
    return "\n".join([title, *(f"  {line}" for line in lines)])


def named_list(facts: Sequence[tuple[str, str]], fmt: Format) -> str:
    r"""Write facts by name, one per line.

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
    """Read out each rule once, in the order cited; a rule that the book lacks by its id only.

    >>> from referee.core.rulebook import Edition
    >>> rule = Rule(rule_id="PEB-1.1", title="The box", text="It holds 28 pebbles.")
    >>> book = Rulebook(game="pebble-fair", version=1, digest="", prefix="PEB", players=(2, 4),
    ...     edition=Edition("Pebble Fair", "en", ""), rules={"PEB-1.1": rule})
    >>> rule_texts([RuleRef("PEB-1.1"), RuleRef("PEB-1.1")], book)
    ['PEB-1.1 The box: It holds 28 pebbles.']
    """
    found = ((ref, book.rules.get(str(ref))) for ref in dict.fromkeys(rules))
    return [rule_text(rule) if rule else escaped(str(ref)) for ref, rule in found]


def rule_text(rule: Rule) -> str:
    """Read out a rule: id, title and text.

    >>> rule_text(Rule(rule_id="PEB-1.1", title="The box", text="It holds 28 pebbles."))
    'PEB-1.1 The box: It holds 28 pebbles.'
    """
    return text_of(Say("{id} {title}: {text}", id=rule.rule_id, title=rule.title, text=rule.text))
