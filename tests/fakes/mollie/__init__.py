"""A fake Mollie, written from Mollie's documentation and its OpenAPI document of 21 August 2026.

| what it models                                                             | docs.mollie.com            |
|----------------------------------------------------------------------------|----------------------------|
| an API key is of one profile and one mode; 401 without one                 | /reference/authentication  |
| the profile of a key, and whether it is verified                       | /reference/get-current-profile |
| amounts are strings with the currency's decimals, otherwise 422            | /reference/common-data-types |
| `_links.checkout` only while a payment is open                             | /reference/create-payment  |
| open, pending, authorized, paid, failed, canceled, expired                 | /docs/status-change        |
| an open payment expires after 15 minutes without a method; a bank transfer | /docs/status-change        |
| stays open for days, and can be canceled                                   |                            |
| only a payment with `isCancelable` can be canceled, otherwise 422          | /reference/cancel-payment  |
| webhooks have only an ID, and come for all states but open and pending,    | /reference/webhooks        |
| and for refunds and chargebacks of the payment                             |                            |
| a key replays its response for an hour; it is a UUID                       | /overview/api-idempotency  |
| refunds up to the rest; queued, pending, processing, then refunded, failed | /reference/create-refund   |
| or canceled; 409 for a duplicate; by key or on the dashboard               | /reference/get-refund      |
| chargebacks of a payment, which may be reversed                            | /reference/get-chargeback  |
| lists are newest first, with `from` and `limit` up to 250                  | /reference/pagination      |
| `embed` is one parameter with names separated by commas: of a payment      | /reference/get-payment     |
| captures, refunds, chargebacks, of those lists the payment; the fake       | /reference/list-all-refunds |
| refuses every other form                                                   |                            |
| there is no list of events, and no fee of a payment                        | /reference/overview        |

Faults: ``refused_before`` (503, not executed), ``lost_after`` and ``lost_posts`` (executed, no response).
The control ``forgetful`` ignores idempotency keys and lists no refunds of a payment.
"""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

from aiohttp import web

from tests.fakes.mollie.server import KEYS_LIVE_FOR, FakeMollie, PageClosedError
from tests.fakes.mollie.values import minor

__all__ = ["KEYS_LIVE_FOR", "FakeMollie", "PageClosedError", "fake_mollie", "minor"]


@asynccontextmanager
async def fake_mollie() -> AsyncGenerator[FakeMollie]:
    """Runs the fake on loopback."""
    fake = FakeMollie()
    app = web.Application()
    app.router.add_route("*", "/v2/{rest:.*}", fake.handle)
    runner = web.AppRunner(app)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    fake.port = runner.addresses[0][1]
    try:
        yield fake
    finally:
        await runner.cleanup()
