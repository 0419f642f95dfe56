"""Deletions of accounts by the operator, as the owner of the tables; owners of the account request them."""
