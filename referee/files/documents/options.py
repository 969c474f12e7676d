"""What the table has agreed on or read out: the switches and numbers of the rulebook."""

from __future__ import annotations

from collections.abc import Mapping

from referee.core.answers.text_input import match_key
from referee.core.fields import Integer, ListOf
from referee.core.rulebook import Option, Rulebook, TableNumber
from referee.core.say import AsIs, Say
from referee.files.diagnostics.diagnostic import shown
from referee.files.diagnostics.suggestions import suggest
from referee.files.values.fields import Values
from referee.files.values.player_names import Names
from referee.files.values.reader import Fields, Reader, is_blank
from referee.files.values.scalars import WrongType, find_flag, text_of, word_of
from referee.files.yaml.tree import Mark, Node, Scalar, Sequence


def asked_numbers(book: Rulebook) -> dict[str, TableNumber]:
    """List the numbers that only the table can read out, each with what is asked."""
    rules = book.rules.values()
    return {
        name: asked
        for rule in rules
        for name, asked in rule.table_numbers.items()
        if name not in rule.constants
    }


def read_switch(text: str, switch: Option) -> tuple[str, ...]:
    """Read how a switch is set; a free one takes any word. Raises Unfit.

    A switch of yes and no is read as any yes and no is, ``true`` of YAML included.

    >>> read_switch("wet", Option("rain", ("dry", "wet"), "dry", "PEB-6.1"))
    ('wet',)
    >>> read_switch("true", Option("hail", ("no", "yes"), "no", "PEB-6.1"))
    ('yes',)
    """
    if switch.free:
        return (text_of(text),)
    if switch.is_yes_or_no and (flag := find_flag(text)) is not None:
        return ("yes" if flag else "no",)
    try:
        return (word_of(text, switch.values),)
    except WrongType as unfit:
        said = Say("{switch} cannot be “{word}”.", switch=switch.name, word=shown(text))
        raise WrongType(unfit.code, said, unfit.remedy, unfit.at) from None


def named(switches: Mapping[str, Option], name: str) -> Option | None:
    """Find a switch by name; ``-`` and ``_`` are the same.

    >>> named({"rain": Option("rain", ("dry", "wet"), "dry", "PEB-6.1")}, "Rain").default
    'dry'
    """
    return next(
        (each for each in switches.values() if match_key(each.name) == match_key(name)), None
    )


def read_options(reader: Reader, found: Fields, book: Rulebook) -> dict[str, tuple[str, ...]]:
    """Read how the switches are set. What is wrong, the reader knows afterwards."""
    options: dict[str, tuple[str, ...]] = {}
    if "options" not in found:
        return options
    node = reader.map(found["options"][1], Say("a map of house rules, or {{}}"), may_be_blank=True)
    for key, value in node.entries if node else ():
        switch = named(book.options, key.text)
        if switch is None:
            _no_switch(reader, key, book)
            continue
        text = reader.scalar(value, Say("one of {words}", words=switch.values))
        if text is None:
            continue
        if switch.name in options:
            reader.report(
                "TWICE", key, Say("“{key}” is set twice.", key=switch.name), Say("Delete one.")
            )
        try:
            options[switch.name] = read_switch(text.text, switch)
        except WrongType as unfit:
            reader.wrong_type(text, unfit)
    return options


def read_numbers(
    reader: Reader, found: Fields, book: Rulebook, *, complete: bool
) -> dict[str, tuple[int, ...]]:
    """Read the numbers that only the table can tell; all of them if it must be ``complete``."""
    asked = asked_numbers(book)
    numbers: dict[str, tuple[int, ...]] = {}
    at: Node | Mark = reader.document.root
    given: Fields = {}
    if "numbers" in found:
        at, value = found["numbers"]
        node = reader.map(value, Say("a map of numbers, or {{}}"), may_be_blank=True)
        if node is None:
            return {}
        given = reader.keys(node, asked)
    for name, (_, value) in given.items():
        numbers[name] = read_asked(reader, value, name, asked[name])
    for name in asked if complete else ():
        if name not in given:
            wanted = asked[name].wanted
            said = Say("Only the table can read “{name}”: {ask}.", name=name, ask=wanted)
            remedy = Say(
                "Write it under “numbers”, as in “numbers: {{{name}: {like}}}”.",
                name=name,
                like=_like(asked[name]),
            )
            reader.report("ASKED-NUMBER", at, said, remedy)
    return numbers


def read_asked(reader: Reader, node: Node, name: str, asked: TableNumber) -> tuple[int, ...]:
    """Read a list of numbers that the table read out. What is wrong, the reader knows afterwards.

    Where one of them cannot be read, nothing is said of how many there are.
    """
    read = Values(reader, Names()).read(node, ListOf(Integer()))
    items = node.items if isinstance(node, Sequence) else ()
    if not isinstance(read, tuple) or is_blank(node) or len(read) < len(items):
        return ()
    numbers = tuple(each for each in read if isinstance(each, int))
    wrong = asked.wrong_count(numbers)
    if wrong is not None:
        remedy = Say("Write as many: “{name}” is {ask}.", name=name, ask=asked.wanted)
        reader.report("ASKED-COUNT", node, wrong, remedy)
    return numbers


def _like(asked: TableNumber) -> str:
    """Show a list of as many numbers as are wanted, or of three."""
    return str(list(range(1, 4 if asked.count is None else asked.count + 1)))


def _no_switch(reader: Reader, key: Scalar, book: Rulebook) -> None:
    said = Say("The rulebook has no house rule “{key}”.", key=shown(key.text))
    if key.text in asked_numbers(book):
        reader.report("SWITCH", key, said, Say("It is a number: write it under “numbers”."))
    else:
        reader.report("SWITCH", key, said, suggest(key.text, map(AsIs, book.options)))
