"""The pictures of the README are those of today's pages; no browser is needed to see that."""

from __future__ import annotations

import re
import struct

import pytest

from tests import picture
from tests.print.pictures import PICTURES, SIGNATURE, Picture, chunks, source_of, with_source

every_picture = pytest.mark.parametrize("each", PICTURES, ids=[each.name for each in PICTURES])


@every_picture
def test_a_picture_was_drawn_from_the_page_as_it_is(each: Picture) -> None:
    assert source_of(each.path.read_bytes()) == each.digest, "the page changed: make prove-print"


@every_picture
def test_a_picture_is_sharp_and_light(each: Picture) -> None:
    drawn = each.path.read_bytes()
    assert drawn.startswith(SIGNATURE)
    assert len(drawn) <= 300_000
    wide, _, depth = struct.unpack_from(">IIB", chunks(drawn)[b"IHDR"])
    assert wide >= 1_200
    assert depth == 8


def test_a_picture_names_another_page_once_its_page_has_changed() -> None:
    drawn = PICTURES[0].path.read_bytes()
    head = len(SIGNATURE) + 25
    assert source_of(with_source(drawn[:head], "another")) == "another"
    assert source_of(drawn[:head]) == ""


def test_the_moving_picture_is_what_the_terminal_shows_now() -> None:
    drawn = picture.PICTURE.read_text(encoding="utf-8")
    assert drawn == picture.picture(), "the prompt changed: make docs"


def test_the_moving_picture_moves_once_and_can_stand_still() -> None:
    raw = picture.PICTURE.read_bytes()
    assert len(raw) <= 40_000
    text = raw.decode()
    assert re.search(r"<title[^>]*>\w[^<]+</title>", text)
    assert "prefers-reduced-motion" in text
    assert "infinite" not in text
    assert "<script" not in text
    last = max(float(part.split("s")[0]) for part in text.split("animation-delay:")[1:])
    assert 8 <= last <= 12
