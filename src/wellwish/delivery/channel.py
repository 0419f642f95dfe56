"""The channels by which a message goes to an address."""

from typing import Final

EMAIL: Final = "email"
SMS: Final = "sms"
