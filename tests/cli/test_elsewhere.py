"""Where it runs: without what a system, a home, a disk or an encoding may lack."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from tests.cli.running import FOUR, ROOT, SHEETS, at_play, call, entries, run, surroundings
from tests.conftest import HOME_VARIABLES
from tests.test_portable import NO_ATTRIBUTE_ON_WINDOWS, NOT_ON_WINDOWS

HERE = Path(__file__).parent / "windows"
LACKING = (
    *sorted(NOT_ON_WINDOWS),
    *(f"{module}.{name}" for module, names in NO_ATTRIBUTE_ON_WINDOWS.items() for name in names),
)
PLAY = ("play", "no-swap", "--players", FOUR, "--forced", "announce", "--journal", "j.jsonl")
WITHOUT = (sys.executable, str(HERE / "without.py"))
AS_ON_WINDOWS = (*WITHOUT, "win32", *LACKING, "--")
SYSTEMS = [
    pytest.param(AS_ON_WINDOWS, id="as on Windows"),
    pytest.param((*WITHOUT, *LACKING, "--"), id="where nothing locks"),
]
"""Programs without some modules and attributes."""
pytestmark = pytest.mark.skipif(os.name == "nt", reason="plays a system that lacks more")


@pytest.mark.prove
@pytest.mark.parametrize("program", SYSTEMS)
def test_an_evening_is_played_and_scored(program: tuple[str, ...]) -> None:
    answers = (SHEETS / "saturday.answers").read_text(encoding="utf-8")
    half = answers.index("\n", len(answers) // 2) + 1
    played = [
        run(*PLAY, program=program, heard=answers[:half]),
        run("play", "j.jsonl", program=program, heard=answers[half:]),
        run("score", "j.jsonl", "--format", "json", program=program),
    ]
    assert [each.code for each in played] == [0, 0, 0], played
    assert "To continue: referee play j.jsonl" in played[0].err
    assert played[2].json["ok"]
    assert run("score", "j.jsonl", "--format", "json") == played[2]


@pytest.mark.prove
@pytest.mark.parametrize("program", SYSTEMS)
@pytest.mark.parametrize(
    "words",
    [
        ("games",),
        ("rules", "saboteur", "tunnel"),
        ("ask", "no-swap", "value", "gold=2"),
        ("new", "colorful", "--players", FOUR),
        ("score", str(SHEETS / "evening.yaml"), "--why"),
        ("check", str(SHEETS / "evening.yaml")),
        ("check", str(SHEETS)),
        ("sheet", "sidibaba", "--players", FOUR, "--leader", "Zed"),
        ("replay", str(ROOT / "tests/cli")),
        ("schema", "aladdin"),
        ("completion", "powershell"),
        ("score", "none.yaml"),
        ("--help",),
    ],
    ids=" ".join,
)
def test_every_command_says_what_it_says_elsewhere(
    words: tuple[str, ...], program: tuple[str, ...]
) -> None:
    assert run(*words, program=program) == run(*words)


def test_two_terminals_are_kept_apart() -> None:
    with at_play(*PLAY[1:], until="first captain", program=AS_ON_WINDOWS) as first:
        second = run("play", "j.jsonl", program=AS_ON_WINDOWS, heard="Ana\n")
        assert (second.code, "another terminal" in second.err) == (4, True)
        assert call("log", "j.jsonl").code == 0
        first.communicate(b"Bo\n", timeout=60)
        assert first.returncode == 0
    assert [entry["words"] for entry in entries()] == ["Bo"]


@pytest.mark.prove
def test_the_lock_of_a_process_that_has_left_is_gone() -> None:
    with at_play(*PLAY[1:], until="first captain", program=AS_ON_WINDOWS) as first:
        first.kill()
        first.wait(timeout=60)
    for heard in ("Bo\n", "2g 6b\n"):
        assert run("play", "j.jsonl", program=AS_ON_WINDOWS, heard=heard).code == 0
    assert [entry["words"] for entry in entries()] == ["Bo", "2g 6b"]


CHINESE, FRENCH = "小明", "José"
ALL_OF_ASCII = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}


def bytes_from(*words: str, env: dict[str, str], heard: bytes = b"") -> tuple[int, bytes, bytes]:
    told = [word.encode() for word in (sys.executable, "-m", "referee", *words)]
    done = subprocess.run(
        told, input=heard, capture_output=True, env=surroundings(env), timeout=60, check=False
    )
    return done.returncode, done.stdout, done.stderr


ENCODINGS = ("ascii", "latin-1", "cp1252", "cp932", "cp437", "koi8-r", "utf-8", "utf-16")
NAMES = [CHINESE, FRENCH, "Bo", "👩"]
PLAYERS = ("--players", ",".join(NAMES))


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_names_survive_streams_that_cannot_write_them(encoding: str) -> None:
    new = call("new", "no-swap", *PLAYERS, encoding=encoding)
    assert (new.code, new.err, yaml.safe_load(new.out)["players"]) == (0, "", NAMES)
    assert encoding.startswith("utf") or new.out.isascii()  # or it could not be read again
    Path("new.yaml").write_text(new.out, encoding="utf-8")
    scored = call("score", "new.yaml", "--format", "json", encoding=encoding)
    assert [each["player"] for each in scored.json["scores"]] == NAMES
    assert call("schema", "aladdin", encoding=encoding).json
    assert call("check", "“none”.yaml", "--format", "json", encoding=encoding).json["ok"] is False
    for words in (("score", "new.yaml"), ("check", "“none”.yaml"), ("--“no”",), ("ask", "“no”")):
        ran = call(*words, encoding=encoding)
        assert (ran.out or ran.err, "fault" in ran.err) == (ran.out + ran.err, False)


@pytest.mark.prove
@pytest.mark.parametrize("encoding", ENCODINGS)
@pytest.mark.parametrize("locale", [ALL_OF_ASCII, {"LC_ALL": "C.UTF-8"}], ids=str)
def test_names_survive_a_system_that_cannot_write_them(
    encoding: str, locale: dict[str, str]
) -> None:
    env = {**locale, "PYTHONIOENCODING": encoding}
    code, new, err = bytes_from("new", "no-swap", *PLAYERS, env=env)
    assert (code, err) == (0, b"")
    assert yaml.safe_load(new.decode(encoding))["players"] == NAMES
    code, out, err = bytes_from("play", "no-swap", *PLAYERS, "--journal", "j.jsonl", env=env)
    assert (code, b"fault" in err) == (0, False)
    out.decode(encoding), err.decode(encoding)
    assert f'"seating":["{CHINESE}","{FRENCH}"' in Path("j.jsonl").read_text(encoding="utf-8")
    code, out, _ = bytes_from("score", "j.jsonl", "--format", "json", env=env)
    assert (code, json.loads(out.decode(encoding))["ok"]) == (1, False)


@pytest.mark.parametrize(
    "encoding", ["ascii:strict", pytest.param("utf-16", marks=pytest.mark.prove)]
)
def test_what_is_heard_need_not_be_what_was_announced(encoding: str) -> None:
    heard = f"{CHINESE}\n/note \xff\n".encode() + b"/note \xff\xfe\n"
    env = {**ALL_OF_ASCII, "PYTHONIOENCODING": encoding}
    seats = ("--players", f"{CHINESE},A,B,C", "--journal", "j.jsonl")
    code, _, err = bytes_from("play", "no-swap", *seats, env=env, heard=heard)
    if encoding == "utf-16":
        assert (code, "The input is not utf-16." in err.decode("utf-16")) == (2, True)
        return
    assert code == 0
    assert [(each["words"], each["note"]) for each in entries()] == [
        (CHINESE, ""),
        ("note", "\xff"),
        ("note", "��"),
    ]


ONLY_HERE = """\
import os, sys
from pathlib import Path
HERE = os.getcwd()
WRITES = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
CHANGES = {"os.mkdir", "os.remove", "os.rename", "os.truncate", "os.chmod", "shutil.rmtree"}

def stays(path):
    return os.path.realpath(path).startswith(HERE + os.sep)

def only_here(event, args):
    is_change = event in CHANGES or (event == "open" and (args[2] or 0) & WRITES)
    if is_change and isinstance(args[0], (str, bytes, os.PathLike)) and not stays(args[0]):
        print("WROTE", event, args, file=sys.stderr)
        raise PermissionError(13, "Permission denied", args[0])

sys.addaudithook(only_here)
from referee.cli.main import main
main()
"""
"""Refuses, as a system would, whatever is to be written outside of the current folder."""


def test_nothing_is_written_but_in_the_current_folder() -> None:
    Path("only_here.py").write_text(ONLY_HERE, encoding="utf-8")
    env = {"HOME": "/proc/none", "TMPDIR": "/proc/none", "XDG_CONFIG_HOME": ""}
    env["PYTHONDONTWRITEBYTECODE"] = "1"
    heard = (SHEETS / "saturday.answers").read_text(encoding="utf-8")
    done = run(*PLAY, heard=heard, env=env, program=(sys.executable, "only_here.py"))
    assert (done.code, "WROTE" in done.err) == (0, False), done.err
    assert sorted(map(str, Path().iterdir())) == ["j.jsonl", "only_here.py"]


@pytest.mark.parametrize("home", [None, "/proc/none", ""])
def test_nobody_needs_a_home(home: str | None, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in (*HOME_VARIABLES, "USERPROFILE"):
        monkeypatch.delenv(name, raising=False)
    if home is not None:
        monkeypatch.setenv("HOME", home)
    ran = call("new", "colorful", "--players", "Ana,Bo")
    assert (ran.code, ran.err) == (0, "")
