"""Notes of a card, and giving it to its recipients."""
