"""What an installation gets beside its sources: catalogues, rulebooks, read too, indexes."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.metadata.plugin.interface import MetadataHookInterface

_PICTURE = re.compile(r"^!\[[^\]]*\]\((?!\w+:)[^)]*\)\n", re.MULTILINE)
_LINK = re.compile(r"\[([^\]]*)\]\((?!\w+:)([^)#]+)[^)]*\)")
_INSTALL = re.compile(r"<!-- install -->\n.*<!-- /install -->\n", re.DOTALL)
_FROM_AN_INDEX = "```console\n$ pipx install referee\n```\n"
_WHERE = "\nThe files named here are in the source archive of this version.\n"


class LongDescription(MetadataHookInterface):
    """The page of a package index: the README, where no link leads into the repository.

    There is no address yet to make such links whole, so they name their file instead.
    """

    def update(self, metadata: dict[str, Any]) -> None:
        """Write the README for readers who have only the index."""
        readme = Path(self.root, "README.md").read_text(encoding="utf-8")
        page = _INSTALL.sub(_FROM_AN_INDEX, readme)
        text = _LINK.sub(_named, _PICTURE.sub("", page))
        metadata["readme"] = {"content-type": "text/markdown", "text": text + _WHERE}


def _rulebooks(root: Path) -> list[Path]:
    """List what a wheel holds of the rulebooks, which a checkout has beside the package.

    What tables say is in the indexes, which nothing makes anew where they are compiled.
    """
    said = root / "rulebooks/casebook/said"
    kinds = {".yaml", ".md", ".txt"}
    texts = [path for path in root.glob("rulebooks/**/*") if path.suffix in kinds]
    return sorted(path for path in texts if not path.is_relative_to(said))


def _named(link: re.Match[str]) -> str:
    text, file = link.groups()
    return f"`{file}`" if file.endswith(text) else f"{text} (`{file}`)"


class Compiled(BuildHookInterface[Any]):
    """Compiles the catalogues, beside their sources for an editable install; rulebooks, indexes.

    An editable install reads the YAML of the rulebooks that is worked on.
    """

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Lay what was compiled beside what it was made from."""
        root = Path(self.root)
        sys.path.insert(0, self.root)
        from referee.translating.texts import LOCALE, compile_all

        if version == "editable":
            list(compile_all(LOCALE))
            return
        from referee.files.documents.rulebook import ENDING, compiled
        from referee.files.documents.rules import read_rulebook
        from referee.files.finding.compiled import compiled as compiled_index
        from referee.files.languages import Catalogue
        from referee.files.yaml.loader import parse
        from referee.html.page import COMPILED, compiled_templates
        from referee.operations.indexing import made_index

        self._folder = TemporaryDirectory(prefix="referee-build-")
        folder = Path(self._folder.name)
        for made in compile_all(folder / "locale"):
            place = made.relative_to(folder)
            build_data["force_include"][str(made)] = f"referee/{place}"
        for name, code in compiled_templates():
            made = folder / name
            made.write_text(code, encoding="utf-8")
            build_data["force_include"][str(made)] = f"referee/html/{COMPILED}/{name}"
        for path in _rulebooks(root):
            build_data["force_include"][str(path)] = f"referee/{path.relative_to(root).as_posix()}"
        for path in sorted(root.glob("rulebooks/*.yaml")):
            made = Path(self._folder.name, path.stem + ENDING)
            made.write_bytes(compiled(read_rulebook(parse(path.read_bytes(), path.name))))
            build_data["force_include"][str(made)] = f"referee/rulebooks/{made.name}"
            room = path.stem

            def worded(tag: str, room: str = room) -> Catalogue | None:
                found = folder / f"locale/{tag}/LC_MESSAGES/{room}.mo"
                return Catalogue(found.read_bytes()) if found.exists() else None

            index = folder / f"{room}.search"
            index.write_bytes(compiled_index(made_index(room.replace("_", "-"), worded)))
            build_data["force_include"][str(index)] = f"referee/rulebooks/search/{room}{ENDING}"

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:  # noqa: ARG002 - as hatchling calls it
        """Leave nothing behind."""
        if version != "editable":
            self._folder.cleanup()
