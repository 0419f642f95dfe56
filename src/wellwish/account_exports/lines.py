"""Write records as lines of NDJSON, without links."""

from collections.abc import Iterable, Mapping
from typing import Any, cast

import msgspec


def encode_lines(records: Iterable[Any], base_url: str) -> bytes:
    """Returns a JSON text on each line, as the API encodes the record."""
    made = (without_links(msgspec.to_builtins(each), base_url) for each in records)
    return b"".join(msgspec.json.encode(each) + b"\n" for each in made)


def without_links(value: Any, base_url: str) -> Any:
    """Returns the value without members that are links to this service: they work for anybody."""
    if isinstance(value, list):
        return [without_links(each, base_url) for each in cast("list[Any]", value)]
    if isinstance(value, dict):
        members = cast("Mapping[str, Any]", value)
        return {
            name: without_links(each, base_url)
            for name, each in members.items()
            if not _is_link(name, each, base_url)
        }
    return value


def _is_link(name: str, value: Any, base_url: str) -> bool:
    named = name in ("url", "link", "custom_logo") or name.endswith("_url")
    return named and isinstance(value, str) and value.startswith(f"{base_url}/")
