"""The providers of a process, by name."""

from typing import Final, Literal

from wellwish.checkout.provider import Merchant, Provider
from wellwish.checkout.sandbox import Sandbox
from wellwish.crypto import Keys
from wellwish.db import Database
from wellwish.settings import Settings

NAMES: Final[tuple[Literal["stripe"], Literal["sandbox"]]] = ("stripe", "sandbox")
OPERATOR: Final = "operator"


class Providers:
    """The adapters, and where the operator's own money goes."""

    def __init__(self, settings: Settings, db: Database, keys: Keys) -> None:
        self.by_name: dict[str, Provider] = {}
        # Play money is for trying out: not where a database of the operator's is.
        if settings.embedded:
            self.by_name["sandbox"] = Sandbox(db, keys, settings.base_url)
        self._settings = settings

    def adapter(self, name: Literal["sandbox", "stripe"]) -> Provider:
        """Returns the adapter of a provider. Raises KeyError for a sandbox where there is none."""
        if name == "stripe" and name not in self.by_name:
            from wellwish.checkout.stripe import Stripe  # half a second, for those who need it

            self.by_name[name] = Stripe(self._settings.stripe_url)
        return self.by_name[name]

    @property
    def operator(self) -> Merchant | None:
        """Who gets the money for bundles, or None where no provider is set."""
        return self.merchant("stripe") or self.merchant("sandbox")

    @property
    def merchants(self) -> list[Merchant]:
        """Everybody whose events are asked for, also at a provider that gets no new orders."""
        return [found for name in NAMES if (found := self.merchant(name)) is not None]

    def merchant(self, provider: Literal["sandbox", "stripe"]) -> Merchant | None:
        """Returns the operator as a merchant of a provider, or None where that is not set."""
        if provider == "sandbox":
            return Merchant(provider=provider, owner=OPERATOR) if provider in self.by_name else None
        key = self._settings.stripe_key
        if key is None:
            return None
        webhook_secret = self._settings.stripe_webhook_secret
        return Merchant(provider=provider, owner=OPERATOR, secret=key, webhook_secret=webhook_secret)

    async def close(self) -> None:
        """Ends what is open."""
        for provider in self.by_name.values():
            await provider.close()
