"""How the table is set up, in words for the players."""

from __future__ import annotations

from referee.core.rulebook import Rulebook
from referee.core.say import Say, plural
from referee.core.table import Setup
from referee.games.sidibaba import keys
from referee.games.sidibaba.state import leader_of, shares_of_lamps


def setup_lines(book: Rulebook, setup: Setup) -> tuple[Say, ...]:
    """Word the setup of this table. Cites: SID-1.1 to SID-1.6, SID-6.1."""
    shares = shares_of_lamps(book[keys.LAMPS], len(setup.seating))
    lines = [
        Say(
            "Leader: {leader}. Lamps: {shares}. {n} gold coins each.",
            leader=leader_of(setup),
            shares=" ".join(map(str, shares)),
            n=book[keys.STARTING_JEWELS],
        ),
        Say(
            "Hidden in the maze: the Treasure and {n} chests.",
            n=book[keys.CHESTS],
        ),
    ]
    if book.option(setup.options, "events") == "yes":
        lines.append(
            plural(
                book[keys.EVENTS],
                "{leader} draws {n} event.",
                "{leader} draws {n} events.",
                leader=leader_of(setup),
            )
        )
    else:
        lines.append(Say("No events in this game."))
    known = (
        "The referee knows the maze."
        if "maze" in setup.texts
        else "The maze stays with the Leader."
    )
    return (*lines, Say(known))
