"""What is kept between games: read again, mended by hand, and never lost by half."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from msgspec.structs import replace

from referee.core.rulebook import Option, Rulebook, TableNumber
from referee.files.diagnostics import Unreadable
from referee.files.settings import load_numbers, save_numbers
from tests.files.pebble_fair import BOOK, faults

DRY: dict[str, tuple[str, ...]] = {}
WET = {"rain": ("wet",)}
STEPS = {"steps": (1, 3, 6)}


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "home/referee/settings.yaml"


def with_text(path: Path, text: str) -> str:
    path.parent.mkdir(parents=True)
    path.write_text(text, encoding="utf-8")
    return str(path)


def lines_of(path: Path) -> list[str]:
    lines = path.read_text(encoding="utf-8").splitlines()
    return [line for line in lines if not line.startswith("#")]


def asking_by_name() -> Rulebook:
    """Give a rulebook whose numbers depend on what the table calls a pebble."""
    rule = replace(BOOK.rules["PEB-7.1"], table_numbers={"steps": TableNumber("?", 3, "nickname")})
    return replace(BOOK, rules={**BOOK.rules, rule.rule_id: rule})


def test_nothing_is_kept_where_no_file_is(path: Path) -> None:
    assert load_numbers(str(path), BOOK, DRY) == {}
    assert not path.parent.exists()


def test_numbers_are_kept_by_the_setting_of_their_switch(path: Path) -> None:
    save_numbers(str(path), BOOK, WET, STEPS)
    assert load_numbers(str(path), BOOK, WET) == STEPS
    assert load_numbers(str(path), BOOK, DRY) == {}
    save_numbers(str(path), BOOK, DRY, {"steps": (2, 4, 8)})
    assert load_numbers(str(path), BOOK, WET) == STEPS
    assert load_numbers(str(path), BOOK, {"rain": ("dry",)}) == {"steps": (2, 4, 8)}
    save_numbers(str(path), BOOK, WET, {"steps": (0, 0, 0)})
    assert load_numbers(str(path), BOOK, WET) == {"steps": (0, 0, 0)}


def test_a_person_can_read_the_file(path: Path) -> None:
    save_numbers(str(path), BOOK, WET, STEPS)
    assert lines_of(path) == ["pebble-fair:", "  steps:", "    wet: [1, 3, 6]"]
    assert [each.name for each in path.parent.iterdir()] == ["settings.yaml"]


def test_where_no_switch_decides_the_numbers_stand_alone(path: Path) -> None:
    rule = replace(BOOK.rules["PEB-7.1"], table_numbers={"steps": TableNumber("?")})
    free = replace(BOOK, rules={**BOOK.rules, rule.rule_id: rule})
    save_numbers(str(path), free, WET, {"steps": (5,)})
    assert "\n  steps: [5]\n" in path.read_text(encoding="utf-8")
    assert load_numbers(str(path), free, DRY) == {"steps": (5,)}


@pytest.mark.parametrize("setting", ["no", "007", "a: b", "小明", "~", "- x", "#"])
def test_a_setting_may_look_like_anything(setting: str, path: Path) -> None:
    free = asking_by_name()
    save_numbers(str(path), free, {"nickname": (setting,)}, STEPS)
    assert load_numbers(str(path), free, {"nickname": (setting,)}) == STEPS
    assert load_numbers(str(path), free, {}) == {}


def test_what_else_stands_in_the_file_stays(path: Path) -> None:
    text = "other-game: {x: [1, {a: b}], w: no}\npebble-fair: {steps: {dry: [9, 9, 9]}, z: 010}\n"
    place = with_text(path, text)
    save_numbers(place, BOOK, WET, STEPS)
    assert lines_of(path) == [
        "other-game:",
        "  x: [1, {a: b}]",
        '  w: "no"',
        "pebble-fair:",
        "  z: 010",
        "  steps:",
        "    dry: [9, 9, 9]",
        "    wet: [1, 3, 6]",
    ]


def test_a_file_mended_by_hand_is_read(path: Path) -> None:
    place = with_text(path, 'Pebble_Fair:  # ours\n  steps: {WET: "1,2+1,6", dry: [1, 2]}\n')
    assert load_numbers(place, BOOK, WET) == STEPS
    save_numbers(place, BOOK, WET, {"steps": (4, 4, 4)})
    assert load_numbers(place, BOOK, WET) == {"steps": (4, 4, 4)}
    assert path.read_text(encoding="utf-8").count("[4, 4, 4]") == 1


OTHER_LENGTHS = [
    f"pebble-fair: {{steps: {{wet: {numbers}}}}}\n" for numbers in ("[1, 3]", "[1, 3, 6, 10]", "[]")
]


@pytest.mark.parametrize(
    "text", ["", "# nothing yet\n", "pebble-fair:\n", "other-game: 7\n", *OTHER_LENGTHS]
)
def test_a_file_that_keeps_nothing_or_another_length_is_in_order(text: str, path: Path) -> None:
    place = with_text(path, text)
    assert load_numbers(place, BOOK, WET) == {}
    save_numbers(place, BOOK, WET, STEPS)
    assert load_numbers(place, BOOK, WET) == STEPS


@pytest.mark.parametrize(
    "text",
    [
        "pebble-fair: {steps: {wet: [1, x, 6]}}\n",
        "pebble-fair: {steps: [1, 3, 6]}\n",
        "pebble-fair: [1, 3, 6]\n",
        "pebble-fair: {steps: {wet: }}\n",
    ],
)
def test_what_are_no_such_numbers_is_told(text: str, path: Path) -> None:
    place = with_text(path, text)
    assert faults(lambda: load_numbers(place, BOOK, WET))[0].line == 1


@pytest.mark.parametrize("text", ["a: [", "a: 1\na: 2\n", "- x\n", "a: &x 1\n", "a：1\n"])
def test_a_broken_file_is_told_and_left_as_it_is(text: str, path: Path) -> None:
    place = with_text(path, text)
    with pytest.raises(Unreadable):
        load_numbers(place, BOOK, WET)
    with pytest.raises(Unreadable):
        save_numbers(place, BOOK, WET, STEPS)
    assert path.read_text(encoding="utf-8") == text


def test_a_folder_in_place_of_the_file_is_told(path: Path) -> None:
    path.mkdir(parents=True)
    with pytest.raises(Unreadable):
        load_numbers(str(path), BOOK, WET)
    with pytest.raises(Unreadable):
        save_numbers(str(path), BOOK, WET, STEPS)


def test_a_file_in_place_of_the_folder_is_told(tmp_path: Path) -> None:
    (tmp_path / "home").write_text("", encoding="utf-8")
    place = str(tmp_path / "home/referee/settings.yaml")
    with pytest.raises(Unreadable):
        load_numbers(place, BOOK, WET)


@pytest.mark.skipif(not Path("/proc/self").exists(), reason="no folder here that takes no file")
def test_where_no_folder_can_be_made_nothing_is_kept() -> None:
    place = "/proc/none/referee/settings.yaml"
    assert load_numbers(place, BOOK, WET) == {}
    with pytest.raises(OSError, match="No such file"):
        save_numbers(place, BOOK, WET, STEPS)


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="here nothing is read-only")
def test_a_file_that_may_only_be_read_is_not_replaced(path: Path) -> None:
    save_numbers(str(path), BOOK, WET, STEPS)
    path.chmod(0o444)
    with pytest.raises(PermissionError):
        save_numbers(str(path), BOOK, WET, {"steps": (0, 0, 0)})
    assert load_numbers(str(path), BOOK, WET) == STEPS


@pytest.mark.skipif(os.name == "nt", reason="modes are of Unix")
def test_the_file_keeps_its_mode_and_a_link_stays_a_link(path: Path, tmp_path: Path) -> None:
    kept_elsewhere = tmp_path / "mine.yaml"
    kept_elsewhere.write_text("", encoding="utf-8")
    kept_elsewhere.chmod(0o600)
    path.parent.mkdir(parents=True)
    path.symlink_to(kept_elsewhere)
    save_numbers(str(path), BOOK, WET, STEPS)
    assert path.is_symlink()
    assert kept_elsewhere.stat().st_mode & 0o777 == 0o600
    assert "wet: [1, 3, 6]" in kept_elsewhere.read_text(encoding="utf-8")


def test_what_could_not_be_read_again_is_not_written(path: Path) -> None:
    place = with_text(path, "pebble-fair: {steps: {dry: [9, 9, 9]}}\n")
    long = "x" * 2_000  # longer than YAML takes a key to be
    switches = {**BOOK.options, "nickname": Option("nickname", (), long, "PEB-1.1", free=True)}
    odd = replace(asking_by_name(), options=switches)
    with pytest.raises(Unreadable):
        save_numbers(place, odd, {}, STEPS)
    assert "dry: [9, 9, 9]" in path.read_text(encoding="utf-8")
