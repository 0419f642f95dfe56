"""Find an account's cards that have a word for each term, and the user's grants, in one statement."""

from typing import Final

from wellwish.cards.filters import LAST, Filters, Found
from wellwish.infra.db import Tx

# Cards with a matching word are counted up to this number. A search does not start with a term that matches
# more.
_FREQUENT: Final = 2_000
_COUNTED_TERMS: Final = 5  # only the longest terms of a search are counted
_BY_TERMS: Final = """
with recursive term (first, behind, is_rare) as materialized (
  select t.first, t.behind, t.cards < :frequent or :by_terms_only from (
    select t.first, t.behind, (
      select count(*) from (
        select 1 from card_words w
        where w.account_id = :account_id and w.word >= t.first and w.word < t.behind limit :frequent
      ) as cards) as cards
    from unnest(:begins::text[], :behind::text[]) as t (first, behind)
    order by 3 limit 1
  ) as t
), begun (word, behind) as (
  (select w.word, t.behind from term t cross join lateral (
     select w.word from card_words w
     where w.account_id = :account_id and w.word >= t.first and w.word < t.behind
     order by w.account_id, w.word limit 1) as w
   where t.is_rare)
  union all
  select (select w.word from card_words w
    where w.account_id = :account_id and w.word > b.word and w.word < b.behind
    order by w.account_id, w.word limit 1), b.behind
  from begun b where b.word is not null
)
(select distinct found.account_id, found.id, 'own' as kind
  from begun b cross join lateral (
    select c.account_id, c.id
    from card_words i join cards c on c.account_id = i.account_id and c.id = i.card_id
    where i.account_id = :account_id and i.word = b.word
      and i.card_id >= :first and i.card_id < :before
      and c.account_id = :account_id and c.deleted_at is null
      and (:created_after::timestamptz is null or c.created_at > :created_after)
      and (:created_before::timestamptz is null or c.created_at < :created_before)
      and (:template_id::text is null or c.template_id = :template_id)
      and (:external_id::text is null or c.external_id = :external_id)
      and (:bundle_purchase_id::text is null or c.bundle_purchase_id = :bundle_purchase_id)
      and (:status::text is null or :status = case
        when c.state = 'open' and c.contribution_ends_at <= :now then 'closed' else c.state end)
      and not exists (
        select 1 from unnest(:terms::text[]) as t (term)
        where not exists (select 1 from unnest(c.words) as w (word) where starts_with(w.word, t.term)))
    order by i.account_id desc, i.word desc, i.card_id desc limit :count
  ) as found
  order by found.id desc limit :count)
union all
(select found.account_id, found.id, 'own'
  from (select 1 from term t where not t.is_rare and :by_bundle) as chosen cross join lateral (
    select c.account_id, c.id from cards c
    where c.account_id = :account_id and c.bundle_purchase_id = :bundle_purchase_id
      and c.deleted_at is null and c.id < :before
      and (:status::text is null or :status = case
        when c.state = 'open' and c.contribution_ends_at <= :now then 'closed' else c.state end)
      and not exists (
        select 1 from unnest(:terms::text[]) as t (term)
        where not exists (select 1 from unnest(c.words) as w (word) where starts_with(w.word, t.term)))
    order by c.account_id desc, c.bundle_purchase_id desc, c.id desc limit :count
  ) as found)
union all
(select found.account_id, found.id, 'own'
  from (select 1 from term t where not t.is_rare and :by_status) as chosen cross join lateral (
    select c.account_id, c.id from cards c
    where c.account_id = :account_id and c.state = :status and c.deleted_at is null and c.id < :before
      and (c.state <> 'open' or c.contribution_ends_at is null or c.contribution_ends_at > :now)
      and not exists (
        select 1 from unnest(:terms::text[]) as t (term)
        where not exists (select 1 from unnest(c.words) as w (word) where starts_with(w.word, t.term)))
    order by c.account_id desc, c.state desc, c.id desc limit :count
  ) as found)
union all
(select found.account_id, found.id, 'own'
  from (select 1 from term t where not t.is_rare and :by_status and :status = 'closed') as chosen
  cross join lateral (
    select c.account_id, c.id from (
      select c.account_id, c.id, c.words from cards c
      where c.account_id = :account_id and c.state = 'open' and c.deleted_at is null
        and c.contribution_ends_at <= :now
      order by c.contribution_ends_at desc limit 10000
    ) as c
    where c.id < :before
      and not exists (
        select 1 from unnest(:terms::text[]) as t (term)
        where not exists (select 1 from unnest(c.words) as w (word) where starts_with(w.word, t.term)))
  ) as found)
union all
(select :account_id, '', 'frequent' from term t
  where not (t.is_rare or :by_bundle or :by_status))
union all
(select g.account_id, g.card_id, 'granted' from admin_cards g
  where g.user_id = :user_id and g.acting_account_id = :account_id and g.account_id <> :account_id
  limit 10000)
"""


async def by_term(tx: Tx, account_id: str, user_id: str, term: str, filters: Filters) -> list[Found]:
    """Finds each matching word by one index probe, and its newest cards by another.

    Nothing else is read, because deleted cards have no words.
    """
    return await tx.many(
        Found,
        """
        with recursive begun (word) as (
          (select w.word from card_words w
           where w.account_id = :account_id and w.word >= :term and w.word < :behind
           order by w.account_id, w.word limit 1)
          union all
          select (select w.word from card_words w
            where w.account_id = :account_id and w.word > b.word and w.word < :behind
            order by w.account_id, w.word limit 1)
          from begun b where b.word is not null
        )
        (select distinct :account_id as account_id, found.id, 'own' as kind
          from begun b cross join lateral (
            select w.card_id as id from card_words w
            where w.account_id = :account_id and w.word = b.word and w.card_id < :before
            order by w.account_id desc, w.word desc, w.card_id desc limit :count
          ) as found
          order by found.id desc limit :count)
        union all
        (select g.account_id, g.card_id, 'granted' from admin_cards g
          where g.user_id = :user_id and g.acting_account_id = :account_id
            and g.account_id <> :account_id limit 10000)
        """,
        account_id=account_id,
        user_id=user_id,
        term=term,
        behind=_behind(term),
        before=filters.before or LAST,
        count=filters.count,
    )


async def by_terms(tx: Tx, account_id: str, user_id: str, filters: Filters) -> list[Found]:
    """Finds cards by the rarest term, by the status or by the bundle, in one round trip.

    Scans the words that begin with the rarest term, newest cards first. If the term is frequent and a filter
    of the desk is given, scans the index of that filter instead; a lateral join runs only the chosen scan.
    Each scan has a different order, so that only its own index can serve it, regardless of the planner's
    estimates.
    """
    by_desk = filters.by_desk
    terms = sorted(filters.terms or (), key=len)[-_COUNTED_TERMS:]
    return await tx.many(
        Found,
        _BY_TERMS,
        account_id=account_id,
        user_id=user_id,
        begins=terms,
        behind=[_behind(term) for term in terms],
        frequent=_FREQUENT,
        by_terms_only=filters.by_terms_only,
        by_bundle=by_desk and filters.bundle_purchase_id is not None,
        by_status=by_desk and filters.bundle_purchase_id is None and filters.status is not None,
        external_id=filters.external_id,
        bundle_purchase_id=filters.bundle_purchase_id,
        **filters.parameters(),
    )


def _behind(term: str) -> str:
    """Returns the upper bound of the words with this prefix."""
    return term + "\U0010ffff"
