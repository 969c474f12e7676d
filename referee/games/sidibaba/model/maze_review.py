"""What a maze shows, and what is doubtful in it: for a Leader who has drawn one."""

from collections.abc import Iterator

from referee.api import Rulebook, Ruling, Say, impossible, plural, table_call
from referee.games.sidibaba import keys
from referee.games.sidibaba.model.maze import Maze, Square, read_maze
from referee.games.sidibaba.model.paths import Target, within_reach


def about_maze(book: Rulebook, drawing: str) -> tuple[Say, tuple[Ruling, ...]]:
    r"""Tell what a drawn maze shows, and what speaks against it. Cites: SID-1.4, SID-6.8.

    >>> from referee.files.documents.rulebook import load_rulebook
    >>> said, findings = about_maze(load_rulebook("sidibaba"), "+-+-+ +\n|T|C  |\n+-+-+-+")
    >>> print(said)
    3 by 1 squares; the Treasure on 1,1; 1 chest: 2,1; 1 exit: 3,1 north.
    >>> [str(finding.reason) for finding in findings]
    ['No way leads from an exit to the Treasure on 1,1.']
    """
    maze = read_maze(drawing)
    treasure = Say("no Treasure")
    if maze.treasure is not None:
        treasure = Say("the Treasure on {square}", square=str(maze.treasure))
    said = Say(
        "{columns} by {rows} squares; {treasure}; {chests}; {exits}.",
        columns=maze.width,
        rows=maze.height,
        treasure=treasure,
        chests=_counted_chests(maze),
        exits=plural(
            len(maze.exits),
            "{n} exit: {exits}",
            "{n} exits: {exits}",
            exits=tuple(f"{gap.square} {gap.direction.word}" for gap in maze.exits),
        ),
    )
    return said, tuple(_findings(book, maze))


def _counted_chests(maze: Maze) -> Say:
    if not maze.chests:
        return Say("no chest")
    squares = tuple(map(str, maze.chests))
    return plural(len(squares), "{n} chest: {squares}", "{n} chests: {squares}", squares=squares)


def _findings(book: Rulebook, maze: Maze) -> Iterator[Ruling]:
    if len(maze.chests) > book[keys.CHESTS]:
        said = "The maze shows {n} chests, and there are {all}."
        yield impossible(said, keys.CHESTS, n=len(maze.chests), all=book[keys.CHESTS])
    places: list[tuple[str, Square]] = [("the chest", chest) for chest in maze.chests]
    if maze.treasure is not None:
        places.insert(0, ("the Treasure", maze.treasure))
    for what, square in places:
        if not within_reach(maze, square, Target.EXIT):
            said = "No way leads from an exit to {what} on {square}."
            rules = (keys.CHESTS, keys.LANDSLIDE)
            yield table_call(said, *rules, what=what, square=str(square))
