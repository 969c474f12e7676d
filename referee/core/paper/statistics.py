"""Statistics of many evenings, as tables that every format prints."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import compress, groupby
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from referee.core.paper.round_sheet import CardGrid, SheetCell
from referee.core.paper.wording import mixed_text, text_of
from referee.core.say import Say, join, plural


class Statistics(Struct, frozen=True, kw_only=True):
    """The statistics by games and by players, and the files that could not be read."""

    evenings: int
    games: tuple[GameTally, ...]
    players: tuple[PlayerTally, ...]
    unread: tuple[tuple[str, str], ...] = ()
    unconfirmed: int = 0


def counted(found: Statistics) -> Say:
    """Say how many evenings there are, and how many are left out."""
    said = plural(found.evenings, "{n} evening", "{n} evenings")
    if not found.unconfirmed:
        return said
    one, many = "{n} is not confirmed and left out", "{n} are not confirmed and left out"
    return join((said, plural(found.unconfirmed, one, many)), "; ")


def unread_lines(found: Statistics) -> list[str]:
    """Say which files were not read, and why."""
    return [text_of(Say("{place}: {said}", place=path, said=why)) for path, why in found.unread]


def grids(found: Statistics) -> Iterator[CardGrid]:
    """Yield the tables, from the games to head to head, without empty columns."""
    yield from map(_filled, _grids(found))


def _filled(grid: CardGrid) -> CardGrid:
    """Leave out the empty columns."""
    full = [any(row[n] not in {None, ""} for row in grid.rows) for n in range(len(grid.columns))]
    columns, *rows = (tuple(compress(cells, full)) for cells in (grid.columns, *grid.rows))
    return replace(grid, columns=columns, rows=tuple(rows))


def _grids(found: Statistics) -> Iterator[CardGrid]:
    if found.games:
        yield _games_grid(found.games)
    for game in found.games:
        yield _wins_grid(Say("{game}: wins", game=game.title), Say("player"), game.wins)
        yield _wins_grid(Say("{game}: wins by seat", game=game.title), Say("seat"), game.seats)
        if game.rules:
            columns = (Say("rule"), Say("disputed"), Say("overruled"))
            yield CardGrid(Say("{game}: rules", game=game.title), columns, game.rules)
    if found.players:
        yield _players_grid(found.players)
        if any(each.pairings for each in found.players):
            yield _matrix(found.players)


def _games_grid(games: Iterable[GameTally]) -> CardGrid:
    columns = (
        *(Say("game"), Say("evenings"), Say("players"), Say("average"), Say("best"), Say("by")),
        *(Say("on"), Say("minutes")),
    )
    rows = tuple(
        (
            Say("{game}", game=game.title),
            game.evenings,
            len(game.players),
            _number(game.average),
            _number(game.best.points),
            game.best.player,
            game.best.date,
            None if game.minutes is None else round(game.minutes),
        )
        for game in games
    )
    return CardGrid(Say("Games"), columns, rows)


NOTHING: Final = "–"
WON: Final = Say("won")
"""The title of the column with the share of wins."""


def _wins_grid(title: Say, who: Say, wins: Iterable[Wins]) -> CardGrid:
    columns = (who, Say("games"), Say("alone"), Say("shared"), WON)
    rows = tuple((each.who, each.games, each.alone, each.shared, _share(each)) for each in wins)
    return CardGrid(title, columns, rows)


def _share(wins: Wins) -> str:
    return f"{round(100 * Fraction(wins.alone + wins.shared, max(1, wins.games)))}%"


def _players_grid(players: Iterable[PlayerTally]) -> CardGrid:
    columns = (Say("player"), Say("games"), Say("wins"), Say("streak"), Say("average place"))
    rows = tuple(
        (each.player, each.games, each.wins, each.streak, _number(each.place)) for each in players
    )
    return CardGrid(Say("Players"), columns, rows)


def _matrix(players: Sequence[PlayerTally]) -> CardGrid:
    """Make the table of everyone against everyone, with the columns numbered like the rows."""
    rows = []
    for n, each in enumerate(players, start=1):
        against = {other.other: f"{other.better}:{other.worse}" for other in each.pairings}
        cells = (against.get(other.player, NOTHING) for other in players)
        rows.append((f"{n} {each.player}", *cells))
    columns = (Say("player"), *(Say("{n}", n=n) for n in range(1, len(players) + 1)))
    sign = Say("2:1 is twice better, once worse; the columns are numbered as the rows.")
    return CardGrid(Say("Head to head"), columns, tuple(rows), (sign,))


def _number(value: Fraction) -> SheetCell:
    """Write an average with one decimal digit, a score as a mixed number."""
    return mixed_text(value) if value.denominator in {1, 2, 3, 4} else f"{float(value):.1f}"


class Evening(Struct, frozen=True, kw_only=True):
    """One finished game: the players in order, their totals and ranks, the winners.

    ``at`` is the time of its beginning, as in journals, empty if unknown; ``minutes`` are None
    then. ``winners`` can be people without a seat. ``disputed`` has for each rule how often it was
    asked about or broken, ``overruled`` how often the table allowed that.
    """

    game: str
    title: str
    path: str
    players: tuple[str, ...]
    totals: tuple[Fraction, ...]
    ranks: tuple[int, ...]
    winners: tuple[str, ...]
    at: str = ""
    minutes: int | None = None
    place: str = ""
    identity: str = ""
    """A digest of the beginning of its record, which identifies it."""
    table: str = ""
    """The game, minute and players, the same in record and on paper; empty without a time."""
    roles: tuple[tuple[str, str], ...] = ()
    starter: str = ""
    disputed: tuple[tuple[str, int], ...] = ()
    overruled: tuple[tuple[str, int], ...] = ()
    is_confirmed: bool = True

    @property
    def order(self) -> tuple[str, str, str]:
        """The sort key of evenings in the order in which they were played."""
        return self.at, self.identity, self.path

    def with_names(self, names: Mapping[str, str]) -> Evening:
        """Replace the names of people by those under which they are counted."""
        return replace(
            self,
            players=tuple(names.get(each, each) for each in self.players),
            winners=tuple(names.get(each, each) for each in self.winners),
        )


class BestScore(Struct, frozen=True):
    """The most points of a game: how many, whose, and when."""

    points: Fraction
    player: str
    date: str


class Wins(Struct, frozen=True):
    """How often somebody, or a seat, has won: ``alone`` or ``shared``, of so many games."""

    who: str
    games: int
    alone: int
    shared: int


class GameTally(Struct, frozen=True, kw_only=True):
    """The statistics of one game."""

    game: str
    title: str
    evenings: int
    players: tuple[str, ...]
    average: Fraction
    best: BestScore
    wins: tuple[Wins, ...]
    seats: tuple[Wins, ...]
    minutes: Fraction | None
    rules: tuple[tuple[str, int, int], ...]
    """How often each rule was disputed and overruled."""


class Pairing(Struct, frozen=True):
    """A player against another one: games together, and how often ranked better and worse."""

    other: str
    games: int
    better: int
    worse: int


class PlayerTally(Struct, frozen=True, kw_only=True):
    """The statistics of one player.

    ``streak`` is the most wins in a row, ``place`` the average place.
    """

    player: str
    games: int
    wins: int
    streak: int
    place: Fraction
    pairings: tuple[Pairing, ...]


def game_tallies(evenings: Iterable[Evening]) -> tuple[GameTally, ...]:
    """Add evenings up game by game, in alphabetical order.

    >>> evening = Evening(game="fair", title="Fair", path="", players=("Ana", "Bo"),
    ...     totals=(Fraction(3), Fraction(5)), ranks=(2, 1), winners=("Bo",))
    >>> (tally,) = game_tallies([evening])
    >>> tally.average, tally.best.player, [wins.alone for wins in tally.wins]
    (Fraction(4, 1), 'Bo', [1, 0])
    """
    own: dict[str, list[Evening]] = {}
    for evening in sorted(evenings, key=lambda each: each.order):
        own.setdefault(evening.game, []).append(evening)
    return tuple(_game_tally(own[game]) for game in sorted(own))


def player_tallies(evenings: Iterable[Evening]) -> tuple[PlayerTally, ...]:
    """Add evenings up player by player: most wins first, then most games, then by name.

    >>> evening = Evening(game="fair", title="Fair", path="", players=("Ana", "Bo"),
    ...     totals=(Fraction(3), Fraction(5)), ranks=(2, 1), winners=("Bo",))
    >>> [(tally.player, tally.wins, tally.pairings[0].worse)
    ...     for tally in player_tallies([evening])]
    [('Bo', 1, 0), ('Ana', 0, 1)]
    """
    played: dict[str, list[Evening]] = {}
    for evening in sorted(evenings, key=lambda each: each.order):
        for player in evening.players:
            played.setdefault(player, []).append(evening)
    tallies = [_player_tally(player, own) for player, own in played.items()]
    return tuple(sorted(tallies, key=lambda each: (-each.wins, -each.games, each.player)))


def _game_tally(evenings: list[Evening]) -> GameTally:
    totals = [total for evening in evenings for total in evening.totals]
    minutes = [evening.minutes for evening in evenings if evening.minutes is not None]
    players = Counter(player for evening in evenings for player in evening.players)
    won = [(each.players.index(w), w, len(each.winners) > 1)
           for each in evenings for w in each.winners if w in each.players]  # fmt: skip
    sat = Counter(seat for each in evenings for seat in range(len(each.players)))
    by_name = (_wins(player, n, [s for _, w, s in won if w == player])
               for player, n in players.items())  # fmt: skip
    rules = {rule for each in evenings for rule, _ in (*each.disputed, *each.overruled)}
    disputed, overruled = Counter[str](), Counter[str]()
    for evening in evenings:
        disputed.update(dict(evening.disputed))
        overruled.update(dict(evening.overruled))
    return GameTally(
        game=evenings[0].game,
        title=evenings[0].title,
        evenings=len(evenings),
        players=tuple(sorted(players)),
        average=sum(totals, Fraction()) / max(1, len(totals)),
        best=_best(evenings),
        wins=tuple(sorted(by_name, key=lambda each: (-each.alone - each.shared, each.who))),
        seats=tuple(
            _wins(str(seat + 1), sat[seat], [s for at, _, s in won if at == seat])
            for seat in sorted(sat)
        ),
        minutes=Fraction(sum(minutes), len(minutes)) if minutes else None,
        rules=tuple((rule, disputed[rule], overruled[rule]) for rule in sorted(rules)),
    )


def _best(evenings: Iterable[Evening]) -> BestScore:
    """Find the most points; of equal ones the first scored."""
    scores = ((total, player, evening.at[:10]) for evening in evenings
              for player, total in zip(evening.players, evening.totals, strict=True))  # fmt: skip
    return BestScore(*max(scores, key=lambda each: each[0]))


def _wins(who: str, games: int, shared: list[bool]) -> Wins:
    return Wins(who, games, shared.count(False), shared.count(True))


def _player_tally(player: str, evenings: list[Evening]) -> PlayerTally:
    places = [evening.ranks[evening.players.index(player)] for evening in evenings]
    won = [player in evening.winners for evening in evenings]
    return PlayerTally(
        player=player,
        games=len(evenings),
        wins=sum(won),
        streak=max((sum(row) for _, row in groupby(won)), default=0),
        place=Fraction(sum(places), len(places)),
        pairings=tuple(_pairings(player, evenings)),
    )


def _pairings(player: str, evenings: Iterable[Evening]) -> Iterator[Pairing]:
    games, better, worse = Counter[str](), Counter[str](), Counter[str]()
    for evening in evenings:
        place = evening.ranks[evening.players.index(player)]
        for other, rank in zip(evening.players, evening.ranks, strict=True):
            if other != player:
                games[other] += 1
                better[other] += place < rank
                worse[other] += place > rank
    for other in sorted(games):
        yield Pairing(other, games[other], better[other], worse[other])
