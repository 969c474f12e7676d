"""What a game may import is told at a prompt and on a page, and stays as it was promised."""

from __future__ import annotations

import pydoc
import re
from typing import Any

import pytest

from referee import api
from tests.elsewhere.packages import ROOT
from tests.reference import kept, themes, today

NAMES = {name: named for names in themes().values() for name, named in names}
PLAIN: Any = vars(pydoc)["plaintext"]
PARAMETER = re.compile(r"(?:[^,()]|\([^()]*\))+")


def parameters(told: str) -> list[str]:
    return [each.strip() for each in PARAMETER.findall(told[1:-1])]


def broken(before: str, now: str) -> list[str]:
    """List the parameters that a call of the old signature would miss, or would have to give."""
    old, new = parameters(before), parameters(now)
    by_position = [each for each in old[: old.index("*")] if "*" in old] if "*" in old else old
    gone = [each for each in old if each not in new]
    moved = [each for n, each in enumerate(by_position) if each in new and new.index(each) != n]
    added = [each for each in new if each not in old and "=" not in each and "*" not in each]
    return [*gone, *moved, *added]


@pytest.mark.parametrize(
    ("before", "now", "missed"),
    [
        ("(a, b=1)", "(a, b=1, c=2)", []),
        ("(a, *, b=(1, 2))", "(a, d=None, *, c=2, b=(1, 2))", []),
        ("(a, b=1)", "(a, b=2)", ["b=1"]),
        ("(a, b=1)", "(a)", ["b=1"]),
        ("(a, b)", "(b, a)", ["a", "b"]),
        ("(a)", "(a, b)", ["b"]),
    ],
)
def test_a_promise_is_broken_where_a_call_would_be(
    before: str, now: str, missed: list[str]
) -> None:
    assert broken(before, now) == missed


def test_every_promised_signature_is_kept() -> None:
    promised, found = kept(), today()
    assert promised.keys() == found.keys(), "python -m tests.reference adds what is new"
    told = {name: broken(before, found[name]) for name, (_, before) in promised.items()}
    assert {name: missed for name, missed in told.items() if missed} == {}


def test_help_lists_all_names_by_theme() -> None:
    shown = pydoc.render_doc(api, renderer=PLAIN)
    for theme, names in themes().items():
        if not theme.startswith("`"):
            assert f"{theme}: {' '.join(name for name, _ in names)}" in shown
    assert {*api.__all__} <= {*dir(api)}


@pytest.mark.parametrize("name", [name for name, named in NAMES.items() if type(named) is not str])
def test_help_explains_each_name(name: str) -> None:
    assert len(pydoc.render_doc(NAMES[name], renderer=PLAIN)) > len(name)


def test_the_page_has_each_name_with_something_said_of_it() -> None:
    page = (ROOT / "docs/game-reference.md").read_text("utf-8")
    for name in NAMES:
        (told,) = re.findall(rf"(?ms)^### {re.escape(name)}\n\n(.*?)^Since ", page)
        assert len(told) > 20, name
