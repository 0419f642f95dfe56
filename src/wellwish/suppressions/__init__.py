"""Suppressions: addresses that get no more messages from the account."""
