"""The package as it would be published: built twice, read by its judges, and run in every way."""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
import tarfile
import venv
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from tests.print.needs import chromium
from tests.test_readme import LINK, is_as_shown, typed_in

ROOT = Path(__file__).parent.parent.parent
pytestmark = pytest.mark.package
AT = "1767225600"
MARK = "== typed =="
TABLE = ("--players", "Ana,小明,ゆうこ,Bo", "--forced", "announce")
GAME = ("play", "no-swap", *TABLE, "--journal", "mine.jsonl")
MODULE = (sys.executable, "-m")


def run(
    *words: str | Path, folder: Path, heard: bytes = b"", env: Mapping[str, str] | None = None
) -> subprocess.CompletedProcess[bytes]:
    kept = {name: os.environ[name] for name in ("PATH", "HOME", "LANG") if name in os.environ}
    pip = {name: text for name, text in os.environ.items() if name.startswith("PIP_")}
    done = subprocess.run(
        [str(word) for word in words],
        cwd=folder,
        env={**kept, **pip, "PYTHONUTF8": "1", **(env or {})},
        input=heard,
        capture_output=True,
        check=False,
        timeout=600,
    )
    assert done.returncode == 0, (done.stdout + done.stderr).decode()
    return done


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A clean copy of what git knows."""
    folder = tmp_path_factory.mktemp("source")
    listed = run("git", "ls-files", "-z", folder=ROOT).stdout.decode().split("\0")
    for name in filter(None, listed):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        if (ROOT / name).is_file():
            shutil.copy2(ROOT / name, folder / name)
    return folder


def built(source: Path, out: Path) -> list[Path]:
    at = {"SOURCE_DATE_EPOCH": AT}
    run(*MODULE, "build", "-o", out, source, folder=out.parent, env=at)
    return sorted(out.iterdir())


@pytest.fixture(scope="module")
def dist(source: Path, tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    return built(source, tmp_path_factory.mktemp("dist") / "first")


def wheel_of(dist: list[Path]) -> Path:
    (wheel,) = (each for each in dist if each.suffix == ".whl")
    return wheel


def test_the_same_source_gives_the_same_bytes(
    source: Path, dist: list[Path], tmp_path: Path
) -> None:
    first, second = (
        {each.name: hashlib.sha256(each.read_bytes()).hexdigest() for each in files}
        for files in (dist, built(source, tmp_path / "second"))
    )
    assert first == second


def test_its_judges_find_nothing_but_the_address_that_is_not_there(dist: list[Path]) -> None:
    wheel, folder = wheel_of(dist), dist[0].parent
    run(*MODULE, "twine", "check", "--strict", *dist, folder=folder)
    run(*MODULE, "check_wheel_contents", wheel, folder=folder)
    script = "import sys; from pyroma import projectdata as d, ratings as r; "
    script += "print(r.rate(d.get_data(sys.argv[1])))"
    said = run(sys.executable, "-W", "ignore", "-c", script, ROOT, folder=folder).stdout.decode()
    complaints = [part for part in said.split("'") if part.endswith(".")]
    assert all("url" in each for each in complaints), said


def played(program: list[str | Path], folder: Path, **env: Any) -> None:
    answers = (ROOT / "scoresheets/no-swap-no-pay/saturday.answers").read_bytes()
    run(*program, *GAME, folder=folder, heard=answers, env=env)
    told = run(*program, "score", "mine.jsonl", "--format", "plain", folder=folder, env=env)
    assert "Ana wins with 27 points." in told.stdout.decode()
    games = run(*program, "games", "--format", "plain", folder=folder, env=env).stdout.decode()
    assert games.count("\n") == 5


@pytest.fixture(scope="module")
def empty(dist: list[Path], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An environment with nothing but the wheel and what it asks for."""
    folder = tmp_path_factory.mktemp("empty")
    venv.create(folder, with_pip=True)
    wheel = wheel_of(dist)
    run(folder / "bin/python", "-m", "pip", "-q", "install", wheel, folder=folder)
    return folder


@pytest.mark.parametrize("words", [("referee",), ("python", "-m", "referee")], ids=" ".join)
def test_installed_alone_it_plays_a_game(
    words: tuple[str, ...], empty: Path, tmp_path: Path
) -> None:
    played([empty / "bin" / words[0], *words[1:]], tmp_path)


def test_the_manual_page_is_where_man_finds_it(empty: Path) -> None:
    assert (empty / "share/man/man1/referee.1").is_file()


@pytest.mark.parametrize(
    "reader", ["mandoc -T lint", "groff -ww -man -Tutf8 -z"], ids=lambda words: words.split()[0]
)
def test_a_reader_of_manual_pages_has_nothing_to_say_to_ours(reader: str, empty: Path) -> None:
    name, *words = reader.split()
    if shutil.which(name) is None:
        pytest.skip(f"{name} is not here: nobody has read the manual page with it")
    said = run(name, *words, empty / "share/man/man1/referee.1", folder=empty)
    assert (said.stdout, said.stderr) == (b"", b"")


def test_as_a_shiv_archive_it_plays_a_game(dist: list[Path], tmp_path: Path) -> None:
    shiv = ("shiv", "-e", "referee.__main__:main", "-o", "referee.pyz")
    run(*MODULE, *shiv, wheel_of(dist), folder=tmp_path)
    played([sys.executable, tmp_path / "referee.pyz"], tmp_path, SHIV_ROOT=str(tmp_path / "shiv"))


def test_in_an_environment_of_its_own_it_plays_a_game(dist: list[Path], tmp_path: Path) -> None:
    own = {"PIPX_HOME": str(tmp_path / "pipx"), "PIPX_DEFAULT_PYTHON": sys.executable}
    played([*MODULE, "pipx", "run", "--spec", wheel_of(dist), "referee"], tmp_path, **own)


def test_the_readme_is_true_for_whoever_has_the_wheel_and_ends_with_a_printed_sheet(
    empty: Path, tmp_path: Path
) -> None:
    shutil.copytree(ROOT / "scoresheets", tmp_path / "scoresheets")
    shown = typed_in((ROOT / "README.md").read_text(encoding="utf-8"))
    typed = [each for each in shown if each.is_run]
    assert len(typed) == len(shown) - 3, "installing, make demo and make test are not typed"
    lines = (f"echo {MARK}\n{each.command} || test $? = 1\n" for each in typed)
    script = "".join(("set -e\nexec 2>&1\n", *lines))
    path = f"{empty / 'bin'}{os.pathsep}{os.environ['PATH']}"
    done = run("bash", "-c", script, folder=tmp_path, env={"PATH": path}).stdout.decode()
    printed = done.split(f"{MARK}\n")[1:]
    assert len(printed) == len(typed)
    for each, said in zip(typed, printed, strict=True):
        assert "Traceback" not in said
        assert is_as_shown(each.lines, said), f"$ {each.command}\n{said}"
    if chromium():
        sheet = ("--no-sandbox", "--print-to-pdf=sheet.pdf", "saturday.html")
        run(str(chromium()), "--headless", *sheet, folder=tmp_path)
        assert (tmp_path / "sheet.pdf").read_bytes().startswith(b"%PDF-")


def test_the_links_of_the_readme_lead_somewhere_in_the_source_archive(
    dist: list[Path], tmp_path: Path
) -> None:
    (archive,) = (each for each in dist if each.name.endswith(".tar.gz"))
    with tarfile.open(archive) as held:
        held.extractall(tmp_path, filter="data")
    (folder,) = tmp_path.iterdir()
    for page in (folder / "README.md", *folder.glob("docs/**/*.md")):
        links = LINK.findall(page.read_text(encoding="utf-8"))
        here = [link.partition("#")[0] for link in links if "://" not in link]
        assert [link for link in here if not (page.parent / link).exists()] == [], page
