"""Payment provider: the account's own payment provider."""
