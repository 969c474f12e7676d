"""Disputes about the treasure bag: who drafts, what can be drawn, how many coins it must hold."""

from collections import Counter
from typing import Any

from referee import api
from referee.api import Player, Say
from referee.api.reading import match_choice
from referee.games.no_swap_no_pay import keys
from referee.games.no_swap_no_pay.model import box
from referee.games.no_swap_no_pay.model.coins import COLOURS, Coins, n_coins
from referee.games.no_swap_no_pay.questions.facts import (
    CAPTAIN,
    COINS,
    NOBODY,
    PLAYERS,
    ROUND,
    SEATS,
    given_coins,
    refuse_table,
    table_of,
)
from referee.games.no_swap_no_pay.state import draft_order


def read_coin(text: str) -> str:
    """Read a colour, or ``none``. Raises BadAnswer.

    >>> read_coin("g"), read_coin("-")
    ('gold', 'none')
    """
    return api.NOTHING if text.strip() in NOBODY else match_choice(text, (*COLOURS, api.NOTHING))


def _draft(book: api.Rulebook, facts: api.Facts) -> api.Answer:
    """List who drafts, coin by coin, and rule on a coin that is taken now.

    Cites: NSP-1.1, NSP-2.1, NSP-2.2, NSP-2.4, NSP-2.5.
    """
    table, drawn = table_of(book, facts), given_coins(facts, "drawn")
    captain, player = table.named(facts.player("captain")), facts.player("player", None)
    taken, coin = facts.words("taken", None), facts.text("coin", None)
    if coin is not None and taken is None:
        said = "Which coins are taken so far? Give taken as well, none if it is the first."
        raise api.BadAnswer(Say(said))
    due = box.coins_due(book, table.seats)
    n = drawn.total if drawn else facts.integer("coins", due)
    named = (captain, *((table.named(player),) if player else ()))
    refused = (
        refuse_table(book, table, keys.DRAFT_ORDER, *named, ghost=False)
        or (box.refuse_excess(book, drawn) if drawn else None)
        or _refuse_number(book, table.seats, facts.integer("coins", None), drawn)
        or (_refuse_taken(taken, n, drawn) if taken else None)
    )
    if refused:
        return api.Answer.ruled(refused, dict.fromkeys(("order", "next", "middle")))
    order = draft_order(table.from_captain(captain), book[keys.DRAWN_PER_PLAYER])[:n]
    left = None if drawn is None or taken is None else drawn - Coins.of(Counter(taken))
    turn = order[len(taken)] if taken is not None and len(taken) < n else None
    results = {"order": order, "next": turn, "middle": left.counts if left else None}
    if player and taken is not None and player != turn:
        return api.Answer.ruled(_refuse_turn(player, turn), results)
    if coin is not None:
        return api.Answer.ruled(_judge_taking(read_coin(coin), turn, left), results)
    reason = Say("The coins go to {order}, in this order.", order=order)
    rules = (keys.DRAFT_ORDER, keys.DRAWN_PER_PLAYER, *((keys.SHORT_DRAFT,) if n < due else ()))
    if player and turn:
        return api.Answer.ruled(api.allowed(reason, *rules), results)
    return api.Answer.answered(reason, results, *rules)


def _refuse_turn(player: Player, turn: Player | None) -> api.Ruling:
    if turn is None:
        return api.forbidden("All coins are taken: it is nobody's turn.", keys.DRAFT_ORDER)
    said = "It is {turn}'s turn, not {player}'s."
    return api.forbidden(said, keys.DRAFT_ORDER, turn=turn, player=player)


def _refuse_number(
    book: api.Rulebook, seats: int, coins: int | None, drawn: Coins | None
) -> api.Ruling | None:
    n = coins if drawn is None else drawn.total
    if coins is not None and n is not None and coins != n:
        said = "{coins} in all, but {drawn} drawn."
        return api.impossible(said, keys.DRAWN_PER_PLAYER, coins=n_coins(coins), drawn=n)
    return None if n is None else box.refuse_draw_size(book, seats, n)


def _refuse_taken(taken: tuple[str, ...], n: int, drawn: Coins | None) -> api.Ruling | None:
    if len(taken) > n:
        said = "{taken} are taken, but only {n} were drawn."
        return api.impossible(said, keys.DRAFT_ORDER, taken=n_coins(len(taken)), n=n)
    gone = Coins.of(Counter(taken))
    if drawn and (colour := gone.exceeds(drawn)):
        said = "{taken} {colour} taken, but only {n} drawn."
        facts: dict[str, Any] = {"taken": gone[colour], "n": drawn[colour]}
        return api.impossible(said, keys.DRAFT_ORDER, colour=COLOURS[colour], **facts)
    return None


def _judge_taking(coin: str, turn: Player | None, left: Coins | None) -> api.Ruling:
    """Rule on a coin that is taken, or on passing. Cites: NSP-2.2, NSP-2.4, NSP-2.5."""
    if coin == api.NOTHING:
        if turn is None:
            return api.allowed("All coins are taken.", keys.SHORT_DRAFT)
        rules = (keys.NO_PASSING, keys.DRAFT_ORDER)
        return api.forbidden("{player} must take a coin.", *rules, player=turn)
    term = COLOURS[coin]
    if turn is None or (left is not None and not left[coin]):
        said, coins = "There is no {colour} coin left. Left: {coins}.", (left or Coins()).say
        return api.forbidden(said, keys.DRAFT_ORDER, colour=term, coins=coins)
    if left is None:
        said = "It is {player}'s turn. Is there still a {colour} coin in the middle?"
        return api.table_call(said, keys.DRAFT_ORDER, player=turn, colour=term)
    return api.allowed("{player} may take {colour}.", keys.DRAFT_ORDER, player=turn, colour=term)


def _draw(book: api.Rulebook, facts: api.Facts) -> api.Answer:
    """Rule on a draw. Cites: NSP-1.1, NSP-2.1, NSP-2.5, NSP-2.6, NSP-7.2."""
    seats, drawn = facts.seats("players"), given_coins(facts, "drawn") or Coins()
    round_, treasure = facts.integer("round", None), facts.integer("treasure", None)
    held, fed = given_coins(facts, "held") or Coins(), facts.integer("fed", None)
    refused = (
        api.wrong_number_of_players(book, seats, keys.TREASURE_GOLD)
        or box.refuse_round(book, seats, round_)
        or _refuse_treasure(book, seats, round_, treasure)
        or _refuse_feeding(book, seats, fed)
        or box.refuse_excess(book, drawn)
        or box.refuse_excess(book, held)
        or _refuse_beyond_game(book, seats, held)
    )
    if refused:
        return api.Answer.ruled(refused, {"due": None})
    due, feeds = _due(book, seats, round_, treasure), box.fed_each_round(book, seats)
    ruling = (
        _refuse_draw(book, seats, due, drawn)
        or _refuse_colour(book, seats, drawn, held)
        or _judge_draw(book, seats, due, drawn)
    )
    if fed is not None and fed != feeds:
        said = "The ghost's bag gets {due}, not {fed}."
        ruling = api.forbidden(said, keys.GHOST_FED, due=n_coins(feeds), fed=fed)
    return api.Answer.ruled(ruling, {"due": due})


def _refuse_treasure(
    book: api.Rulebook, seats: int, round_: int | None, treasure: int | None
) -> api.Ruling | None:
    """Refuse a treasure bag that no round can begin with. Cites: NSP-8.2."""
    fits = sorted({each.start for each in box.treasure_counts(book, seats, round_)})
    if treasure is None or treasure in fits:
        return None
    said = "The treasure bag cannot hold {n} before the draw; possible: {fits}."
    return api.impossible(said, keys.BAG_COUNTS, n=n_coins(treasure), fits=tuple(fits))


def _due(book: api.Rulebook, seats: int, round_: int | None, treasure: int | None) -> int | None:
    """Count the coins that must be drawn; None if that is not known. Cites: NSP-2.1, NSP-2.5."""
    full = box.coins_due(book, seats)
    if treasure is not None:
        return min(full, treasure - box.fed_each_round(book, seats))
    return None if round_ in {None, book[keys.ROUNDS][seats]} else full


def _refuse_feeding(book: api.Rulebook, seats: int, fed: int | None) -> api.Ruling | None:
    if not fed or box.has_ghost(book, seats):
        return None
    said = "With {n} players there is no ghost to feed."
    return api.impossible(said, keys.GHOST_PLAYERS, n=seats)


def _refuse_beyond_game(book: api.Rulebook, seats: int, held: Coins) -> api.Ruling | None:
    game = box.coins_in_game(book, seats)
    if colour := held.exceeds(game):
        said = "{n} {colour} in the bags; this game has {game}."
        facts: dict[str, Any] = {"n": held[colour], "game": game[colour]}
        return api.impossible(said, keys.COLOURS_IN_GAME, colour=COLOURS[colour], **facts)
    return None


def _refuse_draw(
    book: api.Rulebook, seats: int, due: int | None, drawn: Coins
) -> api.Ruling | None:
    if due is None:
        return box.refuse_draw_size(book, seats, drawn.total)
    if drawn.total == due:
        return None
    short = (keys.SHORT_DRAFT,) if due < box.coins_due(book, seats) else ()
    said = "The captain draws {due}, not {drawn}."
    facts: dict[str, Any] = {"due": n_coins(due), "drawn": drawn.total}
    return api.forbidden(said, keys.DRAWN_PER_PLAYER, *short, **facts)


def _refuse_colour(book: api.Rulebook, seats: int, drawn: Coins, held: Coins) -> api.Ruling | None:
    """Refuse coins that are in the loot bags. Cites: NSP-2.6, NSP-8.1."""
    left = box.coins_in_game(book, seats) - held
    if colour := drawn.exceeds(left):
        rules = (keys.COLOUR_ELSEWHERE, keys.COLOURS_IN_GAME)
        said = "At most {n} {colour} can be left to draw."
        return api.forbidden(said, *rules, n=left[colour], colour=COLOURS[colour])
    return None


def _judge_draw(book: api.Rulebook, seats: int, due: int | None, drawn: Coins) -> api.Ruling:
    rules, coins = (keys.DRAWN_PER_PLAYER, keys.SHORT_DRAFT), drawn.say
    if drawn.total == box.coins_due(book, seats):
        return api.allowed("The captain may draw {coins}.", keys.DRAWN_PER_PLAYER, coins=coins)
    if due is not None:
        return api.allowed("That is all there is: the captain draws {coins}.", *rules, coins=coins)
    said = "{coins} only if the treasure bag held no more, in the last round."
    return api.table_call(said, *reversed(rules), coins=coins)


def _treasure(book: api.Rulebook, facts: api.Facts) -> api.Answer:
    """Count the coins in the treasure bag in a round. Cites: NSP-2.1, NSP-4.1, NSP-4.2."""
    seats, round_ = facts.seats("players"), facts.integer("round")
    missed, now = facts.integer("missed", None), facts.integer("missed_now", None)
    names = ("start", "fed", "drawn", "after_draw", "after_donations", "bags")
    refused = (
        api.wrong_number_of_players(book, seats, keys.TREASURE_GOLD)
        or box.refuse_round(book, seats, round_)
        or _refuse_missed(missed, box.donations_missed_before(book, seats, round_))
        or _refuse_missed(now, box.donations_missed_in(book, seats, round_))
    )
    if refused:
        return api.Answer.ruled(refused, dict.fromkeys(names))
    counts = [
        box.treasure_count(book, seats, round_, m, n)
        for m in (box.donations_missed_before(book, seats, round_) if missed is None else (missed,))
        for n in (box.donations_missed_in(book, seats, round_) if now is None else (now,))
    ]
    found = {name: sorted({getattr(count, name) for count in counts}) for name in names}
    results = {name: each[0] if len(each) == 1 else None for name, each in found.items()}
    said = Say(
        "Round {round}: {start} before the draw, {drawn} drawn, {after_draw} left, "
        "{after_donations} after the donations; {bags} in the bags.",
        round=round_,
        **{name: _range_said(each) for name, each in found.items() if name != "fed"},
    )
    rules = (keys.DRAWN_PER_PLAYER, keys.DONATED_COINS, keys.NOTHING_TO_DONATE, keys.BAG_COUNTS)
    return api.Answer.answered(said, results, *rules)


def _refuse_missed(missed: int | None, can_be: range) -> api.Ruling | None:
    if missed is None or missed in can_be:
        return None
    said = "{n} cannot have been missed: the most then is {most}."
    rules = (keys.NOTHING_TO_DONATE, keys.MISSED_AT_THE_END)
    return api.impossible(said, *rules, n=missed, most=can_be[-1])


def _range_said(numbers: list[int]) -> Say:
    least, most = numbers[0], numbers[-1]
    return Say("{n}", n=least) if least == most else Say("{a} to {b}", a=least, b=most)


DRAFT = api.Question(
    name="draft",
    about=Say("Who drafts, coin by coin, and may this coin be taken?"),
    fields=(
        PLAYERS,
        api.Field("captain", CAPTAIN.shape, Say("who is captain"), required=True),
        api.Field("coins", api.Integer(), Say("how many coins were drawn in all")),
        api.Field("drawn", COINS, Say("which coins were drawn")),
        api.Field(
            "taken", api.ListOf(api.Choice(tuple(COLOURS))), Say("which are taken so far, in order")
        ),
        api.Field("player", api.PlayerName(), Say("who takes a coin")),
        api.Field("coin", api.Text("g", read_coin), Say("the coin that is taken, or none")),
    ),
    answer=_draft,
    example="players=A,B,C,D captain=B",
)
DRAW = api.Question(
    name="draw",
    about=Say("May the captain draw these coins?"),
    fields=(
        SEATS,
        api.Field("drawn", COINS, Say("which coins are drawn"), required=True),
        ROUND,
        api.Field(
            "treasure",
            api.Integer(),
            Say("how many coins the treasure bag held at the start of the round"),
        ),
        api.Field(
            "held", COINS, Say("coins that must be in the loot bags, given what everyone saw")
        ),
        api.Field("fed", api.Integer(), Say("how many coins the ghost got before the draw")),
    ),
    answer=_draw,
    example="players=4 drawn=3g3s2b round=3",
)
TREASURE = api.Question(
    name="treasure",
    about=Say("How many coins must the treasure bag hold in a round?"),
    fields=(
        SEATS,
        api.Field("round", api.Integer(), Say("which round it is"), required=True),
        api.Field(
            "missed", api.Integer(), Say("donations missed for empty bags in the rounds before")
        ),
        api.Field(
            "missed_now", api.Integer(), Say("donations missed for empty bags in this round")
        ),
    ),
    answer=_treasure,
    example="players=4 round=3",
)
