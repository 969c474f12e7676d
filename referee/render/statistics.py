"""What many evenings add up to: tables for people, records for programs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction

from referee.core.paper.statistics import (
    Evening,
    GameTally,
    PlayerTally,
    Statistics,
    Wins,
    counted,
    grids,
    unread_lines,
)
from referee.core.paper.wording import decimal_text, escaped, text_of
from referee.core.say import Say
from referee.render.formats import Format, Style, as_json, json_number
from referee.render.grids import draw, render_grid
from referee.render.pages import page, titled_list

BOM = "\N{ZERO WIDTH NO-BREAK SPACE}"


def render_statistics(told: Statistics, fmt: Format, style: Style) -> str:
    """Show statistics in letters, as a record, or for spreadsheets.

    >>> told = Statistics(evenings=0, games=(), players=(), unread=(("x.jsonl", "It is empty."),))
    >>> print(render_statistics(told, Format.TABLE, Style()), end="")
    0 evenings
    <BLANKLINE>
    Not read
      x.jsonl: It is empty.
    """
    if fmt is Format.JSON:
        return as_json(_record(told))
    if fmt is Format.CSV:
        columns = ("game", "player", "what", "of", "value", "exact")
        return BOM + draw(columns, list(_csv_rows(told)), Format.CSV)
    blocks = [text_of(counted(told))]
    blocks += [render_grid(grid, fmt, style).rstrip("\n") for grid in grids(told)]
    return page([*blocks, titled_list(text_of(Say("Not read")), unread_lines(told), fmt)])


def _record(told: Statistics) -> dict[str, object]:
    return {
        "schema": 1,
        "ok": bool(told.evenings),
        "evenings": told.evenings,
        "games": [_game_record(game) for game in told.games],
        "players": [_player_record(player) for player in told.players],
        "unread": [{"path": path, "reason": why} for path, why in told.unread],
    }


def _game_record(game: GameTally) -> dict[str, object]:
    return {
        "game": game.game,
        "title": game.title,
        "evenings": game.evenings,
        "players": game.players,
        "average": json_number(game.average),
        "best": {
            "points": json_number(game.best.points),
            "exact": game.best.points,
            "player": game.best.player,
            "date": game.best.date or None,
        },
        "wins": [_wins_record("player", each) for each in game.wins],
        "seats": [_wins_record("seat", each) for each in game.seats],
        "minutes": None if game.minutes is None else json_number(game.minutes),
        "rules": [
            {"rule": rule, "disputed": disputed, "overruled": overruled}
            for rule, disputed, overruled in game.rules
        ],
    }


def _wins_record(name: str, wins: Wins) -> dict[str, object]:
    return {name: wins.who, "games": wins.games, "alone": wins.alone, "shared": wins.shared}


def _player_record(player: PlayerTally) -> dict[str, object]:
    return {
        "player": player.player,
        "games": player.games,
        "wins": player.wins,
        "streak": player.streak,
        "average_place": json_number(player.place),
        "head_to_head": [
            {"player": e.other, "games": e.games, "better": e.better, "worse": e.worse}
            for e in player.pairings
        ],
    }


def _csv_rows(told: Statistics) -> Iterator[tuple[str, ...]]:
    """Give one number a row: of which game, of whom, what it is, and of what."""
    for game in told.games:
        yield _csv(game.game, "", "evenings", "", game.evenings)
        yield _csv(game.game, "", "average", "", game.average)
        yield _csv(game.game, game.best.player, "best", game.best.date, game.best.points)
        if game.minutes is not None:
            yield _csv(game.game, "", "minutes", "", game.minutes)
        for wins in game.wins:
            for what, n in (("games", wins.games), ("alone", wins.alone), ("shared", wins.shared)):
                yield _csv(game.game, wins.who, what, "", n)
        for seat in game.seats:
            yield _csv(game.game, "", "seat wins", seat.who, seat.alone + seat.shared)
        for rule, disputed, overruled in game.rules:
            yield _csv(game.game, "", "disputed", rule, disputed)
            yield _csv(game.game, "", "overruled", rule, overruled)
    for player in told.players:
        numbers = (("games", player.games), ("wins", player.wins), ("streak", player.streak))
        yield from (_csv("", player.player, what, "", n) for what, n in numbers)
        yield _csv("", player.player, "average place", "", player.place)
        for other in player.pairings:
            yield _csv("", player.player, "better than", other.other, other.better)
            yield _csv("", player.player, "worse than", other.other, other.worse)


def _csv(game: str, player: str, what: str, of: str, value: int | Fraction) -> tuple[str, ...]:
    exact = Fraction(value)
    return game, player, what, of, decimal_text(exact), str(exact)


def plays_csv(evenings: Iterable[Evening]) -> str:
    """Write one line for each player and evening, for any other program.

    >>> evening = Evening(game="fair", title="Fair", path="", players=("Ana",),
    ...     totals=(Fraction(7, 2),), ranks=(1,), winners=("Ana",), at="2026-11-21T20:14:00+01:00")
    >>> print(plays_csv([evening]).lstrip(BOM), end="")
    date,time,game,place,minutes,player,seat,score,exact,rank,winner
    2026-11-21,20:14,fair,,,Ana,1,3.5,7/2,1,yes
    """
    columns = ("date", "time", "game", "place", "minutes", "player", "seat", "score", "exact",
               "rank", "winner")  # fmt: skip
    rows = [
        (
            *(each.at[:10], each.at[11:16], each.game, each.place),
            "" if each.minutes is None else str(each.minutes),
            *(escaped(player), str(seat), decimal_text(total), str(total), str(rank)),
            "yes" if player in each.winners else "no",
        )
        for each in evenings
        for seat, (player, total, rank) in enumerate(
            zip(each.players, each.totals, each.ranks, strict=True), start=1
        )
    ]
    return BOM + draw(columns, rows, Format.CSV)
