"""Set the payment provider."""

import re
from collections.abc import Iterable
from typing import Annotated, Final, Literal

from msgspec import Struct

from wellwish.accounts import account
from wellwish.base import ids
from wellwish.base.errors import Fault, InvalidRequest, Unavailable
from wellwish.infra import events, jobs
from wellwish.infra.checkout import Merchant, ProviderRefusedError, ProviderUnavailableError, stripe_setup
from wellwish.infra.db import Tx
from wellwish.infra.http import Body, Caller, IfMatch, Services, line, word
from wellwish.payments import merchant as merchants
from wellwish.payments import own_provider
from wellwish.payments.own_provider import PaymentProvider, ProviderRow
from wellwish.payments.refund import SEND

FORGET: Final = "payments.forget_provider"
RETRY_AFTER_S: Final = 10
_KEY: Final = re.compile(r"(?:sk|rk)_(?:test|live)_[A-Za-z0-9_]{6,240}")
# docs.mollie.com/reference/authentication
_MOLLIE_KEY: Final = re.compile(r"(?:test|live)_[A-Za-z0-9]{20,240}")
_WEBHOOK_SECRET: Final = re.compile(r"whsec_[A-Za-z0-9+/=_-]{6,240}")
_NO_SANDBOX: Final = (
    "The sandbox is available only with the embedded database, for accounts that never received real money."
)
_SHOWN: Final = 4  # number of trailing characters shown of a key, as in Stripe's dashboard


def _secret_key(given: str) -> str:
    if given.startswith("pk_"):
        raise ValueError(
            "This is a publishable key. A secret key starts with sk_, a restricted key with rk_."
        )
    if given.startswith("access_"):
        raise ValueError("This is a Mollie organisation token. Use the API key of one profile.")
    if _KEY.fullmatch(given) is None and _MOLLIE_KEY.fullmatch(given) is None:
        raise ValueError(
            "Must be a secret or restricted Stripe key, such as sk_live_..., or a Mollie API key, such as "
            "live_..."
        )
    return given


def _webhook_secret(given: str) -> str:
    if _WEBHOOK_SECRET.fullmatch(given) is None:
        raise ValueError("Must be the signing secret of a Stripe webhook endpoint, which starts with whsec_.")
    return given


class NewProvider(Body, frozen=True, kw_only=True):
    """The provider and its secrets, which are stored encrypted and never returned."""

    provider: Annotated[
        str,
        word(
            ("stripe", "mollie", "sandbox"),
            "The sandbox uses only test money and is not available in production.",
        ),
    ]
    secret_key: (
        Annotated[
            str,
            line(
                255,
                f"Stripe secret key, or restricted key that may {', '.join(stripe_setup.PERMISSIONS)}; or a "
                "Mollie API key.",
                check=_secret_key,
                schema={"pattern": f"^(?:{_KEY.pattern}|{_MOLLIE_KEY.pattern})$"},
            ),
        ]
        | None
    ) = None
    webhook_secret: (
        Annotated[
            str,
            line(
                255,
                "Signing secret of the Stripe webhook endpoint at `callback_url`; the guide to money lists "
                "its events. Without it, callbacks are ignored, and events are polled every 30 seconds.",
                check=_webhook_secret,
                schema={"pattern": f"^{_WEBHOOK_SECRET.pattern}$"},
            ),
        ]
        | None
    ) = None

    def faults(self) -> Iterable[Fault]:
        """Stripe and Mollie require a key. The sandbox has no secrets, and Mollie has no webhook secret."""
        if self.provider != "sandbox" and self.secret_key is None:
            yield Fault("/secret_key", "required", "This field is required.")
        elif self.provider != "sandbox" and bool(_MOLLIE_KEY.fullmatch(self.secret_key or "")) != (
            self.provider == "mollie"
        ):
            yield Fault("/secret_key", "invalid_value", "This is another provider's key.")
        if self.provider == "mollie" and self.webhook_secret is not None:
            yield Fault("/webhook_secret", "invalid_value", "Mollie signs no callbacks, so it has no secret.")
        if self.provider == "sandbox":
            for name in ("secret_key", "webhook_secret"):
                if getattr(self, name) is not None:
                    yield Fault(f"/{name}", "invalid_value", "The sandbox has no secrets.")


class CheckedProvider(Struct, frozen=True):
    """A verified account at a provider; ``merchant_id`` is None for the sandbox."""

    merchant_id: str | None
    secret_key: str | None = None
    webhook_secret: str | None = None
    connected: bool = False
    live: bool = False
    provider: Literal["mollie", "stripe"] = "stripe"

    def __repr__(self) -> str:
        return f"Tried({self.merchant_id})"


async def prepare(services: Services, access: object, new: NewProvider) -> CheckedProvider:
    """Checks the key outside transactions. Raises InvalidRequest, Unavailable."""
    del access
    if new.provider == "sandbox":
        return CheckedProvider(None)
    provider = "mollie" if new.provider == "mollie" else "stripe"
    trying = Merchant(provider=provider, owner="new", secret=new.secret_key)
    try:
        merchant_id = await services.checkout.adapter(provider).account(trying)
    except ProviderRefusedError as error:
        raise InvalidRequest(faults=[Fault("/secret_key", "refused_by_provider", str(error))]) from error
    except ProviderUnavailableError as error:
        raise Unavailable(headers={"Retry-After": str(RETRY_AFTER_S)}) from error
    return CheckedProvider(
        merchant_id, new.secret_key, new.webhook_secret, live=trying.live, provider=provider
    )


async def update_provider(
    tx: Tx, caller: Caller, services: Services, tried: CheckedProvider, if_match: IfMatch
) -> PaymentProvider:
    """Verifies the key with the provider, which all new payments then use.

    Pending payments of the previous provider are completed with its key, which is then deleted. If you set
    the same provider account again, its earlier payments can be refunded again. Raises InvalidRequest,
    PreconditionFailed, Unavailable.
    """
    await account.lock(tx, caller.account_id)
    if tried.merchant_id is None and not await own_provider.uses_sandbox(tx, services, caller.account_id):
        raise InvalidRequest(faults=[Fault("/provider", "invalid_value", _NO_SANDBOX)])
    row = await own_provider.current(tx, caller.account_id)
    if_match.check(row.version if row else own_provider.NONE_SET)
    stored = await put(tx, services, caller.account_id, tried)
    return await own_provider.record(tx, services, caller.account_id, stored)


async def put(tx: Tx, services: Services, account_id: str, tried: CheckedProvider) -> ProviderRow | None:
    """Stores the checked provider for the account. Storing the sandbox removes the account's own provider.

    The caller has locked the account.
    """
    known = await _known(tx, account_id, tried) if tried.merchant_id else None
    provider_id = known and (known.id or ids.new(own_provider.ID))
    await _retire(tx, account_id, keep=provider_id)
    row = None
    if known is not None and provider_id is not None:
        row = await _store(tx, services, account_id, provider_id, known.next_version, tried)
        await merchants.busy(tx, account_id, row.name, tx.real_now)
        if row.connected:
            await merchants.connect(tx, row.name, row.merchant_id)
        # Continue refunds that were waiting for a working key.
        waiting = await tx.many(_Refund, _WAITING, account_id=account_id, paid_to=row.name)
        await jobs.enqueue(tx, SEND, [{"account_id": account_id, "refund_id": each.id} for each in waiting])
    shown = await own_provider.record(tx, services, account_id, row)
    data = {"provider": shown.provider, "live": shown.live}
    await events.record(tx, account_id, "payment_provider.changed", data=data)
    return row


class _Refund(Struct):
    id: str


_WAITING: Final = """
    select r.id from refunds r join payments p on p.account_id = r.account_id and p.id = r.payment_id
    where r.account_id = :account_id and r.status = 'pending' and p.paid_to = :paid_to
    order by r.id limit 10000
    """


class _Known(Struct, frozen=True):
    id: str | None
    next_version: int  # exceeds the version of the current provider after its removal


async def _known(tx: Tx, account_id: str, tried: CheckedProvider) -> _Known:
    """Returns the ID of the stored provider with this merchant ID, if any, and the next version."""
    return await tx.one(
        _Known,
        """
        select max(id) filter (
          where provider = :provider and merchant_id = :merchant_id and live = :live) as id,
          coalesce(max(version) + 2, :first) as next_version
        from payment_providers where account_id = :account_id
        """,
        account_id=account_id,
        provider=tried.provider,
        merchant_id=tried.merchant_id,
        live=tried.live,
        first=own_provider.NONE_SET + 1,
    )


async def _retire(tx: Tx, account_id: str, keep: str | None) -> None:
    """Removes the current provider unless its ID is ``keep``."""
    removed = await tx.value(
        """
        update payment_providers set removed_at = :now, version = version + 1, updated_at = :now
        where account_id = :account_id and removed_at is null and id is distinct from :keep::text
        returning id
        """,
        account_id=account_id,
        keep=keep,
    )
    if removed is not None:
        await jobs.enqueue(tx, FORGET, [{"account_id": account_id, "provider_id": removed}])


async def _store(
    tx: Tx, services: Services, account_id: str, provider_id: str, version: int, tried: CheckedProvider
) -> ProviderRow:
    key = tried.secret_key
    return await tx.one(
        ProviderRow,
        """
        insert into payment_providers (account_id, id, provider, merchant_id, live, connected, secret_key,
          webhook_secret, key_hint, checked_at, version, created_at, updated_at)
        values (:account_id, :id, :provider, :merchant_id, :live, :connected, :secret_key, :webhook_secret,
          :key_hint, :now,
          :version, :now, :now)
        on conflict (account_id, id) do update set
          connected = excluded.connected, secret_key = excluded.secret_key,
          webhook_secret = excluded.webhook_secret, key_hint = excluded.key_hint,
          checked_at = excluded.checked_at, removed_at = null, forgotten_at = null,
          version = excluded.version, updated_at = excluded.updated_at
        returning {columns}
        """,
        account_id=account_id,
        id=provider_id,
        provider=tried.provider,
        merchant_id=tried.merchant_id,
        live=tried.live,
        connected=tried.connected,
        secret_key=own_provider.seal(services.keys, account_id, provider_id, "key", key),
        webhook_secret=own_provider.seal(
            services.keys, account_id, provider_id, "webhook", tried.webhook_secret
        ),
        key_hint=key and _hint(key),
        version=version,
    )


def _hint(key: str) -> str:
    kind = "_".join(key.split("_")[: 1 if _MOLLIE_KEY.fullmatch(key) else 2])
    return f"{kind}_...{key[-_SHOWN:]}"
