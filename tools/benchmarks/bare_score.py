"""The least that printing a score table costs: also import tabulate, print the finished cells.

It is what `referee score` is measured against; see startup.py. The first argument is the
number of files to parse, then come the files, then the rows, cells parted by tabs.
"""

import sys
from pathlib import Path

import click
import yaml
from tabulate import tabulate

Loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


@click.command()
@click.argument("count", type=int)
@click.argument("words", nargs=-1)
def main(count: int, words: tuple[str, ...]) -> None:
    """Parse the files, then print the rows as a table."""
    for file in words[:count]:
        yaml.load(Path(file).read_bytes(), Loader=Loader)  # noqa: S506 - a safe loader
    head, *rows = [row.split("\t") for row in words[count:]]
    click.echo(tabulate(rows, head, tablefmt="simple", disable_numparse=True))


if __name__ == "__main__":
    sys.exit(main())
