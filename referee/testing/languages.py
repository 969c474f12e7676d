"""The languages that a package brings: their messages, their words, and a game in each."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from gettext import GNUTranslations
from pathlib import Path
from struct import error as struct_error
from typing import Any, Final, NoReturn

import yaml
from msgspec import Struct

from referee.core.answers.choices import OneOf
from referee.core.answers.text_input import nearest
from referee.core.play.loop import GameLoop
from referee.core.play.reading.commands import bare_commands
from referee.core.play.record import Entry
from referee.core.play.stage import Step
from referee.core.say import speak
from referee.core.words.forms import spellings
from referee.core.words.language import BETWEEN, LISTED, WORD, Language, fits
from referee.files.languages import SHELL, open_domain
from referee.registry import open_game
from referee.testing.faults import fault, kind_and_text, nothing
from referee.testing.play import AnySession, begin, played_out, random_player, sampled, step_of
from referee.testing.room import Given, Room, checks, written

CHECKS, check = checks()

_FACT: Final = re.compile(r"\{\w*\}")
_LETTERS: Final = re.compile(r"[A-Za-z]{2}")
_TYPED: Final = re.compile(r"[A-Za-z][A-Za-z'-]+")
_FEW: Final = 8
"""How many of the answers on offer are looked through for words."""
_CONTEXT: Final = "\x04"
BOOK_KEYS: Final = ("title", "sections", "rules")
RULE_KEYS: Final = ("title", "of", "text", "clauses", "source", "synonyms", "repairs", "asks")
CLAUSE_KEYS: Final = ("text", "source", "against")
_DIAGNOSED: Final = "Correct the key, or take it out."


class Brought(Struct, frozen=True):
    """A language of a package: its tag, and its catalogue and texts, where it has them."""

    tag: str
    catalogue: Path | None
    texts: Path | None

    @property
    def messages(self) -> dict[str | tuple[str, int], str]:
        """All that the catalogue translates; raises OSError and ValueError if it is damaged."""
        if self.catalogue is None:
            return {}
        with self.catalogue.open("rb") as file:
            known: dict[str | tuple[str, int], str] = vars(GNUTranslations(file))["_catalog"]
        return {k: text for k, text in known.items() if k != "" and (text or isinstance(k, tuple))}

    @property
    def words(self) -> dict[str, list[str]]:
        """The words that can be typed, by their English, each with its forms."""
        begin = f"{WORD}{_CONTEXT}"
        return {
            key.removeprefix(begin): text.split(BETWEEN)
            for key, text in self.messages.items()
            if isinstance(key, str) and key.startswith(begin) and key != f"{begin}{LISTED}"
        }


def languages_of(room: Room) -> list[Brought]:
    """List the languages that the package of a game brings."""
    top = room.places.folder
    found = top.glob(f"locale/*/LC_MESSAGES/{room.game.id}.mo")
    catalogues = {path.parts[-3]: path for path in found}
    texts = {path.stem: path for path in top.glob("texts/*.yaml")}
    tags = sorted({*catalogues, *texts})
    return [Brought(tag, catalogues.get(tag), texts.get(tag)) for tag in tags]


def per_language(room: Room) -> Given:
    """Run a check with each language of the package."""
    known = languages_of(room)
    if not known:
        nothing("The package brings no language: nothing of it is translated.")
    return ((each.tag, (each,)) for each in known)


def place_of(room: Room, brought: Brought, message: str) -> str:
    """Name the catalogue, in its source if it is there, and the line of a message."""
    path = brought.catalogue or brought.texts or room.places.folder
    sources = (path.with_suffix(".po"), room.places.folder / f"locale/{brought.tag}.po")
    source = next((each for each in sources if each.is_file()), None)
    if source is None:
        return room.places.at(path)
    quoted = message.replace("\\", "\\\\").replace('"', '\\"')
    for number, line in enumerate(source.read_text(encoding="utf-8").splitlines(), start=1):
        if line == f'msgid "{quoted}"':
            return room.places.at(source, number)
    return room.places.at(source)


@check(per_language)
def a_translated_message_has_the_fields_of_the_english(room: Room, brought: Brought) -> None:
    try:
        messages = brought.messages
    except (OSError, ValueError, struct_error) as damaged:
        where = place_of(room, brought, "")
        fault(f"The catalogue cannot be read: {damaged}", where, "Compile it again.")
    for key, text in messages.items():
        message = key[0] if isinstance(key, tuple) else key
        if _CONTEXT in message:
            continue
        if not text:
            said = f"“{message}”: {brought.tag} has not every form that its rule counts."
            fault(said, place_of(room, brought, message), "Translate each form.")
        wanted, found = ({*_FACT.findall(each)} for each in (message, text))
        counted = {"{n}"} if isinstance(key, tuple) else set[str]()
        if not wanted <= found <= wanted | counted:
            listed = (" ".join(sorted(each)) or "none" for each in (found, wanted))
            said = "“{}”: {} has {}, English {}.".format(message, brought.tag, *listed)
            do = "Give the translation the fields of the English, and compile it again."
            fault(said, place_of(room, brought, message), do)
        if not fits(text, message):
            said = f"“{message}”: {brought.tag} has a brace that belongs to no field."
            fault(said, place_of(room, brought, message), "Write {{ or }} for a brace to be read.")


@check(per_language, needs=("play",))
def no_two_words_of_a_step_are_confused(room: Room, brought: Brought) -> None:
    seats = room.game.players[0]
    for session in random_player(room, room.setup(seats, 1), 1):
        for one, other, form in confused(session, brought.words):
            step = step_of(session).id
            said = f"In {brought.tag} “{form}” is both {one} and {other} at {step}."
            where = place_of(room, brought, one)
            fault(said, where, "Give each word forms of its own, and compile it again.")


def confused(
    session: AnySession, words: Mapping[str, Sequence[str]]
) -> Iterator[tuple[str, str, str]]:
    """Yield two words that can be typed at a step, and a form that both have in a language."""
    meant: dict[str, str] = {}
    step = session.step
    here = (*words_at(step), *bare_commands(session.game)) if step is not None else ()
    for word in dict.fromkeys(here):
        for form in words.get(word, ()):
            for key in spellings(form):
                other = meant.setdefault(key, word)
                if other != word:
                    yield other, word, form


def words_at(step: Step) -> Iterator[str]:
    """Yield the words that can be typed at a step, in English."""
    for each in (step, *step.alternatives):
        if each is not step:
            yield each.keyword
        answers = each.answers
        if isinstance(answers, OneOf):
            yield from (word for word in answers.words if _TYPED.fullmatch(word))
            terms = map(str, (answers.terms or {}).values())
            yield from (word for word in terms if _TYPED.fullmatch(word))
        for words in (*answers.numbered, *sampled(each, _FEW)):
            bare = re.sub(r"@\S+", " ", words)
            yield from (
                word for word in _TYPED.findall(bare) if word not in step.ask.facts.values()
            )


@check(per_language)
def texts_are_of_rules_that_there_are(room: Room, brought: Brought) -> None:
    if brought.texts is None:
        nothing(f"There are no texts of the rules in {brought.tag}.")
    try:
        root = yaml.compose(brought.texts.read_text(encoding="utf-8"), yaml.SafeLoader)
    except (yaml.YAMLError, ValueError) as wrong:
        mark = getattr(wrong, "problem_mark", None)
        where = room.places.at(brought.texts, mark.line + 1 if mark else 0)
        fault(kind_and_text(wrong), where, "Correct the YAML.")
    for key, each in _pairs(room, brought.texts, root, BOOK_KEYS):
        if key.value != "rules":
            continue
        rules = tuple(room.book.rules)
        for rule, part in _pairs(room, brought.texts, each, rules, "There is no rule “{}”."):
            for name, told in _pairs(room, brought.texts, part, RULE_KEYS):
                if name.value == "clauses":
                    _check_clauses(room, brought.texts, rule.value, told)


def _check_clauses(room: Room, path: Path, rule_id: str, told: Any) -> None:
    clauses = told.value if isinstance(told, yaml.SequenceNode) else []
    known = len(room.book.rules[rule_id].clauses)
    if len(clauses) != known:
        said = f"{rule_id} has {len(clauses)} clauses here, and {known} in the rulebook."
        where = room.places.at(path, told.start_mark.line + 1)
        fault(said, where, "Translate the clauses one by one.")
    for clause in clauses:
        _ = [*_pairs(room, path, clause, CLAUSE_KEYS)]


def _pairs(
    room: Room,
    path: Path,
    node: Any,
    known: tuple[str, ...],
    said: str = "“{}” is not a known key here.",
) -> Iterator[tuple[Any, Any]]:
    """Yield the keys and values of a map, each of which has to be known."""
    if not isinstance(node, yaml.MappingNode):
        line = node.start_mark.line + 1 if node is not None else 1
        fault("Here keys and texts are needed.", room.places.at(path, line), _DIAGNOSED)
    for key, value in node.value:
        if key.value not in known:
            near = nearest(key.value, known)
            meant = f"Did you mean {near}?" if near else _DIAGNOSED
            where = room.places.at(path, key.start_mark.line + 1)
            fault(said.format(key.value), where, meant)
        yield key, value


class _Listening(Language):
    """A language that notes which messages it could not word."""

    def __init__(self, tag: str) -> None:
        super().__init__(tag)
        self.missed: dict[str, None] = {}

    def text(self, message: str) -> str:
        """Word a message, or note that it is missing."""
        found = super().text(message)
        if found == message and _LETTERS.search(_FACT.sub("", message)):
            self.missed.setdefault(message)
        return found


@contextmanager
def _speaking(tag: str) -> Iterator[_Listening]:
    language = _Listening(tag)
    speak(language)
    try:
        open_domain("referee", SHELL)
        yield language
    finally:
        speak(None)


@check(per_language, needs=("play",))
def a_game_is_played_in_each_language(room: Room, brought: Brought) -> None:
    """Type a random game in the words of the language, and have everything said in it."""
    seats = room.game.players[0]
    model = played_out(room, room.setup(seats, 1), 1)
    with _speaking(brought.tag) as language:
        game, book = open_game(room.game.id)
        session = begin(Room(game, book, room.tests), model.setup)
        loop = GameLoop(session)
        for entry in map(model.entry, model.active):
            step, typed = session.step, language.words(entry.words)
            written(step)
            answer = loop.feed(loop.read(typed))
            written(answer.sentences)
            kept = session.record[-1] if session.record else None
            if not answer.is_taken or not isinstance(kept, Entry) or kept.event != entry.event:
                _fault_of_words(room, brought, entry, typed, str(answer.say))
        for view in game.paper.views.values():
            written(view.show(session.book, session.state))
        written(game.sheet(session.book, session.setup, session.log()))
        missed = [each for each in language.missed if each in _source(room)]
    if missed:
        said = f"“{missed[0]}”" + (f" and {len(missed) - 1} more" if len(missed) > 1 else "")
        nothing(f"Not translated in {brought.tag}: {said}.")


def _fault_of_words(
    room: Room, brought: Brought, entry: Entry, typed: str, answer: str
) -> NoReturn:
    said = f"“{typed}”, which is “{entry.words}” in {brought.tag}, is read as something else at "
    where = place_of(room, brought, entry.words)
    fault(f"{said}{entry.step}: {answer}", where, "Give each word forms of its own.")


def _source(room: Room) -> str:
    """Return the code of the package, in which its messages are."""
    known: str | None = room.known.get("source")
    if known is None:
        files = sorted(room.places.folder.rglob("*.py"))
        known = room.known["source"] = "\n".join(p.read_text(encoding="utf-8") for p in files)
    return known
