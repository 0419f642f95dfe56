"""Compose the email of a message, and derive its links.

User text is already inert (delivery/inert.py). Nothing here may change text, or links would break.
"""

import re
from email.headerregistry import Address
from email.utils import format_datetime
from functools import lru_cache
from typing import Any, Final
from urllib.parse import urljoin, urlsplit

from jinja2 import Environment, PackageLoader, StrictUndefined, select_autoescape
from markupsafe import Markup, escape
from msgspec import Struct, structs

from wellwish.base.idn import ascii_domain
from wellwish.base.language import spoken
from wellwish.delivery import bounce_address, mute, opt_out, report_link
from wellwish.delivery.message import LINK_MARK, MessageRow
from wellwish.delivery.wording.footer import footer, report_label
from wellwish.delivery.words import Words
from wellwish.infra.http import Services
from wellwish.infra.mail import Envelope, Mail

_QUOTED_PAIR: Final = re.compile(r"\\(.)")  # RFC 5322 section 3.2.1
_DOT_ATOM: Final = re.compile(r"[\w!#$%&'*+/=?^`{|}~.-]+@[\w.-]+", re.ASCII)  # section 3.2.3


def _plain(text: str) -> str:
    """Returns the text in a form that is not decoded as encoded words (RFC 2047)."""
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


class _Links(Struct, frozen=True):
    """The links in an email: the button's target, the unsubscribe link of the account (``way_out``) and of
    the card (``mute``), and the link that reports the email as abuse.
    """

    link: str | None
    way_out: str | None
    mute: str | None
    report: str | None


def envelope(row: MessageRow, words: Words, link: str | None, services: Services) -> Envelope:
    """The row must belong to the channel ``email``."""
    return Envelope(
        sender=bounce_address.sender(services, row) or _address(services),
        recipient=ascii_domain(row.recipient),
        message=compose(row, words, link, services),
        names={"account_id": row.account_id, "message_id": row.id},
    )


def compose_unstored(services: Services, row: MessageRow, link: str | None) -> Envelope:
    """Returns an email that is not stored."""
    if row.content is None:
        raise ValueError("a mail without content")
    return Envelope(
        sender=bounce_address.sender(services, row) or _address(services),
        recipient=ascii_domain(row.recipient),
        message=compose(row, row.content, link, services),
        names={"message_id": row.id},
    )


def compose(row: MessageRow, words: Words, link: str | None, services: Services) -> Mail:
    """Returns the email, which is identical for each attempt, including Message-ID and date."""
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
    values = _values(words, subject, services, _Links(link, out, muting, report))
    body = row.body.replace(LINK_MARK, link or "")
    address = _read(_address(services))
    return Mail(
        sender=Address(_plain(words.sender or "Wellwish"), address.username, address.domain),
        headers=_headers(row, words, subject, services, one_click=out or muting),
        text=_ENVIRONMENT.get_template("mail.txt").render(body=body, **values),
        html=_ENVIRONMENT.get_template("mail.html").render(**values),
        # The same for every copy. Quoted-printable never contains "=_", so no line of a part can match the
        # boundary.
        boundary=f"=_{row.id}",
    )


def _headers(
    row: MessageRow, words: Words, subject: str, services: Services, *, one_click: str | None
) -> dict[str, str]:
    host = services.settings.host_name
    found = {"To": _header_address(ascii_domain(row.recipient))}
    if words.reply_to is not None:
        found["Reply-To"] = _header_address(ascii_domain(words.reply_to))
    found["Subject"] = subject
    found["Date"] = format_datetime(row.created_at)
    found["Message-ID"] = f"<{row.reference or row.id}@{host}>"
    if (first := _first(row)) is not None:
        # Mail programs show reminders and resends in the thread of the first email; Gmail only resends, which
        # have the same subject.
        found["In-Reply-To"] = found["References"] = f"<{first}@{host}>"
    found["Feedback-ID"] = (
        f"{row.account_id}:{row.kind}:wellwish"  # Gmail's complaint rates by account and kind
    )
    found["Auto-Submitted"] = "auto-generated"  # RFC 3834: no automatic replies
    if one_click is not None:
        found["List-Unsubscribe"] = f"<{one_click}>"
        found["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    found["Content-Language"] = words.language  # the language of both parts (RFC 3282)
    return found


def preview(words: Words, subject: str, services: Services) -> str:
    """Returns the HTML of an email before it is written; its links lead to the address of the service."""
    home = services.settings.base_url
    values = _values(words, subject, services, _Links(home, home, home, home))
    return _ENVIRONMENT.get_template("mail.html").render(**values)


def _values(words: Words, subject: str, services: Services, links: _Links) -> dict[str, Any]:
    settings = services.settings
    return {
        "words": words,
        "language": spoken(words.language),
        "subject": subject,
        **structs.asdict(links),
        "footer": footer(words, urlsplit(settings.base_url).hostname or settings.host_name),
        "report_label": report_label(words),
        "cover": words.cover and urljoin(f"{settings.base_url}/", words.cover),
        "logo": words.logo and urljoin(f"{settings.base_url}/", words.logo.path),
        "postal_address": settings.postal_address,
        "operator_links": settings.operator.links(spoken(words.language), in_mail=True),
    }


def _first(row: MessageRow) -> str | None:
    """Returns the reference of the first message about the same matter, or None if this is the first."""
    first, dot, _ = (row.reference or "").partition(".")
    return first if dot else None


def _address(services: Services) -> str:
    return services.settings.mail_from or f"cards@{services.settings.host_name}"


def _header_address(address: str) -> str:
    return address if _DOT_ATOM.fullmatch(address) else str(_read(address))


@lru_cache(maxsize=16)  # the address of the service
def _read(address: str) -> Address:
    """Returns the parts of an address.

    The library's ``addr_spec`` refuses a non-ASCII local part; ``username`` accepts it without quotes.
    """
    if address.isascii():
        return Address(addr_spec=address)
    local, _, domain = address.rpartition("@")
    if local.startswith('"'):
        local = _QUOTED_PAIR.sub(r"\1", local[1:-1])
    return Address(username=local, domain=domain)
