"""Disputes about gold: who shares it after the treasure, what saboteurs take, who has won."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, cast

from referee import api
from referee.api import Player, Say
from referee.games.saboteur import keys
from referee.games.saboteur.model.deal import (
    DIGGER,
    SABOTEUR,
    SELFISH,
    has_selfish,
    saboteurs_possible,
)
from referee.games.saboteur.model.gold import (
    CHANGED,
    Cards,
    GoldSupply,
    Payout,
    Variant,
    cards_words,
    exact_payments,
    gold_cards,
    gold_in_box,
    holds,
    left,
    nuggets,
    read_payment,
    rules_for_sharing,
    shared_by_diggers,
    supply_words,
)
from referee.games.saboteur.model.three_rounds.hands import short_orders
from referee.games.saboteur.model.tools import TOOLS
from referee.games.saboteur.questions.actions import broken_given, refuse_broken_tools
from referee.games.saboteur.questions.rounds import PLAYERS


def _gold(book: api.Rulebook, facts: api.Facts) -> api.Answer:
    """Return how many cards the diggers share, in which order, and an example of who takes what.

    Cites: SAB-7.1 to SAB-7.4, SAB-7.9, SAB-8.1 to SAB-8.3.
    """
    players, saboteurs = facts.players("players"), facts.players("saboteurs")
    connector, tools = facts.player("connector"), broken_given(facts)
    broken, selfish = tuple(tools), facts.players("selfish", None)
    named = (*saboteurs, connector, *broken, *(selfish or ()))
    refused = (
        _refuse_roles(book, players, saboteurs, named)
        or _refuse_selfish(book, facts, saboteurs, selfish)
        or _refuse_broken_connector(connector, broken)
        or refuse_broken_tools(book, tools)
        or _refuse_bank(book, facts)
    )
    unknown = dict.fromkeys(("cards", "order", "takes"))
    if refused:
        return api.Answer.ruled(refused, unknown)
    roles = {each: SABOTEUR if each in saboteurs else DIGGER for each in players}
    roles |= dict.fromkeys(selfish or (), SELFISH)
    variant = Variant.of(book, facts.options)
    payout = shared_by_diggers(variant, players, roles, connector, broken)
    drawn, bank = facts.numbers("drawn", None), _bank_given(book, facts)
    refused = _refuse_short_bank(bank, payout)
    if drawn is not None:
        refused = refused or _refuse_drawn(bank, payout, drawn)
    if refused:
        return api.Answer.ruled(refused, unknown)
    if payout.paid:
        said = "{player} takes {nuggets}. Everyone else gets nothing."
        takes = Say(said, player=connector, nuggets=nuggets(payout.each))
        results = {"cards": 0, "order": (), "takes": None}
        return api.Answer.answered(takes, results, keys.SELFISH_NUGGETS, keys.EXACTLY)
    taken = {} if drawn is None else _highest_kept(payout.order, drawn)
    seated = None if drawn is None else {each: taken[each] for each in players if each in taken}
    because = tuple(
        Say("For example {player} keeps {cards}.", player=player, cards=cards_words(cards))
        for player, cards in taken.items()
    )
    results = {"cards": len(payout.order), "order": payout.order, "takes": seated}
    shared_by = rules_for_sharing(variant, roles, connector, broken)
    first = () if payout.order else (keys.BROKEN_GO_EMPTY,)
    return api.Answer.answered(
        _sharing_words(payout, is_drawn=drawn is not None),
        results,
        *dict.fromkeys((*first, *shared_by)),
        because=because,
    )


def _sharing_words(payout: Payout, *, is_drawn: bool) -> Say:
    """Word who gets how many cards; which card anybody keeps is their own choice."""
    if not payout.order:
        return Say("Nobody is left to share: nobody gets gold.")
    said = "{cards}, kept in this order: {order}. Everyone chooses which card to keep."
    if is_drawn:
        said = (
            "{cards}, kept in this order: {order}. Which card to keep is each one's own choice; "
            "as one example everybody keeps the highest left."
        )
    return Say(said, cards=gold_cards(len(payout.order)), order=payout.order)


def _highest_kept(order: Sequence[Player], drawn: Sequence[int]) -> dict[Player, Cards]:
    """Return the cards of each player if everybody keeps the highest card left.

    >>> _highest_kept(("A", "C", "A"), (1, 3, 2))
    {'A': (3, 1), 'C': (2,)}
    """
    kept: dict[Player, Cards] = {}
    for player, card in zip(order, sorted(drawn, reverse=True), strict=True):
        kept[player] = (*kept.get(player, ()), card)
    return kept


def _refuse_short_bank(bank: GoldSupply, payout: Payout) -> api.Ruling | None:
    """Refuse a bank too small for what the diggers get: no play leaves one. Cites: SAB-10.1."""
    if payout.paid and exact_payments(bank, len(payout.paid), payout.each) is None:
        return _bank_cannot_pay(bank, nuggets(payout.each))
    if len(payout.order) > sum(bank.values()):
        return _bank_cannot_pay(bank, gold_cards(len(payout.order)))
    return None


def _refuse_drawn(bank: GoldSupply, payout: Payout, drawn: Sequence[int]) -> api.Ruling | None:
    """Refuse cards that cannot have been drawn: too many, too few, or not in the bank."""
    n = len(drawn)
    if n and payout.paid:
        said = "No cards are drawn: {player} takes {nuggets}."
        player, due = payout.paid[0], nuggets(payout.each)
        return api.impossible(said, keys.SELFISH_NUGGETS, player=player, nuggets=due)
    if n and not payout.order:
        return api.impossible("No cards are drawn: nobody is left to share.", keys.BROKEN_GO_EMPTY)
    if n != len(payout.order):
        said, cards = "{cards} to draw, not {n}.", gold_cards(len(payout.order))
        return api.impossible(said, keys.MOST_SHARED, cards=cards, n=n)
    return None if holds(bank, drawn) else _bank_cannot_pay(bank, cards_words(drawn))


def _bank_cannot_pay(bank: GoldSupply, cards: Say | str) -> api.Ruling:
    said, rules = "The bank cannot pay {cards}: it holds {bank}.", (keys.SUPPLY, keys.GOLD_CARDS)
    return api.impossible(said, *rules, cards=cards, bank=supply_words(bank))


SABOTEURS: Final = api.Field(
    "saboteurs",
    api.ListOf(api.PlayerName()),
    Say("who really was a saboteur; [] if nobody"),
    required=True,
)
_WITH_BROKEN_TOOL: Final = api.Record(
    (
        api.Field("player", api.PlayerName(), Say("the player who has it"), required=True),
        api.Field("tool", api.Choice(TOOLS), Say("the tool, where it is known")),
    ),
    separators=(":",),
)
BANK: Final = api.Field(
    "bank",
    api.ListOf(api.Integer()),
    Say("gold cards left of 1, of 2 and of 3 nuggets; a full bank if left out"),
)
GOLD: Final = api.Question(
    name="gold",
    about=Say("The treasure was reached: who gets gold, and in which order?"),
    fields=(
        PLAYERS,
        SABOTEURS,
        api.Field("connector", api.PlayerName(), Say("who joined the treasure"), required=True),
        api.Field(
            "drawn",
            api.ListOf(api.Integer(least=1, is_face_value=True)),
            Say("the nuggets on the cards drawn"),
        ),
        api.Field(
            "broken",
            api.ListOf(_WITH_BROKEN_TOOL),
            Say("who had a broken tool at the end of the round"),
        ),
        api.Field(
            "selfish",
            api.ListOf(api.PlayerName()),
            Say("who was the selfish dwarf; none if he was the card left over"),
        ),
        BANK,
    ),
    answer=_gold,
    example="players=A,B,C,D,E saboteurs=B,D connector=A drawn=3,2,2,1,1",
)


# What is refused of a table, its roles and its bank


def _bank_given(book: api.Rulebook, facts: api.Facts) -> dict[int, int]:
    """Return how many cards of each value the bank has; it is full if it is not given."""
    box, counts = gold_in_box(book), facts.numbers("bank", None)
    return box if counts is None else dict(zip(box, reversed(counts), strict=True))


def _refuse_bank(book: api.Rulebook, facts: api.Facts) -> api.Ruling | None:
    """Refuse a bank that is not given by value, or has more than the box. Cites: SAB-1.4."""
    counts, box = facts.numbers("bank", None), gold_in_box(book)
    if counts is None:
        return None
    if len(counts) != len(box):
        said = "A bank is given as {n} numbers: cards of 1, of 2 and of 3."
        return api.impossible(said, keys.GOLD_CARDS, n=len(box))
    if all(n <= there for n, there in zip(reversed(counts), box.values(), strict=True)):
        return None
    said = "The box holds {box}; a bank cannot hold more."
    return api.impossible(said, keys.GOLD_CARDS, box=supply_words(box))


def _refuse_roles(
    book: api.Rulebook,
    players: tuple[Player, ...],
    saboteurs: tuple[Player, ...],
    named: Sequence[Player],
) -> api.Ruling | None:
    """Refuse players who are too many, too few or unknown, and saboteurs that no deal has."""
    seats, n = len(players), len(set(saboteurs))
    if refused := api.wrong_number_of_players(book, seats, keys.SABOTEURS) or api.unknown_players(
        keys.ROLES_UP, players, *named
    ):
        return refused
    least, most = saboteurs_possible(book, seats)
    if least <= n <= most:
        return None
    said = api.plural(
        n,
        "There cannot be {n} saboteur: with {seats} players there are {least} or {most}.",
        "There cannot be {n} saboteurs: with {seats} players there are {least} or {most}.",
        seats=seats,
        least=least,
        most=most,
    )
    return api.impossible(said, keys.ROLES_DEALT, keys.SABOTEURS)


def _refuse_broken_connector(connector: Player, broken: tuple[Player, ...]) -> api.Ruling | None:
    """Refuse a connector with a broken tool: they cannot have laid the card. Cites: SAB-5.1."""
    if connector not in broken:
        return None
    said = "{player} has a broken tool and cannot have laid the card."
    return api.impossible(said, keys.BROKEN_TOOL, player=connector)


def _refuse_selfish(
    book: api.Rulebook,
    facts: api.Facts,
    saboteurs: tuple[Player, ...],
    selfish: tuple[Player, ...] | None,
) -> api.Ruling | None:
    """Refuse an impossible selfish dwarf, and nobody if somebody must be one. Cites: SAB-8.2.

    Raises RefereeError if a table that plays with the dwarf does not say who it is.
    """
    if not has_selfish(book, facts.options):
        if not selfish:
            return None
        said = "This table plays without the selfish dwarf: selfish_dwarf is no."
        return api.impossible(said, keys.SELFISH_NUGGETS)
    if selfish is None:
        raise api.RefereeError(
            Say("Who is the selfish dwarf? Report selfish=NAME, or selfish={none}.", none="none")
        )
    if len(selfish) > 1:
        said = "There is only one selfish dwarf, not {players}."
        return api.impossible(said, keys.SELFISH_NUGGETS, players=selfish)
    if selfish and selfish[0] in saboteurs:
        said = "The selfish dwarf is a digger: {player} cannot be both."
        return api.impossible(said, keys.SELFISH_NUGGETS, player=selfish[0])
    if not selfish and len(set(saboteurs)) < book[keys.SABOTEURS][len(facts.players("players"))]:
        said = "The card left over is a saboteur, so somebody is the selfish dwarf."
        return api.impossible(said, keys.SELFISH_NUGGETS, keys.ROLES_DEALT)
    return None


# What the saboteurs take


def _payout(book: api.Rulebook, facts: api.Facts) -> api.Answer:
    """Return what the saboteurs take, and if the bank can pay it. Cites: SAB-7.5 to SAB-7.9."""
    players, saboteurs = facts.players("players"), facts.players("saboteurs")
    last, takes = facts.player("last", None), facts.values.get("takes")
    named = saboteurs if last is None else (*saboteurs, last)
    if refused := _refuse_roles(book, players, saboteurs, named) or _refuse_bank(book, facts):
        unknown = ("each", "payable", "cards", "order", "any_choice")
        return api.Answer.ruled(refused, dict.fromkeys(unknown))
    bank = _bank_given(book, facts)
    seated = tuple(player for player in players if player in saboteurs)
    order = None
    if last is not None:
        order = tuple(who for who in api.clockwise_from(players, last) if who in saboteurs)
    each = book[keys.SABOTEURS_PAY].get(len(seated), 0)
    ways = exact_payments(bank, len(seated), each)
    results: dict[str, Any] = {
        "each": each,
        "payable": ways is not None,
        "cards": None if ways is None else dict(zip(seated, ways, strict=True)),
        "order": order,
        "any_choice": not short_orders(tuple(bank), tuple(bank.values()), each, len(seated)),
    }
    if takes:
        choices = _choices_in_order(cast("Mapping[str, str]", takes), order or ())
        refused = api.unknown_players(keys.ROLES_UP, players, *(who for who, _ in choices))
        ruling = refused or _rule_on_choices(gold_in_box(book), bank, each, seated, choices)
        return api.Answer.ruled(ruling, results)
    return _payout_answer(results, seated, is_given=facts.numbers("bank", None) is not None)


def _payout_answer(
    results: dict[str, Any], takers: tuple[Player, ...], *, is_given: bool
) -> api.Answer:
    if not takers:
        said = "No saboteur was in play: nobody gets gold."
        return api.Answer.answered(Say(said), results, keys.NO_SABOTEUR, keys.SABOTEURS_PAY)
    each, cards = nuggets(results["each"]), results["cards"]
    rules = (keys.SABOTEURS_PAY, keys.IN_PLAY, keys.EXACTLY)
    if cards is None:
        said = (
            "Each saboteur takes {each}. The bank cannot pay that exactly: "
            "change money, or note what is owed."
        )
        return api.Answer.answered(Say(said, each=each), results, *rules, keys.NOT_EXACTLY)
    said = "Each saboteur takes {each}."
    if not is_given:
        said = "Each saboteur takes {each}. A full bank can pay that; this bank was not reported."
    elif not results["any_choice"]:
        said = (
            "Each saboteur takes {each}. The bank can pay that, "
            "but some choices of cards leave a later one without the exact sum."
        )
    because = tuple(
        Say("{player} could take {cards}.", player=player, cards=cards_words(way))
        for player, way in cards.items()
    )
    return api.Answer.answered(Say(said, each=each), results, *rules, because=because)


def _choices_in_order(
    takes: Mapping[str, str], order: Sequence[Player]
) -> list[tuple[Player, Cards | str]]:
    """Return the choices in the order in which they are made. Raises RefereeError for a gap."""
    typed = {Player(who): read_payment(words) for who, words in takes.items()}
    known = [who for who in order if who in typed]
    if known != list(order[: len(known)]):
        said = "{player} chooses before: report what {player} takes as well."
        missing = next(who for who in order if who not in typed)
        raise api.RefereeError(Say(said, player=missing))
    return [(who, typed[who]) for who in dict.fromkeys((*known, *typed))]


def _rule_on_choices(
    box: GoldSupply,
    bank: GoldSupply,
    each: int,
    takers: Sequence[Player],
    choices: Sequence[tuple[Player, Cards | str]],
) -> api.Ruling:
    """Return the ruling on the first refused choice, or one that allows all of them.

    Once money was changed, nobody knows what the bank holds. Cites: SAB-7.7, SAB-7.8.
    """
    known: GoldSupply | None = bank
    for paid, (who, taken) in enumerate(choices):
        if who not in takers:
            said = "{player} is not a saboteur and takes nothing."
            return api.impossible(said, keys.SABOTEURS_PAY, player=who)
        if not isinstance(taken, str):
            if refused := _refuse_choice(box, known, each, who, taken):
                return refused
            known = known and left(known, taken)
            continue
        if known and exact_payments(known, len(takers) - paid, each) is not None:
            said = "The bank can pay everyone who is waiting exactly: it holds {bank}."
            return api.forbidden(said, keys.NOT_EXACTLY, bank=supply_words(known))
        known = None if taken == CHANGED else known
    is_exact = all(not isinstance(taken, str) for _, taken in choices)
    rules = (keys.EXACTLY,) if is_exact else (keys.EXACTLY, keys.NOT_EXACTLY)
    return api.allowed("These choices are allowed.", *rules)


def _refuse_choice(
    box: GoldSupply, bank: GoldSupply | None, each: int, who: Player, taken: Cards
) -> api.Ruling | None:
    """Refuse cards that the box or a known bank does not have, or that are not the exact sum."""
    cards = cards_words(taken)
    if not holds(box, taken):
        said = "There cannot be gold cards {cards}: the box holds {box}."
        return api.impossible(said, keys.GOLD_CARDS, cards=cards, box=supply_words(box))
    if sum(taken) != each:
        said, due = "{player} takes {due}, not {cards}.", nuggets(each)
        rules = (keys.SABOTEURS_PAY, keys.EXACTLY)
        return api.forbidden(said, *rules, player=who, due=due, cards=cards)
    if bank is None or holds(bank, taken):
        return None
    said = "The bank holds {bank}, not {cards}."
    return api.impossible(said, keys.SUPPLY, bank=supply_words(bank), cards=cards)


PAYOUT: Final = api.Question(
    name="payout",
    about=Say("The treasure was missed: what do the saboteurs take?"),
    fields=(
        PLAYERS,
        SABOTEURS,
        BANK,
        api.Field("last", api.PlayerName(), Say("who used the last card")),
        api.Field(
            "takes",
            api.MapOf(api.PlayerName(), api.Text(like="2+1", read=read_payment)),
            Say("what saboteurs take, in the order in which they choose: cards, changed, owed"),
        ),
    ),
    answer=_payout,
    example="players=A,B,C,D,E saboteurs=B,D bank=16,8,4",
)


# Who has won


def _tie(book: api.Rulebook, facts: api.Facts) -> api.Answer:
    """Return the winners; refuse totals that no three rounds leave. Cites: SAB-9.1, SAB-9.2."""
    totals = {Player(who): n for who, n in facts.counts("totals").items()}
    if refused := api.wrong_number_of_players(book, len(totals), keys.SABOTEURS) or _refuse_totals(
        book, facts, totals
    ):
        return api.Answer.ruled(refused, {"winners": None, "shared": None, "best": None})
    best = max(totals.values())
    winners = tuple(who for who, n in totals.items() if n == best)
    results = {"winners": winners, "shared": len(winners) > 1, "best": best}
    one, many = "{winners} wins with {best}.", "{winners} share the win with {best}."
    said = Say(many if len(winners) > 1 else one, winners=winners, best=nuggets(best))
    rules = (keys.THE_WINNER, *((keys.SHARED,) if len(winners) > 1 else ()))
    return api.Answer.answered(said, results, *rules)


def _refuse_totals(
    book: api.Rulebook, facts: api.Facts, totals: dict[Player, int]
) -> api.Ruling | None:
    """Refuse totals that no three rounds leave, one player's first. Cites: SAB-10.2, SAB-10.3."""
    # Loading the model of three rounds takes time, and only this question needs it.
    from referee.games.saboteur.model.count import rules_of
    from referee.games.saboteur.model.three_rounds.possible import can_total

    rules, box = rules_of(book, facts.options, len(totals)), gold_in_box(book)
    values, cards = tuple(box), tuple(box.values())
    if can_total(rules, values, cards, tuple(totals.values())):
        return None
    for seat, (who, n) in enumerate(totals.items()):
        alone = [n if at == seat else None for at in range(len(totals))]
        if not can_total(rules, values, cards, alone):
            said = "Three rounds cannot leave {player} with {total}."
            return api.impossible(said, keys.PAID_TO_ONE, player=who, total=nuggets(n))
    return api.impossible("Three rounds cannot lead to these totals.", keys.PAID_IN_ALL)


TIE: Final = api.Question(
    name="tie",
    about=Say("Who wins with these totals?"),
    fields=(
        api.Field(
            "totals",
            api.MapOf(api.PlayerName(new=True), api.Integer()),
            Say("everybody's nuggets after three rounds, clockwise"),
            required=True,
            as_facts=True,
        ),
    ),
    answer=_tie,
    example="totals=A:9,B:9,C:4",
)
