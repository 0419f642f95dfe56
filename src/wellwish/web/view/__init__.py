"""The finished card: its cover, notes, thanks and downloads."""
