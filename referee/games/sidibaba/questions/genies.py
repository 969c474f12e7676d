"""Disputes about genies: whether one may be used, what it gives, payments, rewards."""

from collections import Counter

from referee.api import (
    NOTHING,
    Answer,
    Boolean,
    Choice,
    Facts,
    Integer,
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
)
from referee.games.sidibaba import keys
from referee.games.sidibaba.model.tokens import (
    CURSE,
    is_jewel,
    no_such_token,
    read_token,
    value_of_payment,
)
from referee.games.sidibaba.questions.common import (
    TOKEN_LIST,
    counts,
    holding,
    no_such_lamps,
    no_such_tokens,
    optional,
    position,
    required,
    tokens_by_player,
    tokens_in,
)
from referee.games.sidibaba.stages.genies import GENIES, GenieUsed, lamps_back
from referee.games.sidibaba.stages.loot import RewardKept


def _genie(book: Rulebook, facts: Facts) -> Answer:
    """Rule whether a genie may be used while this lamp burns. Cites: SID-5.1."""
    holds = tokens_in(facts, "holds")
    if refused := no_such_tokens(book, holds or ()):
        return Answer.ruled(refused)
    state = position(book, facts, genie_used=facts.yes("used"), discarded=2)
    state = state.with_holding(state.front, holding(holds))
    ruling = GenieUsed(state.front, facts.word("use")).judge(book, state)
    if ruling.verdict.stops_play:
        said = "The party has used a genie since this lamp's sand began to run."
        if not state.genie_used:
            said = "There is no genie among these tokens."
        return Answer.ruled(forbidden(said, keys.GENIE))
    return Answer.ruled(allowed("The genie can be used.", *ruling.rules))


def _light(book: Rulebook, facts: Facts) -> Answer:
    """Answer how many lamps come back, and to whom. Cites: SID-5.2."""
    discarded, lamps = facts.integer("discarded"), facts.counts("lamps", None)
    player = facts.player("player", None)
    if refused := no_such_lamps(book, discarded + sum((lamps or {}).values())):
        return Answer.ruled(refused, dict.fromkeys(("back", "lamps")))
    back = lamps_back(book[keys.LIGHT], discarded)
    after: dict[str, int | None] | None = None
    if lamps is not None and player is not None:
        after = {**lamps, player: lamps[player] + back if player in lamps else None}
    said = plural(back, "{n} lamp comes back.", "{n} lamps come back.")
    return Answer.answered(said, {"back": back, "lamps": after}, keys.LIGHT)


def _pay(book: Rulebook, facts: Facts) -> Answer:
    """Answer what jewels paid together are worth, and how many steps they give. Cites: SID-5.3."""
    paid, holds = tokens_by_player(facts, "paid") or {}, tokens_by_player(facts, "holds") or {}
    unknown = dict.fromkeys(("points", "steps", "spent"))
    put = [(payer, token) for payer, tokens in paid.items() for token in tokens]
    named = (token for tokens in (*paid.values(), *holds.values()) for token in tokens)
    if refused := no_such_tokens(book, named):
        return Answer.ruled(refused, unknown)
    for payer, token in put:
        if refused := no_such_token(book, token):
            return Answer.ruled(refused, unknown)
        if not is_jewel(token):
            return Answer.ruled(forbidden("Genies are not paid with.", keys.WAY_PAID), unknown)
        has = holds.get(payer)
        if has is not None and Counter(paid[payer]) - Counter(has):
            ruling = forbidden("{player} does not have all of it.", keys.WAY_PAID, player=payer)
            return Answer.ruled(ruling, unknown)
    points, enough = value_of_payment(put, book[keys.ALIKE]), book[keys.WAY_PAID]
    is_spent = points >= enough
    said = Say("{n} paid: the Leader names two steps.", n=points)
    if not is_spent:
        said = Say(
            "{n} of {enough} is not a payment. Everything goes back.", n=points, enough=enough
        )
    results = {"points": points, "steps": 2 if is_spent else 1, "spent": is_spent}
    return Answer.answered(said, results, keys.WAY_PAID, keys.ALIKE)


def _keep(book: Rulebook, facts: Facts) -> Answer:
    """Rule whether this may be kept of the tokens drawn for a genie. Cites: SID-5.1."""
    drawn, keeps = tokens_in(facts, "drawn") or (), read_token(facts.text("keeps"))
    if refused := no_such_tokens(book, drawn):
        return Answer.ruled(refused)
    if drawn.count(CURSE) > book[keys.CURSES]:
        said = "There are {n} curses."
        return Answer.ruled(impossible(said, keys.CURSES, n=book[keys.CURSES]))
    if len(drawn) > book[keys.GENIE]:
        said = "{n} tokens are drawn for a genie, not {told}."
        ruling = forbidden(said, keys.GENIE, n=book[keys.GENIE], told=len(drawn))
        return Answer.ruled(ruling)
    state = position(book, facts)
    ruling = RewardKept(state.front, keeps).judge(book, state)
    if ruling.verdict.stops_play:
        return Answer.ruled(ruling)
    if keeps not in (NOTHING, *drawn):
        return Answer.ruled(forbidden("{token} was not drawn.", keys.GENIE, token=keeps))
    said = "Nothing has to be kept." if keeps == NOTHING else "It can be kept; the rest goes back."
    return Answer.ruled(allowed(said, keys.GENIE))


GENIE = Question(
    name="genie",
    about=Say("May a genie be used now?"),
    fields=(
        required("use", Choice(GENIES), Say("which genie")),
        required(
            "used", Boolean(), Say("whether the party used one since this lamp's sand began to run")
        ),
        optional("holds", TOKEN_LIST, Say("the tokens of its owner")),
    ),
    answer=_genie,
    example="use=light used=no",
)
LIGHT = Question(
    name="light",
    about=Say("How many lamps does a genie bring back?"),
    fields=(
        required("discarded", Integer(), Say("how many lamps the Leader has")),
        optional("player", PlayerName(), Say("who used the genie")),
        counts("lamps", Say("unlit lamps of each")),
    ),
    answer=_light,
    example="discarded=3 player=A lamps=A:0,B:2",
)
PAY = Question(
    name="pay",
    about=Say("What is a payment worth, and how many steps does it give?"),
    fields=(
        required("paid", MapOf(PlayerName(), TOKEN_LIST), Say("who pays which jewels")),
        optional("holds", MapOf(PlayerName(), TOKEN_LIST), Say("the tokens of each")),
    ),
    answer=_pay,
    example="paid=A:1+1,B:1/5",
)
KEEP = Question(
    name="keep",
    about=Say("May this be kept of the tokens drawn for a genie?"),
    fields=(
        required("drawn", TOKEN_LIST, Say("the tokens drawn")),
        required("keeps", Text(like="3", read=read_token), Say("what is kept; none if nothing is")),
    ),
    answer=_keep,
    example="drawn=3,c,g keeps=3",
)
