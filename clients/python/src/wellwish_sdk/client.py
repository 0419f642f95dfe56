"""The clients: `Wellwish` blocks, `AsyncWellwish` awaits. Both send what `core` yields."""

import asyncio
import threading
import time
from abc import ABC, abstractmethod
from copy import copy
from typing import Any, Final, Self
from urllib.parse import urlsplit

import httpx2

from wellwish_sdk import core
from wellwish_sdk.resources import AsyncResources, Resources

# Tokens are renewed this long before they expire, so that none expires in transit.
_MARGIN_S: Final = 30.0
# The request was not sent, so repeating it is safe.
_NOT_SENT: Final = (httpx2.ConnectError, httpx2.ConnectTimeout, httpx2.PoolTimeout)


def _checked(base_url: str) -> str:
    """Raises ValueError if the URL is not a valid base URL."""
    parts = urlsplit(base_url)
    if parts.scheme not in ("http", "https") or not parts.hostname or parts.query or parts.fragment:
        raise ValueError("base_url must look like https://cards.example.com.")
    return base_url.rstrip("/")


def _checked_account(account: str) -> str:
    """Raises ValueError if the text cannot be an ID."""
    if account and not (account.isascii() and account.isprintable() and " " not in account):
        raise ValueError("account must be the ID of a customer, such as acct_..., or empty.")
    return account


class _Tokens:
    """The current token. Its lifetime counts on the monotonic clock: the time of day may be wrong."""

    def __init__(self) -> None:
        self._token: str | None = None
        self._renew_at = 0.0

    def current(self, stale: str | None) -> str | None:
        """The token, unless it expires soon or is the stale one."""
        if self._token == stale or time.monotonic() >= self._renew_at:
            return None
        return self._token

    def store(self, token: core.Token, asked_at: float) -> str:
        self._token = token.access_token
        self._renew_at = asked_at + max(token.expires_in - _MARGIN_S, token.expires_in / 2)
        return token.access_token


class _Request(dict[str, Any]):
    def __init__(self, base_url: str, send: core.Send) -> None:
        super().__init__(
            method=send.method,
            url=base_url + send.path,
            headers=dict(send.headers),
            params=dict(send.query) or None,
            content=send.content,
            timeout=send.timeout_s,
        )


def _received(response: httpx2.Response) -> core.Received:
    return core.Received(response.status_code, response.headers, response.content)


def _lost(error: httpx2.HTTPError) -> core.Lost:
    return core.Lost(str(error) or type(error).__name__, sent=not isinstance(error, _NOT_SENT))


class _Settings(ABC):
    """The common base of both clients: the key pair, its token, and the settings of calls."""

    def __init__(
        self, pair: tuple[str, str], base_url: str, timeout: float, retries: int, account: str
    ) -> None:
        self._pair = pair
        self._base_url = _checked(base_url)
        self._options = core.Options(timeout_s=timeout, retries=retries, account=_checked_account(account))
        self._tokens = _Tokens()

    @abstractmethod
    def _attach(self) -> None:
        """Creates the resources, which call this client."""

    def with_options(
        self,
        *,
        timeout: float | None = None,
        retries: int | None = None,
        idempotency_key: str | None = None,
        strict: bool | None = None,
        dry_run: bool | None = None,
        account: str | None = None,
    ) -> Self:
        """Returns a client with changed settings, which shares the connections and the token.

        ``account``: the customer that a platform acts for; empty for the account of the key pair.
        ``dry_run``: calls change nothing; the `dry_run` member of the returned record describes their
        effects. Operations without dry runs raise InvalidRequest.
        """
        other = copy(self)
        now = self._options
        other._options = core.Options(
            timeout_s=now.timeout_s if timeout is None else timeout,
            retries=now.retries if retries is None else retries,
            idempotency_key=idempotency_key,
            strict=now.strict if strict is None else strict,
            dry_run=now.dry_run if dry_run is None else dry_run,
            account=now.account if account is None else _checked_account(account),
        )
        other._attach()
        return other


class Wellwish(_Settings, Resources):
    """A blocking client, for threads. Close it, or use it in a ``with`` statement.

    ``account``: the ID of the customer that a platform acts for.

    Raises the errors of `wellwish_sdk.errors`, and ValueError if the base URL is not one.
    """

    def __init__(
        self,
        api_key: str,
        client_secret: str,
        *,
        base_url: str,
        timeout: float = 30.0,
        retries: int = 2,
        account: str = "",
        http: httpx2.Client | None = None,
    ) -> None:
        _Settings.__init__(self, (api_key, client_secret), base_url, timeout, retries, account)
        self._http = http or httpx2.Client()
        self._renewing = threading.Lock()
        self._attach()

    def _attach(self) -> None:
        Resources.__init__(self, self)

    def perform(self, operation: core.Operation, path: str, given: core.Input) -> Any:
        return self._drive(core.perform(operation, path, given, self._options, self._pair))

    def close(self) -> None:
        self._http.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _drive(self, steps: core.Steps) -> Any:
        outcome: Any = None
        try:
            while True:
                step = steps.send(outcome)
                if isinstance(step, core.Send):
                    outcome = self._send(step)
                elif isinstance(step, core.Sleep):
                    outcome = time.sleep(step.seconds)
                else:
                    outcome = self._authorize(step.stale)
        except StopIteration as stop:
            return stop.value
        finally:
            steps.close()

    def _send(self, send: core.Send) -> core.Received | core.Lost:
        try:
            return _received(self._http.request(**_Request(self._base_url, send)))
        except httpx2.HTTPError as error:
            return _lost(error)

    def _authorize(self, stale: str | None) -> str:
        with self._renewing:
            token = self._tokens.current(stale)
            if token is None:
                asked_at = time.monotonic()
                token = self._tokens.store(self._drive(core.exchange(*self._pair, self._options)), asked_at)
            return token


class AsyncWellwish(_Settings, AsyncResources):
    """A client for asyncio. Close it, or use it in an ``async with`` statement.

    ``account``: the ID of the customer that a platform acts for.

    Raises the errors of `wellwish_sdk.errors`, and ValueError if the base URL is not one.
    """

    def __init__(
        self,
        api_key: str,
        client_secret: str,
        *,
        base_url: str,
        timeout: float = 30.0,
        retries: int = 2,
        account: str = "",
        http: httpx2.AsyncClient | None = None,
    ) -> None:
        _Settings.__init__(self, (api_key, client_secret), base_url, timeout, retries, account)
        self._http = http or httpx2.AsyncClient()
        self._renewing = asyncio.Lock()
        self._attach()

    def _attach(self) -> None:
        AsyncResources.__init__(self, self)

    async def perform(self, operation: core.Operation, path: str, given: core.Input) -> Any:
        return await self._drive(core.perform(operation, path, given, self._options, self._pair))

    async def close(self) -> None:
        await self._http.aclose()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def _drive(self, steps: core.Steps) -> Any:
        outcome: Any = None
        try:
            while True:
                step = steps.send(outcome)
                if isinstance(step, core.Send):
                    outcome = await self._send(step)
                elif isinstance(step, core.Sleep):
                    outcome = await asyncio.sleep(step.seconds)
                else:
                    outcome = await self._authorize(step.stale)
        except StopIteration as stop:
            return stop.value
        finally:
            steps.close()

    async def _send(self, send: core.Send) -> core.Received | core.Lost:
        try:
            return _received(await self._http.request(**_Request(self._base_url, send)))
        except httpx2.HTTPError as error:
            return _lost(error)

    async def _authorize(self, stale: str | None) -> str:
        async with self._renewing:
            token = self._tokens.current(stale)
            if token is None:
                asked_at = time.monotonic()
                found = await self._drive(core.exchange(*self._pair, self._options))
                token = self._tokens.store(found, asked_at)
            return token
