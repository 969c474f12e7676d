"""Short answers say yes or no where a question can be answered so, in every language."""

from __future__ import annotations

import re

import pytest

from referee.files.documents.disputes import CURRENT, load_cases
from referee.files.languages import catalogue_of
from referee.registry import open_game, own_ids


def cases(*listed: str) -> frozenset[str]:
    split = (each.split() for each in listed)
    return frozenset(f"{prefix}-{case}" for prefix, *found in split for case in found)


YES = cases(
    "NSP C02 C04 C13 C16 C20 C24 C37", "SAB C03 C08 C10 C16 C24 C26 C28 C40",
    "ALA C09 C13 C17 C19 C21 C30 C32", "COL C05 C06 C28", "SID C01 C06 C09 C16 C20 C28 C35",
)  # fmt: skip
NEITHER = cases(
    "NSP C10 C12 C14 C15 C18 C21 C26 C27 C30 C31 C34",
    "SAB C11 C12 C13 C22 C29 C30 C31 C35 C37 C38 C41", "ALA C01 C03 C06 C10 C22 C24 C29 C33",
    "COL C01 C10 C13 C19 C20 C22 C23 C26 C31 C33",
    "SID C03 C04 C07 C13 C18 C22 C23 C31 C33 C34 C36",
)  # fmt: skip
BEGINS = {
    "en": (r"Yes\.", r"No\."),
    "ja": ("はい。", "いいえ。"),
    "zh-Hant": ("(可以|是|要|會)。", "[^。，]?[不沒][^。，]{0,2}。"),
    "zh-Hans": ("(可以|是|要|会)。", "[^。，]?[不没][^。，]{0,2}。"),
}
"""What yes and no begin with; *nobody* and *nothing* are longer."""


@pytest.mark.parametrize("tag", BEGINS)
def test_a_short_answer_begins_with_yes_or_no_where_it_can(tag: str) -> None:
    yes, no = BEGINS[tag]
    wrong = []
    for game in own_ids():
        room, book = open_game(game)
        catalogue = None if tag == "en" else catalogue_of(tag, room.package)
        for case in load_cases(room, book):
            if case.status != CURRENT:
                continue
            short = case.short if catalogue is None else catalogue.gettext(case.short)
            told = "yes" if re.match(yes, short) else "no" if re.match(no, short) else "neither"
            wanted = (
                "yes" if case.case_id in YES else "neither" if case.case_id in NEITHER else "no"
            )
            if told != wanted:
                wrong.append((case.case_id, wanted, short))
    assert wrong == []
