"""Answers of several words: what is offered, what a room reads besides, what is shown."""

from __future__ import annotations

import pytest

from referee.core.errors import BadAnswer
from referee.core.phrase import Phrase
from referee.core.say import Say


def card_and_player(words: str) -> tuple[str, str]:
    """Read a colour and a name, whatever they are."""
    colour, _, name = words.strip().partition(" ")
    if not name:
        raise BadAnswer(Say("“{words}” names nobody.", words=words))
    return colour, name


OFFERED = ("red Ana", "blue Smith, Jr")
GIVEN = Phrase(OFFERED, card_and_player, Say("colour and name, such as {one}", one="red Ana"))
NOTHING_ON_OFFER = Phrase((), card_and_player, Say("colour and name"))


def test_each_offer_is_worded_as_it_may_be_typed() -> None:
    assert GIVEN.size == 2
    offers = [GIVEN.offer(index) for index in range(GIVEN.size)]
    assert offers == list(OFFERED)
    assert [GIVEN.parse(words) for words in offers] == [("red", "Ana"), ("blue", "Smith, Jr")]


def test_what_is_not_on_offer_is_read_too_so_that_it_can_be_judged() -> None:
    assert GIVEN.parse("green Zed") == ("green", "Zed")
    assert NOTHING_ON_OFFER.parse("red Ana") == ("red", "Ana")


def test_what_means_nothing_is_asked_again_in_the_words_of_the_room() -> None:
    with pytest.raises(BadAnswer, match="“red” names nobody"):
        GIVEN.parse("red")


def test_the_form_is_shown_and_no_list() -> None:
    assert (GIVEN.listed, NOTHING_ON_OFFER.listed) == ((), ())
    assert str(GIVEN.hint()) == "colour and name, such as red Ana"


def test_where_nothing_is_on_offer_the_hint_says_so() -> None:
    assert NOTHING_ON_OFFER.size == 0
    assert str(NOTHING_ON_OFFER.hint()) == "nothing now"
