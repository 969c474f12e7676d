"""How a line is read: command or answer, which step it answers, and how a run is split."""
