"""Update a group."""

from collections.abc import Iterator

from msgspec import UNSET, UnsetType, structs

from wellwish.accounts import wake
from wellwish.base.errors import Fault, InvalidRequest
from wellwish.groups import group, team, webhook
from wellwish.groups.group import ExternalId, Group, GroupRow, Kind, Members, Name
from wellwish.groups.webhook import StoredWebhook, WebhookUrl
from wellwish.infra.db import Tx, UniqueViolation
from wellwish.infra.http import Caller, Change, IfMatch, Services
from wellwish.infra.http.budget import MEMBERS


class GroupChange(Change, frozen=True, kw_only=True):
    """Changes to a group. Absent fields stay unchanged, null clears a field, ``members`` replaces all."""

    name: Name | UnsetType = UNSET
    external_id: ExternalId | None | UnsetType = UNSET
    kind: Kind | None | UnsetType = UNSET
    webhook_url: WebhookUrl | None | UnsetType = UNSET
    members: Members | None | UnsetType = UNSET

    def faults(self) -> Iterator[Fault]:
        """Yields faults for members without an address."""
        yield from group.address_faults(self.members or [])

    @property
    def cost(self) -> int:
        """The cost is proportional to the number of members."""
        return len(self.members or []) // MEMBERS


async def update_group(
    tx: Tx, caller: Caller, services: Services, group_id: str, change: GroupChange, if_match: IfMatch
) -> Group:
    """Invitations created from the group are unchanged.

    Raises InvalidRequest, NotFound, PreconditionFailed, GroupNameExists, ExternalIdExists,
    TooManyGroupMembers.
    """
    members = await group.with_phones(tx, caller.account_id, change.members or [])
    row = await group.locked(tx, caller.account_id, group_id)
    if_match.check(row.version)
    wanted = structs.replace(
        row,
        name=row.name if change.name is UNSET else change.name,
        external_id=row.external_id if change.external_id is UNSET else change.external_id,
        kind=row.kind if change.kind is UNSET else change.kind or group.PEOPLE,
    )
    if (row.kind == group.TEAM) != (wanted.kind == group.TEAM):
        raise InvalidRequest(faults=[team.STAYS_TEAM])
    if row.kind == group.TEAM and change.members is not UNSET:
        raise InvalidRequest(faults=[team.HAS_PEOPLE])
    kept = await _webhook(tx, caller, services, wanted, change)
    refusal = await group.taken(tx, caller.account_id, wanted.name, wanted.external_id, but=row.id)
    if refusal is not None:
        raise refusal
    try:
        changed = await _save(tx, caller, wanted, kept)
    except (
        UniqueViolation
        # Another group has taken the name. After the error, the transaction cannot look up the group.
    ) as error:
        raise group.name_exists(None) from error
    if change.members is UNSET:
        members = await group.members(tx, caller.account_id, row.id)
    else:
        removed = await tx.run(
            "delete from group_members where account_id = :account_id and group_id = :group_id",
            account_id=caller.account_id,
            group_id=row.id,
        )
        await group.save_members(tx, services, caller.account_id, row.id, members, removed)
    if change.members is not UNSET or wanted.kind != row.kind:
        await wake.create_cards(tx, caller.account_id)  # a rule may invite the group
    return group.record(changed, len(members), members)


async def _webhook(
    tx: Tx, caller: Caller, services: Services, row: GroupRow, change: GroupChange
) -> StoredWebhook:
    """Returns the webhook after the change; only channels have one."""
    given = change.webhook_url
    if row.kind != group.CHANNEL:
        if isinstance(given, str):
            raise InvalidRequest(faults=[webhook.NEEDS_CHANNEL])
        return StoredWebhook()
    if given is UNSET or (given is not None and given == row.masked_url):
        return await webhook.present(tx, caller.account_id, row.id)
    return webhook.kept(services, caller.account_id, row.id, given)


async def _save(tx: Tx, caller: Caller, wanted: GroupRow, kept: StoredWebhook) -> GroupRow:
    return await tx.one(
        GroupRow,
        """
        update groups set
          name = :name, external_id = :external_id, kind = :kind, webhook_url = :webhook_url,
          webhook_host = :webhook_host, version = version + 1, updated_at = :now
        where account_id = :account_id and id = :id
        returning {columns}
        """,
        account_id=caller.account_id,
        id=wanted.id,
        name=wanted.name,
        external_id=wanted.external_id,
        kind=wanted.kind,
        webhook_url=kept.sealed,
        webhook_host=kept.host,
    )
