"""Send a sandbox callback, which is signed and parsed like that of a real provider."""

from typing import Any, Final

from wellwish.base import clock
from wellwish.infra import jobs
from wellwish.infra.checkout import Merchant
from wellwish.infra.checkout.sandbox import Sandbox
from wellwish.infra.checkout.sandbox_event import SandboxPayment
from wellwish.infra.db import Tx
from wellwish.infra.http import Services
from wellwish.payments.callback import receive

SEND: Final = "payments.call_back"


async def enqueue(
    tx: Tx, paid: SandboxPayment, body: bytes | None, *, times: int = 1, delay_s: float = 0
) -> None:
    """Enqueues ``times`` sandbox callbacks with this body."""
    if body is not None:
        args = {"account_id": paid.account_id, "merchant": paid.merchant, "body": body.decode()}
        await jobs.enqueue(tx, SEND, [args] * times, delay_s=delay_s)


async def run(services: Services, args: dict[str, Any]) -> None:
    """Signs the body with the current time, as providers do for each attempt.

    Raises Unavailable, which makes the queue retry the job.
    """
    sandbox = services.checkout.by_name.get("sandbox")
    if isinstance(sandbox, Sandbox):
        merchant = Merchant(provider="sandbox", owner=args["merchant"].partition(":")[2])
        body = args["body"].encode()
        await receive(services, merchant, body, sandbox.sign(body, clock.now()))
