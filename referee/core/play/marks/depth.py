"""How much of a game is recorded: every turn, or only the result of a round or of the game."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar, Final, Generic, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from referee.core.answers.custom import CustomAnswer
from referee.core.answers.text_input import match_key, prefix_matches
from referee.core.play.event import Event
from referee.core.play.stage import Prompt, Stage, Step
from referee.core.rulebook import Rulebook
from referee.core.ruling import Notice, Ruling, Verdict
from referee.core.say import BadAnswer, Example, Say
from referee.core.table import ROUND, TURN

S = TypeVar("S")
CHOOSE_DEPTH: Final = "by"
"""The command that chooses the depth, and the step id of its entries."""
PLAYING: Final = "by.end"
"""The id of the step that waits for the end of a game recorded without turns."""
DEPTHS: Final = (TURN, ROUND)
END: Final = ("end",)
NOT_NOTED: Final = Say("What happened since is not noted.")
WHICH: Final = Say("Write {round} or {turn}.", round=Example("by round"), turn=Example("by turn"))


class DepthChosen(Event[S], Generic[S], frozen=True):
    """From here on the table writes ``by`` the turn or by the round.

    A room says what becomes of its state. A game of which only the end is written down is never
    written by the turn again; a room that writes rounds as a whole says when it may be.
    """

    rule: ClassVar[str] = ""  # how a table writes is nobody's rule
    actor_field: ClassVar[str] = ""
    by: str

    def is_refused(self, state: S) -> bool:  # noqa: ARG002 - what a room's own method takes
        """Whether too little was recorded to continue by the turn."""
        return self.by == TURN

    def judge(self, book: Rulebook, state: S) -> Ruling:  # noqa: ARG002 - no rule says how
        """Take the choice wherever something is asked, unless it is refused."""
        if self.is_refused(state):
            return Ruling(Verdict.IMPOSSIBLE, NOT_NOTED, ())  # no word of the table brings it back
        said = "From here on the game is written by the round."
        if self.by == TURN:
            said = "From the next round on the game is written by the turn."
        return Ruling(Verdict.ALLOWED, Say(said), ())


class Depth(Struct, Generic[S], frozen=True, kw_only=True):
    """What a game asks of a table that does not write by the turn.

    ``stages`` come before all others; each of them is due only where the round is not recorded.
    ``chosen`` is the event of another choice, ``now`` says which was made last. While a game
    ``is_closed`` nothing else is asked and nothing follows by itself: only its end is written
    down.
    """

    chosen: type[DepthChosen[S]]
    now: Callable[[S], str]
    stages: tuple[Stage[S], ...]
    is_closed: Callable[[S], bool] = lambda _: False


def read_depth(words: str) -> str:
    """Read ``round`` or ``turn``. Raises BadAnswer.

    >>> read_depth("r"), read_depth("the turn")
    ('round', 'turn')
    """
    found = prefix_matches(match_key(words).removeprefix("the "), DEPTHS)
    if len(found) != 1:
        raise BadAnswer(WHICH)
    return found[0]


def depth_step(asked: Step, depth: Depth[Any]) -> Step:
    """Return the step of such a choice, which may be made wherever something is asked."""
    return replace(
        asked,
        id=CHOOSE_DEPTH,
        keyword=CHOOSE_DEPTH,
        read=lambda words: depth.chosen(read_depth(words)),
        hides_answer=False,
        hides_rulings=False,
        forced_by=None,
    )


def playing(
    when: Callable[[S], bool],
    ended: type[Event[S]],
    setup: Callable[[Rulebook, S], tuple[Say | Notice, ...]],
) -> Stage[S]:
    """Make the stage that waits for the end; ``ended`` is the event, which has no fields.

    ``setup`` is how the table is set up, reported where a game begins so.
    """
    return Stage(
        id=PLAYING,
        title=Say("Playing"),
        when=when,
        ask=lambda book, state: Prompt(
            ask=Say("Type {end} when the game is over.", end="end"),
            answers=CustomAnswer(END, _read_end, Say("end"), END),
            event=lambda _: ended(),
            setup=setup(book, state),
            default="",  # Enter alone does not say that it is over
        ),
        events=(ended,),
        is_observed=True,
    )


def _read_end(words: str) -> str:
    """Read ``end``, and no beginning of it. Raises BadAnswer."""
    if match_key(words) not in END:
        raise BadAnswer(Say("Type {end} when the game is over.", end="end"))
    return words
