"""Reports: reports by readers of a card about inappropriate notes."""
