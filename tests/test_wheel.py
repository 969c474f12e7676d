"""A wheel built here and run elsewhere finds its rulebooks; no network is needed for it."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import sysconfig
import zipapp
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from referee.files.documents.rulebook import ENDING, load_rulebook, read_compiled
from referee.files.finding.compiled import compiled
from referee.html.page import COMPILED, compiled_templates
from referee.operations.indexing import made_index
from referee.registry import own_ids

ROOT = Path(__file__).parent.parent
COPIED = (".py", ".yaml", ".toml", ".md", ".txt")
"""What the packages are made of that `new-game` copies."""
SATURDAY = ROOT / "scoresheets/aladdin/saturday.jsonl"
# Started without `site` (-S) and without the environment (-I), so that no .pth file of an
# editable install can lead back to the checkout.
OUTSIDE = """
import runpy, sys
target, installed = sys.argv.pop(1), sys.argv.pop(1)
sys.path[:0] = [target, installed]
import referee
assert referee.__file__.startswith(target), referee.__file__
runpy.run_module("referee", run_name="__main__", alter_sys=True)
"""


def run(*words: str, folder: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *words],
        cwd=folder,
        env={**os.environ, "PIP_NO_INDEX": "1", "PIP_DISABLE_PIP_VERSION_CHECK": "1"},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
        timeout=120,
    )


def pip(*words: str) -> None:
    done = run("-m", "pip", "-q", *words, "--no-index", "--no-deps", folder=ROOT)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.fixture(scope="module")
def wheel(made_once: Callable[[str, Callable[[Path], None]], Path]) -> Path:
    def build(folder: Path) -> None:
        pip("wheel", "--no-build-isolation", "--wheel-dir", str(folder), str(ROOT))

    (built,) = made_once("wheel", build).glob("referee-*.whl")
    return built


def files_below(folder: str, *endings: str) -> set[str]:
    found = (path for path in (ROOT / folder).rglob("*") if path.suffix in endings)
    return {path.relative_to(ROOT).as_posix() for path in found}


def test_the_wheel_holds_the_program_the_rulebooks_and_nothing_else(wheel: Path) -> None:
    names = set(zipfile.ZipFile(wheel).namelist())
    said = files_below("rulebooks/casebook/said", ".yaml")
    assert len(said) > len(own_ids())
    told = files_below("rulebooks", ".yaml", ".md") - said
    assert "rulebooks/no_swap_no_pay.yaml" in told
    read = {name for name in told if re.fullmatch(r"rulebooks/\w+\.yaml", name)}
    told |= {name.replace(".yaml", ENDING) for name in read} | {"rulebooks/search/elsewhere.txt"}
    told |= {name.replace("/", "/search/").replace(".yaml", ENDING) for name in read}
    ours = files_below("referee", ".py", ".typed", ".html", ".css")
    assert "referee/py.typed" in ours
    catalogues = files_below("referee", ".po")
    assert "referee/locale/ja/LC_MESSAGES/referee.po" in catalogues
    ours |= {name.replace(".po", ".mo") for name in catalogues}
    ours |= {f"referee/html/{COMPILED}/{name}" for name, _ in compiled_templates()}
    ours |= {f"referee/{name}" for name in told}
    kinds = (".yaml", ".answers", ".jsonl", ".txt", ".md", ".html", ".csv", ".json")
    examples = files_below("scoresheets", *kinds)
    ours |= {name.replace("scoresheets", "referee/examples", 1) for name in examples}
    models = files_below("tests/pebble_fair", *COPIED) | files_below("tests/stone_night", *COPIED)
    ours |= {name.replace("tests", "referee/models", 1) for name in models}
    (data,) = (name for name in names if ".data/" in name)
    assert data.endswith(".data/data/share/man/man1/referee.1")
    assert {name for name in names if ".dist-info/" not in name} == {*ours, data}
    assert any(name.endswith(".dist-info/licenses/LICENSE") for name in names)


def test_the_page_of_an_index_has_no_link_that_leads_nowhere(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as held:
        (name,) = (each for each in held.namelist() if each.endswith(".dist-info/METADATA"))
        head, _, page = held.read(name).decode().partition("\n\n")
    assert "Description-Content-Type: text/markdown" in head
    assert "`docs/tutorial.md`" in page
    assert [link for link in re.findall(r"\]\(([^)]*)\)", page) if "://" not in link] == []
    told = [each for each in re.findall(r"`([\w./-]+\.(?:md|yaml))`", page) if "/" in each]
    assert len(told) >= 20
    assert [each for each in told if not (ROOT / each).is_file()] == []


def test_the_wheel_holds_each_rulebook_as_it_is_read(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as held:
        for game in own_ids():
            name, book = game.replace("-", "_"), load_rulebook(game)
            raw = held.read(f"referee/rulebooks/{name}{ENDING}")
            assert repr(read_compiled(raw, book.digest)) == repr(book)


def test_the_wheel_holds_what_sentences_are_found_by(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as held:
        for game in own_ids():
            raw = held.read(f"referee/rulebooks/search/{game.replace('-', '_')}{ENDING}")
            assert raw == compiled(made_index(game))
        part = "referee/rulebooks/search/"
        sizes = [each.compress_size for each in held.infolist() if each.filename.startswith(part)]
    assert sum(sizes) <= 470_000  # small words and neighbours took 40 kB more than is promised


def test_what_is_written_into_an_installed_rulebook_holds(target: Path, tmp_path: Path) -> None:
    own = tmp_path / "own"
    shutil.copytree(target, own)
    rulebook = own / "referee/rulebooks/saboteur.yaml"
    text = rulebook.read_text(encoding="utf-8")
    rulebook.write_text(text.replace("Saboteur", "Saboteur of the house"), encoding="utf-8")
    assert "of the house" in referee("games", target=own, folder=tmp_path)
    assert "of the house" not in referee("games", target=target, folder=tmp_path)


def test_all_of_it_runs_as_one_archive(target: Path, tmp_path: Path) -> None:
    program = tmp_path / "program"
    shutil.copytree(target / "referee", program / "referee")
    archive = tmp_path / "referee.pyz"
    zipapp.create_archive(program, archive, main="referee.__main__:main")
    shutil.rmtree(program)
    setup = (
        f"import sys; sys.path.append({sysconfig.get_path('purelib')!r}); import runpy; "
        f"sys.argv = [{str(archive)!r}, *sys.argv[1:]]; runpy.run_path({str(archive)!r})"
    )
    for words, shown in (
        (("games", "--format", "plain"), "saboteur"),
        (("ask", "saboteur", "setup", "players=7"), "hand: 5"),
        (("ask", "saboteur", "may a rockfall hit the start"), "SAB-5.7"),
        (("sheet", "no-swap", "--players", "A,B,C", "--format", "html"), "</html>"),
    ):
        done = run("-I", "-S", "-c", setup, *words, folder=tmp_path)
        assert done.returncode == 0, done.stderr
        assert shown in done.stdout


@pytest.fixture(scope="module")
def target(wheel: Path, made_once: Callable[[str, Callable[[Path], None]], Path]) -> Path:
    def install(folder: Path) -> None:
        pip("install", "--target", str(folder), str(wheel))

    return made_once("target", install)


def referee(*words: str, target: Path, folder: Path) -> str:
    """Run the installed program in a folder of its own, away from the checkout."""
    installed = sysconfig.get_path("purelib")
    done = run("-I", "-S", "-c", OUTSIDE, str(target), installed, *words, folder=folder)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_run_outside_the_checkout_it_finds_every_rulebook(target: Path, tmp_path: Path) -> None:
    told = referee("games", target=target, folder=tmp_path)
    games = {path.stem.replace("_", "-") for path in (ROOT / "rulebooks").glob("*.yaml")}
    assert "no-swap-no-pay" in games
    assert {game for game in games if game not in told} == set()


@pytest.mark.parametrize(
    "words",
    [
        ("sheet", str(SATURDAY)),
        ("sheet", "saboteur", "--players", "A,B,C"),
        ("rules", "sidibaba"),
        ("cases", "saboteur"),
        ("stats", str(SATURDAY)),
    ],
    ids=lambda words: words[0],
)
def test_run_outside_the_checkout_it_prints_the_same_pages(
    words: tuple[str, ...], target: Path, tmp_path: Path
) -> None:
    """There the templates are compiled already, which nothing in the checkout tries."""
    page = referee(*words, "--format", "html", target=target, folder=tmp_path)
    here = referee(*words, "--format", "html", target=ROOT, folder=tmp_path)
    assert page.rstrip().endswith("</html>")
    assert page == here


def test_run_outside_the_checkout_it_finds_a_package_beside_it(
    target: Path, tmp_path: Path
) -> None:
    both = tmp_path / "both"
    shutil.copytree(target, both)
    shutil.copytree(ROOT / "tests/pebble_fair", tmp_path / "source")  # nothing is built in ours
    pip("install", "--no-build-isolation", "--target", str(both), str(tmp_path / "source"))
    told = referee("ask", "pebble", "bust", "muddy=2", target=both, folder=tmp_path)
    assert told.startswith("Answer: The basket is spoiled. (PEB-3.2)\n")


def test_run_outside_the_checkout_it_writes_a_new_game(target: Path, tmp_path: Path) -> None:
    referee("new-game", "Stone Night", target=target, folder=tmp_path)
    referee("new-game", "Pebble Fair", "--whole", target=target, folder=tmp_path)
    for name in ("stone-night", "pebble-fair"):
        model = ROOT / "tests" / name.replace("-", "_")
        kept = [path for path in model.rglob("*") if path.suffix in COPIED]
        assert len(kept) >= 8
        for path in kept:
            written = (tmp_path / name / path.relative_to(model)).read_bytes()
            needs = b'"referee>=1,<2"' if path.name == "pyproject.toml" else b""
            assert written in {path.read_bytes(), path.read_bytes().replace(needs, b'"referee"')}


def test_run_outside_the_checkout_it_finds_a_sentence(target: Path, tmp_path: Path) -> None:
    for words in (("no-swap", "may I peek into my own bag"), ("袋が空だけど断れる",)):
        found, here = (referee("ask", *words, target=t, folder=tmp_path) for t in (target, ROOT))
        assert found == here
