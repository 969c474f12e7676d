"""From the last event, or a typed file, to the scores: gems, diamonds, bonuses, tiles."""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

from referee import api
from referee.api import Player, Say
from referee.games.colorful_treasure import keys
from referee.games.colorful_treasure.model.audit.endings import contradictions, is_undecided
from referee.games.colorful_treasure.model.audit.sums import PIECES_CALLED, Counted, all_counted
from referee.games.colorful_treasure.model.cards import ADVANCED, BASIC, COLOURS, DIAMOND, SIMPLE
from referee.games.colorful_treasure.model.holding import BONUSES, EXPLORATION, GEM, Bonuses
from referee.games.colorful_treasure.model.tiles import FOUR_POINTS, ONCE_RULES, SIXTH_COLOUR, TILES
from referee.games.colorful_treasure.state import State

DIAMOND_CARDS = Say("diamond cards")
DIAMONDS = Say("diamonds")
SECRET_BONUS = Say("secret bonus")
TILE_POINTS = Say("tiles")
WORTH_OF_TILE = {SIXTH_COLOUR: keys.SIXTH_WORTH, FOUR_POINTS: keys.FOUR_POINTS}
"""The tiles that are worth points, and the rule that says how many."""
RULE_OF_BONUS: Mapping[str, api.RuleLike] = {
    GEM: keys.GEM_WORTH,
    EXPLORATION: keys.EXPLORATION_WORTH,
}

_PIECES = (
    *(
        (colour, keys.OF_EACH_COLOUR, Say("{colour} gem cards", colour=colour))
        for colour in COLOURS
    ),
    ("diamond_cards", keys.WONDERS, DIAMOND_CARDS),
    ("diamonds", keys.WONDERS, Say("diamonds, not the cards")),
    ("keys", keys.ALL_KEYS, Say("key cards, not the tokens")),
    ("chests", keys.ALL_CHESTS, Say("chest cards, not the tokens")),
)
FORM = api.HoldingsForm(
    fields=(
        *(
            api.Field(name, api.Integer(most=most), about, called=PIECES_CALLED[name])
            for name, most, about in _PIECES
        ),
        api.Field(
            "wonders",
            api.Integer(most=keys.WONDERS),
            Say("how many wonders the cards are from, for the check"),
            unknown=True,
            rare=True,
        ),
        api.Field(
            "bonuses",
            api.ListOf(api.Choice(BONUSES)),
            Say("bonus cards taken in the game"),
            called=PIECES_CALLED["bonuses"],
        ),
        api.Field(
            "tiles",
            api.ListOf(api.Choice(TILES)),
            Say("tiles, in the advanced game"),
            unknown=True,
            rare=True,
        ),
    ),
    shared=(
        api.Field(
            "field",
            api.Integer(),
            Say("cards left on the table, for the check"),
            called=Say("the cards left"),
            rare=True,
        ),
    ),
)

_OF_TILES = frozenset(("tiles", "tiles_a_turn", *ONCE_RULES.values()))
_OF_SECRETS = frozenset(("keys", "chests", "bonuses", "field", "no_victim"))
_ABSENT = {SIMPLE: _OF_SECRETS | _OF_TILES, BASIC: _OF_TILES, ADVANCED: frozenset[str]()}
"""Fields and house rules that a way of playing lacks."""


def _form(book: api.Rulebook, options: api.Options) -> api.HoldingsForm:
    """Shape a holdings file; a blank one lists what this way of playing has. Cites: COL-9.7."""
    absent = _ABSENT[book.option(options, "mode")]

    def listed(fields: tuple[api.Field, ...]) -> tuple[api.Field, ...]:
        return tuple(api.replace(field, unlisted=field.name in absent) for field in fields)

    return api.replace(
        FORM,
        fields=listed(FORM.fields),
        shared=listed(FORM.shared),
        entry_line=_hand_on_a_line,
        moot=absent,
    )


def _hand_on_a_line(text: str) -> Mapping[str, api.Value]:
    """Read cards and diamonds of a player; ``d`` is a diamond card, as at the prompt.

    Raises BadAnswer.

    >>> {name: n for name, n in _hand_on_a_line("3r 2y 1d 2 diamonds 1k").items() if n}
    {'red': 3, 'yellow': 2, 'diamond_cards': 1, 'diamonds': 2, 'keys': 1}
    """
    names = [name for name, *_ in _PIECES]
    found = dict(api.PieceCounts(dict.fromkeys((*names, "d"), 0), 0, 0).parse(text))
    return {name: found[name] + (found["d"] if name == "diamond_cards" else 0) for name in names}


def _count(state: State) -> api.FinalCount | Say:
    """Return the final count of a finished game, or what it still waits for."""
    if state.is_by_end and not state.is_over:
        return Say("What everyone has is not known yet.")
    if not state.is_over:
        one = "The game is not over: {n} card is left on the table."
        many = "The game is not over: {n} cards are left on the table."
        return api.plural(state.field.size, one, many)
    return count_so_far(state)


def count_so_far(state: State) -> api.FinalCount:
    """Return the count as if the game had ended here: everything is face up.

    Where no turn is recorded, the wonders of the cards are unknown, and perhaps some tiles.
    """
    holdings: dict[str, Any] = {player: held.as_entry() for player, held in state.holdings.items()}
    if not state.is_by_end:
        return api.FinalCount(state.setup, holdings, {"field": state.field.size})
    for entry in holdings.values():
        del entry["wonders"]
        if not entry["tiles"]:
            del entry["tiles"]
    return api.FinalCount(
        state.setup, holdings, {} if state.cards_left is None else {"field": state.cards_left}
    )


def _score(book: api.Rulebook, count: api.FinalCount) -> api.Scoresheet:
    """Score everybody, and name the winners.

    Raises NumberMissing where it is not given what gems of one colour are worth.
    Cites: COL-7.1 to COL-7.5, COL-4.1 to COL-4.3.
    """
    held = all_counted(count)
    shares = secret_shares(book, {player: own.secrets for player, own in held.items()})
    scores = tuple(
        api.PlayerScore(player, tuple(_lines(book, count.setup, own, shares[player])))
        for player, own in held.items()
    )
    return api.Scoresheet(scores, api.decide(scores, keys.THE_WINNER, keys.SCORES_NOTHING))


def points_so_far(book: api.Rulebook, count: api.FinalCount) -> dict[str, int]:
    """Count what everybody's own pieces are worth, the secret bonus left out.

    Raises NumberMissing where it is not given what gems of one colour are worth.
    Cites: COL-7.1 to COL-7.4, COL-4.1, COL-4.2.
    """
    return {
        player: int(sum(line.points for line in _lines(book, count.setup, own, Fraction())))
        for player, own in all_counted(count).items()
    }


def bonus_of(bonus: str) -> Say:
    """Name the line for a bonus card.

    >>> str(bonus_of(GEM))
    'gem bonus'
    """
    return Say("{bonus} bonus", bonus=bonus)


def _named(colour: str) -> Say:
    return Say("{colour}", colour=colour)


def _lines(
    book: api.Rulebook, setup: api.Setup, own: Counted, share: Fraction
) -> Iterator[api.ScoreLine]:
    """Score the pieces of one player, with this share of the secret bonus."""
    mode = book.option(setup.options, "mode")
    yield from _gem_lines(book, own)
    yield from _diamond_lines(book, mode, own)
    if mode != SIMPLE:
        yield from _bonus_lines(book, len(setup.seating), own)
        yield from _secret_lines(book, own, share)
    yield from _tile_lines(book, own)


def _gem_lines(book: api.Rulebook, own: Counted) -> Iterator[api.ScoreLine]:
    """Count the gems of each colour, more than six as six. Cites: COL-7.1, COL-9.1."""
    worth = book[keys.SAME_COLOUR]
    for colour in COLOURS:
        n, most, label = own.count(colour), len(worth), _named(colour)
        if n and n <= most:
            working = api.plural(n, "{n} gem", "{n} gems")
            yield api.score_line(label, worth[n - 1], working, keys.SAME_COLOUR)
        elif n and worth:
            working = Say("{n} gems, counted as {most}", n=n, most=most)
            rules = (keys.SAME_COLOUR, keys.PIECES_THERE_ARE)
            yield api.score_line(label, worth[-1], working, *rules)


def _diamond_lines(book: api.Rulebook, mode: str, own: Counted) -> Iterator[api.ScoreLine]:
    """Count diamond cards and diamonds. Cites: COL-7.2, COL-7.3."""
    if n := own.count("diamond_cards"):
        each = book[keys.DIAMOND_CARD]
        working = Say("{n} × {each}", n=n, each=each)
        yield api.score_line(DIAMOND_CARDS, n * each, working, keys.DIAMOND_CARD)
    if n := own.count("diamonds"):
        each = book[keys.DIAMOND][mode]
        working = Say("{n} × {each}", n=n, each=each)
        yield api.score_line(DIAMONDS, n * each, working, keys.DIAMOND)


def _bonus_lines(book: api.Rulebook, seats: int, own: Counted) -> Iterator[api.ScoreLine]:
    """Count the bonus cards taken in the game. Cites: COL-4.1, COL-4.2."""
    for bonus in own.bonuses:
        needed = Bonuses.read(book, seats)
        said = Say("first with {n} wonders", n=needed.wonders)
        if bonus == GEM:
            said = Say("first with {n} colours", n=needed.colours)
        yield api.score_line(bonus_of(bonus), needed.worth[bonus], said, RULE_OF_BONUS[bonus])


def secret_shares(book: api.Rulebook, secrets: Mapping[Player, int]) -> dict[Player, Fraction]:
    """Share the secret bonus among those with most key and chest cards. Cites: COL-4.3.

    Shares are exact; a player who gets nothing has 0.
    """
    most = max(secrets.values(), default=0)
    first = [player for player, n in secrets.items() if n == most and most]
    return {
        player: Fraction(book[keys.SECRET_WORTH], len(first)) if player in first else Fraction()
        for player in secrets
    }


def _secret_lines(book: api.Rulebook, own: Counted, share: Fraction) -> Iterator[api.ScoreLine]:
    """Count the share of the secret bonus. Cites: COL-4.3."""
    if share:
        working = api.plural(own.secrets, "most: {n} card", "most: {n} cards")
        worth = book[keys.SECRET_WORTH]
        if share != worth:
            shared = int(worth / share)
            working = Say("{most}, {worth} : {n}", most=working, worth=worth, n=shared)
        yield api.score_line(SECRET_BONUS, share, working, keys.SECRET_WORTH)


def _tile_lines(book: api.Rulebook, own: Counted) -> Iterator[api.ScoreLine]:
    """Count the tiles that are worth points, in one line. Cites: COL-6.6, COL-6.8."""
    tiles = [tile for tile in own.tiles if tile in WORTH_OF_TILE]
    if tiles:
        worth = {tile: book[WORTH_OF_TILE[tile]] for tile in tiles}
        named = [Say("{tile} {n}", tile=tile, n=worth[tile]) for tile in tiles]
        points, rules = sum(worth[tile] for tile in tiles), (WORTH_OF_TILE[tile] for tile in worth)
        yield api.score_line(TILE_POINTS, points, api.join(named, " + "), *rules)


def behind(state: State, player: str) -> dict[Say, object]:
    """Return what each row of a player is counted from."""
    held = state.holdings[Player(player)]
    return {
        **{_named(colour): held.count(colour) for colour in COLOURS},
        **{bonus_of(bonus): bonus in held.bonuses for bonus in BONUSES},
        DIAMOND_CARDS: held.count(DIAMOND),
        DIAMONDS: held.diamonds,
        SECRET_BONUS: held.secrets,
        TILE_POINTS: tuple(tile for tile in held.tiles if tile in WORTH_OF_TILE),
    }


def rows(book: api.Rulebook, options: api.Options) -> tuple[Say, ...]:
    """List all that a player can score, in the order of the rulebook."""
    mode = book.option(options, "mode")
    bonuses = () if mode == SIMPLE else (*map(bonus_of, BONUSES), SECRET_BONUS)
    tiles = (TILE_POINTS,) if mode == ADVANCED else ()
    return (*map(_named, COLOURS), DIAMOND_CARDS, DIAMONDS, *bonuses, *tiles)


def _unchecked(book: api.Rulebook, count: api.FinalCount) -> tuple[Say, ...]:
    """List what was not checked, with the entry that would allow it. Cites: COL-9.3.

    One of them is a search for a play that reached its bound.
    """
    mode, found = book.option(count.setup.options, "mode"), list[Say]()
    for name, is_used, said in (
        ("wonders", True, "the wonders of {players} (wonders: 7)"),
        ("bonuses", mode != SIMPLE, "the bonus cards of {players} (bonuses: [gem])"),
        ("tiles", mode == ADVANCED, "the tiles of {players} (tiles: [four-points])"),
    ):
        whom = tuple(who for who, entry in count.holdings.items() if name not in entry)
        if whom and is_used:
            found.append(Say(said, players=whom))
    if "field" not in count.shared and mode != SIMPLE:
        found.append(Say("the number of cards left (field: 9)"))
    if is_undecided(book, count):
        said = "whether a game can end like this: there are too many to try"
        if found:
            said = "whether a game can end like this: there are too many to try (fewer with these)"
        found.append(Say(said))
    return tuple(found)


FINAL = api.FinalScoring(
    form=_form,
    count=_count,
    contradictions=contradictions,
    score=_score,
    unchecked=_unchecked,
    rows=rows,
)
