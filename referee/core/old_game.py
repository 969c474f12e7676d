"""A room of before in the shape of a Game: goes with the last of them."""

from __future__ import annotations

from importlib import import_module
from typing import Any, TypeAlias


class _Course:
    def __init__(self, parts: dict[str, Any]) -> None:
        self._parts = parts
        self.step = parts["next_step"]
        self.judge = self.rule_on = parts["judge"]
        self.apply = parts["apply"]
        self.timer = parts.get("has_glass") or None

    @property
    def events(self) -> Any:
        return self._parts["events"]()

    def announcements(self, state: Any, event: Any) -> tuple[()]:
        return ()


class _Final:
    def __init__(self, parts: dict[str, Any]) -> None:
        self.form, self.count = parts["form"], parts["count"]
        self.audit, self.score = parts["audit"], parts["score"]


class _Paper:
    def __init__(self, parts: dict[str, Any]) -> None:
        self._parts = parts

    @property
    def views(self) -> Any:
        return self._parts["views"]()


class _OldGame:
    """A game as functions, seen as a Game."""

    def __init__(self, **parts: Any) -> None:
        self.id, self.title = parts["id"], parts["title"]
        self.players, self.max_events = parts["players"], parts["max_events"]
        self.setup, self.aliases = parts["setup"], ()
        self.start, self.sheet, self.reference = parts["start"], parts["sheet"], parts["margin"]
        self.course, self.final, self.paper = _Course(parts), _Final(parts), _Paper(parts)
        self._parts = parts

    @property
    def keys(self) -> Any:
        return self._parts["keys"]()

    @property
    def questions(self) -> Any:
        return self._parts["questions"]()

    @property
    def has_timer(self) -> bool:
        return self.course.timer is not None


def OldGame(**parts: Any) -> Any:  # noqa: N802
    """Give a game as functions in the shape of a Game."""
    return _OldGame(**parts)


def replaced(game: Any, **parts: Any) -> Any:
    """Give the same game with other parts."""
    old = game
    return OldGame(**{**old._parts, **parts})


AnyGame: TypeAlias = Any


class Later:
    """A module that is loaded when one of its names is first used."""

    __slots__ = ("_name",)

    def __init__(self, name: str) -> None:
        self._name = name

    def __getattr__(self, name: str) -> Any:
        return getattr(import_module(self._name), name)
