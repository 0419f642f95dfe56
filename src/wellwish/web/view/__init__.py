"""The card for its recipients: its cover, its notes, thanks, and copies to keep."""
