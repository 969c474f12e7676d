"""Disputes about the maze: which way it is, and where a landslide may lie."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping
from typing import Final, cast

from referee.core.question import Answer, Facts
from referee.core.rulebook import Rulebook
from referee.core.ruling import Ruling, allowed, forbidden, impossible
from referee.core.say import Say, plural
from referee.core.shape import Value
from referee.games.sidibaba import keys
from referee.games.sidibaba.landslides import may_not_slide
from referee.games.sidibaba.maze import Direction, Maze, Square, read_maze, read_square
from referee.games.sidibaba.ways import FirstSteps, Target, first_steps

_RULES: Final[Mapping[Target, str]] = {
    Target.TREASURE: keys.WAY_TO_TREASURE,
    Target.EXIT: keys.WAY_TO_EXIT,
    Target.LOOT: keys.WAY_TO_LOOT,
}
_WHERE: Final[Mapping[Target, Say]] = {
    Target.TREASURE: Say("to the Treasure"),
    Target.EXIT: Say("to the nearest exit"),
    Target.LOOT: Say("to the nearest loot"),
}


def answer_steps(book: Rulebook, facts: Facts) -> Answer:
    """Tell the first step, or for enough jewels the first two. Cites: SID-5.3 to SID-5.5."""
    values = facts.values
    maze, slid = read_maze(str(values["maze"])), _slid(values)
    start = read_square(str(values["from"]))
    target = Target(str(values["to"]))
    refused = _no_such_ground(book, maze, slid, {"The party": start})
    if refused:
        return Answer.ruled(refused, {"steps": None, "ties": None})
    paid = cast("int", values.get("paid", 0))
    is_enough = paid >= book[keys.WAY_PAID]
    found = first_steps(maze, start, target, slid=slid, count=2 if is_enough else 1)
    because = [_paid_words(book, paid, is_enough=is_enough)] if paid else []
    if found.ties:
        because.append(Say("As near: first {ties}.", ties=_words(found.ties)))
    cites = book.cite(*((keys.WAY_PAID,) if paid else ()), _RULES[target])
    answer = {
        "steps": tuple(step.value for step in found.steps),
        "ties": tuple(step.value for step in found.ties),
    }
    return Answer.answered(_steps_words(found, target), answer, *cites, because=tuple(because))


def answer_landslide(book: Rulebook, facts: Facts) -> Answer:
    """Rule on a landslide at a square. Cites: SID-6.8."""
    values = facts.values
    maze, slid = read_maze(str(values["maze"])), _slid(values)
    at, party = read_square(str(values["at"])), read_square(str(values["party"]))
    leader = read_square(str(values["leader"])) if "leader" in values else None
    stand = {"The party": party, **({"The Leader": leader} if leader else {})}
    cites = book.cite(keys.LANDSLIDE)
    refused = _no_such_ground(book, maze, slid, stand) or _outside(book, maze, at)
    if refused:
        return Answer.ruled(refused)
    stop = may_not_slide(maze, at, party, leader=leader, slid=slid)
    if stop:
        return Answer.ruled(forbidden(stop, *cites))
    said = Say("A landslide may lie on {square}.", square=str(at))
    kept = ("an exit",) if maze.treasure is None else ("the Treasure", "an exit")
    stays = Say("From {party} there is still a way to {kept}.", party=str(party), kept=kept)
    return Answer.ruled(allowed(said, *cites, because=(stays,)))


def _slid(values: Mapping[str, Value]) -> tuple[Square, ...]:
    return tuple(map(read_square, cast("tuple[str, ...]", values.get("slid", ()))))


def _no_such_ground(
    book: Rulebook, maze: Maze, slid: tuple[Square, ...], stand: Mapping[str, Square]
) -> Ruling | None:
    """Stop squares that the maze has not, and landslides that cannot lie so. Cites: SID-6.8."""
    cites = book.cite(keys.LANDSLIDE)
    for square in (*stand.values(), *slid):
        refused = _outside(book, maze, square)
        if refused:
            return refused
    for who, square in stand.items():
        if square in slid:
            said = Say("{who} cannot stand on {at}, under a landslide.", who=who, at=str(square))
            return impossible(said, *cites)
    if maze.treasure in slid:
        said = Say("No landslide lies on {square}, on the Treasure.", square=str(maze.treasure))
        return impossible(said, *cites)
    twice = next((square for square, n in Counter(slid).items() if n > 1), None)
    if twice is not None:
        said = Say("Two landslides cannot both lie on {square}.", square=str(twice))
        return impossible(said, *cites)
    return None


def _outside(book: Rulebook, maze: Maze, square: Square) -> Ruling | None:
    """Stop a square that the maze has not. Cites: SID-1.6."""
    if square in maze:
        return None
    said = Say(
        "{square} lies outside: the maze has {columns} by {rows} squares.",
        square=str(square),
        columns=maze.width,
        rows=maze.height,
    )
    return impossible(said, keys.MAZE)


def _paid_words(book: Rulebook, paid: int, *, is_enough: bool) -> Say:
    enough = book[keys.WAY_PAID]
    if is_enough:
        return Say("{paid} paid: two steps.", paid=paid)
    return Say("{paid} paid, and {enough} are needed: one step.", paid=paid, enough=enough)


def _steps_words(found: FirstSteps, target: Target) -> Say:
    if found.none:
        return found.none
    return plural(
        len(found.steps),
        "The first step {where}: {steps}.",
        "The first steps {where}: {steps}.",
        where=_WHERE[target],
        steps=", then ".join(_words(found.steps)),
    )


def _words(directions: Collection[Direction]) -> tuple[str, ...]:
    return tuple(direction.word for direction in directions)
