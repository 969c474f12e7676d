"""The import file of the app BG Stats, in the form that scripts in public use write.

That form was learned from these scripts, not from the makers of the app.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final
from uuid import NAMESPACE_URL, uuid5

from referee.core.paper.statistics import Evening
from referee.core.paper.wording import decimal_text
from referee.render.formats import as_json

_YEAR: Final = re.compile(r"\b(?:19|20)[0-9]{2}\b")
_NO_DATE: Final = "1970-01-01 00:00:00"


def bgstats(evenings: Sequence[Evening], editions: dict[str, str]) -> str:
    """Write evenings as one JSON object; the same evenings give the same bytes in any order.

    ``editions`` has for each game the title of its print, with the year.

    >>> from fractions import Fraction
    >>> evening = Evening(game="fair", title="Fair", path="", players=("Ana",),
    ...     totals=(Fraction(7, 2),), ranks=(1,), winners=("Ana",), identity="d1")
    >>> '"score": "3.5"' in bgstats([evening], {})
    True
    """
    played = sorted(evenings, key=lambda each: each.order)
    games = sorted({each.game: each.title for each in played}.items())
    names = sorted({name for each in played for name in _people(each)})
    places = sorted({each.place for each in played if each.place})
    changed = max((_date(each) for each in played), default=_NO_DATE)
    game_ids = {game: n for n, (game, _) in enumerate(games, start=1)}
    name_ids = {name: n for n, name in enumerate(names, start=1)}
    place_ids = {place: n for n, place in enumerate(places, start=1)}
    return as_json(
        {
            "games": [_game(game_ids[g], g, title, editions, changed) for g, title in games],
            "players": [
                {
                    "id": n,
                    "uuid": _uuid("player", name),
                    "name": name,
                    "isAnonymous": False,
                    "modificationDate": changed,
                }
                for name, n in name_ids.items()
            ],
            "locations": [
                {"id": n, "uuid": _uuid("place", place), "name": place, "modificationDate": changed}
                for place, n in place_ids.items()
            ],
            "plays": [
                _play(each, game_ids[each.game], name_ids, place_ids.get(each.place, 0))
                for each in played
            ],
            "userInfo": {"meRefId": 0},
        }
    )


def _people(evening: Evening) -> tuple[str, ...]:
    return (*evening.players, *(name for _, name in evening.roles))


def _game(
    number: int, game: str, title: str, editions: dict[str, str], changed: str
) -> dict[str, object]:
    """Tell a game; its number at BoardGameGeek is not known here, the year is that of the print."""
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
        "uuid": _uuid("play", evening.identity),
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
    return f"{evening.at[:10]} {evening.at[11:19]}" if len(evening.at) > 18 else _NO_DATE  # noqa: PLR2004 - the letters of a time


def _uuid(kind: str, name: str) -> str:
    return str(uuid5(NAMESPACE_URL, f"referee:{kind}:{name}")).upper()
