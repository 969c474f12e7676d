"""What printing needs beside Python: Chromium, Java, and fonts that have Chinese and Japanese."""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path

CHROMIUM = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
FONTS = Path("/usr/share/fonts")
INSTALL = "On Debian and Ubuntu: apt install chromium default-jre-headless fonts-noto-cjk"
FONTS_CONF = Path(__file__).with_name("fonts.conf")
"""Takes only the fonts that the page numbers were counted with, whatever else is installed."""


def chromium() -> str | None:
    return next(filter(None, map(shutil.which, CHROMIUM)), None)


def surroundings() -> dict[str, str]:
    """Give the browser the fonts that the page numbers were counted with."""
    return {**os.environ, "FONTCONFIG_FILE": str(FONTS_CONF)}


def missing() -> list[str]:
    """Say what is missing, in one sentence each."""
    said = []
    if chromium() is None:
        said.append(f"There is no Chromium here; none of {', '.join(CHROMIUM)} was found.")
    if shutil.which("java") is None:
        said.append("There is no Java here; the checker of HTML needs it.")
    if next(FONTS.rglob("NotoSansCJK-Regular.*"), None) is None:
        said.append("There is no Noto Sans CJK here; the page numbers were counted with it.")
    return said


if __name__ == "__main__":
    lacking = missing()
    if lacking:
        sys.exit("\n".join([*lacking, INSTALL]))
