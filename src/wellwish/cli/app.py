"""The command line: the commands that start a process, and the groups of other commands.

The modules of the groups are imported on demand: `serve` imports neither these modules nor the application.
"""

import asyncio
import json
import sys
from collections.abc import Sequence
from typing import Annotated, Final, Literal

import uvloop
from cyclopts import App, Parameter

from wellwish import __version__
from wellwish.backup.error import BackupError
from wellwish.base import settings as configuration
from wellwish.base.errors import Refusal, Unavailable
from wellwish.base.logs import configure
from wellwish.base.settings import Settings, SettingsError
from wellwish.cli import checks, launch, port
from wellwish.cli.console import AsJson, say
from wellwish.cli.os_error import sentence
from wellwish.cli.plural import counted
from wellwish.cli.urls import setting_of
from wellwish.infra.db import DatabaseError, MigrationError, Schema, UnreachableError, compare, reason
from wellwish.infra.embedded import EmbeddedError

app: Final = App(
    name="wellwish", help="Wellwish: group cards, signed by many and opened by one.", version=__version__
)
for name, place in {
    "account": "account_deletion:account_app", "credential": "accounts:credential_app",
    "bundle": "accounts:bundle_app", "embedded": "backup:embedded_app", "jobs": "jobs:jobs_app",
    "key": "key:key_app", "ledger": "ledger:ledger_app", "person": "people:person_app",
    "provider": "ledger:provider_app", "reports": "reports:reports_app",
    "suppressions": "suppressions:suppressions_app", "template": "templates:template_app",
    "backup": "backup:backup", "restore": "backup:restore", "verify": "backup:verify",
}.items():  # fmt: skip
    app.command(f"wellwish.cli.{place}", name=name)
_WITHOUT_GROUPS: Final = (["serve"], ["work"])


@app.command
def serve(
    *,
    demo: Annotated[
        bool, Parameter(help="Use a demo account, an outbox page and no message limits. Loopback only.")
    ] = False,
) -> None:
    """Serve the API and the pages and, with the embedded database, run jobs."""
    settings = configuration.load(demo=demo or None)
    configure(settings.log_level, settings.log_format)
    with port.reserved(settings), launch.database(settings):
        if settings.embedded:
            asyncio.run(launch.bring_up_to_date(settings, say))
        asyncio.run(launch.check(settings))
        if settings.demo:
            asyncio.run(_introduce(settings))
        launch.serve(settings, lambda: say(f"Wellwish is listening at {settings.base_url}"))


@app.command
def work() -> None:
    """Run jobs until SIGTERM, and finish those in progress before exiting."""
    from wellwish.cli import process

    settings = configuration.load()
    configure(settings.log_level, settings.log_format)

    async def run() -> None:
        await launch.check(settings)
        await process.work(settings, lambda: say("Wellwish is running jobs"))

    with launch.database(settings):
        uvloop.run(run())


@app.command
def migrate(
    *,
    plan: Annotated[bool, Parameter(help="Only print the missing migrations.")] = False,
    check: Annotated[
        bool, Parameter(help="Only print them; the exit status is 1 if this version cannot run yet.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Apply migrations, and load the templates and bundles.

    --plan and --check change nothing and do not need WELLWISH_OWNER_DATABASE_URL.
    """
    settings = configuration.load()
    if plan or check:
        with launch.database(settings):
            schema = asyncio.run(compare(launch.runtime_dsn(settings)))
        _show_plan(schema, as_json=as_json)
        raise SystemExit(1 if check and (schema.missing or schema.too_new) else 0)
    with launch.database(settings):
        count = asyncio.run(launch.bring_up_to_date(settings, say))
    if as_json:
        print(json.dumps({"applied": count}))
    else:
        say(f"Applied {counted(count, 'migration')}." if count else "The schema is up to date.")


def _show_plan(schema: Schema, *, as_json: bool) -> None:
    if as_json:
        print(json.dumps(schema._asdict()))
        return
    for name in schema.missing:
        print(name)
    for text in checks.schema_faults(schema) or ["The schema is up to date."]:
        say(text)


@app.command
def bounce(
    *,
    recipient: Annotated[
        str | None, Parameter(help="Address to which the email was delivered, if its headers lack it.")
    ] = None,
) -> None:
    """Handle a bounce message that a mail server pipes to standard input."""
    from wellwish.cli.bounce import take

    take(recipient)


@app.command
def completion(
    shell: Annotated[Literal["bash", "zsh", "fish"], Parameter(help="Shell to write the script for.")],
) -> None:
    """Print a script that completes commands and options. For bash, add to ~/.bashrc:

    source <(wellwish completion bash)
    """
    sys.stdout.write(app.generate_completion(shell=shell))


@app.command
def openapi() -> None:
    """Print the OpenAPI document."""
    from wellwish.infra.openapi import document_text
    from wellwish.routes import OPERATIONS

    sys.stdout.write(document_text(OPERATIONS))


@app.command
def doctor(*, as_json: AsJson = False) -> None:
    """Check settings, database, roles, servers and disk, and report problems and how to fix them.

    The exit status is 1 if there is an error. Warnings and unused parts do not change it.
    """
    from wellwish.cli.doctor import examine

    found = examine()
    levels = {each.level for each in found}
    if as_json:
        print(json.dumps([{"level": each.level, "text": each.text} for each in found]))
    else:
        for each in found:
            say(f"{each.level.capitalize()}: {each.text}")
        if levels <= {"unused"}:
            say("No problems found.")
    raise SystemExit(1 if "error" in levels else 0)


@app.command
def status(*, as_json: AsJson = False) -> None:
    """Show the running service: processes, queue, hourly jobs, messages, database and disk.

    The exit status is 1 if there is an error. Warnings do not change it.
    """
    from wellwish.cli.status import examine_status
    from wellwish.cli.status_screen import show_status

    found = examine_status()
    if as_json:
        print(found.as_json())
    else:
        show_status(found)
    raise SystemExit(0 if found.healthy else 1)


async def _introduce(settings: Settings) -> None:
    from wellwish.cli.demo import prepare

    owner = launch.owner_dsn(settings) if settings.embedded else None
    for line in await prepare(settings, launch.runtime_dsn(settings), owner):
        say(line)


def main(words: Sequence[str] | None = None) -> None:
    """Runs the command in ``words``, or in the arguments of the process if ``words`` is None.

    An error that the operator can fix is printed as a sentence on standard error, with exit status 1.
    """
    words = sys.argv[1:] if words is None else words
    if words[:1] not in _WITHOUT_GROUPS:
        app.resolved_commands()  # because the help shows their descriptions
    try:
        app(words)
    except (
        SettingsError, EmbeddedError, MigrationError, BackupError, UnreachableError, DatabaseError, Refusal,
        launch.NotReadyError, port.PortError, OSError, ValueError,
    ) as error:  # fmt: skip
        say(_said(error))
        raise SystemExit(1) from None


def _said(error: Exception) -> str:
    """Returns what happened and what to do."""
    match error:
        case OSError():
            return sentence(error)
        case UnreachableError():
            return f"{setting_of(configuration.load(make_key=False), error.dsn)}, {error}."
        case DatabaseError():
            return (
                f"The database refused the command: {reason(error)}. `wellwish doctor` looks for the cause."
            )
        case Unavailable(reason=str()):
            storage = error.detail if error.detail != Unavailable.fix else "The database is unavailable."
            return f"{storage.removesuffix('.')}: {error.reason}. `wellwish doctor` looks for the cause."
        case Refusal():
            faults = [f"--{fault.pointer[1:].replace('_', '-')}: {fault.detail}" for fault in error.faults]
            return "\n".join(faults or [error.detail])
        case _:
            return str(error)
