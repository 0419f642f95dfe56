"""File responses, streamed while they are generated."""

from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import ClassVar


@dataclass(frozen=True)
class Download:
    """A file, generated in pieces after the transaction that authorised it."""

    media_type: ClassVar[str] = "application/octet-stream"
    name: str
    pieces: AsyncIterator[bytes]

    @property
    def disposition(self) -> str:
        """The header that makes browsers save the file. File names are ASCII and need no escaping."""
        return f'attachment; filename="{self.name}"'

    @property
    def headers(self) -> dict[str, str]:
        """The headers, including a policy that prevents an opened file from loading resources or running
        scripts.
        """
        policy = "default-src 'none'; sandbox"
        return {"Content-Disposition": self.disposition, "Content-Security-Policy": policy}


class Binary(Download):
    """Any bytes."""


class Zip(Download):
    """A ZIP file."""

    media_type = "application/zip"


class Csv(Download):
    """Comma-separated values (RFC 4180) in UTF-8 without a byte order mark. The first line names the columns.

    An apostrophe precedes text that a spreadsheet would read as a formula.
    """

    media_type = "text/csv"


class Html(Download):
    """An HTML page."""

    media_type = "text/html"


class Ndjson(Download):
    """A JSON text in UTF-8 on each line (https://github.com/ndjson/ndjson-spec)."""

    media_type = "application/x-ndjson"
