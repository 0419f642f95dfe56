"""Customers: accounts that a platform creates for its customers, and acts for."""
