"""The words of messages: short, warm and plain. Whoever sends sees the same words in the outbox."""

from datetime import datetime
from functools import cache
from typing import Final
from zoneinfo import ZoneInfo

from babel import Locale, UnknownLocaleError
from msgspec import Struct

from wellwish.delivery.message import LINK_MARK, Kind
from wellwish.delivery.words import Colours, Words

_SMS_TITLE: Final = 60  # characters, so that the link still stands in the first two parts of an SMS
_SMS_MESSAGE: Final = 160
_PREHEADER: Final = 110  # characters, as many as lists of mails show


class Invite(Struct, frozen=True, kw_only=True):
    """What an invitation tells."""

    kind: Kind
    card_title: str
    sender: str
    recipient: str | None
    name: str | None
    title: str | None
    message: str | None
    ends_at: datetime | None
    timezone: str
    locale: str
    colours: Colours
    cover: str | None


def invitation_subject(invite: Invite) -> str:
    """Returns the subject: the inviter's own title, or ours."""
    if invite.kind == "reminder":
        return f"Reminder: {invite.title or f'the card “{invite.card_title}” lacks your words'}"
    return invite.title or f"{invite.sender} invited you to sign a card: {invite.card_title}"


def invitation_email(invite: Invite) -> Words:
    """Returns the parts of the mail."""
    whom = f" for {apart(invite.recipient)}" if invite.recipient else ""
    title, sender = apart(invite.card_title), apart(invite.sender)
    going = f"A card{whom} is going round: “{title}”, from {sender}. It lacks your words."
    if invite.kind == "reminder":
        going = f"The card{whom}, “{title}” from {sender}, still lacks your words."
    greeting = f"Hello {apart(invite.name)}," if invite.name else "Hello,"
    until = _until(invite)
    return Words(
        sender=invite.sender,
        preheader=_cut(invite.message or going, _PREHEADER),
        heading=f"Sign the card{whom}",
        lines=[greeting, going],
        quote=invite.message,
        quoted=invite.sender if invite.message else None,
        button="Sign the card",
        small=[
            *([until] if until else []),
            "You need no account. The link is for you alone, so please keep it to yourself.",
        ],
        why=f"{sender} gave us your address, to invite you to this card.",
        direction=direction(invite.locale),
        colours=invite.colours,
        title=invite.card_title,
        cover=invite.cover,
    )


def invitation_sms(invite: Invite) -> str:
    """Returns the text message, with the mark where the link stands."""
    said = invite.message and " ".join(_cut(invite.message, _SMS_MESSAGE).split())
    opening = (
        f"{_cut(invite.sender, _SMS_TITLE)} invited you to sign “{_cut(invite.card_title, _SMS_TITLE)}”."
    )
    # Carriers ask for the way out (CTIA, Messaging Principles, 5.1.3); the link comes last, where it is seen.
    return "\n".join(part for part in (opening, said, "Reply STOP to end texts.", LINK_MARK) if part)


def plain(words: Words) -> str:
    """Returns the words as a text, with the mark where the link stands."""
    parts = [*words.lines, words.quote, words.button and f"{words.button}:\n{LINK_MARK}", *words.small]
    return "\n\n".join(part for part in parts if part)


class Helper(Struct, frozen=True, kw_only=True):
    """What a card admin is told."""

    name: str | None
    email: str
    card_title: str
    sender: str
    may: list[str]
    linked: bool  # whether the mail holds the card's shared link
    base_url: str
    locale: str
    colours: Colours
    cover: str | None


def admin_subject(helper: Helper, *, changed: bool) -> str:
    """Returns the subject of the mail to a card admin."""
    if changed:
        return f"What you may do with the card “{helper.card_title}” has changed"
    return f"You can help with the card “{helper.card_title}”"


def admin_email(helper: Helper, *, changed: bool) -> Words:
    """Returns the parts of the mail to a card admin: what they may do, and where the card is kept."""
    title, sender = apart(helper.card_title), apart(helper.sender)
    may = ["read the card and its notes", *helper.may]
    listed = f"{', '.join(may[:-1])} and {may[-1]}" if len(may) > 1 else may[0]
    first = (
        f"Your privileges on the card “{title}” from {sender} were changed."
        if changed
        else f"{sender} made you an admin of the card “{title}”."
    )
    return Words(
        sender=helper.sender,
        preheader=first,
        heading="Your privileges have changed" if changed else "You can help with a card",
        lines=[f"Hello {apart(helper.name)}," if helper.name else "Hello,", first, f"You may now {listed}."],
        small=[
            f"The card is kept at {helper.base_url}, and your access goes with {helper.email}.",
            *([] if changed else ["If you did not expect this, there is nothing that you need to do."]),
        ],
        button="See the card" if helper.linked else None,
        why="You are an admin of this card.",
        direction=direction(helper.locale),
        colours=helper.colours,
        title=helper.card_title,
        cover=helper.cover,
    )


def rotated_subject(account_name: str) -> str:
    """Returns the subject of the mail to an owner about a new credential."""
    return f"A new API key was made for {account_name}"


def rotated_email(account_name: str, name: str | None, made_at: datetime, ends_at: datetime | None) -> Words:
    """Returns the parts of the mail to an owner about a new credential."""
    former = (
        "There was no former key, or it goes on working."
        if ends_at is None
        else f"The former key ends on {day(ends_at)} at {ends_at:%H:%M} UTC."
    )
    made = (
        f"A new API key and client secret were made for the account {account_name} on {day(made_at)} "
        f"at {made_at:%H:%M} UTC."
    )
    return Words(
        preheader="If that was you, there is nothing that you need to do.",
        heading="A new API key was made",
        lines=[
            f"Hello {name}," if name else "Hello,",
            made,
            former,
        ],
        small=[
            "If that was you, there is nothing that you need to do.",
            "If it was not, rotate the credentials at once, without overlap, and ask who has had the secret.",
        ],
        why=f"You are an owner of the account {account_name}.",
    )


class Silenced(Struct, frozen=True, kw_only=True):
    """What an owner is told of a webhook endpoint that was disabled."""

    account_name: str
    name: str | None
    host: str
    description: str | None
    endpoint_id: str
    gone: bool  # it said so itself
    disabled_at: datetime


def silenced_subject(silenced: Silenced) -> str:
    """Returns the subject of the mail to an owner about a webhook endpoint that was disabled."""
    return f"Webhooks to {silenced.host} were switched off"


def silenced_email(silenced: Silenced) -> Words:
    """Returns the parts of the mail to an owner about a webhook endpoint that was disabled."""
    which = f" ({apart(_cut(silenced.description, _PREHEADER))})" if silenced.description else ""
    why = "it answered that it is gone (410)" if silenced.gone else "it has failed for five days"
    switched = (
        f"The webhook endpoint at {silenced.host}{which} of the account {apart(silenced.account_name)} was "
        f"switched off on {day(silenced.disabled_at)} at {silenced.disabled_at:%H:%M} UTC, because {why}."
    )
    return Words(
        preheader=switched,
        heading="A webhook endpoint was switched off",
        lines=[
            f"Hello {apart(silenced.name)}," if silenced.name else "Hello,",
            switched,
            "Nothing more is sent to it. What happens meanwhile is kept for 90 days.",
        ],
        small=[
            f"Once it works again, enable {silenced.endpoint_id} and let recover bring what it has missed.",
            "Its list of deliveries shows how each try has ended.",
        ],
        why=f"You are an owner of the account {silenced.account_name}.",
    )


@cache
def direction(locale: str) -> str:
    """Returns rtl or ltr, as the locale's script has it."""
    try:
        return Locale.parse(locale, sep="-" if "-" in locale else "_").text_direction
    except (ValueError, UnknownLocaleError):
        return "ltr"


def _until(invite: Invite) -> str | None:
    if invite.ends_at is None:
        return None
    local = invite.ends_at.astimezone(ZoneInfo(invite.timezone))
    return f"You can sign until {local:%A}, {day(local)}."


def day(instant: datetime) -> str:
    """Returns the day of an instant, such as 23 November 2026."""
    return f"{instant.day} {instant:%B %Y}"


def apart(text: str) -> str:
    """Returns somebody's words so that their direction leaves the sentence around them as it is (UAX 9)."""
    return text if text.isascii() else f"\u2068{text}\u2069"


def _cut(text: str, length: int) -> str:
    return text if len(text) <= length else text[: length - 1].rstrip() + "…"
