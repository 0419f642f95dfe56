"""Tell a new card admin by mail."""

from typing import Any, Final

from msgspec import Struct

from wellwish.delivery import message, wording
from wellwish.delivery.message import EMAIL, Message
from wellwish.http import Parts

TELL_ADMIN: Final = "delivery.tell_admin"


class _Told(Struct):
    email: str
    name: str | None
    title: str
    sender: str


async def run(parts: Parts, args: dict[str, Any]) -> None:
    """Writes the mail once; none where the admin was removed again or nothing can be sent."""
    if not parts.settings.demo:  # no provider yet; the mail's text says nothing that cannot wait
        return
    async with parts.db.transaction([args["account_id"]]) as tx:
        told = await tx.maybe(
            _Told,
            """
            select a.email, a.name, c.title, c.sender
            from card_admins a join cards c on c.account_id = a.account_id and c.id = a.card_id
            where a.account_id = :account_id and a.id = :id and a.removed_at is null and c.deleted_at is null
            """,
            account_id=args["account_id"],
            id=args["card_admin_id"],
        )
        if told is None:
            return
        body = wording.admin_email(told.title, told.sender, told.name, told.email, parts.settings.base_url)
        mail = Message(
            channel=EMAIL,
            recipient=told.email,
            subject=wording.admin_subject(told.title),
            body=body,
            dedupe_key=f"card_admin:{args['card_admin_id']}",
        )
        await message.write(tx, args["account_id"], [mail])
