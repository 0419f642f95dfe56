"""Invitations: addresses that are asked to contribute to a card, each with a separate link."""
