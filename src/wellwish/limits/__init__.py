"""Limits: rate limits and size limits of an account."""
