"""Who gets gold at the end of a round: cards shared by the diggers, or sums paid exactly."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from itertools import cycle, islice

from msgspec import Struct

from referee.core.rulebook import PerPlayers, Rulebook
from referee.core.seating import clockwise_from, counter_clockwise_from
from referee.core.table import Options, Player
from referee.games.saboteur import keys
from referee.games.saboteur.roles import DIGGER, SABOTEUR, SELFISH, saboteurs_in


class Terms(Struct, frozen=True):
    """By which numbers and switches this table hands out gold. Cites: SAB-7.1, SAB-7.5, SAB-8.2."""

    by_miners: bool
    most_shared: int
    pay: PerPlayers
    """What each saboteur takes, by the number of saboteurs."""
    broken_go_empty: bool
    selfish_nuggets: int
    selfish_fewer: int


class Payday(Struct, frozen=True):
    """What a round pays: cards kept one by one in this order, or the same sum to some players."""

    order: tuple[Player, ...] = ()
    paid: tuple[Player, ...] = ()
    each: int = 0

    @property
    def is_nothing(self) -> bool:
        """Whether nobody gets anything."""
        return not self.order and not (self.paid and self.each)


def terms_of(book: Rulebook, options: Options) -> Terms:
    """Read the numbers and switches of a table."""
    return Terms(
        by_miners=book.option(options, "gold") == "miners",
        most_shared=book[keys.MOST_SHARED],
        pay=book[keys.SABOTEURS_PAY],
        broken_go_empty=book.option(options, "broken_go_empty") == "yes",
        selfish_nuggets=book[keys.SELFISH_NUGGETS],
        selfish_fewer=book[keys.SELFISH_FEWER],
    )


def cards_shared(terms: Terms, seats: int, diggers: int, *, selfish_passed: bool = False) -> int:
    """Count the cards that the diggers share; ``diggers`` are all in play, the selfish one too.

    Cites: SAB-7.1, SAB-8.2.
    """
    fewer = terms.selfish_fewer if selfish_passed else 0
    return min((diggers if terms.by_miners else seats) - fewer, terms.most_shared)


def shared_by_diggers(
    terms: Terms,
    seating: tuple[Player, ...],
    roles: Mapping[Player, str],
    connector: Player,
    broken: Collection[Player] = (),
) -> Payday:
    """Share gold after the treasure was reached; ``broken`` have a broken tool before them.

    Counter-clockwise from the connector, saboteurs passed over, until all cards are gone.
    Cites: SAB-7.1 to SAB-7.4, SAB-8.1 to SAB-8.3.
    """
    if roles.get(connector) == SELFISH:
        return Payday(paid=(connector,), each=terms.selfish_nuggets)
    in_play = [roles.get(player, DIGGER) for player in seating]
    selfish = SELFISH in in_play
    diggers = len(in_play) - in_play.count(SABOTEUR)
    cards = cards_shared(terms, len(seating), diggers, selfish_passed=selfish)
    takers = tuple(
        player
        for player in counter_clockwise_from(seating, connector)
        if roles.get(player, DIGGER) == DIGGER and not (terms.broken_go_empty and player in broken)
    )
    return Payday(order=tuple(islice(cycle(takers), cards)) if takers else ())


def paid_to_saboteurs(
    terms: Terms, seating: tuple[Player, ...], roles: Mapping[Player, str], last: Player
) -> Payday:
    """Pay the saboteurs after the treasure was missed, in order of seating from the last player on.

    Cites: SAB-7.5 to SAB-7.7, SAB-7.9.
    """
    saboteurs = saboteurs_in(clockwise_from(seating, last), roles)
    return Payday(paid=saboteurs, each=terms.pay.get(len(saboteurs), 0))


def rules_for_sharing(
    terms: Terms,
    roles: Mapping[Player, str],
    connector: Player,
    broken: Collection[Player] = (),
) -> tuple[str, ...]:
    """List the rules by which the diggers share, those that matter at this table last."""
    dealt = roles.values()
    matters = {
        keys.SABOTEURS_PASSED: SABOTEUR in dealt,
        keys.NO_SABOTEUR: SABOTEUR not in dealt,
        keys.BROKEN_SHARES: bool(broken) and not terms.broken_go_empty,
        keys.BROKEN_GO_EMPTY: bool(broken) and terms.broken_go_empty,
        keys.SELFISH_NUGGETS.rule_id: SELFISH in dealt,
        keys.SELFISH_AND_SABOTEUR: SELFISH in dealt and roles.get(connector) == SABOTEUR,
    }
    first = (keys.MOST_SHARED.rule_id, keys.SHARING)
    return (*first, *(rule for rule, so in matters.items() if so))
