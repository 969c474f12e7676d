"""Disputes about being caught, what the robbed have left, the way out, jewels and the winner."""

from collections import Counter

from referee.api import (
    Answer,
    Boolean,
    Choice,
    Facts,
    Integer,
    ListOf,
    MapOf,
    PlayerName,
    Question,
    Rulebook,
    RuleLike,
    Say,
    allowed,
    forbidden,
    impossible,
    plural,
    table_call,
)
from referee.games.sidibaba import keys
from referee.games.sidibaba.final import PAIRS, jewel_lines
from referee.games.sidibaba.model.tokens import Holding, is_doubtful, jewel_words
from referee.games.sidibaba.questions.common import (
    ORDER,
    TOKEN_LIST,
    as_written,
    counts,
    no_such_counts,
    no_such_lamps,
    no_such_line,
    no_such_party,
    no_such_tokens,
    optional,
    required,
    tokens_in,
)


def _caught(book: Rulebook, facts: Facts) -> Answer:
    """Answer what the Leader takes, or that he wins. Cites: SID-7.1 to SID-7.3."""
    order, tokens = facts.players("order"), facts.counts("tokens")
    lamps = facts.integer("lamps")
    refused = no_such_line(book, order, *tokens) or no_such_lamps(book, lamps)
    if refused := refused or no_such_counts(book, order, tokens):
        return Answer.ruled(refused, dict.fromkeys(("stolen", "lamps", "leader_wins")))
    if not lamps:
        results = {"stolen": dict.fromkeys(order, 0), "lamps": 0, "leader_wins": True}
        said = Say("No unlit lamp is left: the Leader wins.")
        return Answer.answered(said, results, keys.CAUGHT)
    stolen: dict[str, int | None] = {}
    for player in order:
        key = keys.STOLEN_IN_FRONT if player == order[0] else keys.STOLEN_OF_OTHERS
        stolen[player] = min(tokens[player], book[key]) if player in tokens else None
    taken = tuple(Say("{n} from {player}", n=n, player=player) for player, n in stolen.items() if n)
    said = plural(
        lamps - 1,
        "The Leader takes {stolen}; {n} unlit lamp is left.",
        "The Leader takes {stolen}; {n} unlit lamps are left.",
        stolen=taken or Say("nothing"),
    )
    because = []
    if None in stolen.values():
        because.append(Say("Of the others he takes what they have, up to two in front and one."))
    if book.option(facts.options, "caught_lamp") == "burning":
        because.append(Say("The burning lamp goes out; a new one is lit."))
    rules = (keys.CAUGHT, keys.STOLEN_IN_FRONT, keys.LAMP_THAT_GOES)
    results = {"stolen": stolen, "lamps": lamps - 1, "leader_wins": False}
    return Answer.answered(said, results, *rules, because=tuple(because))


def _left(book: Rulebook, facts: Facts) -> Answer:
    """Answer what an unseen theft has left, and rule on what is shown. Cites: SID-9.4."""
    holds, shows = tokens_in(facts, "holds") or (), tokens_in(facts, "shows")
    stolen = facts.integer("stolen")
    refused = no_such_tokens(book, (*holds, *(shows or ())))
    if not refused and stolen > len(holds):
        said = "{n} tokens cannot be stolen of {all}."
        refused = impossible(said, keys.ON_RECORD, n=stolen, all=len(holds))
    if refused:
        return Answer.ruled(refused, dict.fromkeys(("count", "certain")))
    left = len(holds) - stolen
    certain = tuple(
        as_written(token) for token, n in Counter(holds).items() for _ in range(n - stolen)
    )
    results = {"count": left, "certain": certain}
    if shows is None:
        kept = plural(left, "{n} token is left.", "{n} tokens are left.")
        return Answer.answered(kept, results, keys.ON_RECORD)
    held = Holding(holds).robbed(stolen)
    if len(shows) != left or not held.may_have(*shows):
        said = "No theft of {n} leaves {shows}."
        words = jewel_words(shows) or Say("nothing")
        ruling = impossible(said, keys.ON_RECORD, n=stolen, shows=words)
        return Answer.ruled(ruling, results)
    return Answer.ruled(allowed("That can be what is left.", keys.ON_RECORD), results)


def _jewels(book: Rulebook, facts: Facts) -> Answer:
    """Answer what jewels score. Cites: SID-8.2, SID-9.6."""
    values, pairs = facts.numbers("values", ()), facts.counts("pairs", {})
    kinds = (*map(str, values), *(kind for kind, n in pairs.items() if n))
    if refused := no_such_tokens(book, kinds):
        return Answer.ruled(refused, {"points": None})
    lines = tuple(jewel_lines(book, {"jewels": values, "pairs": pairs}))
    points = int(sum(line.points for line in lines))
    because = [Say("{label}: {working}", label=line.label, working=line.working) for line in lines]
    doubtful = tuple(dict.fromkeys(kind for kind in kinds if is_doubtful(book, kind)))
    rules: list[RuleLike] = [keys.ALIKE]
    if doubtful:
        because.append(Say("Is {kinds} right? Such a high number is rare.", kinds=doubtful))
        rules.append(keys.LIKELY)
    said = plural(points, "{n} point.", "{n} points.")
    return Answer.answered(said, {"points": points}, *rules, because=tuple(because))


def _escape(book: Rulebook, facts: Facts) -> Answer:  # noqa: PLR0911 - one for each ruling
    """Rule whether the party may leave. Cites: SID-3.3, SID-8.1."""
    lamps, burning = facts.integer("lamps", None), facts.yes("burning", None)
    treasure = facts.word("treasure")
    if refused := no_such_lamps(book, lamps or 0):
        return Answer.ruled(refused)
    if burning is False and lamps == 0:
        return Answer.ruled(forbidden("The last lamp is out: the Leader wins.", keys.NO_LAMP_LEFT))
    if facts.word("at") != "exit":
        return Answer.ruled(forbidden("The party leaves by an exit only.", keys.ESCAPE))
    if treasure == "hidden":
        said = "Without the Treasure nobody leaves the cave."
        return Answer.ruled(forbidden(said, keys.ESCAPE))
    if (lamps == 0 and burning is None) or (burning is False and lamps is None):
        said = "Does the last lamp still burn? Only then may the party leave."
        return Answer.ruled(table_call(said, keys.NO_LAMP_LEFT, keys.ESCAPE))
    if treasure == "locked":
        said = "The adventurers escape; a Treasure left locked counts as found."
        return Answer.ruled(allowed(said, keys.ESCAPE, keys.FOUND_ONCE))
    return Answer.ruled(allowed("The adventurers escape with the Treasure.", keys.ESCAPE))


def _tie(book: Rulebook, facts: Facts) -> Answer:
    """Answer who wins by these totals; equal ones share. Cites: SID-8.3."""
    totals = facts.counts("totals")
    if refused := no_such_party(book, len(totals)):
        return Answer.ruled(refused, dict.fromkeys(("winners", "shared", "best")))
    best = max(totals.values())
    winners = tuple(player for player, total in totals.items() if total == best)
    said = Say("{winners} wins with {n}.", winners=winners, n=best)
    if len(winners) > 1:
        said = Say("{winners} share the win with {n}.", winners=winners, n=best)
    because = (Say("The richest wins only if the party has escaped."),)
    results = {"winners": winners, "shared": len(winners) > 1, "best": best}
    return Answer.answered(said, results, keys.THE_WINNER, because=because)


CAUGHT = Question(
    name="caught",
    about=Say("What does the Leader take when the party is caught?"),
    fields=(
        ORDER,
        counts("tokens", Say("how many tokens each has"), required=True),
        required("lamps", Integer(), Say("unlit lamps of the party before")),
    ),
    answer=_caught,
    example="order=A,B,C tokens=A:3,B:0,C:2 lamps=1",
)
LEFT = Question(
    name="left",
    about=Say("What does somebody who was robbed unseen have left?"),
    fields=(
        required("holds", TOKEN_LIST, Say("the tokens that were seen")),
        required("stolen", Integer(), Say("how many were stolen unseen")),
        optional("shows", TOKEN_LIST, Say("the tokens that are turned up")),
    ),
    answer=_left,
    example="holds=3+1+1 stolen=1",
)
JEWELS = Question(
    name="jewels",
    about=Say("What do jewels score?"),
    fields=(
        optional(
            "values",
            ListOf(Integer(is_face_value=True)),
            Say("the numbers on jewels that have one"),
        ),
        PAIRS,
    ),
    answer=_jewels,
    example="values=3,2 pairs=1/5:3",
)
ESCAPE = Question(
    name="escape",
    about=Say("May the party leave the cave?"),
    fields=(
        required(
            "treasure",
            Choice(("found", "hidden", "locked")),
            Say("whether the Treasure is found, or left behind a lock"),
        ),
        required("at", Choice(("exit", "inside")), Say("where the party is")),
        optional("lamps", Integer(), Say("unlit lamps of the party")),
        optional("burning", Boolean(), Say("whether a lamp burns")),
    ),
    answer=_escape,
    example="treasure=found at=exit",
)
TIE = Question(
    name="tie",
    about=Say("Who wins?"),
    fields=(
        required(
            "totals", MapOf(PlayerName(), Integer()), Say("what everybody's jewels are worth")
        ),
    ),
    answer=_tie,
    example="totals=A:9,B:11,C:11",
)
