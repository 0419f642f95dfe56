"""Callbacks of email, SMS and payment providers."""
