"""The page to which a payer returns instead of ours, on an origin listed for the account."""

from typing import Annotated, Final

from msgspec import Meta

from wellwish.base.errors import Fault, InvalidRequest
from wellwish.infra.db import Tx
from wellwish.infra.http import line
from wellwish.infra.http.fields import https_url, origin_of

MAX_URL: Final = 2048
RETURNED: Final = Meta(
    max_length=MAX_URL,
    description="URL to which the payer returns; null for a page of this service.",
    extra_json_schema={"format": "uri"},
)

ReturnUrl = Annotated[
    str,
    line(
        MAX_URL,
        "https URL that the payer returns to from the payment page, whatever the result. Its origin must be "
        "listed for the account by the operator. Default: a page of this service.",
        check=https_url,
        schema={"format": "uri"},
    ),
]


async def check(tx: Tx, account_id: str, url: str | None, pointer: str) -> None:
    """Raises InvalidRequest if the origin is not listed."""
    if url is not None and not await is_listed(tx, account_id, url):
        detail = f"The origin {origin_of(url)} is not listed for the account. Ask the operator to list it."
        raise InvalidRequest(faults=[Fault(pointer, "invalid_value", detail)])


async def is_listed(tx: Tx, account_id: str, url: str) -> bool:
    sql = "select :origin = any (return_origins) from accounts where id = :account_id"
    return bool(await tx.value(sql, account_id=account_id, origin=origin_of(url)))
