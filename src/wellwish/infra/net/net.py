"""The outgoing calls of a process, with limited places per called host."""

from collections.abc import Generator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final

from wellwish.base import hosts
from wellwish.infra.jobs import RetryLaterError
from wellwish.infra.net.reply import Limits, Reply
from wellwish.infra.net.rules import PUBLIC, OpenSocket, Resolve, Rules

if TYPE_CHECKING:
    from wellwish.infra.net.session import Session

_LIMITS: Final = Limits()


class Net:
    """Makes the outgoing calls of a process. The session opens with the first call."""

    def __init__(
        self, rules: Rules = PUBLIC, resolve: Resolve | None = None, open_socket: OpenSocket | None = None
    ) -> None:
        self.rules = rules
        self._resolve = resolve or hosts.resolve
        self._open_socket = open_socket
        self._session: Session | None = None
        self._limiter = hosts.HostLimiter()

    @contextmanager
    def place(self, url: str, account_id: str) -> Generator[None]:
        """Holds a place for the URL's host during a job's call. Raises RetryLaterError."""
        with self._limiter.place(hosts.of(url), account_id) as wait_s:
            if wait_s is not None:
                raise RetryLaterError(wait_s)
            yield

    async def call(
        self,
        method: str,
        url: str,
        *,
        headers: Mapping[str, str],
        body: bytes = b"",
        limits: Limits = _LIMITS,
    ) -> Reply:
        """Returns the response; does not follow redirects. Raises AddressRefusedError, CallFailedError."""
        parsed = self.rules.check_url(url)
        return await self._opened().call(method, parsed, headers, body, limits)

    async def close(self) -> None:
        if self._session is not None:
            await self._session.close()
            self._session = None

    def _opened(self) -> "Session":
        if self._session is None:
            # Imported late: the HTTP client takes 7 MB and 0.1 s, and many processes make no calls.
            from wellwish.infra.net.session import Session

            self._session = Session(self.rules, self._resolve, self._open_socket)
        return self._session
