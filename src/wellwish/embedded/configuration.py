"""The settings of the embedded server, all of them.

They are given as flags at each start, never written into the data folder, so that a new release's
settings reach the folders that exist. Who wants to tune the server runs one and sets DATABASE_URL.
"""

from pathlib import Path
from typing import Final

# In the name of the socket. No port of the network is opened.
PORT: Final = 5432

# How a new folder is made: one collation on every system, and pages that show when a disk spoils them.
INITDB: Final = (
    "--encoding=UTF8",
    "--locale=C",
    "--locale-provider=builtin",
    "--builtin-locale=C.UTF-8",
    "--data-checksums",
    # Whoever reaches the socket has passed the 0700 folder that it lies in.
    "--auth-local=trust",
    "--auth-host=reject",
    "--no-instructions",
)

_SERVER: Final = {
    "cluster_name": "wellwish",
    "listen_addresses": "",
    "port": str(PORT),
    "unix_socket_permissions": "0700",
    "max_connections": "100",
    "shared_buffers": "128MB",
    # Enough for a base backup and an archive of the log, which `minimal` is not.
    "wal_level": "replica",
    "fsync": "on",
    "full_page_writes": "on",
    "synchronous_commit": "on",
    "timezone": "UTC",
    "log_timezone": "UTC",
    # One file for each day of the week, overwritten a week later.
    "logging_collector": "on",
    "log_filename": "postgresql-%a.log",
    "log_rotation_age": "1d",
    "log_rotation_size": "0",
    "log_truncate_on_rotation": "on",
    "log_line_prefix": "%m [%p] %u@%d ",
    # Without the detail of an error, which repeats the row: names and addresses of people.
    "log_error_verbosity": "terse",
}

# Only for tests that no power cut meets: what is acknowledged may be lost.
_NOT_DURABLE: Final = {"fsync": "off", "full_page_writes": "off", "synchronous_commit": "off"}


def flags(socket_folder: Path, log_folder: Path, *, durable: bool) -> list[str]:
    """Returns the arguments that give `postgres` its settings."""
    settings = {
        **_SERVER,
        **({} if durable else _NOT_DURABLE),
        "unix_socket_directories": str(socket_folder),
        "log_directory": str(log_folder),
    }
    return [argument for name, value in settings.items() for argument in ("-c", f"{name}={value}")]
