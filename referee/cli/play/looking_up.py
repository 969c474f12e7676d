"""What can be looked up in the middle of a game: a sentence, a case, a rule. Nothing is noted."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from msgspec.structs import replace

from referee.core.game import Game
from referee.core.play.reading.commands import ASK, CASES, Command
from referee.core.rulebook import Rulebook
from referee.core.say import RefereeError
from referee.operations import asking
from referee.operations.filling import sentence_reply
from referee.operations.sentences import about, about_any, index_of, says_something, without_names
from referee.render.formats import Format, Style
from referee.render.rulebook import render_rule, render_rulebook
from referee.render.rulings import render_answer, render_case, render_question, render_questions
from referee.render.sentences import WIDTH, SentenceReply, first_of, render_found, render_reply
from referee.render.text import wrapped_sentences

INDENT: Final = "      "
_MOST: Final = 5
_FACT: Final = re.compile(r"[^\s=]+=")


def looked_up(
    command: Command, game: Game, book: Rulebook, style: Style, people: Iterable[str] = ()
) -> list[str]:
    """Return, indented, what a command of the shell prints for this game, or that nothing fits.

    The names of ``people`` are left out of the search.
    """
    narrow = _narrowed(style)
    look_up = {ASK: _ask, CASES: _cases}.get(command.name, _rules)
    try:
        text = look_up(_without_people(command.rest.strip(), game, people), game, book, narrow)
    except RefereeError as problem:
        text = str(problem.say)
    return _indented(text, narrow)


def near(
    line: str, game: Game, book: Rulebook, style: Style, people: Iterable[str] = ()
) -> list[str]:
    """Return the top rule and the first case for a line that could not be read, if any fits."""
    reply = sentence_reply(about(game, book, _without_people(line, game, people)), names_game=True)
    return _reply_lines(first_of(reply), style) if reply.fits else []


def _without_people(words: str, game: Game, people: Iterable[str]) -> str:
    is_sentence = not any(map(_FACT.match, words.split()))
    return without_names(index_of(game.id), words, people) if is_sentence else words


def looked_up_anywhere(words: str, style: Style) -> list[str]:
    """Return the reply to a sentence where no game is chosen yet."""
    return _reply_lines(sentence_reply(about_any(words), names_game=False), style)


def _narrowed(style: Style) -> Style:
    return replace(style, width=(style.width or WIDTH) - len(INDENT))


def _reply_lines(reply: SentenceReply, style: Style) -> list[str]:
    narrow = _narrowed(style)
    return _indented(render_reply(reply, Format.TABLE, narrow), narrow)


def _indented(text: str, style: Style) -> list[str]:
    lines = wrapped_sentences(text.rstrip("\n"), style.width or WIDTH).split("\n")
    return [f"{INDENT}{line}".rstrip() for line in lines]


def _ask(words: str, game: Game, book: Rulebook, style: Style) -> str:
    if not says_something(words):
        return render_questions(game.questions, game.id, Format.TABLE)
    first, *facts = words.split()
    named = asking.question_named(game, first)
    if named is not None and not facts:
        return render_question(named, game.id)
    if not any(map(_FACT.match, facts)):
        reply = sentence_reply(about(game, book, words), names_game=True)
        return render_reply(reply, Format.TABLE, style)
    from referee.files.documents.facts import read_facts  # sentences have none

    question = named or asking.find_question(game, first)
    answer = question.answer(book, read_facts(question, book, facts))
    return render_answer(
        answer, game=game.id, question=question.name, book=book, fmt=Format.TABLE, style=style
    )


def _cases(words: str, game: Game, book: Rulebook, style: Style) -> str:
    words, is_all = _without_all(words)
    found = asking.find_cases(game, book, words)
    if len(found) == 1:
        return render_case(asking.decided(found[0], game, book), book, Format.TABLE, style)
    near_cases = asking.cases_about(game, book, words) if words else ()
    if near_cases:
        most = len(near_cases) if is_all else _MOST
        return render_found(near_cases, Format.TABLE, style, most)
    return "".join(f"{case.case_id}  {case.asked}\n" for case in found)


def _rules(words: str, game: Game, book: Rulebook, style: Style) -> str:
    words, is_all = _without_all(words)
    if not words:
        return render_rulebook(book, tuple(book.rules.values()), Format.TABLE, style)
    found = asking.rules_about(game, book, words)
    if len(found) == 1:
        return render_rule(found[0].rule, book, Format.TABLE, style)
    most = len(found) if is_all else _MOST
    return render_found(found, Format.TABLE, style, most, asking.decided_about(game, words))


def _without_all(words: str) -> tuple[str, bool]:
    """Split ``--all`` off the words; the second value is whether it was there."""
    sought = words.removesuffix("--all").strip()
    return sought, sought != words
