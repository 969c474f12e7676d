"""Who plays, what the table agreed on, what else the game asks for: as typed, or as saved."""

from __future__ import annotations

import os  # not pathlib, which would cost every start
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial, wraps
from typing import Any, Final, TypeVar, cast

import click
from msgspec import Struct
from msgspec.structs import replace

from referee.cli.everywhere import OPTIONS, Command
from referee.cli.output import talk
from referee.cli.parameters import NAMED, YAML, completed
from referee.core.fields import Boolean, Choice, FileText, Integer, PlayerName
from referee.core.game import Game
from referee.core.rulebook import Numbers, Rulebook
from referee.core.say import AsIs, BadAnswer, RefereeError, Say
from referee.core.table import Setup, SetupField
from referee.files.diagnostics import Unreadable, for_shell
from referee.operations.opening import names_file, open_table
from referee.registry import open_game, sound_games

F = TypeVar("F", bound=Callable[..., Any])
ASKED: Final = "referee.asked"
"""Where click's context keeps the set-up fields that are options of this command line."""


class SetupOptions(Struct, frozen=True):
    """The seat options as typed; each of ``fields`` had an option of its own."""

    players: str | None
    player: tuple[str, ...]
    switches: tuple[str, ...]
    given: tuple[str, ...]
    fields: Mapping[str, str]
    table: str | None
    timer: bool

    @property
    def tells_who_plays(self) -> bool:
        """Whether there are names, here or in a file."""
        return bool(self.players or self.player or self.table is not None)

    def setup(self, game: Game, book: Rulebook, nobody: Iterable[str] = ()) -> Setup:
        """Make the setup of a table. Raises RefereeError or Unreadable if it is invalid.

        ``nobody`` are the names to use if none were given: a form has blanks there.
        """
        from referee.files.documents.setup import make_setup  # a journal has its own
        from referee.files.values.scalars import confusable_key  # see above

        self.refuse_needless_timer(game)
        if self.table is not None:
            return self._setup_from_file(self.table, game)
        fields = self._fields(game)
        people = (each.name for each in game.setup if each.is_person)
        apart = {confusable_key(fields[name]) for name in people if name in fields}
        names = tuple(name for name in self.names if confusable_key(name) not in apart)
        names = names or tuple(nobody)
        if not names:
            raise RefereeError(Say("Who plays? Write the names clockwise: --players Ana,Bo,Cy,Di"))
        return make_setup(game, book, names, self.switches, fields)

    @property
    def names(self) -> tuple[str, ...]:
        """The names as they are written here, whoever of them plays."""
        from referee.files.documents.setup import split_players  # see above

        return (*(split_players(self.players) if self.players else ()), *self.player)

    @property
    def is_empty(self) -> bool:
        """Whether nothing of the table was given on the command line."""
        return not any(getattr(self, name) for name in self.__struct_fields__)

    def refuse_needless_timer(self, game: Game) -> None:
        """Raise RefereeError if a timer is asked for and the game has none."""
        if self.timer and not game.has_timer:
            said = "{game} has no sand timer. Leave out --timer."
            raise RefereeError(Say(said, game=AsIs(game.id)))

    def reject_all(self, path: str) -> None:
        """Raise RefereeError if any option contradicts the journal that is named."""
        names = (name for name in self.__struct_fields__ if name != "timer")
        if any(getattr(self, name) for name in names):
            raise _refuse_options(path)

    def _fields(self, game: Game) -> dict[str, str]:
        """Collect the values of the set-up fields; of a text in a file, the text."""
        from referee.files.documents.setup import given_pair, named_field, read_field

        values = {named_field(game, name).name: words for name, words in self.fields.items()}
        for each in self.given:
            name, words = given_pair(each)
            field = named_field(game, name)
            if field.name in values:
                raise RefereeError(Say("“{name}” is given twice.", name=field.name))
            values[field.name] = words
        for field in game.setup:
            if field.name in values and isinstance(field.shape, FileText):
                values[field.name] = read_field(field, values[field.name], game.id)
        return values

    def _setup_from_file(self, path: str, game: Game) -> Setup:
        if self.players or self.player or self.switches or self.given or self.fields:
            said = "--from already names the players. Leave out the other options."
            raise RefereeError(Say(said))
        return open_table(path, game.id)


class GameCommand(Command):
    """A command on a game, with an option for each set-up field of the game that is named.

    If none is named, it has those of every game, so that ``--help`` can show them.
    """

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Find the game that is named before anything is parsed."""
        known = dict(_takes_value([*self.params, *OPTIONS]))
        word, beside = _find_game_word(args, known)
        if word is None and beside:  # it may be the value of an option that some game has
            all_known = {**known, **dict(_takes_value(map(_option, fields_of_all().values())))}
            word, beside = _find_game_word(args, all_known)
            word = word or next(iter(beside), None)
        ctx.meta[NAMED] = word
        is_completing = ctx.resilient_parsing and word is not None
        options = [_name_of(each) for each in args if each.startswith("-")]
        if is_completing or not known.keys() >= {*options}:
            ctx.meta[ASKED] = _fields_of(word)
        try:
            return super().parse_args(ctx, list(args))
        except click.NoSuchOption as problem:
            name = problem.option_name.lstrip("-")
            if word is not None and name in fields_of_all():
                raise _refuse_option(word, name) from None
            raise

    def get_params(self, ctx: click.Context) -> list[click.Parameter]:
        """List the options, those of the game behind ``--with``."""
        known = super().get_params(ctx)
        behind = 1 + next((at for at, each in enumerate(known) if each.name == "given"), -1)
        asked: Mapping[str, SetupField] = ctx.meta.get(ASKED, {})
        return [*known[:behind], *map(_option, asked.values()), *known[behind:]]


def fields_of_all() -> dict[str, SetupField]:
    """Return the set-up fields of every game, with its id in each question."""
    return {
        field.name: replace(field, ask=Say("{game}: {ask}", game=AsIs(game.id), ask=field.ask))
        for game, _ in sound_games()[0]
        for field in game.setup
    }


def _fields_of(word: str | None) -> Mapping[str, SetupField]:
    """Return the set-up fields of the game, or of all games if none is named."""
    if word is None or names_file(word):
        return fields_of_all()
    try:
        return {field.name: field for field in open_game(word)[0].setup}
    except RefereeError:  # the command itself reports it
        return {}


def _takes_value(params: Iterable[click.Parameter]) -> Iterator[tuple[str, bool]]:
    for each in params:
        if isinstance(each, click.Option):
            yield from ((opt, not each.is_flag) for opt in (*each.opts, *each.secondary_opts))


def _find_game_word(args: Iterable[str], takes: Mapping[str, bool]) -> tuple[str | None, list[str]]:
    """Find the word that names the game, and the words behind unknown options."""
    sure: list[str] = []
    behind_unknown: list[str] = []
    found, rest = sure, iter(args)
    for word in rest:
        option = _name_of(word)
        if not word.startswith("-") or word == "-":
            found.append(word)
        elif takes.get(option) and option == word:
            next(rest, None)
        is_unknown = word.startswith("--") and word not in takes and option == word
        found = behind_unknown if is_unknown else sure
    return next(iter(sure), None), behind_unknown


def _name_of(word: str) -> str:
    return word.partition("=")[0]


def _refuse_option(word: str, name: str) -> RefereeError:
    if names_file(word):
        return _refuse_options(word)
    said = "{game} has no {name}. Leave out --{name}."
    return RefereeError(Say(said, game=AsIs(open_game(word)[0].id), name=AsIs(name)))


def _refuse_options(path: str) -> RefereeError:
    said = "{path} already names the players. Leave out the options."
    return RefereeError(Say(said, path=for_shell(path)))


def _option(field: SetupField) -> click.Option:
    """Make the option of a set-up field; its value stays as it is typed."""
    names = dict.fromkeys((f"--{field.name}", f"--{field.name.replace('_', '-')}"))
    read = YAML if isinstance(field.shape, FileText) else None
    ask = str(field.ask)
    return click.Option([*names, _param(field)], help=ask, metavar=_metavar(field), type=read)


def _param(field: SetupField) -> str:
    return f"field_{field.name.replace('-', '_')}"


def _metavar(field: SetupField) -> str:
    match field.shape:
        case PlayerName():
            return "NAME"
        case FileText():
            return "FILE"
        case Integer():
            return "NUMBER"
        case Boolean():
            return "yes|no"
        case Choice(words):
            return "|".join(words)
    return "VALUE"


def _typed_fields(
    options: dict[str, Any], asked: Iterable[SetupField]
) -> Iterator[tuple[str, str]]:
    for field in asked:
        words = options.pop(_param(field), None)
        if words is not None:
            yield field.name, words


def seat_options(command: F) -> F:
    """Offer the options about who plays; the command gets them as ``seats``."""

    @wraps(command)  # carries along the options that the command has already
    def with_seats(**options: Any) -> object:
        asked: Mapping[str, SetupField] = click.get_current_context().meta.get(ASKED, {})
        options["fields"] = dict(_typed_fields(options, asked.values()))
        typed = {name: options.pop(name) for name in SetupOptions.__struct_fields__}
        return command(seats=SetupOptions(**typed), **options)

    wrapped: Any = with_seats
    for option in (
        click.option("--timer", is_flag=True, help="Let the referee run the sand timer."),
        click.option(
            "--from",
            "table",
            metavar="FILE",
            type=YAML,
            help=("Read players and house rules from a YAML file."),
        ),
        click.option(
            "--with",
            "given",
            multiple=True,
            metavar="NAME=VALUE",
            shell_complete=partial(completed, "fields"),
            help=(
                "Set a value that only this game needs; --NAME VALUE is short for "
                "--with NAME=VALUE."
            ),
        ),
        click.option(
            "--set",
            "switches",
            multiple=True,
            metavar="NAME=VALUE",
            shell_complete=partial(completed, "switches"),
            help="Set a house rule or number.",
        ),
        click.option(
            "--player",
            metavar="NAME",
            multiple=True,
            help="Add one player; for names with a comma.",
        ),
        click.option(
            "--players", metavar="NAMES", help="The players clockwise, with commas between."
        ),
    ):
        wrapped = option(wrapped)
    return cast("F", wrapped)


_SETTINGS_FILE: Final = "settings.yaml"
_KEEP: Final = Say(
    "Keep these numbers for your next game?  1 {yes}  2 {no}  Enter: {no}", yes="yes", no="no"
)


class SavedNumbers(Struct, frozen=True):
    """The ``numbers`` kept from earlier games, of those that this table is ``asked`` for.

    ``path`` is the settings file, or None if nothing can be kept.
    """

    asked: tuple[str, ...] = ()
    numbers: Mapping[str, Numbers] = {}
    path: str | None = None


def kept_for(book: Rulebook, setup: Setup) -> SavedNumbers:
    """Look up the numbers that this table would be asked for; an unreadable file is reported."""
    asked = tuple(name for _, name, _ in book.table_numbers() if name not in setup.numbers)
    path = os.path.join(click.get_app_dir("referee"), _SETTINGS_FILE)  # noqa: PTH118 - see above
    if not asked or not os.path.isabs(path):  # noqa: PTH117 - without a home it leads nowhere
        return SavedNumbers(asked)
    from referee.files.settings import load_numbers  # few games ask for numbers

    try:
        numbers = load_numbers(path, book, setup.options)
    except Unreadable as unreadable:
        talk(Say("The settings were not read: {why}", why=_first_problem(unreadable, path)))
        return SavedNumbers(asked)
    return SavedNumbers(asked, {name: numbers[name] for name in asked if name in numbers}, path)


def offer_to_keep(
    book: Rulebook, setup: Setup, kept: SavedNumbers, hear: Callable[[str], str | None]
) -> None:
    """Ask once whether the numbers that were typed are kept for the next game, and keep them."""
    given = {name: setup.numbers[name] for name in kept.asked}
    numbers = {name: each for name, each in given.items() if each != kept.numbers.get(name)}
    if not numbers or kept.path is None:
        return
    from referee.core.answers.choices import YesNo  # see above

    try:
        if not YesNo().parse(hear(str(_KEEP)) or "no"):
            return
    except BadAnswer:
        return
    from referee.files.settings import save_numbers  # see above

    try:
        save_numbers(kept.path, book, setup.options, numbers)
    except Unreadable as unreadable:
        talk(Say("They were not saved: {why}", why=_first_problem(unreadable, kept.path)))
    except OSError as error:
        why = error.strerror or str(error)
        talk(Say("They were not saved in {path}: {why}.", path=for_shell(kept.path), why=why))
    else:
        talk(Say("They are saved in {path}.", path=for_shell(kept.path)))


def _first_problem(unreadable: Unreadable, path: str) -> Say:
    first, where = unreadable.diagnostics[0], for_shell(path)
    place = Say("{path}, line {n}", path=where, n=first.line) if first.line else where
    return Say("{place}: {said}", place=place, said=first.message)
