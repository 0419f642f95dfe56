"""The commands of designs."""

from pathlib import Path
from typing import Final

from cyclopts import App

from wellwish.cli.console import say, with_database
from wellwish.crypto import Keys
from wellwish.db import Tx

template_app: Final = App(name="template", help="The catalogue of designs.")


@template_app.command(name="retire")
def retire_template(template_id: str) -> None:
    """Take a design out of the gallery; cards that have it keep it."""
    from wellwish.templates.retire import retire

    async def run(tx: Tx, _keys: Keys) -> None:
        await retire(tx, template_id)

    with_database(run, as_owner=True)
    say(f"{template_id} is retired.")


@template_app.command(name="add")
def add_templates(file: Path) -> None:
    """Add or change designs from a TOML file of the form of the catalogue that comes along."""
    from wellwish.templates.load import OPERATORS_FIRST, load, read

    async def run(tx: Tx, _keys: Keys) -> int:
        return await load(tx, read(file), first_position=OPERATORS_FIRST)

    say(f"{with_database(run, as_owner=True)} designs were read.")
