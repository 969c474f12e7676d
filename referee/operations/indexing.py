"""Make the index of a game: from its rulebook, casebook and questions, in all languages."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Final

from referee.core.fields import Choice, FileText, Integer
from referee.core.game import Game, Question
from referee.core.rulebook import Rule, Rulebook
from referee.core.say import speaking
from referee.core.words.forms import fold, is_wide
from referee.core.words.index import Kind, Text, compiled_index
from referee.core.words.language import Language
from referee.files.documents.disputes import CURRENT, Case, Plain, load_cases, plain
from referee.files.finding.compiled import (
    ASKED,
    JA,
    ZH,
    CaseNote,
    GameIndex,
    QuestionNote,
    elsewhere_words,
)
from referee.files.finding.sources import Groups, read_groups, read_said, said_files, search_files
from referee.files.languages import Catalogue, catalogue_of
from referee.files.tags import ENGLISH, tags
from referee.files.yaml.loader import parse
from referee.registry import open_game, own_ids

_LITTLE: Final = 4
"""Letters of a name that may be a word of another game."""
Worded = Callable[[str], Catalogue | None]
"""Gives the catalogue of a game in a language."""


def made_index(game_id: str, catalogue: Worded | None = None) -> GameIndex:
    """Make the index of a game from its sources. Raises Unreadable for what cannot be read."""
    with speaking(None):
        game, book = open_game(game_id)
        cases = [case for case in load_cases(game, book) if case.status == CURRENT]
        said = [*_said(game, book, cases)]
        worded = catalogue or (lambda tag: catalogue_of(tag, game.package))
        texts = [*_english(game, book, cases), *_spoken(worded, book, cases, game), *said]
        groups = tuple(group for each in _groups() for group in each.of(game.id))
        return GameIndex(
            game.id,
            [each for each in (game.title.rstrip("!"), *game.aliases, game.id) if _is_clear(each)],
            compiled_index(texts, groups, elsewhere_words()),
            {case.case_id: _note(case, book) for case in cases},
            {
                each.name: QuestionNote(each.about.template, each.example.split(), [*_things(each)])
                for each in game.questions
            },
            _wide_words(worded, game),
        )


def _is_clear(name: str) -> bool:
    """Whether a name of a game is no word that another game may say."""
    return not name.isascii() or len(name) > _LITTLE


def _english(game: Game, book: Rulebook, cases: list[Case]) -> Iterator[Text]:
    for rule in book.rules.values():
        yield Text(rule.rule_id, Kind.TITLE, rule.title)
        yield from (Text(rule.rule_id, Kind.SYNONYM, each) for each in rule.synonyms)
        for n, clause in enumerate(rule.clauses):
            yield Text(rule.rule_id, Kind.CLAUSE, clause.text, n)
    for case in cases:
        yield Text(case.case_id, Kind.ASKED, case.asked)
        yield Text(case.case_id, Kind.SHORT, case.short)
    for each in game.questions:
        yield Text(ASKED + each.name, Kind.ABOUT, each.about.template)
        yield Text(ASKED + each.name, Kind.SYNONYM, " ".join((each.name, *each.aliases)))


def _catalogues(worded: Worded) -> Iterator[tuple[str, Catalogue]]:
    for tag in tags():
        if tag != ENGLISH and (catalogue := worded(tag)) is not None:
            yield tag, catalogue


def _spoken(worded: Worded, book: Rulebook, cases: list[Case], game: Game) -> Iterator[Text]:
    """Yield the same texts in the other languages, as far as they are translated."""
    for _, catalogue in _catalogues(worded):
        for rule in book.rules.values():
            yield from _spoken_rule(catalogue, rule)
        told = [
            *((case.case_id, Kind.ASKED, case.asked) for case in cases),
            *((ASKED + each.name, Kind.ABOUT, each.about.template) for each in game.questions),
        ]
        for about, kind, english in told:
            text = catalogue.gettext(english) if english else ""
            if text != english:
                yield Text(about, kind, text)


def _spoken_rule(catalogue: Catalogue, rule: Rule) -> Iterator[Text]:
    def part(name: str) -> str:
        text = catalogue.pgettext(rule.rule_id, name)
        return "" if text == name else text

    yield Text(rule.rule_id, Kind.TITLE, part("title"))
    yield from (Text(rule.rule_id, Kind.SYNONYM, each) for each in part("synonyms").split("\n"))
    for n in range(len(rule.clauses)):
        yield Text(rule.rule_id, Kind.CLAUSE, part(f"text {n}"), n)


def _things(question: Question) -> Iterator[str]:
    shapes = (field.shape for field in question.fields)
    yield from (word for shape in shapes if isinstance(shape, Choice) for word in shape.words)


def _wide_words(worded: Worded, game: Game) -> dict[str, dict[str, str]]:
    """Give the words of facts by their forms in the languages that are written without spaces."""
    words = {
        part for q in game.questions for thing in _things(q) for part in (thing, *thing.split("-"))
    }
    words |= {f.name for q in game.questions for f in q.fields if isinstance(f.shape, Integer)}
    found: dict[str, dict[str, str]] = {ZH: {}, JA: {}}
    for tag, catalogue in _catalogues(worded):
        language = Language(tag)
        language.add(tag, catalogue)
        forms = found.get(tag.partition("-")[0], {})
        for form, word in language.pairs():
            if word in words and is_wide(form[:1]):
                forms.setdefault(fold(form), word)
    return found


def _said(game: Game, book: Rulebook, cases: list[Case]) -> Iterator[Text]:
    known = {*book.rules, *(case.case_id for case in load_cases(game, book))}
    current = {*book.rules, *(case.case_id for case in cases)}
    for path, raw in said_files(game.package):
        for about, sentences in read_said(parse(raw, path), game.id, known).items():
            if about in current:
                yield from (Text(about, Kind.SAID, each) for each in sentences)


def _groups() -> Iterator[Groups]:
    for path, raw in search_files():
        yield read_groups(parse(raw, path), own_ids())


def _note(case: Case, book: Rulebook) -> CaseNote:
    reply = case.dispute.question.answer(book, case.dispute.facts)
    return CaseNote(
        case.dispute.question.name,
        case.asked,
        case.short or str(reply.reason),
        case.reading,
        [rule.rule_id for rule in reply.rules],
        _as_typed(case),
    )


def _as_typed(case: Case) -> list[str]:
    """Write the facts of a case as they are typed; none where a fact is a file."""
    fields = {field.name: field for field in case.dispute.question.fields}
    root = {key.text: node for key, node in case.document.root.entries}
    facts = plain(root["facts"]) if "facts" in root else {}
    if not isinstance(facts, Mapping) or any(
        isinstance(fields[name].shape, FileText) for name in facts if name in fields
    ):
        return []
    typed: list[str] = []
    for name, value in facts.items():
        field = fields.get(name)
        if field is not None and field.as_facts and isinstance(value, Mapping):
            typed += [f"{each}={_word(value[each])}" for each in value]
        elif isinstance(value, tuple) and any(not _is_plain(item) for item in value):
            typed += [f"{name}={_word(item)}" for item in value]
        else:
            typed.append(f"{name}={_word(value)}")
    return typed


def _is_plain(item: Plain) -> bool:
    return isinstance(item, str) and item.replace("-", "").isalnum()


def _word(value: Plain) -> str:
    if isinstance(value, str):
        return value
    if isinstance(value, Mapping):
        return ",".join(f"{name}:{_word(each)}" for name, each in value.items())
    return ",".join(map(_word, value)) or "none"
