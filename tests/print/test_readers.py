"""Every paper is met as people with small screens, weak eyes or screen readers meet it.

``readers.js`` says what they would stumble over; axe-core looks for what it knows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any, TypeAlias

import pytest

from tests.print.evenings import Evening, evenings, file_of

pytestmark = pytest.mark.print

READERS = Path(__file__).with_name("readers.js").read_text(encoding="utf-8")
SMALLEST, SMALLEST_PRINTED, SMALLEST_LARGE = 11, 7 * 96 / 72, 12 * 96 / 72
"""The least letters on a screen, on paper and on a large sheet, in pixels."""
SHEETS = {
    *("saturday", "named", "overruled", "large", "holdings"),
    *("long", "regulars", "nameless", "booklet", "casebook", "statistics"),
}
EVERY = tuple(each for each in evenings() if each.kind in SHEETS)
SATURDAYS = tuple(each for each in EVERY if each.kind == "saturday")
every_sheet = pytest.mark.parametrize("evening", EVERY, ids=[each.name for each in EVERY])
every_saturday = pytest.mark.parametrize(
    "evening", SATURDAYS, ids=[each.name for each in SATURDAYS]
)
Opened: TypeAlias = Callable[..., Any]
KNOWN_TO_AXE = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]


@cache
def axe_core() -> str:
    found = find_spec("axe_playwright_python")
    assert found is not None
    assert found.origin is not None
    return Path(found.origin).with_name("axe.min.js").read_text(encoding="utf-8")


@pytest.fixture
def opened(browser: Any) -> Iterator[Opened]:
    """Open a paper on a screen of a width, and close it after the test."""
    pages = []

    def open_(evening: Evening, width: int, scheme: str = "light") -> Any:
        screen = {"width": width, "height": 900}
        pages.append(browser.new_context(viewport=screen, color_scheme=scheme).new_page())
        pages[-1].goto(file_of(evening).as_uri())
        return pages[-1]

    yield open_
    for page in pages:
        page.context.close()


def looked_at(page: Any, least: float = SMALLEST) -> dict[str, Any]:
    seen: dict[str, Any] = page.evaluate(f"({READERS})({least})")
    assert len(seen["sizes"]) > 15
    return seen


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [320, 390, 1280])
@every_sheet
def test_nobody_stumbles_over_a_sheet(
    opened: Opened, evening: Evening, width: int, scheme: str
) -> None:
    page = opened(evening, width, scheme)
    assert looked_at(page)["found"] == []


@pytest.mark.parametrize("width", [390, 1280])
@every_sheet
def test_axe_finds_nothing(opened: Opened, evening: Evening, width: int) -> None:
    page = opened(evening, width)
    page.evaluate(axe_core())
    run = f"axe.run(document, {{runOnly: {{type: 'tag', values: {KNOWN_TO_AXE}}}}})"
    violations = page.evaluate(run)["violations"]
    assert [(each["id"], each["nodes"][0]["html"]) for each in violations] == []


@every_sheet
def test_nothing_on_paper_is_too_small(opened: Opened, evening: Evening) -> None:
    page = opened(evening, int(182 / 25.4 * 96))
    page.emulate_media(media="print")
    least = SMALLEST_LARGE if evening.kind == "large" else SMALLEST_PRINTED
    found = looked_at(page, least)["found"]
    assert [each for each in found if each.startswith(("letters", "broken", "contrast"))] == []


@every_saturday
def test_all_letters_double_for_a_reader_who_wants_them_twice_as_large(
    opened: Opened, evening: Evening
) -> None:
    page = opened(evening, 800)
    once = looked_at(page)["sizes"]
    page.add_style_tag(content="html { font-size: 200% !important }")
    twice = looked_at(page)
    assert twice["sizes"] == pytest.approx([2 * size for size in once])
    assert twice["found"] == []


@every_saturday
def test_without_a_style_sheet_a_page_is_black_on_white_and_complete(
    opened: Opened, evening: Evening
) -> None:
    page = opened(evening, 1280)
    shown = "document.body.innerText.replace(/\\s+/g, '').length"
    styled = page.evaluate(shown)
    page.evaluate(
        "document.querySelectorAll('style').forEach(each => each.remove());"
        "document.querySelectorAll('[style]').forEach(each => each.removeAttribute('style'))"
    )
    assert page.evaluate(shown) >= styled
    bare = page.evaluate(
        "[...document.querySelectorAll('rect, path, line, circle')].filter("
        "each => getComputedStyle(each).stroke === 'none' && "
        "getComputedStyle(each).fill === 'rgb(0, 0, 0)').length"
    )
    assert bare == 0


@every_saturday
def test_with_forced_colours_the_code_stays_black_on_white(
    opened: Opened, evening: Evening
) -> None:
    page = opened(evening, 390)
    page.emulate_media(forced_colors="active")
    paths = page.evaluate(
        "[...document.querySelectorAll('.code path')].map(each => {"
        "const style = getComputedStyle(each); return [style.fill, style.stroke]})"
    )
    assert paths == [["rgb(255, 255, 255)", "none"], ["none", "rgb(0, 0, 0)"]]


@pytest.mark.parametrize(
    ("planted", "found"),
    [
        ("<p style='width:3em;overflow-wrap:anywhere'>Habenichtsen", "broken inside: Habenichtsen"),
        ("<p style='width:2em'><bdi>寿限無寿限無</bdi>", "broken inside: 寿限無寿限無"),
        ("<p style='font-size:9px'>Ana", "letters of 9 px: Ana"),
        ("<p style='color:#999'>Ana", "contrast of 2.85: Ana"),
        ("<p style='width:999px'>Ana", "scrolls sideways"),
        ("<table><tr><td>Ana</table>", "a table without a caption: Ana"),
        ("<table style='display:block'><tr><td>Ana</table>", "no table any more: TABLE block"),
        ("<h1>Ana</h1><h3>Bo</h3>", "a heading out of order: Bo"),
    ],
)
def test_a_planted_fault_is_found(browser: Any, planted: str, found: str) -> None:
    page = browser.new_page(viewport={"width": 320, "height": 900})
    page.set_content(f"<!DOCTYPE html><html lang=en><body><main>{planted}")
    seen = page.evaluate(f"({READERS})(11)")["found"]
    assert [each for each in seen if each.startswith(found)] != []
    page.close()
