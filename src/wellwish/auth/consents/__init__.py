"""Consents: access of OAuth clients on behalf of a member of an account, and their tokens (decision 50)."""
