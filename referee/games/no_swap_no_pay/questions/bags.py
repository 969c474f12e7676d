"""The dispute about how many coins each bag holds after the challenges of a round."""

from collections.abc import Iterable, Mapping
from typing import Any

from referee.api import (
    Answer,
    BadAnswer,
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
    Ruling,
    Say,
    Text,
    forbidden,
    impossible,
    next_clockwise,
    wrong_number_of_players,
)
from referee.games.no_swap_no_pay import keys
from referee.games.no_swap_no_pay.model import rounds
from referee.games.no_swap_no_pay.model.box import GHOST
from referee.games.no_swap_no_pay.model.coins import n_coins
from referee.games.no_swap_no_pay.questions.challenges import (
    answer_event,
    read_answer,
    table_in_play,
    too_many_coins,
)
from referee.games.no_swap_no_pay.questions.facts import (
    CAPTAIN,
    PLAYERS,
    ROUND,
    Table,
    fact,
    owner_named,
    table_of,
    wrong_table,
)
from referee.games.no_swap_no_pay.state import ACCEPT, REFUSE, State


def _bags(book: Rulebook, facts: Facts) -> Answer:
    """Tell how many coins each bag holds after these challenges, in their order.

    What is against the rules stops the count. Cites: NSP-3.1 to NSP-3.5, NSP-3.7, NSP-7.3, NSP-8.2.
    """
    nothing: dict[str, Any] = {"counts": None, "next": None}
    is_seated = "players" in facts.values
    table, counts = _told(book, facts)
    challenges = [_read(each, table) for each in facts.records("challenges")]
    captain = facts.player("captain", None)
    captain = table.named(captain) if captain else None
    round_ = facts.integer("round", None)
    named = [name for by, to, _ in challenges for name in (by, to)]
    refused = (
        _wrong_table(book, table, (*named, *counts), captain, is_seated=is_seated)
        or (rounds.beyond_last(book, table.seats, round_) if is_seated else None)
        or (_wrong_counts(book, table, counts, round_) if is_seated else None)
        or too_many_coins(book, max(table.seats, book.players[0]), counts)
        or (_wrong_sum(book, table, counts, challenges, captain, round_) if is_seated else None)
        or _untold(named, counts)
    )
    if refused:
        return Answer.ruled(refused, nothing)
    now, because = table_in_play(table, counts), []
    turn = captain
    for by, to, answer in challenges:
        after = _after(book, table, now, by, to, answer, turn if is_seated else None)
        if isinstance(after, Ruling):
            return Answer.ruled(after, nothing)
        now, turn = after, next_clockwise(table.players, by)
        because.append(_said(book, now, by, to, answer))
    held = {owner: bag.count for owner, bag in now.bags.items() if owner in counts}
    is_over = len(challenges) >= table.seats
    results = {"counts": held, "next": turn if is_seated and not is_over else None}
    reason = Say("The bags now hold: {held}.", held=_held(held))
    rules = (keys.ACCEPTING, keys.STOLEN_COINS, keys.BAG_COUNTS)
    return Answer.answered(reason, results, *rules, because=tuple(because))


def _told(book: Rulebook, facts: Facts) -> tuple[Table, dict[Player, int]]:
    """Seat those who are named, or else all whose bags are told.

    The ghost is one of these, unless beside more players than it joins the name is a player's.
    """
    told = facts.counts("counts")
    if "players" in facts.values:
        table = table_of(book, facts)
        return table, {table.named(owner): n for owner, n in told.items()}
    may_join = len(told) - 1 <= book[keys.GHOST_PLAYERS]
    owners = {owner_named(owner) if may_join else Player(owner): n for owner, n in told.items()}
    players = tuple(owner for owner in owners if not (may_join and owner == GHOST))
    return Table(players, GHOST if may_join and GHOST in owners else None), owners


def _read(told: Mapping[str, Any], table: Table) -> tuple[Player, Player, str]:
    """Read one challenge; the ghost always swaps, so its answer may be left out."""
    by, to, answer = table.named(told["by"]), table.named(told["to"]), told.get("answer")
    if answer is None and to != table.ghost:
        said = (
            "How was the challenge {by}-{to} answered? Write it as {by}-{to}:swap or {by}-{to}:pay."
        )
        raise BadAnswer(Say(said, by=by, to=to))
    return by, to, ACCEPT if answer is None else read_answer(answer)


def _wrong_table(
    book: Rulebook,
    table: Table,
    named: tuple[Player, ...],
    captain: Player | None,
    *,
    is_seated: bool,
) -> Ruling | None:
    if is_seated:
        who = (captain,) if captain else ()
        return wrong_table(book, table, keys.NOT_ONESELF, *named) or wrong_table(
            book, table, keys.MUST_CHALLENGE, *who, ghost=False
        )
    seats = max(table.seats, book.players[0])
    return wrong_number_of_players(book, seats, keys.TREASURE_GOLD)


def _wrong_counts(
    book: Rulebook, table: Table, counts: Mapping[Player, int], round_: int | None
) -> Ruling | None:
    found = (rounds.wrong_count(book, table.seats, who, n, round_) for who, n in counts.items())
    return next((ruling for ruling in found if ruling), None)


def _wrong_sum(  # noqa: PLR0913 - all that a sum hangs on
    book: Rulebook,
    table: Table,
    counts: Mapping[Player, int],
    challenges: list[tuple[Player, Player, str]],
    captain: Player | None,
    round_: int | None,
) -> Ruling | None:
    """Stop a sum that no round has, where all bags are told from the round's start on."""
    is_first = captain is not None and bool(challenges) and challenges[0][0] == captain
    if not is_first or len(counts) < len(table.owners):
        return None
    seen = rounds.treasure_counts(book, table.seats, None if round_ is None else (round_,))
    fits, held = sorted({each.bags for each in seen}), sum(counts.values())
    if held in fits:
        return None
    said = "The bags cannot hold {held} together then; possible: {fits}."
    return impossible(said, keys.BAG_COUNTS, held=n_coins(held), fits=tuple(fits))


def _untold(named: Iterable[Player], counts: Mapping[Player, int]) -> Ruling | None:
    untold = tuple(sorted({*named} - {*counts}))
    if not untold:
        return None
    said = "How many coins {names} held is not given."
    return impossible(said, keys.BAG_COUNTS, names=untold)


def _after(  # noqa: PLR0913 - a challenge, and where it falls
    book: Rulebook,
    table: Table,
    now: State,
    by: Player,
    to: Player,
    answer: str,
    turn: Player | None,
) -> State | Ruling:
    """Give the table after a challenge and its answer, or say why one of them may not be."""
    from referee.games.no_swap_no_pay.stages.challenge import Challenged

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
        never = forbidden("{ghost} never refuses.", keys.GHOST_SWAPS, ghost=to)
        return never if answer == REFUSE else challenged
    event = answer_event(book, by, to, answer)
    ruling = event.judge(book, challenged)
    return ruling if ruling.verdict.stops_play else event.apply(challenged)


def _said(book: Rulebook, now: State, by: Player, to: Player, answer: str) -> Say:
    """Tell what came of a challenge, and what the two then hold."""
    held = _held({name: now.bags[name].count for name in (by, to)})
    if answer == ACCEPT:
        return Say("{by} and {to} swap: {held}.", by=by, to=to, held=held)
    coins = n_coins(book[keys.STOLEN_COINS])
    return Say("{to} pays {by} {coins}: {held}.", by=by, to=to, coins=coins, held=held)


def _held(counts: Mapping[Player, int]) -> tuple[Say, ...]:
    return tuple(Say("{name} {n}", name=name, n=n) for name, n in counts.items())


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
