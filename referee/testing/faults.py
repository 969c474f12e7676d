"""What the contract says of a failure: what is wrong, where, and what to do about it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import partial
from importlib import import_module
from importlib.util import find_spec
from inspect import getsourcelines, unwrap
from pathlib import Path
from traceback import extract_tb
from types import ModuleType
from typing import Any, Final, NoReturn

import yaml

from referee.core.game import Game
from referee.core.say import GameFault, error_text
from referee.files.diagnostics import Unreadable
from referee.registry import guests, outdated

CORRECT_STEP: Final = "Correct what the step offers, or how it is judged."
NEVER_FORBIDDEN: Final = "Nothing that ATTEMPTS tries is ever forbidden: no rule is broken."
IN_THE_RULEBOOK: Final = "Correct the rulebook, or the code that reads it."


class Fault(Exception):  # noqa: N818 - the contract speaks of faults
    """A promise that a game does not keep, in three lines.

    >>> print(Fault("No case names INC-3.2.", "incan_gold/rulebook.yaml:40", "Write a case."))
    What: No case names INC-3.2.
    Where: incan_gold/rulebook.yaml:40
    Do: Write a case.
    """

    def __init__(self, what: str, where: str, do: str) -> None:
        super().__init__(what, where, do)
        self.what: Final = " ".join(what.split())
        self.where: Final = where
        self.do: Final = do

    def __str__(self) -> str:
        return f"What: {self.what}\nWhere: {self.where}\nDo: {self.do}"


class NothingToCheck(Exception):  # noqa: N818 - no error: the check is skipped
    """There is nothing that a check could look at; its text says why."""


class StepFault(Exception):  # noqa: N818 - see above
    """A fault at a step of which only the id is known."""

    def __init__(self, what: str, step: str) -> None:
        super().__init__(what)
        self.step: Final = step


def fault(what: str, where: str, do: str) -> NoReturn:
    """Say what is wrong. Raises Fault."""
    raise Fault(what, where, do)


def nothing(why: str) -> NoReturn:
    """Say why there is nothing to look at. Raises NothingToCheck."""
    raise NothingToCheck(why)


def named_place(path: Path, line: int, *folders: Path) -> str:
    """Name a file as it is from one of the folders that it is in, and a line of it, if not 0."""
    path = path.resolve()
    above = (each.resolve() for each in folders)
    inside = next((each for each in above if path.is_relative_to(each)), None)
    name = path.relative_to(inside).as_posix() if inside else path.as_posix()
    return f"{name}:{line}" if line else name


class Places:
    """Where things are in the files of a game and of its tests, as an author names them.

    A path begins at the folder of the tests, or at the one that has the package in it; ``folder``
    is that of the package.
    """

    def __init__(self, game: Game, tests: Path) -> None:
        self._game, self._tests = game, tests
        self.folder: Final = Path(str(import_module(game.package).__file__)).parent
        top = import_module(game.package.partition(".")[0])
        self._above = Path(str(top.__file__)).parent.parent

    def at(self, path: Path, line: int = 0) -> str:
        """Name a file, and a line of it counted from 1."""
        return named_place(path, line, self._tests, self._above)

    def case(self, case: Any) -> str:
        """Name the line where a case begins, and its sentence."""
        name = str(case["name"])
        for path in sorted(self._tests.glob("cases/*.yaml")):
            root = yaml.compose(path.read_text(encoding="utf-8"), yaml.SafeLoader)
            for node in root.value if root else ():
                pairs = {key.value: value.value for key, value in node.value}
                if pairs.get("name") == name:
                    return f"{self.at(path, node.start_mark.line + 1)}, “{name}”"
        return f"cases/, “{name}”"

    def casebook(self, case_id: str) -> str:
        """Name the file of a decided case."""
        name = f"casebook/{case_id}.yaml"
        own = self.folder / name
        return self.at(own) if own.is_file() else name

    @property
    def rulebook(self) -> str:
        """Name the rulebook."""
        return self.at(self._rulebook)

    @property
    def _rulebook(self) -> Path:
        own = self.folder / "rulebook.yaml"
        name = self._game.id.replace("-", "_")
        ours = (each / f"rulebooks/{name}.yaml" for each in (self._above / "referee", self._above))
        return next((each for each in (own, *ours) if each.is_file()), own)

    def rule(self, rule_id: str) -> str:
        """Name the line of the rulebook where a rule begins, or the rulebook."""
        path = self._rulebook
        if path.is_file():
            begins = re.compile(rf"\s*[\"']?{re.escape(rule_id)}[\"']?\s*:")
            for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
                if begins.match(line):
                    return self.at(path, number)
        return self.at(path)

    def part(self, name: str) -> str:
        """Name a module of the package, or the file in which a folder of that name begins."""
        here = (self.folder / f"{name}.py", self.folder / name / "__init__.py")
        return self.at(next((each for each in here if each.is_file()), here[0]))

    def code(self, function: Callable[..., Any], otherwise: str) -> str:
        """Name the line where a function of the package begins; else the module ``otherwise``."""
        while isinstance(function, partial):
            function = function.func
        return self._begins(unwrap(function)) or self.part(otherwise)

    def _begins(self, function: Any) -> str:
        code = getattr(function, "__code__", None)
        if code is None or not self._is_own(Path(code.co_filename)):
            return ""
        return self.at(Path(code.co_filename), code.co_firstlineno)

    def _is_own(self, path: Path) -> bool:
        return path.resolve().is_relative_to(self.folder.resolve())

    def step(self, step_id: str) -> str:
        """Name the function that asks at a step."""
        stages = self._game.course.all_stages
        found = next((each for each in stages if each.id == step_id), None)
        return self.code(found.ask, "stages") if found else self.part("stages")

    def event(self, kind: type, method: str) -> str:
        """Name a method of an event, or the event where it has none of its own."""
        module = Path(str(import_module(kind.__module__).__file__))
        own = self._begins(getattr(kind, method, None))
        return own or self.at(module, getsourcelines(kind)[1])

    def fault_of(self, error: BaseException) -> Fault:
        """Say of an error in which line of the package, or else of its tests, it was raised."""
        if isinstance(error, Fault):
            return error
        if isinstance(error, StepFault):
            return Fault(str(error), self.step(error.step), CORRECT_STEP)
        if isinstance(error, Unreadable):
            return unread(error, self.at)
        what = kind_and_text(error)
        tests = self._tests.resolve()
        is_theirs: Callable[[Path], bool] = lambda path: path.resolve().is_relative_to(tests)  # noqa: E731
        for path, line, function in reversed([*places_in(error)]):
            if self._is_own(path) or is_theirs(path):
                do = f"Correct {function}, which raised it."
                if not function.isidentifier():  # a lambda, a comprehension, a module
                    do = "Correct this line." if line else "Write what is missing."
                return Fault(what, self.at(path, line), do)
        where = self.at(self.folder / "__init__.py")
        return Fault(what, where, "See what the game gave to the referee before this.")


def kind_and_text(error: BaseException) -> str:
    """Word an error by its kind and what it says, also one whose own words fail."""
    return f"{type(error).__name__}: {error_text(error) or 'no more is said'}"


def places_in(error: BaseException) -> Iterator[tuple[Path, int, str]]:
    """Yield where an error came through: file, line and function, the place of its cause last."""
    for frame in extract_tb(error.__traceback__):
        yield Path(frame.filename), frame.lineno or 0, frame.name
    if isinstance(error, SyntaxError) and error.filename:
        yield Path(error.filename), error.lineno or 0, ""
    if isinstance(error, AttributeError) and isinstance(error.obj, ModuleType):
        yield Path(str(error.obj.__file__)), 0, ""
    if isinstance(error, GameFault):
        yield Path(error.place[0]), error.place[1], ""


def unread(error: Unreadable, at: Callable[[Path, int], str]) -> Fault:
    """Say of a file that cannot be read what is wrong first, where, and what helps."""
    first = error.diagnostics[0]
    return Fault(str(first.message), at(Path(first.path), first.line), str(first.remedy))


def front_of(game: str) -> Path | None:
    """Find the first file of the package of a third-party game, without running it."""
    points = guests().get(game, ())
    found = find_spec(points[0].module.partition(".")[0]) if points else None
    return Path(found.origin) if found and found.origin else None


def unopened(error: BaseException, game: str, tests: Path) -> Fault:
    """Say why a game cannot be opened: the line of its package, or the file that is unreadable."""

    def at(path: Path, line: int) -> str:
        return named_place(path, line, tests.resolve().parent)

    if isinstance(error, Unreadable):
        return unread(error, at)
    cause, home = error.__cause__, front_of(game)
    if home is None:
        do = "Give contract the id of a game, and install its package."
        return Fault(error_text(error), at(tests, 0), do)
    where = at(home, 0)
    if cause is None:
        return Fault(error_text(error), where, "Correct the Game, or its entry point.")
    for path, line, _ in places_in(cause):
        if path.resolve().is_relative_to(home.resolve().parent):
            where = at(path, line)
    what = str(outdated(cause) or kind_and_text(cause))
    return Fault(what, where, "Correct this line: the game cannot be loaded.")
