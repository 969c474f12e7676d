"""One sitting with the disk between, and every call that it counted: for a look from outside.

``python -m tests.torture.seen FOLDER WORDS...`` plays what is typed; whoever traces the process
sees what really went to the system, and can hold it against the calls printed at the end.
"""

from __future__ import annotations

import sys
from pathlib import Path

from referee.cli.main import main
from tests.torture.disk import Disk

if __name__ == "__main__":
    disk = Disk(Path(sys.argv[1]))
    disk.lie_between()
    try:
        main(sys.argv[2:])
    except SystemExit:
        print("\ncounted:", *(call.name for call in disk.calls))
