"""Media: photos, GIFs, drawings and recordings for the notes of a card."""
