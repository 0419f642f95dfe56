"""Cards: the list, a card, and its forms."""
