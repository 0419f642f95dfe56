"""Refund requests: contributors ask for their money back, and owners decide."""
