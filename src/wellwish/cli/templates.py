"""The commands for templates."""

from pathlib import Path
from typing import Annotated, Final

from cyclopts import App, Parameter

from wellwish.base.crypto import Keys
from wellwish.cli.console import AsJson, report, with_database
from wellwish.cli.plural import counted
from wellwish.infra.db import Tx

template_app: Final = App(name="template", help="Manage card templates.")


@template_app.command(name="retire")
def retire_template(
    template_id: Annotated[str, Parameter(help="ID of the template.")], *, as_json: AsJson = False
) -> None:
    """Retire a template. Cards that use it keep it."""
    from wellwish.designs.templates.retire import retire

    async def run(tx: Tx, _keys: Keys) -> None:
        await retire(tx, template_id)

    with_database(run, as_owner=True)
    report({"retired": template_id}, f"Retired {template_id}.", as_json=as_json)


@template_app.command(name="add")
def add_templates(
    file: Annotated[Path, Parameter(help="TOML file, like src/wellwish/designs/templates/catalogue.toml.")],
    *,
    as_json: AsJson = False,
) -> None:
    """Add or update templates from a TOML file in the format of the built-in catalogue."""
    from wellwish.designs.templates.load import OPERATORS_FIRST, load, read

    async def run(tx: Tx, _keys: Keys) -> int:
        return await load(tx, read(file), first_position=OPERATORS_FIRST)

    count = with_database(run, as_owner=True)
    report({"loaded": count}, f"Loaded {counted(count, 'template')}.", as_json=as_json)
