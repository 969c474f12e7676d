"""Every code that a diagnostic can have: what it means, and what to do about it."""

from __future__ import annotations

from typing import Final

from msgspec import Struct


class Code(Struct, frozen=True):
    """One kind of problem: what it means, in a sentence, and what to do about it."""

    code: str
    means: str
    remedy: str


CODES: Final = (
    # the file as a whole
    Code(
        "NO-FILE",
        "The file does not exist, or cannot be opened.",
        "Check the spelling, the folder and the file's permissions.",
    ),
    Code(
        "NOT-A-FILE",
        "The path is a folder, a device or a pipe.",
        "Name a text file. Folders, pipes and devices are not read.",
    ),
    Code(
        "TOO-LARGE",
        "The file is too large.",
        "Check the name of the file. The referee's files are far shorter.",
    ),
    Code(
        "NOT-UTF-8",
        "The bytes are not UTF-8 text.",
        "Save the file as UTF-8. Most editors offer it under “Save as”.",
    ),
    Code(
        "EMPTY-FILE",
        "The file holds only spaces and comments.",
        "Fill the file in. `referee new GAME --players ...` prints one to begin with.",
    ),
    Code(
        "KIND",
        "The command does not read this kind of file.",
        "Use a file that the command reads. `referee check FILE` shows what kind yours is.",
    ),
    # characters
    Code(
        "HIDDEN-CHARACTER",
        "A character that cannot be seen, such as a control character.",
        "Delete the character at the caret and type the text again.",
    ),
    Code(
        "ODD-BLANK",
        "A wide or non-breaking space instead of an ordinary one.",
        "Type an ordinary space instead.",
    ),
    Code("TAB", "A tab at the beginning of a line.", "Indent lines with spaces."),
    Code(
        "FULL-WIDTH",
        "A full-width character or digit instead of a half-width one.",
        "Switch the keyboard to half-width and type it again.",
    ),
    # YAML
    Code(
        "QUOTE",
        "A quote that is not closed, or text after a closed one.",
        "Close the quote where it ends, and write nothing after it.",
    ),
    Code(
        "ESCAPE",
        "A backslash that means nothing, in double quotes.",
        "Write the backslash twice, or use single quotes.",
    ),
    Code(
        "BRACKET",
        "A bracket that is not closed, or closed without being opened.",
        "Close what is open: [ with ], { with }.",
    ),
    Code(
        "COLON",
        "A colon without a space after it, or one colon too many or too few.",
        "Write a key, one colon, a space, and its value.",
    ),
    Code(
        "INDENT",
        "A line that is indented too much or too little.",
        "Start lines that belong together in the same column.",
    ),
    Code(
        "SIGN",
        "Text that begins with a character that has a meaning in YAML.",
        "Put the text in quotes.",
    ),
    Code(
        "SYNTAX",
        "Anything else that is not YAML.",
        "Compare the line with a file of `referee new`.",
    ),
    Code(
        "ANCHOR",
        "An anchor (&name).",
        "Put text that begins with & in quotes. Anchors are not read.",
    ),
    Code(
        "ALIAS",
        "An alias (*name).",
        "Put text that begins with * in quotes, or write it out again.",
    ),
    Code("TAG", "A tag (!name).", "Put text that begins with ! in quotes. Tags are not read."),
    Code("MERGE-KEY", "A merge key (<<).", "Write the entries out. << is not read."),
    Code(
        "TWICE",
        "The same key or name twice.",
        "Delete one of the two; the message names the lines of both.",
    ),
    Code(
        "DOCUMENTS",
        "More than one document in the file.",
        "Put each document in a file of its own.",
    ),
    Code(
        "TOO-DEEP",
        "Lists and maps nested too deep.",
        "Count the brackets. Every file of the referee is a few levels deep.",
    ),
    Code("TOO-LONG", "Too many entries.", "Check the name of the file."),
    # values
    Code(
        "SHAPE",
        "A value of the wrong kind, such as a list instead of a map.",
        "Write it as the message says; `referee new` and `referee schema` show the form.",
    ),
    Code(
        "NUMBER",
        "A word that is not a whole number in plain digits.",
        "Write a whole number in plain digits, or a sum of them such as 2+1.",
    ),
    Code(
        "BELOW-ZERO",
        "A number below zero, or below the least that fits.",
        "Count again. The message names the lowest number.",
    ),
    Code("WORD", "A word that does not fit here.", "Use one of the words in the message."),
    Code(
        "TEXT",
        "Text that is empty, contains a control character, or means nothing in its game.",
        "Write the text as the message says.",
    ),
    Code(
        "DRAWING",
        "A character or a line of a drawing that its game cannot read.",
        "Correct the drawing at the caret, as the message says.",
    ),
    Code("UNKNOWN-KEY", "A key that is not known here.", "Correct the key, or take it out."),
    Code("MISSING", "A required entry is missing.", "Add the entry that the message names."),
    # the table
    Code(
        "GAME",
        "An unknown game, or not the game named on the command line.",
        "Write the game as `referee games` spells it.",
    ),
    Code("PLAYER", "A name that no player has.", "Write the name as under players."),
    Code(
        "NAME",
        "Text that cannot be a player's name.",
        "Give the player a visible name of their own.",
    ),
    Code(
        "PLAYERS",
        "A number of players that the game does not allow.",
        "List the players at the table. `referee games` shows how many can play.",
    ),
    Code(
        "NO-PLAYER",
        "Someone who has another part in the game is listed as a player.",
        "Leave that person out of the players. There is a key for that part.",
    ),
    Code(
        "ENTRY",
        "A player without an entry in the holdings.",
        "Give every player an entry. An empty one is {}.",
    ),
    Code(
        "SWITCH",
        "A house rule that the rulebook does not have.",
        "Use a house rule of `referee rules GAME`, or leave it out.",
    ),
    Code(
        "ASKED-NUMBER",
        "A number that only your table can read is missing, such as one on a help card.",
        "Read the number from the card or box, and write it under numbers.",
    ),
    Code(
        "ASKED-COUNT",
        "Not as many numbers as on the card or box.",
        "Write as many numbers as the card or box shows.",
    ),
    # disputes, scenarios, rulebooks
    Code(
        "QUESTION",
        "A question that this game does not have.",
        "Use a question of `referee ask GAME`.",
    ),
    Code(
        "ANSWER",
        "An entry of a scenario that is not an answer.",
        "Write the words as they would be typed at the prompt.",
    ),
    Code(
        "RULE-ID",
        "A rule's id that does not fit its rulebook.",
        "Begin the id with the rulebook's prefix, and number it like the rules next to it.",
    ),
    Code(
        "NO-RULE",
        "An id that no rule of the rulebook has.",
        "Correct the id; `referee rules GAME` lists them.",
    ),
    Code(
        "SOURCE",
        "A rule without a source.",
        "Name the source of the rule, or the page that explains it.",
    ),
    Code(
        "CONSTANT",
        "A value of a rule that is not a number, list or map of numbers.",
        "Write a whole number, a list of them, or a map from words or counts to them.",
    ),
    Code("MORE", "Too many problems to list them all.", "Fix these first, then check again."),
    # papers
    Code(
        "BAD-CODE",
        "The code of a paper that cannot be read: a letter is wrong, or some are missing.",
        "Scan the printed code again, or copy all of its lines; the saved page holds it too.",
    ),
    Code(
        "NEW-CODE",
        "A code that this version cannot read: of a later form, another game or rulebook.",
        "Use the newest referee. A game from elsewhere needs its package.",
    ),
    Code(
        "NO-CODE",
        "A paper without a code.",
        "Check the journal instead. `referee sheet --no-code` prints none, nor does a game that "
        "is not over.",
    ),
    # the command line, and journals
    Code(
        "USAGE",
        "The command line cannot be understood.",
        "Read the message. `referee COMMAND --help` shows what can be written.",
    ),
    Code(
        "JOURNAL",
        "A journal cannot be used: it is broken, or open in another terminal.",
        "Do what the message says. The lines above the one it names are intact.",
    ),
)
"""In the order in which a file is read: as a whole, by characters, as YAML, by values."""


def find_codes(words: str) -> list[Code]:
    """Return the code of this name, in any spelling, or all whose texts contain every word.

    Without words these are all codes.

    >>> [each.code for each in find_codes("full_width")], len(find_codes("no such thing"))
    (['FULL-WIDTH'], 0)
    >>> [each.code for each in find_codes("bracket")]
    ['BRACKET']
    """
    name = words.strip().upper().replace("_", "-").replace(" ", "-")
    of_this_name = [each for each in CODES if each.code == name]
    wanted = words.lower().split()
    texts = ((each, f"{each.code} {each.means} {each.remedy}".lower()) for each in CODES)
    return of_this_name or [each for each, text in texts if all(word in text for word in wanted)]
