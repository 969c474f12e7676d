"""Names that are hard to read, to show, to keep or to tell apart."""

from __future__ import annotations

from typing import Final

SCRIPTS: Final = (
    "小明", "ゆうこ", "박지민", "José", "Z\u0361e", "ก็", "हिन्दी", "अआ", "Їжак", "ΑΝΝΑ",
    "אבא", "محمد", "علی\u200cرضا", "١٢٣", "İpek", "Iıl", "ﬁona", "Straße", "Ａｎａ", "Аna",
)  # fmt: skip
"""Wide, combining, from right to left, look-alikes; the last begins with a Cyrillic letter."""
PICTURES: Final = (
    "👩\u200d👩\u200d👧", "🇩🇪", "👍🏽", "❤\ufe0f", "½", "Ⅷ", "—",
    "🏴\U000e0067\U000e0062\U000e0073\U000e0063\U000e0074\U000e007f",
    "\U0001fae8", "\ue000",
)  # fmt: skip
"""Emoji of several signs, one newer than Python 3.11, a sign of somebody's own."""
YAML: Final = (
    "no", "007", "1e5", "null", "~", "on", "true", "0x1F", "1_000", "1:30", ".inf", "a: b", "a:",
    "# x", "a # b", "&a", "*a", "!x", "%s", "'q'", '"q"', "[x]", "{x}", "{0}", ">", "-", "- x",
    "=", "<<", "|",
)  # fmt: skip
"""What YAML, and formats of text, would take for something else."""
PROMPT: Final = (
    "done", "none", "yes", "all", "?", "/quit", "/undo 1", "//x", "@", "@@", "@Ana", ":",
    ";", "A;B", "；x", "A,B", "A=B", "A-B", "A:B", "A+B", "A\\B", "1", "2", "Bo 2", "1. a",
    "none 2", "Ana", "An", "Anabel", "…",
)  # fmt: skip
"""What a prompt or the command line would take for something else, and beginnings of others."""
WORDS: Final = (
    "sand", "end", "map", "break", "EW 1,0", "lamp", "starter", "setup.starter", "players", "last",
    "drawn", "diggers", "pickaxe", "treasure", "holdings", "game", "Davy Jones", "confirmed",
    "player", "rank",
)  # fmt: skip
"""Words of a game, its questions, steps, files and tables."""
PAGES: Final = (
    "=1+1", "+1", "-1", "@SUM(A1)", '=HYPERLINK("x")', "＝1", "a|b", "*x*", "_x_", "`x`", "<b>",
    "</script>", "&amp;", "x" * 40, "漢" * 40, "e\u0301" * 40, "a\u00a0\u3000b", "“x”", "$HOME",
    "？",
)  # fmt: skip
"""What a spreadsheet, Markdown or HTML would take for something else; names of forty letters."""

UNSEEN: Final = (
    "", " ", "\u3000", "\u200d", "\u3164", "\u2800", "\u0301", "\x07", "a\x1b[31mb", "a\rb", "a\nb",
    "a\x00b", "a\x7fb", "a\x9bb", "a\u2028b", "a\u202eb", "a\u2066b", "a\u200bb", "a\u200fb",
    "a\u00adb", "a\ufeffb", "a\U000e0041b", "a\ud800b", "x" * 41,
)  # fmt: skip
"""No names: nothing to be seen, signs that a terminal obeys or hides, or too long."""
ALIKE: Final = (
    ("Ana", "ANA"), ("Ana", "Ａｎａ"), ("Ana", "A\u200dna"), ("ﬁona", "fiona"), ("ß", "SS"),
    ("é", "É"), ("x²", "x2"), ("❤", "❤\ufe0f"), ("ſam", "sam"), ("A\u2011B", "A\u2010B"),
)  # fmt: skip
"""Pairs that nobody would tell apart, and that are refused."""
SAME: Final = (
    ("José", "Jose\u0301"), ("Å", "\u212b"), ("각", "\u1100\u1161\u11a8"),
    ("Bo Li", " Bo\u3000 Li\u00a0"),
)  # fmt: skip
"""Pairs that are one name, whichever keyboard or editor wrote it."""
APART: Final = (("Ana", "Аna"), ("Işık", "Isik"), ("Ana", "Anna"), ("José", "Jose"), ("ı", "i"))
"""Pairs that are two names; in the first one letter is Cyrillic."""
