"""Who has been named so far, and whether others may be."""

from __future__ import annotations

from collections.abc import Iterable

from referee.core.say import Say
from referee.files.diagnostics.diagnostic import shown
from referee.files.diagnostics.suggestions import guess
from referee.files.values.player_names import likeness, name_of, tidied
from referee.files.values.scalars import Unfit


class Names:
    """The names given so far, in their order. Once ``closed``, no other counts.

    >>> names = Names()
    >>> names.introduce("Ana"), names.find("Ana")
    ('Ana', 'Ana')
    """

    __slots__ = ("_given", "_like", "closed")

    def __init__(self, given: Iterable[str] = (), *, closed: bool = False) -> None:
        """Begin with the names given."""
        self._given = dict.fromkeys(given)
        self._like = {likeness(name): name for name in self._given}
        self.closed = closed

    def __contains__(self, name: object) -> bool:
        """Tell whether exactly this name was given."""
        return name in self._given

    @property
    def given(self) -> tuple[str, ...]:
        """List the names."""
        return tuple(self._given)

    def introduce(self, text: str) -> str:
        """Take a name. Raises Unfit for what is no name, or is only like one given before."""
        name = name_of(text)
        other = self._like.setdefault(likeness(name), name)
        if other != name:
            said = Say(
                "“{name}” and “{other}” differ only in capitals, forms of a letter, or signs"
                " that cannot be seen.",
                name=shown(name),
                other=shown(other),
            )
            raise Unfit("TWICE", said, TWO_NAMES)
        self._given[name] = None
        return name

    def find(self, text: str) -> str:
        """Read a name given before, or any while not closed. Raises Unfit."""
        name = tidied(text)
        if name in self:
            return name
        if not self.closed:
            return self.introduce(name)
        said = (
            Say("Nobody here is called “{name}”.", name=shown(name))
            if name
            else Say("Here a name is missing.")
        )
        raise Unfit("PLAYER", said, guess(name, self.given))


def named_twice(name: str) -> Unfit:
    """Tell that a list of players names somebody twice.

    >>> str(named_twice("Ana").message)
    '“Ana” is named twice.'
    """
    return Unfit("TWICE", Say("“{name}” is named twice.", name=shown(name)), TWO_NAMES)


TWO_NAMES = Say("Two players need two names, such as “Ana M” and “Ana R”.")
