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
    JA,
    QUESTION_PREFIX,
    ZH,
    CaseSummary,
    GameIndex,
    QuestionSummary,
    elsewhere_words,
)
from referee.files.finding.sources import Groups, read_groups, read_said, said_files, search_files
from referee.files.languages import Catalogue, catalogue_of
from referee.files.tags import ENGLISH, tags
from referee.files.yaml.loader import parse
from referee.registry import open_game, own_ids

_SHORTEST_UNIQUE: Final = 5
"""Letters of a name; a shorter one may be a word of another game."""
FindCatalogue = Callable[[str], Catalogue | None]
"""Returns the catalogue of a game in a language."""


def made_index(game_id: str, find_catalogue: FindCatalogue | None = None) -> GameIndex:
    """Make the index of a game from its sources. Raises Unreadable for what cannot be read."""
    with speaking(None):
        game, book = open_game(game_id)
        cases = [case for case in load_cases(game, book) if case.status == CURRENT]
        sentences = [*_example_sentences(game, book, cases)]
        find = find_catalogue or (lambda tag: catalogue_of(tag, game.package))
        translated = _translated_texts(find, book, cases, game)
        texts = [*_english_texts(game, book, cases), *translated, *sentences]
        groups = tuple(group for each in _groups() for group in each.of(game.id))
        return GameIndex(
            game.id,
            list(filter(_is_unique, (game.title.rstrip("!"), *game.aliases, game.id))),
            compiled_index(texts, groups, elsewhere_words()),
            {case.case_id: _case_summary(case, book) for case in cases},
            {each.name: _question_summary(each) for each in game.questions},
            _wide_words(find, game),
        )


def _is_unique(name: str) -> bool:
    """Whether a name of a game is long enough to be no word of another game."""
    return not name.isascii() or len(name) >= _SHORTEST_UNIQUE


def _english_texts(game: Game, book: Rulebook, cases: list[Case]) -> Iterator[Text]:
    for rule in book.rules.values():
        yield Text(rule.rule_id, Kind.TITLE, rule.title)
        yield from (Text(rule.rule_id, Kind.SYNONYM, each) for each in rule.synonyms)
        for n, clause in enumerate(rule.clauses):
            yield Text(rule.rule_id, Kind.CLAUSE, clause.text, n)
    for case in cases:
        yield Text(case.case_id, Kind.ASKED, case.asked)
        yield Text(case.case_id, Kind.SHORT, case.short)
    for each in game.questions:
        yield Text(QUESTION_PREFIX + each.name, Kind.ABOUT, each.about.template)
        yield Text(QUESTION_PREFIX + each.name, Kind.SYNONYM, " ".join((each.name, *each.aliases)))


def _catalogues(find: FindCatalogue) -> Iterator[tuple[str, Catalogue]]:
    for tag in tags():
        if tag != ENGLISH and (catalogue := find(tag)) is not None:
            yield tag, catalogue


def _translated_texts(
    find: FindCatalogue, book: Rulebook, cases: list[Case], game: Game
) -> Iterator[Text]:
    """Yield the same texts in the other languages, as far as they are translated."""
    for _, catalogue in _catalogues(find):
        for rule in book.rules.values():
            yield from _translated_rule(catalogue, rule)
        originals = [
            *((case.case_id, Kind.ASKED, case.asked) for case in cases),
            *((QUESTION_PREFIX + q.name, Kind.ABOUT, q.about.template) for q in game.questions),
        ]
        for about, kind, english in originals:
            text = catalogue.gettext(english) if english else ""
            if text != english:
                yield Text(about, kind, text)


def _translated_rule(catalogue: Catalogue, rule: Rule) -> Iterator[Text]:
    def part(name: str) -> str:
        text = catalogue.pgettext(rule.rule_id, name)
        return "" if text == name else text

    yield Text(rule.rule_id, Kind.TITLE, part("title"))
    yield from (Text(rule.rule_id, Kind.SYNONYM, each) for each in part("synonyms").split("\n"))
    for n in range(len(rule.clauses)):
        yield Text(rule.rule_id, Kind.CLAUSE, part(f"text {n}"), n)


def _choice_words(question: Question) -> Iterator[str]:
    shapes = (field.shape for field in question.fields)
    yield from (word for shape in shapes if isinstance(shape, Choice) for word in shape.words)


def _wide_words(find: FindCatalogue, game: Game) -> dict[str, dict[str, str]]:
    """Map forms of Chinese and Japanese, which have no spaces, to the words of facts."""
    choices = [word for question in game.questions for word in _choice_words(question)]
    words = {part for word in choices for part in (word, *word.split("-"))}
    words |= {f.name for q in game.questions for f in q.fields if isinstance(f.shape, Integer)}
    wide: dict[str, dict[str, str]] = {ZH: {}, JA: {}}
    for tag, catalogue in _catalogues(find):
        script = tag.partition("-")[0]
        if script not in wide:
            continue
        language = Language(tag)
        language.add(tag, catalogue)
        for form, word in language.pairs():
            if word in words and is_wide(form[:1]):
                wide[script].setdefault(fold(form), word)
    return wide


def _example_sentences(game: Game, book: Rulebook, cases: list[Case]) -> Iterator[Text]:
    known = {*book.rules, *(case.case_id for case in load_cases(game, book))}
    current = {*book.rules, *(case.case_id for case in cases)}
    for path, raw in said_files(game.package):
        for about, sentences in read_said(parse(raw, path), game.id, known).items():
            if about in current:
                yield from (Text(about, Kind.SAID, each) for each in sentences)


def _groups() -> Iterator[Groups]:
    for path, raw in search_files():
        yield read_groups(parse(raw, path), own_ids())


def _case_summary(case: Case, book: Rulebook) -> CaseSummary:
    reply = case.dispute.question.answer(book, case.dispute.facts)
    return CaseSummary(
        case.dispute.question.name,
        case.asked,
        case.short or str(reply.reason),
        case.reading,
        [rule.rule_id for rule in reply.rules],
        _as_typed(case),
    )


def _question_summary(question: Question) -> QuestionSummary:
    about, example = question.about.template, question.example.split()
    return QuestionSummary(about, example, [*_choice_words(question)])


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
