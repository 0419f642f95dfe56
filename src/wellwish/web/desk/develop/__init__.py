"""Developers: keys, webhook endpoints, deliveries, events."""
