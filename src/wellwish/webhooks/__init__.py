"""Webhooks: endpoints that receive the events of an account."""
