"""Webhook endpoints receive the events of an account."""
