"""Invitations: addresses invited to contribute to a card, each with a separate link."""
