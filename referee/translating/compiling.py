"""Compiling the catalogues of a checkout; the build of a wheel does it too, without a game."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final

from referee.files.documents.rules import read_rulebook
from referee.files.languages import parts_of
from referee.files.yaml.loader import parse
from referee.translating import catalogues, texts

PACKAGE: Final = Path(__file__).resolve().parents[1]
LOCALE: Final = PACKAGE / "locale"
RULEBOOKS: Final = PACKAGE.parent / "rulebooks"


def compile_all(into: Path = LOCALE) -> Iterator[Path]:
    """Compile every catalogue of a checkout; yield the files made, below ``into``."""
    for path in sorted(LOCALE.glob("*/LC_MESSAGES/*.po")):
        made = into / path.relative_to(LOCALE).with_suffix(".mo")
        compile_ours(path, made)
        yield made


def compile_ours(path: Path, made: Path) -> None:
    """Compile a catalogue, with the texts of its rules and cases if it is a game's."""
    book = RULEBOOKS / f"{path.stem}.yaml"
    told = RULEBOOKS / path.parts[-3] / book.name
    parts: list[tuple[str | None, str, str]] = []
    if told.is_file():
        prefix = read_rulebook(parse(book.read_bytes(), book.name)).prefix
        parts += parts_of(texts.texts_at(told), prefix)
        parts += ((None, english, text) for english, text in texts.cases_of(told))
    catalogues.compiled(made, catalogues.read(path), parts)
