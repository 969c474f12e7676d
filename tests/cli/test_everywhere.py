"""Options of every command, and what all help pages and the manual page have in common."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import click
import pytest

from referee import __version__
from referee.cli.everywhere import HELP, OPTIONS
from referee.cli.main import COMMANDS, referee
from referee.render.formats import Format
from tests.cli.running import SHEETS, Ran, call
from tests.manual import man_page, newest_release, option_words, own_options

EVENING = str(SHEETS / "evening.yaml")
LINE = "  Everywhere: --lang TAG, --color auto|always|never, --no-pager, -h\n"
RED = "\x1b["
VALUES = {"FILE", "FOLDER", "DATE", "NAME", "NAMES", "NAME=VALUE", "TAG"}


def options() -> list[tuple[str, click.Option]]:
    """List the options that commands have of their own, with those of every game."""
    found = []
    with click.Context(referee) as root:
        for name in COMMANDS:
            command = referee.get_command(root, name)
            assert command is not None
            with click.Context(command, root) as ctx:
                found += [(name, each) for each in own_options(command, ctx)]
    return found


@pytest.mark.parametrize("name", ["", *COMMANDS])
def test_each_help_ends_with_the_options_of_every_command_and_lists_them_nowhere_else(
    name: str,
) -> None:
    words = [name] if name else []
    page = call(*words, "--help").out
    assert page.endswith(f"\n\n{LINE}")
    assert call(*words, "-h").out == page
    assert not re.search(r"--lang|--color|--no-pager|--help|-h\b|-q\b", page.removesuffix(LINE))
    if name:
        assert call("help", name).out == page


@pytest.mark.parametrize(
    "words",
    [
        ("score", EVENING),
        ("rules", "no-swap", "NSP-5.2"),
        ("ask", "no-swap", "setup", "players=9"),
        ("check", "broken.yaml"),
    ],
    ids=lambda words: words[0],
)
def test_they_are_read_before_and_after_the_name(words: tuple[str, ...]) -> None:
    Path("broken.yaml").write_text("game: no-swap-no-pay\nkey: 1\n", encoding="utf-8")
    plain = call(*words)
    for given in (("--color", "always"), ("--color=always",)):
        before, after = call(*given, *words), call(*words, *given)
        assert before == after
        assert RED in before.out + before.err
    for given in (("--color", "never"), ("--no-pager",), ("--lang", "en")):
        assert call(*given, *words) == call(*words, *given) == plain
    first, *rest = words
    assert call("--lang", "ja", *words) == call(first, "--lang", "ja", *rest) != plain
    assert call("--color", "always", *words, "--color", "never") == plain


def test_a_wrong_value_is_refused_before_and_after() -> None:
    for words in (("--color", "purple", "games"), ("games", "--color", "purple")):
        ran = call(*words)
        assert ran.code == 2
        assert "'purple' is not one of 'auto', 'always', 'never'" in ran.err


def test_nothing_is_left_from_one_command_line_to_the_next() -> None:
    assert RED in call("--color", "always", "score", EVENING).out
    assert RED not in call("score", EVENING).out


def test_the_version_has_a_short_option_and_there_is_no_other() -> None:
    assert call("-V") == call("--version") == Ran(0, f"referee {__version__}\n", "")
    assert call("-q").code == call("score", "-q", EVENING).code == 2


def test_formats_have_one_order_and_the_first_three_are_everywhere() -> None:
    order = [each.value for each in Format]
    assert order == ["table", "plain", "json", "csv", "markdown", "html", "text"]
    types = [each.type for _, each in options() if each.name == "fmt"]
    offered = [each.choices for each in types if isinstance(each, click.Choice)]
    assert len(offered) >= 10
    for choices in map(list, offered):
        assert choices[:3] == order[:3]
        assert choices == [each for each in order if each in choices]


def test_values_have_few_names() -> None:
    seen = set()
    for command, option in options():
        if option.is_flag or not option.metavar:
            assert option.is_flag or isinstance(option.type, click.Choice), (command, option.name)
        elif option.opts == ["--place"]:
            assert option.metavar == "TEXT"
        else:
            seen.add(option.metavar)
    assert seen <= VALUES


def test_the_manual_page_has_every_option_with_its_value() -> None:
    page = man_page().replace("\\-", "-")
    plain = re.sub(r"\\f[BIR]", "", page)
    for command, option in options():
        section = plain.partition(f".SS referee {command} ")[2].partition("\n.S")[0]
        assert f"\n.TP\n{option_words(option)}\n" in section, (command, option.name)
    shared = plain.partition(".SH OPTIONS OF EVERY COMMAND\n")[2].partition("\n.SH")[0]
    for shared_option in (*OPTIONS, HELP):
        assert f".TP\n{option_words(shared_option)}\n" in shared
    assert "--version" in shared
    assert plain.partition(".SH DESCRIPTION\n")[2].startswith(
        "referee settles disputes, walks a table through a game and counts the score."
    )
    for each in ("settings.yaml", "players.yaml", ".schema.json", ".jsonl", "$XDG_CONFIG_HOME"):
        assert each in plain.partition(".SH FILES")[2]
    version, day = newest_release()
    assert f'.TH REFEREE 1 "{day}" "referee {version}"' in plain


@pytest.mark.parametrize(
    "tool", [("groff", "-ww", "-man", "-Tutf8", "-"), ("mandoc", "-T", "lint")], ids=lambda t: t[0]
)
def test_tools_for_manual_pages_find_nothing(tool: tuple[str, ...]) -> None:
    if shutil.which(tool[0]) is None:
        pytest.skip(f"{tool[0]} is not here: the page was not read by it")
    ran = subprocess.run(tool, input=man_page().encode(), capture_output=True, check=False)
    assert ran.returncode == 0
    assert ran.stderr == b""
    assert tool[0] == "groff" or ran.stdout == b""
