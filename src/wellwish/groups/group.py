"""The group: its row, its members, its record, and the fields of its bodies."""

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Annotated, Final, Literal

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType, structs

from wellwish.accounts import account
from wellwish.base import clock, ids
from wellwish.base.errors import (
    ExternalIdExists,
    Fault,
    GroupNameExists,
    InvalidRequest,
    Refusal,
    TooManyGroupMembers,
)
from wellwish.infra.db import CheckViolation, Tx
from wellwish.infra.http import Lenient, Services, line, word
from wellwish.infra.http.addresses import email_address, phone_number
from wellwish.infra.net import MAX_URL

MAX_MEMBERS: Final = 10_000
# 10,000 members with names and addresses of typical length take about 1 MB of JSON.
MAX_BODY_BYTES: Final = 2 * 1024 * 1024

PEOPLE, CHANNEL, TEAM = "people", "channel", "team"


class NewMember(Struct, frozen=True, kw_only=True):
    """A member of a group. An email or phone number is required; the email is preferred."""

    name: Annotated[str, line(255, "Name."), Lenient(parts=("first_name", "last_name"))] | None = None
    email: (
        Annotated[str, line(254, "Email address.", check=email_address, schema={"format": "email"})] | None
    ) = None
    phone: (
        Annotated[
            str,
            line(40, "Phone number, preferably with a country code."),
            Lenient(names=("mobile",)),
        ]
        | None
    ) = None


Name = Annotated[str, line(255, "Name of the group, unique within your account.", required=True)]
ExternalId = Annotated[str, line(255, "Your own identifier for the group, unique within your account.")]
Kind = Annotated[
    str,
    word(
        (PEOPLE, CHANNEL, TEAM),
        "`people`: each member gets an invitation; `channel`: a chat channel gets one shared link; `team`: "
        "the members are the people of the account whose `teams` name it.",
    ),
]
Members = Annotated[list[NewMember], Meta(max_length=MAX_MEMBERS, description="Members of the group.")]


class GroupRow(Struct, frozen=True):
    id: str
    name: str
    external_id: str | None
    kind: str
    webhook_host: str | None
    version: int
    created_at: datetime
    updated_at: datetime

    @property
    def masked_url(self) -> str | None:
        """The webhook's address without its secret part."""
        return None if self.webhook_host is None else f"https://{self.webhook_host}/…"


class Member(Struct, frozen=True, kw_only=True):
    """A member of a group."""

    name: str | None
    email: str | None
    phone: str | None


class Group(Struct, frozen=True, kw_only=True):
    """A saved group. Lists of groups contain only ``members_count``, not ``members``."""

    object: Literal["group"] = "group"
    id: Annotated[str, Meta(pattern=ids.pattern("grp"))]
    name: str
    external_id: str | None
    kind: Literal["people", "channel", "team"]
    webhook_url: (
        Annotated[str, Meta(max_length=MAX_URL, description="Masked webhook URL of the channel.")] | None
    )
    members: list[Member] | UnsetType = UNSET
    members_count: int
    version: int
    created_at: str
    updated_at: str


def record(row: GroupRow, members_count: int, members: list[Member] | UnsetType = UNSET) -> Group:
    return Group(
        id=row.id,
        name=row.name,
        external_id=row.external_id,
        kind=row.kind,  # pyright: ignore[reportArgumentType] - checked by the table
        webhook_url=row.masked_url,
        members=members,
        members_count=members_count,
        version=row.version,
        created_at=clock.rfc3339(row.created_at),
        updated_at=clock.rfc3339(row.updated_at),
    )


async def load(tx: Tx, account_id: str, group_id: str) -> GroupRow:
    """Raises NotFound."""
    return await tx.found(
        GroupRow,
        "select {columns} from groups where account_id = :account_id and id = :id",
        account_id=account_id,
        id=group_id,
    )


async def locked(tx: Tx, account_id: str, group_id: str) -> GroupRow:
    """Returns the row, locked until the transaction ends. Raises NotFound."""
    return await tx.found(
        GroupRow,
        "select {columns} from groups where account_id = :account_id and id = :id for update",
        account_id=account_id,
        id=group_id,
    )


async def members(tx: Tx, account_id: str, group_id: str) -> list[Member]:
    """Returns the members in order. For a team, these are its active people with an address, by name."""
    rows = await tx.many(
        _MemberRow,
        """
        select {columns} from (
          select m.position, m.name, m.email, m.phone from group_members m
          where m.account_id = :account_id and m.group_id = :group_id
          union all
          select 0, p.name, p.email, p.phone
          from team_people t join people p on p.account_id = t.account_id and p.id = t.person_id
          where t.account_id = :account_id and t.group_id = :group_id
            and p.left_at is null and (p.email is not null or p.phone is not null)
        ) as listed
        order by position, name, email, phone limit 20000
        """,
        account_id=account_id,
        group_id=group_id,
    )
    return [Member(name=row.name, email=row.email, phone=row.phone) for row in rows]


class _MemberRow(Struct):
    name: str | None
    email: str | None
    phone: str | None


def address_faults(listed: Sequence[NewMember]) -> Iterator[Fault]:
    """Yields a fault for each member without an address."""
    for index, member in enumerate(listed):
        if member.email is None and member.phone is None:
            yield Fault(f"/members/{index}", "required", "Must have an `email` or a `phone`.")


async def with_phones(tx: Tx, account_id: str, listed: Sequence[NewMember]) -> list[Member]:
    """Returns the members with their phone numbers in E.164 form. Raises InvalidRequest with all faults."""
    country = None
    if any(member.phone for member in listed):
        country = (await account.load(tx, account_id)).country
    faults: list[Fault] = []
    formed: list[Member] = []
    for index, member in enumerate(listed):
        phone = member.phone
        try:
            phone = None if phone is None else phone_number(phone, country)
        except ValueError as error:
            faults.append(Fault(f"/members/{index}/phone", "invalid_value", str(error)))
        formed.append(Member(name=member.name, email=member.email, phone=phone))
    if faults:
        raise InvalidRequest(faults=faults)
    return formed


async def save_members(
    tx: Tx, services: Services, account_id: str, group_id: str, listed: Sequence[Member], removed: int = 0
) -> None:
    """Inserts the members of an empty group; ``removed`` is the number of members that were deleted before.

    Raises TooManyGroupMembers.
    """
    rows = [{**structs.asdict(member), "position": position} for position, member in enumerate(listed)]
    try:
        await tx.value(
            """
            with counted as (
              insert into group_counts as c (account_id, members, most_members)
              values (:account_id, greatest(:added::bigint, 0), :most::bigint)
              on conflict (account_id) do update set
                members = greatest(c.members + :added::bigint, 0),
                -- An account over a limit that was lowered can still remove members.
                most_members = case when :added::bigint > 0 then excluded.most_members else 0 end
            ), listed as (
              insert into group_members (account_id, group_id, position, name, email, phone)
              select :account_id, :group_id, m.position, m.name, m.email, m.phone
              from jsonb_to_recordset(:listed::jsonb) as m (position int, name text, email text, phone text)
              returning position
            )
            select count(*) from listed
            """,
            account_id=account_id,
            group_id=group_id,
            listed=msgspec.json.encode(rows).decode(),
            added=len(listed) - removed,
            most=services.settings.limits.group_members_per_account,
        )
    except CheckViolation as error:
        raise TooManyGroupMembers from error


class _Other(Struct):
    id: str
    same_name: bool


async def taken(tx: Tx, account_id: str, name: str, external_id: str | None, but: str = "") -> Refusal | None:
    """Returns the refusal if another group of the account has the name or ``external_id``, or None."""
    other = await tx.maybe(
        _Other,
        """
        select id, name = :name from groups
        where account_id = :account_id and id <> :but and (name = :name or external_id = :external_id)
        order by name = :name desc limit 1
        """,
        account_id=account_id,
        name=name,
        external_id=external_id,
        but=but,
    )
    if other is None:
        return None
    if other.same_name:
        return name_exists(other.id)
    fault = Fault("/external_id", "exists", "Another group already has this `external_id`.")
    return ExternalIdExists(faults=[fault], members={"group_id": other.id})


def name_exists(group_id: str | None) -> GroupNameExists:
    fault = Fault("/name", "exists", "Another group already has this name.")
    return GroupNameExists(faults=[fault], members={"group_id": group_id} if group_id else {})


class Named(Struct, frozen=True):
    """A group to which an invitation refers."""

    id: str
    name: str
    external_id: str | None
    kind: str
    webhook_host: str | None


async def lock_named(tx: Tx, account_id: str, words: Sequence[str]) -> dict[str, Named]:
    """Returns the account's groups with these IDs, names or ``external_id``s, in this order of precedence.

    Locks the groups until the transaction ends.
    """
    rows = await tx.many(
        Named,
        """
        select {columns} from groups
        where account_id = :account_id
          and (id = any (:words) or name = any (:words) or external_id = any (:words))
        order by id limit 3000
        for share
        """,
        account_id=account_id,
        words=list(words),
    )
    by_external_id = {row.external_id: row for row in rows if row.external_id is not None}
    found = {**by_external_id, **{row.name: row for row in rows}, **{row.id: row for row in rows}}
    return {each: found[each] for each in words if each in found}
