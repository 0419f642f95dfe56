"""Insert invitations to a card with their links, events and jobs, in a few statements."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

import msgspec
from msgspec import Struct, structs

from wellwish.base import ids
from wellwish.base.errors import TooManyInvitations
from wellwish.cards.access import CardAccess
from wellwish.cards.link import publish
from wellwish.infra import events
from wellwish.infra.db import CheckViolation, Tx
from wellwish.infra.http import Services
from wellwish.invitations import post_to_channel, send
from wellwish.invitations.invitation import LINK_ONLY, InvitationRow
from wellwish.invitations.send import Sending


class Wanted(Struct, frozen=True, kw_only=True):
    """One address to invite."""

    delivery_type: str
    delivery_id: str
    address_key: str
    name: str | None = None
    group_id: str | None = None
    is_parent: bool = False
    is_posted: bool = False  # a channel with a webhook to which the link is posted


class BatchTerms(Struct, frozen=True, kw_only=True):
    """The common values of a batch of invitations."""

    parent_id: str | None = None
    title: str | None
    message: str | None
    reminder: str
    sends: bool


def first_mentions(listed: Iterable[Wanted]) -> dict[str, Wanted]:
    """Returns the addresses by key, in order. For duplicate addresses, the first mention applies."""
    wanted: dict[str, Wanted] = {}
    for each in listed:
        wanted.setdefault(each.address_key, each)
    return wanted


async def add(
    tx: Tx,
    access: CardAccess,
    services: Services,
    terms: BatchTerms,
    wanted: Sequence[Wanted],
    barred: Mapping[str, str | None],
) -> list[InvitationRow]:
    """Inserts and returns the new invitations, skipping addresses with a live invitation.

    ``wanted`` must not contain duplicate addresses; ``barred`` maps keys that must not receive messages to
    the reasons. Raises TooManyInvitations, after which the transaction must be rolled back.
    """
    made = await _insert(tx, access, services, terms, [_started(each, terms, barred) for each in wanted])
    links = [row.link for row in made if row.link is not None]
    await publish(tx, services.keys, access.account_id, access.card_id, links)
    payloads = [
        {
            "invite_id": row.id,
            "card_id": access.card_id,
            "delivery_type": row.delivery_type,
            "status": row.status,
        }
        for row in made
    ]
    if payloads:
        await events.record_each(
            tx, access.account_id, "invitation.created", card_id=access.card_id, data=payloads
        )
    asked = [row for row in made if row.asked]
    await send.enqueue(
        tx, access, [Sending(row.id, row.link_version, row.asked) for row in asked if not row.is_shared]
    )
    await post_to_channel.enqueue(tx, access, [row for row in asked if row.is_shared])
    return made


def _started(wanted: Wanted, terms: BatchTerms, barred: Mapping[str, str | None]) -> dict[str, Any]:
    """Returns the initial columns of an invitation."""
    shared = wanted.delivery_type == "group" and not wanted.is_parent and not wanted.is_posted
    status, reason = "queued", None
    if wanted.address_key in barred:
        status, reason = "suppressed", barred[wanted.address_key]
    elif shared or not terms.sends:
        reason = LINK_ONLY
    asked = 0 if status == "suppressed" or reason is not None or wanted.is_parent else 1
    return {
        "id": ids.new("inv"),
        **structs.asdict(wanted),
        "status": status,
        "status_reason": reason,
        "asked": asked,
    }


async def _insert(
    tx: Tx, access: CardAccess, services: Services, terms: BatchTerms, rows: list[dict[str, Any]]
) -> list[InvitationRow]:
    # A fixed order, so that concurrent calls with the same addresses wait instead of deadlocking.
    rows.sort(key=lambda row: row["address_key"])
    limits = services.settings.limits
    try:
        return await tx.many(
            InvitationRow,
            _INSERT,
            account_id=access.account_id,
            card_id=access.card_id,
            rows=msgspec.json.encode(rows).decode(),
            counts=["", access.card_id],
            mosts=[limits.invitations_per_account, limits.invitations_per_card],
            **structs.asdict(terms),
        )
    except CheckViolation as error:
        raise TooManyInvitations from error


# To avoid deadlocks, the counts are locked after all addresses, the account's count before the card's.
_INSERT: Final = """
    with made as (
        insert into invitations (
          account_id, id, card_id, parent_id, group_id, is_parent, delivery_type, delivery_id, address_key,
          name, title, message, reminder, status, status_reason, sends, asked, created_at, updated_at)
        select
          :account_id, w.id, :card_id, :parent_id, w.group_id, w.is_parent, w.delivery_type, w.delivery_id,
          w.address_key, w.name, :title, :message, :reminder, w.status, w.status_reason, :sends, w.asked,
          :now, :now
        from jsonb_to_recordset(:rows::jsonb) as w (
          id text, group_id text, is_parent boolean, delivery_type text, delivery_id text, address_key text,
          name text, status text, status_reason text, asked int)
        on conflict (account_id, card_id, address_key)
          where status not in ('revoked', 'failed', 'bounced') do nothing
        returning {columns}
    ), counted as (
        insert into invitation_counts as c (account_id, card_id, used, most)
        select :account_id, l.card_id, (select count(*) from made), l.most
        from unnest(:counts::text[], :mosts::bigint[]) as l (card_id, most)
        where exists (select 1 from made)
        order by l.card_id
        on conflict (account_id, card_id) do update set used = c.used + excluded.used, most = excluded.most
    )
    select {columns} from made
    """
