"""List suppressions."""

from datetime import datetime
from functools import partial
from typing import Annotated, Literal

from msgspec import Meta, Struct

from wellwish.accounts.access import Owning
from wellwish.base import clock, ids
from wellwish.base.crypto import Keys
from wellwish.delivery import suppression
from wellwish.delivery.channel import EMAIL, SMS
from wellwish.infra.db import Tx
from wellwish.infra.http import Page, PageQuery, Services, line, word
from wellwish.infra.http.addresses import email_address, phone_number
from wellwish.infra.http.page import after, page

_REASONS = (suppression.UNSUBSCRIBED, suppression.BOUNCED, suppression.COMPLAINED, suppression.STOPPED)


def _address(given: str) -> str:
    """Returns the canonical spelling of an email address or phone number. Raises ValueError."""
    if "@" in given:
        return email_address(given)
    # A plus sign in a query string arrives as a space.
    return phone_number(f"+{given.strip().removeprefix('+')}", None)


class SuppressionQuery(PageQuery, frozen=True, kw_only=True):
    """The filters of the list."""

    delivery_type: (
        Annotated[str, word(("email", "sms"), "Return only suppressions of this delivery type.")] | None
    ) = None
    address: (
        Annotated[
            str,
            line(
                255,
                "Return only the suppression of this email address, or phone number with a country code.",
                check=_address,
                spelled=True,
            ),
        ]
        | None
    ) = None
    reason: Annotated[str, word(_REASONS, "Return only suppressions with this reason.")] | None = None


class Row(Struct, frozen=True):
    """A listed suppression; ``reason`` is None if another account caused it."""

    id: str
    delivery_type: str | None
    sealed_address: bytes
    reason: str | None
    created_at: datetime
    expires_at: datetime | None


class Suppression(Struct, frozen=True, kw_only=True):
    """An address that receives no messages from the account."""

    object: Literal["suppression"] = "suppression"
    id: Annotated[str, Meta(pattern=ids.pattern("sup"))]
    delivery_type: Annotated[Literal["email", "sms"], Meta(description="How messages reach the address.")]
    delivery_id: Annotated[
        str,
        Meta(
            max_length=255,
            pattern=r"^(.+@.+|\+[0-9]{7,15})$",
            description="Email address in lower case, or phone number.",
        ),
    ]
    reason: (
        Annotated[
            suppression.Reason,
            Meta(
                description="`unsubscribed`, `bounced` (the mailbox or number does not exist), `complained` "
                "(marked as spam) or `stopped` (replied STOP to a text). Null if no message of this account "
                "is the cause."
            ),
        ]
        | None
    )
    expires_at: Annotated[str, Meta(description="Time when a bounce expires.")] | None
    created_at: str


async def list_suppressions(
    tx: Tx, owning: Owning, services: Services, query: SuppressionQuery
) -> Page[Suppression]:
    """Returns the suppressed addresses of the account, newest first.

    An address that is suppressed because of another account's message or a STOP reply is listed only after a
    message of this account was suppressed, and without a reason. Raises InvalidCursor.
    """
    begin = after(query)
    if query.address is not None:
        await tx.plan_each_time()
    rows = await tx.many(
        Row,
        """
        select s.id, s.delivery_type, s.sealed_address,
          case when s.reason <> 'elsewhere' and (s.expires_at is null or s.expires_at > :now)
            then s.reason end as reason,
          s.created_at,
          case when s.expires_at > :now then s.expires_at end as expires_at
        from suppressions s
        -- "limit" keeps this a lookup for each listed row: as an "exists" it reads the rows of all accounts.
        left join lateral (
          select true as applies from suppressions o
          where o.address_hash = s.address_hash and o.account_id = ''
            and (o.expires_at is null or o.expires_at > :now)
          limit 1) o on true
        where s.account_id = :account_id and s.id is not null and s.sealed_address is not null
          and ((s.reason <> 'elsewhere' and (s.expires_at is null or s.expires_at > :now)) or o.applies)
          and (:after::text is null or s.id < :after)
          and (:delivery_type::text is null or s.delivery_type = :delivery_type)
          and (:address_hash::bytea is null or s.address_hash = :address_hash)
          and (:reason::text is null
            or (s.reason = :reason and (s.expires_at is null or s.expires_at > :now)))
        order by s.id desc limit :count
        """,
        account_id=owning.account_id,
        after=begin,
        delivery_type=query.delivery_type,
        address_hash=None if query.address is None else address_hash(services.keys, query.address),
        reason=query.reason,
        count=query.limit + 1,
    )
    return page(rows, query.limit, query, lambda row: row.id, partial(record, services.keys))


def address_hash(keys: Keys, given: str) -> bytes:
    """Returns the stored hash of an email address or phone number. Raises ValueError."""
    address = _address(given)
    return suppression.address_hash(keys, suppression.key(EMAIL if "@" in address else SMS, address))


def record(keys: Keys, row: Row) -> Suppression:
    return Suppression(
        id=row.id,
        delivery_type=row.delivery_type,  # pyright: ignore[reportArgumentType] - the table's checks hold
        delivery_id=suppression.unseal(keys, row.sealed_address),
        reason=row.reason,  # pyright: ignore[reportArgumentType] - them to the words
        expires_at=clock.rfc3339_or_none(row.expires_at),
        created_at=clock.rfc3339(row.created_at),
    )
