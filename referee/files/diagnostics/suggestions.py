"""Which known word somebody may have meant."""

from __future__ import annotations

from collections.abc import Iterable

from referee.core.answers.text_input import nearest
from referee.core.say import AsIs, Say, join, join_or
from referee.files.diagnostics.diagnostic import shown

_MOST_LISTED = 12


def suggest(word: str, choices: Iterable[str]) -> Say:
    """Word the remedy for an unknown word: the nearest choice, else the choices.

    >>> str(suggest("sliver", ("gold", "silver"))), str(suggest("lamp", ("gold", "silver")))
    ('Did you mean “silver”?', 'Choose from gold or silver.')
    """
    known = tuple(choices)
    near = nearest(word, known)
    if near is not None:
        return Say("Did you mean “{near}”?", near=_shown(near))
    if not known:
        return Say("Leave it out.")
    listed = tuple(_shown(each) for each in known[:_MOST_LISTED])
    if len(known) > _MOST_LISTED:
        return Say("Choose from {known} and others.", known=join(listed, ", "))
    return Say("Choose from {known}.", known=join_or(listed))


def _shown(choice: str) -> str:
    """Show a choice; a key of a file is the same in every language."""
    return AsIs(shown(choice)) if isinstance(choice, AsIs) else shown(choice)
