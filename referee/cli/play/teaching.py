"""Teaching a new player: each rule once, where it is first needed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from referee.cli.play.prompt import Look
from referee.core.paper.wording import escaped
from referee.core.play.loop import GameLoop
from referee.core.play.marks.marking import ON
from referee.core.play.reading import commands
from referee.core.play.response import Response
from referee.core.rulebook import RuleRef
from referee.core.say import Say

MOST_LINES: Final = 4
MORE: Final = Say("?: more")


class Teaching:
    """Tells the rules behind a question, and behind what follows by itself, while it is wanted."""

    def __init__(self, loop: GameLoop) -> None:
        """Teach at this table; what was asked before was the time to learn it."""
        session = loop.session
        self._loop = loop
        self._rules: set[str] = set()
        self._steps = {session.entry(number).step for number in session.active}

    @property
    def is_on(self) -> bool:
        """Whether the table wants to be taught."""
        return self._loop.session.preferences.get(commands.TEACH) == ON

    def lesson(self, look: Look) -> list[str]:
        """Tell the rules behind the question that is asked now, if nobody has heard them."""
        step = self._loop.session.step
        if step is None or not self.is_on or step.id in self._steps:
            return []
        self._steps.add(step.id)
        return list(self._told(step.rules, look))

    def followed(self, response: Response, look: Look) -> list[str]:
        """Tell the rules by which something has followed by itself."""
        if not self.is_on:
            return []
        rules = [rule for each in response.followed for rule in each.rules]
        return list(self._told(rules, look))

    def _told(self, rules: Iterable[RuleRef], look: Look) -> Iterator[str]:
        book = self._loop.session.book
        new = dict.fromkeys(ref.rule_id for ref in rules if ref.rule_id not in self._rules)
        lines: list[str] = []
        for rule_id in new:
            said = Say("({id}) {text}", id=rule_id, text=book.rules[rule_id].text)
            lines += look.set_in(escaped(str(said)))
        self._rules |= {*new}
        yield from lines[:MOST_LINES]
        if len(lines) > MOST_LINES:
            yield from look.set_in(str(MORE))
