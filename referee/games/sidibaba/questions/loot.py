"""Disputes about loot: what can be found, who picks what, locks, and what is given out."""

from collections import Counter

from referee.api import (
    NOTHING,
    Answer,
    Choice,
    Facts,
    Integer,
    ListOf,
    MapOf,
    PlayerName,
    Question,
    Rulebook,
    Say,
    Text,
    allowed,
    forbidden,
    impossible,
    plural,
    table_call,
)
from referee.games.sidibaba import keys
from referee.games.sidibaba.model.tokens import CURSE, read_token
from referee.games.sidibaba.questions.common import (
    ORDER,
    ROLLS,
    TOKEN_LIST,
    no_such_lamps,
    no_such_line,
    no_such_rolls,
    no_such_tokens,
    optional,
    position,
    read_any_tokens,
    required,
    rolls_in,
    tokens_by_player,
    tokens_in,
)
from referee.games.sidibaba.stages.locks import TokensHanded
from referee.games.sidibaba.stages.loot import NothingPicked, TokenPicked
from referee.games.sidibaba.stages.march import cannot_be_found
from referee.games.sidibaba.state import (
    CHEST,
    DIE,
    TREASURE,
    Handing,
    Sharing,
    after_curses,
    opened,
    picks,
)


def _find(book: Rulebook, facts: Facts) -> Answer:
    """Rule whether this can still be found. Cites: SID-4.4."""
    found, chests = facts.word("found"), facts.integer("chests", None)
    treasure = facts.word("treasure", None)
    if chests is not None and chests > book[keys.CHESTS]:
        said = "There are {n} chests."
        return Answer.ruled(impossible(said, keys.CHESTS, n=book[keys.CHESTS]))
    if refused := cannot_be_found(book, found, chests or 0, treasure_found=treasure == "found"):
        return Answer.ruled(refused)
    if (chests if found == CHEST else treasure) is None:
        said = "Has the Treasure been found before?"
        if found == CHEST:
            said = "How many chests have been found before?"
        return Answer.ruled(table_call(said, keys.FOUND_ONCE))
    return Answer.ruled(allowed("It is found, and turned over on the map.", keys.FOUND_ONCE))


def _share(book: Rulebook, facts: Facts) -> Answer:
    """Answer what curses do, and who picks. Cites: SID-4.1 to SID-4.3."""
    order, tokens = facts.players("order"), tokens_in(facts, "tokens") or ()
    lamps = facts.integer("lamps", None)
    unknown = dict.fromkeys(("draw", "lamps_lost", "order_after", "picks", "lamps"))
    key = keys.FROM_CHEST if facts.word("found") == CHEST else keys.FROM_TREASURE
    drawn, curses = len(tokens), tokens.count(CURSE)
    refused = no_such_line(book, order) or no_such_tokens(book, tokens)
    refused = refused or no_such_lamps(book, lamps or 0)
    if not refused and curses > book[keys.CURSES]:
        refused = impossible("There are {n} curses.", keys.CURSES, n=book[keys.CURSES])
    if refused:
        return Answer.ruled(refused, unknown)
    draw = book[key] * len(order)
    if drawn > draw:
        refused = forbidden("{n} tokens are drawn, not {told}.", key, n=draw, told=drawn)
        return Answer.ruled(refused, {**unknown, "draw": draw})
    after = after_curses(order, curses)
    line = picks(after, drawn - curses, book[key])
    lost = curses if lamps is None else min(curses, lamps)
    said = plural(
        curses,
        "{n} curse; {front} leads. Picks: {line}.",
        "{n} curses; {front} leads. Picks: {line}.",
        front=after[0],
        line=line or Say("nobody"),
    )
    because: tuple[Say, ...] = ()
    if curses and lamps is None:
        because = (Say("An unlit lamp goes for each curse, if the party has that many."),)
    results = {
        "draw": draw,
        "lamps_lost": lost,
        "order_after": after,
        "picks": line,
        "lamps": None if lamps is None else lamps - lost,
    }
    return Answer.answered(said, results, key, keys.CURSES, keys.PICKING, because=because)


def _pick(book: Rulebook, facts: Facts) -> Answer:
    """Rule whether somebody may take this, or nothing. Cites: SID-4.2, SID-4.3."""
    there, takes = tokens_in(facts, "there") or (), facts.text("takes", None)
    if refused := no_such_tokens(book, there):
        return Answer.ruled(refused)
    if takes is None:
        said = Say("Each may pick any one of the tokens there.")
        return Answer.answered(said, {}, keys.PICKING)
    token = read_token(takes)
    if token == NOTHING and not there:
        return Answer.ruled(allowed("There is nothing to pick.", keys.PICKING))
    state = position(book, facts)
    sharing = Sharing(pool=there, due=(state.front,))
    event = NothingPicked(state.front) if token == NOTHING else TokenPicked(state.front, token)
    return Answer.ruled(event.judge(book, state.begun(sharing)))


def _lock(book: Rulebook, facts: Facts) -> Answer:
    """Answer whether a lock is open, at which roll, and by whom. Cites: SID-6.5, SID-6.6."""
    order, rolls = facts.players("order"), rolls_in(facts)
    is_small = facts.word("kind") == "small"
    key = keys.PADLOCK if is_small else keys.COMBINATION
    wanted = (book[keys.PADLOCK],) if is_small else book[keys.COMBINATION]
    if refused := no_such_line(book, order) or no_such_rolls(key, rolls, DIE):
        return Answer.ruled(refused, dict.fromkeys(("open", "roll", "player")))
    found = opened(rolls, order, *wanted)
    if found is None:
        following = order[len(rolls) % len(order)]
        said = Say("It is still locked. {player} rolls next.", player=following)
        return Answer.answered(said, {"open": False, "roll": None, "player": None}, key)
    results = {"open": True, "roll": found.roll, "player": found.player}
    if found.roll < len(rolls):
        said = Say("It opens at roll {n}; nobody rolls after that.", n=found.roll)
        return Answer.ruled(forbidden(said, key), results)
    said = Say("{player} opens it with roll {n}.", player=found.player, n=found.roll)
    return Answer.answered(said, results, key)


def _hand(book: Rulebook, facts: Facts) -> Answer:  # noqa: PLR0911 - one for each ruling
    """Rule whether the padlock's tokens are given out as they should be. Cites: SID-6.5."""
    order, drawn = facts.players("order"), tokens_in(facts, "drawn") or ()
    gives = tokens_by_player(facts, "gives") or {}
    given = tuple((who, token) for who, tokens in gives.items() for token in tokens)
    all_tokens = (*drawn, *(token for _, token in given))
    refused = no_such_line(book, order, *gives) or no_such_tokens(book, all_tokens)
    if refused:
        return Answer.ruled(refused)
    if CURSE in drawn:
        return Answer.ruled(forbidden("A curse is drawn again.", keys.PADLOCK, keys.CURSES))
    if len(drawn) > len(order):
        said = "{n} tokens are drawn, one for each adventurer, not {told}."
        return Answer.ruled(forbidden(said, keys.PADLOCK, n=len(order), told=len(drawn)))
    state = position(book, facts, order)
    handed = TokensHanded(order[0], given, short=len(drawn) < len(order))
    ruling = handed.judge(book, state.begun(Handing(order[0])))
    if ruling.verdict.stops_play:
        return Answer.ruled(ruling)
    over = Counter(token for _, token in given) - Counter(drawn)
    if over:
        said = "{token} was not drawn."
        return Answer.ruled(forbidden(said, keys.PADLOCK, token=next(iter(over))))
    if len(given) < len(drawn):
        return Answer.ruled(forbidden("No token is kept back.", keys.PADLOCK))
    return Answer.ruled(ruling)


FIND = Question(
    name="find",
    about=Say("Can this still be found?"),
    fields=(
        required("found", Choice((CHEST, TREASURE)), Say("what is found")),
        optional("chests", Integer(), Say("how many chests were found before")),
        optional(
            "treasure", Choice(("found", "hidden")), Say("whether the Treasure was found before")
        ),
    ),
    answer=_find,
    example="found=chest chests=4",
)
SHARE = Question(
    name="share",
    about=Say("What do curses do, and who picks of the loot?"),
    fields=(
        ORDER,
        required("found", Choice((CHEST, TREASURE)), Say("what was found")),
        required(
            "tokens",
            ListOf(Text(like="3", read=read_any_tokens)),
            Say("the tokens drawn: c a curse, g a genie, jewels by their numbers"),
        ),
        optional("lamps", Integer(), Say("unlit lamps of the party before")),
    ),
    answer=_share,
    example="order=A,B,C,D found=chest tokens=c,3,g,1",
)
PICK = Question(
    name="pick",
    about=Say("May somebody take this token, or none?"),
    fields=(
        required("there", TOKEN_LIST, Say("the tokens there")),
        optional(
            "takes", Text(like="3", read=read_token), Say("what is taken; none if nothing is")
        ),
    ),
    answer=_pick,
    example="there=3,g takes=3",
)
LOCK = Question(
    name="lock",
    about=Say("Is the lock open, and who opened it?"),
    fields=(
        required(
            "kind", Choice(("small", "combination")), Say("a small padlock or a combination lock")
        ),
        ORDER,
        ROLLS,
    ),
    answer=_lock,
    example="kind=small order=A,B,C,D rolls=5,4,3,6",
)
HAND = Question(
    name="hand",
    about=Say("Are the tokens of a padlock given out as they should be?"),
    fields=(
        ORDER,
        required("drawn", TOKEN_LIST, Say("the tokens drawn")),
        required("gives", MapOf(PlayerName(), TOKEN_LIST), Say("who is given what")),
    ),
    answer=_hand,
    example="order=A,B,C drawn=3,g,1 gives=A:3,B:g,C:1",
)
