"""Reads a delivery status notification (RFC 3464) in a multipart/report (RFC 6522).

Anyone can send such reports, so only parts that match the token in our envelope sender are trusted.
"""

import re
from email.message import Message
from email.parser import BytesHeaderParser, BytesParser
from typing import Final, cast

from msgspec import Struct

MAX_BYTES: Final = 256 * 1024  # the relevant parts come first; the returned email is not read
_MAX_PARTS: Final = 20
_MAX_RECIPIENTS: Final = 50
_MAX_TEXT: Final = 2000  # maximum length of a field

# Headers with the envelope recipient of a received email: To in RFC 3464; mail servers add the others.
_RECIPIENT_FIELDS: Final = (
    "To", "Delivered-To", "X-Original-To", "Envelope-To", "X-Envelope-To", "X-Delivered-To",
)  # fmt: skip
_PERMANENT: Final = re.compile(r"5\.\d{1,3}\.\d{1,3}\b")
_XTEXT: Final = re.compile(r"\+([0-9A-F]{2})")  # RFC 3461 section 4
_REPLY_CODE: Final = re.compile(r"\b([45]\d\d)\b")


class Failure(Struct, frozen=True):
    """A permanently failed recipient: all spellings of the address in the report, and the reply."""

    recipients: frozenset[str]
    code: int
    text: str


class Report(Struct, frozen=True):
    """A report: the addresses to which it was sent, as text, and its permanent failures."""

    sent_to: str
    failures: list[Failure]


def read(raw: bytes) -> Report | None:
    """Returns the report in an email, or None if the email is something else, such as an automatic reply."""
    try:
        return _read(raw[:MAX_BYTES])
    except (ValueError, LookupError, AttributeError, TypeError, RecursionError):
        return None  # Python's parser raises these for malformed emails


def _read(raw: bytes) -> Report | None:
    if BytesHeaderParser().parsebytes(raw).get_content_type() != "multipart/report":
        return None
    message = BytesParser().parsebytes(raw)
    if str(message.get_param("report-type", "")).lower() != "delivery-status":
        return None
    parts = message.get_payload()
    if not isinstance(parts, list):
        return None
    for part in cast("list[Message]", parts[:_MAX_PARTS]):
        if part.get_content_type() == "message/delivery-status":
            sent_to = " ".join(str(each) for name in _RECIPIENT_FIELDS for each in message.get_all(name, []))
            return Report(sent_to[: 5 * _MAX_TEXT], _failures(part))
    return None


def _failures(status: Message) -> list[Failure]:
    """Returns the recipients whose delivery failed permanently, without delayed and delivered ones."""
    blocks = status.get_payload()
    if not isinstance(blocks, list):
        return []
    found = [_failure(block) for block in cast("list[Message]", blocks[1 : _MAX_RECIPIENTS + 1])]
    return [each for each in found if each is not None]


def _failure(block: Message) -> Failure | None:
    status = _field(block, "Status")
    if _field(block, "Action").lower() != "failed" or _PERMANENT.match(status) is None:
        return None
    diagnostic = _field(block, "Diagnostic-Code")
    code = _REPLY_CODE.search(diagnostic)
    given = [_field(block, name) for name in ("Final-Recipient", "Original-Recipient")]
    return Failure(
        recipients=frozenset(spelling for each in given for spelling in _spellings(each)),
        code=int(code[1]) if code else 550,
        text=f"{status} {diagnostic}",
    )


def _field(block: Message, name: str) -> str:
    return " ".join(str(block.get(name, ""))[:_MAX_TEXT].split())


def _spellings(recipient: str) -> set[str]:
    """Returns the address of ``rfc822; ana@example.com`` as given and decoded from xtext."""
    _, _, address = recipient.rpartition(";")
    address = address.strip(" <>")
    decoded = _XTEXT.sub(lambda found: chr(int(found[1], 16)), address)
    return {each for each in (address, decoded) if each}
