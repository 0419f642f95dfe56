"""Who calls: credentials, consents and sign-in."""
