"""Runs the program without what Windows, or any other system, lacks.

What the standard library and click take for themselves they have taken by then. The words before
``--`` are the modules and, with a dot, the attributes that are not there; ``win32`` among them
makes the platform that of Windows.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib import import_module
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec
from types import ModuleType


class Absent(MetaPathFinder):
    def __init__(self, names: set[str]) -> None:
        self._names = names

    def find_spec(
        self,
        fullname: str,
        path: Sequence[str] | None,  # what a finder is given
        target: ModuleType | None = None,
    ) -> ModuleSpec | None:
        if fullname.partition(".")[0] in self._names:
            message = f"there is no {fullname} here"
            raise ImportError(message, name=fullname)
        return None


def take_away(lacking: list[str]) -> None:
    modules = {name for name in lacking if "." not in name}
    for name in lacking:
        module, _, attribute = name.partition(".")
        if attribute:
            import_module(module).__dict__.pop(attribute, None)
    for name in modules:
        sys.modules.pop(name, None)
    sys.meta_path.insert(0, Absent(modules))


if __name__ == "__main__":
    here = sys.path.pop(0)  # or the standard library takes the stand-in for Windows
    import shutil  # noqa: F401  # asks for the platform when it is imported
    import subprocess  # noqa: F401  # likewise

    import click.testing  # noqa: F401  # likewise

    cut = sys.argv.index("--")
    away = sys.argv[1:cut]
    if "win32" in away:
        sys.path.insert(0, here)
        import msvcrt  # noqa: F401  # it needs what goes away now

        sys.platform = "win32"
    take_away([name for name in away if name != "win32"])
    from referee.cli.main import main

    main(sys.argv[cut + 1 :])
