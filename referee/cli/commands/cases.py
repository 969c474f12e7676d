"""``referee cases``: the casebook, decided disputes that tables have had."""

from __future__ import annotations

import re
from functools import partial
from typing import Final

import click

from referee.cli.open_files import LoadedFile, answer_of
from referee.cli.output import (
    color_option,
    complete_games,
    completed,
    format_option,
    long_result,
    pager_option,
    result,
    style,
)
from referee.core.answers.text_input import match_key
from referee.core.game import Answer, Game
from referee.core.paper.booklet import DecidedCase
from referee.core.rulebook import Rulebook
from referee.core.say import RefereeError, Say, worded
from referee.core.words.search import best_first
from referee.files.diagnostics import suggest
from referee.files.documents.detect import DocumentKind
from referee.files.documents.disputes import Case, load_cases
from referee.registry import open_game
from referee.render.formats import Format
from referee.render.rulings import case_facts, render_case, render_cases

_ID: Final = re.compile(r"[A-Z]+-?C?[0-9]+", re.IGNORECASE)
"""What is meant as the id of a case, and no word to look for."""


@click.command("cases")
@click.argument("game", shell_complete=complete_games)
@click.argument("words", nargs=-1, shell_complete=partial(completed, "cases"))
@format_option(Format.MARKDOWN, Format.CSV, Format.HTML)
@pager_option
@color_option
def command(game: str, words: tuple[str, ...], fmt: Format, no_pager: bool, color: str) -> None:
    """Read the casebook of GAME: all of it, one case by its ID, or what has to do with the WORDS.

    Each case is answered anew when it is shown. As markdown or html the whole is a booklet.

    \b
    Examples: referee cases no-swap
              referee cases no-swap empty bag
    """
    room, book = open_game(game)
    found = find_cases(load_cases(room, book), sought := " ".join(words), room)
    told = [decided(case, room, book) for case in found]
    shown = style(color=color)
    if fmt is Format.HTML:
        from referee.html.reading import render_casebook_page  # its templates are dear

        cases = [(each, case_facts(each)) for each in told]
        result(render_casebook_page(cases, book, worded(room.title)), fmt)
    elif len(told) == 1 and sought and fmt is not Format.JSON:
        result(render_case(told[0], book, fmt, shown), fmt)
    else:
        long_result(render_cases(told, book, fmt, shown), fmt, no_pager=no_pager)


def find_cases(cases: tuple[Case, ...], words: str, game: Game) -> tuple[Case, ...]:
    """Find the case of this id, or those that hold any of the words; all for no words.

    Raises RefereeError where none does.
    """
    exact = tuple(case for case in cases if match_key(case.case_id) == match_key(words))
    if exact or not words:
        return exact or cases
    found = () if _ID.fullmatch(words) else cases_about(cases, words)
    if not found:
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
    """Give the cases that hold any of the words, best first."""
    return best_first(
        cases,
        words,
        names=lambda case: (case.asked, case.dispute.question.name),
        texts=lambda case: (case.reading,),
    )


def decided(case: Case, game: Game, book: Rulebook) -> DecidedCase:
    """Answer a case by the rules of today."""
    read = LoadedFile(DocumentKind.DISPUTE, game, book, case.document)
    answer: Answer = answer_of(read, case.dispute)
    facts = case.dispute.facts
    return DecidedCase(
        case_id=case.case_id,
        asked=case.asked,
        reading=case.reading,
        date=case.date,
        status=case.status,
        question=case.dispute.question.name,
        facts={**facts.values, **{name: value[0] for name, value in facts.options.items()}},
        answer=answer,
    )
