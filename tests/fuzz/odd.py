"""Texts that have tripped programs before: traps of YAML, of Unicode, of numbers, of terminals."""

from __future__ import annotations

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
