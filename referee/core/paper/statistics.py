"""What many evenings add up to, as tables that every format prints."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction

from msgspec import Struct

from referee.core.paper.evenings import GameTally, PlayerTally, Wins
from referee.core.paper.round_sheet import CardGrid, SheetCell
from referee.core.paper.wording import mixed_text, text_of
from referee.core.say import Say, plural


class Statistics(Struct, frozen=True, kw_only=True):
    """All that is told: so many evenings, by games and by players, and what was not read."""

    evenings: int
    games: tuple[GameTally, ...]
    players: tuple[PlayerTally, ...]
    unread: tuple[tuple[str, str], ...] = ()


def counted(told: Statistics) -> Say:
    """Say how many evenings these are."""
    return plural(told.evenings, "{n} evening", "{n} evenings")


def unread_lines(told: Statistics) -> list[str]:
    """Tell which files told of no evening, and why."""
    return [text_of(Say("{path}: {why}", path=path, why=why)) for path, why in told.unread]


def grids(told: Statistics) -> Iterator[CardGrid]:
    """Give the tables, from the games to who did how against whom."""
    if told.games:
        yield _games(told.games)
    for game in told.games:
        yield _wins(Say("{game}: wins", game=game.title), Say("player"), game.wins)
        yield _wins(Say("{game}: wins by seat", game=game.title), Say("seat"), game.seats)
        if game.rules:
            yield _rules(game)
    if told.players:
        yield _players(told.players)
        yield _pairings(told.players)


def _games(games: Iterable[GameTally]) -> CardGrid:
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


def _wins(title: Say, who: Say, wins: Iterable[Wins]) -> CardGrid:
    rows: tuple[tuple[SheetCell, ...], ...] = tuple(
        (each.who, each.games, each.alone, each.shared, _share(each)) for each in wins
    )
    columns = (who, Say("games"), Say("alone"), Say("shared"), Say("won of 100"))
    return CardGrid(title, columns, rows)


def _share(wins: Wins) -> int:
    return round(100 * Fraction(wins.alone + wins.shared, max(1, wins.games)))


def _rules(game: GameTally) -> CardGrid:
    columns = (Say("rule"), Say("disputed"), Say("overruled"))
    return CardGrid(Say("{game}: rules", game=game.title), columns, game.rules)


def _players(players: Iterable[PlayerTally]) -> CardGrid:
    columns = (Say("player"), Say("games"), Say("wins"), Say("streak"), Say("average place"))
    rows: tuple[tuple[SheetCell, ...], ...] = tuple(
        (each.player, each.games, each.wins, each.streak, _number(each.place)) for each in players
    )
    return CardGrid(Say("Players"), columns, rows)


def _pairings(players: Sequence[PlayerTally]) -> CardGrid:
    columns = (Say("player"), Say("against"), Say("games"), Say("better"), Say("worse"))
    rows: tuple[tuple[SheetCell, ...], ...] = tuple(
        (each.player, other.other, other.games, other.better, other.worse)
        for each in players
        for other in each.pairings
    )
    return CardGrid(Say("Head to head"), columns, rows)


def _number(value: Fraction) -> SheetCell:
    """Write an average with one digit behind the point, a score as it is."""
    if value.denominator in {1, 2, 3, 4}:
        return mixed_text(value)
    return f"{float(value):.1f}"
