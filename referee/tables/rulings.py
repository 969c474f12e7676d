"""Rulings and replies: the verdict in a word, the reason in a sentence, the rules behind it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from referee.core.question import ANSWERED, Answer
from referee.core.rulebook import Rulebook, RuleRef
from referee.core.ruling import Ruling, Verdict
from referee.core.say import Say, to_json
from referee.tables.cells import visible, worded
from referee.tables.colours import Colour, paint
from referee.tables.formats import Format, Style, as_json
from referee.tables.grids import draw
from referee.tables.pages import heading, ids, in_words, listed, named, page, prose, rule_texts

VERDICTS: Final[Mapping[str, tuple[Say, Colour]]] = {
    Verdict.ALLOWED: (Say("Allowed"), Colour.GREEN),
    Verdict.FORBIDDEN: (Say("Forbidden"), Colour.RED),
    Verdict.IMPOSSIBLE: (Say("Impossible"), Colour.RED),
    Verdict.TABLE_CALL: (Say("Table call"), Colour.YELLOW),
    ANSWERED: (Say("Answer"), Colour.BOLD),
}
"""How each verdict is called before its reason, and its colour."""


def show_reply(  # noqa: PLR0913 - who asked what, and how it is shown
    reply: Answer, *, game: str, question: str, book: Rulebook, fmt: Format, style: Style
) -> str:
    """Show the referee's word on a dispute.

    >>> from referee.core.rulebook import Edition
    >>> book = Rulebook(game="pebble-fair", version=1, digest="", prefix="PEB", players=(2, 4),
    ...     edition=Edition("Pebble Fair", "en", ""), rules={})
    >>> reply = Answer("answered", Say("6 pebbles."), (RuleRef("PEB-1.1"),), (), {"in_all": 6})
    >>> print(show_reply(reply, game="pebble-fair", question="setup", book=book,
    ...     fmt=Format.TABLE, style=Style()), end="")
    Answer: 6 pebbles. (PEB-1.1)
    <BLANKLINE>
    in all: 6
    """
    if fmt is Format.JSON:
        return as_json(_reply_for_programs(reply, game, question))
    facts = answer_facts(reply.results)
    because = [worded(each) for each in reply.because]
    if fmt is Format.CSV:
        told = [("verdict", reply.verdict), ("reason", worded(reply.reason))]
        told += [("because", each) for each in because] + [("rules", ids(reply.rules))]
        return draw(("name", "value"), [*told, *facts], fmt)
    blocks = [
        prose(_verdict_line(reply.verdict, reply.reason, reply.rules, _in_colour(fmt, style)), fmt),
        named(facts, fmt),
    ]
    if style.why:
        blocks.append(listed("Because", because, fmt))
        blocks.append(listed("Rules", rule_texts(reply.rules, book), fmt))
    if fmt is Format.PLAIN:
        return "".join(f"{block}\n" for block in blocks if block)
    if fmt is Format.MARKDOWN:
        blocks.insert(0, heading(visible(f"{game} {question}"), fmt))
    return page(blocks)


def show_ruling(ruling: Ruling, book: Rulebook, style: Style) -> str:
    """Show a ruling in one sentence with its rules; with ``why`` the facts and the rule texts.

    The verdict is named unless it is the expected one: that play goes on.

    >>> from referee.core.rulebook import Edition
    >>> from referee.core.ruling import allowed, forbidden
    >>> book = Rulebook(game="pebble-fair", version=1, digest="", prefix="PEB", players=(2, 4),
    ...     edition=Edition("Pebble Fair", "en", ""), rules={})
    >>> cites = (RuleRef("PEB-3.2"),)
    >>> print(show_ruling(forbidden(Say("Ana has drawn."), cites), book, Style()), end="")
    Forbidden: Ana has drawn. (PEB-3.2)
    >>> print(show_ruling(allowed(Say("Ana draws."), cites), book, Style()), end="")
    Ana draws. (PEB-3.2)
    """
    verdict = "" if ruling.verdict is Verdict.ALLOWED else ruling.verdict.value
    blocks = [_verdict_line(verdict, ruling.reason, ruling.rules, style)]
    if style.why:
        because = [worded(each) for each in ruling.because]
        blocks.append(listed("Because", because, Format.TABLE))
        blocks.append(listed("Rules", rule_texts(ruling.rules, book), Format.TABLE))
    return "".join(f"{block}\n" for block in blocks if block)


def verdict_word(verdict: str, style: Style) -> str:
    """Call a verdict by its word, in its colour where that is wanted.

    >>> verdict_word("table-call", Style())
    'Table call'
    """
    word, colour = VERDICTS.get(verdict, (Say("{verdict}", verdict=verdict), Colour.BOLD))
    return paint(worded(word), colour, wanted=style.colour)


def cited(sentence: str, where: str) -> str:
    """Put the rules, or other places, behind a sentence; without any it stands alone.

    >>> cited("Ana has drawn.", "PEB-3.2"), cited("Ana has drawn.", "")
    ('Ana has drawn. (PEB-3.2)', 'Ana has drawn.')
    """
    return str(Say("{sentence} ({where})", sentence=sentence, where=where)) if where else sentence


def answer_facts(answer: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Name what was worked out, one fact each, in the order of the answer.

    Lists of lists and maps of lists become several facts; what is not known is left out.

    >>> answer_facts({"each_sack": 4, "points": None, "takes": {"A": (3, 1), "B": (2,)}})
    [('each sack', '4'), ('takes, A', '3 and 1'), ('takes, B', '2')]
    """
    return [
        fact
        for name, value in answer.items()
        if value is not None
        for fact in _facts(name.replace("_", " "), value)
    ]


def _facts(name: str, value: object) -> list[tuple[str, str]]:
    if isinstance(value, Mapping) and any(_is_many(each) for each in value.values()):
        named_ = (Say("{name}, {key}", name=name, key=str(key)) for key in value)
        pairs = zip(named_, value.values(), strict=True)
        return [fact for part, each in pairs for fact in _facts(worded(part), each)]
    if isinstance(value, (tuple, list)) and any(_is_many(each) for each in value):
        return [(name, in_words(each)) for each in value]
    return [(name, in_words(value))]


def _is_many(value: object) -> bool:
    return isinstance(value, (Mapping, tuple, list))


def _in_colour(fmt: Format, style: Style) -> Style:
    return Style(colour=style.colour and fmt is Format.TABLE, why=style.why)


def _verdict_line(verdict: str, reason: Say, cites: tuple[RuleRef, ...], style: Style) -> str:
    sentence = cited(worded(reason), ids(cites))
    if not verdict:
        return sentence
    line = Say("{verdict}: {sentence}", verdict=verdict_word(verdict, style), sentence=sentence)
    return str(line)


def _reply_for_programs(reply: Answer, game: str, question: str) -> dict[str, object]:
    return {
        "schema": 1,
        "game": game,
        "question": question,
        "verdict": reply.verdict,
        "reason": reply.reason,
        "because": reply.because,
        "rules": reply.rules,
        "answer": reply.results,
        "said": {
            "reason": to_json(reply.reason),
            "because": [to_json(each) for each in reply.because],
        },
    }
