"""What each game asks, and in whose words it may be answered, as a tired table reads it."""

from __future__ import annotations

import re

import pytest

from referee.cli.play.prompt import WIDTH, Look
from referee.core.play.loop import GameLoop
from referee.core.play.response import ResponseKind
from referee.core.play.session import Session
from referee.core.table import Player
from tests.cli.running import call
from tests.rooms import EVERY_TABLE, ROOMS

GEMS = "1 3 6 10 15 20\n"


def played(game: str, heard: str, *options: str, players: str = "Ana,小明,ゆうこ,Di") -> str:
    """Play through a pipe, and give all that is said."""
    words = ("--players", players, "--journal", "j.jsonl", *options)
    ran = call("play", game, *words, heard=heard, merged=True)
    assert ran.code == 0, ran.out
    return ran.out


def advanced(heard: str) -> str:
    """Play the advanced game of Colorful Treasure; Ana begins."""
    return played("colorful", f"{GEMS}2\n1 3 6 8 10\n{heard}", "--set", "mode=advanced")


def test_a_number_at_swap_or_pay_is_no_answer() -> None:
    told = played("nsnp", "1\n4g2s2b\nggggssbb\n2\n3s\n3\ns\n")
    assert told.count("Not understood: “3s”. Choose from swap and pay.") == 1
    assert "Not understood: “3”. Choose from swap and pay." in told
    assert "小明 swaps bags with Ana." in told


def test_the_dice_are_one_line() -> None:
    told = played("lamp", "rgbr\nb4s3b5\ng4\n")
    assert (
        """
[Turn 1: dice]
Set your dice behind your hands. Count to three and lift them. (ALA-2.1)
Type the dice, clockwise from Ana.  (such as b4 s3 b5 g4)
Enter: state
   5  Ana sets bronze 4.
   6  小明 sets silver 3.
   7  ゆうこ sets bronze 5.

Di, set your die.  (such as b4)
Enter: state
"""
        in told
    )
    assert (
        """
[Turn 1: lamp]
Ana and Di show 4 and must touch the lamp. (ALA-3.1)
Who touches the lamp, first hand first?  1 Ana  2 小明  3 ゆうこ  4 Di
(seats or names in order; - if nobody)
"""
        in told
    )


def test_a_chest_is_drawn_from_on_one_line() -> None:
    told = played("lamp", "rgbr\nb4s3b5g4\n4\na; nothing\nr1 br0 t1 .\n")
    assert (
        """
[Turn 1: bronze chest]
Ana draws up to 4 cards, one at a time; 4 scorpions are a bust.
Ana opens the bronze chest. (ALA-5.1)
Ana, draw.  (card and scorpions, such as r1 or gr2; . to stop)
  12  Ana draws red: 1 of 4 scorpions.
  13  Ana draws bronze ring: 1 of 4 scorpions.
  14  Ana draws talisman: 2 of 4 scorpions.
  15  Ana stops with 3 cards.
      Lay them face up: gems by colour, ornaments by metal. (ALA-6.5)
"""
        in told
    )


def test_dice_that_cancel_one_another_are_named_at_the_chest() -> None:
    told = played("lamp", "rgbr\nb4b4b5g4\n-\n")
    assert (
        """
In bronze Ana and 小明 cancel one another. (ALA-5.1)
ゆうこ opens the bronze chest. (ALA-5.1)
ゆうこ, draw."""
        in told
    )


def test_a_turn_of_colorful_treasure_is_one_line() -> None:
    told = advanced("2r5y1rr\n2b3b.b\n1k2k.k\n1c2c.s\n4r5rr;8\n")
    assert (
        """
[Round 1] 50 cards on the table.
小明: nothing.
小明, flip 2 cards.  (such as 3r5k; then a third or . and what you take)
Enter: field
   3  小明 flips red 2 and yellow 5.
   4  小明 flips red 1.
Cover the other cards again. (COL-2.7)
   5  小明 takes red 1 and red 2.
"""
        in told
    )


def test_gems_that_join_others_are_counted() -> None:
    told = advanced("2r5y1rr\n2b3b.b\n1k2k.k\n3c4c.s\n4r6r7yr;8\n")
    assert "小明 takes red 4 and red 6, and has 4 red gems.\n" in told
    assert "小明 picks four-points.\n" in told


def test_a_tile_keeps_its_number_all_evening() -> None:
    told = advanced("1r2r3rr\n2\n3\n")
    assert "\n 3 peek-different: look at 2 cards of different wonders\n" in told
    assert "\n 8 four-points: 4 points\n" in told.rpartition("The tiles that are left:")[2]
    assert "No: cards-safe is not there." in told, "2 is not among them"
    assert "小明 picks peek-different.\n" in told


def test_the_simple_game_is_offered_first() -> None:
    told = call("play", heard="2\nAna Bo\n", merged=True).out
    assert "Which rules?  1 simple  2 basic  3 advanced  Enter: basic\n" in told


def test_nobody_plunders_themselves() -> None:
    told = played("colorful", f"{GEMS}1\n1r2r.r\n1k2c.s\n2 1r\nx\n1r\n", players="Ana,Bo")
    assert "No: You cannot plunder yourself. (COL-3.2)" in told
    assert "“x” does not say whom and what, such as Ana 1r." in told
    assert "Bo plunders red 1 from Ana." in told


GOAL = "Ana\n" + "\n".join(
    f"{card}{x}" for x, card in enumerate(("ew", "ew", "ew", "nesw", "nesw", "nesw", "nesw"), 1)
)


@pytest.mark.parametrize(
    ("word", "shows"),
    [
        ("gold", "The treasure!"),
        ("treasure", "The treasure!"),
        ("down", "It is a stone and lies as SW."),
        ("d", "It is a stone and lies as SW."),
        ("SW", "It is a stone and lies as SW."),
        ("stone-a", "It is a stone and lies as SW."),
        ("up", "It is a stone and lies as NW."),
        ("nw", "It is a stone and lies as NW."),
        ("3", "It is a stone and lies as NW."),
    ],
)
def test_a_goal_is_reported_in_the_table_s_words(word: str, shows: str) -> None:
    told = played("sab", f"{GOAL}\n{word}\n")
    assert "turn up the middle goal, reached from the west. What does it show?" in " ".join(
        told.split()
    )
    assert "stone-a leads down (SW), stone-b leads up (NW)" in told
    assert f"  {shows}" in told


def test_a_stone_cannot_lead_where_the_tunnel_comes_from() -> None:
    told = played("sab", f"{GOAL}\nleft\nright\n")
    assert told.count("Choose from treasure, stone-a and stone-b.") == 2


def test_a_slip_at_a_question_asked_back_leaves_it_asked() -> None:
    room = ROOMS["saboteur"]
    loop = GameLoop(Session(room.game, room.book, room.setup(3, 0)), confirms=True)
    for word in ("1", *("d",) * 49):
        loop.feed(word)
    loop.feed("end")
    assert loop.is_asking_back
    loop.feed("what?")
    assert loop.is_asking_back
    assert str(loop.feed("2").say) == "Nothing was noted."
    assert not loop.is_asking_back


def test_what_a_lamp_card_throws_away_is_asked_back_and_noted_as_a_deed() -> None:
    room = ROOMS["aladdin"]
    loop = GameLoop(Session(room.game, room.book, room.setup(3, 0)), confirms=True)
    for line in ("r r b", "b4 s5 g3", "-", "t1 .", "r", ". .", "b4 s4 g3", "1", "a"):
        loop.feed_line(line)
    (asked,) = loop.feed_line("discard talisman 1")
    assert loop.is_asking_back
    assert [str(each) for each in asked.sentences] == [
        "Does the lamp card say so? The printed rules do not decide it."
    ]
    assert "discards talisman. Read the lamp card: " in str(loop.feed("y").say)


def test_a_talisman_that_fits_one_kind_only_is_laid_by_itself_at_a_terminal() -> None:
    room = ROOMS["aladdin"]
    for announces in (True, False):
        loop = GameLoop(Session(room.game, room.book, room.setup(3, 0)), announces=announces)
        for line in ("r r b", "b4 s5 g3", "-"):
            loop.feed_line(line)
        laid = [each for each in loop.feed_line("t1 .") if each.is_forced]
        assert [str(each.say).partition(" ")[2] for each in laid] == (
            ["lays the talisman on red."] if announces else []
        )
        step = loop.session.step
        assert step is not None
        assert step.id == ("explore.card" if announces else "talisman.placed")


def test_the_next_card_is_never_foretold() -> None:
    room = ROOMS["aladdin"]
    loop = GameLoop(Session(room.game, room.book, room.setup(3, 0)))
    for line in ("r r b", "b4 s4 g3", "1", "a", *["draw red bronze", "more"] * 19):
        loop.feed_line(line)
    before = _shown(loop)
    loop.feed_line("draw red bronze")
    loop.feed_line("more")
    assert _shown(loop) == before
    loop.feed_line("nothing")
    assert not [shown for shown in _shown(loop) if "orcerer" in shown]
    assert [each.kind for each in loop.feed_line("r")] == [ResponseKind.REFUSED]


def _shown(loop: GameLoop) -> list[str]:
    """List what stands at a prompt, what Tab gives, and how to answer."""
    step = loop.session.step
    assert step is not None
    steps = (step, *step.alternatives)
    shown = [word for each in steps for word in each.answers.numbered]
    return [str(step.ask), *shown, *(str(each.answers.hint()) for each in steps[:1])]


def test_goals_are_named_where_a_map_is_played() -> None:
    told = played("sab", "Ana\nmap\nmt\n?\n")
    assert "Not understood. Write “map” first, then top, middle or bottom." in told
    assert "Ana looks at the top goal, alone." in told
    assert "\n      map: top, middle or bottom\n" in told
    assert "\n      Or: discard\n" in told


def test_hands_are_counted_once_the_pile_is_used_up() -> None:
    told = played("sab", "Ana\n" + "d\n" * 50, players="Ana,Bo,Cy")
    assert "[Round 1 of 3: turn 2] 48 cards to draw.\n" in told
    assert "No cards to draw. Hands: Ana 6, Bo 5 and Cy 6.\n" in told


def test_enter_shows_the_tunnel_and_notes_nothing() -> None:
    told = played("sab", "Ana\nbl2\n\nlog\n")
    assert "\nEnter: tunnel   Also: break, discard, map, repair\nThe tunnel of round 1\n" in told
    assert "      0    1    2    3    4    5    6    7    8\n" in told
    assert "\n   2  " in told
    assert "\n   3  " not in told


def test_the_tunnel_comes_back_after_a_rockfall_and_after_corrections() -> None:
    shown = "The tunnel of round 1\n"
    told = played("sab", "Ana\new1\nnew2\nr2\nundo\nfix 2 nesw1\n")
    assert told.count(shown) == 3
    assert shown in told.partition("removes NEW at 2,0")[2]


def test_the_tunnel_is_there_when_a_game_goes_on() -> None:
    played("sab", "Ana\new1\n")
    told = call("play", "j.jsonl", heard="", merged=True).out
    assert "\nThe tunnel of round 1\n" in told


def test_help_quotes_whole_rules_and_names_the_others() -> None:
    told = played("sab", "Ana\nbl2\n?\n")
    said = told.rpartition("break: ")[2].partition("\n\n")[0]
    assert len(said.splitlines()) <= 14
    assert "\n      More rules: SAB-3." in said
    assert said.partition("\n      More rules:")[0].endswith(".")


def test_pause_is_offered_where_a_timer_runs() -> None:
    told = played("sidi", "\n?\ntimer on\n?\n", "--leader", "Zed")
    before, _, after = told.partition("timer is on")
    assert "Also: undo" in before
    assert "/pause" not in before
    assert "/pause" in after


def test_a_note_is_repeated_as_a_note() -> None:
    assert "      Note: the dog ate a coin\n" in played("nsnp", "note the dog ate a coin\n")


def test_a_stop_after_the_last_card_stops_nobody_else() -> None:
    told = played("lamp", "rgb\nb3 s4 b2\n-\nr0 b0 .\nr1 r1 r1 r1 .\n", players="Ana,小明,ゆうこ")
    assert "ゆうこ draws blue: 0 of 2 scorpions.\n      That was the last card. (ALA-5.2)\n" in told
    assert "Not noted" not in told
    assert "小明 stops" not in told
    assert "[Turn 2: dice]" in told


def test_two_stops_on_one_line_stop_two_players() -> None:
    told = played("lamp", "rgb\nb3 s4 g2\n-\n. .\n", players="Ana,小明,ゆうこ")
    assert "Ana stops with 0 cards.\n" in told
    assert "小明 stops with 0 cards.\n" in told
    assert "ゆうこ stops" not in told


def test_two_cards_that_cannot_be_are_not_called_one() -> None:
    told = played("colorful", f"{GEMS}1\n2r 2r .\n", players="Ana,小明,ゆうこ")
    assert "There is only one red 2." in told
    assert "Flip 2 cards, not 1" not in told


def test_a_second_round_is_set_up_before_its_first_prompt() -> None:
    end = ";".join(["d"] * 49) + "\nend\n"
    told = played("saboteur", f"1\n{end}dds\n1\n", players="Ana,小明,ゆうこ")
    begins = "小明 begins, to the left of Ana, who used the last card. (SAB-6.5)\n"
    assert f"{begins}\n[Round 2 of 3: turn 1] 49 cards to draw.\n小明, play a card" in told


def test_help_names_only_people_who_are_here() -> None:
    told = played("lamp", "rgb\nb3 s3 b2\n1\na\n?\n", players="Ana,小明,ゆうこ")
    assert "move: card, from whom, to whom, such as red Ana 小明\n" in told
    assert "Bo" not in told


def test_help_of_a_genie_has_an_example() -> None:
    table = ("--leader", "Zed", "--set", "events=no")
    told = played("sidibaba", "1\nf c\ng 1 1\ng 1 1\nf\n?\n", *table, players="Ana,小明,ゆうこ")
    said = "genie: a name and one of light, here, treasure, exit and loot, such as Ana"
    assert said in " ".join(told.split())


def test_what_cannot_end_the_round_is_not_in_the_help() -> None:
    told = played("saboteur", "1\n?\n", players="Ana,小明,ゆうこ")
    assert "Or: discard\n" in told
    assert "end" not in told.partition("Or: ")[2].partition("(SAB")[0]


def test_after_a_fix_the_new_question_is_asked_and_what_was_kept_stays() -> None:
    heard = (
        "1\nf c\ng 1 1\ng 1 1\ngenie Ana light\n1\nvote forward 2, left 1\nevent thief\n"
        "fix 8 genie Ana here\nback red\nlog\n"
    )
    told = played("sidibaba", heard, "--leader", "Zed", players="Ana,小明,ゆうこ")
    assert "Ana calls a genie: here. (was: light. Ana gets 0 lamps back)\n" in told
    assert "no longer applies and" not in told
    log = told.rpartition(" leads and puts one lamp")[2]
    assert "Ana keeps 1." in log
    assert "Most votes: forward." in log
    assert "thief" in log


@pytest.mark.parametrize(
    ("game", "heard", "line"),
    [
        ("nsnp", "1\n4g2s2b\nggggssbb\n", "小明 swap"),
        ("nsnp", "1\n4g2s2b\n", "gold gold"),
        ("lamp", "", "green green"),
    ],
)
def test_help_says_what_may_share_a_line(game: str, heard: str, line: str) -> None:
    told = played(game, f"{heard}?\n")
    assert f"Several on one line: {line}\n" in told


def test_what_can_be_plundered_is_shown_as_it_is_typed() -> None:
    told = played("colorful", f"{GEMS}1\n1r2r.r\n3d4d.d\n1k2c.s\n", players="Ana,Bo,小明")
    assert "[Round 1: plundering] Ana: 1r 2r. Bo: 3d 4d, 2 diamonds.\n小明, plunder" in told


def test_what_everyone_can_see_fits_the_page_in_a_pipe_too() -> None:
    told = advanced("2r5y1rr\n2b3b.b\n/state\n/sheet\n/log\n")
    assert "\nTiles not picked: no-plunder, peek-different" in told
    assert max(map(len, told.splitlines())) <= 80


LONG = tuple(Player(f"Bartholome{letter}") for letter in "abcdefghij")
IDS = re.compile(r"[.!] \([A-Z]{3}-\d+\.\d+(, [A-Z]{3}-\d+\.\d+)*\)$")


@pytest.mark.parametrize("seed", [0, 1, 2])
@pytest.mark.parametrize(("name", "seats"), EVERY_TABLE)
def test_the_back_of_the_box_is_a_page_of_ten_lines(name: str, seats: int, seed: int) -> None:
    room = ROOMS[name]
    said = room.game.paper.box_back(room.book, room.setup(seats, seed, LONG))
    look = Look(colour=False, cells=WIDTH)
    lines = [line for each in said for line in look.broken(str(each.cited))]
    assert 4 <= len(lines) <= 10, "\n".join(lines)
    assert [str(each.cited) for each in said if not IDS.search(str(each.cited))] == []
    assert {rule.rule_id for each in said for rule in each.rules} <= set(room.book.rules)
