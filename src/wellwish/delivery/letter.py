"""Compose the e-mail of a message; its links are derived only now.

The words of users are already inert (delivery/inert.py): nothing here may change text, or links would break.
"""

import re
from email.header import Header
from email.headerregistry import Address
from email.message import EmailMessage
from email.policy import EmailPolicy
from typing import Any, Final
from urllib.parse import urljoin, urlsplit

from jinja2 import Environment, PackageLoader, StrictUndefined, select_autoescape
from markupsafe import Markup, escape

from wellwish.delivery import bounce_address, mute, opt_out, report_link
from wellwish.delivery.message import LINK_MARK, MessageRow
from wellwish.delivery.wording.footer import footer, report_label
from wellwish.delivery.words import Words
from wellwish.http import Services
from wellwish.idn import ascii_domain
from wellwish.language import spoken
from wellwish.mail import Envelope

_QUOTED_PAIR: Final = re.compile(r"\\(.)")  # RFC 5322 section 3.2.1
_ONE_LINE: Final = frozenset({"list-unsubscribe", "message-id", "in-reply-to", "references", "feedback-id"})


class _Policy(EmailPolicy):
    """Rejects CR and LF in headers, and keeps headers unfolded that receivers read as one line.

    RFC 8058 requires a DKIM signature over List-Unsubscribe, which some signers break if it is folded.
    """

    def fold(self, name: str, value: Any) -> str:
        if name.lower() in _ONE_LINE:
            return f"{name}: {value}{self.linesep}"
        if name.lower() in ("subject", "from") and not str(value).isascii():
            return f"{name}: {self._encoded(name, value)}{self.linesep}"
        return super().fold(name, value)

    def fold_binary(self, name: str, value: Any) -> bytes:
        return self.fold(name, value).encode("utf-8" if self.utf8 else "ascii")

    def _encoded(self, name: str, value: Any) -> str:
        """Returns the value in encoded words (RFC 2047).

        Uses the older of Python's two implementations: the newer one loses spaces between words.
        """
        if name.lower() == "subject":
            return Header(str(value), "utf-8", header_name=name).encode(linesep=self.linesep)
        [address] = value.addresses
        display = Header(address.display_name, "utf-8", header_name=name).encode(linesep=self.linesep)
        return f"{display} <{address.addr_spec}>"


POLICY: Final = _Policy(linesep="\r\n", raise_on_defect=False)


def _plain(text: str) -> str:
    """Returns the text so that no part of it is decoded as an encoded word (RFC 2047)."""
    return text.replace("=?", "=\u200c?")


def _lines(text: str) -> Markup:
    return Markup("<br>").join(escape(line) for line in text.splitlines())


_ENVIRONMENT: Final = Environment(
    loader=PackageLoader("wellwish.delivery"),
    autoescape=select_autoescape(("html",)),
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
)
_ENVIRONMENT.filters["lines"] = _lines


def envelope(row: MessageRow, words: Words, link: str | None, services: Services) -> Envelope:
    """Returns the mail with its envelope, for a row of channel e-mail."""
    return Envelope(
        sender=bounce_address.sender(services, row) or _address(services),
        recipient=ascii_domain(row.recipient),
        message=compose(row, words, link, services),
        names={"account_id": row.account_id, "message_id": row.id},
    )


def compose_unstored(services: Services, row: MessageRow, link: str | None) -> Envelope:
    """Returns a mail that no table contains, so that no bounce is matched to it."""
    if row.content is None:
        raise ValueError("a mail without content")
    return Envelope(
        sender=_address(services),
        recipient=ascii_domain(row.recipient),
        message=compose(row, row.content, link, services),
        names={"message_id": row.id},
    )


def compose(row: MessageRow, words: Words, link: str | None, services: Services) -> EmailMessage:
    """Returns the mail; the same row gives the same mail, including Message-ID and date."""
    settings = services.settings
    subject = _plain(" ".join((row.subject or "").split()))
    out = None
    if row.can_unsubscribe:
        out = opt_out.url(
            services.keys, settings.base_url, row.account_id, row.address_key, lists=row.lists_address
        )
    muting = row.muted_card_id and mute.url(
        services.keys, settings.base_url, row.account_id, row.muted_card_id, row.address_key
    )
    report = None
    if words.account is not None:
        report = report_link.LINK.url(services.keys, settings.base_url, row.account_id, row.id)
    values = _values(words, subject, services, link=link, way_out=out, mute=muting, report=report)
    mail = EmailMessage(policy=POLICY)
    mail["From"] = Address(_plain(words.sender or "Wellwish"), addr_spec=_address(services))
    mail["To"] = _header_address(ascii_domain(row.recipient))
    if words.reply_to is not None:
        mail["Reply-To"] = _header_address(ascii_domain(words.reply_to))
    mail["Subject"] = subject
    mail["Date"] = row.created_at
    mail["Message-ID"] = f"<{row.reference or row.id}@{settings.host_name}>"
    if (first := _first(row)) is not None:
        # Mail programs show a reminder and a resend with the first mail, whose subject is the same.
        mail["In-Reply-To"] = mail["References"] = f"<{first}@{settings.host_name}>"
    mail["Feedback-ID"] = (
        f"{row.account_id}:{row.kind}:wellwish"  # Gmail's complaint rates by account and kind
    )
    mail["Auto-Submitted"] = "auto-generated"  # RFC 3834: no automatic replies
    if (one_click := out or muting) is not None:
        mail["List-Unsubscribe"] = f"<{one_click}>"
        mail["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    body = row.body.replace(LINK_MARK, link or "")
    text = _ENVIRONMENT.get_template("mail.txt").render(body=body, **values)
    mail.set_content(text, cte="quoted-printable")
    html = _ENVIRONMENT.get_template("mail.html").render(**values)
    mail.add_alternative(html, subtype="html", cte="quoted-printable")
    # The same for each copy. Quoted-printable has no "=_", so no line of a part can be a boundary.
    mail.set_boundary(f"=_{row.id}")
    # Applies to the whole mail (RFC 3282): set earlier, it would go into the first part.
    mail["Content-Language"] = words.language
    return mail


def preview(words: Words, subject: str, services: Services) -> str:
    """Returns the HTML of a mail before it is written; its links lead to the address of the service."""
    home = services.settings.base_url
    values = _values(words, subject, services, link=home, way_out=home, mute=home, report=home)
    return _ENVIRONMENT.get_template("mail.html").render(**values)


def _values(
    words: Words,
    subject: str,
    services: Services,
    *,
    link: str | None,
    way_out: str | None,
    mute: str | None,
    report: str | None,
) -> dict[str, Any]:
    settings = services.settings
    return {
        "words": words,
        "language": spoken(words.language),
        "subject": subject,
        "link": link,
        "way_out": way_out,
        "mute": mute,
        "footer": footer(words, urlsplit(settings.base_url).hostname or settings.host_name),
        "report": report,
        "report_label": report_label(words),
        "cover": words.cover and urljoin(f"{settings.base_url}/", words.cover),
        "logo": words.logo and urljoin(f"{settings.base_url}/", words.logo.path),
        "postal_address": settings.postal_address,
    }


def _first(row: MessageRow) -> str | None:
    """Returns the reference of the first message about the same matter, or None if this is the first."""
    first, dot, _ = (row.reference or "").partition(".")
    return first if dot else None


def _address(services: Services) -> str:
    return services.settings.mail_from or f"cards@{services.settings.host_name}"


def _header_address(address: str) -> Address:
    """Returns the address for a header.

    ``addr_spec`` refuses a local part beyond ASCII, and ``username`` takes it without its quotes.
    """
    if address.isascii():
        return Address(addr_spec=address)
    local, _, domain = address.rpartition("@")
    if local.startswith('"'):
        local = _QUOTED_PAIR.sub(r"\1", local[1:-1])
    return Address(username=local, domain=domain)
