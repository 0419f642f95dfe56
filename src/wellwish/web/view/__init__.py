"""The card for those it is for: its cover, its notes, a word of thanks, and copies to keep."""
