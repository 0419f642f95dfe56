"""The account's own payment provider."""
