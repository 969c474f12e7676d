"""What people write at a table without reading the screen, and what it records."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import TypeAlias

import pytest
import yaml

from referee.core.play.loop import GameLoop
from referee.core.play.reading.commands import asks_how_it_stands, asks_whose_turn
from referee.core.play.reading.names import names_in
from referee.core.say import Say
from referee.games.aladdin.questions.given import HOLDING
from referee.games.no_swap_no_pay.questions.facts import owner_named
from referee.registry import open_game
from referee.testing.play import AnySession
from tests.cli.running import call
from tests.languages.evenings import different_steps
from tests.languages.spoken import FOREIGN, speaking
from tests.languages.test_typed_as_shown import meant
from tests.rooms import ROOMS

Forms: TypeAlias = "dict[str, dict[str, list[str]]]"
"""What is typed, by what it means in English and by language."""
FORMS: dict[str, dict[str, Forms]] = yaml.safe_load(
    Path(__file__).with_name("natural_forms.yaml").read_text(encoding="utf-8")
)
ANY_WORD = "genie.arrow"
"""The colour of an arrow is any word."""
UNKNOWN = {"en": "cat", "zh-Hant": "貓", "zh-Hans": "猫", "ja": "ねこ", "de": "Katze"}


def places(name: str) -> Iterator[tuple[AnySession, str, dict[str, list[str]]]]:
    """Go to the first place where each of the answers can be given, with what is typed for it."""
    left = {step: dict(forms) for step, forms in FORMS[name].items()}
    for session in different_steps(ROOMS[name]):
        forms = left.get(session.step.id, {}) if session.step else {}
        for english in [*forms]:
            if not isinstance(meant(session, english, announces=False)[0], str):
                yield session, english, forms.pop(english)
    assert [*filter(None, left.values())] == []


@contextmanager
def at_a_table(tag: str, room: str) -> Iterator[None]:
    with nullcontext() if tag == "en" else speaking(tag):
        open_game(room)
        yield


@pytest.mark.parametrize("each", [8, pytest.param(1, marks=pytest.mark.prove)])
@pytest.mark.parametrize("name", FORMS)
def test_a_natural_form_is_read_and_nothing_with_a_foreign_word(name: str, each: int) -> None:
    """The quick run reads every third form and spoils one of every eighth answer, the proof all."""
    for at, (session, english, by_tag) in enumerate(places(name)):
        wanted = meant(session, english, announces=False)
        is_any_word = session.step is not None and session.step.id == ANY_WORD
        for tag, forms in by_tag.items():
            with at_a_table(tag, name):
                for typed in forms[:: min(each, 3)]:
                    assert meant(session, typed, announces=False) == wanted, (tag, typed)
                if at % each == 0 and not is_any_word:
                    nothing_is_noted(session, forms[0], UNKNOWN[tag])


def nothing_is_noted(session: AnySession, typed: str, cat: str) -> None:
    """Type a line with a foreign word at each place; it is quoted, and nothing is noted."""
    before, words = len(session.record), typed.split(" ")
    lines = [" ".join((*words[:n], cat, *words[n:])) for n in range(len(words) + 1)]
    for line in (*lines, typed + cat, cat + typed):
        answers = GameLoop(session).feed_line(line)
        assert not any(answer.is_taken for answer in answers), line
        assert len(session.record) == before, line
        assert cat in " ".join(str(answer.say) for answer in answers), line


NOT_NOTED = [
    ("en", "draft.coin", "2 gold|two gold|not gold|don't take gold|gold? no|is it gold"),
    ("en", "draft.coin", "does he take gold|one|two|one for me"),
    ("en", "challenge.answer", "one|ok two"),
    (
        "zh-Hant",
        "draft.coin",
        "不要金|不是金|金不要|不拿金|別拿金|要不要金|拿金呢|拿金嗎|金2枚、銀3枚",
    ),
    ("zh-Hans", "draft.coin", "不要金|不是金|别拿金|没有金币"),
    ("ja", "draft.coin", "金じゃない|金ではありません|金を取らない|金はいらない|金ですか"),
    ("ja", "draft.coin", "金2枚|銀1枚と金1枚|金は2枚、銀3枚"),
    ("de", "draft.coin", "nicht Gold|Gold nicht|kein Gold"),
    ("en", "setup.captain", "bo is not the captain|who is bo|is bo the captain|bo or ana"),
    ("en", "setup.captain", "anyone but bo"),
    ("zh-Hant", "setup.captain", "Bo不是船長|不是Bo|Bo或Ana|誰是Bo"),
    ("zh-Hans", "setup.captain", "Bo不是船长|谁是Bo"),
    ("ja", "setup.captain", "Boは船長ではない|Boじゃない|Boですか|BoとAna|Bo以外"),
    ("de", "setup.captain", "Bo ist nicht Kapitän|ist Bo Kapitän|wer ist Bo"),
    ("en", "gold.paid", "one 3|three and two ones|one three and one one"),
    ("en", "march.move", "forward 2|forward two|2 forward"),
    ("zh-Hant", "march.move", "前進兩格|前進2格|往前走兩格"),
    ("ja", "march.move", "前に2マス|前進2"),
]
"""By language and step: what is denied, what is asked, and another number than one of pieces."""
ROOM_OF = {"gold.paid": "saboteur", "march.move": "sidibaba"}


@pytest.mark.parametrize(("tag", "step", "lines"), NOT_NOTED)
def test_what_is_no_answer_is_not_noted(tag: str, step: str, lines: str) -> None:
    room = ROOM_OF.get(step, "no-swap-no-pay")
    asked = (each for each in different_steps(ROOMS[room]) if each.step and each.step.id == step)
    session = next(asked)
    with at_a_table(tag, room):
        for line in lines.split("|"):
            assert not any(each.is_taken for each in GameLoop(session).feed_line(line)), line


@pytest.mark.parametrize(("tag", "ghost"), [("ja", "亡霊"), ("zh-Hant", "幽靈"), ("de", "geist")])
def test_a_dispute_names_the_ghost_in_the_words_of_the_table(tag: str, ghost: str) -> None:
    with speaking(tag):
        open_game("no-swap-no-pay")
        assert owner_named(ghost) == owner_named("ghost") == "Davy Jones"
        assert owner_named("Geistreich") == "Geistreich"


@pytest.mark.parametrize("tag", FOREIGN)
def test_a_dispute_reads_ornaments_as_its_help_shows_them(tag: str) -> None:
    with speaking(tag):
        open_game("aladdin")
        ring, several = (str(Say("{it}", it=fact)) for fact in HOLDING[-1].about.facts.values())
    english = call("ask", "aladdin", "steal", "gems=red:1", "ornaments=silver-ring:2")
    assert not ring.isascii()
    for shown in (f"{ring}:2", several):
        ran = call("--lang", tag, "ask", "aladdin", "steal", "gems=red:1", f"ornaments={shown}")
        assert (ran.code, ran.err) == (english.code, "") == (0, "")


@pytest.mark.parametrize(
    ("tag", "turn", "score", "state", "rules"),
    [
        ("zh-Hant", "輪到誰了？", "現在誰領先？", "還剩幾張牌？", "如果剩下幾張可以嗎？"),
        ("zh-Hans", "轮到谁了？", "谁领先？", "还剩多少张牌？", "可以剩几张？"),
        ("ja", "誰の番？", "今誰が勝っている？", "あと何枚？", "残りが2枚のとき、どうなる？"),
        ("de", "Wer ist dran?", "Wer führt?", "Wie viele sind noch da?", "Wie viele darf er noch?"),
    ],
)
def test_a_question_about_the_game_is_known_in_each_language(
    tag: str, turn: str, score: str, state: str, rules: str
) -> None:
    asked = (turn, score, state, rules)
    with speaking(tag):
        assert [*map(asks_whose_turn, asked)] == [True, False, False, False]
        assert [*map(asks_how_it_stands, asked[1:])] == ["score", "state", None]


@pytest.mark.parametrize("tag", FOREIGN)
def test_what_is_passed_over_is_none_of_these_words(tag: str) -> None:
    with speaking(tag) as language:
        assert [language.english(each) for each in ("bitte", "die", "。")] == ["bitte", "die", "."]


@pytest.mark.parametrize(
    ("tag", "typed", "names"),
    [
        ("zh-Hant", "小明、ゆうこ和Bo", ["小明", "ゆうこ", "Bo"]),
        ("zh-Hant", "小明跟小華還有Bo", ["小明", "小華", "Bo"]),
        ("zh-Hant", "和子、歐陽和平", ["和子", "歐陽和平"]),
        ("zh-Hans", "小明和小华", ["小明", "小华"]),
        ("ja", "小明とゆうこ、Bo", ["小明", "ゆうこ", "Bo"]),
        ("ja", "さとうとBo", ["さとう", "Bo"]),
        ("de", "Ana, Bo und Undine", ["Ana", "Bo", "Undine"]),
    ],
)
def test_names_are_parted_by_the_words_of_the_language(
    tag: str, typed: str, names: list[str]
) -> None:
    with speaking(tag):
        assert [*names_in(typed)] == names
