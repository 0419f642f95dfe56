"""Emails to the owners of an account about the account."""

from collections.abc import Callable

from msgspec import Struct

from wellwish.delivery import message, wording
from wellwish.delivery.message import EMAIL, Kind, Message
from wellwish.delivery.words import Words
from wellwish.infra.db import Tx
from wellwish.infra.http import Services


class Owner(Struct):
    """An owner with the name and the language of the account."""

    id: str
    email: str
    name: str | None
    account_name: str
    locale: str  # language of the account


class OwnerMail(Struct, frozen=True):
    """An email to each owner: ``written`` returns its subject and content.

    ``dedupe_key`` identifies the cause of the email. ``link`` is the kind and the subject of the button's
    link.
    """

    kind: Kind
    dedupe_key: str
    written: Callable[[Owner], tuple[str, Words]]
    link: tuple[str, str] | None = None


async def _owners(tx: Tx, account_id: str) -> list[Owner]:
    """Returns the account's owners or, if it has none, those of a platform that can still act for it."""
    return await tx.many(
        Owner,
        """
        select u.id, u.email, u.name, a.name as account_name, a.locale
        from memberships m
        join users u on u.id = m.user_id
        join accounts a on a.id = :account_id
        where m.role = 'owner' and m.account_id = coalesce((
            select o.account_id from memberships o
            where o.account_id = :account_id and o.role = 'owner' limit 1), (
            select c.platform_id from customers c
            where c.account_id = :account_id and c.closed_at is null))
        order by u.id limit 100
        """,
        account_id=account_id,
    )


async def mail_owners(tx: Tx, services: Services, account_id: str, mail: OwnerMail) -> None:
    """Writes one email to each owner; a second run writes none."""
    link_kind, link_subject_id = mail.link or (None, None)
    mails: list[Message] = []
    for owner in await _owners(tx, account_id):
        subject, words = mail.written(owner)
        mails.append(
            Message(
                channel=EMAIL,
                kind=mail.kind,
                recipient=owner.email,
                subject=subject,
                body=wording.plain(words),
                content=words,
                link_kind=link_kind,
                link_subject_id=link_subject_id,
                link_version=None if mail.link is None else 1,
                dedupe_key=f"{mail.dedupe_key}:{owner.id}",
            )
        )
    await message.write(tx, services, account_id, mails)
