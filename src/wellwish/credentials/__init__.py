"""Credentials: an API key with its client secret, and the access tokens that they are exchanged for."""
