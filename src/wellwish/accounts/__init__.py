"""Accounts, which are the tenants, and the people in them."""
