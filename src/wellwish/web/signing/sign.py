"""The signing page: the form of a card, filled with what was signed before, or why there is none.

Opening it changes nothing, since programs that look at mail open links: that a person was there is told by
the page itself (``seen.py``). What is refused comes back with everything that was typed.
"""

from collections.abc import Mapping
from typing import Final

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from wellwish.contributions.edit import Signed, edit
from wellwish.contributions.sign import sign
from wellwish.errors import (
    CardClosed,
    CardFull,
    CardState,
    ForeignForm,
    InvalidRequest,
    MoneyNotTaken,
    NotFound,
    PaymentProviderMissing,
    RecipientMayNotSign,
    TooManyRequests,
)
from wellwish.http import Services
from wellwish.language import later
from wellwish.media import media, picture
from wellwish.media.describe import describe
from wellwish.media.media import Media
from wellwish.web.kit import cookie, form
from wellwish.web.kit.form import Form
from wellwish.web.kit.page import link_page, paper, peer
from wellwish.web.signing import context, occasion, typed
from wellwish.web.signing.attachments import Things, receive, waiting
from wellwish.web.signing.context import Scene
from wellwish.web.signing.shut import shut
from wellwish.web.signing.typed import Typed

# Whoever has no script learns that a file is too large after it has come: as long as the whole is not beyond
# all bounds it is read, so that the words do not go with the file.
MAX_BYTES: Final = 256 * 1024 * 1024
_LEAST_AGE_S: Final = 1.0  # of a form: nobody writes a note faster

_PENS: Final = {
    "kalam": "Kalam",
    "caveat": "Caveat",
    "patrick": "Patrick Hand",
    "gochi": "Gochi Hand",
    "reenie": "Reenie Beanie",
    "shadows": "Shadows Into Light",
    "courier": "Courier Prime",
}
_INKS: Final = {
    "navy": later("Navy"),
    "berry": later("Berry"),
    "green": later("Green"),
    "rust": later("Rust"),
    "plum": later("Plum"),
    "charcoal": later("Charcoal"),
}
_PAPERS: Final = {
    "cream": later("Cream"),
    "blush": later("Blush"),
    "butter": later("Butter"),
    "mint": later("Mint"),
    "sky": later("Sky"),
    "lilac": later("Lilac"),
}
_AGAIN: Final = later("Please press the button again")
_PAUSED: Final = later("Gifts are paused. You can still sign the card")
_SLOWER: Final = later("Too many people are signing from your network just now.")


@link_page
async def sign_page(services: Services, request: Request) -> Response:
    """The form, or why there is none. Raises NotFound."""
    found = await context.load(services, request)
    if found.state != "open" and not (found.state == "declined" and "after" in request.query_params):
        return shut(services, request, found)
    given = typed.of_row(found.own) if found.own is not None else typed.fresh()
    return show(services, request, found, given, things=found.own_media)


def show(
    services: Services,
    request: Request,
    found: Scene,
    given: Typed,
    *,
    things: list[Media],
    faults: Mapping[str, str] | None = None,
    status: int = 200,
    headers: Mapping[str, str] | None = None,
) -> Response:
    """Returns the page with the form."""
    language, own = found.language, found.own
    told = dict(faults or {})
    name = form.browser(services, request)
    response = paper(
        request,
        "signing/sign.html",
        language,
        found.look("sign.css"),
        status=status,
        headers=headers,
        scene=found,
        headline=found.headline,
        base=found.base,
        typed=given,
        media=things,
        faults=told,
        fields=typed.fields(given, told),
        wait_s=int((headers or {}).get("Retry-After", 0)),
        own=own,
        own_says=_own_says(found),
        may_decline=found.may_decline,
        pens=_PENS,
        inks=_INKS,
        papers=_PAPERS,
        prompt=occasion.prompt(language, found.tone, found.row.recipient),
        go=occasion.button(language, found.tone),
        form_token=form.token(services, name, found.base),
        draft_name=services.keys.form_tag("draft", found.row.id),
    )
    form.remember(services, request, response, name)
    return response


def _own_says(found: Scene) -> str:
    """Returns what became of the reader's own note."""
    own, language = found.own, found.language
    if own is None or own.note_status == "published":
        return ""
    if own.note_status == "pending":
        return language.gettext(later("Your note will appear on the card once it has been reviewed."))
    return language.gettext(later("Your note isn't shown on the card at the moment."))


@link_page
async def sign_form(services: Services, request: Request) -> Response:
    """Signs the card, or saves what changed, and leads to the page that says so.

    Raises NotFound, and what reading a form raises. Every other refusal shows the form again.
    """
    found = await context.load(services, request)
    sent = await form.read(services, request, MAX_BYTES, file_bytes=picture.MAX_BYTES + 1)
    given = typed.of_form(sent)
    things = Things([])
    try:
        _check(services, request, found, sent)
        if found.state not in ("open", "declined"):
            return shut(services, request, found, given=given, status=409)
        things = await receive(services, found, sent, given)
        if things.faults:
            raise InvalidRequest
        signed = await _write(services, found, given, is_edit=_is_edit(found, sent))
    except (CardClosed, CardFull, CardState, RecipientMayNotSign):
        found = await context.load(services, request)
        return shut(services, request, found, given=given, status=409)
    except (InvalidRequest, ForeignForm, TooManyRequests, MoneyNotTaken, PaymentProviderMissing) as refusal:
        faults = _faults(refusal, things, found)
        kept = await waiting(services, found, given)
        status, headers = refusal.status, refusal.headers
        return show(
            services, request, found, given, things=kept, faults=faults, status=status, headers=headers
        )
    finally:
        await sent.close()
    return _signed(services, found, signed)


def _check(services: Services, request: Request, found: Scene, sent: Form) -> None:
    """Raises ForeignForm, TooManyRequests, or InvalidRequest for what only a program would send."""
    form.check(services, request, sent, found.base)
    services.visits.signings.take(peer(request))
    too_fast = not services.settings.demo and form.age_s(sent) < _LEAST_AGE_S
    # A field that nobody sees: who fills it in reads the page's source, not the page.
    if sent.text("more") or too_fast:
        raise InvalidRequest


def _is_edit(found: Scene, sent: Form) -> bool:
    """Tells whether the form showed what the reader had signed, and not an empty note in a second tab."""
    return found.own is not None and sent.text("own") == found.own.id


def _faults(
    refusal: InvalidRequest | ForeignForm | TooManyRequests | MoneyNotTaken | PaymentProviderMissing,
    things: Things,
    found: Scene,
) -> dict[str, str]:
    """Returns what to tell, by field; of the whole form by its button."""
    if isinstance(refusal, TooManyRequests):
        language, wait_s = found.language, int(refusal.headers["Retry-After"])
        waits = language.ngettext("Try again in %(count)s second.", "Try again in %(count)s seconds.", wait_s)
        return {"go": f"{language.gettext(_SLOWER)} {waits % {'count': language.number(wait_s)}}"}
    told = things.faults
    if isinstance(refusal, InvalidRequest):
        told = {**typed.says(refusal.faults), **told}
    elif isinstance(refusal, (MoneyNotTaken, PaymentProviderMissing)):
        told = {**told, "gift": _PAUSED}
    if "gift" in told and not found.gift.takes:  # meanwhile there is no panel to tell it
        del told["gift"]
        told["go"] = _PAUSED
    return told or {"go": _AGAIN}


async def _write(services: Services, found: Scene, given: Typed, *, is_edit: bool) -> Signed:
    """Signs or saves, and puts the media on the note, in one transaction."""
    has_none = found.own is not None and found.own.note_status == "none"
    new = typed.contribution_of(given, found.row.currency, may_be_money_alone=has_none)
    async with services.db.transaction([found.row.account_id]) as tx:
        if found.own is not None and (is_edit or found.way is None):
            signed = await edit(tx, services, found.access, found.own.id, new)
        elif found.way is not None:
            signed = await sign(tx, services, found.access, found.way, new, form_key=given.form_key)
        else:
            raise NotFound
        rows = (await media.of(tx, found.row.account_id, [signed.row.id])).get(signed.row.id, [])
        await describe(tx, found.row.account_id, rows, given.description, given.transcript)
    return signed


def _signed(services: Services, found: Scene, signed: Signed) -> Response:
    # The provider's page is led to from there: a form may lead to pages of ours alone (CSP, form-action).
    query = "" if signed.checkout_url is None else "?pay=1"
    response = RedirectResponse(f"{found.base}/signed{query}", 303)
    link = signed.row.link
    if link is not None:
        token = services.keys.link_token(link.kind, link.subject_id, link.version)
        cookie.keep(services, response, cookie.own_name(found.row.id), token)
    return response
