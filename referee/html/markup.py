"""Text for a page: escaped, in its own direction, marked with its language."""

from __future__ import annotations

import re
from collections.abc import Container, Iterable
from fractions import Fraction
from functools import lru_cache
from typing import Final

from markupsafe import Markup, escape

from referee.core.paper.wording import escaped, mixed_text, text_of
from referee.core.rulebook import RuleRef
from referee.core.say import Say, spoken
from referee.html.chart import estimated_width

_FACT: Final = re.compile("\x02([^\x03]*)\x03")
"""A fact in a sentence. ``escaped`` removes controls, so a fact contains none."""
_FULL_STOP: Final = re.compile("[.。．]$")
_SHORT, _LONG_WORD, _LONGEST_NAME = 8, 9.0, 42.0
"""Up to how many letters no word is long; how wide a long one is, and the longest name."""
_PLANE_ENDS: Final = "".join(chr(n << 16 | 0xFFFE) + chr(n << 16 | 0xFFFF) for n in range(17))
_NONCHARACTERS: Final = re.compile(f"[\ufdd0-\ufdef{_PLANE_ENDS}]")
"""Code points that are not characters and never will be: no page may contain them."""
_LINKED: Final = re.compile("[A-Z]+-[0-9]+(?:[.][0-9]+)*")
_BOX_AND_WORD: Final = re.compile(r"(?:\d+ )?☐(?: [^\s<]+)?")
_LONG, _ENDLESS = 15, 50
"""From which width on a name is set smaller, in heights of a letter."""
_OWN_LETTERS: Final = (
    (re.compile("[\u3041-\u309f\u30a1-\u30fa\u30fd-\u30ff\u31f0-\u31ff\uff66-\uff9d]"), "ja"),
    (re.compile("[\u1100-\u11ff\u3131-\u318e\ua960-\ua97c\uac00-\ud7fb]"), "ko"),
    (re.compile("[\u3105-\u312f\u31a0-\u31bf]"), "zh-Hant"),
)
"""Letters of only one of the languages; the first pattern found decides."""
_HAN: Final = re.compile("[\u3007\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]+")
_CODES: Final = (("zh-Hans", "gb2312"), ("zh-Hant", "big5"), ("ja", "shift_jis"))
"""Languages with Chinese characters, each with an old encoding of those in common use."""
_OWN_SHAPES: Final = {"zh-Hans", "zh-Hant", "ja", "ko"}


class HtmlText:
    """Writes all text of a page; ambiguous names are in the language of the page."""

    __slots__ = ("_language", "_rules", "spoken")

    def __init__(self, language: str, rules: Iterable[str] = ()) -> None:
        """Take the ids of the ``rules`` whose text is on the page, which are linked."""
        own = spoken()
        self.spoken: Final = own.tag if own else "en"
        self._language: Final = own.tag if own else language
        self._rules: Final = frozenset(filter(_LINKED.fullmatch, rules))

    def markup(self, value: object) -> Markup:
        r"""Write any value; every expression of a template goes through this.

        >>> html = HtmlText("ja")
        >>> said = Say("{who} wins.", who="小明")
        >>> print(html.markup("<b>\x07"), html.markup(said), html.markup(3))
        &lt;b&gt;\x07 <bdi lang="ja">小明</bdi> wins. 3
        """
        match value:
            case Markup():
                return value
            case Say():
                return self._sentence(text_of(value, lambda fact: f"\x02{fact}\x03"))
            case str():
                return self._fact(escaped(value))
            case Fraction():
                return Markup(mixed_text(value))  # noqa: S704 - digits
            case None:
                return Markup("")
        return escape(str(value))

    def plain(self, value: Say | str | int) -> Markup:
        """Write text where no markup is allowed: the title of a page or of a drawing.

        >>> print(HtmlText("").plain("<小明>"))
        &lt;小明&gt;
        """
        text = text_of(value) if isinstance(value, Say) else escaped(str(value))
        return escape(_characters_only(text))

    def citations(self, refs: Iterable[RuleRef]) -> Markup:
        """List rules by their ids, linked to their texts if these are on the page.

        >>> html = HtmlText("", ["PEB-1.1"])
        >>> print(html.citations([RuleRef("PEB-1.1"), RuleRef("PEB-2.1")]))
        <a href="#PEB-1.1">PEB-1.1</a>, PEB-2.1
        """
        return Markup(", ").join(
            Markup('<a href="#{0}">{0}</a>').format(ref) if str(ref) in self._rules else str(ref)
            for ref in refs
        )

    def link(self, rule_id: str) -> Markup:
        """Write the id of a rule, linked to its text if that is on the page.

        >>> print(HtmlText("", ["PEB-1.1"]).link("PEB-1.1"))
        <a href="#PEB-1.1">PEB-1.1</a>
        """
        return self.citations((RuleRef(rule_id),))

    def headline(self, said: Say, winners: Iterable[str]) -> Markup:
        """Write a sentence as a headline: the winners in bold, and no full stop.

        >>> said = Say("{who} wins with {n} points.", who="Ana", n=27)
        >>> print(HtmlText("").headline(said, ["Ana"]))
        <b>Ana</b> wins with 27 points
        """
        bold = {text_of(Say("{who}", who=who)) for who in winners}
        text = text_of(said, lambda fact: f"\x02{fact}\x03")
        return self._sentence(_FULL_STOP.sub("", text), bold)

    def lang(self, text: str) -> Markup:
        """Name the language of a text as an attribute, where it is not that of the page.

        >>> str(HtmlText("").lang("ゆうこ")), str(HtmlText("").lang("Ana"))
        (' lang="ja"', '')
        """
        language = language_of(escaped(text), self._language)
        return Markup(' lang="{}"').format(language) if language else Markup("")

    def ticks(self, value: object) -> Markup:
        """Write a cell, each box to tick as one unit with its word.

        >>> print(HtmlText("").ticks(Say("☐ 1")))
        <span class="choice"><span class="tick"></span> 1</span>
        """
        written = _BOX_AND_WORD.sub(r'<span class="choice">\g<0></span>', str(self.markup(value)))
        return Markup(written.replace("☐", '<span class="tick"></span>'))  # noqa: S704 - it was

    def shortened(self, name: str, letters: int) -> str:
        """Shorten a name that is too long for its place.

        >>> HtmlText("").shortened("Maximilian", 4)
        'Max…'
        """
        fitting = name
        while estimated_width(fitting, 1) > letters:
            fitting = fitting[:-1]
        return name if fitting == name else f"{fitting[:-1]}…"

    def is_linked(self, rule_id: str) -> bool:
        """Whether this rule can be linked to."""
        return rule_id in self._rules

    def _sentence(self, text: str, bold: Container[str] = ()) -> Markup:
        first, *parts = _FACT.split(text)
        written = [escape(_characters_only(first))]
        for fact, others in zip(parts[::2], parts[1::2], strict=True):
            own = self._fact(fact)
            written.append(Markup("<b>{}</b>").format(own) if fact in bold else own)
            written.append(escape(_characters_only(others)))
        return Markup("").join(written)

    def _fact(self, text: str) -> Markup:
        """Isolate text that may have another direction or language, unlike ASCII.

        A name with a long word says how wide that is, so that it can be set smaller.
        """
        room = longest_word(text) if len(text) > _SHORT else 0.0
        is_long = room > _LONG_WORD and estimated_width(text, 1) <= _LONGEST_NAME
        if text.isascii() and not is_long:
            return escape(text)
        given, own = self.lang(text), _characters_only(text)
        if is_long:  # a little more, for no browser rounds as another does
            return Markup('<bdi{} class="long" style="--w:{}">{}</bdi>').format(
                given, round(room * 1.05, 1), own
            )
        of_class = Markup(' class="text"') if estimated_width(text, 1) > _LONGEST_NAME else ""
        return Markup("<bdi{}{}>{}</bdi>").format(given, of_class, own)


def longest_word(text: str) -> float:
    """Estimate how wide the longest word is, in heights of a letter.

    >>> longest_word("Ana Belén"), longest_word("寿限無寿限無")
    (3.5, 6)
    """
    return max((estimated_width(word, 1) for word in text.split()), default=0.0)


def length_class(name: str) -> str:
    """Return the class of a name that needs smaller letters at the head of its column.

    >>> length_class("Ana"), length_class("Maximilian von Habenichts"), length_class("x" * 200)
    ('', 'long', 'endless')
    """
    room = estimated_width(escaped(name), 1)
    return "endless" if room > _ENDLESS else "long" if room > _LONG else ""


@lru_cache(maxsize=1024)
def language_of(text: str, otherwise: str = "") -> str:
    """Return the language whose glyphs a text needs; empty if any will do.

    Letters of only one language decide, or Chinese characters in use only in mainland China,
    Taiwan or Japan; if they are ambiguous, ``otherwise`` decides.

    >>> language_of("ゆうこ"), language_of("민수"), language_of("ㄅㄆ"), language_of("Ana")
    ('ja', 'ko', 'zh-Hant', '')
    >>> language_of("张伟"), language_of("黃麗"), language_of("辻"), language_of("小明", "ja")
    ('zh-Hans', 'zh-Hant', 'ja', 'ja')
    """
    if text.isascii():
        return ""
    for letters, language in _OWN_LETTERS:
        if letters.search(text):
            return language
    han = "".join(_HAN.findall(text))
    if not han:
        return ""
    possible = [language for language, code in _CODES if _is_written_in(han, code)]
    if len(possible) == 1:
        return possible[0]
    return otherwise if otherwise in _OWN_SHAPES else ""


def _characters_only(text: str) -> str:
    """Escape code points that are not characters, as ``escaped`` escapes controls."""
    return text if text.isascii() else _NONCHARACTERS.sub(_escape, text)


def _escape(found: re.Match[str]) -> str:
    return found[0].encode("unicode_escape").decode()


def _is_written_in(han: str, code: str) -> bool:
    try:
        han.encode(code)
    except UnicodeEncodeError:
        return False
    return True
