"""What a running process holds once: handed to handlers and jobs that name its type."""

from dataclasses import dataclass

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


@dataclass(frozen=True)
class Parts:
    """The database as the runtime role, keys, settings, budgets, the ways out, files, counts."""

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
