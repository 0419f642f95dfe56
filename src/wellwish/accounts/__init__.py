"""Accounts: tenants and their users."""
