"""``referee ask``: put a dispute, in plain words or fact by fact."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from functools import partial

import click

from referee.cli.everywhere import Command
from referee.cli.output import long_result, style
from referee.cli.parameters import YAML, complete_games, completed, format_option, why_option
from referee.core.game import Answer, Facts, Game, Question
from referee.core.rulebook import Rulebook
from referee.core.say import RefereeError, of_kind
from referee.operations.asking import check_questions, find_question, question_named
from referee.registry import BrokenPackage, open_game
from referee.render.formats import Format

RULED_NO = ("forbidden", "impossible")
_LONGEST_FILLER = 3
"""Letters of a word that may begin the name of a game, and a sentence as well."""


@click.command("ask", cls=Command)
@click.argument("game", required=False, shell_complete=complete_games)
@click.argument("question", required=False, shell_complete=partial(completed, "questions"))
@click.argument("facts", nargs=-1, shell_complete=partial(completed, "facts"))
@click.option(
    "--file", "path", metavar="FILE", type=YAML, help="Read game, question and facts from YAML."
)
@format_option()
@why_option
def command(
    game: str | None,
    question: str | None,
    facts: tuple[str, ...],
    path: str | None,
    fmt: Format,
    why: bool,
) -> int:
    """Settle a dispute: describe it in plain words, or name a QUESTION about GAME with FACTS.

    FACTS are written as name=value. With GAME alone, list the questions about it.

    \b
    Examples: referee ask saboteur "can I repair two tools with one card"
              referee ask no-swap value gold=2 silver=4 purple=1
              referee ask no-swap challenge players=A,B,C,D challenger=A target=B counts=B:0
    """
    if path is not None:
        if question:
            raise click.UsageError("Give facts on the command line or in --file, not both.")
        from referee.operations.opening import answer_of, open_dispute  # typed facts need no file

        read, dispute = open_dispute(path, game)
        room, book, asked, reply = read.game, read.book, dispute.question, answer_of(read, dispute)
    elif game is None:
        raise click.UsageError("Which game? To list the games: referee games")
    else:
        words = () if question is None else (question, *facts)
        opened = _game_named(game, words)
        if opened is None:
            return _reply_to_sentence(None, " ".join(filter(None, (game, *words))), fmt, why)
        room, book = opened
        has_facts = any(map(_is_fact, facts))
        named = None
        if words and (has_facts or not facts) and _is_one_word(words[0]):
            named = question_named(room, words[0])  # only then: it costs loading the questions
        if named is None and not has_facts:
            return _reply_to_sentence(opened, " ".join(words), fmt, why)
        asked = named or find_question(room, words[0])
        given = _read_facts(room, book, asked, facts, fmt)
        if given is None:
            return 0
        reply = of_kind(Answer, asked.answer(book, given), asked.answer)
    from referee.render.rulings import render_answer  # see above

    shown = style(why=why)
    name = asked.name
    said = render_answer(reply, game=room.id, question=name, book=book, fmt=fmt, style=shown)
    long_result(said, fmt)
    return int(reply.verdict in RULED_NO)


def _read_facts(
    room: Game, book: Rulebook, asked: Question, words: tuple[str, ...], fmt: Format
) -> Facts | None:
    """Read facts; None where the question was explained instead."""
    if words and not (sys.stdin.isatty() and sys.stdout.isatty()):
        from referee.files.documents.facts import read_facts  # a sentence has none

        return read_facts(asked, book, words)
    from referee.cli.fact_by_fact import facts_of  # nor has it any to be asked for

    return facts_of(room, book, asked, words, fmt)


def _game_named(word: str, words: Sequence[str]) -> tuple[Game, Rulebook] | None:
    """Open the game that a word before others names; None if it names none.

    A little word that begins the name of a game by chance, as in “a dead end”, names none. Raises
    RefereeError where facts are given for a game that is not there.
    """
    try:
        opened = open_game(word)
    except BrokenPackage:
        raise
    except RefereeError:
        if any(map(_is_fact, words[1:])):
            raise
        return None
    if len(word) <= _LONGEST_FILLER and words and question_named(opened[0], words[0]) is None:
        from referee.core.words.small_words import FILLERS  # few write a game so short

        if word.casefold() in FILLERS:
            return None
    return opened


def _is_fact(word: str) -> bool:
    name, equals, _ = word.partition("=")
    return bool(equals) and _is_one_word(name)


def _is_one_word(text: str) -> bool:
    return text.split() == [text]


def _reply_to_sentence(
    opened: tuple[Game, Rulebook] | None, sentence: str, fmt: Format, why: bool
) -> int:
    """Show what a sentence is about; if it says nothing, list the games or the questions."""
    from referee.operations.filling import sentence_reply
    from referee.operations.sentences import about, about_any, says_something
    from referee.render.sentences import render_reply

    if not says_something(sentence):
        if opened is None:
            from referee.cli.commands.rules import games  # a sentence names none

            click.get_current_context().invoke(games, fmt=fmt)
        else:
            from referee.render.rulings import render_questions

            room, _ = opened
            check_questions(room)
            long_result(render_questions(room.questions, room.id, fmt), fmt)
        return 0
    found = about_any(sentence) if opened is None else about(*opened, sentence)
    text = render_reply(sentence_reply(found, names_game=opened is not None), fmt, style(why=why))
    long_result(text, Format.JSON if fmt is Format.JSON else Format.PLAIN)
    return 0
