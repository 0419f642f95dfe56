"""The kinds of records in an export of an account, each with the function that reads a batch.

Most are the lists of the API, so an export shows what an owner sees there, and nothing else. Rows that the
API lists by card are read for all cards at once, and become records in the same functions as there.
"""

from collections.abc import Mapping
from typing import Final

from wellwish.account_exports import of_account, of_cards
from wellwish.account_exports.source import ROWS, Batch, Load, Source, of_page
from wellwish.accounts.retrieve import retrieve_account
from wellwish.audit.list import AuditQuery, list_entries
from wellwish.auth.credentials.list import list_credentials
from wellwish.auth.credentials.restricted_keys.list import list_restricted_keys
from wellwish.bundles.purchases.list import PurchaseQuery, list_purchases
from wellwish.cards.list import CardQuery, list_cards
from wellwish.groups.list import GroupQuery, list_groups
from wellwish.infra.events.list import EventQuery, list_events
from wellwish.infra.http import PageQuery
from wellwish.members.list import MemberQuery, list_members
from wellwish.occasions.rules.list import RuleQuery, list_rules
from wellwish.payments.provider.retrieve import retrieve_provider
from wellwish.payments.refund_requests.list import RefundRequestQuery, list_refund_requests
from wellwish.people.list import PeopleQuery, list_people
from wellwish.privacy.erasures.list import list_erasures
from wellwish.suppressions.list import SuppressionQuery, list_suppressions
from wellwish.webhooks.list import EndpointQuery, list_endpoints


async def _account(s: Source, after: str | None) -> Batch:
    del after
    return Batch([await retrieve_account(s.tx, s.caller, s.services)])


async def _provider(s: Source, after: str | None) -> Batch:
    del after
    return Batch([await retrieve_provider(s.tx, s.caller, s.services)])


async def _members(s: Source, after: str | None) -> Batch:
    return of_page(await list_members(s.tx, s.owning, MemberQuery(limit=ROWS, cursor=after)))


async def _credentials(s: Source, after: str | None) -> Batch:
    del after
    return of_page(await list_credentials(s.tx, s.owning))


async def _restricted_keys(s: Source, after: str | None) -> Batch:
    del after
    return of_page(await list_restricted_keys(s.tx, s.owning))


async def _purchases(s: Source, after: str | None) -> Batch:
    return of_page(await list_purchases(s.tx, s.caller, PurchaseQuery(limit=ROWS, cursor=after)))


async def _endpoints(s: Source, after: str | None) -> Batch:
    return of_page(await list_endpoints(s.tx, s.caller, EndpointQuery(limit=ROWS, cursor=after)))


async def _erasures(s: Source, after: str | None) -> Batch:
    return of_page(await list_erasures(s.tx, s.owning, s.services, PageQuery(limit=ROWS, cursor=after)))


async def _suppressions(s: Source, after: str | None) -> Batch:
    query = SuppressionQuery(limit=ROWS, cursor=after)
    return of_page(await list_suppressions(s.tx, s.owning, s.services, query))


async def _groups(s: Source, after: str | None) -> Batch:
    return of_page(await list_groups(s.tx, s.caller, GroupQuery(limit=ROWS, cursor=after)))


async def _people(s: Source, after: str | None) -> Batch:
    return of_page(await list_people(s.tx, s.reading, PeopleQuery(limit=ROWS, cursor=after)))


async def _rules(s: Source, after: str | None) -> Batch:
    return of_page(await list_rules(s.tx, s.owning, RuleQuery(limit=ROWS, cursor=after)))


async def _cards(s: Source, after: str | None) -> Batch:
    return of_page(await list_cards(s.tx, s.caller, s.services, CardQuery(limit=ROWS, cursor=after)))


async def _refund_requests(s: Source, after: str | None) -> Batch:
    return of_page(await list_refund_requests(s.tx, s.owning, RefundRequestQuery(limit=ROWS, cursor=after)))


async def _events(s: Source, after: str | None) -> Batch:
    return of_page(await list_events(s.tx, s.caller, s.services, EventQuery(limit=ROWS, cursor=after)))


async def _entries(s: Source, after: str | None) -> Batch:
    return of_page(await list_entries(s.tx, s.owning, AuditQuery(limit=ROWS, cursor=after)))


# By the `object` of the records; `privacy.exports.count_account` has their order.
LOADS: Final[Mapping[str, Load]] = {
    "account": _account,
    "payment_provider": _provider,
    "member": _members,
    "credential": _credentials,
    "restricted_key": _restricted_keys,
    "bundle_purchase": _purchases,
    "webhook_endpoint": _endpoints,
    "erasure": _erasures,
    "suppression": _suppressions,
    "group": _groups,
    "group_member": of_account.group_members,
    "person": _people,
    "occasion_rule": _rules,
    "occasion": of_account.occasions,
    "card": _cards,
    "card_admin": of_cards.admins,
    "invitation": of_cards.invitations,
    "contribution": of_cards.contributions,
    "note_report": of_cards.reports,
    "thanks": of_cards.thanks,
    "handover": of_cards.handovers,
    "payment": of_account.payments,
    "refund_request": _refund_requests,
    "movement": of_account.movements,
    "event": _events,
    "audit_entry": _entries,
    "media": of_cards.media,
}
