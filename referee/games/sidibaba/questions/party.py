"""Disputes about the party: shares, catches, locks, jewels, votes, and the way out."""

from collections.abc import Mapping

from referee.api import (
    Answer,
    Choice,
    Facts,
    Field,
    Integer,
    ListOf,
    MapOf,
    Player,
    PlayerName,
    Question,
    Rulebook,
    Ruling,
    Say,
    Text,
    allowed,
    forbidden,
    impossible,
    plural,
    wrong_number_of_players,
)
from referee.games.sidibaba import keys
from referee.games.sidibaba.final import PAIRS, jewel_lines
from referee.games.sidibaba.model.compass import winning_votes
from referee.games.sidibaba.model.loot import (
    CHEST,
    DIE,
    TREASURE,
    after_curses,
    opened,
    picks,
    shares_of_lamps,
)
from referee.games.sidibaba.model.tokens import CURSE, GENIE

Line = tuple[Player, ...]


def _no_such_line(book: Rulebook, order: Line) -> Ruling | None:
    """Stop a marching order that no party can have."""
    twice = next((name for name in order if order.count(name) > 1), None)
    if twice:
        return impossible("{player} stands in the order twice.", keys.ORDER, player=twice)
    return wrong_number_of_players(book, len(order), keys.LEADER)


def _setup(book: Rulebook, facts: Facts) -> Answer:
    """Tell who gets how many lamps, and the starting jewels. Cites: SID-1.2, SID-1.3."""
    seats = facts.integer("adventurers")
    if refused := wrong_number_of_players(book, seats, keys.LEADER):
        return Answer.ruled(refused, dict.fromkeys(("lamps", "starting_jewels")))
    lamps, jewels = shares_of_lamps(book[keys.LAMPS], seats), book[keys.STARTING_JEWELS]
    said = Say("Lamps: {lamps}; {n} gold coins each.", lamps=" ".join(map(str, lamps)), n=jewels)
    results = {"lamps": lamps, "starting_jewels": jewels}
    return Answer.answered(said, results, keys.LAMPS, keys.STARTING_JEWELS)


def _share(book: Rulebook, facts: Facts) -> Answer:
    """Tell what curses do, and who picks. Cites: SID-4.1 to SID-4.3."""
    order, tokens = facts.players("order"), facts.words("tokens")
    unknown = dict.fromkeys(("draw", "lamps_lost", "order_after", "picks"))
    if refused := _no_such_line(book, order):
        return Answer.ruled(refused, unknown)
    key = keys.FROM_CHEST if facts.word("found") == CHEST else keys.FROM_TREASURE
    draw, told, curses = book[key] * len(order), len(tokens), tokens.count(CURSE)
    if curses > book[keys.CURSES]:
        refused = impossible("There are {n} curses.", keys.CURSES, n=book[keys.CURSES])
        return Answer.ruled(refused, unknown)
    if told > draw:
        refused = forbidden("{n} tokens are drawn, not {told}.", key, n=draw, told=told)
        return Answer.ruled(refused, {**unknown, "draw": draw})
    after = after_curses(order, curses)
    line = picks(after, told - curses, book[key])
    said = plural(
        curses,
        "{n} curse; {front} leads. Picks: {line}.",
        "{n} curses; {front} leads. Picks: {line}.",
        front=after[0],
        line=line or Say("nobody"),
    )
    results = {"draw": draw, "lamps_lost": curses, "order_after": after, "picks": line}
    return Answer.answered(said, results, key, keys.CURSES, keys.PICKING)


def _caught(book: Rulebook, facts: Facts) -> Answer:
    """Tell what the Leader takes, or that he wins. Cites: SID-7.1 to SID-7.3."""
    order, tokens = facts.players("order"), facts.counts("tokens")
    lamps = facts.integer("lamps")
    if refused := _no_such_line(book, order) or _no_such_tokens(book, order, tokens, lamps):
        return Answer.ruled(refused, dict.fromkeys(("stolen", "lamps", "leader_wins")))
    stolen = dict.fromkeys(order, 0)
    if not lamps:
        results = {"stolen": stolen, "lamps": 0, "leader_wins": True}
        said = Say("No unlit lamp is left: the Leader wins.")
        return Answer.answered(said, results, keys.CAUGHT)
    for player in order:
        key = keys.STOLEN_IN_FRONT if player == order[0] else keys.STOLEN_OF_OTHERS
        stolen[player] = min(tokens.get(player, 0), book[key])
    told = tuple(Say("{n} of {player}", n=n, player=player) for player, n in stolen.items() if n)
    said = plural(
        lamps - 1,
        "The Leader takes {stolen}; {n} unlit lamp is left.",
        "The Leader takes {stolen}; {n} unlit lamps are left.",
        stolen=told or Say("nothing"),
    )
    is_burning = book.option(facts.options, "caught_lamp") == "burning"
    because = (Say("The burning lamp goes; a new one is lit."),) if is_burning else ()
    rules = (keys.CAUGHT, keys.STOLEN_IN_FRONT, keys.LAMP_THAT_GOES)
    results = {"stolen": stolen, "lamps": lamps - 1, "leader_wins": False}
    return Answer.answered(said, results, *rules, because=because)


def _no_such_tokens(
    book: Rulebook, order: Line, tokens: Mapping[str, int], lamps: int
) -> Ruling | None:
    stranger = next((player for player in tokens if player not in order), None)
    if stranger:
        return impossible("{player} does not stand in the order.", keys.ORDER, player=stranger)
    if lamps >= book[keys.LAMPS]:
        said = "{n} unlit lamps beside the burning one; there are {all}."
        return impossible(said, keys.LAMPS, n=lamps, all=book[keys.LAMPS])
    return None


def _lock(book: Rulebook, facts: Facts) -> Answer:
    """Tell whether a lock is open, at which roll, and by whom. Cites: SID-6.5, SID-6.6."""
    order, rolls = facts.players("order"), facts.numbers("rolls")
    is_small = facts.word("kind") == "small"
    key = keys.PADLOCK if is_small else keys.COMBINATION
    wanted = (book[keys.PADLOCK],) if is_small else book[keys.COMBINATION]
    refused = _no_such_line(book, order)
    wrong = next((n for n in rolls if not 1 <= n <= DIE), None)
    if wrong is not None and not refused:
        refused = impossible("A die shows 1 to {faces}, not {n}.", key, faces=DIE, n=wrong)
    if refused:
        return Answer.ruled(refused, dict.fromkeys(("open", "roll", "player")))
    found = opened(rolls, order, *wanted)
    if found is None:
        following = order[len(rolls) % len(order)]
        said = Say("Still locked; {player} rolls on.", player=following)
        return Answer.answered(said, {"open": False, "roll": None, "player": None}, key)
    results = {"open": True, "roll": found.roll, "player": found.player}
    if found.roll < len(rolls):
        said = Say("It is open at roll {n}; nobody rolls on.", n=found.roll)
        return Answer.ruled(forbidden(said, key), results)
    said = Say("{player} opens it with roll {n}.", player=found.player, n=found.roll)
    return Answer.answered(said, results, key)


def _jewels(book: Rulebook, facts: Facts) -> Answer:
    """Tell what jewels score. Cites: SID-8.2."""
    entry = {"jewels": facts.numbers("values", ()), "pairs": facts.counts("pairs", {})}
    lines = tuple(jewel_lines(book, entry))
    points = int(sum(line.points for line in lines))
    because = tuple(
        Say("{label}: {working}", label=line.label, working=line.working) for line in lines
    )
    said = plural(points, "{n} point.", "{n} points.")
    return Answer.answered(said, {"points": points}, keys.ALIKE, because=because)


def _escape(book: Rulebook, facts: Facts) -> Answer:
    """Whether the party may leave. Cites: SID-8.1."""
    if facts.word("at") != "exit":
        return Answer.ruled(forbidden("The party leaves by an exit only.", keys.ESCAPE))
    if facts.word("treasure") != "found":
        said = "Without the Treasure nobody leaves the cave."
        return Answer.ruled(forbidden(said, keys.ESCAPE))
    return Answer.ruled(allowed("The adventurers escape with the Treasure.", keys.ESCAPE))


def _vote(book: Rulebook, facts: Facts) -> Answer:
    """Tell what the party has decided. Cites: SID-2.3."""
    votes, front = facts.counts("votes"), facts.text("front", None)
    cast, most = sum(votes.values()), book.players[1]
    if not 1 <= cast <= most:
        said = Say("{n} votes; the party has 1 to {most}.", n=cast, most=most)
        return Answer.ruled(impossible(said, keys.VOTES), {"decided": None})
    first = winning_votes(tuple(votes.items()))
    if len(first) == 1:
        said = Say("Most votes: {what}.", what=first[0])
        return Answer.answered(said, {"decided": first[0]}, keys.VOTES)
    if front in first:
        said = Say("A tie: whoever is in front decides, for {what}.", what=front)
        return Answer.answered(said, {"decided": front}, keys.VOTES)
    said = Say("A tie between {tied}: whoever is in front chooses one of them.", tied=first)
    return Answer.ruled(forbidden(said, keys.VOTES), {"decided": None})


ORDER = Field(
    name="order",
    shape=ListOf(PlayerName(new=True)),
    about=Say("the adventurers from the front"),
    required=True,
)
SETUP = Question(
    name="setup",
    about=Say("Who gets how many lamps?"),
    fields=(
        Field(
            name="adventurers",
            shape=Integer(),
            about=Say("how many adventurers there are"),
            required=True,
        ),
    ),
    answer=_setup,
    example="adventurers=5",
)
SHARE = Question(
    name="share",
    about=Say("What do curses do, and who picks of the loot?"),
    fields=(
        ORDER,
        Field(
            name="found",
            shape=Choice((CHEST, TREASURE)),
            about=Say("what was found"),
            required=True,
        ),
        Field(
            name="tokens",
            shape=ListOf(Choice((CURSE, "jewel", GENIE))),
            about=Say("the tokens drawn"),
            required=True,
        ),
    ),
    answer=_share,
    example="order=A,B,C,D found=chest tokens=curse,jewel,genie,jewel",
)
CAUGHT = Question(
    name="caught",
    about=Say("What does the Leader take when the party is caught?"),
    fields=(
        ORDER,
        Field(
            name="tokens",
            shape=MapOf(PlayerName(), Integer()),
            about=Say("how many tokens each has"),
            required=True,
        ),
        Field(
            name="lamps",
            shape=Integer(),
            about=Say("unlit lamps of the party before"),
            required=True,
        ),
    ),
    answer=_caught,
    example="order=A,B,C tokens=A:3,B:0,C:2 lamps=1",
)
LOCK = Question(
    name="lock",
    about=Say("Is the lock open, and who opened it?"),
    fields=(
        Field(
            name="kind",
            shape=Choice(("small", "combination")),
            about=Say("a small padlock or a combination lock"),
            required=True,
        ),
        ORDER,
        Field(
            name="rolls",
            shape=ListOf(Integer(is_face_value=True)),
            about=Say("the rolls in order"),
            required=True,
        ),
    ),
    answer=_lock,
    example="kind=small order=A,B,C,D rolls=5,4,3,6",
)
JEWELS = Question(
    name="jewels",
    about=Say("What do jewels score?"),
    fields=(
        Field(
            name="values",
            shape=ListOf(Integer(is_face_value=True)),
            about=Say("the numbers on jewels that have one"),
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
        Field(
            name="treasure",
            shape=Choice(("found", "hidden")),
            about=Say("whether the Treasure is found"),
            required=True,
        ),
        Field(
            name="at",
            shape=Choice(("exit", "inside")),
            about=Say("where the party is"),
            required=True,
        ),
    ),
    answer=_escape,
    example="treasure=found at=exit",
)
VOTE = Question(
    name="vote",
    about=Say("What has the party decided?"),
    fields=(
        Field(
            name="votes",
            shape=MapOf(Text(like="left"), Integer()),
            about=Say("how many voted for what"),
            required=True,
        ),
        Field(name="front", shape=Text(like="left"), about=Say("what the one in front is for")),
    ),
    answer=_vote,
    example="votes=left:2,right:2 front=left",
)
