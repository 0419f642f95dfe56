"""The common values of a card's pages: its texts, its style, and the reader's actions."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Final, Literal

from msgspec import Struct

from wellwish.base.language import Language
from wellwish.cards import cover
from wellwish.designs.covers.files import Kind
from wellwish.designs.templates.template import EFFECTS, Palette
from wellwish.infra.http import Services
from wellwish.media.media import MediaRow
from wellwish.thanks.thanks import Said
from wellwish.web.kit.handed_over import HandedOver
from wellwish.web.kit.pot import Pot
from wellwish.web.kit.style import Style, style
from wellwish.web.kit.thanks import ShownThanks, shown_thanks
from wellwish.web.view.opened import CardView
from wellwish.web.view.sheet import Sheet

# The waveform of a recording is decorative, and the same for all recordings.
_HEIGHTS: Final = (
    5,
    9,
    14,
    8,
    17,
    20,
    12,
    7,
    15,
    22,
    18,
    10,
    6,
    13,
    19,
    11,
    16,
    8,
    21,
    14,
    9,
    5,
    12,
    17,
    10,
    7,
)
WAVE: Final = "".join(f"M{4 * i + 3} {12 - h / 2:g}h2v{h}h-2z" for i, h in enumerate(_HEIGHTS))
QUIET: Final = "quiet"
_BRIEF: Final = 80
_FEW_LETTERS: Final = 260  # number of letters that fit on a slide at twice the size
_FAIR_LETTERS: Final = 620


class Cover(Struct, frozen=True):
    """The URLs of a cover."""

    small: str
    medium: str
    large: str


class Sheets(Struct, frozen=True):
    """A page of the book."""

    number: int
    notes: list[Sheet]


class Excerpt(Struct, frozen=True):
    """A note on the opened card, with its text or the beginning of it."""

    note: Sheet
    text: str
    is_cut: bool

    @property
    def is_brief(self) -> bool:
        """Whether the text is short enough to be shown in large type."""
        return len(self.text) <= _BRIEF and self.text.count("\n") < 3


class Show:
    """The values of the templates; each page adds its own."""

    def __init__(
        self,
        services: Services,
        opened: CardView,
        language: Language,
        count: int,
        thanks: Sequence[Said],
    ) -> None:
        row, design = opened.row, opened.design
        self.opened = opened
        self.language = language
        self.title = row.title
        self.sender = row.sender
        self.path = opened.path
        self.count = count
        self.layout = design.layout
        self.is_preview = opened.is_preview
        self.is_quiet = design.tone == QUIET
        self.is_for_others = opened.is_for_others or opened.is_preview
        self.cover = _cover(services, opened)
        self.wave = WAVE
        self.said_thanks = [] if opened.is_public else list(thanks)
        self.thanks = shown_thanks(self.said_thanks, services)
        self.is_own = opened.is_own
        own = opened.recipient.id if opened.recipient is not None and opened.is_own else None
        self.has_thanked = any(each.recipient_id == own and not each.contribution_id for each in thanks)
        self.has_own_page = False  # whether the recipient can choose which cards they want
        self.may_report = not opened.is_preview and count > 0
        # The recipient's thanks by note; None if the reader cannot thank authors on this page.
        self.answers: dict[str, ShownThanks] | None = None
        self.copies: Mapping[str, MediaRow] = {}  # the files of the music and the logo
        self.music: str | None = None
        self.logo: str | None = None
        self.logo_says = ""
        self.has_pdf = False
        self.said = ""
        self.pot: Pot | None = None
        self.handed: HandedOver | None = None
        self.query: dict[str, str] = {}
        # For pages with notes: their content, and the links between them.
        self.leaves: list[list[Excerpt]] = []
        self.notes: list[Sheet] = []
        self.sheets: list[Sheets] = []
        self.page = self.pages = 1
        self.last = 0
        self.before: str | None = None
        self.after: str | None = None
        path = _path(services, opened, "og")
        self.preview_url = path and services.settings.base_url + path

    @property
    def effect(self) -> str:
        """The name of the effect; ``none`` for a quiet design and for a card without notes."""
        if self.is_quiet or not self.count:
            return "none"
        chosen = self.opened.row.custom_effect
        return chosen if chosen in EFFECTS else self.opened.design.effect

    @property
    def more(self) -> int:
        """The number of notes not shown on the opened card."""
        return self.count - sum(map(len, self.leaves)) if self.leaves else 0

    @property
    def is_picture_opposite(self) -> bool:
        """Whether the picture of a single long note is on the left leaf, so that the letter stays short."""
        only = self.leaves[1][0] if self.leaves and self.count == 1 else None
        return only is not None and only.note.picture is not None and not only.is_brief

    @property
    def amount(self) -> Literal["few", "fair", "much"]:
        """A measure of the content of a slide's note. Notes with less content are shown larger."""
        [note] = self.notes
        letters = len(note.text) + 34 * note.text.count("\n") + 90 * (note.picture is not None)
        return "few" if letters <= _FEW_LETTERS else "fair" if letters <= _FAIR_LETTERS else "much"

    @property
    def lead(self) -> str:
        """The sender, and the number of notes that the viewer can read."""
        _, language = self.language.gettext, self.language
        if not self.count:
            return _("From %(sender)s") % {"sender": _apart(self.sender)}
        said = language.ngettext(
            "%(count)s note from %(sender)s", "%(count)s notes from %(sender)s", self.count
        )
        return said % {"count": language.number(self.count), "sender": _apart(self.sender)}

    @property
    def greeting(self) -> str:
        """The text on the closed card."""
        _, opened = self.language.gettext, self.opened
        names = [each.name for each in opened.recipients if each.name]
        name = opened.recipient.name if opened.recipient is not None else ", ".join(names[:3])
        if not name:
            return _apart(self.title)
        if opened.is_for_others:
            return _("A card for %(name)s") % {"name": _apart(name)}
        said = _("For %(name)s") if self.is_quiet else _("%(name)s, this is for you")
        return said % {"name": _apart(name)}

    @property
    def cover_text(self) -> str:
        """The alternative text of the cover."""
        title = " ".join(self.opened.row.cover_text or [self.title])
        return self.language.gettext("Card cover: %(title)s") % {"title": title}

    def query_with_language(self, code: str) -> str:
        """Returns the query of this page's URL for another language."""
        said = [f"{name}={value}" if value else name for name, value in self.query.items()]
        return "?" + "&".join([*said, f"lang={code}"])


def _apart(name: str) -> str:
    """Returns the name isolated by U+2068 and U+2069, so that its direction does not affect other text."""
    return f"\u2068{name}\u2069"


def look(opened: CardView, *parts: str) -> Style:
    """Returns the style of a card's pages in its palette, with further parts."""
    return style("note.css", "view.css", *parts, palette=palette(opened))


def palette(opened: CardView) -> Palette:
    """Returns the card's palette, or the design's first palette if it was removed."""
    return opened.design.palettes[cover.index_of(opened.row, opened.design)]


def _path(services: Services, opened: CardView, kind: Kind) -> str | None:
    return cover.path(services.keys, opened.row, opened.design, kind)


def _cover(services: Services, opened: CardView) -> Cover | None:
    small, medium, large = (_path(services, opened, kind) for kind in ("avif_240", "avif_480", "svg"))
    return None if small is None or medium is None or large is None else Cover(small, medium, large)


def ends(opened: CardView, language: Language) -> dict[str, str] | None:
    """Returns the texts for when a card opens; None if it has no end."""
    at: datetime | None = opened.row.contribution_ends_at
    if at is None:
        return None
    return {
        "day": language.day(at, opened.row.timezone),
        "time": language.time(at, opened.row.timezone),
        "countdown": language.until(at - opened.now),
    }
