"""Examples: a request and a response for each operation, recorded from a real run.

tests/infra/openapi/test_examples.py compares them with a new run.
"""

from importlib.resources import files
from typing import Any, Final

import msgspec
from msgspec import Struct


class Example(Struct, frozen=True):
    """The values of one call; ``request`` is absent for a call without a body."""

    path: dict[str, str] = {}
    query: dict[str, Any] = {}
    request: Any = None
    response: Any = None


def _read() -> dict[str, Example]:
    text = files("wellwish.infra.openapi").joinpath("examples.json").read_bytes()
    return msgspec.json.decode(text, type=dict[str, Example])


EXAMPLES: Final = _read()
