"""The answers to the disputes of this room, but for those on a maze."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

from referee.core.no_such_table import wrong_number_of_players
from referee.core.question import Answer, Facts
from referee.core.rulebook import Rulebook
from referee.core.ruling import Ruling, allowed, forbidden, impossible
from referee.core.say import Say, plural
from referee.core.table import Player
from referee.games.sidibaba import keys
from referee.games.sidibaba.loot import COMBINATION, PADLOCK, after_curses, opened, picks
from referee.games.sidibaba.looting import DIE
from referee.games.sidibaba.scoring import jewel_lines
from referee.games.sidibaba.state import CHEST, shares_of_lamps
from referee.games.sidibaba.tokens import CURSE
from referee.games.sidibaba.votes import winning_votes

Line = tuple[Player, ...]


def answer_setup(book: Rulebook, facts: Facts) -> Answer:
    """Tell who gets how many lamps, and the starting jewels. Cites: SID-1.2, SID-1.3."""
    seats = cast("int", facts.values["adventurers"])
    refused = wrong_number_of_players(book, seats, keys.LEADER)
    if refused:
        return Answer.ruled(refused, dict.fromkeys(("lamps", "starting_jewels")))
    lamps, jewels = shares_of_lamps(book[keys.LAMPS], seats), book[keys.STARTING_JEWELS]
    said = Say("Lamps: {lamps}; {n} gold coins each.", lamps=" ".join(map(str, lamps)), n=jewels)
    answer = {"lamps": lamps, "starting_jewels": jewels}
    return Answer.answered(said, answer, keys.LAMPS, keys.STARTING_JEWELS)


def _no_such_line(book: Rulebook, order: Line) -> Ruling | None:
    """Stop a marching order that no party can have."""
    if len({*order}) < len(order):
        twice = next(name for name in order if order.count(name) > 1)
        said = Say("{player} stands in the order twice.", player=twice)
        return impossible(said, keys.ORDER)
    return wrong_number_of_players(book, len(order), keys.LEADER)


def answer_share(book: Rulebook, facts: Facts) -> Answer:
    """Tell what curses do, and who picks. Cites: SID-4.1 to SID-4.3."""
    values = cast("Mapping[str, Any]", facts.values)
    order, found, tokens = values["order"], values["found"], values["tokens"]
    unknown = dict.fromkeys(("draw", "lamps_lost", "order_after", "picks"))
    refused = _no_such_line(book, order)
    if refused:
        return Answer.ruled(refused, unknown)
    key = keys.FROM_CHEST if found == CHEST else keys.FROM_TREASURE
    draw = book[key] * len(order)
    if tokens.count(CURSE) > book[keys.CURSES]:
        said = Say("There are {n} curses.", n=book[keys.CURSES])
        return Answer.ruled(impossible(said, keys.CURSES), unknown)
    if len(tokens) > draw:
        said = Say("{n} tokens are drawn, not {told}.", n=draw, told=len(tokens))
        return Answer.ruled(forbidden(said, key), {**unknown, "draw": draw})
    curses = tokens.count(CURSE)
    after = after_curses(order, curses)
    line = picks(after, len(tokens) - curses, book[key])
    said = plural(
        curses,
        "{n} curse; {front} leads. Picks: {line}.",
        "{n} curses; {front} leads. Picks: {line}.",
        front=after[0],
        line=line or Say("nobody"),
    )
    answer = {"draw": draw, "lamps_lost": curses, "order_after": after, "picks": line}
    return Answer.answered(said, answer, key, keys.CURSES, keys.PICKING)


def answer_caught(book: Rulebook, facts: Facts) -> Answer:
    """Tell what the Leader takes, or that he wins. Cites: SID-7.1 to SID-7.3."""
    values = cast("Mapping[str, Any]", facts.values)
    order, tokens, lamps = values["order"], values["tokens"], values["lamps"]
    unknown = dict.fromkeys(("stolen", "lamps", "leader_wins"))
    refused = _no_such_line(book, order) or _no_such_tokens(book, order, tokens, lamps)
    if refused:
        return Answer.ruled(refused, unknown)
    nothing = dict.fromkeys(order, 0)
    if not lamps:
        answer = {"stolen": nothing, "lamps": 0, "leader_wins": True}
        said = Say("No unlit lamp is left: the Leader wins.")
        return Answer.answered(said, answer, keys.CAUGHT)
    front, others = book[keys.STOLEN_IN_FRONT], book[keys.STOLEN_OF_OTHERS]
    stolen = {
        player: min(tokens.get(player, 0), front if player == order[0] else others)
        for player in order
    }
    is_burning = book.option(facts.options, "caught_lamp") == "burning"
    left = lamps - 1
    told = tuple(Say("{n} of {player}", n=n, player=player) for player, n in stolen.items() if n)
    said = plural(
        left,
        "The Leader takes {stolen}; {n} unlit lamp is left.",
        "The Leader takes {stolen}; {n} unlit lamps are left.",
        stolen=told or Say("nothing"),
    )
    because = (Say("The burning lamp goes; a new one is lit."),) if is_burning else ()
    rules = (keys.CAUGHT, keys.STOLEN_IN_FRONT, keys.LAMP_THAT_GOES)
    answer = {"stolen": stolen, "lamps": left, "leader_wins": False}
    return Answer.answered(said, answer, *rules, because=because)


def _no_such_tokens(
    book: Rulebook, order: Line, tokens: Mapping[Player, int], lamps: int
) -> Ruling | None:
    strangers = [player for player in tokens if player not in order]
    if strangers:
        said = Say("{player} does not stand in the order.", player=strangers[0])
        return impossible(said, keys.ORDER)
    if lamps >= book[keys.LAMPS]:
        said = Say(
            "{n} unlit lamps beside the burning one; there are {all}.",
            n=lamps,
            all=book[keys.LAMPS],
        )
        return impossible(said, keys.LAMPS)
    return None


def answer_lock(book: Rulebook, facts: Facts) -> Answer:
    """Tell whether a lock is open, at which roll, and by whom. Cites: SID-6.5, SID-6.6."""
    values = cast("Mapping[str, Any]", facts.values)
    order, rolls = values["order"], values["rolls"]
    lock = PADLOCK if values["kind"] == "small" else COMBINATION
    key: Any = keys.PADLOCK if lock == PADLOCK else keys.COMBINATION
    unknown = dict.fromkeys(("open", "roll", "player"))
    refused = _no_such_line(book, order)
    wrong = [n for n in rolls if not 1 <= n <= DIE]
    if wrong and not refused:
        said = Say("A die shows 1 to {faces}, not {n}.", faces=DIE, n=wrong[0])
        refused = impossible(said, key)
    if refused:
        return Answer.ruled(refused, unknown)
    found = opened(lock, rolls, order, book[keys.PADLOCK], book[keys.COMBINATION])
    cites = book.cite(key)
    if found is None:
        following = order[len(rolls) % len(order)]
        said = Say("Still locked; {player} rolls on.", player=following)
        return Answer.answered(said, {"open": False, "roll": None, "player": None}, *cites)
    answer = {"open": True, "roll": found.roll, "player": found.player}
    if found.roll < len(rolls):
        said = Say("It is open at roll {n}; nobody rolls on.", n=found.roll)
        return Answer.ruled(forbidden(said, *cites), answer)
    said = Say("{player} opens it with roll {n}.", player=found.player, n=found.roll)
    return Answer.answered(said, answer, *cites)


def answer_jewels(book: Rulebook, facts: Facts) -> Answer:
    """Tell what jewels score. Cites: SID-8.2."""
    values = cast("Mapping[str, Any]", facts.values)
    entry = {"jewels": values.get("values", ()), "pairs": values.get("pairs", {})}
    lines = tuple(jewel_lines(book, entry))
    points = int(sum(line.points for line in lines))
    because = tuple(
        Say("{label}: {working}", label=line.label, working=line.working) for line in lines
    )
    said = plural(points, "{n} point.", "{n} points.")
    return Answer.answered(said, {"points": points}, keys.ALIKE, because=because)


def answer_escape(book: Rulebook, facts: Facts) -> Answer:
    """Whether the party may leave. Cites: SID-8.1."""
    cites = book.cite(keys.ESCAPE)
    if facts.values["at"] != "exit":
        return Answer.ruled(forbidden(Say("The party leaves by an exit only."), *cites))
    if facts.values["treasure"] != "found":
        said = Say("Without the Treasure nobody leaves the cave.")
        return Answer.ruled(forbidden(said, *cites))
    return Answer.ruled(allowed(Say("The adventurers escape with the Treasure."), *cites))


def answer_vote(book: Rulebook, facts: Facts) -> Answer:
    """Tell what the party has decided. Cites: SID-2.3."""
    values = cast("Mapping[str, Any]", facts.values)
    votes, front = values["votes"], values.get("front")
    cites = book.cite(keys.VOTES)
    unknown = {"decided": None}
    cast_votes = sum(votes.values())
    most = book.players[1]
    if not cast_votes or cast_votes > most:
        said = Say("{n} votes; the party has 1 to {most}.", n=cast_votes, most=most)
        return Answer.ruled(impossible(said, *cites), unknown)
    first = winning_votes(tuple(votes.items()))
    if len(first) == 1:
        said = Say("Most votes: {what}.", what=first[0])
        return Answer.answered(said, {"decided": first[0]}, *cites)
    if front in first:
        said = Say("A tie: whoever is in front decides, for {what}.", what=front)
        return Answer.answered(said, {"decided": front}, *cites)
    said = Say("A tie between {tied}: whoever is in front chooses one of them.", tied=first)
    return Answer.ruled(forbidden(said, *cites), unknown)
