"""The content of a mail before it becomes text and HTML; it contains no links."""

from msgspec import Struct

from wellwish.accounts.logo import ShownLogo


class Colours(Struct, frozen=True):
    """The card's colours, for light and dark mode, as ``#rrggbb``."""

    accent: str = "#b3265a"
    accent_dark: str = "#ff86ab"
    wash: str = "#ffdfd4"
    wash_dark: str = "#3a1f35"


class Words(Struct, frozen=True, kw_only=True):
    """The parts of a mail. User text is in ``quote`` and ``title``.

    ``language`` is stored with the content, so that a retry is identical even if the card's language has
    changed.
    """

    sender: str | None = None  # the display name of the From header
    preheader: str  # the preview that mail programs show next to the subject
    heading: str
    lines: list[str]
    quote: str | None = None
    quoted: str | None = None  # the author of the quote
    button: str | None = None
    small: list[str] = []
    why: str
    account: str | None = None  # the name of the account whose users' text the mail contains
    reply_to: str | None = None
    logo: ShownLogo | None = None  # of the account
    way_out: str | None = None  # the label of the unsubscribe link; account mail has none
    mute: str | None = None  # the label of the link that ends the mail about the card
    language: str = "en"
    colours: Colours = Colours()
    title: str | None = None  # of the card
    cover: str | None = None  # the path of a picture
    is_quiet: bool = False  # of a sympathy card: a smaller cover without a coloured band
    is_note: bool = False  # about news or money: a small cover next to the title
