"""Signing in by email, by link, by passkey, or with the demo's button."""
