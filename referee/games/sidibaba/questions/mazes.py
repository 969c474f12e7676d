"""Disputes about the maze: moves, ways, the Leader token, and where a landslide may lie."""

from collections import Counter
from collections.abc import Collection, Mapping
from typing import Final

from referee import api
from referee.api import Say
from referee.api.reading import halfwidth, match_choice
from referee.games.sidibaba import keys
from referee.games.sidibaba.model.maze import (
    Beyond,
    Direction,
    Maze,
    Square,
    opposite,
    read_maze,
    read_square,
)
from referee.games.sidibaba.model.ways import (
    FirstSteps,
    Target,
    first_steps,
    leader_ends,
    refuse_landslide,
)
from referee.games.sidibaba.questions.common import position, question
from referee.games.sidibaba.stages.base import loot_at, what_is_ahead
from referee.games.sidibaba.stages.genies import GENIE_RULES
from referee.games.sidibaba.stages.leader import OFF_MAP, read_place
from referee.games.sidibaba.stages.march import MoveDeclared
from referee.games.sidibaba.stages.setup import PartyPlaced
from referee.games.sidibaba.state import ESCAPED, State

_WHERE: Final[Mapping[Target, Say]] = {
    Target.TREASURE: Say("to the Treasure"),
    Target.EXIT: Say("to the nearest exit"),
    Target.LOOT: Say("to the nearest loot"),
}
_DIRECTIONS: Final = {
    **{direction.word: direction for direction in Direction},
    **{direction.value.casefold(): direction for direction in Direction},
}
_MOVES: Final = {
    **dict.fromkeys(("f", "forward"), "f"),
    **dict.fromkeys(("fl", "forward-left", "forward left"), "fl"),
    **dict.fromkeys(("fr", "forward-right", "forward right"), "fr"),
    **dict.fromkeys(("l", "left", "turn left"), "l"),
    **dict.fromkeys(("r", "right", "turn right"), "r"),
    **dict.fromkeys(("b", "back", "round", "turn round"), "b"),
}
"""How a move may be written."""


def read_way(words: str) -> Direction:
    """Read a direction on the map, such as ``N`` or ``south``. Raises BadAnswer.

    >>> read_way("s").word
    'south'
    """
    return _DIRECTIONS[match_choice(halfwidth(words).casefold(), tuple(_DIRECTIONS))]


def read_move(words: str) -> str:
    """Read a move, such as ``f`` or ``forward-left``. Raises BadAnswer.

    >>> read_move("fl"), read_move("back")
    ('fl', 'b')
    """
    return _MOVES[match_choice(halfwidth(words).casefold(), tuple(_MOVES))]


def _enter(book: api.Rulebook, facts: api.Facts) -> api.Ruling | api.Answer:
    """Rule whether the party may come in there. Cites: SID-1.6."""
    maze, at = read_maze(facts.text("maze")), read_square(facts.text("at"))
    stated = facts.text("facing", None)
    if refused := _refuse_outside(maze, at):
        return refused
    ways = [opposite(gap.direction) for gap in maze.exits if gap.square == at]
    facing = read_way(stated) if stated else ways[0] if len(ways) == 1 else None
    placed = PartyPlaced(at, facing or (ways[0] if ways else Direction.NORTH))
    ruling = placed.judge(book, position(book, facts, maze=maze))
    if ruling.verdict.stops_play or not facing:
        return ruling
    return api.Answer.ruled(ruling, {"facing": facing.value})


def _move(book: api.Rulebook, facts: api.Facts) -> api.Ruling | api.Answer:
    """Rule on a move, and answer what is ahead then. Cites: SID-2.1 to SID-2.4, SID-8.1."""
    maze, slid, found = _ground(facts)
    at, facing = read_square(facts.text("at")), read_way(facts.text("facing"))
    if refused := _refuse_ground(maze, slid, at, found=found):
        return refused
    state = position(
        *(book, facts),
        maze=maze,
        party=at,
        facing=facing,
        slid=slid,
        emptied=found,
        treasure_found=maze.treasure in found,
    )
    move = MoveDeclared(read_move(facts.text("go")))
    ruling = move.judge(book, state)
    if ruling.verdict.stops_play:
        return ruling
    after = move.apply(state)
    results = {"at": str(after.party), "facing": after.facing, "ahead": _ahead(after)}
    if after.outcome == ESCAPED:
        results = {"at": "out", "facing": after.facing}
    return api.Answer.ruled(ruling, results)


def _ahead(state: State) -> str | None:
    """Return what is one square ahead, as a word. Cites: SID-2.4."""
    if state.maze is None or state.party is None or state.facing is None:
        return None
    there = what_is_ahead(state, state.party, state.facing)
    if state.maze.step(state.party, state.facing) in state.slid:
        return "landslide"
    if isinstance(there, Beyond):
        return "wall" if there is Beyond.WALL else "outside"
    return loot_at(state, there) or "nothing"


def _leader(book: api.Rulebook, facts: api.Facts) -> api.Ruling | api.Answer:
    """Answer where the Leader token can end, and rule on one square. Cites: SID-6.2, SID-7.1."""
    maze, slid = read_maze(facts.text("maze")), _squares(facts, "slid")
    at, party = read_place(facts.text("at")), read_square(facts.text("party"))
    squares, stated = facts.integer("squares"), facts.text("to", None)
    to = None if stated is None else read_place(stated)
    if refused := _refuse_ground(maze, slid, party, at) or (to and _refuse_outside(maze, to)):
        return refused
    if at == party:
        said = "The Leader token is not on the party's square: it leaves the map at a catch."
        return api.impossible(said, keys.LAMP_THAT_GOES, keys.CAUGHT)
    ends = leader_ends(maze, at, squares, party, slid)
    reach = tuple(_at_place(square) for square in ends)
    if stated is None:
        said_reach = Say("The Leader token can end on {reach}.", reach=reach)
        results = {"reach": reach, "catches": party in ends}
        return api.Answer.answered(said_reach, results, keys.MOVEMENT)
    if to not in ends:
        one = "With {n} square the Leader token cannot end on {to}."
        many = "With {n} squares the Leader token cannot end on {to}."
        if to is None:
            one = many = "The Leader token stays off the map only if no entrance is open."
        rules = [keys.MOVEMENT]
        because: tuple[Say, ...] = ()
        if at != to and to in leader_ends(maze, at, squares, Square(0, 0), slid):
            rules.append(keys.CAUGHT)
            because = (Say("The party is in the way, and is caught if it is reached."),)
        cannot = api.plural(squares, one, many, to=_at_place(to))
        ruling = api.forbidden(cannot, *rules, because=because)
        return api.Answer.ruled(ruling, {"reach": reach})
    said = "The Leader token ends on {to}."
    ruling = api.allowed(said, keys.MOVEMENT, to=_at_place(to))
    if to == party:
        said = "The Leader token ends on {to}, and the party is caught."
        ruling = api.allowed(said, keys.MOVEMENT, keys.CAUGHT, to=_at_place(to))
    return api.Answer.ruled(ruling, {"reach": reach, "steps": ends[to], "catches": to == party})


def _at_place(square: Square | None) -> str:
    return OFF_MAP if square is None else str(square)


def _steps(book: api.Rulebook, facts: api.Facts) -> api.Ruling | api.Answer:
    """Answer the first step, or for enough jewels the first two. Cites: SID-5.3 to SID-5.5."""
    maze, slid, gone = _ground(facts)
    start, target = read_square(facts.text("from")), Target(facts.word("to"))
    if refused := _refuse_ground(maze, slid, start, found=gone):
        return refused
    paid, enough = facts.integer("paid", 0), book[keys.WAY_PAID]
    count = 2 if paid >= enough else 1
    found = first_steps(maze.without_loot(gone), start, target, slid=slid, count=count)
    because: tuple[Say, ...] = ()
    if paid >= enough:
        because += (Say("{paid} paid: two steps.", paid=paid),)
    elif paid:
        said = "{paid} paid, and {enough} are needed: one step."
        because += (Say(said, paid=paid, enough=enough),)
    if found.ties:
        because += (Say("Equally near: first {ties}.", ties=_direction_words(found.ties)),)
    rules = (*((keys.WAY_PAID,) if paid else ()), GENIE_RULES[target])
    results = {
        "steps": tuple(step.value for step in found.steps),
        "ties": tuple(step.value for step in found.ties),
    }
    return api.Answer.answered(_steps_words(found, target), results, *rules, because=because)


def _landslide(book: api.Rulebook, facts: api.Facts) -> api.Ruling:
    """Rule on a landslide at a square. Cites: SID-6.8."""
    maze, slid, gone = _ground(facts)
    at, party = read_square(facts.text("at")), read_square(facts.text("party"))
    stated = facts.text("leader", None)
    leader = read_square(stated) if stated else None
    if refused := _refuse_ground(maze, slid, party, leader, gone) or _refuse_outside(maze, at):
        return refused
    maze = maze.without_loot(gone)
    if reason := refuse_landslide(maze, at, party, leader=leader, slid=slid):
        return api.forbidden(reason, keys.LANDSLIDE)
    kept = ("an exit",) if maze.treasure is None else ("the Treasure", "an exit")
    stays = Say("From {party} there is still a way to {kept}.", party=str(party), kept=kept)
    said = Say("A landslide may fall on {square}.", square=str(at))
    return api.allowed(said, keys.LANDSLIDE, because=(stays,))


def _ground(facts: api.Facts) -> tuple[Maze, tuple[Square, ...], tuple[Square, ...]]:
    """Read the maze, where landslides lie in it, and where something was found already."""
    return read_maze(facts.text("maze")), _squares(facts, "slid"), _squares(facts, "found")


def _squares(facts: api.Facts, name: str) -> tuple[Square, ...]:
    return tuple(map(read_square, facts.words(name, ())))


def _refuse_ground(
    maze: Maze,
    slid: tuple[Square, ...],
    party: Square,
    leader: Square | None = None,
    found: Collection[Square] = (),
) -> api.Ruling | None:
    """Refuse squares outside, finds where no loot is, bad landslides. Cites: SID-1.4, SID-6.8."""
    placed_at = {"The party": party} | ({"The Leader": leader} if leader else {})
    for square in (*placed_at.values(), *slid, *found):
        if refused := _refuse_outside(maze, square):
            return refused
    empty = next((square for square in found if square not in maze.loot), None)
    if empty is not None:
        said = "Nothing was found on {square}: the maze has no loot there."
        return api.impossible(said, keys.CHESTS, square=str(empty))
    for who, square in placed_at.items():
        if square in slid:
            said = "{who} cannot be on {at}, where a landslide is."
            return api.impossible(said, keys.LANDSLIDE, who=who, at=str(square))
    if maze.treasure in slid and maze.treasure not in found:
        said = "There can be no landslide on {square}: the Treasure is there."
        return api.impossible(said, keys.LANDSLIDE, square=str(maze.treasure))
    twice = next((square for square, n in Counter(slid).items() if n > 1), None)
    if twice is not None:
        said = "There cannot be two landslides on {square}."
        return api.impossible(said, keys.LANDSLIDE, square=str(twice))
    return None


def _refuse_outside(maze: Maze, square: Square) -> api.Ruling | None:
    """Refuse a square that the maze does not have. Cites: SID-1.6."""
    if square in maze:
        return None
    said = "{square} is outside the maze, which has {columns} by {rows} squares."
    where = str(square)
    return api.impossible(said, keys.MAZE, square=where, columns=maze.width, rows=maze.height)


def _steps_words(found: FirstSteps, target: Target) -> Say:
    if found.why_none:
        return found.why_none
    return api.plural(
        len(found.steps),
        "The first step {where}: {steps}.",
        "The first steps {where}: {steps}.",
        where=_WHERE[target],
        steps=api.join(tuple(_direction_words(found.steps)), ", then "),
    )


def _direction_words(directions: Collection[Direction]) -> tuple[str, ...]:
    return tuple(direction.word for direction in directions)


EXAMPLE: Final = """\
+-+-+ +
|T  | |
+ + + +
|C|   |
+-+-+ +
"""
MAZE = api.Field(
    "maze",
    api.FileText("maze", EXAMPLE, read_maze),
    Say("the file that holds the maze"),
    required=True,
)
SQUARE = api.Text(like="2,1", read=read_square)
PLACE = api.Text(like="2,1", read=read_place)
WAY = api.Text(like="N", read=read_way)
SLID = api.Field(
    "slid", api.ListOf(SQUARE), Say("where there already are landslides; none if left out")
)
FOUND = api.Field(
    "found", api.ListOf(SQUARE), Say("squares whose chest or Treasure was found; none if left out")
)


ENTER = question(
    "enter",
    Say("May the party come in there?"),
    MAZE,
    api.Field("at", SQUARE, Say("the square of the entrance"), required=True),
    api.Field("facing", WAY, Say("which way the party faces")),
    rule=_enter,
    results=("facing",),
    example="maze=scoresheets/sidibaba/maze.yaml at=4,1",
)
MOVE = question(
    "move",
    Say("May the party move so, and what is ahead then?"),
    MAZE,
    api.Field("at", SQUARE, Say("where the party is"), required=True),
    api.Field("facing", WAY, Say("which way it faces"), required=True),
    api.Field("go", api.Text(like="fl", read=read_move), Say("the move"), required=True),
    FOUND,
    SLID,
    rule=_move,
    results=("at", "facing", "ahead"),
    example="maze=scoresheets/sidibaba/maze.yaml at=2,3 facing=N go=l",
)
LEADER = question(
    "leader",
    Say("Where can the Leader token end?"),
    MAZE,
    api.Field("at", PLACE, Say("where the token is; off if it is off the map"), required=True),
    api.Field("squares", api.Integer(), Say("how many squares it has to go"), required=True),
    api.Field("party", SQUARE, Say("where the party is"), required=True),
    api.Field("to", PLACE, Say("where it ends")),
    SLID,
    rule=_leader,
    results=("reach", "steps", "catches"),
    example="maze=scoresheets/sidibaba/maze.yaml at=2,1 squares=2 party=4,1",
)
STEPS = question(
    "steps",
    Say("Which way is it, the first step or two?"),
    MAZE,
    api.Field("from", SQUARE, Say("where the party is"), required=True),
    api.Field(
        "to",
        api.Choice(tuple(target.value for target in Target)),
        Say("the Treasure, the nearest exit, or the nearest loot"),
        required=True,
    ),
    api.Field("paid", api.Integer(), Say("the value of the jewels paid")),
    SLID,
    FOUND,
    rule=_steps,
    results=("steps", "ties"),
    example="maze=scoresheets/sidibaba/maze.yaml from=2,3 to=treasure paid=3",
)
LANDSLIDE = question(
    "landslide",
    Say("May a landslide fall there?"),
    MAZE,
    api.Field("at", SQUARE, Say("where it is to fall"), required=True),
    api.Field("party", SQUARE, Say("where the party is"), required=True),
    api.Field("leader", SQUARE, Say("where the Leader token is, if it is on the map")),
    SLID,
    FOUND,
    rule=_landslide,
    example="maze=scoresheets/sidibaba/maze.yaml at=4,2 party=2,3 leader=5,5",
)
