"""What a running process holds once: handed to handlers and jobs that name its type."""

import asyncio
from dataclasses import dataclass, field
from typing import Final

from wellwish.checkout import Providers
from wellwish.crypto import Keys
from wellwish.db import Database
from wellwish.http.budget import Budget, Visits
from wellwish.mail import Mailer
from wellwish.meter import Meter
from wellwish.net import Net
from wellwish.settings import Settings
from wellwish.sms import Carriers
from wellwish.storage import Storage

# Mails and texts that a process begins at once. Few, so that those that were just taken find processor and
# connection and are recorded at once: what is not recorded when a process is killed is sent twice. Fewer are
# slower: with two a burst of 1,000 took 15 s instead of 9, and 1.1 % instead of 2.5 % came twice.
BEGUN: Final = 4


@dataclass(frozen=True)
class Parts:
    """The database as the runtime role, keys, settings, budgets, the ways out, files, counts.

    ``beginning`` gives turns to what begins to hand a message over.
    """

    settings: Settings
    db: Database
    keys: Keys
    budget: Budget
    visits: Visits
    net: Net
    mail: Mailer
    sms: Carriers
    storage: Storage
    checkout: Providers
    meter: Meter
    beginning: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(BEGUN))
