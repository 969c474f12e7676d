"""Which known word somebody may have meant."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice

from referee.core.answers.text_input import match_key
from referee.core.say import Say, join_or
from referee.files.diagnostics.diagnostic import shown

_LONGEST = 60
_MOST_LISTED = 12
_MOST_COMPARED = 200
"""A table or a game has fewer; to compare thousands with thousands would take minutes."""


def nearest(word: str, choices: Iterable[str]) -> str | None:
    """Guess the one choice that the word may have meant; None where nothing is near.

    >>> nearest("sliver", ("gold", "silver")), nearest("lamp", ("gold", "silver"))
    ('silver', None)
    """
    known = {match_key(choice): choice for choice in islice(choices, _MOST_COMPARED)}
    meant = match_key(word)[:_LONGEST]
    if meant in known:
        return known[meant]
    begun = [choice for choice in known if meant and choice.startswith(meant)]
    if len(begun) == 1:
        return known[begun[0]]
    from difflib import get_close_matches  # only where something is wrong

    near = get_close_matches(meant, known, n=1)
    return known[near[0]] if near else None


def suggest(word: str, choices: Iterable[str]) -> Say:
    """Word the remedy for an unknown word: the nearest choice, else the choices.

    >>> str(suggest("sliver", ("gold", "silver"))), str(suggest("lamp", ("gold", "silver")))
    ('Did you mean “silver”?', 'Possible here: gold or silver.')
    """
    known = tuple(choices)
    near = nearest(word, known)
    if near is not None:
        return Say("Did you mean “{near}”?", near=shown(near))
    if not known:
        return Say("Leave it out.")
    listed = tuple(shown(each) for each in known[:_MOST_LISTED])
    if len(known) > _MOST_LISTED:
        return Say("Choose from {known} and others.", known=(*listed[:-1], "…"))
    return Say("Choose from {known}.", known=join_or(listed))
