"""Rulings, answers and findings: verdict, reason, rules; and the questions that may be put."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from referee.core.question import ANSWERED, Answer, Question
from referee.core.rulebook import Rulebook, RuleRef
from referee.core.ruling import FieldPath, Ruling, Verdict
from referee.core.say import Say, to_json
from referee.core.score_summary import finding_words
from referee.core.shape import Field
from referee.core.wording import VERDICT_WORDS, cited, ids, in_words, visible, worded
from referee.render.formats import Format, Style, as_json
from referee.render.grids import draw
from referee.render.pages import heading, listed, named, page, prose, rule_texts
from referee.render.text import Colour, paint

_WORDS: Final[Mapping[str, Say]] = {**VERDICT_WORDS, ANSWERED: Say("Answer")}
_COLOURS: Final[Mapping[str, Colour]] = {
    Verdict.ALLOWED: Colour.GREEN,
    Verdict.FORBIDDEN: Colour.RED,
    Verdict.IMPOSSIBLE: Colour.RED,
    Verdict.TABLE_CALL: Colour.YELLOW,
}


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
        return as_json(_answer_record(reply, game, question))
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
    >>> print(show_ruling(forbidden("Ana has drawn.", "PEB-3.2"), book, Style()), end="")
    Forbidden: Ana has drawn. (PEB-3.2)
    >>> print(show_ruling(allowed("Ana draws.", "PEB-3.2"), book, Style()), end="")
    Ana draws. (PEB-3.2)
    """
    verdict = "" if ruling.verdict is Verdict.ALLOWED else ruling.verdict.value
    blocks = [_verdict_line(verdict, ruling.reason, ruling.rules, style)]
    if style.why:
        because = [worded(each) for each in ruling.because]
        blocks.append(listed("Because", because, Format.TABLE))
        blocks.append(listed("Rules", rule_texts(ruling.rules, book), Format.TABLE))
    return "".join(f"{block}\n" for block in blocks if block)


def show_questions(questions: Sequence[Question], game: str, fmt: Format) -> str:
    """List what may be asked: name, meaning, facts (those in brackets optional), example.

    >>> from referee.core.shape import Integer
    >>> field = Field(name="players", shape=Integer(), about=Say("how many play"), required=True)
    >>> question = Question(name="setup", about=Say("What is laid out?"), fields=(field,),
    ...     answer=lambda book, facts: None, example="players=4")
    >>> print(show_questions([question], "pebble-fair", Format.TABLE), end="")
    setup: What is laid out?
      facts: players
      example: referee ask pebble-fair setup players=4
    """
    if fmt is Format.JSON:
        listed = [_question_record(question) for question in questions]
        return as_json({"schema": 1, "game": game, "questions": listed})
    if fmt is Format.PLAIN:
        return "".join(f"{line}\n" for each in questions for line in _question_lines(each, game))
    if fmt is Format.TABLE:
        # No grid: three sentences side by side are wider than a terminal.
        return page("\n  ".join(_question_block(question, game)) for question in questions)
    rows = [
        (each.name, worded(each.about), facts_words(each.fields), _command(each, game))
        for each in questions
    ]
    return draw(("question", "about", "facts", "example"), rows, fmt)


def verdict_word(verdict: str, style: Style) -> str:
    """Call a verdict by its word, in its colour where that is wanted.

    >>> verdict_word("table-call", Style())
    'Table call'
    """
    word = _WORDS.get(verdict, Say("{verdict}", verdict=verdict))
    return paint(worded(word), _COLOURS.get(verdict, Colour.BOLD), wanted=style.colour)


def finding_line(finding: Ruling, lines: Mapping[FieldPath, int], style: Style) -> str:
    """Tell an audit finding in one line, its verdict in colour where that is wanted.

    >>> from referee.core.ruling import impossible
    >>> finding_line(impossible("The box holds 16."), {}, Style())
    'Impossible: The box holds 16.'
    """
    return finding_words(finding, lines, lambda _: verdict_word(finding.verdict, style))


def answer_facts(answer: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Name what was worked out, one fact each, in the order of the answer.

    Lists of lists and maps of lists become several facts; what is not known is left out.

    >>> answer_facts({"each_bag": 4, "points": None, "takes": {"A": (3, 1), "B": (2,)}})
    [('each bag', '4'), ('takes, A', '3 and 1'), ('takes, B', '2')]
    """
    return [
        fact
        for name, value in answer.items()
        if value is not None
        for fact in _facts(name.replace("_", " "), value)
    ]


def facts_words(fields: Sequence[Field]) -> str:
    """Name facts as they are typed, those that may be left out in brackets.

    >>> from referee.core.shape import Boolean
    >>> optional = Field(name="purple_as", shape=Boolean(), about=Say(""))
    >>> needed = Field(name="gold", shape=Boolean(), about=Say(""), required=True)
    >>> facts_words([needed, optional])
    'gold, [purple-as]'
    """
    names = [(_typed(field), field.required) for field in fields]
    listed = ", ".join(name if required else f"[{name}]" for name, required in names)
    return listed or str(Say("none"))


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


def _answer_record(reply: Answer, game: str, question: str) -> dict[str, object]:
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


def _typed(field: Field) -> str:
    return visible(field.name.replace("_", "-"))


def _question_block(question: Question, game: str) -> list[str]:
    return [
        worded(Say("{name}: {about}", name=question.name, about=question.about)),
        worded(Say("facts: {facts}", facts=facts_words(question.fields))),
        worded(Say("example: {command}", command=_command(question, game))),
    ]


def _question_lines(question: Question, game: str) -> list[str]:
    """Put each fact into a line of its own, with its meaning."""
    first, _, last = _question_block(question, game)
    needed, free = Say("{fact}, required: {about}"), Say("{fact}, optional: {about}")
    facts = [
        Say((needed if field.required else free).template, fact=_typed(field), about=field.about)
        for field in question.fields
    ]
    lines = [first, *map(worded, facts), last]
    return [lines[0], *(worded(Say("{q}, {l}", q=question.name, l=line)) for line in lines[1:])]


def _command(question: Question, game: str) -> str:
    command = f"referee ask {game} {question.name} {question.example}"  # what is typed, no sentence
    return visible(command.strip())


def _question_record(question: Question) -> dict[str, object]:
    facts = [
        {"name": field.name, "required": field.required, "about": field.about}
        for field in question.fields
    ]
    return {
        "name": question.name,
        "about": question.about,
        "facts": facts,
        "example": question.example,
    }
