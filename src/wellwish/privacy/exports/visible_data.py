"""Load the data about a person that one account can see, as lines of a file.

The title of a card for the person is left out before the card has closed, because it is a surprise.
"""

from collections.abc import Sequence
from datetime import datetime
from typing import Any, Final

import msgspec
from msgspec import Struct

from wellwish.base import clock
from wellwish.delivery import suppression
from wellwish.infra.db import Tx
from wellwish.infra.http import Services
from wellwish.people import person as people
from wellwish.privacy.person import Person

_MOST: Final = 10_000  # rows of each kind


class _Invitation(Struct, frozen=True, tag="invitation", tag_field="object"):
    id: str
    card_id: str
    card_title: str
    sender: str
    address: str
    name: str | None
    title: str | None
    message: str | None
    status: str
    sent_count: int
    last_sent_at: datetime | None
    created_at: datetime


class _Note(Struct, frozen=True, tag="note", tag_field="object"):
    id: str
    card_id: str
    card_title: str
    name: str | None
    text: str
    status: str
    payment_id: str | None
    money_method: str | None
    money_status: str | None
    money_amount: int | None
    money_currency: str | None
    media_ids: list[str]
    created_at: datetime


class _Recipient(Struct, frozen=True, tag="recipient", tag_field="object"):
    id: str
    card_id: str
    card_title: str | None
    name: str | None
    email: str | None
    phone: str | None
    locale: str | None
    external_id: str | None
    thanks: str | None


class _Admin(Struct, frozen=True, tag="card_admin", tag_field="object"):
    id: str
    card_id: str
    card_title: str
    email: str
    name: str | None
    removed_at: datetime | None
    created_at: datetime


class _Group(Struct, frozen=True, tag="group_member", tag_field="object"):
    group_id: str
    group_name: str
    name: str | None
    email: str | None
    phone: str | None


class _Member(Struct, frozen=True, tag="member", tag_field="object"):
    role: str
    email: str
    name: str | None


class _MemberInvitation(Struct, frozen=True, tag="member_invitation", tag_field="object"):
    id: str
    email: str
    role: str
    created_at: datetime


class _Suppression(Struct, frozen=True):
    id: str
    sealed_address: bytes
    reason: str
    created_at: datetime


class _Id(Struct, frozen=True):
    id: str


class Lines(Struct, frozen=True):
    """Records whose ``object`` names their kind, and the kinds of which only the first 10,000 are there."""

    records: Sequence[Any]
    cut: Sequence[str]


async def load_lines(tx: Tx, services: Services, account_id: str, person: Person) -> Lines:
    # One row more shows that there are too many.
    given = {"account_id": account_id, "spellings": list(person.spellings), "most": _MOST + 1}
    addressed = {**given, "phone": person.phone}
    invited = {"account_id": account_id, "key": person.key, "most": _MOST + 1}
    by_kind: dict[str, Sequence[Any]] = {
        "invitation": await tx.many(_Invitation, _INVITATIONS, **invited),
        "note": await tx.many(_Note, _NOTES, **invited),
        "recipient": await tx.many(_Recipient, _RECIPIENTS, **addressed),
        "card_admin": await tx.many(_Admin, _ADMINS, **given),
        "group_member": await tx.many(_Group, _GROUPS, **addressed),
        "member": await tx.many(_Member, _MEMBERS, account_id=account_id, email=person.email, most=_MOST),
        "member_invitation": await tx.many(_MemberInvitation, _MEMBER_INVITATIONS, **given),
    }
    known = await tx.many(_Id, _PEOPLE, **addressed)
    by_kind["person"] = known
    lines = [each for kind, rows in by_kind.items() if kind != "person" for each in rows[:_MOST]]
    lines += [people.record(await people.load(tx, account_id, each.id)) for each in known[:_MOST]]
    hashed = person.suppression_hash(services.keys)
    for row in await tx.many(_Suppression, _SUPPRESSIONS, account_id=account_id, address_hash=hashed):
        address = suppression.unseal(services.keys, row.sealed_address)
        listed = {"id": row.id, "address": address, "reason": row.reason, "created_at": row.created_at}
        lines.append({"object": "suppression", **listed})
    return Lines(lines, [kind for kind, rows in by_kind.items() if len(rows) > _MOST])


def encode_lines(lines: Sequence[Any]) -> bytes:
    """Returns NDJSON: a JSON text on each line, with times as in the API."""
    return b"".join(msgspec.json.encode(_members(each)) + b"\n" for each in lines)


def _members(line: Any) -> dict[str, Any]:
    members: dict[str, Any] = msgspec.to_builtins(line, builtin_types=(datetime,))
    return {
        name: clock.rfc3339(value) if isinstance(value, datetime) else value
        for name, value in members.items()
    }


_INVITATIONS: Final = """
    select i.id, i.card_id, c.title as card_title, c.sender, i.delivery_id as address, i.name, i.title,
      i.message, i.status, i.sent_count, i.last_sent_at, i.created_at
    from invitations i join cards c on c.account_id = i.account_id and c.id = i.card_id
    where i.account_id = :account_id and i.address_key = :key
      -- Never sent, and it would name the surprise.
      and (i.status_reason is distinct from 'recipient' or c.state <> 'open'
        or c.contribution_ends_at <= :now)
    order by i.id limit :most
    """
_NOTES: Final = """
    select b.id, b.card_id, c.title as card_title, b.name, b.note_text as text,
      b.note_status as status, b.payment_id, b.money_method, b.money_status, b.money_amount,
      b.money_currency, (
        select coalesce(jsonb_agg(d.id order by d.id), '[]') from media d
        where d.account_id = b.account_id and d.contribution_id = b.id) as media_ids, b.created_at
    from invitations i
    join contributions b on b.account_id = i.account_id and b.card_id = i.card_id and b.invitation_id = i.id
    join cards c on c.account_id = b.account_id and c.id = b.card_id
    where i.account_id = :account_id and i.address_key = :key
      and not b.anonymous and b.note_status <> 'deleted'
    order by b.id limit :most
    """
_RECIPIENTS: Final = """
    select r.id, r.card_id, case when c.state <> 'open' or c.contribution_ends_at <= :now then c.title end
        as card_title, r.name, r.email, r.phone, r.locale, r.external_id, (
        select string_agg(t.text, E'\\n\\n' order by t.contribution_id) from thanks t
        where t.account_id = r.account_id and t.card_id = r.card_id and t.recipient_id = r.id) as thanks
    from recipients r join cards c on c.account_id = r.account_id and c.id = r.card_id
    where r.account_id = :account_id and (lower(r.email) = any (:spellings::text[]) or r.phone = :phone)
    order by r.card_id, r.id limit :most
    """
_ADMINS: Final = """
    select a.id, a.card_id, c.title as card_title, a.email, a.name, a.removed_at, a.created_at
    from card_admins a join cards c on c.account_id = a.account_id and c.id = a.card_id
    where a.account_id = :account_id and lower(a.email) = any (:spellings::text[])
    order by a.id limit :most
    """
_GROUPS: Final = """
    select g.id as group_id, g.name as group_name, m.name, m.email, m.phone
    from group_members m join groups g on g.account_id = m.account_id and g.id = m.group_id
    where m.account_id = :account_id and (lower(m.email) = any (:spellings::text[]) or m.phone = :phone)
    order by g.id limit :most
    """
_MEMBERS: Final = """
    select m.role, u.email, u.name from memberships m join users u on u.id = m.user_id
    where m.account_id = :account_id and u.email_key = :email and m.live_account_id is null limit :most
    """
_MEMBER_INVITATIONS: Final = """
    select d.id, d.email, d.role, d.created_at from member_invitations d
    where d.account_id = :account_id and lower(d.email) = any (:spellings::text[])
    order by d.id limit :most
    """
_PEOPLE: Final = """
    select p.id from people p
    where p.account_id = :account_id and (lower(p.email) = any (:spellings::text[]) or p.phone = :phone)
    order by p.id limit :most
    """
_SUPPRESSIONS: Final = """
    select s.id, s.sealed_address, s.reason, s.created_at from suppressions s
    where s.account_id = :account_id and s.address_hash = :address_hash and s.sealed_address is not null
      and s.id is not null
    """
