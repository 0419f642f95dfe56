"""Delivery: messages, the words in them, and how many an address may get."""
