"""The commands of the API. Written by `script/generate clients`."""

from typing import Annotated, Literal

from cyclopts import App, Parameter

from wellwish_sdk.cli.call import AllPages, Call, Clear, Common, IdempotencyKey, IfMatch, perform
from wellwish_sdk.cli.values import encoded, objects, secret, whole

credentials = App(name="credentials", help="API keys with client secrets, and the access tokens for which they are exchanged.")
restricted_keys = App(name="restricted-keys", help="API keys with scopes, which can have an end and be valid in some networks only.")
account = App(name="account", help="Tenants and their users.")
members = App(name="members", help="People who act for the account, as owners or members, and invitations to become one.")
accounts = App(name="accounts", help="Accounts that a platform creates for its customers, and acts for.")
bundle_purchases = App(name="bundle-purchases", help="Bundles that an account bought or was granted, and the cards left in them.")
bundles = App(name="bundles", help="Prepaid cards, bought or granted, and used one card at a time.")
templates = App(name="templates", help="Card designs.")
locales = App(name="locales", help="The languages of pages and messages.")
cards = App(name="cards", help="Group cards, with their recipients, links, settings and states.")
handovers = App(name="handovers", help="How the collected money of a card reached its recipient.")
walls = App(name="walls", help="Pages for a screen that show the notes of a card as they are published.")
thanks = App(name="thanks", help="Messages from recipients to all signers, or to the author of a note.")
reports = App(name="reports", help="Reports by readers of a card about inappropriate notes.")
card_batches = App(name="card-batches", help="Cards that are created together, either all or none.")
payments = App(name="payments", help="Payments, refunds and the double-entry ledger of all transfers.")
refunds = App(name="refunds", help="Payments, refunds and the double-entry ledger of all transfers.")
refund_requests = App(name="refund-requests", help="Contributors request their money back, and owners decide.")
payment_provider = App(name="payment-provider", help="The account's own payment provider.")
movements = App(name="movements", help="Money transfers as bookkeeping files and as charts of cards, and notes as a file.")
invitations = App(name="invitations", help="Addresses invited to contribute to a card, each with a separate link.")
suppressions = App(name="suppressions", help="Addresses that receive no messages from the account.")
contributions = App(name="contributions", help="Notes and money that people add to a card.")
people = App(name="people", help="The people whose dates your account stores.")
occasion_rules = App(name="occasion-rules", help="Which occasions get a card, and how.")
occasions = App(name="occasions", help="Dates of people for which rules create cards.")
groups = App(name="groups", help="Saved lists of people or chat channels that can be invited together.")
card_admins = App(name="card-admins", help="People with privileges on one card.")
exports = App(name="exports", help="A copy of the data that your account has about a person.")
erasures = App(name="erasures", help="Your account erases the data of a person, and gets a signed receipt.")
media = App(name="media", help="Photos, GIFs, drawings and recordings, uploaded before the note that they belong to.")
events = App(name="events", help="Records of changes, written in the transaction of the change.")
audit_log = App(name="audit-log", help="Who changed the account's rights or money, when, and from where.")
webhook_endpoints = App(name="webhook-endpoints", help="URLs that receive an account's events.")
webhook_deliveries = App(name="webhook-deliveries", help="The delivery of each event to each endpoint, with its attempts.")
limits = App(name="limits", help="Rate limits and size limits of an account.")
test_outbox = App(name="test-outbox", help="Data for experiments, separate from live data, without sent messages or real money.")
test_clock = App(name="test-clock", help="Data for experiments, separate from live data, without sent messages or real money.")

RESOURCES = (credentials, restricted_keys, account, members, accounts, bundle_purchases, bundles, templates, locales, cards, handovers, walls, thanks, reports, card_batches, payments, refunds, refund_requests, payment_provider, movements, invitations, suppressions, contributions, people, occasion_rules, occasions, groups, card_admins, exports, erasures, media, events, audit_log, webhook_endpoints, webhook_deliveries, limits, test_outbox, test_clock)


@credentials.command(name="create-test")
def credentials_create_test(
    *,
    idempotency_key: IdempotencyKey = None,
    common: Common = Common(),
) -> None:
    """Create a key pair for test data.

    Creates a test pair for the same user. The account's previous test pairs and their tokens end.

    Test data has a separate account ID, and starts with a copy of the settings and 10,000 free cards.

    A restricted key cannot call this operation.
    """
    perform(Call("POST", "/account/api-access/credentials/test", "record", keyed=True), common, idempotency_key=idempotency_key)


@credentials.command(name="list")
def credentials_list(
    *,
    common: Common = Common(),
) -> None:
    """List the key pairs.

    Returns the pairs that can get tokens, newest first.

    For owners of the account, not for members.

    A restricted key cannot call this operation.
    """
    perform(Call("GET", "/api/account/credentials", "list"), common)


@restricted_keys.command(name="create")
def restricted_keys_create(
    *,
    name: Annotated[str, Parameter(name=["--name"], help="Name of the key, for people.")],
    scopes: Annotated[list[Literal["cards.read", "cards.write", "people.invite", "people.read", "people.write", "money.read", "money.write", "events.read", "account.read"]], Parameter(name=["--scopes"], negative=(), help="What the key permits. Each operation names its scope; one that names none needs the key pair. No scope includes another.")],
    networks: Annotated[list[str] | None, Parameter(name=["--networks"], negative=(), help="Networks in which the key and its tokens are valid. Default: every network.")] = None,
    expires_at: Annotated[str | None, Parameter(name=["--expires-at"], help="Time when the key and its tokens end. Default: never.")] = None,
    idempotency_key: IdempotencyKey = None,
    common: Common = Common(),
) -> None:
    """Create a restricted key.

    Creates an API key and client secret that permit only the operations of some scopes. They are exchanged for access tokens like the key pair.

    The key acts for the user who creates it, on the cards of the account only. It ends when the user leaves the account, and when the pair is rotated without an overlap. An account can have 20 of them. The owners get an email about each.

    For owners of the account, not for members.

    A restricted key cannot call this operation.
    """
    perform(Call("POST", "/account/api-access/restricted-keys", "record", keyed=True), common, body={"name": name, "scopes": scopes, "networks": networks, "expires_at": expires_at}, idempotency_key=idempotency_key)


@restricted_keys.command(name="list")
def restricted_keys_list(
    *,
    common: Common = Common(),
) -> None:
    """List the restricted keys.

    Returns the restricted keys without their secrets, newest first. Expired keys stay for 30 days.

    For owners of the account, not for members.

    A restricted key cannot call this operation.
    """
    perform(Call("GET", "/api/account/restricted-keys", "list"), common)


@restricted_keys.command(name="delete")
def restricted_keys_delete(
    restricted_key_id: Annotated[str, Parameter(name=["--restricted-key-id", "--restricted-key"], help="Id of the restricted key.")],
    *,
    dry_run: Annotated[bool | None, Parameter(name=["--dry-run"], negative=(), help="Executes the request and rolls it back. The response has status 200, the resulting record, and `dry_run` with messages, refunds and cards left. Errors are the same as for the request.")] = None,
    common: Common = Common(),
) -> None:
    """End a restricted key.

    The key and its tokens stop working immediately.

    For owners of the account, not for members.

    A restricted key cannot call this operation.
    """
    perform(Call("DELETE", "/api/account/restricted-keys/{restricted_key_id}", "nothing"), common, segments={"restricted_key_id": restricted_key_id}, query={"dry_run": dry_run})


@account.command(name="retrieve")
def account_retrieve(
    *,
    common: Common = Common(),
) -> None:
    """Retrieve the account.

    Returns the caller's account with its settings.

    A restricted key needs the scope `account.read`.
    """
    perform(Call("GET", "/api/account", "record"), common)


@account.command(name="update")
def account_update(
    *,
    dry_run: Annotated[bool | None, Parameter(name=["--dry-run"], negative=(), help="Executes the request and rolls it back. The response has status 200, the resulting record, and `dry_run` with messages, refunds and cards left. Errors are the same as for the request.")] = None,
    name: Annotated[str | None, Parameter(name=["--name"], help="Name of the account.")] = None,
    country: Annotated[str | None, Parameter(name=["--country"], help="Two-letter code of the country (ISO 3166-1).")] = None,
    currency: Annotated[str | None, Parameter(name=["--currency"], help="Currency of new cards; null is USD.")] = None,
    timezone: Annotated[str | None, Parameter(name=["--timezone"], help="Time zone of new cards; null is UTC.")] = None,
    locale: Annotated[str | None, Parameter(name=["--locale"], help="Language of new cards and of emails to owners (BCP 47); null is `en`.")] = None,
    erase_cards_after_days: Annotated[int | None, Parameter(name=["--erase-cards-after-days"], converter=whole, help="Number of days after which a closed card is erased with its notes and media; null keeps cards. Also applies to existing cards, except those with money that was not refunded.")] = None,
    reply_to: Annotated[str | None, Parameter(name=["--reply-to"], help="Address for replies to the emails of cards without a `reply_to`. Wellwish emails a link to it, and uses it after a reader has confirmed it. If you send it again before that, it gets another link.")] = None,
    embed_origins: Annotated[list[str] | None, Parameter(name=["--embed-origins"], negative=(), help="Origins whose pages may embed the signing form.")] = None,
    members_see_dates: Annotated[bool | None, Parameter(name=["--members-see-dates"], help="Whether members see the dates of people; null is false.")] = None,
    holidays: Annotated[list[str] | None, Parameter(name=["--holidays"], negative=(), help="Days off, such as public holidays. Saturdays and Sundays are always days off. Cards for occasions open and close on other days. Existing cards are unchanged.")] = None,
    people_notice: Annotated[str | None, Parameter(name=["--people-notice"], help="Your text in the email to new people; null for none.")] = None,
    if_match: IfMatch | None = None,
    clear: Clear = None,
    common: Common = Common(),
) -> None:
    """Update the settings of the account.

    Existing cards keep their currency, time zone and language.

    For owners of the account, not for members.

    A restricted key cannot call this operation.
    """
    perform(Call("PATCH", "/api/account", "record"), common, query={"dry_run": dry_run}, body={"name": name, "country": country, "currency": currency, "timezone": timezone, "locale": locale, "erase_cards_after_days": erase_cards_after_days, "reply_to": reply_to, "embed_origins": embed_origins, "members_see_dates": members_see_dates, "holidays": holidays, "people_notice": people_notice}, if_match=if_match, clear=clear)


@account.command(name="update-logo")
def account_update_logo(
    *,
    content: Annotated[str, Parameter(name=["--content"], allow_leading_hyphen=True, help="A PNG, JPEG or WebP file. The type is detected. Path of the file.")],
    if_match: IfMatch | None = None,
    common: Common = Common(),
) -> None:
    """Set the account's logo.

    The picture is scaled to at most 320 by 96 pixels and 10 KB, without metadata or transparency.

    Emails about cards, including emails already sent, show the logo, as do opened cards without their own logo.

    For owners of the account, not for members.

    A restricted key cannot call this operation.
    """
    perform(Call("PUT", "/api/account/logo", "record"), common, body={"content": encoded(content)}, if_match=if_match)


@account.command(name="delete-logo")
def account_delete_logo(
    *,
    dry_run: Annotated[bool | None, Parameter(name=["--dry-run"], negative=(), help="Executes the request and rolls it back. The response has status 200, the resulting record, and `dry_run` with messages, refunds and cards left. Errors are the same as for the request.")] = None,
    if_match: IfMatch | None = None,
    common: Common = Common(),
) -> None:
    """Remove the account's logo.

    Its URLs then return 404, and emails that were already sent show the account name instead.

    For owners of the account, not for members.

    A restricted key cannot call this operation.
    """
    perform(Call("DELETE", "/api/account/logo", "record"), common, query={"dry_run": dry_run}, if_match=if_match)


@account.command(name="retrieve-platform")
def account_retrieve_platform(
    *,
    common: Common = Common(),
) -> None:
    """Retrieve the platform of the account.

    For owners of the account, not for members.

    A restricted key needs the scope `account.read`.
    """
    perform(Call("GET", "/api/account/platform", "record"), common)


@account.command(name="update-platform")
def account_update_platform(
    *,
    access: Annotated[Literal["full", "none"], Parameter(name=["--access"], help="Access of the platform.")],
    dry_run: Annotated[bool | None, Parameter(name=["--dry-run"], negative=(), help="Executes the request and rolls it back. The response has status 200, the resulting record, and `dry_run` with messages, refunds and cards left. Errors are the same as for the request.")] = None,
    clear: Clear = None,
    common: Common = Common(),
) -> None:
    """Revoke or restore the access of the account's platform.

    Revoking the access disables the platform's endpoints and removes its members from cards.

    For owners of the account, not for members.

    A restricted key cannot call this operation.
    """
    perform(Call("PATCH", "/api/account/platform", "record"), common, query={"dry_run": dry_run}, body={"access": access}, clear=clear)


@account.command(name="leave-platform")
def account_leave_platform(
    *,
    dry_run: Annotated[bool | None, Parameter(name=["--dry-run"], negative=(), help="Executes the request and rolls it back. The response has status 200, the resulting record, and `dry_run` with messages, refunds and cards left. Errors are the same as for the request.")] = None,
    common: Common = Common(),
) -> None:
    """Leave the platform of the account.

    The account keeps its data, members and cards. The platform cannot act for it again.

    For owners of the account, not for members.

    A restricted key cannot call this operation.
    """
    perform(Call("DELETE", "/api/account/platform", "nothing"), common, query={"dry_run": dry_run})


@members.command(name="list")
def members_list(
    *,
    limit: Annotated[int | None, Parameter(name=["--limit"], converter=whole, help="Maximum number of records to return; 1,000 if omitted.")] = None,
    cursor: Annotated[str | None, Parameter(name=["--cursor"], help="The `next_cursor` of the previous page.")] = None,
    all_pages: AllPages = False,
    common: Common = Common(),
) -> None:
    """List the members of the account.

    Returns the members and the open invitations, newest first.

    For owners of the account, not for members.

    A restricted key needs the scope `account.read`.
    """
    perform(Call("GET", "/api/account/members", "list"), common, query={"limit": limit, "cursor": cursor}, all_pages=all_pages)


@members.command(name="create")
def members_create(
    email: Annotated[str, Parameter(name=["--email"], help="Email address.")],
    *,
    dry_run: Annotated[bool | None, Parameter(name=["--dry-run"], negative=(), help="Executes the request and rolls it back. The response has status 200, the resulting record, and `dry_run` with messages, refunds and cards left. Errors are the same as for the request.")] = None,
    role: Annotated[Literal["owner", "member"] | None, Parameter(name=["--role"], help="`owner`, or `member`, who manages cards, groups and webhooks. Default: `member`.")] = None,
    idempotency_key: IdempotencyKey = None,
    common: Common = Common(),
) -> None:
    """Invite a person to the account.

    The person gets an email, and becomes a member once they have signed in and accepted.

    The invitation expires after 30 days.

    For owners of the account, not for members.

    A restricted key cannot call this operation.
    """
    perform(Call("POST", "/api/account/members", "record", keyed=True), common, query={"dry_run": dry_run}, body={"email": email, "role": role}, idempotency_key=idempotency_key)


@members.command(name="update")
def members_update(
    member_id: Annotated[str, Parameter(name=["--member-id", "--member"], help="Id of the member.")],
    *,
    role: Annotated[Literal["owner", "member"], Parameter(name=["--role"], help="`owner`, or `member`, who manages cards, groups and webhooks.")],
    dry_run: Annotated[bool | None, Parameter(name=["--dry-run"], negative=(), help="Executes the request and rolls it back. The response has status 200, the resulting record, and `dry_run` with messages, refunds and cards left. Errors are the same as for the request.")] = None,
    clear: Clear = None,
    common: Common = Common(),
) -> None:
    """Change the role of a member.

    An account keeps at least one owner.

    For owners of the account, not for members.

    A restricted key cannot call this operation.
    """
    perform(Call("PATCH", "/api/account/members/{member_id}", "record"), common, segments={"member_id": member_id}, query={"dry_run": dry_run}, body={"role": role}, clear=clear)


@members.command(name="delete")
def members_delete(
    member_id: Annotated[str, Parameter(name=["--member-id", "--member"], help="Id of the member.")],
    *,
    dry_run: Annotated[bool | None, Parameter(name=["--dry-run"], negative=(), help="Executes the request and rolls it back. The response has status 200, the resulting record, and `dry_run` with messages, refunds and cards left. Errors are the same as for the request.")] = None,
    common: Common = Common(),
) -> None:
    """Remove a member, or withdraw an invitation.

    Ends the person's sessions in the account, and their API keys and tokens.

    An account keeps at least one owner.

    For owners of the account, not for members.

    A restricted key cannot call this operation.
    """
    perform(Call("DELETE", "/api/account/members/{member_id}", "nothing"), common, segments={"member_id": member_id}, query={"dry_run": dry_run})


@accounts.command(name="list")
def accounts_list(
    *,
    limit: Annotated[int | None, Parameter(name=["--limit"], converter=whole, help="Maximum number of records to return.")] = None,
    cursor: Annotated[str | None, Parameter(name=["--cursor"], help="The `next_cursor` of the previous page.")] = None,
    name: Annotated[str | None, Parameter(name=["--name"], help="Return only customers whose name contains this text.")] = None,
    external_id: Annotated[str | None, Parameter(name=["--external-id", "--external"], help="Return only the customer with this `external_id`.")] = None,
    all_pages: AllPages = False,
    common: Common = Common(),
) -> None:
    """List the customers' accounts.

    Returns customers, newest first, without those that have left.

    Only for owners of a platform.

    A restricted key cannot call this operation.
    """
    perform(Call("GET", "/api/accounts", "list"), common, query={"limit": limit, "cursor": cursor, "name": name, "external_id": external_id}, all_pages=all_pages)


@accounts.command(name="create")
def accounts_create(
    name: Annotated[str, Parameter(name=["--name"], help="Name of the account.")],
    *,
    dry_run: Annotated[bool | None, Parameter(name=["--dry-run"], negative=(), help="Executes the request and rolls it back. The response has status 200, the resulting record, and `dry_run` with messages, refunds and cards left. Errors are the same as for the request.")] = None,
    country: Annotated[str | None, Parameter(name=["--country"], help="Two-letter code of the country (ISO 3166-1).")] = None,
    currency: Annotated[str | None, Parameter(name=["--currency"], help="Currency of new cards; null is USD.")] = None,
    timezone: Annotated[str | None, Parameter(name=["--timezone"], help="Time zone of new cards; null is UTC.")] = None,
    locale: Annotated[str | None, Parameter(name=["--locale"], help="Language of new cards and of emails to owners (BCP 47); null is `en`.")] = None,
    external_id: Annotated[str | None, Parameter(name=["--external-id", "--external"], help="Your own identifier for the customer, unique among your customers.")] = None,
    cards_from: Annotated[Literal["own", "platform"] | None, Parameter(name=["--cards-from"], help="`platform`: also your cards, once the customer's are used up. Default: `own`.")] = None,
    owner_email: Annotated[str | None, Parameter(name=["--owner-email"], help="Email address of a person at the customer, who is invited as its owner.")] = None,
    idempotency_key: IdempotencyKey = None,
    common: Common = Common(),
) -> None:
    """Create a customer's account.

    Returns the new account. Your tokens can act for it with the header `Wellwish-Account`.

    The account has no key pair. Its owners create one at the desk, so you keep no credentials for it if it leaves your platform.

    Only for owners of a platform.

    A restricted key cannot call this operation.
    """
    perform(Call("POST", "/api/accounts", "record", keyed=True), common, query={"dry_run": dry_run}, body={"name": name, "country": country, "currency": currency, "timezone": timezone, "locale": locale, "external_id": external_id, "cards_from": cards_from, "owner_email": owner_email}, idempotency_key=idempotency_key)


@accounts.command(name="retrieve")
def accounts_retrieve(
    account_id: Annotated[str, Parameter(name=["--account-id", "--account"], help="Id of the account.")],
    *,
    common: Common = Common(),
) -> None:
    """Retrieve a customer's account.

    A customer that has left is not found.

    Only for owners of a platform.

    A restricted key cannot call this operation.
    """
    perform(Call("GET", "/api/accounts/{account_id}", "record"), common, segments={"account_id": account_id})


@accounts.command(name="update")
def accounts_update(
    account_id: Annotated[str, Parameter(name=["--account-id", "--account"], help="Id of the account.")],
    *,
    dry_run: Annotated[bool | None, Parameter(name=["--dry-run"], negative=(), help="Executes the request and rolls it back. The response has status 200, the resulting record, and `dry_run` with messages, refunds and cards left. Errors are the same as for the request.")] = None,
    external_id: Annotated[str | None, Parameter(name=["--external-id", "--external"], help="Your own identifier for the customer, unique among your customers.")] = None,
    cards_from: Annotated[Literal["own", "platform"] | None, Parameter(name=["--cards-from"], help="`platform`: also your cards, once the customer's are used up.")] = None,
    clear: Clear = None,
    common: Common = Common(),
) -> None:
    """Update a customer's account.

    To change the name or the settings, use `PATCH /api/account` with the header `Wellwish-Account`.

    Only for owners of a platform.

    A restricted key cannot call this operation.
    """
    perform(Call("PATCH", "/api/accounts/{account_id}", "record"), common, segments={"account_id": account_id}, query={"dry_run": dry_run}, body={"external_id": external_id, "cards_from": cards_from}, clear=clear)


@bundle_purchases.command(name="list-available")
def bundle_purchases_list_available(
    *,
    limit: Annotated[int | None, Parameter(name=["--limit"], converter=whole, help="Maximum number of records to return; 1,000 if omitted.")] = None,
    cursor: Annotated[str | None, Parameter(name=["--cursor"], help="The `next_cursor` of the previous page.")] = None,
    all_pages: AllPages = False,
    common: Common = Common(),
) -> None:
    """List available bundle purchases.

    Returns purchases with cards left in the order in which they are used: first to expire, then oldest.

    If the account may use purchases of its platform, these follow.

    A restricted key needs the scope `cards.read`.
    """
    perform(Call("GET", "/api/bundle-purchases/available", "list"), common, query={"limit": limit, "cursor": cursor}, all_pages=all_pages)


@bundle_purchases.command(name="list")
def bundle_purchases_list(
    *,
    limit: Annotated[int | None, Parameter(name=["--limit"], converter=whole, help="Maximum number of records to return.")] = None,
    cursor: Annotated[str | None, Parameter(name=["--cursor"], help="The `next_cursor` of the previous page.")] = None,
    all_pages: AllPages = False,
    common: Common = Common(),
) -> None:
    """List bundle purchases.

    Returns purchases of the account, of every status, newest first.

    A restricted key needs the scope `money.read`.
    """
    perform(Call("GET", "/api/bundle-purchases", "list"), common, query={"limit": limit, "cursor": cursor}, all_pages=all_pages)


@bundle_purchases.command(name="create")
def bundle_purchases_create(
    bundle_id: Annotated[str, Parameter(name=["--bundle-id", "--bundle"], help="ID of the bundle.")],
    *,
    dry_run: Annotated[bool | None, Parameter(name=["--dry-run"], negative=(), help="Executes the request and rolls it back. The response has status 200, the resulting record, and `dry_run` with messages, refunds and cards left. Errors are the same as for the request.")] = None,
    currency: Annotated[str | None, Parameter(name=["--currency"], help="ISO 4217 code of a currency in which the bundle is sold. Default: the account's currency.")] = None,
    return_url: Annotated[str | None, Parameter(name=["--return-url"], help="https URL that the payer returns to from the payment page, whatever the result. Its origin must be listed for the account by the operator. Default: a page of this service.")] = None,
    idempotency_key: IdempotencyKey = None,
    common: Common = Common(),
) -> None:
    """Buy a bundle.

    Returns a purchase that is `pending` until it is paid at `checkout_url`, and then `active`.

    For owners of the account, not for members.

    A restricted key needs the scope `money.write`.
    """
    perform(Call("POST", "/api/bundle-purchases", "record", keyed=True), common, query={"dry_run": dry_run}, body={"bundle_id": bundle_id, "currency": currency, "return_url": return_url}, idempotency_key=idempotency_key)


@bundles.command(name="list")
def bundles_list(
    *,
    limit: Annotated[int | None, Parameter(name=["--limit"], converter=whole, help="Maximum number of records to return; 1,000 if omitted.")] = None,
    cursor: Annotated[str | None, Parameter(name=["--cursor"], help="The `next_cursor` of the previous page.")] = None,
    all_pages: AllPages = False,
    common: Common = Common(),
) -> None:
    """List bundles.

    Returns the bundles for sale, in the operator's order, with their prices in all currencies.

    A restricted key needs the scope `money.read`.
    """
    perform(Call("GET", "/api/bundles", "list"), common, query={"limit": limit, "cursor": cursor}, all_pages=all_pages)


@templates.command(name="list")
def templates_list(
    *,
    limit: Annotated[int | None, Parameter(name=["--limit"], converter=whole, help="Maximum number of records to return; 1,000 if omitted.")] = None,
    cursor: Annotated[str | None, Parameter(name=["--cursor"], help="The `next_cursor` of the previous page.")] = None,
    occasion: Annotated[Literal["birthday", "farewell", "new_job", "thank_you", "baby", "wedding", "anniversary", "congratulations", "graduation", "promotion", "get_well", "sympathy", "retirement", "welcome", "new_home", "holidays", "new_year", "festival", "love"] | None, Parameter(name=["--occasion"], help="Return only templates for this occasion.")] = None,
    q: Annotated[str | None, Parameter(name=["--q"], help="Return only templates whose name contains this text, in any letter case.")] = None,
    all_pages: AllPages = False,
    common: Common = Common(),
) -> None:
    """List templates.

    Returns templates that are not retired, in the operator's order.

    A restricted key needs the scope `cards.read`.
    """
    perform(Call("GET", "/api/templates", "list"), common, query={"limit": limit, "cursor": cursor, "occasion": occasion, "q": q}, all_pages=all_pages)


@locales.command(name="list")
def locales_list(
    *,
    limit: Annotated[int | None, Parameter(name=["--limit"], converter=whole, help="Maximum number of records to return; 1,000 if omitted.")] = None,
    cursor: Annotated[str | None, Parameter(name=["--cursor"], help="The `next_cursor` of the previous page.")] = None,
    all_pages: AllPages = False,
    common: Common = Common(),
) -> None:
    """List the translated locales.

    Returns the languages by tag. Cards in other languages have English pages and messages.

    A restricted key needs the scope `cards.read`.
    """
    perform(Call("GET", "/api/locales", "list"), common, query={"limit": limit, "cursor": cursor}, all_pages=all_pages)


@cards.command(name="list")
def cards_list(
    *,
    limit: Annotated[int | None, Parameter(name=["--limit"], converter=whole, help="Maximum number of records to return.")] = None,
    cursor: Annotated[str | None, Parameter(name=["--cursor"], help="The `next_cursor` of the previous page.")] = None,
    status: Annotated[Literal["open", "closed", "archived", "cancelled"] | None, Parameter(name=["--status"], help="Return only cards with this status.")] = None,
    q: Annotated[str | None, Parameter(name=["--q"], help="Return only cards whose title, sender or recipient has a word that begins with each word given: `may okaf` matches Maya Okafor. Ignores case, diacritics, punctuation and symbols.")] = None,
    template_id: Annotated[str | None, Parameter(name=["--template-id", "--template"], help="Return only cards with this template.")] = None,
    external_id: Annotated[str | None, Parameter(name=["--external-id", "--external"], help="Return only the card with this `external_id`.")] = None,
    bundle_purchase_id: Annotated[str | None, Parameter(name=["--bundle-purchase-id", "--bundle-purchase"], help="Return only cards that took a unit of this bundle purchase.")] = None,
    created_after: Annotated[str | None, Parameter(name=["--created-after"], help="Return only cards created after this time. A date means the start of that day. Dates, and times without an offset, are in the account's time zone.")] = None,
    created_before: Annotated[str | None, Parameter(name=["--created-before"], help="Return only cards created before this time. A date means the start of that day. Dates, and times without an offset, are in the account's time zone.")] = None,
    all_pages: AllPages = False,
    common: Common = Common(),
) -> None:
    """List cards.

    Returns the account's cards, and cards of other accounts on which the token's user is an admin, newest first.

    A restricted key needs the scope `cards.read`.
    """
    perform(Call("GET", "/api/cards", "list"), common, query={"limit": limit, "cursor": cursor, "status": status, "q": q, "template_id": template_id, "external_id": external_id, "bundle_purchase_id": bundle_purchase_id, "created_after": created_after, "created_before": created_before}, all_pages=all_pages)


@cards.command(name="create")
def cards_create(
    *,
    title: Annotated[str, Parameter(name=["--title"], help="Title of the card.")],
    sender: Annotated[str, Parameter(name=["--sender"], help="Name of the sender, as shown on the card.")],
    template_id: Annotated[str, Parameter(name=["--template-id", "--template"], help="Template of the card, from `GET /api/templates`.")],
    dry_run: Annotated[bool | None, Parameter(name=["--dry-run"], negative=(), help="Executes the request and rolls it back. The response has status 200, the resulting record, and `dry_run` with messages, refunds and cards left. Errors are the same as for the request.")] = None,
    collection__add_money: Annotated[Literal["everyone", "contributors", "recipient", "admins", "nobody"] | None, Parameter(name=["--collection.add-money"], help="Who can add money. Default: `nobody`.")] = None,
    collection__see_total: Annotated[Literal["everyone", "contributors", "recipient", "admins", "nobody"] | None, Parameter(name=["--collection.see-total"], help="Who can see the total. Default: `admins`.")] = None,
    collection__see_contributors: Annotated[Literal["everyone", "contributors", "recipient", "admins", "nobody"] | None, Parameter(name=["--collection.see-contributors"], help="Who can see who gave money. Default: `contributors`.")] = None,
    collection__add_cash: Annotated[bool | None, Parameter(name=["--collection.add-cash"], help="Whether cash can be pledged. Cash is handed over outside the service. Default: `false`.")] = None,
    collection__restrict_cash: Annotated[bool | None, Parameter(name=["--collection.restrict-cash"], help="Whether only holders of an invitation link can pledge cash. Default: `false`.")] = None,
    collection__currency: Annotated[str | None, Parameter(name=["--collection.currency"], help="ISO 4217 currency code.")] = None,
    collection__see_contributor_names: Annotated[int | None, Parameter(name=["--collection.see-contributor-names"], converter=whole, help="Who can see the names on notes: 0 everyone, 1 contributors and the recipient, 2 the recipient and admins, 3 admins. Default: `0`.")] = None,
    collection__suggested_amounts: Annotated[list[int] | None, Parameter(name=["--collection.suggested-amounts"], negative=(), converter=whole, help="Suggested amounts, in minor units.")] = None,
    collection__min_amount: Annotated[int | None, Parameter(name=["--collection.min-amount"], converter=whole, help="Smallest amount of a gift, in minor units.")] = None,
    collection__max_amount: Annotated[int | None, Parameter(name=["--collection.max-amount"], converter=whole, help="Largest amount of a gift, in minor units.")] = None,
    collection__goal_amount: Annotated[int | None, Parameter(name=["--collection.goal-amount"], converter=whole, help="Amount to collect, in minor units.")] = None,
    bundle_purchase_id: Annotated[str | None, Parameter(name=["--bundle-purchase-id", "--bundle-purchase"], help="Bundle purchase from which the card is taken. Default: the first available purchase.")] = None,
    recipient: Annotated[str | None, Parameter(name=["--recipient"], help="Name of the first recipient.")] = None,
    recipient_email: Annotated[str | None, Parameter(name=["--recipient-email"], help="Email address of the first recipient.")] = None,
    recipients: Annotated[list[str] | None, Parameter(name=["--recipients"], negative=(), help="Recipients of the card. Members: name, email, phone, locale, external_id. JSON, member=value,... or @FILE with a JSON array; repeatable.")] = None,
    audio_file__name: Annotated[str | None, Parameter(name=["--audio-file.name"], help="Display name.")] = None,
    audio_file__url: Annotated[str | None, Parameter(name=["--audio-file.url"], help="URL of the audio file.")] = None,
    card_type: Annotated[int | None, Parameter(name=["--card-type"], converter=whole, help="0 group; 1 personal (one sender, no shared link); 2 self (the recipient is the sender). Default: `0`.")] = None,
    auto_reminders: Annotated[bool | None, Parameter(name=["--auto-reminders"], help="Whether invitees who have not signed are reminded. Default: `false`.")] = None,
    public_read: Annotated[bool | None, Parameter(name=["--public-read"], help="Whether the finished card has a public view link. Default: `false`.")] = None,
    contribution_end_date: Annotated[str | None, Parameter(name=["--contribution-end-date"], help="When contributing ends. A date is the end of that day; a time without offset is in `timezone`.")] = None,
    contribution_limit: Annotated[int | None, Parameter(name=["--contribution-limit"], converter=whole, help="Maximum number of contributions; 0 for no limit.")] = None,
    custom_logo: Annotated[str | None, Parameter(name=["--custom-logo"], help="URL of a logo. It is shown once the server has copied it to the media store.")] = None,
    custom_effect: Annotated[Literal["confetti", "balloons", "streamers", "planes", "sparks", "petals", "stars", "caps", "steam", "lights", "snow", "glow", "hearts", "none"] | None, Parameter(name=["--custom-effect"], help="Effect that plays when the card is opened. Default: the template's effect.")] = None,
    extra_data: Annotated[str | None, Parameter(name=["--extra-data"], help="Your own data, stored unchanged and visible only to the owner.")] = None,
    palette: Annotated[str | None, Parameter(name=["--palette"], help="Name of a palette of the template. Default: its first palette.")] = None,
    cover_text: Annotated[list[str] | None, Parameter(name=["--cover-text"], negative=(), help="Text on the cover, line by line. A line that is only a number is large in some designs.")] = None,
    moderation: Annotated[Literal["off", "pre", "post"] | None, Parameter(name=["--moderation"], help="When notes are reviewed: never (`off`), or before (`pre`) or after (`post`) they are published. Default: `off`.")] = None,
    see_notes: Annotated[Literal["everyone", "signed", "nobody"] | None, Parameter(name=["--see-notes"], help="Who can read published notes before the card is closed: everyone with a signing link (`everyone`), those who have signed (`signed`), or only admins and the owner (`nobody`). Default: `signed`.")] = None,
    timezone: Annotated[str | None, Parameter(name=["--timezone"], help="IANA time zone.")] = None,
    locale: Annotated[str | None, Parameter(name=["--locale"], help="Language tag (BCP 47).")] = None,
    shared_link: Annotated[bool | None, Parameter(name=["--shared-link"], help="Whether the card has a shared signing link. Personal cards never have one.")] = None,
    external_id: Annotated[str | None, Parameter(name=["--external-id", "--external"], help="Your own identifier for the card, unique within your account.")] = None,
    reply_to: Annotated[str | None, Parameter(name=["--reply-to"], help="Email address for replies to the card's emails. Without it, they state that replies aren't read.")] = None,
    organiser_mail: Annotated[Literal["none", "each", "daily"] | None, Parameter(name=["--organiser-mail"], help="Emails to organisers about the open card: none, one for `each` event (or for several within 5 minutes), or a `daily` digest at 09:00 in the card's time zone. They go to active admins and to the member who created the card, or to the owners. For a card created by a program, they are sent only if this is set.")] = None,
    idempotency_key: IdempotencyKey = None,
    common: Common = Common(),
) -> None:
    """Create a card.

    Takes one card from the bundle purchase in the same transaction.

    A restricted key needs the scope `cards.write`.
    """
    perform(Call("POST", "/api/cards", "record", keyed=True, objects=("collection",)), common, query={"dry_run": dry_run}, body={"title": title, "sender": sender, "template_id": template_id, "collection.add_money": collection__add_money, "collection.see_total": collection__see_total, "collection.see_contributors": collection__see_contributors, "collection.add_cash": collection__add_cash, "collection.restrict_cash": collection__restrict_cash, "collection.currency": collection__currency, "collection.see_contributor_names": collection__see_contributor_names, "collection.suggested_amounts": collection__suggested_amounts, "collection.min_amount": collection__min_amount, "collection.max_amount": collection__max_amount, "collection.goal_amount": collection__goal_amount, "bundle_purchase_id": bundle_purchase_id, "recipient": recipient, "recipient_email": recipient_email, "recipients": objects(recipients, "recipients"), "audio_file.name": audio_file__name, "audio_file.url": audio_file__url, "card_type": card_type, "auto_reminders": auto_reminders, "public_read": public_read, "contribution_end_date": contribution_end_date, "contribution_limit": contribution_limit, "custom_logo": custom_logo, "custom_effect": custom_effect, "extra_data": extra_data, "palette": palette, "cover_text": cover_text, "moderation": moderation, "see_notes": see_notes, "timezone": timezone, "locale": locale, "shared_link": shared_link, "external_id": external_id, "reply_to": reply_to, "organiser_mail": organiser_mail}, idempotency_key=idempotency_key)


@cards.command(name="retrieve")
def cards_retrieve(
    card_id: Annotated[str, Parameter(name=["--card-id", "--card"], help="Id of the card.")],
    *,
    common: Common = Common(),
) -> None:
    """Retrieve a card.

    Returns the fields of the card that the caller can see.

    For the owner and all admins of the card.

    A restricted key needs the scope `cards.read`.
    """
    perform(Call("GET", "/api/cards/{card_id}", "record"), common, segments={"card_id": card_id})


@cards.command(name="update")
def cards_update(
    card_id: Annotated[str, Parameter(name=["--card-id", "--card"], help="Id of the card.")],
    *,
    dry_run: Annotated[bool | None, Parameter(name=["--dry-run"], negative=(), help="Executes the request and rolls it back. The response has status 200, the resulting record, and `dry_run` with messages, refunds and cards left. Errors are the same as for the request.")] = None,
    title: Annotated[str | None, Parameter(name=["--title"], help="Title of the card.")] = None,
    sender: Annotated[str | None, Parameter(name=["--sender"], help="Name of the sender, as shown on the card.")] = None,
    template_id: Annotated[str | None, Parameter(name=["--template-id", "--template"], help="Template of the card, from `GET /api/templates`.")] = None,
    collection__add_money: Annotated[Literal["everyone", "contributors", "recipient", "admins", "nobody"] | None, Parameter(name=["--collection.add-money"], help="Who can add money.")] = None,
    collection__see_total: Annotated[Literal["everyone", "contributors", "recipient", "admins", "nobody"] | None, Parameter(name=["--collection.see-total"], help="Who can see the total.")] = None,
    collection__see_contributors: Annotated[Literal["everyone", "contributors", "recipient", "admins", "nobody"] | None, Parameter(name=["--collection.see-contributors"], help="Who can see who gave money.")] = None,
    collection__add_cash: Annotated[bool | None, Parameter(name=["--collection.add-cash"], help="Whether cash can be pledged. Cash is handed over outside the service.")] = None,
    collection__restrict_cash: Annotated[bool | None, Parameter(name=["--collection.restrict-cash"], help="Whether only holders of an invitation link can pledge cash.")] = None,
    collection__currency: Annotated[str | None, Parameter(name=["--collection.currency"], help="ISO 4217 currency code.")] = None,
    collection__see_contributor_names: Annotated[int | None, Parameter(name=["--collection.see-contributor-names"], converter=whole, help="Who can see the names on notes: 0 everyone, 1 contributors and the recipient, 2 the recipient and admins, 3 admins.")] = None,
    collection__suggested_amounts: Annotated[list[int] | None, Parameter(name=["--collection.suggested-amounts"], negative=(), converter=whole, help="Suggested amounts, in minor units.")] = None,
    collection__min_amount: Annotated[int | None, Parameter(name=["--collection.min-amount"], converter=whole, help="Smallest amount of a gift, in minor units.")] = None,
    collection__max_amount: Annotated[int | None, Parameter(name=["--collection.max-amount"], converter=whole, help="Largest amount of a gift, in minor units.")] = None,
    collection__goal_amount: Annotated[int | None, Parameter(name=["--collection.goal-amount"], converter=whole, help="Amount to collect, in minor units.")] = None,
    recipient: Annotated[str | None, Parameter(name=["--recipient"], help="Name of the first recipient.")] = None,
    recipient_email: Annotated[str | None, Parameter(name=["--recipient-email"], help="Email address of the first recipient.")] = None,
    recipients: Annotated[list[str] | None, Parameter(name=["--recipients"], negative=(), help="Recipients of the card. Members: name, email, phone, locale, external_id. JSON, member=value,... or @FILE with a JSON array; repeatable.")] = None,
    audio_file__name: Annotated[str | None, Parameter(name=["--audio-file.name"], help="Display name.")] = None,
    audio_file__url: Annotated[str | None, Parameter(name=["--audio-file.url"], help="URL of the audio file.")] = None,
    auto_reminders: Annotated[bool | None, Parameter(name=["--auto-reminders"], help="Whether invitees who have not signed are reminded.")] = None,
    public_read: Annotated[bool | None, Parameter(name=["--public-read"], help="Whether the finished card has a public view link.")] = None,
    contribution_end_date: Annotated[str | None, Parameter(name=["--contribution-end-date"], help="When contributing ends. A date is the end of that day; a time without offset is in `timezone`.")] = None,
    contribution_limit: Annotated[int | None, Parameter(name=["--contribution-limit"], converter=whole, help="Maximum number of contributions; 0 for no limit.")] = None,
    custom_logo: Annotated[str | None, Parameter(name=["--custom-logo"], help="URL of a logo. It is shown once the server has copied it to the media store.")] = None,
    custom_effect: Annotated[Literal["confetti", "balloons", "streamers", "planes", "sparks", "petals", "stars", "caps", "steam", "lights", "snow", "glow", "hearts", "none"] | None, Parameter(name=["--custom-effect"], help="Effect that plays when the card is opened. Default: the template's effect.")] = None,
    extra_data: Annotated[str | None, Parameter(name=["--extra-data"], help="Your own data, stored unchanged and visible only to the owner.")] = None,
    palette: Annotated[str | None, Parameter(name=["--palette"], help="Name of a palette of the template. Default: its first palette.")] = None,
    cover_text: Annotated[list[str] | None, Parameter(name=["--cover-text"], negative=(), help="Text on the cover, line by line. A line that is only a number is large in some designs.")] = None,
    moderation: Annotated[Literal["off", "pre", "post"] | None, Parameter(name=["--moderation"], help="When notes are reviewed: never (`off`), or before (`pre`) or after (`post`) they are published.")] = None,
    see_notes: Annotated[Literal["everyone", "signed", "nobody"] | None, Parameter(name=["--see-notes"], help="Who can read published notes before the card is closed: everyone with a signing link (`everyone`), those who have signed (`signed`), or only admins and the owner (`nobody`).")] = None,
    timezone: Annotated[str | None, Parameter(name=["--timezone"], help="IANA time zone.")] = None,
    locale: Annotated[str | None, Parameter(name=["--locale"], help="Language tag (BCP 47).")] = None,
    shared_link: Annotated[bool | None, Parameter(name=["--shared-link"], help="Whether the card has a shared signing link. Personal cards never have one.")] = None,
    external_id: Annotated[str | None, Parameter(name=["--external-id", "--external"], help="Your own identifier for the card, unique within your account.")] = None,
    reply_to: Annotated[str | None, Parameter(name=["--reply-to"], help="Email address for replies to the card's emails. Without it, they state that replies aren't read.")] = None,
    organiser_mail: Annotated[Literal["none", "each", "daily"] | None, Parameter(name=["--organiser-mail"], help="Emails to organisers about the open card: none, one for `each` event (or for several within 5 minutes), or a `daily` digest at 09:00 in the card's time zone. They go to active admins and to the member who created the card, or to the owners. For a card created by a program, they are sent only if this is set.")] = None,
    if_match: IfMatch | None = None,
    clear: Clear = None,
    common: Common = Common(),
) -> None:
    """Update a card.

    For the owner of the card, and admins with `can_update`.

    A restricted key needs the scope `cards.write`.
    """
    perform(Call("PATCH", "/api/cards/{card_id}", "record"), common, segments={"card_id": card_id}, query={"dry_run": dry_run}, body={"title": title, "sender": sender, "template_id": template_id, "collection.add_money": collection__add_money, "collection.see_total": collection__see_total, "collection.see_contributors": collection__see_contributors, "collection.add_cash": collection__add_cash, "collection.restrict_cash": collection__restrict_cash, "collection.currency": collection__currency, "collection.see_contributor_names": collection__see_contributor_names, "collection.suggested_amounts": collection__suggested_amounts, "collection.min_amount": collection__min_amount, "collection.max_amount": collection__max_amount, "collection.goal_amount": collection__goal_amount, "recipient": recipient, "recipient_email": recipient_email, "recipients": objects(recipients, "recipients"), "audio_file.name": audio_file__name, "audio_file.url": audio_file__url, "auto_reminders": auto_reminders, "public_read": public_read, "contribution_end_date": contribution_end_date, "contribution_limit": contribution_limit, "custom_logo": custom_logo, "custom_effect": custom_effect, "extra_data": extra_data, "palette": palette, "cover_text": cover_text, "moderation": moderation, "see_notes": see_notes, "timezone": timezone, "locale": locale, "shared_link": shared_link, "external_id": external_id, "reply_to": reply_to, "organiser_mail": organiser_mail}, if_match=if_match, clear=clear)


@cards.command(name="delete")
def cards_delete(
    card_id: Annotated[str, Parameter(name=["--card-id", "--card"], help="Id of the card.")],
    *,
    dry_run: Annotated[bool | None, Parameter(name=["--dry-run"], negative=(), help="Executes the request and rolls it back. The response has status 200, the resulting record, and `dry_run` with messages, refunds and cards left. Errors are the same as for the request.")] = None,
    if_match: IfMatch | None = None,
    common: Common = Common(),
) -> None:
    """Delete a card.

    The card, its links and its admins' access end immediately; its data is erased within 30 days.

    Open payment pages are closed at the provider.

    For the owner of the card. If a pledge or an open payment ends, a restricted key also needs `money.write`.

    A restricted key needs the scope `cards.write`.
    """
    perform(Call("DELETE", "/api/cards/{card_id}", "record"), common, segments={"card_id": card_id}, query={"dry_run": dry_run}, if_match=if_match)


@cards.command(name="explain-access")
def cards_explain_access(
    card_id: Annotated[str, Parameter(name=["--card-id", "--card"], help="Id of the card.")],
    *,
    as_: Annotated[Literal["everyone", "contributor", "recipient", "admin", "owner"] | None, Parameter(name=["--as"], help="Audience to explain: `everyone` has the shared link, `contributor` an invitation link, `recipient` a view link. Default: your own role.")] = None,
    common: Common = Common(),
) -> None:
    """Explain access to a card.

    Returns what the audience can see and do with the notes, money and names on the card, and why.

    The API, the pages and exports apply the same rules.

    For the owner and all admins of the card.

    A restricted key needs the scope `cards.read`.
    """
    perform(Call("GET", "/api/cards/{card_id}/access", "record"), common, segments={"card_id": card_id}, query={"as": as_})


@cards.command(name="close")
def cards_close(
    card_id: Annotated[str, Parameter(name=["--card-id", "--card"], help="Id of the card.")],
    *,
    dry_run: Annotated[bool | None, Parameter(name=["--dry-run"], negative=(), help="Executes the request and rolls it back. The response has status 200, the resulting record, and `dry_run` with messages, refunds and cards left. Errors are the same as for the request.")] = None,
    if_match: IfMatch | None = None,
    idempotency_key: IdempotencyKey = None,
    common: Common = Common(),
) -> None:
    """Close a card.

    A closed card accepts no more notes, edits, money or invitations.

    Closing an empty card returns a warning.

    For the owner of the card, and admins with `can_update`.

    A restricted key needs the scope `cards.write`.
    """
    perform(Call("POST", "/api/cards/{card_id}/close", "record", keyed=True), common, segments={"card_id": card_id}, query={"dry_run": dry_run}, if_match=if_match, idempotency_key=idempotency_key)


@cards.command(name="reopen")
def cards_reopen(
    card_id: Annotated[str, Parameter(name=["--card-id", "--card"], help="Id of the card.")],
    *,
    dry_run: Annotated[bool | None, Parameter(name=["--dry-run"], negative=(), help="Executes the request and rolls it back. The response has status 200, the resulting record, and `dry_run` with messages, refunds and cards left. Errors are the same as for the request.")] = None,
    contribution_end_date: Annotated[str | None, Parameter(name=["--contribution-end-date"], help="When contributing ends. A date is the end of that day; a time without offset is in `timezone`.")] = None,
    if_match: IfMatch | None = None,
    idempotency_key: IdempotencyKey = None,
    common: Common = Common(),
) -> None:
    """Reopen a closed card.

    For the owner of the card, and admins with `can_update`.

    A restricted key needs the scope `cards.write`.
    """
    perform(Call("POST", "/api/cards/{card_id}/reopen", "record", keyed=True), common, segments={"card_id": card_id}, query={"dry_run": dry_run}, body={"contribution_end_date": contribution_end_date}, if_match=if_match, idempotency_key=idempotency_key)


@cards.command(name="cancel")
def cards_cancel(
    card_id: Annotated[str, Parameter(name=["--card-id", "--card"], help="Id of the card.")],
    *,
    dry_run: Annotated[bool | None, Parameter(name=["--dry-run"], negative=(), help="Executes the request and rolls it back. The response has status 200, the resulting record, and `dry_run` with messages, refunds and cards left. Errors are the same as for the request.")] = None,
    refund: Annotated[bool | None, Parameter(name=["--refund"], help="Refund all payments, then cancel the card; requires `If-Match` and `Idempotency-Key`. If false, a card with money cannot be cancelled. Default: `false`.")] = None,
    if_match: IfMatch | None = None,
    idempotency_key: IdempotencyKey = None,
    common: Common = Common(),
) -> None:
    """Cancel a card.

    The card's unit returns to its bundle if nobody was invited and nobody has signed.

    With `refund`, a card with money is closed immediately, and `cancelled` once all refunds are complete; until then, `cancelling_at` is the time of the request. If a refund fails, the card stays closed with its money and the event `card.cancel_failed` is recorded. Cancel the card again to retry.

    Pledged cash that has not been received is dropped, and open payment pages are closed at the provider. A card with confirmed cash cannot be cancelled.

    For the owner of the card. If a pledge or an open payment ends, a restricted key also needs `money.write`. With `refund`: for owners of the account, not for members.

    A restricted key needs the scope `cards.write`. With money, also `money.write`.
    """
    perform(Call("POST", "/api/cards/{card_id}/cancel", "record", keyed=True), common, segments={"card_id": card_id}, query={"dry_run": dry_run}, body={"refund": refund}, if_match=if_match, idempotency_key=idempotency_key)


@cards.command(name="rotate-link")
def cards_rotate_link(
    card_id: Annotated[str, Parameter(name=["--card-id", "--card"], help="Id of the card.")],
    *,
    link: Annotated[Literal["shared", "public_view", "recipient", "invitation"], Parameter(name=["--link"], help="The link to replace: shared, public view, recipient's view or invitation link.")],
    dry_run: Annotated[bool | None, Parameter(name=["--dry-run"], negative=(), help="Executes the request and rolls it back. The response has status 200, the resulting record, and `dry_run` with messages, refunds and cards left. Errors are the same as for the request.")] = None,
    recipient_id: Annotated[str | None, Parameter(name=["--recipient-id", "--recipient"], help="ID of the recipient, if `link` is `recipient`.")] = None,
    invite_id: Annotated[str | None, Parameter(name=["--invite-id", "--invite"], help="ID of the invitation, if `link` is `invitation`.")] = None,
    idempotency_key: IdempotencyKey = None,
    common: Common = Common(),
) -> None:
    """Rotate a link of a card.

    The old link stops working immediately. No message is sent; resend an invitation to send its new link.

    For the owner of the card.

    A restricted key needs the scope `cards.write`.
    """
    perform(Call("POST", "/api/cards/{card_id}/links/rotate", "record", keyed=True), common, segments={"card_id": card_id}, query={"dry_run": dry_run}, body={"link": link, "recipient_id": recipient_id, "invite_id": invite_id}, idempotency_key=idempotency_key)


@cards.command(name="duplicate")
def cards_duplicate(
    card_id: Annotated[str, Parameter(name=["--card-id", "--card"], help="Id of the card.")],
    *,
    dry_run: Annotated[bool | None, Parameter(name=["--dry-run"], negative=(), help="Executes the request and rolls it back. The response has status 200, the resulting record, and `dry_run` with messages, refunds and cards left. Errors are the same as for the request.")] = None,
    title: Annotated[str | None, Parameter(name=["--title"], help="Title of the card.")] = None,
    template_id: Annotated[str | None, Parameter(name=["--template-id", "--template"], help="Template of the card, from `GET /api/templates`.")] = None,
    contribution_end_date: Annotated[str | None, Parameter(name=["--contribution-end-date"], help="When contributing ends. A date is the end of that day; a time without offset is in `timezone`.")] = None,
    bundle_purchase_id: Annotated[str | None, Parameter(name=["--bundle-purchase-id", "--bundle-purchase"], help="Bundle purchase from which the card is taken. Default: the first available purchase.")] = None,
    external_id: Annotated[str | None, Parameter(name=["--external-id", "--external"], help="Your own identifier for the card, unique within your account.")] = None,
    idempotency_key: IdempotencyKey = None,
    common: Common = Common(),
) -> None:
    """Duplicate a card.

    The new card has the settings of the original, but no recipients, invitations, contributions or admins.

    The new card is taken from a bundle purchase. Without `contribution_end_date`, it has no end. Without `template_id`, it has the design of the original; if that design has been retired, choose another one.

    For the owner of the card.

    A restricted key needs the scope `cards.write`.
    """
    perform(Call("POST", "/api/cards/{card_id}/duplicate", "record", keyed=True), common, segments={"card_id": card_id}, query={"dry_run": dry_run}, body={"title": title, "template_id": template_id, "contribution_end_date": contribution_end_date, "bundle_purchase_id": bundle_purchase_id, "external_id": external_id}, idempotency_key=idempotency_key)


@cards.command(name="archive")
def cards_archive(
    card_id: Annotated[str, Parameter(name=["--card-id", "--card"], help="Id of the card.")],
    *,
    dry_run: Annotated[bool | None, Parameter(name=["--dry-run"], negative=(), help="Executes the request and rolls it back. The response has status 200, the resulting record, and `dry_run` with messages, refunds and cards left. Errors are the same as for the request.")] = None,
    if_match: IfMatch | None = None,
    idempotency_key: IdempotencyKey = None,
    common: Common = Common(),
) -> None:
    """Archive a closed card.

    An archived card is read-only.

    For the owner of the card.

    A restricted key needs the scope `cards.write`.
    """
    perform(Call("POST", "/api/cards/{card_id}/archive", "record", keyed=True), common, segments={"card_id": card_id}, query={"dry_run": dry_run}, if_match=if_match, idempotency_key=idempotency_key)


@cards.command(name="preview")
def cards_preview(
    card_id: Annotated[str, Parameter(name=["--card-id", "--card"], help="Id of the card.")],
    *,
    dry_run: Annotated[bool | None, Parameter(name=["--dry-run"], negative=(), help="Executes the request and rolls it back. The response has status 200, the resulting record, and `dry_run` with messages, refunds and cards left. Errors are the same as for the request.")] = None,
    as_: Annotated[Literal["everyone", "contributor", "recipient", "admin"] | None, Parameter(name=["--as"], help="Whose view to show: `everyone` has the public view link, `contributor` has signed, `recipient` has a view link, `admin` is an admin of the card. Default: `recipient`.")] = None,
    idempotency_key: IdempotencyKey = None,
    common: Common = Common(),
) -> None:
    """Preview a card.

    Returns a link, valid for one hour, that shows the card as the audience will see it once it is closed.

    Without a body, the audience is the recipient. Unpublished notes are not shown to any audience.

    For the owner and all admins of the card.

    A restricted key needs the scope `cards.read`.
    """
    perform(Call("POST", "/api/cards/{card_id}/preview", "record", keyed=True), common, segments={"card_id": card_id}, query={"dry_run": dry_run}, body={"as": as_}, idempotency_key=idempotency_key)


@cards.command(name="list-payments")
def cards_list_payments(
    card_id: Annotated[str, Parameter(name=["--card-id", "--card"], help="Id of the card.")],
    *,
    limit: Annotated[int | None, Parameter(name=["--limit"], converter=whole, help="Maximum number of records to return; 1,000 if omitted.")] = None,
    cursor: Annotated[str | None, Parameter(name=["--cursor"], help="The `next_cursor` of the previous page.")] = None,
    status: Annotated[Literal["pending", "processing", "succeeded", "partially_refunded", "refunded", "disputed", "lost", "failed", "cancelled"] | None, Parameter(name=["--status"], help="Return only payments with this status.")] = None,
    all_pages: AllPages = False,
    common: Common = Common(),
) -> None:
    """List the payments of a card.

    Returns payments with their refunds, newest first, including failed and unfinished ones.

    For the owner of the card.

    A restricted key needs the scope `money.read`.
    """
    perform(Call("GET", "/api/cards/{card_id}/payments", "list"), common, segments={"card_id": card_id}, query={"limit": limit, "cursor": cursor, "status": status}, all_pages=all_pages)


@cards.command(name="export-movements")
def cards_export_movements(
    card_id: Annotated[str, Parameter(name=["--card-id", "--card"], help="Id of the card.")],
    *,
    common: Common = Common(),
) -> None:
    """Export the transfers of a card.

    Returns a CSV file with one line per transfer of the double-entry ledger, oldest first.

    The owner sees all transfers. An admin sees the same amounts and names as in the list of contributions, but no lines for contributions whose money is not visible there.

    For the owner and all admins of the card.

    A restricted key needs the scope `money.read`.
    """
    perform(Call("GET", "/api/cards/{card_id}/movements.csv", "file"), common, segments={"card_id": card_id})


@cards.command(name="retrieve-money-chart")
def cards_retrieve_money_chart(
    card_id: Annotated[str, Parameter(name=["--card-id", "--card"], help="Id of the card.")],
    *,
    common: Common = Common(),
) -> None:
    """Retrieve the money chart of a card.

    Returns an HTML page without scripts in the card's language: daily amounts, running total and goal.

    Requires the right to see the total.

    For the owner and all admins of the card.

    A restricted key needs the scope `money.read`.
    """
    perform(Call("GET", "/api/cards/{card_id}/money-chart", "file"), common, segments={"card_id": card_id})


@cards.command(name="remind")
def cards_remind(
    card_id: Annotated[str, Parameter(name=["--card-id", "--card"], help="Id of the card.")],
    *,
    dry_run: Annotated[bool | None, Parameter(name=["--dry-run"], negative=(), help="Executes the request and rolls it back. The response has status 200, the resulting record, and `dry_run` with messages, refunds and cards left. Errors are the same as for the request.")] = None,
    preview: Annotated[bool | None, Parameter(name=["--preview"], help="Whether only to count invitees. Nothing is sent. Default: `false`.")] = None,
    skip_messaged_today: Annotated[bool | None, Parameter(name=["--skip-messaged-today"], help="Whether to skip invitees who were already sent a message about the card on this day (in the card's `timezone`), such as the invitation. Default: `false`.")] = None,
    idempotency_key: IdempotencyKey = None,
    common: Common = Common(),
) -> None:
    """Remind the invitees who have not signed a card.

    Reminds each invitee at most once a day, and at most five times in all, including automatic reminders. The daily limits on messages to an address apply.

    For the owner of the card, and admins with `invite_contributors`.

    A restricted key needs the scope `people.invite`.
    """
    perform(Call("POST", "/api/cards/{card_id}/remind", "record", keyed=True), common, segments={"card_id": card_id}, query={"dry_run": dry_run}, body={"preview": preview, "skip_messaged_today": skip_messaged_today}, idempotency_key=idempotency_key)


@cards.command(name="export-notes")
def cards_export_notes(
    card_id: Annotated[str, Parameter(name=["--card-id", "--card"], help="Id of the card.")],
    *,
    common: Common = Common(),
) -> None:
    """Export the notes of a card.

    Returns a CSV file with one line per note of any status, except deleted ones, oldest first.

    Names and numbers of reports are the same as in the list of contributions. `media` is the number of files.

    For the owner and all admins of the card.

    A restricted key needs the scope `cards.read`.
    """
    perform(Call("GET", "/api/cards/{card_id}/notes.csv", "file"), common, segments={"card_id": card_id})


@handovers.command(name="create")
def handovers_create(
    card_id: Annotated[str, Parameter(name=["--card-id", "--card"], help="Id of the card.")],
    *,
    method: Annotated[Literal["bank_transfer", "cash", "other", "present", "voucher"], Parameter(name=["--method"], help="How the recipient got the money.")],
    amount: Annotated[int, Parameter(name=["--amount"], converter=whole, help="Amount in minor units of the card's currency, at most `collected`.")],
    dry_run: Annotated[bool | None, Parameter(name=["--dry-run"], negative=(), help="Executes the request and rolls it back. The response has status 200, the resulting record, and `dry_run` with messages, refunds and cards left. Errors are the same as for the request.")] = None,
    note: Annotated[str | None, Parameter(name=["--note"], help="Note shown to contributors and the recipient.")] = None,
    url: Annotated[str | None, Parameter(name=["--url"], help="https URL of the gift, such as a voucher. Only the recipient's page and the owner's record show it.")] = None,
    if_match: IfMatch | None = None,
    idempotency_key: IdempotencyKey = None,
    common: Common = Common(),
) -> None:
    """Record how the collected money of a card reached its recipient.

    Contributors and the recipient see the handover on their pages, and its amount if they can see the total.

    The money itself is handed over outside the service. A card has one handover, which is part of its record. You can update it later, for example to add the URL of a voucher. It is kept if money is refunded afterwards.

    For the owner of the card.

    A restricted key needs the scope `money.write`.
    """
    perform(Call("POST", "/api/cards/{card_id}/handover", "record", keyed=True), common, segments={"card_id": card_id}, query={"dry_run": dry_run}, body={"method": method, "amount": amount, "note": note, "url": url}, if_match=if_match, idempotency_key=idempotency_key)


@handovers.command(name="update")
def handovers_update(
    card_id: Annotated[str, Parameter(name=["--card-id", "--card"], help="Id of the card.")],
    *,
    dry_run: Annotated[bool | None, Parameter(name=["--dry-run"], negative=(), help="Executes the request and rolls it back. The response has status 200, the resulting record, and `dry_run` with messages, refunds and cards left. Errors are the same as for the request.")] = None,
    method: Annotated[Literal["bank_transfer", "cash", "other", "present", "voucher"] | None, Parameter(name=["--method"], help="How the recipient got the money.")] = None,
    amount: Annotated[int | None, Parameter(name=["--amount"], converter=whole, help="Amount in minor units of the card's currency, at most `collected`.")] = None,
    note: Annotated[str | None, Parameter(name=["--note"], help="Note shown to contributors and the recipient.")] = None,
    url: Annotated[str | None, Parameter(name=["--url"], help="https URL of the gift, such as a voucher. Only the recipient's page and the owner's record show it.")] = None,
    if_match: IfMatch | None = None,
    clear: Clear = None,
    common: Common = Common(),
) -> None:
    """Update the handover of a card.

    The previous values are not kept. The time of the handover does not change.

    For the owner of the card.

    A restricted key needs the scope `money.write`.
    """
    perform(Call("PATCH", "/api/cards/{card_id}/handover", "record"), common, segments={"card_id": card_id}, query={"dry_run": dry_run}, body={"method": method, "amount": amount, "note": note, "url": url}, if_match=if_match, clear=clear)


@handovers.command(name="delete")
def handovers_delete(
    card_id: Annotated[str, Parameter(name=["--card-id", "--card"], help="Id of the card.")],
    *,
    dry_run: Annotated[bool | None, Parameter(name=["--dry-run"], negative=(), help="Executes the request and rolls it back. The response has status 200, the resulting record, and `dry_run` with messages, refunds and cards left. Errors are the same as for the request.")] = None,
    if_match: IfMatch | None = None,
    common: Common = Common(),
) -> None:
    """Delete the handover of a card, for example after recording it on the wrong card.

    Returns the card.

    For the owner of the card.

    A restricted key needs the scope `money.write`.
    """
    perform(Call("DELETE", "/api/cards/{card_id}/handover", "record"), common, segments={"card_id": card_id}, query={"dry_run": dry_run}, if_match=if_match)


@walls.command(name="retrieve")
def walls_retrieve(
    card_id: Annotated[str, Parameter(name=["--card-id", "--card"], help="Id of the card.")],
    *,
    common: Common = Common(),
) -> None:
    """Retrieve the wall of a card.

    For the owner of the card.

    A restricted key needs the scope `cards.read`.
    """
    perform(Call("GET", "/api/cards/{card_id}/wall", "record"), common, segments={"card_id": card_id})


@walls.command(name="create")
def walls_create(
    card_id: Annotated[str, Parameter(name=["--card-id", "--card"], help="Id of the card.")],
    *,
    dry_run: Annotated[bool | None, Parameter(name=["--dry-run"], negative=(), help="Executes the request and rolls it back. The response has status 200, the resulting record, and `dry_run` with messages, refunds and cards left. Errors are the same as for the request.")] = None,
    idempotency_key: IdempotencyKey = None,
    common: Common = Common(),
) -> None:
    """Create a wall of a card: a page for a screen that shows notes as they are published.

    Returns the card's wall; creates it only if the card has none.

    The wall shows published notes to everyone with its link, even before the card is closed. It does not show money or notes that are only for recipients, and shows names only if `see_contributor_names` is 0.

    For the owner of the card.

    A restricted key needs the scope `cards.write`.
    """
    perform(Call("POST", "/api/cards/{card_id}/wall", "record", keyed=True), common, segments={"card_id": card_id}, query={"dry_run": dry_run}, idempotency_key=idempotency_key)


@walls.command(name="delete")
def walls_delete(
    card_id: Annotated[str, Parameter(name=["--card-id", "--card"], help="Id of the card.")],
    *,
    dry_run: Annotated[bool | None, Parameter(name=["--dry-run"], negative=(), help="Executes the request and rolls it back. The response has status 200, the resulting record, and `dry_run` with messages, refunds and cards left. Errors are the same as for the request.")] = None,
    common: Common = Common(),
) -> None:
    """Delete the wall of a card. Its link stops working immediately; a wall created later has a new link.

    For the owner of the card.

    A restricted key needs the scope `cards.write`.
    """
    perform(Call("DELETE", "/api/cards/{card_id}/wall", "nothing"), common, segments={"card_id": card_id}, query={"dry_run": dry_run})


@thanks.command(name="list")
def thanks_list(
    card_id: Annotated[str, Parameter(name=["--card-id", "--card"], help="Id of the card.")],
    *,
    common: Common = Common(),
) -> None:
    """List the thank-you messages of a card.

    Returns up to 1,000 messages, in the order of the recipients, each with its photo and recording.

    For the owner and all admins of the card.

    A restricted key needs the scope `cards.read`.
    """
    perform(Call("GET", "/api/cards/{card_id}/thanks", "list"), common, segments={"card_id": card_id})


@reports.command(name="list")
def reports_list(
    card_id: Annotated[str, Parameter(name=["--card-id", "--card"], help="Id of the card.")],
    *,
    limit: Annotated[int | None, Parameter(name=["--limit"], converter=whole, help="Maximum number of records to return; 1,000 if omitted.")] = None,
    cursor: Annotated[str | None, Parameter(name=["--cursor"], help="The `next_cursor` of the previous page.")] = None,
    all_pages: AllPages = False,
    common: Common = Common(),
) -> None:
    """List the reported notes of a card.

    Returns the reports by note, newest note first. Publish, hide or reject a note to moderate it.

    For the owner of the card, and admins with `can_update`.

    A restricted key needs the scope `cards.read`.
    """
    perform(Call("GET", "/api/cards/{card_id}/reports", "list"), common, segments={"card_id": card_id}, query={"limit": limit, "cursor": cursor}, all_pages=all_pages)


@card_batches.command(name="create")
def card_batches_create(
    *,
    sender: Annotated[str, Parameter(name=["--sender"], help="Name of the sender, as shown on the card.")],
    cards: Annotated[list[str], Parameter(name=["--cards"], negative=(), help="The cards to create. Members: title, template_id, recipient, recipient_email, contribution_end_date. JSON, member=value,... or @FILE with a JSON array; repeatable.")],
    dry_run: Annotated[bool | None, Parameter(name=["--dry-run"], negative=(), help="Executes the request and rolls it back. The response has status 200, the resulting record, and `dry_run` with messages, refunds and cards left. Errors are the same as for the request.")] = None,
    timezone: Annotated[str | None, Parameter(name=["--timezone"], help="IANA time zone.")] = None,
    locale: Annotated[str | None, Parameter(name=["--locale"], help="Language tag (BCP 47).")] = None,
    idempotency_key: IdempotencyKey = None,
    common: Common = Common(),
) -> None:
    """Create a batch of cards.

    Creates the cards in the background: all of them, or none if one cannot be created.

    Each card counts as one request. `GET /api/card-batches/{card_batch_id}` returns the outcome.

    A restricted key needs the scope `cards.write`.
    """
    perform(Call("POST", "/api/card-batches", "record", keyed=True), common, query={"dry_run": dry_run}, body={"sender": sender, "cards": objects(cards, "cards"), "timezone": timezone, "locale": locale}, idempotency_key=idempotency_key)


@card_batches.command(name="check")
def card_batches_check(
    *,
    sender: Annotated[str, Parameter(name=["--sender"], help="Name of the sender, as shown on the card.")],
    cards: Annotated[list[str], Parameter(name=["--cards"], negative=(), help="The cards to create. Members: title, template_id, recipient, recipient_email, contribution_end_date. JSON, member=value,... or @FILE with a JSON array; repeatable.")],
    timezone: Annotated[str | None, Parameter(name=["--timezone"], help="IANA time zone.")] = None,
    locale: Annotated[str | None, Parameter(name=["--locale"], help="Language tag (BCP 47).")] = None,
    idempotency_key: IdempotencyKey = None,
    common: Common = Common(),
) -> None:
    """Check a card batch without creating anything.

    Nothing is stored. The response lists all faults at once, each with a pointer to the field of its card.

    A restricted key needs the scope `cards.write`.
    """
    perform(Call("POST", "/api/card-batches/check", "record", keyed=True), common, body={"sender": sender, "cards": objects(cards, "cards"), "timezone": timezone, "locale": locale}, idempotency_key=idempotency_key)


@card_batches.command(name="retrieve")
def card_batches_retrieve(
    card_batch_id: Annotated[str, Parameter(name=["--card-batch-id", "--card-batch"], help="Id of the card batch.")],
    *,
    common: Common = Common(),
) -> None:
    """Retrieve a card batch.

    Operates on the caller's account.

    A restricted key needs the scope `cards.read`.
    """
    perform(Call("GET", "/api/card-batches/{card_batch_id}", "record"), common, segments={"card_batch_id": card_batch_id})


@payments.command(name="list")
def payments_list(
    *,
    limit: Annotated[int | None, Parameter(name=["--limit"], converter=whole, help="Maximum number of records to return.")] = None,
    cursor: Annotated[str | None, Parameter(name=["--cursor"], help="The `next_cursor` of the previous page.")] = None,
    card_id: Annotated[str | None, Parameter(name=["--card-id", "--card"], help="Return only payments to this card.")] = None,
    status: Annotated[Literal["pending", "processing", "succeeded", "partially_refunded", "refunded", "disputed", "lost", "failed", "cancelled"] | None, Parameter(name=["--status"], help="Return only payments with this status.")] = None,
    provider_payment_id: Annotated[str | None, Parameter(name=["--provider-payment-id", "--provider-payment"], help="Return only the payment with this ID at the provider.")] = None,
    mismatched: Annotated[Literal["true"] | None, Parameter(name=["--mismatched"], help="Return only payments that the provider's reports contradict.")] = None,
    created_after: Annotated[str | None, Parameter(name=["--created-after"], help="Return only payments created after this time. A date means the start of that day. Dates, and times without an offset, are in the account's time zone.")] = None,
    created_before: Annotated[str | None, Parameter(name=["--created-before"], help="Return only payments created before this time. A date means the start of that day. Dates, and times without an offset, are in the account's time zone.")] = None,
    all_pages: AllPages = False,
    common: Common = Common(),
) -> None:
    """List payments.

    Returns payments for bundles and contributions with their refunds, newest first, including failed and unfinished ones. A member who is not an owner sees only payments for cards.

    A restricted key needs the scope `money.read`.
    """
    perform(Call("GET", "/api/payments", "list"), common, query={"limit": limit, "cursor": cursor, "card_id": card_id, "status": status, "provider_payment_id": provider_payment_id, "mismatched": mismatched, "created_after": created_after, "created_before": created_before}, all_pages=all_pages)


@payments.command(name="retrieve")
def payments_retrieve(
    payment_id: Annotated[str, Parameter(name=["--payment-id", "--payment"], help="Id of the payment.")],
    *,
    common: Common = Common(),
) -> None:
    """Retrieve a payment.

    Returns the payment with its refunds. A member who is not an owner can read only payments for cards.

    A restricted key needs the scope `money.read`.
    """
    perform(Call("GET", "/api/payments/{payment_id}", "record"), common, segments={"payment_id": payment_id})


@payments.command(name="cancel")
def payments_cancel(
    payment_id: Annotated[str, Parameter(name=["--payment-id", "--payment"], help="Id of the payment.")],
    *,
    idempotency_key: IdempotencyKey = None,
    common: Common = Common(),
) -> None:
    """Cancel an open payment.

    Closes the page at the provider, so that nobody can pay in an open tab.

    Cancelling a cancelled payment has no effect. If the payer has already paid, the payment succeeds and can be refunded.

    For owners of the account, not for members.

    A restricted key needs the scope `money.write`.
    """
    perform(Call("POST", "/api/payments/{payment_id}/cancel", "record", keyed=True), common, segments={"payment_id": payment_id}, idempotency_key=idempotency_key)


@refunds.command(name="create")
def refunds_create(
    payment_id: Annotated[str, Parameter(name=["--payment-id", "--payment"], help="Id of the payment.")],
    *,
    dry_run: Annotated[bool | None, Parameter(name=["--dry-run"], negative=(), help="Executes the request and rolls it back. The response has status 200, the resulting record, and `dry_run` with messages, refunds and cards left. Errors are the same as for the request.")] = None,
    amount: Annotated[int | None, Parameter(name=["--amount"], converter=whole, help="Amount in minor units of the currency. Default: the refundable amount.")] = None,
    if_match: IfMatch,
    idempotency_key: IdempotencyKey = None,
    common: Common = Common(),
) -> None:
    """Refund a payment.

    Refunds all or part of a payment. A bundle can only be refunded if unused, and only in full.

    A refund starts as `pending`; an event reports its result.

    For owners of the account, not for members.

    A restricted key needs the scope `money.write`.
    """
    perform(Call("POST", "/api/payments/{payment_id}/refunds", "record", keyed=True), common, segments={"payment_id": payment_id}, query={"dry_run": dry_run}, body={"amount": amount}, if_match=if_match, idempotency_key=idempotency_key)


@refunds.command(name="retrieve")
def refunds_retrieve(
    refund_id: Annotated[str, Parameter(name=["--refund-id", "--refund"], help="Id of the refund.")],
    *,
    common: Common = Common(),
) -> None:
    """Retrieve a refund.

    Members who are not owners can read only refunds for cards.

    A restricted key needs the scope `money.read`.
    """
    perform(Call("GET", "/api/refunds/{refund_id}", "record"), common, segments={"refund_id": refund_id})


@refund_requests.command(name="list")
def refund_requests_list(
    *,
    limit: Annotated[int | None, Parameter(name=["--limit"], converter=whole, help="Maximum number of records to return.")] = None,
    cursor: Annotated[str | None, Parameter(name=["--cursor"], help="The `next_cursor` of the previous page.")] = None,
    status: Annotated[Literal["open", "approved", "refused", "closed"] | None, Parameter(name=["--status"], help="Return only requests with this status.")] = None,
    card_id: Annotated[str | None, Parameter(name=["--card-id", "--card"], help="Return only requests about this card.")] = None,
    payment_id: Annotated[str | None, Parameter(name=["--payment-id", "--payment"], help="Return only requests about this payment.")] = None,
    all_pages: AllPages = False,
    common: Common = Common(),
) -> None:
    """List refund requests.

    Returns the requests of the account, newest first.

    For owners of the account, not for members.

    A restricted key needs the scope `money.read`.
    """
    perform(Call("GET", "/api/refund-requests", "list"), common, query={"limit": limit, "cursor": cursor, "status": status, "card_id": card_id, "payment_id": payment_id}, all_pages=all_pages)


@refund_requests.command(name="retrieve")
def refund_requests_retrieve(
    refund_request_id: Annotated[str, Parameter(name=["--refund-request-id", "--refund-request"], help="Id of the refund request.")],
    *,
    common: Common = Common(),
) -> None:
    """Retrieve a refund request.

    For owners of the account, not for members.

    A restricted key needs the scope `money.read`.
    """
    perform(Call("GET", "/api/refund-requests/{refund_request_id}", "record"), common, segments={"refund_request_id": refund_request_id})


@refund_requests.command(name="approve")
def refund_requests_approve(
    refund_request_id: Annotated[str, Parameter(name=["--refund-request-id", "--refund-request"], help="Id of the refund request.")],
    *,
    dry_run: Annotated[bool | None, Parameter(name=["--dry-run"], negative=(), help="Executes the request and rolls it back. The response has status 200, the resulting record, and `dry_run` with messages, refunds and cards left. Errors are the same as for the request.")] = None,
    if_match: IfMatch | None = None,
    idempotency_key: IdempotencyKey = None,
    common: Common = Common(),
) -> None:
    """Approve a refund request, which refunds the payment.

    Refunds the requested amount, less any amount refunded in the meantime. `refund_id` identifies the refund. If it fails, the contributor can make another request.

    For owners of the account, not for members.

    A restricted key needs the scope `money.write`.
    """
    perform(Call("POST", "/api/refund-requests/{refund_request_id}/approve", "record", keyed=True), common, segments={"refund_request_id": refund_request_id}, query={"dry_run": dry_run}, if_match=if_match, idempotency_key=idempotency_key)


@refund_requests.command(name="refuse")
def refund_requests_refuse(
    refund_request_id: Annotated[str, Parameter(name=["--refund-request-id", "--refund-request"], help="Id of the refund request.")],
    *,
    dry_run: Annotated[bool | None, Parameter(name=["--dry-run"], negative=(), help="Executes the request and rolls it back. The response has status 200, the resulting record, and `dry_run` with messages, refunds and cards left. Errors are the same as for the request.")] = None,
    note: Annotated[str | None, Parameter(name=["--note"], help="Note for the contributor.")] = None,
    if_match: IfMatch | None = None,
    idempotency_key: IdempotencyKey = None,
    common: Common = Common(),
) -> None:
    """Refuse a refund request.

    The contributor sees the refusal and the note. A payment can have up to three requests.

    For owners of the account, not for members.

    A restricted key needs the scope `money.write`.
    """
    perform(Call("POST", "/api/refund-requests/{refund_request_id}/refuse", "record", keyed=True), common, segments={"refund_request_id": refund_request_id}, query={"dry_run": dry_run}, body={"note": note}, if_match=if_match, idempotency_key=idempotency_key)


@payment_provider.command(name="retrieve")
def payment_provider_retrieve(
    *,
    common: Common = Common(),
) -> None:
    """Retrieve the payment provider.

    An account without a provider uses the sandbox, if this server has one. Secrets are not returned.

    For owners of the account, not for members.

    A restricted key needs the scope `money.read`.
    """
    perform(Call("GET", "/api/payment-provider", "record"), common)


@payment_provider.command(name="update")
def payment_provider_update(
    *,
    provider: Annotated[Literal["stripe", "mollie", "sandbox"], Parameter(name=["--provider"], help="The sandbox uses only test money and is not available in production.")],
    secret_key: Annotated[str | None, Parameter(name=["--secret-key"], allow_leading_hyphen=True, help="Stripe secret key, or restricted key that may read the account, read events, read payment intents, read charges and refunds, read balance transactions, read Checkout Sessions, write Checkout Sessions, write charges and refunds; or a Mollie API key. Path of a file that contains it; `-` reads a line of standard input.")] = None,
    webhook_secret: Annotated[str | None, Parameter(name=["--webhook-secret"], allow_leading_hyphen=True, help="Signing secret of the Stripe webhook endpoint at `callback_url`; the guide to money lists its events. Without it, callbacks are ignored, and events are polled every 30 seconds. Path of a file that contains it; `-` reads a line of standard input.")] = None,
    if_match: IfMatch | None = None,
    common: Common = Common(),
) -> None:
    """Set the payment provider.

    Verifies the key with the provider, which all new payments then use.

    Pending payments of the previous provider are completed with its key, which is then deleted. If you set the same provider account again, its earlier payments can be refunded again.

    For owners of the account, not for members.

    A restricted key cannot call this operation.
    """
    perform(Call("PUT", "/api/payment-provider", "record"), common, body={"provider": provider, "secret_key": secret(secret_key, "secret_key"), "webhook_secret": secret(webhook_secret, "webhook_secret")}, if_match=if_match)


@payment_provider.command(name="delete")
def payment_provider_delete(
    *,
    dry_run: Annotated[bool | None, Parameter(name=["--dry-run"], negative=(), help="Executes the request and rolls it back. The response has status 200, the resulting record, and `dry_run` with messages, refunds and cards left. Errors are the same as for the request.")] = None,
    if_match: IfMatch | None = None,
    common: Common = Common(),
) -> None:
    """Remove the payment provider.

    New payments no longer use the provider. Its key is deleted when pending payments are completed.

    Then, its payments can be refunded only after the same Stripe account is set again. Returns the provider that now applies: the sandbox if this server has one and the account never received real money, otherwise none.

    For owners of the account, not for members.

    A restricted key cannot call this operation.
    """
    perform(Call("DELETE", "/api/payment-provider", "record"), common, query={"dry_run": dry_run}, if_match=if_match)


@payment_provider.command(name="update-fees")
def payment_provider_update_fees(
    *,
    fees: Annotated[list[str], Parameter(name=["--fees"], negative=(), help="One fee for each currency. Members: currency, basis_points, fixed. JSON, member=value,... or @FILE with a JSON array; repeatable.")],
    dry_run: Annotated[bool | None, Parameter(name=["--dry-run"], negative=(), help="Executes the request and rolls it back. The response has status 200, the resulting record, and `dry_run` with messages, refunds and cards left. Errors are the same as for the request.")] = None,
    if_match: IfMatch | None = None,
    common: Common = Common(),
) -> None:
    """Update the provider's fees.

    Replaces the stated fees, which allow givers to cover the fee of their gift.

    State the provider's fee for the payment method of most payers, including the share of your platform. For currencies without a stated fee, the fee is derived from earlier payments of different amounts. The sandbox has no fee. Fees have no effect in currencies in which the provider accepts only round amounts. If you replace the key of the same provider account, the fees are kept.

    For owners of the account, not for members.

    A restricted key cannot call this operation.
    """
    perform(Call("PUT", "/api/payment-provider/fees", "record"), common, query={"dry_run": dry_run}, body={"fees": objects(fees, "fees")}, if_match=if_match)


@payment_provider.command(name="check")
def payment_provider_check(
    *,
    idempotency_key: IdempotencyKey = None,
    common: Common = Common(),
) -> None:
    """Check the payment provider.

    Checks whether the provider still accepts the account's key, and records the time.

    For owners of the account, not for members.

    A restricted key cannot call this operation.
    """
    perform(Call("POST", "/api/payment-provider/check", "record", keyed=True), common, idempotency_key=idempotency_key)


@movements.command(name="export")
def movements_export(
    *,
    common: Common = Common(),
) -> None:
    """Export the transfers of the account.

    Returns a CSV file with one line per transfer, oldest first, for cards and, if you are an owner of the account, bundle purchases.

    `payout_id` identifies the provider's payout that contains the transfer, if the provider reports it. At Stripe, this is an automatic payout of the account that received the payment.

    A restricted key needs the scope `money.read`.
    """
    perform(Call("GET", "/api/movements.csv", "file"), common)


@invitations.command(name="create")
def invitations_create(
    *,
    card_id: Annotated[str, Parameter(name=["--card-id", "--card"], help="ID of the card.")],
    invitees: Annotated[list[str], Parameter(name=["--invitees"], negative=(), help="Addresses to invite. Members: delivery_type, delivery_id, name. JSON, member=value,... or @FILE with a JSON array; repeatable.")],
    dry_run: Annotated[bool | None, Parameter(name=["--dry-run"], negative=(), help="Executes the request and rolls it back. The response has status 200, the resulting record, and `dry_run` with messages, refunds and cards left. Errors are the same as for the request.")] = None,
    title: Annotated[str | None, Parameter(name=["--title"], help="Subject of the email. Default: a standard subject.")] = None,
    message: Annotated[str | None, Parameter(name=["--message"], help="Personal message; line breaks are kept.")] = None,
    reminder: Annotated[Literal["auto", "daily", "none", "once", "weekly"] | None, Parameter(name=["--reminder"], help="When to remind invitees who have not signed; `auto` follows the card's `auto_reminders`. Default: `auto`.")] = None,
    send: Annotated[bool | None, Parameter(name=["--send"], help="Whether to send messages. If false, share the returned `link` yourself. Default: `true`.")] = None,
    idempotency_key: IdempotencyKey = None,
    common: Common = Common(),
) -> None:
    """Create invitations.

    Returns one record per invitee, in the order of the request.

    An address that is already invited keeps its invitation, which is returned with a warning.

    For the owner of the card, and admins with `invite_contributors`.

    A restricted key needs the scope `people.invite`.
    """
    perform(Call("POST", "/api/cards/invitations", "record", keyed=True), common, query={"dry_run": dry_run}, body={"card_id": card_id, "invitees": objects(invitees, "invitees"), "title": title, "message": message, "reminder": reminder, "send": send}, idempotency_key=idempotency_key)


@invitations.command(name="check")
def invitations_check(
    card_id: Annotated[str, Parameter(name=["--card-id", "--card"], help="Id of the card.")],
    *,
    invitees: Annotated[list[str], Parameter(name=["--invitees"], negative=(), help="Addresses to check. Members: delivery_type, delivery_id, name. JSON, member=value,... or @FILE with a JSON array; repeatable.")],
    title: Annotated[str | None, Parameter(name=["--title"], help="Subject of the email. Default: a standard subject.")] = None,
    message: Annotated[str | None, Parameter(name=["--message"], help="Personal message; line breaks are kept.")] = None,
    html: Annotated[bool | None, Parameter(name=["--html"], help="Whether `mail` also contains the email as HTML. Default: `false`.")] = None,
    idempotency_key: IdempotencyKey = None,
    common: Common = Common(),
) -> None:
    """Check invitees without inviting anyone.

    Nothing is stored or sent. Invalid addresses are part of the result and not an error.

    For the owner of the card, and admins with `invite_contributors`.

    A restricted key needs the scope `people.invite`.
    """
    perform(Call("POST", "/api/cards/{card_id}/invitations/check", "record", keyed=True), common, segments={"card_id": card_id}, body={"invitees": objects(invitees, "invitees"), "title": title, "message": message, "html": html}, idempotency_key=idempotency_key)


@invitations.command(name="list")
def invitations_list(
    card_id: Annotated[str, Parameter(name=["--card-id", "--card"], help="Id of the card.")],
    *,
    limit: Annotated[int | None, Parameter(name=["--limit"], converter=whole, help="Maximum number of records to return; 1,000 if omitted.")] = None,
    cursor: Annotated[str | None, Parameter(name=["--cursor"], help="The `next_cursor` of the previous page.")] = None,
    parent_invite_id: Annotated[str | None, Parameter(name=["--parent-invite-id", "--parent-invite"], help="Return only invitations of members of this invited group. By default they are not listed.")] = None,
    status: Annotated[Literal["queued", "sent", "delivered", "opened", "contributed", "bounced", "failed", "declined", "revoked", "suppressed"] | None, Parameter(name=["--status"], help="Return only invitations with this status.")] = None,
    all_pages: AllPages = False,
    common: Common = Common(),
) -> None:
    """List the invitations of a card.

    Returns the invitations, newest first. The status of a parent depends on its members.

    For the owner of the card, and admins with `invite_contributors`.

    A restricted key needs the scope `people.invite`.
    """
    perform(Call("GET", "/api/cards/{card_id}/invitations", "list"), common, segments={"card_id": card_id}, query={"limit": limit, "cursor": cursor, "parent_invite_id": parent_invite_id, "status": status}, all_pages=all_pages)


@invitations.command(name="resend")
def invitations_resend(
    invite_id: Annotated[str, Parameter(name=["--invite-id", "--invite"], help="ID of the invitation.")],
    *,
    dry_run: Annotated[bool | None, Parameter(name=["--dry-run"], negative=(), help="Executes the request and rolls it back. The response has status 200, the resulting record, and `dry_run` with messages, refunds and cards left. Errors are the same as for the request.")] = None,
    idempotency_key: IdempotencyKey = None,
    common: Common = Common(),
) -> None:
    """Resend an invitation.

    The link stays the same. For a saved group, the message goes to members who have neither signed nor declined.

    For the owner of the card, and admins with `invite_contributors`.

    A restricted key needs the scope `people.invite`.
    """
    perform(Call("POST", "/api/cards/invitations/resend", "record", keyed=True), common, query={"dry_run": dry_run}, body={"invite_id": invite_id}, idempotency_key=idempotency_key)


@invitations.command(name="retrieve")
def invitations_retrieve(
    invite_id: Annotated[str, Parameter(name=["--invite-id", "--invite"], help="The `invite_id` without its prefix `inv_`.")],
    *,
    common: Common = Common(),
) -> None:
    """Retrieve an invitation.

    The invitation of a saved group includes its progress.

    For the owner of the card, and admins with `invite_contributors`.

    A restricted key needs the scope `people.invite`.
    """
    perform(Call("GET", "/api/cards/invitations/{invite_id}", "record"), common, segments={"invite_id": invite_id})


@invitations.command(name="update")
def invitations_update(
    invite_id: Annotated[str, Parameter(name=["--invite-id", "--invite"], help="The `invite_id` without its prefix `inv_`.")],
    *,
    dry_run: Annotated[bool | None, Parameter(name=["--dry-run"], negative=(), help="Executes the request and rolls it back. The response has status 200, the resulting record, and `dry_run` with messages, refunds and cards left. Errors are the same as for the request.")] = None,
    delivery_id: Annotated[str | None, Parameter(name=["--delivery-id", "--delivery"], help="Email address or phone number.")] = None,
    if_match: IfMatch | None = None,
    clear: Clear = None,
    common: Common = Common(),
) -> None:
    """Update the address of an invitation.

    The invitation gets a new link, which is sent to the new address. The old link stops working immediately.

    Notes signed by the holder of the old address stay on the card and no longer belong to the invitation.

    For the owner of the card, and admins with `invite_contributors`.

    A restricted key needs the scope `people.invite`.
    """
    perform(Call("PATCH", "/api/cards/invitations/{invite_id}", "record"), common, segments={"invite_id": invite_id}, query={"dry_run": dry_run}, body={"delivery_id": delivery_id}, if_match=if_match, clear=clear)


@invitations.command(name="revoke")
def invitations_revoke(
    invite_id: Annotated[str, Parameter(name=["--invite-id", "--invite"], help="Id of the invitation.")],
    *,
    dry_run: Annotated[bool | None, Parameter(name=["--dry-run"], negative=(), help="Executes the request and rolls it back. The response has status 200, the resulting record, and `dry_run` with messages, refunds and cards left. Errors are the same as for the request.")] = None,
    if_match: IfMatch | None = None,
    idempotency_key: IdempotencyKey = None,
    common: Common = Common(),
) -> None:
    """Revoke an invitation.

    The link stops working immediately. For a saved group, the invitations of members who have not signed end, too.

    For the owner of the card, and admins with `invite_contributors`.

    A restricted key needs the scope `people.invite`.
    """
    perform(Call("POST", "/api/cards/invitations/{invite_id}/revoke", "record", keyed=True), common, segments={"invite_id": invite_id}, query={"dry_run": dry_run}, if_match=if_match, idempotency_key=idempotency_key)


@suppressions.command(name="list")
def suppressions_list(
    *,
    limit: Annotated[int | None, Parameter(name=["--limit"], converter=whole, help="Maximum number of records to return.")] = None,
    cursor: Annotated[str | None, Parameter(name=["--cursor"], help="The `next_cursor` of the previous page.")] = None,
    delivery_type: Annotated[Literal["email", "sms"] | None, Parameter(name=["--delivery-type"], help="Return only suppressions of this delivery type.")] = None,
    address: Annotated[str | None, Parameter(name=["--address"], help="Return only the suppression of this email address, or phone number with a country code.")] = None,
    reason: Annotated[Literal["unsubscribed", "bounced", "complained", "stopped"] | None, Parameter(name=["--reason"], help="Return only suppressions with this reason.")] = None,
    all_pages: AllPages = False,
    common: Common = Common(),
) -> None:
    """List suppressions.

    Returns the suppressed addresses of the account, newest first.

    An address that is suppressed because of another account's message or a STOP reply is listed only after a message of this account was suppressed, and without a reason.

    For owners of the account, not for members.

    A restricted key needs the scope `people.read`.
    """
    perform(Call("GET", "/api/suppressions", "list"), common, query={"limit": limit, "cursor": cursor, "delivery_type": delivery_type, "address": address, "reason": reason}, all_pages=all_pages)


@suppressions.command(name="delete")
def suppressions_delete(
    suppression_id: Annotated[str, Parameter(name=["--suppression-id", "--suppression"], help="Id of the suppression.")],
    *,
    dry_run: Annotated[bool | None, Parameter(name=["--dry-run"], negative=(), help="Executes the request and rolls it back. The response has status 200, the resulting record, and `dry_run` with messages, refunds and cards left. Errors are the same as for the request.")] = None,
    common: Common = Common(),
) -> None:
    """Lift a suppression.

    The account can send messages to the address again. Its invitations stay suppressed, so invite it again.

    Suppressions without a reason, and those caused by a complaint or a STOP reply, cannot be lifted.

    For owners of the account, not for members.

    A restricted key needs the scope `people.write`.
    """
    perform(Call("DELETE", "/api/suppressions/{suppression_id}", "nothing"), common, segments={"suppression_id": suppression_id}, query={"dry_run": dry_run})


@contributions.command(name="list")
def contributions_list(
    card_id: Annotated[str, Parameter(name=["--card-id", "--card"], help="Id of the card.")],
    *,
    limit: Annotated[int | None, Parameter(name=["--limit"], converter=whole, help="Maximum number of records to return; 1,000 if omitted.")] = None,
    cursor: Annotated[str | None, Parameter(name=["--cursor"], help="The `next_cursor` of the previous page.")] = None,
    status: Annotated[Literal["pending", "published", "hidden", "rejected", "deleted"] | None, Parameter(name=["--status"], help="Return only contributions whose note has this status. Default: all but deleted ones.")] = None,
    method: Annotated[Literal["online", "cash"] | None, Parameter(name=["--method"], help="Return only contributions whose money has this method, if visible.")] = None,
    all_pages: AllPages = False,
    common: Common = Common(),
) -> None:
    """List the contributions of a card.

    Returns contributions, newest first; deleted ones only with `status=deleted`.

    For the owner and all admins of the card.

    A restricted key needs the scope `cards.read`.
    """
    perform(Call("GET", "/api/cards/{card_id}/contributions", "list"), common, segments={"card_id": card_id}, query={"limit": limit, "cursor": cursor, "status": status, "method": method}, all_pages=all_pages)


@contributions.command(name="create")
def contributions_create(
    card_id: Annotated[str, Parameter(name=["--card-id", "--card"], help="Id of the card.")],
    *,
    dry_run: Annotated[bool | None, Parameter(name=["--dry-run"], negative=(), help="Executes the request and rolls it back. The response has status 200, the resulting record, and `dry_run` with messages, refunds and cards left. Errors are the same as for the request.")] = None,
    name: Annotated[str | None, Parameter(name=["--name"], help="Name of the contributor. Required unless `anonymous`, which hides it.")] = None,
    note__text: Annotated[str | None, Parameter(name=["--note.text"], help="Text of the note; line breaks are kept. Required unless there is `media`. Default: ``.")] = None,
    note__lang: Annotated[str | None, Parameter(name=["--note.lang"], help="Language tag (BCP 47) of the text. If absent, it is derived from the script and the card.")] = None,
    note__pen: Annotated[Literal["caveat", "courier", "gochi", "kalam", "patrick", "reenie", "shadows"] | None, Parameter(name=["--note.pen"], help="Handwriting font. Default: `kalam`.")] = None,
    note__ink: Annotated[Literal["berry", "charcoal", "green", "navy", "plum", "rust"] | None, Parameter(name=["--note.ink"], help="Colour of the text. Default: `navy`.")] = None,
    note__paper: Annotated[Literal["blush", "butter", "cream", "lilac", "mint", "sky"] | None, Parameter(name=["--note.paper"], help="Colour of the paper. Default: `cream`.")] = None,
    note__visibility: Annotated[Literal["everyone", "recipient"] | None, Parameter(name=["--note.visibility"], help="Who can read the note; `recipient`: only the recipients, its author, the owner and admins. Default: `everyone`.")] = None,
    note__media: Annotated[list[str] | None, Parameter(name=["--note.media"], negative=(), help="IDs of up to four photos and GIFs or one video, one drawing and one recording. Photos and GIFs are shown in this order. If absent, the media stay unchanged; an empty list removes them.")] = None,
    money__amount: Annotated[int | None, Parameter(name=["--money.amount"], converter=whole, help="Amount in minor units of the currency.")] = None,
    money__currency: Annotated[str | None, Parameter(name=["--money.currency"], help="ISO 4217 code of the card's currency.")] = None,
    money__method: Annotated[Literal["online", "cash"] | None, Parameter(name=["--money.method"], help="`online` is paid at `checkout_url`; `cash` is pledged and handed over outside the service. Default: `online`.")] = None,
    money__hide_amount: Annotated[bool | None, Parameter(name=["--money.hide-amount"], help="Whether only the owner can see the amount. It still counts toward the total. Default: `false`.")] = None,
    money__return_url: Annotated[str | None, Parameter(name=["--money.return-url"], help="https URL that the payer returns to from the payment page, whatever the result. Its origin must be listed for the account by the operator. Default: a page of this service.")] = None,
    money__receipt_email: Annotated[str | None, Parameter(name=["--money.receipt-email"], help="Email address for confirmations of this payment: paid, failed or refunded. It is used for nothing else, never returned, and erased with the contribution.")] = None,
    money__cover_fee: Annotated[bool | None, Parameter(name=["--money.cover-fee"], help="Whether to raise the amount by the expected fee of the provider, so that `amount` remains after the fee. Possible for online money if the account has stated the provider's fees, or earlier payments of different amounts determine them. Default: `false`.")] = None,
    anonymous: Annotated[bool | None, Parameter(name=["--anonymous"], help="Whether to hide the author from everyone, including the owner. Default: `false`.")] = None,
    idempotency_key: IdempotencyKey = None,
    common: Common = Common(),
) -> None:
    """Create a contribution.

    Adds a contribution on behalf of the named person.

    Its note is published immediately, regardless of the card's `moderation`, and is kept if the payment fails. A contribution with money requires an `Idempotency-Key`.

    For the owner of the card.

    A restricted key needs the scope `cards.write`. With money, also `money.write`.
    """
    perform(Call("POST", "/api/cards/{card_id}/contributions", "record", keyed=True), common, segments={"card_id": card_id}, query={"dry_run": dry_run}, body={"name": name, "note.text": note__text, "note.lang": note__lang, "note.pen": note__pen, "note.ink": note__ink, "note.paper": note__paper, "note.visibility": note__visibility, "note.media": note__media, "money.amount": money__amount, "money.currency": money__currency, "money.method": money__method, "money.hide_amount": money__hide_amount, "money.return_url": money__return_url, "money.receipt_email": money__receipt_email, "money.cover_fee": money__cover_fee, "anonymous": anonymous}, idempotency_key=idempotency_key)


@contributions.command(name="retrieve")
def contributions_retrieve(
    card_id: Annotated[str, Parameter(name=["--card-id", "--card"], help="Id of the card.")],
    contribution_id: Annotated[str, Parameter(name=["--contribution-id", "--contribution"], help="Id of the contribution.")],
    *,
    common: Common = Common(),
) -> None:
    """Retrieve a contribution.

    A deleted contribution keeps its money but has no text, name, media or invitation.

    For the owner and all admins of the card.

    A restricted key needs the scope `cards.read`.
    """
    perform(Call("GET", "/api/cards/{card_id}/contributions/{contribution_id}", "record"), common, segments={"card_id": card_id, "contribution_id": contribution_id})


@contributions.command(name="delete")
def contributions_delete(
    card_id: Annotated[str, Parameter(name=["--card-id", "--card"], help="Id of the card.")],
    contribution_id: Annotated[str, Parameter(name=["--contribution-id", "--contribution"], help="Id of the contribution.")],
    *,
    dry_run: Annotated[bool | None, Parameter(name=["--dry-run"], negative=(), help="Executes the request and rolls it back. The response has status 200, the resulting record, and `dry_run` with messages, refunds and cards left. Errors are the same as for the request.")] = None,
    if_match: IfMatch | None = None,
    common: Common = Common(),
) -> None:
    """Delete a contribution.

    Erases the note and ends the author's link. Deleting a deleted contribution has no effect.

    For the owner of the card, and admins with `can_update`. If a pledge or an open payment ends, a restricted key also needs `money.write`.

    A restricted key needs the scope `cards.write`.
    """
    perform(Call("DELETE", "/api/cards/{card_id}/contributions/{contribution_id}", "record"), common, segments={"card_id": card_id, "contribution_id": contribution_id}, query={"dry_run": dry_run}, if_match=if_match)


@contributions.command(name="publish")
def contributions_publish(
    card_id: Annotated[str, Parameter(name=["--card-id", "--card"], help="Id of the card.")],
    contribution_id: Annotated[str, Parameter(name=["--contribution-id", "--contribution"], help="Id of the contribution.")],
    *,
    dry_run: Annotated[bool | None, Parameter(name=["--dry-run"], negative=(), help="Executes the request and rolls it back. The response has status 200, the resulting record, and `dry_run` with messages, refunds and cards left. Errors are the same as for the request.")] = None,
    if_match: IfMatch | None = None,
    idempotency_key: IdempotencyKey = None,
    common: Common = Common(),
) -> None:
    """Publish a note.

    The note must be pending, hidden or rejected. Publishing a published note has no effect.

    For the owner of the card, and admins with `can_update`.

    A restricted key needs the scope `cards.write`.
    """
    perform(Call("POST", "/api/cards/{card_id}/contributions/{contribution_id}/publish", "record", keyed=True), common, segments={"card_id": card_id, "contribution_id": contribution_id}, query={"dry_run": dry_run}, if_match=if_match, idempotency_key=idempotency_key)


@contributions.command(name="hide")
def contributions_hide(
    card_id: Annotated[str, Parameter(name=["--card-id", "--card"], help="Id of the card.")],
    contribution_id: Annotated[str, Parameter(name=["--contribution-id", "--contribution"], help="Id of the contribution.")],
    *,
    dry_run: Annotated[bool | None, Parameter(name=["--dry-run"], negative=(), help="Executes the request and rolls it back. The response has status 200, the resulting record, and `dry_run` with messages, refunds and cards left. Errors are the same as for the request.")] = None,
    if_match: IfMatch | None = None,
    idempotency_key: IdempotencyKey = None,
    common: Common = Common(),
) -> None:
    """Hide a note.

    A hidden note is visible only to its author, the owner and admins until it is published again.

    For the owner of the card, and admins with `can_update`.

    A restricted key needs the scope `cards.write`.
    """
    perform(Call("POST", "/api/cards/{card_id}/contributions/{contribution_id}/hide", "record", keyed=True), common, segments={"card_id": card_id, "contribution_id": contribution_id}, query={"dry_run": dry_run}, if_match=if_match, idempotency_key=idempotency_key)


@contributions.command(name="reject")
def contributions_reject(
    card_id: Annotated[str, Parameter(name=["--card-id", "--card"], help="Id of the card.")],
    contribution_id: Annotated[str, Parameter(name=["--contribution-id", "--contribution"], help="Id of the contribution.")],
    *,
    dry_run: Annotated[bool | None, Parameter(name=["--dry-run"], negative=(), help="Executes the request and rolls it back. The response has status 200, the resulting record, and `dry_run` with messages, refunds and cards left. Errors are the same as for the request.")] = None,
    if_match: IfMatch | None = None,
    idempotency_key: IdempotencyKey = None,
    common: Common = Common(),
) -> None:
    """Reject a note.

    The author can still edit a rejected note, which is then pending again.

    For the owner of the card, and admins with `can_update`.

    A restricted key needs the scope `cards.write`.
    """
    perform(Call("POST", "/api/cards/{card_id}/contributions/{contribution_id}/reject", "record", keyed=True), common, segments={"card_id": card_id, "contribution_id": contribution_id}, query={"dry_run": dry_run}, if_match=if_match, idempotency_key=idempotency_key)


@contributions.command(name="confirm")
def contributions_confirm(
    card_id: Annotated[str, Parameter(name=["--card-id", "--card"], help="Id of the card.")],
    contribution_id: Annotated[str, Parameter(name=["--contribution-id", "--contribution"], help="Id of the contribution.")],
    *,
    dry_run: Annotated[bool | None, Parameter(name=["--dry-run"], negative=(), help="Executes the request and rolls it back. The response has status 200, the resulting record, and `dry_run` with messages, refunds and cards left. Errors are the same as for the request.")] = None,
    if_match: IfMatch,
    idempotency_key: IdempotencyKey = None,
    common: Common = Common(),
) -> None:
    """Confirm a cash pledge.

    Records that the cash was received, and adds it to the card's total.

    For the owner of the card, and admins with `can_update`.

    A restricted key needs the scope `money.write`.
    """
    perform(Call("POST", "/api/cards/{card_id}/contributions/{contribution_id}/confirm", "record", keyed=True), common, segments={"card_id": card_id, "contribution_id": contribution_id}, query={"dry_run": dry_run}, if_match=if_match, idempotency_key=idempotency_key)


@contributions.command(name="drop")
def contributions_drop(
    card_id: Annotated[str, Parameter(name=["--card-id", "--card"], help="Id of the card.")],
    contribution_id: Annotated[str, Parameter(name=["--contribution-id", "--contribution"], help="Id of the contribution.")],
    *,
    dry_run: Annotated[bool | None, Parameter(name=["--dry-run"], negative=(), help="Executes the request and rolls it back. The response has status 200, the resulting record, and `dry_run` with messages, refunds and cards left. Errors are the same as for the request.")] = None,
    if_match: IfMatch,
    idempotency_key: IdempotencyKey = None,
    common: Common = Common(),
) -> None:
    """Drop a cash pledge.

    Use this if the cash is no longer expected or was confirmed by mistake. The note is kept.

    A dropped pledge cannot be restored, but the contributor can make a new one.

    For the owner of the card, and admins with `can_update`.

    A restricted key needs the scope `money.write`.
    """
    perform(Call("POST", "/api/cards/{card_id}/contributions/{contribution_id}/drop", "record", keyed=True), common, segments={"card_id": card_id, "contribution_id": contribution_id}, query={"dry_run": dry_run}, if_match=if_match, idempotency_key=idempotency_key)


@people.command(name="list")
def people_list(
    *,
    limit: Annotated[int | None, Parameter(name=["--limit"], converter=whole, help="Maximum number of records to return.")] = None,
    cursor: Annotated[str | None, Parameter(name=["--cursor"], help="The `next_cursor` of the previous page.")] = None,
    q: Annotated[str | None, Parameter(name=["--q"], help="Return only people whose name, email address or `external_id` contains this text.")] = None,
    external_id: Annotated[str | None, Parameter(name=["--external-id", "--external"], help="Return only the person with this `external_id`.")] = None,
    email: Annotated[str | None, Parameter(name=["--email"], help="Return only the person with this email address.")] = None,
    team: Annotated[str | None, Parameter(name=["--team"], help="Return only the people of the team with this ID.")] = None,
    status: Annotated[Literal["active", "left"] | None, Parameter(name=["--status"], help="Return only people with this status.")] = None,
    sort: Annotated[Literal["newest", "name"] | None, Parameter(name=["--sort"], help="Order of the list.")] = None,
    all_pages: AllPages = False,
    common: Common = Common(),
) -> None:
    """List people.

    Returns people, newest first or by name.

    Members see dates only if the account's `members_see_dates` is true.

    A restricted key needs the scope `people.read`.
    """
    perform(Call("GET", "/api/people", "list"), common, query={"limit": limit, "cursor": cursor, "q": q, "external_id": external_id, "email": email, "team": team, "status": status, "sort": sort}, all_pages=all_pages)


@people.command(name="create")
def people_create(
    name: Annotated[str, Parameter(name=["--name"], help="Name of the person.")],
    *,
    dry_run: Annotated[bool | None, Parameter(name=["--dry-run"], negative=(), help="Executes the request and rolls it back. The response has status 200, the resulting record, and `dry_run` with messages, refunds and cards left. Errors are the same as for the request.")] = None,
    email: Annotated[str | None, Parameter(name=["--email"], help="Email address, unique within your account.")] = None,
    phone: Annotated[str | None, Parameter(name=["--phone"], help="Phone number, preferably with a country code.")] = None,
    locale: Annotated[str | None, Parameter(name=["--locale"], help="Language tag (BCP 47).")] = None,
    timezone: Annotated[str | None, Parameter(name=["--timezone"], help="Time zone of the person (IANA), such as `Europe/Berlin`.")] = None,
    external_id: Annotated[str | None, Parameter(name=["--external-id", "--external"], help="Your own identifier for the person, unique within your account.")] = None,
    manager: Annotated[str | None, Parameter(name=["--manager"], help="Manager: the `external_id`, email address or ID of another person. Returned as an ID.")] = None,
    teams: Annotated[list[str] | None, Parameter(name=["--teams"], negative=(), help="Teams of the person.")] = None,
    dates__birthday: Annotated[str | None, Parameter(name=["--dates.birthday"], help="Day and month of birth, such as `--03-14`. A year is never stored.")] = None,
    dates__started_on: Annotated[str | None, Parameter(name=["--dates.started-on"], help="First day at work, such as `2020-05-01`.")] = None,
    dates__own: Annotated[list[str] | None, Parameter(name=["--dates.own"], negative=(), help="Dates with custom names. Members: name, date. JSON, member=value,... or @FILE with a JSON array; repeatable.")] = None,
    status: Annotated[Literal["active", "left"] | None, Parameter(name=["--status"], help="`left`: no longer with the company.")] = None,
    celebrate: Annotated[bool | None, Parameter(name=["--celebrate"], help="Whether the company celebrates the person's dates.")] = None,
    idempotency_key: IdempotencyKey = None,
    common: Common = Common(),
) -> None:
    """Create or update a person.

    Updates the person with this `external_id` or, if you send none, with this `email`. If there is no such person, creates one. The status is 200 if the person existed before.

    For owners of the account, not for members.

    A restricted key needs the scope `people.write`.
    """
    perform(Call("POST", "/api/people", "record", keyed=True), common, query={"dry_run": dry_run}, body={"name": name, "email": email, "phone": phone, "locale": locale, "timezone": timezone, "external_id": external_id, "manager": manager, "teams": teams, "dates.birthday": dates__birthday, "dates.started_on": dates__started_on, "dates.own": objects(dates__own, "dates.own"), "status": status, "celebrate": celebrate}, idempotency_key=idempotency_key)


@people.command(name="retrieve")
def people_retrieve(
    person_id: Annotated[str, Parameter(name=["--person-id", "--person"], help="Id of the person.")],
    *,
    common: Common = Common(),
) -> None:
    """Retrieve a person.

    Members see dates only if the account's `members_see_dates` is true.

    A restricted key needs the scope `people.read`.
    """
    perform(Call("GET", "/api/people/{person_id}", "record"), common, segments={"person_id": person_id})


@people.command(name="update")
def people_update(
    person_id: Annotated[str, Parameter(name=["--person-id", "--person"], help="Id of the person.")],
    *,
    dry_run: Annotated[bool | None, Parameter(name=["--dry-run"], negative=(), help="Executes the request and rolls it back. The response has status 200, the resulting record, and `dry_run` with messages, refunds and cards left. Errors are the same as for the request.")] = None,
    name: Annotated[str | None, Parameter(name=["--name"], help="Name of the person.")] = None,
    email: Annotated[str | None, Parameter(name=["--email"], help="Email address, unique within your account.")] = None,
    phone: Annotated[str | None, Parameter(name=["--phone"], help="Phone number, preferably with a country code.")] = None,
    locale: Annotated[str | None, Parameter(name=["--locale"], help="Language tag (BCP 47).")] = None,
    timezone: Annotated[str | None, Parameter(name=["--timezone"], help="Time zone of the person (IANA), such as `Europe/Berlin`.")] = None,
    external_id: Annotated[str | None, Parameter(name=["--external-id", "--external"], help="Your own identifier for the person, unique within your account.")] = None,
    manager: Annotated[str | None, Parameter(name=["--manager"], help="Manager: the `external_id`, email address or ID of another person. Returned as an ID.")] = None,
    teams: Annotated[list[str] | None, Parameter(name=["--teams"], negative=(), help="Teams of the person.")] = None,
    dates__birthday: Annotated[str | None, Parameter(name=["--dates.birthday"], help="Day and month of birth, such as `--03-14`. A year is never stored.")] = None,
    dates__started_on: Annotated[str | None, Parameter(name=["--dates.started-on"], help="First day at work, such as `2020-05-01`.")] = None,
    dates__own: Annotated[list[str] | None, Parameter(name=["--dates.own"], negative=(), help="Dates with custom names. Members: name, date. JSON, member=value,... or @FILE with a JSON array; repeatable.")] = None,
    status: Annotated[Literal["active", "left"] | None, Parameter(name=["--status"], help="`left`: no longer with the company.")] = None,
    celebrate: Annotated[bool | None, Parameter(name=["--celebrate"], help="Whether the company celebrates the person's dates.")] = None,
    if_match: IfMatch | None = None,
    clear: Clear = None,
    common: Common = Common(),
) -> None:
    """Update a person.

    For owners of the account, not for members.

    A restricted key needs the scope `people.write`.
    """
    perform(Call("PATCH", "/api/people/{person_id}", "record"), common, segments={"person_id": person_id}, query={"dry_run": dry_run}, body={"name": name, "email": email, "phone": phone, "locale": locale, "timezone": timezone, "external_id": external_id, "manager": manager, "teams": teams, "dates.birthday": dates__birthday, "dates.started_on": dates__started_on, "dates.own": objects(dates__own, "dates.own"), "status": status, "celebrate": celebrate}, if_match=if_match, clear=clear)


@people.command(name="delete")
def people_delete(
    person_id: Annotated[str, Parameter(name=["--person-id", "--person"], help="Id of the person.")],
    *,
    dry_run: Annotated[bool | None, Parameter(name=["--dry-run"], negative=(), help="Executes the request and rolls it back. The response has status 200, the resulting record, and `dry_run` with messages, refunds and cards left. Errors are the same as for the request.")] = None,
    if_match: IfMatch | None = None,
    common: Common = Common(),
) -> None:
    """Delete a person.

    Deletes the person with their dates, and removes them from their teams. People whose manager was the person have no manager afterwards.

    For owners of the account, not for members.

    A restricted key needs the scope `people.write`.
    """
    perform(Call("DELETE", "/api/people/{person_id}", "nothing"), common, segments={"person_id": person_id}, query={"dry_run": dry_run}, if_match=if_match)


@occasion_rules.command(name="list")
def occasion_rules_list(
    *,
    limit: Annotated[int | None, Parameter(name=["--limit"], converter=whole, help="Maximum number of records to return.")] = None,
    cursor: Annotated[str | None, Parameter(name=["--cursor"], help="The `next_cursor` of the previous page.")] = None,
    all_pages: AllPages = False,
    common: Common = Common(),
) -> None:
    """List occasion rules.

    Returns rules, newest first.

    For owners of the account, not for members.

    A restricted key needs the scope `people.read`.
    """
    perform(Call("GET", "/api/occasion-rules", "list"), common, query={"limit": limit, "cursor": cursor}, all_pages=all_pages)


@occasion_rules.command(name="create")
def occasion_rules_create(
    *,
    occasion: Annotated[Literal["birthday", "anniversary", "welcome", "date"], Parameter(name=["--occasion"], help="`birthday`; `anniversary` of the first day at work; `welcome` on the first day at work; or `date`, a custom date of the person.")],
    template_ids: Annotated[list[str], Parameter(name=["--template-ids"], negative=(), help="Templates of the cards, used in turn: a person never has the same one in two successive years if there are others.")],
    title: Annotated[str, Parameter(name=["--title"], help="Title of the cards. `{name}` is replaced by the name of the person, and `{years}` by the years of service, for `anniversary`.")],
    sender: Annotated[str, Parameter(name=["--sender"], help="Name of the sender, as shown on the cards.")],
    max_cards_a_month: Annotated[int, Parameter(name=["--max-cards-a-month"], converter=whole, help="Maximum number of cards that open in the same calendar month.")],
    dry_run: Annotated[bool | None, Parameter(name=["--dry-run"], negative=(), help="Executes the request and rolls it back. The response has status 200, the resulting record, and `dry_run` with messages, refunds and cards left. Errors are the same as for the request.")] = None,
    date_name: Annotated[str | None, Parameter(name=["--date-name"], help="Name of the custom date, for `date`.")] = None,
    team_ids: Annotated[list[str] | None, Parameter(name=["--team-ids"], negative=(), help="Teams whose people get cards. Default: everybody.")] = None,
    years: Annotated[list[int] | None, Parameter(name=["--years"], negative=(), converter=whole, help="Years of service that get a card, for `anniversary`. Default: every year.")] = None,
    message: Annotated[str | None, Parameter(name=["--message"], help="Message to the invitees, with the same placeholders as `title`. Line breaks are kept.")] = None,
    opens_days_before: Annotated[int | None, Parameter(name=["--opens-days-before"], converter=whole, help="Number of working days by which the card opens before it closes. Default: `5`.")] = None,
    closes_hour: Annotated[int | None, Parameter(name=["--closes-hour"], converter=whole, help="Hour of the day at which the card closes, in the time zone of the person. Default: `9`.")] = None,
    days_off: Annotated[Literal["before", "after", "nearest", "keep"] | None, Parameter(name=["--days-off"], help="When the card closes if the date is on a weekend or a holiday of the account: on the working day `before` or `after` it, on the `nearest`, or on the date itself (`keep`). Default: `before`.")] = None,
    leap_day: Annotated[Literal["february_28", "march_1"] | None, Parameter(name=["--leap-day"], help="When 29 February is celebrated in years that do not have it. Default: `february_28`.")] = None,
    invites: Annotated[Literal["team", "manager_and_peers", "group", "nobody"] | None, Parameter(name=["--invites"], help="Who is invited to sign: everybody in a team of the person, the person's manager and everybody with the same manager, a saved group, or nobody. Default: `team`.")] = None,
    group_id: Annotated[str | None, Parameter(name=["--group-id", "--group"], help="ID of the group to invite, for `group`.")] = None,
    organiser_id: Annotated[str | None, Parameter(name=["--organiser-id", "--organiser"], help="ID of the member of the account to whom mail about the cards goes. Default: you. If they leave, the owners get the mail, as they do about a card for the organiser.")] = None,
    manager_organises: Annotated[bool | None, Parameter(name=["--manager-organises"], help="Whether mail about a card goes to the manager of the person instead, if the manager is a member of the account. Default: `false`.")] = None,
    bundle_purchase_ids: Annotated[list[str] | None, Parameter(name=["--bundle-purchase-ids"], negative=(), help="Bundle purchases to take cards from first, in this order: of the account, or of its platform if the account may use them. Once none of them has cards, and by default, cards are taken from the first available purchase.")] = None,
    collection__add_money: Annotated[Literal["everyone", "contributors", "recipient", "admins", "nobody"] | None, Parameter(name=["--collection.add-money"], help="Who can add money. Default: `nobody`.")] = None,
    collection__see_total: Annotated[Literal["everyone", "contributors", "recipient", "admins", "nobody"] | None, Parameter(name=["--collection.see-total"], help="Who can see the total. Default: `admins`.")] = None,
    collection__see_contributors: Annotated[Literal["everyone", "contributors", "recipient", "admins", "nobody"] | None, Parameter(name=["--collection.see-contributors"], help="Who can see who gave money. Default: `contributors`.")] = None,
    collection__add_cash: Annotated[bool | None, Parameter(name=["--collection.add-cash"], help="Whether cash can be pledged. Cash is handed over outside the service. Default: `false`.")] = None,
    collection__restrict_cash: Annotated[bool | None, Parameter(name=["--collection.restrict-cash"], help="Whether only holders of an invitation link can pledge cash. Default: `false`.")] = None,
    collection__currency: Annotated[str | None, Parameter(name=["--collection.currency"], help="ISO 4217 currency code.")] = None,
    collection__see_contributor_names: Annotated[int | None, Parameter(name=["--collection.see-contributor-names"], converter=whole, help="Who can see the names on notes: 0 everyone, 1 contributors and the recipient, 2 the recipient and admins, 3 admins. Default: `0`.")] = None,
    collection__suggested_amounts: Annotated[list[int] | None, Parameter(name=["--collection.suggested-amounts"], negative=(), converter=whole, help="Suggested amounts, in minor units.")] = None,
    collection__min_amount: Annotated[int | None, Parameter(name=["--collection.min-amount"], converter=whole, help="Smallest amount of a gift, in minor units.")] = None,
    collection__max_amount: Annotated[int | None, Parameter(name=["--collection.max-amount"], converter=whole, help="Largest amount of a gift, in minor units.")] = None,
    collection__goal_amount: Annotated[int | None, Parameter(name=["--collection.goal-amount"], converter=whole, help="Amount to collect, in minor units.")] = None,
    idempotency_key: IdempotencyKey = None,
    common: Common = Common(),
) -> None:
    """Create an occasion rule.

    The new rule is paused. Review its plan, then start it.

    For owners of the account, not for members.

    A restricted key cannot call this operation.
    """
    perform(Call("POST", "/api/occasion-rules", "record", keyed=True), common, query={"dry_run": dry_run}, body={"occasion": occasion, "template_ids": template_ids, "title": title, "sender": sender, "max_cards_a_month": max_cards_a_month, "date_name": date_name, "team_ids": team_ids, "years": years, "message": message, "opens_days_before": opens_days_before, "closes_hour": closes_hour, "days_off": days_off, "leap_day": leap_day, "invites": invites, "group_id": group_id, "organiser_id": organiser_id, "manager_organises": manager_organises, "bundle_purchase_ids": bundle_purchase_ids, "collection.add_money": collection__add_money, "collection.see_total": collection__see_total, "collection.see_contributors": collection__see_contributors, "collection.add_cash": collection__add_cash, "collection.restrict_cash": collection__restrict_cash, "collection.currency": collection__currency, "collection.see_contributor_names": collection__see_contributor_names, "collection.suggested_amounts": collection__suggested_amounts, "collection.min_amount": collection__min_amount, "collection.max_amount": collection__max_amount, "collection.goal_amount": collection__goal_amount}, idempotency_key=idempotency_key)


@occasion_rules.command(name="retrieve")
def occasion_rules_retrieve(
    occasion_rule_id: Annotated[str, Parameter(name=["--occasion-rule-id", "--occasion-rule"], help="Id of the occasion rule.")],
    *,
    common: Common = Common(),
) -> None:
    """Retrieve an occasion rule.

    For owners of the account, not for members.

    A restricted key needs the scope `people.read`.
    """
    perform(Call("GET", "/api/occasion-rules/{occasion_rule_id}", "record"), common, segments={"occasion_rule_id": occasion_rule_id})


@occasion_rules.command(name="update")
def occasion_rules_update(
    occasion_rule_id: Annotated[str, Parameter(name=["--occasion-rule-id", "--occasion-rule"], help="Id of the occasion rule.")],
    *,
    dry_run: Annotated[bool | None, Parameter(name=["--dry-run"], negative=(), help="Executes the request and rolls it back. The response has status 200, the resulting record, and `dry_run` with messages, refunds and cards left. Errors are the same as for the request.")] = None,
    template_ids: Annotated[list[str] | None, Parameter(name=["--template-ids"], negative=(), help="Templates of the cards, used in turn: a person never has the same one in two successive years if there are others.")] = None,
    title: Annotated[str | None, Parameter(name=["--title"], help="Title of the cards. `{name}` is replaced by the name of the person, and `{years}` by the years of service, for `anniversary`.")] = None,
    sender: Annotated[str | None, Parameter(name=["--sender"], help="Name of the sender, as shown on the cards.")] = None,
    max_cards_a_month: Annotated[int | None, Parameter(name=["--max-cards-a-month"], converter=whole, help="Maximum number of cards that open in the same calendar month.")] = None,
    team_ids: Annotated[list[str] | None, Parameter(name=["--team-ids"], negative=(), help="Teams whose people get cards. Default: everybody.")] = None,
    years: Annotated[list[int] | None, Parameter(name=["--years"], negative=(), converter=whole, help="Years of service that get a card, for `anniversary`. Default: every year.")] = None,
    message: Annotated[str | None, Parameter(name=["--message"], help="Message to the invitees, with the same placeholders as `title`. Line breaks are kept.")] = None,
    opens_days_before: Annotated[int | None, Parameter(name=["--opens-days-before"], converter=whole, help="Number of working days by which the card opens before it closes.")] = None,
    closes_hour: Annotated[int | None, Parameter(name=["--closes-hour"], converter=whole, help="Hour of the day at which the card closes, in the time zone of the person.")] = None,
    days_off: Annotated[Literal["before", "after", "nearest", "keep"] | None, Parameter(name=["--days-off"], help="When the card closes if the date is on a weekend or a holiday of the account: on the working day `before` or `after` it, on the `nearest`, or on the date itself (`keep`).")] = None,
    leap_day: Annotated[Literal["february_28", "march_1"] | None, Parameter(name=["--leap-day"], help="When 29 February is celebrated in years that do not have it.")] = None,
    invites: Annotated[Literal["team", "manager_and_peers", "group", "nobody"] | None, Parameter(name=["--invites"], help="Who is invited to sign: everybody in a team of the person, the person's manager and everybody with the same manager, a saved group, or nobody.")] = None,
    group_id: Annotated[str | None, Parameter(name=["--group-id", "--group"], help="ID of the group to invite, for `group`.")] = None,
    organiser_id: Annotated[str | None, Parameter(name=["--organiser-id", "--organiser"], help="ID of the member of the account to whom mail about the cards goes. Default: you. If they leave, the owners get the mail, as they do about a card for the organiser.")] = None,
    manager_organises: Annotated[bool | None, Parameter(name=["--manager-organises"], help="Whether mail about a card goes to the manager of the person instead, if the manager is a member of the account.")] = None,
    bundle_purchase_ids: Annotated[list[str] | None, Parameter(name=["--bundle-purchase-ids"], negative=(), help="Bundle purchases to take cards from first, in this order: of the account, or of its platform if the account may use them. Once none of them has cards, and by default, cards are taken from the first available purchase.")] = None,
    collection__add_money: Annotated[Literal["everyone", "contributors", "recipient", "admins", "nobody"] | None, Parameter(name=["--collection.add-money"], help="Who can add money.")] = None,
    collection__see_total: Annotated[Literal["everyone", "contributors", "recipient", "admins", "nobody"] | None, Parameter(name=["--collection.see-total"], help="Who can see the total.")] = None,
    collection__see_contributors: Annotated[Literal["everyone", "contributors", "recipient", "admins", "nobody"] | None, Parameter(name=["--collection.see-contributors"], help="Who can see who gave money.")] = None,
    collection__add_cash: Annotated[bool | None, Parameter(name=["--collection.add-cash"], help="Whether cash can be pledged. Cash is handed over outside the service.")] = None,
    collection__restrict_cash: Annotated[bool | None, Parameter(name=["--collection.restrict-cash"], help="Whether only holders of an invitation link can pledge cash.")] = None,
    collection__currency: Annotated[str | None, Parameter(name=["--collection.currency"], help="ISO 4217 currency code.")] = None,
    collection__see_contributor_names: Annotated[int | None, Parameter(name=["--collection.see-contributor-names"], converter=whole, help="Who can see the names on notes: 0 everyone, 1 contributors and the recipient, 2 the recipient and admins, 3 admins.")] = None,
    collection__suggested_amounts: Annotated[list[int] | None, Parameter(name=["--collection.suggested-amounts"], negative=(), converter=whole, help="Suggested amounts, in minor units.")] = None,
    collection__min_amount: Annotated[int | None, Parameter(name=["--collection.min-amount"], converter=whole, help="Smallest amount of a gift, in minor units.")] = None,
    collection__max_amount: Annotated[int | None, Parameter(name=["--collection.max-amount"], converter=whole, help="Largest amount of a gift, in minor units.")] = None,
    collection__goal_amount: Annotated[int | None, Parameter(name=["--collection.goal-amount"], converter=whole, help="Amount to collect, in minor units.")] = None,
    if_match: IfMatch | None = None,
    clear: Clear = None,
    common: Common = Common(),
) -> None:
    """Update an occasion rule.

    For owners of the account, not for members.

    A restricted key cannot call this operation.
    """
    perform(Call("PATCH", "/api/occasion-rules/{occasion_rule_id}", "record"), common, segments={"occasion_rule_id": occasion_rule_id}, query={"dry_run": dry_run}, body={"template_ids": template_ids, "title": title, "sender": sender, "max_cards_a_month": max_cards_a_month, "team_ids": team_ids, "years": years, "message": message, "opens_days_before": opens_days_before, "closes_hour": closes_hour, "days_off": days_off, "leap_day": leap_day, "invites": invites, "group_id": group_id, "organiser_id": organiser_id, "manager_organises": manager_organises, "bundle_purchase_ids": bundle_purchase_ids, "collection.add_money": collection__add_money, "collection.see_total": collection__see_total, "collection.see_contributors": collection__see_contributors, "collection.add_cash": collection__add_cash, "collection.restrict_cash": collection__restrict_cash, "collection.currency": collection__currency, "collection.see_contributor_names": collection__see_contributor_names, "collection.suggested_amounts": collection__suggested_amounts, "collection.min_amount": collection__min_amount, "collection.max_amount": collection__max_amount, "collection.goal_amount": collection__goal_amount}, if_match=if_match, clear=clear)


@occasion_rules.command(name="delete")
def occasion_rules_delete(
    occasion_rule_id: Annotated[str, Parameter(name=["--occasion-rule-id", "--occasion-rule"], help="Id of the occasion rule.")],
    *,
    dry_run: Annotated[bool | None, Parameter(name=["--dry-run"], negative=(), help="Executes the request and rolls it back. The response has status 200, the resulting record, and `dry_run` with messages, refunds and cards left. Errors are the same as for the request.")] = None,
    if_match: IfMatch | None = None,
    common: Common = Common(),
) -> None:
    """Delete an occasion rule.

    The rule's cards are kept, and their occasions get no other cards.

    For owners of the account, not for members.

    A restricted key cannot call this operation.
    """
    perform(Call("DELETE", "/api/occasion-rules/{occasion_rule_id}", "nothing"), common, segments={"occasion_rule_id": occasion_rule_id}, query={"dry_run": dry_run}, if_match=if_match)


@occasion_rules.command(name="retrieve-plan")
def occasion_rules_retrieve_plan(
    occasion_rule_id: Annotated[str, Parameter(name=["--occasion-rule-id", "--occasion-rule"], help="Id of the occasion rule.")],
    *,
    common: Common = Common(),
) -> None:
    """Retrieve the plan of an occasion rule.

    Returns what the rule does in the next 91 days, or would do if you started it now.

    Occasions that people have declined are omitted.

    For owners of the account, not for members.

    A restricted key needs the scope `people.read`.
    """
    perform(Call("GET", "/api/occasion-rules/{occasion_rule_id}/plan", "record"), common, segments={"occasion_rule_id": occasion_rule_id})


@occasion_rules.command(name="start")
def occasion_rules_start(
    occasion_rule_id: Annotated[str, Parameter(name=["--occasion-rule-id", "--occasion-rule"], help="Id of the occasion rule.")],
    *,
    dry_run: Annotated[bool | None, Parameter(name=["--dry-run"], negative=(), help="Executes the request and rolls it back. The response has status 200, the resulting record, and `dry_run` with messages, refunds and cards left. Errors are the same as for the request.")] = None,
    if_match: IfMatch | None = None,
    idempotency_key: IdempotencyKey = None,
    common: Common = Common(),
) -> None:
    """Start an occasion rule.

    The rule creates the cards of its plan from now on, and immediately those that should be open already.

    Starting a started rule has no effect.

    For owners of the account, not for members.

    A restricted key cannot call this operation.
    """
    perform(Call("POST", "/api/occasion-rules/{occasion_rule_id}/start", "record", keyed=True), common, segments={"occasion_rule_id": occasion_rule_id}, query={"dry_run": dry_run}, if_match=if_match, idempotency_key=idempotency_key)


@occasion_rules.command(name="pause")
def occasion_rules_pause(
    occasion_rule_id: Annotated[str, Parameter(name=["--occasion-rule-id", "--occasion-rule"], help="Id of the occasion rule.")],
    *,
    dry_run: Annotated[bool | None, Parameter(name=["--dry-run"], negative=(), help="Executes the request and rolls it back. The response has status 200, the resulting record, and `dry_run` with messages, refunds and cards left. Errors are the same as for the request.")] = None,
    if_match: IfMatch | None = None,
    idempotency_key: IdempotencyKey = None,
    common: Common = Common(),
) -> None:
    """Pause an occasion rule.

    The rule creates no cards until you start it again. Its cards stay open.

    Pausing a paused rule has no effect.

    For owners of the account, not for members.

    A restricted key cannot call this operation.
    """
    perform(Call("POST", "/api/occasion-rules/{occasion_rule_id}/pause", "record", keyed=True), common, segments={"occasion_rule_id": occasion_rule_id}, query={"dry_run": dry_run}, if_match=if_match, idempotency_key=idempotency_key)


@occasions.command(name="list")
def occasions_list(
    *,
    limit: Annotated[int | None, Parameter(name=["--limit"], converter=whole, help="Maximum number of records to return.")] = None,
    cursor: Annotated[str | None, Parameter(name=["--cursor"], help="The `next_cursor` of the previous page.")] = None,
    from_: Annotated[str | None, Parameter(name=["--from"], help="First day. Default: today.")] = None,
    until: Annotated[str | None, Parameter(name=["--until"], help="Last day, at most 100 days later, or 400 with `person_id`. Default: 91 days later.")] = None,
    person_id: Annotated[str | None, Parameter(name=["--person-id", "--person"], help="Only occasions of this person.")] = None,
    all_pages: AllPages = False,
    common: Common = Common(),
) -> None:
    """List occasions.

    Returns occasions in the order in which their cards close. Past ones show what happened.

    Occasions that people have declined come last, without dates, and for whole years, because a shorter period would reveal their dates.

    For owners of the account, not for members.

    A restricted key needs the scope `people.read`.
    """
    perform(Call("GET", "/api/occasions", "list"), common, query={"limit": limit, "cursor": cursor, "from": from_, "until": until, "person_id": person_id}, all_pages=all_pages)


@occasions.command(name="change")
def occasions_change(
    *,
    person_id: Annotated[str, Parameter(name=["--person-id", "--person"], help="ID of the person.")],
    occasion: Annotated[Literal["birthday", "anniversary", "welcome", "date"], Parameter(name=["--occasion"], help="`birthday`; `anniversary` of the first day at work; `welcome` on the first day at work; or `date`, a custom date of the person.")],
    year: Annotated[int, Parameter(name=["--year"], converter=whole, help="Year of the date.")],
    dry_run: Annotated[bool | None, Parameter(name=["--dry-run"], negative=(), help="Executes the request and rolls it back. The response has status 200, the resulting record, and `dry_run` with messages, refunds and cards left. Errors are the same as for the request.")] = None,
    date_name: Annotated[str | None, Parameter(name=["--date-name"], help="Name of the custom date, for `date`.")] = None,
    opens_on: Annotated[str | None, Parameter(name=["--opens-on"], help="Day on which the card opens, at 09:00. It is before `closes_on`, by at most 28 days.")] = None,
    closes_on: Annotated[str | None, Parameter(name=["--closes-on"], help="Day on which the card closes, at the hour of the rule. It is at most 14 days before or after the date.")] = None,
    title: Annotated[str | None, Parameter(name=["--title"], help="Title of the card, with the same placeholders as that of the rule.")] = None,
    message: Annotated[str | None, Parameter(name=["--message"], help="Message to the invitees, with the same placeholders. Line breaks are kept.")] = None,
    template_id: Annotated[str | None, Parameter(name=["--template-id", "--template"], help="Template of the card, from `GET /api/templates`.")] = None,
    if_match: IfMatch | None = None,
    idempotency_key: IdempotencyKey = None,
    common: Common = Common(),
) -> None:
    """Change an occasion.

    When the card of this occasion is created, these values replace those of its rule.

    Each request replaces the previous changes. Absent and null members follow the rule, so a request that has none of them withdraws all changes. A change plans a skipped occasion again; to withdraw the changes does not.

    For owners of the account, not for members.

    A restricted key needs the scope `cards.write`.
    """
    perform(Call("POST", "/api/occasions/change", "record", keyed=True), common, query={"dry_run": dry_run}, body={"person_id": person_id, "occasion": occasion, "year": year, "date_name": date_name, "opens_on": opens_on, "closes_on": closes_on, "title": title, "message": message, "template_id": template_id}, if_match=if_match, idempotency_key=idempotency_key)


@occasions.command(name="skip")
def occasions_skip(
    *,
    person_id: Annotated[str, Parameter(name=["--person-id", "--person"], help="ID of the person.")],
    occasion: Annotated[Literal["birthday", "anniversary", "welcome", "date"], Parameter(name=["--occasion"], help="`birthday`; `anniversary` of the first day at work; `welcome` on the first day at work; or `date`, a custom date of the person.")],
    year: Annotated[int, Parameter(name=["--year"], converter=whole, help="Year of the date.")],
    dry_run: Annotated[bool | None, Parameter(name=["--dry-run"], negative=(), help="Executes the request and rolls it back. The response has status 200, the resulting record, and `dry_run` with messages, refunds and cards left. Errors are the same as for the request.")] = None,
    date_name: Annotated[str | None, Parameter(name=["--date-name"], help="Name of the custom date, for `date`.")] = None,
    skip: Annotated[bool | None, Parameter(name=["--skip"], help="Whether to skip the occasion; false undoes this. Default: `true`.")] = None,
    if_match: IfMatch | None = None,
    idempotency_key: IdempotencyKey = None,
    common: Common = Common(),
) -> None:
    """Skip an occasion.

    No rule creates a card for this occasion of the person in this year. Other occasions are unchanged.

    An occasion stays skipped if its rule is deleted. If you undo the skip after that and no other rule covers the occasion, it is `paused` in the response, and no list shows it.

    For owners of the account, not for members.

    A restricted key needs the scope `cards.write`.
    """
    perform(Call("POST", "/api/occasions/skip", "record", keyed=True), common, query={"dry_run": dry_run}, body={"person_id": person_id, "occasion": occasion, "year": year, "date_name": date_name, "skip": skip}, if_match=if_match, idempotency_key=idempotency_key)


@groups.command(name="list")
def groups_list(
    *,
    limit: Annotated[int | None, Parameter(name=["--limit"], converter=whole, help="Maximum number of records to return.")] = None,
    cursor: Annotated[str | None, Parameter(name=["--cursor"], help="The `next_cursor` of the previous page.")] = None,
    name: Annotated[str | None, Parameter(name=["--name"], help="Return only the group with exactly this name.")] = None,
    external_id: Annotated[str | None, Parameter(name=["--external-id", "--external"], help="Return only the group with this `external_id`.")] = None,
    kind: Annotated[Literal["people", "channel", "team"] | None, Parameter(name=["--kind"], help="Return only groups of this kind.")] = None,
    all_pages: AllPages = False,
    common: Common = Common(),
) -> None:
    """List groups.

    Returns groups without their members, newest first.

    A restricted key needs the scope `people.read`.
    """
    perform(Call("GET", "/api/groups", "list"), common, query={"limit": limit, "cursor": cursor, "name": name, "external_id": external_id, "kind": kind}, all_pages=all_pages)


@groups.command(name="create")
def groups_create(
    name: Annotated[str, Parameter(name=["--name"], help="Name of the group, unique within your account.")],
    *,
    dry_run: Annotated[bool | None, Parameter(name=["--dry-run"], negative=(), help="Executes the request and rolls it back. The response has status 200, the resulting record, and `dry_run` with messages, refunds and cards left. Errors are the same as for the request.")] = None,
    external_id: Annotated[str | None, Parameter(name=["--external-id", "--external"], help="Your own identifier for the group, unique within your account.")] = None,
    kind: Annotated[Literal["people", "channel", "team"] | None, Parameter(name=["--kind"], help="`people`: each member gets an invitation; `channel`: a chat channel gets one shared link; `team`: the members are the people of the account whose `teams` name it. Default: `people`.")] = None,
    webhook_url: Annotated[str | None, Parameter(name=["--webhook-url"], help="Incoming webhook URL of a Slack or Teams channel, for groups with `kind` `channel`. It is a secret and is returned masked. Sending the masked URL changes nothing.")] = None,
    members: Annotated[list[str] | None, Parameter(name=["--members"], negative=(), help="Members of the group. Members: name, email, phone. JSON, member=value,... or @FILE with a JSON array; repeatable.")] = None,
    idempotency_key: IdempotencyKey = None,
    common: Common = Common(),
) -> None:
    """Create a group.

    A restricted key needs the scope `people.write`.
    """
    perform(Call("POST", "/api/groups", "record", keyed=True), common, query={"dry_run": dry_run}, body={"name": name, "external_id": external_id, "kind": kind, "webhook_url": webhook_url, "members": objects(members, "members")}, idempotency_key=idempotency_key)


@groups.command(name="retrieve")
def groups_retrieve(
    group_id: Annotated[str, Parameter(name=["--group-id", "--group"], help="Id of the group.")],
    *,
    common: Common = Common(),
) -> None:
    """Retrieve a group.

    Returns the group with its members.

    A restricted key needs the scope `people.read`.
    """
    perform(Call("GET", "/api/groups/{group_id}", "record"), common, segments={"group_id": group_id})


@groups.command(name="update")
def groups_update(
    group_id: Annotated[str, Parameter(name=["--group-id", "--group"], help="Id of the group.")],
    *,
    dry_run: Annotated[bool | None, Parameter(name=["--dry-run"], negative=(), help="Executes the request and rolls it back. The response has status 200, the resulting record, and `dry_run` with messages, refunds and cards left. Errors are the same as for the request.")] = None,
    name: Annotated[str | None, Parameter(name=["--name"], help="Name of the group, unique within your account.")] = None,
    external_id: Annotated[str | None, Parameter(name=["--external-id", "--external"], help="Your own identifier for the group, unique within your account.")] = None,
    kind: Annotated[Literal["people", "channel", "team"] | None, Parameter(name=["--kind"], help="`people`: each member gets an invitation; `channel`: a chat channel gets one shared link; `team`: the members are the people of the account whose `teams` name it.")] = None,
    webhook_url: Annotated[str | None, Parameter(name=["--webhook-url"], help="Incoming webhook URL of a Slack or Teams channel, for groups with `kind` `channel`. It is a secret and is returned masked. Sending the masked URL changes nothing.")] = None,
    members: Annotated[list[str] | None, Parameter(name=["--members"], negative=(), help="Members of the group. Members: name, email, phone. JSON, member=value,... or @FILE with a JSON array; repeatable.")] = None,
    if_match: IfMatch | None = None,
    clear: Clear = None,
    common: Common = Common(),
) -> None:
    """Update a group.

    Invitations created from the group are unchanged.

    A restricted key needs the scope `people.write`.
    """
    perform(Call("PATCH", "/api/groups/{group_id}", "record"), common, segments={"group_id": group_id}, query={"dry_run": dry_run}, body={"name": name, "external_id": external_id, "kind": kind, "webhook_url": webhook_url, "members": objects(members, "members")}, if_match=if_match, clear=clear)


@groups.command(name="delete")
def groups_delete(
    group_id: Annotated[str, Parameter(name=["--group-id", "--group"], help="Id of the group.")],
    *,
    dry_run: Annotated[bool | None, Parameter(name=["--dry-run"], negative=(), help="Executes the request and rolls it back. The response has status 200, the resulting record, and `dry_run` with messages, refunds and cards left. Errors are the same as for the request.")] = None,
    if_match: IfMatch | None = None,
    common: Common = Common(),
) -> None:
    """Delete a group.

    Deletes the group and its members; the people of a team are kept. Invitations created from it are unchanged.

    A restricted key needs the scope `people.write`.
    """
    perform(Call("DELETE", "/api/groups/{group_id}", "nothing"), common, segments={"group_id": group_id}, query={"dry_run": dry_run}, if_match=if_match)


@groups.command(name="sync")
def groups_sync(
    group_id: Annotated[str, Parameter(name=["--group-id", "--group"], help="Id of the group.")],
    *,
    dry_run: Annotated[bool | None, Parameter(name=["--dry-run"], negative=(), help="Executes the request and rolls it back. The response has status 200, the resulting record, and `dry_run` with messages, refunds and cards left. Errors are the same as for the request.")] = None,
    idempotency_key: IdempotencyKey = None,
    common: Common = Common(),
) -> None:
    """Invite new members of a group.

    Invites members who joined the group later to the open cards to which the group was invited.

    This runs in the background. Returns the group's invitations to open cards, newest first; `progress` includes the new members. Members who already have an invitation to a card, in any status, are skipped. If there are more than 1,000 open cards, only the newest 1,000 are synchronised.

    A restricted key needs the scope `people.invite`.
    """
    perform(Call("POST", "/api/groups/{group_id}/sync", "record", keyed=True), common, segments={"group_id": group_id}, query={"dry_run": dry_run}, idempotency_key=idempotency_key)


@card_admins.command(name="create")
def card_admins_create(
    *,
    card_id: Annotated[str, Parameter(name=["--card-id", "--card"], help="ID of the card.")],
    email: Annotated[str, Parameter(name=["--email"], help="Email address.")],
    dry_run: Annotated[bool | None, Parameter(name=["--dry-run"], negative=(), help="Executes the request and rolls it back. The response has status 200, the resulting record, and `dry_run` with messages, refunds and cards left. Errors are the same as for the request.")] = None,
    name: Annotated[str | None, Parameter(name=["--name"], help="Name of the person.")] = None,
    privilege__can_update: Annotated[bool | None, Parameter(name=["--privilege.can-update"], help="Edit, close and reopen the card, moderate notes, confirm cash. Default: `false`.")] = None,
    privilege__invite_contributors: Annotated[bool | None, Parameter(name=["--privilege.invite-contributors"], help="Send, list, resend and revoke invitations. An invitation to a recipient's address is `suppressed` without a reason, as for any suppressed address. An admin can thereby confirm a guess of this address. Default: `false`.")] = None,
    privilege__admin_management: Annotated[bool | None, Parameter(name=["--privilege.admin-management"], help="List, add, replace and remove card admins. Default: `false`.")] = None,
    idempotency_key: IdempotencyKey = None,
    common: Common = Common(),
) -> None:
    """Add an admin to a card.

    The person does not need an account, and is notified by email.

    For the owner of the card, and admins with `admin_management`.

    A restricted key cannot call this operation.
    """
    perform(Call("POST", "/api/card-admins", "record", keyed=True), common, query={"dry_run": dry_run}, body={"card_id": card_id, "email": email, "name": name, "privilege.can_update": privilege__can_update, "privilege.invite_contributors": privilege__invite_contributors, "privilege.admin_management": privilege__admin_management}, idempotency_key=idempotency_key)


@card_admins.command(name="list")
def card_admins_list(
    card_id: Annotated[str, Parameter(name=["--card-id", "--card"], help="Id of the card.")],
    *,
    limit: Annotated[int | None, Parameter(name=["--limit"], converter=whole, help="Maximum number of records to return; 1,000 if omitted.")] = None,
    cursor: Annotated[str | None, Parameter(name=["--cursor"], help="The `next_cursor` of the previous page.")] = None,
    all_pages: AllPages = False,
    common: Common = Common(),
) -> None:
    """List the admins of a card.

    Returns the current admins, newest first.

    For the owner of the card, and admins with `admin_management`.

    A restricted key needs the scope `cards.read`.
    """
    perform(Call("GET", "/api/card-admins/card/{card_id}", "list"), common, segments={"card_id": card_id}, query={"limit": limit, "cursor": cursor}, all_pages=all_pages)


@card_admins.command(name="update")
def card_admins_update(
    card_admin_id: Annotated[str, Parameter(name=["--card-admin-id", "--card-admin"], help="Id of the card admin.")],
    *,
    dry_run: Annotated[bool | None, Parameter(name=["--dry-run"], negative=(), help="Executes the request and rolls it back. The response has status 200, the resulting record, and `dry_run` with messages, refunds and cards left. Errors are the same as for the request.")] = None,
    privilege__can_update: Annotated[bool | None, Parameter(name=["--privilege.can-update"], help="Edit, close and reopen the card, moderate notes, confirm cash. Default: `false`.")] = None,
    privilege__invite_contributors: Annotated[bool | None, Parameter(name=["--privilege.invite-contributors"], help="Send, list, resend and revoke invitations. An invitation to a recipient's address is `suppressed` without a reason, as for any suppressed address. An admin can thereby confirm a guess of this address. Default: `false`.")] = None,
    privilege__admin_management: Annotated[bool | None, Parameter(name=["--privilege.admin-management"], help="List, add, replace and remove card admins. Default: `false`.")] = None,
    if_match: IfMatch | None = None,
    common: Common = Common(),
) -> None:
    """Replace the privileges of a card admin.

    For the owner of the card, and admins with `admin_management`.

    A restricted key cannot call this operation.
    """
    perform(Call("PUT", "/api/card-admins/{card_admin_id}", "record", objects=("privilege",)), common, segments={"card_admin_id": card_admin_id}, query={"dry_run": dry_run}, body={"privilege.can_update": privilege__can_update, "privilege.invite_contributors": privilege__invite_contributors, "privilege.admin_management": privilege__admin_management}, if_match=if_match)


@card_admins.command(name="delete")
def card_admins_delete(
    card_admin_id: Annotated[str, Parameter(name=["--card-admin-id", "--card-admin"], help="Id of the card admin.")],
    *,
    dry_run: Annotated[bool | None, Parameter(name=["--dry-run"], negative=(), help="Executes the request and rolls it back. The response has status 200, the resulting record, and `dry_run` with messages, refunds and cards left. Errors are the same as for the request.")] = None,
    common: Common = Common(),
) -> None:
    """Remove an admin from a card.

    Admins can always remove themselves.

    For the owner and all admins of the card.

    A restricted key needs the scope `cards.write`.
    """
    perform(Call("DELETE", "/api/card-admins/{card_admin_id}", "record"), common, segments={"card_admin_id": card_admin_id}, query={"dry_run": dry_run})


@exports.command(name="list")
def exports_list(
    *,
    limit: Annotated[int | None, Parameter(name=["--limit"], converter=whole, help="Maximum number of records to return.")] = None,
    cursor: Annotated[str | None, Parameter(name=["--cursor"], help="The `next_cursor` of the previous page.")] = None,
    of: Annotated[Literal["person", "account"] | None, Parameter(name=["--of"], help="Return only exports of people, or of the account.")] = None,
    all_pages: AllPages = False,
    common: Common = Common(),
) -> None:
    """List exports.

    Returns the exports of the account, newest first.

    For owners of the account, not for members.

    A restricted key cannot call this operation.
    """
    perform(Call("GET", "/api/exports", "list"), common, query={"limit": limit, "cursor": cursor, "of": of}, all_pages=all_pages)


@exports.command(name="create")
def exports_create(
    *,
    dry_run: Annotated[bool | None, Parameter(name=["--dry-run"], negative=(), help="Executes the request and rolls it back. The response has status 200, the resulting record, and `dry_run` with messages, refunds and cards left. Errors are the same as for the request.")] = None,
    email: Annotated[str | None, Parameter(name=["--email"], help="Email address.")] = None,
    phone: Annotated[str | None, Parameter(name=["--phone"], help="Phone number with a country code.")] = None,
    person_id: Annotated[str | None, Parameter(name=["--person-id", "--person"], help="ID of one of your people, who is then found by their email address, or else by their phone number.")] = None,
    of: Annotated[Literal["account"] | None, Parameter(name=["--of"], help="`account` exports all data of your account. A person is named by another field.")] = None,
    idempotency_key: IdempotencyKey = None,
    common: Common = Common(),
) -> None:
    """Export a person's data.

    Writes a file with the person's data in your account in the background, along ties that you can see: invitations, notes with a name, people, recipients, admins, groups and members. With `of`, writes all data of the account that you can see, in parts.

    Anonymous notes are not in the file of a person, and nothing in the response depends on them: only their authors can export them, at `/privacy`. With `dry_run=true`, the response has the numbers of records, and nothing is exported.

    For owners of the account, not for members.

    A restricted key cannot call this operation.
    """
    perform(Call("POST", "/api/exports", "record", keyed=True), common, query={"dry_run": dry_run}, body={"email": email, "phone": phone, "person_id": person_id, "of": of}, idempotency_key=idempotency_key)


@exports.command(name="retrieve")
def exports_retrieve(
    export_id: Annotated[str, Parameter(name=["--export-id", "--export"], help="Id of the export.")],
    *,
    common: Common = Common(),
) -> None:
    """Retrieve an export.

    For owners of the account, not for members.

    A restricted key cannot call this operation.
    """
    perform(Call("GET", "/api/exports/{export_id}", "record"), common, segments={"export_id": export_id})


@exports.command(name="retrieve-file")
def exports_retrieve_file(
    export_id: Annotated[str, Parameter(name=["--export-id", "--export"], help="Id of the export.")],
    *,
    common: Common = Common(),
) -> None:
    """Retrieve the file of an export.

    Returns a file with a JSON text on each line, whose `object` names the kind of the record. Of an export of an account, these are all its parts of records, one after the other, without the files of notes.

    For owners of the account, not for members.

    A restricted key cannot call this operation.
    """
    perform(Call("GET", "/api/exports/{export_id}/file", "file"), common, segments={"export_id": export_id})


@exports.command(name="retrieve-archive")
def exports_retrieve_archive(
    export_id: Annotated[str, Parameter(name=["--export-id", "--export"], help="Id of the export.")],
    *,
    common: Common = Common(),
) -> None:
    """Retrieve the archive of an export.

    Returns a ZIP file with all parts of an export of your account, without files that were deleted since.

    For owners of the account, not for members.

    A restricted key cannot call this operation.
    """
    perform(Call("GET", "/api/exports/{export_id}/archive", "file"), common, segments={"export_id": export_id})


@exports.command(name="list-parts")
def exports_list_parts(
    export_id: Annotated[str, Parameter(name=["--export-id", "--export"], help="Id of the export.")],
    *,
    limit: Annotated[int | None, Parameter(name=["--limit"], converter=whole, help="Maximum number of records to return.")] = None,
    cursor: Annotated[str | None, Parameter(name=["--cursor"], help="The `next_cursor` of the previous page.")] = None,
    all_pages: AllPages = False,
    common: Common = Common(),
) -> None:
    """List the parts of an export.

    Returns the files of an export of your account, in their order: parts of records, and the photos, drawings and recordings. An export of one person has a single file and no parts.

    For owners of the account, not for members.

    A restricted key cannot call this operation.
    """
    perform(Call("GET", "/api/exports/{export_id}/parts", "list"), common, segments={"export_id": export_id}, query={"limit": limit, "cursor": cursor}, all_pages=all_pages)


@exports.command(name="retrieve-part")
def exports_retrieve_part(
    export_id: Annotated[str, Parameter(name=["--export-id", "--export"], help="Id of the export.")],
    part_number: Annotated[str, Parameter(name=["--part-number"], help="Number of the part.")],
    *,
    common: Common = Common(),
) -> None:
    """Retrieve a part of an export.

    Returns the bytes of the part. A file that was deleted since is not found.

    For owners of the account, not for members.

    A restricted key cannot call this operation.
    """
    perform(Call("GET", "/api/exports/{export_id}/parts/{part_number}", "file"), common, segments={"export_id": export_id, "part_number": part_number})


@erasures.command(name="list")
def erasures_list(
    *,
    limit: Annotated[int | None, Parameter(name=["--limit"], converter=whole, help="Maximum number of records to return.")] = None,
    cursor: Annotated[str | None, Parameter(name=["--cursor"], help="The `next_cursor` of the previous page.")] = None,
    all_pages: AllPages = False,
    common: Common = Common(),
) -> None:
    """List erasures.

    Returns the erasures of the account, newest first.

    For owners of the account, not for members.

    A restricted key cannot call this operation.
    """
    perform(Call("GET", "/api/erasures", "list"), common, query={"limit": limit, "cursor": cursor}, all_pages=all_pages)


@erasures.command(name="create")
def erasures_create(
    *,
    dry_run: Annotated[bool | None, Parameter(name=["--dry-run"], negative=(), help="Executes the request and rolls it back. The response has status 200, the resulting record, and `dry_run` with messages, refunds and cards left. Errors are the same as for the request.")] = None,
    email: Annotated[str | None, Parameter(name=["--email"], help="Email address.")] = None,
    phone: Annotated[str | None, Parameter(name=["--phone"], help="Phone number with a country code.")] = None,
    person_id: Annotated[str | None, Parameter(name=["--person-id", "--person"], help="ID of one of your people, who is then found by their email address, or else by their phone number.")] = None,
    idempotency_key: IdempotencyKey = None,
    common: Common = Common(),
) -> None:
    """Erase a person's data.

    Erases the person's data in your account in the background, as far as you can see it: invitations, notes with a name, people, recipients, admins, groups and members. Files of earlier exports that contain the person are deleted, too.

    Anonymous notes are not erased, and nothing in the response depends on them: only their authors can erase them, at `/privacy`. With `dry_run=true`, the response has the counts, and nothing is erased.

    For owners of the account, not for members.

    A restricted key cannot call this operation.
    """
    perform(Call("POST", "/api/erasures", "record", keyed=True), common, query={"dry_run": dry_run}, body={"email": email, "phone": phone, "person_id": person_id}, idempotency_key=idempotency_key)


@erasures.command(name="retrieve")
def erasures_retrieve(
    erasure_id: Annotated[str, Parameter(name=["--erasure-id", "--erasure"], help="Id of the erasure.")],
    *,
    common: Common = Common(),
) -> None:
    """Retrieve an erasure.

    Returns its progress and, once it is completed, its receipt.

    For owners of the account, not for members.

    A restricted key cannot call this operation.
    """
    perform(Call("GET", "/api/erasures/{erasure_id}", "record"), common, segments={"erasure_id": erasure_id})


@media.command(name="create")
def media_create(
    card_id: Annotated[str, Parameter(name=["--card-id", "--card"], help="Id of the card.")],
    *,
    kind: Annotated[Literal["photo", "gif", "video", "drawing", "voice"], Parameter(name=["--kind"], help="Kind of file. A photo that is animated becomes a `gif`.")],
    content: Annotated[str | None, Parameter(name=["--content"], allow_leading_hyphen=True, help="The file. The file type is detected from it. Path of the file.")] = None,
    strokes: Annotated[list[str] | None, Parameter(name=["--strokes"], negative=(), help="Strokes of a drawing, in order. Members: ink, width, points. JSON, member=value,... or @FILE with a JSON array; repeatable.")] = None,
    description: Annotated[str | None, Parameter(name=["--description"], help="Text alternative for people who cannot see the picture.")] = None,
    transcript: Annotated[str | None, Parameter(name=["--transcript"], help="Transcript of a recording.")] = None,
    idempotency_key: IdempotencyKey = None,
    common: Common = Common(),
) -> None:
    """Upload a media file.

    Pictures are re-encoded, upright and without metadata; recordings keep only their sound.

    Photos (JPEG, PNG or WebP) and GIFs can be up to 20 MB and 40 megapixels, and animations also up to 300 frames and 75 megapixels in all frames. An animated WebP or PNG remains animated: its `kind` in the response is `gif`. HEIC and AVIF are refused.

    Videos (MP4 with H.264 and AAC, or WebM with VP9 and Opus) can be up to 25 MB and 30 seconds, if `video_bytes` of the limits is not null; recordings (MP3, MP4, WebM or Ogg, audio only) up to 1 MB and 60 seconds, but not Apple Lossless. Sound and videos are copied without metadata; a video gets a poster.

    A file is deleted unless its ID is in the `note.media` of a contribution within a day. If a virus scanner is configured but unavailable, `status` is `pending` until the file has been scanned.

    For the owner of the card, and admins with `can_update`.

    A restricted key needs the scope `cards.write`.
    """
    perform(Call("POST", "/api/cards/{card_id}/media", "record", keyed=True), common, segments={"card_id": card_id}, body={"kind": kind, "content": encoded(content), "strokes": objects(strokes, "strokes"), "description": description, "transcript": transcript}, idempotency_key=idempotency_key)


@media.command(name="retrieve")
def media_retrieve(
    media_id: Annotated[str, Parameter(name=["--media-id", "--media"], help="Id of the media file.")],
    *,
    common: Common = Common(),
) -> None:
    """Retrieve a media file.

    Returns its status, dimensions and file URLs.

    If other people cannot see the file's note, its URLs expire after one to two hours.

    For the owner and all admins of the card.

    A restricted key needs the scope `cards.read`.
    """
    perform(Call("GET", "/api/media/{media_id}", "record"), common, segments={"media_id": media_id})


@media.command(name="delete")
def media_delete(
    media_id: Annotated[str, Parameter(name=["--media-id", "--media"], help="Id of the media file.")],
    *,
    dry_run: Annotated[bool | None, Parameter(name=["--dry-run"], negative=(), help="Executes the request and rolls it back. The response has status 200, the resulting record, and `dry_run` with messages, refunds and cards left. Errors are the same as for the request.")] = None,
    common: Common = Common(),
) -> None:
    """Delete a media file.

    Removes the file from its note or thanks. Its URLs stop working immediately.

    For the owner of the card, and admins with `can_update`.

    A restricted key needs the scope `cards.write`.
    """
    perform(Call("DELETE", "/api/media/{media_id}", "nothing"), common, segments={"media_id": media_id}, query={"dry_run": dry_run})


@events.command(name="list")
def events_list(
    *,
    limit: Annotated[int | None, Parameter(name=["--limit"], converter=whole, help="Maximum number of records to return.")] = None,
    cursor: Annotated[str | None, Parameter(name=["--cursor"], help="The `next_cursor` of the previous page.")] = None,
    type_: Annotated[str | None, Parameter(name=["--type"], help="Return only events of this type.")] = None,
    card_id: Annotated[str | None, Parameter(name=["--card-id", "--card"], help="Return only events of this card.")] = None,
    order: Annotated[Literal["desc", "asc"] | None, Parameter(name=["--order"], help="`desc`: newest first; `asc`: in commit order, for following new events without gaps.")] = None,
    after: Annotated[str | None, Parameter(name=["--after"], help="With `order=asc`: return only events after this one.")] = None,
    all_pages: AllPages = False,
    common: Common = Common(),
) -> None:
    """List events.

    Returns events of the last 90 days, or of more days if the operator keeps them longer.

    A restricted key needs the scope `events.read`.
    """
    perform(Call("GET", "/api/events", "list"), common, query={"limit": limit, "cursor": cursor, "type": type_, "card_id": card_id, "order": order, "after": after}, all_pages=all_pages)


@audit_log.command(name="list")
def audit_log_list(
    *,
    limit: Annotated[int | None, Parameter(name=["--limit"], converter=whole, help="Maximum number of records to return.")] = None,
    cursor: Annotated[str | None, Parameter(name=["--cursor"], help="The `next_cursor` of the previous page.")] = None,
    action: Annotated[str | None, Parameter(name=["--action"], help="Return only this action.")] = None,
    email: Annotated[str | None, Parameter(name=["--email"], help="Return only actions of the user with this email address, and of their key pairs.")] = None,
    card_id: Annotated[str | None, Parameter(name=["--card-id", "--card"], help="Return only actions on this card.")] = None,
    created_after: Annotated[str | None, Parameter(name=["--created-after"], help="Return only actions after this time. A date means the start of that day. Dates, and times without an offset, are in the account's time zone.")] = None,
    created_before: Annotated[str | None, Parameter(name=["--created-before"], help="Return only actions before this time. A date means the start of that day. Dates, and times without an offset, are in the account's time zone.")] = None,
    all_pages: AllPages = False,
    common: Common = Common(),
) -> None:
    """List the audit log.

    Returns, newest first, the actions of the last 400 days by which owners, members, card admins, key pairs, platforms, their customers or the operator changed permissions or money.

    For owners of the account, not for members.

    A restricted key needs the scope `account.read`.
    """
    perform(Call("GET", "/api/audit-log", "list"), common, query={"limit": limit, "cursor": cursor, "action": action, "email": email, "card_id": card_id, "created_after": created_after, "created_before": created_before}, all_pages=all_pages)


@audit_log.command(name="export")
def audit_log_export(
    *,
    action: Annotated[str | None, Parameter(name=["--action"], help="Return only this action.")] = None,
    email: Annotated[str | None, Parameter(name=["--email"], help="Return only actions of the user with this email address, and of their key pairs.")] = None,
    card_id: Annotated[str | None, Parameter(name=["--card-id", "--card"], help="Return only actions on this card.")] = None,
    created_after: Annotated[str | None, Parameter(name=["--created-after"], help="Return only actions after this time. A date means the start of that day. Dates, and times without an offset, are in the account's time zone.")] = None,
    created_before: Annotated[str | None, Parameter(name=["--created-before"], help="Return only actions before this time. A date means the start of that day. Dates, and times without an offset, are in the account's time zone.")] = None,
    common: Common = Common(),
) -> None:
    """Export the audit log.

    Returns a CSV file with one line per action of the last 400 days, newest first.

    For owners of the account, not for members.

    A restricted key needs the scope `account.read`.
    """
    perform(Call("GET", "/api/audit-log.csv", "file"), common, query={"action": action, "email": email, "card_id": card_id, "created_after": created_after, "created_before": created_before})


@webhook_endpoints.command(name="list")
def webhook_endpoints_list(
    *,
    limit: Annotated[int | None, Parameter(name=["--limit"], converter=whole, help="Maximum number of records to return.")] = None,
    cursor: Annotated[str | None, Parameter(name=["--cursor"], help="The `next_cursor` of the previous page.")] = None,
    all_pages: AllPages = False,
    common: Common = Common(),
) -> None:
    """List webhook endpoints.

    Returns endpoints without their secrets, newest first.

    A restricted key needs the scope `events.read`.
    """
    perform(Call("GET", "/api/webhook-endpoints", "list"), common, query={"limit": limit, "cursor": cursor}, all_pages=all_pages)


@webhook_endpoints.command(name="create")
def webhook_endpoints_create(
    url: Annotated[str, Parameter(name=["--url"], help="Public https URL that receives the events.")],
    *,
    dry_run: Annotated[bool | None, Parameter(name=["--dry-run"], negative=(), help="Executes the request and rolls it back. The response has status 200, the resulting record, and `dry_run` with messages, refunds and cards left. Errors are the same as for the request.")] = None,
    description: Annotated[str | None, Parameter(name=["--description"], help="Your own description of the endpoint.")] = None,
    event_types: Annotated[list[str] | None, Parameter(name=["--event-types"], negative=(), help="Event types to receive. Default: all types, including future ones.")] = None,
    payload: Annotated[Literal["thin", "full"] | None, Parameter(name=["--payload"], help="`thin`: only IDs of the event and card; `full`: also the event's data. Default: `thin`.")] = None,
    personal_data: Annotated[bool | None, Parameter(name=["--personal-data"], help="Whether full payloads include the name and address of the person concerned. Default: `false`.")] = None,
    idempotency_key: IdempotencyKey = None,
    common: Common = Common(),
) -> None:
    """Create a webhook endpoint.

    The endpoint receives events that occur from now on. Its secret is returned only once.

    A restricted key cannot call this operation.
    """
    perform(Call("POST", "/api/webhook-endpoints", "record", keyed=True), common, query={"dry_run": dry_run}, body={"url": url, "description": description, "event_types": event_types, "payload": payload, "personal_data": personal_data}, idempotency_key=idempotency_key)


@webhook_endpoints.command(name="retrieve")
def webhook_endpoints_retrieve(
    webhook_endpoint_id: Annotated[str, Parameter(name=["--webhook-endpoint-id", "--webhook-endpoint"], help="Id of the webhook endpoint.")],
    *,
    common: Common = Common(),
) -> None:
    """Retrieve a webhook endpoint.

    The secret is not returned; rotate it if it was lost.

    A restricted key needs the scope `events.read`.
    """
    perform(Call("GET", "/api/webhook-endpoints/{webhook_endpoint_id}", "record"), common, segments={"webhook_endpoint_id": webhook_endpoint_id})


@webhook_endpoints.command(name="update")
def webhook_endpoints_update(
    webhook_endpoint_id: Annotated[str, Parameter(name=["--webhook-endpoint-id", "--webhook-endpoint"], help="Id of the webhook endpoint.")],
    *,
    dry_run: Annotated[bool | None, Parameter(name=["--dry-run"], negative=(), help="Executes the request and rolls it back. The response has status 200, the resulting record, and `dry_run` with messages, refunds and cards left. Errors are the same as for the request.")] = None,
    url: Annotated[str | None, Parameter(name=["--url"], help="Public https URL that receives the events.")] = None,
    description: Annotated[str | None, Parameter(name=["--description"], help="Your own description of the endpoint.")] = None,
    event_types: Annotated[list[str] | None, Parameter(name=["--event-types"], negative=(), help="Event types to receive. Default: all types, including future ones.")] = None,
    payload: Annotated[Literal["thin", "full"] | None, Parameter(name=["--payload"], help="`thin`: only IDs of the event and card; `full`: also the event's data.")] = None,
    personal_data: Annotated[bool | None, Parameter(name=["--personal-data"], help="Whether full payloads include the name and address of the person concerned.")] = None,
    disabled: Annotated[bool | None, Parameter(name=["--disabled"], help="Whether the endpoint is disabled. Nothing is sent to a disabled endpoint.")] = None,
    if_match: IfMatch | None = None,
    clear: Clear = None,
    common: Common = Common(),
) -> None:
    """Update a webhook endpoint.

    Enabling an endpoint resumes its pending deliveries. Use `recover` for events missed in the meantime.

    A restricted key cannot call this operation.
    """
    perform(Call("PATCH", "/api/webhook-endpoints/{webhook_endpoint_id}", "record"), common, segments={"webhook_endpoint_id": webhook_endpoint_id}, query={"dry_run": dry_run}, body={"url": url, "description": description, "event_types": event_types, "payload": payload, "personal_data": personal_data, "disabled": disabled}, if_match=if_match, clear=clear)


@webhook_endpoints.command(name="delete")
def webhook_endpoints_delete(
    webhook_endpoint_id: Annotated[str, Parameter(name=["--webhook-endpoint-id", "--webhook-endpoint"], help="Id of the webhook endpoint.")],
    *,
    dry_run: Annotated[bool | None, Parameter(name=["--dry-run"], negative=(), help="Executes the request and rolls it back. The response has status 200, the resulting record, and `dry_run` with messages, refunds and cards left. Errors are the same as for the request.")] = None,
    if_match: IfMatch | None = None,
    common: Common = Common(),
) -> None:
    """Delete a webhook endpoint.

    The endpoint receives no more messages, and its deliveries are deleted.

    A restricted key cannot call this operation.
    """
    perform(Call("DELETE", "/api/webhook-endpoints/{webhook_endpoint_id}", "nothing"), common, segments={"webhook_endpoint_id": webhook_endpoint_id}, query={"dry_run": dry_run}, if_match=if_match)


@webhook_endpoints.command(name="send-test")
def webhook_endpoints_send_test(
    webhook_endpoint_id: Annotated[str, Parameter(name=["--webhook-endpoint-id", "--webhook-endpoint"], help="Id of the webhook endpoint.")],
    *,
    dry_run: Annotated[bool | None, Parameter(name=["--dry-run"], negative=(), help="Executes the request and rolls it back. The response has status 200, the resulting record, and `dry_run` with messages, refunds and cards left. Errors are the same as for the request.")] = None,
    idempotency_key: IdempotencyKey = None,
    common: Common = Common(),
) -> None:
    """Send a test event to a webhook endpoint.

    Ignores the `event_types` of the endpoint.

    A restricted key cannot call this operation.
    """
    perform(Call("POST", "/api/webhook-endpoints/{webhook_endpoint_id}/test", "record", keyed=True), common, segments={"webhook_endpoint_id": webhook_endpoint_id}, query={"dry_run": dry_run}, idempotency_key=idempotency_key)


@webhook_endpoints.command(name="rotate-secret")
def webhook_endpoints_rotate_secret(
    webhook_endpoint_id: Annotated[str, Parameter(name=["--webhook-endpoint-id", "--webhook-endpoint"], help="Id of the webhook endpoint.")],
    *,
    dry_run: Annotated[bool | None, Parameter(name=["--dry-run"], negative=(), help="Executes the request and rolls it back. The response has status 200, the resulting record, and `dry_run` with messages, refunds and cards left. Errors are the same as for the request.")] = None,
    overlap_seconds: Annotated[int | None, Parameter(name=["--overlap-seconds"], converter=whole, help="Seconds for which the previous secret is also used to sign; 0 ends it immediately. Default: `86400`.")] = None,
    if_match: IfMatch | None = None,
    idempotency_key: IdempotencyKey = None,
    common: Common = Common(),
) -> None:
    """Rotate the secret of a webhook endpoint.

    Deliveries are signed with both secrets until the previous one ends. A secret from an earlier rotation ends immediately.

    A restricted key cannot call this operation.
    """
    perform(Call("POST", "/api/webhook-endpoints/{webhook_endpoint_id}/rotate-secret", "record", keyed=True), common, segments={"webhook_endpoint_id": webhook_endpoint_id}, query={"dry_run": dry_run}, body={"overlap_seconds": overlap_seconds}, if_match=if_match, idempotency_key=idempotency_key)


@webhook_endpoints.command(name="recover")
def webhook_endpoints_recover(
    webhook_endpoint_id: Annotated[str, Parameter(name=["--webhook-endpoint-id", "--webhook-endpoint"], help="Id of the webhook endpoint.")],
    *,
    since: Annotated[str, Parameter(name=["--since"], help="Start of the recovery. Events are kept for 90 days.")],
    dry_run: Annotated[bool | None, Parameter(name=["--dry-run"], negative=(), help="Executes the request and rolls it back. The response has status 200, the resulting record, and `dry_run` with messages, refunds and cards left. Errors are the same as for the request.")] = None,
    idempotency_key: IdempotencyKey = None,
    common: Common = Common(),
) -> None:
    """Recover missed webhook deliveries.

    Delivers failed events, and events that occurred while the endpoint was disabled.

    Deliveries are sent in the background. Events that were already delivered are not sent again.

    A restricted key cannot call this operation.
    """
    perform(Call("POST", "/api/webhook-endpoints/{webhook_endpoint_id}/recover", "record", keyed=True), common, segments={"webhook_endpoint_id": webhook_endpoint_id}, query={"dry_run": dry_run}, body={"since": since}, idempotency_key=idempotency_key)


@webhook_deliveries.command(name="list")
def webhook_deliveries_list(
    webhook_endpoint_id: Annotated[str, Parameter(name=["--webhook-endpoint-id", "--webhook-endpoint"], help="Id of the webhook endpoint.")],
    *,
    limit: Annotated[int | None, Parameter(name=["--limit"], converter=whole, help="Maximum number of records to return.")] = None,
    cursor: Annotated[str | None, Parameter(name=["--cursor"], help="The `next_cursor` of the previous page.")] = None,
    status: Annotated[Literal["pending", "delivered", "failed"] | None, Parameter(name=["--status"], help="Return only deliveries with this status.")] = None,
    event_id: Annotated[str | None, Parameter(name=["--event-id", "--event"], help="Return only the delivery of this event.")] = None,
    all_pages: AllPages = False,
    common: Common = Common(),
) -> None:
    """List webhook deliveries.

    Returns deliveries with their attempts, newest first.

    A restricted key needs the scope `events.read`.
    """
    perform(Call("GET", "/api/webhook-endpoints/{webhook_endpoint_id}/deliveries", "list"), common, segments={"webhook_endpoint_id": webhook_endpoint_id}, query={"limit": limit, "cursor": cursor, "status": status, "event_id": event_id}, all_pages=all_pages)


@webhook_deliveries.command(name="redeliver")
def webhook_deliveries_redeliver(
    webhook_delivery_id: Annotated[str, Parameter(name=["--webhook-delivery-id", "--webhook-delivery"], help="Id of the webhook delivery.")],
    *,
    dry_run: Annotated[bool | None, Parameter(name=["--dry-run"], negative=(), help="Executes the request and rolls it back. The response has status 200, the resulting record, and `dry_run` with messages, refunds and cards left. Errors are the same as for the request.")] = None,
    idempotency_key: IdempotencyKey = None,
    common: Common = Common(),
) -> None:
    """Redeliver an event.

    Sends the event again immediately, with the same `webhook-id` and up to ten attempts.

    A restricted key cannot call this operation.
    """
    perform(Call("POST", "/api/webhook-deliveries/{webhook_delivery_id}/redeliver", "record", keyed=True), common, segments={"webhook_delivery_id": webhook_delivery_id}, query={"dry_run": dry_run}, idempotency_key=idempotency_key)


@limits.command(name="retrieve")
def limits_retrieve(
    *,
    common: Common = Common(),
) -> None:
    """Retrieve limits.

    Returns the limits configured on this server. Invitations above a message limit stay queued.

    A restricted key needs the scope `account.read`.
    """
    perform(Call("GET", "/api/limits", "record"), common)


@test_outbox.command(name="list")
def test_outbox_list(
    *,
    limit: Annotated[int | None, Parameter(name=["--limit"], converter=whole, help="Maximum number of records to return.")] = None,
    cursor: Annotated[str | None, Parameter(name=["--cursor"], help="The `next_cursor` of the previous page.")] = None,
    recipient: Annotated[str | None, Parameter(name=["--recipient"], help="Return only messages to this recipient.")] = None,
    all_pages: AllPages = False,
    common: Common = Common(),
) -> None:
    """List the messages that test data would have sent.

    Returns messages, newest first. Messages of test data are never sent.

    A restricted key cannot call this operation.
    """
    perform(Call("GET", "/api/test/outbox", "list"), common, query={"limit": limit, "cursor": cursor, "recipient": recipient}, all_pages=all_pages)


@test_clock.command(name="retrieve")
def test_clock_retrieve(
    *,
    common: Common = Common(),
) -> None:
    """Retrieve the test clock.

    Returns the time of the test data, and the progress of an advance.

    A restricted key cannot call this operation.
    """
    perform(Call("GET", "/api/test-clock", "record"), common)


@test_clock.command(name="advance")
def test_clock_advance(
    *,
    dry_run: Annotated[bool | None, Parameter(name=["--dry-run"], negative=(), help="Executes the request and rolls it back. The response has status 200, the resulting record, and `dry_run` with messages, refunds and cards left. Errors are the same as for the request.")] = None,
    by: Annotated[str | None, Parameter(name=["--by"], help="ISO 8601 duration, at most 730 days.")] = None,
    to: Annotated[str | None, Parameter(name=["--to"], help="New time of the test data, at most 730 days ahead.")] = None,
    idempotency_key: IdempotencyKey = None,
    common: Common = Common(),
) -> None:
    """Advance the test clock.

    Moves the time of the account's test data forward, in the background.

    Ends, reminders, digests, expiries and erasures happen in order, each at its scheduled time. Tokens, idempotency keys, rate limits and webhook retries use real time. The status becomes `ready` when the advance is complete.

    A restricted key cannot call this operation.
    """
    perform(Call("POST", "/api/test-clock/advance", "record", keyed=True), common, query={"dry_run": dry_run}, body={"by": by, "to": to}, idempotency_key=idempotency_key)
