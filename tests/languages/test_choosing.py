"""Which language is spoken, and what never changes with it."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from csv import DictReader
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog

from referee.files.tags import tags
from referee.translating.catalogues import compiled
from tests.cli.running import call
from tests.elsewhere.packages import FAIR, FRONT, found_in, surroundings, variation, write_package
from tests.languages.pages import ROOT
from tests.languages.spoken import FOREIGN

SETTLED = ("ask", "nsnp", "value", "gold=2", "silver=4")
RULES = ("--lang", "ja", "rules", "pebble-fair", "PEB-1.1")
CASES = ("cases", "saboteur", "--format", "csv")
JOURNAL = ROOT / "scoresheets/no-swap-no-pay/saturday.jsonl"


@pytest.fixture(autouse=True)
def _where_no_language_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in os.environ:
        if name.startswith(("LC_", "LANG", "REFEREE_LANG")):
            monkeypatch.delenv(name)
    monkeypatch.chdir(tmp_path)


def said(*words: str, typed: str = "") -> tuple[int, str, str]:
    ran = call(*words, heard=typed)
    return ran.code, ran.out, ran.err


def said_beside(folder: Path, *words: str) -> tuple[int, str, str]:
    """Run the program as a process that finds what lies in a folder."""
    ran = subprocess.run(
        [sys.executable, "-m", "referee", *words],
        cwd=folder,
        env=surroundings(folder),
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    return ran.returncode, ran.stdout, ran.stderr


@pytest.mark.parametrize(
    ("words", "variables", "tag"),
    [
        (("--lang", "ja", *SETTLED), {"REFEREE_LANG": "zh-Hant", "LANG": "zh_CN.UTF-8"}, "ja"),
        ((*SETTLED, "--lang=zh-Hans"), {}, "zh-Hans"),
        (SETTLED, {"REFEREE_LANG": "zh-Hant", "LC_ALL": "ja_JP.UTF-8"}, "zh-Hant"),
        (SETTLED, {"LC_ALL": "ja_JP.UTF-8", "LANG": "zh_TW.UTF-8"}, "ja"),
        (SETTLED, {"LC_MESSAGES": "zh_HK", "LANG": "ja_JP"}, "zh-Hant"),
        (SETTLED, {"LANG": "zh_SG"}, "zh-Hans"),
        (SETTLED, {"LANG": "de_AT.UTF-8"}, "de"),
        (SETTLED, {"LANG": "tlh_KX.UTF-8"}, "en"),
        (SETTLED, {"REFEREE_LANG": "en", "LANG": "ja_JP.UTF-8"}, "en"),
    ],
)
def test_the_option_comes_before_the_variable_and_that_before_the_locale(
    words: tuple[str, ...],
    variables: dict[str, str],
    tag: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for name, told in variables.items():
        monkeypatch.setenv(name, told)
    code, out, _ = said(*words)
    told = {
        "en": "10 points",
        "zh-Hant": "值10分",
        "zh-Hans": "计10分",
        "ja": "10点です",
        "de": "10 Punkte wert",
    }[tag]
    assert code == 0
    assert told in out, out


@pytest.mark.parametrize(
    ("words", "variables"),
    [
        (("--lang", "tlh", "games"), {}),
        (("games", "--lang="), {}),
        (("games",), {"REFEREE_LANG": "x"}),
    ],
)
def test_a_language_that_nobody_here_speaks_is_answered_with_the_list(
    words: tuple[str, ...], variables: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, told in variables.items():
        monkeypatch.setenv(name, told)
    code, out, err = said(*words)
    assert (code, out) == (2, "")
    assert f"{', '.join(tags()[:-1])} and {tags()[-1]}" in err


def test_a_list_that_is_asked_for_in_japanese_is_given_in_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("LANG", "ja_JP.UTF-8")
    code, _, err = said("--lang", "tlh", "games")
    assert code == 2
    assert "、".join(tags()) in err


@pytest.mark.parametrize("tag", FOREIGN)
def test_programs_read_the_same_in_any_language_but_for_the_sentences(tag: str) -> None:
    words = (*SETTLED, "--format", "json")
    english = json.loads(said(*words)[1])
    told = json.loads(said("--lang", tag, *words)[1])
    assert told.keys() == english.keys()
    assert told["reason"] != english["reason"]
    for key in ("game", "question", "verdict", "rules", "answer", "said"):
        assert told[key] == english[key]
    assert "、SAB-" in said("--lang", tag, "cases", "saboteur")[1]
    ids = [line.count(", SAB-") for line in said(*CASES)[1].splitlines()]
    assert ids == [line.count(", SAB-") for line in said("--lang", tag, *CASES)[1].splitlines()]
    csv = ("sheet", str(JOURNAL), "--format", "csv")
    whats = [
        [row["what"] for row in DictReader(text.splitlines())]
        for text in (said(*csv)[1], said("--lang", tag, *csv)[1])
    ]
    assert whats[0] == whats[1]
    assert "coins in the bag" in whats[0]


def test_a_journal_begun_in_one_language_goes_on_in_another(tmp_path: Path) -> None:
    players = ("--players", "小明,ゆうこ,Bo,Di", "--journal", "a.jsonl")
    said("--lang", "zh-Hant", "play", "nsnp", *players, typed="小明\n金4、銀4\n金\n")
    _, out, _ = said("--lang", "ja", "play", "a.jsonl", typed="銀\n")
    assert "銀" in out
    lines = (tmp_path / "a.jsonl").read_text(encoding="utf-8").splitlines()
    words = [json.loads(line)["words"] for line in lines[2:]]
    assert words == ["gold 4, silver 4", "gold", "silver"]
    assert "takes silver" in said("log", "a.jsonl")[1]


def test_what_people_typed_as_a_note_stays_as_they_typed_it(tmp_path: Path) -> None:
    players = ("--players", "小明,ゆうこ,Bo,Di", "--journal", "a.jsonl")
    typed = "備註 金幣掉了\n備註 gold\n"
    said("--lang", "zh-Hant", "play", "nsnp", *players, typed=typed)
    for tag in ("en", *FOREIGN):
        log = said("--lang", tag, "log", "a.jsonl")[1]
        assert "金幣掉了" in log
        assert "gold" in log


def with_catalogue(package: Path, tag: str, domain: str, english: str, said: str) -> Path:
    path = package / f"locale/{tag}/LC_MESSAGES/{domain}.mo"
    catalog = Catalog(locale=tag)
    catalog.add(english, said)
    compiled(path, catalog)
    return path


def test_a_game_from_elsewhere_brings_its_own_catalogue_and_rules(tmp_path: Path) -> None:
    package = tmp_path / "pebble_fair"
    shutil.copytree(FAIR / "pebble_fair", package)
    write_package(tmp_path, "pebble_fair", {}, {"pebble-fair": "pebble_fair:GAME"})
    asked = ("How many baskets are laid out?", "かごはいくつ置きますか？")
    catalogue = with_catalogue(package, "ja", "pebble-fair", *asked)
    (package / "texts").mkdir()
    rules = "rules:\n  PEB-1.1: {title: 箱, text: 小石が入っています。}\n"
    (package / "texts/ja.yaml").write_text(rules, encoding="utf-8")
    _, listed, _ = said_beside(tmp_path, *RULES)
    assert "箱" in listed, listed
    assert "小石が入っています。\n" in listed  # without a mark nothing is said of its age
    (package / "texts/ja.yaml").write_text("rules: [", encoding="utf-8")
    code, listed, told = said_beside(tmp_path, *RULES)
    assert (code, "The sack" in listed) == (0, True)
    assert told.count("pebble_fair/texts/ja.yaml") == 1
    (package / "texts/ja.yaml").unlink()
    catalogue.write_bytes(b"no catalogue")
    code, listed, told = said_beside(tmp_path, *RULES)
    assert (code, "The sack" in listed) == (0, True)
    assert told.count("pebble_fair/locale/ja/LC_MESSAGES/pebble-fair.mo") == 1


def test_a_language_that_only_a_package_brings_is_spoken_in_all_it_has(tmp_path: Path) -> None:
    variation(tmp_path, "odd", FRONT)
    said = ("Round {n} is over.", "Ronde {n} is voorbij.")
    with_catalogue(tmp_path / "odd", "nl", "odd", *said)
    words = ("play", "odd", "--players", "Ana,Bo", "--journal", str(tmp_path / "odd.jsonl"))
    with found_in(tmp_path):
        spoken = call("--lang", "nl", *words, heard="1p\n" * 9)
        (tmp_path / "odd.jsonl").unlink()
        elsewhere = call("--lang", "tlh", *words)
    assert spoken.code == 0, spoken.err
    assert "Ronde 1 is voorbij." in spoken.out + spoken.err
    assert "Saved in" in spoken.out + spoken.err
    assert elsewhere.code == 2


def test_a_file_is_read_in_whichever_language_its_values_were_written(tmp_path: Path) -> None:
    held = "小明: {gold: 3, purple: 1, purple_as: [金]}\n  けん: 2黒 3銀\n  Bo: {purple: 1, "
    held += "purple_as: [银]}"
    told = "players: [小明, けん, Bo]"
    text = f"game: no-swap-no-pay\n{told}\nholdings:\n  {held}\n  Davy Jones: {{}}\n"
    (tmp_path / "evening.yaml").write_text(text, encoding="utf-8")
    for tag in ("en", "zh-Hant", "ja"):
        told = json.loads(said("--lang", tag, "score", "evening.yaml", "--format", "json")[1])
        totals = {each["player"]: each["total"] for each in told["scores"]}
        assert totals == {"小明": 12, "けん": 0, "Bo": 1, "Davy Jones": 0}


def test_what_was_asked_in_one_language_is_not_answered_in_it_the_next_time() -> None:
    wrong = ("games", "--format", "paper")
    english = call(*wrong).err
    assert call("--lang", "ja", *wrong).err != english
    assert call(*wrong).err == english
