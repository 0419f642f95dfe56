"""The handover: how the collected money of a card reached its recipient. Wellwish itself moves no money."""

from datetime import datetime
from typing import Annotated, Final, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

from wellwish.base import clock, money
from wellwish.base.crypto import Keys
from wellwish.base.money import Money
from wellwish.infra.db import Tx
from wellwish.infra.http import line, text, whole, word
from wellwish.infra.http.fields import https_url

Method = Literal["voucher", "cash", "bank_transfer", "present", "other"]

METHODS: Final[tuple[Method, ...]] = ("voucher", "cash", "bank_transfer", "present", "other")
_MAX_NOTE: Final = 500
_MAX_URL: Final = 2048


MethodGiven = Annotated[str, word(METHODS, "How the recipient got the money.")]
Amount = Annotated[
    int,
    whole(1, money.MAX_MINOR_AMOUNT, "Amount in minor units of the card's currency, at most `collected`."),
]
Note = Annotated[str, text(_MAX_NOTE, "Note shown to contributors and the recipient.")]
Url = Annotated[
    str,
    line(
        _MAX_URL,
        "https URL of the gift, such as a voucher. Only the recipient's page and the owner's record show it.",
        check=https_url,
        schema={"format": "uri"},
    ),
]


class HandoverRow(Struct, frozen=True):
    method: Method
    amount: int
    currency: str
    note: str | None
    sealed_url: str | None
    created_at: datetime


class Handover(Struct, frozen=True, kw_only=True):
    """How the collected money reached the recipient."""

    method: Annotated[Method, Meta(description="How the recipient got the money.")]
    amount: (
        Annotated[Money, Meta(description="Amount; absent if the total is not visible to you.")] | UnsetType
    ) = UNSET
    note: Annotated[str, Meta(description="Note shown to contributors and the recipient.")] | None
    url: (
        Annotated[
            str,
            Meta(
                max_length=_MAX_URL,
                description="URL of the gift; only in the owner's record.",
                extra_json_schema={"format": "uri"},
            ),
        ]
        | None
        | UnsetType
    ) = UNSET
    handed_over_at: Annotated[str, Meta(description="Time when the handover was recorded.")]


def record(
    row: HandoverRow, keys: Keys, account_id: str, card_id: str, *, owner: bool, sees_total: bool
) -> Handover:
    return Handover(
        method=row.method,
        amount=Money(row.amount, row.currency) if sees_total else UNSET,
        note=row.note,
        url=unseal(keys, account_id, card_id, row.sealed_url) if owner else UNSET,
        handed_over_at=clock.rfc3339(row.created_at),
    )


def seal(keys: Keys, account_id: str, card_id: str, url: str | None) -> str | None:
    return None if url is None else keys.seal_alike(url.encode(), sealed_context(account_id, card_id))


def unseal(keys: Keys, account_id: str, card_id: str, sealed: str | None) -> str | None:
    return None if sealed is None else keys.unseal_alike(sealed, sealed_context(account_id, card_id)).decode()


def sealed_context(account_id: str, card_id: str) -> str:
    return f"handover:{account_id}:{card_id}"


class NamedHandover(HandoverRow, frozen=True):
    """A row with the names of the card's recipients, in order."""

    names: list[str]


async def find_named(tx: Tx, account_id: str, card_id: str) -> NamedHandover | None:
    return await tx.maybe(
        NamedHandover,
        """
        select h.method, h.amount, h.currency, h.note, h.sealed_url, h.created_at,
          (select coalesce(json_agg(r.name order by r.position), '[]') from recipients r
            where r.account_id = :account_id and r.card_id = :card_id and r.name is not null) as names
        from handovers h where h.account_id = :account_id and h.card_id = :card_id
        """,
        account_id=account_id,
        card_id=card_id,
    )
