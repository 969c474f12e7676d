"""The program in one of its languages, for as long as a test speaks it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from referee.core.say import speak, spoken
from referee.core.words.language import Language
from referee.files.languages import begin_to_speak
from referee.files.tags import tags
from tests.languages.pseudo import Pseudo

FOREIGN = ("ja", "zh-Hans", "zh-Hant")
"""The languages that are complete: a gap in one of them is a fault. Others may be partial."""

PARTIAL = tuple(tag for tag in tags()[1:] if tag not in FOREIGN)
"""The languages in which English fills what is missing."""


@contextmanager
def speaking(tag: str) -> Iterator[Language]:
    """Speak a language, or the one that nobody speaks, and English afterwards."""
    if tag == "qps":
        speak(Pseudo())
    else:
        begin_to_speak(tag)
    language = spoken()
    assert language is not None
    try:
        yield language
    finally:
        speak(None)
