"""There are no disputes about a night."""

from referee.api import Question

QUESTIONS: tuple[Question, ...] = ()
