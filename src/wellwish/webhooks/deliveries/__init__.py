"""Webhook deliveries: the delivery of each event to each endpoint, with its attempts."""
