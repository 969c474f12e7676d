"""A page of docs/languages/ for each language: the README's three uses, as they are typed there."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final, NamedTuple

from referee.core.answers.choices import OneOf, SomePlayer
from referee.core.play.loop import GameLoop
from referee.core.play.session import Session
from referee.core.play.stage import Step
from referee.core.table import Player, Setup
from referee.registry import open_game
from referee.translating import catalogues, texts
from referee.translating.sources import Source, sources
from tests.languages.spoken import FOREIGN, PARTIAL, speaking

ROOT: Final = Path(__file__).resolve().parents[2]
EVENING: Final = "scoresheets/no-swap-no-pay"
PLAYERS: Final = ("Ana", "小明", "ゆうこ", "Bo")
COINS: Final = {"g": "gold", "s": "silver", "b": "black", "p": "purple"}
_APART: Final = re.compile(r"(?<=\d)(?=[A-Za-zÄÖÜ])|(?<=[a-zäöüß])(?=\d)")
"""Where a number and a word of Latin letters are written apart."""
FIRST, LAST = 24, 8
"""So many lines of a whole evening are shown, at its beginning and its end."""


class Words(NamedTuple):
    """What a page says in its language, around what the program says."""

    title: str
    about: str
    dispute: str
    asked: str
    score: str
    evening: str
    more: str
    how_much: str = "How much is translated"
    done: str = "- {title}: {done} of {every} messages, {rules} of {texts} rules"
    rest: str = "What is missing is said in English."


PAGES: Final = {
    "zh-Hant": Words(
        "referee：桌遊裁判",
        "你們用真正的卡牌和硬幣遊玩。裁判帶你們走完每個步驟，依照規則裁定爭議，計算最終分數，並印出計分表。"
        "語言由`--lang zh-Hant`或環境變數`REFEREE_LANG`選擇，否則依照系統語系。中文和英文都可以輸入。",
        "爭論的時候",
        "challenge players=小明,阿華,Bo,Di challenger=小明 target=阿華 counts=阿華:1 answer=付",
        "遊戲結束時",
        "玩一整晚",
        "`referee sheet saturday.jsonl --open`會開啟要列印的計分表，`referee rules no-swap`是規則書。",
    ),
    "zh-Hans": Words(
        "referee：桌游裁判",
        "你们用真正的卡牌和硬币游玩。裁判带你们走完每一步，依照规则裁定争议，计算最终分数，并打印计分表。"
        "语言由`--lang zh-Hans`或环境变量`REFEREE_LANG`选择，否则依照系统的区域设置。中文和英文都可以输入。",
        "争论的时候",
        "challenge players=小明,阿华,Bo,Di challenger=小明 target=阿华 counts=阿华:1 answer=付",
        "游戏结束时",
        "玩一整晚",
        "`referee sheet saturday.jsonl --open`会打开要打印的计分表，`referee rules no-swap`是规则书。",
    ),
    "ja": Words(
        "referee：卓上ゲームの審判",
        "本物のカードとコインで遊んでください。審判は手順を最後まで案内し、もめごとを規則に基づいて裁定し、最終得点を計算して、得点表を印刷します。"
        "言語は`--lang ja`か環境変数`REFEREE_LANG`で選びます。なければシステムのロケールに従います。日本語でも英語でも入力できます。",
        "もめたとき",
        "challenge players=ゆうこ,けん,Bo,Di challenger=ゆうこ target=けん counts=けん:1 answer=払う",
        "ゲームが終わったら",
        "一晩を通して",
        "`referee sheet saturday.jsonl --open`で印刷用の得点表が開きます。`referee rules no-swap`は規則書です。",
    ),
    "de": Words(
        "referee: Schiedsrichter am Spieltisch",
        "Ihr spielt mit echten Karten und Münzen. Der referee führt euch durch jeden Schritt, "
        "entscheidet Streitfragen nach den Regeln, rechnet die Endwertung aus und druckt das "
        "Wertungsblatt. Die Sprache wählt `--lang de` oder die Umgebungsvariable `REFEREE_LANG`, "
        "sonst gilt die des Systems. Getippt wird deutsch oder englisch, mit `ü` oder `ue`.",
        "Wenn ihr streitet",
        "challenge players=Jürgen,Zoë,Bo,Di challenger=Jürgen target=Zoë counts=Zoë:1 answer=zahlen",
        "Am Ende des Spiels",
        "Ein ganzer Abend",
        "`referee sheet saturday.jsonl --open` öffnet das Wertungsblatt zum Drucken, `referee rules no-swap` ist das Regelbuch.",
        "Wie viel übersetzt ist",
        "- {title}: {done} von {every} Meldungen, {rules} von {texts} Regeln",
        "Was fehlt, erscheint auf Englisch.",
    ),
}


def pages() -> dict[Path, str]:
    made = {tag: _page(tag, PAGES[tag]) for tag in (*FOREIGN, *PARTIAL) if tag in PAGES}
    for tag in PARTIAL:
        words = PAGES.get(tag, Words(*[tag, *[""] * 6]))
        lines = [how_much(each, tag, words.done) for each in sources().values()]
        parts = (f"## {words.how_much}", words.rest, "\n".join(filter(None, lines)))
        made[tag] = made.get(tag, f"# {tag}\n") + "\n" + "\n\n".join(parts) + "\n"
    return {ROOT / f"docs/languages/{tag}.md": text for tag, text in made.items()}


def how_much(source: Source, tag: str, form: str) -> str:
    """Count what a partial language has of a room, or of the program; empty if it is nothing."""
    if not source.catalogue(tag).is_file():
        return ""
    every, done, _ = catalogues.counted(catalogues.read(source.catalogue(tag)))
    title = source.game.title if source.game else "referee"
    if source.book is None:
        form = form.partition(", ")[0]
    rules = texts.counted(texts.texts_at(source.texts(tag))) if source.book else (0, 0, 0)
    return form.format(title=title, done=done, every=every, rules=rules[1], texts=rules[0])


def answers() -> Iterator[tuple[Path, str]]:
    """Type the evening of the README in each language, but for what the rules force."""
    whole = tuple(whole_words())
    for tag in filter(PAGES.get, (*FOREIGN, *PARTIAL)):
        with speaking(tag) as language:
            open_game("no-swap-no-pay")
            typed = [_APART.sub(" ", language.words(words)) for words in whole]
        yield ROOT / EVENING / f"saturday.{tag}.answers", "\n".join(typed) + "\n"


def whole_words() -> Iterator[str]:
    """Give the answers of the evening one by one, each in whole words."""
    game, book = open_game("no-swap-no-pay")
    session = Session(game, book, Setup(tuple(map(Player, PLAYERS))))
    loop = GameLoop(session, announces=True)
    loop.settle()
    for line in (ROOT / EVENING / "saturday.answers").read_text(encoding="utf-8").splitlines():
        loop.feed_line(line)
    again = Session(game, book, session.setup)
    for entry in map(session.entry, session.active):
        step = again.step
        if not entry.is_forced and step is not None:
            yield _whole(step, entry.words)
        again.add(entry)


def _whole(step: Step, words: str) -> str:
    """Write an answer out: the choice that a letter began, the colours behind numbers."""
    answers = step.answers
    if isinstance(answers, OneOf):
        return answers.said(answers.parse(words))
    if isinstance(answers, SomePlayer):
        return str(answers.parse(words))
    return re.sub(r"(\d)([gsbp])", lambda found: f"{found[1]}{COINS[found[2]]}", words)


def _page(tag: str, words: Words) -> str:
    play = (
        f"play no-swap --players {','.join(PLAYERS)} --journal saturday.jsonl --forced announce"
        f" < {EVENING}/saturday.{tag}.answers"
    )
    uses = {
        words.dispute: f"ask no-swap {words.asked}",
        words.score: f"score {EVENING}/evening.yaml",
        words.evening: play,
    }
    shown = (
        f"## {name}\n\n{_console(f'referee --lang {tag} {use}')}" for name, use in uses.items()
    )
    return "\n\n".join((f"# {words.title}", words.about, *shown, words.more + "\n"))


def _console(command: str) -> str:
    """Show a command and what it prints; of very much, the beginning and the end."""
    called = command.replace("referee", f"{sys.executable} -m referee", 1)
    called = called.replace(EVENING, str(ROOT / EVENING))
    with TemporaryDirectory() as folder:
        ran = subprocess.run(
            ["/bin/sh", "-c", called],
            cwd=folder,
            env={**os.environ, "PYTHONPATH": str(ROOT), "PYTHONUTF8": "1", "COLUMNS": "80"},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            check=False,
        )
    printed = ran.stdout.decode().replace(str(ROOT) + "/", "")
    lines = [line.rstrip() for line in printed.rstrip("\n").split("\n")]
    if len(lines) > FIRST + LAST:
        lines[FIRST:-LAST] = ["..."]
    return "\n".join(("```console", f"$ {command}", *lines, "```"))


if __name__ == "__main__":
    for path, text in answers():
        path.write_text(text, encoding="utf-8")
    for path, text in pages().items():
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
