"""``make languages``: extract what is said, update the catalogues, compile, report the gaps."""

from __future__ import annotations

import sys
from pathlib import Path

import click
from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_file

from referee.core.say import AND, CHOICES, LAST, NEXT
from referee.core.words.language import NOISE, NOISES, WORD
from referee.files.languages import SHELL
from referee.testing.room import Room
from tools.languages.catalogues import (
    LOCALE,
    ROOT,
    RULEBOOKS,
    TAGS,
    compile_all,
    missing,
    po_path,
    read,
    write,
)
from tools.languages.extract import messages_of, messages_of_template
from tools.languages.rulebooks import english, stamp, texts_at
from tools.languages.words import OF_THE_SHELL, labels_of, words_of

OURS = ROOT / "referee"
NOT_SAID = ("testing", "locale", "api")
"""Of these nothing is said: they hold checks, catalogues, names."""
CLICK = ("core", "decorators", "exceptions", "formatting", "parser", "types")


def extracted() -> dict[str, Catalog]:
    """Extract every message, by domain."""
    from tests.rooms import ROOMS

    found: dict[str, Catalog] = {}
    for path in sorted(OURS.rglob("*.py")):
        place = path.relative_to(OURS)
        if not str(place).startswith(NOT_SAID):
            catalog = found.setdefault(_domain(place), Catalog())
            for each in messages_of(path):
                key = (each.template, each.many) if each.many else each.template
                catalog.add(key, locations=_at(f"referee/{place}"))
    for path in sorted(OURS.glob("html/templates/*.html")):
        for context, text in messages_of_template(path):
            found[SHELL].add(text, context=context, locations=_at(f"html/templates/{path.name}"))
    _add_click(found[SHELL])
    for word in OF_THE_SHELL:
        found[SHELL].add(word, context=WORD)
    for mark in (AND, NEXT, LAST):
        found[SHELL].add(mark, context=CHOICES)
    for kind in NOISES:
        found[SHELL].add(kind, context=NOISE)
    for room in ROOMS.values():
        _add_game(found[room.game.id.replace("-", "_")], room)
    return found


def _add_game(catalog: Catalog, room: Room) -> None:
    """Add what a game is called, the words that are typed in it, its labels, and its casebook."""
    catalog.add(room.game.title)
    words = words_of(room)
    for word in sorted(words):
        catalog.add(word, context=WORD)
    for label in sorted(labels_of(room)):
        if label not in words and not words.issuperset(label.split()):
            catalog.add(label)
    for path in sorted((RULEBOOKS / "casebook" / room.game.id.replace("-", "_")).glob("*.yaml")):
        case = texts_at(path)["case"]
        for text in filter(None, (case["asked"], case.get("short"), case.get("reading"))):
            catalog.add(text, locations=_at(f"rulebooks/casebook/{path.name}"))


def _at(path: str) -> list[tuple[str, int]]:
    """Tell the file of a message; lines would change with every commit, and are not written."""
    return [(path, 1)]


def _domain(place: Path) -> str:
    """Name the domain of a module: that of its room, or the shell's."""
    first, *others = place.parts
    return others[0] if first == "games" and others[1:] else SHELL


def _add_click(catalog: Catalog) -> None:
    """Add what click says: it has no catalogues of its own."""
    for name in CLICK:
        path = Path(click.__file__).with_name(f"{name}.py")
        for _, message, _, _ in extract_from_file("python", path, {"_": None, "ngettext": (1, 2)}):
            catalog.add(message, locations=_at(f"click/{name}.py"))
    catalog.add("required", locations=_at("click/core.py"))  # said from a variable


def update() -> None:
    """Bring every catalogue up to what is said now; what is said no longer is dropped."""
    for domain, fresh in extracted().items():
        for tag in TAGS:
            path = po_path(tag, domain)
            catalog = read(path) if path.is_file() else Catalog(locale=tag.replace("-", "_"))
            catalog.update(fresh, no_fuzzy_matching=True)
            catalog.obsolete.clear()
            write(path, catalog)
    for texts in sorted(path for tag in TAGS for path in RULEBOOKS.glob(f"{tag}/*.yaml")):
        stamp(texts, english(RULEBOOKS / texts.name))


def main(words: list[str]) -> int:
    """Do what is asked: update, compile; by default both, and then report what is missing."""
    if "compile" not in words:
        update()
    made = list(compile_all(LOCALE, LOCALE))
    gaps = 0
    for path in sorted(LOCALE.glob("*/LC_MESSAGES/*.po")):
        lacks = missing(read(path))
        gaps += len(lacks)
        if lacks:
            print(f"{path.relative_to(ROOT)}: {len(lacks)} missing, first: {lacks[0]!r}")
    print(f"{len(made)} catalogues, {gaps} messages missing")
    return 1 if gaps else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
