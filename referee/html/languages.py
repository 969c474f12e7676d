"""In which language a text is to be set: Chinese and Japanese share signs, not their shapes."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

_SPOKEN: Final = (
    (re.compile("[\u3041-\u309f\u30a1-\u30fa\u30fd-\u30ff\u31f0-\u31ff\uff66-\uff9d]"), "ja"),
    (re.compile("[\u1100-\u11ff\u3131-\u318e\ua960-\ua97c\uac00-\ud7fb]"), "ko"),
    (re.compile("[\u3105-\u312f\u31a0-\u31bf]"), "zh-Hant"),
)
"""Letters that only one of the languages writes; the first that is found decides."""
_HAN: Final = re.compile("[\u3007\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]+")
_CODES: Final = (("zh-Hans", "gb2312"), ("zh-Hant", "big5"), ("ja", "shift_jis"))
"""Who writes with Chinese characters, and the old code that holds those in common use there."""
_SET_APART: Final = {"zh-Hans", "zh-Hant", "ja", "ko"}


@lru_cache(maxsize=1024)
def language_of(text: str, otherwise: str = "") -> str:
    """Tell the language whose shapes a text needs; nothing where any will do.

    Letters of one language decide. Else those Chinese characters decide that only one of
    mainland China, Taiwan and Japan uses; where they leave it open, ``otherwise`` does.

    >>> language_of("ゆうこ"), language_of("민수"), language_of("ㄅㄆ"), language_of("Ana")
    ('ja', 'ko', 'zh-Hant', '')
    >>> language_of("张伟"), language_of("黃麗"), language_of("辻"), language_of("小明", "ja")
    ('zh-Hans', 'zh-Hant', 'ja', 'ja')
    """
    if text.isascii():
        return ""
    for letters, language in _SPOKEN:
        if letters.search(text):
            return language
    han = "".join(_HAN.findall(text))
    if not han:
        return ""
    possible = [language for language, code in _CODES if _is_written_in(han, code)]
    if len(possible) == 1:
        return possible[0]
    return otherwise if otherwise in _SET_APART else ""


def _is_written_in(han: str, code: str) -> bool:
    try:
        han.encode(code)
    except UnicodeEncodeError:
        return False
    return True
