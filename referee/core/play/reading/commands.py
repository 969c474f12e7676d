"""The commands, which are no answers: their words, and how they are recognised in a line."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache, partial
from typing import Final, NamedTuple

from referee.core.answers.text_input import halfwidth, match_key, parse_count, prefix_matches, reads
from referee.core.game import Game
from referee.core.play.marks.depth import CHOOSE_DEPTH
from referee.core.play.reading.answer import is_on_offer, read_at
from referee.core.play.stage import Step
from referee.core.say import BadAnswer, Say, join_or, spoken

HELP, QUIT, UNDO, REDO, NOTE = "help", "quit", "undo", "redo", "note"
FIX, INSERT, DROP = "fix", "insert", "drop"
RENAME, SUBSTITUTE, SEATS, TEACH = "rename", "substitute", "seats", "teach"
OVERRULE, PLACE, FORCED, BELL, TIMER = "overrule", "place", "forced", "bell", "timer"
PAUSE, RESUME, JOURNAL, WHY, WHY_NOT = "pause", "resume", "journal", "why", "why-not"
LOG, STATE, SCORE, SHEET = "log", "state", "score", "sheet"
ASK, CASES, RULES = "ask", "cases", "rules"
EXIT: Final = "exit"
"""Another word for quit."""
BARE: Final = (
    *(HELP, UNDO, REDO, FIX, INSERT, DROP, RENAME, SUBSTITUTE, SEATS, QUIT, WHY, NOTE),
    *(LOG, STATE, SCORE, SHEET, ASK, CASES, RULES, TEACH),
    *(OVERRULE, FORCED, BELL, WHY_NOT, JOURNAL),
)
"""The commands that need no slash if a line begins with the whole word."""
SLASHED: Final = (PLACE,)
ON_TIME: Final = (PAUSE, RESUME)
_REPAIRING: Final = (UNDO, REDO, FIX, INSERT, DROP, RENAME, SUBSTITUTE, SEATS, OVERRULE)
CHANGING: Final = frozenset(
    (*_REPAIRING, NOTE, PLACE, FORCED, BELL, TEACH, TIMER, *ON_TIME, CHOOSE_DEPTH)
)
"""The commands that change the record; all others only show something."""

LOOKED_UP: Final = (ASK, CASES, RULES)
OF_PEOPLE: Final = frozenset(
    (NOTE, OVERRULE, PLACE, RENAME, SUBSTITUTE, SEATS, JOURNAL, *LOOKED_UP)
)
"""The commands that are followed by free text or names."""


_MANY_WORDS, _MANY_CHARACTERS = 4, 8


class Command(NamedTuple):
    """A command and the words after it."""

    name: str
    rest: str


@cache
def bare_commands(game: Game) -> tuple[str, ...]:
    """List the commands that need no slash.

    A person with a role has a command by the field's name, a view one of its own.
    """
    people = (field.name for field in game.setup if field.is_person)
    timer = (TIMER, *ON_TIME) if game.has_timer else ()
    by = (CHOOSE_DEPTH,) if game.course.depth else ()
    return (*BARE, *by, *people, *(name for name in game.paper.views if name not in BARE), *timer)


def command_in(line: str, game: Game, step: Step | None) -> Command | None:
    """Return the command of a line; None if the line is an answer.

    Raises BadAnswer for a slash without a command. A player or a possible answer with the name of
    a command comes before the command, unless there is a slash.
    """
    text = line.strip()
    plain = halfwidth(text)
    if plain.startswith("?"):
        return Command(HELP, plain[1:].strip())
    word, *rest = text.split(maxsplit=1) or [""]
    word, words = halfwidth(word), "".join(rest)
    is_exit = match_key(word.removeprefix("/")) == EXIT
    if is_exit and not (step and reads(partial(read_at, step), text)):  # such as the exit of a cave
        return Command(QUIT, words)
    if word.startswith("/"):
        known = dict.fromkeys((*bare_commands(game), *SLASHED, *ON_TIME))
        return Command(_slashed(match_key(word[1:]), known), words)
    key = match_key(word)
    is_whose = asks_whose_turn(text) and ("?" in plain or has_asked("who", text))
    is_asked = (is_question(text) or is_whose) and not is_on_offer(step, text)
    is_role = bool(words) and any(field.is_person and field.name == key for field in game.setup)
    if (  # a sentence can begin with the role of a person
        key in bare_commands(game)
        and not is_role
        and not (is_asked and _begins_a_question(key, words))
        and not is_on_offer(step, word)
    ):
        return Command(key, words)
    if is_asked:
        shown = match_key(plain.rstrip("?"))
        is_command = shown in bare_commands(game) and shown not in {*CHANGING, QUIT}
        return Command(shown, "") if is_command else Command(asks_how_it_stands(text) or ASK, text)
    if key == "q" and not words and not is_on_offer(step, word):
        raise BadAnswer(Say("To leave, type {quit}.", quit="quit"))
    return None


def _begins_a_question(key: str, words: str) -> bool:
    """Return whether a command's word begins a question: *why may I not pass?*, but not *why 9?*.

    The free text or the names after a command can end in a question mark.
    """
    is_place = key == WHY and parse_count(halfwidth(words).rstrip("? ")) is not None
    return bool(words) and key not in {*OF_PEOPLE, WHY_NOT} and not is_place


def is_question(line: str) -> bool:
    """Return whether a line is a question: it ends in a question mark and does not begin with one.

    A name after ``@`` can end in a question mark.

    >>> is_question("may I pass?"), is_question("?"), is_question("? all"), is_question("map @Who?")
    (True, False, False, False)
    """
    plain = halfwidth(line)
    is_asked = plain.endswith("?") and not plain.startswith("?")
    return is_asked and not plain.split()[-1].startswith("@")


_ASKED: Final = {
    "who": re.compile(r"\bwho\b", re.IGNORECASE),
    "turn": re.compile(
        r"\b(?:whose|is it) .*\bturn\b|\bwho(?:.s| is) (?:next|up)\b", re.IGNORECASE
    ),
    "score": re.compile(
        r"\b(?:(?:what(?:'s| is)|how is) the score|who(?:'s| is) (?:winning|ahead|leading))\b",
        re.IGNORECASE,
    ),
    "state": re.compile(
        r"\bhow many\b.*\b(?:left|remain\w*|(?:does|has)\b.*\b(?:have|got|hold|has))\b(?! to)"
        r"|\bwho has (?:the )?(?:most|more|fewest)\b",
        re.IGNORECASE,
    ),
    "rules": re.compile(r"\b(?:if|when|after|may|can|must)\b", re.IGNORECASE),
}
"""How questions about this game are recognised; ``rules`` are those about any game."""


def has_asked(kind: str, line: str) -> bool:
    """Return whether a line contains such a question, in English or the current language."""
    text, language = halfwidth(line), spoken()
    return _ASKED[kind].search(text) is not None or (
        language is not None and language.has_question(kind, text)
    )


def asks_whose_turn(line: str) -> bool:
    """Return whether a question asks whose turn it is.

    >>> asks_whose_turn("Is it Bo's turn?"), asks_whose_turn("May I pass my turn?")
    (True, False)
    """
    return has_asked("turn", line)


def asks_how_it_stands(line: str) -> str | None:
    """Name the command that answers a question about this game; None if it is about the rules.

    >>> asks_how_it_stands("How many lamps does Bo have?"), asks_how_it_stands("who is ahead?")
    ('state', 'score')
    >>> asks_how_it_stands("How many cards are left when it ends?")
    """
    if has_asked("rules", line):
        return None
    return next((each for each in (SCORE, STATE) if has_asked(each, line)), None)


def says_much(line: str) -> bool:
    """Return whether a line that cannot be read may be a sentence of the table.

    >>> [says_much(line) for line in ("must I take it", "必須拿最後的硬幣", "two gold coins")]
    [True, True, False]
    """
    wide = sum("\u3040" <= each <= "\u30ff" or "\u3400" <= each <= "\u9fff" for each in line)
    return len(line.split()) >= _MANY_WORDS or wide >= _MANY_CHARACTERS


def _slashed(word: str, known: Iterable[str]) -> str:
    found = prefix_matches(word, known)
    if word == "?":
        return HELP
    if len(found) == 1:
        return found[0]
    if found:
        said = "“{word}” could be {found}. Which one?"
        raise BadAnswer(Say(said, word=f"/{word}", found=join_or(tuple(found))))
    raise BadAnswer(Say("There is no command {word}. ? lists the commands.", word=f"/{word}"))
