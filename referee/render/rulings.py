"""Rulings, answers, findings and cases: verdict, reason, rules; and the list of questions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from msgspec.structs import replace

from referee.core.fields import Field
from referee.core.game import ANSWERED, Answer, Question
from referee.core.paper.wording import (
    VERDICT_WORDS,
    as_text,
    cited,
    escaped,
    rule_cell,
    rule_ids,
    rules_cited,
    text_of,
)
from referee.core.rulebook import Rulebook
from referee.core.ruling import FieldPath, Ruling, Verdict
from referee.core.say import AsIs, Say, identifier, to_json, worded
from referee.render.formats import (
    Format,
    Style,
    as_json,
    basis_record,
    fields_of,
    named_list,
    page,
    prose,
    rule_texts,
    titled_list,
)
from referee.render.text import Colour, coloured

if TYPE_CHECKING:  # most disputes are no cases
    from referee.core.paper.booklet import DecidedCase

_WORDS: Final[Mapping[str, Say]] = {**VERDICT_WORDS, ANSWERED: Say("Answer")}
_COLOURS: Final[Mapping[str, Colour]] = {
    Verdict.ALLOWED: Colour.GREEN,
    Verdict.FORBIDDEN: Colour.RED,
    Verdict.IMPOSSIBLE: Colour.RED,
    Verdict.TABLE_CALL: Colour.YELLOW,
}


def render_answer(  # noqa: PLR0913 - who asked what, and how it is shown
    answer: Answer, *, game: str, question: str, book: Rulebook, fmt: Format, style: Style
) -> str:
    """Show the referee's answer to a dispute, as a table, in plain format or as JSON."""
    if fmt is Format.JSON:
        return as_json(_answer_record(answer, game, question, book))
    in_colour = replace(style, colour=style.colour and fmt is Format.TABLE)
    blocks = [
        _verdict_line(answer.verdict, answer, book, in_colour),
        named_list(answer_facts(answer.results), fmt),
    ]
    if style.why:
        because = [text_of(each) for each in answer.because]
        blocks.append(titled_list("Because", because, fmt))
        blocks.append(titled_list("Rules", rule_texts(answer.rules, book), fmt))
    return page(blocks, fmt)


def render_ruling(ruling: Ruling, book: Rulebook, style: Style) -> str:
    """Show a ruling in one sentence with its rules; with ``why`` also the facts and rule texts.

    The verdict is named unless play goes on as expected.
    """
    verdict = "" if ruling.verdict is Verdict.ALLOWED else ruling.verdict.value
    blocks = [_verdict_line(verdict, ruling, book, style)]
    if style.why:
        because = [text_of(each) for each in ruling.because]
        blocks.append(titled_list("Because", because, Format.TABLE))
        blocks.append(titled_list("Rules", rule_texts(ruling.all_rules, book), Format.TABLE))
    return page(blocks, Format.PLAIN)


def render_questions(questions: Sequence[Question], game: str, fmt: Format) -> str:
    """List the questions: name and sentence."""
    if fmt is Format.JSON:
        records = [_question_record(question) for question in questions]
        return as_json({"schema": 1, "game": game, "questions": records})
    return "".join(f"{line}\n" for line in _index(questions, game, fmt))


def verdict_text(verdict: str, style: Style) -> str:
    """Return the word for a verdict, in its colour if the style has colours.

    >>> verdict_text("table-call", Style())
    'Table call'
    """
    word = _WORDS.get(verdict, Say("{verdict}", verdict=verdict))
    return coloured(text_of(word), _COLOURS.get(verdict, Colour.BOLD), wanted=style.colour)


def finding_lines(
    finding: Ruling,
    lines: Mapping[FieldPath, int],
    style: Style,
    entries: Mapping[FieldPath, int] | None = None,
) -> str:
    """Return an audit finding on one line, and on the next which number to count again.

    With ``why`` all possible corrections are listed.

    >>> from referee.core.ruling import impossible
    >>> print(finding_lines(impossible("The box holds 16."), {}, Style()))
    Impossible: The box holds 16.
      No single number explains it.
    """
    from referee.core.paper.score_summary import (  # a dispute has no findings
        correction_text,
        finding_text,
    )

    said = finding_text(finding, lines, lambda _: verdict_text(finding.verdict, style))
    again = correction_text(finding, entries or {}, everything=style.why)
    return f"{said}\n  {again}" if again else said


def answer_facts(answer: Mapping[str, Any]) -> list[tuple[str, str]]:
    """List the results of an answer as named facts, in order.

    Lists of lists and maps of lists become several facts; unknown results are omitted.

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
        named = ((Say("{name}, {key}", name=name, key=str(k)), each) for k, each in value.items())
        return [fact for part, each in named for fact in _facts(text_of(part), each)]
    if isinstance(value, (tuple, list)) and any(_is_many(each) for each in value):
        return [(name, as_text(each)) for each in value]
    return [(name, as_text(value))]


def _is_many(value: object) -> bool:
    return isinstance(value, (Mapping, tuple, list))


def _verdict_line(verdict: str, told: Answer | Ruling, book: Rulebook, style: Style) -> str:
    """Write verdict, reason and rules; what is allowed goes against nobody's letter."""
    is_allowed = told.verdict == Verdict.ALLOWED
    cites = rule_ids(told.rules) if is_allowed else rules_cited(told.rules, book)
    sentence = cited(text_of(told.reason), cites)
    if not verdict:
        return sentence
    line = Say("{verdict}: {sentence}", verdict=verdict_text(verdict, style), sentence=sentence)
    return str(line)


def _answer_record(answer: Answer, game: str, question: str, book: Rulebook) -> dict[str, object]:
    return {
        "schema": 1,
        "game": game,
        "question": question,
        **fields_of(answer, "verdict", "reason", "because", "rules"),
        "basis": basis_record(answer.rules, book),
        "answer": answer.results,
        "said": {
            "reason": to_json(answer.reason),
            "because": [to_json(each) for each in answer.because],
        },
    }


def _fact_name(field: Field) -> str:
    return escaped(field.name.replace("_", "-"))


def _index(questions: Sequence[Question], game: str, fmt: Format) -> Iterator[str]:
    """Yield a line for each question, and last how to learn its facts."""
    most = max((len(each.name) for each in questions), default=0) if fmt is Format.TABLE else 0
    for each in questions:
        template = "{name}  {about}" if most else "{name}: {about}"
        yield text_of(Say(template, name=AsIs(each.name.ljust(most)), about=each.about))
    command = AsIs(f"referee ask {game} QUESTION")
    yield text_of(Say("Facts and an example: {command}", command=command))


def render_question(question: Question, game: str) -> str:
    """Explain a question: its sentence, its facts with the needed ones first, and an example."""
    needed = sorted(question.fields, key=lambda each: not each.required)
    most = max((len(_fact_name(each)) for each in needed), default=0)
    lines = [text_of(Say("{name}: {about}", name=AsIs(question.name), about=question.about))]
    for each in needed:
        said = Say(
            "{fact}  {about} (needed)" if each.required else "{fact}  {about}",
            fact=AsIs(_fact_name(each).ljust(most)),
            about=each.about,
        )
        lines.append(text_of(said))
    return "".join(f"{line}\n" for line in (*lines, _command(question, game)))


def _command(question: Question, game: str) -> str:
    command = f"referee ask {game} {question.name} {question.example}"  # what is typed, no sentence
    return escaped(command.strip())


def _question_record(question: Question) -> dict[str, object]:
    facts = [fields_of(field, "name", "required", "about") for field in question.fields]
    return {**fields_of(question, "name", "about"), "facts": facts, "example": question.example}


def render_case(case: DecidedCase, book: Rulebook, fmt: Format, style: Style) -> str:
    """Show one case in full: the question, its facts, the ruling, its basis, and the rules."""
    if fmt is Format.CSV:
        return render_cases([case], book, fmt, style)
    return page(_blocks(case, book, fmt, style), fmt)


def render_cases(cases: Sequence[DecidedCase], book: Rulebook, fmt: Format, style: Style) -> str:
    """List cases by id, question and short answer; in Markdown as a booklet, each in full."""
    if fmt is Format.JSON:
        return as_json({"schema": 1, "game": book.game, "cases": [_record(each) for each in cases]})
    if fmt is Format.MARKDOWN:
        title = text_of(Say("{game}: the casebook", game=book.edition.title))
        whole = [block for case in cases for block in _blocks(case, book, fmt, style)]
        return page([f"# {escaped(title)}", *whole])
    if fmt is Format.PLAIN:
        return "".join(f"{_line(each)}\n" for each in cases)
    from referee.render.grids import draw  # see above

    if fmt is Format.CSV:
        named = ("id", "asked", "verdict", "rules", "short")
        cells = [
            (c.case_id, c.asked, str(c.answer.verdict), rule_cell(c.answer.rules), c.short)
            for c in cases
        ]
        return draw(named, cells, fmt)
    columns = (identifier("id"), identifier("asked"), identifier("answer"), identifier("rules"))
    rows = [(c.case_id, c.asked, c.short, rule_ids(c.answer.rules)) for c in cases]
    return draw(columns, rows, fmt, within=style.width)


def _blocks(case: DecidedCase, book: Rulebook, fmt: Format, style: Style) -> list[str]:
    title = text_of(Say("{id} {asked}", id=case.case_id, asked=case.asked))
    title = coloured(title, Colour.BOLD, wanted=style.colour and fmt is Format.TABLE)
    ruling = Say(
        "On these facts: {verdict}: {reason} ({rules})",
        verdict=verdict_text(case.answer.verdict, style),
        reason=case.answer.reason,
        rules=rule_ids(case.answer.rules),
    )
    facts = [
        (identifier("reading"), case.reading),
        (identifier("decided"), case.date),
        (identifier("status"), worded(case.status)),
    ]
    return [
        f"## {prose(title, fmt)}" if fmt is Format.MARKDOWN else title,
        prose(escaped(case.short), fmt),
        named_list(answer_facts(case.facts), fmt),
        prose(text_of(ruling), fmt),
        named_list(answer_facts(case.answer.results), fmt),
        named_list([(name, escaped(text)) for name, text in facts if text], fmt),
        titled_list("Rules", rule_texts(case.answer.rules, book), fmt),
    ]


def case_facts(case: DecidedCase) -> list[Say]:
    """List the facts of a case, for a page."""
    named = answer_facts(case.facts)
    return [Say("{name}: {fact}", name=worded(name), fact=AsIs(fact)) for name, fact in named]


def _line(case: DecidedCase) -> str:
    facts = {"id": case.case_id, "asked": case.asked, "answer": case.short}
    rules = rule_ids(case.answer.rules)
    return text_of(Say("{id} {asked} {answer} ({rules})", **facts, rules=rules))


def _record(case: DecidedCase) -> dict[str, object]:
    return {
        "id": case.case_id,
        "question": case.asked,
        "short": case.short,
        "asks": case.question,
        "facts": case.facts,
        **fields_of(case.answer, "verdict", "reason"),
        "answer": case.answer.results,
        "rules": case.answer.rules,
        **fields_of(case, "reading", "date", "status"),
    }
