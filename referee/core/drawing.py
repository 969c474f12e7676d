"""What is wrong in a drawing that a room reads, such as a map: told place by place."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct

from referee.core.errors import BadAnswer
from referee.core.say import Say


class TextProblem(Struct, frozen=True):
    """One thing wrong in a drawing; line and column count from 1 within the drawing."""

    line: int
    column: int
    message: Say
    remedy: Say


class BadText(BadAnswer):
    """A drawing that means nothing, with all its problems; the first one speaks for them."""

    def __init__(self, problems: Iterable[TextProblem]) -> None:
        """Keep the problems, at least one, sorted by place."""
        self.problems = tuple(sorted(problems, key=lambda each: (each.line, each.column)))
        first = self.problems[0]
        super().__init__(
            Say(
                "{message} {remedy} (Line {line}, column {column} of the drawing.)",
                message=first.message,
                remedy=first.remedy,
                line=first.line,
                column=first.column,
            )
        )
