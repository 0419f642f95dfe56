"""Occasion rules: which occasions get a card, and how."""
