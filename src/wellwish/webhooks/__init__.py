"""Webhooks: endpoints that are told what happens in an account."""
