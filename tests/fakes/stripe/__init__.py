"""A fake Stripe, written from Stripe's documentation for the version that the library pins.

| what it models                                                             | docs.stripe.com       |
|----------------------------------------------------------------------------|-----------------------|
| a key replays its stored response for a day, 500s too; a request that failed | /api/idempotent_requests |
| validation stores none; other parameters are an `idempotency_error`        | /error-low-level      |
| a session is `open`, `complete` or `expired`; only an open one can expire  | /api/checkout/sessions/expire |
| statements show the account's prefix of 2 to 10 characters, `* ` and the   | /get-started/account/ |
| suffix of the payment, 22 characters in all                                | statement-descriptors |
| a session lives for 30 minutes to 24 hours                                 | /api/checkout/sessions/create |
| debits are `complete` and `unpaid`; their result follows days later        | /checkout/fulfillment |
| a debit may be a line of the balance before it succeeds; one that fails    | /reports/             |
| is taken back by `payment_failure_refund`                                  | balance-transaction-types |
| the balance transaction is null first; `charge.updated` follows            | /payments/payment-intents |
| (page "asynchronous-capture-automatic-async")                              |                       |
| a charge has a copy of the metadata of its payment intent                  | /api/charges/object   |
| refunds up to the paid amount, by key or on the dashboard; a pending one   | /refunds              |
| succeeds or fails, and one that succeeded can fail                         | /api/refunds/object   |
| disputes withdraw the amount and a fee in `balance_transactions`; a won    | /disputes             |
| one returns the amount, a lost one perhaps later                           | /api/disputes/object  |
| restricted keys: 403 that names the missing permission                     | /keys/restricted-api-keys |
| minimum amounts, currencies that do not exist there, zero decimals         | /currencies           |
| events of connected accounts have `account`; one endpoint gets them all    | /connect/webhooks     |
| `livemode` of each object; a test key sees no live object                  | /keys                 |
| automatic payouts, and the balance transactions of each by `payout` and    | /payouts/reconciliation |
| `type`, with `source` expanded (/api/balance_transactions/list)            |                       |
| events are listed newest first, for 30 days                                | /api/events/list      |
| invoices of paid sessions, with the tax that their prices include; their   | /payments/checkout/receipts |
| event may come before that of the session                                  | /tax/checkout         |
| the platform's fee is a part of the fee of a connected account's charge    | /connect/direct-charges |
| other programs: mode `setup`, free orders, metadata with our names,        | /api/checkout/sessions/object |
| refunds and disputes of payment intents that this key cannot read          |                       |
| events in the version of their account, with the forms of that version     | /api/events           |
| inquiries, which withdraw nothing: `warning_needs_response` and others     | /disputes/how-disputes-work |

Faults: ``refused_before`` (503, not executed), ``lost_after`` (executed, no response) and ``fail``
(500, stored under the key, before or after its effect).
"""

from tests.fakes.stripe.server import FakeStripe, fake_stripe
from tests.fakes.stripe.store import (
    CONNECT_SECRET,
    EXAMPLE_ACCOUNT,
    EXAMPLE_KEY,
    KEY,
    PLATFORM,
    SECRET,
    PageClosedError,
)

__all__ = [
    "CONNECT_SECRET",
    "EXAMPLE_ACCOUNT",
    "EXAMPLE_KEY",
    "KEY",
    "PLATFORM",
    "SECRET",
    "FakeStripe",
    "PageClosedError",
    "fake_stripe",
]
