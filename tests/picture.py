"""The picture of a game at its prompt, from what the program shows: ``make docs`` draws it.

Its lines appear one by one, once, and stay; a reader who wants no motion sees the end at once.
"""

from __future__ import annotations

import re
from html import escape
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from tests.cli.terminal import ENTER, Terminal

PICTURE: Final = Path(__file__).parent.parent / "docs/pictures/prompt.svg"
PLAY: Final = ("play", "no-swap", "--players", "Ana,Bo,Cy,Di", "--color", "always")
TYPED: Final = ("2", "3g2s3b", "ggsbbgs", "3p", "2s 3s", "1")
FIRST: Final = "[Round 1 of 4: draft]"
"""Where the picture begins."""
_STYLES: Final = {
    "1": "font-weight:bold",
    "2": "opacity:.6",
    "31": "fill:#ff7b72",
    "32": "fill:#7ee787",
    "35": "fill:#d2a8ff",
    "36": "fill:#76d9e6",
}
_CODE: Final = re.compile("\x1b\\[([0-9;]*)m")
_UNSEEN: Final = re.compile("\x1b\\[\\?[0-9;]*[a-z]|\r")
_SIDE, _CELL, _LINE = 16, 8.43, 19
"""The margin, and what a letter and a line take, in pixels."""
_SECONDS, _REPLY = 9, 0.08
"""From the first line to the last typed one; from one line of a reply to the next."""
_TITLE: Final = (
    "A round of No Swap No Pay! at a terminal: coins are drafted, a challenge is paid, and a"
    " challenge of oneself is refused with its rule."
)
_MOTION: Final = (
    "text{animation:appear .3s backwards}@keyframes appear{from{opacity:0}}"
    "@media(prefers-reduced-motion:reduce){text{animation:none}}"
)
"""Lines are seen where nothing moves: before its turn alone a line has no opacity."""


def shown() -> str:
    """Play a round up to a refusal at a terminal, and give what stands there."""
    with TemporaryDirectory() as folder:
        journal = str(Path(folder) / "evening.jsonl")
        table = Terminal(*PLAY, "--journal", journal, env={"TERM": "xterm", "LC_ALL": "C.UTF-8"})
        for line in TYPED:
            table.wait_for("\n> ")
            table.type(line + ENTER)
        table.wait_for("anyway.")
        table.wait_for("> ")
        table.close()
    told = _UNSEEN.sub("", table.shown)
    return told[told.index(FIRST) :].rstrip()


def picture() -> str:
    """Draw it: a line of text for each line, in the colours of the terminal.

    A typed line appears after a pause, and the reply runs after it.
    """
    lines = shown().split("\n")
    wide = round(2 * _SIDE + 80 * _CELL)
    high = 2 * _SIDE + _LINE * len(lines)
    typed = sum(line.startswith("> ") for line in map(_plain, lines))
    rows, step, at = [], 0, 0
    for n, line in enumerate(lines):
        if _plain(line).startswith("> "):
            step, at = step + 1, n
        if line:
            delay = f"{_SECONDS * step / typed + _REPLY * (n - at):.2f}s"
            rows.append(
                f'<text x="{_SIDE}" y="{_SIDE + _LINE * n + 14}" style="animation-delay:{delay}">'
                f"{_painted(line)}</text>"
            )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {high}" width="{wide}"'
        ' font-family="ui-monospace,Menlo,Consolas,DejaVu Sans Mono,monospace" font-size="14"'
        f' fill="#e6edf3" role="img" aria-labelledby="title">\n'
        f'<title id="title">{_TITLE}</title>\n<style>{_MOTION}</style>\n'
        f'<rect width="{wide}" height="{high}" rx="8" fill="#0d1117"/>\n'
        + "\n".join(rows)
        + "\n</svg>\n"
    )


def _plain(line: str) -> str:
    return _CODE.sub("", line)


def _painted(line: str) -> str:
    """Put what stands between two colour codes into a span of that colour."""
    parts = _CODE.split(f"\x1b[0m{line}")[1:]
    spans = []
    for code, text in zip(parts[::2], parts[1::2], strict=True):
        style = ";".join(_STYLES[each] for each in code.split(";") if each in _STYLES)
        said = escape(text, quote=False).replace(" ", "\N{NO-BREAK SPACE}")
        spans.append(f'<tspan style="{style}">{said}</tspan>' if style and text else said)
    return "".join(spans)


if __name__ == "__main__":
    PICTURE.write_text(picture(), encoding="utf-8")
