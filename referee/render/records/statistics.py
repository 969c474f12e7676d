"""What many evenings add up to: tables for people, records and import files for programs."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from typing import Final
from uuid import NAMESPACE_URL, uuid5

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
from referee.render.formats import Format, Style, as_json, fields_of, json_number, page, titled_list
from referee.render.grids import draw, render_grid

BOM = "\N{ZERO WIDTH NO-BREAK SPACE}"


def render_statistics(found: Statistics, fmt: Format, style: Style) -> str:
    """Show statistics as text, as a record, or for spreadsheets.

    >>> found = Statistics(evenings=0, games=(), players=(), unread=(("x.jsonl", "It is empty."),))
    >>> print(render_statistics(found, Format.TABLE, Style()), end="")
    0 evenings
    <BLANKLINE>
    Not read
      x.jsonl: It is empty.
    """
    if fmt is Format.JSON:
        return as_json(_record(found))
    if fmt is Format.CSV:
        columns = ("game", "player", "what", "of", "value", "exact")
        return BOM + draw(columns, list(_csv_rows(found)), Format.CSV)
    blocks = [text_of(counted(found))]
    blocks += [render_grid(grid, fmt, style).rstrip("\n") for grid in grids(found)]
    return page([*blocks, titled_list(text_of(Say("Not read")), unread_lines(found), fmt)])


def _record(found: Statistics) -> dict[str, object]:
    return {
        "schema": 1,
        "ok": bool(found.evenings),
        **fields_of(found, "evenings", "unconfirmed"),
        "games": [_game_record(game) for game in found.games],
        "players": [_player_record(player) for player in found.players],
        "unread": [{"path": path, "reason": why} for path, why in found.unread],
    }


def _game_record(game: GameTally) -> dict[str, object]:
    return {
        **fields_of(game, "game", "title", "evenings", "players"),
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
    return {name: wins.who, **fields_of(wins, "games", "alone", "shared")}


def _player_record(player: PlayerTally) -> dict[str, object]:
    return {
        **fields_of(player, "player", "games", "wins", "streak"),
        "average_place": json_number(player.place),
        "head_to_head": [
            {"player": each.other, **fields_of(each, "games", "better", "worse")}
            for each in player.pairings
        ],
    }


def _csv_rows(found: Statistics) -> Iterator[tuple[str, ...]]:
    """Yield one number per row: of which game, of whom, what it is, and of what."""
    for game in found.games:
        yield _csv(game.game, "", "evenings", "", game.evenings)
        yield _csv(game.game, "", "average", "", game.average)
        yield _csv(game.game, game.best.player, "best", game.best.date, game.best.points)
        if game.minutes is not None:
            yield _csv(game.game, "", "minutes", "", game.minutes)
        for wins in game.wins:
            for what in ("games", "alone", "shared"):
                yield _csv(game.game, wins.who, what, "", getattr(wins, what))
        for seat in game.seats:
            yield _csv(game.game, "", "seat wins", seat.who, seat.alone + seat.shared)
        for rule, disputed, overruled in game.rules:
            yield _csv(game.game, "", "disputed", rule, disputed)
            yield _csv(game.game, "", "overruled", rule, overruled)
    for player in found.players:
        for what in ("games", "wins", "streak"):
            yield _csv("", player.player, what, "", getattr(player, what))
        yield _csv("", player.player, "average place", "", player.place)
        for other in player.pairings:
            yield _csv("", player.player, "better than", other.other, other.better)
            yield _csv("", player.player, "worse than", other.other, other.worse)


def _csv(game: str, player: str, what: str, of: str, value: int | Fraction) -> tuple[str, ...]:
    exact = Fraction(value)
    return game, player, what, of, decimal_text(exact), str(exact)


def plays_csv(evenings: Iterable[Evening]) -> str:
    """Write one line per player and evening, for any other program.

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


_YEAR: Final = re.compile(r"\b(?:19|20)[0-9]{2}\b")
_MINUTE: Final = "2026-11-22T16:34"
"""How long a time is that is given to the minute."""
_NO_DATE: Final = "1970-01-01 00:00:00"


def bgstats(evenings: Sequence[Evening], editions: dict[str, str]) -> str:
    """Write evenings as an import file of the app BG Stats; their order does not matter.

    The format was learned from scripts in public use, not from the makers of the app.
    ``editions`` has the title of each game's printed rules, with the year.

    >>> from fractions import Fraction
    >>> evening = Evening(game="fair", title="Fair", path="", players=("Ana",),
    ...     totals=(Fraction(7, 2),), ranks=(1,), winners=("Ana",), identity="d1")
    >>> '"score": "3.5"' in bgstats([evening], {})
    True
    """
    played = sorted(evenings, key=lambda each: each.order)
    titles = {each.game: each.title for each in played}
    seated = {name for each in played for name in each.players}
    changed = max((_date(each) for each in played), default=_NO_DATE)
    game_ids = _numbered(titles)
    name_ids = _numbered(seated | {name for each in played for _, name in each.roles})
    place_ids = _numbered({each.place for each in played if each.place})
    return as_json(
        {
            "games": [_game(n, g, titles[g], editions, changed) for g, n in game_ids.items()],
            "players": [
                {**_named(n, "player", name), "isAnonymous": False, "modificationDate": changed}
                for name, n in name_ids.items()
            ],
            "locations": [
                {**_named(n, "place", place), "modificationDate": changed}
                for place, n in place_ids.items()
            ],
            "plays": [
                _play(each, game_ids[each.game], name_ids, place_ids.get(each.place, 0))
                for each in played
            ],
            "userInfo": {"meRefId": 0},
        }
    )


def _numbered(names: Iterable[str]) -> dict[str, int]:
    return {name: n for n, name in enumerate(sorted(names), start=1)}


def _named(number: int, kind: str, name: str) -> dict[str, object]:
    return {"id": number, "uuid": _uuid(kind, name), "name": name}


def _game(
    number: int, game: str, title: str, editions: dict[str, str], changed: str
) -> dict[str, object]:
    """Return a game; its BoardGameGeek id is unknown here, the year is that of the rules."""
    year = _YEAR.search(editions.get(game, ""))
    return {
        "id": number,
        "uuid": _uuid("game", game),
        "name": title,
        "bggId": 0,
        "bggYear": int(year[0]) if year else 0,
        "noPoints": False,
        "highestWins": True,
        "cooperative": False,
        "usesTeams": False,
        "modificationDate": changed,
    }


def _play(evening: Evening, game: int, names: dict[str, int], place: int) -> dict[str, object]:
    seats = enumerate(zip(evening.players, evening.totals, evening.ranks, strict=True), start=1)
    scores: list[dict[str, object]] = [
        {
            "playerRefId": names[player],
            "score": decimal_text(total),
            "winner": player in evening.winners,
            "rank": rank,
            "seatOrder": seat,
            "startPlayer": player == evening.starter,
            "newPlayer": False,
        }
        for seat, (player, total, rank) in seats
    ]
    scores += [
        {
            "playerRefId": names[name],
            "score": "",
            "winner": name in evening.winners,
            "rank": 0,
            "seatOrder": 0,
            "startPlayer": False,
            "newPlayer": False,
            "role": part,
        }
        for part, name in evening.roles
    ]
    return {
        "uuid": _uuid("play", evening.table or evening.identity),
        "playDate": _date(evening),
        "modificationDate": _date(evening),
        "durationMin": evening.minutes or 0,
        "gameRefId": game,
        "locationRefId": place,
        "rounds": 0,
        "rating": 0,
        "ignored": False,
        "manualWinner": False,
        "scoringSetting": 0,
        "usesTeams": False,
        "playImages": "[]",
        "playerScores": scores,
    }


def _date(evening: Evening) -> str:
    """Write when an evening began, to the second; a paper has the minute alone."""
    time = evening.at[11:19] if len(evening.at) > len(_MINUTE) else f"{evening.at[11:]}:00"
    return f"{evening.at[:10]} {time}" if len(evening.at) >= len(_MINUTE) else _NO_DATE


def _uuid(kind: str, name: str) -> str:
    return str(uuid5(NAMESPACE_URL, f"referee:{kind}:{name}")).upper()
