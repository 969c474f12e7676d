"""The languages of the program, and which of them a tag or a locale means."""

from __future__ import annotations

import os
from collections.abc import Mapping
from contextlib import suppress
from functools import cache
from typing import Final

import referee

ENGLISH: Final = "en"
DOMAINS: Final[dict[str, str]] = {}
"""The games that were opened: the domain of each, and the package that brings its catalogues."""
VARIABLE: Final = "REFEREE_LANG"
LOCALES: Final = ("LC_ALL", "LC_MESSAGES", "LANG")
_LIKELY: Final = {
    **dict.fromkeys(("zh-tw", "zh-hk", "zh-mo"), "zh-Hant"),
    **dict.fromkeys(("zh-cn", "zh-sg", "zh"), "zh-Hans"),
}
"""Which script of Chinese is written where."""


@cache
def tags() -> tuple[str, ...]:
    """List the languages: English, and one for each folder of catalogues.

    >>> tags()[0], "ja" in tags()
    ('en', True)
    """
    place = f"{referee.__path__[0]}/locale"
    try:
        found = os.listdir(place)  # noqa: PTH208 - every command asks, and pathlib costs
    except OSError:  # all of the program is one archive
        from importlib.resources import files

        found = [each.name for each in files("referee").joinpath("locale").iterdir()]
    return (ENGLISH, *sorted(each for each in found if each[0] not in "._"))


def tag_of(word: str, known: tuple[str, ...] = ()) -> str | None:
    """Return the language that a tag or a locale means; None if the program does not have it.

    ``known`` are additional languages, such as those of a package.

    >>> tag_of("zh_TW.UTF-8"), tag_of("ja"), tag_of("en_GB"), tag_of("tlh")
    ('zh-Hant', 'ja', 'en', None)
    """
    tag = word.partition(".")[0].partition("@")[0].replace("_", "-").casefold()
    spoken = {each.casefold(): each for each in (*tags(), *known)}
    while tag:
        if (meant := _LIKELY.get(tag, tag).casefold()) in spoken:
            return spoken[meant]
        tag = tag.rpartition("-")[0]
    return None


def tag_of_locale(environment: Mapping[str, str]) -> str:
    """Return the language of the locale: the first variable that is set decides.

    >>> tag_of_locale({"LC_ALL": "", "LANG": "ja_JP.UTF-8"}), tag_of_locale({"LANG": "C"})
    ('ja', 'en')
    """
    value = next(filter(None, map(environment.get, LOCALES)), "")
    return tag_of(value) or ENGLISH


def brought_tags(folders: tuple[str, ...]) -> tuple[str, ...]:
    """List the languages of the packages in these folders."""
    found = set[str]()
    for folder in folders:
        with suppress(OSError):
            found.update(each.partition(".")[0] for each in os.listdir(f"{folder}/locale"))  # noqa: PTH208
    return tuple(sorted(found))
