"""Refund requests: contributors request their money back, and owners decide."""
