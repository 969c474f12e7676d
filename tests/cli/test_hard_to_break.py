"""Streams that a shell has closed, or that lead to a full disk: told, never a fault of ours."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.running import PROGRAM, ROOT, SHEETS, run

ASK = "ask no-swap value gold=2"
PLAY = "play no-swap --players Ana,Bo,Cy,Di --journal evening.jsonl"


ORDINARY = "setpriv --bounding-set=-dac_override,-dac_read_search " if os.geteuid() == 0 else ""
"""What takes from root the right to read everything, so that something can be refused."""
refused_something = pytest.mark.skipif(
    bool(ORDINARY) and shutil.which("setpriv") is None,
    reason="whoever may read everything is refused nothing",
)


def in_shell(
    words: str,
    folder: Path,
    out: int = subprocess.PIPE,
    env: dict[str, str] | None = None,
    by: str = "",
) -> subprocess.CompletedProcess[str]:
    """Run one command line of a shell in ``folder``."""
    line = f"{by}{sys.executable} -m referee {words}"
    return subprocess.run(  # noqa: S602  # closing a stream is what a shell does
        line,
        shell=True,
        cwd=folder,
        env=env,
        stdout=out,
        stderr=subprocess.PIPE,
        text=True,
        check=False,
    )


@pytest.mark.parametrize("words", [f"{ASK} >&-", f"{ASK} >&- 2>&-", f"{PLAY} <&-"])
def test_a_closed_stream_is_an_empty_one(words: str, tmp_path: Path) -> None:
    """Nothing to read is the end of the input; what cannot be shown is not shown."""
    done = in_shell(words, tmp_path)
    assert (done.returncode, "fault" in done.stderr) == (0, False)


@pytest.mark.parametrize(
    ("words", "code"),
    [
        ("log none.jsonl >&- 2>&-", 3),
        ("log none.jsonl 2>&1", 3),
        ("log none.jsonl --format json", 3),
        ("nonsense 2>&1", 2),
        (f"{PLAY} <answers 2>&1", 0),
    ],
)
def test_where_nobody_listens_the_exit_code_still_tells(
    words: str, code: int, tmp_path: Path
) -> None:
    """The output is a pipe whose reader has left."""
    (tmp_path / "answers").write_text("Ana\n", encoding="utf-8")
    reading, writing = os.pipe()
    os.close(reading)
    done = in_shell(words, tmp_path, out=writing)
    os.close(writing)
    assert (done.returncode, "Traceback" in done.stderr) == (code, False)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no full device")
@pytest.mark.parametrize(
    ("words", "code"), [("log none.jsonl", 3), ("nonsense", 2), (f"{PLAY} <answers", 2)]
)
def test_where_nobody_can_be_told_the_exit_code_still_tells(
    words: str, code: int, tmp_path: Path
) -> None:
    (tmp_path / "answers").write_text("Ana\n", encoding="utf-8")
    assert in_shell(f"{words} 2>/dev/full", tmp_path).returncode == code


@pytest.mark.parametrize(
    "asked",
    [
        "nonsense",
        "bash_complete",
        "COMP_WORDS=x bash_complete",
        "COMP_CWORD=x COMP_WORDS=x zsh_complete",
    ],
)
def test_what_no_shell_asks_is_wrong_use(asked: str, tmp_path: Path) -> None:
    *more, asked = asked.split()
    line = " ".join([*more, f"_REFEREE_COMPLETE={asked}", sys.executable, "-m referee"])
    done = subprocess.run(line, shell=True, capture_output=True, text=True, cwd=ROOT, check=False)  # noqa: S602
    assert (done.returncode, "fault" in done.stderr) == (2, False)


@pytest.mark.parametrize("zone", ["XYZ+99", "XYZ-24", "nonsense/zone", ""])
def test_a_strange_clock_notes_the_hour_all_the_same(zone: str, tmp_path: Path) -> None:
    done = in_shell(f"{PLAY} </dev/null", tmp_path, env={**os.environ, "TZ": zone})
    assert (done.returncode, "fault" in done.stderr) == (0, False)


UNREAD = {
    "score h.yaml": 3,
    "check h.yaml": 3,
    "ask no-swap --file h.yaml": 3,
    "replay h.yaml": 3,
    "new no-swap --from h.yaml": 3,
    "sheet no-swap --from h.yaml": 3,
    "stats h.yaml": 3,
    "export --to csv h.yaml": 3,
    "check ./j.jsonl": 3,
    "score j.jsonl": 3,
    "log j.jsonl": 4,
    "sheet j.jsonl": 4,
    "play ./j.jsonl": 4,
    "stats j.jsonl": 3,
}
"""What reads a file, and the code with which it leaves where it may not."""
ONE_BY_ONE = """\
import sys
from referee.cli.main import main
for words in sys.argv[1:]:
    try:
        main(words.split())
    except SystemExit as left:
        print(left.code, file=sys.stderr)
        print(file=sys.stderr)
"""
"""Runs commands one by one; behind what each says stands its code, and a line left free."""


@refused_something
def test_a_file_that_may_not_be_read_is_unreadable(tmp_path: Path) -> None:
    for name in ("h.yaml", "j.jsonl"):
        (tmp_path / name).write_text("game: saboteur\n", encoding="utf-8")
        (tmp_path / name).chmod(0)
    done = run(*UNREAD, program=(*ORDINARY.split(), sys.executable, "-c", ONE_BY_ONE))
    told = done.err.removesuffix("\n\n").split("\n\n")
    for (words, code), each in zip(UNREAD.items(), told, strict=True):
        *said, left = each.splitlines()
        assert left == str(code), each
        assert "Permission denied" in " ".join(said), words
        assert "Usage" not in each, words


@refused_something
def test_a_folder_that_may_not_be_looked_into_is_not_taken_for_an_empty_one(tmp_path: Path) -> None:
    (tmp_path / "evenings/shut").mkdir(parents=True)
    (tmp_path / "evenings/h.yaml").write_bytes((SHEETS / "evening.yaml").read_bytes())
    (tmp_path / "evenings/shut").chmod(0)
    done = in_shell("stats evenings --format json", tmp_path, by=ORDINARY)
    (tmp_path / "evenings/shut").chmod(0o700)
    assert done.returncode == 0, done.stderr
    assert [(each["path"], each["reason"]) for each in json.loads(done.stdout)["unread"]] == [
        ("evenings/shut", "Permission denied")
    ]


@pytest.mark.parametrize("stdin", ["0>typed", "<typed"])
def test_input_that_cannot_be_read_is_at_its_end(stdin: str, tmp_path: Path) -> None:
    (tmp_path / "typed").write_text("", encoding="utf-8")
    done = in_shell(f"{PLAY} {stdin}", tmp_path)
    assert (done.returncode, "Saved in evening.jsonl." in done.stderr) == (0, True)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no full device")
@pytest.mark.parametrize("words", [ASK, f"{ASK} --format json", f"{PLAY} < answers"])
def test_a_full_disk_is_told(words: str, tmp_path: Path) -> None:
    """Output that cannot be written has a reason and a remedy."""
    (tmp_path / "answers").write_text("Ana\n", encoding="utf-8")
    done = in_shell(f"{words} >/dev/full", tmp_path)
    assert done.returncode == 2
    assert "No space left" in done.stderr
    assert "fault" not in done.stderr


@pytest.mark.skipif(not Path("/proc/self/mem").exists(), reason="no file here fails when read")
@pytest.mark.parametrize(("words", "code"), [("score", 3), ("ask --file", 3), ("log", 4)])
def test_a_file_whose_disk_is_broken_is_unreadable(words: str, code: int, tmp_path: Path) -> None:
    done = in_shell(f"{words} /proc/self/mem", tmp_path)
    assert (done.returncode, "Input/output error" in done.stderr) == (code, True)
    assert "output cannot" not in done.stderr


@pytest.mark.skipif(shutil.which("strace") is None, reason="nothing here lets a call fail")
def test_a_disk_with_a_broken_pipe_is_no_reader_who_has_left(tmp_path: Path) -> None:
    failing = ("strace", "-f", "-o", "/dev/null", "-e", "inject=fsync:error=EPIPE")
    done = run(*PLAY.split(), heard="Ana\n", program=(*failing, *PROGRAM))
    assert (done.code, "Broken pipe" in done.err) == (4, True), done.err
    assert list(tmp_path.iterdir()) == []
