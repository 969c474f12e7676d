"""Cards as they are typed: what names none, or several, is refused."""

from __future__ import annotations

import pytest

from referee.core.say import BadAnswer
from referee.games.aladdin.model.readers import card_named

KNOWN = {name: name for name in ("red", "silver ring", "silver necklace")}


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("blue", "“blue” is not a card here."),
        ("s", "“s” is not a card here."),
        ("", "A card is missing."),
        (" ", "A card is missing."),
    ],
)
def test_what_names_no_card_is_told(words: str, said: str) -> None:
    with pytest.raises(BadAnswer) as caught:
        card_named(words, KNOWN)
    assert str(caught.value) == said
