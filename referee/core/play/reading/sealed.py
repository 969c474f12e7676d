"""Answers that all give at the same time: each out of sight, until the last one is there."""

from __future__ import annotations

from typing import Any

from referee.core.answers.each import EachPlayer
from referee.core.answers.text_input import reads
from referee.core.play.session import Session
from referee.core.say import BadAnswer
from referee.core.table import Player


class Sealed:
    """Gathers the answers to a step that is ``sealed``; of nothing gathered is anything kept."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._given: list[str] = []
        self._state: Any = None

    @property
    def answers(self) -> EachPlayer[Any] | None:
        """What is asked of each; None where nothing is sealed."""
        step = self._session.step
        if step is None or not step.sealed or not isinstance(step.answers, EachPlayer):
            return None
        return step.answers

    @property
    def given(self) -> list[str]:
        """The answers that are there, which only count where they were given."""
        if self._state is not self._session.state:
            self._state, self._given = self._session.state, []
        return self._given

    @property
    def player(self) -> Player | None:
        """Who answers now."""
        asked = self.answers
        return asked.players[len(self.given)] if asked else None

    def gathered(self, words: str) -> str | None:
        """Take the answer of the player who is next; give the line of all once all are there.

        Where nobody has answered, one line may have the answers of all, and what may be reported
        instead is read at any time. Raises BadAnswer.
        """
        asked, given = self.answers, self.given
        if asked is None or (not given and reads(asked.parse, words)):
            return words
        try:
            asked.each.parse(words)
        except BadAnswer as bad:
            if self._is_beside(words, bad):
                return words
            raise
        given.append(words)
        if len(given) < len(asked.players):
            return None
        self._given = []
        pairs = zip(asked.players, given, strict=True)
        return ", ".join(f"@{player} {own}" for player, own in pairs)

    def _is_beside(self, words: str, bad: BadAnswer) -> bool:
        """Whether words are no answer but report something else. Raises BadAnswer as it fits."""
        from referee.core.play.reading.sentence import parse_widely  # most games seal nothing

        step = self._session.step
        try:
            read = parse_widely(self._session, self._session.state, words)
        except BadAnswer:
            if "," in words and not self.given:  # the answers of all, one of them misspelt
                raise
            raise bad from None
        return step is not None and read.step.id != step.id

    def back(self) -> Player | None:
        """Hand back to the player who answered last; None if nobody has."""
        if not self.given:
            return None
        self.given.pop()
        return self.player
