"""Invitations: addresses asked to contribute to a card, each with a link of its own."""
