"""Disputes about tokens: what is found, picked, handed out, paid to genies and kept."""

from collections import Counter

from referee import api
from referee.api import Say
from referee.games.sidibaba import keys
from referee.games.sidibaba.model.tokens import (
    CURSE,
    Holding,
    is_jewel,
    read_token,
    refuse_unholdable,
    value_of_payment,
)
from referee.games.sidibaba.questions.common import (
    ORDER,
    ROLLS,
    TOKEN,
    TOKEN_LIST,
    TOKENS_OF_EACH,
    count_of_each,
    position,
    question,
    read_any_tokens,
    refuse_excess,
    refuse_lamps,
    refuse_order,
    refuse_tokens,
    rolls_in,
    tokens_by_player,
    tokens_in,
    whether_found,
)
from referee.games.sidibaba.stages.genies import GENIES, GenieUsed
from referee.games.sidibaba.stages.locks import TokensHanded, refuse_rolls
from referee.games.sidibaba.stages.loot import NothingPicked, RewardKept, TokenPicked
from referee.games.sidibaba.stages.march import refuse_find
from referee.games.sidibaba.state import (
    CHEST,
    TREASURE,
    Handing,
    Sharing,
    after_curses,
    opening_roll,
    picks,
)


def _find(book: api.Rulebook, facts: api.Facts) -> api.Ruling:
    """Rule whether this can still be found. Cites: SID-4.4."""
    found, chests = facts.word("found"), facts.integer("chests", None)
    treasure = facts.word("treasure", None)
    if refused := refuse_excess(book, keys.CHESTS, chests, "There are {n} chests."):
        return refused
    if refused := refuse_find(book, found, chests or 0, treasure_found=treasure == "found"):
        return refused
    if found == CHEST and chests is None:
        return api.table_call("How many chests have been found before?", keys.FOUND_ONCE)
    if found == TREASURE and treasure is None:
        return api.table_call("Has the Treasure been found before?", keys.FOUND_ONCE)
    return api.allowed("It is found, and turned over on the map.", keys.FOUND_ONCE)


def _refuse_curses(book: api.Rulebook, tokens: tuple[str, ...]) -> api.Ruling | None:
    return refuse_excess(book, keys.CURSES, tokens.count(CURSE), "There are {n} curses.")


def _share(book: api.Rulebook, facts: api.Facts) -> api.Ruling | api.Answer:
    """Answer what curses do, and who picks. Cites: SID-4.1 to SID-4.3."""
    order, tokens = facts.players("order"), tokens_in(facts, "tokens")
    lamps = facts.integer("lamps", None)
    key = keys.FROM_CHEST if facts.word("found") == CHEST else keys.FROM_TREASURE
    drawn, curses = len(tokens), tokens.count(CURSE)
    refused = refuse_order(book, order) or refuse_tokens(book, tokens)
    refused = refused or refuse_lamps(book, lamps or 0)
    if refused := refused or _refuse_curses(book, tokens):
        return refused
    draw = book[key] * len(order)
    if drawn > draw:
        refused = api.forbidden("{n} tokens are drawn, not {told}.", key, n=draw, told=drawn)
        return api.Answer.ruled(refused, {"draw": draw})
    after = after_curses(order, curses)
    line = picks(after, drawn - curses, book[key])
    lost = curses if lamps is None else min(curses, lamps)
    said = api.plural(
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
    return api.Answer.answered(said, results, key, keys.CURSES, keys.PICKING, because=because)


def _pick(book: api.Rulebook, facts: api.Facts) -> api.Ruling | api.Answer:
    """Rule whether somebody may take this, or nothing. Cites: SID-4.2, SID-4.3."""
    there, takes = tokens_in(facts, "there"), facts.text("takes", None)
    if refused := refuse_tokens(book, there):
        return refused
    if takes is None:
        said = Say("Each may pick any one of the tokens there.")
        return api.Answer.answered(said, {}, keys.PICKING)
    token = read_token(takes)
    if token == api.NOTHING and not there:
        return api.allowed("There is nothing to pick.", keys.PICKING)
    state = position(book, facts)
    sharing = Sharing(pool=there, due=(state.front,))
    event = NothingPicked(state.front) if token == api.NOTHING else TokenPicked(state.front, token)
    return event.judge(book, state.begun(sharing))


def _kind_of_lock(words: str) -> str:
    """Return the kind without the word *lock*; a padlock is the small one."""
    word = "-".join(words.casefold().split()).removesuffix("lock").strip("-")
    return "small" if word in {"pad", "small-pad"} else word or words


def _lock(book: api.Rulebook, facts: api.Facts) -> api.Ruling | api.Answer:
    """Answer whether a lock is open, at which roll, and by whom. Cites: SID-6.5, SID-6.6."""
    order, rolls = facts.players("order"), rolls_in(facts)
    is_small = facts.word("kind") == "small"
    key = keys.PADLOCK if is_small else keys.COMBINATION
    wanted = (book[keys.PADLOCK],) if is_small else book[keys.COMBINATION]
    if refused := refuse_order(book, order) or refuse_rolls(key, rolls):
        return refused
    found = opening_roll(rolls, order, *wanted)
    if found is None:
        following = order[len(rolls) % len(order)]
        said = Say("It is still locked. {player} rolls next.", player=following)
        return api.Answer.answered(said, {"open": False}, key)
    results = {"open": True, "roll": found.roll, "player": found.player}
    if found.roll < len(rolls):
        said = Say("It opens at roll {n}; nobody rolls after that.", n=found.roll)
        return api.Answer.ruled(api.forbidden(said, key), results)
    said = Say("{player} opens it with roll {n}.", player=found.player, n=found.roll)
    return api.Answer.answered(said, results, key)


def _hand(book: api.Rulebook, facts: api.Facts) -> api.Ruling:  # noqa: PLR0911 - one for each ruling
    """Rule whether the padlock's tokens are given out as they should be. Cites: SID-6.5."""
    order, drawn = facts.players("order"), tokens_in(facts, "drawn")
    gives = tokens_by_player(facts, "gives")
    given = tuple((who, token) for who, tokens in gives.items() for token in tokens)
    all_tokens = (*drawn, *(token for _, token in given))
    if refused := refuse_order(book, order, *gives) or refuse_tokens(book, all_tokens):
        return refused
    if CURSE in drawn:
        return api.forbidden("A curse is drawn again.", keys.PADLOCK, keys.CURSES)
    if len(drawn) > len(order):
        said = "{n} tokens are drawn, one for each adventurer, not {told}."
        return api.forbidden(said, keys.PADLOCK, n=len(order), told=len(drawn))
    state = position(book, facts, order)
    handed = TokensHanded(order[0], given, short=len(drawn) < len(order))
    ruling = handed.judge(book, state.begun(Handing(order[0])))
    if ruling.verdict.stops_play:
        return ruling
    over = Counter(token for _, token in given) - Counter(drawn)
    if over:
        return api.forbidden("{token} was not drawn.", keys.PADLOCK, token=next(iter(over)))
    if len(given) < len(drawn):
        return api.forbidden("No token is kept back.", keys.PADLOCK)
    return ruling


FIND = question(
    "find",
    Say("Can this still be found?"),
    api.Field("found", api.Choice((CHEST, TREASURE)), Say("what is found"), required=True),
    api.Field("chests", api.Integer(), Say("how many chests were found before")),
    api.Field(
        "treasure",
        api.Choice(("found", "hidden"), whether_found),
        Say("whether the Treasure was found before"),
    ),
    rule=_find,
    example="found=chest chests=4",
)
SHARE = question(
    "share",
    Say("What do curses do, and who picks of the loot?"),
    ORDER,
    api.Field("found", api.Choice((CHEST, TREASURE)), Say("what was found"), required=True),
    api.Field(
        "tokens",
        api.ListOf(api.Text(like="3", read=read_any_tokens)),
        Say("the tokens drawn: c a curse, g a genie, jewels by their numbers"),
        required=True,
    ),
    api.Field("lamps", api.Integer(), Say("unlit lamps of the party before")),
    rule=_share,
    results=("draw", "lamps_lost", "order_after", "picks", "lamps"),
    example="order=A,B,C,D found=chest tokens=c,3,g,1",
)
PICK = question(
    "pick",
    Say("May somebody take this token, or none?"),
    api.Field("there", TOKEN_LIST, Say("the tokens there"), required=True),
    api.Field("takes", TOKEN, Say("what is taken; none if nothing is")),
    rule=_pick,
    example="there=3,g takes=3",
)
LOCK = question(
    "lock",
    Say("Is the lock open, and who opened it?"),
    api.Field(
        "kind",
        api.Choice(("small", "combination"), _kind_of_lock),
        Say("a small padlock or a combination lock"),
        required=True,
    ),
    ORDER,
    ROLLS,
    rule=_lock,
    results=("open", "roll", "player"),
    example="kind=small order=A,B,C,D rolls=5,4,3,6",
)
HAND = question(
    "hand",
    Say("Are the tokens of a padlock given out as they should be?"),
    ORDER,
    api.Field("drawn", TOKEN_LIST, Say("the tokens drawn"), required=True),
    api.Field("gives", TOKENS_OF_EACH, Say("who is given what"), required=True),
    rule=_hand,
    example="order=A,B,C drawn=3,g,1 gives=A:3,B:g,C:1",
)


def _genie(book: api.Rulebook, facts: api.Facts) -> api.Ruling:
    """Rule whether a genie may be used while this lamp burns. Cites: SID-5.1."""
    holds, used = tokens_in(facts, "holds"), facts.yes("used", None)
    if refused := refuse_tokens(book, holds):
        return refused
    state = position(book, facts, genie_used=bool(used), discarded=2)
    held = Holding(holds) if "holds" in facts.values else Holding(hidden=1, unseen=1)
    state = state.with_holding(state.front, held)
    ruling = GenieUsed(state.front, facts.word("use")).judge(book, state)
    if ruling.verdict.stops_play:
        said = "The party has already used a genie under this lamp."
        if not state.genie_used:
            said = "There is no genie among these tokens."
        return api.forbidden(said, keys.GENIE)
    if used is None:
        said = "Has the party used a genie since this lamp's sand began to run? If not, it may now."
        return api.table_call(said, keys.GENIE)
    return api.allowed("The genie can be used.", *ruling.rules)


def _light(book: api.Rulebook, facts: api.Facts) -> api.Ruling | api.Answer:
    """Answer how many lamps come back, and to whom. Cites: SID-5.2."""
    discarded, lamps = facts.integer("discarded"), facts.counts("lamps", None)
    player = facts.player("player", None)
    if refused := refuse_lamps(book, discarded + sum((lamps or {}).values())):
        return refused
    back = min(book[keys.LIGHT], discarded)
    after: dict[str, int | None] | None = None
    if lamps is not None and player is not None:
        after = {**lamps, player: lamps[player] + back if player in lamps else None}
    said = api.plural(back, "{n} lamp comes back.", "{n} lamps come back.")
    return api.Answer.answered(said, {"back": back, "lamps": after}, keys.LIGHT)


def _pay(book: api.Rulebook, facts: api.Facts) -> api.Ruling | api.Answer:
    """Answer what jewels paid together are worth, and how many steps they give. Cites: SID-5.3."""
    paid, holds = tokens_by_player(facts, "paid"), tokens_by_player(facts, "holds")
    put = [(payer, token) for payer, tokens in paid.items() for token in tokens]
    named = (token for tokens in (*paid.values(), *holds.values()) for token in tokens)
    if refused := refuse_tokens(book, named):
        return refused
    for payer, token in put:
        if refused := refuse_unholdable(book, token):
            return refused
        if not is_jewel(token):
            return api.forbidden("Genies cannot be used to pay.", keys.WAY_PAID)
        if payer in holds and Counter(paid[payer]) - Counter(holds[payer]):
            said = "{player} does not have all of it."
            return api.forbidden(said, keys.WAY_PAID, player=payer)
    points, enough = value_of_payment(put, book[keys.ALIKE]), book[keys.WAY_PAID]
    is_spent = points >= enough
    said = "{n} of {enough} is not a payment. Everything goes back."
    worth = Say(said, n=points, enough=enough)
    if is_spent:
        worth = Say("{n} paid: the Leader names two steps.", n=points)
    results = {"points": points, "steps": 2 if is_spent else 1, "spent": is_spent}
    return api.Answer.answered(worth, results, keys.WAY_PAID, keys.ALIKE)


def _keep(book: api.Rulebook, facts: api.Facts) -> api.Ruling:
    """Rule whether this may be kept of the tokens drawn for a genie. Cites: SID-5.1."""
    drawn, keeps = tokens_in(facts, "drawn"), read_token(facts.text("keeps"))
    if refused := refuse_tokens(book, drawn) or _refuse_curses(book, drawn):
        return refused
    if len(drawn) > book[keys.GENIE]:
        said = "{n} tokens are drawn for a genie, not {told}."
        return api.forbidden(said, keys.GENIE, n=book[keys.GENIE], told=len(drawn))
    state = position(book, facts)
    ruling = RewardKept(state.front, keeps).judge(book, state)
    if ruling.verdict.stops_play:
        return ruling
    if keeps == api.NOTHING:
        return api.allowed("Nothing has to be kept.", keys.GENIE)
    if keeps not in drawn:
        return api.forbidden("{token} was not drawn.", keys.GENIE, token=keeps)
    return api.allowed("It can be kept; the rest goes back.", keys.GENIE)


GENIE = question(
    "genie",
    Say("May a genie be used now?"),
    api.Field("use", api.Choice(GENIES), Say("which genie"), required=True),
    api.Field("used", api.Boolean(), Say("whether the party has used a genie under this lamp")),
    api.Field("holds", TOKEN_LIST, Say("the tokens of its owner")),
    rule=_genie,
    example="use=light used=no",
)
LIGHT = question(
    "light",
    Say("How many lamps does a genie bring back?"),
    api.Field("discarded", api.Integer(), Say("how many lamps the Leader has"), required=True),
    api.Field("player", api.PlayerName(), Say("who used the genie")),
    count_of_each("lamps", Say("unlit lamps of each")),
    rule=_light,
    results=("back", "lamps"),
    example="discarded=3 player=A lamps=A:0,B:2",
)
PAY = question(
    "pay",
    Say("What is a payment worth, and how many steps does it give?"),
    api.Field("paid", TOKENS_OF_EACH, Say("who pays which jewels"), required=True),
    api.Field("holds", TOKENS_OF_EACH, Say("the tokens of each")),
    rule=_pay,
    results=("points", "steps", "spent"),
    example="paid=A:1+1,B:1/5",
)
KEEP = question(
    "keep",
    Say("May this be kept of the tokens drawn for a genie?"),
    api.Field("drawn", TOKEN_LIST, Say("the tokens drawn"), required=True),
    api.Field("keeps", TOKEN, Say("what is kept; none if nothing is"), required=True),
    rule=_keep,
    example="drawn=3,c,g keeps=3",
)
