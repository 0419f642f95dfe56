"""Reports: reports of inappropriate notes by readers of a card."""
