"""Reading squares, directions and events as players type them."""

from __future__ import annotations

from typing import Final

from referee.core.errors import BadAnswer
from referee.core.say import Say, join_or
from referee.core.words import halfwidth, match_choice, match_key, parse_count, prefix_matches
from referee.games.sidibaba.events import EventPlayed
from referee.games.sidibaba.maze import Direction, Square, read_square
from referee.games.sidibaba.plots import LANDSLIDE, MOVEMENT, PLOTS

TO_MOVE = "move"
MOST_ARROWS: Final = 9
"""More than any event shows; how many there are no source tells."""


def read_start(words: str) -> tuple[Square, Direction]:
    """Read a square and a direction, such as ``3,1 S``. Raises BadAnswer.

    >>> square, facing = read_start("3,1 south")
    >>> str(square), facing.word
    ('3,1', 'south')
    """
    where, _, way = halfwidth(words).rpartition(" ")
    if not where or way.isdecimal():
        read_square(words)  # no square at all is told as such
        raise BadAnswer(Say("“{words}”: square and direction, such as 3,1 S.", words=words))
    square = read_square(where)
    ways = {direction.word: direction for direction in Direction}
    return square, ways[match_choice(way, tuple(ways))]


def squeezed(words: str) -> str:
    """Leave the blanks out.

    >>> squeezed(" 3, 1")
    '3,1'
    """
    return "".join(halfwidth(words).split())


def read_plot(words: str) -> EventPlayed:
    """Read an event of the Leader and how it is played. Raises BadAnswer.

    >>> read_plot("mov 3").arrows, read_plot("illusion move").to_move
    (3, True)
    >>> str(read_plot("landslide 4,2").square)
    '4,2'
    """
    name, _, how = halfwidth(words).partition(" ")
    found = prefix_matches(name, PLOTS)
    if len(found) != 1:
        said = Say("“{word}” is none of {events}.", word=name, events=PLOTS)
        if found:
            said = Say("“{word}” may be {events}: which?", word=name, events=join_or(found))
        raise BadAnswer(said)
    event, how = found[0], how.strip()
    if event == MOVEMENT:
        return EventPlayed(event, arrows=_arrows(how))
    if how and TO_MOVE.startswith(match_key(how)):
        return EventPlayed(event, to_move=True)
    if event == LANDSLIDE and how:
        return EventPlayed(event, square=read_square(how))
    if how:
        raise BadAnswer(Say("“{how}”: {event} alone, or {event} move.", how=how, event=event))
    return EventPlayed(event)


def _arrows(words: str) -> int:
    arrows = parse_count(words)
    if arrows is None or arrows > MOST_ARROWS:
        raise BadAnswer(Say("How many arrows, up to {most}? Such as movement 3.", most=MOST_ARROWS))
    return arrows
