"""The command line: serve, work, migrate, and what an operator does with accounts, bundles and templates."""

import asyncio
import json
import signal
import sys
from datetime import datetime
from pathlib import Path
from typing import Annotated, Any, Final, TypeVar

from cyclopts import App, Parameter

from wellwish import __version__, ids, launch
from wellwish import settings as configuration
from wellwish.accounts.account import load as load_account
from wellwish.accounts.account import owner_id
from wellwish.accounts.create import NewAccount
from wellwish.accounts.create import create as create_account
from wellwish.app import build_services
from wellwish.books import ledger_app, provider_app
from wellwish.bundles.grant import grant
from wellwish.console import say, show, table, with_database
from wellwish.crypto import Keys
from wellwish.db import MigrationError, Tx
from wellwish.embedded import EmbeddedError
from wellwish.errors import Refusal
from wellwish.jobs import Worker
from wellwish.launch import NotReadyError
from wellwish.logs import configure
from wellwish.settings import Settings, SettingsError
from wellwish.worker import HOURLY, JOBS, LANES

T = TypeVar("T")

app: Final = App(
    name="wellwish", help="Wellwish: group cards, signed by many, opened by one.", version=__version__
)
account_app: Final = App(name="account", help="Accounts and their first credentials.")
app.command(account_app)
credential_app: Final = App(name="credential", help="API keys and client secrets.")
app.command(credential_app)
bundle_app: Final = App(name="bundle", help="Capacity for cards.")
app.command(bundle_app)
jobs_app: Final = App(name="jobs", help="Jobs that failed for good, and the queue.")
app.command(jobs_app)
app.command(ledger_app)
app.command(provider_app)
template_app: Final = App(name="template", help="The catalogue of designs.")
app.command(template_app)

AsJson = Annotated[bool, Parameter("--json", help="Print one JSON object.")]


@app.command
def serve(
    *,
    demo: Annotated[
        bool, Parameter(help="A demo account, an outbox page, no limits; loopback only.")
    ] = False,
) -> None:
    """Serve the API and the pages, and on the embedded database carry out the jobs too."""
    settings = configuration.load(demo=demo or None)
    configure(settings.log_level)
    with launch.database(settings):
        if settings.embedded:
            asyncio.run(launch.bring_up_to_date(settings, say))
        asyncio.run(launch.check(settings))
        if settings.demo:
            asyncio.run(_introduce(settings))
        say(f"Wellwish listens at {settings.base_url}")
        launch.serve(settings)


@app.command
def work() -> None:
    """Carry out the jobs of the queue until SIGTERM; those under way are finished."""
    settings = configuration.load()
    configure(settings.log_level)

    async def run() -> None:
        await launch.check(settings)
        services = build_services(settings, launch.runtime_dsn(settings))
        await services.db.open()
        worker = Worker(services.db, services, JOBS, HOURLY, LANES)
        for number in (signal.SIGTERM, signal.SIGINT):
            asyncio.get_running_loop().add_signal_handler(number, worker.stop)
        async with services.running():
            await worker.run()

    with launch.database(settings):
        asyncio.run(run())


@app.command
def migrate() -> None:
    """Bring the schema and the catalogue of designs up to date."""
    settings = configuration.load()
    with launch.database(settings):
        count = asyncio.run(launch.bring_up_to_date(settings, say))
    say("The schema was up to date." if not count else f"{count} migrations were applied.")


@account_app.command
def create(*, name: str, email: str, cards: int = 0, country: str | None = None, currency: str = "USD",
           timezone: str = "UTC", locale: str = "en", as_json: AsJson = False) -> None:  # fmt: skip
    """Create an account with its owner, a pair of credentials and, with --cards, a bundle of cards."""
    from wellwish.credentials.issue import issue

    async def run(tx: Tx, keys: Keys) -> dict[str, Any]:
        new = NewAccount(
            name=name, email=email, country=country, currency=currency, timezone=timezone, locale=locale
        )
        account = await create_account(tx, new)
        pair = await issue(tx, keys, account.id, await owner_id(tx, account.id))
        purchase = await grant(tx, account.id, cards, currency=account.currency) if cards else None
        return {
            "account_id": account.id,
            "name": account.name,
            "email": email,
            "api_key": pair.api_key,
            "client_secret": pair.client_secret,
            "bundle_purchase_id": purchase and purchase.id,
            "cards": cards,
        }

    show(with_database(run), as_json=as_json)


@account_app.command(name="list")
def list_accounts(*, as_json: AsJson = False) -> None:
    """List the accounts, newest first."""
    from wellwish.accounts.browse import browse

    async def run(tx: Tx, _keys: Keys) -> list[dict[str, Any]]:
        return await browse(tx)

    accounts = with_database(run, as_owner=True)
    if as_json:
        print(json.dumps(accounts))
    else:
        table(accounts, "id", "name", "owner_email", "created_at")


@credential_app.command
def reset(account_id: str, *, as_json: AsJson = False) -> None:
    """End all pairs and tokens of an account at once and make a new pair."""
    from wellwish.credentials.reset import reset as reset_pair

    async def run(tx: Tx, keys: Keys) -> dict[str, Any]:
        await _see(tx, account_id)
        pair = await reset_pair(tx, keys, account_id)
        return {"account_id": account_id, "api_key": pair.api_key, "client_secret": pair.client_secret}

    show(with_database(run), as_json=as_json)


@bundle_app.command(name="grant")
def grant_bundle(account_id: str, *, cards: int, name: str = "Granted cards",
                 expires: datetime | None = None, as_json: AsJson = False) -> None:  # fmt: skip
    """Grant a bundle of cards to an account."""

    async def run(tx: Tx, _keys: Keys) -> dict[str, Any]:
        await _see(tx, account_id)
        expiry = expires if expires is None or expires.tzinfo else expires.astimezone()
        purchase = await grant(tx, account_id, cards, name=name, expires_at=expiry)
        return {"bundle_purchase_id": purchase.id, "account_id": account_id, "cards": cards}

    show(with_database(run), as_json=as_json)


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


@jobs_app.command(name="list")
def list_jobs(*, every: Annotated[bool, Parameter("--all", help="Living ones too.")] = False,
              as_json: AsJson = False) -> None:  # fmt: skip
    """List the dead jobs, the oldest first."""
    from wellwish.jobs import letters

    async def run(tx: Tx, _keys: Keys) -> list[dict[str, Any]]:
        return await letters.browse(tx, dead=not every)

    found = with_database(run)
    if as_json:
        print(json.dumps(found))
    else:
        table(found, "id", "kind", "state", "attempts", "last_error", "run_at", "created_at")


@jobs_app.command(name="retry")
def retry_jobs(*job_ids: int) -> None:
    """Let dead jobs run again: those that are named, or all."""
    from wellwish.jobs import letters

    async def run(tx: Tx, _keys: Keys) -> int:
        return await letters.retry(tx, job_ids)

    say(f"{with_database(run)} jobs will run again.")


@jobs_app.command(name="drop")
def drop_jobs(
    *job_ids: int, every: Annotated[bool, Parameter("--all", help="All that are dead.")] = False
) -> None:
    """Delete dead jobs: what they were to do is never done."""
    from wellwish.jobs import letters

    if not job_ids and not every:
        raise ValueError("Name the jobs by their ids (wellwish jobs list), or say --all.")

    async def run(tx: Tx, _keys: Keys) -> int:
        return await letters.drop(tx, job_ids)

    say(f"{with_database(run)} jobs were dropped.")


@app.command
def openapi() -> None:
    """Print the OpenAPI document."""
    from wellwish.openapi import document_text
    from wellwish.routes import OPERATIONS

    sys.stdout.write(document_text(OPERATIONS))


@app.command
def doctor() -> None:
    """Look at settings, database, roles and disk, and say what is wrong and what to do."""
    from wellwish.doctor import examine

    faults = examine()
    for fault in faults:
        say(fault)
    raise SystemExit(1 if faults else 0)


async def _introduce(settings: Settings) -> None:
    from wellwish.demo import prepare

    for line in await prepare(settings, launch.runtime_dsn(settings)):
        say(line)


async def _see(tx: Tx, account_id: str) -> None:
    """Raises ValueError when there is no such account."""
    if not ids.is_id("acct", account_id):
        raise ValueError(f"{account_id} is not the id of an account: `account list` shows them.")
    await tx.see([account_id])
    try:
        await load_account(tx, account_id)
    except LookupError:
        raise ValueError(f"There is no account {account_id}: `account list` shows them.") from None


def main() -> None:
    """Runs the command; what an operator can mend is told in a sentence and ends with status 1."""
    try:
        app()
    except OSError as error:
        say(f"Something that the command needs is away: {error}")
        raise SystemExit(1) from None
    except (SettingsError, EmbeddedError, MigrationError, NotReadyError, ValueError) as error:
        say(str(error))
        raise SystemExit(1) from None
    except Refusal as refusal:
        told = [f"--{fault.pointer[1:].replace('_', '-')}: {fault.detail}" for fault in refusal.faults]
        say("\n".join(told or [refusal.detail]))
        raise SystemExit(1) from None


if __name__ == "__main__":
    main()
