"""What may be taken of the cards that show."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain, combinations

from referee.api import Options, Rulebook, Struct
from referee.games.colorful_treasure import keys
from referee.games.colorful_treasure.model.cards import SECRETS, kinds_of
from referee.games.colorful_treasure.model.tiles import EXTRA_KIND, NO_SECRETS

NOTHING: tuple[str, ...] = ()


class Leave(Struct, frozen=True):
    """What a player may do beyond the plain rules of taking."""

    kinds: int = 1
    """Kinds that may be taken where no key or chest shows."""
    avoids_secrets: bool = False
    may_avoid: bool = False
    """Whether secrets may be avoided this once."""
    may_decline: bool = False

    @classmethod
    def of(cls, book: Rulebook, options: Options, tiles: Sequence[str]) -> Leave:
        """Work out what a player's tiles and the table's options allow.

        Cites: COL-2.6, COL-6.5, COL-6.9.
        """
        has_no_secrets = NO_SECRETS in tiles
        is_once = book.option(options, "no_secrets_tile") == "once"
        return cls(
            kinds=1 + (book[keys.EXTRA_KIND] if EXTRA_KIND in tiles else 0),
            avoids_secrets=has_no_secrets and not is_once,
            may_avoid=has_no_secrets and is_once,
            may_decline=book.option(options, "takes") == "may",
        )


def legal_takes(showing: Sequence[str], leave: Leave) -> tuple[tuple[str, ...], ...]:
    """List what may be taken, each as its kinds: of a kind all cards that show are taken.

    ``showing`` are faces; the empty take stands there where nothing has to be taken.
    Cites: COL-2.3, COL-2.4, COL-2.6, COL-6.5, COL-6.9.

    >>> legal_takes(("red", "red", "key"), Leave())
    (('key',),)
    >>> legal_takes(("red", "blue", "red"), Leave(kinds=2))
    (('red',), ('blue',), ('red', 'blue'))
    """
    kinds = kinds_of(showing)
    secrets = tuple(kind for kind in kinds if kind in SECRETS)
    others = tuple(kind for kind in kinds if kind not in SECRETS)
    if secrets and not leave.avoids_secrets:
        avoiding = tuple((kind,) for kind in others) if leave.may_avoid else ()
        return (secrets, *avoiding)
    if not others:
        return (NOTHING,)
    most = 1 if secrets else leave.kinds
    free = chain.from_iterable(combinations(others, n) for n in range(1, most + 1))
    return (*free, *((NOTHING,) if leave.may_decline else ()))
