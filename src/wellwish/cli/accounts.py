"""The commands for accounts, their credentials and granted bundles."""

from datetime import datetime
from typing import Annotated, Any, Final

from cyclopts import App, Parameter

from wellwish.accounts import wake
from wellwish.accounts.account import owner_id
from wellwish.accounts.create import NewAccount
from wellwish.accounts.create import create as create_account
from wellwish.base import clock
from wellwish.base import settings as configuration
from wellwish.base.crypto import Keys
from wellwish.bundles.grant import grant
from wellwish.cli.console import (
    AccountId,
    AsJson,
    record_operation,
    report,
    see_account,
    show,
    table,
    with_database,
)
from wellwish.infra.db import Tx

account_app: Final = App(name="account", help="Manage accounts.")
credential_app: Final = App(name="credential", help="Manage API keys and client secrets.")
bundle_app: Final = App(name="bundle", help="Manage bundles of cards.")


@account_app.command
def create(
    *,
    name: Annotated[str, Parameter(help="Name of the account.")],
    email: Annotated[str, Parameter(help="Email address of the owner.")],
    cards: Annotated[int, Parameter(help="Number of cards to grant.")] = 0,
    country: Annotated[str | None, Parameter(help="ISO 3166 country code.")] = None,
    currency: Annotated[str, Parameter(help="ISO 4217 currency code.")] = "USD",
    timezone: Annotated[str, Parameter(help="IANA time zone.")] = "UTC",
    locale: Annotated[str, Parameter(help="Language tag.")] = "en",
    as_json: AsJson = False,
) -> None:
    """Create an account with its owner and credentials, and optionally grant it cards."""
    from wellwish.auth.credentials.issue import issue

    async def run(tx: Tx, keys: Keys) -> dict[str, Any]:
        new = NewAccount(
            name=name, email=email, country=country, currency=currency, timezone=timezone, locale=locale
        )
        account = await create_account(tx, new)
        pair = await issue(tx, keys, account.id, await owner_id(tx, account.id))
        record_operation(tx, "account.create", account.id, account.id)
        purchase = await grant(tx, account.id, cards, currency=account.currency) if cards else None
        return {
            "account_id": account.id,
            "name": account.name,
            "email": email,
            "api_key": pair.api_key,
            "client_secret": pair.client_secret,
            "bundle_purchase_id": purchase and purchase.id,
            "cards": cards,
            "sign_in_link": await _sign_in_link(tx, keys, email),
        }

    show(with_database(run), as_json=as_json)


@account_app.command(name="sign-in-link")
def sign_in_link(account_id: AccountId, *, as_json: AsJson = False) -> None:
    """Print a link that signs in the owner of an account, once, within 10 minutes, in any browser."""
    from wellwish.accounts.user import load_email

    async def run(tx: Tx, keys: Keys) -> dict[str, Any]:
        await see_account(tx, account_id)
        email = await load_email(tx, await owner_id(tx, account_id))
        record_operation(tx, "session.create_link", account_id)
        return {"account_id": account_id, "sign_in_link": await _sign_in_link(tx, keys, email)}

    show(with_database(run), as_json=as_json)


async def _sign_in_link(tx: Tx, keys: Keys, email: str) -> str:
    """Returns a link that works once, for the first browser that submits its page."""
    from wellwish.auth.sign_in import attempt

    issued = await attempt.issue(tx, keys, email, any_browser=True)
    return attempt.link(keys, configuration.load().base_url, issued.id)


@account_app.command(name="list")
def list_accounts(*, as_json: AsJson = False) -> None:
    """List accounts, newest first."""
    from wellwish.accounts.list import list_accounts as list_all

    async def run(tx: Tx, _keys: Keys) -> list[dict[str, Any]]:
        return await list_all(tx)

    accounts = with_database(run, as_owner=True)
    times = ("created_at", "deletion_requested_at", "suspended_at", "deleted_at")
    table(accounts, "id", "name", "owner_email", *times, as_json=as_json)


@account_app.command(name="suspend")
def suspend_account(account_id: AccountId, *, as_json: AsJson = False) -> None:
    """Suspend an account: nobody can use it or open its cards, and nothing is sent. Nothing is deleted.

    Payments that have begun are still recorded, and erasures are still carried out.
    """
    from wellwish.accounts.suspend import suspend

    async def run(tx: Tx, _keys: Keys) -> dict[str, Any]:
        await see_account(tx, account_id)
        suspended_at = await suspend(tx, account_id)
        record_operation(tx, "account.suspend", account_id, account_id)
        return {"account_id": account_id, "suspended_at": clock.rfc3339(suspended_at)}

    done = with_database(run, as_owner=True)
    report(done, f"Suspended {account_id}. Resume it with `wellwish account resume`.", as_json=as_json)


@account_app.command(name="resume")
def resume_account(account_id: AccountId, *, as_json: AsJson = False) -> None:
    """Resume a suspended account. Messages and webhooks that waited are sent."""
    from wellwish.accounts.suspend import resume

    async def run(tx: Tx, _keys: Keys) -> bool:
        await see_account(tx, account_id)
        resumed = await resume(tx, account_id)
        if resumed:
            record_operation(tx, "account.resume", account_id, account_id)
        return resumed

    resumed = with_database(run, as_owner=True)
    text = f"Resumed {account_id}." if resumed else f"{account_id} was not suspended."
    report({"account_id": account_id, "resumed": resumed}, text, as_json=as_json)


@account_app.command(name="platform")
def make_platform(
    account_id: AccountId,
    *,
    off: Annotated[bool, Parameter(help="End it; the accounts of its customers remain.")] = False,
    as_json: AsJson = False,
) -> None:
    """Let an account create accounts for its customers and act for them."""
    from wellwish.platforms.set_platform import set_platform

    async def run(tx: Tx, _keys: Keys) -> dict[str, Any]:
        await see_account(tx, account_id)
        if await set_platform(tx, account_id, is_platform=not off):
            record_operation(tx, "account.set_platform", account_id, account_id, "off" if off else "on")
        return {"account_id": account_id, "is_platform": not off}

    done = with_database(run, as_owner=True)
    text = f"{account_id} is {'no longer' if off else 'now'} a platform."
    report(done, text, as_json=as_json)


@account_app.command(name="release")
def release_account(account_id: AccountId, *, as_json: AsJson = False) -> None:
    """Make the account of a platform's customer independent. It keeps its data."""
    from wellwish.platforms.release import release

    async def run(tx: Tx, _keys: Keys) -> dict[str, Any]:
        await see_account(tx, account_id)
        released = await release(tx, account_id, actor="operator")
        if released:
            record_operation(tx, "account.release", account_id, account_id)
        return {"account_id": account_id, "released": released}

    done = with_database(run)
    text = f"Released {account_id}." if done["released"] else f"{account_id} has no platform."
    report(done, text, as_json=as_json)


@account_app.command(name="set-return-origins")
def set_origins(
    account_id: AccountId,
    *origins: Annotated[str, Parameter(help="Origins, such as https://shop.example.com.")],
    as_json: AsJson = False,
) -> None:
    """Set the https origins that payers may return to (`return_url`). Without any, remove all of them."""
    from wellwish.accounts.set_return_origins import set_return_origins

    async def run(tx: Tx, _keys: Keys) -> dict[str, Any]:
        await see_account(tx, account_id)
        stored = await set_return_origins(tx, account_id, origins)
        record_operation(tx, "account.update", account_id, account_id, "return_origins")
        return {"account_id": account_id, "return_origins": " ".join(stored)}

    show(with_database(run), as_json=as_json)


@credential_app.command
def reset(account_id: AccountId, *, as_json: AsJson = False) -> None:
    """Revoke all credentials and tokens of an account, and create a new key pair."""
    from wellwish.auth.credentials.reset import reset as reset_pair

    async def run(tx: Tx, keys: Keys) -> dict[str, Any]:
        await see_account(tx, account_id)
        pair = await reset_pair(tx, keys, account_id)
        record_operation(tx, "api_key.reset", account_id, pair.credential_id)
        return {"account_id": account_id, "api_key": pair.api_key, "client_secret": pair.client_secret}

    show(with_database(run), as_json=as_json)


@credential_app.command(name="create-test")
def create_test(account_id: AccountId, *, as_json: AsJson = False) -> None:
    """Create a key pair for an account's test data, and revoke earlier test pairs."""
    from wellwish.test_mode.create_key import create_pair

    async def run(tx: Tx, keys: Keys) -> dict[str, Any]:
        await see_account(tx, account_id)
        pair = await create_pair(tx, keys, account_id, await owner_id(tx, account_id))
        record_operation(tx, "api_key.create_test", account_id)
        return {"account_id": account_id, "api_key": pair.api_key, "client_secret": pair.client_secret}

    show(with_database(run), as_json=as_json)


@bundle_app.command(name="grant")
def grant_bundle(
    account_id: AccountId,
    *,
    cards: Annotated[int, Parameter(help="Number of cards.")],
    name: Annotated[str, Parameter(help="Name of the bundle.")] = "Granted cards",
    expires: Annotated[datetime | None, Parameter(help="Time when the cards expire.")] = None,
    as_json: AsJson = False,
) -> None:
    """Grant a bundle of cards to an account."""

    async def run(tx: Tx, _keys: Keys) -> dict[str, Any]:
        await see_account(tx, account_id)
        expiry = expires if expires is None or expires.tzinfo else expires.astimezone()
        purchase = await grant(tx, account_id, cards, name=name, expires_at=expiry)
        await wake.create_cards(tx, account_id)
        record_operation(tx, "bundle_purchase.grant", account_id, purchase.id)
        return {"bundle_purchase_id": purchase.id, "account_id": account_id, "cards": cards}

    show(with_database(run), as_json=as_json)
