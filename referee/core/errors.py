"""The few exceptions that a person at the table can put right."""

from __future__ import annotations

from referee.core.say import Say


class RefereeError(Exception):
    """Something that a person can put right; ``say`` tells what and how."""

    def __init__(self, say: Say) -> None:
        """Carry the sentence; the traceback is for programmers only."""
        super().__init__(say)
        self.say = say

    def __str__(self) -> str:
        """Word the sentence."""
        return str(self.say)


class BadAnswer(RefereeError):  # noqa: N818 - the field's word; "error" would blame the player
    """Words that mean nothing at this step; ask again."""


class NumberMissing(RefereeError):  # noqa: N818 - see BadAnswer
    """A number that only the table can read out has not been given."""
