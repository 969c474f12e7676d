"""``referee new-game`` writes a package that every command takes and whose tests pass."""

from __future__ import annotations

from pathlib import Path

import pytest

import referee
from referee.render.formats import Format
from tests.cli.running import call
from tests.elsewhere.packages import ROOT, found_in, pip_install, write_package
from tests.elsewhere.test_contract import faults_in

STONE = ROOT / "tests/stone_night"
ODD_TITLES = {
    "Köln, by “Night”: {x}": "koln-by-night-x",
    'Grandma\'s \\ "Best" # 7': "grandmas-best-7",
}


def written(*words: str) -> Path:
    """Have a package written, and made known as an installation makes it."""
    ran = call("new-game", *words)
    assert (ran.code, ran.out) == (0, "")
    folder = Path(ran.err.split("pip install -e ")[1].split("\n")[0])
    (package,) = (path.parent for path in folder.glob("*/__init__.py"))
    name = package.name.replace("_", "-")
    write_package(folder, name, {}, {name: f"{package.name}:GAME"})
    return folder


def test_a_game_that_is_scored_is_written_and_is_green(tmp_path: Path) -> None:
    folder = written("Stone Night")
    assert folder == Path("stone-night")
    assert faults_in(tmp_path / folder / "tests", "", "stone-night") == []
    assert "each rule" in (folder / "README.md").read_text("utf-8")
    with found_in(tmp_path / folder):
        assert call("score", "stone-night/example.yaml").out.endswith(
            "Ana wins with 6 points. (STO-1.2)\n"
        )


def test_it_is_little_to_read() -> None:
    files = [path for path in STONE.rglob("*") if path.suffix in {".py", ".yaml", ".toml"}]
    assert len(files) == 7
    assert sum(len(path.read_text("utf-8").splitlines()) for path in files) <= 110


def test_pip_installs_it_and_every_command_knows_what_it_has(tmp_path: Path) -> None:
    assert call("new-game", "Stone Night", "-o", "source").code == 0
    pip_install(tmp_path / "source", tmp_path / "target")
    with found_in(tmp_path / "target"):
        assert "stone-night: Stone Night, 2-4 players, scores only\n" in call("games").out
        assert call("games", "--format", "json").json["games"][-1]["parts"] == ["score"]
        assert referee.list_games()[-1].parts == ("score",)
        assert "stones: 0" in call("new", "stone-night", "--players", "Ana,Bo").out
        assert call("check", "source/example.yaml").code == 0
        assert call("schema", "stone-night").json["properties"]["game"] == {"const": "stone-night"}
        assert "Each stone is worth 2 points." in call("rules", "stone-night").out
        for fmt in (Format.TABLE, Format.PLAIN, Format.HTML, Format.JSON, Format.MARKDOWN):
            sheet = call("sheet", "stone-night", "--format", fmt.value)
            shown = " ".join(sheet.out.replace("|", "").split())
            assert (sheet.code, "Each stone is worth 2 points." in shown) == (0, True)
        scored = "referee: Stone Night is only scored. Try: referee new stone-night\n"
        played = call("play", "stone-night", "--players", "Ana,Bo")
        assert (played.code, played.err) == (2, scored)
        asked = "referee: Stone Night has no questions. Try: referee rules stone-night\n"
        for words in (("ask", "stone-night"), ("ask", "stone-night", "worth", "n=1")):
            ran = call(*words)
            assert (ran.code, ran.out, ran.err) == (2, "", asked)
        assert call("cases", "stone-night").err == asked
        assert call("ask", "stone-night", "what is a stone worth").out.startswith("STO-1.1  ")
        with pytest.raises(referee.RefereeError, match="is only scored"):
            referee.start("stone-night", ["Ana", "Bo"])


@pytest.mark.parametrize("title", ODD_TITLES)
def test_any_title_will_do(title: str, tmp_path: Path) -> None:
    folder = written(title)
    assert str(folder) == ODD_TITLES[title]
    with found_in(tmp_path / folder):
        assert referee.list_games()[-1].title == title
        assert call("score", str(folder / "example.yaml")).code == 0


def test_a_whole_game_is_written_and_is_green(tmp_path: Path) -> None:
    folder = written("石の夜", "--whole", "--id", "ishi", "-o", "night/game")
    assert folder == Path("night/game")
    assert faults_in(tmp_path / folder / "tests", "", "ishi") == []
    assert "ISH-3.2" in (folder / "ishi/rulebook.yaml").read_text("utf-8")


def test_a_full_folder_stays_as_it_is() -> None:
    Path("stone-night").mkdir()
    assert call("new-game", "Stone Night").code == 0  # an empty one will do
    before = sorted(Path("stone-night").rglob("*"))
    ran = call("new-game", "Stone Night", "--whole")
    assert (ran.code, "already" in ran.err, ran.out) == (2, True, "")
    assert sorted(Path("stone-night").rglob("*")) == before
    Path("note").touch()
    assert call("new-game", "Stone Night", "-o", "note").code == 2


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("No Swap",), "taken by the game no-swap-no-pay"),
        (("Aladdin",), "taken by the game aladdin"),
        (("Random",), "another Python module random"),
        (("Class",), "another Python module class"),
        (("石の夜",), "--id stone-night"),
        (("7 Stones",), "--id stone-night"),
        (("Stones", "--id", "Stone_Night"), "--id stone-night"),
        ((" ",), "needs a title"),
    ],
)
def test_what_cannot_be_a_game_is_refused(words: tuple[str, ...], why: str) -> None:
    ran = call("new-game", *words)
    assert (ran.code, why in ran.err) == (2, True)
    assert [*Path().iterdir()] == []


def test_the_id_of_an_installed_game_is_taken(fair: Path) -> None:
    ran = call("new-game", "Pebble Fair")
    assert (ran.code, "taken by the game pebble-fair" in ran.err) == (2, True)
