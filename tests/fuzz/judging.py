"""What must hold of every run, whatever it was given: each point is a sentence when it does not."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any, Final

from referee.files.journal.errors import BEGINNING
from tests.fuzz.inputs import ABOUT, JOURNAL, Huge, Input, Kind, Odd
from tests.fuzz.running import Ran

CODES: Final = {0, 1, 2, 3, 4}
UNREADABLE: Final = 3
UNUSABLE: Final = 4
MOST_SECONDS: Final = 0.25
"""CPU time above the bare start, with the C parser of PyYAML."""
MOST_SECONDS_PURE: Final = 1.5
_FOR_A_LINE: Final = 0.001
"""Seconds for each line that is typed: who types a hundred thousand is heard so often."""
_FOR_A_SIGN: Final = 0.0003
"""Seconds for each sign that is typed, if that is more: an answer of a run may be one sign."""
MOST_KILOBYTES: Final = 64 * 1024
"""Memory above the bare start."""
WHOLE_FILE: Final = {"NO-FILE", "NOT-A-FILE", "TOO-LARGE", "EMPTY-FILE", "KIND"}
"""What is wrong with a file as a whole, and stands on no line."""
# Controls but the end of a line; the ends of lines of Unicode, and what turns writing around.
_STEERING: Final = re.compile(
    "[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ud800-\udfff]"
)
_COLOUR: Final = re.compile("\x1b\\[[0-9;]*m")
_PLACED: Final = re.compile(r"^.+?:([1-9]\d*):([1-9]\d*): [A-Z][A-Z0-9-]+ ", re.MULTILINE)
_WIDE: Final = r"This file is UTF-(?:16|32)\b"
"""So is a file in units of two or four bytes, of which no line can be shown."""
_AS_A_WHOLE: Final = re.compile(
    rf"^.*?: (?:(?:{'|'.join(sorted(WHOLE_FILE))}) |NOT-UTF-8 {_WIDE})", re.MULTILINE
)
_OF_MANY: Final = re.compile(r"^(?:No|There is no) evening (?:here|in) ", re.MULTILINE)
"""What `stats` and `export` say of files that they were given, each of which they name."""
_IN_JOURNAL: Final = re.compile(r"^referee: .+?:[1-9]\d*: ", re.MULTILINE)


def most_seconds(given: Input, *, pure: bool = False) -> float:
    """Tell the CPU time that a run may take; more where PyYAML has no C parser."""
    typed = max(given.lines_heard * _FOR_A_LINE, len(given.heard) * _FOR_A_SIGN)
    return (MOST_SECONDS_PURE if pure else MOST_SECONDS) + typed


def complaints(given: Input, ran: Ran) -> list[str]:
    """List what is wrong with a run; nothing where all is as it must be."""
    return [*_ending(given, ran), *_printed(given, ran), *_refusal(given, ran)]


def _ending(given: Input, ran: Ran) -> Iterator[str]:
    if ran.fault:
        yield f"an exception came through: {ran.fault.rstrip().splitlines()[-1]}"
    elif ran.signal:
        yield f"signal {ran.signal} ended it"
    elif ran.code not in CODES:
        yield f"exit code {ran.code}"
    elif ran.code == 2 and given.is_sound:
        yield "exit code 2, and nothing is wrong with the command line"
    elif ran.code == UNUSABLE and not _is_about_a_journal(given):
        yield "exit code 4, and no journal is about"
    if "Traceback" in ran.err or "has a fault" in ran.err:
        yield "a fault is told"


def _is_about_a_journal(given: Input) -> bool:
    if given.kind in {Kind.JOURNAL, Kind.KEYS, Kind.WORDS} or given.words[0] == "play":
        return True
    content = given.files.get(ABOUT, b"")
    raw = content.pattern if isinstance(content, Huge) else content
    return isinstance(raw, bytes) and raw.removeprefix(b"\xef\xbb\xbf").startswith(BEGINNING)


def _printed(given: Input, ran: Ran) -> Iterator[str]:
    coloured = any("always" in word for word in given.words)
    rings = "--timer" in given.words
    for name, text in (("output", ran.out), ("talk", ran.err)):
        shown = _COLOUR.sub("", text) if coloured else text
        found = _STEERING.search(shown.replace("\a", "") if rings else shown)
        if found:
            around = shown[max(0, found.start() - 30) : found.end() + 10]
            yield f"the {name} holds {found[0]!r}: {around!r}"
    if given.wants_json and not ran.fault:
        try:
            json.loads(ran.out)
        except ValueError as error:
            yield f"the result is no JSON: {error}"


def _refusal(given: Input, ran: Ran) -> Iterator[str]:
    """Hold against a refusal that it names the place."""
    if ran.fault or ran.code not in {UNREADABLE, UNUSABLE}:
        return
    if given.wants_json or ran.out.startswith("{"):  # hostile words may ask for JSON too
        yield from _refusal_in_json(given, ran)
    elif ran.code == UNREADABLE:
        if not any(told.search(ran.err) for told in (_PLACED, _AS_A_WHOLE, _OF_MANY)):
            yield "a refused file without a place"
    elif _is_whole(given) and not _IN_JOURNAL.search(ran.err):
        yield "a refused journal without a place"


def _refusal_in_json(given: Input, ran: Ran) -> Iterator[str]:
    try:
        told: dict[str, Any] = json.loads(ran.out)
    except ValueError:
        return  # said already
    found = told.get("diagnostics") or []
    if told.get("ok") is not False or not found:
        yield "a refusal in JSON without a diagnostic"
    for each in found:
        line, column = each["line"], each["column"]
        if ran.code == UNUSABLE:
            if _is_whole(given) and line < 1:
                yield "a refused journal without a line"
        elif each["code"] not in WHOLE_FILE and (line < 1 or column < 1) and not _is_wide(each):
            yield f"{each['code']} without a place"
        if not each["path"] or not each["message"]:
            yield f"{each['code']} without a path or a message"
        yield from _beyond(given, each)


def _beyond(given: Input, told: dict[str, Any]) -> Iterator[str]:
    """A place must lie in the file, or just behind the end of a line of it."""
    content = given.files.get(told["path"])
    if told["path"] != ABOUT or not isinstance(content, bytes) or told["code"] == "NOT-UTF-8":
        return
    lines = re.split("\r\n|\n|\r", content.decode("utf-8-sig", "replace"))
    line, column = told["line"], told["column"]
    if line > len(lines) or (line and column > len(lines[line - 1]) + 1):
        yield f"{told['code']} at {line}:{column}, which is not in the file"


def _is_wide(told: dict[str, Any]) -> bool:
    """Whether a diagnostic is of the file as a whole, and says that it is UTF-16 or UTF-32."""
    is_of_all = told["line"] == told["column"] == 0 and told["code"] == "NOT-UTF-8"
    return is_of_all and re.match(_WIDE, told["message"]) is not None


def _is_whole(given: Input) -> bool:
    """Whether a journal is a file that can be read, so that what is wrong stands on a line."""
    content = given.files.get(JOURNAL, Odd.MISSING)
    return isinstance(content, bytes)


def differences(one: Ran, other: Ran) -> Iterator[str]:
    """Hold against one another two runs of the same input; the hour may differ."""
    if one.code != other.code:
        yield f"exit code {one.code} first, then {other.code}"
    for name, first, then in (("output", one.out, other.out), ("talk", one.err, other.err)):
        if _without_time(first) != _without_time(then):
            yield f"the {name} differs from one run to the other"


_TIME: Final = re.compile(
    r"\d{4}-\d\d-\d\d([T ]\d\d:\d\d(:\d\d)?([+-]\d\d:\d\d)?)?|\d+:\d\d left|\b\d\d:\d\d\b"
    r"|(?:\bdigest\W+|\()(?:[0-9a-f]{16}){1,2}\b"  # it covers the hours in a journal
)


def _without_time(text: str) -> str:
    return _TIME.sub("TIME", text)
