"""The data that one account has about a person, as the person may see it.

A card for the person is not named before it has closed, because it is a surprise. Texts of other people are
not included. Anonymous notes are included, because only their author gets this record.
"""

from datetime import datetime
from typing import Any, Final

import msgspec
from msgspec import Struct

from wellwish.contributions import receipt_address
from wellwish.contributions.gift import SETTLED
from wellwish.infra.db import Tx
from wellwish.infra.http import Services
from wellwish.privacy.contributor import own_links
from wellwish.privacy.person import Person

_MOST: Final = 10_000  # rows of each kind
PAYMENT_REASON: Final = (
    "Amount, date and the number at the payment provider are kept because the law requires accounts to keep "
    "records of payments. The name is erased."
)


class Invitation(Struct, frozen=True):
    """An invitation of the person."""

    id: str
    card_title: str
    sender: str
    address: str
    name: str | None
    title: str | None
    message: str | None
    status: str
    sent_count: int
    opened_at: datetime | None
    created_at: datetime


class Contribution(Struct, frozen=True):
    """A note or gift of the person."""

    id: str
    card_title: str
    name: str | None
    anonymous: bool
    text: str
    note_status: str
    money_status: str | None
    money_amount: int | None
    money_currency: str | None
    media: int  # photos, drawings, recordings and videos of the note
    created_at: datetime


class Recipient(Struct, frozen=True):
    """The person as a recipient; ``card_title`` is None before the card has closed."""

    card_title: str | None
    name: str | None
    email: str | None
    phone: str | None
    locale: str | None
    external_id: str | None
    thanks: str | None


class Admin(Struct, frozen=True):
    """The person as an admin of a card."""

    id: str
    card_title: str
    email: str
    name: str | None
    removed_at: datetime | None
    created_at: datetime


class GroupMember(Struct, frozen=True):
    """The person in a saved group."""

    group_name: str
    name: str | None
    email: str | None
    phone: str | None


class KeptPerson(Struct, frozen=True):
    """The person among the people whose dates the account keeps; ``dates`` are by name."""

    id: str
    external_id: str | None
    name: str
    email: str | None
    phone: str | None
    locale: str | None
    timezone: str | None
    dates: dict[str, str]
    left_at: datetime | None
    created_at: datetime


class Message(Struct, frozen=True):
    """A message to the person."""

    kind: str
    recipient: str
    subject: str | None
    body: str
    status: str
    created_at: datetime


class Assistant(Struct, frozen=True):
    """The consent of the person, as a member of the account, to a client of OAuth."""

    client_id: str
    client_name: str
    scope: str
    created_at: datetime
    last_used_at: datetime


class Account(Struct, frozen=True, kw_only=True):
    """The data of one account.

    ``role`` is the person's role as a member; ``suppressed`` is the reason why they get no messages.
    ``confirmations`` counts the gifts that are confirmed to the address; it gets replies if ``gets_replies``.
    """

    account_id: str
    account_name: str
    role: str | None
    suppressed: str | None
    invitations: list[Invitation]
    contributions: list[Contribution]
    recipients: list[Recipient]
    admins: list[Admin]
    groups: list[GroupMember]
    people: list[KeptPerson]
    assistants: list[Assistant]
    messages: list[Message]
    confirmations: int
    gets_replies: bool

    @property
    def payments(self) -> list[Contribution]:
        """The contributions whose payment is kept after an erasure."""
        return [each for each in self.contributions if each.money_status in SETTLED]

    def as_json(self) -> dict[str, Any]:
        """Returns the record of the export."""
        payments = [
            {
                "contribution_id": each.id,
                "amount": {"amount": each.money_amount, "currency": each.money_currency},
                "created_at": each.created_at,
                "reason": PAYMENT_REASON,
            }
            for each in self.payments
        ]
        return msgspec.to_builtins({**msgspec.structs.asdict(self), "kept_payments": payments})


class _Head(Struct, frozen=True):
    name: str
    role: str | None
    suppressed: str | None
    gets_replies: bool


async def load(tx: Tx, services: Services, account_id: str, person: Person, now: datetime) -> Account:
    """Returns the data that the account has; the transaction must see the account."""
    given = {"account_id": account_id, "spellings": list(person.spellings), "most": _MOST}
    head = await tx.one(
        _Head,
        _HEAD,
        account_id=account_id,
        email=person.email,
        address_hash=person.suppression_hash(services.keys),
        spellings=list(person.spellings),
    )
    own = [each.contribution_id for each in await own_links(tx, account_id, person, now)]
    confirmed = await receipt_address.find_of(tx, services.keys, account_id, person.email)
    return Account(
        account_id=account_id,
        account_name=head.name,
        role=head.role,
        suppressed=head.suppressed,
        invitations=await tx.many(
            Invitation, _INVITATIONS, account_id=account_id, key=person.key, most=_MOST
        ),
        contributions=await tx.many(
            Contribution, _CONTRIBUTIONS, account_id=account_id, key=person.key, own=own, most=_MOST
        ),
        recipients=await tx.many(Recipient, _RECIPIENTS, phone=person.phone, **given),
        admins=await tx.many(Admin, _ADMINS, **given),
        groups=await tx.many(GroupMember, _GROUPS, phone=person.phone, **given),
        people=await tx.many(KeptPerson, _PEOPLE, phone=person.phone, **given),
        assistants=await tx.many(
            Assistant, _ASSISTANTS, account_id=account_id, email=person.email, most=_MOST
        ),
        messages=await tx.many(Message, _MESSAGES, **given),
        confirmations=len(confirmed),
        gets_replies=head.gets_replies,
    )


_HEAD: Final = """
    select a.name, (
        select m.role from memberships m join users u on u.id = m.user_id
        where m.account_id = a.id and u.email_key = :email) as role, (
        select s.reason from suppressions s
        where s.address_hash = :address_hash and s.account_id in (a.id, '')
          and (s.expires_at is null or s.expires_at > :now)
        order by s.account_id desc limit 1) as suppressed,
      coalesce(lower(a.reply_to) = any (:spellings::text[]), false) as gets_replies
    from accounts a where a.id = :account_id
    """
_INVITATIONS: Final = """
    select i.id, c.title as card_title, c.sender, i.delivery_id as address, i.name, i.title, i.message,
      i.status, i.sent_count, date_trunc('day', i.opened_at) as opened_at, i.created_at
    from invitations i join cards c on c.account_id = i.account_id and c.id = i.card_id
    where i.account_id = :account_id and i.address_key = :key
      -- Never sent, and it would name the surprise.
      and (i.status_reason is distinct from 'recipient' or c.state <> 'open'
        or c.contribution_ends_at <= :now)
    order by i.id limit :most
    """
_CONTRIBUTIONS: Final = """
    select b.id, c.title as card_title, b.name, b.anonymous, b.note_text as text, b.note_status,
      b.money_status, b.money_amount, b.money_currency, (
        select count(*) from media d
        where d.account_id = b.account_id and d.contribution_id = b.id)::int as media, b.created_at
    from contributions b join cards c on c.account_id = b.account_id and c.id = b.card_id
    where b.account_id = :account_id and (b.note_status <> 'deleted' or b.money_status is not null) and (
      b.id = any (:own::text[]) or b.invitation_id in (
        select i.id from invitations i where i.account_id = :account_id and i.address_key = :key))
    order by b.id limit :most
    """
_RECIPIENTS: Final = """
    select case when c.state <> 'open' or c.contribution_ends_at <= :now then c.title end as card_title,
      r.name, r.email, r.phone, r.locale, r.external_id, (
        select string_agg(t.text, E'\\n\\n') from thanks t
        where t.account_id = r.account_id and t.card_id = r.card_id and t.recipient_id = r.id) as thanks
    from recipients r join cards c on c.account_id = r.account_id and c.id = r.card_id
    where r.account_id = :account_id and (lower(r.email) = any (:spellings::text[]) or r.phone = :phone)
    order by r.card_id limit :most
    """
_ADMINS: Final = """
    select a.id, c.title as card_title, a.email, a.name, a.removed_at, a.created_at
    from card_admins a join cards c on c.account_id = a.account_id and c.id = a.card_id
    where a.account_id = :account_id and lower(a.email) = any (:spellings::text[])
    order by a.id limit :most
    """
_GROUPS: Final = """
    select g.name as group_name, m.name, m.email, m.phone
    from group_members m join groups g on g.account_id = m.account_id and g.id = m.group_id
    where m.account_id = :account_id and (lower(m.email) = any (:spellings::text[]) or m.phone = :phone)
    order by g.id limit :most
    """
_PEOPLE: Final = """
    select p.id, p.external_id, p.name, p.email, p.phone, p.locale, p.timezone, (
        select coalesce(jsonb_object_agg(d.name, d.date), '{}') from person_dates d
        where d.account_id = p.account_id and d.person_id = p.id) as dates, p.left_at, p.created_at
    from people p
    where p.account_id = :account_id and (lower(p.email) = any (:spellings::text[]) or p.phone = :phone)
    order by p.id limit :most
    """
_ASSISTANTS: Final = """
    select s.client_id, s.client_name, s.scope, s.created_at, s.last_used_at
    from consents s join users u on u.id = s.user_id
    where s.account_id = :account_id and u.email_key = :email
    order by s.id limit :most
    """
_MESSAGES: Final = """
    select kind, recipient, subject, replace(body, E'\\x1a', '') as body, status, created_at from messages
    where account_id = :account_id and lower(recipient) = any (:spellings::text[])
    order by id limit :most
    """
