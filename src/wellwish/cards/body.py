"""The request bodies for creating and updating a card, with their fields and limits."""

from collections.abc import Iterator
from typing import Annotated, Final
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from msgspec import UNSET, Meta, Struct, UnsetType

from wellwish.base import ids
from wellwish.base.errors import Fault
from wellwish.base.language import untranslated
from wellwish.cards import deadline
from wellwish.cards.audience import Audience, audience
from wellwish.cards.card_row import GROUP, PERSONAL, SELF
from wellwish.cards.collection import CollectionChange, NewCollection, amount_faults
from wellwish.cards.recipient import LOCALE_FORM, MAX_RECIPIENTS, NewRecipient, language_tag
from wellwish.designs.templates.template import EFFECTS
from wellwish.infra.http import Body, Change, Lenient, line, text, whole, word
from wellwish.infra.http.addresses import email_address, reply_address
from wellwish.infra.http.fields import web_address
from wellwish.infra.http.query_time import END_FORM

EXTRA_DATA_BYTES = 8 * 1024
SEE_NOTES: Final = ("everyone", "signed", "nobody")
_CARD_TYPES: Final = {"group": GROUP, "personal": PERSONAL, "self": SELF}


def _timezone(given: str) -> str:
    try:
        return ZoneInfo(given).key
    except (ZoneInfoNotFoundError, ValueError, OSError):
        raise ValueError("Must be an IANA time zone, such as Europe/Berlin.") from None


def _card_type(given: str) -> int:
    meant = _CARD_TYPES.get(given.lower())
    if meant is None:
        raise ValueError("Must be 0 (group), 1 (personal) or 2 (self).")
    return meant


def _see_notes(given: str) -> str:
    """Returns the setting. Converts the name of an audience to the nearest setting."""
    if given.lower() in SEE_NOTES:
        return given.lower()
    try:
        meant = audience(given)
    except ValueError:
        raise ValueError(f"Must be one of: {', '.join(SEE_NOTES)}.") from None
    # These audiences contain no signers, so they hide the notes from all signers.
    return {Audience.EVERYONE: "everyone", Audience.CONTRIBUTORS: "signed"}.get(meant, "nobody")


def _extra_data(given: str) -> str:
    if len(given.encode()) > EXTRA_DATA_BYTES:
        raise ValueError(f"Must have at most {EXTRA_DATA_BYTES} bytes in UTF-8.")
    return given


class NewAudioFile(Struct, frozen=True, kw_only=True):
    """Music for the card. The server downloads it only if the operator allows that."""

    name: Annotated[str, line(255, "Display name.")] | None = None
    url: (
        Annotated[str, line(2048, "URL of the audio file.", check=web_address, schema={"format": "uri"})]
        | None
    ) = None


Title = Annotated[str, line(255, "Title of the card.", required=True)]
Sender = Annotated[str, line(255, "Name of the sender, as shown on the card.", required=True)]
TemplateId = Annotated[
    str,
    line(
        255,
        "Template of the card, from `GET /api/templates`.",
        required=True,
        schema={"pattern": ids.pattern("tpl")},
    ),
]
PurchaseId = Annotated[
    str,
    line(
        255,
        "Bundle purchase from which the card is taken. Default: the first available purchase.",
        schema={"pattern": ids.pattern("bp")},
    ),
]
Name = Annotated[str, line(255, "Name of the first recipient."), Lenient(names=("recipient_name",))]
Email = Annotated[
    str, line(254, "Email address of the first recipient.", check=email_address, schema={"format": "email"})
]
Recipients = Annotated[
    list[NewRecipient], Meta(max_length=MAX_RECIPIENTS, description="Recipients of the card.")
]
CardType = Annotated[
    int,
    whole(0, 2, "0 group; 1 personal (one sender, no shared link); 2 self (the recipient is the sender)."),
    Lenient(names=("type",), number=_card_type),
]
AutoReminders = Annotated[
    bool,
    Meta(description="Whether invitees who have not signed are reminded."),
    Lenient(names=("auto_reminder",)),
]
PublicRead = Annotated[
    bool,
    Meta(description="Whether the finished card has a public view link."),
    Lenient(names=("is_public",)),
]
EndDate = Annotated[
    str,
    line(
        40,
        "When contributing ends. A date is the end of that day; a time without offset is in `timezone`.",
        check=deadline.well_formed,
        schema={"pattern": END_FORM},
    ),
    Lenient(names=("end_date",)),
]
Limit = Annotated[
    int,
    whole(0, 10_000, "Maximum number of contributions; 0 for no limit."),
    Lenient(names=("limit",)),
]
Logo = Annotated[
    str, line(2048, "URL of a logo. It is shown once the server has copied it to the media store.")
]
Effect = Annotated[
    str,
    line(
        40,
        "Effect that plays when the card is opened. Default: the template's effect.",
        check=str.lower,
        spelled=True,
        schema={"enum": list(EFFECTS)},
    ),
]
ExtraData = Annotated[
    str,
    text(
        EXTRA_DATA_BYTES,
        "Your own data, stored unchanged and visible only to the owner.",
        as_sent=True,
        check=_extra_data,
    ),
]
PaletteName = Annotated[str, line(40, "Name of a palette of the template. Default: its first palette.")]
CoverText = Annotated[
    list[Annotated[str, line(40, "One line of text.", required=True)]],
    Meta(
        max_length=3,
        description="Text on the cover, line by line. A line that is only a number is large in some designs.",
    ),
]
Moderation = Annotated[
    str,
    word(
        ("off", "pre", "post"),
        "When notes are reviewed: never (`off`), or before (`pre`) or after (`post`) they are published.",
    ),
]
SeeNotes = Annotated[
    str,
    word(
        SEE_NOTES,
        "Who can read published notes before the card is closed: everyone with a signing link (`everyone`), "
        "those who have signed (`signed`), or only admins and the owner (`nobody`).",
        check=_see_notes,
    ),
]
OrganiserMail = Annotated[
    str,
    word(
        ("none", "each", "daily"),
        "Emails to organisers about the open card: none, one for `each` event (or for several within 5 "
        "minutes), or a `daily` digest at 09:00 in the card's time zone. They go to active admins and to the "
        "member who created the card, or to the owners. For a card created by a program, they are "
        "sent only if this is set.",
    ),
]
Timezone = Annotated[str, line(64, "IANA time zone.", check=_timezone)]
Locale = Annotated[
    str,
    line(
        35, "Language tag (BCP 47).", check=language_tag, doubt=untranslated, schema={"pattern": LOCALE_FORM}
    ),
]
SharedLink = Annotated[
    bool, Meta(description="Whether the card has a shared signing link. Personal cards never have one.")
]
ReplyTo = Annotated[
    str,
    line(
        254,
        "Email address for replies to the card's emails. Without it, they state that replies aren't read.",
        check=reply_address,
        schema={"format": "email"},
    ),
]
ExternalId = Annotated[str, line(255, "Your own identifier for the card, unique within your account.")]


class NewCard(Body, frozen=True, kw_only=True):
    """The card to create."""

    title: Title
    sender: Sender
    template_id: TemplateId
    collection: Annotated[NewCollection, Lenient(levels=True)]
    bundle_purchase_id: PurchaseId | None = None
    recipient: Name | None = None
    recipient_email: Email | None = None
    recipients: Recipients = []
    audio_file: NewAudioFile | None = None
    card_type: CardType = 0
    auto_reminders: AutoReminders = False
    public_read: PublicRead = False
    contribution_end_date: EndDate | None = None
    contribution_limit: Limit | None = None
    custom_logo: Logo | None = None
    custom_effect: Effect | None = None
    extra_data: ExtraData | None = None
    palette: PaletteName | None = None
    cover_text: CoverText | None = None
    moderation: Moderation = "off"
    see_notes: SeeNotes = "signed"
    timezone: Timezone | None = None
    locale: Locale | None = None
    shared_link: SharedLink | None = None
    external_id: ExternalId | None = None
    reply_to: ReplyTo | None = None
    organiser_mail: OrganiserMail | None = None

    def faults(self) -> Iterator[Fault]:
        settings = self.collection
        yield from amount_faults(settings.min_amount, settings.max_amount, settings.suggested_amounts)
        if self.card_type == PERSONAL and self.shared_link:
            yield Fault("/shared_link", "invalid_value", "A personal card cannot have a shared link.")


class CardChange(Change, frozen=True, kw_only=True):
    """Changes to a card. Absent fields stay unchanged; null clears a field or restores its default."""

    title: Title | UnsetType = UNSET
    sender: Sender | UnsetType = UNSET
    template_id: TemplateId | UnsetType = UNSET
    collection: Annotated[CollectionChange, Lenient(levels=True)] | UnsetType = UNSET
    recipient: Name | None | UnsetType = UNSET
    recipient_email: Email | None | UnsetType = UNSET
    recipients: Recipients | None | UnsetType = UNSET
    audio_file: NewAudioFile | None | UnsetType = UNSET
    auto_reminders: AutoReminders | None | UnsetType = UNSET
    public_read: PublicRead | None | UnsetType = UNSET
    contribution_end_date: EndDate | None | UnsetType = UNSET
    contribution_limit: Limit | None | UnsetType = UNSET
    custom_logo: Logo | None | UnsetType = UNSET
    custom_effect: Effect | None | UnsetType = UNSET
    extra_data: ExtraData | None | UnsetType = UNSET
    palette: PaletteName | None | UnsetType = UNSET
    cover_text: CoverText | None | UnsetType = UNSET
    moderation: Moderation | None | UnsetType = UNSET
    see_notes: SeeNotes | None | UnsetType = UNSET
    timezone: Timezone | None | UnsetType = UNSET
    locale: Locale | None | UnsetType = UNSET
    shared_link: SharedLink | None | UnsetType = UNSET
    external_id: ExternalId | None | UnsetType = UNSET
    reply_to: ReplyTo | None | UnsetType = UNSET
    organiser_mail: OrganiserMail | None | UnsetType = UNSET


# The columns that an update of a card writes; recipients are rows of another table.
CHANGED_COLUMNS: Final = tuple(
    name
    for name in (*CardChange.__struct_fields__, *CollectionChange.__struct_fields__)
    if name not in ("collection", "recipients")
)
