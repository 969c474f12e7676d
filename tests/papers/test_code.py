"""From a payload to a text and back, as docs/code.md lays it down."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as some

from referee.core.paper.code import MOST, NewerCode, decode, encode, in_lines
from referee.core.say import BadAnswer
from referee.files.decoding import digest_of
from referee.files.journal.payload import Payload, PayloadHead, read_payload, write_payload
from referee.html.code import code_picture

EXAMPLE = """REFEREE/1/ADFYWXQ3XBC:V4QD23CL1B-+UWHB5-6+:W186HBVAW6-3R5QWDS6I1
QF70B73-5NDANJLPFMP323:90BY1UJ2VICTQJLAOV64GV2XM0EH8LF9S6VY6FAVY
+-U5BHG83TRY/+3I24AC3TO06A"""
HEAD = '{"game":"saboteur","rules":1,"text":"2f5a7aedee0b","players":["Ana","小明","Bo"]}'


def test_the_example_of_the_form_is_read_and_written() -> None:
    payload = f"{HEAD}\n@3\nnesw1,0\n".encode()
    assert decode(EXAMPLE) == payload
    assert in_lines(encode(payload)) == EXAMPLE
    told = read_payload(payload)
    assert told.lines == ("@3", "nesw1,0")
    assert (told.head.game, told.head.players) == ("saboteur", ("Ana", "小明", "Bo"))
    assert write_payload(told) == payload


@given(some.binary(max_size=300))
def test_whatever_is_written_is_read_again(payload: bytes) -> None:
    text = encode(payload)
    assert decode(text) == decode(f" {text.lower()}\r\n") == decode(in_lines(text)) == payload


@given(some.binary(max_size=60), some.data())
def test_no_wrong_sign_passes(payload: bytes, data: some.DataObject) -> None:
    text = encode(payload)
    at = data.draw(some.integers(len("REFEREE/1/"), len(text) - 1))
    sign = data.draw(some.sampled_from("0Z/:$é"))
    if sign != text[at]:
        with pytest.raises(BadAnswer):
            decode(text[:at] + sign + text[at + 1 :])
    with pytest.raises(BadAnswer):
        decode(text[:at])


@pytest.mark.parametrize("text", ["", "REFEREE/", "REFEREE/1", "REFEREE/1/", "REFEREE/1/0", "@1"])
def test_what_is_cut_short_is_no_code(text: str) -> None:
    with pytest.raises(BadAnswer):
        decode(text)


def test_a_later_form_is_told_as_such() -> None:
    with pytest.raises(NewerCode, match=r"form 2; this referee reads form 1"):
        decode("referee/2/ABC")


def test_a_code_unfolds_to_256_kib_at_most() -> None:
    assert decode(encode(b"0" * MOST)) == b"0" * MOST
    for size in (MOST + 1, 200 * MOST):
        with pytest.raises(BadAnswer, match="more than 256 KiB"):
            decode(encode(b"0" * size))


def test_nothing_is_behind_what_is_unfolded() -> None:
    whole = encode(b"{} \n")
    assert len(whole.removeprefix("REFEREE/1/")) % 3 == 0, "what is behind it are bytes of its own"
    with pytest.raises(BadAnswer):
        decode(f"{whole}00A")


@pytest.mark.parametrize(
    "raw",
    [
        b"",
        b"{}",
        b"[]\n",
        b"{}\n",
        f"{HEAD}".encode(),
        f"{HEAD}\n@3".encode(),
        f"{HEAD}\n\n@3\n".encode(),
        f"{HEAD}\n \n".encode(),
        HEAD.replace('"rules":1', '"rules":"1"').encode() + b"\n",
        HEAD.replace('"text"', '"seats":3,"text"').encode() + b"\n",
        HEAD.replace('"text"', '"colour":"red","text"').encode() + b"\n",
        HEAD.replace('"text"', '"holdings":{},"text"').encode() + b"\n",
        b'{"game":"saboteur","rules":1,"text":""}\n',
        b'{"game":"saboteur","rules":1,"text":"","holdings":{}}\n@1\n',
        b'{"game":' + b"[" * 100_000 + b"\n",
        b'{"game":"saboteur","rules":1,"text":"","holdings":' + b'{"a":' * 50_000 + b"\n",
        f"{HEAD}\n".encode() + b"\xff\n",
    ],
)
def test_what_is_no_payload_is_refused(raw: bytes) -> None:
    with pytest.raises(BadAnswer):
        read_payload(raw)


def test_answers_are_counted_and_marks_are_not() -> None:
    head = PayloadHead(game="fair", rules=1, text="", seats=2)
    lines = ("/by round", "@1", "/overrule so", "/note 3", "/by turn", "#4", "3", "/substitute @1")
    assert Payload(head, lines).entries == len(("@1", "/by turn", "3"))
    assert Payload(head, ("#1", *lines)).entries == len(("/by round", "@1", "/by turn", "3"))


def test_an_evening_is_named_by_its_payload() -> None:
    assert digest_of(decode(EXAMPLE)) == "2a3557ff996e"


@pytest.mark.parametrize(
    ("signs", "side"),
    [(1451, "62.5mm"), (1452, "56.5mm"), (1853, "62.5mm")],
)
def test_a_long_code_has_less_to_spare_and_no_larger_modules(signs: int, side: str) -> None:
    drawn = str(code_picture("A" * signs))
    assert f'width="{side}" height="{side}"' in drawn
    assert 'fill="#fff"' in drawn
    assert 'stroke="#000"' in drawn


def test_a_code_that_is_too_long_is_only_in_the_saved_page() -> None:
    said = "The code is too long to print; the saved page holds it."
    assert str(code_picture("A" * 1854)) == said


def test_the_form_is_in_the_manual() -> None:
    manual = (Path(__file__).parent.parent.parent / "docs/code.md").read_text(encoding="utf-8")
    for key in PayloadHead.__struct_fields__:
        assert f"`{key}`" in manual
