"""The bell that rings when the sand runs out, also while the table is being listened to."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from threading import Event, Thread
from time import monotonic


class Bell:
    """Rings at given times until it is stopped. It notes nothing: that is for who listens."""

    def __init__(self, ring: Callable[[], None]) -> None:
        """Be ready. ``ring`` is called from a thread of the bell's own."""
        self._ring = ring
        self._stop = Event()
        self._rung = 0
        self._thread: Thread | None = None

    def start(self, seconds: Sequence[float]) -> None:
        """Ring in so many seconds from now, each time; nothing to ring for starts nothing."""
        begin = monotonic()
        self._stop, self._rung = Event(), 0
        if seconds:
            moments = [begin + each for each in seconds]
            # A daemon: whoever leaves by Ctrl-C does not wait for the sand.
            self._thread = Thread(target=self._wait, args=(moments,), daemon=True)
            self._thread.start()

    def stop(self) -> int:
        """Ring no more; tell how often it has rung since it was started."""
        self._stop.set()
        if self._thread is not None:
            self._thread.join()
        self._thread = None
        return self._rung

    def _wait(self, moments: Sequence[float]) -> None:
        for moment in moments:
            if self._stop.wait(max(0.0, moment - monotonic())):
                return
            self._ring()
            self._rung += 1
