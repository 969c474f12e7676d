"""Sidibaba for a Leader and two to six adventurers, with or without the maze."""

from referee.api import FileText, Game, PlayerName, Rulebook, Ruling, Say, SetupField


def _read_maze(drawing: str) -> object:
    from referee.games.sidibaba.model.maze import read_maze

    return read_maze(drawing)


def _about_maze(book: Rulebook, drawing: str) -> tuple[Say, tuple[Ruling, ...]]:
    from referee.games.sidibaba.model.ways import about_maze

    return about_maze(book, drawing)


GAME = Game(
    id="sidibaba",
    title="Sidibaba",
    players=range(2, 7),
    package=__name__,
    max_events=4_000,
    aliases=("西迪巴巴", "シディババ"),
    asks=(
        ("maze", Say("Which maze file?")),
        ("events", Say("Do you play with events?")),
    ),
    who_plays=Say("Who are the adventurers? Write the names clockwise, without the Leader."),
    setup=(
        SetupField("leader", PlayerName(), Say("Who is the Leader of the Thieves?")),
        SetupField(
            "maze",
            FileText("maze", "+-+ +\n|T  |\n+-+-+\n", _read_maze),
            Say("the maze"),
            required=False,
            about=_about_maze,
        ),
    ),
)
