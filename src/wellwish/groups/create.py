"""Create a group."""

from collections.abc import Iterator
from typing import ClassVar

from wellwish.base import ids
from wellwish.base.errors import Fault, TooManyGroups
from wellwish.groups import group, team, webhook
from wellwish.groups.group import ExternalId, Group, GroupRow, Kind, Members, Name
from wellwish.groups.webhook import StoredWebhook, WebhookUrl
from wellwish.infra.db import CheckViolation, Tx
from wellwish.infra.http import Body, Caller, Services
from wellwish.infra.http.budget import MEMBERS


class NewGroup(Body, frozen=True, kw_only=True):
    """The group to create."""

    closed: ClassVar[bool] = True

    name: Name
    external_id: ExternalId | None = None
    kind: Kind = group.PEOPLE
    webhook_url: WebhookUrl | None = None
    members: Members = []

    def faults(self) -> Iterator[Fault]:
        """Yields faults for members without an address, a webhook of people, and members of a team."""
        yield from group.address_faults(self.members)
        if self.webhook_url is not None and self.kind != group.CHANNEL:
            yield webhook.NEEDS_CHANNEL
        if self.members and self.kind == group.TEAM:
            yield team.HAS_PEOPLE

    @property
    def cost(self) -> int:
        """The cost is proportional to the number of members."""
        return len(self.members) // MEMBERS


async def create_group(tx: Tx, caller: Caller, services: Services, new: NewGroup) -> Group:
    """Raises InvalidRequest for phone numbers and webhooks, GroupNameExists, ExternalIdExists, TooManyGroups,
    TooManyGroupMembers.
    """
    members = await group.with_phones(tx, caller.account_id, new.members)
    group_id = ids.new("grp")
    kept = webhook.kept(services, caller.account_id, group_id, new.webhook_url)
    row = await _insert(tx, caller, services, group_id, new, kept)
    if row is None:
        raise await group.taken(tx, caller.account_id, new.name, new.external_id) or group.name_exists(None)
    await group.save_members(tx, services, caller.account_id, row.id, members)
    return group.record(row, len(members), members)


async def _insert(
    tx: Tx, caller: Caller, services: Services, group_id: str, new: NewGroup, kept: StoredWebhook
) -> GroupRow | None:
    """Returns None if another group has the name or the ``external_id``. Raises TooManyGroups."""
    try:
        return await tx.maybe(
            GroupRow,
            """
            with made as (
              insert into groups (
                account_id, id, name, external_id, kind, webhook_url, webhook_host, created_at, updated_at)
              values (
                :account_id, :id, :name, :external_id, :kind, :webhook_url, :webhook_host, :now, :now)
              on conflict do nothing
              returning {columns}
            ), counted as (
              insert into group_counts as c (account_id, groups, most_groups)
              select :account_id, 1, :most::bigint from made
              on conflict (account_id) do update
                set groups = c.groups + 1, most_groups = excluded.most_groups
            )
            select {columns} from made
            """,
            account_id=caller.account_id,
            id=group_id,
            name=new.name,
            external_id=new.external_id,
            kind=new.kind,
            webhook_url=kept.sealed,
            webhook_host=kept.host,
            most=services.settings.limits.groups_per_account,
        )
    except CheckViolation as error:
        raise TooManyGroups from error
