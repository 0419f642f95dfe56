"""The payment providers of a process, by name."""

from typing import Final

from msgspec import structs

from wellwish.base.crypto import Keys
from wellwish.base.settings import Settings
from wellwish.infra.checkout.mollie import Mollie
from wellwish.infra.checkout.provider import Merchant, Name, Provider
from wellwish.infra.checkout.sandbox import Sandbox
from wellwish.infra.db import Database
from wellwish.infra.net import Net

NAMES: Final[tuple[Name, ...]] = ("stripe", "sandbox")  # of the operator; only accounts use Mollie
OPERATOR: Final = "operator"


class Providers:
    """The adapters, and the operator's merchants."""

    def __init__(self, settings: Settings, db: Database, keys: Keys, net: Net | None = None) -> None:
        self.by_name: dict[str, Provider] = {}
        self.mollie = self.by_name["mollie"] = Mollie(net or Net())
        self.by_name["sandbox"] = Sandbox(db, keys, settings.base_url)
        self._settings = settings

    def adapter(self, name: Name) -> Provider:
        if name == "stripe" and name not in self.by_name:
            from wellwish.infra.checkout.stripe import Stripe  # the import takes half a second

            self.by_name[name] = Stripe(
                self._settings.stripe_url,
                invoices=self._settings.stripe_invoices,
                application_fee_bp=self._settings.stripe_application_fee_bp,
            )
        return self.by_name[name]

    @property
    def plays(self) -> bool:
        """Whether live data can use play money, which is only possible with the embedded database, for
        evaluation.
        """
        return self._settings.embedded

    @property
    def operator(self) -> Merchant | None:
        """The merchant of bundles, or None without a provider."""
        return self.merchant("stripe") or (self.play if self.plays else None)

    @property
    def play(self) -> Merchant:
        """The merchant of bundles paid with play money, which test data always uses."""
        return Merchant(provider="sandbox", owner=OPERATOR)

    @property
    def merchants(self) -> list[Merchant]:
        """The operator's merchants to poll, including those at providers without new orders."""
        return [found for name in NAMES if (found := self.merchant(name)) is not None]

    def merchant(self, provider: Name) -> Merchant | None:
        """Returns the operator's merchant at a provider, or None if it is not configured."""
        if provider == "sandbox":
            return self.play
        key = self._settings.stripe_key
        if key is None or provider != "stripe":
            return None
        webhook_secret = self._settings.stripe_webhook_secret
        return Merchant(provider=provider, owner=OPERATOR, secret=key, webhook_secret=webhook_secret)

    @property
    def stripe_endpoints(self) -> list[Merchant]:
        """The operator's merchant, once per webhook secret: of its account, and of connected ones."""
        operator, connect = self.merchant("stripe"), self._settings.stripe_connect_webhook_secret
        if operator is None:
            return []
        return [operator, *([structs.replace(operator, webhook_secret=connect)] if connect else [])]

    async def close(self) -> None:
        for provider in self.by_name.values():
            await provider.close()
