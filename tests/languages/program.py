"""The program speaking the language that nobody speaks: one process runs many commands."""

from __future__ import annotations

import io
import json
import sys
from contextlib import redirect_stderr, redirect_stdout, suppress

from referee.cli import languages
from referee.cli.main import main
from referee.core.say import speak
from tests.languages.spoken import Pseudo


def _begin(_tag: str) -> None:
    speak(Pseudo())


def _told(words: list[str]) -> str:
    heard = io.TextIOWrapper(io.BytesIO(), encoding="utf-8", write_through=True)
    with redirect_stdout(heard), redirect_stderr(heard), suppress(SystemExit):
        main(words)
    heard.seek(0)
    return heard.read()


if __name__ == "__main__":
    vars(languages)["use_language"] = _begin
    print(json.dumps([_told(words) for words in json.load(sys.stdin)]))
