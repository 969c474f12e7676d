"""What the party or the Leader is in the middle of, so that the march waits.

They lie one on the other: what interrupts lies on top, and what it interrupted goes on afterwards.
Each can be made of nothing: a stage that is not due finds a blank one.
"""

from typing import TypeAlias

from referee.api import Player, Struct

NOBODY = Player("")


class Entering(Struct, frozen=True, tag=True):
    """A square was entered; what lies there is not told yet."""


class Finding(Struct, frozen=True, tag=True):
    """Loot was found. ``line`` is the order in which locks are rolled for.

    ``lock`` is the event that locked it, if one did; ``rolled`` counts the rolls at this lock,
    and ``shown`` has each number that came, once.
    """

    found: str = ""
    line: tuple[Player, ...] = ()
    lock: str = ""
    rolled: int = 0
    shown: tuple[int, ...] = ()

    @property
    def roller(self) -> Player:
        """Who rolls next."""
        return self.line[self.rolled % len(self.line)]


class Sharing(Struct, frozen=True, tag=True):
    """The tokens of ``pool`` are shared out; ``due`` are the picks, next first."""

    pool: tuple[str, ...] = ()
    due: tuple[Player, ...] = ()


class Handing(Struct, frozen=True, tag=True):
    """The padlock is open, and who opened it gives tokens to the others."""

    player: Player = NOBODY


class AskingTheWay(Struct, frozen=True, tag=True):
    """A genie is asked for the way to ``target``; ``steps`` are still to be told by the Leader.

    ``paid`` is the value of the jewels put down so far, None once paying is done; ``put`` are these
    jewels and whose each is, until they are paid for good.
    """

    player: Player = NOBODY
    target: str = "exit"
    paid: int | None = 0
    steps: int = 0
    put: tuple[tuple[Player, str], ...] = ()


class LayingArrow(Struct, frozen=True, tag=True):
    """A genie's arrow is laid."""

    player: Player = NOBODY


class Rewarding(Struct, frozen=True, tag=True):
    """Three tokens are drawn for a used genie."""

    player: Player = NOBODY


class LeaderMoving(Struct, frozen=True, tag=True):
    """The Leader token moves so many squares."""

    squares: int = 0


class LosingLamp(Struct, frozen=True, tag=True):
    """Lamps are lost to a curse or a catch, and the party has still to say whose they were."""

    lamps: int = 1
    is_curse: bool = False


class Relighting(Struct, frozen=True, tag=True):
    """A lamp is out: the party talks about its order, and whoever leads lays out a lamp.

    ``since`` is what the sand left to be reported then, None after a catch.
    """

    since: tuple[int, ...] | None = None


class Thieving(Struct, frozen=True, tag=True):
    """The thief takes a token of one of these."""

    among: tuple[Player, ...] = ()


class Telling(Struct, frozen=True, tag=True):
    """Scheherazade tells: who has still to roll, what she has, and who gives her something now."""

    due: tuple[Player, ...] = ()
    hers: tuple[str, ...] = ()
    giver: Player | None = None


class Trading(Struct, frozen=True, tag=True):
    """The merchant trades: whose token is still to be laid out, and who has still to pick."""

    to_lay: tuple[Player, ...] = ()
    to_pick: tuple[Player, ...] = ()
    laid: tuple[str, ...] = ()


Pending: TypeAlias = (
    Entering
    | Finding
    | Sharing
    | Handing
    | AskingTheWay
    | LayingArrow
    | Rewarding
    | LeaderMoving
    | LosingLamp
    | Relighting
    | Thieving
    | Telling
    | Trading
)

EVENTS_UNDER_WAY = (LeaderMoving, Thieving, Telling, Trading)
"""What an event of the Leader begins; it is finished before the next event. Cites: SID-6.1."""
GENIES_UNDER_WAY = (AskingTheWay, LayingArrow, Rewarding)
"""What a genie begins. Cites: SID-5.1."""
