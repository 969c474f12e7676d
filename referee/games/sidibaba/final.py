"""The end: what a holdings file gives, what cannot be, what jewels score, and who wins."""

from collections.abc import Collection, Iterator, Mapping
from typing import Any, Final

from referee import api
from referee.api import Player, Say
from referee.games.sidibaba import keys
from referee.games.sidibaba.model.tokens import (
    CURSE,
    HIDDEN,
    Holding,
    numbers_of,
    read_pair,
    read_tokens,
)
from referee.games.sidibaba.state import (
    CAUGHT,
    ESCAPED,
    OUTCOMES,
    State,
    leader_of,
    plays_events,
)

JEWELS = api.Field(
    "jewels",
    api.ListOf(api.Integer(is_face_value=True)),
    Say("the numbers on jewels that have one"),
    called=Say("jewels"),
)
PAIRS = api.Field(
    "pairs",
    api.MapOf(api.Text(like="1/5", read=read_pair), api.Integer()),
    Say("how many jewels there are of each kind with two numbers"),
    called=Say("{kind} jewels"),
)
GENIES = api.Field("genies", api.Integer(), Say("genies that were not used"), called=Say("genies"))
OUTCOME = api.Field(
    "outcome",
    api.Choice(OUTCOMES),
    Say("how the game ended"),
    required=True,
    called=Say("the outcome"),
)
TREASURE_FOUND = api.Field(
    "treasure_found",
    api.Boolean(),
    Say("whether the Treasure was found"),
    called=Say("whether the Treasure was found"),
)
CHESTS_FOUND = api.Field(
    "chests_found",
    api.Integer(),
    Say("how many chests were found, from 0 to 5"),
    unknown=True,
    called=Say("the chests found"),
)
ONE_NUMBER = Say("jewels")
TWO_NUMBERS = Say("jewels with two numbers")
ROWS = (ONE_NUMBER, TWO_NUMBERS)
"""All that an adventurer can score, in the order of the rulebook."""
_EVENTS_PATH: Final[api.FieldPath] = ("options", "events")


def count(state: State) -> api.FinalCount | Say:
    """Return the final count, or say that the march goes on or whose tokens are hidden."""
    if not state.outcome:
        return Say("The party is still in the cave.")
    if hidden := state.uncounted or state.unseen:
        return Say("The tokens of {players} are hidden.", players=hidden)
    shared: dict[str, Any] = {"outcome": state.outcome}
    if not state.is_by_the_end:  # else nobody recorded what was found
        shared |= {"treasure_found": state.treasure_found, "chests_found": state.chests_found}
    holdings: dict[str, Any] = {player: held.as_entry() for player, held in state.holdings.items()}
    return api.FinalCount(state.setup, holdings, shared)


def behind(state: State, player: str) -> dict[Say, object]:
    """Return the jewels behind each row of an adventurer, with those that were hidden before."""
    jewels = sorted(state.holdings[Player(player)].jewels)
    return {
        ONE_NUMBER: [each for each in jewels if "/" not in each],
        TWO_NUMBERS: [each for each in jewels if "/" in each],
    }


def read_entry(line: str) -> dict[str, Any]:
    """Read what somebody has from one line. Raises BadAnswer.

    >>> read_entry("3+1/5+1/5+g")
    {'jewels': (3,), 'pairs': {'1/5': 2}, 'genies': 1}
    """
    tokens = read_tokens(line)
    if {CURSE, HIDDEN, api.NOTHING} & {*tokens}:
        said = "Nobody has a curse. Write jewels and genies, such as {example}."
        raise api.BadAnswer(Say(said, example=api.Example("3+1/5+g", "3+1/5+genie")))
    return Holding(tokens).as_entry()


def score(book: api.Rulebook, final: api.FinalCount) -> api.Scoresheet:
    """Count everybody's jewels, and name the winner. Cites: SID-8.1 to SID-8.3."""
    scores = tuple(
        api.PlayerScore(Player(player), tuple(jewel_lines(book, entry)))
        for player, entry in final.holdings.items()
    )
    outcome, leader = final.shared.get("outcome"), leader_of(final.setup)
    if outcome == ESCAPED:
        richest = api.decide(scores, keys.THE_WINNER, keys.ESCAPE)
        escaped = Say("The adventurers escaped from {leader}.", leader=leader)
        said_both = api.join((richest.said, escaped), " ")
        return api.Scoresheet(scores, api.replace(richest, said=said_both))
    said, rule = "The last lamp went out: {leader} wins.", keys.NO_LAMP_LEFT
    if outcome == CAUGHT:
        said, rule = "Caught without a lamp: {leader} wins.", keys.CAUGHT
    rules = api.rule_refs((keys.THE_WINNER, rule))
    return api.Scoresheet(scores, api.Outcome((leader,), Say(said, leader=leader), rules))


def jewel_lines(book: api.Rulebook, entry: Mapping[str, Any]) -> Iterator[api.ScoreLine]:
    """Count jewels with one number, then those with two, kind by kind. Cites: SID-8.2."""
    values = entry.get("jewels", ())
    if values:
        working = Say("{sum}", sum=" + ".join(map(str, values)))
        yield api.score_line(ONE_NUMBER, sum(values), working, keys.ALIKE)
    counted = [_of_a_kind(book, kind, n) for kind, n in entry.get("pairs", {}).items() if n]
    if counted:
        working = api.join([working for _, working in counted], "; ")
        yield api.score_line(TWO_NUMBERS, sum(points for points, _ in counted), working, keys.ALIKE)


def _of_a_kind(book: api.Rulebook, kind: str, n: int) -> tuple[int, Say]:
    """Count the jewels of a kind with two numbers, and show how. Cites: SID-8.2."""
    alone, together = numbers_of(kind)
    pairs, over = divmod(n, book[keys.ALIKE])
    working = "{kind}: {alone}"
    if pairs:
        working = "{kind}: {n} × {together} + {alone}" if over else "{kind}: {n} × {together}"
    said = Say(working, kind=kind, n=pairs, together=together, alone=over * alone)
    return pairs * together + over * alone, said


class _Held(api.Struct, frozen=True):
    """Plain coins and other tokens, of one adventurer or of all, and where the file counts them."""

    coins: int
    others: int
    places: tuple[api.FieldPath, ...]
    places_of_others: tuple[api.FieldPath, ...]


class _Finds(api.Struct, frozen=True):
    """How many coins an adventurer began with, and how many tokens each has picked at most."""

    coins: int
    picks: int
    places: tuple[api.FieldPath, ...]
    """What the file gives that leaves fewer picks."""


def contradictions(book: api.Rulebook, count: api.FinalCount) -> tuple[api.Ruling, ...]:
    """List what no game can end with, and what to ask the table. Cites: SID-9.1 to SID-9.7.

    With events everything can pass from hand to hand, so only the sums count; without them each
    adventurer does, and the sums follow.
    """
    table = {player: _held(book, player, entry) for player, entry in count.holdings.items()}
    party, finds = _sum_of(table.values()), _finds(book, count)
    box = book[keys.TOKENS_THERE_ARE] + finds.coins * len(table)
    findings = [*_strange_jewels(book, count), *_against_the_finds(book, count)]
    if party.coins + party.others > box:
        said = "{n} tokens are held; the box has at most {box}."
        rules = (keys.TOKENS_THERE_ARE, keys.STARTING_JEWELS)
        over = api.impossible(said, *rules, n=party.coins + party.others, box=box)
        findings.append(over.concerning(party.places))
    if plays_events(book, count.setup.options):
        return (*findings, *_more_than_was_won(party, finds, len(table), box))
    for player, held in table.items():
        findings += _more_than_one_can_have(player, held, finds)
    if not any(each.verdict.stops_play for each in findings):
        findings += _coins_not_paid(book, table.values(), finds)
    return tuple(findings)


def _held(book: api.Rulebook, player: str, entry: Mapping[str, Any]) -> _Held:
    values, pairs = entry.get("jewels", ()), entry.get("pairs", {})
    coins = values.count(book[keys.COIN])
    owned = ("holdings", str(player))
    jewels, genies = (*owned, "jewels"), (*owned, "genies")
    pieces = (*((*owned, "pairs", kind) for kind in pairs), genies)
    others = len(values) - coins + sum(pairs.values()) + entry.get("genies", 0)
    of_others = (jewels, *pieces) if len(values) > coins else pieces
    return _Held(coins, others, (jewels, *pieces), of_others)


def _sum_of(table: Collection[_Held]) -> _Held:
    return _Held(
        sum(each.coins for each in table),
        sum(each.others for each in table),
        tuple(path for each in table for path in each.places),
        tuple(path for each in table for path in each.places_of_others),
    )


def _finds(book: api.Rulebook, count: api.FinalCount) -> _Finds:
    """Work out what can have been found; whoever escaped had found the Treasure. Cites: SID-9.5."""
    shared: Mapping[str, Any] = count.shared
    there_are, places = book[keys.CHESTS], []
    chests, treasures = min(shared.get("chests_found", there_are), there_are), book[keys.TREASURES]
    if chests < there_are:
        places.append(("chests_found",))
    if shared.get("outcome") != ESCAPED and not shared.get("treasure_found", True):
        places.append(("treasure_found",))
        treasures = 0
    picks = chests * book[keys.FROM_CHEST] + treasures * book[keys.FROM_TREASURE]
    return _Finds(book[keys.STARTING_JEWELS], picks, tuple(places))


def _strange_jewels(book: api.Rulebook, count: api.FinalCount) -> Iterator[api.Ruling]:
    """Find jewels of 0; ask about left numbers that are not 1, and high ones.

    Cites: SID-9.3, SID-9.6.
    """
    alone, least, likely = book[keys.ALONE], book[keys.LEAST], book[keys.LIKELY]
    for player, numbers, path in _jewels(count):
        jewel = "/".join(map(str, numbers))
        if min(numbers) < least:
            said = "{player} has {token}; the numbers of a jewel are {least} or more."
            finding = api.impossible(said, keys.LEAST, player=player, token=jewel, least=least)
        elif len(numbers) > 1 and numbers[0] != alone:
            said = "{player} has {kind}: is the left number not {alone}?"
            rules = (keys.LEFT_NUMBER, keys.ALONE)
            finding = api.table_call(said, *rules, player=player, kind=jewel, alone=alone)
        elif max(numbers) > likely:
            said = "{player} has {kind}: is the number right?"
            finding = api.table_call(said, keys.LEAST, player=player, kind=jewel)
        else:
            continue
        yield finding.concerning([path])


def _jewels(count: api.FinalCount) -> Iterator[tuple[str, tuple[int, ...], api.FieldPath]]:
    """List each kind of jewel that somebody has: the owner, its numbers, its place in the file."""
    for player, entry in count.holdings.items():
        owned = ("holdings", str(player))
        for value in dict.fromkeys(entry.get("jewels", ())):
            yield player, (value,), (*owned, "jewels")
        for kind, n in entry.get("pairs", {}).items():
            if n:
                yield player, numbers_of(kind), (*owned, "pairs", kind)


def _against_the_finds(book: api.Rulebook, count: api.FinalCount) -> Iterator[api.Ruling]:
    """Check outcome and chests against what can be found. Cites: SID-1.4, SID-9.2, SID-9.7."""
    outcome, chests = count.shared.get("outcome"), count.shared.get("chests_found")
    if outcome == ESCAPED and not count.shared.get("treasure_found", True):
        said = "Nobody escapes before the Treasure is found."
        finding = api.forbidden(said, keys.OUT_WITH_TREASURE, keys.ESCAPE)
        yield finding.concerning([("outcome",), ("treasure_found",)])
    if outcome == CAUGHT and not plays_events(book, count.setup.options):
        said = "Nobody is caught without events: the Leader token does not move."
        finding = api.forbidden(said, keys.NOBODY_CAUGHT, keys.EVENTS)
        yield finding.concerning([("outcome",), _EVENTS_PATH])
    if isinstance(chests, int) and chests > book[keys.CHESTS]:
        said = "There are {most} chests, so {n} cannot be found."
        finding = api.impossible(said, keys.CHESTS, n=chests, most=book[keys.CHESTS])
        yield finding.concerning([("chests_found",)])


def _more_than_was_won(
    party: _Held, finds: _Finds, adventurers: int, box: int
) -> Iterator[api.Ruling]:
    """Check all tokens against coins and picks; whatever is no coin was picked. Cites: SID-9.5.

    Too many others are not said again as too many tokens, nor what is more than the box has.
    """
    rules = (keys.TOKENS_WON, keys.FROM_CHEST, keys.FROM_TREASURE)
    coins, picks = finds.coins * adventurers, finds.picks * adventurers
    if party.coins > coins and coins + picks < party.coins + party.others <= box:
        said = "{n} tokens are held; the most that can be won is {most}."
        finding = api.forbidden(said, *rules, n=party.coins + party.others, most=coins + picks)
        yield finding.concerning([*party.places, *finds.places])
    if party.others > picks:
        one = "{n} token is not a coin; at most {most} can have come out of the bag."
        many = "{n} tokens are not coins; at most {most} can have come out of the bag."
        finding = api.forbidden(api.plural(party.others, one, many, most=picks), *rules)
        yield finding.concerning([*party.places_of_others, *finds.places])


def _more_than_one_can_have(player: str, held: _Held, finds: _Finds) -> Iterator[api.Ruling]:
    """Check one adventurer against the finds: without events nothing passes from hand to hand.

    Too many others are not said again as too many tokens. Cites: SID-9.5.
    """
    rules, besides = (keys.TOKENS_WON, keys.EVENTS), (*finds.places, _EVENTS_PATH)
    tokens, most = held.coins + held.others, finds.coins + finds.picks
    if not finds.picks and held.coins != finds.coins:
        said = "{player} still has {n} coins if nothing was found or played."
        finding = api.forbidden(said, *rules, player=player, n=finds.coins)
        jewels = held.places[0]
        yield finding.concerning([jewels if held.coins else jewels[:2], *besides])
    elif tokens > most and held.coins > finds.coins:
        said = "{player} has {n} tokens; without events it can be {most} at most."
        finding = api.forbidden(said, *rules, player=player, n=tokens, most=most)
        yield finding.concerning([*held.places, *besides])
    if held.others > finds.picks:
        one = "{player} has {n} token that is not a coin; without events it can be {most} at most."
        many = (
            "{player} has {n} tokens that are not coins; without events it can be {most} at most."
        )
        others = api.plural(held.others, one, many, player=player, most=finds.picks)
        yield api.forbidden(others, *rules).concerning([*held.places_of_others, *besides])


def _coins_not_paid(
    book: api.Rulebook, table: Collection[_Held], finds: _Finds
) -> Iterator[api.Ruling]:
    """Find fewer coins missing than make a payment, where nobody can have paid with a pick.

    Without events coins go in payments only. Cites: SID-9.5, SID-5.3.
    """
    enough, missing = book[keys.WAY_PAID], sum(max(0, finds.coins - each.coins) for each in table)
    is_all_there = all(
        each.others + max(0, each.coins - finds.coins) == finds.picks for each in table
    )
    if 0 < missing < enough and is_all_there:
        one = "{n} coin is missing, and a payment is worth {enough}."
        many = "{n} coins are missing, and a payment is worth {enough}."
        said = api.plural(missing, one, many, enough=enough)
        finding = api.forbidden(said, keys.TOKENS_WON, keys.WAY_PAID)
        yield finding.concerning([*_sum_of(table).places, *finds.places, _EVENTS_PATH])


def unchecked(book: api.Rulebook, count: api.FinalCount) -> tuple[Say, ...]:
    """List what was not given, and so not checked against the tokens."""
    missing = []
    if "treasure_found" not in count.shared and count.shared.get("outcome") != ESCAPED:
        missing.append(Say("whether the Treasure can have given tokens (treasure_found:)"))
    if "chests_found" not in count.shared:
        missing.append(Say("how many chests can have given tokens (chests_found:)"))
    return tuple(missing)


FINAL = api.FinalScoring(
    form=lambda book, options: api.HoldingsForm(
        fields=(JEWELS, PAIRS, GENIES),
        shared=(OUTCOME, TREASURE_FOUND, CHESTS_FOUND),
        entry_line=read_entry,
    ),
    count=count,
    contradictions=contradictions,
    score=score,
    unchecked=unchecked,
    rows=lambda book, options: ROWS,
)
