"""The pictures of the README: a page of ``scoresheets/`` as it is printed, cropped to its ink.

``make prove-print`` draws them where Chromium is. Each holds the digest of its page, so that
``make test`` sees, without a browser, that a page changed and its picture did not.
"""

from __future__ import annotations

import base64
import hashlib
import struct
import zlib
from pathlib import Path
from typing import Any, Final

from msgspec import Struct

from tests.rooms import ROOT

FOLDER: Final = ROOT / "docs/pictures"
SIGNATURE: Final = b"\x89PNG\r\n\x1a\n"
SOURCE: Final = b"Source"
SCALE: Final = 2
MARGIN: Final = 12
"""Around the ink, in pixels of the page."""
INK: Final = """async ([data, end]) => {
  const image = new Image()
  image.src = "data:image/png;base64," + data
  await image.decode()
  const canvas = new OffscreenCanvas(image.width, end)
  const context = canvas.getContext("2d")
  context.drawImage(image, 0, 0)
  const { data: pixels } = context.getImageData(0, 0, image.width, end)
  let [left, top, right, bottom] = [image.width, end, 0, 0]
  for (let y = 0; y < end; y++)
    for (let x = 0; x < image.width; x++) {
      const at = 4 * (y * image.width + x)
      if (Math.min(pixels[at], pixels[at + 1], pixels[at + 2]) < 230) {
        left = Math.min(left, x); right = Math.max(right, x)
        top = Math.min(top, y); bottom = Math.max(bottom, y)
      }
    }
  return [left, top, right, bottom]
}"""
"""Finds the part of a screenshot that is not paper."""


class Picture(Struct, frozen=True):
    """A picture: the page that it shows, down to the end of the first element of a selector."""

    name: str
    page: str
    ends: str

    @property
    def path(self) -> Path:
        return FOLDER / self.name

    @property
    def digest(self) -> str:
        return hashlib.sha256((ROOT / self.page).read_bytes()).hexdigest()


PICTURES: Final = (
    Picture("sheet.png", "scoresheets/no-swap-no-pay/saturday.html", "figure, svg.chart, .picture"),
    Picture("pad.png", "scoresheets/colorful-treasure/pad.html", ".pad"),
)


def draw(picture: Picture, browser: Any) -> None:
    """Draw a picture again if its page has changed."""
    if picture.path.is_file() and source_of(picture.path.read_bytes()) == picture.digest:
        return
    page = browser.new_page(viewport={"width": 760, "height": 1075}, device_scale_factor=SCALE)
    page.emulate_media(media="print", color_scheme="light")
    page.goto((ROOT / picture.page).as_uri())
    page.add_style_tag(content=f"html{{padding:{2 * MARGIN}px}}")  # the margin of the paper
    bottom = page.locator(picture.ends).first.evaluate("e => e.getBoundingClientRect().bottom")
    whole = base64.b64encode(page.screenshot(full_page=True)).decode()
    inked = page.evaluate(INK, [whole, SCALE * int(bottom + 1)])
    left, top, right, low = (each / SCALE for each in inked)
    area = {
        "x": left - MARGIN,
        "y": top - MARGIN,
        "width": right - left + 2 * MARGIN,
        "height": low - top + 2 * MARGIN,
    }
    drawn = page.screenshot(full_page=True, clip=area)
    page.close()
    FOLDER.mkdir(exist_ok=True)
    picture.path.write_bytes(with_source(drawn, picture.digest))


def with_source(drawn: bytes, digest: str) -> bytes:
    """Put a text chunk behind the head of a PNG."""
    head = len(SIGNATURE) + 25
    text = SOURCE + b"\0" + digest.encode()
    chunk = struct.pack(">I", len(text)) + b"tEXt" + text
    return drawn[:head] + chunk + struct.pack(">I", zlib.crc32(b"tEXt" + text)) + drawn[head:]


def chunks(drawn: bytes) -> dict[bytes, bytes]:
    """Read the chunks of a PNG by name; of several alike the first."""
    found: dict[bytes, bytes] = {}
    at = len(SIGNATURE)
    while at < len(drawn):
        (size,) = struct.unpack_from(">I", drawn, at)
        found.setdefault(drawn[at + 4 : at + 8], drawn[at + 8 : at + 8 + size])
        at += 12 + size
    return found


def source_of(drawn: bytes) -> str:
    name, _, digest = chunks(drawn).get(b"tEXt", b"").partition(b"\0")
    return digest.decode() if name == SOURCE else ""
