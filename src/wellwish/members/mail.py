"""Email a person an invitation to an account."""

from datetime import datetime
from typing import Any, Final

from msgspec import Struct

from wellwish.delivery import wording
from wellwish.delivery.message import EMAIL, Message
from wellwish.delivery.write_once import write_once
from wellwish.infra.http import Services
from wellwish.members.link import MEMBER_LINK

MAIL: Final = "members.mail"


class _Invited(Struct):
    email: str
    account_name: str
    locale: str


async def run(services: Services, args: dict[str, Any]) -> datetime | None:
    """Writes the email once, unless the invitation has ended.

    The email counts against the daily budgets of the address and the account, because invitations could
    otherwise email any number of people. Above a budget, it is written on the next day.
    """
    account_id, member_id = args["account_id"], args["member_id"]
    async with services.db.transaction([account_id]) as tx:
        found = await tx.maybe(
            _Invited,
            """
            select i.email, a.name as account_name, a.locale from member_invitations i
            join accounts a on a.id = i.account_id and a.id = :account_id
            where i.account_id = :account_id and i.id = :id and i.expires_at > :now
            """,
            account_id=account_id,
            id=member_id,
        )
        if found is None:
            return None
        return await write_once(tx, services, account_id, account_id, _mail(found, member_id))


def _mail(found: _Invited, member_id: str) -> Message:
    words = wording.member_email(found.account_name, found.email, found.locale)
    return Message(
        channel=EMAIL,
        kind="member_invited",
        recipient=found.email,
        subject=wording.member_subject(found.account_name, found.locale),
        body=wording.plain(words),
        content=words,
        reference=member_id,
        link_kind=MEMBER_LINK,
        link_subject_id=member_id,
        link_version=1,
        dedupe_key=f"member:{member_id}",
    )
