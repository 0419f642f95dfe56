"""Audit log: who changed the account's rights or money, when, and from where."""
