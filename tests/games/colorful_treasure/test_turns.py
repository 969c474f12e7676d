"""Whole games beside their slow twin: what is asked, what is offered, and what comes of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from itertools import combinations
from random import Random
from typing import Any

import pytest

from referee.core.play.loop import GameLoop
from referee.core.play.reading.answer import ParsedAnswer
from referee.core.play.record import Entry
from referee.core.play.session import Session
from referee.core.play.stage import Step
from referee.core.ruling import Verdict
from referee.core.table import FinalCount, Player, Setup
from referee.files.documents.rulebook import load_rulebook
from referee.games.colorful_treasure import GAME
from tests.games.colorful_treasure import oracle
from tests.games.colorful_treasure.deals import NAMES, box, some_table
from tests.rooms import shown

BOOK = load_rulebook("colorful-treasure")
MODES = ("basic", "simple", "advanced", "advanced", "advanced")
"""In the advanced game there is most to go wrong."""
EVENTFUL = 1_086
"""In the eight games from here on every move is made, and tiles protect from plunder."""
FLIPS_TRIED = 3
PLUNDERS_TRIED = 4
ASKS = {
    "setup.start": "start",
    "setup.tiles": "lay out",
    "turn.flip": "flip",
    "turn.more": "another",
    "turn.take": "take",
    "turn.plunder": "plunder",
    "turn.tile": "tile",
    "turn.end": "end",
    "": "nothing",
}
MOVES: Mapping[str, Callable[[Any], oracle.Move]] = {
    "StartPlayerNamed": lambda event: ("start", event.player),
    "TilesLaidOut": lambda event: ("lay out", event.tiles),
    "CardsFlipped": lambda event: ("flip", *map(tuple, event.cards)),
    "AnotherFlipped": lambda event: ("another", tuple(event.card)),
    "FlippingStopped": lambda _: ("stop",),
    "CardsTaken": lambda event: ("take", tuple(sorted(map(tuple, event.cards)))),
    "CardPlundered": lambda event: ("plunder card", event.victim, tuple(event.card)),
    "DiamondPlundered": lambda event: ("plunder diamond", event.victim),
    "TilePicked": lambda event: ("pick", event.colour, event.tile),
    "TileDeclined": lambda event: ("decline", event.colour),
    "CardsPeeked": lambda event: ("peek", event.tile, tuple(sorted(event.wonders))),
    "AnyTokenUsed": lambda _: ("any token",),
    "TurnEnded": lambda _: ("end",),
}
"""How the twin calls an event; who is active it knows itself."""


def as_move(event: Any) -> oracle.Move:
    return MOVES[type(event).__name__](event)


def offers_besides(step: Step) -> list[str]:
    """Word all answers on offer to the steps beside this one."""
    return [
        f"{beside.keyword} {beside.answers.offer(index)}".strip()
        for beside in step.alternatives
        for index in range(beside.answers.size)
    ]


def worded(cards: Sequence[oracle.Card]) -> str:
    """Word cards as they may be typed."""
    return " ".join(f"{wonder} {face}" for wonder, face in cards) or "none"


class Walk:
    """One game with real cards, told to a session and to the twin."""

    def __init__(self, draw: Random, met: Counter[str]) -> None:
        self.draw = draw
        self.met = met
        self.mode = draw.choice(MODES)
        switches = {
            switch.name: draw.choice(switch.values)
            for switch in BOOK.options.values()
            if switch.name in oracle.SWITCHES and draw.random() < 1 / 2
        }
        players = NAMES[: draw.randint(2, len(NAMES))]
        options = {name: (value,) for name, value in switches.items()} | {"mode": (self.mode,)}
        numbers = {"same_colour": tuple(some_table(draw))}
        setup = Setup(tuple(map(Player, players)), options=options, numbers=numbers)
        self.session: Session = Session(GAME, BOOK.with_table_numbers(numbers), setup)
        self.table = oracle.Table(players, self.mode, switches)
        self.cards = box(draw, self.mode)
        self.case = (self.mode, switches, players)
        self.liked = {*draw.sample(oracle.KINDS, 3)}
        self.aims = draw.choice((0, 1 / 2, 9 / 10))
        self.spends = draw.choice((0, 1 / 20, 1 / 3))
        """How often the table flips what it likes, and uses what it may besides."""

    def play(self) -> None:
        """Play to the end, and compare after every entry."""
        self.compare()
        while step := self.session.step:
            tried = self.attempt(self.answer(step))
            assert tried.ruling.verdict in {Verdict.ALLOWED, Verdict.TABLE_CALL}, self.told(tried)
            self.session.add(Entry(step=tried.step.id, words=tried.words, event=tried.event))
            self.table.play(as_move(tried.event))
            self.met[as_move(tried.event)[0]] += 1
            self.compare()
        self.compare_scores()

    def told(self, *more: Any) -> tuple[Any, ...]:
        """Tell how it came to this, for whoever has to find out."""
        return (self.case, [entry.words for entry in self.entries()][-12:], more)

    def entries(self) -> list[Entry]:
        return [self.session.entry(number) for number in self.session.active]

    def attempt(self, words: str) -> ParsedAnswer:
        return GameLoop(self.session).parse(words)

    def answer(self, step: Step) -> str:
        """Choose what to answer: cards as they really lie, and else anything on offer."""
        asks = self.table.asks
        if asks == "lay out":
            return ", ".join(self.draw.sample(oracle.TILES, oracle.TILES_LAID_OUT))
        besides = offers_besides(step)
        is_flip = asks in {"flip", "another"}
        if is_flip:
            self.try_flips(step)
        own = [] if is_flip else [step.answers.offer(n) for n in range(step.answers.size)]
        moves = [as_move(self.attempt(words).event) for words in (*own, *besides)]
        assert len(moves) == len({*moves}), self.told(moves)
        assert {*moves} == self.table.moves(), self.told(moves)
        self.met["offers"] += len(moves)
        if asks == "take":
            self.try_takes()
        if asks == "plunder":
            self.try_plunders()
        if self.draw.random() < self.spends and besides:
            return self.draw.choice(sorted(besides))
        return self.flip(asks) if is_flip else self.draw.choice(sorted(own))

    def try_flips(self, step: Step) -> None:
        """See that some of the flips on offer may be; what is offered need not lie there."""
        for _ in range(FLIPS_TRIED):
            words = step.answers.offer(self.draw.randrange(step.answers.size))
            move = as_move(self.attempt(words).event)
            assert self.table.may_flip(move[1:]), self.told(words)
            self.met["flips on offer"] += 1

    def try_takes(self) -> None:
        """See that of all sets of the open cards just those may be taken that should be."""
        showing = self.table.showing
        may = self.table.moves()
        for some in (some for n in range(len(showing) + 1) for some in combinations(showing, n)):
            expected = ("take", tuple(sorted(some))) in may
            assert self.is_open(worded(some)) == expected, self.told(some)
            assert not some or not self.is_open(worded((*some, some[0]))), self.told(some)
            self.met["takes tried"] += 1

    def try_plunders(self) -> None:
        """See that nothing else may be plundered, from whomever."""
        may = self.table.moves()
        for _ in range(PLUNDERS_TRIED):
            victim, card = self.draw.choice(self.table.players), self.draw.choice(self.cards)
            told = {
                ("plunder card", victim, card): worded([card]),
                ("plunder diamond", victim): "d",
            }
            for move, what in told.items():
                assert self.is_open(f"@{victim} {what}") == (move in may), self.told(move)
                self.met["plunders tried"] += 1

    def is_open(self, words: str) -> bool:
        return not self.attempt(words).ruling.verdict.stops_play

    def flip(self, asks: str) -> str:
        """Flip covered cards, often such as this table seems to have an eye for."""
        covered = [
            card
            for card in self.cards
            if card not in self.table.owner and card not in self.table.showing
        ]
        self.draw.shuffle(covered)
        if self.draw.random() < self.aims:
            covered.sort(key=lambda card: card[1] not in self.liked)
        return worded(covered[: 2 if asks == "flip" else 1])

    def compare(self) -> None:
        """Compare all that is public."""
        state, table = self.session.state, self.table
        step = self.session.step
        assert ASKS[step.id if step else ""] == table.asks, self.told()
        assert (step is None) == table.over, self.told()
        assert [*state.order] == table.order, self.told()
        if table.order:
            assert state.active == table.active, self.told()
        assert (state.is_last_round, state.is_over) == (table.last_round, table.over), self.told()
        for wonder in oracle.WONDERS:
            assert state.field.left_at(wonder) == table.covered_at(wonder), self.told()
        assert sorted(state.field.shown) == sorted(table.showing), self.told()
        assert {*(state.tiles or ())} == {*(table.supply or ())}, self.told()
        for name in table.players:
            self.compare_holdings(name)
        self.met["states"] += 1

    def compare_holdings(self, name: str) -> None:
        held, table = self.session.state.holdings[Player(name)], self.table
        assert sorted(held.cards) == sorted(table.cards_of(name)), self.told(name)
        assert held.diamonds == table.diamonds[name], self.told(name)
        assert held.tokens == (table.keys[name], table.chests[name]), self.told(name)
        assert sorted(held.bonuses) == sorted(table.bonuses[name]), self.told(name)
        assert sorted(held.tiles) == sorted(table.tiles[name]), self.told(name)
        armed = {colour for colour in oracle.COLOURS if colour not in held.claimed}
        assert armed == table.armed[name], self.told(name)

    def compare_scores(self) -> None:
        """Compare points and winners, and see that the audit finds nothing."""
        final = GAME.final.count(self.session.state)
        assert isinstance(final, FinalCount)
        found = GAME.final.audit(BOOK, final)
        assert not any(each.verdict.stops_play for each in found), (self.told(), found)
        held = {name: self.table.holding(name) for name in self.table.players}
        expected = oracle.points(held, self.mode, final.setup.numbers["same_colour"])
        sheet = GAME.final.score(self.session.book, final)
        assert {each.player: each.total for each in sheet.scores} == {
            name: sum(parts) for name, parts in expected.items()
        }
        assert list(sheet.outcome.winners) == oracle.winners(expected)
        self.met["games"] += 1


MET = (
    *("games", "states", "offers", "flips on offer", "takes tried", "plunders tried"),
    *("start", "lay out", "flip", "another", "stop", "take", "plunder card", "plunder diamond"),
    *("pick", "decline", "peek", "any token", "end"),
)
QUICK = (
    *(8, 843, 3_307, 1_488, 1_914, 200),
    *(8, 7, 255, 209, 30, 255, 23, 2),
    *(19, 5, 4, 1, 17),
)
MANY = (
    *(1_000, 110_089, 241_405, 196_395, 248_378, 19_984),
    *(1_000, 611, 35_832, 25_762, 3_793, 35_832, 2_271, 225),
    *(1_706, 479, 167, 60, 1_351),
)
"""How often each of these is met, in the same order."""


@pytest.mark.parametrize(
    ("times", "seed", "met"),
    [(8, EVENTFUL, QUICK), pytest.param(1_000, 1_000_000, MANY, marks=pytest.mark.prove)],
)
def test_games_go_as_the_twin_goes(times: int, seed: int, met: Sequence[int]) -> None:
    """Each game is drawn from a seed of its own."""
    counted: Counter[str] = Counter()
    for n in range(times):
        Walk(Random(seed + n), counted).play()
    assert shown("games", counted) == dict(zip(MET, met, strict=True))
