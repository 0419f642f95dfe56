"""The note of a contribution: what a contributor says of it, in a body and in a form alike."""

from collections.abc import Iterable
from typing import Annotated, Final, Literal, get_args

from msgspec import Meta, Struct

from wellwish import ids
from wellwish.contributions.gift import NewGift
from wellwish.errors import Fault
from wellwish.http import Body, line, word
from wellwish.http import text as lines

# ui/brief.md section 3.
Pen = Literal["kalam", "caveat", "patrick", "gochi", "reenie", "shadows", "courier"]
Ink = Literal["navy", "berry", "green", "rust", "plum", "charcoal"]
Paper = Literal["cream", "blush", "butter", "mint", "sky", "lilac"]
Visibility = Literal["everyone", "recipient"]

PENS: Final = get_args(Pen)
INKS: Final = get_args(Ink)
PAPERS: Final = get_args(Paper)
VISIBILITIES: Final = get_args(Visibility)

# product.md, Contributions.
MAX_TEXT: Final = 2000
MAX_NAME: Final = 100
MAX_MEDIA: Final = 3

MediaId = Annotated[str, line(32, "An id of media.", required=True, schema={"pattern": ids.pattern("media")})]


class NewNote(Struct, frozen=True, kw_only=True):
    """A note: its words, how they look, and who reads them."""

    text: Annotated[
        str, lines(MAX_TEXT, "The words; line breaks are kept. Needed unless `media` says it without.")
    ] = ""
    pen: Annotated[str, word(PENS, "Handwriting.")] = "kalam"
    ink: Annotated[str, word(INKS, "Colour of the writing.")] = "navy"
    paper: Annotated[str, word(PAPERS, "Colour of the paper.")] = "cream"
    visibility: Annotated[
        str,
        word(
            VISIBILITIES,
            "`recipient`: nobody reads it but the recipients, its author, the owner and the card's admins.",
        ),
    ] = "everyone"
    media: (
        Annotated[
            list[MediaId],
            Meta(
                max_length=MAX_MEDIA,
                description=(
                    "Ids of one photo or GIF, one drawing and one recording, uploaded for this card before. "
                    "Absent leaves what is there; an empty list takes it off."
                ),
            ),
        ]
        | None
    ) = None


class NewContribution(Body, frozen=True, kw_only=True):
    """A contribution: a note, money or both, and whose it is."""

    name: (
        Annotated[str, line(MAX_NAME, "Who signs; needed unless `anonymous`. Nobody else sees it then.")]
        | None
    ) = None
    note: NewNote | None = None
    money: NewGift | None = None
    anonymous: Annotated[
        bool, Meta(description="Whether nobody, the owner included, is to know who signed.")
    ] = False

    def faults(self) -> Iterable[Fault]:
        """A name is missing, the note is empty, or there is neither a note nor money."""
        if self.note is not None and not self.note.text and not self.note.media:
            yield Fault("/note/text", "required", "Is required, unless the note has `media`.")
        if self.name is None and not self.anonymous:
            yield Fault("/name", "required", "Is required, unless `anonymous` is true.")
        if self.note is None and self.money is None:
            yield Fault("/note", "required", "Is required, unless there is `money`.")

    @property
    def moves_money(self) -> bool:
        """Tells whether a payment is opened, or cash booked as promised."""
        return self.money is not None
