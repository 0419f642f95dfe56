"""The URLs of the database."""

import os
from typing import Final
from urllib.parse import parse_qs, urlsplit

_FILES: Final = ("sslrootcert", "sslcert", "sslkey", "sslcrl", "passfile")
_LAST_PORT: Final = 65535
_OF_SYSTEM: Final = "system"  # libpq: the system's certificate authorities


def faults(name: str, url: str | None) -> list[str]:
    """Returns the faults of a URL, which may name several servers. They quote only its file names."""
    if url is None:
        return []
    if not url.startswith(("postgresql://", "postgres://")):
        return [f"{name} must start with postgresql://"]
    query = _query_of(url)
    if query is not None:
        return _files(name, query)
    fault = (
        f"{name} must look like postgresql://user:password@host:5432/database. Encode special characters of "
        "the password: # as %23, / as %2F, ? as %3F, @ as %40, : as %3A, % as %25, a space as %20"
    )
    return [fault]


def _query_of(url: str) -> dict[str, list[str]] | None:
    """Returns the parameters, or None if the URL is malformed or has a fragment."""
    try:
        parts = urlsplit(url)
        query = parse_qs(parts.query)
        places = parts.netloc.rpartition("@")[2].split(",")
        ports = [each.rpartition(":")[2] for each in places if ":" in each and not each.endswith("]")]
        ports += query.get("port", [""])[0].split(",")
        sound = not parts.fragment and all(1 <= int(each) <= _LAST_PORT for each in ports if each)
    except ValueError:  # a bracket, or a port that is not a number
        return None
    return query if sound else None


def _files(name: str, query: dict[str, list[str]]) -> list[str]:
    return [
        f"{name} names the file {file} as {each}, which this user cannot read. Correct its name or its mode"
        for each in _FILES
        for file in query.get(each, [])
        if file != _OF_SYSTEM and not os.access(file, os.R_OK)
    ]
