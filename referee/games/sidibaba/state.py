"""The state of a session of Sidibaba, folded from what the table saw and the Leader stated."""

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple, TypeVar

from referee.api import Options, Player, Rulebook, RuleLike, Say, Setup, Struct, replace
from referee.api.depth import ROUND
from referee.games.sidibaba import keys
from referee.games.sidibaba.model.maze import Direction, Maze, Square, read_maze
from referee.games.sidibaba.model.tokens import Holding

NOBODY = Player("")


class Pending(Struct, frozen=True):
    """Something under way, which is finished before what waits for it goes on."""


class Entering(Pending, frozen=True):
    """A square was entered; the Leader has yet to say what lies there."""


class Looting(Pending, frozen=True):
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
        return self.line[self.rolled % len(self.line)]


class Sharing(Pending, frozen=True):
    """The tokens of ``pool`` are shared out; ``due`` lists who picks, next first."""

    pool: tuple[str, ...] = ()
    due: tuple[Player, ...] = ()


class Handing(Pending, frozen=True):
    """The padlock is open, and whoever opened it hands out tokens."""

    player: Player = NOBODY


class AskingTheWay(Pending, frozen=True):
    """A genie is asked for the way to ``target``; the Leader has ``steps`` left to name.

    ``paid`` is the value of the jewels put down so far, None once paying is done; ``put`` are these
    jewels and whose each is, until they are paid for good.
    """

    player: Player = NOBODY
    target: str = "exit"
    paid: int | None = 0
    steps: int = 0
    put: tuple[tuple[Player, str], ...] = ()


class LayingArrow(Pending, frozen=True):
    """A genie's arrow is laid."""

    player: Player = NOBODY


class Rewarding(Pending, frozen=True):
    """Three tokens are drawn for a used genie."""

    player: Player = NOBODY


class LeaderMoving(Pending, frozen=True):
    """The Leader token moves so many squares."""

    squares: int = 0


class LosingLamp(Pending, frozen=True):
    """Lamps are lost to a curse or a catch, and the party has yet to say whose they were."""

    lamps: int = 1
    is_curse: bool = False


class Relighting(Pending, frozen=True):
    """A lamp is out: the party discusses its order, and whoever leads lays out a lamp.

    ``since`` is what could be reported when the sand ran out, None after a catch.
    """

    since: tuple[int, ...] | None = None


class Thieving(Pending, frozen=True):
    """The thief takes a token of one of these."""

    among: tuple[Player, ...] = ()


class Telling(Pending, frozen=True):
    """Scheherazade's tale: whose turn is not over, what she has, and who gives her something now.

    Numbers rolled ``ahead`` wait for that gift.
    """

    due: tuple[Player, ...] = ()
    hers: tuple[str, ...] = ()
    giver: Player | None = None
    ahead: tuple[int, ...] = ()

    @property
    def rollers(self) -> tuple[Player, ...]:
        rolled = self.due.index(self.giver) + 1 if self.giver in self.due else 0
        return self.due[rolled + len(self.ahead) :]


class Trading(Pending, frozen=True):
    """The merchant trades: whose token has yet to be laid out, and who has yet to pick."""

    to_lay: tuple[Player, ...] = ()
    to_pick: tuple[Player, ...] = ()
    laid: tuple[str, ...] = ()


EVENTS_UNDER_WAY = (LeaderMoving, Thieving, Telling, Trading)
"""What an event of the Leader begins; it is finished before the next event. Cites: SID-6.1."""
GENIES_UNDER_WAY = (AskingTheWay, LayingArrow, Rewarding)
"""What a genie begins. Cites: SID-5.1."""


CHEST, TREASURE = "chest", "treasure"
PADLOCK, COMBINATION, ILLUSION = "padlock", "combination", "illusion"
DIE: Final = 6
"""Faces of a die."""


class LeftLocked(Struct, frozen=True):
    """A find that the party left behind a lock; its square is known if the maze is."""

    found: str
    lock: str
    square: Square | None = None


class News(Struct, frozen=True):
    """A sentence about what an event has brought about, and the rule by which it came."""

    rule: RuleLike
    said: Say


class OpeningRoll(NamedTuple):
    """The roll that opened a lock, counted from 1, and who rolled it."""

    roll: int
    player: Player


def shares_of_lamps(lamps: int, adventurers: int) -> tuple[int, ...]:
    """Share lamps as evenly as can be, most first. Cites: SID-1.2.

    >>> shares_of_lamps(12, 5)
    (3, 3, 2, 2, 2)
    """
    even, over = divmod(lamps, adventurers)
    return (even + 1,) * over + (even,) * (adventurers - over)


def after_curses(order: tuple[Player, ...], curses: int) -> tuple[Player, ...]:
    """Return the order after curses: for each, the one in front goes to the rear. Cites: SID-4.2.

    >>> "".join(after_curses((Player("A"), Player("B"), Player("C")), 2))
    'CAB'
    """
    to_rear = curses % len(order) if order else 0
    return order[to_rear:] + order[:to_rear]


def picks(order: tuple[Player, ...], tokens: int, rounds: int) -> tuple[Player, ...]:
    """List who picks, token by token from the front, until none is left. Cites: SID-4.3.

    >>> "".join(picks((Player("A"), Player("B")), tokens=3, rounds=2))
    'ABA'
    """
    return (order * rounds)[:tokens]


def opening_roll(rolls: Sequence[int], line: Sequence[Player], *wanted: int) -> OpeningRoll | None:
    """Return the roll that opens a lock, if one does; all roll in turn. Cites: SID-6.5, SID-6.6.

    >>> opening_roll((5, 6), (Player("A"), Player("B")), 6)
    OpeningRoll(roll=2, player='B')
    >>> opening_roll((5, 5, 6, 4), (Player("A"), Player("B")), 6, 5, 4).roll
    4
    """
    if not {*wanted} <= {*rolls}:
        return None
    last = max(rolls.index(number) for number in wanted)
    return OpeningRoll(last + 1, line[last % len(line)])


ESCAPED, LAMPS_OUT, CAUGHT = "escaped", "lamps-out", "caught"
OUTCOMES = (ESCAPED, LAMPS_OUT, CAUGHT)
P = TypeVar("P")


class Variant(Struct, frozen=True):
    """The numbers and options of this table, read once."""

    from_chest: int
    from_treasure: int
    light: int
    enough_paid: int
    two_squares: int
    padlock: int
    combination: tuple[int, ...]
    thief: int
    tale_gives: int
    stolen_in_front: int
    stolen_of_others: int
    all_events: int
    alike: int
    has_events: bool
    catch_takes_burning: bool
    asks_sole_owner: bool
    """Whether a lost lamp is asked for where one adventurer alone has any.

    Up to version 2 of the rulebook it went unasked, and the journals of then have no entry for it.
    """


class Arrow(Struct, frozen=True):
    """An arrow of a genie on the map; without a colour on record, the Leader names it."""

    square: Square
    points: Direction
    colour: str = ""


class State(Struct, frozen=True, kw_only=True):
    """Everything on the table, and what the Leader has said.

    ``lamps`` are the unlit ones, none before they are shared. ``order`` is the marching order,
    front first. ``glass`` counts the turns of the sand timer. ``pending`` is what is under way,
    the current thing last. Squares are known if the table gave the maze. Once it
    ``is_by_the_end``, no move is recorded, only how it ended and what everybody holds then;
    ``uncounted`` are those who have yet to say what.
    """

    setup: Setup
    variant: Variant
    maze: Maze | None
    all_lamps: int
    holdings: Mapping[Player, Holding]
    lamps: Mapping[Player, int] = {}
    discarded: int = 0
    order: tuple[Player, ...] = ()
    is_lit: bool = False
    glass: int = 0
    genie_used: bool = False
    events_held: int = 0
    events_drawn: int = 0
    chests_found: int = 0
    treasure_found: bool = False
    voted: tuple[str, ...] = ()
    """The moves with the most votes, if a vote was held on the next move."""
    leads: tuple[Player, ...] = ()
    """Who got the most votes, if a vote was held on who leads."""
    pending: tuple[Pending, ...] = ()
    party: Square | None = None
    facing: Direction | None = None
    leader: Square | None = None
    may_meet: bool = False
    """Whether the Leader token may be on the map, where no maze shows it. Cites: SID-7.3."""
    emptied: tuple[Square, ...] = ()
    """Squares whose chest or Treasure has been found."""
    left_locked: tuple[LeftLocked, ...] = ()
    """What was found, and left behind a lock."""
    slid: tuple[Square, ...] = ()
    arrows: tuple[Arrow, ...] = ()
    has_last_lamp: bool = False
    """Whether it was said that the burning lamp is the last."""
    news: tuple[News, ...] = ()
    """The sentences to announce after the event that caused them."""
    outcome: str = ""
    is_by_the_end: bool = False
    is_ended: bool = False
    uncounted: tuple[Player, ...] = ()

    @property
    def players(self) -> tuple[Player, ...]:
        """The adventurers in order of seating."""
        return self.setup.seating

    @property
    def leader_name(self) -> Player:
        return leader_of(self.setup)

    @property
    def front(self) -> Player:
        return (self.order or self.players)[0]

    @property
    def owed(self) -> int:
        """The number of lost lamps whose owner nobody has named yet. Cites: SID-4.2."""
        return sum(each.lamps for each in self.pending if isinstance(each, LosingLamp))

    @property
    def unlit(self) -> int:
        """The unlit lamps of the party; while it discusses its order, one burns already."""
        held = sum(self.lamps.values())
        return max(0, held - self.owed - int(bool(self.order) and not self.is_lit))

    @property
    def lamp_owners(self) -> tuple[Player, ...]:
        """Who has an unlit lamp, in marching order."""
        return tuple(player for player in self.order if self.lamps[player])

    @property
    def unseen(self) -> tuple[Player, ...]:
        """Whose tokens are known by number only."""
        return tuple(player for player, held in self.holdings.items() if held.hidden)

    @property
    def now(self) -> Pending | None:
        """What is going on now; None on the march."""
        return self.pending[-1] if self.pending else None

    def current(self, kind: type[P]) -> P:
        """Return what is going on now if it is of this kind, else a blank one."""
        return self.now if isinstance(self.now, kind) else kind()

    def pending_of(self, *kinds: type[P]) -> P | None:
        """Return the latest of these kinds that is under way, now or waiting."""
        return next((each for each in reversed(self.pending) if isinstance(each, kinds)), None)

    def saying(self, rule: RuleLike, said: Say) -> "State":
        """Return the state that announces this sentence after the event, by this rule."""
        return replace(self, news=(*self.news, News(rule, said)))

    def begun(self, pending: Pending | None) -> "State":
        """Begin something, while what goes on now waits; None begins nothing."""
        return replace(self, pending=(*self.pending, pending)) if pending else self

    def done(self, kind: type[Pending]) -> "State":
        """End what is going on now, if it is of this kind; what waited goes on."""
        return replace(self, pending=self.pending[:-1]) if isinstance(self.now, kind) else self

    def instead(self, was: Pending, now: Pending | None) -> "State":
        """Replace what is under way by something else or nothing; begin it if ``was`` is not."""
        if was not in self.pending:
            return self.begun(now)
        at = len(self.pending) - 1 - self.pending[::-1].index(was)
        new = (now,) if now else ()
        return replace(self, pending=(*self.pending[:at], *new, *self.pending[at + 1 :]))

    def losing(self, lamps: int, *, is_curse: bool) -> "State":
        """Lose unlit lamps now; whose they were is said afterwards. Cites: SID-4.2, SID-7.3."""
        if not lamps:
            return self
        lost = LosingLamp(lamps, is_curse)
        return replace(self.begun(lost), discarded=self.discarded + lamps)

    @property
    def reported(self) -> tuple[int, ...]:
        """A fingerprint of the discussion about the order, which every report changes."""
        lamps = sum(self.lamps.values())
        return self.events_held, lamps, len(self.leads), self.genie_used, len(self.pending)

    def relighting(self) -> "State":
        """Have the party discuss its order after it has said whose lamps went. Cites: SID-3.2."""
        rest = tuple(each for each in self.pending if not isinstance(each, LosingLamp | Relighting))
        losses = tuple(each for each in self.pending if isinstance(each, LosingLamp))
        return replace(self, pending=(*rest, Relighting(), *losses))

    @property
    def has_just_changed_lamps(self) -> bool:
        """Whether nothing has been reported since the sand ran out."""
        talk = self.pending_of(Relighting)
        return talk is not None and talk.since == self.reported

    def having(self, player: Player, *tokens: str) -> "State":
        held = self.holdings[player]
        for token in tokens:
            held = held.having(token)
        return self.with_holding(player, held)

    def without(self, player: Player, token: str) -> "State":
        return self.with_holding(player, self.holdings[player].without(token))

    def with_holding(self, player: Player, held: Holding) -> "State":
        return replace(self, holdings={**self.holdings, player: held})

    def with_lamps(self, player: Player, more: int) -> "State":
        """Give an adventurer lamps, or take some away."""
        return replace(self, lamps={**self.lamps, player: max(0, self.lamps[player] + more)})


def leader_of(setup: Setup) -> Player:
    """Return the name of the Leader; a blank form may have none yet.

    >>> leader_of(Setup((Player("Ana"),), {"leader": Player("Zed")}))
    'Zed'
    """
    return setup.roles.get("leader", Player("the Leader"))


def plays_events(book: Rulebook, options: Options) -> bool:
    """Return whether a table plays with events. Cites: SID-6.1."""
    return book.option(options, "events") == "yes"


def start(book: Rulebook, setup: Setup) -> State:
    """Set the table up for two to six adventurers. Cites: SID-1.1 to SID-1.3, SID-1.6."""
    has_events = plays_events(book, setup.options)
    events = book[keys.EVENTS] if has_events else 0
    variant = Variant(
        from_chest=book[keys.FROM_CHEST],
        from_treasure=book[keys.FROM_TREASURE],
        light=book[keys.LIGHT],
        enough_paid=book[keys.WAY_PAID],
        two_squares=book[keys.TWO_SQUARES],
        padlock=book[keys.PADLOCK],
        combination=book[keys.COMBINATION],
        thief=book[keys.THIEF],
        tale_gives=book[keys.SCHEHERAZADE],
        stolen_in_front=book[keys.STOLEN_IN_FRONT],
        stolen_of_others=book[keys.STOLEN_OF_OTHERS],
        all_events=book[keys.EVENTS_THERE_ARE],
        alike=book[keys.ALIKE],
        has_events=has_events,
        catch_takes_burning=book.option(setup.options, "caught_lamp") == "burning",
        asks_sole_owner=book.version > 2,  # noqa: PLR2004 - see there
    )
    coins = (str(book[keys.COIN]),) * book[keys.STARTING_JEWELS]
    drawing = setup.texts.get("maze")
    shares = shares_of_lamps(book[keys.LAMPS], len(setup.seating))
    is_even = shares[0] == shares[-1]
    return State(
        setup=setup,
        variant=variant,
        maze=read_maze(drawing) if drawing else None,
        all_lamps=book[keys.LAMPS],
        holdings=dict.fromkeys(setup.seating, Holding(coins)),
        lamps=dict.fromkeys(setup.seating, shares[0]) if is_even else {},
        events_held=events,
        events_drawn=events,
        is_by_the_end=setup.by == ROUND,
    )
