"""A file that an operation answers with, sent as it is made."""

from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import ClassVar


@dataclass(frozen=True)
class Download:
    """A file, made piece by piece after the transaction that has allowed it."""

    media_type: ClassVar[str] = "application/octet-stream"
    name: str
    pieces: AsyncIterator[bytes]

    @property
    def disposition(self) -> str:
        """Tells browsers to keep it as a file; names are our own, in plain letters."""
        return f'attachment; filename="{self.name}"'

    @property
    def headers(self) -> dict[str, str]:
        """What stands above it: it is no page of this site, and may neither load nor run a thing."""
        policy = "default-src 'none'; sandbox"
        return {"Content-Disposition": self.disposition, "Content-Security-Policy": policy}


class Csv(Download):
    """Comma-separated values (RFC 4180) in UTF-8; the first line names the columns."""

    media_type = "text/csv"


class Html(Download):
    """A page in HTML."""

    media_type = "text/html"
