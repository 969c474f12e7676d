"""Disputes about the counts of bags after a challenge, or before it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, TypeAlias

from referee import api
from referee.api import Player, Say
from referee.api.reading import match_choice, match_key
from referee.games.no_swap_no_pay import keys
from referee.games.no_swap_no_pay.model import box
from referee.games.no_swap_no_pay.model.coins import Coins, n_coins
from referee.games.no_swap_no_pay.questions.facts import (
    CAPTAIN,
    NOBODY,
    PLAYERS,
    ROUND,
    Table,
    owner_named,
    refuse_table,
    table_of,
)
from referee.games.no_swap_no_pay.state import ACCEPT, ACCEPT_OR_REFUSE, REFUSE, Bag, State

Counts: TypeAlias = Mapping[Player, int]
AnsweredChallenge: TypeAlias = tuple[Player, Player, str]
"""The challenger, the player challenged, and the answer."""
PAST_TENSE = {"swapped": ACCEPT, "accepted": ACCEPT, "paid": REFUSE, "refused": REFUSE}


def read_answer(text: str) -> str:
    """Read how a challenge was answered: swap, pay, or none. Raises BadAnswer.

    >>> read_answer("swapped"), read_answer("no"), read_answer("-")
    ('accept', 'refuse', 'none')
    """
    if text.strip() in NOBODY:
        return api.NOTHING
    if done := PAST_TENSE.get(match_key(text)):
        return done
    meant = {word: each for each in ACCEPT_OR_REFUSE for word in ACCEPT_OR_REFUSE[each].english}
    return meant[match_choice(text, tuple(meant))]


def refuse_counts(
    book: api.Rulebook, table: Table, counts: Counts, round_: int | None
) -> api.Ruling | None:
    """Refuse a count that no bag can have in this round."""
    found = (box.refuse_bag_count(book, table.seats, who, n, round_) for who, n in counts.items())
    return next(filter(None, found), None)


def refuse_too_many_coins(book: api.Rulebook, seats: int, counts: Counts) -> api.Ruling | None:
    """Refuse bags that hold more coins together than the game has. Cites: NSP-8.1."""
    held, game = sum(counts.values()), box.coins_in_game(book, seats).total
    if held <= game:
        return None
    said = "{held} in the bags; the game has {game}."
    return api.impossible(said, keys.COLOURS_IN_GAME, held=n_coins(held), game=game)


def refuse_ghost_payment(ghost: Player) -> api.Ruling:
    """Refuse a payment by the ghost. Cites: NSP-7.3."""
    return api.forbidden("{ghost} never refuses.", keys.GHOST_SWAPS, ghost=ghost)


def answer_event(book: api.Rulebook, by: Player, to: Player, answer: str) -> api.Event[State]:
    """Return the event of an answer to a challenge."""
    from referee.games.no_swap_no_pay.stages import challenge

    if answer == REFUSE:
        return challenge.CoinStolen(by, to, book[keys.STOLEN_COINS])
    kind = challenge.BagsSwapped if answer == ACCEPT else challenge.ChallengeUnanswered
    return kind(by, to)


def table_in_play(table: Table, counts: Counts) -> State:
    """Return the state of a round before its challenges, with the bags that the facts give."""
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


def refuse_sum(book: api.Rulebook, table: Table, counts: Counts, round_: int) -> api.Ruling | None:
    """Refuse bags that hold more or fewer coins together than in that round. Cites: NSP-8.2."""
    possible = sorted({each.bags for each in box.treasure_counts(book, table.seats, round_)})
    held, others = sum(counts.values()), [each for each in table.owners if each not in counts]
    ranges = [box.bag_range(book, table.seats, owner, round_) for owner in others]
    least, most = held + sum(low for low, _ in ranges), held + sum(high for _, high in ranges)
    if any(least <= n <= most for n in possible):
        return None
    facts: dict[str, Any] = {"n": n_coins(held), "round": round_, "fits": api.join_or(possible)}
    if not others:
        said = "The bags hold {n}; in round {round} they hold {fits}."
        return api.impossible(said, keys.BAG_COUNTS, **facts)
    said = "{names} hold {n} together; in round {round} all bags hold {fits}."
    if len(counts) == 1:
        said = "{names} holds {n}; in round {round} all bags hold {fits}."
    return api.impossible(said, keys.BAG_COUNTS, names=tuple(counts), **facts)


def refuse_after(
    book: api.Rulebook, table: Table, counts: Counts, round_: int, already: Sequence[Player]
) -> api.Ruling | None:
    """Refuse bags that no challenges of these players can have led to, if all bags are given.

    The challenges are taken back one by one, for every target and answer; one of the results has
    to be possible before the first of them. Cites: NSP-3.4, NSP-3.5, NSP-7.3, NSP-8.2.
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
    """Yield what the bags held before a challenge: once if it was accepted, once if refused."""
    taken, bag = book[keys.STOLEN_COINS], [*held]
    bag[by], bag[to] = held[to], held[by]
    yield tuple(bag)
    if can_pay and held[by] >= taken:
        bag[by], bag[to] = held[by] - taken, held[to] + taken
        yield tuple(bag)


def counts_said(counts: Counts) -> tuple[Say, ...]:
    """Return how many coins each of these bags holds, as text."""
    return tuple(Say("{name} {n}", name=name, n=n) for name, n in counts.items())


def _bags(book: api.Rulebook, facts: api.Facts) -> api.Answer:
    """Count the coins in each bag after these challenges, in their order.

    The first against the rules is refused. Cites: NSP-3.1 to NSP-3.5, NSP-3.7, NSP-7.3, NSP-8.2.
    """
    nothing: dict[str, Any] = {"counts": None, "next": None}
    table, counts = _table_and_counts(book, facts)
    challenges = [_read_challenge(each, table) for each in facts.records("challenges")]
    captain = facts.player("captain", None)
    captain = captain and table.named(captain)
    if refused := _refuse_facts(book, facts, table, counts, challenges, captain):
        return api.Answer.ruled(refused, nothing)
    now, because = table_in_play(table, counts), []
    is_seated, turn = "players" in facts.values, captain
    for by, to, answer in challenges:
        after = _after_challenge(book, table, now, (by, to, answer), turn if is_seated else None)
        if isinstance(after, api.Ruling):
            return api.Answer.ruled(after, nothing)
        now, turn = after, api.next_clockwise(table.players, by)
        because.append(_outcome(book, now, by, to, answer))
    held = {owner: bag.count for owner, bag in now.bags.items() if owner in counts}
    is_over = len(challenges) >= table.seats
    results = {"counts": held, "next": turn if is_seated and not is_over else None}
    reason = Say("The bags now hold: {held}.", held=counts_said(held))
    rules = (keys.ACCEPTING, keys.STOLEN_COINS, keys.BAG_COUNTS)
    return api.Answer.answered(reason, results, *rules, because=tuple(because))


def _table_and_counts(book: api.Rulebook, facts: api.Facts) -> tuple[Table, dict[Player, int]]:
    """Return the table of the players given, else of all whose bags are given; and the counts.

    One of the bags can be the ghost's, unless more bags are given than a table with a ghost has.
    """
    given = facts.counts("counts")
    if "players" in facts.values:
        table = table_of(book, facts)
        return table, {table.named(owner): n for owner, n in given.items()}
    may_join = len(given) - 1 <= book[keys.GHOST_PLAYERS]
    owners = {owner_named(owner) if may_join else Player(owner): n for owner, n in given.items()}
    players = tuple(owner for owner in owners if not (may_join and owner == box.GHOST))
    return Table(players, box.GHOST if may_join and box.GHOST in owners else None), owners


def _read_challenge(given: Mapping[str, Any], table: Table) -> AnsweredChallenge:
    """Read one challenge; the ghost always swaps, so its answer may be left out."""
    by, to, answer = table.named(given["by"]), table.named(given["to"]), given.get("answer")
    if answer is None and to != table.ghost:
        said = (
            "How was the challenge {by}-{to} answered? "
            "Write it as {by}-{to}:{swap} or {by}-{to}:{pay}."
        )
        raise api.BadAnswer(Say(said, by=by, to=to, swap="swap", pay="pay"))
    return by, to, ACCEPT if answer is None else read_answer(answer)


def _refuse_facts(  # noqa: PLR0913 - all facts of the question
    book: api.Rulebook,
    facts: api.Facts,
    table: Table,
    counts: Counts,
    challenges: Sequence[AnsweredChallenge],
    captain: Player | None,
) -> api.Ruling | None:
    round_ = facts.integer("round", None)
    named = [name for by, to, _ in challenges for name in (by, to)]
    if "players" not in facts.values:
        seats = max(table.seats, book.players[0])
        return (
            api.wrong_number_of_players(book, seats, keys.TREASURE_GOLD)
            or refuse_too_many_coins(book, seats, counts)
            or _refuse_missing_counts(named, counts)
        )
    who = (captain,) if captain else ()
    return (
        refuse_table(book, table, keys.NOT_ONESELF, *named, *counts)
        or refuse_table(book, table, keys.MUST_CHALLENGE, *who, ghost=False)
        or box.refuse_round(book, table.seats, round_)
        or refuse_counts(book, table, counts, round_)
        or refuse_too_many_coins(book, table.seats, counts)
        or _refuse_start(book, table, counts, round_, is_start=named[:1] == [captain])
        or _refuse_missing_counts(named, counts)
    )


def _refuse_start(
    book: api.Rulebook, table: Table, counts: Counts, round_: int | None, *, is_start: bool
) -> api.Ruling | None:
    """Refuse a sum that the round does not have, and bags with which no challenges can begin.

    ``is_start``: the first challenge of the list is the captain's, so nobody has challenged yet.
    """
    if round_ is not None and (ruling := refuse_sum(book, table, counts, round_)):
        return ruling
    if not is_start or len(counts) < len(table.owners):
        return None
    if round_ is not None:
        return refuse_after(book, table, counts, round_, ())
    rounds = box.treasure_counts(book, table.seats, round_)
    possible, held = sorted({each.bags for each in rounds}), sum(counts.values())
    if held in possible:
        return None
    said = "The bags cannot hold {held} together then; possible: {fits}."
    return api.impossible(said, keys.BAG_COUNTS, held=n_coins(held), fits=tuple(possible))


def _refuse_missing_counts(named: Sequence[Player], counts: Counts) -> api.Ruling | None:
    missing = tuple(sorted({*named} - {*counts}))
    if not missing:
        return None
    said = "How many coins {names} held is not given."
    return api.impossible(said, keys.BAG_COUNTS, names=missing)


def _after_challenge(
    book: api.Rulebook, table: Table, now: State, given: AnsweredChallenge, turn: Player | None
) -> State | api.Ruling:
    """Return the state after a challenge and its answer, or the ruling that refuses one of them.

    ``turn`` is the player whose turn it is, if that is known.
    """
    from referee.games.no_swap_no_pay.stages.challenge import Challenged

    by, to, answer = given
    if turn and by in now.challengers and by not in {turn, table.ghost}:
        said = "It is {turn}'s turn, not {by}'s."
        return api.forbidden(said, keys.MUST_CHALLENGE, turn=turn, by=by)
    challenge = Challenged(by, to)
    ruling = challenge.judge(book, now)
    if ruling.verdict.stops_play:
        return ruling
    challenged = challenge.apply(now)
    if to == table.ghost:
        return refuse_ghost_payment(to) if answer == REFUSE else challenged
    event = answer_event(book, by, to, answer)
    ruling = event.judge(book, challenged)
    return ruling if ruling.verdict.stops_play else event.apply(challenged)


def _outcome(book: api.Rulebook, now: State, by: Player, to: Player, answer: str) -> Say:
    """Return what came of a challenge, and what both bags then hold, as text."""
    held = counts_said({name: now.bags[name].count for name in (by, to)})
    if answer == ACCEPT:
        return Say("{by} and {to} swap: {held}.", by=by, to=to, held=held)
    coins = n_coins(book[keys.STOLEN_COINS])
    return Say("{to} pays {by} {coins}: {held}.", by=by, to=to, coins=coins, held=held)


_CHALLENGE = api.Record(
    (
        api.Field("by", api.PlayerName(), Say("who challenges"), required=True),
        api.Field("to", api.PlayerName(), Say("who is challenged"), required=True),
        api.Field("answer", api.Text("pay", read_answer), Say("how it was answered: swap or pay")),
    ),
    separators=("-", ":"),
)
BAGS = api.Question(
    name="bags",
    about=Say("How many coins does each bag hold after these challenges?"),
    fields=(
        api.Field(
            "counts",
            api.MapOf(api.PlayerName(new=True), api.Integer()),
            Say("how many coins each bag holds before them"),
            required=True,
        ),
        api.Field(
            "challenges",
            api.ListOf(_CHALLENGE),
            Say("the challenges of the round, in order"),
            required=True,
        ),
        api.Field("players", PLAYERS.shape, Say("the players clockwise, without the ghost")),
        CAPTAIN,
        ROUND,
    ),
    answer=_bags,
    example="counts=A:6,B:6,C:6,D:6 challenges=A-B:pay,B-A:swap",
)
