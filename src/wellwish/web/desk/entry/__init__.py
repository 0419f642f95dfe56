"""Signing in by mail, link, passkey or the demo's button."""
