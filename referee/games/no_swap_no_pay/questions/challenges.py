"""Disputes about challenges, judged by play itself at a table made of the facts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

from referee.api import (
    NOTHING,
    Answer,
    BadAnswer,
    Event,
    Facts,
    Field,
    Integer,
    ListOf,
    MapOf,
    Player,
    PlayerName,
    Question,
    Record,
    Rulebook,
    RuleLike,
    Ruling,
    Say,
    Setup,
    Text,
    forbidden,
    impossible,
    join_or,
    next_clockwise,
    plural,
    table_call,
    wrong_number_of_players,
)
from referee.api.reading import match_choice, match_key
from referee.games.no_swap_no_pay import keys
from referee.games.no_swap_no_pay.model.box import (
    GHOST,
    bag_range,
    bag_range_before,
    can_all_refuse,
    coins_in_game,
    no_such_round,
    treasure_counts,
    wrong_bag_count,
)
from referee.games.no_swap_no_pay.model.coins import Coins, n_coins
from referee.games.no_swap_no_pay.questions.facts import (
    ALREADY,
    CAPTAIN,
    NOBODY,
    PLAYERS,
    ROUND,
    Table,
    clockwise_order,
    fact,
    owner_named,
    table_of,
    wrong_order,
    wrong_table,
)
from referee.games.no_swap_no_pay.state import ACCEPT, ACCEPT_OR_REFUSE, REFUSE, Bag, State

if TYPE_CHECKING:  # most disputes need no stage
    from referee.games.no_swap_no_pay.stages.challenge import Challenged

Counts: TypeAlias = Mapping[Player, int]
_Dispute: TypeAlias = tuple[Player, Player, str]
"""Who challenges, who is challenged, and the answer."""
_IN_THE_PAST = {"swapped": ACCEPT, "accepted": ACCEPT, "paid": REFUSE, "refused": REFUSE}


def read_answer(text: str) -> str:
    """Read how a challenge was answered: swap, pay, or none. Raises BadAnswer.

    >>> read_answer("swapped"), read_answer("no"), read_answer("-")
    ('accept', 'refuse', 'none')
    """
    if text.strip() in NOBODY:
        return NOTHING
    if done := _IN_THE_PAST.get(match_key(text)):
        return done
    meant = {word: each for each in ACCEPT_OR_REFUSE for word in ACCEPT_OR_REFUSE[each].english}
    return meant[match_choice(text, tuple(meant))]


def _challenge(book: Rulebook, facts: Facts) -> Answer:
    """Decide whether a challenge may be made, and refused. Cites: NSP-3.1 to NSP-3.7, NSP-7.3."""
    table, round_ = table_of(book, facts), facts.integer("round", None)
    challenger, target = table.named(facts.player("challenger")), facts.player("target")
    to = None if target in NOBODY and target not in table.players else table.named(target)
    already = _already(facts, table)
    captain = table.optional(facts.player("captain", None))
    counts = {table.named(owner): n for owner, n in facts.counts("counts", {}).items()}
    results: dict[str, Any] = {"may_refuse": None, "next": None, "captain": None}
    bags, players = (
        filter(None, (challenger, to, *counts)),
        filter(None, (*(already or ()), captain)),
    )
    refused = (
        wrong_table(book, table, keys.NOT_ONESELF, *bags)
        or wrong_table(book, table, keys.MUST_CHALLENGE, *players, ghost=False)
        or no_such_round(book, table.seats, round_)
        or wrong_order(table, already, captain)
        or _wrong_counts(book, table, counts, round_)
        or _cannot_be_empty(book, table, counts, round_, to)
        or _too_many_coins(book, table.seats, counts)
        or (round_ is not None and _wrong_sum_in(book, table, counts, round_))
    )
    if refused:
        return Answer.ruled(refused, results)
    order = () if already is None else clockwise_order(table, already, captain) or ()
    is_ordered = captain or len(order) < table.seats
    if round_ is not None and already is not None and is_ordered:
        refused = _wrong_after(book, table, counts, round_, order)
    if refused:
        return Answer.ruled(refused, results)
    if not captain and 0 < len(order) < table.seats:
        captain = order[0]
    results["captain"] = captain
    if already is not None and captain and len(order) < table.seats:
        results["next"] = table.from_captain(captain)[len(order)]
    if ruling := _wrong_turn(table, challenger, already, results["next"]):
        return Answer.ruled(ruling, results)
    if to is None:
        said = "{challenger} must challenge someone."
        ruling = forbidden(said, keys.MUST_CHALLENGE, challenger=challenger)
        return Answer.ruled(ruling, results)
    from referee.games.no_swap_no_pay.stages.challenge import Challenged

    answer = facts.text("answer", None)
    ruling, results["may_refuse"] = _judged(
        book, table, Challenged(challenger, to), counts, round_, answer and read_answer(answer)
    )
    return Answer.ruled(ruling, results)


def _already(facts: Facts, table: Table) -> tuple[Player, ...] | None:
    """List who has challenged; the word for nobody is a name only if a player is called so."""
    names = facts.players("already", None)
    if names is None:
        return None
    return tuple(table.named(n) for n in names if n not in NOBODY or n in table.players)


def _wrong_counts(
    book: Rulebook, table: Table, counts: Counts, round_: int | None
) -> Ruling | None:
    found = (wrong_bag_count(book, table.seats, who, n, round_) for who, n in counts.items())
    return next(filter(None, found), None)


def _cannot_be_empty(
    book: Rulebook, table: Table, counts: Counts, round_: int | None, target: Player | None
) -> Ruling | None:
    is_empty = target is not None and counts.get(target) == 0
    if not is_empty or round_ is None or not can_all_refuse(book, table.seats, round_):
        return None
    said = "Nobody who is challenged in round {round} can have an empty bag."
    return impossible(said, keys.BAG_COUNTS, keys.EMPTY_MUST_ACCEPT, round=round_)


def _too_many_coins(book: Rulebook, seats: int, counts: Counts) -> Ruling | None:
    """Stop bags that hold more coins together than the game has. Cites: NSP-8.1."""
    held, game = sum(counts.values()), coins_in_game(book, seats).total
    if held <= game:
        return None
    said = "{held} in the bags; the game has {game}."
    return impossible(said, keys.COLOURS_IN_GAME, held=n_coins(held), game=game)


def _wrong_turn(
    table: Table, challenger: Player, already: tuple[Player, ...] | None, due: Player | None
) -> Ruling | None:
    """Stop a challenge out of turn, where it is known whose turn it is. Cites: NSP-3.1, NSP-7.4."""
    if challenger == table.ghost:
        return forbidden("{ghost} never challenges.", keys.GHOST_RESTS, ghost=challenger)
    if already and challenger in already:
        said = "{challenger} has already challenged this round."
        return forbidden(said, keys.MUST_CHALLENGE, challenger=challenger)
    if due and challenger != due:
        said = "It is {due}'s turn, not {challenger}'s."
        return forbidden(said, keys.MUST_CHALLENGE, due=due, challenger=challenger)
    return None


def _judged(  # noqa: PLR0913 - all facts of one challenge
    book: Rulebook,
    table: Table,
    challenge: Challenged,
    counts: Counts,
    round_: int | None,
    answer: str | None,
) -> tuple[Ruling, bool | None]:
    """Rule on a challenge in its turn, and on its answer; say whether it may be refused."""
    target = challenge.target
    ruling = challenge.judge(book, _table_in_play(table, counts))
    if ruling.verdict.stops_play:
        return ruling, None
    may_refuse = _may_refuse(book, table, target, counts, round_)
    if answer is not None:
        return _answered(book, table, challenge, may_refuse, answer), may_refuse
    if target == table.ghost:
        return ruling, may_refuse
    said, rules = _ON_REFUSING[may_refuse]
    held = Say("{target} holds {n}.", target=target, n=n_coins(counts.get(target, 0)))
    because = (held,) if target in counts else ()
    return challenge.allowed(said, keys.ANYONE, *rules, because=because), may_refuse


_ON_REFUSING: Mapping[bool | None, tuple[str, tuple[RuleLike, ...]]] = {
    True: ("{challenger} may challenge {target}, who may swap or pay.", (keys.STOLEN_COINS,)),
    False: (
        "{challenger} may challenge {target}, who has an empty bag and must swap.",
        (keys.EMPTY_MUST_ACCEPT,),
    ),
    None: ("{challenger} may challenge {target}; whether {target} can pay is not known.", ()),
}


def _may_refuse(
    book: Rulebook, table: Table, target: Player, counts: Counts, round_: int | None
) -> bool | None:
    """Decide whether a bag can pay; None where that is not known. Cites: NSP-3.7, NSP-7.3."""
    if target == table.ghost:
        return False
    if target in counts:
        return counts[target] > 0
    if round_ is not None and can_all_refuse(book, table.seats, round_):
        return True
    return None


def _answered(
    book: Rulebook,
    table: Table,
    challenge: Challenged,
    may_refuse: bool | None,  # noqa: FBT001 - what was found out
    answer: str,
) -> Ruling:
    """Rule on an answer as play does; the table has to see what the facts leave open."""
    by, to = challenge.challenger, challenge.target
    if answer == REFUSE and to == table.ghost:
        return _never_refuses(to)
    if answer == ACCEPT and to == table.ghost:
        return challenge.judge(book, _table_in_play(table, {}))
    if answer == REFUSE and may_refuse is None:
        said = (
            "{target} may pay if there is a coin in the bag; with an empty bag {target} must swap."
        )
        return table_call(said, keys.EMPTY_MUST_ACCEPT, keys.STOLEN_COINS, target=to)
    seen = challenge.apply(_table_in_play(table, {to: int(bool(may_refuse))}))
    return _answer_event(book, by, to, answer).judge(book, seen)


def _never_refuses(ghost: Player) -> Ruling:
    return forbidden("{ghost} never refuses.", keys.GHOST_SWAPS, ghost=ghost)


def _answer_event(book: Rulebook, by: Player, to: Player, answer: str) -> Event[State]:
    from referee.games.no_swap_no_pay.stages.challenge import (
        BagsSwapped,
        ChallengeUnanswered,
        CoinStolen,
    )

    if answer == REFUSE:
        return CoinStolen(by, to, book[keys.STOLEN_COINS])
    return BagsSwapped(by, to) if answer == ACCEPT else ChallengeUnanswered(by, to)


def _table_in_play(table: Table, counts: Counts) -> State:
    """Set a table in the midst of its challenges, as far as the facts describe it."""
    return State(
        setup=Setup(table.players),
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


def _bags(book: Rulebook, facts: Facts) -> Answer:
    """Count the coins in each bag after these challenges, in their order.

    What is against the rules stops the count. Cites: NSP-3.1 to NSP-3.5, NSP-3.7, NSP-7.3, NSP-8.2.
    """
    nothing: dict[str, Any] = {"counts": None, "next": None}
    table, counts = _table_and_counts(book, facts)
    challenges = [_read(each, table) for each in facts.records("challenges")]
    captain = table.optional(facts.player("captain", None))
    refused = _wrong_facts(book, facts, table, counts, challenges, captain)
    if refused:
        return Answer.ruled(refused, nothing)
    now, because = _table_in_play(table, counts), []
    is_seated, turn = "players" in facts.values, captain
    for by, to, answer in challenges:
        after = _after(book, table, now, (by, to, answer), turn if is_seated else None)
        if isinstance(after, Ruling):
            return Answer.ruled(after, nothing)
        now, turn = after, next_clockwise(table.players, by)
        because.append(_outcome(book, now, by, to, answer))
    held = {owner: bag.count for owner, bag in now.bags.items() if owner in counts}
    is_over = len(challenges) >= table.seats
    results = {"counts": held, "next": turn if is_seated and not is_over else None}
    reason = Say("The bags now hold: {held}.", held=_held(held))
    rules = (keys.ACCEPTING, keys.STOLEN_COINS, keys.BAG_COUNTS)
    return Answer.answered(reason, results, *rules, because=tuple(because))


def _table_and_counts(book: Rulebook, facts: Facts) -> tuple[Table, dict[Player, int]]:
    """Seat those who are named, or else all whose bags are given.

    The ghost is one of these, unless next to more players than it joins the name is a player's.
    """
    given = facts.counts("counts")
    if "players" in facts.values:
        table = table_of(book, facts)
        return table, {table.named(owner): n for owner, n in given.items()}
    may_join = len(given) - 1 <= book[keys.GHOST_PLAYERS]
    owners = {owner_named(owner) if may_join else Player(owner): n for owner, n in given.items()}
    players = tuple(owner for owner in owners if not (may_join and owner == GHOST))
    return Table(players, GHOST if may_join and GHOST in owners else None), owners


def _read(given: Mapping[str, Any], table: Table) -> _Dispute:
    """Read one challenge; the ghost always swaps, so its answer may be left out."""
    by, to, answer = table.named(given["by"]), table.named(given["to"]), given.get("answer")
    if answer is None and to != table.ghost:
        said = (
            "How was the challenge {by}-{to} answered? Write it as {by}-{to}:swap or {by}-{to}:pay."
        )
        raise BadAnswer(Say(said, by=by, to=to))
    return by, to, ACCEPT if answer is None else read_answer(answer)


def _wrong_facts(  # noqa: PLR0913 - all that the count rests on
    book: Rulebook,
    facts: Facts,
    table: Table,
    counts: Counts,
    challenges: Sequence[_Dispute],
    captain: Player | None,
) -> Ruling | None:
    round_ = facts.integer("round", None)
    named = [name for by, to, _ in challenges for name in (by, to)]
    if "players" not in facts.values:
        seats = max(table.seats, book.players[0])
        return (
            wrong_number_of_players(book, seats, keys.TREASURE_GOLD)
            or _too_many_coins(book, seats, counts)
            or _not_given(named, counts)
        )
    who = (captain,) if captain else ()
    return (
        wrong_table(book, table, keys.NOT_ONESELF, *named, *counts)
        or wrong_table(book, table, keys.MUST_CHALLENGE, *who, ghost=False)
        or no_such_round(book, table.seats, round_)
        or _wrong_counts(book, table, counts, round_)
        or _too_many_coins(book, table.seats, counts)
        or _wrong_start(book, table, counts, round_, is_start=named[:1] == [captain])
        or _not_given(named, counts)
    )


def _wrong_sum_in(book: Rulebook, table: Table, counts: Counts, round_: int) -> Ruling | None:
    """Stop bags that hold more or fewer coins together than in that round. Cites: NSP-8.2."""
    fits = sorted({each.bags for each in treasure_counts(book, table.seats, round_)})
    held, others = sum(counts.values()), [each for each in table.owners if each not in counts]
    ranges = [bag_range(book, table.seats, owner, round_) for owner in others]
    least, most = held + sum(low for low, _ in ranges), held + sum(high for _, high in ranges)
    if any(least <= n <= most for n in fits):
        return None
    facts: dict[str, Any] = {"n": n_coins(held), "round": round_, "fits": join_or(fits)}
    if not others:
        said = "The bags hold {n}; in round {round} they hold {fits}."
        return impossible(said, keys.BAG_COUNTS, **facts)
    said = "{names} hold {n} together; in round {round} all bags hold {fits}."
    if len(counts) == 1:
        said = "{names} holds {n}; in round {round} all bags hold {fits}."
    return impossible(said, keys.BAG_COUNTS, names=tuple(counts), **facts)


def _wrong_after(
    book: Rulebook, table: Table, counts: Counts, round_: int, already: Sequence[Player]
) -> Ruling | None:
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
            for before in _before(book, held, at, to, can_pay=owner != table.ghost)
        }
    ranges = [bag_range_before(book, table.seats, owner, round_) for owner in owners]
    for held in tables:
        if all(low <= n <= high for n, (low, high) in zip(held, ranges, strict=True)):
            return None
    said = plural(
        len(already),
        "After {n} challenge of round {round} the bags cannot hold {held}.",
        "After {n} challenges of round {round} the bags cannot hold {held}.",
    )
    if not already:
        said = Say("Before the challenges of round {round} the bags cannot hold {held}.")
    return impossible(said, keys.BAG_COUNTS, round=round_, held=_held(counts))


def _before(
    book: Rulebook, held: Sequence[int], by: int, to: int, *, can_pay: bool
) -> Iterator[tuple[int, ...]]:
    """Give what the bags held before one challenge, had it been accepted, and refused."""
    taken, bag = book[keys.STOLEN_COINS], [*held]
    bag[by], bag[to] = held[to], held[by]
    yield tuple(bag)
    if can_pay and held[by] >= taken:
        bag[by], bag[to] = held[by] - taken, held[to] + taken
        yield tuple(bag)


def _wrong_start(
    book: Rulebook, table: Table, counts: Counts, round_: int | None, *, is_start: bool
) -> Ruling | None:
    """Stop a sum that the round does not have, and what no round begins its challenges with.

    ``is_start`` where the first challenge of the list is the captain's.
    """
    if round_ is not None and (ruling := _wrong_sum_in(book, table, counts, round_)):
        return ruling
    if not is_start or len(counts) < len(table.owners):
        return None
    if round_ is not None:
        return _wrong_after(book, table, counts, round_, ())
    rounds = treasure_counts(book, table.seats, round_)
    fits, held = sorted({each.bags for each in rounds}), sum(counts.values())
    if held in fits:
        return None
    said = "The bags cannot hold {held} together then; possible: {fits}."
    return impossible(said, keys.BAG_COUNTS, held=n_coins(held), fits=tuple(fits))


def _not_given(named: Sequence[Player], counts: Counts) -> Ruling | None:
    missing = tuple(sorted({*named} - {*counts}))
    if not missing:
        return None
    said = "How many coins {names} held is not given."
    return impossible(said, keys.BAG_COUNTS, names=missing)


def _after(
    book: Rulebook, table: Table, now: State, dispute: _Dispute, turn: Player | None
) -> State | Ruling:
    """Give the table after a challenge and its answer, or the ruling that stops one of them."""
    from referee.games.no_swap_no_pay.stages.challenge import Challenged

    by, to, answer = dispute
    challenge = Challenged(by, to)
    ruling = challenge.judge(book, now)
    is_order = ruling.rules[0].rule_id == keys.MUST_CHALLENGE
    if turn and by not in {turn, table.ghost} and not is_order:
        said = "It is {turn}'s turn, not {by}'s."
        return forbidden(said, keys.MUST_CHALLENGE, turn=turn, by=by)
    if ruling.verdict.stops_play:
        return ruling
    challenged = challenge.apply(now)
    if to == table.ghost:
        return _never_refuses(to) if answer == REFUSE else challenged
    event = _answer_event(book, by, to, answer)
    ruling = event.judge(book, challenged)
    return ruling if ruling.verdict.stops_play else event.apply(challenged)


def _outcome(book: Rulebook, now: State, by: Player, to: Player, answer: str) -> Say:
    """Word what came of a challenge, and what the two then hold."""
    held = _held({name: now.bags[name].count for name in (by, to)})
    if answer == ACCEPT:
        return Say("{by} and {to} swap: {held}.", by=by, to=to, held=held)
    coins = n_coins(book[keys.STOLEN_COINS])
    return Say("{to} pays {by} {coins}: {held}.", by=by, to=to, coins=coins, held=held)


def _held(counts: Counts) -> tuple[Say, ...]:
    return tuple(Say("{name} {n}", name=name, n=n) for name, n in counts.items())


CHALLENGE = Question(
    name="challenge",
    about=Say("May this challenge be made, and may it be refused?"),
    fields=(
        PLAYERS,
        fact("challenger", PlayerName(), "who challenges", required=True),
        fact("target", PlayerName(), "who is challenged; none for nobody", required=True),
        fact("counts", MapOf(PlayerName(), Integer()), "how many coins bags hold now"),
        ALREADY,
        CAPTAIN,
        ROUND,
        fact("answer", Text("pay", read_answer), "how it is answered: swap, pay or none"),
    ),
    answer=_challenge,
    example="players=A,B,C,D challenger=A target=B counts=A:4,B:0,C:5,D:7",
)
BY = fact("by", PlayerName(), "who challenges", required=True)
TO = fact("to", PlayerName(), "who is challenged", required=True)
ANSWER = fact("answer", Text("pay", read_answer), "how it was answered: swap or pay")
BAGS = Question(
    name="bags",
    about=Say("How many coins does each bag hold after these challenges?"),
    fields=(
        Field(
            name="counts",
            shape=MapOf(PlayerName(new=True), Integer()),
            about=Say("how many coins each bag holds before them"),
            required=True,
        ),
        Field(
            name="challenges",
            shape=ListOf(Record((BY, TO, ANSWER), separators=("-", ":"))),
            about=Say("the challenges of the round, in order"),
            required=True,
        ),
        fact("players", PLAYERS.shape, "the players clockwise, the ghost left out"),
        CAPTAIN,
        ROUND,
    ),
    answer=_bags,
    example="counts=A:6,B:6,C:6,D:6 challenges=A-B:pay,B-A:swap",
)
