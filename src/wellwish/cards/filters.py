"""The filters of a list of cards, and the results of a search."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any, Final

from msgspec import Struct

from wellwish.base import ids

_SKEW: Final = timedelta(minutes=1)  # a card's ID is created a moment after its created_at
LAST: Final = "card_~"  # greater than every ID


class Key(Struct):
    account_id: str
    id: str


class Filters(Struct, frozen=True, kw_only=True):
    """Conditions on cards. ``terms`` are prefixes: a card must have a matching word for each."""

    status: str | None
    template_id: str | None
    external_id: str | None
    bundle_purchase_id: str | None
    created_after: datetime | None
    created_before: datetime | None
    terms: Sequence[str] | None
    before: str | None
    """The page contains only IDs below this one."""
    count: int

    @property
    def by_terms_only(self) -> bool:
        """Whether no filter except ``terms`` is set."""
        others = (
            self.status, self.template_id, self.external_id, self.bundle_purchase_id, self.created_after,
            self.created_before,
        )  # fmt: skip
        return all(other is None for other in others)

    @property
    def by_desk(self) -> bool:
        """Whether only filters of the desk are set: terms, status and bundle."""
        others = (self.template_id, self.external_id, self.created_after, self.created_before)
        return all(other is None for other in others)

    def parameters(self) -> dict[str, Any]:
        """Returns the parameters that the statements share. Times are also converted to bounds of IDs."""
        after, before = self.created_after, self.created_before
        last = LAST if before is None else ids.earliest("card", _moved(before, _SKEW))
        return {
            "status": self.status,
            "template_id": self.template_id,
            "terms": self.terms,
            "created_after": after,
            "created_before": before,
            "first": "" if after is None else ids.earliest("card", _moved(after, -_SKEW)),
            "before": min(self.before or LAST, last),
            "count": self.count,
        }


class Found(Struct):
    """A result of a statement that also finds the user's grants."""

    account_id: str
    id: str
    kind: str
    """``own``, ``granted``, or ``frequent`` if the terms match too many cards to start with them."""


def _moved(instant: datetime, by: timedelta) -> datetime:
    try:
        return instant + by
    except OverflowError:
        return instant
