"""Signing in: sign-in attempts by email, and browser sessions."""
