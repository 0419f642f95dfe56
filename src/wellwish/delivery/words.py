"""The content of an email before it becomes text and HTML; it contains no links."""

from msgspec import Struct

from wellwish.accounts.logo import ShownLogo


class Colours(Struct, frozen=True):
    """The card's colours, for light and dark mode, as ``#rrggbb``."""

    accent: str = "#b3265a"
    accent_dark: str = "#ff86ab"
    wash: str = "#ffdfd4"
    wash_dark: str = "#3a1f35"


class Words(Struct, frozen=True, kw_only=True):
    """The parts of an email. ``quote``, ``quoted`` and ``title`` are user text; sentences can contain names.

    ``language`` is stored with the content, so that a retry is identical even if the card's language has
    changed.
    """

    sender: str | None = None  # the display name of the From header
    preheader: str  # the preview next to the subject in email clients
    heading: str
    lines: list[str]
    quote: str | None = None
    quoted: str | None = None  # the author of the quote
    button: str | None = None
    small: list[str] = []
    why: str
    account: str | None = None  # the name of the account whose users' text the email contains
    reply_to: str | None = None
    logo: ShownLogo | None = None  # the account's logo
    way_out: str | None = None  # the label of the unsubscribe link; account email has none
    mute: str | None = None  # the label of the link that ends the email about the card
    language: str = "en"
    colours: Colours = Colours()
    title: str | None = None  # the card's title
    cover: str | None = None  # the path of a picture
    is_quiet: bool = False  # a smaller cover without a coloured band, for sympathy cards
    is_note: bool = False  # a small cover next to the title, for news and money


class CardMail(Struct, frozen=True, kw_only=True):
    """The fields that every email about a card has; each kind of email adds others."""

    card_title: str
    sender: str
    locale: str
    account_name: str
    reply_to: str | None
    logo: ShownLogo | None = None
    colours: Colours
    cover: str | None
    is_quiet: bool = False
