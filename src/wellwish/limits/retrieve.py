"""Retrieve limits."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from wellwish.base.settings.limits import CONTRIBUTIONS_PER_CARD, MOST, WEBHOOK_ENDPOINTS_PER_ACCOUNT
from wellwish.delivery import budget
from wellwish.infra.db import Tx
from wellwish.infra.http import MAX_LIMIT, Caller, Services
from wellwish.infra.http import budget as budget_of_requests
from wellwish.infra.http.budget import WINDOW_S
from wellwish.infra.http.request import MAX_BODY_BYTES
from wellwish.media import film, waiting
from wellwish.media.media import MAX_PICTURES
from wellwish.people.person import MAX_PEOPLE

DAY_S = 24 * 3600

Quota = Annotated[int, Meta(ge=1, le=10_000_000, description="Quota per window; null for no limit.")]
Window = Annotated[int, Meta(ge=1, le=DAY_S, description="Length of the window in seconds.")]

Per = Annotated[int, Meta(ge=1, le=MOST)]
Amount = Annotated[int, Meta(ge=1, le=MOST)]


class Rate(Struct, frozen=True):
    """A quota for a time window."""

    quota: Quota | None
    window_seconds: Window


class RequestCosts(Struct, frozen=True, kw_only=True):
    """The quantities that count as one additional request."""

    invitees: Per = budget_of_requests.INVITEES
    text_invitees: Annotated[Per, Meta(description="Invitees with `delivery_type` sms.")] = (
        budget_of_requests.TEXT_INVITEES
    )
    resent_messages: Per = budget_of_requests.INVITEES
    group_members: Annotated[
        Per, Meta(description="Members of a group that is saved or invited, and people in a list.")
    ] = budget_of_requests.MEMBERS
    body_bytes: Per = budget_of_requests.BODY_BYTES
    media_body_bytes: Per = budget_of_requests.MEDIA_BYTES


class Limits(Struct, frozen=True, kw_only=True):
    """The rate limits and size limits of the account."""

    object: Literal["limits"] = "limits"
    requests: Annotated[Rate, Meta(description="API requests of the account to one server process.")]
    request_costs: Annotated[
        RequestCosts, Meta(description="Requests that count as several, depending on their content.")
    ]
    messages: Annotated[
        Rate,
        Meta(description="Messages of the account; few until its email is verified and a purchase is paid."),
    ]
    text_parts: Annotated[
        Rate, Meta(description="Text message segments of the account; a long message has several.")
    ]
    messages_to_one_address_for_one_card: Annotated[
        Rate,
        Meta(
            description="Invitations, reminders and other messages of organisers to one address about one "
            "card. Emails to signers have separate limits."
        ),
    ]
    messages_to_one_address: Annotated[
        Rate, Meta(description="Messages of organisers from all accounts to one address.")
    ]
    own_link_addresses_of_note: Annotated[
        Rate, Meta(description="Addresses to which contributors can send the link to a note.")
    ] = Rate(budget.OWN_LINK_ADDRESSES_OF_A_NOTE, DAY_S)
    own_links_of_card: Annotated[Rate, Meta(description="Own links sent for all notes of one card.")] = Rate(
        budget.OWN_LINKS_OF_A_CARD, DAY_S
    )
    own_links: Annotated[
        Rate, Meta(description="Own links sent for all cards of the account, apart from `messages`.")
    ]
    page_requests: Annotated[
        Rate, Meta(description="Public pages opened from one network address on one server process.")
    ]
    signings: Annotated[Rate, Meta(description="Contributions signed from one network address.")]
    wrong_links: Annotated[Rate, Meta(description="Invalid links opened from one network address.")]
    failures: Annotated[
        Rate,
        Meta(
            description=(
                "Failed authentications from one network address on one server process; valid credentials "
                "still work."
            )
        ),
    ]
    body_bytes: Annotated[
        int,
        Meta(
            ge=1,
            le=100_000_000,
            description="Maximum size of a request body, unless the operation allows more.",
        ),
    ]
    stored_response_bytes: Annotated[
        Amount | None,
        Meta(
            description=(
                "Bytes of the responses stored for the account's idempotency keys, for 25 hours; null for no "
                "limit."
            )
        ),
    ]
    invitations_per_card: Annotated[Amount | None, Meta(description="Invitations to one card.")]
    invitations_per_account: Annotated[
        Amount | None, Meta(description="Invitations to all cards that are not erased.")
    ]
    groups_per_account: Annotated[Amount | None, Meta(description="Saved groups.")]
    group_members_per_account: Annotated[
        Amount | None, Meta(description="Members of all saved groups together.")
    ]
    people_per_account: Annotated[Amount, Meta(description="People whose dates are kept.")] = MAX_PEOPLE
    admins_per_card: Annotated[Amount | None, Meta(description="Admins of one card.")]
    pending_purchases_per_account: Annotated[
        Amount | None, Meta(description="Bundle purchases that are not paid yet.")
    ]
    customers_per_platform: Annotated[Amount | None, Meta(description="Customers of a platform.")]
    contributions_per_card: Annotated[
        Amount, Meta(description="Contributions to a card, regardless of its `contribution_limit`.")
    ] = CONTRIBUTIONS_PER_CARD
    pictures_per_note: Annotated[Amount, Meta(description="Photos and GIFs of a note.")] = MAX_PICTURES
    video_bytes: Annotated[
        Amount | None, Meta(description="Size of a video; null if this server does not accept videos.")
    ]
    video_seconds: Annotated[Amount, Meta(description="Duration of a video.")] = film.MAX_S
    unattached_media_per_browser: Annotated[
        Amount, Meta(description="Files of one browser on a card that are not attached to a note.")
    ] = waiting.MAX_OF_BROWSER
    unattached_media_of_guests_per_card: Annotated[
        Amount,
        Meta(description="Unattached files of all guests of a card; above it, the oldest are deleted."),
    ] = waiting.MAX_OF_GUESTS
    unattached_media_of_api_per_card: Annotated[
        Amount, Meta(description="Unattached files of a card that were uploaded with an access token.")
    ] = waiting.MAX_OF_API
    webhook_endpoints_per_account: Annotated[Amount, Meta(description="Webhook endpoints.")] = (
        WEBHOOK_ENDPOINTS_PER_ACCOUNT
    )
    page_size: Annotated[int, Meta(ge=1, le=1000, description="Maximum `limit` of a list.")]


async def retrieve_limits(tx: Tx, caller: Caller, services: Services) -> Limits:
    """Returns the limits configured on this server. Invitations above a message limit stay queued."""
    limits = services.settings.limits
    sends_nothing = services.settings.demo or caller.is_test
    return Limits(
        requests=_rate(services.budget.per_minute, WINDOW_S),
        request_costs=RequestCosts(),
        messages=_rate(await budget.account_limit(tx, services, caller.account_id), DAY_S),
        text_parts=_rate(0 if sends_nothing else services.settings.sms_per_day, DAY_S),
        messages_to_one_address_for_one_card=_rate(budget.TO_ONE_ADDRESS_FOR_ONE_CARD, DAY_S),
        messages_to_one_address=_rate(0 if sends_nothing else budget.TO_ONE_ADDRESS, DAY_S),
        own_links=_rate(0 if sends_nothing else budget.OWN_LINKS_OF_AN_ACCOUNT, DAY_S),
        page_requests=_rate(services.visits.requests.per_minute, WINDOW_S),
        signings=_rate(services.visits.signings.per_minute, WINDOW_S),
        wrong_links=_rate(services.visits.wrong_links.per_minute, WINDOW_S),
        failures=_rate(services.visits.failures.per_minute, WINDOW_S),
        body_bytes=MAX_BODY_BYTES,
        stored_response_bytes=limits.stored_response_bytes or None,
        invitations_per_card=limits.invitations_per_card or None,
        invitations_per_account=limits.invitations_per_account or None,
        groups_per_account=limits.groups_per_account or None,
        group_members_per_account=limits.group_members_per_account or None,
        admins_per_card=limits.admins_per_card or None,
        pending_purchases_per_account=limits.pending_purchases_per_account or None,
        customers_per_platform=limits.customers_per_platform or None,
        video_bytes=film.MAX_BYTES if film.is_there() else None,
        page_size=MAX_LIMIT,
    )


def _rate(quota: int, window_s: int) -> Rate:
    """Returns the rate of a setting; 0 means no limit."""
    return Rate(quota or None, window_s)
