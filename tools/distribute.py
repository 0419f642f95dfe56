"""Distribute the tables over the nodes of a Citus cluster, as the owner of the tables (docs/operate/citus.md).

A second run distributes only tables that are new.
"""

import asyncio
import os
import sys

from wellwish.base.settings import SettingsError, load
from wellwish.cli.launch import owner_dsn
from wellwish.infra.db.citus import NotDistributedError, distribute


def say(line: str) -> None:
    sys.stdout.write(f"{line}\n")


def main() -> None:
    try:
        count = asyncio.run(distribute(owner_dsn(load(os.environ)), say))
    except (NotDistributedError, SettingsError, OSError) as error:
        sys.exit(str(error))
    say(f"{count} tables were distributed." if count else "All tables are distributed already.")


if __name__ == "__main__":
    main()
