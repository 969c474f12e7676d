"""The code on a sheet: a payload as text that a phone can read.

The form is laid down in docs/code.md, to the byte; what was printed can always be read.
"""

from __future__ import annotations

import re
import zlib
from typing import Final

from referee.core.say import BadAnswer, Say

BEGINNING: Final = "REFEREE/"
VERSION: Final = "1"
DIGITS: Final = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ+-./:"
"""The alphanumeric characters of a QR code without the space and those special to a shell."""
MOST: Final = 256 * 1024
"""The most bytes of a payload."""
PER_LINE: Final = 64
_BASE: Final = len(DIGITS)
_VALUES: Final = {sign: value for value, sign in enumerate(DIGITS)}
_SUM: Final = 4
_GROUP: Final = 3
_HEAD: Final = re.compile(rf"\s*{BEGINNING}([0-9]{{1,9}})/", re.IGNORECASE)
_LONGEST: Final = 2 * MOST
"""The most characters of a body; even an incompressible payload takes fewer."""
_RAW: Final = -15
"""The zlib window bits for Deflate without a header."""


class NewerCode(BadAnswer):
    """The code has a form that this version of the program does not know."""


def encode(payload: bytes) -> str:
    r"""Write a payload as the text of a code.

    >>> encode(b"{}\n")
    'REFEREE/1/XUYQX3Q5/YZ-00'
    >>> decode(encode(b"{}\n"))
    b'{}\n'
    """
    packer = zlib.compressobj(9, zlib.DEFLATED, _RAW, 9)
    packed = packer.compress(payload) + packer.flush()
    return f"{BEGINNING}{VERSION}/{_written(zlib.crc32(payload).to_bytes(_SUM) + packed)}"


def decode(text: str) -> bytes:
    """Read the payload of a code; spaces, line ends and case do not matter.

    Raises BadAnswer for anything that is no complete code, and NewerCode.

    >>> decode("referee/1/xuyqx3q5/ yz-00") == decode("REFEREE/1/XUYQX3Q5/YZ-00")
    True
    >>> decode("REFEREE/1/XUYQX3Q5/YZ-01")
    Traceback (most recent call last):
    referee.core.say.BadAnswer: A letter of the code is wrong, or some are missing.
    """
    found = _HEAD.match(text)
    if found is None:
        raise BadAnswer(Say("A code begins with {beginning}.", beginning=f"{BEGINNING}{VERSION}/"))
    if int(found[1]) != int(VERSION):
        said = "This code has form {form}; this referee reads form {known}."
        raise NewerCode(Say(said, form=found[1], known=VERSION))
    body = "".join(text[found.end() :].split()).upper()
    if len(body) > _LONGEST:
        raise _too_large()
    raw = _bytes_of(body)
    unpacker = zlib.decompressobj(_RAW)
    try:
        payload = unpacker.decompress(raw[_SUM:], MOST + 1)
    except zlib.error:
        raise _damaged() from None
    if len(payload) > MOST:
        raise _too_large()
    is_whole = unpacker.eof and not unpacker.unused_data
    if not is_whole or zlib.crc32(payload) != int.from_bytes(raw[:_SUM]):
        raise _damaged()
    return payload


def in_lines(text: str, cells: int = PER_LINE) -> str:
    """Write a code in lines of at most ``cells`` characters, as below a sheet in text."""
    per_line = min(cells, PER_LINE)
    return "\n".join(text[at : at + per_line] for at in range(0, len(text), per_line))


def _written(raw: bytes) -> str:
    pairs = (int.from_bytes(raw[at : at + 2]) for at in range(0, len(raw) - 1, 2))
    body = "".join(_digits(pair, _GROUP) for pair in pairs)
    return body + _digits(raw[-1], _GROUP - 1) if len(raw) % 2 else body


def _digits(number: int, count: int) -> str:
    digits = ""
    for _ in range(count):
        number, value = divmod(number, _BASE)
        digits = DIGITS[value] + digits
    return digits


def _bytes_of(body: str) -> bytes:
    raw = bytearray()
    for at in range(0, len(body), _GROUP):
        group, number = body[at : at + _GROUP], 0
        size = len(group) - 1
        for sign in group:
            value = _VALUES.get(sign)
            if value is None:
                raise BadAnswer(Say("No code has “{sign}” in it.", sign=sign))
            number = number * _BASE + value
        if not size or number >= 256**size:
            raise _damaged()
        raw += number.to_bytes(size)
    return bytes(raw)


def _too_large() -> BadAnswer:
    return BadAnswer(Say("The code holds more than {n} KiB.", n=MOST // 1024))


def _damaged() -> BadAnswer:
    return BadAnswer(Say("A letter of the code is wrong, or some are missing."))
