"""The slow, obvious twin: what a basket is worth, written down from the rules once more."""

from __future__ import annotations


def worth(
    board: tuple[int, ...], *, plain: int, muddy: int, red: int, blue: int, clean: bool
) -> int:
    """Count a basket whose owner guessed wrong."""
    if muddy > 1 or (plain == 0 and muddy == 0):
        return 0
    points = red + blue + blue
    if clean and muddy == 0:
        points += 1
    for pebble in range(1, plain + 1):
        if pebble == 1:
            points += board[0]
        elif pebble <= len(board):
            points += board[pebble - 1] - board[pebble - 2]
    return points
