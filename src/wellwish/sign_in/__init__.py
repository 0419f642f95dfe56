"""Signing in: attempts by mail, and the sessions of browsers."""
