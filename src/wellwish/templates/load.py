"""Load the catalogue that comes along into the database."""

import tomllib
from pathlib import Path
from typing import Any

import msgspec

from wellwish.db import Tx


def catalogue() -> list[dict[str, Any]]:
    """Returns the templates of catalogue.toml, in their curated order."""
    file = Path(__file__).with_name("catalogue.toml")
    return tomllib.loads(file.read_text(encoding="utf-8"))["template"]


async def load(tx: Tx) -> int:
    """Adds and refreshes the designs that come along and returns how many; retired ones stay retired.

    Runs as the owner of the tables: templates are read-only for the runtime role.
    """
    designs = catalogue()
    for position, design in enumerate(designs, 1):
        await tx.run(
            """
            insert into templates
              (id, position, slug, name, occasion, layout, tone, effect, locale, palettes, updated_at)
            values
              (:id, :position, :slug, :name, :occasion, :layout, :tone, :effect, :locale, :palettes, :now)
            on conflict (id) do update set
              position = excluded.position, slug = excluded.slug, name = excluded.name,
              occasion = excluded.occasion, layout = excluded.layout, tone = excluded.tone,
              effect = excluded.effect, locale = excluded.locale, palettes = excluded.palettes,
              updated_at = excluded.updated_at
            where (templates.position, templates.name, templates.effect, templates.palettes)
              is distinct from (excluded.position, excluded.name, excluded.effect, excluded.palettes)
            """,
            id=design["id"],
            position=position * 10,
            slug=design["slug"],
            name=design["name"],
            occasion=design["occasion"],
            layout=design["layout"],
            tone=design["tone"],
            effect=design["effect"],
            locale=design["locale"],
            palettes=msgspec.json.encode(design["palettes"]).decode(),
        )
    return len(designs)
