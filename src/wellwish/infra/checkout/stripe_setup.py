"""The required settings at Stripe: permissions of an owner's restricted key, and events of a webhook
endpoint.
"""

from typing import Final

from wellwish.base.language import later
from wellwish.infra.checkout.stripe_events import EVENTS, RECONCILED

READ_ACCOUNT: Final = later("read the account")
READ_EVENTS: Final = later("read events")
READ_INTENTS: Final = later("read payment intents")
READ_CHARGES: Final = later("read charges and refunds")
READ_BALANCE: Final = later("read balance transactions")
READ_SESSIONS: Final = later("read Checkout Sessions")
WRITE_SESSIONS: Final = later("write Checkout Sessions")
WRITE_CHARGES: Final = later("write charges and refunds")
# These are checked when a key is set (``stripe_account``) and listed on the page where it is entered.
PERMISSIONS: Final = (
    READ_ACCOUNT, READ_EVENTS, READ_INTENTS, READ_CHARGES, READ_BALANCE, READ_SESSIONS, WRITE_SESSIONS,
    WRITE_CHARGES,
)  # fmt: skip
# The types that an account's webhook endpoint needs. Polls list these and the operator's ``invoice.paid``.
ENDPOINT_EVENTS: Final = (*EVENTS, RECONCILED)
