"""Reports of notes by readers of a card."""
