"""The account's own provider of payments: set, read, tried, removed, and forgotten when all is over."""
