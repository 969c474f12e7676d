"""The conductor: opens files, calls the core and the rooms, prints what the tables made."""

from __future__ import annotations

from referee.cli.main import main

__all__ = ["main"]
