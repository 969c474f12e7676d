"""The disputes about what saboteurs take, and about who has won."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, cast

from referee import api
from referee.api import Player, Say
from referee.api.reading import prefix_matches
from referee.games.saboteur import keys
from referee.games.saboteur.model.gold import (
    CHANGED,
    OWED,
    Cards,
    GoldSupply,
    cards_words,
    exact_payments,
    gold_in_box,
    holds,
    left,
    nuggets,
    supply_words,
)
from referee.games.saboteur.model.three_rounds.hands import with_block
from referee.games.saboteur.questions.facts import PLAYERS
from referee.games.saboteur.questions.gold import (
    BANK,
    SABOTEURS,
    bank_given,
    no_bank,
    no_such_roles,
)

UNKNOWN: Final = dict.fromkeys(("each", "payable", "cards", "order", "any_choice"))


def read_taken(words: str) -> Cards | str:
    """Read gold cards, or the word for none: changed or owed. Raises BadAnswer.

    >>> read_taken("3+1"), read_taken("ow")
    ((3, 1), 'owed')
    """
    named = prefix_matches(words, (CHANGED, OWED))
    return named[0] if len(named) == 1 else api.CardValues({}, 0, 0).parse(words)


def _payout(book: api.Rulebook, facts: api.Facts) -> api.Answer:
    """Say what the saboteurs take, and whether the bank can pay it. Cites: SAB-7.5 to SAB-7.9."""
    players, saboteurs = facts.players("players"), facts.players("saboteurs")
    last, takes = (
        facts.player("last", None),
        cast("Mapping[str, str] | None", facts.values.get("takes")),
    )
    named = (*saboteurs, *((last,) if last else ()))
    if refused := no_such_roles(book, players, saboteurs, named) or no_bank(book, facts):
        return api.Answer.ruled(refused, UNKNOWN)
    bank = bank_given(book, facts)
    seated = tuple(player for player in players if player in saboteurs)
    order = None
    if last is not None:
        order = tuple(player for player in api.clockwise_from(players, last) if player in saboteurs)
    each = book[keys.SABOTEURS_PAY].get(len(seated), 0)
    ways = exact_payments(bank, len(seated), each)
    results: dict[str, Any] = {
        "each": each,
        "payable": ways is not None,
        "cards": None if ways is None else dict(zip(seated, ways, strict=True)),
        "order": order,
        "any_choice": not with_block(tuple(bank), tuple(bank.values()), each, len(seated)),
    }
    if takes:
        test = _Choices(gold_in_box(book), bank, each, len(seated))
        return api.Answer.ruled(
            test.ruling(players, order or seated, _in_order(takes, order)), results
        )
    return _answered(results, seated, is_given=facts.numbers("bank", None) is not None)


def _answered(results: dict[str, Any], takers: tuple[Player, ...], *, is_given: bool) -> api.Answer:
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


def _in_order(
    takes: Mapping[str, str], order: Sequence[Player] | None
) -> list[tuple[Player, Cards | str]]:
    """Put the choices in order; those named must come first. Raises RefereeError otherwise."""
    try:
        typed = {Player(who): read_taken(words) for who, words in takes.items()}
    except api.BadAnswer as bad:
        raise api.RefereeError(bad.say) from bad
    known = [who for who in order or () if who in typed]
    if order is not None and tuple(known) != tuple(order[: len(known)]):
        said = "{player} chooses before: report what {player} takes as well."
        missing = next(who for who in order if who not in typed)
        raise api.RefereeError(Say(said, player=missing))
    strangers = [who for who in typed if who not in known]
    return [(who, typed[who]) for who in (*known, *strangers)]


class _Choices:
    """Choices put to the test one after the other; the bank is None once money was changed."""

    def __init__(self, box: GoldSupply, bank: GoldSupply, each: int, waiting: int) -> None:
        self._box = box
        self._bank: GoldSupply | None = bank
        self._each, self._waiting = each, waiting
        self._is_exact = True

    def ruling(
        self,
        players: tuple[Player, ...],
        takers: Sequence[Player],
        takes: Sequence[tuple[Player, Cards | str]],
    ) -> api.Ruling:
        """Rule on all of them: the first that is refused, or that they can be."""
        if refused := api.unknown_players(keys.ROLES_UP, players, *(who for who, _ in takes)):
            return refused
        for who, taken in takes:
            if who not in takers:
                said = "{player} is not a saboteur and takes nothing."
                return api.impossible(said, keys.SABOTEURS_PAY, player=who)
            if refused := self._refused(who, taken):
                return refused
            self._waiting -= 1
        rules = (keys.EXACTLY, *(() if self._is_exact else (keys.NOT_EXACTLY,)))
        return api.allowed("These choices are allowed.", *rules)

    def _refused(self, who: Player, taken: Cards | str) -> api.Ruling | None:
        if isinstance(taken, str):
            return self._not_exact(taken)
        cards = cards_words(taken)
        if not holds(self._box, taken):
            said = "There cannot be gold cards {cards}: the box holds {box}."
            box = supply_words(self._box)
            return api.impossible(said, keys.GOLD_CARDS, cards=cards, box=box)
        if sum(taken) != self._each:
            said = "{player} takes {due}, not {cards}."
            rules = (keys.SABOTEURS_PAY, keys.EXACTLY)
            return api.forbidden(said, *rules, player=who, due=nuggets(self._each), cards=cards)
        if self._bank is None:
            return None
        if not holds(self._bank, taken):
            said = "The bank holds {bank}, not {cards}."
            return api.impossible(said, keys.SUPPLY, bank=supply_words(self._bank), cards=cards)
        self._bank = left(self._bank, taken)
        return None

    def _not_exact(self, how: str) -> api.Ruling | None:
        """Compare changing and owing with the bank. Cites: SAB-7.8."""
        self._is_exact = False
        if self._bank is None:
            return None
        if exact_payments(self._bank, self._waiting, self._each) is not None:
            said = "The bank can pay everyone who is waiting exactly: it holds {bank}."
            return api.forbidden(said, keys.NOT_EXACTLY, bank=supply_words(self._bank))
        if how == CHANGED:
            self._bank = None
        return None


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
            api.MapOf(api.PlayerName(), api.Text(like="2+1", read=read_taken)),
            Say("what saboteurs take, in the order in which they choose: cards, changed, owed"),
        ),
    ),
    answer=_payout,
    example="players=A,B,C,D,E saboteurs=B,D bank=16,8,4",
)


def _tie(book: api.Rulebook, facts: api.Facts) -> api.Answer:
    """Name the winners; totals that no three rounds leave are none. Cites: SAB-9.1, SAB-9.2."""
    totals = {Player(who): n for who, n in facts.counts("totals").items()}
    if refused := api.wrong_number_of_players(book, len(totals), keys.SABOTEURS) or _never_left(
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


def _never_left(
    book: api.Rulebook, facts: api.Facts, totals: dict[Player, int]
) -> api.Ruling | None:
    """Refuse totals that no three rounds leave, one player's first. Cites: SAB-10.2, SAB-10.3."""
    # Three rounds are dear to load, and only this question of all asks what they can leave.
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
