"""The signing page: the form of a card, filled with the visitor's own contribution.

Opening it has no effect, because mail scanners open links; ``seen.py`` records that a person opened it.
A refused form is shown again with all typed text.
"""

from typing import Final

from msgspec import structs
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from wellwish.base.errors import (
    CardClosed,
    CardFull,
    CardState,
    Fault,
    InvalidRequest,
    NotFound,
    PaymentState,
    RecipientMayNotSign,
    Unavailable,
)
from wellwish.cards.link import OWN
from wellwish.contributions import receipt_address, signing
from wellwish.contributions.contribution import ContributionRow
from wellwish.contributions.cover_fee import covered
from wellwish.contributions.edit import SentForm, Signed, edit
from wellwish.contributions.gift import OpenPaymentError
from wellwish.contributions.note_language import chosen_language
from wellwish.contributions.sign import sign, signed_by_form
from wellwish.infra.http import Services
from wellwish.media import film, media
from wellwish.media.describe import describe
from wellwish.payments.end import end
from wellwish.web.kit import cookie, form, remembered
from wellwish.web.kit.form import Form
from wellwish.web.kit.language import choose
from wellwish.web.kit.multipart import Sizes
from wellwish.web.kit.page import link_page
from wellwish.web.signing import form_page, typed_form
from wellwish.web.signing.attachments import Attachments, check_present, receive, waiting
from wellwish.web.signing.form_page import Refused
from wellwish.web.signing.look import dressed
from wellwish.web.signing.shut import shut
from wellwish.web.signing.signed import page_of_note
from wellwish.web.signing.typed_form import Typed
from wellwish.web.signing.visitor import Visitor, forgetting, identify

# Without scripts, browsers do not check file sizes. Forms up to this limit are read, so that the visitor's
# text is preserved even if the file is refused.
MAX_BYTES: Final = 256 * 1024 * 1024
_TRIES: Final = 3  # retries, because another tab may start a payment in between
_LEAST_AGE_S: Final = 1.0  # minimum age of a submitted form, because people do not write faster


@link_page
async def sign_page(services: Services, request: Request) -> Response:
    """Returns the form, or the page that explains why the card cannot be signed. Raises NotFound."""
    visitor = await identify(services, request)
    async with services.db.transaction([visitor.link.account_id]) as tx:
        context = await signing.load(tx, visitor.link, visitor.remembered)
        if context.is_withheld and context.own is not None:
            return RedirectResponse(visitor.page_of(context.own.id, "/signed"), 303)
        if context.own is not None and context.state in ("closed", "cancelled"):
            return await page_of_note(tx, visitor, context, context.own)
        if context.state != "open" and not (context.state == "declined" and "after" in request.query_params):
            response = await shut(tx, visitor, context)
            return forgetting(visitor, context, response)
        page = await form_page.load(tx, visitor, context)
        email = None
        # The sender of the card can read an invitation's link, which opens the note, too.
        if (
            context.own is not None
            and context.own.money_method == "online"
            and visitor.is_author(context.own)
        ):
            email = await receipt_address.find(tx, services.keys, visitor.link.account_id, context.own.id)
    if context.own is not None:
        given = typed_form.typed_from_row(context.own, page.card.language, email)
    else:
        given = typed_form.fresh(None if context.invite is None else context.invite.name)
        given = dressed(given, page.card.tone, page.card.signed)
    response = form_page.show(page, given, media=page.card.media)
    return forgetting(visitor, context, response)


@link_page
async def sign_form(services: Services, request: Request) -> Response:
    """Signs the card, or saves changes, and redirects to the confirmation.

    Raises NotFound, AccountSuspended and the errors of reading a form. Every other refusal shows the form
    again, with its input.
    """
    visitor = await identify(services, request)
    # Count before reading the body, which may be large.
    over = form.count_signing(services, request)
    sizes = Sizes(total=MAX_BYTES, file=film.MAX_BYTES + 1)
    sent = await form.read(services, request, visitor.base, sizes, only_text_for=over)
    visitor = visitor.named_by(sent)
    given, attachments = typed_form.typed_from_form(sent), Attachments([])
    try:
        if over is not None:
            raise over
        _check(services, sent)
        attachments = await receive(visitor, sent, given)
        if attachments.faults:
            raise InvalidRequest
        signed, is_authors = await _change(visitor, sent, given, attachments)
    except (CardClosed, CardFull, CardState, RecipientMayNotSign):
        return await _too_late(visitor, given)
    except form_page.REFUSED as refusal:
        return await _again(visitor, given, refusal, attachments)
    finally:
        await sent.close()
    return _signed(visitor, signed, is_authors=is_authors)


def _check(services: Services, sent: Form) -> None:
    """Raises ForeignForm, or InvalidRequest for a form that only a program would send."""
    form.check(sent)
    too_fast = not services.settings.demo and form.age_s(sent) < _LEAST_AGE_S
    # A hidden field, which only programs fill in.
    if sent.text("more") or too_fast:
        raise InvalidRequest


async def _change(
    visitor: Visitor,
    sent: Form,
    given: Typed,
    attachments: Attachments,
) -> tuple[Signed, bool]:
    """Signs the card or saves changes, and ends a replaced payment. Returns what ``_write`` returns.

    If the new choice replaces an open payment, that payment ends at the provider before the change is
    written. Raises InvalidRequest if the provider does not answer, or if other tabs keep starting payments,
    and the errors of signing.
    """
    for left in reversed(range(_TRIES)):
        try:
            return await _write(visitor, sent, given, attachments)
        except OpenPaymentError as open_payment:
            if not left:
                break
            try:
                await end(visitor.services, visitor.link.account_id, open_payment.payment_id)
            except PaymentState:
                raise _refused("still_open") from None
            except Unavailable:
                raise _refused("provider_unavailable") from None
    raise _refused("changed_meanwhile")


def _refused(code: str) -> InvalidRequest:
    return InvalidRequest(faults=[Fault("/money/amount", code, "")])


async def _write(
    visitor: Visitor,
    sent: Form,
    given: Typed,
    attachments: Attachments,
) -> tuple[Signed, bool]:
    """Signs or saves, and attaches the media to the note. Locks all rows before any decision.

    Also returns whether the browser is the author's, by proof or because it has just signed.
    """
    async with visitor.services.db.transaction([visitor.link.account_id]) as tx:
        context = await signing.load(tx, visitor.link, visitor.remembered, lock=True)
        if not context.may_send:
            raise CardState
        await check_present(tx, context, given, attachments)
        row, own = context.row, context.own
        has_no_note = own is not None and own.note_status == "none"
        language = choose(visitor.request, row.locale)
        new = typed_form.contribution_of(given, row.currency, language, may_be_money_alone=has_no_note)
        # A form opened empty in a second tab is a separate contribution.
        is_edit = own is not None and sent.text("own") == own.id
        if new.note is not None:
            before = (own.lang, own.note_text) if own is not None and is_edit else None
            lang = chosen_language(new.note.lang, new.note.text, language.code, before)
            new = structs.replace(new, note=structs.replace(new.note, lang=lang))
        new = await covered(tx, visitor.services, row, new)
        sent_form = SentForm(
            # The key includes the browser ID, so that a form key copied to another browser does not open the
            # note.
            key=f"{given.form_key}:{sent.browser}",
            drops_gift=given.has_panel and not given.gift,
            adds_to=given.adds_to,
        )
        if own is not None and (is_edit or context.route is None):
            signed = await edit(tx, visitor.services, row, own, new, sent_form)
        elif context.route is not None:
            signed = await sign(tx, visitor.services, row, context.route, new, sent_form)
        else:
            raise NotFound
        # By the row before the edit, because a note that becomes anonymous gets a new own link.
        proved = own is not None and own.id == signed.row.id and visitor.is_author(own)
        if new.money is not None and new.money.method == "online" and (signed.is_new or proved):
            email = new.money.receipt_email
            if email is not None or not signed.is_new:
                await receipt_address.put(tx, visitor.services.keys, context.access, signed.row.id, email)
        if given.description or given.transcript or given.alts:
            rows = (await media.find_by_contribution(tx, row.account_id, [signed.row.id])).get(
                signed.row.id, []
            )
            await describe(tx, row.account_id, rows, given.description, given.transcript, given.alts)
        is_authors = signed.is_new or signed.row.anonymous or visitor.is_author(signed.row)
        if not is_authors and context.route is not None:
            # The first response to a form that was sent twice may have been lost, with its cookie.
            is_authors = await signed_by_form(tx, row, context.route, signed.row.id, sent_form)
    return signed, is_authors


def _signed(visitor: Visitor, signed: Signed, *, is_authors: bool) -> Response:
    """Redirects to the confirmation, through the note's own link in a frame whose browser refuses cookies."""
    # An intermediate page redirects to the provider: forms can submit only to our pages (CSP form-action).
    query = {} if signed.checkout_url is None else {"pay": "1"}
    row, link, browser = signed.row, signed.row.link, visitor.browser
    if link is None:
        return RedirectResponse(f"{visitor.base}/signed", 303)
    if not is_authors:
        # The note was edited through an invitation link, which opens it again. The browser gets no cookie
        # that would still open the note after it becomes anonymous.
        return RedirectResponse(visitor.page_of(row.id, "/signed", **query), 303)
    own = visitor.services.keys.link_token(link.kind, link.subject_id, link.version)
    if visitor.link.kind == OWN:
        visitor = structs.replace(visitor, token=own)  # the edit may have replaced it
    if visitor.is_framed and cookie.read(visitor.services, visitor.request, form.BROWSER) is None:
        visitor = structs.replace(visitor, token=own)
        return RedirectResponse(visitor.page_of(row.id, "/signed", **query), 303)
    is_guests = _is_guests(visitor, row)
    if is_guests and row.id not in browser.guest:
        browser = structs.replace(browser, guest={row.id: "", **browser.guest})
    visitor = structs.replace(visitor, browser=browser)
    response = RedirectResponse(visitor.page_of(row.id, "/signed", **query), 303)
    if is_guests:
        remembered.keep_for_guest(visitor.services, visitor.request, response, row.id, own)
    else:
        remembered.keep(visitor.services, visitor.request, response, browser, row.id, own)
    return response


def _is_guests(visitor: Visitor, row: ContributionRow) -> bool:
    """Returns whether somebody other than the device's owner may have written the note.

    A form that was opened in a second tab does not show this. In a browser that already remembers a note, one
    that is anonymous or private therefore counts as a guest's, until its author says otherwise.
    """
    own = visitor.browser.own
    if row.id in own:
        return False
    return visitor.is_guest or row.id in visitor.browser.guest or (bool(own) and row.is_confidential)


async def _too_late(visitor: Visitor, given: Typed) -> Response:
    async with visitor.services.db.transaction([visitor.link.account_id]) as tx:
        context = await signing.load(tx, visitor.link, visitor.remembered)
        return await shut(tx, visitor, context, given=given, status=409)


async def _again(
    visitor: Visitor,
    given: Typed,
    refusal: Refused,
    attachments: Attachments,
) -> Response:
    """Returns the form with its errors."""
    async with visitor.services.db.transaction([visitor.link.account_id]) as tx:
        context = await signing.load(tx, visitor.link, visitor.remembered)
        if not context.may_sign:
            return await shut(tx, visitor, context, given=given, status=409)
        page = await form_page.load(tx, visitor, context)
        kept = await waiting(tx, visitor.services, context, given)
    faults = form_page.faults_of(refusal, attachments, page)
    return form_page.show(
        page,
        given,
        media=kept,
        faults=faults,
        status=refusal.status,
        headers=refusal.headers,
    )
