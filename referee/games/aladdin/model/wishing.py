"""Lamp cards: which answer to one the rules allow."""

from referee.api import Rulebook, Ruling, forbidden
from referee.games.aladdin import keys


def wrong_answer(book: Rulebook, card: int, answer: str, *, wish_stop: bool) -> Ruling | None:
    """Stop a refusal of the last lamp card, and whoever does not draw the next.

    ``answer`` is ``accept``, ``refuse``, or ``stop`` where this card, counted from 1, is not
    drawn. Cites: ALA-4.1, ALA-4.5.
    """
    last = book[keys.WISHES]
    if answer == "refuse" and card >= last:
        said = "Lamp card {n} has to be done: it is the last."
        return forbidden(said, keys.WISHES, n=card)
    if answer == "stop" and not wish_stop:
        said = "After a refusal the next lamp card is drawn."
        return forbidden(said, keys.STOPPING_WISHES, keys.WISHES)
    if answer == "stop" and card == 1:
        said = "The player who summons the genie draws a lamp card."
        return forbidden(said, keys.WISHES, keys.STOPPING_WISHES)
    return None
