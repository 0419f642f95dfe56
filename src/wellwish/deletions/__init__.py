"""Deletions of accounts, by the operator; all of it runs as the owner of the tables."""
