"""Ask the first questions of an evening: which game, who plays, what only the table knows."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import islice
from os.path import exists
from pathlib import Path
from typing import Final, TypeAlias, TypeVar

from msgspec.structs import replace

from referee.cli.output import result, style, talk, tell_problem
from referee.core.answers.choices import NOTHING, plain_yes_no
from referee.core.answers.text_input import (
    halfwidth,
    in_english,
    match_choice,
    match_key,
    parse_count,
)
from referee.core.fields import Text
from referee.core.game import Game
from referee.core.paper.wording import escaped
from referee.core.play.reading import commands
from referee.core.play.reading.commands import Command
from referee.core.play.reading.names import names_in, with_commas, words_or_signs
from referee.core.play.reading.typed import Typed
from referee.core.play.session import people_of
from referee.core.rulebook import Numbers, Rulebook, TableNumber
from referee.core.say import (
    BadAnswer,
    Fact,
    RefereeError,
    Say,
    as_typed,
    join,
    plural,
    spoken,
    word_of,
)
from referee.core.table import Player, Setup, SetupField
from referee.files.diagnostics import Unreadable
from referee.files.documents.setup import read_field
from referee.files.journal.journal import Journal
from referee.files.values.fields import wanted
from referee.files.values.scalars import WrongType, confusable_key, name_of
from referee.operations.opening import now
from referee.registry import open_game, sound_games
from referee.render.formats import Format

MOST_UNFINISHED: Final = 9
_MOST_LOOKED_AT: Final = 40
"""How many journals of a folder are opened to see whether they are unfinished."""
_THREE_WORDS: Final = r"\S\s+\S+\s+\S"
"""Three words: no name that is typed with a question mark is so long."""
_AROUND_NAME: Final = r"(?i)^(?:it.s|it is|(?:the|our) \w+ is)\s+|\s+is (?:the|our) \w+[.!]?$"
"""What is said around the name of a person."""
_AROUND_NAMES: Final = r"(?i)^(?:players:|we are\s)\s*(?=\S)|\s+(?:are|is) (?:playing|here)[.!]?$"
"""What is said around the names of all, in English; other languages have it in their catalogues."""
WHICH: Final = Say("Which one?")

T = TypeVar("T")
Prompter: TypeAlias = Callable[[str], str | None]
"""Asks a question and returns the answer; None at the end of the input."""
HELP_NAMES: Final = Say(
    "Type the names in one line, clockwise: Ana, Bo and Cy. Without commas each word is a name. "
    "Ctrl-C leaves; nothing is begun yet."
)
HELP_CHOICE: Final = Say(
    "Type a number of the list, or the word or its beginning. Ctrl-C leaves; nothing is begun yet."
)
HELP_FILE: Final = Say("Type the path of the file, or Enter for none.")
HELP_TEXT: Final = Say("Type what is asked for. Ctrl-C leaves; nothing is begun yet.")


def helping(hear: Prompter, help_: Say) -> Prompter:
    """Explain a question if somebody types ``?``, and ask it again."""

    def heard(question: str) -> str | None:
        words = hear(question)
        while words is not None and halfwidth(words) == "?":
            words = hear(f"{help_}\n{question}")
        return words

    return heard


def _ask_until(
    hear: Prompter, help_: Say, question: str, missing: Say, read: Callable[[str], T | None]
) -> T:
    """Ask until ``read`` returns a value; print a RefereeError that it raises.

    Raises RefereeError at the end of the input, naming what is ``missing``.
    """
    hear = helping(hear, help_)
    while (words := hear(question)) is not None:
        try:
            found = read(words)
        except RefereeError as problem:
            talk(problem.say)
            continue
        if found is not None:
            return found
    raise RefereeError(Say("No game was started. Missing: {ask}", ask=missing))


def answering(hear: Prompter, game: Game | None = None) -> Prompter:
    """Look up what somebody asks the referee before a game begins, and ask again.

    A sentence that was no answer is looked up, too. Without a game, all games are searched.
    """
    last = typed = ""

    def heard(question: str) -> str | None:
        nonlocal last, typed
        if commands.says_much(typed) and question == last:
            _look_up(typed, game)
        while (words := hear(question)) is not None:
            command = _lookup_in(words, game)
            if command is None:
                break
            if command.name == commands.QUIT:
                return None
            if command.name == commands.UNDO:
                raise TakenBack
            _look_up(command, game)
        last, typed = question, words or ""
        return words

    return heard


def _lookup_in(words: str, game: Game | None) -> Command | None:
    """Return the command of a line that looks something up, takes back or leaves.

    None for an answer, such as names with commas or a file.
    """
    first, *rest = words.split(maxsplit=1) or [""]
    key = match_key(in_english(first)).removeprefix("/")
    if exists(words.strip()):  # noqa: PTH110 - a path stumbles over a long sentence
        return None
    if not rest and key in {commands.QUIT, commands.EXIT}:
        return Command(commands.QUIT, "")
    if not rest and key == commands.UNDO and game is not None:
        return Command(commands.UNDO, "")
    if rest and key in commands.LOOKED_UP and not first.endswith((",", "，", "、")):
        return Command(key, rest[0])
    names = names_in(words) if "," in with_commas(halfwidth(words)) else ()
    is_list = (
        names
        and len(names) in (game.players if game else ())
        and not any(re.search(_THREE_WORDS, name) for name in names)
    )
    is_question = commands.is_question(words.strip()) and not is_list
    return Command(commands.ASK, words.strip()) if is_question else None


def _look_up(asked: Command | str, game: Game | None) -> None:
    from referee.cli.play import looking_up  # few ask so early

    look = style()
    if isinstance(asked, str):
        lines = looking_up.near(asked, *open_game(game.id), look) if game else []
    elif game is None:
        lines = looking_up.looked_up_anywhere(asked.rest, look)
    else:
        lines = looking_up.looked_up(asked, *open_game(game.id), look)
    for line in lines:
        result(line, Format.PLAIN)


class TakenBack(Exception):  # noqa: N818 - nothing is wrong
    """Somebody took back what was answered before a game was begun."""


def choose(hear: Prompter) -> str:
    """Ask which game is played; return its id, or the path of a journal to continue."""
    unfinished = tuple(islice(_unfinished(Path()), MOST_UNFINISHED))
    games = [game for game, _ in sound_games()[0]]
    lines = [str(Say("Unfinished:"))] if unfinished else []
    letters = "abcdefghi"
    for letter, (_, said) in zip(letters, unfinished, strict=False):
        lines.append(f"  {letter}  {escaped(str(said))}")
    lines.append(str(Say("Games:")))
    lines += [f"  {n}  {_title_line(game)}" for n, game in enumerate(games, start=1)]
    asked = Say("{ask}  Enter: {letter}", ask=WHICH, letter=letters[0]) if unfinished else WHICH
    for line in lines:
        talk(line)

    def read(words: str) -> str | None:
        word = match_key(words)
        place = letters.find(word or letters[0]) if len(word) <= 1 else -1
        if 0 <= place < len(unfinished):
            return unfinished[place][0]
        number = parse_count(words)
        if number is not None and 1 <= number <= len(games):
            return games[number - 1].id
        return open_game(words)[0].id if word else None

    return _ask_until(hear, HELP_CHOICE, str(asked), WHICH, read)


def _title_line(game: Game) -> Say:
    people = tuple(word_of(field.name).capitalize() for field in game.setup if field.is_person)
    least, most = game.players[0], game.players[-1]
    said = "{title} ({least}-{most} and the {people})" if people else "{title} ({least}-{most})"
    return Say(said, title=game.title, least=least, most=most, people=people)


def _newest(folder: Path) -> list[Path]:
    found: list[tuple[float, Path]] = []
    for path in folder.glob("*.jsonl"):
        try:
            found.append((path.stat().st_mtime, path))
        except OSError:  # gone meanwhile
            continue
    return [path for _, path in sorted(found, reverse=True)][:_MOST_LOOKED_AT]


def _readable_journals(folder: Path) -> Iterator[tuple[Path, Journal]]:
    for path in _newest(folder):
        try:
            yield path, Journal.open(path, open_game, now, write=False)
        except (RefereeError, OSError):
            continue


def _unfinished(folder: Path) -> Iterator[tuple[str, Say]]:
    """List the unfinished games of a folder, newest first: the path and the line of a list."""
    for path, journal in _readable_journals(folder):
        session = journal.session
        step = session.step
        if step is None:
            continue
        where = str(step.heading).partition(":")[0]
        said = Say(
            "{title}, {where}: {players} ({when})",
            title=session.game.title,
            where=where[:1].lower() + where[1:],
            players=join(session.setup.seating, ", "),
            when=_when([journal.head.at, *journal.times][-1]),
        )
        yield str(path), said


def _when(at: str) -> str:
    day, time = at[:10], at[11:16]
    return str(Say("today {time}", time=time)) if day == now()[:10] else f"{day} {time}"


def ask_players(hear: Prompter, game: Game, apart: Iterable[str] = ()) -> tuple[str, ...]:
    """Ask for the names clockwise; Enter takes those of the newest journal here.

    People who are known to be ``apart`` may be among the names, and do not count.
    """
    keys, asked = {confusable_key(each) for each in apart}, game.who_plays
    before: tuple[str, ...] = ()
    for _, journal in _readable_journals(Path()):
        seating = journal.session.setup.seating
        before = tuple(seating) if len(seating) in game.players else ()
        open_game(game.id)  # whose words are those of the table, not another evening's
        break
    ask = Say("{ask}  Enter: {names}", ask=asked, names=join(before, ", ")) if before else asked

    def read(words: str) -> tuple[str, ...] | None:
        if not words.strip():
            return before or None
        names = names_in(_names_alone(words))
        playing = sum(confusable_key(name) not in keys for name in names)
        if playing in game.players:
            return names
        facts = {"n": playing, "least": game.players[0], "most": game.players[-1]}
        raise BadAnswer(Say("Write {least} to {most} names, not {n}.", **facts))

    return _ask_until(hear, HELP_NAMES, str(ask), asked, read)


def taken_out(names: Iterable[str], setup: Setup) -> tuple[Player, ...]:
    """Return those of the typed names who have a role."""
    written = {confusable_key(name) for name in names}
    return tuple(each for each in setup.roles.values() if confusable_key(each) in written)


def ask_variants(hear: Prompter, game: Game, book: Rulebook, setup: Setup) -> Setup:
    """Ask for the options and files that a game needs before its first turn."""
    fields = {field.name: field for field in game.setup}
    for name, ask in game.asks:
        if name in book.options and name not in setup.options:
            option = book.options[name]
            word = _ask_option(hear, ask, option.values, option.default)
            setup = replace(setup, options={**setup.options, name: (word,)})
        elif name in fields and name not in setup.texts:
            text = _ask_file(hear, ask, fields[name], game.id)
            if text:
                setup = replace(setup, texts={**setup.texts, name: text})
    return setup


def _ask_option(hear: Prompter, ask: Say, words: Sequence[str], default: str) -> str:
    numbered = "  ".join(f"{n} {as_typed(word)}" for n, word in enumerate(words, start=1))
    said = Say("{ask}  {numbered}  Enter: {word}", ask=ask, numbered=numbered, word=default)
    typed = Typed()

    def read(line: str) -> str:
        if not line.strip():
            return default
        try:
            word = typed.read(line, ())
            if "yes" in words or NOTHING in words:
                word = plain_yes_no(word)
            if NOTHING in words and word == "no":
                return NOTHING
            with suppress(BadAnswer):
                return match_choice(word.strip().replace(" ", "-"), words, words)
            return match_choice(word, words, words)
        except BadAnswer as bad:
            raise BadAnswer(typed.quoted(bad.say)) from bad

    return _ask_until(hear, HELP_CHOICE, str(said), ask, read)


def _ask_file(hear: Prompter, ask: Say, field: SetupField, game: str) -> str:
    def read(typed: str) -> str:
        path = typed.strip()
        is_none = not path or halfwidth(in_english(path)).casefold() in {"none", "-"}
        return "" if is_none else read_field(field, path, game)

    return _ask_until(hear, HELP_FILE, str(Say("{ask}  Enter: none", ask=ask)), ask, read)


def ask_fields(game: Game, setup: Setup, hear: Prompter) -> Setup:
    """Ask for the people and texts that the setup lacks. Raises RefereeError for no answer."""
    for field in game.setup:
        if not field.required or field.name in {**setup.roles, **setup.texts}:
            continue
        if field.is_person:
            person = _ask_person(hear, field.ask, setup, game.players)
            key = confusable_key(person)
            setup = replace(
                setup,
                roles={**setup.roles, field.name: person},
                seating=tuple(each for each in setup.seating if confusable_key(each) != key),
            )
        else:
            text = _ask_text(hear, field, game.id)
            setup = replace(setup, texts={**setup.texts, field.name: text})
    return setup


def ask_numbers(book: Rulebook, setup: Setup, hear: Prompter, kept: Mapping[str, Numbers]) -> Setup:
    """Ask for the numbers that the setup lacks. Raises RefereeError for no answer.

    An empty line takes numbers that were ``kept`` from an earlier game.
    """
    for _, name, asked in book.table_numbers():
        if name not in setup.numbers:
            question = _numbers_question(asked, book, setup)
            numbers = _ask_numbers(hear, question, asked, kept.get(name, ()))
            setup = replace(setup, numbers={**setup.numbers, name: numbers})
    return setup


def _ask_text(hear: Prompter, field: SetupField, game: str) -> str:
    """Ask for a set-up field that is not a person; for a text in a file, ask for the path."""
    ask = field.ask
    if not isinstance(field.shape, Text):
        ask = Say("{ask} ({wanted})", ask=field.ask, wanted=wanted(field.shape))

    def read(words: str) -> str | None:
        try:
            return read_field(field, words.strip(), game) if words.strip() else None
        except Unreadable as unreadable:
            tell_problem(unreadable, as_json=False)
            return None

    return _ask_until(hear, HELP_TEXT, str(ask), ask, read)


def _ask_person(hear: Prompter, ask: Say, setup: Setup, players: range) -> Player:
    """Ask who has a role; a player may take it if enough others play."""
    may_leave = len(setup.seating) - 1 in players
    playing = {confusable_key(name): name for name in setup.seating}
    seated = set(map(confusable_key, people_of(setup)))

    def read(words: str) -> Player | None:
        words = words.strip()
        if not words:
            return None
        try:
            name = name_of(_bare_name(words, ask))
        except WrongType as unfit:
            raise BadAnswer(unfit.message) from unfit
        if words.startswith(("?", "/")):
            raise BadAnswer(Say("Type a name."))
        key = confusable_key(name)
        if key in seated and not (may_leave and key in playing):
            raise BadAnswer(Say("{name} is already a player.", name=name))
        return playing.get(key, Player(name))

    return _ask_until(hear, HELP_TEXT, str(ask), ask, read)


def _bare_name(words: str, ask: Say) -> str:
    """Drop the words around a name, such as *it is Ana*, or those of the question."""
    asked, language = words_or_signs(str(ask)), spoken()
    for joint in (*language.noise("particles"), "が") if language else ():
        first, _, last = words.strip(" 。").partition(joint)
        if len(joint) > 1 or not first:
            continue
        if len(last) > 1 and words_or_signs(last) <= asked:
            return first
        if len(first) > 1 and last and words_or_signs(first) <= asked:
            return last.rstrip("".join(each for each in asked if len(each) == 1)) or last
    return re.sub(_AROUND_NAME, "", words) or words


def _names_alone(words: str) -> str:
    """Drop the words around everybody's names; ``#`` in a form of them is a number."""
    language, said = spoken(), re.sub(_AROUND_NAMES, "", words.strip())
    for form in language.noise("names") if language else ():
        around = re.escape(form).replace("\\#", "[0-9一二三四五六七八九十]")
        found = re.fullmatch(around.replace("…", "(.+)"), said, re.IGNORECASE)
        said = found[1].strip() if found else said
    return said


def _numbers_question(asked: TableNumber, book: Rulebook, setup: Setup) -> Say:
    """Ask for numbers: which, how many, and for which setting of an option."""
    facts: dict[str, Fact] = {"question": asked.question}
    if asked.by:
        facts |= {"by": asked.by, "setting": book.option(setup.options, asked.by)}
    if asked.count is None:
        said = "Type {question}.  ({by}: {setting})" if asked.by else "Type {question}."
        return Say(said, **facts)
    one, many = "Type {question}.  ({n} number)", "Type {question}.  ({n} numbers)"
    if asked.by:
        one = "Type {question}.  ({n} number; {by}: {setting})"
        many = "Type {question}.  ({n} numbers; {by}: {setting})"
    return plural(asked.count, one, many, **facts)


def _ask_numbers(hear: Prompter, question: Say, asked: TableNumber, kept: Numbers) -> Numbers:
    """Ask until the numbers are valid; an empty line takes those that were kept."""
    enter = Say("Enter: {numbers} (from an earlier game)", numbers=", ".join(map(str, kept)))

    def read(words: str) -> Numbers:
        return kept if kept and not words.strip() else asked.read(words)

    shown = f"{question}\n{enter}" if kept else str(question)
    return _ask_until(hear, HELP_TEXT, shown, Say("{question}", question=asked.question), read)
