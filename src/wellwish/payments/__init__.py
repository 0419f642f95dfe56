"""Payments: payments, refunds and the double-entry ledger of all transfers."""
