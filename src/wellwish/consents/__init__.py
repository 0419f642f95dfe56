"""Consents: which clients of OAuth may act for a member of an account, and their tokens (decision 50)."""
