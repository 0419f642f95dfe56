"""Sign a card through an invitation, through the shared link, or as the owner on someone's behalf."""

import hashlib
from typing import Final

from wellwish.base import ids
from wellwish.base.errors import CardFull, RecipientMayNotSign
from wellwish.base.settings.limits import CONTRIBUTIONS_PER_CARD
from wellwish.cards.card_row import CardRow, check_open
from wellwish.cards.contribution_limit import is_full
from wellwish.cards.link import publish
from wellwish.cards.wake_jobs import tell_organisers
from wellwish.contributions import contribution, gift
from wellwish.contributions.accept_gift import accept
from wellwish.contributions.contribution import ContributionRow, NoteState
from wellwish.contributions.edit import NO_FORM, SentForm, Signed, edit
from wellwish.contributions.gift import Given, Giver
from wellwish.contributions.note import NewContribution, NewNote
from wellwish.contributions.note_language import language_of
from wellwish.contributions.signing import SigningRoute
from wellwish.infra.db import Tx
from wellwish.infra.http import Services
from wellwish.invitations.answer import answered
from wellwish.media.attach import attach


async def sign(
    tx: Tx,
    services: Services,
    row: CardRow,
    route: SigningRoute,
    new: NewContribution,
    form: SentForm = NO_FORM,
) -> Signed:
    """Signs, or edits the earlier contribution through the same invitation or form.

    An anonymous note that this browser may not open stays unchanged, and the form creates another
    contribution: a refusal would reveal that the invitee has signed.

    The caller has locked the rows of the card and of the route. A guarded statement takes one of the card's
    places, so the limit is never exceeded. Raises NotFound for media that are not available to this note,
    InvalidRequest for too many of them and for money that the card does not accept, RecipientMayNotSign,
    CardClosed, CardState, MoneyNotTaken, PaymentProviderMissing, CardFull.
    """
    if route.is_recipient:
        raise RecipientMayNotSign
    key = None if form.key is None else _key(route, form.key)
    found = await _before(tx, row, route, key)
    if found is not None:
        return await edit(tx, services, row, found, new, form)
    check_open(row, tx.now)
    accepted = None
    if new.money is not None:
        accepted = await accept(tx, services, row, _giver(route), new.money)
    if is_full(row):
        raise CardFull
    contribution_id = ids.new("ctb")
    given, url = Given(), None
    if accepted is not None:
        given, url = await gift.give(tx, services, row, contribution_id, 1, accepted)
    signed = await _insert(tx, row, route, new, key, (contribution_id, given))
    if new.note is not None and new.note.media:
        await attach(tx, row.account_id, row.id, signed.id, new.note.media)
    if signed.link is not None:
        await publish(tx, services.keys, row.account_id, row.id, [signed.link])
    if route.invite is not None and not new.anonymous:
        await answered(tx, row, route.invite)
    await contribution.record_events(tx, signed, "contribution.created")
    if route.source != "owner":
        await tell_organisers(tx, row)
    if signed.money_status == "promised":
        await contribution.record_events(tx, signed, "contribution.pledged")
    paid_to = None if accepted is None else accepted.paid_to
    return Signed(signed, is_new=True, checkout_url=url, paid_to=paid_to)


def _giver(route: SigningRoute) -> Giver:
    if route.source == "owner":
        return Giver("owner")
    invited = route.invite is not None
    return Giver("contributor" if invited else "link", invited=invited)


def _key(route: SigningRoute, form_key: str) -> bytes:
    """Returns a hash that includes the route, so that it never matches a contribution of another route."""
    invite_id = None if route.invite is None else route.invite.id
    return hashlib.sha256(f"{route.source}:{invite_id}:{form_key}".encode()).digest()


async def signed_by_form(
    tx: Tx, row: CardRow, route: SigningRoute, contribution_id: str, form: SentForm
) -> bool:
    """Whether this form created the contribution, so that its browser is the author's."""
    if form.key is None:
        return False
    return await tx.value(
        """
        select exists (
          select true from contributions
          where account_id = :account_id and card_id = :card_id and id = :id and form_key = :form_key)
        """,
        account_id=row.account_id,
        card_id=row.id,
        id=contribution_id,
        form_key=_key(route, form.key),
    )


async def _before(tx: Tx, row: CardRow, route: SigningRoute, key: bytes | None) -> ContributionRow | None:
    """Returns the earlier contribution, if any. The card is locked, so no other transaction adds one."""
    if route.signed is not None:
        return route.signed
    if key is None:
        return None
    return await tx.maybe(
        ContributionRow,
        """
        select {columns} from contributions
        where account_id = :account_id and card_id = :card_id and form_key = :form_key
        """,
        account_id=row.account_id,
        card_id=row.id,
        form_key=key,
    )


async def _insert(
    tx: Tx,
    row: CardRow,
    route: SigningRoute,
    new: NewContribution,
    key: bytes | None,
    first: tuple[str, Given],
) -> ContributionRow:
    """Takes a place on the card and inserts the contribution, in one guarded statement.

    Of concurrent signers, exactly one gets the last place. The owner's contributions are published
    immediately. Raises CardFull.
    """
    waits = row.moderation == "pre" and route.source != "owner"
    status: NoteState = "none" if new.note is None else "pending" if waits else "published"
    note = new.note or NewNote()
    contribution_id, given = first
    signed = await tx.maybe(
        ContributionRow,
        _INSERT,
        account_id=row.account_id,
        id=contribution_id,
        card_id=row.id,
        invitation_id=None if route.invite is None else route.invite.id,
        source=route.source,
        name=new.name,
        anonymous=new.anonymous,
        note_id=ids.new("note"),
        note_text=note.text,
        pen=note.pen,
        ink=note.ink,
        paper=note.paper,
        lang=note.lang or language_of(note.text, row.locale),
        visibility=note.visibility,
        note_status=status,
        published_at=tx.now if status == "published" else None,
        form_key=key,
        money_method=given.money_method,
        money_status=given.money_status,
        money_amount=given.money_amount,
        money_currency=given.money_currency,
        hide_amount=given.hide_amount,
        payment_id=given.payment_id,
        most=CONTRIBUTIONS_PER_CARD,
    )
    if signed is None:
        raise CardFull
    return signed


_INSERT: Final = """
    with place as (
      update cards set places_taken = places_taken + 1
      where account_id = :account_id and id = :card_id
        and places_taken < coalesce(nullif(contribution_limit, 0), :most::int)
      returning id
    )
    insert into contributions (
      account_id, id, card_id, invitation_id, source, name, anonymous, note_id, note_text, pen, ink,
      paper, lang, visibility, note_status, published_at, form_key, money_method, money_status, money_amount,
      money_currency, hide_amount, payment_id, created_at, updated_at)
    select
      :account_id, :id, place.id, :invitation_id, :source, :name, :anonymous, :note_id, :note_text, :pen,
      :ink, :paper, :lang, :visibility, :note_status, :published_at, :form_key, :money_method, :money_status,
      :money_amount, :money_currency, :hide_amount, :payment_id, :now, :now
    from place
    returning {columns}
    """
