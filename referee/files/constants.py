"""The numbers of a rule: one, a list, one for each word, or one for each of what is counted."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from referee.core.rulebook import Constant
from referee.core.say import Say
from referee.files.diagnostics.diagnostic import shown
from referee.files.values.reader import Reader
from referee.files.values.scalars import Unfit, number_of
from referee.files.yaml.tree import Node, Scalar, Sequence

NAME: Final = re.compile(r"[a-z][a-z0-9_]*")
_COUNT: Final = re.compile(r"0|[1-9][0-9]?")
_WORD: Final = re.compile(r"[A-Za-z][A-Za-z0-9_-]*")


def read_constants(reader: Reader, node: Node) -> Mapping[str, Constant]:
    """Read the constants of a rule by name. What is wrong, the reader knows afterwards."""
    constants: dict[str, Constant] = {}
    whole = reader.map(node, Say("a map of numbers by name"))
    for key, value in whole.entries if whole else ():
        if not NAME.fullmatch(key.text):
            said = Say("“{name}” cannot name a number.", name=shown(key.text))
            reader.fault("CONSTANT", key, said, Say("Use small letters, digits and _."))
        constant = _constant(reader, value)
        if constant is not None:
            constants[key.text] = constant
    return constants


def _constant(reader: Reader, node: Node) -> Constant | None:
    if isinstance(node, Scalar):
        return _number(reader, node)
    if isinstance(node, Sequence):
        numbers = tuple(_number(reader, item) for item in node.items)
        return _whole(reader, node, tuple(n for n in numbers if n is not None))
    counts = {key.text: _number(reader, value) for key, value in node.entries}
    read = {word: n for word, n in counts.items() if n is not None}
    if counts and all(_COUNT.fullmatch(word) for word in counts):
        return {int(word): n for word, n in read.items()}
    if not all(_WORD.fullmatch(word) for word in counts):
        said = Say("The keys of a map of numbers are either all words or all numbers.")
        reader.fault("CONSTANT", node, said, Say("Write {{gold: 3, silver: 1}} or {{3: 6, 4: 4}}."))
        return None
    return _whole(reader, node, read)


def _whole(reader: Reader, node: Node, read: Constant) -> Constant | None:
    if read:
        return read
    reader.fault("CONSTANT", node, Say("Here are no numbers."), Say("Write some, or leave it out."))
    return None


def _number(reader: Reader, node: Node) -> int | None:
    scalar = reader.scalar(node, Say("a whole number"))
    try:
        return None if scalar is None else number_of(scalar.text)
    except Unfit as unfit:
        reader.unfit(node, unfit)
        return None
