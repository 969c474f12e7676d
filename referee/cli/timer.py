"""The sand timer at a table: what is left stands at the prompt, and a bell rings at its end."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from referee.cli.bell import Bell
from referee.cli.clock import Clock
from referee.cli.output import talk
from referee.core.play.loop import Echo, Tell
from referee.core.say import Say

if TYPE_CHECKING:
    from referee.cli.ears import Ears

OUT: Final = Say("The sand has run out.")
RINGING: Final = "\a"


class Timer:
    """Hears the table as its ears do, and rings meanwhile; the clock alone knows the time.

    Only at a terminal does the bell ring while a line is waited for. Elsewhere it rings when
    the line has come.
    """

    def __init__(self, clock: Clock, ears: Ears) -> None:
        """Put the glass on the table."""
        self._clock = clock
        self._ears = ears
        self._bell = Bell(lambda: ears.break_in(f"{RINGING}{OUT}"))
        self._rung = 0

    def left(self) -> Say | None:
        """Word what is left; None where no glass is asked for."""
        return self._clock.said()

    def line(self) -> str | None:
        """Hear one line; None at the end of the input."""
        self._bell.start(self._clock.bells() if self._ears.at_terminal else ())
        try:
            return self._ears.line()
        finally:
            self._rung = self._bell.stop()

    def note_what_ran_out(self, tell: Tell) -> None:
        """Note what has run out, and ring for what nobody has heard. Raises NotNoted."""

        def tell_and_ring(echo: Echo) -> None:
            if self._rung:
                self._rung -= 1
            else:
                talk(f"{RINGING}{OUT}")
            tell(echo)

        self._clock.note_what_ran_out(tell_and_ring)

    def leave(self) -> None:
        """Take the glass along: what is left now is left when the game goes on."""
        self._clock.leave()
