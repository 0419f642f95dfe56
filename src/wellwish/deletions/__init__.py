"""Deletions of accounts, by the operator; all of them run as the owner of the tables."""
