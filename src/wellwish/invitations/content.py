"""The content of an invitation: the organiser's words and the data of the card."""

from wellwish.accounts.account import Account
from wellwish.cards.card_row import CardRow
from wellwish.cards.design import Look, mail_fields
from wellwish.delivery.message import Kind
from wellwish.delivery.wording import Invite


def invite_of(
    row: CardRow,
    look: Look,
    owner: Account,
    *,
    kind: Kind,
    name: str | None,
    title: str | None,
    message: str | None,
) -> Invite:
    """Returns the content, from which ``delivery/wording`` creates an email or a text message."""
    return Invite(
        **mail_fields(row, look, owner),
        kind=kind,
        recipient=row.recipient,
        name=name,
        title=title,
        message=message,
        ends_at=row.contribution_ends_at,
        timezone=row.timezone,
    )
