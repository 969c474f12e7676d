"""Cases to read: one whole, a list of them, and the booklet."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from referee.core.paper.booklet import DecidedCase
from referee.core.paper.wording import escaped, rule_ids, text_of
from referee.core.rulebook import Rulebook
from referee.core.say import AsIs, Say, identifier, worded
from referee.render.formats import Format, Style, as_json
from referee.render.grids import draw
from referee.render.pages import named_list, page, prose, rule_texts, titled_list
from referee.render.rulings import answer_facts, verdict_text
from referee.render.text import Colour, coloured


def render_case(case: DecidedCase, book: Rulebook, fmt: Format, style: Style) -> str:
    """Show one case whole: the question, its facts, the ruling, what it rests on, and the rules."""
    if fmt is Format.CSV:
        return render_cases([case], book, fmt, style)
    blocks = _blocks(case, book, fmt, style)
    if fmt is Format.PLAIN:
        return "".join(f"{block}\n" for block in blocks if block)
    return page(blocks)


VERDICTS: Final = (
    *(
        identifier("allowed"),
        identifier("forbidden"),
        identifier("impossible"),
        identifier("table-call"),
    ),
    identifier("answered"),
)
"""How verdicts are called in a list."""


def render_cases(cases: Sequence[DecidedCase], book: Rulebook, fmt: Format, style: Style) -> str:
    """List cases by id, question and verdict; as markdown they are a booklet, each whole."""
    if fmt is Format.JSON:
        return as_json({"schema": 1, "game": book.game, "cases": [_record(each) for each in cases]})
    if fmt is Format.MARKDOWN:
        title = text_of(Say("{game}: the casebook", game=book.edition.title))
        whole = [block for case in cases for block in _blocks(case, book, fmt, style)]
        return page([f"# {escaped(title)}", *whole])
    if fmt is Format.PLAIN:
        return "".join(f"{text_of(_line(each))}\n" for each in cases)
    columns = (identifier("id"), identifier("asked"), identifier("verdict"), identifier("rules"))
    rows = [(each.case_id, each.asked, _verdict(each, fmt), _rules(each)) for each in cases]
    return draw(columns, rows, fmt, within=style.width)


def _blocks(case: DecidedCase, book: Rulebook, fmt: Format, style: Style) -> list[str]:
    title = text_of(Say("{id} {asked}", id=case.case_id, asked=case.asked))
    title = coloured(title, Colour.BOLD, wanted=style.colour and fmt is Format.TABLE)
    ruling = Say(
        "{verdict}: {reason} ({rules})",
        verdict=verdict_text(case.answer.verdict, style),
        reason=case.answer.reason,
        rules=_rules(case),
    )
    facts = [(identifier("reading"), case.reading), (identifier("decided"), case.date)]
    facts.append((identifier("status"), worded(case.status)))
    return [
        f"## {prose(title, fmt)}" if fmt is Format.MARKDOWN else title,
        named_list(answer_facts(case.facts), fmt),
        prose(text_of(ruling), fmt),
        named_list(answer_facts(case.answer.results), fmt),
        named_list([(name, escaped(text)) for name, text in facts if text], fmt),
        titled_list("Rules", rule_texts(case.answer.rules, book), fmt),
    ]


def case_facts(case: DecidedCase) -> list[Say]:
    """Name the facts of a case, one each, for a page."""
    named = answer_facts(case.facts)
    return [Say("{name}: {fact}", name=worded(name), fact=AsIs(fact)) for name, fact in named]


def _line(case: DecidedCase) -> Say:
    return Say(
        "{id} {asked} {verdict} ({rules})",
        id=case.case_id,
        asked=case.asked,
        verdict=_verdict(case, Format.PLAIN),
        rules=_rules(case),
    )


def _verdict(case: DecidedCase, fmt: Format) -> str:
    """Call the verdict as people do; a spreadsheet keeps the word of programs."""
    verdict = str(case.answer.verdict)
    return verdict if fmt is Format.CSV else worded(verdict)


def _rules(case: DecidedCase) -> str:
    return str(rule_ids(case.answer.rules))


def _record(case: DecidedCase) -> dict[str, object]:
    return {
        "id": case.case_id,
        "question": case.asked,
        "asks": case.question,
        "facts": case.facts,
        "verdict": case.answer.verdict,
        "reason": case.answer.reason,
        "answer": case.answer.results,
        "rules": case.answer.rules,
        "reading": case.reading,
        "date": case.date,
        "status": case.status,
    }
