"""Disputes on holdings at the end: where a talisman lies, most of a gem, who wins."""

from collections.abc import Mapping

from referee import api
from referee.api import Player, Say
from referee.games.aladdin import keys
from referee.games.aladdin.model.cards import GEMS, LONE, Names, names_at
from referee.games.aladdin.model.contradictions import refuse_beyond_box
from referee.games.aladdin.model.holding import Holding, refuse_place
from referee.games.aladdin.questions.given import GEMS_HELD, given_card, given_kinds, refuse_holding

EXPLORE = "explore"
NOW, LATER = "now", "after-last-chest"


def _talisman(book: api.Rulebook, facts: api.Facts) -> api.Answer:
    """Decide where a talisman may lie, and when it is laid. Cites: ALA-6.2, ALA-6.4, ALA-9.1."""
    names = names_at(book, facts.options)
    held = Holding(gems=given_kinds(names, facts, "gems", GEMS))
    on, lies = (
        given_card(names, facts.text(fact), (*GEMS, LONE)) if fact in facts.values else None
        for fact in ("on", "lies")
    )
    opens_later = facts.yes("opens_later", None)
    if lies and opens_later is not None:
        said = "Leave out opens-later: a talisman that was laid before does not wait."
        raise api.RefereeError(Say(said))
    if refused := refuse_holding(book, names, held):
        return api.Answer.ruled(refused, {"may_lie": None, "when": None})
    if lies:
        return _laid_before(names, held, lies, on)
    at_once = book.option(facts.options, "talisman_timing") == "at-once"
    if opens_later and not at_once and facts.word("by", EXPLORE) == EXPLORE:
        return _waiting(on)
    may_lie = held.owned_kinds() or (LONE,)
    kinds = tuple(map(names.of, may_lie))
    results = {"may_lie": kinds, "when": NOW}
    if on:
        laid_there = api.allowed("The talisman can be laid there.", keys.PLACING)
        return api.Answer.ruled(refuse_place(names, held, on) or laid_there, results)
    if may_lie == (LONE,):
        alone = Say("Without a gem the talisman lies alone, for good.")
        return api.Answer.answered(alone, results, keys.PLACING, keys.LEFT_ALONE)
    laid = Say("The talisman is laid on one of these: {kinds}.", kinds=kinds)
    return api.Answer.answered(laid, results, keys.PLACING)


def _waiting(on: str | None) -> api.Answer:
    results = {"may_lie": None, "when": LATER}
    said = "The talisman waits: its owner opens another chest in this turn."
    if on:
        return api.Answer.ruled(api.forbidden(said, keys.PLACING), results)
    return api.Answer.answered(Say(said), results, keys.PLACING)


def _laid_before(names: Names, held: Holding, lies: str, on: str | None) -> api.Answer:
    """Rule on a talisman that was laid before: it stays if its owner has a gem there."""
    stays = lies != LONE and bool(held.gem(lies))
    there = lies if stays else LONE
    results = {"may_lie": (names.of(there),), "when": None}
    rule = keys.PLACING if stays else keys.LEFT_ALONE
    said = "The talisman stays where it was laid." if stays else "The talisman lies alone for good."
    if not on:
        return api.Answer.answered(Say(said), results, rule)
    rule_on = api.allowed if on == there else api.forbidden
    return api.Answer.ruled(rule_on(said, rule), results)


def _majority(book: api.Rulebook, facts: api.Facts) -> api.Answer:
    """Name the players with most of a gem, and the points for it. Cites: ALA-6.3, ALA-7.3."""
    gems, talismans = facts.counts("gems"), facts.counts("talismans", {})
    if refused := _refuse_counts(book, gems, talismans):
        return api.Answer.ruled(refused, dict.fromkeys(("counts", "most", "gets", "points")))
    counts = {player: n + talismans.get(player, 0) for player, n in gems.items()}
    best = max(counts.values())
    most = tuple(player for player, n in counts.items() if n == best) if best else ()
    gets = most[0] if len(most) == 1 else None
    worth = book[keys.MAJORITY_WORTH]
    results = {"counts": counts, "most": most, "gets": gets, "points": worth if gets else 0}
    if gets:
        said = Say("{player} alone has most, and gets {points} points.", player=gets, points=worth)
    elif most:
        said = Say("{players} are tied: nobody gets the points.", players=most)
    else:
        said = Say("Nobody has any: nobody gets the points.")
    return api.Answer.answered(said, results, keys.MAJORITY_WORTH, keys.TALISMAN_COUNTS)


def _refuse_counts(
    book: api.Rulebook, gems: Mapping[str, int], talismans: Mapping[str, int]
) -> api.Ruling | None:
    """Refuse more players or gems than there are, and talismans without a gem."""
    most = book.players[1]
    if not 1 <= len(gems) <= most:
        said = "Give the gems of 1 to {most} players, not of {n}."
        return api.impossible(said, keys.MAJORITY_WORTH, most=most, n=len(gems))
    strange = api.unknown_players(keys.TALISMAN_ON_GEM, map(Player, gems), *map(Player, talismans))
    bare = next((player for player, n in talismans.items() if n and not gems.get(player)), None)
    if not strange and bare:
        said = "{player} has a talisman but no gem of this kind."
        return api.impossible(said, keys.TALISMAN_ON_GEM, player=bare)
    others = sum(talismans.values())
    return strange or refuse_beyond_box(book, sum(gems.values()) + others, others)


def _tie(book: api.Rulebook, facts: api.Facts) -> api.Answer:
    """Name the winners: most points, and equal players share. Cites: ALA-7.4."""
    totals = facts.counts("totals")
    if refused := api.wrong_number_of_players(book, len(totals), keys.THE_WINNER):
        return api.Answer.ruled(refused, dict.fromkeys(("winners", "shared", "best")))
    best = max(totals.values())
    winners = tuple(player for player, total in totals.items() if total == best)
    results = {"winners": winners, "shared": len(winners) > 1, "best": best}
    one, many = "{winners} wins with {best}.", "{winners} share the win with {best}."
    said = Say(many if len(winners) > 1 else one, winners=winners, best=best)
    return api.Answer.answered(said, results, keys.THE_WINNER)


_ON = api.Text(like="red")
TALISMAN = api.Question(
    name="talisman",
    about=Say("Where may the talisman lie?"),
    fields=(
        api.Field("gems", GEMS_HELD.shape, Say("the owner's gems after the draw"), required=True),
        api.Field("on", _ON, Say("the gem it is laid on, or lone")),
        api.Field("lies", _ON, Say("the gem it was laid on before, or lone")),
        api.Field(
            "opens_later",
            api.Boolean(),
            Say("whether its owner still opens another chest this turn"),
        ),
        api.Field(
            "by",
            api.Choice((EXPLORE, "wish", "ring")),
            Say("what brought it; exploring if left out"),
        ),
    ),
    answer=_talisman,
    example="gems=green:3,red:1,blue:1",
)
MAJORITY = api.Question(
    name="majority",
    about=Say("Who gets the points for most of a gem?"),
    fields=(
        api.Field(
            "gems",
            api.MapOf(api.PlayerName(new=True), api.Integer()),
            Say("the gems of one kind by player"),
            required=True,
        ),
        api.Field(
            "talismans",
            api.MapOf(api.PlayerName(), api.Integer()),
            Say("the talismans that lie on this kind, by player"),
        ),
    ),
    answer=_majority,
    example="gems=Ana:3,Bo:4 talismans=Ana:1",
)
TIE = api.Question(
    name="tie",
    about=Say("Who wins?"),
    fields=(
        api.Field(
            "totals",
            api.MapOf(api.PlayerName(new=True), api.Integer()),
            Say("the points of each player"),
            required=True,
            as_facts=True,
        ),
    ),
    answer=_tie,
    example="totals=Ana:25,Bo:25,Cy:9",
)
