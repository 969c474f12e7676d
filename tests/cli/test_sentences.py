"""A dispute in plain words: the screen, what nothing decides, the command, bad input, play."""

from __future__ import annotations

import shlex
import time

import pytest

from referee.files.languages import catalogue_of
from referee.operations.sentences import index_of
from referee.registry import open_game
from referee.render.text import width
from tests.cli.running import call
from tests.rooms import EVERY_ROOM
from tests.sentences.lists import lists

OWN_BAG = """\
NSP-1.6  You may look into your own bag at any time, and never into another
         player's. (printed)

Decided before
NSP-C37  May I look into my own bag before I answer?
         Yes. You may look into your own bag at any time.
"""


def test_a_sentence_is_answered_with_the_clause_and_what_was_decided_before() -> None:
    ran = call("ask", "no-swap", "may I look into my own bag before answering?")
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.startswith(OWN_BAG)
    lines = ran.out.splitlines()
    assert len(lines) <= 24
    assert all(width(line) <= 80 or line.startswith("referee ask ") for line in lines)
    assert "Exactly your table? Change what differs:" in lines
    assert "llowed" not in ran.out
    apart = ("may", "I", "look", "into", "my", "own", "bag", "before", "answering?")
    unquoted = call("ask", "no-swap", *apart)
    assert unquoted.out == ran.out


def test_plain_is_a_line_each_and_why_adds_what_it_rests_on() -> None:
    plain = call("ask", "no-swap", "look into my own bag", "--format", "plain").out.splitlines()
    assert plain[0].startswith("NSP-1.6: You may look into your own bag at any time, ")
    assert plain[0].endswith(" (printed)")
    assert any(line.startswith("NSP-C37: May I look ") for line in plain)
    told = call("ask", "no-swap", "my bag is empty, may I refuse", "--why").out
    assert "reading: The printed rules do not mention an empty bag." in told


@pytest.mark.parametrize(
    ("game", "sentence", "command"),
    [
        ("no-swap", "what do five people put into the bags?", "no-swap-no-pay setup players=5"),
        (
            "no-swap",
            "what are 3 gold and six silver worth?",
            "no-swap-no-pay value gold=3 silver=6",
        ),
        (
            "saboteur",
            "rockfall on 3,0, is that all right?",
            "saboteur action play=rockfall player=A at=3,0",
        ),
        ("no-swap", "三枚金幣和六枚銀幣值多少", "no-swap-no-pay value gold=3 silver=6"),
    ],
)
def test_the_first_command_is_filled_from_the_sentence(
    game: str, sentence: str, command: str
) -> None:
    ran = call("ask", game, sentence, "--format", "json").json
    first = ran["questions"][0]
    assert first["command"] == f"referee ask {command}"
    assert all(f"{name}={fact}" in command for name, fact in first["filled"].items())
    assert f"referee ask {command}\n" in call("ask", game, sentence).out


SHOUTED = (
    "can six of us play",
    "who wins with equal points",
    "may I lay a card at 3,0",
    "how many lamps burn with 4 players",
    "the thief came, must I give a token",
    "I rolled a 9 with the die",
    "seven players, how many cards",
)


@pytest.mark.parametrize("game", EVERY_ROOM)
def test_every_command_that_is_shown_runs_as_it_stands(game: str) -> None:
    for sentence in SHOUTED:
        for each in call("ask", game, sentence, "--format", "json").json["questions"]:
            program, *words = shlex.split(each["command"])
            assert program == "referee"
            ran = call(*words)
            assert ran.code in {0, 1}, (sentence, each["command"], ran.err)


@pytest.mark.parametrize("each", [4, pytest.param(1, marks=pytest.mark.prove)])
@pytest.mark.parametrize("game", EVERY_ROOM)
def test_a_screen_has_24_lines_and_commands_that_run_whatever_tables_shout(
    game: str, each: int
) -> None:
    """With every fourth sentence; the proof takes them all."""
    commands: dict[str, str] = {}
    shouted = [said.sentence for said in lists() if said.game == game and said.wanted]
    for sentence in shouted[::each]:
        lines = call("ask", game, sentence).out.splitlines()
        assert sum(max(1, -(-width(line) // 80)) for line in lines) <= 24, sentence
        commands |= {line: sentence for line in lines if line.startswith("referee ask")}
    assert len(commands) >= 10
    for command, sentence in commands.items():
        ran = call(*shlex.split(command)[1:])
        assert ran.code in {0, 1}, (sentence, command, ran.err)


def test_what_nothing_decides_is_told_with_what_is_nearest() -> None:
    ran = call("ask", "aladdin", "do I collect two hundred when I pass go?")
    assert (ran.code, ran.err) == (0, "")
    first, near, last = ran.out.splitlines()
    assert first == "Nothing decided in Aladdin & the Magic Lamp fits these words."
    assert near.startswith("Nearest, perhaps about something else: ALA-")
    assert near.count("; ") == 2
    assert last == "All questions: referee ask aladdin"
    told = call("ask", "aladdin", "does my rook take your pawn", "--format", "json").json
    assert (told["fits"], told["cases"], told["questions"]) == (False, [], [])
    assert len(told["rules"]) == 3
    anywhere = call("ask", "does my rook take your pawn")
    assert anywhere.out == "Nothing decided in any game fits these words.\n"
    assert call("ask", "does my rook take your pawn", "--format", "json").json["game"] is None


def test_another_game_that_fits_is_named_with_a_command_that_can_be_typed() -> None:
    ran = call("ask", "aladdin", "must I swap with Davy Jones or may I pay")
    line = ran.out.splitlines()[-1]
    assert line.startswith("In No Swap No Pay!: referee ask no-swap-no-pay ")
    again = call(*shlex.split(line.partition(": referee ")[2]))
    assert again.out.startswith("NSP-")


def test_without_a_game_the_one_that_is_named_decides_or_the_one_that_fits_best() -> None:
    ran = call("ask", "may I look into my own bag before answering?")
    assert ran.out.startswith("No Swap No Pay!\nNSP-1.6  ")
    named = call("ask", "in saboteur, may a rockfall take the start card?")
    assert named.out.startswith("Saboteur\nSAB-")
    inside = call("ask", "saboteur", "in no swap no pay may a rockfall take the start card")
    assert inside.out.startswith("SAB-")
    title = call("ask", "No Swap No Pay!")
    assert title.out.startswith("setup  ")


def test_a_question_alone_is_explained_and_one_with_facts_is_ruled() -> None:
    page = call("ask", "no-swap", "captain")
    assert (page.code, page.err) == (0, "")
    assert page.out.splitlines()[:2] == [
        "captain: Who is captain?",
        "players  the players clockwise, without the ghost (needed)",
    ]
    last = page.out.splitlines()[-1]
    assert last == "referee ask no-swap-no-pay captain players=A,B,C,D first=B round=3"
    assert call(*last.split()[1:]).code == 0
    assert call("ask", "no-swap", "cap").out == page.out
    asked = call("ask", "no-swap", "captain", "--format", "json")
    assert (asked.code, asked.json["ok"]) == (2, False)
    assert call("ask", "no-swap", "captain next round").out.startswith("NSP-")
    assert call("ask", "no-swap", "value", "gold = 2").out.startswith("NSP-")


def test_sentences_are_found_in_every_language_and_answered_in_the_one_in_force() -> None:
    for words in (("袋が空だけど断れる",), ("袋子是空的可以拒絕嗎",), ("袋子是空的可以拒绝吗",)):
        told = call("ask", "no-swap", *words, "--format", "json").json
        assert "NSP-3.7" in {rule["id"] for rule in told["rules"][:2]}
        assert told["rules"][0]["clause"].isascii()


@pytest.mark.parametrize("sentence", ["", " ", "may I?", "is it so that we do"])
def test_a_sentence_that_says_nothing_shows_what_can_be_asked(sentence: str) -> None:
    ran = call("ask", "no-swap", sentence)
    assert (ran.code, ran.out) == (0, call("ask", "no-swap").out)
    games = call("ask", sentence)
    assert (games.code, games.out) == (0, call("games").out)


def test_a_dash_needs_two_before_it_and_the_game_told_wins_over_one_named_within() -> None:
    sentence = "may I repair two tools with one card"
    told = call("ask", "saboteur", sentence).out
    assert told.startswith("SAB-5.5")
    assert call("ask", "saboteur", "--", f"-{sentence}").out == told
    assert call("ask", "saboteur", f"--{sentence}").code == 2
    within = call("ask", "saboteur", f"in aladdin, {sentence}", "--format", "json").json
    assert (within["game"], within["rules"][0]["id"]) == ("saboteur", "SAB-5.5")
    assert call("ask", f"in saboteur, {sentence}").out.startswith("Saboteur\nSAB-5.5")


def test_a_player_may_be_called_as_a_command_is() -> None:
    heard = "ask,Bo,Cy\nask\nask may I refuse\nquit\n"
    ran = call("play", "no-swap", heard=heard, merged=True).out
    assert "ask is the first captain." in ran
    assert "\n      NSP-3.5  " in ran


@pytest.mark.parametrize(
    "sentence",
    [
        "refuse " * 1_500,
        "x" * 10_000,
        "qwertyu" * 1_400,
        "偷" * 10_000,
        "abcdefgh " * 1_100,
        "\x1b[31mrefuse\x07 a challenge\x00",
        "можно ли отказаться от вызова",
        "\ud800 refuse",
        "--- === ,,, ???",
    ],
    ids=lambda text: repr(text[:12]),
)
def test_whatever_is_shouted_is_answered_at_once_and_escaped(sentence: str) -> None:
    call("ask", "no-swap", "refuse")
    began = time.process_time()
    ran = call("ask", "no-swap", f"a {sentence}")
    assert time.process_time() - began < 0.5
    assert ran.code == 0
    assert not any(sign in ran.out for sign in "\x1b\x07\x00")


def test_rules_and_cases_show_five_and_all_if_asked() -> None:
    for command in ("rules", "cases"):
        five = call(command, "no-swap", "refuse", "a", "challenge", "--format", "plain").out
        *shown, more = five.splitlines()
        assert len(shown) == 5
        left = int(more.removeprefix("And ").partition(" ")[0])
        whole = call(command, "no-swap", "refuse", "a", "challenge", "--format", "plain", "--all")
        assert len(whole.out.splitlines()) == 5 + left
        listed = call(command, "no-swap", "refuse", "a", "challenge", "--format", "json").json
        assert len(listed[command]) == 5 + left


GAME = ("play", "no-swap", "--players", "A,B,C,D", "--journal", "j.jsonl")


def played(*lines: str) -> str:
    return call(*GAME, heard="\n".join((*lines, "")), merged=True).out


def test_at_a_prompt_a_question_is_answered_and_notes_nothing() -> None:
    told = played("A", "3g 3s 2b", "may I pass?", "g?", "ask empty bag", "g")
    assert "\n      NSP-2.4  " in told
    assert "\n      NSP-3.7  " in told
    assert "   3  A takes gold." in told
    assert "   4  " not in told


@pytest.mark.parametrize(
    "line", ["can Bo be challenged twice?", "可以再挑戰小明嗎？", "may i challenge bo again?"]
)
def test_names_of_the_table_are_no_words(line: str) -> None:
    table = ("--players", "May,Bo,小明,Gold")
    told = call("play", "no-swap", *table, heard=f"{line}\n", merged=True).out
    first = next(each for each in told.splitlines() if each.startswith("      NSP-"))
    assert first.startswith("      NSP-3.3  ")


@pytest.mark.parametrize("tag", ["ja", "zh-Hans", "zh-Hant"])
def test_commands_run_as_they_stand_in_each_language(tag: str) -> None:
    commands: set[str] = set()
    for game in EVERY_ROOM:
        catalogue = catalogue_of(tag, open_game(game)[0].package)
        assert catalogue is not None
        for note in [*index_of(game).cases.values()][::9]:
            asked = catalogue.gettext(note.asked)
            ran = call("--lang", tag, "ask", game, asked, "--format", "json").json
            commands |= {each["command"] for each in ran["questions"]}
    assert len(commands) >= 20
    for command in commands:
        ran = call("--lang", tag, *shlex.split(command)[1:])
        assert ran.code in {0, 1}, (command, ran.err)


@pytest.mark.parametrize("word", ["missing", "no", "not found", "hidden"])
def test_a_treasure_may_be_missing_where_it_is_up_or_not(word: str) -> None:
    asked = ("ask", "saboteur", "end", "players=4", "turns=10")
    assert call(*asked, f"treasure={word}").out == call(*asked, "treasure=no").out
    assert call(*asked, "treasure=found").out == call(*asked, "treasure=yes").out


def test_a_long_line_that_cannot_be_read_gets_the_rule_that_is_near() -> None:
    told = played("A", "3g 3s 2b", "must I really take the last black coin", "hm")
    assert "Not understood: " in told
    assert "\n      NSP-2.4  " in told
    assert told.count("NSP-2.4  ") == 1


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("q", "To leave, type quit."),
        ("exit", "Saved in j.jsonl."),
        ("forced ask", "Forced answers are asked."),
        ("rules empty bag", "      NSP-3.7  "),
        ("cases empty bag", "      NSP-C01  "),
        ("ask captain", "      captain: Who is captain?"),
        ("ask value gold=2", "      Answer: The bag is worth 6 points. (NSP-5.1)"),
        ("rules dragon", "      Nothing decided in No Swap No Pay! fits these words."),
        ("ask", "      Facts and an example: referee ask no-swap-no-pay QUESTION"),
    ],
)
def test_commands_need_no_slash(line: str, said: str) -> None:
    assert said in played("A", line)
