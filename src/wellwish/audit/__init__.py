"""Audit log: who changed the rights or the money of the account, when, and from where."""
