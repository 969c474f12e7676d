"""The languages that are spoken, and which of them a tag or a locale means."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

ENGLISH: Final = "en"
TAGS: Final = (ENGLISH, "zh-Hant", "zh-Hans", "ja")
DOMAINS: Final[dict[str, str]] = {}
"""The games that were opened: the domain of each, and the package that brings its catalogues."""
VARIABLE: Final = "REFEREE_LANG"
LOCALES: Final = ("LC_ALL", "LC_MESSAGES", "LANG")
_KNOWN: Final = {
    **{tag.casefold(): tag for tag in TAGS},
    **dict.fromkeys(("zh-tw", "zh-hk", "zh-mo"), "zh-Hant"),
    **dict.fromkeys(("zh-cn", "zh-sg", "zh"), "zh-Hans"),
}


def tag_of(word: str) -> str | None:
    """Name the language that a tag or a locale means; None where we do not speak it.

    >>> tag_of("zh_TW.UTF-8"), tag_of("ja"), tag_of("en_GB"), tag_of("tlh")
    ('zh-Hant', 'ja', 'en', None)
    """
    tag = word.partition(".")[0].partition("@")[0].replace("_", "-").casefold()
    while tag:
        if tag in _KNOWN:
            return _KNOWN[tag]
        tag = tag.rpartition("-")[0]
    return None


def tag_of_locale(environment: Mapping[str, str]) -> str:
    """Name the language of the locale: the first variable that is set decides.

    >>> tag_of_locale({"LC_ALL": "", "LANG": "ja_JP.UTF-8"}), tag_of_locale({"LANG": "C"})
    ('ja', 'en')
    """
    told = next(filter(None, map(environment.get, LOCALES)), "")
    return tag_of(told) or ENGLISH
