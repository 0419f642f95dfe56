"""Delivery: messages, their texts, and rate limits."""
