"""Edit a contribution through its author's own link."""

from typing import Final

from msgspec import Struct, structs

from wellwish.cards.card_row import CardRow, check_open
from wellwish.cards.wake_jobs import tell_organisers
from wellwish.contributions import contribution, gift, gift_state, own_link
from wellwish.contributions.accept_gift import accept
from wellwish.contributions.contribution import ContributionRow, NoteState
from wellwish.contributions.gift import Giver
from wellwish.contributions.note import NewContribution
from wellwish.contributions.note_language import language_of
from wellwish.infra.checkout import Merchant
from wellwish.infra.db import Tx
from wellwish.infra.http import Services
from wellwish.invitations import invitation
from wellwish.invitations.answer import answered, unanswered
from wellwish.media.attach import attach
from wellwish.media.media import PICTURES, find_by_contribution

_STYLE: Final = ("pen", "ink", "paper", "visibility")


class SentForm(Struct, frozen=True):
    """The data in a page's form that is not part of the contribution.

    ``key`` is a random value, so that a form sent twice creates one contribution. With ``drops_gift``, the
    form has no gift, so an open payment is ended. ``adds_to`` is the newest payment at the time at which the
    form offered to give more.
    """

    key: str | None = None
    drops_gift: bool = False
    adds_to: str | None = None


NO_FORM: Final = SentForm()


class Signed(Struct, frozen=True):
    """The outcome of signing; ``row.link`` is the author's own link.

    ``is_new`` is False if an existing contribution was edited. ``checkout_url`` is the page of a pending
    payment, ``paid_to`` the merchant of a payment that this call opened.
    """

    row: ContributionRow
    is_new: bool
    checkout_url: str | None = None
    paid_to: Merchant | None = None


async def edit(
    tx: Tx,
    services: Services,
    row: CardRow,
    found: ContributionRow,
    new: NewContribution,
    form: SentForm = NO_FORM,
) -> Signed:
    """Edits a contribution, even if the card is full, and gives money if the current gift allows it.

    The caller has locked both rows. A repeated request changes nothing and returns the same page. An edited
    note is pending again if it was rejected or if the card has pre-moderation.

    Raises NotFound for media that are not available to this note, InvalidRequest for too many of them and for
    money that the card does not accept, CardClosed, CardState, MoneyNotTaken, PaymentProviderMissing; and
    OpenPaymentError before anything is written if an open payment must be ended first.
    """
    now = await gift_state.current(tx, row.account_id, found.id, found.given)
    paying = now.open_payment
    url = gift.url_of(services, paying, tx.now)
    adds = now.adds(form.adds_to)
    same_money = new.money is None or not gift.is_other(now, new.money, adds=adds, is_open=url is not None)
    changed = await has_changed(tx, found, new)
    hides = same_money and _hides_anew(found, new)
    ends = paying is not None and (form.drops_gift or not same_money)
    if not changed and same_money and not hides and not ends:
        return Signed(found, is_new=False, checkout_url=url if new.money is not None else None)
    check_open(row, tx.now)
    accepted = None
    if new.money is not None and not same_money:
        accepted = await accept(tx, services, row, _giver(found), new.money)
    if paying is not None and ends:
        raise gift.OpenPaymentError(paying.id)
    if changed:
        # Other holders of the invitation link may have the note link, having signed first, or hidden the note
        # and named it again. Only the last person to hide the note has its link.
        renews = new.anonymous and not found.anonymous and found.invitation_id is not None
        found = await change(tx, row, found, new)
        if renews:
            found = await own_link.renew(tx, services, found)
    if hides:
        given = structs.replace(found.given, hide_amount=not found.hide_amount)
        found = await contribution.keep_gift(tx, found, given)
    if accepted is not None:
        given, url = await gift.give(tx, services, row, found.id, found.version + 1, accepted)
        if not adds:
            found = await contribution.keep_gift(tx, found, given)
        if found.money_status == "promised":
            await contribution.record_events(tx, found, "contribution.pledged")
    return Signed(found, is_new=False, checkout_url=url if new.money is not None else None)


def _giver(found: ContributionRow) -> Giver:
    invited = found.invitation_id is not None
    return Giver("contributor" if invited or found.counts else "link", invited=invited)


def _hides_anew(found: ContributionRow, new: NewContribution) -> bool:
    """Returns whether the visibility of a pending payment's amount changes."""
    return (
        new.money is not None
        and found.money_status == "pending"
        and found.hide_amount != new.money.hide_amount
    )


async def change(tx: Tx, row: CardRow, found: ContributionRow, new: NewContribution) -> ContributionRow:
    """Returns the changed contribution. The card is open, and the caller has locked it."""
    if not await has_changed(tx, found, new):
        return found
    status = _status(row, found) if new.note is not None else found.note_status
    note = new.note
    changed = await tx.one(
        ContributionRow,
        """
        update contributions set
          name = :name, anonymous = :anonymous, note_text = :note_text, pen = :pen, ink = :ink,
          paper = :paper, lang = :lang, visibility = :visibility, note_status = :note_status,
          published_at = case when :note_status = 'published' then coalesce(published_at, :now)
            else published_at end,
          version = version + 1, updated_at = :now
        where account_id = :account_id and id = :id and note_status <> 'deleted'
        returning {columns}
        """,
        account_id=row.account_id,
        id=found.id,
        name=new.name,
        anonymous=new.anonymous,
        note_text=found.note_text if note is None else note.text,
        pen=found.pen if note is None else note.pen,
        ink=found.ink if note is None else note.ink,
        paper=found.paper if note is None else note.paper,
        lang=found.lang if note is None else note.lang or language_of(note.text, row.locale),
        visibility=found.visibility if note is None else note.visibility,
        note_status=status,
    )
    if new.note is not None and new.note.media is not None:
        await attach(tx, row.account_id, row.id, found.id, new.note.media)
    if new.anonymous != found.anonymous and found.invitation_id is not None:
        asked = await invitation.locked(tx, row, found.invitation_id)
        await (unanswered if new.anonymous else answered)(tx, row, asked)
    await contribution.record_events(tx, changed, "contribution.updated")
    if changed.note_status == "pending":
        await tell_organisers(tx, row)
    return changed


async def has_changed(tx: Tx, found: ContributionRow, new: NewContribution) -> bool:
    """Returns whether the author or the note's text, language, style or media change.

    Without a note in the request, the note stays unchanged.
    """
    if (found.name, found.anonymous) != (new.name, new.anonymous):
        return True
    if new.note is None:
        return False
    if new.note.media is not None:
        rows = (await find_by_contribution(tx, found.account_id, [found.id])).get(found.id, [])
        if sorted(row.id for row in rows) != sorted(new.note.media):
            return True
        pictures = [row.id for row in rows if row.kind in PICTURES]
        if pictures != [each for each in new.note.media if each in pictures]:
            return True
    if new.note.lang not in (None, found.lang):
        return True
    same_words = found.note_status != "none" and found.note_text == new.note.text
    return not same_words or any(getattr(found, name) != getattr(new.note, name) for name in _STYLE)


def _status(row: CardRow, found: ContributionRow) -> NoteState:
    """Returns the note's new status.

    A rejected note becomes pending after an edit; a hidden note does so only with pre-moderation.
    """
    if found.source != "owner" and (row.moderation == "pre" or found.note_status == "rejected"):
        return "pending"
    return "published" if found.note_status in ("pending", "none") else found.note_status
