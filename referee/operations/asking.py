"""Find what somebody asks about: a question, a rule, a decided case."""

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

_CASE_ID: Final = r"(?i)[A-Z]+-?C?[0-9]+"
"""Words that mean the id of a case, and are not searched for."""
_NEAREST: Final = 3


def question_named(game: Game, word: str) -> Question | None:
    """Find the question that a word names or begins; None if it names none, or several."""
    questions = {name: each for each in game.questions for name in (each.name, *each.aliases)}
    try:
        return questions[match_choice(in_english(word), tuple(questions))]
    except BadAnswer:
        return None


def find_question(game: Game, word: str) -> Question:
    """Find the question that the word names or begins.

    Raises RefereeError if none fits, with the three that are nearest by meaning.
    """
    found = question_named(game, word)
    if found is not None:
        return found
    from referee.core.answers.text_input import nearest  # only for a slip
    from referee.operations.sentences import index_of, questions_about

    questions = {each.name: each for each in game.questions}
    alike = nearest(word, questions)
    meant = (*((alike,) if alike else ()), *questions_about(index_of(game.id), word), *questions)
    near = [
        Say("{name} ({about})", name=AsIs(name), about=questions[name].about)
        for name in [*dict.fromkeys(meant)][:_NEAREST]
    ]
    said = Say(
        "{title} has no question “{word}”. Nearest: {near}. See: referee ask {game}",
        word=word,
        title=game.title,
        near=join(near, "; "),
        game=AsIs(game.id),
    )
    raise RefereeError(said)


def rules_named(book: Rulebook, words: Iterable[str]) -> tuple[Rule, ...]:
    """Find the rules whose ids these words are; none where one of them is no id."""
    ids = {match_key(rule_id): rule for rule_id, rule in book.rules.items()}
    found = [ids.get(match_key(word.strip(","))) for word in words]
    return tuple(rule for rule in found if rule) if all(found) else ()


def rules_about(book: Rulebook, words: str) -> tuple[Rule, ...]:
    """Find the rules with any of the words. Raises RefereeError, with the nearest, if none has."""
    from referee.core.words.search import find_rules, nearest_rules  # a dispute searches nothing

    found = tuple(find_rules(book, words))
    if found:
        return found
    titled = [Say("{id} {title}", id=r.rule_id, title=r.title) for r in nearest_rules(book, words)]
    said = Say(
        "No rule of {game} mentions “{words}”. Nearest: {near}.",
        game=book.game,
        words=words,
        near=join(tuple(titled), "; "),
    )
    raise RefereeError(said)


def find_cases(cases: tuple[Case, ...], words: str, game: Game) -> tuple[Case, ...]:
    """Find the case with this id, or those with any of the words; no words find all.

    Raises RefereeError if nothing is found.
    """
    exact = tuple(case for case in cases if match_key(case.case_id) == match_key(words))
    if exact or not words:
        return exact or cases
    found = () if re.fullmatch(_CASE_ID, words) else cases_about(cases, words)
    if not found:
        from referee.files.diagnostics import suggest  # see above

        near = suggest(words, [case.case_id for case in cases])
        said = Say(
            "No case of {title} mentions “{words}”. {near}",
            title=game.title,
            words=words,
            near=near,
        )
        raise RefereeError(said)
    return found


def cases_about(cases: tuple[Case, ...], words: str) -> tuple[Case, ...]:
    """Find the cases with any of the words, best first."""
    from referee.core.words.search import best_first  # see above

    return best_first(
        cases,
        words,
        names=lambda case: (case.asked, case.dispute.question.name),
        texts=lambda case: (case.reading,),
    )


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
