"""``referee completion``: the scripts of the shells."""

from __future__ import annotations

from typing import Final

import click
from click import shell_completion
from click.shell_completion import CompletionItem, FishComplete, add_completion_class

from referee.cli.everywhere import Command
from referee.core.say import RefereeError, Say, worded

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

if ((BASH_VERSINFO[0] * 100 + BASH_VERSINFO[1] < 404)); then
    echo "%(prog_name)s: completion needs bash 4.4 or newer." >&2
else
    complete -o nosort -F %(complete_func)s %(prog_name)s
fi
"""
_ZSH: Final = r"""#compdef %(prog_name)s

%(complete_func)s() {
    local -a plain plain_told open open_told response
    local type key descr
    (( ! $+commands[%(prog_name)s] )) && return 1
    response=("${(@f)$(env COMP_WORDS="${words[*]}" COMP_CWORD=$((CURRENT-1)) \
%(complete_var)s=zsh_complete %(prog_name)s)}")
    for type key descr in ${response}; do
        case $type in
            dir) _path_files -/ ;;
            file) _path_files -f ;;
            kind) _files -g "*.(${key}|)" ;;  # one alone would be read as a qualifier
            plain)
                [[ $descr == _ ]] && descr="$key" || descr="$key  -- $descr"
                if [[ $key == *= ]]; then open+=("$key"); open_told+=("$descr")
                else plain+=("$key"); plain_told+=("$descr"); fi ;;
        esac
    done
    (( $#open )) && compadd -U -l -V facts -S '' -d open_told -a open
    (( $#plain )) && compadd -U -l -V unsorted -d plain_told -a plain
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


def _kind_line(item: CompletionItem[str]) -> str:
    endings = item.endings
    return f"kind,{endings}" if endings else f"{item.type},{item.value}"


def _description(item: CompletionItem[str]) -> str:
    """Return what a word is about, on one line; options and codes are worded only here."""
    return " ".join(worded(item.help or "").split())


class _Fish(FishComplete):
    """Splits a line at its first comma only, for a fact may hold more; knows kinds of files."""

    source_template = FishComplete.source_template.replace('split ","', 'split -m 1 ","').replace(
        '\n        if test $metadata[1] = "dir";', _FISH
    )

    def format_completion(self, item: CompletionItem[str]) -> str:
        return f"{_kind_line(item)}\t{_description(item)}" if item.help else _kind_line(item)


class _Bash(shell_completion.BashComplete):
    """Hands the line over as it was typed: bash would split ``gold=mi`` into three words.

    The script looks which bash runs it; click would start one to ask, at ten times the cost.
    """

    source_template = _BASH
    source = shell_completion.ShellComplete.source

    format_completion = staticmethod(_kind_line)


class _Zsh(shell_completion.ZshComplete):
    """Puts no blank behind ``players=``."""

    source_template = _ZSH

    def format_completion(self, item: CompletionItem[str]) -> str:
        kind, _, value = _kind_line(item).partition(",")
        return f"{kind}\n{value}\n{_description(item) or '_'}"


def ready() -> None:
    """Register our scripts with click; PowerShell has click's own, from click 8.5 on."""
    add_completion_class(_Fish, "fish")
    add_completion_class(_Bash, "bash")
    add_completion_class(_Zsh, "zsh")


SHELLS: Final = ("bash", "zsh", "fish", "powershell")


@click.command("completion", cls=Command)
@click.argument("shell", type=click.Choice(SHELLS))
@click.pass_context
def command(ctx: click.Context, shell: str) -> None:
    """Print a script that lets SHELL complete commands, games, questions, facts and files.

    zsh and fish also show what each word means. The file holds nothing else: make its folder
    first, and write it again after an update.

    \b
    bash:       referee completion bash > ~/.local/share/bash-completion/completions/referee
    zsh:        referee completion zsh > ~/.zfunc/_referee
                (once in ~/.zshrc: fpath+=~/.zfunc; autoload -Uz compinit; compinit)
    fish:       referee completion fish > ~/.config/fish/completions/referee.fish
    powershell: referee completion powershell > ~/referee.ps1
                (once in $PROFILE: . ~/referee.ps1)

    \b
    Examples: referee completion bash > referee.bash
              referee completion fish > referee.fish
    """
    ready()
    kind = shell_completion.get_completion_class(shell)
    group = ctx.find_root().command
    if kind is None:
        raise RefereeError(Say("PowerShell needs click 8.5 or newer."))
    click.echo(kind(group, {}, "referee", "_REFEREE_COMPLETE").source(), nl=False)
