"""``referee ask``: put a dispute."""

from __future__ import annotations

from functools import partial

import click

from referee.cli.output import result, style
from referee.cli.parameters import YAML, complete_games, completed, format_option, style_options
from referee.operations.asking import find_question
from referee.registry import open_game
from referee.render.formats import Format

RULED_NO = ("forbidden", "impossible")


@click.command("ask")
@click.argument("game", required=False, shell_complete=complete_games)
@click.argument("question", required=False, shell_complete=partial(completed, "questions"))
@click.argument("facts", nargs=-1, shell_complete=partial(completed, "facts"))
@click.option("--file", "path", type=YAML, help="Read game, question and facts from YAML.")
@format_option()
@style_options
def command(
    game: str | None,
    question: str | None,
    facts: tuple[str, ...],
    path: str | None,
    fmt: Format,
    why: bool,
    color: str,
) -> int:
    """Put a dispute: a QUESTION about GAME, with its FACTS as name=value.

    Without a question, lists the questions of the game.

    \b
    Examples: referee ask no-swap value gold=2 silver=4 purple=1
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
        room, book = open_game(game)
        if question is None:
            from referee.render.rulings import render_questions  # only for the list

            result(render_questions(room.questions, room.id, fmt), fmt)
            return 0
        from referee.files.documents.facts import read_facts  # a shell asks nothing

        asked = find_question(room, question)
        reply = asked.answer(book, read_facts(asked, book, facts))
    from referee.render.rulings import render_answer  # see above

    shown = style(why=why, color=color)
    name = asked.name
    told = render_answer(reply, game=room.id, question=name, book=book, fmt=fmt, style=shown)
    result(told, fmt)
    return int(reply.verdict in RULED_NO)
