"""Box lines and curly quotes are shown where possible, and as ASCII elsewhere."""

from __future__ import annotations

from random import Random

import pytest
from wcwidth import wcswidth

from referee.games.saboteur.model.board.cards import CROSSING, DEAD_END, EAST, START, WEST
from referee.games.saboteur.model.board.tunnel import Tunnel
from referee.games.saboteur.paper.diagram import draw
from referee.render.formats import Format
from referee.render.grids import draw as draw_grid
from referee.render.text import ASCII_SIGNS, ascii_only, width, wrapped

FINE = "╭ ┃ ╮━S━━╋━ × ○ ? “a” – b’s…"


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "gb18030"])
def test_what_can_be_shown_is_left_alone(encoding: str) -> None:
    assert ascii_only(FINE, encoding) == FINE


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "cp1252"])
def test_elsewhere_every_sign_has_a_plain_one(encoding: str) -> None:
    assert ascii_only(FINE, encoding) == '. | .-S--+- x o ? "a" - b\'s...'
    assert ascii_only("nothing fine: 3 + 1", encoding) == "nothing fine: 3 + 1"
    assert ascii_only("“小明”", encoding) == '"小明"'


def test_every_sign_but_the_three_dots_keeps_its_width() -> None:
    assert {sign for sign, plain in ASCII_SIGNS.items() if len(str(plain)) != 1} == {ord("…")}
    assert all(str(plain).isascii() for plain in ASCII_SIGNS.values())


@pytest.mark.parametrize("length", [3, 30])
def test_a_drawn_tunnel_keeps_its_shape(length: int) -> None:
    cards = {(x, 0): EAST | WEST | DEAD_END * (x == length) for x in range(1, length + 1)}
    tunnel = Tunnel.of({START: CROSSING, **cards}, frozenset({(8, 2)}))
    drawn = [str(line) for line in draw(tunnel, ((8, 2),), {})]
    plain = [ascii_only(line, "ascii") for line in drawn]
    assert all(line.isascii() for line in plain)
    assert [len(line) for line in plain] == [len(line) for line in drawn]
    assert plain != drawn


CHINESE = "小明可以拒絕，並付一枚硬幣「或者交換」。ゆうこ不給錢，就交換（兩袋硬幣），銀3枚。" * 3


@pytest.mark.parametrize("cells", range(12, 81))
def test_a_text_without_spaces_is_broken_between_ideographs(cells: int) -> None:
    lines = wrapped(f"      {CHINESE}", cells)
    assert max(map(width, lines)) <= cells
    assert "".join(line[6:] for line in lines) == CHINESE
    assert not [line for line in lines if line[6] in "，。」）" or line[-1] in "「（"]


@pytest.mark.parametrize("cells", [24, 40, 79])
def test_a_cell_of_a_table_is_broken_no_otherwise(cells: int) -> None:
    table = draw_grid(("id", "text"), [("NSP-3.5", CHINESE)], Format.TABLE, within=cells)
    assert max(map(width, table.splitlines())) <= cells
    begins = [line[9:10] for line in table.splitlines()[2:]]
    assert begins
    assert not set(begins) & set("，。」）")


def test_names_in_any_letters_fill_the_cells_that_the_tables_give_them() -> None:
    letters = [chr(n) for n in range(0xA0, 0x4000)] + [chr(n) for n in range(0xAC00, 0x10000)]
    for sign in letters:
        assert width(sign) == wcswidth(sign), hex(ord(sign))
    draw = Random(7)
    signs = [
        *"aé½·“”…×─☐○⇄⠀小ゆー。「」，한 ",
        *"\u0301\u200d\ufe0f\u3099\u3164👍🏽⚑ก",
        *letters[::50],
    ]
    for _ in range(5_000):
        word = "".join(draw.choices(signs, k=4))
        assert width(word) == wcswidth(word), ascii(word)
