"""From the last event, or a typed file, to the scores."""

from collections.abc import Iterator, Mapping

from referee import api
from referee.api import Player, Say
from referee.games.aladdin import keys
from referee.games.aladdin.model.cards import GEMS, LONE, METALS, ORNAMENT_KINDS, Names, names_at
from referee.games.aladdin.model.contradictions import contradictions, unchecked
from referee.games.aladdin.model.drawing import has_ring
from referee.games.aladdin.model.holding import Holding, holdings_of
from referee.games.aladdin.state import State

CARDS, RING = Say("cards"), Say("the Ring")
ORNAMENTS = api.Field(
    "ornaments",
    api.MapOf(api.Choice(METALS), api.ListOf(api.Choice(ORNAMENT_KINDS))),
    Say("ornaments by metal, complete sets among them"),
    called=Say("{kind} ornaments"),
)
MAGIC_RING = api.Field(
    "magic_ring",
    api.Boolean(),
    Say("whether the player has the Magic Ring, in the variant"),
    called=Say("Magic Ring"),
    default=False,
    rare=True,
)
SORCERERS = api.Field(
    "sorcerers",
    api.Integer(),
    Say("how many Sorcerers came out, for the check"),
    called=Say("Sorcerers"),
    unknown=True,
    rare=True,
)


def _form(book: api.Rulebook, options: api.Options) -> api.HoldingsForm:
    """Return the form; it has the fourth gem by the table's name and by ours. Cites: ALA-1.5."""
    kinds = tuple(names_at(book, options).readable(GEMS))
    gems = api.Field(
        "gems",
        api.MapOf(api.Choice(kinds), api.Integer()),
        Say("gems by kind, without the talismans on them"),
        called=Say("{kind} gems"),
    )
    talismans = api.Field(
        "talismans",
        api.MapOf(api.Choice((*kinds, LONE)), api.Integer()),
        Say("on which gem each talisman lies; lone where it lies alone"),
        called=Say("{kind} talismans"),
    )
    return api.HoldingsForm(fields=(gems, talismans, ORNAMENTS, MAGIC_RING), shared=(SORCERERS,))


def _count(state: State) -> api.FinalCount | Say:
    if state.is_over:
        return count_so_far(state)
    if state.is_whole:
        players = state.uncounted or state.players
        return Say("{players} have not said yet what they hold.", players=players)
    return Say(
        "The game is not over: no Sorcerer has ended it, and turn {turn} is not finished.",
        turn=state.turn,
    )


def count_so_far(state: State) -> api.FinalCount:
    """Return the final count as if the game had ended here: all cards lie open.

    Its ``evidence`` is how many Sorcerers are out (``sorcerers``), and how many treasures are in
    the discard pile (``discarded``) and still in the chests (``undrawn``).
    """
    drawn = sum(state.drawn.values()) - len(state.sorcerers)
    recorded = {
        "sorcerers": len(state.sorcerers),
        "discarded": sum(state.discarded.values()) + state.surplus,
        "undrawn": state.variant.chest_cards - drawn,
    }
    return api.FinalCount(
        setup=state.setup,
        holdings={player: held.as_entry() for player, held in state.holdings.items()},
        evidence={} if state.is_whole else recorded,  # without turns nothing else is known
    )


def sets_of(metal: str) -> Say:
    """Return the label of the line for complete sets of a metal.

    >>> str(sets_of("gold"))
    'gold sets'
    """
    return Say("{metal} sets", metal=metal)


def most_of(kind: str) -> Say:
    """Return the label of the line for most gems of a kind, by the table's name for it.

    >>> str(most_of("red"))
    'most red'
    """
    return Say("most {kind}", kind=kind)


def score(book: api.Rulebook, count: api.FinalCount) -> api.Scoresheet:
    """Score everybody, and name the winners. Cites: ALA-7.1 to ALA-7.4, ALA-8.5."""
    names = names_at(book, count.setup.options)
    held = holdings_of(names, count)
    most = {kind: sole_majority(held, kind) for kind in GEMS}
    scores = tuple(
        api.PlayerScore(
            player, tuple(_lines(book, names, own, [k for k in GEMS if most[k] == player]))
        )
        for player, own in held.items()
    )
    return api.Scoresheet(scores, api.decide(scores, keys.THE_WINNER))


def sole_majority(held: Mapping[Player, Holding], kind: str) -> Player | None:
    """Return the only player with most of a gem kind, talismans included. Cites: ALA-7.3.

    >>> sole_majority({Player("A"): Holding(gems={"red": 1}), Player("B"): Holding()}, "red")
    'A'
    """
    counts = {player: own.majority_count(kind) for player, own in held.items()}
    most = max(counts.values(), default=0)
    tied = [player for player, n in counts.items() if n == most]
    return tied[0] if most and len(tied) == 1 else None


def _lines(
    book: api.Rulebook, names: Names, own: Holding, most: list[str]
) -> Iterator[api.ScoreLine]:
    """Score a player who has ``most`` of kinds. Cites: ALA-6.1, ALA-7.1, ALA-7.2, ALA-8.5."""
    each, worth = book[keys.CARD_EACH], book[keys.SET_WORTH]
    if own.cards:
        working = Say("{n} × {each}", n=own.cards, each=each)
        yield api.score_line(CARDS, own.cards * each, working, keys.CARD_EACH)
    for metal in METALS:
        if n := own.sets(metal):
            working = Say("{n} × {worth}", n=n, worth=worth[metal])
            yield api.score_line(
                sets_of(metal), n * worth[metal], working, keys.SET_WORTH, keys.SETS
            )
    yield from (_majority_line(book, names, own, kind) for kind in most)
    if own.ring:
        yield api.score_line(RING, book[keys.RING_WORTH], RING, keys.RING_WORTH)


def _majority_line(book: api.Rulebook, names: Names, own: Holding, kind: str) -> api.ScoreLine:
    """Return the line for most gems of a kind. Cites: ALA-6.3, ALA-7.3."""
    points, name = book[keys.MAJORITY_WORTH], names.of(kind)
    n, on_it = own.gem(kind), own.talismans.get(kind, 0)
    working = Say("{n} {kind}", n=n, kind=name)
    if on_it:
        one, many = "{gems} {kind} and 1 talisman", "{gems} {kind} and {n} talismans"
        working = api.plural(on_it, one, many, gems=n, kind=name)
    rules = (keys.MAJORITY_WORTH, *((keys.TALISMAN_COUNTS,) if on_it else ()))
    return api.score_line(most_of(name), points, working, *rules)


def behind(state: State, player: str) -> dict[Say, object]:
    """Return the count behind each row of a player."""
    own = state.holdings[Player(player)]
    return {
        CARDS: own.cards,
        RING: own.ring,
        **{sets_of(metal): own.sets(metal) for metal in METALS},
        **{most_of(state.names.of(kind)): own.majority_count(kind) for kind in GEMS},
    }


def rows(book: api.Rulebook, options: api.Options) -> tuple[Say, ...]:
    """List all that a player can score, in the order of the rulebook."""
    kinds = names_at(book, options).gems
    ring = (RING,) if has_ring(book, options) else ()
    return (CARDS, *map(sets_of, METALS), *map(most_of, kinds), *ring)


FINAL = api.FinalScoring(
    form=_form,
    count=_count,
    contradictions=contradictions,
    score=score,
    unchecked=unchecked,
    decisions=800,
    rows=rows,
)
