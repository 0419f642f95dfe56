"""Email the owners of an account when a contributor asks for a refund."""

from functools import partial
from typing import Any, Final

from msgspec import Struct

from wellwish.delivery import owner, wording
from wellwish.delivery.owner import Owner, OwnerMail
from wellwish.delivery.wording import RefundAsked
from wellwish.delivery.words import Words
from wellwish.infra.http import Services

# The kind of the link to the page of a card's money. Its subject is the card.
DESK_MONEY: Final = "desk_money"


class _Request(Struct):
    """A request; ``amount`` in minor units."""

    id: str
    amount: int
    currency: str
    reason: str | None
    card_id: str
    title: str  # the card's title


async def run(services: Services, args: dict[str, Any]) -> None:
    """Writes one email to each owner, once, unless the request was decided meanwhile.

    The email does not name a contributor, since the author of an anonymous note must stay unknown.
    """
    account_id, request_id = args["account_id"], args["refund_request_id"]
    async with services.db.transaction([account_id]) as tx:
        found = await tx.maybe(
            _Request,
            """
            select r.id, r.amount, r.currency, r.reason, c.id as card_id, c.title
            from refund_requests r join cards c on c.account_id = r.account_id and c.id = r.card_id
            where r.account_id = :account_id and r.id = :id and r.status = 'open'
              and c.deleted_at is null
            """,
            account_id=account_id,
            id=request_id,
        )
        if found is not None:
            key, link = f"refund_request:{request_id}", (DESK_MONEY, found.card_id)
            mail = OwnerMail("refund_request", key, partial(_written, found), link)
            await owner.mail_owners(tx, services, account_id, mail)


def _written(found: _Request, to: Owner) -> tuple[str, Words]:
    asked = RefundAsked(
        account_name=to.account_name,
        name=to.name,
        request_id=found.id,
        amount=found.amount,
        currency=found.currency,
        card_title=found.title,
        reason=found.reason,
        locale=to.locale,
    )
    return wording.refund_asked_subject(asked), wording.refund_asked_email(asked)
