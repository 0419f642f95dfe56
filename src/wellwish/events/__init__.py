"""Events: facts written in the transaction that makes them true."""

from wellwish.events.event import TYPES, record, record_each

__all__ = ["TYPES", "record", "record_each"]
