"""The providers of a process, by name."""

from wellwish.checkout.provider import Merchant, Provider
from wellwish.checkout.sandbox import Sandbox
from wellwish.crypto import Keys
from wellwish.db import Database
from wellwish.settings import Settings

OPERATOR = "operator"


class Providers:
    """The adapters, and where the operator's own money goes."""

    def __init__(self, settings: Settings, db: Database, keys: Keys) -> None:
        self.by_name: dict[str, Provider] = {}
        # Play money is for trying out: not where a database of the operator's is.
        if settings.embedded:
            self.by_name["sandbox"] = Sandbox(db, keys, settings.base_url)

    @property
    def operator(self) -> Merchant | None:
        """Who gets the money for bundles, or None where no provider is set."""
        return Merchant(provider="sandbox", owner=OPERATOR) if "sandbox" in self.by_name else None

    async def close(self) -> None:
        """Ends what is open."""
        for provider in self.by_name.values():
            await provider.close()
