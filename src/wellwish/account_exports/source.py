"""What a kind of record is read from, and the batch that is read."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from wellwish.accounts.access import Owning
from wellwish.infra.db import Tx
from wellwish.infra.http import Caller, Page, Services
from wellwish.media.media import MediaRow
from wellwish.people.reading import Reading

ROWS: Final = 500  # records per part: a few megabytes at most
MEDIA: Final = 50  # media per part, whose files are read for their digests
MEDIA_BYTES: Final = 64 * 1024 * 1024


@dataclass(frozen=True)
class Source:
    """What a batch is read with: the transaction, the account, and the rights of an owner."""

    tx: Tx
    services: Services
    account_id: str
    is_test: bool

    @property
    def caller(self) -> Caller:
        """The account itself: without a user, so without cards of other accounts."""
        return Caller(self.account_id, "", is_test=self.is_test, scopes=frozenset())

    @property
    def owning(self) -> Owning:
        return Owning(self.account_id)

    @property
    def reading(self) -> Reading:
        """An owner sees dates, and which of them people declined."""
        return Reading(self.account_id, sees_dates=True, sees_declined=True)


@dataclass(frozen=True)
class Batch:
    """Records as the API returns them. ``after``: the place of the next batch; None after the last one."""

    records: Sequence[Any]
    after: str | None = None
    media: Sequence[MediaRow] = ()


Load = Callable[[Source, str | None], Awaitable[Batch]]


def of_page(page: Page[Any]) -> Batch:
    return Batch(page.data, page.next_cursor)
