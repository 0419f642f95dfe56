"""The card batch: its body, its checks, and its record."""

from collections import Counter
from datetime import datetime
from typing import Annotated, Final, Literal

from msgspec import Meta, Struct, structs

from wellwish.accounts.account import load as load_account
from wellwish.base import clock, ids
from wellwish.base.errors import Fault, InvalidRequest, NotFound
from wellwish.cards import deadline
from wellwish.cards.body import Email, EndDate, Locale, Name, Sender, TemplateId, Timezone, Title
from wellwish.infra.db import Tx
from wellwish.infra.http import Body

MAX_CARDS: Final = 200
BatchStatus = Literal["pending", "completed", "failed"]


class BatchCard(Struct, frozen=True, kw_only=True):
    """A card of the batch. Its other fields have their defaults and can be changed by updating the card."""

    title: Title
    template_id: TemplateId
    recipient: Name | None = None
    recipient_email: Email | None = None
    contribution_end_date: EndDate | None = None


class NewBatch(Body, frozen=True, kw_only=True):
    """The cards to create, and their common values."""

    sender: Sender
    cards: Annotated[
        list[BatchCard], Meta(min_length=1, max_length=MAX_CARDS, description="The cards to create.")
    ]
    timezone: Timezone | None = None
    locale: Locale | None = None

    @property
    def cost(self) -> int:
        """Each card counts as one request."""
        return len(self.cards)


class BatchRow(Struct, frozen=True):
    """A row of card_batches, without the body of the request."""

    id: str
    status: BatchStatus
    status_reason: str | None
    cards_total: int
    card_ids: list[str]
    finished_at: datetime | None
    created_at: datetime
    updated_at: datetime


class CardBatch(Struct, frozen=True, kw_only=True):
    """Cards that are created together."""

    object: Literal["card_batch"] = "card_batch"
    id: Annotated[str, Meta(pattern=ids.pattern("cb"))]
    status: Annotated[
        BatchStatus,
        Meta(description="`pending`: not finished. `completed`: all cards were created. `failed`: none was."),
    ]
    status_reason: (
        Annotated[
            str,
            Meta(
                description="Code of the error that made the batch fail, such as `no_bundle_available`.",
                pattern="^[a-z_]+$",
                max_length=64,
            ),
        ]
        | None
    )
    cards_total: Annotated[int, Meta(description="Number of cards of the batch.")]
    card_ids: Annotated[
        list[Annotated[str, Meta(pattern=ids.pattern("card"))]],
        Meta(max_length=MAX_CARDS, description="Cards that were created, in the order of the request."),
    ]
    finished_at: Annotated[str, Meta(description="Time when the batch completed or failed.")] | None
    created_at: str
    updated_at: str


def record(row: BatchRow) -> CardBatch:
    return CardBatch(
        id=row.id,
        status=row.status,
        status_reason=row.status_reason,
        cards_total=row.cards_total,
        card_ids=row.card_ids,
        finished_at=clock.rfc3339_or_none(row.finished_at),
        created_at=clock.rfc3339(row.created_at),
        updated_at=clock.rfc3339(row.updated_at),
    )


async def checked(tx: Tx, account_id: str, new: NewBatch) -> NewBatch:
    """Returns the batch with its time zone.

    Raises InvalidRequest for end dates in the past, NotFound for templates that new cards cannot use. Either
    error lists the faults of all cards.
    """
    timezone = new.timezone
    if timezone is None:
        timezone = (await load_account(tx, account_id)).timezone
    unknown, past = await _unknown(tx, new), list[Fault]()
    for index, card in enumerate(new.cards):
        end, pointer = card.contribution_end_date, f"/cards/{index}/contribution_end_date"
        try:
            if end is not None:
                deadline.future(end, timezone, tx.now, pointer)
        except InvalidRequest as refusal:
            past += refusal.faults
    if past:
        raise InvalidRequest(faults=[*past, *unknown])
    if unknown:
        raise NotFound(faults=unknown)
    return structs.replace(new, timezone=timezone)


class _Known(Struct):
    id: str


async def _unknown(tx: Tx, new: NewBatch) -> list[Fault]:
    """Returns a fault for each card whose template does not exist or is retired."""
    asked = Counter(card.template_id for card in new.cards)
    rows = await tx.many(
        _Known,
        "select id from templates where id = any (:ids) and retired_at is null limit :count",
        ids=list(asked),
        count=len(asked),
    )
    known = {row.id for row in rows}
    return [
        Fault(f"/cards/{index}/template_id", "not_found", "The template does not exist or is retired.")
        for index, card in enumerate(new.cards)
        if card.template_id not in known
    ]


async def cards_left(tx: Tx, account_id: str) -> int:
    """Returns the number of cards left in the account's own purchases and in those of its platform.

    The platform's purchases count only if the account may use them.
    """
    return await tx.value(
        """
        with customer as materialized (
          select c.account_id from customers c where c.account_id = :account_id
        ), drawable as materialized (
          select d.cards_total - d.cards_used as cards
          from customer c cross join lateral drawable_purchases(c.account_id) d
          where d.status = 'active' and (d.expires_at is null or d.expires_at > :now))
        select least(coalesce(sum(usable.cards), 0), 2147483647)::integer from (
          select cards_total - cards_used as cards from bundle_purchases
          where account_id = :account_id and status = 'active' and payment_status = 'paid'
            and cards_used < cards_total and (expires_at is null or expires_at > :now)
          union all
          select cards from drawable) as usable
        """,
        account_id=account_id,
    )
