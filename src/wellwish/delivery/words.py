"""What a mail is made of, before it is a text or a page; links are not in it."""

from msgspec import Struct


class Colours(Struct, frozen=True):
    """The card's colours, on light and on dark ground, as ``#rrggbb``."""

    accent: str = "#b3265a"
    accent_dark: str = "#ff86ab"
    wash: str = "#ffdfd4"
    wash_dark: str = "#3a1f35"


class Words(Struct, frozen=True, kw_only=True):
    """One mail in its parts. What people wrote themselves stands in ``quote`` and ``title``.

    ``language`` is fixed with the words: what is sent again is the same, whatever the card says by then.
    """

    sender: str | None = None  # the display name of the mail's From
    preheader: str  # what a list of mails shows beside the subject
    heading: str
    lines: list[str]
    quote: str | None = None
    quoted: str | None = None  # who wrote the quote
    button: str | None = None
    small: list[str] = []
    why: str
    way_out: str = "Unsubscribe"
    language: str = "en"
    colours: Colours = Colours()
    title: str | None = None  # of the card
    cover: str | None = None  # the path of a picture
