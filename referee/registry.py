"""Finding the games: ours by their folders, third-party ones by their installed packages.

Our own folders are looked at first, so that our games cost nothing extra. Other packages have an
entry point in the group ``referee.games``. They are looked for only if none of our games is meant,
or if all games are wanted. A broken package stops no other game.
"""

from __future__ import annotations

import os  # not pathlib, which would cost every start
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import cache, partial
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final, TypeAlias, TypeVar

from referee import games
from referee.core.answers.text_input import prefix_matches
from referee.core.rulebook import Rulebook
from referee.core.say import AsIs, RefereeError, Say, error_text, join_or, spoken
from referee.files.documents.rulebook import load_rulebook, load_rulebook_at
from referee.files.tags import DOMAINS

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

    from referee.core.game import Game
    from referee.core.table import SetupField

GROUP: Final = "referee.games"
RESERVED: Final = frozenset(
    (
        *("game", "players", "options", "numbers", "holdings", "question", "facts", "expect"),
        *("answers", "rules", "prefix", "version", "edition"),  # the keys of our files
        *("player", "set", "with", "from", "timer", "journal", "open", "place", "forced"),
        *("teach", "by", "large", "no-code", "no-names"),
        *("output", "force", "pager", "no-pager", "all", "format", "why", "color", "lang", "help"),
    )
)
"""Names that a set-up field cannot have: the keys of our files, the options of our commands."""

_FORMER_NAMES: Final = """\
strangers_named=unknown_players to_word=identifier refs=rule_refs
counter_clockwise_from=clockwise_from per_word=RuleKey contradiction=contradictions
standing_chart=drawing.standing_chart names_across=pads.names_across score_table=pads.score_table
halfwidth=reading.halfwidth is_none=reading.is_none match_choice=reading.match_choice
match_key=reading.match_key parse_count=reading.parse_count parse_pair=reading.parse_pair
player_named=reading.player_named prefix_matches=reading.prefix_matches Final=FinalScoring
Form=HoldingsForm Several=SomeOf InOrder=Ordering FaceValues=CardValues Pieces=PieceCounts
NONE=NOTHING Cells=SheetCells Cell=SheetCell Grid=CardGrid View=TableView Terms=Vocabulary
Drawn=drawing.Drawing Box=drawing.Box Diagram=drawing.Diagram Label=drawing.Label
Line=drawing.Line LineStyle=drawing.LineStyle Point=drawing.Point Shade=drawing.Shade
Chart=drawing.Chart ChartMark=drawing.ChartMark MarkShape=drawing.MarkShape Tick=pads.Checkbox
Blank=pads.BlankCell FillIn=pads.BlankLine SmallPrint=pads.Footnote Boxes=pads.Boxes Pad=pads.Pad
PadRow=pads.PadRow PadTable=pads.PadTable QuickReference=pads.QuickReference
ScoringEntry=pads.ScoringEntry InShort=rounds.RoundSummary ShortRow=rounds.SummaryRow
RoundRows=rounds.RoundRows RoundSheet=rounds.RoundSheet Transition=rounds.StateChange
"""
"""The names of referee.api before 1.0, and what they are called now."""
_ASKED_FOR: Final = (
    r"cannot import name '(\w+)' from 'referee\.api|referee\.api has no (\w+)"
    r"|module 'referee\.api\.\w+' has no attribute '(\w+)'"
    r"|Unexpected keyword argument '(contradiction)'"
)
"""Python's messages for a name that referee.api does not have."""
_CLEAR_LETTERS: Final = 3
"""A beginning of an id of this length is not by chance one of another game's title."""
ID: Final = r"[a-z][a-z0-9]*(?:-[a-z0-9]+)*"
_FIELD_NAME: Final = r"[a-z][a-z0-9]*(?:[-_][a-z0-9]+)*"
Opened: TypeAlias = "tuple[Game, Rulebook]"
T = TypeVar("T")


class BrokenPackage(RefereeError):  # noqa: N818 - it is somebody else's; ours has not failed
    """A third-party package that is not a usable game."""


class PackageFault(RefereeError):  # noqa: N818 - see BrokenPackage
    """A third-party package has failed while it was used.

    ``file`` is the file of the package in which it failed, ``line`` counts from 1; it is 0 if a
    file is missing.
    """

    def __init__(self, say: Say, package: str, version: str, file: str, line: int) -> None:
        super().__init__(say)
        self.package = package
        self.version = version
        self.file = file
        self.line = line


def fault_of(error: BaseException) -> PackageFault | None:
    """Return the fault of the third-party package that an error comes from; None if it is ours.

    It is the package's if a frame of the traceback is in its folder (the last one is named), if a
    function of it returned something wrong, or if a module, a name or a file of it is missing.
    """
    import sys
    from traceback import extract_tb

    frames = [(each.filename, each.lineno or 0) for each in extract_tb(error.__traceback__)]
    own = os.path.dirname(__file__) + os.sep  # noqa: PTH120
    if isinstance(error, SystemExit) and (not frames or frames[-1][0].startswith(own)):
        return None  # a command exits, or a signal has come
    frames.append(getattr(error, "place", ("", 0)))
    module = getattr(error, "obj", None)  # of an AttributeError
    missing = str(getattr(error, "filename", "") or getattr(module, "__file__", "") or "")
    for points in guests().values():
        for point in points:
            top = point.module.partition(".")[0]
            home = os.path.dirname(str(getattr(sys.modules.get(top), "__file__", None) or ""))  # noqa: PTH120
            name = str(getattr(error, "name", "") or "")
            is_theirs = isinstance(error, ImportError) and name.partition(".")[0] == top
            if not home and not is_theirs:
                continue
            if inside := [each for each in frames if home and each[0].startswith(home + os.sep)]:
                return _package_fault(point, error, *inside[-1])
            if is_theirs or (home and missing.startswith(home + os.sep)):
                return _package_fault(point, error, missing or home, 0)
    return None


def _package_fault(point: EntryPoint, error: BaseException, file: str, line: int) -> PackageFault:
    top = point.module.partition(".")[0]
    shown = file[file.rfind(f"{os.sep}{top}{os.sep}") + 1 :] if os.sep in file else file
    version = str(getattr(point.dist, "version", ""))
    where = Say("{file}, line {line}", file=AsIs(shown), line=line) if line else AsIs(shown)
    said = Say(
        "The package {package} {version} has a fault: {kind}: {text} ({where}).",
        package=AsIs(_package(point)),
        version=AsIs(version),
        kind=AsIs(type(error).__name__),
        text=AsIs(error_text(error)),
        where=where,
    )
    return PackageFault(said, _package(point), version, shown, line)


@contextmanager
def blaming_packages() -> Iterator[None]:
    """Raise PackageFault for any error of a third-party package in this block."""
    try:
        yield
    except RefereeError:
        raise
    except (Exception, SystemExit) as error:
        fault = fault_of(error)
        if fault is None:
            raise
        raise fault from error


@cache
def own_ids() -> tuple[str, ...]:
    """List the games of this project, in alphabetical order.

    >>> "no-swap-no-pay" in own_ids()
    True
    """
    (place,) = games.__path__
    if not os.path.isdir(place):  # all of the program is one archive  # noqa: PTH112
        from pkgutil import iter_modules

        return tuple(sorted(each.name.replace("_", "-") for each in iter_modules([place])))
    rooms = (
        each.name
        for each in os.scandir(place)
        if os.path.isfile(f"{each.path}/__init__.py")  # noqa: PTH113
    )
    return tuple(sorted(room.replace("_", "-") for room in rooms))


def game_ids() -> tuple[str, ...]:
    """List all games, the third-party ones last; some of those may be broken."""
    own = own_ids()
    return (*own, *(each for each in guests() if each not in own))


def ids_beside(name: str | None) -> tuple[str, ...]:
    """List the games that a file with this game name can be about: only ours, if it is ours."""
    own = own_ids()
    return own if name in own else game_ids()


def game_called(name: str, *, is_whole: bool = True) -> str | None:
    """Find the game by its title or another name, or by a beginning; None if that is not clear.

    >>> game_called("No Swap No Pay!"), game_called("no-swap")
    ('no-swap-no-pay', None)
    """
    found = _ids_meant(name, is_whole=is_whole)
    return found[0] if len(found) == 1 else None


def open_game(word: str) -> Opened:
    """Load the game that the word names or begins, and its rulebook.

    Raises RefereeError if no game fits, or more than one, BrokenPackage if a third-party game
    cannot be used, and Unreadable if its rulebook cannot be read.

    >>> open_game("no-swap")[0].id
    'no-swap-no-pay'
    """
    found = _ids_meant(word)
    if len(found) != 1:
        raise RefereeError(_refuse_unclear(word, found))
    return _open_own(found[0]) if found[0] in own_ids() else _open_guest(found[0])


def sound_games() -> tuple[tuple[Opened, ...], tuple[RefereeError, ...]]:
    """Return all games that can be opened, and what is wrong with each of the others."""
    from referee.files.diagnostics import Unreadable

    opened, broken = [_open_own(each) for each in own_ids()], []
    for each in guests():
        try:
            opened.append(_open_guest(each))
        except (BrokenPackage, Unreadable) as problem:
            broken.append(problem)
    return tuple(opened), tuple(broken)


def text_kinds() -> tuple[str, ...]:
    """List the keys of the texts that games take from a file.

    >>> "lantern" in text_kinds()
    False
    """
    return tuple(dict.fromkeys(key for _, _, key in _file_texts()))


def games_asking_for(key: str) -> dict[str, SetupField]:
    """Find the games that take a text under this key from a file; none if it names our game.

    >>> games_asking_for("no-swap"), games_asking_for("lantern")
    ({}, {})
    """
    if prefix_matches(key, own_ids()):
        return {}
    return {game.id: field for game, field, own in _file_texts() if own == key}


def _file_texts() -> Iterator[tuple[Game, SetupField, str]]:
    from referee.core.fields import FileText

    for game, _ in sound_games()[0]:
        for field in game.setup:
            if isinstance(field.shape, FileText):
                yield game, field, field.shape.key


def _ids_meant(word: str, *, is_whole: bool = False) -> tuple[str, ...]:
    """Find the ids that a word can mean; if one of ours fits, other packages are not loaded.

    A game is found by a beginning of its id, its title or another name. Only letters and digits
    matter, not capitals or width. A whole name comes before beginnings.
    """
    if word in own_ids():
        return (word,)
    sought = _letters(word)
    by_id = [each for each in own_ids() if sought and _letters(each).startswith(sought)]
    if len(by_id) == 1 and len(sought) >= _CLEAR_LETTERS and not is_whole:
        return (by_id[0],)  # without loading any room
    for ids, load in ((own_ids, _load_own), (guests, _load_guest)):
        names = _names(ids(), load) if sought else {}
        whole = [game for game, known in names.items() if sought in known]
        begun = [
            game for game, known in names.items() if any(each.startswith(sought) for each in known)
        ]
        if whole or (begun and not is_whole):
            return tuple(whole or begun)
    return ()


def _names(ids: Iterable[str], load: Callable[[str], Game]) -> dict[str, tuple[str, ...]]:
    """Return the names by which each game can be found; a broken one has only its id."""
    from referee.files.diagnostics import Unreadable

    found: dict[str, tuple[str, ...]] = {}
    for each in ids:
        names: tuple[str, ...] = (each,)
        with suppress(BrokenPackage, Unreadable):
            game = load(each)
            names = (each, game.title, *game.aliases)
        found[each] = tuple(map(_letters, names))
    return found


def _letters(name: str) -> str:
    """Reduce a name to its letters and digits, of one width and without capitals."""
    if not name.isascii():
        from unicodedata import normalize

        name = normalize("NFKC", name)
    return "".join(sign for sign in name.casefold() if sign.isalnum())


def _refuse_unclear(word: str, found: tuple[str, ...]) -> Say:
    if found:
        said = "“{word}” could be {found}. Which one?"
        return Say(said, word=word, found=join_or(found))
    from referee.core.answers.text_input import nearest  # only for a slip

    said = "There is no game “{word}”. The games are {games}."
    near = nearest(word, (*game_ids(), *(_load_own(each).title for each in own_ids())))
    if near is not None:
        said = "There is no game “{word}”. Did you mean “{near}”? The games are {games}."
    return Say(said, word=word, near=near or "", games=game_ids())


def _load_own(name: str) -> Game:
    room: Any = import_module(f"referee.games.{name.replace('-', '_')}")
    game: Game = room.GAME
    return game


def _load_guest(name: str) -> Game:
    return _open_guest(name)[0]


def _open_domain(package: str, domain: str) -> None:
    """Add the catalogue of a game for the current language; English needs none."""
    DOMAINS[domain] = package
    if spoken() is not None:
        from referee.files.languages import open_domain

        open_domain(package, domain)


def speak_of_no_game() -> None:
    """Put the catalogue of the shell before those of the games that were opened."""
    _open_domain("referee", "referee")
    DOMAINS.pop("referee")


def _open_own(name: str) -> Opened:
    _open_domain("referee", name.replace("-", "_"))
    return _load_own(name), load_rulebook(name)


def brought_folders() -> tuple[str, ...]:
    """List the folders of all third-party packages, without loading them."""
    from importlib.util import find_spec

    points = (each for points in guests().values() for each in points)
    specs = (find_spec(point.module.partition(".")[0]) for point in points)
    return tuple(place for spec in specs if spec for place in spec.submodule_search_locations or ())


def guests() -> Mapping[str, tuple[EntryPoint, ...]]:
    """List the entry points of third-party games, by id."""
    import sys

    return _packages_on(tuple(sys.path))


@cache
def _packages_on(path: tuple[str, ...]) -> Mapping[str, tuple[EntryPoint, ...]]:
    """Look through all installed packages; cached for each search path, because it is slow."""
    import sys

    finders = [each for each in sys.meta_path if hasattr(each, "find_distributions")]
    if len(finders) == 1 and not any(map(_may_have_games, path)):
        return {}
    from importlib.metadata import entry_points

    found: dict[str, tuple[EntryPoint, ...]] = {}
    for each in sorted(entry_points(group=GROUP), key=lambda point: (point.name, _package(point))):
        found[each.name] = (*found.get(each.name, ()), each)
    return found


def _may_have_games(place: str) -> bool:
    """Whether a package in a folder of the search path names our group; an archive may have any.

    ``importlib.metadata`` knows it too, but takes 20 ms to load, and few people have such games.
    """
    try:
        names = os.listdir(place or ".")  # noqa: PTH208
    except OSError:
        return os.path.exists(place) and not os.path.isdir(place)  # noqa: PTH110, PTH112
    for name in names:
        if name.endswith((".dist-info", ".egg-info")):
            with suppress(OSError), open(f"{place or '.'}/{name}/entry_points.txt", "rb") as file:  # noqa: PTH123
                if GROUP.encode() in file.read():
                    return True
        elif name == "EGG-INFO" or name.endswith(".egg"):
            return True
    return False


def _open_guest(name: str) -> Opened:
    """Load a third-party game. Raises BrokenPackage, and Unreadable for its rulebook."""
    points = guests()[name]
    if taken := prefix_matches(name, own_ids()):
        raise _broken(points[0], Say("another game already has this id, {own}", own=taken[0]))
    if not re.fullmatch(ID, name):
        said = Say("an id has small letters, digits and single dashes between them")
        raise _broken(points[0], said)
    if len(points) > 1:
        packages = tuple(_package(each) for each in points)
        raise _broken(points[0], Say("{packages} all bring a game of this id", packages=packages))
    return _load_checked(points[0])


def _load_checked(point: EntryPoint) -> Opened:
    from referee.core.game import Game

    _guarded(point, lambda: _open_domain(point.module.partition(".")[0], point.name))
    game: object = _guarded(point, point.load)
    if not isinstance(game, Game):
        raise _broken(point, Say("{place} is not a Game of referee.api", place=point.value))
    if game.id != point.name:
        raise _broken(point, Say("its Game has another id, {id}", id=game.id))
    home = _guarded(point, lambda: str(import_module(game.package).__file__))
    book = load_rulebook_at(os.path.join(os.path.dirname(home), "rulebook.yaml"))  # noqa: PTH118, PTH120
    if book.game != game.id:
        raise _broken(point, Say("its rulebook is about “{game}”", game=book.game))
    for part in game.modules:
        _guarded(point, partial(import_module, f"{game.package}.{part}"))
    if not game.parts:
        raise _broken(point, Say("it has none of the modules final, questions and stages"))
    if game.setup:
        _check_fields(point, game, book)
    if spoken() is not None:
        from referee.files.languages import brought_book

        english, package = book, game.package
        book = _guarded(point, lambda: brought_book(english, package))
    return game, book


def _check_fields(point: EntryPoint, game: Game, book: Rulebook) -> None:
    """Make sure that each set-up field has a name of its own, and can be asked for."""
    taken = {*RESERVED}
    if "score" in game.parts:
        form = _guarded(point, lambda: game.final.form_for(book, {}))
        taken |= {_folded(field.name) for field in form.shared}
    for field in game.setup:
        if not re.fullmatch(_FIELD_NAME, field.name) or _folded(field.name) in taken:
            said = Say("its set-up field cannot be called “{name}”", name=field.name)
            if [each.name for each in game.setup].count(field.name) > 1:
                said = Say("it has two set-up fields “{name}”", name=field.name)
            raise _broken(point, said)
        taken.add(_folded(field.name))


def _folded(name: str) -> str:
    return name.replace("_", "-")


def _guarded(point: EntryPoint, load: Callable[[], T]) -> T:
    """Call a function of a third-party package. Raises BrokenPackage for any error of it."""
    try:
        return load()
    except (Exception, SystemExit) as problem:
        kind = type(problem).__name__
        said = "{place} raises {kind}: {text}"
        why = outdated(problem) or Say(said, place=point.value, kind=kind, text=str(problem))
        raise _broken(point, why) from problem


def outdated(problem: BaseException) -> Say | None:
    """Return which missing name of referee.api a package asks for; None for another problem."""
    found = re.search(_ASKED_FOR, str(problem))
    if found is None:
        return None
    name = next(filter(None, found.groups()))
    now = dict(each.split("=") for each in _FORMER_NAMES.split()).get(name)
    said = "it asks referee.api for {name}, which it does not have ({page} has all names)"
    page = AsIs("docs/game-reference.md" if now is None else "docs/adding-a-game.md")
    if now is not None:
        said = "it asks referee.api for {name}, which is called {now} now ({page} has all names)"
    return Say(said, name=AsIs(name), now=AsIs(now or ""), page=page)


def _broken(point: EntryPoint, why: Say) -> BrokenPackage:
    said = "“{id}” of the package {package} cannot be used: {why}."
    return BrokenPackage(Say(said, id=point.name, package=_package(point), why=why))


def _package(point: EntryPoint) -> str:
    name = getattr(point.dist, "name", None)
    return name if isinstance(name, str) else point.module
