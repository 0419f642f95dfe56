"""Print the schema that the migrations produce, as pg_dump prints it.

`script/generate schema` writes it to schema.sql.
"""

import asyncio
import re
import subprocess
import sys
import tempfile
from pathlib import Path

from wellwish.infra.db import migrate
from wellwish.infra.embedded import OWNER, RUNTIME, Cluster
from wellwish.infra.embedded.binaries import bin_folder

FILE = Path(__file__).resolve().parents[1] / "schema.sql"
_HEAD = (
    "-- All data on one screen: the schema that the migrations make, as pg_dump shows it. Nothing runs this file;\n"
    "-- script/generate writes it.\n"
)
_NOISE = re.compile(r"^(--.*|SET .*|SELECT pg_catalog\.set_config.*|\\(un)?restrict .*)$")


def dump(dsn: str) -> str:
    """Returns the schema of a database, including its grants."""
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
    """Removes comments, settings, and the lines that differ between two dumps of the same schema."""
    lines = [line for line in text.splitlines() if _NOISE.match(line) is None]
    return _HEAD + "\n" + re.sub(r"\n{3,}", "\n\n", "\n".join(lines)).strip() + "\n"


def main() -> None:
    """Prints the schema of a temporary database."""
    with (
        tempfile.TemporaryDirectory(prefix="wellwish-schema-") as folder,
        Cluster(Path(folder) / "postgres", durable=False) as cluster,
    ):
        asyncio.run(migrate(cluster.dsn(OWNER), RUNTIME))
        sys.stdout.write(dump(cluster.dsn(OWNER)))


if __name__ == "__main__":
    main()
