"""The commands of the API. Written by `script/generate clients`."""

from typing import Annotated, Literal

from cyclopts import App, Parameter

from wellwish_sdk.cli.call import AllPages, Call, Clear, Common, IdempotencyKey, IfMatch, perform
from wellwish_sdk.cli.values import encoded, objects, secret, whole

credentials = App(name="credentials", help="API keys with client secrets, and the access tokens that they are exchanged for.")
account = App(name="account", help="Tenants and their users.")
members = App(name="members", help="People who act for the account, as owners or members, and invitations to become one.")
accounts = App(name="accounts", help="Accounts that a platform creates for its customers, and acts for.")
bundle_purchases = App(name="bundle-purchases", help="Bundles that an account bought or was granted, and the cards left in them.")
bundles = App(name="bundles", help="Prepaid cards, bought or granted, and used one card at a time.")
templates = App(name="templates", help="Card designs.")
locales = App(name="locales", help="The languages of pages and messages.")
cards = App(name="cards", help="Group cards with their recipients, links, settings and states.")
handovers = App(name="handovers", help="How the collected money of a card reached its recipient.")
walls = App(name="walls", help="Pages for a screen that show the notes of a card as they are published.")
thanks = App(name="thanks", help="Messages from recipients to everyone who signed.")
reports = App(name="reports", help="Reports of inappropriate notes by readers of a card.")
card_batches = App(name="card-batches", help="Cards that are created together, all or none.")
payments = App(name="payments", help="Payments, refunds and the double-entry ledger of every transfer.")
refunds = App(name="refunds", help="Payments, refunds and the double-entry ledger of every transfer.")
refund_requests = App(name="refund-requests", help="Contributors ask for their money back, and owners decide.")
payment_provider = App(name="payment-provider", help="The account's own payment provider.")
movements = App(name="movements", help="Transfers of money as files for bookkeeping and as a chart per card, and notes as a file.")
invitations = App(name="invitations", help="Addresses invited to contribute to a card, each with a separate link.")
suppressions = App(name="suppressions", help="Addresses that get no more messages from the account.")
contributions = App(name="contributions", help="Notes and money that people add to a card.")
people = App(name="people", help="The people whose dates your account keeps.")
groups = App(name="groups", help="Saved lists of people or chat channels that can be invited together.")
card_admins = App(name="card-admins", help="People with privileges on one card.")
media = App(name="media", help="Photos, GIFs, drawings and recordings, uploaded before the note that they belong to.")
events = App(name="events", help="Records of changes, written in the same transaction as the change.")
audit_log = App(name="audit-log", help="Who changed the rights or the money of the account, when, and from where.")
webhook_endpoints = App(name="webhook-endpoints", help="URLs that receive the events of an account.")
webhook_deliveries = App(name="webhook-deliveries", help="The delivery of each event to each endpoint, with its attempts.")
limits = App(name="limits", help="Rate limits and size limits of an account.")
test_outbox = App(name="test-outbox", help="Data for trying things out, apart from live data; nothing is sent and no money moves.")
test_clock = App(name="test-clock", help="Data for trying things out, apart from live data; nothing is sent and no money moves.")

RESOURCES = (credentials, account, members, accounts, bundle_purchases, bundles, templates, locales, cards, handovers, walls, thanks, reports, card_batches, payments, refunds, refund_requests, payment_provider, movements, invitations, suppressions, contributions, people, groups, card_admins, media, events, audit_log, webhook_endpoints, webhook_deliveries, limits, test_outbox, test_clock)


@credentials.command(name="create-test")
def credentials_create_test(
    *,
    idempotency_key: IdempotencyKey = None,
    common: Common = Common(),
) -> None:
    """Create a key pair for test data.

    Creates a test pair for the same user. The former test pairs of the account end, with their tokens.

    Test data has another account id, and starts with a copy of the settings and 10,000 free cards.
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
    """
    perform(Call("GET", "/api/account/credentials", "list"), common)


@account.command(name="retrieve")
def account_retrieve(
    *,
    common: Common = Common(),
) -> None:
    """Retrieve the account.

    Returns the caller's account with its settings.
    """
    perform(Call("GET", "/api/account", "record"), common)


@account.command(name="update")
def account_update(
    *,
    dry_run: Annotated[bool | None, Parameter(name=["--dry-run"], negative=(), help="Performs the request and undoes it. The response has status 200, the record as the request would leave it, and `dry_run`: what would be sent, given back and left. Errors are those of the request.")] = None,
    name: Annotated[str | None, Parameter(name=["--name"], help="Name of the account.")] = None,
    country: Annotated[str | None, Parameter(name=["--country"], help="Two-letter code of the country (ISO 3166-1).")] = None,
    currency: Annotated[str | None, Parameter(name=["--currency"], help="Currency of new cards; null is USD.")] = None,
    timezone: Annotated[str | None, Parameter(name=["--timezone"], help="Time zone of new cards; null is UTC.")] = None,
    locale: Annotated[str | None, Parameter(name=["--locale"], help="Language of new cards and of mails to owners (BCP 47); null is `en`.")] = None,
    erase_cards_after_days: Annotated[int | None, Parameter(name=["--erase-cards-after-days"], converter=whole, help="Number of days after which a closed card is erased with its notes and media; null keeps cards. It applies to existing cards, too, except those with money that was not refunded.")] = None,
    reply_to: Annotated[str | None, Parameter(name=["--reply-to"], help="Address for replies to the emails of cards without a `reply_to`. It is mailed a link, and used once someone there has confirmed it. Given again before that, it is mailed another link.")] = None,
    embed_origins: Annotated[list[str] | None, Parameter(name=["--embed-origins"], negative=(), help="Origins whose pages may embed the signing form.")] = None,
    if_match: IfMatch | None = None,
    clear: Clear = None,
    common: Common = Common(),
) -> None:
    """Update the settings of the account.

    Existing cards keep their currency, time zone and language.

    For owners of the account, not for members.
    """
    perform(Call("PATCH", "/api/account", "record"), common, query={"dry_run": dry_run}, body={"name": name, "country": country, "currency": currency, "timezone": timezone, "locale": locale, "erase_cards_after_days": erase_cards_after_days, "reply_to": reply_to, "embed_origins": embed_origins}, if_match=if_match, clear=clear)


@account.command(name="update-logo")
def account_update_logo(
    *,
    content: Annotated[str, Parameter(name=["--content"], allow_leading_hyphen=True, help="A PNG, JPEG or WebP file. The type is detected. Path of the file.")],
    if_match: IfMatch | None = None,
    common: Common = Common(),
) -> None:
    """Set the logo of the account.

    The picture is scaled to at most 320 by 96 pixels and 10 KB, without metadata or transparency.

    Mails about cards and opened cards without a logo show it. Mails that were sent before show the new one.

    For owners of the account, not for members.
    """
    perform(Call("PUT", "/api/account/logo", "record"), common, body={"content": encoded(content)}, if_match=if_match)


@account.command(name="delete-logo")
def account_delete_logo(
    *,
    dry_run: Annotated[bool | None, Parameter(name=["--dry-run"], negative=(), help="Performs the request and undoes it. The response has status 200, the record as the request would leave it, and `dry_run`: what would be sent, given back and left. Errors are those of the request.")] = None,
    if_match: IfMatch | None = None,
    common: Common = Common(),
) -> None:
    """Remove the logo of the account.

    Its URLs return 404 afterwards; mails that were already sent show the name of the account instead.

    For owners of the account, not for members.
    """
    perform(Call("DELETE", "/api/account/logo", "record"), common, query={"dry_run": dry_run}, if_match=if_match)


@account.command(name="retrieve-platform")
def account_retrieve_platform(
    *,
    common: Common = Common(),
) -> None:
    """Retrieve the platform of the account.

    For owners of the account, not for members.
    """
    perform(Call("GET", "/api/account/platform", "record"), common)


@account.command(name="update-platform")
def account_update_platform(
    *,
    access: Annotated[Literal["full", "none"], Parameter(name=["--access"], help="Access of the platform.")],
    dry_run: Annotated[bool | None, Parameter(name=["--dry-run"], negative=(), help="Performs the request and undoes it. The response has status 200, the record as the request would leave it, and `dry_run`: what would be sent, given back and left. Errors are those of the request.")] = None,
    clear: Clear = None,
    common: Common = Common(),
) -> None:
    """Close the account to its platform, or open it.

    Closing disables the endpoints that the platform created, and removes its members from cards.

    For owners of the account, not for members.
    """
    perform(Call("PATCH", "/api/account/platform", "record"), common, query={"dry_run": dry_run}, body={"access": access}, clear=clear)


@account.command(name="leave-platform")
def account_leave_platform(
    *,
    dry_run: Annotated[bool | None, Parameter(name=["--dry-run"], negative=(), help="Performs the request and undoes it. The response has status 200, the record as the request would leave it, and `dry_run`: what would be sent, given back and left. Errors are those of the request.")] = None,
    common: Common = Common(),
) -> None:
    """Leave the platform of the account.

    The account keeps its data, members and cards. The platform cannot act for it again.

    For owners of the account, not for members.
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
    """
    perform(Call("GET", "/api/account/members", "list"), common, query={"limit": limit, "cursor": cursor}, all_pages=all_pages)


@members.command(name="create")
def members_create(
    email: Annotated[str, Parameter(name=["--email"], help="Email address.")],
    *,
    dry_run: Annotated[bool | None, Parameter(name=["--dry-run"], negative=(), help="Performs the request and undoes it. The response has status 200, the record as the request would leave it, and `dry_run`: what would be sent, given back and left. Errors are those of the request.")] = None,
    role: Annotated[Literal["owner", "member"] | None, Parameter(name=["--role"], help="`owner`, or `member`: everything with cards, groups and webhooks. Default: `member`.")] = None,
    idempotency_key: IdempotencyKey = None,
    common: Common = Common(),
) -> None:
    """Invite a person to the account.

    The person gets an email, and becomes a member once they have signed in and accepted.

    The invitation expires after 30 days.

    For owners of the account, not for members.
    """
    perform(Call("POST", "/api/account/members", "record", keyed=True), common, query={"dry_run": dry_run}, body={"email": email, "role": role}, idempotency_key=idempotency_key)


@members.command(name="update")
def members_update(
    member_id: Annotated[str, Parameter(name=["--member-id", "--member"], help="Id of the member.")],
    *,
    role: Annotated[Literal["owner", "member"], Parameter(name=["--role"], help="`owner`, or `member`: everything with cards, groups and webhooks.")],
    dry_run: Annotated[bool | None, Parameter(name=["--dry-run"], negative=(), help="Performs the request and undoes it. The response has status 200, the record as the request would leave it, and `dry_run`: what would be sent, given back and left. Errors are those of the request.")] = None,
    clear: Clear = None,
    common: Common = Common(),
) -> None:
    """Change the role of a member.

    An account keeps at least one owner.

    For owners of the account, not for members.
    """
    perform(Call("PATCH", "/api/account/members/{member_id}", "record"), common, segments={"member_id": member_id}, query={"dry_run": dry_run}, body={"role": role}, clear=clear)


@members.command(name="delete")
def members_delete(
    member_id: Annotated[str, Parameter(name=["--member-id", "--member"], help="Id of the member.")],
    *,
    dry_run: Annotated[bool | None, Parameter(name=["--dry-run"], negative=(), help="Performs the request and undoes it. The response has status 200, the record as the request would leave it, and `dry_run`: what would be sent, given back and left. Errors are those of the request.")] = None,
    common: Common = Common(),
) -> None:
    """Remove a member, or withdraw an invitation.

    Ends the person's sessions in the account, their API keys and tokens.

    An account keeps at least one owner.

    For owners of the account, not for members.
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
    """List the accounts of customers.

    Returns customers, newest first, without those that have left.

    Only for owners of a platform.
    """
    perform(Call("GET", "/api/accounts", "list"), common, query={"limit": limit, "cursor": cursor, "name": name, "external_id": external_id}, all_pages=all_pages)


@accounts.command(name="create")
def accounts_create(
    name: Annotated[str, Parameter(name=["--name"], help="Name of the account.")],
    *,
    dry_run: Annotated[bool | None, Parameter(name=["--dry-run"], negative=(), help="Performs the request and undoes it. The response has status 200, the record as the request would leave it, and `dry_run`: what would be sent, given back and left. Errors are those of the request.")] = None,
    country: Annotated[str | None, Parameter(name=["--country"], help="Two-letter code of the country (ISO 3166-1).")] = None,
    currency: Annotated[str | None, Parameter(name=["--currency"], help="Currency of new cards; null is USD.")] = None,
    timezone: Annotated[str | None, Parameter(name=["--timezone"], help="Time zone of new cards; null is UTC.")] = None,
    locale: Annotated[str | None, Parameter(name=["--locale"], help="Language of new cards and of mails to owners (BCP 47); null is `en`.")] = None,
    external_id: Annotated[str | None, Parameter(name=["--external-id", "--external"], help="Your id of the customer; unique among your customers.")] = None,
    cards_from: Annotated[Literal["own", "platform"] | None, Parameter(name=["--cards-from"], help="`platform`: your cards, once the customer's own are used up. Default: `own`.")] = None,
    owner_email: Annotated[str | None, Parameter(name=["--owner-email"], help="Email address of a person of the customer, who is invited as its owner.")] = None,
    idempotency_key: IdempotencyKey = None,
    common: Common = Common(),
) -> None:
    """Create the account of a customer.

    Returns an account that your tokens act for with the header `Wellwish-Account`.

    It has no key pair: its owners create their own at the desk, so nothing of yours remains when they leave.

    Only for owners of a platform.
    """
    perform(Call("POST", "/api/accounts", "record", keyed=True), common, query={"dry_run": dry_run}, body={"name": name, "country": country, "currency": currency, "timezone": timezone, "locale": locale, "external_id": external_id, "cards_from": cards_from, "owner_email": owner_email}, idempotency_key=idempotency_key)


@accounts.command(name="retrieve")
def accounts_retrieve(
    account_id: Annotated[str, Parameter(name=["--account-id", "--account"], help="Id of the account.")],
    *,
    common: Common = Common(),
) -> None:
    """Retrieve the account of a customer.

    A customer that has left is not found.

    Only for owners of a platform.
    """
    perform(Call("GET", "/api/accounts/{account_id}", "record"), common, segments={"account_id": account_id})


@accounts.command(name="update")
def accounts_update(
    account_id: Annotated[str, Parameter(name=["--account-id", "--account"], help="Id of the account.")],
    *,
    dry_run: Annotated[bool | None, Parameter(name=["--dry-run"], negative=(), help="Performs the request and undoes it. The response has status 200, the record as the request would leave it, and `dry_run`: what would be sent, given back and left. Errors are those of the request.")] = None,
    external_id: Annotated[str | None, Parameter(name=["--external-id", "--external"], help="Your id of the customer; unique among your customers.")] = None,
    cards_from: Annotated[Literal["own", "platform"] | None, Parameter(name=["--cards-from"], help="`platform`: your cards, once the customer's own are used up.")] = None,
    clear: Clear = None,
    common: Common = Common(),
) -> None:
    """Update the account of a customer.

    Name and settings are changed by `PATCH /api/account` with `Wellwish-Account`.

    Only for owners of a platform.
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

    Purchases of its platform follow if it may use them.
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
    """
    perform(Call("GET", "/api/bundle-purchases", "list"), common, query={"limit": limit, "cursor": cursor}, all_pages=all_pages)


@bundle_purchases.command(name="create")
def bundle_purchases_create(
    bundle_id: Annotated[str, Parameter(name=["--bundle-id", "--bundle"], help="Id of the bundle.")],
    *,
    dry_run: Annotated[bool | None, Parameter(name=["--dry-run"], negative=(), help="Performs the request and undoes it. The response has status 200, the record as the request would leave it, and `dry_run`: what would be sent, given back and left. Errors are those of the request.")] = None,
    currency: Annotated[str | None, Parameter(name=["--currency"], help="ISO 4217 code of a currency that the bundle is sold in. Default: the account's currency.")] = None,
    return_url: Annotated[str | None, Parameter(name=["--return-url"], help="https URL that the payer returns to from the payment page, whatever the result. Its origin must be listed for the account by the operator. Default: a page of this service.")] = None,
    idempotency_key: IdempotencyKey = None,
    common: Common = Common(),
) -> None:
    """Buy a bundle.

    Returns a purchase that is `pending` until it is paid at `checkout_url`, and then `active`.

    For owners of the account, not for members.
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

    Returns the bundles for sale in the operator's order, with their prices in all currencies.
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
    created_after: Annotated[str | None, Parameter(name=["--created-after"], help="Return only cards created after this time. A date is the start of that day; without an offset it is in the account's time zone.")] = None,
    created_before: Annotated[str | None, Parameter(name=["--created-before"], help="Return only cards created before this time. A date is the start of that day; without an offset it is in the account's time zone.")] = None,
    all_pages: AllPages = False,
    common: Common = Common(),
) -> None:
    """List cards.

    Returns the account's cards, and cards of other accounts that the token's user is an admin of, newest first.
    """
    perform(Call("GET", "/api/cards", "list"), common, query={"limit": limit, "cursor": cursor, "status": status, "q": q, "template_id": template_id, "external_id": external_id, "bundle_purchase_id": bundle_purchase_id, "created_after": created_after, "created_before": created_before}, all_pages=all_pages)


@cards.command(name="create")
def cards_create(
    *,
    title: Annotated[str, Parameter(name=["--title"], help="Title of the card.")],
    sender: Annotated[str, Parameter(name=["--sender"], help="Name of the sender, as shown on the card.")],
    template_id: Annotated[str, Parameter(name=["--template-id", "--template"], help="Template of the card, from `GET /api/templates`.")],
    dry_run: Annotated[bool | None, Parameter(name=["--dry-run"], negative=(), help="Performs the request and undoes it. The response has status 200, the record as the request would leave it, and `dry_run`: what would be sent, given back and left. Errors are those of the request.")] = None,
    collection__add_money: Annotated[Literal["everyone", "contributors", "recipient", "admins", "nobody"] | None, Parameter(name=["--collection.add-money"], help="Who can add money. Default: `nobody`.")] = None,
    collection__see_total: Annotated[Literal["everyone", "contributors", "recipient", "admins", "nobody"] | None, Parameter(name=["--collection.see-total"], help="Who can see the total. Default: `admins`.")] = None,
    collection__see_contributors: Annotated[Literal["everyone", "contributors", "recipient", "admins", "nobody"] | None, Parameter(name=["--collection.see-contributors"], help="Who can see who gave money. Default: `contributors`.")] = None,
    collection__add_cash: Annotated[bool | None, Parameter(name=["--collection.add-cash"], help="Whether cash can be pledged. Cash is handed over outside of the service. Default: `false`.")] = None,
    collection__restrict_cash: Annotated[bool | None, Parameter(name=["--collection.restrict-cash"], help="Whether only holders of an invitation link can pledge cash. Default: `false`.")] = None,
    collection__currency: Annotated[str | None, Parameter(name=["--collection.currency"], help="ISO 4217 currency code.")] = None,
    collection__see_contributor_names: Annotated[int | None, Parameter(name=["--collection.see-contributor-names"], converter=whole, help="Who can see the names on notes: 0 everyone, 1 contributors and the recipient, 2 the recipient and admins, 3 admins. Default: `0`.")] = None,
    collection__suggested_amounts: Annotated[list[int] | None, Parameter(name=["--collection.suggested-amounts"], negative=(), converter=whole, help="Suggested amounts, in minor units.")] = None,
    collection__min_amount: Annotated[int | None, Parameter(name=["--collection.min-amount"], converter=whole, help="Smallest amount of a gift, in minor units.")] = None,
    collection__max_amount: Annotated[int | None, Parameter(name=["--collection.max-amount"], converter=whole, help="Largest amount of a gift, in minor units.")] = None,
    collection__goal_amount: Annotated[int | None, Parameter(name=["--collection.goal-amount"], converter=whole, help="Amount to collect, in minor units.")] = None,
    bundle_purchase_id: Annotated[str | None, Parameter(name=["--bundle-purchase-id", "--bundle-purchase"], help="Bundle purchase to take the card from. Default: the first available purchase.")] = None,
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
    reply_to: Annotated[str | None, Parameter(name=["--reply-to"], help="Email address for replies to the card's emails. Without one, they say that replies aren't read.")] = None,
    organiser_mail: Annotated[Literal["none", "each", "daily"] | None, Parameter(name=["--organiser-mail"], help="Emails to organisers about the open card: none, one for `each` event (those within 5 minutes in one), or a `daily` digest at 09:00 in the card's time zone. They go to active admins and to the member who created the card, or to the owners; if a program created it, only once it sets this.")] = None,
    idempotency_key: IdempotencyKey = None,
    common: Common = Common(),
) -> None:
    """Create a card.

    Takes one card from the bundle purchase, in the same transaction.
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
    """
    perform(Call("GET", "/api/cards/{card_id}", "record"), common, segments={"card_id": card_id})


@cards.command(name="update")
def cards_update(
    card_id: Annotated[str, Parameter(name=["--card-id", "--card"], help="Id of the card.")],
    *,
    dry_run: Annotated[bool | None, Parameter(name=["--dry-run"], negative=(), help="Performs the request and undoes it. The response has status 200, the record as the request would leave it, and `dry_run`: what would be sent, given back and left. Errors are those of the request.")] = None,
    title: Annotated[str | None, Parameter(name=["--title"], help="Title of the card.")] = None,
    sender: Annotated[str | None, Parameter(name=["--sender"], help="Name of the sender, as shown on the card.")] = None,
    template_id: Annotated[str | None, Parameter(name=["--template-id", "--template"], help="Template of the card, from `GET /api/templates`.")] = None,
    collection__add_money: Annotated[Literal["everyone", "contributors", "recipient", "admins", "nobody"] | None, Parameter(name=["--collection.add-money"], help="Who can add money.")] = None,
    collection__see_total: Annotated[Literal["everyone", "contributors", "recipient", "admins", "nobody"] | None, Parameter(name=["--collection.see-total"], help="Who can see the total.")] = None,
    collection__see_contributors: Annotated[Literal["everyone", "contributors", "recipient", "admins", "nobody"] | None, Parameter(name=["--collection.see-contributors"], help="Who can see who gave money.")] = None,
    collection__add_cash: Annotated[bool | None, Parameter(name=["--collection.add-cash"], help="Whether cash can be pledged. Cash is handed over outside of the service.")] = None,
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
    reply_to: Annotated[str | None, Parameter(name=["--reply-to"], help="Email address for replies to the card's emails. Without one, they say that replies aren't read.")] = None,
    organiser_mail: Annotated[Literal["none", "each", "daily"] | None, Parameter(name=["--organiser-mail"], help="Emails to organisers about the open card: none, one for `each` event (those within 5 minutes in one), or a `daily` digest at 09:00 in the card's time zone. They go to active admins and to the member who created the card, or to the owners; if a program created it, only once it sets this.")] = None,
    if_match: IfMatch | None = None,
    clear: Clear = None,
    common: Common = Common(),
) -> None:
    """Update a card.

    For the owner of the card, and admins with `can_update`.
    """
    perform(Call("PATCH", "/api/cards/{card_id}", "record"), common, segments={"card_id": card_id}, query={"dry_run": dry_run}, body={"title": title, "sender": sender, "template_id": template_id, "collection.add_money": collection__add_money, "collection.see_total": collection__see_total, "collection.see_contributors": collection__see_contributors, "collection.add_cash": collection__add_cash, "collection.restrict_cash": collection__restrict_cash, "collection.currency": collection__currency, "collection.see_contributor_names": collection__see_contributor_names, "collection.suggested_amounts": collection__suggested_amounts, "collection.min_amount": collection__min_amount, "collection.max_amount": collection__max_amount, "collection.goal_amount": collection__goal_amount, "recipient": recipient, "recipient_email": recipient_email, "recipients": objects(recipients, "recipients"), "audio_file.name": audio_file__name, "audio_file.url": audio_file__url, "auto_reminders": auto_reminders, "public_read": public_read, "contribution_end_date": contribution_end_date, "contribution_limit": contribution_limit, "custom_logo": custom_logo, "custom_effect": custom_effect, "extra_data": extra_data, "palette": palette, "cover_text": cover_text, "moderation": moderation, "see_notes": see_notes, "timezone": timezone, "locale": locale, "shared_link": shared_link, "external_id": external_id, "reply_to": reply_to, "organiser_mail": organiser_mail}, if_match=if_match, clear=clear)


@cards.command(name="delete")
def cards_delete(
    card_id: Annotated[str, Parameter(name=["--card-id", "--card"], help="Id of the card.")],
    *,
    dry_run: Annotated[bool | None, Parameter(name=["--dry-run"], negative=(), help="Performs the request and undoes it. The response has status 200, the record as the request would leave it, and `dry_run`: what would be sent, given back and left. Errors are those of the request.")] = None,
    if_match: IfMatch | None = None,
    common: Common = Common(),
) -> None:
    """Delete a card.

    The card, its links and its admins' access end immediately; its data is erased within 30 days.

    Payment pages that are still open are closed at the provider.

    For the owner of the card.
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

    Returns who can see notes, money and names on the card, who can change them, and why.

    The API, the pages and exports apply the same rules.

    For the owner and all admins of the card.
    """
    perform(Call("GET", "/api/cards/{card_id}/access", "record"), common, segments={"card_id": card_id}, query={"as": as_})


@cards.command(name="close")
def cards_close(
    card_id: Annotated[str, Parameter(name=["--card-id", "--card"], help="Id of the card.")],
    *,
    dry_run: Annotated[bool | None, Parameter(name=["--dry-run"], negative=(), help="Performs the request and undoes it. The response has status 200, the record as the request would leave it, and `dry_run`: what would be sent, given back and left. Errors are those of the request.")] = None,
    if_match: IfMatch | None = None,
    idempotency_key: IdempotencyKey = None,
    common: Common = Common(),
) -> None:
    """Close a card.

    A closed card accepts no more notes, edits, money or invitations. An empty one has a warning.

    For the owner of the card, and admins with `can_update`.
    """
    perform(Call("POST", "/api/cards/{card_id}/close", "record", keyed=True), common, segments={"card_id": card_id}, query={"dry_run": dry_run}, if_match=if_match, idempotency_key=idempotency_key)


@cards.command(name="reopen")
def cards_reopen(
    card_id: Annotated[str, Parameter(name=["--card-id", "--card"], help="Id of the card.")],
    *,
    dry_run: Annotated[bool | None, Parameter(name=["--dry-run"], negative=(), help="Performs the request and undoes it. The response has status 200, the record as the request would leave it, and `dry_run`: what would be sent, given back and left. Errors are those of the request.")] = None,
    contribution_end_date: Annotated[str | None, Parameter(name=["--contribution-end-date"], help="When contributing ends. A date is the end of that day; a time without offset is in `timezone`.")] = None,
    if_match: IfMatch | None = None,
    idempotency_key: IdempotencyKey = None,
    common: Common = Common(),
) -> None:
    """Reopen a closed card.

    For the owner of the card, and admins with `can_update`.
    """
    perform(Call("POST", "/api/cards/{card_id}/reopen", "record", keyed=True), common, segments={"card_id": card_id}, query={"dry_run": dry_run}, body={"contribution_end_date": contribution_end_date}, if_match=if_match, idempotency_key=idempotency_key)


@cards.command(name="cancel")
def cards_cancel(
    card_id: Annotated[str, Parameter(name=["--card-id", "--card"], help="Id of the card.")],
    *,
    dry_run: Annotated[bool | None, Parameter(name=["--dry-run"], negative=(), help="Performs the request and undoes it. The response has status 200, the record as the request would leave it, and `dry_run`: what would be sent, given back and left. Errors are those of the request.")] = None,
    refund: Annotated[bool | None, Parameter(name=["--refund"], help="Refund all payments, then cancel the card; requires `If-Match` and `Idempotency-Key`. If false, a card with money cannot be cancelled. Default: `false`.")] = None,
    if_match: IfMatch | None = None,
    idempotency_key: IdempotencyKey = None,
    common: Common = Common(),
) -> None:
    """Cancel a card.

    The card's unit returns to its bundle if nobody was invited and nobody has signed.

    With `refund`, a card with money is closed immediately, and `cancelled` once all refunds are complete; until then, `cancelling_at` is the time of the request. If a refund fails, the card stays closed with its money and the event `card.cancel_failed` is recorded. Cancel the card again to retry.

    Pledged cash that nobody has received is dropped, and payment pages that are still open are closed at the provider; a card with confirmed cash is not cancelled.

    For the owner of the card. With `refund`: for owners of the account, not for members.
    """
    perform(Call("POST", "/api/cards/{card_id}/cancel", "record", keyed=True), common, segments={"card_id": card_id}, query={"dry_run": dry_run}, body={"refund": refund}, if_match=if_match, idempotency_key=idempotency_key)


@cards.command(name="rotate-link")
def cards_rotate_link(
    card_id: Annotated[str, Parameter(name=["--card-id", "--card"], help="Id of the card.")],
    *,
    link: Annotated[Literal["shared", "public_view", "recipient", "invitation"], Parameter(name=["--link"], help="The link to replace: shared, public view, recipient's view or invitation link.")],
    dry_run: Annotated[bool | None, Parameter(name=["--dry-run"], negative=(), help="Performs the request and undoes it. The response has status 200, the record as the request would leave it, and `dry_run`: what would be sent, given back and left. Errors are those of the request.")] = None,
    recipient_id: Annotated[str | None, Parameter(name=["--recipient-id", "--recipient"], help="Id of the recipient, if `link` is `recipient`.")] = None,
    invite_id: Annotated[str | None, Parameter(name=["--invite-id", "--invite"], help="Id of the invitation, if `link` is `invitation`.")] = None,
    idempotency_key: IdempotencyKey = None,
    common: Common = Common(),
) -> None:
    """Rotate a link of a card.

    The old link ends immediately. No message is sent; resend an invitation to send its new link.

    For the owner of the card.
    """
    perform(Call("POST", "/api/cards/{card_id}/links/rotate", "record", keyed=True), common, segments={"card_id": card_id}, query={"dry_run": dry_run}, body={"link": link, "recipient_id": recipient_id, "invite_id": invite_id}, idempotency_key=idempotency_key)


@cards.command(name="duplicate")
def cards_duplicate(
    card_id: Annotated[str, Parameter(name=["--card-id", "--card"], help="Id of the card.")],
    *,
    dry_run: Annotated[bool | None, Parameter(name=["--dry-run"], negative=(), help="Performs the request and undoes it. The response has status 200, the record as the request would leave it, and `dry_run`: what would be sent, given back and left. Errors are those of the request.")] = None,
    title: Annotated[str | None, Parameter(name=["--title"], help="Title of the card.")] = None,
    template_id: Annotated[str | None, Parameter(name=["--template-id", "--template"], help="Template of the card, from `GET /api/templates`.")] = None,
    contribution_end_date: Annotated[str | None, Parameter(name=["--contribution-end-date"], help="When contributing ends. A date is the end of that day; a time without offset is in `timezone`.")] = None,
    bundle_purchase_id: Annotated[str | None, Parameter(name=["--bundle-purchase-id", "--bundle-purchase"], help="Bundle purchase to take the card from. Default: the first available purchase.")] = None,
    external_id: Annotated[str | None, Parameter(name=["--external-id", "--external"], help="Your own identifier for the card, unique within your account.")] = None,
    idempotency_key: IdempotencyKey = None,
    common: Common = Common(),
) -> None:
    """Duplicate a card.

    The new card has the settings of the card, but no recipients, invitations, contributions and admins.

    It takes a card from a bundle purchase. Without `contribution_end_date` it has no end, and without `template_id` it has the card's design; a design that was retired needs another one.

    For the owner of the card.
    """
    perform(Call("POST", "/api/cards/{card_id}/duplicate", "record", keyed=True), common, segments={"card_id": card_id}, query={"dry_run": dry_run}, body={"title": title, "template_id": template_id, "contribution_end_date": contribution_end_date, "bundle_purchase_id": bundle_purchase_id, "external_id": external_id}, idempotency_key=idempotency_key)


@cards.command(name="archive")
def cards_archive(
    card_id: Annotated[str, Parameter(name=["--card-id", "--card"], help="Id of the card.")],
    *,
    dry_run: Annotated[bool | None, Parameter(name=["--dry-run"], negative=(), help="Performs the request and undoes it. The response has status 200, the record as the request would leave it, and `dry_run`: what would be sent, given back and left. Errors are those of the request.")] = None,
    if_match: IfMatch | None = None,
    idempotency_key: IdempotencyKey = None,
    common: Common = Common(),
) -> None:
    """Archive a closed card.

    An archived card is read-only.

    For the owner of the card.
    """
    perform(Call("POST", "/api/cards/{card_id}/archive", "record", keyed=True), common, segments={"card_id": card_id}, query={"dry_run": dry_run}, if_match=if_match, idempotency_key=idempotency_key)


@cards.command(name="preview")
def cards_preview(
    card_id: Annotated[str, Parameter(name=["--card-id", "--card"], help="Id of the card.")],
    *,
    dry_run: Annotated[bool | None, Parameter(name=["--dry-run"], negative=(), help="Performs the request and undoes it. The response has status 200, the record as the request would leave it, and `dry_run`: what would be sent, given back and left. Errors are those of the request.")] = None,
    as_: Annotated[Literal["everyone", "contributor", "recipient", "admin"] | None, Parameter(name=["--as"], help="Whose view to show: `everyone` has the public view link, `contributor` has signed, `recipient` has a view link, `admin` is an admin of the card. Default: `recipient`.")] = None,
    idempotency_key: IdempotencyKey = None,
    common: Common = Common(),
) -> None:
    """Preview a card.

    Returns a new link that shows the card as the audience will see it once it is closed, for one hour.

    Without a body the audience is the recipient. No audience sees notes that are not published.

    For the owner and all admins of the card.
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

    The owner sees all transfers. An admin sees the same amounts and names as in the list of contributions, and no line for a contribution whose money is not visible there.

    For the owner and all admins of the card.
    """
    perform(Call("GET", "/api/cards/{card_id}/movements.csv", "file"), common, segments={"card_id": card_id})


@cards.command(name="retrieve-money-chart")
def cards_retrieve_money_chart(
    card_id: Annotated[str, Parameter(name=["--card-id", "--card"], help="Id of the card.")],
    *,
    common: Common = Common(),
) -> None:
    """Retrieve the money chart of a card.

    Returns an HTML page in the card's language, without scripts: daily amounts, running total and goal.

    Requires the right to see the total.

    For the owner and all admins of the card.
    """
    perform(Call("GET", "/api/cards/{card_id}/money-chart", "file"), common, segments={"card_id": card_id})


@cards.command(name="remind")
def cards_remind(
    card_id: Annotated[str, Parameter(name=["--card-id", "--card"], help="Id of the card.")],
    *,
    dry_run: Annotated[bool | None, Parameter(name=["--dry-run"], negative=(), help="Performs the request and undoes it. The response has status 200, the record as the request would leave it, and `dry_run`: what would be sent, given back and left. Errors are those of the request.")] = None,
    preview: Annotated[bool | None, Parameter(name=["--preview"], help="Whether only to count. Nothing is stored or sent. Default: `false`.")] = None,
    skip_messaged_today: Annotated[bool | None, Parameter(name=["--skip-messaged-today"], help="Whether to skip invitees who were already sent a message about the card on this day (in the card's `timezone`), such as the invitation. Default: `false`.")] = None,
    idempotency_key: IdempotencyKey = None,
    common: Common = Common(),
) -> None:
    """Remind the invitees of a card who have not signed.

    Each invitee is reminded at most once a day this way, and five times in all, with the automatic reminders. The daily limits of messages to an address apply.

    For the owner of the card, and admins with `invite_contributors`.
    """
    perform(Call("POST", "/api/cards/{card_id}/remind", "record", keyed=True), common, segments={"card_id": card_id}, query={"dry_run": dry_run}, body={"preview": preview, "skip_messaged_today": skip_messaged_today}, idempotency_key=idempotency_key)


@cards.command(name="export-notes")
def cards_export_notes(
    card_id: Annotated[str, Parameter(name=["--card-id", "--card"], help="Id of the card.")],
    *,
    common: Common = Common(),
) -> None:
    """Export the notes of a card.

    Returns a CSV file with one line per note, oldest first, whatever its status; no deleted notes.

    Names and numbers of reports are those of the list of contributions; `media` is the number of files.

    For the owner and all admins of the card.
    """
    perform(Call("GET", "/api/cards/{card_id}/notes.csv", "file"), common, segments={"card_id": card_id})


@handovers.command(name="create")
def handovers_create(
    card_id: Annotated[str, Parameter(name=["--card-id", "--card"], help="Id of the card.")],
    *,
    method: Annotated[Literal["bank_transfer", "cash", "other", "present", "voucher"], Parameter(name=["--method"], help="How the recipient got the money.")],
    amount: Annotated[int, Parameter(name=["--amount"], converter=whole, help="Amount in minor units of the card's currency, at most `collected`.")],
    dry_run: Annotated[bool | None, Parameter(name=["--dry-run"], negative=(), help="Performs the request and undoes it. The response has status 200, the record as the request would leave it, and `dry_run`: what would be sent, given back and left. Errors are those of the request.")] = None,
    note: Annotated[str | None, Parameter(name=["--note"], help="Note that contributors and the recipient see.")] = None,
    url: Annotated[str | None, Parameter(name=["--url"], help="https URL of the gift, such as a voucher. Only the recipient's page and the owner's record show it.")] = None,
    if_match: IfMatch | None = None,
    idempotency_key: IdempotencyKey = None,
    common: Common = Common(),
) -> None:
    """Record how the collected money of a card reached its recipient.

    Contributors and the recipient see the handover on their pages, its amount only if they see the total.

    The money itself is handed over outside of the service. A card has one handover, as a part of its record; update it to add the URL of a voucher later, for example. It stays if money is refunded afterwards.

    For the owner of the card.
    """
    perform(Call("POST", "/api/cards/{card_id}/handover", "record", keyed=True), common, segments={"card_id": card_id}, query={"dry_run": dry_run}, body={"method": method, "amount": amount, "note": note, "url": url}, if_match=if_match, idempotency_key=idempotency_key)


@handovers.command(name="update")
def handovers_update(
    card_id: Annotated[str, Parameter(name=["--card-id", "--card"], help="Id of the card.")],
    *,
    dry_run: Annotated[bool | None, Parameter(name=["--dry-run"], negative=(), help="Performs the request and undoes it. The response has status 200, the record as the request would leave it, and `dry_run`: what would be sent, given back and left. Errors are those of the request.")] = None,
    method: Annotated[Literal["bank_transfer", "cash", "other", "present", "voucher"] | None, Parameter(name=["--method"], help="How the recipient got the money.")] = None,
    amount: Annotated[int | None, Parameter(name=["--amount"], converter=whole, help="Amount in minor units of the card's currency, at most `collected`.")] = None,
    note: Annotated[str | None, Parameter(name=["--note"], help="Note that contributors and the recipient see.")] = None,
    url: Annotated[str | None, Parameter(name=["--url"], help="https URL of the gift, such as a voucher. Only the recipient's page and the owner's record show it.")] = None,
    if_match: IfMatch | None = None,
    clear: Clear = None,
    common: Common = Common(),
) -> None:
    """Update the handover of a card.

    Only the current values are kept; the time of the handover stays.

    For the owner of the card.
    """
    perform(Call("PATCH", "/api/cards/{card_id}/handover", "record"), common, segments={"card_id": card_id}, query={"dry_run": dry_run}, body={"method": method, "amount": amount, "note": note, "url": url}, if_match=if_match, clear=clear)


@handovers.command(name="delete")
def handovers_delete(
    card_id: Annotated[str, Parameter(name=["--card-id", "--card"], help="Id of the card.")],
    *,
    dry_run: Annotated[bool | None, Parameter(name=["--dry-run"], negative=(), help="Performs the request and undoes it. The response has status 200, the record as the request would leave it, and `dry_run`: what would be sent, given back and left. Errors are those of the request.")] = None,
    if_match: IfMatch | None = None,
    common: Common = Common(),
) -> None:
    """Delete the handover of a card, for example after recording it on the wrong card.

    Returns the card.

    For the owner of the card.
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
    """
    perform(Call("GET", "/api/cards/{card_id}/wall", "record"), common, segments={"card_id": card_id})


@walls.command(name="create")
def walls_create(
    card_id: Annotated[str, Parameter(name=["--card-id", "--card"], help="Id of the card.")],
    *,
    dry_run: Annotated[bool | None, Parameter(name=["--dry-run"], negative=(), help="Performs the request and undoes it. The response has status 200, the record as the request would leave it, and `dry_run`: what would be sent, given back and left. Errors are those of the request.")] = None,
    idempotency_key: IdempotencyKey = None,
    common: Common = Common(),
) -> None:
    """Create a wall of a card: a page for a screen that shows notes as they are published.

    Returns the wall; the existing one if the card has one.

    The wall shows published notes to everyone who has its link, also before the card is closed. It shows no notes that are only for recipients, no money, and names only if `see_contributor_names` is 0.

    For the owner of the card.
    """
    perform(Call("POST", "/api/cards/{card_id}/wall", "record", keyed=True), common, segments={"card_id": card_id}, query={"dry_run": dry_run}, idempotency_key=idempotency_key)


@walls.command(name="delete")
def walls_delete(
    card_id: Annotated[str, Parameter(name=["--card-id", "--card"], help="Id of the card.")],
    *,
    dry_run: Annotated[bool | None, Parameter(name=["--dry-run"], negative=(), help="Performs the request and undoes it. The response has status 200, the record as the request would leave it, and `dry_run`: what would be sent, given back and left. Errors are those of the request.")] = None,
    common: Common = Common(),
) -> None:
    """Delete the wall of a card. Its link ends at once; a wall that is created later has another link.

    For the owner of the card.
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
    """
    perform(Call("GET", "/api/cards/{card_id}/reports", "list"), common, segments={"card_id": card_id}, query={"limit": limit, "cursor": cursor}, all_pages=all_pages)


@card_batches.command(name="create")
def card_batches_create(
    *,
    sender: Annotated[str, Parameter(name=["--sender"], help="Name of the sender, as shown on the card.")],
    cards: Annotated[list[str], Parameter(name=["--cards"], negative=(), help="The cards to create. Members: title, template_id, recipient, recipient_email, contribution_end_date. JSON, member=value,... or @FILE with a JSON array; repeatable.")],
    dry_run: Annotated[bool | None, Parameter(name=["--dry-run"], negative=(), help="Performs the request and undoes it. The response has status 200, the record as the request would leave it, and `dry_run`: what would be sent, given back and left. Errors are those of the request.")] = None,
    timezone: Annotated[str | None, Parameter(name=["--timezone"], help="IANA time zone.")] = None,
    locale: Annotated[str | None, Parameter(name=["--locale"], help="Language tag (BCP 47).")] = None,
    idempotency_key: IdempotencyKey = None,
    common: Common = Common(),
) -> None:
    """Create a batch of cards.

    Creates the cards in the background: all of them, or none if one cannot be created.

    A card counts as a request. `GET /api/card-batches/{card_batch_id}` returns the outcome.
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

    Nothing is stored. Faults are refused with a pointer to the field of the card, all of them at once.
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
    """
    perform(Call("GET", "/api/card-batches/{card_batch_id}", "record"), common, segments={"card_batch_id": card_batch_id})


@payments.command(name="list")
def payments_list(
    *,
    limit: Annotated[int | None, Parameter(name=["--limit"], converter=whole, help="Maximum number of records to return.")] = None,
    cursor: Annotated[str | None, Parameter(name=["--cursor"], help="The `next_cursor` of the previous page.")] = None,
    card_id: Annotated[str | None, Parameter(name=["--card-id", "--card"], help="Return only payments to this card.")] = None,
    status: Annotated[Literal["pending", "processing", "succeeded", "partially_refunded", "refunded", "disputed", "lost", "failed", "cancelled"] | None, Parameter(name=["--status"], help="Return only payments with this status.")] = None,
    provider_payment_id: Annotated[str | None, Parameter(name=["--provider-payment-id", "--provider-payment"], help="Return only the payment with this id at the provider.")] = None,
    mismatched: Annotated[Literal["true"] | None, Parameter(name=["--mismatched"], help="Return only payments that the provider's reports contradict.")] = None,
    created_after: Annotated[str | None, Parameter(name=["--created-after"], help="Return only payments created after this time. A date is the start of that day; without an offset it is in the account's time zone.")] = None,
    created_before: Annotated[str | None, Parameter(name=["--created-before"], help="Return only payments created before this time. A date is the start of that day; without an offset it is in the account's time zone.")] = None,
    all_pages: AllPages = False,
    common: Common = Common(),
) -> None:
    """List payments.

    Returns payments for bundles and contributions with their refunds, newest first, including failed and unfinished ones. A member who is no owner sees only payments for cards.
    """
    perform(Call("GET", "/api/payments", "list"), common, query={"limit": limit, "cursor": cursor, "card_id": card_id, "status": status, "provider_payment_id": provider_payment_id, "mismatched": mismatched, "created_after": created_after, "created_before": created_before}, all_pages=all_pages)


@payments.command(name="retrieve")
def payments_retrieve(
    payment_id: Annotated[str, Parameter(name=["--payment-id", "--payment"], help="Id of the payment.")],
    *,
    common: Common = Common(),
) -> None:
    """Retrieve a payment.

    Returns the payment with its refunds. A member who is no owner reads only payments for cards.
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

    Closes the page at the provider, so that nobody can pay in a tab that is still open.

    Cancelling a cancelled payment changes nothing. If the payer was faster, the payment has succeeded and can be refunded.

    For owners of the account, not for members.
    """
    perform(Call("POST", "/api/payments/{payment_id}/cancel", "record", keyed=True), common, segments={"payment_id": payment_id}, idempotency_key=idempotency_key)


@refunds.command(name="create")
def refunds_create(
    payment_id: Annotated[str, Parameter(name=["--payment-id", "--payment"], help="Id of the payment.")],
    *,
    dry_run: Annotated[bool | None, Parameter(name=["--dry-run"], negative=(), help="Performs the request and undoes it. The response has status 200, the record as the request would leave it, and `dry_run`: what would be sent, given back and left. Errors are those of the request.")] = None,
    amount: Annotated[int | None, Parameter(name=["--amount"], converter=whole, help="Amount in minor units of the currency. Default: the refundable amount.")] = None,
    if_match: IfMatch,
    idempotency_key: IdempotencyKey = None,
    common: Common = Common(),
) -> None:
    """Refund a payment.

    Refunds all or part of a payment. A bundle must be unused and is refunded in full.

    A refund starts as `pending`; an event reports its result.

    For owners of the account, not for members.
    """
    perform(Call("POST", "/api/payments/{payment_id}/refunds", "record", keyed=True), common, segments={"payment_id": payment_id}, query={"dry_run": dry_run}, body={"amount": amount}, if_match=if_match, idempotency_key=idempotency_key)


@refunds.command(name="retrieve")
def refunds_retrieve(
    refund_id: Annotated[str, Parameter(name=["--refund-id", "--refund"], help="Id of the refund.")],
    *,
    common: Common = Common(),
) -> None:
    """Retrieve a refund.

    A member who is no owner reads only refunds of payments for cards.
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
    """
    perform(Call("GET", "/api/refund-requests/{refund_request_id}", "record"), common, segments={"refund_request_id": refund_request_id})


@refund_requests.command(name="approve")
def refund_requests_approve(
    refund_request_id: Annotated[str, Parameter(name=["--refund-request-id", "--refund-request"], help="Id of the refund request.")],
    *,
    dry_run: Annotated[bool | None, Parameter(name=["--dry-run"], negative=(), help="Performs the request and undoes it. The response has status 200, the record as the request would leave it, and `dry_run`: what would be sent, given back and left. Errors are those of the request.")] = None,
    if_match: IfMatch | None = None,
    idempotency_key: IdempotencyKey = None,
    common: Common = Common(),
) -> None:
    """Approve a refund request, which refunds the payment.

    Refunds the requested amount; if a part of it was refunded meanwhile, the rest.

    The refund is the one that `refund_id` names. If it fails, the contributor can ask again.

    For owners of the account, not for members.
    """
    perform(Call("POST", "/api/refund-requests/{refund_request_id}/approve", "record", keyed=True), common, segments={"refund_request_id": refund_request_id}, query={"dry_run": dry_run}, if_match=if_match, idempotency_key=idempotency_key)


@refund_requests.command(name="refuse")
def refund_requests_refuse(
    refund_request_id: Annotated[str, Parameter(name=["--refund-request-id", "--refund-request"], help="Id of the refund request.")],
    *,
    dry_run: Annotated[bool | None, Parameter(name=["--dry-run"], negative=(), help="Performs the request and undoes it. The response has status 200, the record as the request would leave it, and `dry_run`: what would be sent, given back and left. Errors are those of the request.")] = None,
    note: Annotated[str | None, Parameter(name=["--note"], help="Note that the contributor sees.")] = None,
    if_match: IfMatch | None = None,
    idempotency_key: IdempotencyKey = None,
    common: Common = Common(),
) -> None:
    """Refuse a refund request.

    The contributor sees the refusal with the note, and can ask again, up to three times for a payment.

    For owners of the account, not for members.
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

    Checks the key with the provider. All new payments then use this provider.

    Pending payments of the previous provider are completed with its key, which is then deleted. If the same account at the provider is set again later, its earlier payments can be refunded again.

    For owners of the account, not for members.
    """
    perform(Call("PUT", "/api/payment-provider", "record"), common, body={"provider": provider, "secret_key": secret(secret_key, "secret_key"), "webhook_secret": secret(webhook_secret, "webhook_secret")}, if_match=if_match)


@payment_provider.command(name="delete")
def payment_provider_delete(
    *,
    dry_run: Annotated[bool | None, Parameter(name=["--dry-run"], negative=(), help="Performs the request and undoes it. The response has status 200, the record as the request would leave it, and `dry_run`: what would be sent, given back and left. Errors are those of the request.")] = None,
    if_match: IfMatch | None = None,
    common: Common = Common(),
) -> None:
    """Remove the payment provider.

    New payments no longer use the provider. Pending payments are completed, and then its key is deleted.

    After that, its payments can be refunded only once the same Stripe account is set again. Returns the provider that now applies: the sandbox if this server has one and the account never had real money, otherwise none.

    For owners of the account, not for members.
    """
    perform(Call("DELETE", "/api/payment-provider", "record"), common, query={"dry_run": dry_run}, if_match=if_match)


@payment_provider.command(name="update-fees")
def payment_provider_update_fees(
    *,
    fees: Annotated[list[str], Parameter(name=["--fees"], negative=(), help="One fee for each currency. Members: currency, basis_points, fixed. JSON, member=value,... or @FILE with a JSON array; repeatable.")],
    dry_run: Annotated[bool | None, Parameter(name=["--dry-run"], negative=(), help="Performs the request and undoes it. The response has status 200, the record as the request would leave it, and `dry_run`: what would be sent, given back and left. Errors are those of the request.")] = None,
    if_match: IfMatch | None = None,
    common: Common = Common(),
) -> None:
    """State the provider's fees.

    Replaces the stated fees, by which givers can cover the fee of their gift.

    State what the provider keeps of a payment by the method that most payers use, with the share of your platform. In other currencies, payments of different amounts show the fee. The sandbox takes none. A fee has no effect in a currency in which the provider takes only round amounts. The fees stay when the key of the same account at the provider is replaced.

    For owners of the account, not for members.
    """
    perform(Call("PUT", "/api/payment-provider/fees", "record"), common, query={"dry_run": dry_run}, body={"fees": objects(fees, "fees")}, if_match=if_match)


@payment_provider.command(name="check")
def payment_provider_check(
    *,
    idempotency_key: IdempotencyKey = None,
    common: Common = Common(),
) -> None:
    """Check the payment provider.

    Checks whether the provider still accepts the account's key.

    For owners of the account, not for members.
    """
    perform(Call("POST", "/api/payment-provider/check", "record", keyed=True), common, idempotency_key=idempotency_key)


@movements.command(name="export")
def movements_export(
    *,
    common: Common = Common(),
) -> None:
    """Export the transfers of the account.

    Returns a CSV file with one line per transfer, oldest first, for cards and, if you are an owner of the account, bundle purchases.

    `payout_id` names the payout of the provider that contains the movement, if the provider reports it: at Stripe, automatic payouts of the account that the payments went to.
    """
    perform(Call("GET", "/api/movements.csv", "file"), common)


@invitations.command(name="create")
def invitations_create(
    *,
    card_id: Annotated[str, Parameter(name=["--card-id", "--card"], help="Id of the card.")],
    invitees: Annotated[list[str], Parameter(name=["--invitees"], negative=(), help="Addresses to invite. Members: delivery_type, delivery_id, name. JSON, member=value,... or @FILE with a JSON array; repeatable.")],
    dry_run: Annotated[bool | None, Parameter(name=["--dry-run"], negative=(), help="Performs the request and undoes it. The response has status 200, the record as the request would leave it, and `dry_run`: what would be sent, given back and left. Errors are those of the request.")] = None,
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
    """
    perform(Call("POST", "/api/cards/invitations", "record", keyed=True), common, query={"dry_run": dry_run}, body={"card_id": card_id, "invitees": objects(invitees, "invitees"), "title": title, "message": message, "reminder": reminder, "send": send}, idempotency_key=idempotency_key)


@invitations.command(name="check")
def invitations_check(
    card_id: Annotated[str, Parameter(name=["--card-id", "--card"], help="Id of the card.")],
    *,
    invitees: Annotated[list[str], Parameter(name=["--invitees"], negative=(), help="Addresses to check. Members: delivery_type, delivery_id, name. JSON, member=value,... or @FILE with a JSON array; repeatable.")],
    title: Annotated[str | None, Parameter(name=["--title"], help="Subject of the email. Default: a standard subject.")] = None,
    message: Annotated[str | None, Parameter(name=["--message"], help="Personal message; line breaks are kept.")] = None,
    html: Annotated[bool | None, Parameter(name=["--html"], help="Whether `mail` contains the email as HTML, too. Default: `false`.")] = None,
    idempotency_key: IdempotencyKey = None,
    common: Common = Common(),
) -> None:
    """Check invitees without inviting anyone.

    Nothing is stored or sent. Invalid addresses are part of the result, not a fault.

    For the owner of the card, and admins with `invite_contributors`.
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

    Returns the invitations, newest first; the status of a parent follows from its members.

    For the owner of the card, and admins with `invite_contributors`.
    """
    perform(Call("GET", "/api/cards/{card_id}/invitations", "list"), common, segments={"card_id": card_id}, query={"limit": limit, "cursor": cursor, "parent_invite_id": parent_invite_id, "status": status}, all_pages=all_pages)


@invitations.command(name="resend")
def invitations_resend(
    invite_id: Annotated[str, Parameter(name=["--invite-id", "--invite"], help="Id of the invitation.")],
    *,
    dry_run: Annotated[bool | None, Parameter(name=["--dry-run"], negative=(), help="Performs the request and undoes it. The response has status 200, the record as the request would leave it, and `dry_run`: what would be sent, given back and left. Errors are those of the request.")] = None,
    idempotency_key: IdempotencyKey = None,
    common: Common = Common(),
) -> None:
    """Resend an invitation.

    The link stays the same. For a saved group, its members who have not signed get the message.

    For the owner of the card, and admins with `invite_contributors`.
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
    """
    perform(Call("GET", "/api/cards/invitations/{invite_id}", "record"), common, segments={"invite_id": invite_id})


@invitations.command(name="update")
def invitations_update(
    invite_id: Annotated[str, Parameter(name=["--invite-id", "--invite"], help="The `invite_id` without its prefix `inv_`.")],
    *,
    dry_run: Annotated[bool | None, Parameter(name=["--dry-run"], negative=(), help="Performs the request and undoes it. The response has status 200, the record as the request would leave it, and `dry_run`: what would be sent, given back and left. Errors are those of the request.")] = None,
    delivery_id: Annotated[str | None, Parameter(name=["--delivery-id", "--delivery"], help="Email address or phone number.")] = None,
    if_match: IfMatch | None = None,
    clear: Clear = None,
    common: Common = Common(),
) -> None:
    """Update the address of an invitation.

    The invitation gets a new link, which is sent to the new address. The old link ends immediately.

    Notes signed by the holder of the old address stay on the card and no longer belong to the invitation.

    For the owner of the card, and admins with `invite_contributors`.
    """
    perform(Call("PATCH", "/api/cards/invitations/{invite_id}", "record"), common, segments={"invite_id": invite_id}, query={"dry_run": dry_run}, body={"delivery_id": delivery_id}, if_match=if_match, clear=clear)


@invitations.command(name="revoke")
def invitations_revoke(
    invite_id: Annotated[str, Parameter(name=["--invite-id", "--invite"], help="Id of the invitation.")],
    *,
    dry_run: Annotated[bool | None, Parameter(name=["--dry-run"], negative=(), help="Performs the request and undoes it. The response has status 200, the record as the request would leave it, and `dry_run`: what would be sent, given back and left. Errors are those of the request.")] = None,
    if_match: IfMatch | None = None,
    idempotency_key: IdempotencyKey = None,
    common: Common = Common(),
) -> None:
    """Revoke an invitation.

    The link ends immediately. For a saved group, the invitations of members who have not signed end, too.

    For the owner of the card, and admins with `invite_contributors`.
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

    An address that is suppressed because of another account's message or a reply of STOP is listed without a reason, after a message of this account to it was suppressed.

    For owners of the account, not for members.
    """
    perform(Call("GET", "/api/suppressions", "list"), common, query={"limit": limit, "cursor": cursor, "delivery_type": delivery_type, "address": address, "reason": reason}, all_pages=all_pages)


@suppressions.command(name="delete")
def suppressions_delete(
    suppression_id: Annotated[str, Parameter(name=["--suppression-id", "--suppression"], help="Id of the suppression.")],
    *,
    dry_run: Annotated[bool | None, Parameter(name=["--dry-run"], negative=(), help="Performs the request and undoes it. The response has status 200, the record as the request would leave it, and `dry_run`: what would be sent, given back and left. Errors are those of the request.")] = None,
    common: Common = Common(),
) -> None:
    """Lift a suppression.

    The account can write to the address again. Invite it again, because its suppressed invitations remain.

    A complaint and a reply of STOP cannot be lifted, nor a suppression without a reason.

    For owners of the account, not for members.
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
    """
    perform(Call("GET", "/api/cards/{card_id}/contributions", "list"), common, segments={"card_id": card_id}, query={"limit": limit, "cursor": cursor, "status": status, "method": method}, all_pages=all_pages)


@contributions.command(name="create")
def contributions_create(
    card_id: Annotated[str, Parameter(name=["--card-id", "--card"], help="Id of the card.")],
    *,
    dry_run: Annotated[bool | None, Parameter(name=["--dry-run"], negative=(), help="Performs the request and undoes it. The response has status 200, the record as the request would leave it, and `dry_run`: what would be sent, given back and left. Errors are those of the request.")] = None,
    name: Annotated[str | None, Parameter(name=["--name"], help="Name of the contributor. Required unless `anonymous`; then nobody else sees it.")] = None,
    note__text: Annotated[str | None, Parameter(name=["--note.text"], help="Text of the note; line breaks are kept. Required unless there is `media`. Default: ``.")] = None,
    note__lang: Annotated[str | None, Parameter(name=["--note.lang"], help="Language tag (BCP 47) of the text. If absent, the script and the card decide.")] = None,
    note__pen: Annotated[Literal["caveat", "courier", "gochi", "kalam", "patrick", "reenie", "shadows"] | None, Parameter(name=["--note.pen"], help="Handwriting font. Default: `kalam`.")] = None,
    note__ink: Annotated[Literal["berry", "charcoal", "green", "navy", "plum", "rust"] | None, Parameter(name=["--note.ink"], help="Colour of the text. Default: `navy`.")] = None,
    note__paper: Annotated[Literal["blush", "butter", "cream", "lilac", "mint", "sky"] | None, Parameter(name=["--note.paper"], help="Colour of the paper. Default: `cream`.")] = None,
    note__visibility: Annotated[Literal["everyone", "recipient"] | None, Parameter(name=["--note.visibility"], help="Who can read the note; `recipient`: only the recipients, its author, the owner and admins. Default: `everyone`.")] = None,
    note__media: Annotated[list[str] | None, Parameter(name=["--note.media"], negative=(), help="Ids of up to four photos and GIFs or one video, one drawing and one recording. Photos and GIFs are shown in this order. If absent, the media stay unchanged; an empty list removes them.")] = None,
    money__amount: Annotated[int | None, Parameter(name=["--money.amount"], converter=whole, help="Amount in minor units of the currency.")] = None,
    money__currency: Annotated[str | None, Parameter(name=["--money.currency"], help="ISO 4217 code of the card's currency.")] = None,
    money__method: Annotated[Literal["online", "cash"] | None, Parameter(name=["--money.method"], help="`online` is paid at `checkout_url`; `cash` is pledged and handed over outside of the service. Default: `online`.")] = None,
    money__hide_amount: Annotated[bool | None, Parameter(name=["--money.hide-amount"], help="Whether only the owner can see the amount. It still counts toward the total. Default: `false`.")] = None,
    money__return_url: Annotated[str | None, Parameter(name=["--money.return-url"], help="https URL that the payer returns to from the payment page, whatever the result. Its origin must be listed for the account by the operator. Default: a page of this service.")] = None,
    money__receipt_email: Annotated[str | None, Parameter(name=["--money.receipt-email"], help="Email address for confirmations of this payment: paid, failed or refunded. It is used for nothing else, never returned, and erased with the contribution.")] = None,
    money__cover_fee: Annotated[bool | None, Parameter(name=["--money.cover-fee"], help="Whether to raise the amount by the expected fee of the provider, so that `amount` is left. Possible for online money once the account has stated the provider's fees, or its payments of different amounts show them. Default: `false`.")] = None,
    anonymous: Annotated[bool | None, Parameter(name=["--anonymous"], help="Whether to hide the author from everyone, including the owner. Default: `false`.")] = None,
    idempotency_key: IdempotencyKey = None,
    common: Common = Common(),
) -> None:
    """Create a contribution.

    Adds a contribution on behalf of the named person.

    Its note is published immediately, whatever the card's `moderation`, and stays if the payment fails. A contribution with money requires an `Idempotency-Key`.

    For the owner of the card.
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

    A deleted contribution has only its id, status and times left.

    For the owner and all admins of the card.
    """
    perform(Call("GET", "/api/cards/{card_id}/contributions/{contribution_id}", "record"), common, segments={"card_id": card_id, "contribution_id": contribution_id})


@contributions.command(name="delete")
def contributions_delete(
    card_id: Annotated[str, Parameter(name=["--card-id", "--card"], help="Id of the card.")],
    contribution_id: Annotated[str, Parameter(name=["--contribution-id", "--contribution"], help="Id of the contribution.")],
    *,
    dry_run: Annotated[bool | None, Parameter(name=["--dry-run"], negative=(), help="Performs the request and undoes it. The response has status 200, the record as the request would leave it, and `dry_run`: what would be sent, given back and left. Errors are those of the request.")] = None,
    if_match: IfMatch | None = None,
    common: Common = Common(),
) -> None:
    """Delete a contribution.

    Erases the note and ends the author's link. Deleting a deleted contribution changes nothing.

    For the owner of the card, and admins with `can_update`.
    """
    perform(Call("DELETE", "/api/cards/{card_id}/contributions/{contribution_id}", "record"), common, segments={"card_id": card_id, "contribution_id": contribution_id}, query={"dry_run": dry_run}, if_match=if_match)


@contributions.command(name="publish")
def contributions_publish(
    card_id: Annotated[str, Parameter(name=["--card-id", "--card"], help="Id of the card.")],
    contribution_id: Annotated[str, Parameter(name=["--contribution-id", "--contribution"], help="Id of the contribution.")],
    *,
    dry_run: Annotated[bool | None, Parameter(name=["--dry-run"], negative=(), help="Performs the request and undoes it. The response has status 200, the record as the request would leave it, and `dry_run`: what would be sent, given back and left. Errors are those of the request.")] = None,
    if_match: IfMatch | None = None,
    idempotency_key: IdempotencyKey = None,
    common: Common = Common(),
) -> None:
    """Publish a note.

    The note must be pending, hidden or rejected. Publishing a published note changes nothing.

    For the owner of the card, and admins with `can_update`.
    """
    perform(Call("POST", "/api/cards/{card_id}/contributions/{contribution_id}/publish", "record", keyed=True), common, segments={"card_id": card_id, "contribution_id": contribution_id}, query={"dry_run": dry_run}, if_match=if_match, idempotency_key=idempotency_key)


@contributions.command(name="hide")
def contributions_hide(
    card_id: Annotated[str, Parameter(name=["--card-id", "--card"], help="Id of the card.")],
    contribution_id: Annotated[str, Parameter(name=["--contribution-id", "--contribution"], help="Id of the contribution.")],
    *,
    dry_run: Annotated[bool | None, Parameter(name=["--dry-run"], negative=(), help="Performs the request and undoes it. The response has status 200, the record as the request would leave it, and `dry_run`: what would be sent, given back and left. Errors are those of the request.")] = None,
    if_match: IfMatch | None = None,
    idempotency_key: IdempotencyKey = None,
    common: Common = Common(),
) -> None:
    """Hide a note.

    Only its author, the owner and admins can see a hidden note, until it is published again.

    For the owner of the card, and admins with `can_update`.
    """
    perform(Call("POST", "/api/cards/{card_id}/contributions/{contribution_id}/hide", "record", keyed=True), common, segments={"card_id": card_id, "contribution_id": contribution_id}, query={"dry_run": dry_run}, if_match=if_match, idempotency_key=idempotency_key)


@contributions.command(name="reject")
def contributions_reject(
    card_id: Annotated[str, Parameter(name=["--card-id", "--card"], help="Id of the card.")],
    contribution_id: Annotated[str, Parameter(name=["--contribution-id", "--contribution"], help="Id of the contribution.")],
    *,
    dry_run: Annotated[bool | None, Parameter(name=["--dry-run"], negative=(), help="Performs the request and undoes it. The response has status 200, the record as the request would leave it, and `dry_run`: what would be sent, given back and left. Errors are those of the request.")] = None,
    if_match: IfMatch | None = None,
    idempotency_key: IdempotencyKey = None,
    common: Common = Common(),
) -> None:
    """Reject a note.

    Its author can edit a rejected note. With pre-moderation, an edited note is pending again.

    For the owner of the card, and admins with `can_update`.
    """
    perform(Call("POST", "/api/cards/{card_id}/contributions/{contribution_id}/reject", "record", keyed=True), common, segments={"card_id": card_id, "contribution_id": contribution_id}, query={"dry_run": dry_run}, if_match=if_match, idempotency_key=idempotency_key)


@contributions.command(name="confirm")
def contributions_confirm(
    card_id: Annotated[str, Parameter(name=["--card-id", "--card"], help="Id of the card.")],
    contribution_id: Annotated[str, Parameter(name=["--contribution-id", "--contribution"], help="Id of the contribution.")],
    *,
    dry_run: Annotated[bool | None, Parameter(name=["--dry-run"], negative=(), help="Performs the request and undoes it. The response has status 200, the record as the request would leave it, and `dry_run`: what would be sent, given back and left. Errors are those of the request.")] = None,
    if_match: IfMatch,
    idempotency_key: IdempotencyKey = None,
    common: Common = Common(),
) -> None:
    """Confirm a cash pledge.

    Records that the cash was received, and adds it to the card's total.

    For the owner of the card, and admins with `can_update`.
    """
    perform(Call("POST", "/api/cards/{card_id}/contributions/{contribution_id}/confirm", "record", keyed=True), common, segments={"card_id": card_id, "contribution_id": contribution_id}, query={"dry_run": dry_run}, if_match=if_match, idempotency_key=idempotency_key)


@contributions.command(name="drop")
def contributions_drop(
    card_id: Annotated[str, Parameter(name=["--card-id", "--card"], help="Id of the card.")],
    contribution_id: Annotated[str, Parameter(name=["--contribution-id", "--contribution"], help="Id of the contribution.")],
    *,
    dry_run: Annotated[bool | None, Parameter(name=["--dry-run"], negative=(), help="Performs the request and undoes it. The response has status 200, the record as the request would leave it, and `dry_run`: what would be sent, given back and left. Errors are those of the request.")] = None,
    if_match: IfMatch,
    idempotency_key: IdempotencyKey = None,
    common: Common = Common(),
) -> None:
    """Drop a cash pledge.

    Use this if the cash is no longer expected or was confirmed by mistake. The note is kept.

    A dropped pledge cannot be restored, but the contributor can make a new one.

    For the owner of the card, and admins with `can_update`.
    """
    perform(Call("POST", "/api/cards/{card_id}/contributions/{contribution_id}/drop", "record", keyed=True), common, segments={"card_id": card_id, "contribution_id": contribution_id}, query={"dry_run": dry_run}, if_match=if_match, idempotency_key=idempotency_key)


@people.command(name="list")
def people_list(
    *,
    limit: Annotated[int | None, Parameter(name=["--limit"], converter=whole, help="Maximum number of records to return.")] = None,
    cursor: Annotated[str | None, Parameter(name=["--cursor"], help="The `next_cursor` of the previous page.")] = None,
    external_id: Annotated[str | None, Parameter(name=["--external-id", "--external"], help="Return only the person with this `external_id`.")] = None,
    email: Annotated[str | None, Parameter(name=["--email"], help="Return only the person with this email address.")] = None,
    status: Annotated[Literal["active", "left"] | None, Parameter(name=["--status"], help="Return only people with this status.")] = None,
    all_pages: AllPages = False,
    common: Common = Common(),
) -> None:
    """List people.

    Returns people, newest first.

    For owners of the account, not for members.
    """
    perform(Call("GET", "/api/people", "list"), common, query={"limit": limit, "cursor": cursor, "external_id": external_id, "email": email, "status": status}, all_pages=all_pages)


@people.command(name="create")
def people_create(
    name: Annotated[str, Parameter(name=["--name"], help="Name of the person.")],
    *,
    dry_run: Annotated[bool | None, Parameter(name=["--dry-run"], negative=(), help="Performs the request and undoes it. The response has status 200, the record as the request would leave it, and `dry_run`: what would be sent, given back and left. Errors are those of the request.")] = None,
    email: Annotated[str | None, Parameter(name=["--email"], help="Email address, unique within your account.")] = None,
    phone: Annotated[str | None, Parameter(name=["--phone"], help="Phone number, preferably with a country code.")] = None,
    locale: Annotated[str | None, Parameter(name=["--locale"], help="Language tag (BCP 47).")] = None,
    timezone: Annotated[str | None, Parameter(name=["--timezone"], help="Time zone of the person (IANA), such as `Europe/Berlin`.")] = None,
    external_id: Annotated[str | None, Parameter(name=["--external-id", "--external"], help="Your own identifier for the person, unique within your account.")] = None,
    manager: Annotated[str | None, Parameter(name=["--manager"], help="Manager: the `external_id`, email address or id of another person. Returned as an id.")] = None,
    dates__birthday: Annotated[str | None, Parameter(name=["--dates.birthday"], help="Day and month of birth, such as `--03-14`. A year is never stored.")] = None,
    dates__started_on: Annotated[str | None, Parameter(name=["--dates.started-on"], help="First day at work, such as `2020-05-01`.")] = None,
    dates__own: Annotated[list[str] | None, Parameter(name=["--dates.own"], negative=(), help="Dates with own names. Members: name, date. JSON, member=value,... or @FILE with a JSON array; repeatable.")] = None,
    status: Annotated[Literal["active", "left"] | None, Parameter(name=["--status"], help="`left`: no longer with the company.")] = None,
    celebrate: Annotated[bool | None, Parameter(name=["--celebrate"], help="Whether the company celebrates the person's dates.")] = None,
    idempotency_key: IdempotencyKey = None,
    common: Common = Common(),
) -> None:
    """Create or update a person.

    Updates the person with this `external_id`, or without one the person with this `email`. If there is none, creates the person. The status is 200 for a person who was there.

    For owners of the account, not for members.
    """
    perform(Call("POST", "/api/people", "record", keyed=True), common, query={"dry_run": dry_run}, body={"name": name, "email": email, "phone": phone, "locale": locale, "timezone": timezone, "external_id": external_id, "manager": manager, "dates.birthday": dates__birthday, "dates.started_on": dates__started_on, "dates.own": objects(dates__own, "dates.own"), "status": status, "celebrate": celebrate}, idempotency_key=idempotency_key)


@people.command(name="sync")
def people_sync(
    *,
    people: Annotated[list[str], Parameter(name=["--people"], negative=(), help="All people who are there. Members: name, email, phone, locale, timezone, external_id, manager, dates, status, celebrate. JSON, member=value,... or @FILE with a JSON array; repeatable.")],
    dry_run: Annotated[bool | None, Parameter(name=["--dry-run"], negative=(), help="Performs the request and undoes it. The response has status 200, the record as the request would leave it, and `dry_run`: what would be sent, given back and left. Errors are those of the request.")] = None,
    allow_leavers: Annotated[bool | None, Parameter(name=["--allow-leavers"], help="Whether more than a tenth of the active people may be marked as left. Default: `false`.")] = None,
    common: Common = Common(),
) -> None:
    """Synchronise people with a whole list.

    Creates and updates the listed people, and marks all others as left: all of it, or nothing.

    A person is found by `external_id`, otherwise by `email`. Absent fields of a known person stay unchanged, except that a listed person is active. The same list again changes nothing.

    For owners of the account, not for members.
    """
    perform(Call("PUT", "/api/people", "record"), common, query={"dry_run": dry_run}, body={"people": objects(people, "people"), "allow_leavers": allow_leavers})


@people.command(name="retrieve")
def people_retrieve(
    person_id: Annotated[str, Parameter(name=["--person-id", "--person"], help="Id of the person.")],
    *,
    common: Common = Common(),
) -> None:
    """Retrieve a person.

    For owners of the account, not for members.
    """
    perform(Call("GET", "/api/people/{person_id}", "record"), common, segments={"person_id": person_id})


@people.command(name="update")
def people_update(
    person_id: Annotated[str, Parameter(name=["--person-id", "--person"], help="Id of the person.")],
    *,
    dry_run: Annotated[bool | None, Parameter(name=["--dry-run"], negative=(), help="Performs the request and undoes it. The response has status 200, the record as the request would leave it, and `dry_run`: what would be sent, given back and left. Errors are those of the request.")] = None,
    name: Annotated[str | None, Parameter(name=["--name"], help="Name of the person.")] = None,
    email: Annotated[str | None, Parameter(name=["--email"], help="Email address, unique within your account.")] = None,
    phone: Annotated[str | None, Parameter(name=["--phone"], help="Phone number, preferably with a country code.")] = None,
    locale: Annotated[str | None, Parameter(name=["--locale"], help="Language tag (BCP 47).")] = None,
    timezone: Annotated[str | None, Parameter(name=["--timezone"], help="Time zone of the person (IANA), such as `Europe/Berlin`.")] = None,
    external_id: Annotated[str | None, Parameter(name=["--external-id", "--external"], help="Your own identifier for the person, unique within your account.")] = None,
    manager: Annotated[str | None, Parameter(name=["--manager"], help="Manager: the `external_id`, email address or id of another person. Returned as an id.")] = None,
    dates__birthday: Annotated[str | None, Parameter(name=["--dates.birthday"], help="Day and month of birth, such as `--03-14`. A year is never stored.")] = None,
    dates__started_on: Annotated[str | None, Parameter(name=["--dates.started-on"], help="First day at work, such as `2020-05-01`.")] = None,
    dates__own: Annotated[list[str] | None, Parameter(name=["--dates.own"], negative=(), help="Dates with own names. Members: name, date. JSON, member=value,... or @FILE with a JSON array; repeatable.")] = None,
    status: Annotated[Literal["active", "left"] | None, Parameter(name=["--status"], help="`left`: no longer with the company.")] = None,
    celebrate: Annotated[bool | None, Parameter(name=["--celebrate"], help="Whether the company celebrates the person's dates.")] = None,
    if_match: IfMatch | None = None,
    clear: Clear = None,
    common: Common = Common(),
) -> None:
    """Update a person.

    For owners of the account, not for members.
    """
    perform(Call("PATCH", "/api/people/{person_id}", "record"), common, segments={"person_id": person_id}, query={"dry_run": dry_run}, body={"name": name, "email": email, "phone": phone, "locale": locale, "timezone": timezone, "external_id": external_id, "manager": manager, "dates.birthday": dates__birthday, "dates.started_on": dates__started_on, "dates.own": objects(dates__own, "dates.own"), "status": status, "celebrate": celebrate}, if_match=if_match, clear=clear)


@people.command(name="delete")
def people_delete(
    person_id: Annotated[str, Parameter(name=["--person-id", "--person"], help="Id of the person.")],
    *,
    dry_run: Annotated[bool | None, Parameter(name=["--dry-run"], negative=(), help="Performs the request and undoes it. The response has status 200, the record as the request would leave it, and `dry_run`: what would be sent, given back and left. Errors are those of the request.")] = None,
    if_match: IfMatch | None = None,
    common: Common = Common(),
) -> None:
    """Delete a person.

    Deletes the person with their dates. Those who reported to the person have no manager afterwards.

    For owners of the account, not for members.
    """
    perform(Call("DELETE", "/api/people/{person_id}", "nothing"), common, segments={"person_id": person_id}, query={"dry_run": dry_run}, if_match=if_match)


@groups.command(name="list")
def groups_list(
    *,
    limit: Annotated[int | None, Parameter(name=["--limit"], converter=whole, help="Maximum number of records to return.")] = None,
    cursor: Annotated[str | None, Parameter(name=["--cursor"], help="The `next_cursor` of the previous page.")] = None,
    name: Annotated[str | None, Parameter(name=["--name"], help="Return only the group with exactly this name.")] = None,
    external_id: Annotated[str | None, Parameter(name=["--external-id", "--external"], help="Return only the group with this `external_id`.")] = None,
    all_pages: AllPages = False,
    common: Common = Common(),
) -> None:
    """List groups.

    Returns groups without their members, newest first.
    """
    perform(Call("GET", "/api/groups", "list"), common, query={"limit": limit, "cursor": cursor, "name": name, "external_id": external_id}, all_pages=all_pages)


@groups.command(name="create")
def groups_create(
    name: Annotated[str, Parameter(name=["--name"], help="Name of the group, unique within your account.")],
    *,
    dry_run: Annotated[bool | None, Parameter(name=["--dry-run"], negative=(), help="Performs the request and undoes it. The response has status 200, the record as the request would leave it, and `dry_run`: what would be sent, given back and left. Errors are those of the request.")] = None,
    external_id: Annotated[str | None, Parameter(name=["--external-id", "--external"], help="Your own identifier for the group, unique within your account.")] = None,
    kind: Annotated[Literal["people", "channel"] | None, Parameter(name=["--kind"], help="`people`: each member gets an invitation; `channel`: a chat channel gets one shared link. Default: `people`.")] = None,
    webhook_url: Annotated[str | None, Parameter(name=["--webhook-url"], help="Incoming webhook URL of a Slack or Teams channel, for groups with `kind` `channel`. It is a secret and is returned masked. Sending the masked URL changes nothing.")] = None,
    members: Annotated[list[str] | None, Parameter(name=["--members"], negative=(), help="Members of the group. Members: name, email, phone. JSON, member=value,... or @FILE with a JSON array; repeatable.")] = None,
    idempotency_key: IdempotencyKey = None,
    common: Common = Common(),
) -> None:
    """Create a group."""
    perform(Call("POST", "/api/groups", "record", keyed=True), common, query={"dry_run": dry_run}, body={"name": name, "external_id": external_id, "kind": kind, "webhook_url": webhook_url, "members": objects(members, "members")}, idempotency_key=idempotency_key)


@groups.command(name="retrieve")
def groups_retrieve(
    group_id: Annotated[str, Parameter(name=["--group-id", "--group"], help="Id of the group.")],
    *,
    common: Common = Common(),
) -> None:
    """Retrieve a group.

    Returns the group with its members.
    """
    perform(Call("GET", "/api/groups/{group_id}", "record"), common, segments={"group_id": group_id})


@groups.command(name="update")
def groups_update(
    group_id: Annotated[str, Parameter(name=["--group-id", "--group"], help="Id of the group.")],
    *,
    dry_run: Annotated[bool | None, Parameter(name=["--dry-run"], negative=(), help="Performs the request and undoes it. The response has status 200, the record as the request would leave it, and `dry_run`: what would be sent, given back and left. Errors are those of the request.")] = None,
    name: Annotated[str | None, Parameter(name=["--name"], help="Name of the group, unique within your account.")] = None,
    external_id: Annotated[str | None, Parameter(name=["--external-id", "--external"], help="Your own identifier for the group, unique within your account.")] = None,
    kind: Annotated[Literal["people", "channel"] | None, Parameter(name=["--kind"], help="`people`: each member gets an invitation; `channel`: a chat channel gets one shared link.")] = None,
    webhook_url: Annotated[str | None, Parameter(name=["--webhook-url"], help="Incoming webhook URL of a Slack or Teams channel, for groups with `kind` `channel`. It is a secret and is returned masked. Sending the masked URL changes nothing.")] = None,
    members: Annotated[list[str] | None, Parameter(name=["--members"], negative=(), help="Members of the group. Members: name, email, phone. JSON, member=value,... or @FILE with a JSON array; repeatable.")] = None,
    if_match: IfMatch | None = None,
    clear: Clear = None,
    common: Common = Common(),
) -> None:
    """Update a group.

    Invitations that were created from the group are unchanged.
    """
    perform(Call("PATCH", "/api/groups/{group_id}", "record"), common, segments={"group_id": group_id}, query={"dry_run": dry_run}, body={"name": name, "external_id": external_id, "kind": kind, "webhook_url": webhook_url, "members": objects(members, "members")}, if_match=if_match, clear=clear)


@groups.command(name="delete")
def groups_delete(
    group_id: Annotated[str, Parameter(name=["--group-id", "--group"], help="Id of the group.")],
    *,
    dry_run: Annotated[bool | None, Parameter(name=["--dry-run"], negative=(), help="Performs the request and undoes it. The response has status 200, the record as the request would leave it, and `dry_run`: what would be sent, given back and left. Errors are those of the request.")] = None,
    if_match: IfMatch | None = None,
    common: Common = Common(),
) -> None:
    """Delete a group.

    Deletes the group and its members. Invitations that were created from it are unchanged.
    """
    perform(Call("DELETE", "/api/groups/{group_id}", "nothing"), common, segments={"group_id": group_id}, query={"dry_run": dry_run}, if_match=if_match)


@groups.command(name="sync")
def groups_sync(
    group_id: Annotated[str, Parameter(name=["--group-id", "--group"], help="Id of the group.")],
    *,
    dry_run: Annotated[bool | None, Parameter(name=["--dry-run"], negative=(), help="Performs the request and undoes it. The response has status 200, the record as the request would leave it, and `dry_run`: what would be sent, given back and left. Errors are those of the request.")] = None,
    idempotency_key: IdempotencyKey = None,
    common: Common = Common(),
) -> None:
    """Invite new members of a group.

    Invites members who joined the group after it was invited, to the open cards that it was invited to.

    This runs in the background. Returns the group's invitations to open cards, newest first; `progress` includes the new members. Members who already have an invitation to a card, in any status, are skipped. If there are more than 1,000 open cards, only the newest 1,000 are synchronised.
    """
    perform(Call("POST", "/api/groups/{group_id}/sync", "record", keyed=True), common, segments={"group_id": group_id}, query={"dry_run": dry_run}, idempotency_key=idempotency_key)


@card_admins.command(name="create")
def card_admins_create(
    *,
    card_id: Annotated[str, Parameter(name=["--card-id", "--card"], help="Id of the card.")],
    email: Annotated[str, Parameter(name=["--email"], help="Email address.")],
    dry_run: Annotated[bool | None, Parameter(name=["--dry-run"], negative=(), help="Performs the request and undoes it. The response has status 200, the record as the request would leave it, and `dry_run`: what would be sent, given back and left. Errors are those of the request.")] = None,
    name: Annotated[str | None, Parameter(name=["--name"], help="Name of the person.")] = None,
    privilege__can_update: Annotated[bool | None, Parameter(name=["--privilege.can-update"], help="Edit, close and reopen the card, moderate notes, confirm cash. Default: `false`.")] = None,
    privilege__invite_contributors: Annotated[bool | None, Parameter(name=["--privilege.invite-contributors"], help="Send, list, resend and revoke invitations. An invitation to a recipient is `suppressed` without a reason, like that to any suppressed address, so an admin can confirm a guess of a recipient's address. Default: `false`.")] = None,
    privilege__admin_management: Annotated[bool | None, Parameter(name=["--privilege.admin-management"], help="List, add, replace and remove card admins. Default: `false`.")] = None,
    idempotency_key: IdempotencyKey = None,
    common: Common = Common(),
) -> None:
    """Add an admin to a card.

    The person does not need an account, and is notified by email.

    For the owner of the card, and admins with `admin_management`.
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
    """
    perform(Call("GET", "/api/card-admins/card/{card_id}", "list"), common, segments={"card_id": card_id}, query={"limit": limit, "cursor": cursor}, all_pages=all_pages)


@card_admins.command(name="update")
def card_admins_update(
    card_admin_id: Annotated[str, Parameter(name=["--card-admin-id", "--card-admin"], help="Id of the card admin.")],
    *,
    dry_run: Annotated[bool | None, Parameter(name=["--dry-run"], negative=(), help="Performs the request and undoes it. The response has status 200, the record as the request would leave it, and `dry_run`: what would be sent, given back and left. Errors are those of the request.")] = None,
    privilege__can_update: Annotated[bool | None, Parameter(name=["--privilege.can-update"], help="Edit, close and reopen the card, moderate notes, confirm cash. Default: `false`.")] = None,
    privilege__invite_contributors: Annotated[bool | None, Parameter(name=["--privilege.invite-contributors"], help="Send, list, resend and revoke invitations. An invitation to a recipient is `suppressed` without a reason, like that to any suppressed address, so an admin can confirm a guess of a recipient's address. Default: `false`.")] = None,
    privilege__admin_management: Annotated[bool | None, Parameter(name=["--privilege.admin-management"], help="List, add, replace and remove card admins. Default: `false`.")] = None,
    if_match: IfMatch | None = None,
    common: Common = Common(),
) -> None:
    """Replace the privileges of a card admin.

    For the owner of the card, and admins with `admin_management`.
    """
    perform(Call("PUT", "/api/card-admins/{card_admin_id}", "record", objects=("privilege",)), common, segments={"card_admin_id": card_admin_id}, query={"dry_run": dry_run}, body={"privilege.can_update": privilege__can_update, "privilege.invite_contributors": privilege__invite_contributors, "privilege.admin_management": privilege__admin_management}, if_match=if_match)


@card_admins.command(name="delete")
def card_admins_delete(
    card_admin_id: Annotated[str, Parameter(name=["--card-admin-id", "--card-admin"], help="Id of the card admin.")],
    *,
    dry_run: Annotated[bool | None, Parameter(name=["--dry-run"], negative=(), help="Performs the request and undoes it. The response has status 200, the record as the request would leave it, and `dry_run`: what would be sent, given back and left. Errors are those of the request.")] = None,
    common: Common = Common(),
) -> None:
    """Remove an admin from a card.

    Admins can always remove themselves.

    For the owner and all admins of the card.
    """
    perform(Call("DELETE", "/api/card-admins/{card_admin_id}", "record"), common, segments={"card_admin_id": card_admin_id}, query={"dry_run": dry_run})


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

    Photos (JPEG, PNG or WebP) and GIFs can have up to 20 MB and 40 megapixels, animations also up to 300 frames and 75 megapixels in all frames. An animated WebP or PNG keeps moving: its `kind` is `gif` in the answer. HEIC and AVIF are refused.

    Videos (MP4 with H.264 and AAC, or WebM with VP9 and Opus) can have up to 25 MB and 30 seconds, if `video_bytes` of the limits is not null; recordings (MP3, MP4, WebM or Ogg, audio only) up to 1 MB and 60 seconds, but not Apple Lossless. Sound and videos are copied without metadata; a video gets a poster.

    A file whose id is not in the `note.media` of a contribution within a day is deleted. If a virus scanner is configured but unavailable, `status` is `pending` until the file has been scanned.

    For the owner of the card, and admins with `can_update`.
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

    If other people cannot see its note, the URLs expire after one to two hours.

    For the owner and all admins of the card.
    """
    perform(Call("GET", "/api/media/{media_id}", "record"), common, segments={"media_id": media_id})


@media.command(name="delete")
def media_delete(
    media_id: Annotated[str, Parameter(name=["--media-id", "--media"], help="Id of the media file.")],
    *,
    dry_run: Annotated[bool | None, Parameter(name=["--dry-run"], negative=(), help="Performs the request and undoes it. The response has status 200, the record as the request would leave it, and `dry_run`: what would be sent, given back and left. Errors are those of the request.")] = None,
    common: Common = Common(),
) -> None:
    """Delete a media file.

    Removes the file from its note or thanks. Its URLs stop working immediately.

    For the owner of the card, and admins with `can_update`.
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
    created_after: Annotated[str | None, Parameter(name=["--created-after"], help="Return only actions after this time. A date is the start of that day; without an offset it is in the account's time zone.")] = None,
    created_before: Annotated[str | None, Parameter(name=["--created-before"], help="Return only actions before this time. A date is the start of that day; without an offset it is in the account's time zone.")] = None,
    all_pages: AllPages = False,
    common: Common = Common(),
) -> None:
    """List the audit log.

    Returns the actions of the last 400 days that changed rights or money, newest first: of owners, members, card admins, key pairs and the operator.

    For owners of the account, not for members.
    """
    perform(Call("GET", "/api/audit-log", "list"), common, query={"limit": limit, "cursor": cursor, "action": action, "email": email, "card_id": card_id, "created_after": created_after, "created_before": created_before}, all_pages=all_pages)


@audit_log.command(name="export")
def audit_log_export(
    *,
    action: Annotated[str | None, Parameter(name=["--action"], help="Return only this action.")] = None,
    email: Annotated[str | None, Parameter(name=["--email"], help="Return only actions of the user with this email address, and of their key pairs.")] = None,
    card_id: Annotated[str | None, Parameter(name=["--card-id", "--card"], help="Return only actions on this card.")] = None,
    created_after: Annotated[str | None, Parameter(name=["--created-after"], help="Return only actions after this time. A date is the start of that day; without an offset it is in the account's time zone.")] = None,
    created_before: Annotated[str | None, Parameter(name=["--created-before"], help="Return only actions before this time. A date is the start of that day; without an offset it is in the account's time zone.")] = None,
    common: Common = Common(),
) -> None:
    """Export the audit log.

    Returns a CSV file with one line per action of the last 400 days, newest first.

    For owners of the account, not for members.
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
    """
    perform(Call("GET", "/api/webhook-endpoints", "list"), common, query={"limit": limit, "cursor": cursor}, all_pages=all_pages)


@webhook_endpoints.command(name="create")
def webhook_endpoints_create(
    url: Annotated[str, Parameter(name=["--url"], help="Public https URL that receives the events.")],
    *,
    dry_run: Annotated[bool | None, Parameter(name=["--dry-run"], negative=(), help="Performs the request and undoes it. The response has status 200, the record as the request would leave it, and `dry_run`: what would be sent, given back and left. Errors are those of the request.")] = None,
    description: Annotated[str | None, Parameter(name=["--description"], help="Your own description of the endpoint.")] = None,
    event_types: Annotated[list[str] | None, Parameter(name=["--event-types"], negative=(), help="Event types to receive. Default: all types, including future ones.")] = None,
    payload: Annotated[Literal["thin", "full"] | None, Parameter(name=["--payload"], help="`thin`: only ids of the event and card; `full`: also the event's data. Default: `thin`.")] = None,
    personal_data: Annotated[bool | None, Parameter(name=["--personal-data"], help="Whether full payloads include the name and address of the person concerned. Default: `false`.")] = None,
    idempotency_key: IdempotencyKey = None,
    common: Common = Common(),
) -> None:
    """Create a webhook endpoint.

    The endpoint receives events that occur from now on. Its secret is returned only once.
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
    """
    perform(Call("GET", "/api/webhook-endpoints/{webhook_endpoint_id}", "record"), common, segments={"webhook_endpoint_id": webhook_endpoint_id})


@webhook_endpoints.command(name="update")
def webhook_endpoints_update(
    webhook_endpoint_id: Annotated[str, Parameter(name=["--webhook-endpoint-id", "--webhook-endpoint"], help="Id of the webhook endpoint.")],
    *,
    dry_run: Annotated[bool | None, Parameter(name=["--dry-run"], negative=(), help="Performs the request and undoes it. The response has status 200, the record as the request would leave it, and `dry_run`: what would be sent, given back and left. Errors are those of the request.")] = None,
    url: Annotated[str | None, Parameter(name=["--url"], help="Public https URL that receives the events.")] = None,
    description: Annotated[str | None, Parameter(name=["--description"], help="Your own description of the endpoint.")] = None,
    event_types: Annotated[list[str] | None, Parameter(name=["--event-types"], negative=(), help="Event types to receive. Default: all types, including future ones.")] = None,
    payload: Annotated[Literal["thin", "full"] | None, Parameter(name=["--payload"], help="`thin`: only ids of the event and card; `full`: also the event's data.")] = None,
    personal_data: Annotated[bool | None, Parameter(name=["--personal-data"], help="Whether full payloads include the name and address of the person concerned.")] = None,
    disabled: Annotated[bool | None, Parameter(name=["--disabled"], help="Whether the endpoint is disabled. Nothing is sent to a disabled endpoint.")] = None,
    if_match: IfMatch | None = None,
    clear: Clear = None,
    common: Common = Common(),
) -> None:
    """Update a webhook endpoint.

    Enabling an endpoint resumes its pending deliveries. Use `recover` for events it missed meanwhile.
    """
    perform(Call("PATCH", "/api/webhook-endpoints/{webhook_endpoint_id}", "record"), common, segments={"webhook_endpoint_id": webhook_endpoint_id}, query={"dry_run": dry_run}, body={"url": url, "description": description, "event_types": event_types, "payload": payload, "personal_data": personal_data, "disabled": disabled}, if_match=if_match, clear=clear)


@webhook_endpoints.command(name="delete")
def webhook_endpoints_delete(
    webhook_endpoint_id: Annotated[str, Parameter(name=["--webhook-endpoint-id", "--webhook-endpoint"], help="Id of the webhook endpoint.")],
    *,
    dry_run: Annotated[bool | None, Parameter(name=["--dry-run"], negative=(), help="Performs the request and undoes it. The response has status 200, the record as the request would leave it, and `dry_run`: what would be sent, given back and left. Errors are those of the request.")] = None,
    if_match: IfMatch | None = None,
    common: Common = Common(),
) -> None:
    """Delete a webhook endpoint.

    The endpoint receives no more messages, and its deliveries are deleted.
    """
    perform(Call("DELETE", "/api/webhook-endpoints/{webhook_endpoint_id}", "nothing"), common, segments={"webhook_endpoint_id": webhook_endpoint_id}, query={"dry_run": dry_run}, if_match=if_match)


@webhook_endpoints.command(name="send-test")
def webhook_endpoints_send_test(
    webhook_endpoint_id: Annotated[str, Parameter(name=["--webhook-endpoint-id", "--webhook-endpoint"], help="Id of the webhook endpoint.")],
    *,
    dry_run: Annotated[bool | None, Parameter(name=["--dry-run"], negative=(), help="Performs the request and undoes it. The response has status 200, the record as the request would leave it, and `dry_run`: what would be sent, given back and left. Errors are those of the request.")] = None,
    idempotency_key: IdempotencyKey = None,
    common: Common = Common(),
) -> None:
    """Send a test event to a webhook endpoint.

    Ignores the `event_types` of the endpoint.
    """
    perform(Call("POST", "/api/webhook-endpoints/{webhook_endpoint_id}/test", "record", keyed=True), common, segments={"webhook_endpoint_id": webhook_endpoint_id}, query={"dry_run": dry_run}, idempotency_key=idempotency_key)


@webhook_endpoints.command(name="rotate-secret")
def webhook_endpoints_rotate_secret(
    webhook_endpoint_id: Annotated[str, Parameter(name=["--webhook-endpoint-id", "--webhook-endpoint"], help="Id of the webhook endpoint.")],
    *,
    dry_run: Annotated[bool | None, Parameter(name=["--dry-run"], negative=(), help="Performs the request and undoes it. The response has status 200, the record as the request would leave it, and `dry_run`: what would be sent, given back and left. Errors are those of the request.")] = None,
    overlap_seconds: Annotated[int | None, Parameter(name=["--overlap-seconds"], converter=whole, help="Seconds for which the previous secret is also used to sign; 0 ends it immediately. Default: `86400`.")] = None,
    if_match: IfMatch | None = None,
    idempotency_key: IdempotencyKey = None,
    common: Common = Common(),
) -> None:
    """Rotate the secret of a webhook endpoint.

    Deliveries are signed with both secrets until the previous one ends. A secret from an earlier rotation ends immediately.
    """
    perform(Call("POST", "/api/webhook-endpoints/{webhook_endpoint_id}/rotate-secret", "record", keyed=True), common, segments={"webhook_endpoint_id": webhook_endpoint_id}, query={"dry_run": dry_run}, body={"overlap_seconds": overlap_seconds}, if_match=if_match, idempotency_key=idempotency_key)


@webhook_endpoints.command(name="recover")
def webhook_endpoints_recover(
    webhook_endpoint_id: Annotated[str, Parameter(name=["--webhook-endpoint-id", "--webhook-endpoint"], help="Id of the webhook endpoint.")],
    *,
    since: Annotated[str, Parameter(name=["--since"], help="Start of the recovery. Events are kept for 90 days.")],
    dry_run: Annotated[bool | None, Parameter(name=["--dry-run"], negative=(), help="Performs the request and undoes it. The response has status 200, the record as the request would leave it, and `dry_run`: what would be sent, given back and left. Errors are those of the request.")] = None,
    idempotency_key: IdempotencyKey = None,
    common: Common = Common(),
) -> None:
    """Recover missed webhook deliveries.

    Delivers failed events, and events that occurred while the endpoint was disabled.

    Deliveries are sent in the background. Events that were already delivered are not sent again.
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
    """
    perform(Call("GET", "/api/webhook-endpoints/{webhook_endpoint_id}/deliveries", "list"), common, segments={"webhook_endpoint_id": webhook_endpoint_id}, query={"limit": limit, "cursor": cursor, "status": status, "event_id": event_id}, all_pages=all_pages)


@webhook_deliveries.command(name="redeliver")
def webhook_deliveries_redeliver(
    webhook_delivery_id: Annotated[str, Parameter(name=["--webhook-delivery-id", "--webhook-delivery"], help="Id of the webhook delivery.")],
    *,
    dry_run: Annotated[bool | None, Parameter(name=["--dry-run"], negative=(), help="Performs the request and undoes it. The response has status 200, the record as the request would leave it, and `dry_run`: what would be sent, given back and left. Errors are those of the request.")] = None,
    idempotency_key: IdempotencyKey = None,
    common: Common = Common(),
) -> None:
    """Redeliver an event.

    Sends the event again immediately, with the same `webhook-id` and up to ten attempts.
    """
    perform(Call("POST", "/api/webhook-deliveries/{webhook_delivery_id}/redeliver", "record", keyed=True), common, segments={"webhook_delivery_id": webhook_delivery_id}, query={"dry_run": dry_run}, idempotency_key=idempotency_key)


@limits.command(name="retrieve")
def limits_retrieve(
    *,
    common: Common = Common(),
) -> None:
    """Retrieve limits.

    Returns the limits configured on this server. Invitations over a message limit stay queued.
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

    Returns messages, newest first. Nothing of test data is sent.
    """
    perform(Call("GET", "/api/test/outbox", "list"), common, query={"limit": limit, "cursor": cursor, "recipient": recipient}, all_pages=all_pages)


@test_clock.command(name="retrieve")
def test_clock_retrieve(
    *,
    common: Common = Common(),
) -> None:
    """Retrieve the test clock.

    Returns the time of the test data, and how far an advance has come.
    """
    perform(Call("GET", "/api/test-clock", "record"), common)


@test_clock.command(name="advance")
def test_clock_advance(
    *,
    dry_run: Annotated[bool | None, Parameter(name=["--dry-run"], negative=(), help="Performs the request and undoes it. The response has status 200, the record as the request would leave it, and `dry_run`: what would be sent, given back and left. Errors are those of the request.")] = None,
    by: Annotated[str | None, Parameter(name=["--by"], help="ISO 8601 duration, at most 730 days.")] = None,
    to: Annotated[str | None, Parameter(name=["--to"], help="Time of the test data, at most 730 days ahead of it.")] = None,
    idempotency_key: IdempotencyKey = None,
    common: Common = Common(),
) -> None:
    """Advance the test clock.

    Moves the test data of the account forwards, in the background.

    Ends, reminders, digests, expiry and retention happen in their order, each at its own time. Tokens, idempotency keys, rate limits and webhook retries keep the real time. The status is `ready` when everything has happened.
    """
    perform(Call("POST", "/api/test-clock/advance", "record", keyed=True), common, query={"dry_run": dry_run}, body={"by": by, "to": to}, idempotency_key=idempotency_key)
