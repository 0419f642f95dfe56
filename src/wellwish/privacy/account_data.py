"""Load the data that one account has about a person, as the person may see it.

A card for the person is not named before it has closed, because it is a surprise. Texts of other people are
not included. Anonymous notes are included, because only their author gets this record.
"""

from datetime import datetime
from typing import Final

from msgspec import Struct

from wellwish.contributions import receipt_address
from wellwish.infra.db import Tx
from wellwish.infra.http import Services
from wellwish.privacy.account_record import (
    MOST,
    Account,
    Admin,
    Assistant,
    Confirmation,
    Contribution,
    GroupMember,
    Invitation,
    KeptPerson,
    Message,
    Recipient,
)
from wellwish.privacy.contributor import own_links
from wellwish.privacy.person import Person


class _Head(Struct, frozen=True):
    name: str
    role: str | None
    suppressed: str | None
    gets_replies: bool


async def load(tx: Tx, services: Services, account_id: str, person: Person, now: datetime) -> Account:
    """Returns the data that the account has; the transaction must see the account."""
    given = {"account_id": account_id, "spellings": list(person.spellings), "most": MOST}
    head = await tx.one(
        _Head,
        _HEAD,
        account_id=account_id,
        email=person.email,
        address_hash=person.suppression_hash(services.keys),
        spellings=list(person.spellings),
    )
    own = [each.contribution_id for each in await own_links(tx, services.keys, account_id, person, now)]
    confirmed = await receipt_address.find_of(tx, services.keys, account_id, person.email)
    return Account(
        account_id=account_id,
        account_name=head.name,
        role=head.role,
        suppressed=head.suppressed,
        invitations=await tx.many(Invitation, _INVITATIONS, account_id=account_id, key=person.key, most=MOST),
        contributions=await tx.many(
            Contribution, _CONTRIBUTIONS, account_id=account_id, key=person.key, own=own, most=MOST
        ),
        recipients=await tx.many(Recipient, _RECIPIENTS, phone=person.phone, **given),
        admins=await tx.many(Admin, _ADMINS, **given),
        groups=await tx.many(GroupMember, _GROUPS, phone=person.phone, **given),
        people=await tx.many(KeptPerson, _PEOPLE, phone=person.phone, **given),
        assistants=await tx.many(
            Assistant, _ASSISTANTS, account_id=account_id, email=person.email, most=MOST
        ),
        messages=await tx.many(Message, _MESSAGES, **given),
        confirmations=await tx.many(
            Confirmation, _CONFIRMATIONS, account_id=account_id, confirmed=confirmed, most=MOST
        ),
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
_CONFIRMATIONS: Final = """
    select b.id as contribution_id, c.title as card_title, b.money_status, b.money_amount, b.money_currency,
      b.created_at
    from contributions b join cards c on c.account_id = b.account_id and c.id = b.card_id
    where b.account_id = :account_id and b.id = any (:confirmed::text[]) and b.money_status is not null
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
        where d.account_id = p.account_id and d.person_id = p.id) as dates, (
        select coalesce(jsonb_agg(g.name order by g.name), '[]')
        from team_people t join groups g on g.account_id = t.account_id and g.id = t.group_id
        where t.account_id = p.account_id and t.person_id = p.id) as teams, p.no_cards, p.no_birthday,
      p.only_team, p.skipped_year, p.left_at, p.created_at, (
        select coalesce(jsonb_agg(jsonb_build_object('occasion', o.occasion, 'year', o.year, 'state', o.state,
          'card_id', o.card_id, 'opens_on', o.opens_on, 'closes_on', o.closes_on,
          'title', case when o.closes_at <= :now then o.changes ->> 'title' end,
          'message', case when o.closes_at <= :now then o.changes ->> 'message' end)
          order by o.year, o.occasion), '[]') from occasions o
        where o.account_id = p.account_id and o.person_id = p.id) as occasions
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
