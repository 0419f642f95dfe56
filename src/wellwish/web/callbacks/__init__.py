"""Callbacks of mail, SMS and payment providers."""
