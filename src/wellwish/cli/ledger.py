"""The commands for money: check the ledger, resolve events, and connect accounts to a payment provider."""

import asyncio
import json
from typing import Annotated, Final

import msgspec
from cyclopts import App, Parameter

from wellwish.base import settings as configuration
from wellwish.base.settings import Settings
from wellwish.cli import launch
from wellwish.cli.console import (
    AccountId,
    AsJson,
    record_operation,
    report,
    say,
    see_account,
    show,
    table,
)
from wellwish.cli.plural import counted
from wellwish.infra.db import Database
from wellwish.infra.http import IfMatch
from wellwish.payments import check
from wellwish.payments.check import CheckReport
from wellwish.payments.compare import compare
from wellwish.payments.own_provider import PaymentProvider
from wellwish.payments.resolve import Unresolved, resolve

ledger_app: Final = App(name="ledger", help="Check the ledger.")
provider_app: Final = App(name="provider", help="Manage payment providers of accounts.")


@ledger_app.command(name="check")
def check_ledger(*, as_json: AsJson = False) -> None:
    """Check that the ledger balances, is complete and matches the providers; exit with 1 if it does not."""
    settings = configuration.load()
    with launch.database(settings):
        report = asyncio.run(_report(settings))
    if as_json:
        print(json.dumps(msgspec.to_builtins(report)))
    else:
        counts = report.counts
        say(
            f"{counted(counts.movements, 'movement')}, {counted(counts.transfers, 'transfer')}, "
            f"{counted(counts.payments, 'payment')}, {counted(counts.events, 'provider event')}."
        )
        if report.sums:
            table([msgspec.to_builtins(each) for each in report.sums], "kind", "currency", "balance")
        for fault in report.faults:
            say(fault)
        for notice in report.notices:
            say(f"Notice: {notice}")
        if not report.faults:
            say("The ledger is correct.")
    raise SystemExit(1 if report.faults else 0)


async def _report(settings: Settings) -> CheckReport:
    if settings.embedded:
        await launch.bring_up_to_date(settings, lambda _: None)
    owner = Database(launch.owner_dsn(settings), size=1)
    await owner.open()
    try:
        async with owner.transaction() as tx:
            report = await check.check(tx)
    finally:
        await owner.close()
    async with launch.services(settings) as services:
        compared = await compare(services)
    report.faults += compared.faults
    report.notices += compared.notices
    return report


@ledger_app.command(name="resolve")
def resolve_event(
    event_id: Annotated[str, Parameter(help="ID of the event at the provider, from `ledger check`.")],
    *,
    note: Annotated[str, Parameter(help="What happened, for the next reader.")],
    merchant: Annotated[
        str | None, Parameter(help="The merchant, if several have an event of this ID.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Mark an event from `ledger check` as explained, so that it is no longer reported."""
    settings = configuration.load()

    async def run() -> Unresolved:
        async with launch.services(settings) as services, services.db.transaction() as tx:
            return await resolve(tx, event_id, note, merchant)

    with launch.database(settings):
        try:
            resolved = asyncio.run(run())
        except LookupError as error:
            say(str(error))
            raise SystemExit(1) from None
    show({"event": event_id, **msgspec.to_builtins(resolved), "note": note}, as_json=as_json)


@provider_app.command(name="connect")
def connect_provider(
    account_id: AccountId,
    merchant_id: Annotated[str, Parameter(help="ID of the Stripe account, such as acct_1Pk4Xy2eZvKYlo2C.")],
    *,
    webhook_secret: Annotated[
        str | None,
        Parameter(
            env_var="WELLWISH_CONNECT_WEBHOOK_SECRET",
            help="Signing secret of the account's own webhook endpoint at Stripe.",
        ),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Pay the money of an account's cards into a Stripe account connected to the operator's."""
    from wellwish.payments.provider.connect import connect

    settings = configuration.load()

    async def run() -> PaymentProvider:
        async with launch.services(settings) as services:
            return await connect(services, account_id, merchant_id, webhook_secret)

    with launch.database(settings):
        show(msgspec.to_builtins(asyncio.run(run())), as_json=as_json)


@provider_app.command(name="remove")
def remove_provider(account_id: AccountId, *, as_json: AsJson = False) -> None:
    """Remove the payment provider of an account. Its key is deleted once nothing pending needs it."""
    from wellwish.payments.provider.delete import remove

    settings = configuration.load()

    async def run() -> bool:
        async with launch.services(settings) as services, services.db.transaction() as tx:
            await see_account(tx, account_id)
            removed = await remove(tx, services, account_id, IfMatch(None))
            if removed:
                record_operation(tx, "payment_provider.delete", account_id)
            return removed

    with launch.database(settings):
        removed = asyncio.run(run())
    text = "Removed the payment provider." if removed else "The account has no payment provider."
    report({"account_id": account_id, "removed": removed}, text, as_json=as_json)
