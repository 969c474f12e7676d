"""What a wheel gets beside its sources: the rulebooks, read already."""

from __future__ import annotations

import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CompiledRulebooks(BuildHookInterface[Any]):
    """Compiles each rulebook; an editable install reads the YAML that is worked on."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Lay the compiled rulebooks beside their YAML."""
        if version == "editable":
            return
        root = Path(self.root)
        sys.path.insert(0, self.root)
        from referee.files.documents.compiled_rulebook import ENDING, compiled
        from referee.files.documents.rulebook import read_rulebook
        from referee.files.yaml.loader import parse

        self._folder = TemporaryDirectory(prefix="referee-build-")
        for path in sorted(root.glob("rulebooks/*.yaml")):
            made = Path(self._folder.name, path.stem + ENDING)
            made.write_bytes(compiled(read_rulebook(parse(path.read_bytes(), path.name))))
            build_data["force_include"][str(made)] = f"referee/rulebooks/{made.name}"

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:  # noqa: ARG002 - as hatchling calls it
        """Leave nothing behind."""
        if version != "editable":
            self._folder.cleanup()
