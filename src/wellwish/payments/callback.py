"""Take a callback of a provider: believed only with its signature, and only once."""

from collections.abc import Mapping
from typing import Final

import structlog

from wellwish.checkout import AwayError, ForgedError, Merchant
from wellwish.errors import InvalidCallback, Unavailable
from wellwish.http import Parts
from wellwish.payments import apply

_RETRY_AFTER_S: Final = 30

log: Final = structlog.get_logger("wellwish.payments")


async def receive(parts: Parts, merchant: Merchant, body: bytes, headers: Mapping[str, str]) -> None:
    """Raises InvalidCallback for a signature that is wrong or old; Unavailable: it should be told again."""
    provider = parts.checkout.by_name[merchant.provider]
    try:
        told = await provider.understand(merchant, await provider.read(merchant, body, headers))
    except ForgedError as error:
        log.warning("callback refused", merchant=merchant.name, why=str(error))
        raise InvalidCallback("Sign it with the secret that both sides know, and send it at once.") from error
    except AwayError as error:
        raise _again() from error
    if told is not None and await apply.take(parts, told) == "early":
        raise _again()


def _again() -> Unavailable:
    return Unavailable(headers={"Retry-After": str(_RETRY_AFTER_S)})
