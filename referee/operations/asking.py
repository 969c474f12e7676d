"""Find the question, the rules or the cases that somebody asks for."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

from referee.core.answers.text_input import in_english, match_choice, match_key
from referee.core.game import Game, Question
from referee.core.rulebook import Rule, Rulebook
from referee.core.say import AsIs, BadAnswer, RefereeError, Say, join

if TYPE_CHECKING:  # facts typed in need no file
    from referee.core.paper.booklet import DecidedCase
    from referee.files.documents.disputes import Case
    from referee.render.sentences import ShownCase, ShownRule

_CASE_ID: Final = r"(?i)[A-Z]+-?C?[0-9]+"
_RULE_ID: Final = r"(?i)(?:[A-Z]{2,5}-)?[0-9]+\.[0-9]*"
"""Words that mean the id of a case or a rule, and are not searched for."""
_NEAREST: Final = 3
_MOST_DECIDED: Final = 3
"""How many cases are named under rules."""


def question_named(game: Game, word: str) -> Question | None:
    """Find the question that a word names or begins; None if it names none, or several."""
    questions = {name: each for each in game.questions for name in (each.name, *each.aliases)}
    try:
        return questions[match_choice(in_english(word), tuple(questions))]
    except BadAnswer:
        return None


def check_questions(game: Game) -> None:
    """Raise RefereeError if a game answers no questions."""
    if not game.questions:
        said = "{title} has no questions. Try: referee rules {game}"
        raise RefereeError(Say(said, title=game.title, game=AsIs(game.id)))


def find_question(game: Game, word: str) -> Question:
    """Find the question that the word names or begins.

    Raises RefereeError if none fits, with the three that are nearest by meaning.
    """
    found = question_named(game, word)
    if found is not None:
        return found
    check_questions(game)
    from referee.core.answers.text_input import nearest  # only for a slip
    from referee.operations.sentences import index_of, questions_about

    questions = {each.name: each for each in game.questions}
    alike = nearest(word, questions)
    meant = (*((alike,) if alike else ()), *questions_about(index_of(game.id), word), *questions)
    near = [
        Say("{name} ({about})", name=AsIs(name), about=questions[name].about)
        for name in [*dict.fromkeys(meant)][:_NEAREST]
    ]
    said = "{title} has no question “{word}”. Nearest: {near}. See: referee ask {game}"
    refusal = Say(said, word=word, title=game.title, near=join(near, "; "), game=AsIs(game.id))
    raise RefereeError(refusal)


def rules_named(book: Rulebook, words: Iterable[str]) -> tuple[Rule, ...]:
    """Find the rules whose ids these words are; none where one of them is no id."""
    ids = {match_key(rule_id): rule for rule_id, rule in book.rules.items()}
    found = [ids.get(match_key(word.strip(","))) for word in words]
    return tuple(rule for rule in found if rule) if all(found) else ()


def rules_about(game: Game, book: Rulebook, words: str) -> tuple[ShownRule, ...]:
    """Find the rule with this id, or those that have to do with the words, best first.

    Raises RefereeError where none fits, with the three nearest.
    """
    from referee.operations.sentences import index_of, nearest_said, ranked  # ids search nothing
    from referee.render.sentences import ShownRule

    key = match_key(words)
    for rule_id, rule in book.rules.items():
        if key == match_key(rule_id.removeprefix(f"{book.prefix}-")):
            return (ShownRule(rule),)
    known = index_of(game.id)
    ranking = ranked(known, "" if re.fullmatch(_RULE_ID, words) else words)
    found = [each for each in ranking.rules if each.id in book.rules]
    if not found or not ranking.fits:
        raise RefereeError(nearest_said(game, book, words, found))
    return tuple(ShownRule(book.rules[each.id], each.clause) for each in found)


def cases_about(game: Game, book: Rulebook, words: str) -> tuple[ShownCase, ...]:
    """Find the cases that have to do with the words, best first.

    Raises RefereeError where none fits, with the three rules that are nearest.
    """
    from referee.operations import sentences  # see above

    known = sentences.index_of(game.id)
    found = sentences.ranked(known, words)
    if max((each.fit for each in found.cases), default=0) < sentences.FITS:
        raise RefereeError(sentences.nearest_said(game, book, words, found.rules))
    return tuple(sentences.shown_case(each.id, known.cases[each.id]) for each in found.cases)


def decided_about(game: Game, words: str) -> tuple[ShownCase, ...]:
    """Find the few cases that a question without blanks is clearly about, best first.

    Whoever writes words with blanks finds rules by them, and cases by ``cases``.
    """
    if words.isascii() or len(words.split()) != 1:
        return ()
    from referee.operations.sentences import index_of, ranked, shown_case  # see above

    known = index_of(game.id)
    ranking = ranked(known, words)
    clear = ranking.cases[: min(ranking.clearly(ranking.cases), _MOST_DECIDED)]
    return tuple(shown_case(each.id, known.cases[each.id]) for each in clear)


def case_named(cases: tuple[Case, ...], words: str, game: Game) -> Case | None:
    """Find the case with this id; None for words that are no id.

    Raises RefereeError for an id that no case has, with the nearest.
    """
    exact = next((case for case in cases if match_key(case.case_id) == match_key(words)), None)
    if exact is None and re.fullmatch(_CASE_ID, words):
        from referee.files.diagnostics import suggest  # only for a slip

        near = suggest(words, [case.case_id for case in cases])
        said = "{title} has no case “{words}”. {near}"
        raise RefereeError(Say(said, title=game.title, words=words, near=near))
    return exact


def find_cases(game: Game, book: Rulebook, words: str) -> tuple[Case, ...]:
    """Find the case with this id, or those that have to do with the words; no words find all.

    Raises RefereeError where none fits.
    """
    from referee.files.documents.disputes import load_cases  # rules are no disputes

    cases = load_cases(game, book)
    if not cases:
        check_questions(game)
    exact = case_named(cases, words, game) if words else None
    if exact is not None or not words:
        return (exact,) if exact is not None else cases
    by_id = {case.case_id: case for case in cases}
    return tuple(by_id[each.case_id] for each in cases_about(game, book, words))


def decided(case: Case, game: Game, book: Rulebook) -> DecidedCase:
    """Answer a case by the rules of today."""
    from referee.core.paper.booklet import DecidedCase
    from referee.files.documents.detect import DocumentKind
    from referee.operations.opening import LoadedFile, answer_of

    facts = case.dispute.facts
    answer = answer_of(LoadedFile(DocumentKind.DISPUTE, game, book, case.document), case.dispute)
    return DecidedCase(
        case_id=case.case_id,
        asked=case.asked,
        short=case.short or str(answer.reason),
        reading=case.reading,
        date=case.date,
        status=case.status,
        question=case.dispute.question.name,
        facts={**facts.values, **{name: value[0] for name, value in facts.options.items()}},
        answer=answer,
    )
