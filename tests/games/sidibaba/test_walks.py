"""Whole games next to their slow twin: lamps, order, tokens, events, and what is asked next."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from random import Random
from typing import Any

import pytest

from referee.core.play.loop import GameLoop
from referee.core.play.reading.answer import ParsedAnswer
from referee.core.play.record import Entry
from referee.core.play.session import Session
from referee.core.play.stage import Step
from referee.core.table import FinalCount, Player, Setup
from referee.files.documents.rulebook import load_rulebook
from referee.games.sidibaba import GAME
from referee.games.sidibaba.state import State
from referee.testing.play import random_player
from tests.games.sidibaba import maze_oracle, oracle, seen
from tests.rooms import ROOMS, shown

BOOK = load_rulebook("sidibaba")
NAMES = ("Maya", "Bo", "Ana", "Cy", "小明", "Di")
"""In order of seating, which is no order of the alphabet."""
SIDES = range(2, 5)
GLASS = 180
"""Seconds of sand, from the first lamp to the last."""
BAG = ("1", "1", "2", "3", "1/3", "1/5", "1/5", "2/4", "genie", "genie", "genie")
"""What may be in the bag, besides curses; no source says what really is."""
BESIDES = ("march.genie", "march.event", "march.vote", "lock.left")
LOCKS = ("padlock", "combination")
"""The locks that are laid on half of all loot, the first where it can be: seldom met else."""
NAMED = {"loot.picked", "trade.picked", "lock.rolled", "lock.handed", "tale.rolled", "tale.given"}
"""Steps that name the adventurer whose turn it is."""
MOVES: Mapping[type, Callable[[Any], oracle.Move]] = {
    seen.LampsShared: lambda event: ("lamps", event.more),
    seen.OrderTaken: lambda event: ("order", event.order),
    seen.PartyPlaced: lambda event: ("placed", tuple(event.square), str(event.facing)),
    seen.MoveDeclared: lambda event: ("move", event.move),
    seen.VoteHeld: lambda event: ("vote", event.votes),
    seen.SquareEntered: lambda event: ("square", event.what, event.loot, event.which),
    seen.SandRanOut: lambda _: ("sand",),
    seen.LootDrawn: lambda event: ("drawn", event.tokens),
    seen.LampGone: lambda event: ("lamp", event.player),
    seen.TokenPicked: lambda event: ("picked", event.player, event.token),
    seen.NothingPicked: lambda event: ("picked nothing", event.player),
    seen.LockLeft: lambda _: ("left",),
    seen.LockRolled: lambda event: ("rolled", event.numbers),
    seen.TokensHanded: lambda event: ("handed", event.player, dict(event.tokens)),
    seen.GenieUsed: lambda event: ("genie", event.player, event.genie),
    seen.JewelPaid: lambda event: ("paid", event.player, event.jewel),
    seen.PayingDone: lambda _: ("done",),
    seen.StepTold: lambda event: ("told", event.step),
    seen.ArrowLaid: lambda event: ("arrow", event.points),
    seen.RewardKept: lambda event: ("kept", event.player, event.token),
    seen.EventPlayed: lambda event: (
        "event",
        event.event,
        event.to_move,
        event.arrows,
        at(event.square),
    ),
    seen.LeaderMoved: lambda event: ("leader", at(event.square), event.reaches),
    seen.TokenStolen: lambda event: ("stolen", event.player, event.token),
    seen.TaleRolled: lambda event: ("tale", event.player, event.number),
    seen.TokenGiven: lambda event: ("given", event.player, event.token),
    seen.TokenLaid: lambda event: ("laid", event.player, event.token),
    seen.TokensShown: lambda event: ("shown", event.player, event.tokens),
}
"""How the twin calls an event."""


def at(square: Any) -> tuple[int, int] | None:
    """Give a square as the twin has it."""
    return None if square is None else (square[0], square[1])


def as_move(event: Any) -> oracle.Move:
    return MOVES[type(event)](event)


def maze_drawn(draw: Random) -> maze_oracle.Drawing:
    """Draw a maze at random that has a Treasure to be found from every entrance."""
    while True:
        drawing = maze_oracle.drawn(draw, SIDES)
        treasure = drawing.loot("T")
        found = (treasure <= maze_oracle.reached(drawing, gap, ()) for gap, _ in drawing.gaps())
        if treasure and all(found):
            return drawing


class Walk:
    """One game with real tokens, given to a session and to the twin."""

    def __init__(self, draw: Random, met: Counter[str], *, has_maze: bool) -> None:
        self.draw = draw
        self.met = met
        drawing = maze_drawn(draw) if has_maze else None
        switches = {
            switch.name: draw.choice(switch.values)
            for switch in BOOK.options.values()
            if draw.random() < 1 / 2
        }
        names = NAMES[: draw.randint(2, len(NAMES))]
        setup = Setup(
            tuple(map(Player, names)),
            roles={"leader": Player("Zed")},
            options={name: (value,) for name, value in switches.items()},
            texts={"maze": "\n".join(drawing.lines)} if drawing else {},
        )
        self.session: Session = Session(GAME, BOOK, setup)
        self.table = oracle.Table(names, switches, drawing, draw)
        self.case = (switches, names, setup.texts)
        self.hurries = draw.choice((1 / 100, 1 / 30, 1 / 8))
        """How often the sand runs out."""
        self.spends = draw.choice((1 / 20, 1 / 4, 1 / 2))
        """How often genies, events and votes come between moves."""
        self.curses = draw.choice((0, 1 / 10, 1 / 3))
        self.words: list[str] = []

    def play(self) -> None:
        """Play to the end, and compare after every entry."""
        self.compare()
        while step := self.session.step:
            self.compare_offers(step)
            words = self.answer(step)
            self.words.append(words)
            tried = self.attempt(words)
            assert not tried.ruling.verdict.stops_play, self.so_far(tried)
            before = self.table.order
            self.session.add(Entry(step=tried.step.id, words=tried.words, event=tried.event))
            move = as_move(tried.event)
            self.table.play(move)
            self.met[move[0]] += 1
            self.met["orders changed"] += [*before] != self.table.order
            self.compare()
        self.compare_scores()

    def so_far(self, *more: Any) -> tuple[Any, ...]:
        """Give what led here, for whoever has to find out."""
        return (self.case, self.words[-30:], more)

    def attempt(self, words: str) -> ParsedAnswer:
        return GameLoop(self.session).parse(words)

    # What is answered

    def answer(self, step: Step) -> str:
        """Choose what to answer: tokens as they really are, and else anything on offer."""
        alternatives = {other.id: other for other in step.alternatives if other.answers.size}
        if "lamp.sand" in alternatives and self.draw.random() < self.hurries:
            return "sand again" if self.table.has_just_changed else "sand"
        if step.id == "genie.paid" and self.draw.random() < 1 / 3:
            return "done"
        if step.id == "loot.drawn" and (locks := self.locks()) and self.draw.random() < 1 / 2:
            return f"event {locks[0]}"
        chosen = [each for each in BESIDES if each in alternatives]
        if chosen and self.draw.random() < self.spends:
            words = self.interrupt(alternatives[self.draw.choice(chosen)])
            if words:
                return words
        return self.own(step)

    def locks(self) -> list[str]:
        return [lock for lock in LOCKS if ("event", lock, False, 0, None) in self.table.plots()]

    def interrupt(self, other: Step) -> str:
        """Use a genie that is really there; else anything on offer besides the march."""
        if other.id == "march.genie":
            owners = [name for name in self.table.names if oracle.GENIE in self.table.tokens[name]]
            if not owners:
                return ""
            return f"genie @{self.draw.choice(owners)} {self.draw.choice(oracle.GENIES)}"
        offered = other.answers.offer(self.draw.randrange(other.answers.size))
        return f"{other.keyword} {offered}"

    def own(self, step: Step) -> str:
        answering: Callable[[], str] | None = {
            "loot.drawn": self.from_the_bag,
            "lock.handed": self.handed,
            "thief.stolen": self.stolen,
            "genie.paid": self.paid,
            "genie.kept": lambda: self.draw.choice((*BAG, "hidden", "hidden", "none")),
            "tale.given": self.given,
            "trade.laid": lambda: self.draw.choice(self.table.tokens[self.table.due]),
            "end.tokens": self.shown,
            "march.square": self.content,
        }.get(step.id)
        if answering:
            return answering()
        return str(step.answers.offer(self.draw.randrange(step.answers.size)))

    def content(self) -> str:
        """Tell of a square, most often what lets play go on."""
        what = sorted(" ".join(filter(None, each[1:])) for each in self.table.contents())
        what += ["nothing"] * (4 if self.draw.random() < 1 / 2 else 20)
        return self.draw.choice(what)

    def from_the_bag(self) -> str:
        assert self.table.find_here is not None
        due = len(self.table.names) * oracle.LAPS[self.table.find_here["found"]]
        drawn = due if self.draw.random() < 9 / 10 else self.draw.randint(0, due)
        cursed = [self.draw.random() < self.curses for _ in range(drawn)]
        curses = min(sum(cursed), oracle.CURSES)
        tokens = [*["curse"] * curses, *self.draw.choices(BAG, k=drawn - curses)]
        self.draw.shuffle(tokens)
        return " ".join(tokens) or "none"

    def handed(self) -> str:
        return ", ".join(f"{name} {self.draw.choice(BAG)}" for name in self.table.names)

    def stolen(self) -> str:
        """Take a token of one of the two in front; now and then it is seen which."""
        name = self.draw.choice(self.table.among)
        held = self.table.tokens[name]
        return (
            f"@{name} {self.draw.choice(held)}"
            if held and self.draw.random() < 1 / 3
            else f"@{name}"
        )

    def paid(self) -> str:
        """Pay a jewel that is there, if all are that were put down; else nobody pays more."""
        purse, jewels = self.table.purse, []
        if any(Counter(put) - Counter(self.table.tokens[name]) for name, put in purse.items()):
            return "done"
        for name, tokens in self.table.tokens.items():
            left = [token for token in tokens if token != oracle.GENIE]
            for put in self.table.purse.get(name, ()):
                if put in left:
                    left.remove(put)
            jewels += [(name, token) for token in left]
        return "@{} {}".format(*self.draw.choice(jewels)) if jewels else "done"

    def given(self) -> str:
        """Give a jewel, a genie only if there is none."""
        held = self.table.tokens[self.table.due]
        return self.draw.choice([token for token in held if token != oracle.GENIE] or held)

    def shown(self) -> str:
        owner = next(name for name in self.table.names if self.table.unseen(name))
        return " ".join(self.table.unseen(owner))

    # What is compared

    def compare_offers(self, step: Step) -> None:
        """See that just that is on offer which may happen."""
        if step.id == "lamp.order":
            self.compare_orders(step)
        may = self.table.may()
        if may is not None:
            offered = [step.answers.offer(n) for n in range(step.answers.size)]
            moves = [as_move(self.attempt(words).event) for words in offered]
            assert {*moves} == may, self.so_far(moves, may)
            assert len(moves) == len(may), self.so_far(moves)
            self.met["offers"] += len(moves)
            self.try_everything(may)
        for name, possible in (("genie", self.table.genies), ("event", self.table.plots)):
            for other in step.alternatives:
                if other.keyword == name:
                    offers = range(other.answers.size)
                    found = {as_move(other.read(other.answers.offer(n))) for n in offers}
                    assert found == possible(), self.so_far(found)
                    self.met["offers"] += len(found)

    def try_everything(self, may: set[oracle.Move]) -> None:
        """See that whatever else can be said is refused."""
        for words in self.everything():
            tried = self.attempt(words)
            is_open = not tried.ruling.verdict.stops_play
            assert is_open == (as_move(tried.event) in may), self.so_far(words, may)
            self.met["tried"] += 1
            self.met["refused"] += not is_open

    def everything(self) -> Iterable[str]:
        """List what can be said now, allowed or not."""
        asks, drawing = self.table.asks, self.table.drawing
        if asks == "march.move":
            return oracle.TURNS
        if asks == "march.square":
            both = ("leader chest", "leader treasure", "leader locked")
            return ("nothing", "wall", "leader", "chest", "treasure", "exit", "locked", *both)
        if asks in {"loot.picked", "trade.picked"}:
            return {*BAG, "curse", "none", "7"}
        if asks in {"march.lamp", "loot.curse"}:
            return [f"@{name}" for name in self.table.names]
        if asks == "leader.at" and drawing:
            return ["none", *(f"{x},{y}" for x, y in drawing.squares())]
        return ()

    def compare_orders(self, step: Step) -> None:
        """See that whoever has a lamp may lead, and nobody else."""
        for name in self.table.names:
            may_lead = not self.attempt(f"@{name}").ruling.verdict.stops_play
            assert may_lead == bool(self.table.lamps[name]), self.so_far(name)
            self.met["leaders tried"] += 1
        first = step.answers.offer(self.draw.randrange(step.answers.size))
        assert self.table.lamps[as_move(self.attempt(first).event)[1][0]], self.so_far(first)

    def compare(self) -> None:
        state, table = self.session.state, self.table
        step = self.session.step
        assert (step.id if step else "") == table.asks, self.so_far(table.asks)
        assert not step or step.id not in NAMED or step.player == table.due, self.so_far(table.due)
        runs = step is not None and not step.id.startswith(("setup.", "end."))
        assert (step and step.timer and step.timer.seconds) == (GLASS if runs else None)
        assert state.lamps == table.lamps, self.so_far()
        assert (state.discarded, state.is_lit) == (table.discarded, table.burns), self.so_far()
        assert state.owed == len(table.owed), self.so_far()
        assert [*state.order] == table.order, self.so_far()
        assert (state.glass, state.genie_used) == (table.glass, table.genie_used), self.so_far()
        assert state.events_held == table.events, self.so_far()
        assert [*state.voted] == table.voted, self.so_far()
        assert state.chests_found == table.chests, self.so_far()
        assert state.treasure_found == table.treasure_found, self.so_far()
        assert (at(state.party), state.facing) == (table.party, table.facing), self.so_far()
        assert at(state.leader) == table.leader, self.so_far()
        assert [*state.slid] == table.slid, self.so_far()
        assert [(at(each.square), each.points) for each in state.arrows] == table.arrows
        assert state.outcome == table.outcome, self.so_far()
        for name in table.names:
            held = state.holdings[Player(name)]
            assert sorted(held.tokens) == sorted(table.seen[name]), self.so_far(name)
            assert held.hidden == len(table.unseen(name)), self.so_far(name)
        if table.order:
            self.compare_with_the_rules()
        self.met["states"] += 1

    def compare_with_the_rules(self) -> None:
        state, table = self.session.state, self.table
        keep_what_always_holds(state)
        assert table.expired + table.lost - table.back == state.discarded, self.so_far()
        assert state.events_held == table.drawn - table.played, self.so_far()
        changes = table.expired - (state.outcome == "lamps-out")
        assert table.drawn == (min(20, 1 + changes) if table.has_events else 0), self.so_far()
        assert table.genies_used <= state.glass, self.so_far()

    def compare_scores(self) -> None:
        """Compare points and winners, and see that the audit finds only left numbers."""
        final = GAME.final.count(self.session.state)
        assert isinstance(final, FinalCount), self.so_far(final)
        held = self.table.tokens
        totals = {name: oracle.points(tokens) for name, tokens in held.items()}
        sheet = GAME.final.score(BOOK, final)
        assert {each.player: each.total for each in sheet.scores} == totals, self.so_far()
        won = oracle.winners(totals, self.table.outcome, "Zed")
        assert list(sheet.outcome.winners) == won, self.so_far()
        found = [each.verdict.value for each in GAME.final.audit(BOOK, final)]
        doubtful = {t for tokens in held.values() for t in tokens if "/" in t and t[0] != "1"}
        assert {*found} <= {"table-call"}, self.so_far(found)
        assert bool(found) == bool(doubtful), self.so_far(found)
        self.met[f"ends: {self.table.outcome}"] += 1


def keep_what_always_holds(state: State) -> None:
    """Check what section 5 of the rules has to hold at every table, once the party marches."""
    n = len(state.players)
    held = sum(state.lamps.values())
    assert state.is_lit + held - state.owed + state.discarded == oracle.LAMPS
    assert state.is_lit or state.outcome or held - state.owed
    assert sorted(state.order) == sorted(state.players)
    assert 0 <= state.chests_found <= oracle.CHESTS
    assert state.events_held >= 0
    assert state.outcome != "escaped" or state.treasure_found
    won = state.chests_found + oracle.LAPS["treasure"] * state.treasure_found
    assert sum(own.count for own in state.holdings.values()) <= (oracle.COINS + won) * n
    for own in state.holdings.values():
        assert "curse" not in own.tokens
        assert own.hidden >= 0


def play_many(times: int, seed: int, *, has_maze: bool) -> dict[str, int]:
    met: Counter[str] = Counter()
    for number in range(times):
        Walk(Random(seed + number), met, has_maze=has_maze).play()
    return shown("games", met)


def keep_the_order(before: State | None, now: State) -> None:
    """Check that the order changes only with a new lamp or a curse; that the glass only grows."""
    if before is None or not before.order:
        return
    rotated = {before.order[n:] + before.order[:n] for n in range(len(before.order))}
    has_new_lamp = now.is_lit > before.is_lit or now.glass > before.glass
    assert now.glass - before.glass in {0, 1}
    assert has_new_lamp or now.outcome or now.order in rotated
    if before.party and now.party:
        (x, y), (now_x, now_y) = before.party, now.party
        assert abs(x - now_x) + abs(y - now_y) <= 1


ALWAYS_MET = {
    *("order", "move", "vote", "event", "leader", "lamp", "sand", "drawn", "picked", "genie"),
    *("kept", "paid", "shown", "tale", "given", "laid", "done", "arrow", "vote"),
    *("ends: escaped", "ends: lamps-out", "refused", "offers", "leaders tried"),
}
"""What happens in the games of the seeds below, with a maze or without."""
SELDOM_MET = {"rolled", "left", "handed", "stolen", "ends: caught"}


@pytest.mark.parametrize(
    ("has_maze", "seed", "also"), [(False, 38, {"square", "told"}), (True, 0, {"placed"})]
)
def test_games_go_as_the_twin_goes(seed: int, also: set[str], *, has_maze: bool) -> None:
    met = play_many(12, seed, has_maze=has_maze)
    assert also | ALWAYS_MET <= met.keys()


@pytest.mark.prove
@pytest.mark.parametrize("has_maze", [True, False])
def test_many_games_go_as_the_twin_goes(*, has_maze: bool) -> None:
    met = play_many(1_000, seed=1_000_000, has_maze=has_maze)
    assert min(met[each] for each in ALWAYS_MET | SELDOM_MET) >= 20


@pytest.mark.parametrize("games", [6, pytest.param(400, marks=pytest.mark.prove)])
@pytest.mark.parametrize("seats", range(2, 7))
def test_what_always_holds_holds_when_strangers_play(seats: int, games: int) -> None:
    room = ROOMS["sidibaba"]
    for seed in range(games):
        before: State | None = None
        for session in random_player(room, room.setup(seats, seed), seed):
            state = session.state
            if state.order:
                keep_what_always_holds(state)
                keep_the_order(before, state)
            before = state
