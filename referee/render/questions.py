"""The questions that can be put about a game."""

from __future__ import annotations

from collections.abc import Sequence

from referee.core.question import Question
from referee.core.say import Say
from referee.core.shape import Field
from referee.render.formats import Format, as_json
from referee.render.grids import draw
from referee.render.pages import page
from referee.render.text import visible, worded


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
        listed = [_for_programs(question) for question in questions]
        return as_json({"schema": 1, "game": game, "questions": listed})
    if fmt is Format.PLAIN:
        return "".join(f"{line}\n" for each in questions for line in _read_out(each, game))
    if fmt is Format.TABLE:
        # No grid: three sentences side by side are wider than a terminal.
        return page("\n  ".join(_block(question, game)) for question in questions)
    rows = [
        (each.name, worded(each.about), facts_words(each.fields), _command(each, game))
        for each in questions
    ]
    return draw(("question", "about", "facts", "example"), rows, fmt)


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


def _typed(field: Field) -> str:
    return visible(field.name.replace("_", "-"))


def _block(question: Question, game: str) -> list[str]:
    return [
        worded(Say("{name}: {about}", name=question.name, about=question.about)),
        worded(Say("facts: {facts}", facts=facts_words(question.fields))),
        worded(Say("example: {command}", command=_command(question, game))),
    ]


def _read_out(question: Question, game: str) -> list[str]:
    """Put each fact into a line of its own, with its meaning."""
    first, _, last = _block(question, game)
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


def _for_programs(question: Question) -> dict[str, object]:
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
