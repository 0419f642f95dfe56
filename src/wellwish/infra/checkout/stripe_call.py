"""Call Stripe's library with its options, and translate its errors."""

from collections.abc import Awaitable
from typing import Any, Final, TypeVar

import stripe

from wellwish.base import trace
from wellwish.infra.checkout.provider import (
    Merchant,
    ProviderFailedError,
    ProviderRefusedError,
    ProviderUnavailableError,
)

T = TypeVar("T")
NO_KEY: Final = "none"  # a placeholder that the library requires; each call brings its own key
NOT_FOUND: Final = 404
UNREADABLE: Final = (403, NOT_FOUND)


async def asked(call: Awaitable[T], *, has_key: bool = False) -> T:
    """Awaits a call and translates Stripe's errors; ``has_key``: it has an idempotency key.

    Raises ProviderRefusedError if Stripe refuses, ProviderFailedError for an error that Stripe repeats for
    the same key, ProviderUnavailableError for all other errors.
    """
    try:
        with trace.span("call Stripe", "client"):
            return await call
    except stripe.CardError as error:
        raise ProviderRefusedError(error.code or "declined") from error
    except stripe.IdempotencyError as error:
        # 400: the key was used with other parameters, before the payer's address changed; never 409.
        if error.http_status == 400:
            raise ProviderFailedError("other_parameters") from error
        raise ProviderUnavailableError(type(error).__name__) from error
    except stripe.InvalidRequestError as error:
        # 409: a call with the same key is in progress. Other 4xx errors may end once the API key is
        # corrected.
        if error.http_status == 400:
            raise ProviderRefusedError(error.code or "invalid_request") from error
        raise ProviderUnavailableError(type(error).__name__) from error
    except stripe.APIConnectionError as error:
        raise ProviderUnavailableError(type(error).__name__) from error
    except stripe.APIError as error:
        if has_key and _is_stored(error):
            raise ProviderFailedError(f"http_{error.http_status}") from error
        raise ProviderUnavailableError(type(error).__name__) from error
    except stripe.StripeError as error:
        raise ProviderUnavailableError(type(error).__name__) from error


def _is_stored(error: stripe.StripeError) -> bool:
    """Returns whether Stripe repeats this response for the key, for a day.

    It stores "the resulting status code and body of the first request made for any given idempotency key",
    500 included (docs.stripe.com/api/idempotent_requests). It marks a replay in a header that its
    documentation does not mention, so a 500 counts without it. Other errors, such as 503, can come from
    servers in front of the API: Stripe may still execute the request, and the same key is the safe one.
    """
    replayed = {name.lower(): value for name, value in (error.headers or {}).items()}
    status = error.http_status or 0
    return status == 500 or (status > 500 and replayed.get("idempotent-replayed") == "true")


async def readable(call: Awaitable[T]) -> T | None:
    """Returns None for an object that does not exist for this key. Raises the errors of ``asked``."""
    try:
        return await asked(call)
    except ProviderUnavailableError as error:
        if http_status(error) in UNREADABLE:
            return None
        raise


def http_status(error: ProviderUnavailableError) -> int | None:
    """Returns the status of Stripe's response, or None if there was none."""
    cause = error.__cause__
    return cause.http_status if isinstance(cause, stripe.StripeError) else None


def options(merchant: Merchant, key: str | None = None, attempt: int = 0) -> Any:
    """Returns the options of a call; ``attempt`` counts the earlier keys that got an error from Stripe."""
    given: dict[str, Any] = {"api_key": merchant.secret or NO_KEY}
    if headers := trace.headers():
        given["headers"] = headers
    if key is not None:
        given["idempotency_key"] = f"{key}:{attempt}" if attempt else key
    if merchant.connected is not None:
        given["stripe_account"] = merchant.connected
    return given
