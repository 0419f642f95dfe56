"""Events: records of changes, written in the same transaction as the change."""

from wellwish.infra.events.event import TYPES, record, record_each

__all__ = ["TYPES", "record", "record_each"]
