"""Catalogues on disk: read, merged, written and compiled by Babel."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path
from typing import Final

from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from referee.core.words.language import LISTED, WORD, fits

Key = tuple[str | tuple[str, ...], str | None]
"""What a message is known by: its text, or its two forms, and its context."""
_NOBODY: Final = "The referee contributors"
_FLAG: Final = "#, python-brace-format\n"
"""The flag of a message with facts. Babel sets it again, and the template has it."""
_DATE: Final = re.compile(r'^"POT-Creation-Date: [^"]*"\n', re.MULTILINE)


def read(path: Path, tag: str = "") -> Catalog:
    """Read a catalogue; an empty one of the language where there is no file."""
    if not path.is_file():
        return Catalog(
            locale=tag.replace("-", "_") or None,
            header_comment=f"# {tag}: what the referee says.",
            project="referee",
            version="1",
            last_translator=_NOBODY,
            language_team=_NOBODY,
            msgid_bugs_address="contributors@referee.invalid",
            revision_date=datetime.now(UTC),
            fuzzy=False,
        )
    with path.open("rb") as file:
        return read_po(file)


def messages(catalog: Catalog) -> dict[Key, Message]:
    """Return the messages of a catalogue, without its header, by what they are known by."""
    return {
        (each.id if isinstance(each.id, str) else tuple(each.id), each.context): each
        for each in catalog
        if each.id
    }


def is_translated(message: Message) -> bool:
    """Return whether every form of a message is there."""
    return all(_forms(message))


def _forms(message: Message) -> tuple[str, ...]:
    """Return the forms of a translation; a message that counts has several."""
    forms = message.string
    return tuple(forms) if isinstance(forms, tuple | list) else (forms or "",)


def _english(message: Message) -> str:
    """Return the English of a message, with the facts of every form."""
    return message.id if isinstance(message.id, str) else "".join(message.id)


def missing(catalog: Catalog) -> list[str]:
    """List the messages that are not translated, or doubtfully."""
    return [str(each.id) for each in catalog if each.id and (each.fuzzy or not is_translated(each))]


def counted(catalog: Catalog) -> tuple[int, int, int]:
    """Count the messages, those that are done, and those to look at: doubtful, or of few forms."""
    every = messages(catalog).values()
    doubtful = sum(each.fuzzy or (any(_forms(each)) and not is_translated(each)) for each in every)
    done = sum(is_translated(each) and not each.fuzzy for each in every)
    return len(every), done, doubtful


def merge(
    catalog: Catalog, template: Catalog, elsewhere: Mapping[Key, Message], *, keep_obsolete: bool
) -> None:
    """Bring a catalogue up to a template.

    A message that moved here from another catalogue, or to another context, brings its
    translation; one that changed is guessed, with the English before; the rest waits below.
    One whose translation has other facts, and so is never shown, is to be looked at.
    """
    known = messages(catalog)
    for key, fresh in messages(template).items():
        if key in known:
            continue
        text, _ = key
        moved = known.get((text, None)) or elsewhere.get(key) or elsewhere.get((text, None))
        if moved is not None and is_translated(moved):
            catalog.add(fresh.id, moved.string, context=fresh.context, flags=moved.flags)
    catalog.update(template)
    for each in messages(catalog).values():
        if each.context is None and not all(fits(text, _english(each)) for text in _forms(each)):
            each.flags.add("fuzzy")
    if not keep_obsolete:
        catalog.obsolete.clear()


def write(path: Path, catalog: Catalog) -> None:
    """Write a catalogue, sorted; its header stays as its translator left it, except the date."""
    before = _header(path.read_text(encoding="utf-8")) if path.is_file() else ""
    out = BytesIO()
    write_po(out, catalog, width=0, sort_output=True, no_location=True, include_previous=True)
    text = out.getvalue().decode().replace(_FLAG, "")
    if before:
        now = _header(text)
        dated = _DATE.search(now)
        kept = _DATE.sub(lambda _: dated[0] if dated else "", before)
        text = kept + text.removeprefix(now)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def _header(text: str) -> str:
    head, gap, _ = text.partition("\n\n")
    return head + gap


def template_text(template: Catalog) -> bytes:
    """Write a template, with the places of its messages."""
    out = BytesIO()
    write_po(out, template, width=0, sort_output=True, include_lineno=False)
    return out.getvalue()


def compiled(
    path: Path, catalog: Catalog, texts: Iterable[tuple[str | None, str, str]] = ()
) -> None:
    """Compile a catalogue, with the list of its words and the texts of a rulebook."""
    words = sorted(str(each.id) for each in catalog if each.context == WORD and each.string)
    if words:
        catalog.add(LISTED, "\n".join(words), context=WORD)
    for context, part, text in texts:
        if text:
            catalog.add(part, text, context=context)
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("wb") as file:
        write_mo(file, catalog)
