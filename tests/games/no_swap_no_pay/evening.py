"""An evening with real coins: the truth is simulated, and the referee is told what is public."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from random import Random
from typing import TypeAlias

from referee.core.play.event import Event
from referee.core.rulebook import Rulebook
from referee.core.ruling import Ruling
from referee.core.table import FinalCount, Player, Setup
from referee.games.no_swap_no_pay import GAME
from referee.games.no_swap_no_pay.model.box import GHOST
from referee.games.no_swap_no_pay.model.coins import COLOURS, DECLARABLE, Coins
from referee.games.no_swap_no_pay.stages import challenge, draft, reveal
from referee.games.no_swap_no_pay.state import State
from tests.games.no_swap_no_pay import oracle

Told: TypeAlias = Callable[[State, Event[State], Ruling], None]
NAMES = tuple(map(Player, ("Ana", "Bo", "Cy", "Di", "Ed")))


class Evening:
    """One truthful game. ``bags`` and ``treasure`` are the real coins, as lists of colours.

    The manner of the table is drawn too: who hunts takes all from the emptiest bag, and who
    hoards keeps one colour, so that the bounds are tried from all sides.
    """

    def __init__(self, book: Rulebook, seats: int, seed: int, told: Told) -> None:
        self.draw = Random(seed)
        self.book = book
        self.told = told
        self.players = NAMES[:seats]
        self.state = GAME.start(book, Setup(self.players))
        self.hunts = self.draw.choice((0.0, 0.5, 0.9))
        self.refuses = self.draw.choice((0.2, 0.5, 0.95))
        self.shuns = self.draw.choice(tuple(COLOURS))
        self.treasure = [
            colour
            for colour, n in zip(COLOURS, oracle.TREASURE[seats], strict=True)
            for _ in range(n)
        ]
        self.draw.shuffle(self.treasure)
        owners = (*self.players, GHOST) if seats == 3 else self.players
        self.bags = {
            owner: ["gold", "silver", *self._out_of_treasure(oracle.UNSEEN[seats])]
            for owner in owners
        }

    def play(self) -> FinalCount:
        """Play to the end and give the final count."""
        captain = self.draw.randrange(len(self.players))
        self._tell(draft.CaptainChosen(self.players[captain]))
        while not self.state.is_played:
            seat = self.players.index(self.state.captain or self.players[0])
            self._round((*self.players[seat:], *self.players[:seat]))
        for owner in self.state.bag_owners:
            self._tell(reveal.BagRevealed(owner, self.coins(owner)))
        self._tell(reveal.TreasureRevealed(_coins(self.treasure)))
        for player in self.players:
            purple = self.bags[player].count("purple")
            if purple:
                words = tuple(self.draw.choices(DECLARABLE, k=purple))
                self._tell(reveal.PurpleDeclared(player, words))
        final = GAME.final.count(self.state)
        assert isinstance(final, FinalCount), final
        return final

    def coins(self, owner: Player) -> Coins:
        """Look into a bag."""
        return _coins(self.bags[owner])

    def look(self) -> None:
        """Coins have moved; who watches the evening looks here."""

    def _tell(self, event: Event[State]) -> None:
        ruling = GAME.course.judge(self.book, self.state, event)
        self.told(self.state, event, ruling)
        self.state = GAME.course.apply(self.state, event)

    def _out_of_treasure(self, count: int) -> list[str]:
        taken = self.treasure[:count]
        del self.treasure[:count]
        return taken

    def _round(self, order: tuple[Player, ...]) -> None:
        self.draw.shuffle(self.treasure)
        if GHOST in self.bags:
            fed = self._out_of_treasure(1)
            self.bags[GHOST] += fed
            self._tell(draft.GhostFed(len(fed)))
        self._draft(order)
        for player in order:
            self._challenge(player)
            self.look()
        for player in order:
            self._donate(player)
        self.look()

    def _draft(self, order: tuple[Player, ...]) -> None:
        middle = self._out_of_treasure(2 * len(order))
        self._tell(draft.CoinsDrawn(_coins(middle)))
        for player in (*order, *reversed(order)):
            if middle:
                coin = middle.pop(self.draw.randrange(len(middle)))
                self.bags[player].append(coin)
                self._tell(draft.CoinDrafted(player, coin))

    def _challenge(self, by: Player) -> None:
        others = [owner for owner in self.bags if owner != by]
        fewest = min((o for o in others if o != GHOST), key=lambda owner: len(self.bags[owner]))
        to = fewest if self.draw.random() < self.hunts else self.draw.choice(others)
        self._tell(challenge.Challenged(by, to))
        if to != GHOST and self.bags[to] and self.draw.random() < self.refuses:
            mine = self.bags[to]
            self.bags[by].append(mine.pop(self.draw.randrange(len(mine))))
            self._tell(challenge.CoinStolen(by, to, 1))
            return
        self.bags[by], self.bags[to] = self.bags[to], self.bags[by]
        if to != GHOST:
            self._tell(challenge.BagsSwapped(by, to))

    def _donate(self, player: Player) -> None:
        mine = self.bags[player]
        if not mine:
            self._tell(challenge.DonationMissed(player))
            return
        coin = self.shuns if self.shuns in mine else self.draw.choice(mine)
        mine.remove(coin)
        self.treasure.append(coin)
        self._tell(challenge.CoinDonated(player, 1))


def _coins(listed: list[str]) -> Coins:
    return Coins.of(Counter(listed))
