"""Texts that have tripped programs before, and texts and bytes that are made hostile."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Final

SCALARS: Final = (
    *("", " ", "~", "null", "no", "yes", "true", "on", "None", "none", "3.10", "010", "1:30"),
    *("0", "1", "2", "7", "19", "99", "-1", "-0", "+1", "1e999", "1e5", "1_000", "0x10", "0o7"),
    *(".inf", ".nan", "9" * 400, "9" * 5000, "9" * 9, "9" * 10, "1+1", "+".join("1" * 600), "2+"),
    *("３", "２＋１", "二", "٣", "²", "½", "Ⅷ", "−1", "1,5", "1/0", "97/3", "0/1", "1 000"),
    *("1,0:EW", "8,0:treasure:SW", "A:4,B:0", "A-B:refused", "bronze:3", "a\\,b", "\\", "a\\", ","),
    *("{", "[", "]", "}", "{}", "[]", "[[]]", "{a: }", "&a", "*a", "<<", "!t", "!!int 3", "%YAML"),
    *("|", ">", "@x", "`", "'", '"', "#", "# x", "- ", "? ", ": ", "a: b", "a:b", "---", "..."),
    *("\t", "\u3000", "\xa0", "：", "，", "“x”", "‘", "＇", "名：4", "｛", "［"),
    *("\x00", "\x07", "\x1b[31mx", "\x7f", "\x85", "\u2028", "\u2029", "\u202e", "\u2066", "\r"),
    *("\ufeff", "\ufffe", "\uffff", "\ufffd", "\U0010ffff", "\U0001f1e6", "\u200b", "\u00ad"),
    *("\ud800", "\udcff", "e\u0301" * 30, "a" + "\u0300" * 300, "👨‍👩‍👧‍👦", "x" * 41, "x" * 3000),
    *("Davy Jones", "davy jones", "ANA", "Ａｎａ", "Ana ", "@Ana", "A,B", "?", "/quit", "007"),
    *("subject.yaml", "../subject.yaml", "/dev/zero", "/dev/stdin", ".", "/", "home", "nowhere"),
    *("=1+1", "</script>", "{0}", "{name}", "{", "}}", "%s", "%(x)s", "$HOME", "~/x", "C:\\x"),
    *("ß", "İ", "ſ", "ﬁ", "ǆ", "\u0345", "ﷺ" * 20, "السلام", "\u0e33" * 9, "한", "\u1100\u1161"),
)
"""What may stand in the place of any value, key or word."""
SIGNS: Final = (
    *":,-?[]{}#&*!|>'\"%@`~=+<\\/.;0123456789abzNEW \t\n\r",
    *"：，；　\xa0\x00\x1b\x85\u2028\ufeff\u0301名🎲",
)
"""What may stand in the place of any sign of a text."""
TRAPS: Final = (
    "a: &a [x,x,x,x,x,x,x,x,x]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a]\nc: &c [*b,*b,*b,*b,*b,*b,*b]\n",
    "m0: &m0 {a: 1}\n"
    + "".join(f"m{n}: &m{n} {{<<: [*m{n - 1}, *m{n - 1}]}}\n" for n in range(1, 30)),
    "a: &a [*a]\n",
    "a: " + "[" * 40 + "\n",
    "a: " + "[" * 20_000 + "\n",
    "a: " + "{a: " * 5000 + "\n",
    "- " * 20_000 + "\n",
    "? " * 20_000 + "\n",
    "".join(f"{' ' * n}a:\n" for n in range(200)),
    "a: !!python/object/apply:os.system [echo]\n",
    "!!map {a: !!str b}\n",
    "%YAML 9.9\n---\ngame: aladdin\n",
    "%TAG ! tag:x,2000:\n---\n!x a: b\n",
    "--- a\n--- b\n...\n",
    "'" * 9999,
    '"' + "\\x41" * 3000 + '"',
    "a: |" + "\n  x" * 5000,
    "a: >9\n x\n",
    "a: 'b\n\n\n\nc'\n",
    "a: [" + "1," * 20_000 + "]\n",
    "a: {" + ",".join(f"k{n}: 1" for n in range(3000)) + "}\n",
    "".join(f"k{n}: 1\n" for n in range(3000)),
    "k: 1\n" * 3000,
    "game: aladdin\nplayers: [" + "Ana, " * 3000 + "]\n",
    "a：1\n" * 2000,
    "“a”: ‘b’，c\n" * 500,
    "x" * 200_000,
    "#" * 200_000 + "\n",
    "\n" * 200_000,
    "a: " + "9" * 200_000 + "\n",
    "a: " + "\u0301" * 60_000 + "\n",
    ("x" * 1030 + ": 1\n") * 3,
    "a: b: c: d\n" * 500,
    "a\n" * 1000,
    "\t" * 500 + "a: 1\n",
    "a: [b\n" * 500,
    "a: 'b\n" * 500,
    "a: b]\n" * 500,
    " a: 1\n  b: 2\n c: 3\nd: 4\n" * 200,
    "[a, b]: c\n? [x]\n: y\n",
    "a: *b\nc: *d\n" * 500,
    "a:\n" + "- &x y\n" * 3000,
)
"""Files that are nothing but a trap."""
ENCODINGS: Final = (
    *("utf-16", "utf-16-le", "utf-16-be", "utf-32", "utf-8-sig", "utf-7", "gbk", "shift-jis"),
    *("big5", "euc-kr", "latin-1", "cp1252", "cp037", "iso2022_jp", "hz"),
)


def scalar(draw: Random) -> str:
    """Draw a text that may stand in the place of any other."""
    if draw.random() < 0.1:
        return "".join(draw.choices(SIGNS, k=draw.randrange(1, 9)))
    return draw.choice(SCALARS)


def encoded(text: str, draw: Random) -> bytes:
    """Turn a text into bytes as some editor might have."""
    if draw.random() < 0.95:
        return text.encode("utf-8", "surrogatepass")
    return text.encode(draw.choice(ENCODINGS), "replace")


_SPANS: Final = (1, 1, 2, 9, 60)
_ENDS: Final = ("\r\n", "\r", "\n\n", "\x85", "\u2028")
_INDENTS: Final = ("  ", " ", "\t", "    ", "\u3000", "\xa0")
_BYTES: Final = (b"\0", b"\xef\xbb\xbf", b"\xed\xa0\x80", b"\xc0\x80", b"\xf5")
Change = Callable[[str, int, Random], str]


def bent(text: str, draw: Random) -> str:
    """Change a text here and there: signs, stretches, lines, ends of lines."""
    for _ in range(1 + int(draw.expovariate(1.0))):
        text = draw.choice(_CHANGES)(text, draw.randrange(len(text) + 1), draw)
    return text


def _trapped(text: str, at: int, draw: Random) -> str:
    trap = draw.choice(TRAPS) if draw.random() < 0.2 else scalar(draw)
    return text[:at] + trap + text[at:]


def _lines_changed(text: str, _: int, draw: Random) -> str:
    lines = text.split("\n")
    at, other = draw.randrange(len(lines)), draw.randrange(len(lines))
    what = draw.randrange(6)
    if what == 0:
        del lines[at]
    elif what == 1:
        lines.insert(other, lines[at])
    elif what == 2:
        lines[at], lines[other] = lines[other], lines[at]
    elif what == 3:
        lines[at] = draw.choice(_INDENTS) + lines[at]
    elif what == 4:
        lines[at] = lines[at].lstrip()
    else:
        lines[at : at + 1] = [lines[at]] * draw.choice((2, 2, 3, 3, 5, 20, 60))
    return "\n".join(lines)


_CHANGES: Final[tuple[Change, ...]] = (
    *[lambda text, at, draw: text[:at] + draw.choice(SIGNS) + text[at:]] * 3,
    lambda text, at, draw: text[:at] + draw.choice(SIGNS) + text[at + 1 :],
    lambda text, at, draw: text[:at] + text[at + draw.choice(_SPANS) :],
    lambda text, at, draw: text[:at] + scalar(draw) + text[at:],
    lambda text, at, _: text[:at],
    lambda text, _, draw: text.replace("\n", draw.choice(_ENDS)),
    _trapped,
    *[_lines_changed] * 3,
)


def damaged(raw: bytes, draw: Random) -> bytes:
    """Change bytes here and there."""
    changed = bytearray(raw)
    for _ in range(1 + int(draw.expovariate(0.7))):
        at = draw.randrange(len(changed) + 1)
        what = draw.randrange(6)
        if what == 0 and at < len(changed):
            changed[at] ^= 1 << draw.randrange(8)
        elif what == 1:
            changed[at:at] = draw.randbytes(draw.choice((1, 1, 3, 40)))
        elif what == 2:
            del changed[at : at + draw.choice(_SPANS)]
        elif what == 3:
            del changed[at:]
        elif what == 4:
            changed[at:at] = draw.choice(_BYTES)
        else:
            changed[at : at + 1] = bytes([draw.randrange(256)])
    return bytes(changed)
