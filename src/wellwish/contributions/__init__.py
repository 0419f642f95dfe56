"""Contributions: what people sign on a card, by invitation, by its shared link, or in someone's name."""
