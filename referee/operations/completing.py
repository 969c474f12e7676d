"""The words that complete a command line."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from referee.core.fields import Boolean, Choice, FieldType, FileText, ListOf, MapOf
from referee.core.game import Game, Question
from referee.core.rulebook import Rulebook
from referee.core.say import RefereeError
from referee.registry import game_ids, open_game


class Typed(Struct, frozen=True):
    """A command line as far as it is typed: the game, the question, the facts, the last word."""

    word: str
    game: str = ""
    question: str = ""
    facts: tuple[str, ...] = ()


def completions(what: str, typed: Typed) -> list[str]:
    """List the words of a kind, such as ``games`` or ``facts``, that complete the last one."""
    word = typed.word
    if what == "games":
        return [each for each in game_ids() if each.startswith(word)]
    try:
        game, book = open_game(typed.game)
    except RefereeError:
        return []
    match what:
        case "questions":
            found = [each.name for each in game.questions if each.name.startswith(word)]
        case "facts":
            found = _facts(typed, game, book)
        case "switches":
            numbers = dict.fromkeys((_dashed(name) for _, name, _ in book.table_numbers()), ())
            found = _pairs(word, {**_switches(book), **numbers})
        case "fields":
            found = _pairs(word, {_dashed(each.name): _words_of(each.shape) for each in game.setup})
        case _:
            ids = book.rules if what == "rules" else _cases(game, book)
            found = [each for each in ids if each.casefold().startswith(word.casefold())]
    return found


def _cases(game: Game, book: Rulebook) -> list[str]:
    from referee.files.documents.disputes import load_cases  # dear, and seldom asked for

    return [case.case_id for case in load_cases(game, book)]


def _facts(typed: Typed, game: Game, book: Rulebook) -> list[str]:
    """Complete a fact: its name with ``=``, or its value if there are few."""
    begun = [each for each in game.questions if each.name.startswith(typed.question)]
    asked = next((each for each in begun if each.name == typed.question), next(iter(begun), None))
    if asked is None:
        return []
    given = {f"{fact.partition('=')[0]}=" for fact in typed.facts}
    return [each for each in _pairs(typed.word, _values(asked, book)) if each not in given]


def _values(question: Question, book: Rulebook) -> dict[str, tuple[str, ...]]:
    fields = (field for field in question.fields if not field.as_facts)
    return {_dashed(field.name): _words_of(field.shape) for field in fields} | _switches(book)


def _switches(book: Rulebook) -> dict[str, tuple[str, ...]]:
    return {_dashed(each.name): each.values for each in book.options.values()}


def _dashed(name: str) -> str:
    return name.replace("_", "-")


def _pairs(word: str, values: Mapping[str, tuple[str, ...]]) -> list[str]:
    """Complete a name with ``=``, or behind it one of its values, or one more of them."""
    name, sign, value = word.partition("=")
    if not sign:
        return [f"{each}=" for each in values if each.startswith(word)]
    before, comma, last = value.rpartition(",")
    known = values.get(_dashed(name), ())
    return [f"{name}={before}{comma}{each}" for each in known if each.startswith(last)]


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
