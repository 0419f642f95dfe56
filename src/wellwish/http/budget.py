"""The general budget: requests a minute, an account and server process.

Headers as in draft-ietf-httpapi-ratelimit-headers-10: a policy names quota ``q`` and window ``w``
in seconds, the limit tells the remainder ``r`` and the seconds ``t`` until it is whole again.
"""

import math
import time
from typing import Final

from wellwish.errors import TooManyRequests

WINDOW_S: Final = 60
_SWEEP_ABOVE: Final = 10_000  # accounts remembered before those of past windows are forgotten


class Budget:
    """Counts in windows of a minute that begin with an account's first request."""

    def __init__(self, per_minute: int) -> None:
        self.per_minute = per_minute
        self._windows: dict[str, tuple[float, int]] = {}

    def take(self, account_id: str) -> dict[str, str]:
        """Counts one request and returns the headers that tell. Raises TooManyRequests with them.

        A budget of 0 is no limit: nothing is counted and no header is sent.
        """
        if not self.per_minute:
            return {}
        moment = time.monotonic()
        began, used = self._windows.get(account_id, (moment, 0))
        if moment - began >= WINDOW_S:
            began, used = moment, 0
        if not used and len(self._windows) >= _SWEEP_ABOVE:
            self._sweep(moment)
        used += 1
        self._windows[account_id] = (began, used)
        wait_s = math.ceil(began + WINDOW_S - moment)
        headers = {
            "RateLimit-Policy": f'"requests";q={self.per_minute};w={WINDOW_S}',
            "RateLimit": f'"requests";r={max(0, self.per_minute - used)};t={wait_s}',
        }
        if used > self.per_minute:
            raise TooManyRequests(
                f"An account may send {self.per_minute} requests a minute; wait {wait_s} seconds.",
                headers={**headers, "Retry-After": str(wait_s)},
            )
        return headers

    def _sweep(self, moment: float) -> None:
        self._windows = {
            account_id: window
            for account_id, window in self._windows.items()
            if moment - window[0] < WINDOW_S
        }
