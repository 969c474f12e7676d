"""The end of a game: the final count, its contradictions, the score and the winner."""

from collections.abc import Iterator, Mapping
from typing import Any

from referee import api
from referee.api import Player, Say
from referee.games.no_swap_no_pay import keys
from referee.games.no_swap_no_pay.model import network
from referee.games.no_swap_no_pay.model.box import GHOST, coins_in_game, ghost_of
from referee.games.no_swap_no_pay.model.coins import (
    COLOURS,
    DECLARABLE,
    PURPLE,
    ROWS,
    Coins,
    declared,
    n_coins,
    score_bag,
)
from referee.games.no_swap_no_pay.model.network import End, Move
from referee.games.no_swap_no_pay.state import State

COIN_FIELDS = tuple(
    api.Field(
        colour,
        api.Integer(),
        Say("{colour} coins in the bag", colour=term),
        called=Say("{colour} coins", colour=term),
    )
    for colour, term in COLOURS.items()
)
PURPLE_AS = api.Field(
    name="purple_as",
    shape=api.ListOf(api.Choice(DECLARABLE)),
    about=Say("what the owner declares each purple coin as; the best choice if left out"),
    called=Say("declared purple"),
    rare=True,
)
TREASURE = api.Field(
    "treasure",
    api.MapOf(api.Choice(tuple(COLOURS)), api.Integer()),
    Say("coins left in the treasure bag, for the check"),
    called=Say("{kind} coins in the treasure bag"),
)


def _form(book: api.Rulebook, options: api.Options) -> api.HoldingsForm:
    """Return the form; the ghost's bag is an entry too, where it joins. Cites: NSP-7.1."""
    return api.HoldingsForm(
        fields=(*COIN_FIELDS, PURPLE_AS),
        shared=(TREASURE,),
        extra_entries={book[keys.GHOST_PLAYERS]: (GHOST,)},
        entry_line=_bag_on_a_line,
    )


def _bag_on_a_line(text: str) -> Mapping[str, api.Value]:
    """Read a bag as at the prompt. Raises BadAnswer.

    >>> _bag_on_a_line("4g 3s 1p")
    {'gold': 4, 'silver': 3, 'black': 0, 'purple': 1}
    """
    return dict(api.PieceCounts(dict.fromkeys(COLOURS, 0), 0, 0).parse(text))


def _unchecked(book: api.Rulebook, count: api.FinalCount) -> tuple[Say, ...]:
    """List what a session did not record, and a treasure bag that nobody saw. Cites: NSP-4.5."""
    known: Mapping[str, Any] = count.evidence
    unnoted = tuple(
        api.plural(len(known[name]), one, many, rounds=tuple(map(str, known[name])))
        for name, (one, many) in _NOT_NOTED.items()
        if known.get(name)
    )
    if "treasure" in count.shared:
        return unnoted
    said = "what is in the treasure bag: nobody reported it (add {fact})"
    return (*unnoted, Say(said, fact="treasure"))


_NOT_NOTED = {
    "undrafted": (
        "which coins were drawn and taken in round {rounds}",
        "which coins were drawn and taken in rounds {rounds}",
    ),
    "unnoted": (
        "how many coins each bag holds: the challenges of round {rounds} are not noted",
        "how many coins each bag holds: the challenges of rounds {rounds} are not noted",
    ),
}


def _count(state: State) -> api.FinalCount | Say:
    """Return the final count, or what is still hidden.

    Its ``evidence`` is the record of the session: ``moves`` are all moves of coins; ``bags`` has,
    by owner, the place of each bag and the number of its coins by the record; ``treasure`` is that
    number for the treasure bag, and ``missed`` are the players who donated nothing in the last
    round. If some challenges are not recorded, it has only their rounds (``unnoted``).
    """
    if not state.is_played:
        return Say("Round {round} of {rounds} is not over.", round=state.round, rounds=state.rounds)
    if state.closed:
        return Say("These bags are still closed: {owners}.", owners=state.closed)
    if state.treasure_left is None:
        return Say("The treasure bag has not been looked at.")
    if state.undeclared:
        return Say("{player} has purple coins to declare.", player=state.undeclared[0])
    holdings: dict[str, dict[str, api.Value]] = {
        owner: {**coins.counts} for owner, coins in state.revealed.items()
    }
    for owner, colours in state.declared.items():
        holdings[owner]["purple_as"] = colours
    return api.FinalCount(
        setup=state.setup,
        holdings=holdings,
        shared={"treasure": state.treasure_left.counts},
        evidence=_evidence(state),
    )


def _evidence(state: State) -> dict[str, Any]:
    """Return the evidence of the record: counts of bags only if all challenges are recorded."""
    whole = {"undrafted": state.undrafted} if state.undrafted else {}
    if not state.is_counted:
        return {**whole, "unnoted": state.unnoted}
    return {
        **whole,
        "moves": state.moves,
        "bags": {owner: (bag.place, bag.count) for owner, bag in state.bags.items()},
        "treasure": state.treasure,
        "missed": tuple(who for round_, who in state.missed if round_ == state.rounds),
    }


class _Table(api.Struct, frozen=True):
    """A final count with the values that several checks need.

    ``bags`` and ``treasure`` are those given, ``record`` is the evidence of a session.
    """

    seats: int
    owners: tuple[Player, ...]
    ghost: Player | None
    game: Coins
    bags: Mapping[Player, Coins]
    treasure: Coins | None
    record: Mapping[str, Any]
    leftovers: range
    """How many coins can be left in the treasure bag."""

    def held(self, colour: str) -> int:
        """Count the coins of a colour in all bags, the treasure bag included."""
        left = self.treasure[colour] if self.treasure else 0
        return left + sum(coins[colour] for coins in self.bags.values())

    @property
    def rest(self) -> Coins | None:
        """The coins of the game in no bag; None if a bag is not given or a colour is exceeded."""
        shown = sum(self.bags.values(), Coins())
        is_known = len(self.bags) == len(self.owners) and not shown.exceeds(self.game)
        return self.game - shown if is_known else None

    def places(self, *colours: str) -> Iterator[api.FieldPath]:
        """List where coins of these colours are counted, or coins of any."""
        for owner in self.bags:
            yield from _in_bag(owner, *colours)
        yield from _in_treasure(*colours)


def _in_bag(owner: str, *colours: str) -> tuple[api.FieldPath, ...]:
    return tuple(("holdings", owner, colour) for colour in colours or COLOURS)


def _in_treasure(*colours: str) -> tuple[api.FieldPath, ...]:
    return tuple(("treasure", colour) for colour in colours or COLOURS)


def leftovers(book: api.Rulebook, seats: int, *, may_be_empty: bool) -> range:
    """List how many coins can be left in the treasure bag.

    ``may_be_empty``: some player's bag can have been empty at the last donation.
    Cites: NSP-4.1, NSP-4.5.
    """
    each, missed = book[keys.DONATED_COINS], book[keys.MISSED_AT_THE_END]
    full = seats * each
    return range(full - missed * each * may_be_empty, full + 1)


def contradictions(book: api.Rulebook, count: api.FinalCount) -> tuple[api.Ruling, ...]:
    """Return why no game can end so: every sum that is broken, else what is wrong with the whole.

    A typed file is checked against the rules, a session against its record.
    Cites: NSP-1.1, NSP-4.5, NSP-5.5, NSP-7.6, NSP-8.1 to NSP-8.4.
    """
    table = _table(book, count)
    sums = [*_too_many(book, table)]
    if table.record:
        sums += _against_counts(table)
        whole = () if sums else _against_moves(table)
    else:
        sums += [*_too_full(book, table), *_wrong_leftover(table), *_missing(table)]
        whole = () if sums else _no_room(book, table)
    return (*sums, *whole, *_wrong_declarations(table, count), *_missed_donation(table))


def _table(book: api.Rulebook, count: api.FinalCount) -> _Table:
    seating = count.setup.seating
    ghost = ghost_of(book, seating)
    bags = {Player(owner): Coins.of(entry) for owner, entry in count.holdings.items()}
    treasure: Any = count.shared.get("treasure")
    may_be_empty = any(not bags.get(player, Coins()).total for player in seating)
    return _Table(
        seats=len(seating),
        owners=(*seating, ghost) if ghost else seating,
        ghost=ghost,
        game=coins_in_game(book, len(seating)),
        bags=bags,
        treasure=None if treasure is None else Coins.of(treasure),
        record={} if "unnoted" in count.evidence else count.evidence,
        leftovers=leftovers(book, len(seating), may_be_empty=may_be_empty),
    )


def _too_many(book: api.Rulebook, table: _Table) -> Iterator[api.Ruling]:
    """Find colours of which there are more than the box has, or the setup puts into the game."""
    rules = (keys.COLOURS_IN_GAME, keys.BAG_AT_START, keys.TREASURE_GOLD)
    for colour, term in COLOURS.items():
        n, box, game = table.held(colour), book[keys.BOX][colour], table.game[colour]
        if n > box:
            said = "{n} {colour} coins; the box holds {box}."
            found = api.impossible(said, keys.BOX, n=n, colour=term, box=box)
            yield found.concerning(table.places(colour))
        elif n > game:
            said = "{n} {colour} coins; the setup puts {game} into the game."
            found = api.forbidden(said, *rules, n=n, colour=term, game=game)
            yield found.concerning(table.places(colour))


def _too_full(book: api.Rulebook, table: _Table) -> Iterator[api.Ruling]:
    most = book[keys.FULLEST_BAG][table.seats]
    said = "{owner}'s bag holds {n} coins; no bag can end with more than {most}."
    for owner, coins in table.bags.items():
        if coins.total > most:
            found = api.forbidden(said, keys.FULLEST_BAG, owner=owner, n=coins.total, most=most)
            yield found.concerning(_in_bag(owner))


def _wrong_leftover(table: _Table) -> Iterator[api.Ruling]:
    """Compare the treasure bag with the last donations, by a single colour if that is enough."""
    left, full = table.treasure, table.leftovers[-1]
    if left is None or left.total in table.leftovers:
        return
    single = {colour: n for colour, n in left.counts.items() if n > full}
    for colour, n in single.items():
        said, term = "{n} {colour} coins in the treasure bag; it holds {full}.", COLOURS[colour]
        found = api.forbidden(said, keys.MISSED_AT_THE_END, n=n, colour=term, full=full)
        yield found.concerning(_in_treasure(colour))
    if not single:
        said_of = api.plural(
            left.total,
            "{n} coin is left in the treasure bag; {full} expected.",
            "{n} coins are left in the treasure bag; {full} expected.",
            full=full,
        )
        yield api.forbidden(said_of, keys.MISSED_AT_THE_END).concerning(_in_treasure())


def _missing(table: _Table) -> Iterator[api.Ruling]:
    """Find colours of which coins are missing, if all bags are given.

    If only the number in the treasure bag is wrong, ``_wrong_leftover`` has reported it.
    """
    left, rest = table.treasure, table.rest
    if left is None or len(table.bags) < len(table.owners):
        return
    if left.total not in table.leftovers and rest and rest.total in table.leftovers:
        return
    for colour, game in table.game.counts.items():
        held = table.held(colour) - left[colour]
        if held + left[colour] < game:
            said = api.plural(
                held,
                "{n} {colour} coin in the bags leaves {rest}; the treasure bag holds {left}.",
                "{n} {colour} coins in the bags leave {rest}; the treasure bag holds {left}.",
                colour=COLOURS[colour],
                rest=game - held,
                left=left[colour],
            )
            yield api.forbidden(said, keys.COLOURS_IN_GAME).concerning(table.places(colour))


def _no_room(book: api.Rulebook, table: _Table) -> Iterator[api.Ruling]:
    """Compare the coins that are not given with the room for them in the other bags."""
    others, fits = len(table.owners) - len(table.bags), table.leftovers
    if table.treasure and not others:
        return
    held = sum(table.bags.values(), table.treasure or Coins()).total
    left, most = table.game.total - held, book[keys.FULLEST_BAG][table.seats]
    if not table.treasure and (left < fits[0] or (not others and left > fits[-1])):
        said = "The bags leave {n} for the treasure bag; {full} expected."
        found = api.forbidden(said, keys.MISSED_AT_THE_END, n=n_coins(left), full=fits[-1])
        yield found.concerning(table.places())
        return
    is_empty = any(not held.total for owner, held in table.bags.items() if owner != table.ghost)
    if table.treasure and table.treasure.total < fits[-1] and not is_empty:
        others -= 1  # one of them was empty when a donation was missed
    room = most * others + (0 if table.treasure else fits[-1])
    if left > room:
        said = "That leaves {n} for other bags; no bag can end with more than {most}."
        found = api.forbidden(said, keys.FULLEST_BAG, n=n_coins(left), most=most)
        yield found.concerning(table.places())


def _wrong_declarations(table: _Table, count: api.FinalCount) -> Iterator[api.Ruling]:
    """Compare the declarations of each owner with the purple coins of the bag."""
    for owner, held in table.bags.items():
        n, purple = len(count.holdings[owner].get("purple_as", ())), held[PURPLE]
        declared = ("holdings", owner, "purple_as")
        if owner == table.ghost and n:
            said = "{owner} declares nothing; purple counts at its best."
            yield api.forbidden(said, keys.GHOST_PURPLE, owner=owner).concerning([declared])
        elif n > purple:
            said = "{owner} declares {n} purple; the bag holds {held}."
            found = api.forbidden(said, keys.PURPLE_DECLARED, owner=owner, n=n, held=purple)
            yield found.concerning([*_in_bag(owner, PURPLE), declared])


def _missed_donation(table: _Table) -> Iterator[api.Ruling]:
    """Ask the table whether a bag was empty at the last donation.

    If a session has recorded it, the table is not asked. Cites: NSP-4.2, NSP-4.5.
    """
    left, full = table.treasure or table.rest, table.leftovers[-1]
    if table.record.get("missed"):
        return
    fits = [table.record["treasure"]] if table.record else table.leftovers
    if left is None or left.total not in fits or left.total >= full:
        return
    said = api.plural(
        left.total,
        "{n} coin is left in the treasure bag; {full} expected. "
        "That is right only if a bag was empty at the last donation.",
        "{n} coins are left in the treasure bag; {full} expected. "
        "That is right only if a bag was empty at the last donation.",
        full=full,
    )
    found = api.table_call(said, keys.MISSED_AT_THE_END, keys.NOTHING_TO_DONATE)
    yield found.concerning(_in_treasure() if table.treasure else table.places())


def _against_counts(table: _Table) -> Iterator[api.Ruling]:
    """Compare the number of coins in each bag with the record."""
    for owner, (_, counted) in table.record["bags"].items():
        n = table.bags[owner].total
        if n != counted:
            said = "{owner}'s bag holds {n}; the record counts {count}."
            found = api.forbidden(said, keys.BAG_COUNTS, owner=owner, n=n_coins(n), count=counted)
            yield found.concerning(_in_bag(owner))
    left, counted = (table.treasure or Coins()).total, table.record["treasure"]
    if left != counted:
        said = "The treasure bag holds {n}; the record counts {count}."
        found = api.forbidden(said, keys.BAG_COUNTS, n=n_coins(left), count=counted)
        yield found.concerning(_in_treasure())


def _against_moves(table: _Table) -> Iterator[api.Ruling]:
    """Check that the unseen moves can be coloured, for each bag alone if not for all together."""
    from referee.games.no_swap_no_pay.model.colouring import has_colouring  # files need no search

    moves: tuple[Move, ...] = table.record["moves"]
    places = {owner: place for owner, (place, _) in table.record["bags"].items()}
    ends = [End(place, table.bags[o].total, table.bags[o].amounts) for o, place in places.items()]
    left = table.treasure or Coins()
    ends.append(End(network.TREASURE, left.total, left.amounts))
    if has_colouring(moves, tuple(ends)):
        return
    free = tuple(End(end.place, end.total) for end in ends)
    if not has_colouring(moves, free):
        said = "The record contradicts itself: coins cannot have moved like this."
        yield api.forbidden(said, keys.BAG_COLOURS)
        return
    is_alone_possible = [
        has_colouring(moves, (*free[:at], end, *free[at + 1 :])) for at, end in enumerate(ends)
    ]
    for at, owner in enumerate(places):
        if not is_alone_possible[at]:
            yield _against_one(moves, free, at, owner, table.bags[owner])
    if not is_alone_possible[-1]:
        said = "Given what everyone saw, the treasure bag cannot hold {coins}."
        yield api.forbidden(said, keys.BAG_COLOURS, coins=left.say).concerning(_in_treasure())
    if all(is_alone_possible):
        said = (
            "Given what everyone saw, the bags of {owners} and the treasure bag cannot hold "
            "this together."
        )
        found = api.forbidden(said, keys.BAG_COLOURS, owners=tuple(places))
        yield found.concerning(table.places())


def _against_one(
    moves: tuple[Move, ...], free: tuple[End, ...], at: int, owner: Player, coins: Coins
) -> api.Ruling:
    """Return why one bag cannot hold its coins: by a single colour, if that is enough."""
    from referee.games.no_swap_no_pay.model.colouring import colour_bounds

    bounds = zip(COLOURS.items(), colour_bounds(moves, free, at), strict=False)
    for (colour, term), (least, most) in bounds:
        n = coins[colour]
        facts: dict[str, Any] = {"owner": owner, "colour": term, "n": n}
        if n < least:
            said = "{owner}'s bag must hold at least {least} {colour}; it shows {n}."
            found = api.forbidden(said, keys.BAG_COLOURS, least=least, **facts)
            return found.concerning(_in_bag(owner, colour))
        if n > most:
            said = "{owner}'s bag can hold at most {most} {colour}; it shows {n}."
            found = api.forbidden(said, keys.BAG_COLOURS, most=most, **facts)
            return found.concerning(_in_bag(owner, colour))
    said = "Given what everyone saw, {owner}'s bag cannot hold {coins}."
    found = api.forbidden(said, keys.BAG_COLOURS, owner=owner, coins=coins.say)
    return found.concerning(_in_bag(owner))


def _score(book: api.Rulebook, count: api.FinalCount) -> api.Scoresheet:
    """Score all bags, and name the winner. Cites: NSP-5.1 to NSP-6.4, NSP-7.5, NSP-7.6."""
    options, ghost = count.setup.options, ghost_of(book, count.setup.seating)
    bags = {
        Player(owner): declared(book, options, entry, is_ghost=owner == ghost)
        for owner, entry in count.holdings.items()
    }
    scores = tuple(score_bag(book, options, owner, bag) for owner, bag in bags.items())
    outcome = api.decide(scores, keys.THE_WINNER, *((keys.GHOST_WINS,) if ghost else ()))
    best = max(each.total for each in scores)
    tied = [each.player for each in scores if each.total == best]
    if len(tied) > 1 and any(bags[player].coins[PURPLE] for player in tied):
        outcome = api.replace(outcome, rules=api.rule_refs((*outcome.rules, keys.PURPLE_IN_TIES)))
    if outcome.winners == (ghost,):
        said = api.join((outcome.said, Say("The ghost comes first: no player wins.")), " ")
        outcome = api.replace(outcome, said=said)
    return api.Scoresheet(scores, outcome)


FINAL = api.FinalScoring(
    form=_form,
    count=_count,
    contradictions=contradictions,
    score=_score,
    unchecked=_unchecked,
    rows=lambda book, options: ROWS,
)
