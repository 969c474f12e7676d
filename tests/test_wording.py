"""How the program speaks: what no sentence says, and words that nobody would use, counted."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

from referee.cli.main import COMMANDS
from referee.files.documents.rulebook import load_rulebook_at
from tests.cli.running import call
from tests.manual import man_page

ROOT = Path(__file__).resolve().parents[1]
SMALL_WORDS = "referee/core/words/small_words.py"
"""Words that people type."""
FACT = re.compile(r"\{\w+\}")
WORDS = re.compile(r"[a-z]{2}\W+[a-z]{2}|“")
NEVER = {
    "a place before the thing": r"\b[Hh]ere (?:stands?|a|an)\b|\bfrom here on\b|\bwanted\b",
    "no X instead of not X": r"\bis none of\b|” is no\b(?! card here)",
    "data that is told": r"\btold (?:twice|by)\b|\bto be told\b|\btable tells\b",
    "a question word last": r"\b(?:which|whom)\?$|: which\?",
    "by the record": r"\b[Bb]y the record\b",
    "old words of time and place": r"\b(?:all the same|meanwhile|as yet|as ever|amiss)\b",
    "own without whose": r"\b(?:the|an) own\b",
    "typing in printers' words": r"\b(?:[Ss]igns?|blanks?(?! pad))\b",
    "a word of our own": r"\bunconfirmed\b|\bUnconfirmed\b|\bthe glass\b|\bstruck\b",
    "a guess, or blame": r"is it the right|\bwrongly\b",
    "a verb that may": r"\bmay be .*: which|\bis to be\b|\bare to be\b",
    "a contraction": r"\b(?:don|isn|aren|can|won|doesn|didn|couldn|shouldn)['’]t\b",
    "the victory": r"\bshare the victory with\b",
    "words joined by a stroke": r"\band/or\b",
    "somebody who may": r"\bmay be\b(?! used at any time)|\bcan have been\b",
    "a clause as a subject": r"\b[Ww]hoever\b",
    "data that is told by no player": r"(?<!\.)\btold\b|\btells?\b(?! the truth)",
    "no X instead of not X, of anything": r"(?<![Tt]here) (?:is|are) no (?!longer|more|kind)\w",
    "it stands, where it is": r"\b(?:stands?|stood) (?:here|there)\b|^Here ",
    "so, pointing back": r"\b(?:be|is|lies|laid|ends?|not|counted) so\b|\b(?!do\b|does\b)\w+ so\.$",
    "a quote, a colon and a fragment": r"^“…”: [a-z]",
    "a participle without a subject": r"^(?:Still|Known|Locked|Hidden)\b(?!: …\.?$)",
    "the print, for the printed rules": r"\b[Tt]he print\b",
    "a switch, for a house rule": r"\b[Aa] switch\b|\bswitches\b",
    "an audit, for a check": r"\b[Aa]udit\b",
    "old words of place": r"\bfurther\b",
}
RULES_ALSO_SAY = {
    "somebody who may",  # of what a table is allowed to do
    "a clause as a subject",
    "data that is told by no player",
    "old words of place",
}
"""What is plain enough in the text of a rule, which nobody reads against a clock."""
SHELL_ALONE = {
    "a clause as a subject": r"^What (?!happened since)[^?{]*\b(?:is|are)\b[^?]*\.$",
    "no X instead of not X": r"(?<![Tt]here) \b(?:is|are) no [a-z]+ (?:of|about|that)\b",
    "old words of place": r"\bbehind\b(?! (?:the last|this|them|the screen))|\bfurther\b",
}


def messages(path: Path) -> Iterator[tuple[int, str]]:
    """Give the texts of a module that may reach a screen; what documents the code is left out."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    notes = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in notes:
            text = " ".join(FACT.sub("…", node.value).split())
            if WORDS.search(text):
                yield node.lineno, text


def found(folder: Path, patterns: dict[str, str], *, but: tuple[str, ...] = ()) -> list[str]:
    """List each sentence that breaks a pattern, with its place."""
    return [
        f"{path.relative_to(ROOT)}:{line}: {name}: {text}"
        for path in sorted(folder.rglob("*.py"))
        if not path.is_relative_to(ROOT / "referee/testing")
        if not any(path.is_relative_to(ROOT / each) for each in but)
        for line, text in messages(path)
        for name, pattern in patterns.items()
        if re.search(pattern, text)
    ]


def test_no_sentence_has_a_pattern_that_was_given_up() -> None:
    but = ("referee/cli/commands/completion.py", SMALL_WORDS)
    assert found(ROOT / "referee", NEVER, but=but) == []


def test_the_shell_speaks_as_plainly_as_a_program_can_see() -> None:
    assert found(ROOT / "referee", SHELL_ALONE, but=("referee/games", SMALL_WORDS)) == []


@pytest.mark.parametrize("path", sorted((ROOT / "rulebooks").glob("*.yaml")), ids=lambda p: p.stem)
def test_no_rule_is_written_in_a_pattern_that_was_given_up(path: Path) -> None:
    rules = load_rulebook_at(str(path)).rules.values()
    said = [clause.text for rule in rules for clause in rule.clauses]
    never = {name: pattern for name, pattern in NEVER.items() if name not in RULES_ALSO_SAY}
    assert [(text, name) for text in said for name in never if re.search(never[name], text)] == []


_DECIDED = re.compile(r'^ +(?:asked|reading): "(.*?)"$', re.MULTILINE | re.DOTALL)


def test_no_case_is_decided_in_a_pattern_that_was_given_up() -> None:
    said = [
        (path.name, line)
        for path in sorted((ROOT / "rulebooks/casebook").rglob("*.yaml"))
        for line in re.findall(_DECIDED, path.read_text("utf-8"))
    ]
    assert said
    assert [
        (place, text, name)
        for place, text in said
        for name in NEVER
        if re.search(NEVER[name], text)
    ] == []


@pytest.mark.parametrize(
    "said",
    [
        "Here stands a tab.",
        "“hail” is none of sun and fog.",
        "“r” may be red or ring: which?",
        "By the record the next card is the Sorcerer.",
        "Did anybody touch the lamp all the same?",
        "Write blanks in its place.",
        "Total: 15, unconfirmed.",
        "The talisman may be laid so.",
        "Whoever summons the genie draws a lamp card.",
        "Whether the card lies in the discard pile is not told.",
        "… is no gem.",
        "The die lies so already.",
        "“…”: one card, such as 3r.",
        "Locked: … rolls first.",
        "The print names no tie-breaker; we share.",
        "Signs 2, 4, 6 … are squares.",
    ],
)
def test_the_patterns_find_what_was_said_before(said: str) -> None:
    assert any(re.search(pattern, said) for pattern in NEVER.values())


WORD = re.compile(r"[A-Za-z][\w'’-]*")
ANY_FACT = re.compile(r"\{\w*(?:![rs])?\}|\b\w+=\S*")
"""What stands for a fact, and a fact that is typed: nobody reads these as words."""
CODE = re.compile(
    r"```.*?^\s*```|``[^`\n]+``|`[^`\n]+`|^\s*(?:>>>|\.\.\.) .*?$"
    r"|<!--.*?-->|\]\([^)]*\)|\b[\w-]+\.(?:yaml|md|py)\b|^## [A-Z-]+$",
    re.DOTALL | re.MULTILINE,
)
COUNTED = re.compile(
    r"\b(?:told|tells?|telling|stands?(?! for)|stood|besides?|leaves with|mend(?:s|ed|ing)?|anew"
    r"|(?:go(?:es|ing|ne)?|went) on|from elsewhere|but for|h(?:olds?|eld) against"
    r"|brings (?:it )?along|amiss|as yet|for ever|meanwhile|all the same|sees to|parted"
    r"|(?:the|a) print|whoever)\b",
    re.IGNORECASE,
)
PAPER = "pad|form|sheet|page|row|line|column|file"
ALSO_IN_PAGES = re.compile(rf"\b(?:lies?|signs?|blanks?(?! (?:{PAPER})s?))\b", re.IGNORECASE)


def share(texts: Iterable[str], *counted: re.Pattern[str]) -> float:
    """Count the matches for each 1,000 words, without code."""
    words = hits = 0
    for text in texts:
        plain = ANY_FACT.sub(" ", CODE.sub(" ", text))
        words += len(WORD.findall(plain))
        plain = " ".join(plain.split())
        hits += sum(len(pattern.findall(plain)) for pattern in counted)
    assert words > 500
    return 1000 * hits / words


def docstrings(*places: str) -> Iterator[str]:
    """Give every docstring of these packages and modules, those under a value too."""
    for place in places:
        path = ROOT / place
        for each in sorted(path.rglob("*.py")) if path.is_dir() else (path,):
            for node in ast.walk(ast.parse(each.read_text(encoding="utf-8"))):
                match node:
                    case ast.Expr(ast.Constant(str(text))):
                        yield text


def translated() -> Iterator[str]:
    """Give every message that the program says, in all catalogues."""
    for path in sorted((ROOT / "referee/locale/ja/LC_MESSAGES").glob("*.po")):
        with path.open("rb") as file:
            for each in read_po(file):
                if each.id and each.context != "word":
                    yield each.id if isinstance(each.id, str) else " ".join(each.id)


def test_help_and_the_manual_page() -> None:
    pages = [call(*(["help", name] if name else ["--help"])).out for name in ("", *COMMANDS)]
    assert share([*pages, man_page()], COUNTED) <= 1


def test_messages() -> None:
    assert share(translated(), COUNTED) <= 0.6


@pytest.mark.parametrize(
    ("places", "most"),
    [
        (("README.md", "SECURITY.md", "docs/tutorial.md", "docs/how-to", "docs/explanation"), 1.5),
        (("docs/games", "docs/errors.md", "docs/commands.md"), 1.5),
        (("CONTRIBUTING.md", "docs/api.md", "docs/adding-a-game.md", "docs/game-reference.md"), 3),
        (("docs/glossary.md", "docs/start-here.md", "docs/measured.md", "docs/decisions"), 3),
        (("docs/rulings", "rulebooks/README.md"), 3),
    ],
    ids=lambda places: places[0] if isinstance(places, tuple) else "",
)
def test_pages(places: tuple[str, ...], most: float) -> None:
    given = [ROOT / place for place in places]
    found = [p for each in given for p in (each.glob("*.md") if each.is_dir() else [each])]
    assert share((p.read_text(encoding="utf-8") for p in found), COUNTED, ALSO_IN_PAGES) <= most


def test_docstrings_of_the_library() -> None:
    places = ("referee/__init__.py", "referee/public", "referee/api", "referee/core")
    texts = docstrings(*places, "referee/testing")
    assert share(texts, COUNTED, ALSO_IN_PAGES) <= 4


def test_the_counter_counts() -> None:
    thousand = "word " * 995
    assert share([thousand + "It tells what stands beside it."], COUNTED) == pytest.approx(3, 0.01)
    assert share([thousand + "It stands for a sheet, `told anew`."], COUNTED) == 0
    assert share([thousand + "a blank pad, a blank"], ALSO_IN_PAGES) == pytest.approx(1, 0.01)
