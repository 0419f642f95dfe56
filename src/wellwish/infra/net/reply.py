"""The outcome of a call: a response, or the reason why there is none."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

MAX_BODY_BYTES: Final = 5 * 1024 * 1024
CONNECT_S: Final = 3.0  # DNS, connection and TLS
TOTAL_S: Final = 10.0


@dataclass(frozen=True)
class Limits:
    """The limits of a call. A body over ``max_bytes`` is a failure.

    With ``glance_s``, only the status is required: the body is truncated at ``max_bytes`` or after that many
    seconds.
    """

    total_s: float = TOTAL_S
    max_bytes: int = MAX_BODY_BYTES
    glance_s: float | None = None


@dataclass(frozen=True)
class Reply:
    """A response: status, headers with names in lower case, and body."""

    status: int
    headers: Mapping[str, str]
    body: bytes


class CallFailedError(Exception):
    """A call without a response.

    ``reason`` is one of dns, connect, tls, reset, timeout, protocol, too_large.
    """

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason
