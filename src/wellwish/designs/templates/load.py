"""Load the built-in catalogue of designs, or the operator's, into the database."""

import tomllib
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Final, Literal

import msgspec
from msgspec import Meta, Struct

from wellwish.base import ids
from wellwish.designs.templates.template import EFFECTS, OCCASIONS, Palette
from wellwish.infra.db import Tx

OPERATORS_FIRST: Final = 100_000  # an operator's designs follow the built-in ones


class Design(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A design in a catalogue file, whose order determines the order of the gallery."""

    id: Annotated[str, Meta(pattern=ids.pattern("tpl"))]
    slug: Annotated[str, Meta(pattern="^[a-z0-9-]{1,60}$")]
    name: Annotated[str, Meta(min_length=1, max_length=100)]
    occasion: str
    layout: Literal["board", "book"]
    tone: Literal["bright", "warm", "quiet"]
    effect: str
    locale: str = "en"
    palettes: Annotated[list[Palette], Meta(min_length=1, max_length=10)]

    def __post_init__(self) -> None:
        if self.occasion not in OCCASIONS or self.effect not in EFFECTS:
            raise ValueError(f"{self.slug}: unknown occasion or effect")


class _File(Struct):
    template: list[Design]


CATALOGUE: Final = Path(__file__).with_name("catalogue.toml")


def read(file: Path = CATALOGUE) -> list[Design]:
    """Returns the designs of a TOML file. Raises ValueError (msgspec.ValidationError) for an invalid one."""
    return msgspec.convert(tomllib.loads(file.read_text(encoding="utf-8")), _File).template


async def load(tx: Tx, designs: Sequence[Design] | None = None, *, first_position: int = 10) -> int:
    """Inserts and updates designs, by default the built-in ones. Retired designs stay retired.

    Returns their number. Runs as the owner of the tables: templates are read-only for the runtime role.
    """
    designs = read() if designs is None else designs
    for position, design in enumerate(designs):
        await tx.run(
            """
            insert into templates
              (id, position, slug, name, occasion, layout, tone, effect, locale, palettes, created_at,
               updated_at)
            values
              (:id, :position, :slug, :name, :occasion, :layout, :tone, :effect, :locale, :palettes, :now,
               :now)
            on conflict (id) do update set
              position = excluded.position, slug = excluded.slug, name = excluded.name,
              occasion = excluded.occasion, layout = excluded.layout, tone = excluded.tone,
              effect = excluded.effect, locale = excluded.locale, palettes = excluded.palettes,
              updated_at = excluded.updated_at
            where (templates.position, templates.name, templates.effect, templates.palettes)
              is distinct from (excluded.position, excluded.name, excluded.effect, excluded.palettes)
            """,
            id=design.id,
            position=first_position + position * 10,
            slug=design.slug,
            name=design.name,
            occasion=design.occasion,
            layout=design.layout,
            tone=design.tone,
            effect=design.effect,
            locale=design.locale,
            palettes=msgspec.json.encode(design.palettes).decode(),
        )
    return len(designs)
