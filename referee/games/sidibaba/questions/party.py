"""Disputes about the party, from the setup to the end: votes, lamps, order, catches, who wins."""

from collections import Counter
from typing import Final

from referee import api
from referee.api import Say
from referee.games.sidibaba import keys
from referee.games.sidibaba.final import PAIRS, jewel_lines
from referee.games.sidibaba.model.maze import winning_votes
from referee.games.sidibaba.model.tokens import (
    Holding,
    is_jewel,
    jewel_words,
    read_tokens,
    unlikely,
)
from referee.games.sidibaba.questions.common import (
    ORDER,
    TOKEN_LIST,
    as_written,
    count_of_each,
    question,
    refuse_counts,
    refuse_excess,
    refuse_lamps,
    refuse_order,
    refuse_party_size,
    refuse_tokens,
    tokens_in,
    whether_found,
)
from referee.games.sidibaba.stages.lamps import refuse_vote_count
from referee.games.sidibaba.state import plays_events, shares_of_lamps


def _setup(book: api.Rulebook, facts: api.Facts) -> api.Ruling | api.Answer:
    """Answer who gets how many lamps, and rule on other shares. Cites: SID-1.1 to SID-1.3."""
    seats, shares = facts.seats("adventurers"), facts.numbers("shares", None)
    if refused := refuse_party_size(book, seats):
        return refused
    lamps, jewels = shares_of_lamps(book[keys.LAMPS], seats), book[keys.STARTING_JEWELS]
    results = {"lamps": lamps, "starting_jewels": jewels, "players": seats + 1}
    said = Say("Lamps: {lamps}; {n} gold coins each.", lamps=" ".join(map(str, lamps)), n=jewels)
    if shares is None:
        return api.Answer.answered(said, results, keys.LAMPS, keys.STARTING_JEWELS)
    if len(shares) != seats or sum(shares) != sum(lamps):
        text = "{n} lamps for {told} adventurers: there are {all} lamps for {seats}."
        wrong = Say(text, n=sum(shares), told=len(shares), all=sum(lamps), seats=seats)
        ruling = api.impossible(wrong, keys.LAMPS)
    elif sorted(shares, reverse=True) != [*lamps]:
        uneven = "The lamps are shared as evenly as possible."
        ruling = api.forbidden(uneven, keys.LAMPS, because=(said,))
    else:
        ruling = api.allowed("The lamps are shared evenly.", keys.LAMPS)
    return api.Answer.ruled(ruling, results)


def _vote(book: api.Rulebook, facts: api.Facts) -> api.Ruling | api.Answer:
    """Answer what the party has decided. Cites: SID-2.3, SID-3.2."""
    votes, front = facts.counts("votes"), facts.text("front", None)
    adventurers, lamps = facts.seats("adventurers", None), facts.counts("lamps", {})
    most = book.players[1] if adventurers is None else adventurers
    refused = None if adventurers is None else refuse_party_size(book, adventurers)
    if refused := refused or refuse_lamps(book, sum(lamps.values())):
        return refused
    if wrong := refuse_vote_count(sum(votes.values()), most):
        return api.impossible(wrong, keys.VOTES)
    if facts.word("about", "move") == "order":
        dark = next((who for who, n in votes.items() if n and lamps.get(who) == 0), None)
        if dark:
            said = "{player} has no lamp and cannot lead."
            return api.forbidden(said, keys.NEW_LAMP, keys.VOTES, player=dark)
    first = winning_votes(tuple(votes.items()))
    if len(first) == 1:
        decided, words = first[0], Say("Most votes decide: {first}.", first=first[0])
        return api.Answer.answered(words, {"decided": decided, "tied": ()}, keys.VOTES)
    if front is not None and front not in first:
        said = "The adventurer in front decides among the tied, {first}."
        return api.Answer.ruled(api.forbidden(said, keys.VOTES, first=first), {"tied": first})
    words = Say("A tie between {first}: the adventurer in front decides.", first=first)
    if front is not None:
        words = Say("A tie, and the adventurer in front decides: {front}.", front=front)
    return api.Answer.answered(words, {"decided": front, "tied": first}, keys.VOTES)


def _sand(book: api.Rulebook, facts: api.Facts) -> api.Ruling | api.Answer:
    """Answer what the end of the sand brings. Cites: SID-3.1 to SID-3.3, SID-6.12."""
    lamps, owed = facts.integer("lamps"), facts.integer("owed", 0)
    drawn, beyond_box = facts.integer("drawn", None), "There are {n} events."
    if refused := refuse_lamps(book, lamps):
        return refused
    if owed > lamps:
        said = "No more than {n} can be lost, not {owed}."
        return api.impossible(said, keys.CURSES, keys.LAMP_THAT_GOES, n=lamps, owed=owed)
    if refused := refuse_excess(book, keys.EVENTS_THERE_ARE, drawn, beyond_box):
        return refused
    left = lamps - owed
    if not left:
        said = "No lamp is left: the Leader wins."
        over = {"leader_wins": True, "lamps": 0, "draws": 0}
        return api.Answer.answered(Say(said), over, keys.NO_LAMP_LEFT, keys.SAND)
    draws = None if drawn is None else int(drawn < book[keys.EVENTS_THERE_ARE])
    if not plays_events(book, facts.options):
        draws = 0
    words = api.plural(
        left - 1,
        "The burning lamp goes out, the timer is turned, and {n} lamp is left after the next.",
        "The burning lamp goes out, the timer is turned, and {n} lamps are left after the next.",
    )
    because = () if "owed" in facts.values else (Say("No lamp is lost to a curse or a catch."),)
    results: dict[str, int | None] = {"leader_wins": False, "lamps": left - 1, "draws": draws}
    rules = (keys.SAND, keys.NEW_LAMP, keys.EVENTS_THERE_ARE)
    return api.Answer.answered(words, results, *rules, because=because)


def _lead(book: api.Rulebook, facts: api.Facts) -> api.Ruling | api.Answer:
    """Rule whether they may march in this order. Cites: SID-3.2."""
    order, lamps = facts.players("order"), facts.counts("lamps")
    if refused := refuse_order(book, order, *lamps) or refuse_lamps(book, sum(lamps.values()), 0):
        return refused
    is_known = len(lamps) == len(order)
    may_lead = tuple(who for who in order if lamps.get(who)) if is_known else None
    front = order[0]
    if front not in lamps:
        said = "Does {player} have a lamp? Only then can {player} lead."
        ruling = api.table_call(said, keys.NEW_LAMP, player=front)
        return api.Answer.ruled(ruling, {"may_lead": may_lead})
    if not lamps[front]:
        said = "{player} has no lamp and cannot lead."
        ruling = api.forbidden(said, keys.NEW_LAMP, player=front)
        return api.Answer.ruled(ruling, {"may_lead": may_lead})
    left = sum(lamps.values()) - 1 if is_known else None
    said = "{player} leads and puts one lamp next to the piece."
    ruling = api.allowed(said, keys.NEW_LAMP, keys.ORDER, player=front)
    return api.Answer.ruled(ruling, {"may_lead": may_lead, "lamps": left})


def _discard(book: api.Rulebook, facts: api.Facts) -> api.Ruling | api.Answer:
    """Answer whose lamp may go for a curse or a catch. Cites: SID-4.2, SID-7.3."""
    player, lamps = facts.player("player"), facts.counts("lamps")
    rules: tuple[api.RuleLike, ...] = (keys.CURSES, keys.LAMP_THAT_GOES)
    if refused := refuse_lamps(book, sum(lamps.values())):
        return refused
    if player not in lamps:
        ruling = api.table_call("Does {player} have an unlit lamp?", *rules, player=player)
    elif not lamps[player]:
        ruling = api.forbidden("{player} has no unlit lamp.", *rules, player=player)
    else:
        ruling = api.allowed("{player} may lose a lamp.", *rules, player=player)
    return api.Answer.ruled(ruling, {"may_lose": tuple(who for who, n in lamps.items() if n)})


_DURING: Final = (
    *("setup", "march", "square", "found", "lock", "share", "hand", "lamp", "order"),
    *("genie", "event", "end"),
)
_WHEN: Final[dict[str, tuple[api.RuleLike, frozenset[str]]]] = {
    "genie": (keys.GENIE, frozenset(_DURING) - {"setup", "end", "genie"}),
    "event": (keys.EVENTS, frozenset(_DURING) - {"setup", "end", "event"}),
    "vote": (keys.VOTES, frozenset({"march", "order"})),
    "leave": (keys.ON_WHAT_WAS_FOUND, frozenset({"lock"})),
    "move": (keys.MOVES, frozenset({"march"})),
}
"""What may be done while what goes on, and the rule behind it."""


def _when(book: api.Rulebook, facts: api.Facts) -> api.Ruling:
    """Rule whether it may be done now. Cites: SID-2.1, SID-2.3, SID-5.1, SID-6.1, SID-6.11."""
    what, during = facts.word("do"), facts.word("during")
    rule, fitting = _WHEN[what]
    if what == "event" and not plays_events(book, facts.options):
        return api.forbidden("There are no events in this game.", rule)
    if during in fitting:
        return api.allowed("It can be done now.", rule)
    return api.forbidden("It cannot be done now.", rule)


SETUP = question(
    "setup",
    Say("How many lamps and coins does each have?"),
    api.Field(
        "adventurers",
        api.Seats(several=True),
        Say("how many adventurers there are, or their names, without the Leader"),
        required=True,
    ),
    api.Field("shares", api.ListOf(api.Integer()), Say("how many lamps each was given")),
    rule=_setup,
    results=("lamps", "starting_jewels", "players"),
    example="adventurers=5",
)
VOTE = question(
    "vote",
    Say("What has the party decided?"),
    api.Field(
        "votes",
        api.MapOf(api.Text(like="left"), api.Integer()),
        Say("how many voted for what"),
        required=True,
        as_facts=True,
    ),
    api.Field("front", api.Text(like="left"), Say("what the adventurer in front votes for")),
    api.Field(
        "adventurers",
        api.Seats(several=True),
        Say("how many adventurers there are, or their names"),
    ),
    api.Field(
        "about",
        api.Choice(("move", "order")),
        Say("what is voted on; who leads, if it is the order"),
    ),
    count_of_each("lamps", Say("unlit lamps of each")),
    rule=_vote,
    results=("decided", "tied"),
    example="votes=left:2,right:2 front=left",
)
SAND = question(
    "sand",
    Say("The sand is out: who wins, and what is drawn?"),
    api.Field(
        "lamps",
        api.Integer(),
        Say("unlit lamps of the party before the sand ran out"),
        required=True,
    ),
    api.Field(
        "owed",
        api.Integer(),
        Say("how many of these lamps were lost to a curse or a catch without saying whose"),
    ),
    api.Field("drawn", api.Integer(), Say("how many events were drawn so far")),
    rule=_sand,
    results=("leader_wins", "lamps", "draws"),
    example="lamps=3 owed=1",
)
LEAD = question(
    "lead",
    Say("May you march in this order?"),
    ORDER,
    count_of_each("lamps", Say("unlit lamps of each"), required=True),
    rule=_lead,
    results=("may_lead", "lamps"),
    example="order=B,A,C lamps=A:1,B:2,C:0",
)
DISCARD = question(
    "discard",
    Say("Who may lose a lamp to a curse or a catch?"),
    api.Field("player", api.PlayerName(), Say("whose lamp it is"), required=True),
    count_of_each("lamps", Say("unlit lamps of each"), required=True),
    rule=_discard,
    results=("may_lose",),
    example="player=A lamps=A:1,B:1",
)
WHEN = question(
    "when",
    Say("May it be done now?"),
    api.Field("do", api.Choice(tuple(_WHEN)), Say("what somebody wants to do"), required=True),
    api.Field("during", api.Choice(_DURING), Say("what is happening now"), required=True),
    rule=_when,
    example="do=genie during=lock",
)


def _caught(book: api.Rulebook, facts: api.Facts) -> api.Ruling | api.Answer:
    """Answer what the Leader takes, or that he wins. Cites: SID-7.1 to SID-7.3."""
    order, tokens = facts.players("order"), facts.counts("tokens", {})
    lamps = facts.integer("lamps")
    refused = refuse_order(book, order, *tokens) or refuse_lamps(book, lamps)
    if refused := refused or refuse_counts(book, order, tokens):
        return refused
    if not lamps:
        results = {"stolen": dict.fromkeys(order, 0), "lamps": 0, "leader_wins": True}
        said = Say("No unlit lamp is left: the Leader wins.")
        return api.Answer.answered(said, results, keys.CAUGHT)
    stolen: dict[str, int | None] = {}
    for player in order:
        key = keys.STOLEN_IN_FRONT if player == order[0] else keys.STOLEN_OF_OTHERS
        stolen[player] = min(tokens[player], book[key]) if player in tokens else None
    taken = tuple(Say("{n} from {player}", n=n, player=player) for player, n in stolen.items() if n)
    said = api.plural(
        lamps - 1,
        "The Leader takes {stolen}; {n} unlit lamp is left.",
        "The Leader takes {stolen}; {n} unlit lamps are left.",
        stolen=taken or Say("nothing"),
    )
    because = []
    if None in stolen.values():
        as_many = Say(
            "From adventurers whose tokens are not given, the Leader takes as many as they "
            "have: at most two in front, one from each other."
        )
        because.append(as_many)
        if not taken:
            said = api.plural(
                lamps - 1,
                "What the Leader takes hangs on what each has; {n} unlit lamp is left.",
                "What the Leader takes hangs on what each has; {n} unlit lamps are left.",
            )
    if book.option(facts.options, "caught_lamp") == "burning":
        because.append(Say("The burning lamp goes out; a new one is lit."))
    rules = (keys.CAUGHT, keys.STOLEN_IN_FRONT, keys.LAMP_THAT_GOES)
    results = {"stolen": stolen, "lamps": lamps - 1, "leader_wins": False}
    return api.Answer.answered(said, results, *rules, because=tuple(because))


def _left(book: api.Rulebook, facts: api.Facts) -> api.Ruling | api.Answer:
    """Answer what an unseen theft has left, and rule on what is shown. Cites: SID-9.4."""
    holds, shows = tokens_in(facts, "holds"), tokens_in(facts, "shows")
    stolen = facts.integer("stolen")
    if refused := refuse_tokens(book, (*holds, *shows)):
        return refused
    if stolen > len(holds):
        said = "{n} tokens cannot be stolen of {all}."
        return api.impossible(said, keys.ON_RECORD, n=stolen, all=len(holds))
    left = len(holds) - stolen
    kept = (token for token, n in Counter(holds).items() for _ in range(n - stolen))
    results = {"count": left, "certain": tuple(map(as_written, kept))}
    if "shows" not in facts.values:
        count = api.plural(left, "{n} token is left.", "{n} tokens are left.")
        return api.Answer.answered(count, results, keys.ON_RECORD)
    held = Holding(holds).robbed(stolen)
    ruling = api.allowed("That can be left.", keys.ON_RECORD)
    if len(shows) != left or not held.may_have(*shows):
        said = "No theft of {n} leaves {shows}."
        words = jewel_words(shows) or Say("nothing")
        ruling = api.impossible(said, keys.ON_RECORD, n=stolen, shows=words)
    return api.Answer.ruled(ruling, results)


def _read_jewels(words: str) -> tuple[str, ...]:
    """Read what jewels show, one number or two. Raises BadAnswer."""
    tokens = read_tokens(words)
    if "+" in words or not all(map(is_jewel, tokens)):
        raise api.BadAnswer(Say("“{words}” is not what one jewel shows.", words=words))
    return tokens


def _jewels(book: api.Rulebook, facts: api.Facts) -> api.Ruling | api.Answer:
    """Answer what jewels score. Cites: SID-8.2, SID-9.6."""
    given = tokens_in(facts, "values")
    values = tuple(int(token) for token in given if token.isdecimal())
    paired = Counter(token for token in given if not token.isdecimal())
    pairs = dict(paired + Counter(facts.counts("pairs", {})))
    kinds = (*map(str, values), *(kind for kind, n in pairs.items() if n))
    if refused := refuse_tokens(book, kinds):
        return refused
    lines = tuple(jewel_lines(book, {"jewels": values, "pairs": pairs}))
    points = int(sum(line.points for line in lines))
    because = [Say("{label}: {working}", label=line.label, working=line.working) for line in lines]
    rules: list[api.RuleLike] = [keys.ALIKE]
    if high := unlikely(book, kinds):
        because.append(Say("Is {kinds} right? Such a high number is rare.", kinds=high))
        rules.append(keys.LIKELY)
    said = api.plural(points, "{n} point.", "{n} points.")
    return api.Answer.answered(said, {"points": points}, *rules, because=tuple(because))


def _escape(book: api.Rulebook, facts: api.Facts) -> api.Ruling:  # noqa: PLR0911 - one for each ruling
    """Rule whether the party may leave. Cites: SID-3.3, SID-8.1."""
    lamps, burning = facts.integer("lamps", None), facts.yes("burning", None)
    treasure = facts.word("treasure")
    if refused := refuse_lamps(book, lamps or 0):
        return refused
    if burning is False and lamps == 0:
        return api.forbidden("The last lamp is out: the Leader wins.", keys.NO_LAMP_LEFT)
    if facts.word("at") != "exit":
        return api.forbidden("The party leaves by an exit only.", keys.ESCAPE)
    if treasure == "hidden":
        return api.forbidden("Without the Treasure nobody leaves the cave.", keys.ESCAPE)
    if (lamps == 0 and burning is None) or (burning is False and lamps is None):
        said = "Does the last lamp still burn? Only then may the party leave."
        return api.table_call(said, keys.NO_LAMP_LEFT, keys.ESCAPE)
    if treasure == "locked":
        said = "The adventurers escape; a Treasure left locked counts as found."
        return api.allowed(said, keys.ESCAPE, keys.FOUND_ONCE)
    return api.allowed("The adventurers escape with the Treasure.", keys.ESCAPE)


def _tie(book: api.Rulebook, facts: api.Facts) -> api.Ruling | api.Answer:
    """Answer who wins by these totals; equal ones share. Cites: SID-8.3."""
    totals = facts.counts("totals")
    if refused := refuse_party_size(book, len(totals)):
        return refused
    best = max(totals.values())
    winners = tuple(player for player, total in totals.items() if total == best)
    said = Say("{winners} wins with {n}.", winners=winners, n=best)
    if len(winners) > 1:
        said = Say("{winners} share the win with {n}.", winners=winners, n=best)
    because = (Say("The richest wins only if the party has escaped."),)
    results = {"winners": winners, "shared": len(winners) > 1, "best": best}
    return api.Answer.answered(said, results, keys.THE_WINNER, because=because)


CAUGHT = question(
    "caught",
    Say("What does the Leader take when the party is caught?"),
    ORDER,
    count_of_each("tokens", Say("how many tokens each has")),
    api.Field("lamps", api.Integer(), Say("unlit lamps of the party before"), required=True),
    rule=_caught,
    results=("stolen", "lamps", "leader_wins"),
    example="order=A,B,C tokens=A:3,B:0,C:2 lamps=1",
)
LEFT = question(
    "left",
    Say("What does somebody who was robbed unseen have left?"),
    api.Field("holds", TOKEN_LIST, Say("the tokens that were seen"), required=True),
    api.Field("stolen", api.Integer(), Say("how many were stolen unseen"), required=True),
    api.Field("shows", TOKEN_LIST, Say("the tokens that are turned up")),
    rule=_left,
    results=("count", "certain"),
    example="holds=3+1+1 stolen=1",
)
JEWELS = question(
    "jewels",
    Say("What do jewels score?"),
    api.Field(
        "values",
        api.ListOf(api.Text(like="1/5", read=_read_jewels)),
        Say("the numbers on the jewels"),
    ),
    PAIRS,
    rule=_jewels,
    results=("points",),
    example="values=3,2 pairs=1/5:3",
)
ESCAPE = question(
    "escape",
    Say("May the party leave the cave?"),
    api.Field(
        "treasure",
        api.Choice(("found", "hidden", "locked"), whether_found),
        Say("whether the Treasure was found, even if it stayed locked"),
        required=True,
    ),
    api.Field("at", api.Choice(("exit", "inside")), Say("where the party is"), required=True),
    api.Field("lamps", api.Integer(), Say("unlit lamps of the party")),
    api.Field("burning", api.Boolean(), Say("whether a lamp burns")),
    rule=_escape,
    example="treasure=found at=exit",
)
TIE = question(
    "tie",
    Say("Who wins?"),
    api.Field(
        "totals",
        api.MapOf(api.PlayerName(), api.Integer()),
        Say("what everybody's jewels are worth"),
        required=True,
        as_facts=True,
    ),
    rule=_tie,
    results=("winners", "shared", "best"),
    example="totals=A:9,B:11,C:11",
)
