"""Small things of an evening: why N, a command behind ;, ? before a game, what counts."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.cli.running import ROOT, Ran, call, entries

FOUR = ("play", "no-swap", "--players", "Ana,Bo,Cy,Di", "--journal", "j.jsonl")


def typed(*lines: str) -> Ran:
    return call(*FOUR, heard="\n".join([*lines, ""]))


def test_an_entry_is_explained() -> None:
    told = typed("Ana", "3g3s2b", "why 2", "why 9", "why nine")
    assert "Ana draws 3 gold, 3 silver and 2 black. (NSP-2.1)\nRules\n  NSP-2.1" in told.out
    assert "There is no entry 9. The last is 2." in told.out
    assert "Write the number of an entry: why 9, or why alone." in told.out


def test_what_is_allowed_is_told_so_and_not_noted() -> None:
    told = typed("Ana", "3g3s2b", "/why-not g", "/why-not p")
    assert "Allowed: Ana takes gold. (NSP-2.2)" in told.out
    assert "   3  " not in told.out


def test_a_command_may_stand_behind_a_semicolon() -> None:
    told = typed("Ana; why 1; 3g3s2b; log", "g; undo; state; quit", "b")
    assert told.out.index("NSP-1.5 The first captain") < told.out.index("   2  Ana draws")
    assert "Taken back: 3 Ana takes gold." in told.out
    assert entries()[-1]["number"] == 2


def test_behind_what_was_not_taken_no_command_is_answered() -> None:
    told = typed("Ana; 9g; log; state")
    assert "Not noted: log" in told.err
    assert "Not noted: state" in told.err
    assert "2026" not in told.out


def test_the_log_says_what_was_done_and_what_was_refused() -> None:
    typed("Ana", "3g3s2b", "3g4s1b", "p", "/overrule it was in the bag", "g")
    typed_log = call("log", "j.jsonl").out
    assert "Cy: purple. Refused: " in typed_log
    assert "(table decision: it was in the bag)" in typed_log


@pytest.mark.parametrize(
    ("heard", "said"),
    [
        ("?\n", "Type a number of the list, or the word or its beginning."),
        ("3\n?\n", "Type the names in one line, clockwise: Ana, Bo and Cy."),
        ("5\nAna Bo\n?\n", "Type what is asked for."),
        ("5\nAna Bo\nZed\n？\n", "Type the path of the file, or Enter for none."),
    ],
)
def test_the_questions_before_a_game_are_explained(heard: str, said: str) -> None:
    told = call("play", heard=heard)
    assert said in " ".join(told.err.split())
    assert told.code == 2


def test_evenings_that_are_not_confirmed_are_left_out_and_counted() -> None:
    shutil.copy(ROOT / "scoresheets/no-swap-no-pay/evening.yaml", "sound.yaml")
    text = Path("sound.yaml").read_text(encoding="utf-8")
    Path("unsound.yaml").write_text(text.replace("gold: ", "gold: 1", 1), encoding="utf-8")
    assert call("score", "unsound.yaml").code == 1
    assert call("stats").out.startswith("1 evening; 1 is not confirmed and left out\n")
    assert call("stats", "--format", "json").json["unconfirmed"] == 1


def test_a_new_file_asks_who_leads() -> None:
    new = ("new", "sidibaba", "--players", "Ana,Bo")
    assert "\nleader:\n" in call(*new).out
    assert "\nleader: Zed\n" in call(*new, "--leader", "Zed").out


def test_and_parts_the_names_of_a_file_too(tmp_path: Path) -> None:
    table = tmp_path / "table.yaml"
    table.write_text("game: no-swap-no-pay\nplayers: Ann, Bo and Cy\n")
    assert call("check", str(table)).out.splitlines()[0].endswith("Ann, Bo and Cy.")
    table.write_text("game: no-swap-no-pay\nplayers: [Ann, Salt & Pepper, Cy]\n")
    assert call("check", str(table)).out.splitlines()[0].endswith("Ann, Salt & Pepper and Cy.")


def test_a_table_in_a_file_says_which_game_is_played() -> None:
    Path("table.yaml").write_text("game: saboteur\nplayers: [Ana, Bo, Cy]\n")
    assert "Who is the youngest?" in call("play", "--from", "table.yaml", merged=True).out


def test_what_was_answered_before_a_game_is_taken_back() -> None:
    heard = "Ana, Boo\nundo\nplayers: Ana, Bo and Zed are here\nZed is the boss\nnone\nno thanks\n"
    told = call("play", "sidibaba", heard=heard, merged=True)
    assert "From the beginning." in told.out
    assert "Zed leads. Clockwise: 1 Ana, 2 Bo." in told.out
    assert "draws 1 event" not in told.out


@pytest.mark.parametrize("asked", ["whose turn is it?", "Whose turn is it", "is it Di's turn?"])
def test_whose_turn_it_is_is_said(asked: str) -> None:
    told = typed("Ana", "3g3s2b", asked)
    assert told.out.count("It is Ana's turn.") == 1
    assert "NSP-3.1" not in told.out


@pytest.mark.parametrize("asked", ["how many coins does Bo have?", "how many coins are left"])
def test_how_the_game_stands_is_shown(asked: str) -> None:
    """What would be is a question for the rules."""
    told = typed("Ana", "3g3s2b", asked, "how many coins are left when a round ends?")
    _, _, rest = told.out.partition("coins in the bag")
    assert ("coins in the bag" in rest, "\n      NSP-" in rest) == (False, True)


def test_the_words_are_those_of_the_game_and_not_of_the_last_evening() -> None:
    call("--lang", "ja", "play", "saboteur", "--players", "Ana,Bo,Cy", heard="Ana\n")
    heard = "Ana, Bo, Cy\nDee\nなし\nいいえ\n@Ana @Bo @Cy\n前進\n"
    told = call("--lang", "ja", "play", "sidibaba", heard=heard, merged=True)
    assert "1 何もない  2 宝箱  3 財宝" in told.out


def test_the_words_of_the_table_stay_whatever_was_looked_up() -> None:
    heard = "紅寶石\n綠寶石\n藍寶石\n要接受嗎？\n"
    told = call("--lang", "zh-Hant", "play", "aladdin", "--players", "Ana,Bo,Cy", heard=heard)
    asked = [line for line in told.err.splitlines() if "例如銅4" in line]
    assert (len(asked), len(set(asked))) == (2, 1)


def test_the_variant_may_be_written_with_a_blank() -> None:
    told = call("play", "aladdin", heard="Ana, Bo\nno Ring\nMy Precious\n", merged=True)
    assert "Not understood: “no Ring”. Choose from none and my-precious." in told.out
    assert "ALA-8.1" in told.out
