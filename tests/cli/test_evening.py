"""An evening at the table: lines in, lines out, as the players read them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.running import call, entries
from tests.cli.terminal import ENTER, Terminal
from tests.picture import PICTURE, picture

FOUR = ("--players", "Ana,小明,ゆうこ,Di", "--journal", "j.jsonl")
DRAFT = "2\n3g2s3b\n"


def evening(*lines: str, options: tuple[str, ...] = ()) -> str:
    """Play No Swap No Pay! through a pipe, and give all that is said."""
    heard = DRAFT + "".join(f"{line}\n" for line in lines)
    ran = call("play", "nsnp", *FOUR, *options, heard=heard, merged=True)
    assert ran.code == 0, ran.out
    return ran.out


def noted() -> list[tuple[int, str]]:
    return [(each["number"], each["words"]) for each in entries() if each["number"]]


def test_a_prompt_names_the_place_then_asks() -> None:
    told = evening()
    assert (
        """
[Round 1 of 4: draw] Bags: Ana 4, 小明 4, ゆうこ 4, Di 4. Treasure: 20.
Draw without looking, and lay the coins in the middle. (NSP-2.1)
小明, draw 8 coins. Which are they?  (such as 3g 2s 3b)
"""
        in told
    )
    assert (
        """
[Round 1 of 4: draft] Left: 3 gold, 2 silver, 3 black.
Keep your coins in sight until everyone has 2 coins. (NSP-2.3)
小明, take a coin.  1 gold  2 silver  3 black
Then ゆうこ, Di, Ana, Ana, Di, ゆうこ, 小明.
"""
        in told
    )


def test_a_place_that_is_too_long_breaks_by_sentences() -> None:
    players = ("--players", "Alexandra,小明,ゆうこちゃん", "--journal", "j.jsonl")
    told = call("play", "nsnp", *players, heard="1\ndone\n2g2s2b\nggssbb\n", merged=True).out
    assert (
        """
[Round 1 of 6: ghost] Bags: Alexandra 3, 小明 3, ゆうこちゃん 3, Davy Jones 3.
Treasure: 27.
Alexandra, put"""
        in told
    )
    assert (
        """
[Round 1 of 6: challenges]
Bags: Alexandra 5, 小明 5, ゆうこちゃん 5, Davy Jones 4. Treasure: 20.
Alexandra, challenge"""
        in told
    )


def test_a_draft_is_one_line() -> None:
    told = evening("ggsbbgs")
    assert "   3  小明 takes gold.\n   4  ゆうこ takes gold.\n" in told
    assert [words for _, words in noted()[2:]] == [*"ggsbbgs"]


def test_a_slip_in_a_draft_costs_no_entry() -> None:
    told = evening("ggsxbgs")
    assert "Not understood: “ggsxbgs”." in told
    assert len(noted()) == 2


def test_what_comes_after_a_refusal_is_not_noted_and_is_shown() -> None:
    told = evening("g g g g s")
    assert "      Not noted: g s\n" in told
    assert [words for _, words in noted()[2:]] == [*"ggg"]


def test_how_to_overrule_is_told_once() -> None:
    told = evening("g g g g", "g", "g")
    assert told.count("/overrule REASON notes it anyway.") == 1


def test_a_refusal_is_followed_by_no_question() -> None:
    told = evening("g g g", "g")
    after = told.partition("      No: ")[2]
    assert "[Round" not in after


def test_forced_coins_are_announced_where_the_table_wants_it() -> None:
    told = evening("ggsbbgs", options=("--forced", "announce"))
    assert "  10  小明 takes black. (no choice, NSP-2.4)\n" in told
    assert len(noted()) == 10
    again = call("play", "j.jsonl", heard="log\n", merged=True).out
    assert "小明 takes black." in again


def test_in_a_pipe_every_step_is_asked() -> None:
    evening("ggsbbgs")
    assert len(noted()) == 9


def test_forced_answers_may_be_typed_all_the_same() -> None:
    evening("ggsbbgsb", options=("--forced", "announce"))
    assert len(noted()) == 10


def test_everyone_donates_on_one_line() -> None:
    told = evening("ggsbbgsb", "3p 1s 3s 3s", options=("--forced", "announce"))
    assert "19-22  Everyone donates 1 coin in secret. (no choice, NSP-4.1)\n" in told


def test_numbers_mean_the_same_all_evening() -> None:
    assert "  1 Ana  3 ゆうこ  4 Di\n" in evening("ggsbbgsb")


def test_commands_need_no_slash_and_answers_win() -> None:
    seats = ("--players", "Undo,小明,ゆうこ,Di", "--journal", "u.jsonl")
    ran = call("play", "nsnp", *seats, heard="undo\nlog\n/u\n", merged=True)
    assert "   1  Undo is the first captain.\n" in ran.out
    assert "Taken back: 1 Undo is the first captain." in ran.out


@pytest.mark.parametrize(
    "word", ["nsnp", "NoSwap", "no swap", "No Swap No Pay!", "不給錢就交換", "ｎｓｎｐ"]
)
def test_one_game_has_many_names(word: str) -> None:
    assert call("rules", word, "NSP-1.1").code == 0


def test_no_game_is_started_where_the_input_ends() -> None:
    for heard in ("", "3\n", "3\nAna Bo\n"):
        ran = call("play", heard=heard)
        assert ran.code == 2
        assert "No game was started." in ran.err


def test_bare_play_asks_for_everything() -> None:
    ran = call("play", heard="3\nAna 小明　ゆうこ、Di\n2\n", merged=True)
    assert "Write 3 to 5 names, not 2." in ran.out
    ran = call("play", heard="3\nAna 小明　ゆうこ Di\n2\n", merged=True)
    assert "      Clockwise: 1 Ana, 2 小明, 3 ゆうこ, 4 Di.\n" in ran.out
    assert "   1  小明 is the first captain.\n" in ran.out
    again = call("play", heard="\n", merged=True).out
    assert "  a  No Swap No Pay!, round 1 of 4" in again
    assert "Continuing " in again


def test_the_variant_is_asked_without_flags() -> None:
    ran = call("play", heard="2\nAna Bo\n1\n", merged=True)
    assert "  Enter: basic" in ran.out


def test_a_correction_survives_the_night() -> None:
    evening("ggsbbgs", "fix 5 gold")
    told = call("play", "j.jsonl", heard="s\nrename Di Eva\nsubstitute Ana 母\n", merged=True).out
    assert "   8  Di takes silver. (was: gold)\n" in told
    assert "Di is now called Eva." in told
    log = call("log", "j.jsonl").out
    assert "Eva takes silver." in log
    assert "Ana takes black." in log, "she sat there then"
    assert "Taken back" not in log
    whole = call("log", "j.jsonl", "--all").out
    assert "Eva takes gold. (taken back" in whole or "takes gold. (taken back)" in whole


@pytest.mark.parametrize("kept", range(1, 60, 7))
@pytest.mark.parametrize("heard", ["fix 5 gold\nrename Di Eva\n", "insert 4 s\n", "drop 5\n"])
def test_a_kill_at_any_byte_of_a_correction_leaves_the_old_or_the_new(
    heard: str, kept: int
) -> None:
    evening("ggsbbgs")
    before = Path("j.jsonl").read_bytes()
    old = noted()
    call("play", "j.jsonl", heard=heard)
    new = noted()
    assert new != old
    whole = Path("j.jsonl").read_bytes()
    added = len(whole) - len(before)
    Path("j.jsonl").write_bytes(whole[: len(before) + added * kept // 60])
    assert noted() in (old, new)


def test_the_score_is_never_an_error() -> None:
    told = evening("score")
    assert "The rest is secret until the end." in told


def test_help_fits_a_glance() -> None:
    told = evening("?")
    said = told.partition("draws 3 gold")[2].partition("Answer: ")[2].partition("\n\n")[0]
    assert len(said.splitlines()) <= 14
    assert "? all explains them." in " ".join(said.split())


def test_a_rule_is_taught_once() -> None:
    told = evening("g", "g", options=("--teach",))
    assert told.count("(NSP-2.2)") == 1


def test_a_sheet_names_both_who_played_a_seat() -> None:
    evening("s", "substitute Di Eva")
    assert "4 players · Di, then Eva" in call("sheet", "j.jsonl").out
    assert "4 players · Di, then Eva</p>" in call("sheet", "j.jsonl", "--format", "html").out
    assert call("sheet", "j.jsonl", "--format", "json").json["former"] == {"Eva": ["Di"]}


def test_every_line_fits_eighty_columns() -> None:
    from referee.render.text import width

    told = evening("ggsbbgsb", "3p 1s", "?", "why", "log", "score", "? all", "rules draft")
    assert [line for line in told.splitlines() if width(line) > 80] == []


def test_a_line_of_ten_thousand_answers_is_read_to_its_end_or_refused() -> None:
    told = evening(" ".join(["g"] * 4_000))
    assert "Nothing was noted." in told
    assert len(noted()) == 2, "the captain and the coins that were drawn"


CAVE = ("play", "sidi", "--players", "Ana,小明", "--leader", "Zed", "--journal", "s.jsonl")


def at_table(*words: str, term: str = "xterm") -> Terminal:
    return Terminal(*words, env={"TERM": term})


def test_the_leader_s_words_never_stay_on_the_screen() -> None:
    with at_table(*CAVE) as table:
        table.answer(at="Who walks in front?")
        table.answer("leader")
        table.answer(at="press Enter when only you can see the screen.")
        table.wait_for("\x1b[?1049h")
        table.answer("note the exit is north", at="Zed> ")
        table.answer("done", at="Zed> ")
        table.wait_for("\x1b[?1049l")
        table.wait_for("Zed is done.")
        table.wait_for("> ")
        table.type("\x1b[A")  # the Up key brings what was typed at the table, and nothing else
        table.wait_for("leader")
        table.type(f"\x15quit{ENTER}")
        assert table.leave() == 0
        table.wait_for_all()
    apart = table.shown.partition("\x1b[?1049h")[2].partition("\x1b[?1049l")
    assert "the exit is north" in apart[0]
    assert "the exit is north" not in apart[2]


def test_the_set_up_is_taught_piece_by_piece() -> None:
    with at_table("play", "nsnp", "--players", "Ana,Bo,Cy,Di", "--teach") as table:
        for number, said in enumerate(("most points wins.", "an aid card.", "the middle"), start=1):
            table.wait_for(said)
            table.answer(at=f"Enter: more ({number} of 6)")
        assert "first captain?" not in table.shown
        table.answer("3", at="In turn")  # which leaves the pages
        table.wait_for("first captain?")
        table.wait_for("Cy is the first captain.")
    assert "left over" not in table.shown


def test_a_pipe_is_told_the_back_of_the_box_at_once() -> None:
    told = call("play", "nsnp", *FOUR, "--teach", heard="", merged=True).out
    assert "\n\nAfter 4 rounds the bag with the most points wins. (NSP-1.7, NSP-6.3)\n" in told
    assert "Enter: more" not in told
    again = call("play", "j.jsonl", heard="2\n", merged=True).out
    assert again.count("most points wins") == 1
    assert "most points wins" not in call("play", "j.jsonl", heard="", merged=True).out


def test_the_picture_of_the_readme_is_what_a_terminal_shows() -> None:
    assert PICTURE.read_text(encoding="utf-8") == picture(), "make docs draws it anew"


def test_a_dumb_terminal_says_that_it_hides_nothing() -> None:
    with at_table(*CAVE, term="dumb") as table:
        table.wait_for("This terminal cannot hide what is typed.")
        table.wait_for("Who walks in front?")


@pytest.mark.parametrize(
    ("game", "lines", "said"),
    [
        (("nsnp",), ("1", "done", "2g2s2b", "ggssb"), "takes black. (no choice, NSP-2.4)"),
        (("lamp",), ("rgb", "b2 s3 g4", "-", "t0 ."), "on red. (no choice, ALA-6.2)"),
        (
            ("colorful", "--set", "same_colour=1,3,6,10,15,20"),
            ("1", "1k 2r", "."),
            "with its token. (no choice, COL-2.3)",
        ),
    ],
    ids=["no-swap-no-pay", "aladdin", "colorful-treasure"],
)
def test_at_a_terminal_what_is_forced_names_its_rule(
    game: tuple[str, ...], lines: tuple[str, ...], said: str
) -> None:
    with at_table("play", *game, "--players", "Ana,Bo,Cy", "--journal", "j.jsonl") as table:
        for line in lines:
            table.answer(line)
        table.wait_for(said)


def test_preferences_are_kept_in_the_journal() -> None:
    evening("/forced announce", "/bell off", "teach")
    marks = [json.loads(line) for line in Path("j.jsonl").read_text("utf-8").splitlines()[1:]]
    assert [each["preference"] for each in marks if "preference" in each] == [
        ["forced", "announce"],
        ["bell", "off"],
        ["teach", "on"],
    ]


@pytest.mark.parametrize("words", ["quit", "/quit", "Exit"])
@pytest.mark.parametrize("given", [(), ("saboteur",), ("colorful", "--players", "Ana,Bo")])
def test_before_a_game_quit_leaves_and_begins_nothing(given: tuple[str, ...], words: str) -> None:
    ran = call("play", *given, heard=f"{words}\nAna,Bo,Cy\n")
    assert (ran.code, "No game was started." in ran.err) == (2, True)
    assert not list(Path().glob("*.jsonl"))
