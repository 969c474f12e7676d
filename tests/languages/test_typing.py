"""A table that types its own language, and what the record keeps of it."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from referee.core.play.loop import GameLoop
from referee.core.play.record import Entry
from referee.core.say import Example, Say, speak
from referee.files.languages import from_any_language
from referee.registry import open_game
from referee.testing.play import AnySession, begin, random_player
from tests.cli.running import call
from tests.languages.pages import EVENING, PLAYERS, ROOT, answers, whole_words
from tests.languages.spoken import FOREIGN, Pseudo, speaking
from tests.rooms import EVERY_ROOM, ROOMS


def _played(name: str, seed: int) -> AnySession:
    room = ROOMS[name]
    setup = room.setup(room.game.players[len(room.game.players) // 2], seed)
    *_, session = random_player(room, setup, seed)
    return session


def entries(session: AnySession) -> list[Entry]:
    return [each for each in session.record if isinstance(each, Entry)]


@pytest.mark.parametrize("tag", FOREIGN)
@pytest.mark.parametrize("name", EVERY_ROOM)
def test_a_game_typed_in_another_language_leaves_the_record_of_the_english_one(
    name: str, tag: str
) -> None:
    room, model = ROOMS[name], _played(name, 1)
    again = begin(room, model.setup)
    loop, foreign = GameLoop(again), 0
    with speaking(tag) as language:
        open_game(name)
        for entry in map(model.entry, model.active):
            typed = language.words(entry.words)
            foreign += typed != entry.words
            answer = loop.feed(loop.read(typed))
            assert answer.is_taken, (typed, str(answer.say))
    kept, told = entries(again), entries(model)
    assert [(each.step, each.words, each.event) for each in kept] == [
        (each.step, each.words, each.event) for each in told
    ]
    assert foreign


def test_the_evenings_of_the_pages_are_typed_as_the_english_one_was() -> None:
    for path, typed in answers():
        assert path.read_text(encoding="utf-8") == typed, "run: make docs"


UMLAUTS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss"})
AS_PEOPLE_WRITE = (
    (r"^Gold$", "Goldmünze"),
    (r"^Silber$", "silbermünze."),
    (r"^Lila$", "lila Münze\nzurück\nGold\nzurück\nLila"),
    (r"Schwarz (?=1)", "schwarze Münzen und "),
    (r"^tauschen$", "tauscht!"),
)
"""What a German table writes for what the screen shows; twice it takes a coin back."""
TAKEN_BACK = (r"^purple$", "purple\nundo\ngold\nundo\npurple")


def journal(folder: Path, tag: str, typed: str) -> list[str]:
    """Play an evening as it is typed; give its journal, but for times and the words kept."""
    path = folder / f"{tag}.jsonl"
    words = ("--players", ",".join(PLAYERS), "--forced", "announce", "--journal", str(path))
    ran = call("--lang", tag, "play", "no-swap", *words, heard=typed)
    assert ran.code == 0, ran.err
    assert "Nicht verstanden" not in ran.out + ran.err, ran.err
    lines = map(json.loads, path.read_text(encoding="utf-8").splitlines())
    kept = [{k: v for k, v in line.items() if k not in {"at", "sum", "words"}} for line in lines]
    return [json.dumps(line, ensure_ascii=False) for line in kept]


@pytest.mark.parametrize(
    "spelt",
    [str, str.upper, lambda typed: typed.translate(UMLAUTS)],
    ids=["as written", "capitals", "ae oe ue ss"],
)
def test_an_evening_in_german_leaves_the_journal_of_the_english_one(
    tmp_path: Path, spelt: Callable[[str], str]
) -> None:
    german = (ROOT / EVENING / "saturday.de.answers").read_text(encoding="utf-8")
    for shown, written in AS_PEOPLE_WRITE:
        german, times = re.subn(shown, written, german, flags=re.MULTILINE)
        assert times, shown
    english = "\n".join(whole_words())
    english = re.sub(*TAKEN_BACK, english, flags=re.MULTILINE)
    assert journal(tmp_path, "de", spelt(german)) == journal(tmp_path, "en", english)


def test_an_evening_in_half_a_language_is_typed_in_it_and_in_english() -> None:
    room, model = ROOMS["no-swap-no-pay"], _played("no-swap-no-pay", 1)
    again = begin(room, model.setup)
    loop = GameLoop(again)
    said: set[str] = set()
    language = Pseudo(partial=True)
    speak(language)
    for entry in map(model.entry, model.active):
        typed = language.words(entry.words)
        answer = loop.feed(loop.read(typed.swapcase()))
        assert answer.is_taken, (typed, str(answer.say))
        said |= {*re.findall(r"\w+", f"{typed} {answer.say}")}
    kept, told = entries(again), entries(model)
    assert [(each.step, each.event) for each in kept] == [(each.step, each.event) for each in told]
    assert {"Ǵóĺđ", "Śíĺṽéŕ", "black"} <= said


def test_a_word_that_is_capital_and_has_accents_is_read_in_any_spelling() -> None:
    language = Pseudo(partial=True)
    read = [language.read(typed).english for typed in ("3 ǴÓĹĐ", "3 ǵóĺđ", "3 gold", "3 BLACK")]
    assert read == ["3 gold", "3 gold", "3 gold", "3 BLACK"]


def test_an_example_is_short_in_english_where_a_word_is_not_translated() -> None:
    speak(Pseudo(partial=True))
    example = [Say("{n}{kind}", n=3, kind=Example(each[0], each)) for each in ("gold", "black")]
    assert [str(each) for each in example] == ["3Ǵóĺđ", "3b"]


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("小明が銀を取ります。", ["小明が銀を取ります。"]),
        ("銀を取る; 金を取る", ["小明が銀を取ります。", "ゆうこが金を取ります。"]),
        ("銀を取ります。金を取ります。", ["小明が銀を取ります。", "ゆうこが金を取ります。"]),
        ("ゆうこが銀を取ります。", ["小明の手番です。"]),
        ("ねこが銀を取ります。", ["読み取れません：「ねこが銀を取ります」。"]),
        (
            "小明が銀を取ります。ねこ",
            ["読み取れません：「小明が銀を取ります。ねこ」。"],
        ),
        ("小明が銀を取ります。ゆうこが去ります。", ["読み取れません："]),
    ],
)
def test_a_sentence_is_read_whole_and_of_who_has_the_turn(typed: str, said: list[str]) -> None:
    room = ROOMS["no-swap-no-pay"]
    with speaking("ja"):
        open_game(room.game.id)
        loop = GameLoop(begin(room, room.setup(4, 0, names=("小明", "ゆうこ", "Bo", "Dee"))))
        loop.feed_line("小明; 金3銀2黒3")
        found = [str(each.say) for each in loop.feed_line(typed)]
    assert len(found) == len(said), found
    assert all(map(str.startswith, found, said)), found


@pytest.mark.parametrize(
    ("tag", "names", "typed", "read"),
    [
        ("zh-Hant", ("小明",), "金2、銀 1", "gold 2, silver 1"),
        ("zh-Hant", ("小明",), "2金1銀", "2 gold 1 silver"),
        ("zh-Hant", ("小明",), "金,金", "gold, gold"),
        ("zh-Hant", ("交",), "交換", "swap"),
        ("zh-Hant", ("金城武",), "金城武", "金城武"),
        ("zh-Hant", ("金城武",), "金城武 金2", "金城武 gold 2"),
        ("zh-Hant", ("金",), "@金", "@金"),
        ("zh-Hant", ("金",), "金", "gold"),
        ("zh-Hant", ("小明",), "小", "小"),
        ("ja", ("ゆうこ",), "払", "pay"),
        ("ja", ("払田",), "払", "払"),
        ("ja", ("ゆうこ",), "ゆ", "ゆ"),
        ("zh-Hans", ("阿华",), "gold 2；银１", "gold 2; silver １"),
    ],
)
def test_a_line_is_read(tag: str, names: tuple[str, ...], typed: str, read: str) -> None:
    with speaking(tag) as language:
        open_game("no-swap-no-pay")
        assert language.english(typed, names) == read


def test_people_are_called_by_their_names_whatever_these_mean() -> None:
    with speaking("zh-Hant") as language:
        open_game("no-swap-no-pay")
        assert language.word("gold") == "金"
        assert language.word("gold 2, black 1") == "金 2、黑 1"
        language.keep_names(("gold", "Red Li"))
        assert language.word("gold") == "gold"
        assert language.words("Red Li, silver") == "Red Li、銀"
        assert language.word("the gold was stolen") == "the gold was stolen"


def test_a_file_is_read_in_any_language_but_not_a_text_that_no_table_writes() -> None:
    open_game("no-swap-no-pay")
    assert from_any_language("金 2") == "gold 2"
    assert from_any_language("金 " * 3000) == "金 " * 3000
