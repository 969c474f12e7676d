"""The reply to a sentence: what was found, and the command that its facts fill."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from os.path import exists
from typing import Final

from referee.core.fields import Choice, Field, Integer, Seats, Text
from referee.core.game import Game, Question
from referee.core.rulebook import Rulebook
from referee.core.ruling import Verdict
from referee.core.say import RefereeError, worded
from referee.core.words.terms import in_digits, number_in, stem, tokens_of
from referee.files.finding.compiled import JA, ZH
from referee.operations.sentences import Decided, shown_case
from referee.registry import open_game
from referee.render.sentences import SentenceReply, ShownCommand, ShownRule

_MOST_SHOWN, _MOST_TRIED, _LEAST_FILLED = 2, 4, 2
"""Commands shown, questions tried, and facts that a less near question must have filled."""
_PEOPLE: Final = frozenset(map(stem, ("players", "people", "persons", "us")))
_PEOPLE_WIDE: Final = r"([0-9]+)\s*(?:個|个|位|名)?\s*(?:人|玩家|プレイヤー)"
_BETWEEN: Final = frozenset(("of", *"個个枚張张顆颗粒つ本"))
"""Words between a number and the thing counted."""
_CELL: Final = r"(?<![0-9,])-?[0-9]{1,2}\s*,\s*-?[0-9]{1,2}(?!,?[0-9])"
_LIKE_CELL: Final = r"-?[0-9]+,-?[0-9]+"
_FIRST_KANA, _LAST_KANA = "\u3040", "\u30ff"
_NOT_A_THING: Final = frozenset({"yes", "no", "none", "nothing", "here", "now", "not", "up", "as"})
"""Words of choices that any sentence may have."""


def sentence_reply(found: Decided, *, names_game: bool) -> SentenceReply:
    """Make the reply of what was found; ``names_game`` if the game was named."""
    game, book = found.game, found.book
    if game is None or book is None:
        return SentenceReply(game=None, title="", sentence=found.sentence, fits=False)
    clauses = zip(found.rules, found.clauses, strict=True)
    others = [(each, open_game(each)[0].title) for each in found.elsewhere]
    if others:
        open_game(game.id)  # whose words are those of the table again
    return SentenceReply(
        game=game.id,
        title=game.title,
        sentence=found.sentence,
        fits=found.fits,
        clear=found.clear,
        rules=tuple(ShownRule(book.rules[each], clause) for each, clause in clauses),
        cases=tuple(shown_case(case_id, summary) for case_id, summary in found.cases),
        commands=commands_for(found, game, book) if found.fits else (),
        elsewhere=tuple((each, title, line_of((each, found.sentence))) for each, title in others),
        heading="" if names_game else game.title,
    )


def commands_for(found: Decided, game: Game, book: Rulebook) -> tuple[ShownCommand, ...]:
    """Return at most two commands for what was found; first those with facts of the sentence."""
    near = found.questions[:_MOST_TRIED]
    names = dict.fromkeys((*near, *found.others))
    least = {name: 0 if name in near else _LEAST_FILLED for name in names}
    made = [_command(found, name, game, book, least[name]) for name in names]
    shown = [each for each in made if each is not None]
    return tuple(sorted(shown, key=lambda each: -len(each.filled))[:_MOST_SHOWN])


def line_of(words: Sequence[str]) -> str:
    r"""Write a question about a game as it is typed, each word quoted for the shell where it must.

    >>> line_of(("saboteur", "why's my cart out?"))
    'referee ask saboteur "why\'s my cart out?"'
    """
    return " ".join(("referee", "ask", *map(_quoted, words)))


def _quoted(word: str) -> str:
    if re.fullmatch(r"[\w@%+=:,./-]+", word, re.ASCII):
        return word
    if not re.search(r'["$`\\!]', word):
        return f'"{word}"'
    from shlex import quote  # few sentences need it

    return quote(word)


def _command(
    found: Decided, name: str, game: Game, book: Rulebook, least: int
) -> ShownCommand | None:
    """Fill a question with the facts of a sentence, or else with those of a case or an example.

    None if the sentence fills fewer than ``least`` facts.
    """
    known = found.known
    if known is None or name not in known.questions:
        return None
    summary = known.questions[name]
    bases = [case.facts for _, case in found.cases if case.question == name and case.facts][:1]
    bases.append(summary.example)
    words, filled = tuple(bases[0]), dict[str, str]()
    if may_have_facts(found.sentence, summary.things):
        question = next(each for each in game.questions if each.name == name)
        facts = _facts_in(question, _english_words(found.sentence, known.wide))
        facts = facts if len(facts) >= least else {}
        tried = [_with_needed(question, facts, base) for base in bases] if facts else []
        possible = next((each for each in tried if _is_possible(question, book, each)), None)
        if possible is not None:
            words, filled = possible, facts
    if len(filled) < least or not _files_exist(words):
        return None
    return ShownCommand(name, worded(summary.about), line_of((game.id, name, *words)), filled)


def _files_exist(words: Sequence[str]) -> bool:
    """Whether every file that the facts name exists, from the current folder."""
    paths = [word.partition("=")[2] for word in words if word.endswith((".yaml", ".yml"))]
    return all(map(exists, paths))


def _with_needed(
    question: Question, filled: Mapping[str, str], base: Sequence[str]
) -> tuple[str, ...]:
    """Return filled facts, and needed ones of ``base``, in the order of the question."""
    given: dict[str, list[str]] = {}
    own = next((field.name for field in question.fields if field.as_facts), None)
    names = {field.name.replace("_", "-") for field in question.fields}
    for word in base:
        name = word.partition("=")[0].replace("_", "-")
        given.setdefault(name if name in names else own or name, []).append(word)
    words: list[str] = []
    for field in question.fields:
        name = field.name.replace("_", "-")
        if field.name in filled:
            words.append(f"{name}={filled[field.name]}")
        elif field.required:
            words += given.get(name, given.get(field.name, []))
    return tuple(words)


def _is_possible(question: Question, book: Rulebook, words: Sequence[str]) -> bool:
    from referee.files.diagnostics import Unreadable  # only what was filled has to be tried
    from referee.files.documents.facts import read_facts

    try:
        reply = question.answer(book, read_facts(question, book, words))
    except (RefereeError, Unreadable):
        return False
    return reply.verdict != Verdict.IMPOSSIBLE.value


def may_have_facts(sentence: str, things: Collection[str]) -> bool:
    """Whether a sentence may have a fact of a question; looking closely is slow.

    It may if it has a number, one of the ``things`` that are words of choices, or characters of
    a language without spaces.
    """
    tokens = tokens_of(sentence)
    known = {part for thing in things for part in thing.split("-")}
    return any(
        number_in(token) or not token.isascii() or token in known or stem(token) in known
        for token in tokens
    )


def _english_words(sentence: str, wide: Mapping[str, Mapping[str, str]]) -> str:
    """Replace words of facts in a Chinese or Japanese sentence by English, the longest first.

    A sentence is Japanese if it has kana.
    """
    if sentence.isascii():
        return sentence
    from referee.core.words.forms import LONGEST_BEGUN, fold  # English has none

    plain = fold(in_digits(sentence))
    forms = wide[JA if any(_FIRST_KANA <= sign <= _LAST_KANA for sign in plain) else ZH]
    read, at = "", 0
    while at < len(plain):
        sizes = range(min(LONGEST_BEGUN, len(plain) - at), 0, -1)
        size = next((size for size in sizes if plain[at : at + size] in forms), 0)
        read += f" {forms[plain[at : at + size]]} " if size else plain[at]
        at += size or 1
    return read


def _facts_in(question: Question, plain: str) -> dict[str, str]:
    """Read the facts of a question in a sentence, as they are typed."""
    tokens = tokens_of(plain)
    filled = dict(_numbers_in(question, tokens, plain))
    for name, word in (*_cells_in(question, plain), *_things_in(question, tokens)):
        filled.setdefault(name, word)
    return filled


def _numbers_in(question: Question, tokens: Sequence[str], plain: str) -> Iterator[tuple[str, str]]:
    """Read how many play, and how many there are of what the question counts."""
    numbered = {stem(f.name): f.name for f in question.fields if isinstance(f.shape, Integer)}
    seats = next((f.name for f in question.fields if isinstance(f.shape, Seats)), None)
    if seats is None and question.name == "setup":
        seats = next((f.name for f in question.fields if f.required), None)
    wide = None if plain.isascii() else re.search(_PEOPLE_WIDE, plain)
    if seats is not None and wide is not None:
        yield seats, wide[1]
    for at, token in enumerate(tokens):
        number = number_in(token)
        if number is None:
            continue
        after = [stem(word) for word in tokens[at + 1 : at + 3] if word not in _BETWEEN]
        before = stem(tokens[at - 1]) if at else ""
        if seats is not None and (_PEOPLE.intersection(after) or before in _PEOPLE):
            yield seats, number
        elif after and after[0] in numbered:
            yield numbered[after[0]], number
        elif before in numbered and not plain.isascii():
            yield numbered[before], number


def _cells_in(question: Question, plain: str) -> Iterator[tuple[str, str]]:
    if "," not in plain:
        return
    cells = ["".join(each.split()) for each in re.findall(_CELL, plain)]
    asks = list(filter(_is_cell, question.fields))
    needed = [field for field in asks if field.required] or asks
    if len(cells) == 1 and len(needed) == 1:
        yield needed[0].name, cells[0]


def _is_cell(field: Field) -> bool:
    return isinstance(field.shape, Text) and bool(re.fullmatch(_LIKE_CELL, field.shape.like))


def _things_in(question: Question, tokens: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Read words of choices that only one fact has."""
    stems = {stem(token) for token in tokens}
    meant: dict[str, list[tuple[str, str]]] = {}
    for field in question.fields:
        if not isinstance(field.shape, Choice):
            continue
        for word in field.shape.words:
            parts = [stem(part) for part in word.split("-")]
            if word not in _NOT_A_THING and stems.issuperset(parts):
                meant.setdefault(field.name, []).append((word, " ".join(parts)))
    for name, found in meant.items():
        longest = max(len(key.split()) for _, key in found)
        best = [(word, key) for word, key in found if len(key.split()) == longest]
        others = {key for other, keys in meant.items() if other != name for _, key in keys}
        if len(best) == 1 and best[0][1] not in others:
            yield name, best[0][0]
