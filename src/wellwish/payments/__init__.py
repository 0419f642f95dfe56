"""Payments: money on its way to a provider and back, and the ledger that holds every movement of it."""
