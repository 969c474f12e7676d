"""Where a talisman may be laid."""

from referee.api import Ruling, forbidden
from referee.games.aladdin import keys
from referee.games.aladdin.model.cards import LONE, Names
from referee.games.aladdin.model.holding import Holding


def wrong_place(names: Names, held: Holding, on: str) -> Ruling | None:
    """Stop a talisman where there is no gem, and alone where there is one. Cites: ALA-6.2."""
    owned = held.owned_kinds()
    if on == LONE:
        return forbidden("There is a gem to lay it on.", keys.PLACING) if owned else None
    if on in owned:
        return None
    return forbidden("There is no {kind} gem to lay it on.", keys.PLACING, kind=names.of(on))
