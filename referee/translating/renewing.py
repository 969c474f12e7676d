"""Writing and renewing translations: the template, one language of a source, or all of them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from babel.messages.catalog import Catalog, Message

from referee.core.say import RefereeError, Say
from referee.core.words.language import WORD
from referee.files.tags import ENGLISH, tags
from referee.translating import catalogues, texts
from referee.translating.catalogues import Key
from referee.translating.sources import CHECKOUT, Source, is_checkout, shared, source_of, sources
from referee.translating.texts import LOCALE, compile_ours

_TAG_PARTS = 8
"""The most letters of a part of a language tag."""


def template_of(word: str) -> bytes:
    """Return the template of a game, or of the program. Raises RefereeError."""
    return catalogues.template_text(_template(source_of(word)))


def translate(word: str, tag: str, *, drop_obsolete: bool) -> Iterator[str]:
    """Write or renew a language of a game, or of the program; yield a line for each file.

    Raises RefereeError for an unknown game, one that is translated elsewhere, or a bad tag.
    """
    parts = tag.split("-")
    if tag == ENGLISH or not all(p.isalnum() and len(p) <= _TAG_PARTS for p in parts):
        raise RefereeError(
            Say(
                "“{tag}” is not the tag of a language to translate into, such as de or pt-BR.",
                tag=tag,
            )
        )
    source = source_of(word)
    yield from _renewed(source, tag, _template(source), drop_obsolete=drop_obsolete)


def renew_all(*, drop_obsolete: bool) -> Iterator[str]:
    """Renew every catalogue of a checkout; yield a line for each file. Raises RefereeError."""
    if not is_checkout():
        raise RefereeError(Say("Name a game: an installed referee has no catalogues to renew."))
    every = sources()
    templates = shared(every)
    for tag in tags()[1:]:
        for domain, source in every.items():
            if source.catalogue(tag).is_file():
                yield from _renewed(source, tag, templates[domain], drop_obsolete=drop_obsolete)


def _template(source: Source) -> Catalog:
    return shared(sources())[source.domain] if source.is_ours else source.template


def _renewed(source: Source, tag: str, template: Catalog, *, drop_obsolete: bool) -> Iterator[str]:
    path = source.catalogue(tag)
    catalog = catalogues.read(path, tag)
    others = _elsewhere(source, tag)
    catalogues.merge(catalog, template, others, keep_obsolete=not drop_obsolete)
    catalogues.write(path, catalog)
    if not source.is_ours:
        catalogues.compiled(source.compiled(tag), catalogues.read(path))
    yield _line(path, "messages", catalogues.counted(catalog))
    if source.book is not None:
        written = source.texts(tag)
        cases = source.cases if source.is_ours else {}
        text = texts.renewed(written, source.book, cases)
        written.parent.mkdir(parents=True, exist_ok=True)
        written.write_text(text, encoding="utf-8")
        renewed = texts.texts_at(written)
        yield _line(written, "rules", texts.counted(renewed))
        if cases:
            yield _line(written, "cases", texts.counted(renewed, texts.CASES))
    if source.is_ours:
        compile_ours(path, source.compiled(tag))


def _elsewhere(source: Source, tag: str) -> dict[Key, Message]:
    """Return what our other catalogues of a language translate: a message may move here."""
    found: dict[Key, Message] = {}
    for path in sorted((LOCALE / tag).rglob("*.po")) if source.is_ours else ():
        if path != source.catalogue(tag):
            for key, each in catalogues.messages(catalogues.read(path)).items():
                if key[1] != WORD and catalogues.is_translated(each):
                    found.setdefault(key, each)
    return found


def _line(path: Path, what: str, numbers: tuple[int, int, int]) -> str:
    place = path.relative_to(CHECKOUT) if path.is_relative_to(CHECKOUT) else path
    every, done, doubtful = numbers
    return f"{place}: {every} {what}, {done} done, {doubtful} to look at"
