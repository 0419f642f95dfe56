"""Card admins: people with privileges on one card."""
