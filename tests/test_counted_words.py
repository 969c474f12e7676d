"""Words that nobody would use are counted: in help, messages, pages and docstrings."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

from referee.cli.main import COMMANDS
from tests.cli.running import call
from tests.manual import man_page

ROOT = Path(__file__).resolve().parents[1]
WORD = re.compile(r"[A-Za-z][\w'’-]*")
FACT = re.compile(r"\{\w*(?:![rs])?\}|\b\w+=\S*")
"""What stands for a fact, and a fact that is typed: nobody reads these as words."""
CODE = re.compile(
    r"```.*?^\s*```|``[^`\n]+``|`[^`\n]+`|^\s*(?:>>>|\.\.\.) .*?$"
    r"|<!--.*?-->|\]\([^)]*\)|\b[\w-]+\.(?:yaml|md|py)\b|^## [A-Z-]+$",
    re.DOTALL | re.MULTILINE,
)
COUNTED = re.compile(
    r"\b(?:told|tells?|telling|stands?(?! for)|stood|besides?|leaves with|mend(?:s|ed|ing)?|anew"
    r"|(?:go(?:es|ing|ne)?|went) on|from elsewhere|but for|h(?:olds?|eld) against"
    r"|brings (?:it )?along|amiss|as yet|for ever|meanwhile|all the same|sees to|parted"
    r"|(?:the|a) print|whoever)\b",
    re.IGNORECASE,
)
PAPER = "pad|form|sheet|page|row|line|column|file"
ALSO_IN_PAGES = re.compile(rf"\b(?:lies?|signs?|blanks?(?! (?:{PAPER})s?))\b", re.IGNORECASE)


def share(texts: Iterable[str], *counted: re.Pattern[str]) -> float:
    """Count the matches for each 1,000 words, without code."""
    words = hits = 0
    for text in texts:
        plain = FACT.sub(" ", CODE.sub(" ", text))
        words += len(WORD.findall(plain))
        plain = " ".join(plain.split())
        hits += sum(len(pattern.findall(plain)) for pattern in counted)
    assert words > 500
    return 1000 * hits / words


def docstrings(*places: str) -> Iterator[str]:
    """Give every docstring of these packages and modules, those under a value too."""
    for place in places:
        path = ROOT / place
        for each in sorted(path.rglob("*.py")) if path.is_dir() else (path,):
            for node in ast.walk(ast.parse(each.read_text(encoding="utf-8"))):
                if (
                    isinstance(node, ast.Expr)
                    and isinstance(node.value, ast.Constant)
                    and isinstance(node.value.value, str)
                ):
                    yield node.value.value


def messages() -> Iterator[str]:
    """Give every message that the program says, in all catalogues."""
    for path in sorted((ROOT / "referee/locale/ja/LC_MESSAGES").glob("*.po")):
        with path.open("rb") as file:
            for each in read_po(file):
                if each.id and each.context != "word":
                    yield each.id if isinstance(each.id, str) else " ".join(each.id)


def test_help_and_the_manual_page() -> None:
    pages = [call(*(["help", name] if name else ["--help"])).out for name in ("", *COMMANDS)]
    assert share([*pages, man_page()], COUNTED) <= 1


def test_messages() -> None:
    assert share(messages(), COUNTED) <= 0.6


@pytest.mark.parametrize(
    ("places", "most"),
    [
        (("README.md", "SECURITY.md", "docs/tutorial.md", "docs/how-to", "docs/explanation"), 1.5),
        (("docs/games", "docs/errors.md", "docs/commands.md"), 1.5),
        (("CONTRIBUTING.md", "docs/api.md", "docs/adding-a-game.md", "docs/game-reference.md"), 3),
        (("docs/glossary.md", "docs/start-here.md", "docs/measured.md", "docs/decisions"), 3),
        (("docs/rulings", "rulebooks/README.md"), 3),
    ],
    ids=lambda places: places[0] if isinstance(places, tuple) else "",
)
def test_pages(places: tuple[str, ...], most: float) -> None:
    found = [
        path
        for place in places
        for path in (
            sorted((ROOT / place).glob("*.md")) if (ROOT / place).is_dir() else [ROOT / place]
        )
    ]
    assert share((p.read_text(encoding="utf-8") for p in found), COUNTED, ALSO_IN_PAGES) <= most


def test_docstrings_of_the_library() -> None:
    places = ("referee/__init__.py", "referee/public", "referee/api", "referee/core")
    texts = docstrings(*places, "referee/testing")
    assert share(texts, COUNTED, ALSO_IN_PAGES) <= 4


def test_the_counter_counts() -> None:
    thousand = "word " * 995
    assert share([thousand + "It tells what stands beside it."], COUNTED) == pytest.approx(3, 0.01)
    assert share([thousand + "It stands for a sheet, `told anew`."], COUNTED) == 0
    assert share([thousand + "a blank pad, a blank"], ALSO_IN_PAGES) == pytest.approx(1, 0.01)
