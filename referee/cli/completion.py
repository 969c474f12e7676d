"""What a shell is offered while somebody types a command."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

import click
from click.shell_completion import (
    BashComplete,
    CompletionItem,
    FishComplete,
    ZshComplete,
    add_completion_class,
)

from referee.cli.output import JOURNALS, NAMED
from referee.core.fields import Boolean, Choice, FieldType, FileText, ListOf, MapOf
from referee.core.game import Game, Question
from referee.core.rulebook import Rulebook
from referee.core.say import RefereeError
from referee.files.diagnostics import Unreadable
from referee.registry import game_ids, open_game

Items = list[CompletionItem[str]]
_BASH: Final = r"""%(complete_func)s() {
    local IFS=$'\n' line=${COMP_LINE:0:COMP_POINT} item type value current
    local -a parts
    IFS=' ' read -ra parts <<< "$line"
    local at=$((${#parts[@]} - 1))
    [[ $line == *" " ]] && at=$((at + 1))
    current=${parts[at]}
    # bash parts words at = and :, and replaces what stands behind the last of them
    local kept=""
    [[ $current == *[=:]* ]] && kept=${current%%"${current##*[=:]}"}
    COMPREPLY=()
    for item in $(env COMP_WORDS="$line" COMP_CWORD=$at %(complete_var)s=bash_complete $1); do
        IFS=',' read type value <<< "$item"
        case $type in
            dir) compopt -o dirnames ;;
            file) compopt -o default ;;
            kind)
                compopt -o filenames -o default  # any file, where the kind is missing
                while IFS= read -r item; do COMPREPLY+=("$item"); done < <(
                    shopt -s extglob
                    compgen -d -- "${current#"$kept"}"
                    compgen -f -X "!*.@($value)" -- "${current#"$kept"}") ;;
            plain)
                COMPREPLY+=("${value#"$kept"}")
                [[ $value == *= ]] && compopt -o nospace ;;
        esac
    done
    return 0
}

complete -o nosort -F %(complete_func)s %(prog_name)s
"""
_ZSH: Final = r"""#compdef %(prog_name)s

%(complete_func)s() {
    local -a plain open response
    local type key descr
    (( ! $+commands[%(prog_name)s] )) && return 1
    response=("${(@f)$(env COMP_WORDS="${words[*]}" COMP_CWORD=$((CURRENT-1)) \
%(complete_var)s=zsh_complete %(prog_name)s)}")
    for type key descr in ${response}; do
        case $type in
            dir) _path_files -/ ;;
            file) _path_files -f ;;
            kind) _files -g "*.(${key}|)" ;;  # one alone would be read as a qualifier
            plain) if [[ $key == *= ]]; then open+=("$key"); else plain+=("$key"); fi ;;
        esac
    done
    (( $#open )) && compadd -U -V facts -S '' -a open
    (( $#plain )) && compadd -U -V unsorted -a plain
}

if [[ $zsh_eval_context[-1] == loadautofunc ]]; then
    %(complete_func)s "$@"
else
    compdef %(complete_func)s %(prog_name)s
fi
"""


_FISH: Final = r"""
        if test $metadata[1] = "kind";
            set -l files (__fish_complete_path (commandline -ct));
            set -l fit (string match -r ".*(?:/|[.](?:$metadata[2]))(?:\\t.*)?\$" -- $files);
            set -q fit[1]; and set files $fit;
            printf "%%s\n" $files;
        else if test $metadata[1] = "dir";"""


def _line(item: CompletionItem[str]) -> str:
    """Write an item without help; a file of a kind by the endings that fit."""
    endings = item.endings
    return f"kind,{endings}" if endings else f"{item.type},{item.value}"


class _Fish(FishComplete):
    """Parts a line at its first comma alone, for a fact may hold more; knows kinds of files."""

    source_template = FishComplete.source_template.replace(
        'string split ","', 'string split -m 1 ","'
    ).replace('\n        if test $metadata[1] = "dir";', _FISH)

    def format_completion(self, item: CompletionItem[str]) -> str:
        """Write an item in a line."""
        return _line(item)


class _Bash(BashComplete):
    """Hands the line over as it was typed: bash would part ``gold=mi`` into three words."""

    source_template = _BASH

    def format_completion(self, item: CompletionItem[str]) -> str:
        """Write an item in a line."""
        return _line(item)


class _Zsh(ZshComplete):
    """Puts no blank behind ``players=``."""

    source_template = _ZSH

    def format_completion(self, item: CompletionItem[str]) -> str:
        """Write an item without help: a list of facts is not read, but chosen from."""
        kind, _, value = _line(item).partition(",")
        return f"{kind}\n{value}\n_"


def ready() -> None:
    """Let click know our scripts; PowerShell does well with its own."""
    add_completion_class(_Fish, "fish")
    add_completion_class(_Bash, "bash")
    add_completion_class(_Zsh, "zsh")


def complete_games(ctx: click.Context, param: click.Parameter, word: str) -> list[str]:
    """Complete the name of a game, ours or from elsewhere."""
    return [game for game in game_ids() if game.startswith(word)]


def complete_games_or_files(ctx: click.Context, param: click.Parameter, word: str) -> Items:
    """Complete the name of a game; where none begins so, a journal."""
    found = [CompletionItem(game) for game in complete_games(ctx, param, word)]
    return found or JOURNALS.shell_complete(ctx, param, word)


def complete_questions(ctx: click.Context, param: click.Parameter, word: str) -> list[str]:
    """Complete the name of a question about the game that was typed."""
    opened = _game_of(ctx)
    names = [question.name for question in opened[0].questions] if opened else []
    return [name for name in names if name.startswith(word)]


def complete_facts(ctx: click.Context, param: click.Parameter, word: str) -> list[str]:
    """Complete a fact: its name with ``=``, or its value where there are few."""
    opened = _game_of(ctx)
    asked = opened and _question_of(ctx, opened[0])
    if not opened or not asked:
        return []
    told = {f"{fact.partition('=')[0]}=" for fact in ctx.params.get("facts") or ()}
    return [each for each in _pairs(word, dict(_values(asked, opened[1]))) if each not in told]


def complete_switches(ctx: click.Context, param: click.Parameter, word: str) -> list[str]:
    """Complete a house rule or a number that is set: its name with ``=``, or its value."""
    opened = _game_of(ctx)
    if not opened:
        return []
    book = opened[1]
    values = {_typed(each.name): each.values for each in book.options.values()}
    return _pairs(word, values | {_typed(name): () for _, name, _ in book.table_numbers()})


def complete_fields(ctx: click.Context, param: click.Parameter, word: str) -> list[str]:
    """Complete what else a game asks for: its name with ``=``, or its value."""
    opened = _game_of(ctx)
    fields = opened[0].setup if opened else ()
    return _pairs(word, {_typed(field.name): _words_of(field.shape) for field in fields})


def complete_rules(ctx: click.Context, param: click.Parameter, word: str) -> list[str]:
    """Complete the id of a rule of the game that was typed."""
    opened = _game_of(ctx)
    ids = opened[1].rules if opened else ()
    return [each for each in ids if each.casefold().startswith(word.casefold())]


def complete_cases(ctx: click.Context, param: click.Parameter, word: str) -> list[str]:
    """Complete the id of a case of the game that was typed."""
    from referee.files.documents.disputes import load_cases

    opened = _game_of(ctx)
    ids = [case.case_id for case in load_cases(*opened)] if opened else []
    return [each for each in ids if each.casefold().startswith(word.casefold())]


def _values(question: Question, book: Rulebook) -> Iterator[tuple[str, tuple[str, ...]]]:
    """List the facts of a question, and the switches, with the words that each may be."""
    for field in question.fields:
        if not field.as_facts:
            yield _typed(field.name), _words_of(field.shape)
    for switch in book.options.values():
        yield _typed(switch.name), switch.values


def _typed(name: str) -> str:
    return name.replace("_", "-")


def _pairs(word: str, values: Mapping[str, tuple[str, ...]]) -> list[str]:
    """Complete a name with ``=``, or behind it one of its values, or one more of them."""
    name, sign, value = word.partition("=")
    if not sign:
        return [f"{each}=" for each in values if each.startswith(word)]
    before, comma, last = value.rpartition(",")
    known = values.get(_typed(name), ())
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


def _game_of(ctx: click.Context) -> tuple[Game, Rulebook] | None:
    try:
        return open_game(ctx.params.get("game") or ctx.meta.get(NAMED) or "")
    except (RefereeError, Unreadable):
        return None


def _question_of(ctx: click.Context, game: Game) -> Question | None:
    word = ctx.params.get("question") or ""
    found: Iterable[Question] = [each for each in game.questions if each.name.startswith(word)]
    return next((each for each in found if each.name == word), next(iter(found), None))
