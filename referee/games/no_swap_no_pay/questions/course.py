"""Disputes about the course of a game: captain, donations, the end, and who may look."""

from typing import Any

from referee import api
from referee.api import Player, Say
from referee.games.no_swap_no_pay import keys
from referee.games.no_swap_no_pay.model import box
from referee.games.no_swap_no_pay.model.coins import n_coins
from referee.games.no_swap_no_pay.questions.facts import (
    PLAYERS,
    ROUND,
    SEATS,
    owner_named,
    refuse_order,
    refuse_table,
    table_of,
)


def _captain(book: api.Rulebook, facts: api.Facts) -> api.Answer:
    """Name the captain of a round, and of the next one. Cites: NSP-1.7, NSP-4.3."""
    table, round_ = table_of(book, facts), facts.integer("round", None)
    first, now = facts.player("first", None), facts.player("now", None)
    if (first is None) == (now is None):
        either = "Give either first, the first captain, or now, the captain of this round."
        raise api.BadAnswer(Say(either))
    given = table.named(first or now or "")
    nobody: dict[str, Any] = {"captain": None, "next": None}
    refused = refuse_table(book, table, keys.CAPTAIN_CHANGES, given, ghost=False)
    refused = refused or box.refuse_round(book, table.seats, round_)
    if refused:
        return api.Answer.ruled(refused, nobody)
    if first is not None and round_ is None:
        said = Say("{first} was the first captain. Which round is it now?", first=given)
        return api.Answer.answered(said, nobody, keys.CAPTAIN_CHANGES)
    order = table.from_captain(given)
    captain = given if now is not None else order[((round_ or 1) - 1) % table.seats]
    is_last = round_ == book[keys.ROUNDS][table.seats]
    after = None if is_last else api.next_clockwise(table.players, captain)
    said = Say("{captain} is captain, and {next} after that.", captain=captain, next=after or "")
    if is_last:
        said = Say("{captain} is captain in the last round.", captain=captain)
    rules = (keys.CAPTAIN_CHANGES, *((keys.ROUNDS,) if is_last else ()))
    return api.Answer.answered(said, {"captain": captain, "next": after}, *rules)


def _turn(book: api.Rulebook, facts: api.Facts) -> api.Answer:
    """Name the player whose turn it is to challenge, and those after. Cites: NSP-3.1."""
    table = table_of(book, facts)
    captain = table.named(facts.player("captain"))
    already = tuple(map(table.named, facts.players("already")))
    refused = refuse_table(book, table, keys.MUST_CHALLENGE, captain, *already, ghost=False)
    refused = refused or refuse_order(table, already, captain)
    if refused:
        return api.Answer.ruled(refused, {"player": None, "left": None})
    left = table.from_captain(captain)[len({*already}) :]
    if not left:
        said = Say("All have had their turn.")
        return api.Answer.answered(said, {"player": None, "left": ()}, keys.MUST_CHALLENGE)
    said = Say("It is {player}'s turn.", player=left[0])
    return api.Answer.answered(said, {"player": left[0], "left": left}, keys.MUST_CHALLENGE)


def _donate(book: api.Rulebook, facts: api.Facts) -> api.Answer:
    """Count the coins to donate, and rule on a donation. Cites: NSP-4.1, NSP-4.2, NSP-7.4."""
    seats, holds = facts.seats("players"), facts.integer("holds", None)
    gives, seated = facts.integer("gives", None), facts.seated("players")
    player = owner_named(facts.player("player", Player("")), seated)
    refused = _refuse_donor(book, seats, player, seated)
    if not refused and holds is not None:
        refused = box.refuse_bag_count(book, seats, player or Player("A player"), holds)
    if refused:
        return api.Answer.ruled(refused, {"must": None})
    must = None if holds is None else min(book[keys.DONATED_COINS], holds)
    results = {"must": 0 if player == box.GHOST else must}
    if gives is not None and holds is not None and gives > holds:
        rule = keys.DONATED_COINS if holds else keys.NOTHING_TO_DONATE
        said = "A bag with {holds} cannot give {gives}."
        ruling = api.impossible(said, rule, holds=n_coins(holds), gives=gives)
        return api.Answer.ruled(ruling, results)
    if player != box.GHOST and facts.yes("shown", default=False):
        said = "A donation is secret: nobody else may see the coin."
        return api.Answer.ruled(api.forbidden(said, keys.DONATED_COINS), results)
    if gives is not None:
        return api.Answer.ruled(_judge_giving(book, player, gives, holds), results)
    due, rules = n_coins(book[keys.DONATED_COINS]), [keys.DONATED_COINS.rule_id]
    reason = Say("A donation is {due} of your choice, in secret.", due=due)
    if player == box.GHOST:
        reason, rules = Say("{ghost} does not donate.", ghost=box.GHOST), [keys.GHOST_RESTS]
    elif holds == 0:
        reason = Say("A player with an empty bag donates nothing.")
        rules = [keys.NOTHING_TO_DONATE]
    elif holds is None:
        reason = Say("A donation is {due}, unless the bag is empty.", due=due)
        rules.append(keys.NOTHING_TO_DONATE)
    return api.Answer.answered(reason, results, *rules)


def _refuse_donor(
    book: api.Rulebook, seats: int, player: Player, seated: tuple[Player, ...]
) -> api.Ruling | None:
    """Refuse a player who does not sit at this table. Cites: NSP-1.3, NSP-4.1, NSP-7.1."""
    if ruling := api.wrong_number_of_players(book, seats, keys.TREASURE_GOLD):
        return ruling
    if player == box.GHOST and not box.has_ghost(book, seats):
        return api.impossible("With {n} players there is no ghost.", keys.GHOST_PLAYERS, n=seats)
    known = (*seated, box.GHOST) if player and seated else (player,)
    return api.unknown_players(keys.DONATED_COINS, known, player)


def _judge_giving(book: api.Rulebook, player: Player, gives: int, holds: int | None) -> api.Ruling:
    """Rule on a number of coins that is given. Cites: NSP-4.1, NSP-4.2, NSP-7.4."""
    if player == box.GHOST:
        rule_on = api.forbidden if gives else api.allowed
        return rule_on("{ghost} does not donate.", keys.GHOST_RESTS, ghost=box.GHOST)
    due = n_coins(book[keys.DONATED_COINS])
    if gives == book[keys.DONATED_COINS]:
        return api.allowed("A donation is {due}.", keys.DONATED_COINS, due=due)
    if gives == 0 and holds == 0:
        said = "A player with an empty bag donates nothing."
        return api.allowed(said, keys.NOTHING_TO_DONATE)
    if gives == 0 and holds is None:
        said = "A player with an empty bag donates nothing; anybody else must donate {due}."
        return api.table_call(said, keys.NOTHING_TO_DONATE, keys.DONATED_COINS, due=due)
    said = "A donation is exactly {due}."
    return api.forbidden(said, keys.DONATED_COINS, due=due)


def _end(book: api.Rulebook, facts: api.Facts) -> api.Answer:
    """Decide whether the game is over; count the coins left. Cites: NSP-1.7, NSP-4.2, NSP-4.5."""
    seats, round_ = facts.seats("players"), facts.integer("round")
    results: dict[str, Any] = {"over": None, "rounds": None, "leftover": None}
    if ruling := api.wrong_number_of_players(book, seats, keys.TREASURE_GOLD):
        return api.Answer.ruled(ruling, results)
    last = results["rounds"] = book[keys.ROUNDS][seats]
    if ruling := box.refuse_round(book, seats, round_):
        return api.Answer.ruled(ruling, results)
    over = results["over"] = round_ == last
    empty, treasure = facts.yes("empty", None), facts.integer("treasure", None)
    can_be = box.donations_missed_in(book, seats, round_)
    missed = can_be if empty is None else (int(empty),)
    if missed[-1] not in can_be:
        never = "In round {round} nobody can have an empty bag at the donations."
        ruling = api.impossible(never, keys.NOTHING_TO_DONATE, round=round_)
        return api.Answer.ruled(ruling, results)
    left = {
        box.treasure_count(book, seats, round_, before, now).after_donations
        for before in box.donations_missed_before(book, seats, round_)
        for now in missed
    }
    fits = results["leftover"] = tuple(sorted(left))
    if treasure is not None and treasure not in fits:
        wrong = "The treasure bag cannot hold {n} now; possible: {fits}."
        rule: api.RuleLike = keys.MISSED_AT_THE_END if over else keys.BAG_COUNTS
        ruling = api.impossible(wrong, rule, n=n_coins(treasure), fits=fits)
        return api.Answer.ruled(ruling, results)
    said = Say("Round {round} of {rounds}: the game continues.", round=round_, rounds=last)
    if over:
        said = Say("That was the last round: everyone shows their bag.")
    return api.Answer.answered(said, results, keys.THE_END, keys.ROUNDS, keys.MISSED_AT_THE_END)


def _look(book: api.Rulebook, facts: api.Facts) -> api.Answer:
    """Decide whether somebody may look. Cites: NSP-1.6, NSP-2.3, NSP-3.6, NSP-4.4, NSP-7.4."""
    forms = [name for name in ("bag", "stolen", "drafted") if name in facts.values]
    if len(forms) != 1:
        raise api.BadAnswer(Say("Look at what? Give bag, stolen or drafted."))
    seated = facts.players("players", ())
    player = owner_named(facts.player("player"), seated)
    if refused := _refuse_strangers(book, facts):
        return api.Answer.ruled(refused)
    if player == box.GHOST:
        said = "{ghost} looks at nothing."
        return api.Answer.ruled(api.impossible(said, keys.GHOST_RESTS, ghost=player))
    if forms == ["drafted"]:
        said = "Everyone can see drafted coins until they go into the bags."
        return api.Answer.ruled(api.allowed(said, keys.COINS_IN_SIGHT))
    if forms == ["stolen"]:
        return api.Answer.ruled(_judge_look_at_coin(facts, player))
    owner, over = owner_named(facts.player("bag"), seated), facts.yes("over", default=False)
    return api.Answer.ruled(_judge_look_into_bag(player, owner, over=over))


def _refuse_strangers(book: api.Rulebook, facts: api.Facts) -> api.Ruling | None:
    """Refuse unknown names, if the players are given. Cites: NSP-1.3, NSP-1.6."""
    if "players" not in facts.values:
        return None
    table = table_of(book, facts)
    given = [facts.player(name, None) for name in ("player", "bag", "drafted")]
    stolen: Any = facts.values.get("stolen", {})
    named = map(table.named, filter(None, (*given, *stolen.values())))
    return refuse_table(book, table, keys.WHOSE_BAG, *named)


def _judge_look_into_bag(player: Player, owner: Player, *, over: bool) -> api.Ruling:
    """Rule on a look into a bag. Cites: NSP-1.6, NSP-4.4, NSP-7.4."""
    if owner == player:
        said = "{player} may look into their own bag at any time."
        return api.allowed(said, keys.WHOSE_BAG, player=player)
    if over:
        return api.allowed("The game is over: all show their bags.", keys.THE_END)
    if owner == box.GHOST:
        return api.forbidden("Nobody looks into {ghost}'s bag.", keys.GHOST_RESTS, ghost=owner)
    said = "{player} may never look into {owner}'s bag."
    return api.forbidden(said, keys.WHOSE_BAG, player=player, owner=owner)


def _judge_look_at_coin(facts: api.Facts, player: Player) -> api.Ruling:
    """Rule on a look at a coin that was paid. Cites: NSP-3.2, NSP-3.6, NSP-7.3, NSP-7.4."""
    given: Any = facts.values["stolen"]
    seated = facts.players("players", ())
    by, to = owner_named(given["by"], seated), owner_named(given["to"], seated)
    if by == to:
        return api.impossible("Nobody draws a coin from their own bag.", keys.NOT_ONESELF)
    if box.GHOST in {by, to}:
        rule = keys.GHOST_SWAPS if to == box.GHOST else keys.GHOST_RESTS
        said = "Nobody draws a coin from {ghost}'s bag, and {ghost} draws none."
        return api.impossible(said, rule, ghost=box.GHOST)
    said = "Only {by} and {to} may look at that coin."
    rule_on = api.allowed if player in {by, to} else api.forbidden
    return rule_on(said, keys.WHO_SEES_IT, by=by, to=to)


CAPTAIN = api.Question(
    name="captain",
    about=Say("Who is captain?"),
    fields=(
        PLAYERS,
        api.Field("first", api.PlayerName(), Say("who was the first captain")),
        api.Field("now", api.PlayerName(), Say("or who is captain in this round")),
        ROUND,
    ),
    answer=_captain,
    example="players=A,B,C,D first=B round=3",
)
TURN = api.Question(
    name="turn",
    aliases=("next",),
    about=Say("Whose turn is it to challenge, or to donate?"),
    fields=(
        PLAYERS,
        api.Field("captain", api.PlayerName(), Say("who is captain"), required=True),
        api.Field(
            "already",
            api.ListOf(api.PlayerName()),
            Say("who has had their turn; none if nobody has"),
            required=True,
        ),
    ),
    answer=_turn,
    example="players=A,B,C,D captain=B already=B,C",
)
DONATE = api.Question(
    name="donate",
    about=Say("What must be donated?"),
    fields=(
        SEATS,
        api.Field("player", api.PlayerName(), Say("who donates")),
        api.Field("holds", api.Integer(), Say("how many coins their bag holds")),
        api.Field("gives", api.Integer(), Say("how many coins they give")),
        api.Field("shown", api.Boolean(), Say("whether they show them")),
    ),
    answer=_donate,
    example="players=4 player=B holds=5",
)
END = api.Question(
    name="end",
    about=Say("Is the game over, and how many coins can be left?"),
    fields=(
        SEATS,
        api.Field(
            "round", api.Integer(), Say("the round that has just been finished"), required=True
        ),
        api.Field("treasure", api.Integer(), Say("how many coins the treasure bag holds now")),
        api.Field(
            "empty", api.Boolean(), Say("whether a player had an empty bag at the donations")
        ),
    ),
    answer=_end,
    example="players=4 round=4 treasure=4",
)
LOOK = api.Question(
    name="look",
    about=Say("May this player look?"),
    fields=(
        api.replace(PLAYERS, required=False),
        api.Field("player", api.PlayerName(), Say("who wants to look"), required=True),
        api.Field("bag", api.PlayerName(), Say("into whose bag")),
        api.Field(
            "stolen",
            api.Record(
                (
                    api.Field("by", api.PlayerName(), Say("who drew it"), required=True),
                    api.Field("to", api.PlayerName(), Say("from whose bag"), required=True),
                ),
                separators=("-",),
            ),
            Say("at the coin drawn from another player's bag"),
        ),
        api.Field("drafted", api.PlayerName(), Say("at whose drafted coins")),
        api.Field("over", api.Boolean(), Say("whether the last round is finished")),
    ),
    answer=_look,
    example="player=C bag=C",
)
