"""Replace the recipients of a card; a person who remains keeps their ID and link."""

from collections.abc import Sequence

import msgspec
from msgspec import UNSET, structs

from wellwish.accounts.account import load as load_account
from wellwish.base import ids
from wellwish.base.crypto import Keys
from wellwish.base.errors import MissingPrivilege
from wellwish.cards.access import CardAccess
from wellwish.cards.body import CardChange
from wellwish.cards.card_row import CardRow
from wellwish.cards.link import VIEW, Link, publish, withdraw
from wellwish.cards.recipient import NewRecipient, RecipientRow, merged, same, with_phones
from wellwish.infra.db import Tx
from wellwish.infra.http import Services
from wellwish.media import thanks_media


async def replace_recipients(
    tx: Tx,
    access: CardAccess,
    services: Services,
    row: CardRow,
    people: list[RecipientRow],
    change: CardChange,
) -> list[RecipientRow]:
    """Returns the new recipients.

    Raises MissingPrivilege if an admin sets an email address, phone number or ``external_id`` in the list,
    InvalidRequest.
    """
    if change.recipient is UNSET and change.recipient_email is UNSET and change.recipients is UNSET:
        return people
    listed = [] if change.recipients is UNSET else list(change.recipients or ())
    if not access.is_owner and any(person.email or person.phone or person.external_id for person in listed):
        raise MissingPrivilege(
            "Only the owner of the card can set `email`, `phone` and `external_id` of recipients."
        )
    if any(person.phone for person in listed):
        listed = with_phones(listed, (await load_account(tx, access.account_id)).country)
    if change.recipients is UNSET:
        name = row.recipient if change.recipient is UNSET else change.recipient
        email = row.recipient_email if change.recipient_email is UNSET else change.recipient_email
        after = _first_changed(people, name, email)
    else:
        name = None if change.recipient is UNSET else change.recipient
        email = None if change.recipient_email is UNSET else change.recipient_email
        after = _matched(merged(name, email, listed), people, keep_addresses=not access.is_owner)
    await _save(tx, access, services.keys, people, after)
    return after


def _first_changed(people: Sequence[RecipientRow], name: str | None, email: str | None) -> list[RecipientRow]:
    """Returns the people with the first one updated, or removed if both values are None."""
    rest = list(people[1:])
    if name is None and email is None:
        return rest
    if people:
        return [structs.replace(people[0], name=name, email=email), *rest]
    return [RecipientRow(ids.new("rcp"), name, email, None, None, None, 1), *rest]


def _matched(
    mentions: Sequence[NewRecipient], people: Sequence[RecipientRow], *, keep_addresses: bool
) -> list[RecipientRow]:
    left = list(people)
    after: list[RecipientRow] = []
    for mention in mentions:
        known = next((person for person in left if same(person, mention)), None)
        if known is None:
            fields = structs.asdict(mention)
            after.append(RecipientRow(id=ids.new("rcp"), link_version=1, **fields))
            continue
        left.remove(known)
        changed = structs.asdict(mention)
        if keep_addresses:
            changed.update(email=known.email, phone=known.phone, external_id=known.external_id)
        after.append(structs.replace(known, **changed))
    return after


async def _save(
    tx: Tx, access: CardAccess, keys: Keys, before: Sequence[RecipientRow], after: Sequence[RecipientRow]
) -> None:
    # Rows of remaining people are updated, because deleting a row would also delete the recipient's thanks.
    await tx.run(
        """
        delete from recipients
        where account_id = :account_id and card_id = :card_id and id <> all (:kept)
        """,
        account_id=access.account_id,
        card_id=access.card_id,
        kept=[person.id for person in after],
    )
    await thanks_media.keep_of(tx, access.account_id, access.card_id, [person.id for person in after])
    rows = [{**structs.asdict(person), "position": position} for position, person in enumerate(after)]
    await tx.run(
        """
        insert into recipients
          (account_id, card_id, id, position, name, email, phone, locale, external_id, link_version,
           first_viewed_at)
        select :account_id, :card_id, p.id, p.position, p.name, p.email, p.phone, p.locale, p.external_id,
          p.link_version, p.first_viewed_at
        from jsonb_to_recordset(:people::jsonb) as p
          (id text, position int, name text, email text, phone text, locale text, external_id text,
           link_version int, first_viewed_at timestamptz)
        on conflict (account_id, card_id, id) do update set
          position = excluded.position, name = excluded.name, email = excluded.email, phone = excluded.phone,
          locale = excluded.locale, external_id = excluded.external_id, link_version = excluded.link_version
        """,
        account_id=access.account_id,
        card_id=access.card_id,
        people=msgspec.json.encode(rows).decode(),
    )
    kept = {person.id for person in after}
    known = {person.id for person in before}
    await withdraw(tx, keys, [Link(VIEW, p.id, p.link_version) for p in before if p.id not in kept])
    fresh = [Link(VIEW, p.id, p.link_version) for p in after if p.id not in known]
    await publish(tx, keys, access.account_id, access.card_id, fresh)
