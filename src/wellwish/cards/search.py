"""Find the cards that match the filters of a list; each filter can use an index."""

from collections.abc import Sequence

from wellwish.cards import search_words
from wellwish.cards.filters import LAST, Filters, Found, Key
from wellwish.infra.db import Tx


async def find_in_account(tx: Tx, account_id: str, user_id: str, filters: Filters) -> list[Found]:
    """Returns the newest matching cards of the account, up to ``count``, and the user's grants elsewhere."""
    if filters.bundle_purchase_id is not None and filters.by_desk and filters.terms is None:
        return await _of_bundle(tx, account_id, filters)
    if filters.terms is not None:
        if not filters.terms:
            return []  # `q` contains no letter and no digit
        if len(filters.terms) == 1 and filters.by_terms_only:
            return await search_words.by_term(tx, account_id, user_id, filters.terms[0], filters)
        found = await search_words.by_terms(tx, account_id, user_id, filters)
        if all(row.kind != "frequent" for row in found):
            own = [row for row in found if row.kind == "own"]
            own.sort(key=lambda row: row.id, reverse=True)
            return own[: filters.count] + [row for row in found if row.kind == "granted"]
    keys = await find_in_accounts(tx, [account_id], None, filters, account_id)
    if filters.status == "closed" and (ended := await _ended(tx, account_id)):
        keys += await find_in_accounts(tx, [account_id], ended, filters, account_id)
        keys.sort(key=lambda key: key.id, reverse=True)
    own = [Found(key.account_id, key.id, "own") for key in keys[: filters.count]]
    return own + await grants(tx, account_id, user_id)


async def grants(tx: Tx, account_id: str, user_id: str) -> list[Found]:
    """Returns the cards of other accounts of which the user is an admin."""
    return await tx.many(
        Found,
        """
        select g.account_id, g.card_id as id, 'granted' as kind from admin_cards g
        where g.user_id = :user_id and g.acting_account_id = :account_id
          and g.account_id <> :account_id limit 10000
        """,
        user_id=user_id,
        account_id=account_id,
    )


async def find_in_accounts(
    tx: Tx, accounts: Sequence[str], cards: Sequence[str] | None, filters: Filters, account_id: str
) -> list[Key]:
    """Returns the newest matching cards of the accounts, or of the given cards, up to ``count``.

    Only the account itself can filter by ``external_id`` and ``bundle_purchase_id``. Unless cards are given,
    the closed cards do not include cards whose end has passed but that no job has closed yet.
    """
    if filters.terms is not None and not filters.terms:
        return []
    # A generic plan for optional filters cannot use their indexes.
    await tx.plan_each_time()
    return await tx.many(
        Key,
        """
        select c.account_id, c.id
        from unnest(:accounts::text[]) as scope (tenant)
        cross join lateral (
          select c.account_id, c.id from cards c
          where c.account_id = scope.tenant and c.deleted_at is null
            and (:cards::text[] is null or c.id = any (:cards))
            and c.id >= :first and c.id < :before
            and (:created_after::timestamptz is null or c.created_at > :created_after)
            and (:created_before::timestamptz is null or c.created_at < :created_before)
            and (:template_id::text is null or c.template_id = :template_id)
            and (:external_id::text is null or (c.external_id, c.account_id) = (:external_id, :account_id))
            and (:bundle_purchase_id::text is null
              or (c.bundle_purchase_id, c.account_id) = (:bundle_purchase_id, :account_id))
            and (:status::text is null or :cards::text[] is not null or c.state = :status)
            and (:status::text is null or :status = case
              when c.state = 'open' and c.contribution_ends_at <= :now then 'closed' else c.state end)
            and not exists (
              select 1 from unnest(:terms::text[]) as t (term)
              where not exists (select 1 from unnest(c.words) as w (word) where starts_with(w.word, t.term)))
          order by c.id desc limit :count
        ) as c
        order by c.id desc limit :count
        """,
        accounts=accounts,
        cards=cards,
        external_id=filters.external_id,
        bundle_purchase_id=filters.bundle_purchase_id,
        account_id=account_id,
        **filters.parameters(),
    )


async def _ended(tx: Tx, account_id: str) -> list[str]:
    """Returns the cards that have ended but are not closed yet: these are few even in a large account."""
    rows = await tx.many(
        Key,
        """
        select {columns} from cards
        where account_id = :account_id and state = 'open' and deleted_at is null
          and contribution_ends_at <= :now
        order by contribution_ends_at desc limit 10000
        """,
        account_id=account_id,
    )
    return [row.id for row in rows]


async def _of_bundle(tx: Tx, account_id: str, filters: Filters) -> list[Found]:
    """Reads the index of the bundle's cards, which never contains cards of other accounts."""
    return await tx.many(
        Found,
        """
        select c.account_id, c.id, 'own' as kind from cards c
        where c.account_id = :account_id and c.bundle_purchase_id = :bundle_purchase_id
          and c.deleted_at is null and c.id < :before
          and (:status::text is null or :status = case
            when c.state = 'open' and c.contribution_ends_at <= :now then 'closed' else c.state end)
        order by c.account_id desc, c.bundle_purchase_id desc, c.id desc limit :count
        """,
        account_id=account_id,
        bundle_purchase_id=filters.bundle_purchase_id,
        status=filters.status,
        before=filters.before or LAST,
        count=filters.count,
    )
