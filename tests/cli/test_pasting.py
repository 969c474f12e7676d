"""A command that is printed can be pasted into a shell, from and into folders of any name."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from referee.core.paper.wording import text_of
from referee.core.say import Say, speak
from referee.files.diagnostics import for_shell
from referee.files.languages import begin_to_speak
from referee.translating.catalogues import read
from tests.cli.running import ROOT, SHEETS, call
from tests.languages.spoken import FOREIGN

NAMES = (
    *("plain", "sp ace", "小明的夜", "ゆうこ の 夜", "박지민", "Зоя", "नमस्ते दोस्त", "משחק"),
    *("it's Bo's", 'say "hi"', "$HOME; $(ls) `ls`", "two\nlines \\ 100%", "-dash", "~", "\x1b[31m"),
)
"""In six scripts and more, and with whatever means something to a shell."""
SHELL = """\
referee() { printf '%s\\0' "$@"; }
pip() { printf '%s\\0' "$@"; }
"""


def pasted(folder: Path, *printed: str) -> list[list[str]]:
    """Give the arguments that each command has once a shell has read it."""
    script = SHELL + "".join(f"{each}\nprintf '\\n--\\n'\n" for each in printed)
    ran = subprocess.run(
        [shutil.which("sh") or "sh"], input=script.encode(), stdout=-1, cwd=folder, check=True
    )
    parts = ran.stdout.decode().split("\n--\n")[:-1]
    return [part.split("\0")[:-1] for part in parts]


def messages() -> list[str]:
    """List the messages that print a command with a path."""
    catalogue = read(ROOT / "referee/locale/ja/LC_MESSAGES/referee.po")
    texts = [each.id for each in catalogue if isinstance(each.id, str)]
    return [text for text in texts if re.search(r"referee [a-z]+ \{path\}", text)]


def test_there_are_messages_with_commands() -> None:
    assert len(messages()) >= 6


@pytest.mark.parametrize("tag", ["en", *FOREIGN])
@pytest.mark.parametrize("name", NAMES)
def test_every_printed_command_can_be_pasted(name: str, tag: str, tmp_path: Path) -> None:
    path = f"{name}/evening.jsonl"
    if tag != "en":
        begin_to_speak(tag)
    mark = "\N{SYMBOL FOR END OF TRANSMISSION}"
    whole = []
    for message in messages():
        names = re.findall(r"\{(\w+)\}", message)
        said = Say(message, **{**dict.fromkeys(names, mark), "path": for_shell(path)})
        words = text_of(said)
        assert "\n" not in words, "a terminal shows it on one line"
        assert "\x1b" not in words
        quoted = re.escape(str(for_shell(path)))
        found = re.search(rf"referee [a-z]+ {quoted}(?: --journal PATH)?", words)
        assert found, words
        whole.append(found[0])
    speak(None)
    for arguments in pasted(tmp_path, *whole):
        expected = f"./{path}" if name.startswith("-") else path
        assert arguments[1] == expected


@pytest.mark.parametrize("name", NAMES)
def test_what_a_form_and_a_game_print_leads_back_to_them(name: str, tmp_path: Path) -> None:
    Path(name).mkdir()
    path = f"./{name}" if name.startswith("-") else name
    form = call("new", "no-swap", "--players", "Ana,Bo,Cy,Di", "-o", f"{path}/evening.yaml")
    play = ("play", "no-swap", "--players", "Ana,Bo,Cy", "--journal", f"{path}/saturday.jsonl")
    begun, taken = call(*play, heard="Ana\n"), call(*play)
    package = call("new-game", "Hail", "-o", f"{path}/hail")
    assert (form.code, begun.code, package.code) == (0, 0, 0)
    printed = [
        form.err.partition("then: ")[2].splitlines()[0],
        begun.err.partition("To continue: ")[2].splitlines()[0],
        re.search(r"\((referee play .*)\), or name another", taken.err)[1],  # type: ignore[index]
        *(line.partition(": ")[2] for line in package.err.splitlines()[1:]),
    ]
    words = pasted(tmp_path, *printed)
    assert [each[0] for each in words] == ["score", "play", "play", "install", "score"]
    for *_, file in words:
        assert (tmp_path / file).exists(), file
    assert call(*words[0]).code == 1, "nobody has filled it in"
    assert call(*words[1]).code == 0


def test_a_plain_path_has_no_quotes_and_a_sentence_names_it_as_a_shell_does() -> None:
    assert "There is no file evening.yaml.\n" in call("score", "evening.yaml").err
    assert "There is no file 'an evening.yaml'.\n" in call("score", "an evening.yaml").err
    Path("an evening.yaml").write_bytes((SHEETS / "evening.yaml").read_bytes())
    again = call("new", "no-swap", "--players", "Ana,Bo,Cy", "-o", "an evening.yaml")
    assert again.err == (
        "referee: 'an evening.yaml' already exists. Use --force to overwrite it.\n"
    )
    played = call("play", "no-swap", "--players", "Ana,Bo,Cy", "--journal", "my evening.jsonl")
    assert "The record: 'my evening.jsonl'\n" in played.err
    assert "Saved in 'my evening.jsonl'.\n" in played.err
