"""Events: records of changes, written in the transaction of the change."""

from wellwish.infra.events.event import TYPES, record, record_each

__all__ = ["TYPES", "record", "record_each"]
