"""Find the cards that match the filters of a list; an index serves each filter."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any, Final

from msgspec import Struct

from wellwish import ids
from wellwish.db import Tx

_SKEW: Final = timedelta(minutes=1)  # a card's id is created a moment after its created_at
LAST: Final = "card_~"  # greater than every id
# Cards with a matching word are counted up to this number: of two terms with more, neither is better to start
# with.
_FREQUENT: Final = 2_000
_COUNTED_TERMS: Final = 5  # the longest search term


class Key(Struct):
    """The key of a card."""

    account_id: str
    id: str


class Filters(Struct, frozen=True, kw_only=True):
    """Conditions on cards. ``terms`` are prefixes of words; a card has a word for each."""

    status: str | None
    template_id: str | None
    external_id: str | None
    bundle_purchase_id: str | None
    created_after: datetime | None
    created_before: datetime | None
    terms: Sequence[str] | None
    before: str | None
    """The id that the page begins behind."""
    count: int

    @property
    def by_terms_only(self) -> bool:
        """Whether only the terms can select the cards."""
        others = (
            self.status, self.template_id, self.external_id, self.bundle_purchase_id, self.created_after,
            self.created_before,
        )  # fmt: skip
        return all(other is None for other in others)

    def parameters(self) -> dict[str, Any]:
        """Returns the parameters that the statements share. Times become bounds of ids, too."""
        after, before = self.created_after, self.created_before
        last = LAST if before is None else ids.earliest("card", _moved(before, _SKEW))
        return {
            "status": self.status,
            "template_id": self.template_id,
            "terms": self.terms,
            "created_after": after,
            "created_before": before,
            "first": "" if after is None else ids.earliest("card", _moved(after, -_SKEW)),
            "before": min(self.before or LAST, last),
            "count": self.count,
        }


async def find_in_account(tx: Tx, account_id: str, filters: Filters) -> list[Key]:
    """Returns the newest matching cards of the account, up to ``count``."""
    if filters.terms is not None:
        if not filters.terms:
            return []  # `q` contains no letter and no digit
        if len(filters.terms) == 1 and filters.by_terms_only:
            return await _by_word_only(tx, account_id, filters.terms[0], filters)
        terms = await _rarest(tx, account_id, filters)
        if terms.cards < _FREQUENT or filters.by_terms_only:
            return await _by_word(tx, account_id, terms.term, filters)
    found = await find_in_accounts(tx, [account_id], None, filters, account_id)
    if filters.status != "closed":
        return found
    ended = await _ended(tx, account_id)
    if ended:
        found += await find_in_accounts(tx, [account_id], ended, filters, account_id)
        found.sort(key=lambda key: key.id, reverse=True)
    return found[: filters.count]


async def find_in_accounts(
    tx: Tx, accounts: Sequence[str], cards: Sequence[str] | None, filters: Filters, account_id: str
) -> list[Key]:
    """Returns the newest matching cards of the accounts, or of the given cards, up to ``count``.

    Only the account itself can filter by ``external_id`` and ``bundle_purchase_id``. Without given cards,
    cards whose end has passed but that no job has closed yet are missing from the closed ones.
    """
    if filters.terms is not None and not filters.terms:
        return []
    # A generic plan of a statement with optional filters uses no filter's index.
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
              select from unnest(:terms::text[]) as t (term)
              where not exists (select from unnest(c.words) as w (word) where starts_with(w.word, t.term)))
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
    """Returns the cards that have ended but are not closed yet: few in an account of any size."""
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


class _Term(Struct):
    term: str
    cards: int


async def _rarest(tx: Tx, account_id: str, filters: Filters) -> _Term:
    """Returns the term with the fewest matching cards."""
    terms = sorted(filters.terms or (), key=len)[-_COUNTED_TERMS:]
    return await tx.one(
        _Term,
        """
        select t.term, (
          select count(*) from (
            select from card_words w
            where w.account_id = :account_id and w.word >= t.term and w.word < t.behind limit :frequent
          ) as cards)
        from unnest(:terms::text[], :behind::text[]) as t (term, behind)
        order by 2 limit 1
        """,
        account_id=account_id,
        terms=terms,
        behind=[_behind(term) for term in terms],
        frequent=_FREQUENT,
    )


async def _by_word_only(tx: Tx, account_id: str, term: str, filters: Filters) -> list[Key]:
    """Finds each matching word by one probe of the key, and its newest cards by another.

    Reads nothing else: deleted cards have no words.
    """
    return await tx.many(
        Key,
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
        select distinct :account_id as account_id, found.id
        from begun b cross join lateral (
          select w.card_id as id from card_words w
          where w.account_id = :account_id and w.word = b.word and w.card_id < :before
          order by w.account_id desc, w.word desc, w.card_id desc limit :count
        ) as found
        order by found.id desc limit :count
        """,
        account_id=account_id,
        term=term,
        behind=_behind(term),
        before=filters.before or LAST,
        count=filters.count,
    )


async def _by_word(tx: Tx, account_id: str, term: str, filters: Filters) -> list[Key]:
    """Walks the matching words and their cards, newest first, until enough cards match."""
    return await tx.many(
        Key,
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
        select distinct found.account_id, found.id
        from begun b cross join lateral (
          select c.account_id, c.id
          from card_words i join cards c on c.account_id = i.account_id and c.id = i.card_id
          where i.account_id = :account_id and i.word = b.word and i.card_id >= :first and i.card_id < :before
            and c.account_id = :account_id and c.deleted_at is null
            and (:created_after::timestamptz is null or c.created_at > :created_after)
            and (:created_before::timestamptz is null or c.created_at < :created_before)
            and (:template_id::text is null or c.template_id = :template_id)
            and (:external_id::text is null or c.external_id = :external_id)
            and (:bundle_purchase_id::text is null or c.bundle_purchase_id = :bundle_purchase_id)
            and (:status::text is null or :status = case
              when c.state = 'open' and c.contribution_ends_at <= :now then 'closed' else c.state end)
            and not exists (
              select from unnest(:terms::text[]) as t (term)
              where not exists (select from unnest(c.words) as w (word) where starts_with(w.word, t.term)))
          order by i.account_id desc, i.word desc, i.card_id desc limit :count
        ) as found
        order by found.id desc limit :count
        """,
        account_id=account_id,
        term=term,
        behind=_behind(term),
        external_id=filters.external_id,
        bundle_purchase_id=filters.bundle_purchase_id,
        **filters.parameters(),
    )


def _behind(term: str) -> str:
    """Returns the upper bound of the words with this prefix."""
    return term + "\U0010ffff"


def _moved(instant: datetime, by: timedelta) -> datetime:
    try:
        return instant + by
    except OverflowError:
        return instant
