"""From bytes to text: which bytes and characters a file can have."""

from __future__ import annotations

import re
from collections.abc import Callable
from importlib import import_module
from os import PathLike
from typing import Any, Final

from referee.core.say import AsIs, Say
from referee.files.diagnostics import Unreadable, character_name, for_shell, whole_file
from referee.files.yaml.nodes import Position, Problems, diagnose

MAX_BYTES: Final = 256 * 1024
_BREAK: Final = "\r\n|\n|\r"
# What YAML does not call printable, the breaks that only YAML counts as such (NEL, LS, PS), the
# byte order mark, and the characters that change the direction of writing. A string, range by
# range, since compiling it takes time that a file of plain letters need not spend.
HIDDEN: Final = (
    "[\x00-\x08]|[\x0b-\x0c]|[\x0e-\x1f]|[\x7f-\x9f]"
    "|[\u2028-\u202e]|[\u2066-\u2069]|\ufeff|[\ufffe-\uffff]"
)
_BYTE_ORDER_MARKS: Final = frozenset((b"\xff\xfe", b"\xfe\xff"))
_ASCII_SHARE: Final = 8
"""In a file with keys, at least one letter in this many is ASCII."""
SAVE_AS: Final = Say("Save the file as UTF-8. Most editors offer it under “Save as”.")
UNKNOWN: Final = "\ufffd"
STANDARD_INPUT: Final = "-"
"""The path that means the standard input."""
_MAX_INPUT: Final = 1 << 26
_read_before: list[tuple[object, bytes]] = []


def standard_input() -> bytes:
    """Read the standard input to its end; cached, because kind and content are read one by one."""
    import sys

    stream = sys.stdin
    if not _read_before or _read_before[0][0] is not stream:
        source = getattr(stream, "buffer", None)
        raw = source.read(_MAX_INPUT) if source else stream.read().encode()
        _read_before[:] = [(stream, raw)]
    return _read_before[0][1]


def read_bytes(path: str | PathLike[str], most: int = MAX_BYTES) -> bytes:
    """Read a whole file. Raises Unreadable if it is not a regular file, or too large.

    A pipe or a device is refused without waiting for it.
    """
    import os
    import stat
    from contextlib import suppress

    name = os.fspath(path)
    if name == STANDARD_INPUT:
        return standard_input()
    try:
        # O_NONBLOCK: a pipe without a writer would keep us waiting. O_BINARY: Windows.
        flags = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
        handle = os.open(name, flags)
    except (OSError, ValueError) as error:
        raise _refuse_unopened(name, error) from None
    try:
        if not stat.S_ISREG(os.fstat(handle).st_mode):
            raise _refuse_non_file(name)
        return _all_of(handle, most)
    except OSError as error:
        raise _refuse_unopened(name, error) from None
    except OverflowError:
        raise _refuse_too_large(name, most) from None
    finally:
        with suppress(OSError):  # everything has been read
            os.close(handle)


def text_in(raw: bytes, path: str) -> str:
    """Decode the bytes of a text file, with or without a byte order mark. Raises Unreadable."""
    if wide := wide_encoding(raw):
        raise whole_file(path, "NOT-UTF-8", wide_said(wide), SAVE_AS)
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise _refuse_non_text(path, raw, error.start) from None


def decode(raw: bytes, path: str) -> Problems:
    r"""Decode the bytes of a YAML file, with or without a byte order mark.

    Hidden characters are recorded as faults and replaced by ``�``. Raises Unreadable for bytes
    that are not UTF-8 text.

    >>> decode(b"a: 1\r\nb: 2", "x.yaml").lines
    ('a: 1', 'b: 2')
    """
    if len(raw) > MAX_BYTES:
        raise _refuse_too_large(path, MAX_BYTES)
    text = text_in(raw, path)
    page = Problems(path, text, tuple(re.split(_BREAK, text)))
    seen = text.replace("\n", "").replace("\r", "").replace("\t", "")
    if not seen.isprintable() and re.search(HIDDEN, text):
        _report_hidden(page)
    return page


def wide_encoding(raw: bytes) -> str | None:
    r"""Return the encoding of text in units of two or four bytes, or None for any other text.

    Without a byte order mark, most letters, or at least the keys, must be ASCII in the encoding.

    >>> [wide_encoding("a: 小\n".encode(each)) for each in ("utf-16", "utf-16-be", "utf-32-le")]
    ['UTF-16', 'UTF-16', 'UTF-32']
    >>> wide_encoding(b"a: \0\n") is None
    True
    """
    if b"\0" not in raw and raw[:2] not in _BYTE_ORDER_MARKS:
        return None
    if raw[:4] in {b"\xff\xfe\0\0", b"\0\0\xfe\xff"}:
        return "UTF-32"
    if raw[:2] in _BYTE_ORDER_MARKS:
        return "UTF-16"
    for name in ("UTF-32-LE", "UTF-32-BE", "UTF-16-LE", "UTF-16-BE"):
        try:
            text = raw.decode(name)
        except UnicodeDecodeError:
            continue
        ascii_letters = sum(map(str.isascii, text))
        if ":" in text and "\0" not in text and ascii_letters * _ASCII_SHARE >= len(text):
            return name[:6]
    return None


def wide_said(name: str) -> Say:
    """Return a sentence that says which encoding a file has."""
    if name == "UTF-16":
        return Say("This file is UTF-16, which some editors call Unicode.")
    return Say("This file is {name}.", name=AsIs(name))


def line_starts(text: str) -> list[int]:
    r"""Return the index at which each line begins, as an editor counts lines.

    >>> line_starts("a\r\nb\rc\n")
    [0, 3, 5, 7]
    """
    return [0, *(found.end() for found in re.finditer(_BREAK, text))]


def _report_hidden(page: Problems) -> None:
    hidden = re.compile(HIDDEN)
    for number, line in enumerate(page.lines, 1):
        if line.isprintable() or not hidden.search(line):
            continue
        page.unsure.add(number)
        for found in hidden.finditer(line):
            if page.is_full:
                break
            page.fault(
                "HIDDEN-CHARACTER",
                Position(number, found.start() + 1),
                Say("There is an invisible character here: {name}.", name=character_name(found[0])),
                Say("Delete it. A web page or another program may have added it."),
            )
    page.text = hidden.sub(UNKNOWN, page.text)


def digest_of(raw: bytes) -> str:
    """Return the first 12 hexadecimal digits of SHA-256: enough to tell two rulebooks apart.

    >>> digest_of(b"")
    'e3b0c44298fc'
    """
    return str(_sha256()(raw).hexdigest())[:12]


def _sha256() -> Callable[[bytes], Any]:
    """Import SHA-256 without OpenSSL, which takes longer to load than the rulebook to read.

    The standard library's ``random`` does the same; the module's name depends on the version.
    """
    for lean in ("_sha256", "_sha2"):
        try:
            found: Callable[[bytes], Any] = import_module(lean).sha256
        except ImportError:
            continue
        return found
    from hashlib import sha256

    return sha256


def _all_of(handle: int, most: int) -> bytes:
    import os

    raw = bytearray()
    while part := os.read(handle, most + 1 - len(raw)):
        raw += part
        if len(raw) > most:
            raise OverflowError
    return bytes(raw)


def _refuse_unopened(path: str, error: OSError | ValueError) -> Unreadable:
    if isinstance(error, IsADirectoryError):
        return _refuse_non_file(path)
    if isinstance(error, FileNotFoundError):
        said = Say("There is no file {path}.", path=for_shell(path))
        return whole_file(path, "NO-FILE", said, Say("Check the spelling and the folder."))
    why = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
    said = Say("{path} cannot be opened: {why}.", path=for_shell(path), why=why)
    return whole_file(path, "NO-FILE", said, Say("Check its permissions."))


def _refuse_non_file(path: str) -> Unreadable:
    said = Say("{path} is not a regular file.", path=for_shell(path))
    remedy = Say("Name a text file. Folders and pipes are not read.")
    return whole_file(path, "NOT-A-FILE", said, remedy)


def _refuse_too_large(path: str, most: int) -> Unreadable:
    said = Say("The file is larger than {n} KiB.", n=most // 1024)
    return whole_file(path, "TOO-LARGE", said, Say("The referee's files are far shorter."))


def _refuse_non_text(path: str, raw: bytes, start: int) -> Unreadable:
    before = raw[:start].decode("utf-8-sig", "ignore")
    lines = tuple(re.split(_BREAK, before))
    position = Position(len(lines), len(lines[-1]) + 1)
    said = Say("After this place the bytes are not UTF-8 text.")
    return Unreadable([diagnose(path, lines, "NOT-UTF-8", position, said, SAVE_AS)])


_PARTS: Final = r'"(?:[^"\\]|\\.)*"|#.*|\w(?:[\w .-]*\w)?'
"""Quoted text, a comment, unquoted text: the parts that can have other characters than ASCII."""


def in_plain_signs(text: str) -> str:
    r"""Escape the texts of YAML that we wrote, so that they are ASCII.

    Comments are not changed: they mean nothing to the reader.

    >>> print(in_plain_signs("players: [José, Ana, \"小: 明\"]   # im Uhrzeigersinn → links"))
    players: ["Jos\xe9", Ana, "\u5c0f: \u660e"]   # im Uhrzeigersinn → links
    """
    return text if text.isascii() else re.sub(_PARTS, lambda found: _in_ascii(found[0]), text)


def _in_ascii(part: str) -> str:
    if part.isascii() or part.startswith("#"):
        return part
    inside = part.removeprefix('"').removesuffix('"')
    signs = (s if s.isascii() else s.encode("unicode_escape").decode() for s in inside)
    return f'"{"".join(signs)}"'
