"""What people write at a table without reading the screen, and what it records."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from referee.core.play.loop import GameLoop
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

DRAWN, COIN, ANSWER, CARD, TURN, MOVE, WAY = (
    ("no-swap-no-pay", "draft.drawn"),
    ("no-swap-no-pay", "draft.coin"),
    ("no-swap-no-pay", "challenge.answer"),
    ("aladdin", "explore.card"),
    ("saboteur", "turn.lay"),
    ("sidibaba", "march.move"),
    ("sidibaba", "genie.told"),
)
FORMS = {
    "zh-Hant": {
        (DRAWN, "3g 2s 3b"): (
            *("三金二銀三黑", "金幣3枚、銀幣2枚，黑幣3枚。", "3金2银3黑", "3金 2銀 3黑"),
            *("金３銀２黑３", "3枚金幣和2枚銀幣和3枚黑幣", "金三 銀二 黑三！", "3g2s3b"),
            *("三枚金的、兩枚銀的與三枚黑的",),
        ),
        (COIN, "gold"): ("金", "一枚金幣", "金幣一枚。", "1枚金", "拿金", "拿一枚金幣"),
        (ANSWER, "pay"): ("付", "付錢", "付錢。", "付钱", "付款！", "Pay", "付1枚硬幣", "我付錢"),
        (ANSWER, "swap"): ("交換", "交換。", "换", "交换", "我要換", "我選交換"),
        (CARD, "bronze ring 1"): ("銅戒指1", "銅的戒指一", "銅戒指 毒蠍1隻", "铜戒指1"),
        (CARD, "red 1"): ("紅1", "紅寶石一", "紅的 1", "红宝石1。"),
        (TURN, "map middle"): ("地圖 中間", "地圖中間", "地图 中", "地圖卡 中央。", "地圖，中間"),
        (COIN, "silver"): ("銀", "拿1枚銀幣。", "拿一枚銀幣。", "我拿銀", "我選銀"),
        (TURN, "map top"): ("地圖 上方", "地圖卡上面", "看上面的終點卡"),
        (TURN, "discard"): ("棄牌", "弃牌", "棄掉。", "棄1張牌"),
        (MOVE, "f"): ("前進", "前", "直走。", "往前走", "前进"),
        (WAY, "ahead"): ("前方", "前", "正前方", "前面。"),
        (WAY, "none"): ("無", "沒有", "没有"),
    },
    "zh-Hans": {
        (DRAWN, "3g 2s 3b"): (
            *("三枚金币、两枚银币和三枚黑币", "3金2银3黑", "金币3枚，银币2枚，黑币3枚。"),
            *("金三银二黑三", "三金二銀三黑", "金 3 银 2 黑 3"),
        ),
        (COIN, "gold"): ("金", "一枚金币", "金币1枚"),
        (ANSWER, "pay"): ("付", "付钱。", "付錢", "付款", "我付钱"),
        (ANSWER, "swap"): ("交换", "交換", "换！", "我要换"),
        (CARD, "bronze ring 1"): ("铜戒指 1", "铜的戒指一", "銅戒指1", "铜戒指 毒蝎1只"),
        (TURN, "map middle"): ("地图 中间", "地图中", "地圖 中央", "地图，中间"),
        (COIN, "silver"): ("银", "拿银币。", "拿一枚银币。", "我拿银", "我选银"),
        (TURN, "discard"): ("弃牌", "棄牌。"),
        (MOVE, "f"): ("前进", "前", "直走", "向前走。"),
        (WAY, "ahead"): ("前方", "前", "正前方"),
        (WAY, "none"): ("无", "沒有"),
    },
    "ja": {
        (DRAWN, "3g 2s 3b"): (
            *("金３銀２黒３", "金貨3枚と銀貨2枚、黒3枚", "金3 銀2 黒3"),
            *("金を3枚、銀を2枚、黒を3枚。", "三金二銀三黒", "金 3、銀 2、黒 3"),
        ),
        (COIN, "gold"): ("金", "金貨1枚", "金貨を一枚。", "1枚の金貨"),
        (ANSWER, "pay"): ("払う", "払います。", "支払います", "払", "私は払う"),
        (ANSWER, "swap"): ("交換", "交換する", "交換します。"),
        (CARD, "bronze ring 1"): ("銅の指輪1", "銅の指輪 サソリ1匹", "銅指輪一", "銅 の 指輪 1"),
        (CARD, "red 1"): ("赤1", "赤1。", "赤の宝石1", "赤 １"),
        (TURN, "map middle"): (
            "地図 真ん中",
            "地図 中央",
            "地図の中央",
            "地図カード 中",
            "地図、中",
        ),
        (COIN, "silver"): (
            "銀を取ります。",
            "銀 を 取る",
            "銀を受け取る",
            "僕は銀",
            "銀で",
            "銀にする",
        ),
        (TURN, "discard"): ("捨てる", "捨てます。", "パス", "ぱす", "カードを捨てる"),
        (MOVE, "f"): ("前進", "前", "前進します。", "進む"),
        (WAY, "ahead"): ("前方", "前", "正面"),
        (WAY, "none"): ("なし", "ナシ", "無し。", "ﾅｼ"),
    },
    "de": {
        (DRAWN, "3g 2s 3b"): (
            *("drei Gold zwei Silber drei Schwarz", "3 Gold, zwei Silbermünzen und drei schwarze."),
        ),
        (COIN, "gold"): (
            "Gold",
            "eine Goldmünze",
            "Ein Gold!",
            "ich nehme die goldene.",
        ),
        (ANSWER, "pay"): ("zahlen", "Bezahlt.", "1 Münze zahlen", "Ana zahlt 1 Münze"),
        (ANSWER, "swap"): ("tauschen", "Tausch!", "tauscht die Beutel"),
    },
}
CASES = [
    (tag, *place, english, typed)
    for tag, told in FORMS.items()
    for (place, english), several in told.items()
    for typed in several
]
UNKNOWN = {"zh-Hant": "貓", "zh-Hans": "猫", "ja": "ねこ", "de": "Katze"}
HALF = [
    (tag, *place, english, typed[0])
    for tag, told in FORMS.items()
    for (place, english), typed in told.items()
]


def steps(room: str, step: str) -> Iterator[AnySession]:
    """Go through the evenings of a room, to every place where a step is asked."""
    for session in different_steps(ROOMS[room]):
        if session.step is not None and session.step.id == step:
            yield session


def at(room: str, step: str, english: str) -> AnySession:
    """Go to the first place where this can be answered."""
    for session in steps(room, step):
        if not isinstance(meant(session, english, announces=False)[0], str):
            return session
    raise LookupError(room, step, english)


@pytest.mark.parametrize(("tag", "room", "step", "english", "typed"), CASES)
def test_a_natural_form_is_read(tag: str, room: str, step: str, english: str, typed: str) -> None:
    session = at(room, step, english)
    wanted = meant(session, english, announces=False)
    with speaking(tag):
        open_game(room)
        assert meant(session, typed, announces=False) == wanted


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


@pytest.mark.parametrize(("tag", "room", "step", "english", "typed"), HALF)
def test_one_foreign_word_at_any_place_records_nothing(
    tag: str, room: str, step: str, english: str, typed: str
) -> None:
    session = at(room, step, english)
    cat = UNKNOWN[tag]
    before = len(session.record)
    with speaking(tag) as language:
        open_game(room)
        assert [language.english(each) for each in ("bitte", "die", "。")] == ["bitte", "die", "."]
        words = typed.split(" ")
        lines = [" ".join((*words[:n], cat, *words[n:])) for n in range(len(words) + 1)]
        for line in (*lines, typed + cat, cat + typed):
            answers = GameLoop(session).feed_line(line)
            assert not any(each.is_taken for each in answers), line
            assert len(session.record) == before, line
            assert cat in " ".join(str(each.say) for each in answers), line
