"""List cards."""

from datetime import UTC, datetime, tzinfo
from typing import Annotated, Final, get_args
from zoneinfo import ZoneInfo

from wellwish.accounts.account import load as load_account
from wellwish.cards import card, permissions, search
from wellwish.cards.access import EVERYTHING, CardAccess, Privilege
from wellwish.cards.card import Counts
from wellwish.cards.card_row import CardRow, Status
from wellwish.cards.filters import LAST, Filters, Found, Key
from wellwish.cards.recipient import RecipientRow
from wellwish.cards.words import words
from wellwish.infra.db import Tx
from wellwish.infra.http import Caller, Page, PageQuery, Services, line, word
from wellwish.infra.http.page import after, page
from wellwish.infra.http.query_time import has_offset, instant_of, moment
from wellwish.payments import ledger

_Q: Final = (
    "Return only cards whose title, sender or recipient has a word that begins with each word given: "
    "`may okaf` matches Maya Okafor. Ignores case, diacritics, punctuation and symbols."
)


class CardQuery(PageQuery, frozen=True, kw_only=True):
    status: Annotated[str, word(get_args(Status), "Return only cards with this status.")] | None = None
    q: Annotated[str, line(100, _Q)] | None = None
    template_id: Annotated[str, line(255, "Return only cards with this template.")] | None = None
    external_id: Annotated[str, line(255, "Return only the card with this `external_id`.")] | None = None
    bundle_purchase_id: (
        Annotated[str, line(255, "Return only cards that took a unit of this bundle purchase.")] | None
    ) = None
    created_after: Annotated[str, moment("Return only cards created after this time.")] | None = None
    created_before: Annotated[str, moment("Return only cards created before this time.")] | None = None


async def list_cards(tx: Tx, caller: Caller, services: Services, query: CardQuery) -> Page[card.Card]:
    """Returns the account's cards, and cards of other accounts on which the token's user is an admin, newest
    first.

    Raises InvalidCursor.
    """
    filters = _filters(query, await _zone(tx, caller, query))
    if any(getattr(query, name) is not None for name in _SEARCHED):
        rows = await search.find_in_account(tx, caller.account_id, caller.admin_user_id, filters)
    elif query.status is None:
        rows = await _newest(tx, caller, filters)
    else:
        rows = await _newest_of_status(tx, caller, filters)
    found = [Key(row.account_id, row.id) for row in rows if row.kind == "own"]
    grants = [Key(row.account_id, row.id) for row in rows if row.kind == "granted"]
    if grants:
        accounts = sorted({grant.account_id for grant in grants})
        await tx.see([caller.account_id, *accounts])
        cards = [grant.id for grant in grants]
        found += await search.find_in_accounts(tx, accounts, cards, filters, caller.account_id)
        found.sort(key=lambda key: key.id, reverse=True)
    listed = await _rows(tx, caller, found[: query.limit + 1])
    return page(listed, query.limit, query, lambda row: row.id, lambda row: _record(row, services, tx.now))


_SEARCHED: Final = (
    "q", "template_id", "external_id", "bundle_purchase_id", "created_after", "created_before",
)  # fmt: skip


async def _zone(tx: Tx, caller: Caller, query: CardQuery) -> tzinfo:
    """Returns the account's time zone, which is loaded only if a time without an offset needs it."""
    given = [each for each in (query.created_after, query.created_before) if each is not None]
    if all(has_offset(each) for each in given):
        return UTC
    return ZoneInfo((await load_account(tx, caller.account_id)).timezone)


def _filters(query: CardQuery, zone: tzinfo) -> Filters:
    return Filters(
        status=query.status,
        template_id=query.template_id,
        external_id=query.external_id,
        bundle_purchase_id=query.bundle_purchase_id,
        created_after=None if query.created_after is None else instant_of(query.created_after, zone),
        created_before=None if query.created_before is None else instant_of(query.created_before, zone),
        terms=None if query.q is None else words(query.q),
        before=after(query),
        count=query.limit + 1,
    )


async def _newest(tx: Tx, caller: Caller, filters: Filters) -> list[Found]:
    """Returns the unfiltered page of the account, and the user's grants, in one round trip.

    Only a backward scan of the primary key returns the page in order. The condition on deleted_at is written
    so that it matches no partial index: a generic plan expects a small account, and would otherwise read all
    rows of a large account from a covering index and sort them.
    """
    return await tx.many(
        Found,
        """
        (select account_id, id, 'own' as kind from cards
          where account_id = :account_id and id < :before and coalesce(deleted_at, 'infinity') = 'infinity'
          order by account_id desc, id desc limit :count)
        union all
        (select g.account_id, g.card_id, 'granted' from admin_cards g
          where g.user_id = :user_id and g.acting_account_id = :account_id
            and g.account_id <> :account_id limit 10000)
        """,
        account_id=caller.account_id,
        user_id=caller.admin_user_id,
        before=filters.before or LAST,
        count=filters.count,
    )


async def _newest_of_status(tx: Tx, caller: Caller, filters: Filters) -> list[Found]:
    """Like ``_newest``, for the cards with one status.

    Open cards whose end has passed count as closed, even if no job has closed them yet. ``before`` is applied
    to them in Python, so that the query can use the index of ends.
    """
    before = filters.before or LAST
    rows = await tx.many(
        Found,
        """
        (select account_id, id, 'own' as kind from cards
          where account_id = :account_id and state = :status and deleted_at is null and id < :before
            and (state <> 'open' or contribution_ends_at is null or contribution_ends_at > :now)
          order by account_id desc, state desc, id desc limit :count)
        union all
        (select account_id, id, 'own' from cards
          where :status = 'closed' and account_id = :account_id and state = 'open' and deleted_at is null
            and contribution_ends_at <= :now
          order by contribution_ends_at desc limit 10000)
        union all
        (select g.account_id, g.card_id, 'granted' from admin_cards g
          where g.user_id = :user_id and g.acting_account_id = :account_id
            and g.account_id <> :account_id limit 10000)
        """,
        account_id=caller.account_id,
        user_id=caller.admin_user_id,
        status=filters.status,
        before=before,
        count=filters.count,
    )
    own = [row for row in rows if row.kind == "own" and row.id < before]
    own.sort(key=lambda row: row.id, reverse=True)
    return own + [row for row in rows if row.kind == "granted"]


class _Listed(CardRow, frozen=True):
    people: list[RecipientRow]
    invited: int
    answered: int
    unnamed: int
    waiting: int
    collected: int
    admin_id: str | None
    can_update: bool | None
    invite_contributors: bool | None
    admin_management: bool | None


async def _rows(tx: Tx, caller: Caller, keys: list[Key]) -> list[_Listed]:
    """Returns the cards of the page by their primary keys."""
    return await tx.many(
        _Listed,
        """
        select {columns}
        from unnest(:accounts::text[], :cards::text[]) as scope (tenant, card)
        join cards on cards.account_id = scope.tenant and cards.id = scope.card
        cross join lateral (
          select coalesce(json_agg(json_build_object(
            'id', r.id, 'name', r.name, 'email', r.email, 'phone', r.phone, 'locale', r.locale,
            'external_id', r.external_id, 'link_version', r.link_version,
            'first_viewed_at', r.first_viewed_at)
            order by r.position), '[]') as people
          from recipients r where r.account_id = cards.account_id and r.card_id = cards.id
        ) as their
        cross join lateral (
          select count(*) as invited, count(i.contributed_at) as answered from invitations i
          where i.account_id = cards.account_id and i.card_id = cards.id
            and not i.is_parent and i.status not in ('revoked', 'failed', 'bounced', 'suppressed')
        ) as so_far
        cross join lateral (
          select count(*) as unnamed from contributions c
          where c.account_id = cards.account_id and c.card_id = cards.id
            and c.anonymous and c.note_status <> 'deleted'
        ) as signed
        cross join lateral (
          select count(*) as waiting from contributions c
          where c.account_id = cards.account_id and c.card_id = cards.id and c.note_status = 'pending'
        ) as reviewed
        cross join lateral (
          select coalesce(sum(b.balance), 0)::bigint as collected
          from unnest(:balances::text[]) as of_card (kind)
          join ledger_balances b on b.account_id = cards.account_id and b.name = of_card.kind || cards.id
            and b.currency = cards.currency
        ) as money
        left join lateral (
          select a.id as admin_id, a.can_update, a.invite_contributors, a.admin_management
          from card_admins a
          where a.account_id = cards.account_id and a.card_id = cards.id
            and a.user_id = :user_id and a.removed_at is null and cards.account_id <> :account_id
        ) as granted on true
        where deleted_at is null and (cards.account_id = :account_id or granted.admin_id is not null)
        order by id desc
        """,
        accounts=[key.account_id for key in keys],
        cards=[key.id for key in keys],
        balances=ledger.counted(""),
        account_id=caller.account_id,
        user_id=caller.admin_user_id,
    )


def _record(row: _Listed, services: Services, now: datetime) -> card.Card:
    privilege = EVERYTHING
    if row.admin_id is not None:
        privilege = Privilege(bool(row.can_update), bool(row.invite_contributors), bool(row.admin_management))
    access = CardAccess(row.account_id, row.id, privilege, row.admin_id)
    pending = row.invited - row.answered
    counts = Counts(row.invited, row.places_taken, row.unnamed, pending, row.waiting)
    collected = permissions.collected(row, row.collected, access, now)
    return card.record(row, row.people, access, services, now, counts, collected=collected)
