"""Disputes about tiles: whether one may be picked, and which cards can be looked at."""

from collections.abc import Mapping, Sequence

from referee import api
from referee.api import Say
from referee.api.reading import match_key
from referee.games.colorful_treasure import keys
from referee.games.colorful_treasure.model.cards import COLOURS
from referee.games.colorful_treasure.model.tiles import PEEK_DIFFERENT, PEEK_SAME, read_tile
from referee.games.colorful_treasure.questions import given

MOMENTS = ("start", "flip", "take", "plunder", "tile", "end")
OWN, OTHER = "own", "other"


def _claim(book: api.Rulebook, facts: api.Facts) -> api.Answer:
    """Answer which colours earn a tile, or rule on one wanted. Cites: COL-5.2 to COL-5.5."""
    now, before = facts.counts("now"), facts.counts("before", None)
    up = None if facts.words("up", None) is None else given.tiles_in(facts, "up")
    refused = given.refuse_mode(facts) or given.refuse_tiles(book, up or ())
    if refused := refused or _refuse_gems(book, now, before):
        return api.Answer.ruled(refused, {"colours": None, "tiles": None})
    third = book[keys.THIRD_GEM]
    has_third = [colour for colour in COLOURS if now.get(colour, 0) >= third]
    wants = facts.text("wants", None)
    wanted = None if wants is None else _read_wanted(wants)
    picked = facts.integer("picked", 0)
    if before is None and has_third:
        unknown = {"colours": None, "tiles": None}
        ruling = _refuse_tile_not_there(wanted, up) or api.table_call(
            "It depends on how many gems there were before the turn.", keys.THIRD_GEM
        )
        if wanted == api.NOTHING:
            ruling = api.allowed("No tile has to be picked.", keys.PICKED)
        if wanted is None:
            return api.Answer.answered(ruling.reason, unknown, keys.THIRD_GEM)
        return api.Answer.ruled(ruling, unknown)
    earning = tuple(colour for colour in has_third if (before or {}).get(colour, 0) < third)
    is_one = book.option(facts.options, "tiles_a_turn") == "one"
    due = min(1, len(earning)) if is_one else len(earning)
    free = max(0, due - picked) if up is None else min(max(0, due - picked), len(up))
    results = {"colours": earning, "tiles": free}
    if wanted is None:
        none = Say("No colour has come to its third gem in this turn.")
        said = api.plural(free, "{n} tile can be picked.", "{n} tiles can be picked.")
        rules = (keys.THIRD_GEM, keys.SEVERAL_COLOURS, keys.PICKED)
        return api.Answer.answered(said if earning else none, results, *rules)
    return api.Answer.ruled(_ruling_on_tile(wanted, up, earning, due - picked), results)


def _ruling_on_tile(
    wanted: str, up: Sequence[str] | None, earning: Sequence[str], due: int
) -> api.Ruling:
    if wanted == api.NOTHING:
        return api.allowed("No tile has to be picked.", keys.PICKED)
    if not earning:
        said = "No colour has come to its third gem in this turn."
        return api.forbidden(said, keys.THIRD_GEM, keys.THIRD_AGAIN)
    if due < 1:
        return api.forbidden("No other tile can be picked in this turn.", keys.SEVERAL_COLOURS)
    said = "{tile} can be picked for {colours}."
    return _refuse_tile_not_there(wanted, up) or api.allowed(
        said, keys.THIRD_GEM, keys.PICKED, tile=wanted, colours=tuple(earning[:1])
    )


def _refuse_tile_not_there(wanted: str | None, up: Sequence[str] | None) -> api.Ruling | None:
    """Refuse a tile that is not on the table. Cites: COL-5.5."""
    if wanted in (None, api.NOTHING) or up is None or wanted in up:
        return None
    return api.forbidden("{tile} is not there.", keys.PICKED, keys.THIRD_GEM, tile=wanted)


def _refuse_gems(
    book: api.Rulebook, now: Mapping[str, int], before: Mapping[str, int] | None
) -> api.Ruling | None:
    if refused := given.refuse_gems(book, now, before or {}):
        return refused
    for colour, n in (before or {}).items():
        if now.get(colour, 0) < n:
            said = "Nobody loses a {colour} gem in their own turn."
            return api.impossible(said, keys.LOOT, colour=colour)
    return None


def _read_wanted(words: str) -> str:
    return api.NOTHING if match_key(words) in {api.NOTHING, "-"} else read_tile(words)


def _peek(book: api.Rulebook, facts: api.Facts) -> api.Answer:
    """Rule on a look at cards that are face down. Cites: COL-5.6, COL-6.3, COL-6.4."""
    tile, own = read_tile(facts.text("tile")), given.tiles_in(facts)
    wonders = tuple(dict.fromkeys(facts.numbers("wonders")))
    there = facts.numbers("there", None)
    refused = given.refuse_mode(facts) or given.refuse_tiles(book, own)
    if refused := refused or _refuse_wonders(book, wonders, there or ()):
        return api.Answer.ruled(refused, {"cards": None})
    is_same = tile == PEEK_SAME
    rule = keys.PEEK_SAME if is_same else keys.PEEK_DIFFERENT
    ruling = _refuse_look(facts, wonders, there, rule)
    if facts.words("tiles", None) is not None and tile not in own:
        ruling = ruling or api.forbidden("The player does not have {tile}.", rule, tile=tile)
    due = 1 if is_same else min(book[rule], book[rule] if there is None else len({*there}))
    if not ruling and len(wonders) != due:
        one = "This tile looks at {n} wonder."
        many = "This tile looks at cards of {n} different wonders."
        ruling = api.forbidden(api.plural(due, one, many), rule, keys.USING)
    if ruling:
        return api.Answer.ruled(ruling, {"cards": 0})
    cards = due
    if is_same:
        cards = book[rule] if there is None else min(book[rule], there.count(wonders[0]))
    said = api.plural(cards, "{n} card can be looked at.", "Up to {n} cards can be looked at.")
    if not is_same:
        said = api.plural(cards, "{n} card can be looked at.", "{n} cards can be looked at.")
    return api.Answer.ruled(api.allowed(said, rule, keys.USING), {"cards": cards})


def _refuse_look(
    facts: api.Facts, wonders: Sequence[int], there: Sequence[int] | None, rule: api.RuleLike
) -> api.Ruling | None:
    if facts.word("turn", OWN) == OTHER:
        return api.forbidden("A tile is used in the player's own turn.", keys.USING)
    for n in wonders:
        if there is not None and n not in there:
            return api.forbidden("No card of wonder {n} is face down.", rule, keys.USING, n=n)
    return None


def _refuse_wonders(
    book: api.Rulebook, wonders: Sequence[int], there: Sequence[int]
) -> api.Ruling | None:
    most = book[keys.WONDERS]
    of_each = book[keys.WONDER_GEMS] + book[keys.WONDER_DIAMONDS] + book[keys.WONDER_SECRETS]
    for n in (*wonders, *there):
        if not 1 <= n <= most:
            said = "The wonders are 1 to {most}, not {n}."
            return api.impossible(said, keys.WONDERS, most=most, n=n)
        if there.count(n) > of_each:
            said = "Wonder {n} has {most} cards."
            return api.impossible(said, keys.WONDERS, n=n, most=of_each)
    return None


def _read_peek(words: str) -> str:
    tile = read_tile(words)
    if tile not in (PEEK_SAME, PEEK_DIFFERENT):
        looks = (PEEK_DIFFERENT, PEEK_SAME)
        raise api.BadAnswer(Say("“{word}” is not one of: {tiles}.", word=words, tiles=looks))
    return tile


_GEMS = api.MapOf(api.Choice(COLOURS), api.Integer())
CLAIM = api.Question(
    name="claim",
    about=Say("May a tile be picked at the end of this turn?"),
    fields=(
        api.Field("now", _GEMS, Say("gems at the end of the turn"), required=True),
        api.Field("before", _GEMS, Say("gems when the turn began")),
        given.tiles("up", "the tiles that nobody has picked yet"),
        given.number("picked", "tiles picked already in this turn; left out, none", required=False),
        api.Field(
            "wants",
            api.Text("four-points", _read_wanted, none=api.NOTHING),
            Say("the tile that the player wants, or none"),
        ),
    ),
    answer=_claim,
    example="before=red:2,blue:2 now=red:3,blue:3",
)
PEEK = api.Question(
    name="peek",
    about=Say("May these covered cards be looked at?"),
    fields=(
        api.Field(
            "tile",
            api.Text(PEEK_SAME, _read_peek),
            Say("peek-different or peek-same"),
            required=True,
        ),
        api.Field(
            "wonders",
            api.ListOf(api.Integer()),
            Say("the wonders that are looked at"),
            required=True,
        ),
        api.Field(
            "there", api.ListOf(api.Integer()), Say("the wonder of each card that is face down")
        ),
        given.tiles("tiles", "the player's tiles"),
        api.Field("turn", api.Choice((OWN, OTHER)), Say("whose turn it is; left out, own")),
        api.Field("moment", api.Choice(MOMENTS), Say("when in the turn")),
    ),
    answer=_peek,
    example="tile=peek-same wonders=4 moment=plunder",
)
