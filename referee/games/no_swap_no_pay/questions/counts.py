"""What is known of the bags at a challenge, and what cannot be."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, TypeAlias

from referee import api
from referee.api import Player, Say
from referee.api.reading import match_choice, match_key
from referee.games.no_swap_no_pay import keys
from referee.games.no_swap_no_pay.model import box
from referee.games.no_swap_no_pay.model.coins import Coins, n_coins
from referee.games.no_swap_no_pay.questions.facts import NOBODY, Table
from referee.games.no_swap_no_pay.state import ACCEPT, ACCEPT_OR_REFUSE, REFUSE, Bag, State

Counts: TypeAlias = Mapping[Player, int]


IN_THE_PAST = {"swapped": ACCEPT, "accepted": ACCEPT, "paid": REFUSE, "refused": REFUSE}


def read_answer(text: str) -> str:
    """Read how a challenge was answered: swap, pay, or none. Raises BadAnswer.

    >>> read_answer("swapped"), read_answer("no"), read_answer("-")
    ('accept', 'refuse', 'none')
    """
    if text.strip() in NOBODY:
        return api.NOTHING
    if done := IN_THE_PAST.get(match_key(text)):
        return done
    meant = {word: each for each in ACCEPT_OR_REFUSE for word in ACCEPT_OR_REFUSE[each].english}
    return meant[match_choice(text, tuple(meant))]


def wrong_counts(
    book: api.Rulebook, table: Table, counts: Counts, round_: int | None
) -> api.Ruling | None:
    """Stop a count that no bag can have in this round."""
    found = (box.wrong_bag_count(book, table.seats, who, n, round_) for who, n in counts.items())
    return next(filter(None, found), None)


def too_many_coins(book: api.Rulebook, seats: int, counts: Counts) -> api.Ruling | None:
    """Stop bags that hold more coins together than the game has. Cites: NSP-8.1."""
    held, game = sum(counts.values()), box.coins_in_game(book, seats).total
    if held <= game:
        return None
    said = "{held} in the bags; the game has {game}."
    return api.impossible(said, keys.COLOURS_IN_GAME, held=n_coins(held), game=game)


def never_refuses(ghost: Player) -> api.Ruling:
    """Stop a payment of the ghost. Cites: NSP-7.3."""
    return api.forbidden("{ghost} never refuses.", keys.GHOST_SWAPS, ghost=ghost)


def answer_event(book: api.Rulebook, by: Player, to: Player, answer: str) -> api.Event[State]:
    """Give the event of an answer to a challenge."""
    from referee.games.no_swap_no_pay.stages.challenge import (
        BagsSwapped,
        ChallengeUnanswered,
        CoinStolen,
    )

    if answer == REFUSE:
        return CoinStolen(by, to, book[keys.STOLEN_COINS])
    return BagsSwapped(by, to) if answer == ACCEPT else ChallengeUnanswered(by, to)


def table_in_play(table: Table, counts: Counts) -> State:
    """Set a table in the midst of its challenges, as far as the facts describe it."""
    return State(
        setup=api.Setup(table.players),
        coins=Coins(),
        rounds=1,
        coins_each=0,
        donates=0,
        ghost_gets=0,
        ghost=table.ghost,
        bags={owner: Bag(at, counts.get(owner, 0)) for at, owner in enumerate(table.owners, 1)},
        treasure=0,
        challengers=table.players,
    )


def wrong_sum_in(
    book: api.Rulebook, table: Table, counts: Counts, round_: int
) -> api.Ruling | None:
    """Stop bags that hold more or fewer coins together than in that round. Cites: NSP-8.2."""
    fits = sorted({each.bags for each in box.treasure_counts(book, table.seats, round_)})
    held, others = sum(counts.values()), [each for each in table.owners if each not in counts]
    ranges = [box.bag_range(book, table.seats, owner, round_) for owner in others]
    least, most = held + sum(low for low, _ in ranges), held + sum(high for _, high in ranges)
    if any(least <= n <= most for n in fits):
        return None
    facts: dict[str, Any] = {"n": n_coins(held), "round": round_, "fits": api.join_or(fits)}
    if not others:
        said = "The bags hold {n}; in round {round} they hold {fits}."
        return api.impossible(said, keys.BAG_COUNTS, **facts)
    said = "{names} hold {n} together; in round {round} all bags hold {fits}."
    if len(counts) == 1:
        said = "{names} holds {n}; in round {round} all bags hold {fits}."
    return api.impossible(said, keys.BAG_COUNTS, names=tuple(counts), **facts)


def wrong_after(
    book: api.Rulebook, table: Table, counts: Counts, round_: int, already: Sequence[Player]
) -> api.Ruling | None:
    """Stop bags that no challenges of these players can have led to, where all are given.

    The challenges are taken back one by one, in every way that they can have gone; what is left
    has to be a table before the first of them. Cites: NSP-3.4, NSP-3.5, NSP-7.3, NSP-8.2.
    """
    owners = table.owners
    if len(counts) < len(owners):
        return None
    tables = {tuple(counts[owner] for owner in owners)}
    for by in reversed(already):
        at = owners.index(by)
        tables = {
            before
            for held in tables
            for to, owner in enumerate(owners)
            if to != at
            for before in counts_before(book, held, at, to, can_pay=owner != table.ghost)
        }
    ranges = [box.bag_range_before(book, table.seats, owner, round_) for owner in owners]
    for held in tables:
        if all(low <= n <= high for n, (low, high) in zip(held, ranges, strict=True)):
            return None
    said = api.plural(
        len(already),
        "After {n} challenge of round {round} the bags cannot hold {held}.",
        "After {n} challenges of round {round} the bags cannot hold {held}.",
    )
    if not already:
        said = Say("Before the challenges of round {round} the bags cannot hold {held}.")
    return api.impossible(said, keys.BAG_COUNTS, round=round_, held=counts_said(counts))


def counts_before(
    book: api.Rulebook, held: Sequence[int], by: int, to: int, *, can_pay: bool
) -> Iterator[tuple[int, ...]]:
    """Give what the bags held before one challenge, had it been accepted, and refused."""
    taken, bag = book[keys.STOLEN_COINS], [*held]
    bag[by], bag[to] = held[to], held[by]
    yield tuple(bag)
    if can_pay and held[by] >= taken:
        bag[by], bag[to] = held[by] - taken, held[to] + taken
        yield tuple(bag)


def counts_said(counts: Counts) -> tuple[Say, ...]:
    """Say how many coins each of these bags holds."""
    return tuple(Say("{name} {n}", name=name, n=n) for name, n in counts.items())
