"""What a final count tells about itself: what cannot be, and what no three rounds pay."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from referee.core.rulebook import Rulebook
from referee.core.ruling import FieldPath, Ruling, Verdict
from referee.core.say import Say
from referee.core.table import FinalCount, Player
from referee.games.saboteur import keys
from referee.games.saboteur.money import Cards, cards_words, gold_cards, nuggets
from referee.games.saboteur.payouts import Payout, Payouts, Told
from referee.games.saboteur.roles import saboteurs_possible
from referee.games.saboteur.scoring import gold_of, owed_to

ROUNDS_PLACE: FieldPath = ("rounds",)


def audit(book: Rulebook, final: FinalCount) -> tuple[Ruling, ...]:
    """List the findings: the supply, the rounds told, all gold together, then each player's.

    Under the optional rules of section 8 one player may take it all, and what is owed is no
    card, so then only what still holds is looked at. Cites: SAB-1.4, SAB-10.1 to SAB-10.4.
    """
    counts = Payouts(book, final.setup.options, final.setup.seating)
    gold = {owner: gold_of(entry) for owner, entry in final.holdings.items()}
    of_supply = tuple(_supply_findings(book, counts, gold))
    records = final.shared.get("rounds", ())
    told = tuple(Told.of(record) for record in records if isinstance(record, Mapping))  # type: ignore[union-attr]
    of_rounds = tuple(_round_findings(book, final, told))
    findings = [*of_supply, *of_rounds, *_record_findings(book, final, gold)]
    if of_supply or of_rounds or _has_optional_rule(book, final):
        return tuple(findings)
    rounds = told or None
    findings += _findings_in_all(book, counts, final, gold, rounds)
    findings += _findings_of_each(book, counts, final, gold, rounds)
    return tuple(findings)


def _has_optional_rule(book: Rulebook, final: FinalCount) -> bool:
    switches = ("broken_go_empty", "selfish_dwarf")
    return any(book.option(final.setup.options, name) == "yes" for name in switches)


def _supply_findings(
    book: Rulebook, counts: Payouts, gold: Mapping[str, Cards]
) -> Iterator[Ruling]:
    """Hold all cards of a kind against the box. Cites: SAB-1.4, SAB-10.1."""
    held = [card for cards in gold.values() for card in cards]
    for value in sorted(set(held) | set(counts.values), reverse=True):
        n, there = held.count(value), counts.stock.get(value, 0)
        if n <= there:
            continue
        about = tuple(("holdings", owner, "gold") for owner, own in gold.items() if value in own)
        said = Say(
            "{n} of {value}; the box holds {there}.",
            n=gold_cards(n),
            value=nuggets(value),
            there=there,
        )
        yield Ruling(Verdict.IMPOSSIBLE, said, book.cite(keys.SUPPLY, keys.GOLD_CARDS), (), about)


def _round_findings(book: Rulebook, final: FinalCount, told: Sequence[Told]) -> Iterator[Ruling]:
    """Hold the rounds told against the number of rounds and the dwarf cards. Cites: SAB-10.4."""
    rounds = book[keys.ROUNDS]
    if told and len(told) != rounds:
        said = Say("{n} rounds are told; the game has {rounds}.", n=len(told), rounds=rounds)
        yield Ruling(Verdict.FORBIDDEN, said, book.cite(keys.ROUNDS), (), (ROUNDS_PLACE,))
    least, most = saboteurs_possible(book, len(final.setup.seating))
    for number, each in enumerate(told, start=1):
        about: tuple[FieldPath, ...] = (("rounds", str(number - 1), "saboteurs"),)
        n = len(each.saboteurs)
        if each.connector and not each.diggers_won:
            said = Say(
                "Round {round}: the saboteurs won, so {player} has not joined the treasure.",
                round=number,
                player=each.connector,
            )
            where: tuple[FieldPath, ...] = (("rounds", str(number - 1), "connector"),)
            yield Ruling(Verdict.FORBIDDEN, said, book.cite(keys.TREASURE), (), where)
        if not least <= n <= most:
            said = Say(
                "Round {round}: {n} saboteurs; {least} or {most} can have been dealt.",
                round=number,
                n=n,
                least=least,
                most=most,
            )
            yield Ruling(Verdict.FORBIDDEN, said, book.cite(keys.ROLES_DEALT), (), about)


def _record_findings(
    book: Rulebook, final: FinalCount, gold: Mapping[str, Cards]
) -> Iterator[Ruling]:
    """Hold the gold against what the session noted; a typed file has no record."""
    noted: Mapping[str, Any] = final.evidence.get("gold", {})  # type: ignore[assignment]
    for owner, cards in noted.items():
        if tuple(cards) != gold[owner]:
            said = Say(
                "{owner} shows {gold}; the record has {noted}.",
                owner=owner,
                gold=cards_words(gold[owner]),
                noted=cards_words(tuple(cards)),
            )
            about: tuple[FieldPath, ...] = (("holdings", owner, "gold"),)
            yield Ruling(Verdict.FORBIDDEN, said, book.cite(keys.PAID_TO_ONE), (), about)


def _findings_in_all(
    book: Rulebook,
    counts: Payouts,
    final: FinalCount,
    gold: Mapping[str, Cards],
    rounds: Sequence[Told] | None,
) -> Iterator[Ruling]:
    """Hold all gold together against what three rounds pay. Cites: SAB-7.8, SAB-10.2."""
    held = counts.payout(card for cards in gold.values() for card in cards)
    possible = counts.in_all(rounds)
    sums = {counts.nuggets(payout) for payout in possible}
    creditors = {owner: owed_to(entry) for owner, entry in final.holdings.items()}
    owed = sum(creditors.values())
    if owed and not counts.may_be_changed:
        said = Say("{owed} owed? The bank can pay exactly in such a game.", owed=nuggets(owed))
        where = tuple(("holdings", owner, "owed") for owner, n in creditors.items() if n)
        yield Ruling(Verdict.FORBIDDEN, said, book.cite(keys.NOT_EXACTLY), (), where)
        return
    if held in possible if not owed else counts.nuggets(held) + owed in sums:
        return
    cards = {sum(payout) for payout in possible}
    told = "these three rounds" if rounds else "three rounds"
    said = Say(
        "All together hold {cards} worth {nuggets}; {rounds} pay {bounds}.",
        cards=gold_cards(sum(held)),
        nuggets=nuggets(counts.nuggets(held) + owed),
        rounds=Say(told),
        bounds=_bounds(cards, sums),
    )
    if sum(held) in cards and counts.nuggets(held) in sums:
        said = Say(
            "All together hold {cards}; {rounds} do not pay just these.",
            cards=_by_kind(counts, held),
            rounds=Say(told),
        )
    about = tuple(("holdings", owner, "gold") for owner, own in gold.items() if own)
    yield Ruling(Verdict.FORBIDDEN, said, book.cite(keys.PAID_IN_ALL), (), about)


def _findings_of_each(
    book: Rulebook,
    counts: Payouts,
    final: FinalCount,
    gold: Mapping[str, Cards],
    rounds: Sequence[Told] | None,
) -> Iterator[Ruling]:
    """Hold each player's gold against what three rounds pay to one player. Cites: SAB-10.3."""
    common = None if rounds else counts.to_one(counts.seating[0], None)
    for owner, cards in gold.items():
        if owed_to(final.holdings[owner]):
            continue
        possible = common or counts.to_one(Player(owner), rounds)
        held = counts.payout(cards)
        sums = {counts.nuggets(payout) for payout in possible}
        if held in possible or (counts.may_be_changed and counts.nuggets(held) in sums):
            continue
        numbers = {sum(payout) for payout in possible}
        said = Say(
            "{owner} holds {cards} worth {nuggets}; {rounds} pay one player {bounds}.",
            owner=owner,
            cards=gold_cards(len(cards)),
            nuggets=nuggets(sum(cards)),
            rounds=Say("three rounds"),
            bounds=_bounds(numbers, sums),
        )
        if rounds:
            said = Say(
                "{owner} holds {cards}; these three rounds pay {owner} {bounds}.",
                owner=owner,
                cards=cards_words(cards),
                bounds=_bounds(numbers, sums),
            )
        about: tuple[FieldPath, ...] = (("holdings", owner, "gold"),)
        yield Ruling(Verdict.FORBIDDEN, said, book.cite(keys.PAID_TO_ONE), (), about)


def _bounds(cards: set[int], sums: set[int]) -> Say:
    """Word bounds for cards and nuggets."""
    return Say("{cards} cards and {nuggets} nuggets", cards=_from_to(cards), nuggets=_from_to(sums))


def _from_to(numbers: set[int]) -> Say:
    least, most = min(numbers), max(numbers)
    if least == most:
        return Say("{n}", n=least)
    return Say("{least} to {most}", least=least, most=most)


def _by_kind(counts: Payouts, payout: Payout) -> Say:
    pairs = zip(counts.values, payout, strict=True)
    held = tuple(Say("{n} of {value}", n=n, value=value) for value, n in pairs if n)
    return Say("{held}", held=held)
