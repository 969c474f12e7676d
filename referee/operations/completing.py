"""Find the words that complete a command line."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from contextlib import suppress
from typing import Final, TypeAlias

from referee import games
from referee.core.fields import Boolean, Choice, FieldType, FileText, ListOf, MapOf
from referee.core.game import Game, Question
from referee.core.rulebook import Rulebook
from referee.core.say import RefereeError
from referee.registry import game_ids, open_game, own_ids

_TITLE: Final = r'Game\(\s*(?:id=)?"%s",\s*(?:title=)?"([^"]*)"'
_Values: TypeAlias = Mapping[str, tuple[tuple[str, ...], str]]
"""The values of each name, if there are few, and its description."""


def completions(
    what: str, word: str, game_name: str, question: str, facts: Iterable[str]
) -> dict[str, str]:
    """Return the words of a kind, such as ``games`` or ``facts``, that complete ``word``.

    Each has a description, or an empty one. ``facts`` are typed already.
    """
    if what == "games":
        titles = _titles()
        return {each: titles.get(each, "") for each in game_ids() if each.startswith(word)}
    try:
        game, book = open_game(game_name)
    except RefereeError:
        return {}
    match what:
        case "questions":
            about = {each.name: str(each.about) for each in game.questions}
        case "facts":
            return _facts(word, game, book, question, facts)
        case "switches":
            numbers = {_dashed(name): ((), each.question) for _, name, each in book.table_numbers()}
            return _pairs(word, {**_switches(book), **numbers})
        case "fields":
            fields = {
                _dashed(each.name): (_words_of(each.shape), str(each.ask)) for each in game.setup
            }
            return _pairs(word, fields)
        case "rules":
            about = {rule_id: rule.title for rule_id, rule in book.rules.items()}
        case _:
            about = _cases(game, book)
    return {
        each: text for each, text in about.items() if each.casefold().startswith(word.casefold())
    }


def _titles() -> dict[str, str]:
    """Read the titles of our games in their source, as loading a game is slow for a shell."""
    (place,) = games.__path__
    found: dict[str, str] = {}
    for each in own_ids():
        front = f"{place}/{each.replace('-', '_')}/__init__.py"
        # All of the program may be one archive; pathlib would cost every completion.
        with suppress(OSError), open(front, encoding="utf-8") as file:  # noqa: PTH123
            title = re.search(_TITLE % each, file.read())
            found[each] = title[1] if title else ""
    return found


def _cases(game: Game, book: Rulebook) -> dict[str, str]:
    from referee.files.documents.disputes import load_cases  # slow, and seldom asked for

    return {case.case_id: case.asked for case in load_cases(game, book)}


def _facts(
    word: str, game: Game, book: Rulebook, question: str, facts: Iterable[str]
) -> dict[str, str]:
    """Complete a fact: its name with ``=``, or its value if there are few."""
    fitting = [each for each in game.questions if each.name.startswith(question)]
    asked = next((each for each in fitting if each.name == question), next(iter(fitting), None))
    if asked is None:
        return {}
    typed = {f"{fact.partition('=')[0]}=" for fact in facts}
    pairs = _pairs(word, _values(asked, book))
    return {each: about for each, about in pairs.items() if each not in typed}


def _values(question: Question, book: Rulebook) -> _Values:
    fields = (field for field in question.fields if not field.as_facts)
    about = {_dashed(each.name): (_words_of(each.shape), str(each.about)) for each in fields}
    return {**about, **_switches(book)}


def _switches(book: Rulebook) -> _Values:
    """List the house rules, each with the title of its rule."""
    return {
        _dashed(each.name): (each.values, book.rules[each.rule_id].title)
        for each in book.options.values()
    }


def _dashed(name: str) -> str:
    return name.replace("_", "-")


def _pairs(word: str, values: _Values) -> dict[str, str]:
    """Complete a name with ``=``, or after ``=`` the last of its values."""
    name, equals, value = word.partition("=")
    if not equals:
        return {f"{each}=": about for each, (_, about) in values.items() if each.startswith(word)}
    before, comma, last = value.rpartition(",")
    known, _ = values.get(_dashed(name), ((), ""))
    return {f"{name}={before}{comma}{each}": "" for each in known if each.startswith(last)}


def _words_of(shape: FieldType) -> tuple[str, ...]:
    if isinstance(shape, ListOf):
        shape = shape.each
    if isinstance(shape, Boolean):
        return ("yes", "no")
    if isinstance(shape, MapOf) and isinstance(shape.keys, Choice):
        return tuple(f"{word}:" for word in shape.keys.words)
    if isinstance(shape, FileText):
        return ()
    return shape.words if isinstance(shape, Choice) else ()
