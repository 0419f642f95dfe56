"""Authentication: credentials, consents and sign-in."""
