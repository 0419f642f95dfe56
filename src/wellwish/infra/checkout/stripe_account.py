"""Check that a key has all required permissions and that its account can receive payments."""

import asyncio
from collections.abc import Awaitable
from typing import Any, Final

import stripe

from wellwish.infra.checkout.provider import Merchant, ProviderRefusedError, ProviderUnavailableError
from wellwish.infra.checkout.stripe_call import options, readable
from wellwish.infra.checkout.stripe_setup import (
    READ_ACCOUNT,
    READ_BALANCE,
    READ_CHARGES,
    READ_EVENTS,
    READ_INTENTS,
    READ_SESSIONS,
    WRITE_CHARGES,
    WRITE_SESSIONS,
)

_ONE: Final[Any] = {"limit": 1}
# Stripe checks the permission before the parameters, so a request without parameters tests the permission and
# changes nothing.
_NOTHING: Final[Any] = {}


async def check(api: Any, merchant: Merchant) -> str:
    """Returns Stripe's ID of the account.

    Raises ProviderUnavailableError, and ProviderRefusedError with a sentence that lists missing permissions.
    """
    given = options(merchant)
    try:
        found = await api.accounts.retrieve_current_async(options=given)
    except stripe.AuthenticationError as error:
        raise ProviderRefusedError(
            "Stripe does not accept this key: it is invalid, expired or revoked."
        ) from error
    except stripe.PermissionError as error:
        raise _lacking([READ_ACCOUNT, *await _missing(api, given)]) from error
    except stripe.InvalidRequestError as error:
        raise ProviderRefusedError("Stripe rejected the account or the key.") from error
    except stripe.StripeError as error:
        raise ProviderUnavailableError(type(error).__name__) from error
    missing = await _missing(api, given)
    if missing:
        raise _lacking(missing)
    # In test mode, every account can receive payments; in live mode, accounts with incomplete onboarding
    # cannot.
    if merchant.live and not found.charges_enabled:
        raise ProviderRefusedError(
            "The Stripe account cannot accept payments yet. Complete its onboarding with Stripe."
        )
    return str(found.id)


def _lacking(missing: list[str]) -> ProviderRefusedError:
    return ProviderRefusedError(f"The key lacks permissions. It also needs to {', '.join(missing)}.", missing)


async def reads_intents(api: Any, merchant: Merchant) -> bool:
    """Returns whether the key can still read payment intents, a permission that its owner can remove.

    Raises ProviderUnavailableError.
    """
    return await readable(api.payment_intents.list_async(params=_ONE, options=options(merchant))) is not None


async def _missing(api: Any, given: Any) -> list[str]:
    """Returns the permissions that the key lacks. Raises ProviderUnavailableError."""
    calls: dict[str, Awaitable[Any]] = {
        READ_EVENTS: api.events.list_async(params=_ONE, options=given),
        READ_INTENTS: api.payment_intents.list_async(params=_ONE, options=given),
        READ_CHARGES: api.refunds.list_async(params=_ONE, options=given),
        READ_BALANCE: api.balance_transactions.list_async(params=_ONE, options=given),
        READ_SESSIONS: api.checkout.sessions.list_async(params=_ONE, options=given),
        WRITE_SESSIONS: api.checkout.sessions.create_async(params=_NOTHING, options=given),
        WRITE_CHARGES: api.refunds.create_async(params=_NOTHING, options=given),
    }
    answers = await asyncio.gather(*calls.values(), return_exceptions=True)
    missing: list[str] = []
    for name, answer in zip(calls, answers, strict=True):
        if isinstance(answer, stripe.PermissionError):
            missing.append(name)
        elif isinstance(answer, BaseException) and not isinstance(answer, stripe.InvalidRequestError):
            raise ProviderUnavailableError(type(answer).__name__) from answer
    return missing
