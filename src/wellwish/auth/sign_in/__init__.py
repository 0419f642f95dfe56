"""Signing in: sign-in attempts by mail, and browser sessions."""
