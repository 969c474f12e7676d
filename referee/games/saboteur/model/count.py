"""The audit of a final count: why no three rounds with this box can end like this."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property, lru_cache
from itertools import chain, repeat
from typing import Any, Final

from referee import api
from referee.api import Player, Say
from referee.games.saboteur import keys
from referee.games.saboteur.model.deal import DIGGER, SABOTEUR, has_selfish, saboteurs_possible
from referee.games.saboteur.model.gold import (
    Cards,
    Variant,
    cards_words,
    gold_cards,
    gold_in_box,
    holds,
    nuggets,
    supply_words,
)
from referee.games.saboteur.model.three_rounds.hands import Hand, hand_of
from referee.games.saboteur.model.three_rounds.possible import is_possible, may_be_owed, may_be_paid
from referee.games.saboteur.model.three_rounds.shortfall import possible_debts
from referee.games.saboteur.model.three_rounds.table import (
    NOBODY,
    Part,
    RoundReport,
    Rules,
    Seats,
    Table,
    Taken,
    patterns,
)
from referee.games.saboteur.model.tools import TOOLS, broken_card

DIGGERS, SABOTEURS = "diggers", "saboteurs"


def rules_of(book: api.Rulebook, options: api.Options, seats: int) -> Rules:
    """Return the numbers and house rules by which so many players are paid."""
    fewest, most = saboteurs_possible(book, seats)
    broken = sum(book[keys.ACTION_CARDS][broken_card(tool)] for tool in TOOLS)
    return Rules(seats, Variant.of(book, options), fewest, most, broken)


def table_of(book: api.Rulebook, count: api.FinalCount) -> Table:
    """Return a final count as a table by seats; anything left out is unknown."""
    seating, box = count.setup.seating, gold_in_box(book)
    values, numbers = tuple(box), range(1, book[keys.ROUNDS] + 1)
    records: tuple[Mapping[str, Any], ...] = count.shared.get("rounds", ())  # type: ignore[assignment]
    reported = zip(numbers, chain(records, repeat({})), strict=False)
    entries = [count.holdings.get(player, {}) for player in seating]
    return Table(
        rules=rules_of(book, count.setup.options, len(seating)),
        values=values,
        box=tuple(box.values()),
        rounds=tuple(_report(seating, each, _recorded(count, "last", n)) for n, each in reported),
        hands=tuple(hand_of(values, gold_of(own)) if "gold" in own else None for own in entries),
        owed=tuple(own.get("owed") for own in entries),
        taken=tuple(_taken(count, values, n) for n in numbers),
    )


def gold_of(entry: Mapping[str, Any]) -> Cards:
    """Return a player's gold cards, the highest first; none if they are left out.

    >>> gold_of({"gold": (1, 3)}), gold_of({})
    ((3, 1), ())
    """
    return tuple(sorted(entry.get("gold", ()), reverse=True))


def _report(
    seating: tuple[Player, ...], record: Mapping[str, Any], last: Player | None
) -> RoundReport:
    """Return one of the ``rounds`` of a file by seats; ``last`` used the last card, by the record.

    If a connector is given, the diggers won.
    """
    connector, won, selfish = record.get("connector"), record.get("won"), record.get("selfish")
    return RoundReport(
        diggers_won=won == DIGGERS if won is not None else True if connector else None,
        saboteurs=_seats(seating, record.get("saboteurs")),
        connector=seating.index(connector) if connector else None,
        broken=_seats(seating, record.get("broken")),
        selfish=seating.index(selfish[0]) if selfish else None if selfish is None else NOBODY,
        last=seating.index(last) if last else None,
    )


def _seats(seating: tuple[Player, ...], named: Iterable[Player] | None) -> Seats | None:
    return None if named is None else frozenset(map(seating.index, named))


def _recorded(count: api.FinalCount, what: str, number: int) -> Any:  # noqa: ANN401 - names, or by name
    by_round: Mapping[str, Any] = count.evidence.get(what, {})  # type: ignore[assignment]
    return by_round.get(str(number))


def _taken(count: api.FinalCount, values: tuple[int, ...], number: int) -> Taken | None:
    """Return what the record has of the gold of a round: cards taken, and who was not paid."""
    seating, taken = count.setup.seating, _recorded(count, "taken", number)
    known = taken or _recorded(count, "current_round", number) or {}
    unpaid = _recorded(count, "unpaid", number) or {}
    if not known and not unpaid:
        return None
    return Taken(
        cards=tuple(hand_of(values, known[who]) if who in known else None for who in seating),
        is_complete=bool(taken),
        unpaid=tuple((seating.index(who), how) for who, how in unpaid.items()),
    )


def contradictions(book: api.Rulebook, count: api.FinalCount) -> tuple[api.Ruling, ...]:
    """Return the findings: each number or round that is wrong by itself, or else the whole table.

    There are findings if and only if no play of three rounds ends like this, with all players
    checked together. Cites: SAB-1.4, SAB-1.5, SAB-10.1 to SAB-10.4.
    """
    given = _Given(book, count)
    findings = [
        *_too_many_cards(given),
        *_wrong_number_of_rounds(given),
        *_two_selfish(given),
        *_contradictory_rounds(given),
    ]
    if not findings and is_possible(given.table):
        return ()
    findings += _never_paid_alone(given)
    return tuple(findings) or (_never_paid_together(given),)


class _Given:
    """A final count, and the table made of it.

    ``records`` are the ``reported`` rounds, or none if their number is wrong.
    """

    def __init__(self, book: api.Rulebook, count: api.FinalCount) -> None:
        self.book, self.seating, self.box = book, count.setup.seating, gold_in_box(book)
        entries = count.holdings.items()
        self.gold = {owner: gold_of(entry) for owner, entry in entries if "gold" in entry}
        self.owed = {owner: entry["owed"] for owner, entry in entries if entry.get("owed")}
        self.reported: tuple[Mapping[str, Any], ...] = count.shared.get("rounds", ())  # type: ignore[assignment]
        self.records = self.reported if len(self.reported) == book[keys.ROUNDS] else ()
        self.taken: Mapping[str, Mapping[str, Any]] = count.evidence.get("taken", {})  # type: ignore[assignment]
        self._count = api.replace(count, shared={**count.shared, "rounds": self.records})

    @cached_property
    def table(self) -> Table:
        return table_of(self.book, self._count)

    @cached_property
    def rounds_alone(self) -> Table:
        """The table with all gold unknown, and contradictory rounds unknown too."""
        rounds = (
            each if patterns(self.table.rules, each) else RoundReport()
            for each in self.table.rounds
        )
        unknown = (None,) * len(self.seating)
        return api.replace(self.table, rounds=tuple(rounds), hands=unknown, owed=unknown)

    @property
    def round_paths(self) -> list[api.FieldPath]:
        """The paths of everything reported of the rounds."""
        return [("rounds", str(n), key) for n, each in enumerate(self.records) for key in each]


def _paths(what: str, owners: Iterable[str]) -> list[api.FieldPath]:
    return [("holdings", owner, what) for owner in owners]


def _too_many_cards(given: _Given) -> Iterator[api.Ruling]:
    """Yield a finding for each value with more cards than the box. Cites: SAB-1.4, SAB-10.1."""
    held = [card for cards in given.gold.values() for card in cards]
    for value in sorted(set(held), reverse=True):
        n, there = held.count(value), given.box.get(value, 0)
        if n > there:
            said, rules = "{n} of {value}; the box holds {there}.", (keys.SUPPLY, keys.GOLD_CARDS)
            cards, each = gold_cards(n), nuggets(value)
            finding = api.impossible(said, *rules, n=cards, value=each, there=there)
            owners = (owner for owner, cards in given.gold.items() if value in cards)
            yield finding.concerning(_paths("gold", owners))


def _wrong_number_of_rounds(given: _Given) -> Iterator[api.Ruling]:
    rounds = given.book[keys.ROUNDS]
    if given.reported and not given.records:
        said = api.plural(
            len(given.reported),
            "{n} round is reported; the game has {rounds}.",
            "{n} rounds are reported; the game has {rounds}.",
            rounds=rounds,
        )
        yield api.forbidden(said, keys.ROUNDS).concerning([("rounds",)])


def _two_selfish(given: _Given) -> Iterator[api.Ruling]:
    """Yield a finding for each round with several selfish dwarves. Cites: SAB-8.2."""
    for number, record in enumerate(given.records, start=1):
        named = tuple(dict.fromkeys(record.get("selfish") or ()))
        if len(named) > 1:
            said = "Round {round}: there is only one selfish dwarf, not {players}."
            finding = api.impossible(said, keys.SELFISH_NUGGETS, round=number, players=named)
            yield finding.concerning(_round_paths(number, "selfish"))


def _contradictory_rounds(given: _Given) -> Iterator[api.Ruling]:
    for number, report in enumerate(given.table.rounds if given.records else (), start=1):
        yield from _contradictory_round(given, number, report)


def _contradictory_round(given: _Given, number: int, report: RoundReport) -> Iterator[api.Ruling]:
    """Yield what no deal and no play of one round can show. Cites: SAB-5.1, SAB-6.1.

    After each finding its value counts as unknown, so that no other finding repeats it.
    """
    rules, joined = given.table.rules, report.connector
    if report.saboteurs is not None and len(report.saboteurs) not in rules.numbers:
        yield _wrong_roles(given, number, len(report.saboteurs))
        report = api.replace(report, saboteurs=None)
    if joined is not None and report.diggers_won is False:
        said = "Round {round}: the saboteurs won, so {player} has not joined the treasure."
        finding = api.forbidden(said, keys.TREASURE, round=number, player=given.seating[joined])
        yield finding.concerning(_round_paths(number, "won", "connector"))
        report = api.replace(report, connector=None)
    if joined is not None and joined in (report.broken or ()):
        said = "Round {round}: {player} has a broken tool and cannot have laid the last card."
        finding = api.forbidden(said, keys.BROKEN_TOOL, round=number, player=given.seating[joined])
        yield finding.concerning(_round_paths(number, "connector", "broken"))
        report = api.replace(report, connector=None)
    if len(report.broken or ()) > rules.broken_cards:
        said = "Round {round}: {n} players with a broken tool; the box holds {cards} such cards."
        facts: dict[str, Any] = {"n": len(report.broken or ()), "cards": rules.broken_cards}
        finding = api.impossible(said, keys.ACTIONS_LEFT, keys.ACTION_CARDS, round=number, **facts)
        yield finding.concerning(_round_paths(number, "broken"))
        report = api.replace(report, broken=None)
    if not patterns(rules, api.replace(report, selfish=None)):
        said = (
            "Round {round}: somebody joined the treasure, so not everybody can have a broken tool."
        )
        finding = api.forbidden(said, keys.BROKEN_TOOL, round=number)
        yield finding.concerning(_round_paths(number, "won", "connector", "broken"))
        report = api.replace(report, broken=None)
    if not patterns(rules, report):
        yield _wrong_selfish(given, number, report)


def _wrong_roles(given: _Given, number: int, n: int) -> api.Ruling:
    """Return the finding for a number of saboteurs that no deal has. Cites: SAB-1.5, SAB-10.4."""
    dwarves, rules = given.book[keys.DWARVES], given.table.rules
    said = api.plural(
        n,
        "Round {round}: {n} saboteur. With {seats} players there are {least} or {most}.",
        "Round {round}: {n} saboteurs. With {seats} players there are {least} or {most}.",
        round=number,
        seats=rules.seats,
        least=rules.fewest,
        most=rules.most,
    )
    finding = api.forbidden(said, keys.ROLES_DEALT)
    if n > dwarves[SABOTEUR] or rules.seats - n > dwarves[DIGGER]:
        finding = api.impossible(said, keys.DWARVES, keys.ROLES_DEALT)
    return finding.concerning(_round_paths(number, "saboteurs"))


def _wrong_selfish(given: _Given, number: int, report: RoundReport) -> api.Ruling:
    """Return the finding for a player who cannot be the selfish dwarf. Cites: SAB-8.2."""
    if not given.table.rules.variant.has_selfish:
        said = "Round {round}: this table plays without the selfish dwarf."
        finding = api.forbidden(said, keys.SELFISH_NUGGETS, round=number)
        return finding.concerning([*_round_paths(number, "selfish"), ("options", "selfish_dwarf")])
    if report.selfish == NOBODY:
        said = "Round {round}: the card left over is a saboteur, so somebody is the selfish dwarf."
        finding = api.forbidden(said, keys.SELFISH_NUGGETS, keys.ROLES_DEALT, round=number)
    else:
        said = "Round {round}: {player} cannot have been the selfish dwarf."
        player = given.seating[report.selfish or 0]
        finding = api.forbidden(said, keys.SELFISH_NUGGETS, round=number, player=player)
    return finding.concerning(_round_paths(number, "selfish", "saboteurs"))


def _round_paths(number: int, *names: str) -> list[api.FieldPath]:
    return [("rounds", str(number - 1), name) for name in names]


def _never_paid_alone(given: _Given) -> Iterator[api.Ruling]:
    """Yield findings for gold and debts that one player cannot have, whatever the others have.

    Cites: SAB-7.8, SAB-10.3.
    """
    before = given.rounds_alone
    if any(before.taken) and not is_possible(before):
        finding = api.forbidden("Three rounds cannot end like this.", keys.PAID_IN_ALL)
        yield finding.concerning(given.round_paths)
        return
    if given.owed and not possible_debts(before):
        yield _never_owed(given)
    for seat, (owner, hand) in enumerate(zip(given.seating, given.table.hands, strict=True)):
        is_in_box = holds(given.box, given.gold.get(owner, ()))  # else there is a finding already
        if hand is not None and is_in_box and not may_be_paid(before, seat, hand):
            yield _never_paid_to(given, seat, hand)
        if owner in given.owed and possible_debts(before):
            debt = given.owed[owner]
            if not may_be_owed(before, seat, debt):
                said = "{owner} cannot be owed {owed} in such a game."
                finding = api.forbidden(said, keys.NOT_EXACTLY, owner=owner, owed=nuggets(debt))
                yield finding.concerning([*_paths("owed", [owner]), *given.round_paths])


def _never_paid_to(given: _Given, seat: int, hand: Hand) -> api.Ruling:
    """Return the finding for gold that contradicts the game, these rounds, or the record."""
    owner = given.seating[seat]
    words = cards_words(given.gold[owner])
    fields = _paths("gold", [owner])
    taken = [given.taken[number].get(owner) for number in given.taken]
    if any(each is not None for each in taken):
        known = cards_words(sorted((n for each in taken for n in each or ()), reverse=True))
        said = "{owner} shows {cards}; the record has {noted}."
        finding = api.forbidden(said, keys.PAID_TO_ONE, owner=owner, cards=words, noted=known)
        return finding.concerning(fields)
    said = "{owner} holds {cards}; no three rounds can pay one player these cards."
    table, facts = given.rounds_alone, dict[str, Any]()
    any_rounds = api.replace(table, rounds=(RoundReport(),) * len(table.rounds))
    if may_be_paid(any_rounds, seat, hand):
        said = "{owner} holds {cards}; these three rounds cannot pay {owner} these cards."
        if (paid := paid_by_round(table, seat, owner)) is not None:
            said, facts = "{owner} holds {cards}. {paid}", {"paid": paid}
        fields += given.round_paths
    finding = api.forbidden(said, keys.PAID_TO_ONE, owner=owner, cards=words, **facts)
    return finding.concerning(fields)


_MOST_WAYS: Final = 3
"""If a round can have paid a player in more ways than these, they are not listed."""


def paid_by_round(table: Table, seat: int, owner: Player) -> Say | None:
    """Say what each round can have paid one player; None if one of them has too many ways.

    Cites: SAB-7.1 to SAB-7.5, SAB-10.3.
    """
    said = list[Say]()
    for number, report in enumerate(table.rounds, start=1):
        parts = _possible_parts(table.rules, report)[seat]
        if not parts or len(parts) > _MOST_WAYS:
            return None
        form = "round {round} {parts}" if said else "Round {round} paid {owner} {parts}"
        facts: dict[str, Any] = {"round": number, "parts": api.join_or([*map(_part_words, parts)])}
        said.append(Say(form, **facts) if said else Say(form, owner=owner, **facts))
    return Say("{rounds}.", rounds=api.join(said, ", "))


@lru_cache(maxsize=64)
def _possible_parts(rules: Rules, report: RoundReport) -> tuple[list[Part], ...]:
    """Return for each seat what a round can have paid: most cards first, nothing last."""
    offers = [each.offers(rules.seats) for each in patterns(rules, report)]
    return tuple(
        sorted({part for each in offers for part in each[seat]}, key=lambda n: (not n, -n))
        for seat in range(rules.seats)
    )


def _part_words(part: Part) -> Say:
    """Word what one player gets in a round: cards, nuggets or nothing."""
    if part < 0:
        return nuggets(-part)
    return api.plural(part, "{n} card", "{n} cards") if part else Say("nothing")


def _never_owed(given: _Given) -> api.Ruling:
    said = "{owed} cannot be owed: the bank can pay exactly in such a game."
    finding = api.forbidden(said, keys.NOT_EXACTLY, owed=nuggets(sum(given.owed.values())))
    return finding.concerning(_paths("owed", given.owed))


def _never_paid_together(given: _Given) -> api.Ruling:
    """Return the finding for gold that not all together can have. Cites: SAB-7.8, SAB-10.2."""
    debts = (0,) * len(given.seating)
    if given.owed and is_possible(api.replace(given.table, owed=debts)):
        return _never_owed(given)
    held = [card for cards in given.gold.values() for card in cards]
    facts: dict[str, Any] = {
        "owners": tuple(owner for owner in given.seating if owner in given.gold),
        "cards": supply_words({value: held.count(value) for value in sorted(set(held))[::-1]}),
        "nuggets": nuggets(sum(held)),
    }
    said = "{owners} hold {cards}, {nuggets} in all; no three rounds can pay this."
    has_rounds = any(given.records) or any(given.taken.values())
    if has_rounds:
        said = "{owners} hold {cards}, {nuggets} in all; these three rounds cannot pay this."
    if given.owed:
        facts["owed"] = nuggets(sum(given.owed.values()))
        said = (
            "{owners} hold {cards}, {nuggets} in all, and are owed {owed}; "
            "no three rounds can leave this."
        )
        if has_rounds:
            said = (
                "{owners} hold {cards}, {nuggets} in all, and are owed {owed}; "
                "these three rounds cannot leave this."
            )
    fields = [*_paths("gold", given.gold), *_paths("owed", given.owed), *given.round_paths]
    return api.forbidden(said, keys.PAID_IN_ALL, **facts).concerning(fields)


def unchecked(book: api.Rulebook, count: api.FinalCount) -> tuple[Say, ...]:
    """Return what was not reported of the rounds, each with the key that would allow a check."""
    records: tuple[Mapping[str, Any], ...] = count.shared.get("rounds", ())  # type: ignore[assignment]
    if not records:
        return (_NO_ROUNDS,)
    options = count.setup.options
    unreported = []
    for key, (one, many) in _LEFT_OUT.items():
        rounds = tuple(n for n, each in enumerate(records, 1) if _is_missing(each, key))
        if rounds and (key != "selfish" or has_selfish(book, options)):
            unreported.append(api.plural(len(rounds), one, many, rounds=rounds))
    return tuple(unreported)


def _is_missing(record: Mapping[str, Any], key: str) -> bool:
    """Whether a round lacks a key, and no other key makes it needless."""
    if key in record or (key == "won" and "connector" in record):
        return False
    return key not in {"connector", "broken"} or record.get("won") != SABOTEURS


_NO_ROUNDS: Final = Say("who won each round, who was a saboteur, who joined the treasure (rounds)")
_LEFT_OUT: Final[Mapping[str, tuple[str, str]]] = {
    "won": ("who won round {rounds} (won)", "who won rounds {rounds} (won)"),
    "saboteurs": (
        "who was a saboteur in round {rounds} (saboteurs)",
        "who was a saboteur in rounds {rounds} (saboteurs)",
    ),
    "connector": (
        "who joined the treasure in round {rounds} (connector)",
        "who joined the treasure in rounds {rounds} (connector)",
    ),
    "broken": (
        "whose tools were broken in round {rounds} (broken)",
        "whose tools were broken in rounds {rounds} (broken)",
    ),
    "selfish": (
        "who was the selfish dwarf in round {rounds} (selfish)",
        "who was the selfish dwarf in rounds {rounds} (selfish)",
    ),
}
"""For each key of a round what it reports, of one round and of several."""
