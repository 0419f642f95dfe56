"""Webhook endpoints: URLs that receive an account's events."""
