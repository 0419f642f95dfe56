"""The plan of a deletion: the data that it deletes, and the data that it keeps."""

from msgspec import Struct

from wellwish.deletions import deletion, deletion_request
from wellwish.deletions.deletion_request import DeletionRequest
from wellwish.deletions.money import Obstacles, load_obstacles
from wellwish.infra.db import Tx


class Counts(Struct, frozen=True):
    """Numbers of records. ``payments`` and ``transfers`` are kept; the others are deleted."""

    cards: int
    notes_and_gifts: int
    invitations: int
    groups: int
    people: int
    members: int
    media: int
    messages: int
    webhook_endpoints: int
    events: int
    unused_cards: int
    payments: int
    transfers: int


class Plan(Struct, frozen=True):
    """The state of the account, an owner's request for the deletion, the counts, and the obstacles."""

    state: deletion.Deletion
    request: DeletionRequest | None
    counts: Counts
    obstacles: Obstacles


async def load_plan(tx: Tx, account_id: str, most: int | None = None) -> Plan:
    """Counts up to ``most`` rows of each table. Raises ValueError if there is no account with this ID."""
    state = await deletion.load(tx, account_id)
    counts = await tx.one(
        Counts,
        """
        select
          (select count(*) from (
            select 1 from cards where account_id = :account_id limit :most::bigint) as n
          ) as cards,
          (select count(*) from (
            select 1 from contributions where account_id = :account_id limit :most::bigint) as n
          ) as notes_and_gifts,
          (select count(*) from (
            select 1 from invitations where account_id = :account_id limit :most::bigint) as n
          ) as invitations,
          (select count(*) from (
            select 1 from groups where account_id = :account_id limit :most::bigint) as n
          ) as groups,
          (select count(*) from (
            select 1 from people where account_id = :account_id limit :most::bigint) as n
          ) as people,
          (select count(*) from (
            select 1 from memberships where account_id = :account_id limit :most::bigint) as n
          ) as members,
          (select count(*) from (
            select 1 from media where account_id = :account_id limit :most::bigint) as n
          ) as media,
          (select count(*) from (
            select 1 from messages where account_id = :account_id limit :most::bigint) as n
          ) as messages,
          (select count(*) from (
            select 1 from webhook_endpoints where account_id = :account_id limit :most::bigint) as n
          ) as webhook_endpoints,
          (select count(*) from (
            select 1 from events where account_id = :account_id limit :most::bigint) as n
          ) as events,
          (select coalesce(sum(cards_total - cards_used), 0) from bundle_purchases
            where account_id = :account_id and status = 'active')::bigint as unused_cards,
          (select count(*) from (
            select 1 from payments where account_id = :account_id limit :most::bigint) as n
          ) as payments,
          (select count(*) from (
            select 1 from ledger where account_id = :account_id limit :most::bigint) as n
          ) as transfers
        """,
        account_id=account_id,
        most=most,
    )
    request = await deletion_request.load(tx, account_id)
    return Plan(state, request, counts, await load_obstacles(tx, account_id))
