"""Sign a card through an invitation, through the shared link, or as the owner on someone's behalf."""

import hashlib
from typing import Final

from wellwish.base import ids
from wellwish.base.errors import CardFull, RecipientMayNotSign
from wellwish.base.settings.limits import CONTRIBUTIONS_PER_CARD
from wellwish.cards import permissions
from wellwish.cards.access import CardAccess
from wellwish.cards.card_row import CardRow
from wellwish.cards.contribution_limit import is_full
from wellwish.cards.link import publish
from wellwish.cards.permissions import Kind
from wellwish.cards.wake_jobs import tell_organisers
from wellwish.contributions import contribution, gift
from wellwish.contributions.contribution import ContributionRow, NoteState
from wellwish.contributions.edit import Signed, again, check_open
from wellwish.contributions.gift import Given
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
    access: CardAccess,
    row: CardRow,
    route: SigningRoute,
    new: NewContribution,
    *,
    form_key: str | None = None,
    drops_gift: bool = False,
) -> Signed:
    """Signs, or edits the contribution made before through the same invitation or form.

    An anonymous note that this browser does not open stays unchanged, and the form creates another
    contribution: a refusal would reveal that the invitee has signed.

    The caller has locked the rows of the card and of the route. ``form_key`` is a random value of a form, so
    that a form sent twice creates one contribution. A guarded statement takes the card's place, so the limit
    is never exceeded. Raises NotFound for media that are not available to this note, InvalidRequest for too
    many of them and for money that the card does not accept, RecipientMayNotSign, CardClosed, CardState,
    MoneyNotTaken, PaymentProviderMissing, CardFull.
    """
    if route.is_recipient:
        raise RecipientMayNotSign
    key = None if form_key is None else _key(route, form_key)
    found = await _before(tx, access, route, key)
    if found is not None:
        kind = kind_of(route, found)
        return await again(tx, services, access, row, found, new, kind=kind, drops_gift=drops_gift)
    check_open(tx, row)
    accepted = None
    if new.money is not None:
        rights = permissions.rights(row, kind_of(route, None), tx.now, invited=route.invite is not None)
        accepted = await gift.check(tx, services, row, rights, new.money)
    if is_full(row):
        raise CardFull
    contribution_id = ids.new("ctb")
    given, url = Given(), None
    if accepted is not None:
        invited = route.invite is not None
        given, url = await gift.give(tx, services, row, contribution_id, 1, accepted, invited=invited)
    signed = await _insert(tx, access, row, route, new, key, (contribution_id, given))
    if new.note is not None and new.note.media:
        await attach(tx, access.account_id, access.card_id, signed.id, new.note.media)
    if signed.link is not None:
        await publish(tx, services.keys, access.account_id, access.card_id, [signed.link])
    if route.invite is not None and not new.anonymous:
        await answered(tx, access, route.invite)
    await contribution.record_events(tx, signed, "contribution.created")
    if route.source != "owner":
        await tell_organisers(tx, row)
    if signed.money_status == "promised":
        await contribution.record_events(tx, signed, "contribution.pledged")
    paid_to = None if accepted is None else accepted.paid_to
    return Signed(signed, is_new=True, checkout_url=url, paid_to=paid_to)


def kind_of(route: SigningRoute, found: ContributionRow | None) -> Kind:
    """Returns the kind of viewer that signs by this route."""
    if route.source == "owner":
        return "owner"
    is_contributor = route.invite is not None or (found is not None and found.counts)
    return "contributor" if is_contributor else "link"


def _key(route: SigningRoute, form_key: str) -> bytes:
    """Returns a key that includes the route, so that it never finds another route's contribution."""
    invite_id = None if route.invite is None else route.invite.id
    return hashlib.sha256(f"{route.source}:{invite_id}:{form_key}".encode()).digest()


async def _before(
    tx: Tx, access: CardAccess, route: SigningRoute, key: bytes | None
) -> ContributionRow | None:
    """Returns the earlier contribution. The card is locked, so none is added meanwhile."""
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
        account_id=access.account_id,
        card_id=access.card_id,
        form_key=key,
    )


async def _insert(
    tx: Tx,
    access: CardAccess,
    row: CardRow,
    route: SigningRoute,
    new: NewContribution,
    key: bytes | None,
    first: tuple[str, Given],
) -> ContributionRow:
    """Takes a place on the card and inserts the contribution, by one guarded statement.

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
        account_id=access.account_id,
        id=contribution_id,
        card_id=access.card_id,
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
