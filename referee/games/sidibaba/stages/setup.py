"""Before the march: the lamps, the entrance, and the first order."""

from itertools import combinations

from referee import api
from referee.api import Player, Say
from referee.api.reading import halfwidth, match_choice
from referee.games.sidibaba import keys
from referee.games.sidibaba.model.maze import Direction, Exit, Square, opposite, read_square
from referee.games.sidibaba.stages.base import Report
from referee.games.sidibaba.stages.lamps import OrderTaken, ask_order
from referee.games.sidibaba.state import State, leader_of, plays_events, shares_of_lamps


class LampsShared(Report, frozen=True):
    """These adventurers got one lamp more than the others."""

    rule = keys.LAMPS
    more: tuple[Player, ...]

    def judge(self, book: api.Rulebook, state: State) -> api.Ruling:
        most, due = _larger_share(state)
        if len(self.more) != due:
            one = "{n} adventurer gets one lamp more, not {told}."
            many = "{n} adventurers get one lamp more, not {told}."
            return self.forbidden(api.plural(due, one, many, told=len(self.more)))
        return self.allowed("{more} have {n} lamps.", n=most)

    def apply(self, state: State) -> State:
        least = min(shares_of_lamps(state.all_lamps, len(state.players)))
        lamps = {player: least + (player in self.more) for player in state.players}
        return api.replace(state, lamps=lamps)

    def tell(self, state: State) -> api.SheetCells:
        return dict.fromkeys(self.more, Say("one lamp more"))


class PartyPlaced(Report, frozen=True):
    """The Leader laid the triangle on this square, facing that way."""

    rule = keys.MAZE
    square: Square
    facing: Direction

    def judge(self, book: api.Rulebook, state: State) -> api.Ruling:
        maze, square = state.maze, str(self.square)
        if maze is None or self.square not in maze:
            return self.impossible("The maze has no square {square}.", square=square)
        if not any(gap.square == self.square for gap in maze.exits):
            return self.forbidden("No entrance leads to {square}.", square=square)
        if Exit(self.square, opposite(self.facing)) not in maze.exits:
            return self.forbidden("The party comes in facing away from the entrance.")
        return self.allowed("The party comes in.")

    def apply(self, state: State) -> State:
        return api.replace(state, party=self.square, facing=self.facing)


def setup_steps(book: api.Rulebook, setup: api.Setup) -> tuple[api.Notice, ...]:
    """Return the setup of this table, step by step. Cites: SID-1.1 to SID-1.6, SID-6.1."""
    leader = leader_of(setup)
    shared = " ".join(map(str, shares_of_lamps(book[keys.LAMPS], len(setup.seating))))
    events = Say("No events in this game.")
    if plays_events(book, setup.options):
        one, many = "{leader} draws {n} event.", "{leader} draws {n} events."
        events = api.plural(book[keys.EVENTS], one, many, leader=leader)
    is_known = "maze" in setup.texts
    one, many = "Each adventurer takes {n} gold coin.", "Each adventurer takes {n} gold coins."
    coins = api.plural(book[keys.STARTING_JEWELS], one, many)
    hidden = Say("The Treasure and {n} chests are hidden in the maze.", n=book[keys.CHESTS])
    maze = Say("The referee knows the maze." if is_known else "The maze stays with the Leader.")
    return (
        api.Notice(Say("Leader: {leader}.", leader=leader), keys.LEADER),
        api.Notice(Say("Share the lamps: {shares}.", shares=shared), keys.LAMPS),
        api.Notice(coins, keys.STARTING_JEWELS),
        api.Notice(hidden, keys.CHESTS),
        api.Notice(events, keys.EVENTS),
        api.Notice(maze, keys.MAZE),
    )


def read_start(words: str) -> tuple[Square, Direction]:
    """Read a square and a direction, such as ``3,1 S``. Raises BadAnswer.

    >>> square, facing = read_start("3,1 south")
    >>> str(square), facing.word
    ('3,1', 'south')
    """
    where, _, way = halfwidth(words).rpartition(" ")
    if not where or way.isdecimal():
        read_square(words)  # what is no square gets its own message
        said = "“{words}” is not a square and a direction, such as 3,1 S."
        raise api.BadAnswer(Say(said, words=words))
    square = read_square(where)
    ways = {direction.word: direction for direction in Direction}
    return square, ways[match_choice(way, tuple(ways))]


def _larger_share(state: State) -> tuple[int, int]:
    """Return the larger number of lamps, and how many have it: nobody if all have as many."""
    shares = shares_of_lamps(state.all_lamps, len(state.players))
    return max(shares), sum(n > min(shares) for n in shares)


def _ask_lamps(book: api.Rulebook, state: State) -> api.Prompt[State]:
    most, due = _larger_share(state)
    named = api.Ordering(state.players)

    def read(words: str) -> tuple[Player, ...]:
        return tuple(sorted(named.parse(words), key=state.players.index))

    offered = [", ".join(f"@{who}" for who in some) for some in combinations(state.players, due)]
    return api.Prompt(
        ask=api.plural(due, "Who has {most} lamps?", "Which {n} have {most} lamps?", most=most),
        answers=api.CustomAnswer(offered, read, Say("{n} names", n=due)),
        event=LampsShared,
        default=offered[0],
        setup=setup_steps(book, state.setup),
    )


def _ask_entrance(book: api.Rulebook, state: State) -> api.Prompt[State]:
    exits = state.maze.exits if state.maze else ()
    offered = tuple(f"{gap.square} {opposite(gap.direction)}" for gap in exits)

    def read(words: str) -> tuple[Square, Direction]:
        """Read square and direction, which may be left out if there is only one way in."""
        squeezed = "".join(halfwidth(words).split())
        ways = [opposite(gap.direction) for gap in exits if str(gap.square) == squeezed]
        return (read_square(words), ways[0]) if len(ways) == 1 else read_start(words)

    return api.Prompt(
        ask=Say("{leader}, where does the party come in?", leader=state.leader_name),
        answers=api.CustomAnswer(offered, read, Say("its square, such as 3,1")),
        event=lambda start: PartyPlaced(*start),
        setup=() if _larger_share(state)[1] else setup_steps(book, state.setup),
        hides_answer=True,
    )


def _ask_first_order(book: api.Rulebook, state: State) -> api.Prompt[State]:
    asked = ask_order(book, state)
    if _larger_share(state)[1] or state.maze:  # the question before showed the setup
        return asked
    return api.replace(asked, setup=setup_steps(book, state.setup))


LAMPS = api.Stage(
    id="setup.lamps",
    title=Say("sharing lamps"),
    when=lambda state: not state.lamps and not state.outcome,
    ask=_ask_lamps,
    events=(LampsShared,),
)
ENTRANCE = api.Stage(
    id="setup.entrance",
    title=Say("the entrance"),
    when=lambda state: state.maze is not None and not state.facing and not state.outcome,
    actor=lambda state: state.leader_name,
    ask=_ask_entrance,
    events=(PartyPlaced,),
)
ORDER = api.Stage(
    id="setup.order",
    title=Say("marching order"),
    when=lambda state: not state.order and not state.outcome,
    ask=_ask_first_order,
    events=(OrderTaken,),
)
