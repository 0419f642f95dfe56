"""Contributions: notes and money that people add to a card."""
