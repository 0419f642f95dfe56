"""The commands for suppressed addresses."""

from typing import Annotated, Any, Final

from cyclopts import App, Parameter

from wellwish.base.crypto import Keys
from wellwish.cli.console import Address, AsJson, record_operation, report, table, with_database
from wellwish.cli.plural import counted
from wellwish.infra.db import Tx

suppressions_app: Final = App(
    name="suppressions", help="Manage suppressions: addresses that receive no messages."
)

Account = Annotated[str | None, Parameter(help="ID of the account.")]


@suppressions_app.command(name="list")
def list_suppressions(
    *,
    account: Account = None,
    address: Address | None = None,
    limit: Annotated[int, Parameter(help="Maximum number of rows, up to 1000.")] = 100,
    as_json: AsJson = False,
) -> None:
    """List suppressions, newest first. One without an account applies to all accounts."""
    from wellwish.suppressions import operate

    async def run(tx: Tx, keys: Keys) -> list[dict[str, Any]]:
        return await operate.list_all(tx, keys, account_id=account, address=address, limit=max(limit, 1))

    columns = ("address", "reason", "account_id", "expires_at")
    table(with_database(run), *columns, as_json=as_json)


@suppressions_app.command(name="lift")
def lift_suppression(address: Address, *, account: Account = None, as_json: AsJson = False) -> None:
    """Lift the bounces of an address or, with --account, that account's bounce or unsubscription.

    Complaints and STOP replies cannot be lifted.
    """
    from wellwish.suppressions import operate

    async def run(tx: Tx, keys: Keys) -> int:
        lifted = await operate.lift(tx, keys, address, account_id=account)
        if lifted and account is not None:
            await tx.see([account])
            record_operation(tx, "suppression.delete", account)
        return lifted

    lifted = with_database(run)
    if not lifted:
        raise ValueError(
            "Nothing to lift: see `wellwish suppressions list --address ADDRESS`. An unsubscription needs "
            "--account; complaints and STOP replies cannot be lifted."
        )
    report({"lifted": lifted}, f"Lifted {counted(lifted, 'suppression')}.", as_json=as_json)
