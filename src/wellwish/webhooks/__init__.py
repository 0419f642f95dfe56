"""Webhook endpoints: URLs that receive the events of an account."""
