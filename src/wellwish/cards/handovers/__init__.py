"""Handovers: how the collected money of a card reached its recipient."""
