"""The words of messages: short, warm and plain. Whoever sends sees the same words in the outbox."""

from datetime import datetime
from typing import Final
from zoneinfo import ZoneInfo

from msgspec import Struct

from wellwish.delivery.message import LINK_MARK

_SMS_TITLE: Final = 60  # characters, so that the link still stands in the first two parts of an SMS
_SMS_MESSAGE: Final = 160


class Invite(Struct, frozen=True, kw_only=True):
    """What an invitation tells."""

    card_title: str
    sender: str
    recipient: str | None
    name: str | None
    title: str | None
    message: str | None
    ends_at: datetime | None
    timezone: str


def invitation_subject(invite: Invite) -> str:
    """Returns the subject: the inviter's own title, or ours."""
    if invite.title is not None:
        return invite.title
    return f"{invite.sender} invited you to sign a card: {invite.card_title}"


def invitation_email(invite: Invite) -> str:
    """Returns the body of the mail, with the mark where the link stands."""
    whom = f" for {invite.recipient}" if invite.recipient else ""
    parts = [
        f"Hello {invite.name}," if invite.name else "Hello,",
        f"A card{whom} is going round: “{invite.card_title}”, from {invite.sender}. It lacks your words.",
        invite.message,
        f"Sign the card:\n{LINK_MARK}",
        _until(invite),
        "You need no account. The link is for you alone, so please keep it to yourself.",
    ]
    return "\n\n".join(part for part in parts if part)


def invitation_sms(invite: Invite) -> str:
    """Returns the text message, with the mark where the link stands."""
    said = invite.message and " ".join(_cut(invite.message, _SMS_MESSAGE).split())
    opening = (
        f"{_cut(invite.sender, _SMS_TITLE)} invited you to sign “{_cut(invite.card_title, _SMS_TITLE)}”."
    )
    return "\n".join(part for part in (opening, said, LINK_MARK) if part)


def admin_subject(card_title: str) -> str:
    """Returns the subject of the mail to a new card admin."""
    return f"You can help with the card “{card_title}”"


def admin_email(card_title: str, sender: str, name: str | None, email: str, base_url: str) -> str:
    """Returns the body of the mail to a new card admin."""
    return "\n\n".join(
        (
            f"Hello {name}," if name else "Hello,",
            f"{sender} made you an admin of the card “{card_title}”.",
            f"The card is kept at {base_url}, and your access goes with {email}.",
            "If you did not expect this, there is nothing that you need to do.",
        )
    )


def _until(invite: Invite) -> str | None:
    if invite.ends_at is None:
        return None
    local = invite.ends_at.astimezone(ZoneInfo(invite.timezone))
    return f"You can sign until {local:%A}, {local.day} {local:%B %Y}."


def _cut(text: str, length: int) -> str:
    return text if len(text) <= length else text[: length - 1].rstrip() + "…"
