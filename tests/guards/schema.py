"""The schema as one file: what pg_dump says of the migrated database, without what differs by version.

``.venv/bin/python -P tests/guards/schema.py`` writes schema.sql anew after a migration was added.
"""

import asyncio
import re
import subprocess
import tempfile
from pathlib import Path

from wellwish.db import migrate
from wellwish.embedded import OWNER, RUNTIME, Cluster
from wellwish.embedded.binaries import bin_folder

FILE = Path(__file__).resolve().parents[2] / "schema.sql"
_HEAD = (
    "-- All data on one screen: the schema that the migrations make, as pg_dump tells it. Nothing runs it;\n"
    "-- written by: .venv/bin/python -P tests/guards/schema.py\n"
)
_NOISE = re.compile(r"^(--.*|SET .*|SELECT pg_catalog\.set_config.*|\\(un)?restrict .*)$")


def dump(dsn: str) -> str:
    """Returns the schema of a database, with its grants."""
    command = [
        str(bin_folder() / "pg_dump"),
        "--schema-only",
        "--no-owner",
        "--schema=public",
        f"--dbname={dsn}",
    ]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    return tidied(done.stdout)


def tidied(text: str) -> str:
    """Returns a dump without comments, settings and the lines that change from dump to dump."""
    lines = [line for line in text.splitlines() if _NOISE.match(line) is None]
    return _HEAD + "\n" + re.sub(r"\n{3,}", "\n\n", "\n".join(lines)).strip() + "\n"


def main() -> None:
    """Writes the file, from a database of its own."""
    with (
        tempfile.TemporaryDirectory(prefix="wellwish-schema-") as folder,
        Cluster(Path(folder) / "postgres", durable=False) as cluster,
    ):
        asyncio.run(migrate(cluster.dsn(OWNER), RUNTIME))
        FILE.write_text(dump(cluster.dsn(OWNER)), encoding="utf-8")


if __name__ == "__main__":
    main()
