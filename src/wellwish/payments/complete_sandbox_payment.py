"""Complete a sandbox payment some time after the payer has left its page."""

from typing import Any, Final

from wellwish.infra.checkout.sandbox import Sandbox
from wellwish.infra.http import Services
from wellwish.payments import send_sandbox_callback

PAY_LATE: Final = "payments.pay_late"
LATE_S: Final = 60


async def run(services: Services, args: dict[str, Any]) -> None:
    """Marks the payment as paid and enqueues its callback."""
    sandbox = services.checkout.by_name.get("sandbox")
    if not isinstance(sandbox, Sandbox):
        return
    async with services.db.transaction() as tx:
        found = await sandbox.load(tx, args["payment_id"])
        if found is not None and found.state == "paying":
            await tx.see([found.account_id])  # the job's time follows the account's test clock
            body = await sandbox.move(tx, found, "paid")
            await send_sandbox_callback.enqueue(tx, found, body)
