"""The code of a printed sheet is read from the paper, and the evening comes out again."""

from __future__ import annotations

from math import cos, radians, sin
from pathlib import Path
from typing import Any

import pytest

from tests.cli.running import call
from tests.rooms import ROOT

pytestmark = pytest.mark.print

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
