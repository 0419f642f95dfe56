"""Credentials: API keys with client secrets, and the access tokens for which they are exchanged."""
