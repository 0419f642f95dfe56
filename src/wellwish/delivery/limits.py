"""Read the budgets that hold for the account."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from wellwish.db import Tx
from wellwish.delivery import budget
from wellwish.http import MAX_LIMIT, Caller, Services
from wellwish.http.budget import WINDOW_S
from wellwish.http.request import MAX_BODY_BYTES

DAY_S = 24 * 3600

Quota = Annotated[int, Meta(ge=0, le=10_000_000, description="How many within the window; 0 is no limit.")]
Window = Annotated[int, Meta(ge=1, le=DAY_S, description="The window in seconds.")]


class Rate(Struct, frozen=True):
    """So many in so many seconds."""

    quota: Quota
    window_seconds: Window


class Limits(Struct, frozen=True, kw_only=True):
    """What is counted, and how large a request may be."""

    object: Literal["limits"] = "limits"
    requests: Annotated[Rate, Meta(description="Requests of the account to one server process.")]
    messages: Annotated[
        Rate,
        Meta(description="Of the account; few until its e-mail is verified and a purchase is paid."),
    ]
    text_parts: Annotated[
        Rate, Meta(description="Parts of text messages of the account; a long text has several.")
    ]
    messages_to_one_address_for_one_card: Rate
    messages_to_one_address: Annotated[Rate, Meta(description="Over all accounts.")]
    page_requests: Annotated[
        Rate, Meta(description="Public pages that one network address opens of one server process.")
    ]
    signings: Annotated[Rate, Meta(description="Times that people at one network address sign.")]
    wrong_links: Annotated[Rate, Meta(description="Links that lead nowhere, tried from one network address.")]
    body_bytes: Annotated[
        int, Meta(ge=1, le=100_000_000, description="The largest body, unless the operation says more.")
    ]
    page_size: Annotated[int, Meta(ge=1, le=1000, description="The largest `limit` of a list.")]


async def limits(tx: Tx, caller: Caller, services: Services) -> Limits:
    """Those that this server was set to; past those of messages, invitations stay queued with a reason."""
    return Limits(
        requests=Rate(services.budget.per_minute, WINDOW_S),
        messages=Rate(await budget.account_limit(tx, services, caller.account_id), DAY_S),
        text_parts=Rate(0 if services.settings.demo else services.settings.sms_per_day, DAY_S),
        messages_to_one_address_for_one_card=Rate(budget.TO_ONE_ADDRESS_FOR_ONE_CARD, DAY_S),
        messages_to_one_address=Rate(0 if services.settings.demo else budget.TO_ONE_ADDRESS, DAY_S),
        page_requests=Rate(services.visits.requests.per_minute, WINDOW_S),
        signings=Rate(services.visits.signings.per_minute, WINDOW_S),
        wrong_links=Rate(services.visits.wrong_links.per_minute, WINDOW_S),
        body_bytes=MAX_BODY_BYTES,
        page_size=MAX_LIMIT,
    )
