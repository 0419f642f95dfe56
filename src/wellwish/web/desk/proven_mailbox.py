"""The mailboxes to which the user of this browser has proven access, by signing in or opening an emailed
link.

The cookie ``known`` contains a mark for each of the last four: an ID with its time, and a tag, computed with
the server key, that binds the ID to the mailbox. The cookie contains no address and does not sign anyone in.
The ID identifies a reserve of emails that only this browser can use (auth/sign_in/mail_limits.py), so a
stolen cookie only allows a few emails per hour to that mailbox.
"""

import re
from datetime import timedelta
from typing import Final

from starlette.requests import Request
from starlette.responses import Response

from wellwish.auth.sign_in.mail_limits import Asker, mailbox_of
from wellwish.base import clock, ids
from wellwish.infra.http import Services
from wellwish.web.kit import cookie
from wellwish.web.kit.page import peer

KNOWN: Final = "known"
LASTS: Final = timedelta(days=400)  # maximum lifetime of cookies (RFC 6265bis section 5.5)
_MOST: Final = 4  # as many as fit into a cookie of maximum size
_TAG: Final = "mailbox of a browser"
_MARK: Final = re.compile(f"({ids.SUFFIX})([A-Za-z0-9_-]{{22}})")


def asker(services: Services, request: Request, email: str) -> Asker:
    """Returns who requests an email to this address. Raises ValueError for an invalid address."""
    mailbox, oldest_ms = mailbox_of(email), (clock.now() - LASTS).timestamp() * 1000
    for each in _marks(services, request):
        if _is_of(services, each, mailbox) and ids.made_ms(each) > oldest_ms:
            return Asker(peer(request), each)
    return Asker(peer(request))


def new_mark(services: Services, email: str) -> str:
    """Returns a new mark for the mailbox, with a full reserve."""
    made = ids.new("brw").removeprefix("brw_")
    return made + services.keys.form_tag(_TAG, made, mailbox_of(email))


def remember(services: Services, request: Request, response: Response, email: str, mark: str = "") -> None:
    """Sets the cookie after the user has proven access to the mailbox, replacing its previous mark."""
    mailbox = mailbox_of(email)
    others = [each for each in _marks(services, request) if not _is_of(services, each, mailbox)]
    marks = [mark or new_mark(services, email), *others][:_MOST]
    cookie.keep(services, response, KNOWN, ".".join(marks), max_age_s=int(LASTS.total_seconds()))


def _marks(services: Services, request: Request) -> list[str]:
    given = (cookie.read(services, request, KNOWN) or "").split(".")
    return [each for each in given if _MARK.fullmatch(each)]


def _is_of(services: Services, mark: str, mailbox: str) -> bool:
    found = _MARK.fullmatch(mark)
    return found is not None and services.keys.is_form_tag(found[2], _TAG, found[1], mailbox)
