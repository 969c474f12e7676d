"""Disputes about turns: who drafts, who may challenge whom, and what the bags hold after it.

Challenges and their answers are judged by play itself, at a table made of the facts.
"""

from collections.abc import Mapping
from typing import Any

from referee.api import (
    Answer,
    Choice,
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
    Setup,
    allowed,
    clockwise_from,
    forbidden,
    impossible,
    join,
    strangers_named,
    wrong_number_of_players,
)
from referee.games.no_swap_no_pay import keys
from referee.games.no_swap_no_pay.model.box import GHOST, coins_in_game, ghost_of
from referee.games.no_swap_no_pay.model.coins import Coins, n_coins
from referee.games.no_swap_no_pay.state import Bag, State, draft_order

REFUSED, SWAPPED = "refused", "swapped"


def _draft(book: Rulebook, facts: Facts) -> Answer:
    """Tell who drafts, coin by coin. Cites: NSP-2.1, NSP-2.2."""
    players, captain = facts.players("players"), facts.player("captain")
    refused = wrong_number_of_players(book, len(players), keys.TREASURE_GOLD) or strangers_named(
        keys.DRAFT_ORDER, players, captain
    )
    if refused:
        return Answer.ruled(refused, {"order": None})
    order = draft_order(clockwise_from(players, captain), book[keys.DRAWN_PER_PLAYER])
    reason = Say("The coins go to {order}, in this order.", order=order)
    return Answer.answered(reason, {"order": order}, keys.DRAFT_ORDER, keys.DRAWN_PER_PLAYER)


def _challenge(book: Rulebook, facts: Facts) -> Answer:
    """Tell whether a challenge may be made, and refused. Cites: NSP-3.1 to NSP-3.7, NSP-7.3."""
    from referee.games.no_swap_no_pay.stages.challenge import Challenged, CoinStolen

    players, counts = facts.players("players"), facts.counts("counts")
    challenger, target = facts.player("challenger"), facts.player("target")
    already = facts.players("already", ())
    ghost = ghost_of(book, players)
    owners = (*players, ghost) if ghost else players
    named = (challenger, target, *map(Player, counts), *already)
    refused = (
        wrong_number_of_players(book, len(players), keys.TREASURE_GOLD)
        or strangers_named(keys.NOT_ONESELF, owners, *named)
        or _too_many_coins(book, len(players), counts)
    )
    if refused:
        return Answer.ruled(refused, {"may_refuse": None})
    table = _table(players, ghost, counts, already)
    challenge = Challenged(challenger, target)
    ruling = challenge.judge(book, table)
    if ruling.verdict.stops_play:
        return Answer.ruled(ruling, {"may_refuse": None})
    if target == ghost:
        return Answer.ruled(ruling, {"may_refuse": False})
    if target not in counts:
        said = Say("How many coins {target} holds is not told.", target=target)
        unknown = allowed(join((ruling.reason, said), " "), *ruling.rules)
        return Answer.ruled(unknown, {"may_refuse": None})
    refusal = CoinStolen(challenger, target, book[keys.STOLEN_COINS])
    refusing = refusal.judge(book, challenge.apply(table))
    may_refuse = not refusing.verdict.stops_play
    said = Say("{target} has an empty bag and must accept.", target=target)
    if may_refuse:
        said = Say("{target} may refuse and pay.", target=target)
    held = Say("{target} holds {coins}.", target=target, coins=n_coins(counts[target]))
    rules = (*ruling.rules, *refusing.rules)
    told = allowed(join((ruling.reason, said), " "), *rules, because=(held,))
    return Answer.ruled(told, {"may_refuse": may_refuse})


def _bags(book: Rulebook, facts: Facts) -> Answer:
    """Tell how many coins each bag holds after these challenges, in their order.

    A challenge or an answer that is against the rules stops the count. The ghost's bag is one
    of those told, unless beside more players than it joins the name is a player's; other bags
    may have been left out. Cites: NSP-3.1 to NSP-3.5, NSP-3.7, NSP-7.1, NSP-7.3, NSP-8.1.
    """
    counts = facts.counts("counts")
    may_join = len(counts) - 1 <= book[keys.GHOST_PLAYERS]
    ghost = GHOST if GHOST in counts and may_join else None
    players = tuple(Player(owner) for owner in counts if owner != ghost)
    seats = max(len(players), book.players[0])
    refused = wrong_number_of_players(book, seats, keys.TREASURE_GOLD)
    refused = refused or _too_many_coins(book, seats, counts)
    if refused:
        return Answer.ruled(refused, {"counts": None})
    table = _table(players, ghost, counts)
    because: list[Say] = []
    for challenge in facts.records("challenges"):
        after = _after(book, table, challenge)
        if isinstance(after, Ruling):
            return Answer.ruled(after, {"counts": None})
        table = after
        because.append(_told(book, table, challenge))
    now = {owner: bag.count for owner, bag in table.bags.items()}
    reason = Say("The bags now hold: {held}.", held=_held(now))
    rules = (keys.ACCEPTING, keys.STOLEN_COINS, keys.BAG_COUNTS)
    return Answer.answered(reason, {"counts": now}, *rules, because=tuple(because))


def _too_many_coins(book: Rulebook, seats: int, counts: Mapping[str, int]) -> Ruling | None:
    """Stop bags that hold more coins together than the game has. Cites: NSP-8.1."""
    held, game = sum(counts.values()), coins_in_game(book, seats).total
    if held <= game:
        return None
    said = "{held} in the bags; the game has {game}."
    return impossible(said, keys.COLOURS_IN_GAME, held=n_coins(held), game=game)


def _table(
    players: tuple[Player, ...],
    ghost: Player | None,
    counts: Mapping[str, int],
    already: tuple[Player, ...] = (),
) -> State:
    """Set a table in the midst of its challenges, as far as the facts tell of it."""
    return State(
        setup=Setup(players),
        coins=Coins(),
        rounds=1,
        coins_each=0,
        ghost=ghost,
        bags={Player(owner): Bag(n, Coins()) for owner, n in counts.items()},
        treasure=0,
        challengers=tuple(player for player in players if player not in already),
    )


def _after(book: Rulebook, table: State, told: Mapping[str, Any]) -> State | Ruling:
    """Give the table after a challenge and its answer, or say why one of them may not be."""
    from referee.games.no_swap_no_pay.stages.challenge import BagsSwapped, Challenged, CoinStolen

    by, to, refuses = Player(told["by"]), Player(told["to"]), told["answer"] == REFUSED
    if stranger := strangers_named(keys.NOT_ONESELF, table.bag_owners, by, to):
        return stranger
    challenge = Challenged(by, to)
    ruling, challenged = challenge.judge(book, table), challenge.apply(table)
    if ruling.verdict.stops_play:
        return ruling
    if to == table.ghost:
        never = forbidden("{ghost} never refuses.", keys.GHOST_SWAPS, ghost=to)
        return never if refuses else challenged
    answer = CoinStolen(by, to, book[keys.STOLEN_COINS]) if refuses else BagsSwapped(by, to)
    ruling = answer.judge(book, challenged)
    return ruling if ruling.verdict.stops_play else answer.apply(challenged)


def _told(book: Rulebook, table: State, told: Mapping[str, Any]) -> Say:
    """Tell what came of a challenge, and what the two then hold."""
    by, to = Player(told["by"]), Player(told["to"])
    held = _held({name: table.bags[name].count for name in (by, to)})
    if told["answer"] == SWAPPED:
        return Say("{by} and {to} swap: {held}.", by=by, to=to, held=held)
    coins = n_coins(book[keys.STOLEN_COINS])
    return Say("{to} pays {by} {coins}: {held}.", by=by, to=to, coins=coins, held=held)


def _held(counts: Mapping[Player, int]) -> tuple[Say, ...]:
    return tuple(Say("{name} {n}", name=name, n=n) for name, n in counts.items())


def _someone(name: str, about: Say) -> Field:
    return Field(name=name, shape=PlayerName(), about=about, required=True)


PLAYERS = Field(
    name="players",
    shape=ListOf(PlayerName(new=True)),
    about=Say("the players clockwise, the ghost left out"),
    required=True,
)
COUNTS = Field(
    name="counts",
    shape=MapOf(PlayerName(new=True), Integer()),
    about=Say("how many coins each bag holds"),
    required=True,
)
ALREADY = Field(
    name="already", shape=ListOf(PlayerName()), about=Say("who has challenged this round")
)
ANSWER = Field(
    name="answer",
    shape=Choice((REFUSED, SWAPPED)),
    about=Say("how it was answered"),
    required=True,
)
BY = _someone("by", Say("who challenges"))
TO = _someone("to", Say("who is challenged"))
CHALLENGES = Field(
    name="challenges",
    shape=ListOf(Record((BY, TO, ANSWER), separators=("-", ":"))),
    about=Say("the challenges of the round, in order"),
    required=True,
)
DRAFT = Question(
    name="draft",
    about=Say("Who drafts, coin by coin?"),
    fields=(PLAYERS, _someone("captain", Say("who is captain"))),
    answer=_draft,
    example="players=A,B,C,D captain=B",
)
CHALLENGE = Question(
    name="challenge",
    about=Say("May this challenge be made, and may it be refused?"),
    fields=(
        PLAYERS,
        _someone("challenger", Say("who challenges")),
        _someone("target", Say("who is challenged")),
        COUNTS,
        ALREADY,
    ),
    answer=_challenge,
    example="players=A,B,C,D challenger=A target=B counts=A:4,B:0,C:5,D:7",
)
BAGS = Question(
    name="bags",
    about=Say("How many coins does each bag hold after these challenges?"),
    fields=(COUNTS, CHALLENGES),
    answer=_bags,
    example="counts=A:6,B:6,C:6,D:6 challenges=A-B:refused,B-A:swapped",
)
