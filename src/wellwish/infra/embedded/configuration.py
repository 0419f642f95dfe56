"""All settings of the embedded server.

They are passed as flags at each start and are not written to the data folder, so that the settings of a new
release apply to existing folders. To tune PostgreSQL, run a separate server and set DATABASE_URL.
"""

from pathlib import Path
from typing import Final

# Part of the socket's file name. The server listens on no TCP port.
PORT: Final = 5432

# Settings of a new cluster: the same collation on every system, and checksums that detect corrupt pages.
INITDB: Final = (
    "--encoding=UTF8",
    "--locale=C",
    "--locale-provider=builtin",
    "--builtin-locale=C.UTF-8",
    "--data-checksums",
    # Access to the socket already requires access to the 0700 folder that contains it.
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
    # Allows base backups and WAL archiving, which `minimal` does not.
    "wal_level": "replica",
    "fsync": "on",
    "full_page_writes": "on",
    "synchronous_commit": "on",
    "timezone": "UTC",
    "log_timezone": "UTC",
    # One log file per weekday, overwritten a week later.
    "logging_collector": "on",
    "log_filename": "postgresql-%a.log",
    "log_rotation_age": "1d",
    "log_rotation_size": "0",
    "log_truncate_on_rotation": "on",
    "log_line_prefix": "%m [%p] %u@%d ",
    # Omits the DETAIL of errors, which contains column values, such as names and addresses of people.
    "log_error_verbosity": "terse",
}

# For tests only, which run several services in parallel: a power failure may lose acknowledged transactions.
_NOT_DURABLE: Final = {
    "fsync": "off",
    "full_page_writes": "off",
    "synchronous_commit": "off",
    "max_connections": "200",
}


def flags(socket_folder: Path, log_folder: Path, *, durable: bool) -> list[str]:
    """Returns the command-line arguments of `postgres`."""
    settings = {
        **_SERVER,
        **({} if durable else _NOT_DURABLE),
        "unix_socket_directories": str(socket_folder),
        "log_directory": str(log_folder),
    }
    return [argument for name, value in settings.items() for argument in ("-c", f"{name}={value}")]
