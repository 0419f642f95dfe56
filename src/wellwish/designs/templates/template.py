"""The template: a card design of the operator's catalogue."""

from datetime import datetime
from typing import Annotated, Literal

from msgspec import Meta, Struct

from wellwish.base import clock, ids
from wellwish.base.errors import Fault, NotFound
from wellwish.designs.covers.files import Kind, url_path
from wellwish.infra.db import Tx

OCCASIONS = (
    "birthday", "farewell", "new_job", "thank_you", "baby", "wedding", "anniversary", "congratulations",
    "graduation", "promotion", "get_well", "sympathy", "retirement", "welcome", "new_home", "holidays",
    "new_year", "festival", "love",
)  # fmt: skip
EFFECTS = (
    "confetti", "balloons", "streamers", "planes", "sparks", "petals", "stars", "caps", "steam", "lights",
    "snow", "glow", "hearts", "none",
)  # fmt: skip


class Tint(Struct, frozen=True):
    """A colour for light mode and for dark mode, as ``#rrggbb``."""

    light: str
    dark: str


class Palette(Struct, frozen=True):
    """The colours of a template, for controls and backgrounds."""

    name: str
    accent: Tint
    wash: Tint
    wash2: Tint


class DrawnPalette(Palette, frozen=True):
    """A palette, with the cover drawn in its colours."""

    cover_url: Annotated[str, Meta(description="Cover as SVG, 1000 by 1400 pixels.")] | None
    thumbnail_url: Annotated[str, Meta(description="Cover as AVIF, 240 by 336 pixels.")] | None


class TemplateRow(Struct, frozen=True):
    """A row of templates."""

    id: str
    slug: str
    name: str
    occasion: str
    layout: str
    tone: str
    effect: str
    locale: str
    palettes: list[Palette]
    created_at: datetime
    updated_at: datetime


class Template(Struct, frozen=True, kw_only=True):
    """A card design."""

    object: Literal["template"] = "template"
    id: Annotated[str, Meta(pattern=ids.pattern("tpl"))]
    template_id: Annotated[str, Meta(pattern=ids.pattern("tpl"), description="The same as `id`.")]
    name: str
    slug: str
    occasion: Annotated[str, Meta(extra_json_schema={"enum": list(OCCASIONS)})]
    layout: Literal["board", "book"]
    cover_url: (
        Annotated[str, Meta(description="Cover in the first palette as SVG, 1000 by 1400 pixels.")] | None
    )
    thumbnail_url: (
        Annotated[str, Meta(description="Cover in the first palette as AVIF, 240 by 336 pixels.")] | None
    )
    palettes: list[DrawnPalette]
    tone: Literal["bright", "warm", "quiet"]
    effect: Annotated[str, Meta(extra_json_schema={"enum": list(EFFECTS)})]
    locale: str
    created_at: str
    updated_at: str


def cover_path(slug: str, palette_index: int, kind: Kind) -> str | None:
    """Returns the path of a cover picture; None for an operator's design without one."""
    try:
        return url_path(slug, palette_index, kind)
    except (KeyError, IndexError):
        return None


def record(row: TemplateRow, base_url: str) -> Template:

    def url(index: int, kind: Kind) -> str | None:
        path = cover_path(row.slug, index, kind)
        return path and base_url + path

    return Template(
        id=row.id,
        template_id=row.id,
        name=row.name,
        slug=row.slug,
        occasion=row.occasion,
        layout=row.layout,  # pyright: ignore[reportArgumentType] - the catalogue's test checks the words
        cover_url=url(0, "svg"),
        thumbnail_url=url(0, "avif_240"),
        palettes=[
            DrawnPalette(p.name, p.accent, p.wash, p.wash2, url(i, "svg"), url(i, "avif_240"))
            for i, p in enumerate(row.palettes)
        ],
        tone=row.tone,  # pyright: ignore[reportArgumentType]
        effect=row.effect,
        locale=row.locale,
        created_at=clock.rfc3339(row.created_at),
        updated_at=clock.rfc3339(row.updated_at),
    )


async def usable(tx: Tx, template_id: str) -> TemplateRow:
    """Returns a template that new cards may use. Raises NotFound with a pointer to the field."""
    row = await tx.maybe(
        TemplateRow, "select {columns} from templates where id = :id and retired_at is null", id=template_id
    )
    if row is None:
        raise unknown()
    return row


async def load(tx: Tx, template_id: str) -> TemplateRow:
    """Returns a template, even a retired one, because existing cards keep it."""
    return await tx.one(TemplateRow, "select {columns} from templates where id = :id", id=template_id)


def unknown() -> NotFound:
    return NotFound(faults=[Fault("/template_id", "not_found", "The template does not exist or is retired.")])
