"""The note of a contribution, for API bodies and forms alike."""

from collections.abc import Iterable
from typing import Annotated, Final, Literal, get_args

from msgspec import Meta, Struct

from wellwish.base import ids
from wellwish.base.errors import Fault
from wellwish.cards.recipient import LOCALE_FORM, language_tag
from wellwish.contributions.gift import NewGift
from wellwish.infra.http import Body, line, word
from wellwish.infra.http import text as lines

# The design brief, section 3.
Pen = Literal["kalam", "caveat", "patrick", "gochi", "reenie", "shadows", "courier"]
Ink = Literal["navy", "berry", "green", "rust", "plum", "charcoal"]
Paper = Literal["cream", "blush", "butter", "mint", "sky", "lilac"]
NoteAudience = Literal["everyone", "recipient"]

PENS: Final = get_args(Pen)
INKS: Final = get_args(Ink)
PAPERS: Final = get_args(Paper)
VISIBILITIES: Final = get_args(NoteAudience)

MAX_TEXT: Final = 2000
MAX_NAME: Final = 100
MAX_MEDIA: Final = 6  # four photos or GIFs, a drawing, a recording
MAX_LANG: Final = 35  # RFC 5646, section 4.4.1

MediaId = Annotated[
    str, line(32, "ID of a media file.", required=True, schema={"pattern": ids.pattern("media")})
]


class NewNote(Struct, frozen=True, kw_only=True):
    """The text of a note, its style, and who can read it."""

    text: Annotated[
        str, lines(MAX_TEXT, "Text of the note; line breaks are kept. Required unless there is `media`.")
    ] = ""
    lang: (
        Annotated[
            str,
            line(
                MAX_LANG,
                "Language tag (BCP 47) of the text. If absent, it is derived from the script and the card.",
                check=language_tag,
                schema={"pattern": LOCALE_FORM},
            ),
        ]
        | None
    ) = None
    pen: Annotated[str, word(PENS, "Handwriting font.")] = "kalam"
    ink: Annotated[str, word(INKS, "Colour of the text.")] = "navy"
    paper: Annotated[str, word(PAPERS, "Colour of the paper.")] = "cream"
    visibility: Annotated[
        str,
        word(
            VISIBILITIES,
            "Who can read the note; `recipient`: only the recipients, its author, the owner and admins.",
        ),
    ] = "everyone"
    media: (
        Annotated[
            list[MediaId],
            Meta(
                max_length=MAX_MEDIA,
                description=(
                    "IDs of up to four photos and GIFs or one video, one drawing and one recording. "
                    "Photos and GIFs are shown in this order. If absent, the media stay unchanged; an empty "
                    "list removes them."
                ),
            ),
        ]
        | None
    ) = None


class NewContribution(Body, frozen=True, kw_only=True):
    """A contribution: a note, money or both, and its author."""

    name: (
        Annotated[
            str,
            line(MAX_NAME, "Name of the contributor. Required unless `anonymous`, which hides it."),
        ]
        | None
    ) = None
    note: NewNote | None = None
    money: NewGift | None = None
    anonymous: Annotated[
        bool, Meta(description="Whether to hide the author from everyone, including the owner.")
    ] = False

    def faults(self) -> Iterable[Fault]:
        if self.note is not None and not self.note.text and not self.note.media:
            yield Fault("/note/text", "required", "This field is required unless the note has `media`.")
        if self.name is None and not self.anonymous:
            yield Fault("/name", "required", "This field is required unless `anonymous` is true.")
        if self.note is None and self.money is None:
            yield Fault("/note", "required", "This field is required unless there is `money`.")

    @property
    def moves_money(self) -> bool:
        return self.money is not None
