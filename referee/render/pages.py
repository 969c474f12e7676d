"""What stands around a grid: paragraphs, headings, lists of named facts."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from referee.core.rulebook import Rule, Rulebook, RuleRef
from referee.core.say import Say
from referee.core.wording import visible, worded
from referee.render.formats import Format

_MEANS_SOMETHING = re.compile(r"[\\|<`*\[\]]|(?<!\w)_|_(?!\w)")
_OPENS_A_BLOCK = re.compile(r"^[#>+-]")


def page(blocks: Iterable[str]) -> str:
    r"""Put the blocks that hold anything one below the other, a blank line between them.

    Without any the page is empty; else it ends with one line end.

    >>> page(["Title", "", "one\ntwo"])
    'Title\n\none\ntwo\n'
    """
    filled = [block.strip("\n") for block in blocks if block]
    return "\n\n".join(filled) + "\n" if filled else ""


def for_markdown(text: str) -> str:
    r"""Write visible text so that Markdown shows it as it is, in a table too.

    >>> print(for_markdown("a|b *c* purple_as"))
    a\|b \*c\* purple_as
    """
    return _MEANS_SOMETHING.sub(lambda found: "\\" + found[0], text)


def prose(text: str, fmt: Format) -> str:
    r"""Write one line of visible text for the format.

    >>> print(prose("a|b", Format.TABLE), prose("a|b", Format.MARKDOWN))
    a|b a\|b
    """
    if fmt is not Format.MARKDOWN:
        return text
    return _OPENS_A_BLOCK.sub(lambda found: "\\" + found[0], for_markdown(text))


def heading(text: str, fmt: Format) -> str:
    """Write a heading; an empty one is none.

    >>> print(heading("Rules", Format.MARKDOWN))
    ### Rules
    """
    text = prose(text, fmt)
    return f"### {text}" if text and fmt is Format.MARKDOWN else text


def listed(heading_: str, lines: Sequence[str], fmt: Format) -> str:
    r"""Write a heading and its lines; in plain only the lines, without lines nothing.

    >>> listed("Because", ["A did."], Format.TABLE), listed("Because", [], Format.TABLE)
    ('Because\n  A did.', '')
    """
    if not lines or fmt is Format.PLAIN:
        return "\n".join(lines)
    if fmt is Format.MARKDOWN:
        items = "\n".join(f"- {prose(line, fmt)}" for line in lines)
        return f"{heading(heading_, fmt)}\n\n{items}"
    return "\n".join([heading_, *(f"  {line}" for line in lines)])


def named(facts: Sequence[tuple[str, str]], fmt: Format) -> str:
    r"""Write facts by name, one per line.

    >>> named([("points", "12")], Format.TABLE), named([("points", "12")], Format.MARKDOWN)
    ('points: 12', '- points: 12')
    """
    lines = [worded(Say("{name}: {fact}", name=name, fact=fact)) for name, fact in facts]
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
    return [rule_text(rule) if rule else visible(str(ref)) for ref, rule in found]


def rule_text(rule: Rule) -> str:
    """Read out a rule: id, title and text.

    >>> rule_text(Rule(rule_id="PEB-1.1", title="The box", text="It holds 28 pebbles."))
    'PEB-1.1 The box: It holds 28 pebbles.'
    """
    return worded(Say("{id} {title}: {text}", id=rule.rule_id, title=rule.title, text=rule.text))
