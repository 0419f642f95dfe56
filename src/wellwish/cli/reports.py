"""The commands for emails that readers have reported."""

from typing import Annotated, Any, Final

import msgspec
from cyclopts import App, Parameter

from wellwish.base.crypto import Keys
from wellwish.cli.console import AsJson, report, table, with_database
from wellwish.cli.plural import counted
from wellwish.infra.db import Tx

reports_app: Final = App(name="reports", help="Manage reports of emails by their recipients.")


@reports_app.command(name="list")
def list_reports(
    *,
    every: Annotated[bool, Parameter("--all", help="Include closed reports.")] = False,
    limit: Annotated[int, Parameter(help="Maximum number of rows, up to 1000.")] = 100,
    as_json: AsJson = False,
) -> None:
    """List open reports, newest first, with the account and card whose email was reported."""
    from wellwish.reports.mail_reports import list_mail_reports

    async def run(tx: Tx, _keys: Keys) -> list[dict[str, Any]]:
        found = await list_mail_reports(tx, closed=every, limit=min(max(limit, 1), 1000))
        return [msgspec.to_builtins(each) for each in found]

    columns = ("message_id", "account_id", "account_name", "card_id", "kind", "reason", "text", "created_at")
    table(with_database(run, as_owner=True), *columns, as_json=as_json)


@reports_app.command(name="close")
def close_reports(
    *message_ids: Annotated[str, Parameter(help="IDs of the messages, from `wellwish reports list`.")],
    as_json: AsJson = False,
) -> None:
    """Close the reports of the given messages. Reporting a message again reopens its report."""
    from wellwish.reports.mail_reports import close_mail_reports

    if not message_ids:
        raise ValueError("Specify message IDs (see `wellwish reports list`).")

    async def run(tx: Tx, _keys: Keys) -> int:
        closed = 0
        for message_id in message_ids:
            reports = await close_mail_reports(tx, [message_id])
            if not reports:
                raise ValueError(
                    f"There is no open report of the message {message_id}, so none was closed. See `wellwish "
                    "reports list`."
                )
            closed += reports
        return closed

    count = with_database(run, as_owner=True)
    report({"closed": count}, f"Closed {counted(count, 'report')}.", as_json=as_json)
