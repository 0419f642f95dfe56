"""An email with a plain and an HTML part, and its bytes (RFC 5322, 2045 to 2047).

Python's ``EmailMessage`` parses every header into tokens, and encodes text in Python, which took half of the
CPU time of a worker that sends email.
"""

from binascii import b2a_qp
from collections.abc import Mapping
from dataclasses import dataclass
from email.header import Header
from email.headerregistry import Address
from typing import Final

_END: Final = "\r\n"
_LINE: Final = 78  # maximum length of a header line (RFC 5322 section 2.1.1)


@dataclass(frozen=True)
class Mail:
    """``headers`` contains all headers except From and MIME headers. The ``boundary`` must not be a line of a
    part.

    Raises ValueError for a header with a line break, which would begin another header.
    """

    sender: Address
    headers: Mapping[str, str]
    text: str
    html: str
    boundary: str

    def __post_init__(self) -> None:
        for name, value in {**self.headers, "From": str(self.sender), "boundary": self.boundary}.items():
            if "\r" in value or "\n" in value:
                raise ValueError(f"Header {name} contains a line end")

    def as_bytes(self, *, utf8: bool = False) -> bytes:
        """Returns the email as transmitted, with addresses in UTF-8 if the server supports it (RFC 6532).

        Only From and Subject are folded. RFC 8058 requires a signature over List-Unsubscribe, which some
        signers break if it is folded.
        """
        head = _END.join(
            (
                f"From: {_mailbox(self.sender)}",
                *(f"{name}: {_encoded(name, value, utf8=utf8)}" for name, value in self.headers.items()),
                "MIME-Version: 1.0",
                f'Content-Type: multipart/alternative; boundary="{self.boundary}"',
                "",
            )
        )
        mark = f"--{self.boundary}".encode("ascii")
        plain, html = _part("plain", self.text), _part("html", self.html)
        lines = (head.encode("utf-8" if utf8 else "ascii"), mark, plain, mark, html, mark + b"--", b"")
        return b"\r\n".join(lines)


def _mailbox(sender: Address) -> str:
    if not sender.display_name:
        return sender.addr_spec
    address = f"<{sender.addr_spec}>"
    if sender.display_name.isascii():
        name = str(sender).removesuffix(f" {address}")
    else:
        name = Header(sender.display_name, "utf-8", header_name="From").encode(linesep=_END)
    fits = len(f"From: {name.rpartition(_END)[2]} {address}") <= _LINE
    return f"{name}{' ' if fits else f'{_END} '}{address}"


def _encoded(name: str, value: str, *, utf8: bool) -> str:
    if name == "Subject":
        if value.isascii() and len("Subject: ") + len(value) <= _LINE:
            return value
        # EmailMessage, the newer implementation of encoded words, loses spaces between words.
        charset = "us-ascii" if value.isascii() else "utf-8"
        return Header(value, charset, header_name=name).encode(linesep=_END)
    if utf8 or value.isascii():
        return value
    local, _, domain = value.rpartition("@")
    return f"{Header(local, 'utf-8').encode()}@{domain}"


def _part(subtype: str, text: str) -> bytes:
    head = (
        f'Content-Type: text/{subtype}; charset="utf-8"',
        "Content-Transfer-Encoding: quoted-printable",
        "",
        "",
    )
    # An encoded blank at the end could make a line longer than the 76 characters of RFC 2045.
    lines = [line.rstrip(b" \t") + b"\r\n" for line in text.encode().splitlines()]
    return _END.join(head).encode() + b2a_qp(b"".join(lines))
