"""One input of the fuzzer: a command line, the files it finds, and what it hears."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Final, TypeAlias

from msgspec import Struct

ABOUT: Final = "subject.yaml"
"""The file that an input is about, where it is about one."""
JOURNAL: Final = "subject.jsonl"
KEPT: Final = "home/referee/settings.yaml"
"""Where the program keeps numbers between games; ``home`` stands for the player's own."""


class Kind(StrEnum):
    """What is made hostile."""

    HOLDINGS = "holdings"
    DISPUTE = "dispute"
    SCENARIO = "scenario"
    MAZE = "maze"
    TABLE = "table"
    RULEBOOK = "rulebook"
    JOURNAL = "journal"
    SETTINGS = "settings"
    WORDS = "words"
    KEYS = "keys"


class Odd(StrEnum):
    """What may lie where a file is expected, and is none."""

    FOLDER = "folder"
    PIPE = "pipe"
    MISSING = "missing"


class Huge(Struct, frozen=True):
    """A file of many bytes: a pattern and how often it stands there. It is written piecewise."""

    pattern: bytes
    times: int


Content: TypeAlias = bytes | Huge | Odd


class Input(Struct, frozen=True, kw_only=True):
    """What one run is given. ``is_sound`` tells that nothing is wrong with the command line."""

    kind: Kind
    words: tuple[str, ...]
    files: Mapping[str, Content] = {}
    heard: bytes = b""
    is_sound: bool = False

    @property
    def lines_heard(self) -> int:
        """How many lines are typed."""
        return self.heard.count(b"\n") + self.heard.count(b"\r")

    @property
    def lines_kept(self) -> int:
        """How many lines the journal has."""
        content = self.files.get(JOURNAL, b"")
        return content.count(b"\n") if isinstance(content, bytes) else 0

    @property
    def wants_json(self) -> bool:
        """Whether the result is for programs."""
        return self.kind is not Kind.WORDS and self.words[-2:] == ("--format", "json")
