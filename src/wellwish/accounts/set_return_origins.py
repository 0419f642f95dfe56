"""Set the origins of the pages that payers of an account may return to."""

from collections.abc import Sequence
from urllib.parse import urlsplit

from wellwish.infra.db import Tx
from wellwish.infra.http.fields import https_url, origin_of


async def set_return_origins(tx: Tx, account_id: str, given: Sequence[str]) -> list[str]:
    """Stores the origins and returns them as stored. An empty list removes all origins.

    Raises ValueError for anything but https origins. If the origin of an open payment is no longer listed,
    its payer returns to our page.
    """
    origins = sorted({_origin(each) for each in given})
    await tx.run(
        "update accounts set return_origins = :origins::text[], updated_at = :now where id = :account_id",
        account_id=account_id,
        origins=origins,
    )
    return origins


def _origin(given: str) -> str:
    try:
        parts = urlsplit(https_url(given))
    except ValueError:
        parts = None
    if parts is None or parts.path not in ("", "/") or parts.query or parts.fragment:
        raise ValueError(f"{given} is not an https origin such as https://app.example.com.")
    return origin_of(given)
