"""Photos, GIFs, drawings and recordings on the notes of a card."""
