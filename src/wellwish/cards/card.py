"""The card: its record, with the fields that the caller may see."""

from datetime import datetime
from typing import Annotated, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

from wellwish.base import clock, ids
from wellwish.base.money import Money
from wellwish.cards import handover as handovers
from wellwish.cards.access import CardAccess, Privilege
from wellwish.cards.card_row import AudioFile, CardRow, Status
from wellwish.cards.collection import Collection
from wellwish.cards.handover import Handover, HandoverRow
from wellwish.cards.link import PUBLIC_VIEW, SIGN, VIEW, Link
from wellwish.cards.recipient import Recipient, RecipientRow
from wellwish.infra.db import Tx
from wellwish.infra.http import Services, from_row
from wellwish.payments import ledger

CardId = Annotated[str, Meta(pattern=ids.pattern("card"))]


class Counts(Struct, frozen=True):
    """Numbers of invitations, contributions, invitees who have not signed by name, and notes to review."""

    invited: int
    contributed: int
    anonymous: Annotated[int, Meta(ge=0, le=2**31 - 1, description="Number of anonymous contributions.")]
    pending: int
    waiting: Annotated[int, Meta(ge=0, le=2**31 - 1, description="Number of notes to review.")] = 0


class Proceeds(Struct, frozen=True, kw_only=True):
    """The money that the card has collected, before and after the provider's fees."""

    gross: Annotated[Money, Meta(description="The same as `collected`.")]
    fees: Annotated[
        Money,
        Meta(
            description="Fees of the card's payments reported by the provider, including those of disputes. "
            "Providers keep most fees after a refund."
        ),
    ]
    net: Annotated[
        Money, Meta(description="`gross` minus `fees`; below zero if refunds have left only fees.")
    ]
    without_fee: Annotated[
        int, Meta(ge=0, description="Number of payments whose fee the provider has not reported yet.")
    ]


class Card(Struct, frozen=True, kw_only=True):
    """A card. Fields that only the owner can see are absent from an admin's record."""

    object: Literal["card"] = "card"
    id: CardId
    card_id: Annotated[str, Meta(pattern=ids.pattern("card"), description="The same as `id`.")]
    status: Status
    role: Literal["owner", "admin"]
    privilege: Privilege | UnsetType = UNSET
    title: str
    sender: str
    template_id: str
    bundle_purchase_id: str | UnsetType = UNSET
    recipient: str | None
    recipient_email: str | None | UnsetType = UNSET
    recipients: list[Recipient]
    audio_file: AudioFile | None
    card_type: int
    auto_reminders: bool
    public_read: bool
    contribution_end_date: str | None
    contribution_ends_at: str | None
    contribution_limit: int | None
    custom_logo: str | None
    custom_effect: str | None
    extra_data: str | None | UnsetType = UNSET
    palette: str
    cover_text: list[str] | None
    moderation: Literal["off", "pre", "post"]
    see_notes: Literal["everyone", "signed", "nobody"]
    timezone: str
    locale: str
    shared_link: bool
    external_id: str | None | UnsetType = UNSET
    reply_to: str | None | UnsetType = UNSET
    organiser_mail: Literal["none", "each", "daily"]
    collection: Collection
    sign_url: str | None | UnsetType = UNSET
    view_url: str | None | UnsetType = UNSET
    closed_at: str | None
    archived_at: str | None
    cancelled_at: str | None
    cancelling_at: str | None
    version: int
    created_at: str
    updated_at: str
    counts: Counts | UnsetType = UNSET
    collected: Money | UnsetType = UNSET
    proceeds: (
        Annotated[
            Proceeds,
            Meta(
                description="Returned only to the owner, when retrieving the card or recording the handover, "
                "if money was paid online."
            ),
        ]
        | UnsetType
    ) = UNSET
    handover: (
        Annotated[Handover, Meta(description="The handover; null if there is none; absent in lists.")]
        | None
        | UnsetType
    ) = UNSET


def record(
    row: CardRow,
    recipients: list[RecipientRow],
    access: CardAccess,
    services: Services,
    now: datetime,
    counts: Counts | UnsetType = UNSET,
    *,
    collected: Money | None = None,
    proceeds: Proceeds | UnsetType = UNSET,
    handover: HandoverRow | None | UnsetType = UNSET,
) -> Card:
    """Returns the record for the caller; ``collected`` is None if the caller may not see the total."""
    keys, base_url = services.keys, services.settings.base_url
    owner = access.is_owner
    sign_url = Link(SIGN, row.id, row.shared_link_version).url(keys, base_url) if row.shared_link else None
    public = Link(PUBLIC_VIEW, row.id, row.public_link_version)
    view_url = public.url(keys, base_url) if row.public_read else None
    return from_row(
        Card,
        row,
        card_id=row.id,
        status=row.status(now),
        role="owner" if owner else "admin",
        privilege=UNSET if owner else access.privilege,
        bundle_purchase_id=row.bundle_purchase_id if owner else UNSET,
        recipient_email=row.recipient_email if owner else UNSET,
        recipients=[_recipient(person, services, owner=owner) for person in recipients],
        extra_data=row.extra_data if owner else UNSET,
        external_id=row.external_id if owner else UNSET,
        reply_to=row.reply_to if owner else UNSET,
        collection=from_row(Collection, row),
        sign_url=sign_url if owner or access.privilege.invite_contributors else UNSET,
        view_url=view_url if owner else UNSET,
        counts=counts,
        collected=collected or UNSET,
        proceeds=proceeds,
        handover=handovers.record(
            handover, keys, row.account_id, row.id, owner=owner, sees_total=collected is not None
        )
        if handover
        else handover,
    )


def _recipient(person: RecipientRow, services: Services, *, owner: bool) -> Recipient:
    first_viewed_at = clock.rfc3339_or_none(person.first_viewed_at)
    if not owner:
        return Recipient(
            id=person.id, name=person.name, locale=person.locale, first_viewed_at=first_viewed_at
        )
    return Recipient(
        id=person.id,
        name=person.name,
        locale=person.locale,
        first_viewed_at=first_viewed_at,
        email=person.email,
        phone=person.phone,
        external_id=person.external_id,
        view_url=Link(VIEW, person.id, person.link_version).url(services.keys, services.settings.base_url),
    )


class ShownRow(CardRow, frozen=True):
    """A row with the data from other tables that its record shows; ``collected`` is in minor units."""

    people: list[RecipientRow]
    collected: int
    handover: HandoverRow | None


class Shown(Struct, frozen=True):
    """The data from other tables that the record shows. ``collected`` and ``fees`` are in minor units.

    ``paid`` is the number of successful payments, ``without_fee`` the number of those whose fee is unknown.
    """

    people: list[RecipientRow]
    invited: int
    answered: int
    waiting: int
    unnamed: int
    collected: int
    fees: int
    paid: int
    without_fee: int
    handover: HandoverRow | None

    def counts(self, row: CardRow) -> Counts:
        pending = self.invited - self.answered
        return Counts(self.invited, row.places_taken, self.unnamed, pending, self.waiting)


async def shown(tx: Tx, row: CardRow) -> Shown:
    """Returns the card's recipients, counts, money and handover, in one statement."""
    return await tx.one(
        Shown,
        """
        select
          (select coalesce(json_agg(r order by r.position), '[]') from recipients r
            where r.account_id = :account_id and r.card_id = :card_id) as people,
          so_far.invited,
          so_far.answered,
          (select count(*) from contributions c
            where c.account_id = :account_id and c.card_id = :card_id
              and c.note_status = 'pending') as waiting,
          (select count(*) from contributions c
            where c.account_id = :account_id and c.card_id = :card_id
              and c.anonymous and c.note_status <> 'deleted') as unnamed,
          (select coalesce(sum(b.balance), 0)::bigint from ledger_balances b
            where b.account_id = :account_id and b.name = any (:names) and b.currency = :currency)
            as collected,
          (select coalesce(sum(case when l.debit like 'fees:%' then l.amount else -l.amount end), 0)::bigint
            from payments p join ledger l on l.account_id = p.account_id and l.payment_id = p.id
            where p.account_id = :account_id and p.card_id = :card_id and l.currency = :currency
              and (l.debit like 'fees:%' or l.credit like 'fees:%')) as fees,
          (select count(*) from payments p
            where p.account_id = :account_id and p.card_id = :card_id and p.succeeded_at is not null) as paid,
          (select count(*) from payments p
            where p.account_id = :account_id and p.card_id = :card_id and p.succeeded_at is not null
              and p.fee is null) as without_fee,
          (select row_to_json(h) from handovers h
            where h.account_id = :account_id and h.card_id = :card_id) as handover
        from (
          select count(*) as invited, count(i.contributed_at) as answered from invitations i
          where i.account_id = :account_id and i.card_id = :card_id
            and not i.is_parent and i.status not in ('revoked', 'failed', 'bounced', 'suppressed')
        ) as so_far
        """,
        account_id=row.account_id,
        card_id=row.id,
        names=ledger.counted(row.id),
        currency=row.currency,
    )


def proceeds(row: CardRow, found: Shown) -> Proceeds | UnsetType:
    if not found.paid:
        return UNSET
    return Proceeds(
        gross=Money(found.collected, row.currency),
        fees=Money(found.fees, row.currency),
        net=Money(found.collected - found.fees, row.currency),
        without_fee=found.without_fee,
    )


async def recipients(tx: Tx, account_id: str, card_id: str) -> list[RecipientRow]:
    """Returns the card's recipients in order."""
    return await tx.many(
        RecipientRow,
        """
        select {columns} from recipients
        where account_id = :account_id and card_id = :card_id order by position limit 200
        """,
        account_id=account_id,
        card_id=card_id,
    )
