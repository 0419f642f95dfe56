"""Notify a card admin by email that they were added, or that their privileges changed."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any, Final

from msgspec import Struct

from wellwish.accounts import account
from wellwish.accounts.account import Account
from wellwish.cards import card_row, design
from wellwish.cards.access import EVERYTHING, CardAccess
from wellwish.cards.card_row import CardRow
from wellwish.cards.design import Look
from wellwish.delivery import wording
from wellwish.delivery.message import EMAIL, Message
from wellwish.delivery.wording import Helper
from wellwish.delivery.write_once import write_once
from wellwish.infra.http import Services

TELL_ADMIN: Final = "delivery.tell_admin"
ADMIN_LINK: Final = "admin"  # the kind of the link in this email; its subject is the admin

_PRIVILEGES: Final = ("can_update", "invite_contributors", "admin_management")


class _Told(Struct):
    email: str
    name: str | None
    can_update: bool
    invite_contributors: bool
    admin_management: bool
    version: int
    card_id: str


def job_args(account_id: str, card_admin_id: str, version: int) -> Mapping[str, Any]:
    """Returns the arguments of the job; version 1 means that the admin was added."""
    return {"account_id": account_id, "card_admin_id": card_admin_id, "version": version}


async def run(services: Services, args: dict[str, Any]) -> datetime | None:
    """Writes one email with the current privileges, unless the admin has been removed.

    Several changes in quick succession result in one email. It counts against the daily budgets of the
    address and the account, so that adding admins cannot be used to email any number of people, or one person
    any number of times. If a budget is used up, the job runs again the next day.
    """
    version = args.get("version", 1)
    async with services.db.transaction([args["account_id"]]) as tx:
        found = await tx.maybe(
            _Told,
            """
            select a.email, a.name, a.can_update, a.invite_contributors, a.admin_management, a.version,
              a.card_id
            from card_admins a join cards c on c.account_id = a.account_id and c.id = a.card_id
            where a.account_id = :account_id and a.id = :id and a.removed_at is null and c.deleted_at is null
            """,
            account_id=args["account_id"],
            id=args["card_admin_id"],
        )
        if found is None:
            return None
        row = await card_row.load(tx, CardAccess(args["account_id"], found.card_id, EVERYTHING))
        look = await design.look(tx, services.keys, row)
        owner = await account.load(tx, args["account_id"])
        mail = _mail(found, row, look, owner, args["card_admin_id"], changed=version > 1)
        return await write_once(tx, services, args["account_id"], found.card_id, mail)


def _mail(
    found: _Told,
    row: CardRow,
    look: Look,
    owner: Account,
    card_admin_id: str,
    *,
    changed: bool,
) -> Message:
    helper = Helper(
        **design.mail_fields(row, look, owner),
        name=found.name,
        email=found.email,
        may=[each for each in _PRIVILEGES if getattr(found, each)],
    )
    words = wording.admin_email(helper, changed=changed)
    return Message(
        channel=EMAIL,
        kind="privileges_changed" if changed else "admin_added",
        recipient=found.email,
        subject=wording.admin_subject(helper, changed=changed),
        body=wording.plain(words),
        content=words,
        card_id=found.card_id,
        reference=f"{card_admin_id}.{found.version}" if changed else card_admin_id,
        link_kind=ADMIN_LINK,
        link_subject_id=card_admin_id,
        link_version=1,
        dedupe_key=f"card_admin:{card_admin_id}" + (f":{found.version}" if changed else ""),
    )
