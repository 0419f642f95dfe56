"""An account's own payment provider: its row, its record, its secrets, and its merchant."""

from datetime import datetime
from typing import Annotated, Final, Literal

from msgspec import Meta, Struct

from wellwish.accounts import test_account
from wellwish.base import clock
from wellwish.base.crypto import Keys
from wellwish.infra.checkout import Merchant, Name
from wellwish.infra.db import Tx
from wellwish.infra.http import Services
from wellwish.payments.fee_schedule import MAX_FEES, StatedFee

ID: Final = "pvd"
_PLAIN: Final = "^[!-~]+$"
NONE_SET: Final = 1  # version of the record without a provider; providers have later versions


class ProviderRow(Struct, frozen=True):
    """A row of payment_providers; the secrets are sealed."""

    id: str
    provider: Literal["mollie", "stripe"]
    merchant_id: str
    live: bool
    connected: bool
    secret_key: bytes | None
    webhook_secret: bytes | None
    key_hint: str | None
    fees: list[StatedFee] | None
    checked_at: datetime
    removed_at: datetime | None
    forgotten_at: datetime | None
    version: int
    created_at: datetime
    updated_at: datetime

    @property
    def name(self) -> str:
        """The name in payments, events and the ledger."""
        return f"{self.provider}:{self.id}"


class PaymentProvider(Struct, frozen=True, kw_only=True):
    """The payment provider for the cards of an account. Secrets are never returned."""

    object: Literal["payment_provider"] = "payment_provider"
    provider: Annotated[
        Name,
        Meta(description="`sandbox` uses test money. Null if no provider is configured and nobody can pay."),
    ] | None  # fmt: skip
    kind: Annotated[
        Literal["own_key", "connected"],
        Meta(description="`own_key`: the account's key; `connected`: the operator's key, by Stripe Connect."),
    ] | None  # fmt: skip
    merchant_id: Annotated[
        str, Meta(max_length=100, pattern=_PLAIN, description="ID of the account at the provider.")
    ] | None  # fmt: skip
    live: Annotated[bool, Meta(description="Whether payments use real money.")]
    key_hint: (
        Annotated[
            str, Meta(max_length=40, pattern=_PLAIN, description="First and last characters of the key.")
        ]
        | None
    )
    webhook_secret_set: Annotated[
        bool,
        Meta(description="Whether Stripe's callbacks are accepted. Otherwise, its events are only polled."),
    ]
    callback_url: Annotated[
        str,
        Meta(
            max_length=2048,
            description="URL for a webhook endpoint at Stripe; `webhook_secret` is its signing secret.",
            extra_json_schema={"format": "uri"},
        ),
    ]
    fees: Annotated[
        list[StatedFee],
        Meta(
            max_length=MAX_FEES,
            description="Fees that the provider keeps, as stated by the owner.",
        ),
    ]
    checked_at: Annotated[str, Meta(description="Time when the provider last accepted the key.")] | None
    version: int
    created_at: str | None
    updated_at: str | None


async def uses_sandbox(tx: Tx, services: Services, account_id: str) -> bool:
    """Returns whether an account without a provider uses the sandbox. Test data always does, live data only
    if the account never had real money.
    """
    if not services.checkout.plays:
        return await test_account.is_test(tx, account_id)
    sql = "select exists (select 1 from payment_providers where account_id = :account_id and live)"
    return not await tx.value(sql, account_id=account_id)


async def record(tx: Tx, services: Services, account_id: str, row: ProviderRow | None) -> PaymentProvider:
    """Returns the account's payment provider. Without a row, this is the sandbox or none."""
    provider = row.provider if row else "sandbox" if await uses_sandbox(tx, services, account_id) else None
    return PaymentProvider(
        provider=provider,
        kind=None if row is None else "connected" if row.connected else "own_key",
        merchant_id=row and row.merchant_id,
        live=row is not None and row.live,
        key_hint=row and row.key_hint,
        webhook_secret_set=row is not None and row.webhook_secret is not None,
        callback_url=f"{services.settings.base_url}/callbacks/payments/{provider or 'stripe'}/{account_id}",
        fees=[] if row is None else row.fees or [],
        checked_at=row and clock.rfc3339(row.checked_at),
        version=row.version if row else NONE_SET,
        created_at=row and clock.rfc3339(row.created_at),
        updated_at=row and clock.rfc3339(row.updated_at),
    )


async def current(tx: Tx, account_id: str) -> ProviderRow | None:
    """Returns the provider for new payments, or None without one."""
    return await tx.maybe(
        ProviderRow,
        "select {columns} from payment_providers where account_id = :account_id and removed_at is null",
        account_id=account_id,
    )


async def lock_current(tx: Tx, account_id: str) -> ProviderRow | None:
    """Returns the current provider, locked so that it remains current and keeps its key.

    Returns a removed provider if there is no current one, or None if the account never had a provider.
    """
    # A provider that another transaction removes at the same time is returned as removed, so that the account
    # does not appear to have never had real money.
    return await tx.maybe(
        ProviderRow,
        """
        select {columns} from payment_providers
        where account_id = :account_id order by removed_at desc nulls first, id limit 1 for share
        """,
        account_id=account_id,
    )


async def find_provider(tx: Tx, account_id: str, provider_id: str) -> ProviderRow | None:
    """Returns a current or removed provider, locked so that it keeps its key; None if unknown."""
    return await tx.maybe(
        ProviderRow,
        """
        select {columns} from payment_providers where account_id = :account_id and id = :id for share
        """,
        account_id=account_id,
        id=provider_id,
    )


async def all_with_secret(tx: Tx, account_id: str) -> list[ProviderRow]:
    """Returns the providers whose callbacks can be verified, the current one first."""
    return await tx.many(
        ProviderRow,
        """
        select {columns} from payment_providers
        where account_id = :account_id and webhook_secret is not null
        order by removed_at desc nulls first, id limit 100
        """,
        account_id=account_id,
    )


def merchant(services: Services, account_id: str, row: ProviderRow) -> Merchant | None:
    """Returns the merchant; None if its key was deleted, or if it is connected without an operator key."""
    if row.connected:
        operator = services.checkout.merchant("stripe")
        secret = None if operator is None else operator.secret
    else:
        secret = unseal(services.keys, account_id, row.id, "key", row.secret_key)
    if secret is None or row.forgotten_at is not None:
        return None
    return Merchant(
        provider=row.provider,
        owner=row.id,
        secret=secret,
        webhook_secret=unseal(services.keys, account_id, row.id, "webhook", row.webhook_secret),
        connected=row.merchant_id if row.connected else None,
        account_id=account_id,
    )


def seal(keys: Keys, account_id: str, provider_id: str, what: str, secret: str | None) -> bytes | None:
    return (
        None if secret is None else keys.seal(secret.encode(), sealed_context(account_id, provider_id, what))
    )


def unseal(keys: Keys, account_id: str, provider_id: str, what: str, sealed: bytes | None) -> str | None:
    if sealed is None:
        return None
    return keys.unseal(sealed, sealed_context(account_id, provider_id, what)).decode()


def sealed_context(account_id: str, provider_id: str, what: str) -> str:
    return f"payment provider {provider_id} of {account_id}: {what}"
