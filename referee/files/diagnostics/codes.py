"""Every code that a diagnostic can have: what it means, and what helps."""

from __future__ import annotations

from typing import Final

from msgspec import Struct


class Code(Struct, frozen=True):
    """One kind of problem: what is wrong, in a sentence, and what to do about it."""

    code: str
    means: str
    helps: str


CATALOGUE: Final = (
    # the file as a whole
    Code(
        "NO-FILE",
        "There is no such file, or it may not be opened.",
        "Check the spelling and the folder, and whether the file may be read.",
    ),
    Code(
        "NOT-A-FILE",
        "The path is a folder, a device or a pipe.",
        "Name a text file. Folders, pipes and devices are not read.",
    ),
    Code(
        "TOO-LARGE",
        "The file is larger than anything a table writes.",
        "Look whether it is the right file: what a table writes is a few lines.",
    ),
    Code(
        "NOT-UTF-8",
        "The bytes are not UTF-8 text.",
        "Save the file as UTF-8; every editor offers it where it saves.",
    ),
    Code(
        "EMPTY-FILE",
        "There is nothing in the file but blanks and comments.",
        "Fill the file in. `referee new GAME --players ...` prints one to begin with.",
    ),
    Code(
        "KIND",
        "The file is none of the kinds that are read here.",
        "Name a file of the kind that the command reads; `referee check FILE` tells which it is.",
    ),
    # characters
    Code(
        "HIDDEN-CHARACTER",
        "A character that cannot be seen, such as a control character.",
        "Delete the sign at the caret and type the text anew.",
    ),
    Code(
        "ODD-BLANK",
        "A wide or unbreakable blank where only a plain one counts.",
        "Type a plain blank in its place.",
    ),
    Code("TAB", "A tab at the beginning of a line.", "Set lines in with blanks."),
    Code(
        "FULL-WIDTH",
        "A full-width sign or digit where only a plain one counts.",
        "Type the plain sign; switch the keyboard to half width for it.",
    ),
    # YAML
    Code(
        "QUOTE",
        "A quote that is not closed, or text behind a closed one.",
        "Close the quote where it ends, and write nothing behind it.",
    ),
    Code(
        "ESCAPE",
        "A backslash in double quotes that means nothing.",
        "Write the backslash twice, or use single quotes.",
    ),
    Code(
        "BRACKET",
        "A bracket that is not closed, or closed without being opened.",
        "Close what is open: [ with ], { with }.",
    ),
    Code(
        "COLON",
        "A colon without a blank behind it, or one colon too many or too few.",
        "Write a key, one colon, a blank, and what belongs to it.",
    ),
    Code(
        "INDENT",
        "A line that stands too far in or out.",
        "Let lines that belong together begin in the same column.",
    ),
    Code(
        "SIGN",
        "A text that begins with a sign which YAML keeps for itself.",
        "Put the text in quotes.",
    ),
    Code(
        "SYNTAX", "Anything else that is no YAML.", "Compare the line with a file of `referee new`."
    ),
    Code(
        "ANCHOR",
        "An anchor (&name).",
        "Put a text that begins with & in quotes; anchors are not read.",
    ),
    Code(
        "ALIAS",
        "An alias (*name).",
        "Put a text that begins with * in quotes, or write again what is meant.",
    ),
    Code("TAG", "A tag (!name).", "Put a text that begins with ! in quotes; tags are not read."),
    Code("MERGE-KEY", "A merge key (<<).", "Write out what should be there; << is not read."),
    Code(
        "TWICE",
        "The same key or name twice.",
        "Keep one of the two; the message names the lines of both.",
    ),
    Code(
        "DOCUMENTS",
        "More than one document in the file.",
        "Put each document in a file of its own.",
    ),
    Code(
        "TOO-DEEP",
        "Lists within lists beyond all use.",
        "Count the brackets: what a table writes is a few levels deep.",
    ),
    Code(
        "TOO-LONG",
        "More entries than anything a table writes.",
        "Look whether it is the right file.",
    ),
    # values
    Code(
        "SHAPE",
        "A list where a map belongs, a text where a list belongs, and the like.",
        "Write it as the message says; `referee new` and `referee schema` show the form.",
    ),
    Code(
        "NUMBER",
        "What is not a whole number written in plain digits.",
        "Write a whole number in plain digits, or a sum of them such as 2+1.",
    ),
    Code(
        "BELOW-ZERO",
        "A number below zero, or below the least that makes sense.",
        "Count again: nothing here can be fewer than the message says.",
    ),
    Code(
        "WORD",
        "A word that is not among those possible here.",
        "Take one of the words that the message lists.",
    ),
    Code(
        "TEXT",
        "A text that is empty, holds a control character, or means nothing to its game.",
        "Write the text anew, visibly, as the message says.",
    ),
    Code(
        "DRAWING",
        "A sign or a line of a drawing that its game cannot read.",
        "Mend the drawing at the caret, as the message says.",
    ),
    Code(
        "UNKNOWN-KEY",
        "A key that means nothing here.",
        "Correct the key, or take it out; what it meant is not read.",
    ),
    Code("MISSING", "Something that must be there is not.", "Add what the message names."),
    # the table
    Code(
        "GAME",
        "A game that is not known, or not the one asked for.",
        "Write the game as `referee games` spells it.",
    ),
    Code(
        "PLAYER",
        "A name that nobody at the table has.",
        "Write the name as it stands under players.",
    ),
    Code(
        "NAME",
        "A text that cannot be a player's name.",
        "Give the player a name with at least one visible sign, and no other's.",
    ),
    Code(
        "PLAYERS",
        "A number of players that the game is not made for.",
        "List as many players as sit at the table; `referee games` tells how many may.",
    ),
    Code(
        "LEADER",
        "Somebody who does not sit among the players does.",
        "Leave that person out of the players: the part has a key of its own.",
    ),
    Code(
        "ENTRY",
        "A player without an entry in the holdings.",
        "Give every player an entry, if need be an empty one: {}.",
    ),
    Code(
        "SWITCH",
        "A switch that the rulebook does not have.",
        "Take a switch that `referee rules GAME` knows, or leave it out.",
    ),
    Code(
        "ASKED-NUMBER",
        "A number that only the table can read out is missing.",
        "Read the number from the card or box, and write it under numbers.",
    ),
    Code(
        "ASKED-COUNT",
        "More or fewer numbers than the table has to read out.",
        "Write as many numbers as the card shows.",
    ),
    # disputes, scenarios, rulebooks
    Code(
        "QUESTION",
        "A question that cannot be put about this game.",
        "Take a question that `referee ask GAME` lists.",
    ),
    Code(
        "ANSWER",
        "An entry of a scenario that is no answer.",
        "Write the words as they would be typed at the prompt.",
    ),
    Code(
        "RULE-ID",
        "A rule's id that does not fit its rulebook.",
        "Begin the id with the rulebook's prefix, and number it like its neighbours.",
    ),
    Code(
        "NO-RULE",
        "An id that no rule of the rulebook has.",
        "Correct the id; `referee rules GAME` lists them.",
    ),
    Code(
        "SOURCE",
        "A rule that does not say what it rests on.",
        "Say where the rule comes from, or which page argues it.",
    ),
    Code(
        "CONSTANT",
        "A constant of a rule that is no number, list or map of numbers.",
        "Write a whole number, a list of them, or a map from words or counts to them.",
    ),
    Code(
        "MORE",
        "So many problems that the rest are not told.",
        "Mend those that are told, and check again.",
    ),
    # what is no file
    Code(
        "USAGE",
        "The command line asks for what there is not, or says it wrongly.",
        "Read the message; `referee COMMAND --help` shows what may be said.",
    ),
    Code(
        "JOURNAL",
        "A journal cannot be used: it is broken, or another terminal plays it.",
        "Do what the message says; the lines before the one it names are sound.",
    ),
)
"""In the order in which a file is read: as a whole, sign by sign, as YAML, value by value."""


def find_codes(words: str) -> list[Code]:
    """Find a code by its name, however it is written, or all whose texts hold every word.

    Without words all are found.

    >>> [each.code for each in find_codes("full_width")], len(find_codes("no such thing"))
    (['FULL-WIDTH'], 0)
    >>> [each.code for each in find_codes("bracket")]
    ['BRACKET']
    """
    named = words.strip().upper().replace("_", "-").replace(" ", "-")
    exactly = [each for each in CATALOGUE if each.code == named]
    wanted = words.lower().split()
    return exactly or [each for each in CATALOGUE if _holds(each, wanted)]


def _holds(code: Code, words: list[str]) -> bool:
    text = f"{code.code} {code.means} {code.helps}".lower()
    return all(word in text for word in words)
