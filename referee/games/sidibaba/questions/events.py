"""Disputes about the Leader: which event may be played, and what thief, tale and trade do."""

from referee import api
from referee.api import Say
from referee.api.reading import match_key, parse_count
from referee.games.sidibaba import keys
from referee.games.sidibaba.model.tokens import Holding, read_token
from referee.games.sidibaba.questions.common import (
    ORDER,
    ROLLS,
    TOKEN,
    TOKEN_LIST,
    count_of_each,
    position,
    question,
    refuse_counts,
    refuse_excess,
    refuse_order,
    refuse_tokens,
    rolls_in,
    tokens_in,
)
from referee.games.sidibaba.stages.encounters import TokenGiven, TokenStolen
from referee.games.sidibaba.stages.leader import MOVEMENT, ON_LOOT, PLAYABLE, TO_MOVE, EventPlayed
from referee.games.sidibaba.stages.locks import refuse_rolls
from referee.games.sidibaba.state import (
    CHEST,
    COMBINATION,
    PADLOCK,
    TREASURE,
    Looting,
    Telling,
    Thieving,
    plays_events,
)

_NO_LOOT = "nothing"


def _event(book: api.Rulebook, facts: api.Facts) -> api.Ruling | api.Answer:
    """Rule whether the Leader may play this event now. Cites: SID-6.1 to SID-6.12."""
    play, to_move = facts.word("play"), facts.word("as", "effect") == TO_MOVE
    arrows, held = facts.integer("arrows", None), facts.integer("held", None)
    on, said = facts.word("on", None), "There are {n} events."
    if refused := refuse_excess(book, keys.EVENTS_THERE_ARE, held, said):
        return refused
    has_event = plays_events(book, facts.options) and held != 0
    state = position(book, facts, events_held=int(has_event))
    event = EventPlayed(play, to_move, arrows=1 if arrows is None else arrows)
    is_on_loot = play in ON_LOOT and not to_move
    is_drawn = facts.word("tokens", "") == "drawn"
    if on not in (None, _NO_LOOT) and not is_drawn:
        lock = facts.word("locked", "no")
        state = state.begun(Looting(on, state.order, "" if lock == "no" else lock))
    if on is None and is_on_loot and not is_drawn:
        ruling = event.judge(book, state.begun(Looting(CHEST, state.order)))
        if not ruling.verdict.stops_play:
            ruling = api.table_call("What has just been found?", keys.ON_WHAT_WAS_FOUND)
        return ruling
    ruling = event.judge(book, state)
    if ruling.verdict.stops_play:
        return ruling
    squares = book[keys.TWO_SQUARES] if to_move else arrows if play == MOVEMENT else None
    may = api.allowed("The Leader may play it now.", *ruling.rules)
    return api.Answer.ruled(may, {"squares": squares})


def _thief(book: api.Rulebook, facts: api.Facts) -> api.Ruling | api.Answer:
    """Rule whether the thief may take from this adventurer. Cites: SID-6.7."""
    order, player = facts.players("order"), facts.player("from")
    tokens = facts.counts("tokens", {})
    if refused := refuse_order(book, order, player, *tokens) or refuse_counts(book, order, tokens):
        return refused
    among = order[: book[keys.THIEF]]
    held = {who: tokens.get(who, 1) for who in order}
    holdings = {who: Holding(hidden=n, unseen=n) for who, n in held.items()}
    state = position(book, facts, order, holdings=holdings)
    ruling = TokenStolen(player).judge(book, state.begun(Thieving(among)))
    is_known = player in tokens and not ruling.verdict.stops_play
    takes = min(1, tokens[player]) if is_known else None
    return api.Answer.ruled(ruling, {"among": among, "takes": takes})


def _tale(book: api.Rulebook, facts: api.Facts) -> api.Ruling | api.Answer:
    """Answer who gives Scheherazade a token, and who gets hers. Cites: SID-6.9."""
    order, rolls = facts.players("order"), rolls_in(facts)
    tokens = facts.counts("tokens", {})
    refused = refuse_order(book, order, *tokens) or refuse_counts(book, order, tokens)
    if refused := refused or refuse_rolls(keys.SCHEHERAZADE, rolls):
        return refused
    if len(rolls) > len(order):
        return api.forbidden("Each adventurer rolls once.", keys.SCHEHERAZADE)
    gives, gets, hers = dict.fromkeys(order, 0), dict.fromkeys(order, 0), 0
    for player, roll in zip(order, rolls, strict=False):
        if roll > book[keys.SCHEHERAZADE]:
            gets[player], hers = hers, 0
        else:
            gives[player] = min(1, tokens.get(player, 1))
            hers += gives[player]
    following = order[len(rolls)] if len(rolls) < len(order) else None
    said = api.plural(hers, "Scheherazade has {n} token.", "Scheherazade has {n} tokens.")
    because: tuple[Say, ...] = ()
    if any(player not in tokens for player in order):
        because = (Say("An adventurer without an entry for tokens counts as having one."),)
    results = {"gives": gives, "gets": gets, "left": hers, "next": following}
    return api.Answer.answered(said, results, keys.SCHEHERAZADE, because=because)


def _gift(book: api.Rulebook, facts: api.Facts) -> api.Ruling:
    """Rule whether this may be given to Scheherazade. Cites: SID-6.9."""
    gives, holds = read_token(facts.text("gives")), tokens_in(facts, "holds")
    if refused := refuse_tokens(book, holds):
        return refused
    state = position(book, facts)
    state = state.with_holding(state.front, Holding(holds))
    telling = Telling((state.front,), giver=state.front)
    ruling = TokenGiven(state.front, gives).judge(book, state.begun(telling))
    if not ruling.verdict.stops_play:
        return api.allowed("It can be given.", keys.SCHEHERAZADE)
    if gives in holds:
        return api.forbidden("There is still a jewel to give.", keys.SCHEHERAZADE)
    return ruling


def read_number(words: str) -> int:
    """Read how many tokens somebody has. Raises BadAnswer.

    >>> read_number("3"), read_number("none")
    (3, 0)
    """
    number = 0 if match_key(words) in (api.NOTHING, "-") else parse_count(words)
    if number is None:
        raise api.BadAnswer(Say("“{words}” is not a whole number.", words=words))
    return number


def _merchant(book: api.Rulebook, facts: api.Facts) -> api.Ruling | api.Answer:
    """Answer of whom a token is laid out, and who picks. Cites: SID-6.10."""
    order, given = facts.players("order"), facts.counts("tokens")
    tokens = {player: read_number(str(n)) for player, n in given.items()}
    if refused := refuse_order(book, order, *tokens) or refuse_counts(book, order, tokens):
        return refused
    if missing := tuple(player for player in order if player not in tokens):
        raise api.BadAnswer(Say("Missing: the tokens of {players}.", players=missing))
    laid = tuple(player for player in order if tokens[player])
    picks, without = order[: len(laid)], order[len(laid) :]
    said = Say("Picks: {picks}.", picks=picks or Say("nobody"))
    results = {"laid": laid, "picks": picks, "none": without}
    return api.Answer.answered(said, results, keys.MERCHANT)


EVENT = question(
    "event",
    Say("May the Leader play this event now?"),
    api.Field("play", api.Choice(PLAYABLE), Say("which event"), required=True),
    api.Field("on", api.Choice((CHEST, TREASURE, _NO_LOOT)), Say("what has just been found")),
    api.Field(
        "locked",
        api.Choice(("no", PADLOCK, COMBINATION)),
        Say("the lock that is already on it"),
    ),
    api.Field(
        "tokens", api.Choice(("not-drawn", "drawn")), Say("whether tokens were drawn for it")
    ),
    api.Field(
        "as",
        api.Choice(("effect", TO_MOVE)),
        Say("for its effect, or to move the Leader token instead"),
    ),
    api.Field("arrows", api.Integer(), Say("the arrows of a movement")),
    api.Field("held", api.Integer(), Say("how many events the Leader has")),
    rule=_event,
    results=("squares",),
    example="play=illusion on=chest",
)
THIEF = question(
    "thief",
    Say("From whom may the thief take?"),
    ORDER,
    api.Field("from", api.PlayerName(), Say("from whom"), required=True),
    count_of_each("tokens", Say("how many tokens each has")),
    rule=_thief,
    results=("among", "takes"),
    example="order=A,B,C from=B",
)
TALE = question(
    "tale",
    Say("Who gives Scheherazade a token, and who gets hers?"),
    ORDER,
    ROLLS,
    count_of_each("tokens", Say("how many tokens each has")),
    rule=_tale,
    results=("gives", "gets", "left", "next"),
    example="order=A,B,C,D rolls=3,1,5,2",
)
GIFT = question(
    "gift",
    Say("May this be given to Scheherazade?"),
    api.Field("gives", TOKEN, Say("what is given"), required=True),
    api.Field("holds", TOKEN_LIST, Say("the tokens of the giver"), required=True),
    rule=_gift,
    example="gives=3 holds=3+g",
)
MERCHANT = question(
    "merchant",
    Say("Whose token is laid out, and who picks?"),
    ORDER,
    api.Field(
        "tokens",
        api.MapOf(api.PlayerName(), api.Text(like="3", read=read_number)),
        Say("how many tokens each has; of all of them"),
        required=True,
    ),
    rule=_merchant,
    results=("laid", "picks", "none"),
    example="order=A,B,C tokens=A:3,B:0,C:2",
)
