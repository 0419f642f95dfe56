"""A change of one person."""

from typing import Literal

from msgspec import Struct

from wellwish.people.choice import Choice
from wellwish.people.state import State

Action = Literal["created", "updated", "left"]


class Step(Struct, frozen=True):
    """A change of one person; ``index`` is its place in the list, None for a person who is not listed.

    A change of only the dates that the person declined is written, but not visible. Otherwise, the response
    to a guess would show whether it is right.
    """

    action: Action
    after: State
    before: State | None
    index: int | None
    choice: Choice

    @property
    def is_visible(self) -> bool:
        return self.before is None or bool(self.fields)

    @property
    def has_new_dates(self) -> bool:
        """Whether a date changes, including hidden dates."""
        return self.after.dates != (self.before.dates if self.before else {})

    @property
    def has_new_address(self) -> bool:
        """Whether a known person's address changes or is removed."""
        return self.before is not None and self.before.email_key != self.after.email_key

    @property
    def lost_email(self) -> str | None:
        """The key of the address that the person loses."""
        before = None if self.before is None else self.before.email_key
        return None if before == self.after.email_key else before

    @property
    def lost_number(self) -> str | None:
        """The ``external_id`` that the person loses."""
        before = None if self.before is None else self.before.external_id
        return None if before == self.after.external_id else before

    @property
    def is_identified(self) -> bool:
        """Whether the person is new, or gets another address or ``external_id``."""
        return self.before is None or (
            (self.before.email_key, self.before.external_id) != (self.after.email_key, self.after.external_id)
        )

    @property
    def fields(self) -> list[str]:
        """The names of the fields that visibly change."""
        if self.before is None:
            return []
        names = {"manager_id": "manager", "has_left": "status", "email_key": "email"}
        before, after = (each.without_hidden(self.choice) for each in (self.before, self.after))
        changed = (
            names.get(each, each)
            for each in State.__struct_fields__
            if getattr(before, each) != getattr(after, each)
        )
        return sorted({*changed})
