"""The page on which a member authorizes an OAuth client to act for an account (RFC 6749 section 4.1).

It redirects to the client only after the member has pressed a button. Because clients can choose any redirect
URI, an automatic redirect would make this page an open redirector (RFC 9700 section 4.11.2).
"""

import re
from collections.abc import Sequence
from typing import Final
from urllib.parse import urlencode, urlsplit

from msgspec import Struct
from starlette.responses import RedirectResponse, Response

from wellwish.auth.consents.approve import Approved, approve
from wellwish.auth.consents.client import Client, ClientRefusedError, find_client, is_loopback
from wellwish.auth.consents.consent import SCOPES, is_resource, known
from wellwish.auth.sign_in.session import Membership, memberships
from wellwish.base.language import later
from wellwish.infra.http.budget import network_of
from wellwish.web.desk.guard import LOOK, desk_paper, needs_recent, read_form, signed_in
from wellwish.web.desk.visit import Visit

PATH: Final = "/oauth/authorize"
RESOURCE_PATH: Final = "/mcp"
SAYS: Final = {
    "cards.read": later("See your designs, cards and notes, and who may see what"),
    "cards.write": later("Create and close cards"),
    "people.invite": later("Invite people, correct their addresses and remind them"),
    "people.read": later("See whose birthdays and other days are next"),
}
# Browsers apply `form-action` to every redirect after the form, and the client's page may redirect again, for
# example to a native app.
_POLICY: Final = LOOK.policy.replace("form-action 'self'; ", "")
_MAX_QUERY: Final = 1900  # characters: sign-in returns only to paths of at most 2,048
_CHALLENGE: Final = re.compile("[A-Za-z0-9_-]{43}")  # a SHA-256 hash in base64url (RFC 7636 section 4.2)


class Asked(Struct, frozen=True):
    """An authorization request whose client and redirect URI are valid."""

    client: Client
    redirect_uri: str
    state: str
    scopes: Sequence[str]
    code_challenge: str

    def response(self, issuer: str, **given: str) -> str:
        """Returns the redirect URI with the response's parameters and the issuer (RFC 9207)."""
        sent = {**given, **({"state": self.state} if self.state else {}), "iss": issuer}
        return f"{self.redirect_uri}{'&' if '?' in self.redirect_uri else '?'}{urlencode(sent)}"


class AskedWronglyError(Exception):
    """A request that cannot be approved.

    ``error`` is a code of RFC 6749 (sections 4.1.2.1 and 5.2) or RFC 8707. ``asked`` is None if the user must
    not be redirected to the client.
    """

    def __init__(self, error: str, description: str, asked: Asked | None = None) -> None:
        super().__init__(description)
        self.error, self.description, self.asked = error, description, asked


@signed_in
async def authorize_page(visit: Visit) -> Response:
    """Returns the page that asks for consent. Raises TooManyRequests."""
    try:
        asked = await _asked(visit)
    except AskedWronglyError as refusal:
        return _refused(visit, refusal)
    return await _page(visit, asked)


@signed_in
async def authorized(visit: Visit) -> Response:
    """Redirects to the client with a code, or with an error if the member denies the request.

    Approval requires a recent sign-in. Raises ForeignForm, TooManyRequests.
    """
    sent = await read_form(visit)
    try:
        asked = await _asked(visit)
    except AskedWronglyError as refusal:
        return _refused(visit, refusal)
    issuer = visit.services.settings.base_url
    if sent.text("answer") != "approve":
        return RedirectResponse(asked.response(issuer, error="access_denied"), 303)
    if (confirm := needs_recent(visit.session, f"{PATH}?{visit.request.url.query}")) is not None:
        return confirm
    scopes = [each for each in known(sent.texts("scope")) if each in asked.scopes]
    if not scopes:
        return await _page(visit, asked, is_empty=True)
    approved = Approved(
        account_id=sent.text("account_id"),
        user_id=visit.session.user_id,
        client_id=asked.client.id,
        client_name=asked.client.name,
        redirect_uri=asked.redirect_uri,
        resource=issuer + RESOURCE_PATH,
        scopes=scopes,
        code_challenge=asked.code_challenge,
    )
    async with visit.services.db.transaction() as tx:
        code = await approve(tx, visit.services.keys, approved, network_of(visit.request))
    if code is None:  # the user is not, or is no longer, a member of the account
        return await _page(visit, asked)
    return RedirectResponse(asked.response(issuer, code=code), 303)


async def _asked(visit: Visit) -> Asked:
    """Validates the client's request. Raises AskedWronglyError, TooManyRequests."""
    pairs = visit.request.query_params.multi_items()
    given = dict(pairs)
    if len(given) != len(pairs):
        raise AskedWronglyError("invalid_request", "A parameter must not be repeated.")
    if len(visit.request.url.query) > _MAX_QUERY:
        raise AskedWronglyError("invalid_request", f"Send at most {_MAX_QUERY} characters.")
    try:
        client = await find_client(visit.services, visit.session.user_id, given.get("client_id", ""))
    except ClientRefusedError as refusal:
        raise AskedWronglyError("invalid_client", str(refusal)) from refusal
    redirect_uri = given.get("redirect_uri", "")
    if not client.takes(redirect_uri):
        raise AskedWronglyError(
            "invalid_request", "`redirect_uri` must be in the client's metadata document."
        )
    wanted = given.get("scope", "").split()
    asked = Asked(
        client,
        redirect_uri,
        given.get("state", ""),
        known(wanted) if wanted else SCOPES,
        given.get("code_challenge", ""),
    )
    resource = visit.services.settings.base_url + RESOURCE_PATH
    if given.get("response_type") != "code":
        raise AskedWronglyError("unsupported_response_type", "`response_type` must be `code`.", asked)
    if given.get("code_challenge_method") != "S256" or not _CHALLENGE.fullmatch(asked.code_challenge):
        raise AskedWronglyError(
            "invalid_request", "Send a `code_challenge` with the `code_challenge_method` S256.", asked
        )
    if not is_resource(given.get("resource", ""), resource):
        raise AskedWronglyError("invalid_target", f"The only `resource` is {resource}.", asked)
    if not asked.scopes:
        raise AskedWronglyError("invalid_scope", f"The scopes are {', '.join(SCOPES)}.", asked)
    return asked


async def _page(visit: Visit, asked: Asked, *, is_empty: bool = False) -> Response:
    async with visit.services.db.transaction() as tx:
        accounts: list[Membership] = await memberships(tx, visit.session.user_id)
    return desk_paper(
        visit,
        "desk/authorize.html",
        status=422 if is_empty else 200,
        headers={"Content-Security-Policy": _POLICY},
        client=asked.client,
        host=urlsplit(asked.redirect_uri).hostname,
        is_local=is_loopback(asked.redirect_uri),
        accounts=accounts,
        scopes=[(each, SAYS[each]) for each in asked.scopes],
        is_empty=is_empty,
    )


def _refused(visit: Visit, refusal: AskedWronglyError) -> Response:
    back = None
    if refusal.asked is not None:
        back = refusal.asked.response(visit.services.settings.base_url, error=refusal.error)
    return desk_paper(
        visit,
        "desk/authorize_refused.html",
        status=400,
        error=refusal.error,
        description=refusal.description,
        back=back,
        host=None if refusal.asked is None else urlsplit(refusal.asked.redirect_uri).hostname,
    )
