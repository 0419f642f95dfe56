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
    """Awaits a call and translates Stripe's errors; ``has_key`` means that it has an idempotency key.

    Raises ProviderRefusedError if Stripe refuses the call, ProviderFailedError for errors that Stripe repeats
    for the same key, and ProviderUnavailableError for all other errors.
    """
    try:
        with trace.span("call Stripe", "client"):
            return await call
    except stripe.CardError as error:
        raise ProviderRefusedError(error.code or "declined") from error
    except stripe.IdempotencyError as error:
        # 400: the key was used with other parameters, before the payer's address changed. 409 has another
        # meaning.
        if error.http_status == 400:
            raise ProviderFailedError("other_parameters") from error
        raise ProviderUnavailableError(type(error).__name__) from error
    except stripe.InvalidRequestError as error:
        # 409: a call with the same key is in progress. Correcting the API key may resolve other 4xx errors.
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

    Stripe stores "the resulting status code and body of the first request made for any given idempotency
    key", including 500 (docs.stripe.com/api/idempotent_requests). The header Idempotent-Replayed marks a
    replay (docs.stripe.com/error-low-level), but a 500 counts without it. Other errors, such as 503, can come
    from servers in front of the API. In this case, Stripe may still execute the request, so only a retry with
    the same key is safe.
    """
    replayed = {name.lower(): value for name, value in (error.headers or {}).items()}
    status = error.http_status or 0
    return status == 500 or (status > 500 and replayed.get("idempotent-replayed") == "true")


async def readable(call: Awaitable[T]) -> T | None:
    """Returns the result; None if the object does not exist or the key cannot read it.

    Raises the other errors of ``asked``.
    """
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
    """Returns the options of a call; ``attempt`` is the number of previous keys that resulted in an error."""
    given: dict[str, Any] = {"api_key": merchant.secret or NO_KEY}
    if headers := trace.headers():
        given["headers"] = headers
    if key is not None:
        given["idempotency_key"] = f"{key}:{attempt}" if attempt else key
    if merchant.connected is not None:
        given["stripe_account"] = merchant.connected
    return given
