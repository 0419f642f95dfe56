"""In the sandbox: call back, signed as a provider's calls are and read by what reads them."""

from typing import Any, Final

from wellwish import clock, jobs
from wellwish.checkout import Merchant
from wellwish.checkout.sandbox import Sandbox
from wellwish.db import Tx
from wellwish.http import Services
from wellwish.payments.callback import receive

CALL_BACK: Final = "payments.call_back"


async def enqueue(tx: Tx, merchant: str, body: bytes | None, *, times: int = 1, delay_s: float = 0) -> None:
    """Has the sandbox call back with this body so many times."""
    if body is not None:
        args = {"merchant": merchant, "body": body.decode()}
        await jobs.enqueue(tx, CALL_BACK, [args] * times, delay_s=delay_s)


async def run(services: Services, args: dict[str, Any]) -> None:
    """Signs it now, as providers sign each try anew. Raises Unavailable, and then is run again."""
    sandbox = services.checkout.by_name.get("sandbox")
    if isinstance(sandbox, Sandbox):
        merchant = Merchant(provider="sandbox", owner=args["merchant"].partition(":")[2])
        body = args["body"].encode()
        await receive(services, merchant, body, sandbox.sign(body, clock.now()))
