"""Answers that all players give at the same time: each is hidden until the last one is given."""

from __future__ import annotations

from typing import Any

from referee.core.answers.each import EachPlayer
from referee.core.answers.text_input import reads
from referee.core.play.session import Session
from referee.core.say import BadAnswer
from referee.core.table import Player


class Sealed:
    """Gathers the answers to a ``sealed`` step in memory; none is recorded before the last."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._given: list[str] = []
        self._state: Any = None

    @property
    def answers(self) -> EachPlayer[Any] | None:
        """The kind of answer of the step; None if the step is not sealed."""
        step = self._session.step
        if step is None or not step.sealed or not isinstance(step.answers, EachPlayer):
            return None
        return step.answers

    @property
    def given(self) -> list[str]:
        """The answers given in the current state."""
        if self._state is not self._session.state:
            self._state, self._given = self._session.state, []
        return self._given

    @property
    def player(self) -> Player | None:
        """The player who answers now; None if the step is not sealed."""
        asked = self.answers
        return asked.players[len(self.given)] if asked else None

    def gathered(self, words: str) -> str | None:
        """Take the answer of the next player; after the last, return one line with all of them.

        Before the first, one line can have the answers of all. An alternative to the step is
        returned as it is. Raises BadAnswer.
        """
        asked, given = self.answers, self.given
        if asked is None or (not given and reads(asked.parse, words)):
            return words
        try:
            asked.each.parse(words)
        except BadAnswer as bad:
            if self._is_alternative(words, bad):
                return words
            raise
        given.append(words)
        if len(given) < len(asked.players):
            return None
        self._given = []
        pairs = zip(asked.players, given, strict=True)
        return ", ".join(f"@{player} {own}" for player, own in pairs)

    def _is_alternative(self, words: str, bad: BadAnswer) -> bool:
        """Whether words answer an alternative. Raises BadAnswer if they answer nothing."""
        from referee.core.play.reading.sentence import parse_widely  # most games seal nothing

        step = self._session.step
        try:
            read = parse_widely(self._session, self._session.state, words)
        except BadAnswer:
            if "," in words and not self.given:  # the answers of all, one of them misspelt
                raise
            raise bad from None
        return step is not None and read.step.id != step.id

    def take_back(self) -> Player | None:
        """Drop the last answer and return its player; None if nobody has answered."""
        if not self.given:
            return None
        self.given.pop()
        return self.player
