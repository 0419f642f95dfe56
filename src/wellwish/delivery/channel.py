"""The channels by which a message reaches an address."""

from typing import Final

EMAIL: Final = "email"
SMS: Final = "sms"
