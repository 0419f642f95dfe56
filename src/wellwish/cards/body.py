"""What a client says of a card: the fields of creation and of change, with their limits."""

from collections.abc import Iterator
from typing import Annotated
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from msgspec import UNSET, Meta, Struct, UnsetType

from wellwish import ids
from wellwish.cards import deadline
from wellwish.cards.card import MAX_RECIPIENTS, PERSONAL
from wellwish.cards.collection import CollectionChange, NewCollection, amount_faults
from wellwish.cards.recipient import LOCALE_FORM, Email, NewRecipient, language_tag
from wellwish.errors import Fault
from wellwish.http import Body, Change, line, text, whole, word
from wellwish.http.fields import web_address
from wellwish.templates.template import EFFECTS

EXTRA_DATA_BYTES = 8 * 1024


def _timezone(given: str) -> str:
    try:
        return ZoneInfo(given).key
    except (ZoneInfoNotFoundError, ValueError, OSError):
        raise ValueError("Must be a time zone of the IANA database, such as Europe/Berlin.") from None


def _extra_data(given: str) -> str:
    if len(given.encode()) > EXTRA_DATA_BYTES:
        raise ValueError(f"Must be at most {EXTRA_DATA_BYTES} bytes of UTF-8.")
    return given


class NewAudioFile(Struct, frozen=True, kw_only=True):
    """Music for the card; it is never fetched unless the operator allows it."""

    name: Annotated[str, line(255, "What to call it.")] | None = None
    url: Annotated[str, line(2048, "Its address.", check=web_address, schema={"format": "uri"})] | None = None


Title = Annotated[str, line(255, "Title of the card.", required=True)]
Sender = Annotated[str, line(255, "Who the card is from.", required=True)]
TemplateId = Annotated[
    str,
    line(
        255, "The design, from `GET /api/templates`.", required=True, schema={"pattern": ids.pattern("tpl")}
    ),
]
PurchaseId = Annotated[
    str,
    line(
        255,
        "The bundle purchase to take a card of; the first available when absent.",
        schema={"pattern": ids.pattern("bp")},
    ),
]
Name = Annotated[str, line(255, "Name of the first recipient.")]
Recipients = Annotated[
    list[NewRecipient], Meta(max_length=MAX_RECIPIENTS, description="Whom the card is for.")
]
CardType = Annotated[
    int, whole(0, 2, "0 group; 1 personal: one sender, no shared link; 2 self: the recipient is the sender.")
]
AutoReminders = Annotated[bool, Meta(description="Remind those who were invited and have not signed.")]
PublicRead = Annotated[bool, Meta(description="Adds a link with which everybody may read the finished card.")]
EndDate = Annotated[
    str,
    line(
        40,
        "Until when: a date is the end of that day, a time without zone is in the card's `timezone`.",
        check=deadline.well_formed,
        schema={"pattern": deadline.PATTERN},
    ),
]
Limit = Annotated[int, whole(0, 10_000, "How many contributions the card takes; 0 is no limit.")]
Logo = Annotated[str, line(2048, "Logo; shown only from our media store.")]
Effect = Annotated[
    str,
    line(
        40,
        "Effect at opening; the template's own when absent.",
        check=str.lower,
        spelled=True,
        schema={"enum": list(EFFECTS)},
    ),
]
ExtraData = Annotated[
    str,
    text(
        EXTRA_DATA_BYTES,
        "Your own data, kept byte for byte, for the owner's eyes only.",
        as_sent=True,
        check=_extra_data,
    ),
]
PaletteName = Annotated[str, line(40, "One of the template's palettes; its first when absent.")]
CoverText = Annotated[
    list[Annotated[str, line(40, "A line.", required=True)]],
    Meta(max_length=3, description="Words on the cover, by lines."),
]
Moderation = Annotated[
    str, word(("off", "pre", "post"), "Whether notes are looked at: off, before or after they show.")
]
Timezone = Annotated[str, line(64, "Time zone, IANA.", check=_timezone)]
Locale = Annotated[str, line(35, "Language tag.", check=language_tag, schema={"pattern": LOCALE_FORM})]
SharedLink = Annotated[
    bool, Meta(description="Whether a shared link for signing works; never on a personal card.")
]
ExternalId = Annotated[str, line(255, "Your own id of this card, unique in your account.")]


class NewCard(Body, frozen=True, kw_only=True):
    """A new card."""

    title: Title
    sender: Sender
    template_id: TemplateId
    collection: NewCollection
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
    timezone: Timezone | None = None
    locale: Locale | None = None
    shared_link: SharedLink | None = None
    external_id: ExternalId | None = None

    def faults(self) -> Iterator[Fault]:
        """The faults between fields."""
        settings = self.collection
        yield from amount_faults(settings.min_amount, settings.max_amount, settings.suggested_amounts)
        if self.card_type == PERSONAL and self.shared_link:
            yield Fault("/shared_link", "invalid_value", "A personal card has no shared link.")


class CardChange(Change, frozen=True, kw_only=True):
    """A changed card: an absent field stays, null clears it or brings its default back."""

    title: Title | UnsetType = UNSET
    sender: Sender | UnsetType = UNSET
    template_id: TemplateId | UnsetType = UNSET
    collection: CollectionChange | UnsetType = UNSET
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
    timezone: Timezone | None | UnsetType = UNSET
    locale: Locale | None | UnsetType = UNSET
    shared_link: SharedLink | None | UnsetType = UNSET
    external_id: ExternalId | None | UnsetType = UNSET
