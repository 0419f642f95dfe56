"""Credentials: API keys with client secrets, and the access tokens that they are exchanged for."""
