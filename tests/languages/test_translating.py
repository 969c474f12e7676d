"""``referee translate``: what becomes of translations where the English changes, moves, or goes."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from msgspec.structs import replace

from referee.core.rulebook import Clause, Rule
from referee.core.say import Say, plural, speak
from referee.core.words.language import Language
from referee.files.languages import Catalogue, parts_of
from referee.translating import catalogues, texts
from referee.translating.sources import messages_of, sources
from tests.cli.running import ROOT
from tests.languages.pages import how_much
from tests.rooms import ROOMS


def catalogue(path: Path, *said: tuple[str, str]) -> Path:
    found = catalogues.read(path, "de")
    for english, text in said:
        found.add(english, text)
    catalogues.write(path, found)
    return path


def merged(path: Path, *english: str, keep_obsolete: bool = True) -> str:
    """Bring a catalogue up to a template of these messages, and give the file."""
    template = Catalog()
    for each in english:
        template.add(each)
    found = catalogues.read(path, "de")
    catalogues.merge(found, template, {}, keep_obsolete=keep_obsolete)
    catalogues.write(path, found)
    return path.read_text(encoding="utf-8")


def test_what_is_translated_is_kept(tmp_path: Path) -> None:
    path = catalogue(tmp_path / "de.po", ("{player}, take a coin.", "{player}, nimm eine Münze."))
    text = merged(path, "{player}, take a coin.", "Bags are shown.")
    assert 'msgid "{player}, take a coin."\nmsgstr "{player}, nimm eine Münze."\n' in text
    assert 'msgid "Bags are shown."\nmsgstr ""\n' in text
    assert "fuzzy" not in text


def test_what_changed_is_guessed_with_the_english_before(tmp_path: Path) -> None:
    path = catalogue(tmp_path / "de.po", ("{player}, take a coin.", "{player}, nimm eine Münze."))
    text = merged(path, "{player}, please take a coin.")
    assert (
        "#, fuzzy, python-brace-format\n"
        '#| msgid "{player}, take a coin."\n'
        'msgid "{player}, please take a coin."\n'
        'msgstr "{player}, nimm eine Münze."\n'
    ) in text
    assert catalogues.counted(catalogues.read(path)) == (1, 0, 1)
    catalogues.compiled(tmp_path / "de.mo", catalogues.read(path))
    spoken = Catalogue((tmp_path / "de.mo").read_bytes())
    assert spoken.gettext("{player}, please take a coin.") == "{player}, please take a coin."


def test_what_is_said_no_longer_waits_below_until_it_is_dropped(tmp_path: Path) -> None:
    path = catalogue(tmp_path / "de.po", ("Nobody is left.", "Niemand ist übrig."))
    assert '#~ msgid "Nobody is left."' in merged(path, "Six gems.")
    assert "#~" not in merged(path, "Six gems.", keep_obsolete=False)


def test_a_message_that_moved_to_a_context_brings_its_translation(tmp_path: Path) -> None:
    path = catalogue(tmp_path / "de.po", ("round", "Runde"))
    template = Catalog()
    template.add("round", context="saboteur")
    found = catalogues.read(path)
    catalogues.merge(found, template, {}, keep_obsolete=False)
    assert [each.string for each in found if each.context == "saboteur"] == ["Runde"]


def test_a_header_stays_as_its_translator_left_it(tmp_path: Path) -> None:
    path = catalogue(tmp_path / "de.po", ("gold", "Gold"))
    text = path.read_text(encoding="utf-8")
    own = text.replace('"Language: de\\n"', '"Language: de\\n"\n"X-Generator: Poedit 3.4\\n"')
    path.write_text("# Made by Änne.\n" + own, encoding="utf-8")
    after = merged(path, "gold", "silver")
    assert after.startswith("# Made by Änne.\n")
    assert '"X-Generator: Poedit 3.4\\n"' in after


def renewed(path: Path, rule: Rule, cases: texts.Cases | None = None, **said: str) -> Any:
    """Write the texts of a rulebook of one rule again, with what a translator says; read them."""
    book = replace(ROOMS["no-swap-no-pay"].book, rules={rule.rule_id: rule})
    text = texts.renewed(path, book, cases)
    for part, words in said.items():
        text = text.replace(f"    {part}:\n", f"    {part}: {words}\n")
    path.parent.mkdir(exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return texts.texts_at(path)


TWO = "Two muddy pebbles spoil it."
BUST = Rule(rule_id="PEB-3.2", title="Bust", text=TWO, clauses=(Clause(TWO),))


def test_the_texts_of_a_rulebook_are_written_whole_under_the_english(tmp_path: Path) -> None:
    path = tmp_path / "de/fair.yaml"
    renewed(path, BUST)
    begun = f"  PEB-3.2:\n    # Bust\n    title:\n    # {TWO}\n    text:\n"
    assert begun in path.read_text(encoding="utf-8")


def test_a_case_is_english_again_when_its_english_changed(tmp_path: Path) -> None:
    path = tmp_path / "de/fair.yaml"
    case = {"PEB-C01": {"asked": "May I pass?", "short": "No."}}
    renewed(path, BUST, case, asked="Darf ich passen?", short="Nein.")
    done = [("May I pass?", "Darf ich passen?"), ("No.", "Nein.")]
    assert [*texts.cases_of(path)] == done
    changed = {"PEB-C01": {"asked": "Must I play?", "short": "No."}}
    after = renewed(path, BUST, changed)
    assert after["cases"]["PEB-C01"]["was"] == ["May I pass?"]
    assert [*texts.cases_of(path)] == []
    assert texts.counted(after, texts.CASES) == (1, 0, 1)


def test_a_translation_with_another_fact_is_to_be_looked_at(tmp_path: Path) -> None:
    path = catalogue(tmp_path / "de.po", ("{player} pays.", "{wer} zahlt."))
    assert "#, fuzzy, python-brace-format" in merged(path, "{player} pays.")


SAYS = """
ONE, MANY = "{n} card", "{n} cards"
_PAIRS = {"ring": ("{n} ring", "{n} rings")}

def said(n, which, odd):
    few = "Only 1 of {most}.", "Only {n} of {most}."
    one = "{n} card is left."
    many = "{n} cards are left."
    if odd:
        one, many = "{n} odd card.", "{n} odd cards."
    yield plural(n, ONE, MANY)
    yield plural(n, *few, most=3)
    yield plural(n, *_PAIRS[which])
    yield plural(n, one, many)
    raise OSError(f"a {n} that nobody reads")
"""


def test_a_message_that_counts_is_one_message_wherever_its_forms_are(tmp_path: Path) -> None:
    path = tmp_path / "said.py"
    path.write_text(SAYS, encoding="utf-8")
    assert sorted((each.template, each.many) for each in messages_of(path)) == [
        ("Only 1 of {most}.", "Only {n} of {most}."),
        ("{n} card", "{n} cards"),
        ("{n} card is left.", "{n} cards are left."),
        ("{n} odd card.", "{n} odd cards."),
        ("{n} ring", "{n} rings"),
    ]


def test_a_rule_whose_english_changed_is_english_until_its_was_is_deleted(tmp_path: Path) -> None:
    path, said = tmp_path / "de/fair.yaml", "Zwei schlammige Kiesel verderben ihn."
    renewed(path, BUST, title="Verdorben", text=said)
    same = renewed(path, BUST)["rules"]["PEB-3.2"]
    assert same == {"title": "Verdorben", "text": said}
    three = "Three muddy pebbles spoil it."
    changed = Rule(rule_id="PEB-3.2", title="Bust", text=three, clauses=(Clause(three),))
    after = renewed(path, changed)
    assert after["rules"]["PEB-3.2"]["was"] == [TWO]
    assert texts.counted(after) == (1, 0, 1)
    assert [*parts_of(after, "PEB")][-1][0] != "PEB-3.2"
    once = path.read_text(encoding="utf-8")
    renewed(path, changed)
    again = path.read_text(encoding="utf-8")
    assert again == once
    path.write_text(again.replace(f"    was:\n      - {TWO}\n", ""), encoding="utf-8")
    assert texts.counted(texts.texts_at(path)) == (1, 1, 0)


@pytest.mark.parametrize(
    "text", ["a: b", "'x'", "[1]", "no", "- y", "{z}", "1:30", "#8", "„Gold“", "x # y"]
)
def test_any_text_is_read_back_as_it_was(tmp_path: Path, text: str) -> None:
    path = tmp_path / "de/fair.yaml"
    renewed(path, BUST, text=texts.as_yaml(text))
    assert renewed(path, BUST)["rules"]["PEB-3.2"]["text"] == text


@pytest.mark.parametrize(
    ("tag", "forms", "said"),
    [
        ("ja", ("{n}枚",), ["0枚", "1枚", "2枚", "5枚"]),
        ("de", ("{n} Münze", "{n} Münzen"), ["0 Münzen", "1 Münze", "2 Münzen", "5 Münzen"]),
        (
            "pl",
            ("{n} moneta", "{n} monety", "{n} monet"),
            ["0 monet", "1 moneta", "2 monety", "5 monet"],
        ),
        ("ar", tuple(f"{{n}} {each}" for each in "abcdef"), ["0 a", "1 b", "2 c", "5 d"]),
        ("de", ("{n} Münze", ""), ["0 coins", "1 Münze", "2 coins", "5 coins"]),
    ],
)
def test_plurals_follow_the_rule_of_the_catalogue(
    tag: str, forms: tuple[str, ...], said: list[str]
) -> None:
    speak_as(tag, compiled(tag, ("{n} coin", "{n} coins"), forms))
    assert [str(plural(n, "{n} coin", "{n} coins")) for n in (0, 1, 2, 5)] == said


def compiled(tag: str, english: str | tuple[str, ...], said: str | tuple[str, ...]) -> bytes:
    spoken, out = Catalog(locale=tag), BytesIO()
    spoken.add(english, said)
    write_mo(out, spoken)
    return out.getvalue()


def speak_as(tag: str, raw: bytes) -> None:
    """Speak a language of one catalogue, until the test is over."""
    language = Language(tag)
    language.add("referee", Catalogue(raw))
    speak(language)


@pytest.mark.parametrize(
    "text",
    [
        "{who} nimmt.",
        "{player:>9} nimmt.",
        "{player.x} nimmt.",
        "{player!r} nimmt.",
        "{ nimmt.",
        "{0}",
    ],
)
def test_a_translation_with_a_field_that_is_none_is_not_spoken(text: str) -> None:
    speak_as("de", compiled("de", "{player} takes.", text))
    assert str(Say("{player} takes.", player="Ana")) == "Ana takes."


@pytest.mark.parametrize("rule", ["n/0", "(" * 500 + "n" + ")" * 500, "n ? 1 : x", "", "99"])
def test_a_plural_rule_that_cannot_be_used_leaves_english_or_its_forms(rule: str) -> None:
    raw = compiled("de", ("{n} coin", "{n} coins"), ("{n} Münze", "{n} Münzen"))
    own = b"plural=" + rule.encode()[:8].ljust(8)
    speak_as("de", raw.replace(b"plural=(n != 1)", own))
    assert str(plural(2, "{n} coin", "{n} coins")) in {"2 coins", "2 Münzen", "2 Münze"}


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A checkout of our own, to change."""
    folder = tmp_path_factory.mktemp("checkout")
    unseen = shutil.ignore_patterns("*.pyc.*", "*.mo")  # what another worker is just compiling
    for name in ("referee", "rulebooks"):
        shutil.copytree(ROOT / name, folder / name, ignore=unseen)
    shutil.copy2(ROOT / "pyproject.toml", folder)
    (folder / "tests").mkdir()
    shutil.copytree(ROOT / "tests/games/no_swap_no_pay", folder / "tests/games/no_swap_no_pay")
    return folder


PLAY = ("play", "no-swap", "--players", "Ana,Bo,Cy,Di")


def called(copy: Path, *words: str, heard: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "referee", *words],
        cwd=copy,
        input=heard,
        env={**os.environ, "PYTHONPATH": str(copy), "PYTHONUTF8": "1"},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


def test_a_language_is_begun_and_renewed_in_a_checkout(copy: Path) -> None:
    begun = called(copy, "translate", "no-swap", "sv")
    assert begun.returncode == 0, begun.stderr
    first, second, third = begun.stdout.splitlines()
    assert first.startswith("referee/locale/sv/LC_MESSAGES/no_swap_no_pay.po: ")
    assert first.endswith(" messages, 0 done, 0 to look at")
    assert second == "rulebooks/sv/no_swap_no_pay.yaml: 48 rules, 0 done, 0 to look at"
    assert re.fullmatch(r"rulebooks/sv/.*yaml: \d\d cases, 0 done, 0 to look at", third)
    po = copy / "referee/locale/sv/LC_MESSAGES/no_swap_no_pay.po"
    asked = 'msgid "{player}, take a coin."\nmsgstr "'
    text = po.read_text(encoding="utf-8")
    assert f'{asked}"' in text
    word = 'msgctxt "word"\nmsgid "gold"\nmsgstr "'
    po.write_text(
        text.replace(f'{asked}"', f'{asked}{{player}}, ta ett mynt."').replace(
            f'{word}"', f'{word}guld / Guldmynt"'
        ),
        encoding="utf-8",
    )
    again = called(copy, "translate", "no-swap", "sv")
    assert " messages, 2 done, 0 to look at" in again.stdout
    answers = "Ana\n3g 2s 3b\nguld\n"
    played = called(copy, "--lang", "sv", *PLAY, heard=answers)
    assert "Ana, ta ett mynt." in played.stdout + played.stderr
    assert "Ana takes guld." in played.stdout + played.stderr


def test_the_template_names_the_places_of_its_messages(copy: Path) -> None:
    made = called(copy, "translate", "no-swap")
    assert made.returncode == 0
    assert "\n#: no_swap_no_pay/" in made.stdout
    assert 'msgid "{player}, take a coin."\nmsgstr ""\n' in made.stdout


def test_an_installed_referee_is_translated_in_its_sources(copy: Path, tmp_path: Path) -> None:
    shutil.copytree(copy / "referee", tmp_path / "referee")
    shutil.copytree(copy / "rulebooks", tmp_path / "referee/rulebooks")
    said = called(tmp_path, "translate", "no-swap", "sv")
    assert (said.returncode, said.stderr) == (
        2,
        "referee: No Swap No Pay! is translated in its sources.\n",
    )


@pytest.mark.parametrize("tag", ["en", "../x", "d e", ""])
def test_a_bad_tag_is_refused(copy: Path, tag: str) -> None:
    assert called(copy, "translate", "no-swap", tag).returncode == 2


def test_the_page_of_a_partial_language_counts_what_is_done() -> None:
    every = sources()
    form = "- {title}: {done} of {every} messages, {rules} of {texts} rules"
    room = how_much(every["no_swap_no_pay"], "de", form)
    assert re.fullmatch(r"- No Swap No Pay!: (\d+) of \1 messages, (\d+) of \2 rules", room)
    assert re.fullmatch(r"- referee: \d+ of \d+ messages", how_much(every["referee"], "de", form))
    assert how_much(every["saboteur"], "de", form) == ""
