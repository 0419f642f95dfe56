"""Suppressions: addresses that receive no messages from the account."""
