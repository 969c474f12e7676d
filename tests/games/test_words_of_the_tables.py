"""What tables type, and what it is: words, notations, refusals, of each game."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from referee.core.play.loop import GameLoop
from referee.core.play.session import Session
from tests.rooms import ROOMS

ALA, COL, NSP, SAB, SID = sorted(ROOMS)
NOBODY = ("nobody", "none", "pass", "skip", "-")
SWAP = ("swap", "swaps", "accept", "accepts", "yes", "y", "ok", "dee swaps")
PAY = ("pay", "pays", "refuse", "refuses", "no", "n", "dee pays", "he pays")
TO_DEE = ("dee", "bob dee", "bob to dee", "bob vs dee", "challenges dee", "11 Bob challenges Dee.")
TO_DEE_PAYS = ("bob challenges dee, pay", "bob challenges dee, he pays")
DISCARD = ("pass", "skip", "discard a card", "d", "ana discards a card")
LAY = ("ana EW 1,0", "EW, 1,0", "lay EW、1,0", "lay ew at 1,0")
BREAK = (
    *("break bob lamp", "break lamp bob", "breaks bob's lamp", "bl2", "Ana breaks Bob's lamp."),
    "break, bob, lamp",
)
REPAIR = ("repair cy lamp", "mend lamp cy", "repairs Cy's lamp", "rl3")
STOP = (".", "no", "pass", "stop", "none", "-", "stop flipping")
BOTH = ("red and green", "all", "both")
NOTHING = ("nothing", "none", "pass", "-")
NEVER = ("cy token", "cy bonus", "cy tile")
NO_HANDS = ("nobody", "none", "no one", "-")
PLUNDER = ("Ana", "1r2r.r", "3d5d.d", "4k5k.k", "1k2c.s")
SUMMONED = ("rgb", "b4s3g4", "1")
CHEST = ("Ana", "f c")
ASKED_TO_PAY = (*CHEST, "g g 3", "3 g g", "genie Bob exit")
TOLD = ("Ana", "event scheherazade", "1")
OFF = "The Leader token is off the map"
BETWEEN = (
    *("Ana", "EW 1,0", "EW 2,0", "EW 3,0", "ESW 4,0", "NEW 5,0", "NEW 6,0"),
    *("NW 7,0", "ES 7,1", "NESW 8,1"),
)
LAST_GOAL = (
    *(*BETWEEN, "middle stone-a", "stone-b"),
    *("NS 4,-1", "NE 4,-2", "NEW 5,-2", "NEW 6,-2", "NESW 7,-2"),
)
DRAFTED = ("Bob", "gggssbbp", "gggssbbp")
TURN = ("Ana",)
DRAWING = ("rgb", "b6s1g2", "-")
FOUR, THREE = "Anna,Bob,Carl,Dee", "Ana,Bob,Cy"


def played(name: str, players: str, *lines: str) -> list[str]:
    """Type lines one after the other; give what was said to the last one."""
    room = ROOMS[name]
    seating = tuple(players.split(","))
    setup = room.setup(len(seating), names=seating)
    book = room.book.with_table_numbers(setup.numbers)
    loop = GameLoop(Session(room.game, book, setup), announces=True)
    said: list[str] = []
    for line in lines:
        said = [
            " ".join((str(each.say), *(map(str, each.ruling.rules) if each.ruling else ())))
            for each in loop.feed_line(line)
        ]
    return said


ROWS: Sequence[tuple[str, tuple[str, ...], str | tuple[str, ...], list[str]]] = [
    (NSP, (), "Bob begins.", ["Bob is the first captain."]),
    (NSP, ("Bob",), "gggssbbp", ["Bob draws 3 gold, 2 silver, 2 black and 1 purple."]),
    (NSP, ("Bob",), "draw 3 gold, 2 silver and 3 black", ["Bob draws 3 gold, 2 silver"]),
    (NSP, DRAFTED[:2], "take gold", ["Bob takes gold."]),
    (NSP, (*DRAFTED, "dee"), "swap bags", ["Dee swaps bags with"]),
    (NSP, (*DRAFTED, "4p"), "anna challenges dee", ["It is Carl's turn. NSP-3.1"]),
    (NSP, DRAFTED, "dee please", ["Not understood: “please” in “dee please”. Nothing was"]),
    (NSP, DRAFTED, "bye", ["Not understood: “bye”. Choose from Anna, Carl and Dee."]),
    (NSP, DRAFTED, NOBODY, ["You must challenge someone. NSP-3.1"]),
    (NSP, (*DRAFTED, "dee"), SWAP, ["Dee swaps bags with Bob."]),
    (NSP, (*DRAFTED, "dee"), PAY, ["Dee pays: Bob draws 1 coin"]),
    (NSP, DRAFTED, TO_DEE, ["Bob challenges Dee."]),
    (NSP, DRAFTED, TO_DEE_PAYS, ["Bob challenges Dee.", "Dee pays:"]),
    (ALA, DRAWING, "gold ring with scorpions", ["Not understood: “with”"]),
    (NSP, (*DRAFTED, "dee"), "does he pay", ["Not understood: “does”"]),
    (NSP, (*DRAFTED, "dee"), ("1 coin", "a coin"), ["Not understood: “coin”"]),
    (NSP, DRAFTED, "dee or anna", ["Not understood: “or” in “dee or anna”."]),
    (SAB, TURN, DISCARD, ["Ana discards a card."]),
    (SAB, TURN, "discard face up", ["Cards are discarded face down. SAB-2.2"]),
    (SAB, TURN, ("cross 1", "cross at 1,0"), ["Ana lays NESW at 1,0."]),
    (SAB, (*TURN, "ew1"), "EW 2.0", ["Bob lays EW at 2,0."]),
    (SAB, TURN, "bob lays EW at 1,0", ["It is Ana's turn. SAB-1.10"]),
    (SAB, TURN, BREAK, ["Ana breaks Bob's lamp."]),
    (SAB, (*TURN, "bl3"), REPAIR, ["Bob repairs Cy's lamp."]),
    (SAB, TURN, "map middle goal", ["Ana looks at the middle goal, alone."]),
    (SAB, TURN, ("map, middle", "map，middle"), ["Ana looks at the middle"]),
    (SAB, TURN, LAY, ["Ana lays EW at 1,0."]),
    (SAB, TURN, "end, agreed", ["There are 49 cards to draw, so nobody can say"]),
    (SAB, TURN, "map, middle, cat", ["Not understood: “cat” in “map, middle, cat”. Nothing"]),
    (SAB, TURN, "repair bob", ["Not understood: “repair bob” is incomplete: which tool?"]),
    (
        SAB,
        BETWEEN,
        "top treasure",
        ["The treasure! Cy has joined it: the diggers win round 1."],
    ),
    (SAB, LAST_GOAL, "stone", ["The stone-a is already face up; there is only one. SAB-1.3"]),
    (SAB, TURN, "d d d", ["“d d” answers another question. Put ; before it. Nothing was"]),
    (ALA, ("rgb",), "Cy gold 4, Bob b4", ["Cy sets gold 4.", "Bob sets bronze 4."]),
    (ALA, DRAWING[:2], NO_HANDS, ["Nobody touches the lamp."]),
    (ALA, SUMMONED, ("yes", "accept the wish"), ["Ana accepts the wish."]),
    (ALA, SUMMONED, "no", ["Ana refuses: the lamp card goes under the deck"]),
    (ALA, ("rgb",), "set gold 3", ["Ana sets gold 3."]),
    (ALA, DRAWING, "draw red", ["Ana draws red: 0 of 6"]),
    (ALA, DRAWING, "wizard", ["This is card 1 of the chest; the Sorcerer is card 21."]),
    (ALA, (*DRAWING, "r1"), ("stop", "enough"), ["Ana stops with 1 card."]),
    (ALA, DRAWING, "g r", ["Ana draws green:", "Ana draws red:"]),
    (ALA, DRAWING, "b b .", ["Ana draws blue:", "Ana draws blue:", "Ana stops with 2"]),
    (ALA, DRAWING, "gr", ["Ana draws gold ring: 0"]),
    (ALA, DRAWING, "bb", ["Ana draws bronze bracelet: 0"]),
    (ALA, DRAWING, "r1br0t1", ["Ana draws red:", "Ana draws bronze ring:", "Ana draws tal"]),
    (ALA, DRAWING, "r1 g b2", ["Ana draws red: 1", "Ana draws green: 1", "Ana draws blue: 3"]),
    (ALA, DRAWING, "rgr", ["“rgr” is not a card here."]),
    (ALA, DRAWING, "green ring", ["Not understood: “ring” in “green ring”."]),
    (ALA, DRAWING, "red 1.", ["Not understood: “red 1.” Is the . a stop? Then put a space"]),
    (COL, TURN, "flip 3r 5k", ["Ana flips red 3 and key 5."]),
    (COL, (*TURN, "3r10g."), "take red", ["Ana takes red 3."]),
    (COL, TURN, "3r10gr", ["Ana flips red 3 and green 10.", "Ana stops", "Ana takes red 3."]),
    (COL, TURN, "1k2cs", ["Ana flips key 1 and chest 2.", "Ana stops", "Ana takes key 1 and"]),
    (COL, (*TURN, "3r10g"), STOP, ["Ana stops flipping."]),
    (COL, (*TURN, "3r10g", "."), BOTH, ["Ana takes cards of one kind. COL-2.4"]),
    (COL, (*TURN, "3r10g", "."), "3", ["Ana takes green 10."]),
    (COL, (*TURN, "3r10g", "."), NOTHING, ["Ana must take something. COL-2.6"]),
    (COL, PLUNDER, "2 d", ["Ana plunders a diamond from Bob."]),
    (COL, PLUNDER, ("2 3d", "3d"), ["Ana plunders diamond 3 from Bob."]),
    (COL, PLUNDER, "3 4k", ["Ana plunders key 4 from Cy."]),
    (COL, PLUNDER, "cy key", ["“cy key” could be 4k or 5k. Which one?"]),
    (COL, PLUNDER, NEVER, ["Tokens, bonus cards and tiles cannot be"]),
    (COL, (*TURN, "3r10gr"), "bob 3y4yy", ["Bob flips yellow 3 and yellow 4.", "Bob stops"]),
    (COL, TURN, "4k 5k.", ["Ana flips key 4 and key 5.", "Ana stops flipping."]),
    (SID, TURN, ("event, scheherazade", "event: scheherazade"), ["Scheherazade: Ana rolls first."]),
    (SID, TURN, "vote Ana f, Bob l, Cy f", ["Votes: forward 2 and left 1."]),
    (SID, TURN, "vote f 2 r 1", ["Votes: forward 2 and right 1."]),
    (SID, TURN, "vote b 1 f 1", ["Votes: forward 1 and back 1."]),  # who is not Bob
    (SID, (*CHEST[:-1], "f c"), "ccg", ["Drawn: genie and 2 x curse."]),
    (SID, CHEST, "gg", ["Drawn: 2 x genie."]),
    (SID, CHEST, "1 1/5 1/5 g", ["3 tokens are drawn, not 4. SID-4.1"]),
    (SID, TURN, ("f leader", "f le"), ["The party moves forward.", OFF]),
    (
        SID,
        TURN,
        "f l",
        ["The party moves forward.", "There is nothing.", "The party turns"],
    ),
    (SID, ASKED_TO_PAY, (*NO_HANDS[:2], "no", "stop", "-"), ["One step."]),
    (SID, ASKED_TO_PAY, "A 1 B 1 C 1", ["Ana puts down 1.", "Bob puts down 1."]),
    (
        SID,
        ("Ana", "event scheherazade"),
        ("1 5 3", "153", "Ana rolls 1, Bob rolls 5, Cy rolls 3"),
        ["Ana rolls 1.", "Bob rolls 5.", "Cy rolls"],
    ),
    (SID, TOLD, "Bob rolls 5.", ["Bob rolls 5. SID-6.9"]),
    (SID, TOLD, "Cy rolls 5.", ["Bob rolls now, not Cy. SID-6.9"]),
    (SID, (*TOLD, "rolled 5"), "1", ["Ana gives her 1. Scheherazade gives Bob 1."]),
    (SID, TURN, "turn left", ["The party turns left."]),
    (SID, TURN, "6,1", ["Not understood: “6,1”."]),
    (SID, TURN, "f not l", ["Not understood: “not” in “f not l”."]),
    (SID, ("Ana", "f"), "not", ["Not understood: “not”."]),
]
"""A game, what is typed first, what is typed then in one of these ways, and what is said."""


@pytest.mark.parametrize(
    ("name", "before", "typed", "said"),
    [
        (name, before, word, said)
        for name, before, typed, said in ROWS
        for word in ((typed,) if isinstance(typed, str) else typed)
    ],
)
def test_words_of_the_tables(
    name: str, before: tuple[str, ...], typed: str, said: list[str]
) -> None:
    found = played(name, FOUR if name == NSP else THREE, *before, typed)
    starts = zip(found, said, strict=False)
    assert len(found) >= len(said), found
    assert all(each.startswith(start) for each, start in starts), found
