"""Pebble Fair, an invented game: just enough of a room to read its files."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from referee.core.fields import (
    Boolean,
    Choice,
    Field,
    FileText,
    Integer,
    ListOf,
    MapOf,
    PlayerName,
    Record,
    Text,
)
from referee.core.game import Answer, Game, Question
from referee.core.rulebook import Rulebook, RuleKey
from referee.core.ruling import Ruling, table_call
from referee.core.say import BadAnswer, BadText, Say, TextProblem
from referee.core.table import HoldingsForm, Player, Setup, SetupField
from referee.files.diagnostics import Diagnostic, Unreadable
from referee.files.documents.holdings import HoldingsFile, read_holdings
from referee.files.documents.rules import read_rulebook
from referee.files.yaml.loader import parse
from tests.toys import FINAL, toy

RULES = b"""\
game: pebble-fair
version: 1
prefix: PEB
edition: {title: Pebble Fair, language: en, source: invented}
players: [2, 4]
options:
  rain: {values: [dry, wet], default: dry, rule: PEB-6.1}
  late_start: {values: ["no", "yes"], default: "no", rule: PEB-6.1}
  nickname: {free: true, default: Pebble, rule: PEB-1.1}
rules:
  PEB-1.1:
    title: The box
    text: >-
      The box holds 20 plain
      and 8 muddy pebbles.
    source: page 1
    enforced: code
    constants:
      {plain: 20, prices: [1, 3, 6], worth: {plain: 1, muddy: 0}, rounds: {2: 6, 3: 4, 4: 3}}
    repairs: [The print says 70.]
  PEB-6.1:
    title: Rain
    text: In the rain mud counts.
    status: ruling
    argument: docs/decisions/0007.md
  PEB-7.1:
    title: The board
    text: The board shows what each step is worth.
    source: page 3
    asks: {steps: {ask: what the steps are worth on your board, count: 3, by: rain}}
"""
PLAIN: RuleKey[int] = RuleKey("PEB-1.1", "plain", int)
BOOK = read_rulebook(parse(RULES, "pebble_fair.yaml"))
HERON = Player("The Heron")


def faults(read: Callable[[], object]) -> tuple[Diagnostic, ...]:
    """Call a reader of what cannot be read, and give its diagnostics."""
    with pytest.raises(Unreadable) as caught:
        read()
    return caught.value.diagnostics


def codes(read: Callable[[], object]) -> list[str]:
    """Call a reader, and give the codes of what is wrong; none where it can be read."""
    try:
        read()
    except Unreadable as unreadable:
        return [each.code for each in unreadable.diagnostics]
    return []


def setup_of(*names: str, **parts: Any) -> Setup:
    """Set a table at the fair, whose warden is Zed."""
    return Setup(seating=tuple(map(Player, names)), roles={"warden": Player("Zed")}, **parts)


def read(text: str, game: Game | None = None) -> HoldingsFile:
    """Read a holdings file of the fair, or of another with its rules."""
    return read_holdings(parse(text.encode(), "fair.yaml"), game or GAME, BOOK)


def field(
    name: str, shape: Any, *, required: bool = False, own: bool = False, seldom: bool = False
) -> Field:
    about = Say("about {n}", n=name)
    return Field(name=name, shape=shape, about=about, required=required, as_facts=own, rare=seldom)


def question(name: str, *fields: Field, example: str = "") -> Question:
    def answer(book: Rulebook, facts: Any) -> Answer:
        return Answer.answered(Say("So it is."), {})

    return Question(name=name, about=Say("?"), fields=fields, answer=answer, example=example)


def read_spot(words: str) -> tuple[str, str]:
    """Read a spot on the meadow, a letter and a digit."""
    if len(words) != 2 or not (words[0].isalpha() and words[1].isdigit()):
        raise BadAnswer(Say("“{words}” is no spot: a letter and a digit.", words=words))
    return words[0], words[1]


def read_hedges(drawing: str) -> list[str]:
    """Read the hedges of a meadow, # and blanks, as wide below as above."""
    lines = drawing.rstrip("\n").split("\n")
    flaws = [
        TextProblem(
            row, column, Say("“{sign}” is no hedge.", sign=sign), Say("Write “#” or a blank.")
        )
        for row, line in enumerate(lines, 1)
        for column, sign in enumerate(line, 1)
        if sign not in "# "
    ]
    flaws += [
        TextProblem(row, len(lines[0]) + 1, Say("This line is too long."), Say("Shorten it."))
        for row, line in enumerate(lines, 1)
        if len(line) > len(lines[0])
    ]
    if not drawing.strip():
        flaws.append(TextProblem(1, 1, Say("Here are no hedges."), Say("Plant one.")))
    if flaws:
        raise BadText(flaws)
    return lines


def look_at_hedges(book: Rulebook, drawing: str) -> tuple[Say, tuple[Ruling, ...]]:
    """Count the hedges; a single one is doubtful."""
    hedges = drawing.count("#")
    doubt = table_call(Say("A single hedge is no maze."), PLAIN)
    return Say("{n} hedges.", n=hedges), (doubt,) if hedges == 1 else ()


SPOT = Text(like="b4", read=read_spot)
HEDGES = FileText("maze", "## #\n#  #\n", read_hedges)
PLAYERS = field("players", ListOf(PlayerName(new=True)), required=True)
DUEL = Record(
    (
        field("by", PlayerName(), required=True),
        field("to", PlayerName(), required=True),
        field("answer", Choice(("refused", "swapped")), required=True),
    ),
    ("-", ":"),
)
DIE = Record((field("chest", Choice(("bronze", "silver"))), field("number", Integer())), (":",))
QUESTIONS = (
    question("setup", field("players", Integer(), required=True), example="players=3"),
    question(
        "worth",
        field("plain", Integer()),
        field("muddy", Integer(least=1)),
        field("washed", Boolean()),
        example="plain=2",
    ),
    question(
        "duel",
        field("counts", MapOf(PlayerName(new=True), Integer()), required=True),
        field("duels", ListOf(DUEL)),
        example="counts=A:1,B:2 duels=A-B:refused",
    ),
    question(
        "turn", field("first", PlayerName(), required=True), PLAYERS, example="players=A,B first=A"
    ),
    question(
        "lay",
        field("lay", Text(like="1,0:EW"), required=True),
        field("laid", ListOf(Text(like="1,0:EW"))),
        field("kinds", ListOf(Choice(("stone-a", "stone-b", "clay")))),
        field("spot", SPOT),
        field("wet", ListOf(Record((field("at", SPOT), field("deep", Integer())), (":",)))),
        example="lay=1,0:EW",
    ),
    question(
        "dice",
        field("dice", MapOf(PlayerName(new=True), ListOf(DIE)), required=True, own=True),
        field("touched", ListOf(PlayerName())),
        example="Ana=bronze:3 Bo=silver:1+bronze:2",
    ),
    question(
        "walk",
        field("hedges", HEDGES, required=True),
        field("spot", SPOT),
        example="hedges=tests/files/hedges.yaml spot=a1",
    ),
)
FORM = HoldingsForm(
    fields=(
        field("plain", Integer(most=PLAIN)),
        field("muddy", Integer()),
        field("gems", MapOf(Choice(("red", "green")), Integer())),
        field("prizes", ListOf(Integer(least=1))),
        field("clean_as", ListOf(Choice(("plain", "muddy"))), seldom=True),
        field("lucky", Boolean(), seldom=True),
    ),
    shared=(
        field("basket", MapOf(Choice(("plain", "muddy")), Integer())),
        field("weather", Choice(("sun", "fog")), required=True),
        field("rounds", ListOf(Record((field("won", PlayerName(), required=True),), ()))),
    ),
    extra_entries={2: (HERON,)},
)


GAME = toy(
    "Pebble Fair",
    range(2, 5),
    setup=(
        SetupField("warden", PlayerName(), Say("who minds the fair")),
        SetupField("map", Text("+-+"), Say("the map"), required=False),
        SetupField("maze", HEDGES, Say("the maze of hedges"), required=False, about=look_at_hedges),
        SetupField("fairground", SPOT, Say("a spot such as b4"), required=False),
        SetupField("fee", Integer(least=1), Say("what the fair costs"), required=False),
        SetupField("music", Choice(("loud", "soft")), Say("how it plays"), required=False),
        SetupField("fenced", Boolean(), Say("whether there is a fence"), required=False),
    ),
    final=replace(FINAL, form=lambda _book, _options: FORM),
    keys=(PLAIN,),
    questions=QUESTIONS,
)
HOLDINGS = """\
game: pebble-fair
players: [Ana, Bo, Cy]
warden: Zed
numbers: {steps: [1, 2, 3]}
weather: fog
holdings:
  Ana: {plain: 4}
  Bo: {plain: 2+1, muddy: 5}
  Cy: {}
"""
