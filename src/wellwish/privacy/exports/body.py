"""The body of a request for an export."""

from collections.abc import Iterator
from typing import Annotated

from wellwish.base.errors import Fault
from wellwish.infra.http import word
from wellwish.privacy.data_request import DataSubject

_ONE = "Send exactly one of `email`, `phone`, `person_id` and `of`."
_ACCOUNT = "`account` exports all data of your account. A person is named by another field."


class ExportSubject(DataSubject, frozen=True, kw_only=True):
    """The person whose data is concerned, or `of` for the whole account: exactly one of the fields."""

    of: Annotated[str, word(("account",), _ACCOUNT)] | None = None

    def faults(self) -> Iterator[Fault]:
        """Yields a fault unless exactly one field is given, so that no forgotten field exports everything."""
        if sum(each is not None for each in (self.email, self.phone, self.person_id, self.of)) != 1:
            yield Fault("", "invalid_value", _ONE)
