"""Catalogues on disk: one for the shell and one for each room, in each language."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from referee.core.words.language import LISTED, WORD
from referee.core.words.tags import ENGLISH
from referee.core.words.tags import TAGS as SPOKEN
from referee.files.languages import SHELL
from tools.languages.rulebooks import add_rules, english, texts_at

ROOT: Final = Path(__file__).resolve().parents[2]
LOCALE: Final = ROOT / "referee/locale"
RULEBOOKS: Final = ROOT / "rulebooks"
TAGS: Final = tuple(tag for tag in SPOKEN if tag != ENGLISH)
BEGUN: Final = datetime(2026, 11, 22, tzinfo=UTC)


def po_path(tag: str, domain: str, folder: Path = LOCALE) -> Path:
    """Tell where the catalogue of a domain lies."""
    return folder / tag / "LC_MESSAGES" / f"{domain}.po"


def domains(folder: Path = LOCALE) -> tuple[str, ...]:
    """List the domains that have a catalogue, the shell's first."""
    found = {path.stem for path in folder.glob("*/LC_MESSAGES/*.po")}
    return tuple(sorted(found, key=lambda name: (name != SHELL, name)))


def read(path: Path) -> Catalog:
    """Read a catalogue."""
    with path.open("rb") as file:
        return read_po(file)


def write(path: Path, catalog: Catalog) -> None:
    """Write a catalogue, sorted, without what changes from day to day."""
    path.parent.mkdir(parents=True, exist_ok=True)
    catalog.creation_date = catalog.revision_date = BEGUN
    catalog.project, catalog.version, catalog.fuzzy = "referee", "0", False
    catalog.last_translator = catalog.language_team = "The referee contributors"
    catalog.msgid_bugs_address = "contributors@referee.invalid"
    catalog.header_comment = f"# {catalog.locale_identifier}: what the referee says."
    with path.open("wb") as file:
        write_po(file, catalog, width=0, sort_output=True, no_location=True)


def compiled(catalog: Catalog) -> Catalog:
    """Add what the program asks first: the list of all words that a catalogue holds."""
    words = sorted(str(each.id) for each in catalog if each.context == WORD and each.string)
    if words:
        catalog.add(LISTED, "\n".join(words), context=WORD)
    return catalog


def compile_all(folder: Path, into: Path) -> Iterator[Path]:
    """Compile every catalogue; give the files made, below ``into`` as they lie in ``folder``."""
    for path in sorted(folder.glob("*/LC_MESSAGES/*.po")):
        made = into / path.relative_to(folder).with_suffix(".mo")
        made.parent.mkdir(parents=True, exist_ok=True)
        catalog = compiled(read(path))
        texts = RULEBOOKS / path.parts[-3] / f"{path.stem}.yaml"
        if texts.is_file():
            add_rules(catalog, english(RULEBOOKS / texts.name), texts_at(texts))
        with made.open("wb") as file:
            write_mo(file, catalog)
        yield made


def missing(catalog: Catalog) -> list[str]:
    """List the messages that are not translated, or doubtfully."""
    return [
        str(each.id) for each in catalog if each.id and (each.fuzzy or not _is_filled(each.string))
    ]


def _is_filled(text: object) -> bool:
    return all(text) if isinstance(text, (tuple, list)) else bool(text)
