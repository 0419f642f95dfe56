"""The user, their sessions and accounts."""
