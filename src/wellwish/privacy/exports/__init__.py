"""Exports: a copy of the data that your account has about a person."""
