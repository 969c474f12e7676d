"""The least that answering a dispute costs: import click and yaml, parse the files named.

It is what `referee ask` is measured against; see startup.py.
"""

import sys
from pathlib import Path

import click
import yaml

Loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


@click.command()
@click.argument("files", nargs=-1)
def main(files: tuple[str, ...]) -> None:
    """Parse the files, and say how much stood in them."""
    for file in files:
        document = yaml.load(Path(file).read_bytes(), Loader=Loader)  # noqa: S506 - a safe loader
        click.echo(len(document))


if __name__ == "__main__":
    sys.exit(main())
