"""The content of an invitation: the organiser's words and the data of the card."""

from wellwish.accounts.account import Account
from wellwish.cards.card_row import CardRow
from wellwish.cards.design import Look
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
    """Returns the content, from which ``delivery/wording`` creates a mail or a text message."""
    return Invite(
        kind=kind,
        card_title=row.title,
        sender=row.sender,
        recipient=row.recipient,
        name=name,
        title=title,
        message=message,
        ends_at=row.contribution_ends_at,
        timezone=row.timezone,
        locale=row.locale,
        colours=look.colours,
        cover=look.cover,
        account_name=owner.name,
        reply_to=owner.replies_of(row.reply_to),
        logo=owner.shown_logo,
        is_quiet=look.is_quiet,
    )
